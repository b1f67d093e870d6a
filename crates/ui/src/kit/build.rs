//! The builder of pages, with one method for each kind of box and text.
//!
//! A page is a function that adds to a [`Ui`]. Sizes are for a window of 1280×800; a panel scales
//! all of them by the same factor.

use accesskit::{Live, Node as Accessible, Role};
use bevy::a11y::AccessibilityNode;
use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::text::{FontSize, LetterSpacing, LineHeight};

use super::bind::{BoundPicture, BoundText, DisplayedIf};
use super::hairline::Hairline;
use crate::state::screen::Surface;
use crate::state::status::StatusLine;
use crate::state::ui_state::UiState;
use crate::style::fonts::Fonts;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_base::language::Words;
use icochess_message::Msg;

/// The parent node that a page adds its content to.
pub struct Ui<'a, 's> {
    spawner: &'a mut ChildSpawnerCommands<'s>,
    fonts: &'a Fonts,
    /// The language of the page.
    pub words: &'a Words,
    /// The surface on which the page is shown.
    pub on: Surface,
    /// Whether controls are narrow here: low, with small text and the label above.
    pub is_narrow: bool,
}

/// A dynamic part of a page, rebuilt whenever its key changes.
#[derive(Component)]
pub struct Fill {
    /// Returns a key that differs whenever the content does.
    pub key: Box<dyn Fn(&UiState) -> u64 + Send + Sync>,
    /// Builds the content.
    pub fill: Box<dyn Fn(&UiState, &mut Ui) + Send + Sync>,
    /// The surface on which the page is shown.
    pub on: Surface,
    /// Whether controls are narrow in this part.
    pub is_narrow: bool,
}

/// The key of the content that a [`Fill`] holds; `None` before the first build.
#[derive(Component, Debug, Default, PartialEq, Eq)]
pub struct Filled(pub Option<u64>);

/// Marks a node to scroll into view when it appears.
#[derive(Component, Debug)]
pub struct Current;

/// A text that screen readers read as part of a control.
#[derive(Component, Debug, Clone, Copy)]
pub enum ReadAs {
    /// The name of the button around the text.
    Name,
    /// The value of the given slider.
    ValueOf(Entity),
}

/// Excludes a text from the accessibility tree, because it repeats the name of its control.
#[derive(Component, Debug)]
pub struct Unread;

/// Offset that centres icons on the line, as a fraction of the font size. Capitals are already
/// centred.
const ICON_OFFSET: f32 = 0.14;

/// Line height of a piece symbol, as a fraction of the font size. The symbol fills this height; its
/// font reserves twice as much.
const SYMBOL_LINE: f32 = 0.75;
/// Space above a piece symbol, as a fraction of the font size.
const ABOVE_SYMBOL: f32 = 0.18;
/// Tightening between adjacent piece symbols, as a fraction of the font size.
const SYMBOL_TIGHTENING: f32 = 0.2;
/// Line height of ordinary text, as a multiple of the font size. This is Bevy's default.
const DEFAULT_LINE: f32 = 1.2;

/// Returns whether the text font, which covers Latin-1, has glyphs for all of `symbols`.
fn is_plain(symbols: &str) -> bool {
    symbols.chars().all(|symbol| symbol <= '\u{ff}')
}

impl<'a, 's> Ui<'a, 's> {
    /// Starts a page under the entity of `spawner`.
    pub fn new(
        spawner: &'a mut ChildSpawnerCommands<'s>,
        fonts: &'a Fonts,
        words: &'a Words,
        on: Surface,
    ) -> Self {
        Self {
            spawner,
            fonts,
            words,
            on,
            is_narrow: false,
        }
    }

    /// Adds content whose controls are narrow on the panel, because the panel is low. The window
    /// has enough space.
    pub fn narrow(&mut self, fill: impl FnOnce(&mut Ui)) {
        let before = self.is_narrow;
        self.is_narrow = self.on != Surface::Window;
        fill(self);
        self.is_narrow = before;
    }

    /// Returns the name of an entity from its kind and label, whatever the current language.
    pub fn name(&self, kind: &str, label: &Msg) -> Name {
        let label = self.words.name(label).to_lowercase();
        Name::new(format!("{}{kind}{label}", self.on.prefix()))
    }

    // --- Boxes ------------------------------------------------------------------------

    /// Converts a length in logical pixels of the window to a value for the page's surface.
    pub fn px(&self, length: f32) -> Val {
        px(length * self.on.scale())
    }

    /// Spawns a bundle and fills it with children.
    pub fn spawn(&mut self, bundle: impl Bundle, fill: impl FnOnce(&mut Ui)) -> Entity {
        let (fonts, words, on, is_narrow) = (self.fonts, self.words, self.on, self.is_narrow);
        let mut entity = self.spawner.spawn(bundle);
        entity.with_children(|spawner| {
            fill(&mut Ui {
                spawner,
                fonts,
                words,
                on,
                is_narrow,
            });
        });
        entity.id()
    }

    /// Inserts a bundle into an entity of the page.
    pub fn also(&mut self, entity: Entity, bundle: impl Bundle) {
        self.spawner.commands().entity(entity).insert(bundle);
    }

    /// Returns the node that content is added to.
    pub(super) fn parent(&self) -> Entity {
        self.spawner.target_entity()
    }

    /// Adds a box that lets pointers through.
    pub fn node(&mut self, node: Node, fill: impl FnOnce(&mut Ui)) -> Entity {
        self.spawn((node, Pickable::IGNORE), fill)
    }

    /// Adds a column whose children are `gap` apart.
    pub fn column(&mut self, gap: f32, fill: impl FnOnce(&mut Ui)) -> Entity {
        let node = Node {
            flex_direction: FlexDirection::Column,
            row_gap: self.px(gap),
            ..default()
        };
        self.node(node, fill)
    }

    /// Adds a wrapping row whose children are `gap` apart. The parent must determine the row's
    /// width: with a width fitted to the content, rounding would decide whether the row wraps.
    pub fn row(&mut self, gap: f32, fill: impl FnOnce(&mut Ui)) -> Entity {
        let node = Node {
            flex_wrap: FlexWrap::Wrap,
            align_items: AlignItems::Center,
            column_gap: self.px(gap),
            row_gap: self.px(gap),
            ..default()
        };
        self.node(node, fill)
    }

    /// Adds a wrapping row of full width, with centred children `gap` apart.
    pub fn middle_row(&mut self, gap: f32, fill: impl FnOnce(&mut Ui)) -> Entity {
        let node = Node {
            width: percent(100),
            flex_wrap: FlexWrap::Wrap,
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            column_gap: self.px(gap),
            row_gap: self.px(gap),
            ..default()
        };
        self.node(node, fill)
    }

    /// Adds a row that spreads its children from the left end to the right end.
    pub fn ends(&mut self, fill: impl FnOnce(&mut Ui)) -> Entity {
        self.spread(FlexWrap::NoWrap, fill)
    }

    /// Adds a row like `ends` that wraps between children, but never inside one.
    pub fn wrapped_ends(&mut self, fill: impl FnOnce(&mut Ui)) -> Entity {
        self.spread(FlexWrap::Wrap, fill)
    }

    fn spread(&mut self, flex_wrap: FlexWrap, fill: impl FnOnce(&mut Ui)) -> Entity {
        let node = Node {
            align_items: AlignItems::Center,
            justify_content: JustifyContent::SpaceBetween,
            column_gap: self.px(16.0),
            flex_wrap,
            ..default()
        };
        self.node(node, fill)
    }

    /// Adds a column on a dark background that blocks pointers.
    pub fn card(&mut self, node: Node, ground: Color, fill: impl FnOnce(&mut Ui)) -> Entity {
        self.marked_card((), node, ground, fill)
    }

    /// Adds a card and inserts `mark` into its entity.
    pub fn marked_card(
        &mut self,
        mark: impl Bundle,
        node: Node,
        ground: Color,
        fill: impl FnOnce(&mut Ui),
    ) -> Entity {
        let node = Node {
            flex_direction: FlexDirection::Column,
            padding: UiRect::axes(self.px(theme::CARD_SIDES), self.px(theme::CARD_ENDS)),
            border_radius: BorderRadius::all(self.px(theme::RADIUS + 4.0)),
            ..node
        };
        let look = (BackgroundColor(ground), theme::hairline(self.px(1.0)));
        self.spawn((node, look, mark), fill)
    }

    /// Adds a column of text on a dark background. Pointers pass through it, because it may cover
    /// the board in a small window.
    pub fn note(&mut self, node: Node, fill: impl FnOnce(&mut Ui)) -> Entity {
        self.marked_card(Pickable::IGNORE, node, theme::CARD, fill)
    }

    /// Adds a column that hides trailing children that don't fit, instead of cutting one off. The
    /// children must have the width of the column.
    pub fn fitting_column(&mut self, node: Node, gap: f32, fill: impl FnOnce(&mut Ui)) {
        let node = Node {
            flex_direction: FlexDirection::Column,
            // A child that doesn't fit wraps into a second column, which is clipped.
            flex_wrap: FlexWrap::Wrap,
            align_content: AlignContent::FlexStart,
            overflow: Overflow::clip(),
            row_gap: self.px(gap),
            min_height: px(0),
            ..node
        };
        // Allows even the first child to wrap if it is too high.
        let first = Node {
            width: percent(100),
            margin: UiRect::bottom(self.px(-gap)),
            ..default()
        };
        self.node(node, |ui| {
            ui.node(first, |_| {});
            fill(ui);
        });
    }

    /// Adds a part that is rebuilt whenever its key changes.
    pub fn filled(
        &mut self,
        node: Node,
        key: impl Fn(&UiState) -> u64 + Send + Sync + 'static,
        fill: impl Fn(&UiState, &mut Ui) + Send + Sync + 'static,
    ) -> Entity {
        let fill = Fill {
            key: Box::new(key),
            fill: Box::new(fill),
            on: self.on,
            is_narrow: self.is_narrow,
        };
        self.spawn((node, fill, Filled::default(), Pickable::IGNORE), |_| {})
    }

    /// Adds a thin horizontal line between parts of a page.
    pub fn line(&mut self) {
        let line = Hairline::Line(self.on.scale());
        let node = Node {
            flex_shrink: 0.0,
            ..default()
        };
        self.spawn(
            (node, line, BackgroundColor(theme::LINE), Pickable::IGNORE),
            |_| {},
        );
    }

    /// Adds a picture of this width and height, in logical pixels of the window. Its space stays
    /// reserved until it is loaded, so that controls don't move under a finger.
    pub fn picture(&mut self, (width, height): (f32, f32), picture: BoundPicture) -> Entity {
        let place = Node {
            width: self.px(width),
            height: self.px(height),
            flex_shrink: 0.0,
            ..default()
        };
        self.spawn((place, picture, Pickable::IGNORE), |_| {})
    }

    // --- Texts ------------------------------------------------------------------------

    /// Returns the font size for the surface of the page.
    pub(crate) fn font_size(&self, size: Size) -> FontSize {
        match self.on {
            Surface::Window => size.in_window(),
            Surface::Panel | Surface::Plate => FontSize::Px(size.pixels() * self.on.scale()),
        }
    }

    pub(crate) fn letters(&self, size: Size, color: Color) -> impl Bundle + use<> {
        let font = theme::font(self.font_size(size));
        let font = match size {
            Size::Small | Size::Body | Size::Symbols => font,
            Size::Strong | Size::Heading | Size::Clock => font.with_font(self.fonts.strong.clone()),
            Size::Headline | Size::Title | Size::Display => {
                font.with_font(self.fonts.engraved.clone())
            }
        };
        (font, TextColor(color), Pickable::IGNORE)
    }

    /// Adds a fixed text.
    pub fn text(&mut self, size: Size, color: Color, words: Msg) {
        let letters = self.letters(size, color);
        let words = self.words.say(&words);
        self.spawner.spawn((Text::new(words), letters));
    }

    /// Adds a fixed text with centred lines.
    pub(crate) fn centred_text(&mut self, size: Size, color: Color, words: Msg) {
        let letters = self.letters(size, color);
        let words = self.words.say(&words);
        let layout = TextLayout::justify(Justify::Center);
        self.spawner.spawn((Text::new(words), letters, layout));
    }

    /// Adds a text that follows the program state.
    pub fn bound_text(
        &mut self,
        size: Size,
        color: Color,
        says: impl Fn(&UiState) -> Msg + Send + Sync + 'static,
    ) {
        let letters = self.letters(size, color);
        self.spawner
            .spawn((Text::default(), letters, BoundText::new(says)));
    }

    /// Adds a text that follows the program state and is read as part of a control.
    pub(crate) fn bound_text_of(
        &mut self,
        size: Size,
        color: Color,
        says: BoundText,
        read: ReadAs,
    ) {
        let letters = self.letters(size, color);
        self.spawner.spawn((Text::default(), letters, says, read));
    }

    /// Adds a status line of the game.
    pub fn status(&mut self, line: StatusLine, size: Size) {
        self.status_in(Node::default(), line, size);
    }

    /// Adds a status line of the game with the given layout.
    pub fn status_in(&mut self, node: Node, line: StatusLine, size: Size) {
        let letters = self.letters(size, theme::TEXT);
        let mut read = Accessible::new(Role::Label);
        if line.is_announced() {
            read.set_live(Live::Polite);
        }
        let read = (Label, AccessibilityNode(read));
        self.spawner
            .spawn((line, Text::default(), node, letters, read));
    }

    /// Adds the caption at the top edge of a page, where it lets pointers through.
    pub(crate) fn captions(&mut self) {
        let node = Node {
            position_type: PositionType::Absolute,
            top: self.px(8.0),
            left: px(0),
            right: px(0),
            justify_content: JustifyContent::Center,
            ..default()
        };
        self.node(node, |ui| ui.caption(Size::Body));
    }

    /// Adds the newest caption, with reserved space while captions are switched on.
    pub(crate) fn caption(&mut self, size: Size) {
        let room = Node {
            min_height: self.px(1.25 * size.pixels() + 12.0),
            ..default()
        };
        let is_wanted = |state: &UiState| state.settings.captions;
        self.hidden_unless(room, is_wanted, |ui| {
            let card = Node {
                padding: UiRect::axes(ui.px(12.0), ui.px(6.0)),
                border_radius: BorderRadius::all(ui.px(theme::RADIUS)),
                ..default()
            };
            let text = (
                Text::default(),
                BoundText::new(|state| Msg::verbatim(state.caption.text.clone())),
                DisplayedIf::new(|state| !state.caption.text.is_empty()),
                ui.letters(size, theme::TEXT),
                Label,
                card,
                BackgroundColor(theme::CARD),
                theme::hairline(ui.px(1.0)),
            );
            ui.spawn(text, |_| {});
        });
    }

    /// Adds a text that follows the program state; screen readers announce every change.
    pub fn announced_text(
        &mut self,
        size: Size,
        color: Color,
        says: impl Fn(&UiState) -> Msg + Send + Sync + 'static,
    ) {
        let letters = self.letters(size, color);
        let mut read = Accessible::new(Role::Label);
        read.set_live(Live::Polite);
        let read = (Label, AccessibilityNode(read));
        self.spawner
            .spawn((Text::default(), letters, BoundText::new(says), read));
    }

    /// Returns the style of symbols: the strong font for Latin-1, otherwise the symbol font.
    pub(crate) fn symbol_letters(
        &self,
        size: Size,
        color: Color,
        symbols: &str,
    ) -> impl Bundle + use<> {
        let font = if is_plain(symbols) {
            &self.fonts.strong
        } else {
            &self.fonts.symbols
        };
        let size = theme::font(self.font_size(size));
        let font = size.with_font(font.clone());
        (font, TextColor(color), Pickable::IGNORE)
    }

    /// Adds a fixed text of symbols, such as pieces or icons.
    pub fn symbols(&mut self, size: Size, color: Color, symbols: impl Into<String>) {
        let symbols = symbols.into();
        let letters = self.symbol_letters(size, color, &symbols);
        self.spawner.spawn((Text::new(symbols), letters));
    }

    /// Returns the node of a symbol that is centred on capitals.
    pub(crate) fn lowered(&self, size: Size) -> Node {
        Node {
            top: self.px(ICON_OFFSET * size.pixels()),
            ..default()
        }
    }

    /// Adds the symbol of a piece before words, centred on their capitals.
    pub(crate) fn symbol_before(&mut self, size: Size, symbol: &str) {
        let (node, letters) = (
            self.lowered(size),
            self.symbol_letters(size, theme::TEXT, symbol),
        );
        // In a line of ordinary height, the offset would move the symbol out of its row.
        let line = LineHeight::RelativeToFont(SYMBOL_LINE);
        self.spawner.spawn((Text::new(symbol), node, letters, line));
    }

    /// Adds an icon, centred on the capitals of the control's label.
    pub(super) fn icon_symbol(&mut self, size: Size, icon: &str) {
        let node = if is_plain(icon) {
            Node::default()
        } else {
            self.lowered(size)
        };
        let letters = self.symbol_letters(size, theme::TEXT, icon);
        self.spawner.spawn((Text::new(icon), node, letters));
    }

    /// Returns the style and box of a piece symbol, or of a letter in its place, in a line of text.
    /// In the window, symbols are larger than the text but barely raise the line.
    pub(crate) fn piece_letters(&self, color: Color, symbol: &str) -> impl Bundle + use<> {
        let (size, line, above) = match self.on {
            // A letter fills more of its line than a symbol does.
            Surface::Window if !is_plain(symbol) => (Size::Symbols, SYMBOL_LINE, ABOVE_SYMBOL),
            _ => (Size::Body, DEFAULT_LINE, 0.0),
        };
        let node = Node {
            padding: UiRect::top(self.px(above * size.pixels())),
            ..default()
        };
        let letters = self.symbol_letters(size, color, symbol);
        (node, letters, LineHeight::RelativeToFont(line))
    }

    /// Adds a row of piece symbols that follows the program state.
    pub fn bound_pieces(
        &mut self,
        color: Color,
        says: impl Fn(&UiState) -> String + Send + Sync + 'static,
    ) {
        let letters = self.piece_letters(color, "♟");
        let spacing = match self.on {
            Surface::Window => {
                LetterSpacing::Rem(-SYMBOL_TIGHTENING * Size::Symbols.pixels() / theme::REM)
            }
            Surface::Panel | Surface::Plate => LetterSpacing::default(),
        };
        let says = BoundText::new(move |state| Msg::verbatim(says(state)));
        self.spawner
            .spawn((Text::default(), letters, spacing, says));
    }

    /// Adds a node that is displayed only while `is` returns true.
    pub fn hidden_unless(
        &mut self,
        node: Node,
        is: impl Fn(&UiState) -> bool + Send + Sync + 'static,
        fill: impl FnOnce(&mut Ui),
    ) -> Entity {
        self.spawn((node, Pickable::IGNORE, DisplayedIf::new(is)), fill)
    }

    /// Adds a column that is displayed only while `is` returns true.
    pub fn shown_if(
        &mut self,
        is: impl Fn(&UiState) -> bool + Send + Sync + 'static,
        fill: impl FnOnce(&mut Ui),
    ) {
        let node = Node {
            flex_direction: FlexDirection::Column,
            row_gap: self.px(8.0),
            ..default()
        };
        self.spawn((node, Pickable::IGNORE, DisplayedIf::new(is)), fill);
    }
}
