//! The builder of pages: boxes and texts, each written once.
//!
//! A page is a function that adds to a [`Ui`]. Sizes are those of the window at
//! 1280×800; on a panel all of them grow alike.

use accesskit::{Live, Node as Accessible, Role};
use bevy::a11y::AccessibilityNode;
use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::text::{FontSize, LetterSpacing, LineHeight};

use super::bind::{Pictured, Says, ShownIf};
use super::hairline::Hairline;
use crate::state::screen::Surface;
use crate::state::ui_state::UiState;
use crate::style::fonts::Fonts;
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::captions::CaptionText;
use crate::text::status::StatusLine;
use icochess_base::language::Words;
use icochess_message::Msg;

/// A place in a page that more is added to.
pub struct Ui<'a, 's> {
    spawner: &'a mut ChildSpawnerCommands<'s>,
    fonts: &'a Fonts,
    /// The language that the page is in.
    pub words: &'a Words,
    /// The surface on which the page is shown.
    pub on: Surface,
    /// Whether controls are narrow here: low, with small letters and their labels above them.
    pub is_narrow: bool,
}

/// A part of a page whose number of things follows the state of the program: it is
/// filled anew when its key changes.
#[derive(Component)]
pub struct Fill {
    /// Returns a key that differs whenever the content does.
    pub key: Box<dyn Fn(&UiState) -> u64 + Send + Sync>,
    /// Builds the content.
    pub fill: Box<dyn Fn(&UiState, &mut Ui) + Send + Sync>,
    /// The surface on which the page is shown.
    pub on: Surface,
    /// Whether controls are narrow in it.
    pub is_narrow: bool,
}

/// The key of what a [`Fill`] now holds; `None` before it is filled.
#[derive(Component, Debug, Default, PartialEq, Eq)]
pub struct Filled(pub Option<u64>);

/// Marks a node that is scrolled into view when it appears.
#[derive(Component, Debug)]
pub struct Current;

/// A text that is read out as a part of a control.
#[derive(Component, Debug, Clone, Copy)]
pub enum ReadAs {
    /// The name of the button that it stands on.
    Name,
    /// The value of this slider.
    ValueOf(Entity),
}

/// A text that is not read out: the control beside it has it as its name.
#[derive(Component, Debug)]
pub struct Unread;

/// Height of the middles of signs above the middle of their line, as a part of the size of letters.
/// That of our capitals is at it.
const LOWERED: f32 = 0.14;

/// Height of the line of a sign of a piece, room above it, and how much nearer the next one stands than
/// usual, as parts of the size of letters: a sign fills that, and its font has twice the room.
const SIGN_LINE: f32 = 0.75;
const ABOVE_SIGN: f32 = 0.18;
const NEARER: f32 = 0.2;
/// Height of the lines of text, as a multiple of the size of letters: Bevy's.
const USUAL_LINE: f32 = 1.2;

/// Whether our text font, which has Latin-1, has all signs.
fn is_plain(signs: &str) -> bool {
    signs.chars().all(|sign| sign <= '\u{ff}')
}

impl<'a, 's> Ui<'a, 's> {
    /// Begins a page below the entity of `spawner`.
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

    /// Adds what has narrow controls on the panel, which is low. In the window there is room.
    pub fn narrow(&mut self, fill: impl FnOnce(&mut Ui)) {
        let before = self.is_narrow;
        self.is_narrow = self.on != Surface::Window;
        fill(self);
        self.is_narrow = before;
    }

    /// The name of an entity, from its kind and its English label, so the same in every language.
    pub fn name(&self, kind: &str, label: &Msg) -> Name {
        let label = self.words.english(label).to_lowercase();
        Name::new(format!("{}{kind}{label}", self.on.prefix()))
    }

    // --- Boxes ------------------------------------------------------------------------

    /// A length in logical pixels of the window, scaled to the surface of the page.
    pub fn px(&self, length: f32) -> Val {
        px(length * self.on.scale())
    }

    /// Spawns a bundle, and as its children what `fill` adds.
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

    /// Adds a bundle to an entity of the page.
    pub fn also(&mut self, entity: Entity, bundle: impl Bundle) {
        self.spawner.commands().entity(entity).insert(bundle);
    }

    /// The entity that more is added to.
    pub(super) fn parent(&self) -> Entity {
        self.spawner.target_entity()
    }

    /// A box through which pointers pass.
    pub fn node(&mut self, node: Node, fill: impl FnOnce(&mut Ui)) -> Entity {
        self.spawn((node, Pickable::IGNORE), fill)
    }

    /// A column: its content stands one below the other, `gap` apart.
    pub fn column(&mut self, gap: f32, fill: impl FnOnce(&mut Ui)) -> Entity {
        let node = Node {
            flex_direction: FlexDirection::Column,
            row_gap: self.px(gap),
            ..default()
        };
        self.node(node, fill)
    }

    /// A row: its content stands side by side, `gap` apart, and wraps. It must have its width from
    /// what it is in: with the width of its content alone, whether that wraps is a matter of rounding.
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

    /// A row as wide as what it is in, whose content stands in its middle, `gap` apart, and wraps.
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

    /// A row whose content is spread from its left end to its right end.
    pub fn ends(&mut self, fill: impl FnOnce(&mut Ui)) -> Entity {
        self.spread(FlexWrap::NoWrap, fill)
    }

    /// The same, in as many lines as it needs: no line ends within what is in it.
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

    /// A column on a dark ground that stops pointers.
    pub fn card(&mut self, node: Node, ground: Color, fill: impl FnOnce(&mut Ui)) -> Entity {
        self.marked_card((), node, ground, fill)
    }

    /// The same, with `mark` added to its entity.
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
        self.spawn((node, BackgroundColor(ground), mark), fill)
    }

    /// A column on a dark ground with nothing to press: pointers go through it to the
    /// board, which may lie behind it in a small window.
    pub fn note(&mut self, node: Node, fill: impl FnOnce(&mut Ui)) -> Entity {
        self.marked_card(Pickable::IGNORE, node, theme::CARD, fill)
    }

    /// A column that leaves out at its end what it has no room for: nothing in it is cut in two.
    /// The things in it must be as wide as it is.
    pub fn as_has_room(&mut self, node: Node, gap: f32, fill: impl FnOnce(&mut Ui)) {
        let node = Node {
            flex_direction: FlexDirection::Column,
            // A thing that has no room stands beside it then, where it is clipped.
            flex_wrap: FlexWrap::Wrap,
            align_content: AlignContent::FlexStart,
            overflow: Overflow::clip(),
            row_gap: self.px(gap),
            min_height: px(0),
            ..node
        };
        // A thing that is too high even for the first place is no first one.
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

    /// A part that is filled anew when its key changes.
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

    /// A thin horizontal line between parts of a page.
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

    /// A picture of this width and height, logical pixels of the window; an empty place of that size
    /// until it is there. The controls round it stay meanwhile, also under a finger.
    pub fn picture(&mut self, (width, height): (f32, f32), picture: Pictured) {
        let place = Node {
            width: self.px(width),
            height: self.px(height),
            flex_shrink: 0.0,
            ..default()
        };
        self.spawn((place, picture, Pickable::IGNORE), |_| {});
    }

    // --- Texts ------------------------------------------------------------------------

    /// The size of letters on the surface of the page.
    pub(crate) fn font_size(&self, size: Size) -> FontSize {
        match self.on {
            Surface::Window => size.in_window(),
            Surface::Panel | Surface::Plate => FontSize::Px(size.pixels() * self.on.scale()),
        }
    }

    pub(crate) fn letters(&self, size: Size, color: Color) -> impl Bundle + use<> {
        let is_strong = matches!(
            size,
            Size::Strong | Size::Heading | Size::Title | Size::Display
        );
        let font = theme::font(self.font_size(size));
        (
            if is_strong {
                font.with_font(self.fonts.strong.clone())
            } else {
                font
            },
            TextColor(color),
            Pickable::IGNORE,
        )
    }

    /// A fixed text.
    pub fn text(&mut self, size: Size, color: Color, words: Msg) {
        let letters = self.letters(size, color);
        let words = self.words.say(&words);
        self.spawner.spawn((Text::new(words), letters));
    }

    /// A text whose lines stand below one another by their middles.
    pub(crate) fn centred_text(&mut self, size: Size, color: Color, words: Msg) {
        let letters = self.letters(size, color);
        let words = self.words.say(&words);
        let layout = TextLayout::justify(Justify::Center);
        self.spawner.spawn((Text::new(words), letters, layout));
    }

    /// A text that follows the state of the program.
    pub fn says(
        &mut self,
        size: Size,
        color: Color,
        says: impl Fn(&UiState) -> Msg + Send + Sync + 'static,
    ) {
        let letters = self.letters(size, color);
        self.spawner
            .spawn((Text::default(), letters, Says::new(says)));
    }

    /// A text that follows the state, and is read out as a part of a control.
    pub(crate) fn says_of(&mut self, size: Size, color: Color, says: Says, read: ReadAs) {
        let letters = self.letters(size, color);
        self.spawner.spawn((Text::default(), letters, says, read));
    }

    /// A line of the status of the game.
    pub fn status(&mut self, line: StatusLine, size: Size, color: Color) {
        self.status_in(Node::default(), line, size, color);
    }

    /// A line of the status of the game, laid out so.
    pub fn status_in(&mut self, node: Node, line: StatusLine, size: Size, color: Color) {
        let letters = self.letters(size, color);
        let mut read = Accessible::new(Role::Label);
        if line.is_announced() {
            read.set_live(Live::Polite);
        }
        let read = (Label, AccessibilityNode(read));
        self.spawner
            .spawn((line, Text::default(), node, letters, read));
    }

    /// The place of captions on a page: at its upper edge, through which pointers pass.
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

    /// The newest caption, as long as captions are wanted.
    pub(crate) fn caption(&mut self, size: Size) {
        let is_wanted = ShownIf::new(|state| state.settings.captions);
        self.spawn((Node::default(), is_wanted, Pickable::IGNORE), |ui| {
            let card = Node {
                padding: UiRect::axes(ui.px(12.0), ui.px(6.0)),
                border_radius: BorderRadius::all(ui.px(theme::RADIUS)),
                ..default()
            };
            let text = (
                CaptionText,
                Text::default(),
                ui.letters(size, theme::TEXT),
                Label,
                card,
                BackgroundColor(theme::CARD),
                Visibility::Hidden,
            );
            ui.spawn(text, |_| {});
        });
    }

    /// A text that follows the state of the program, and that screen readers say whenever
    /// it changes.
    pub fn says_aloud(
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
            .spawn((Text::default(), letters, Says::new(says), read));
    }

    /// The letters of signs: the strong font for plain letters, else the font of symbols.
    pub(crate) fn sign_letters(
        &self,
        size: Size,
        color: Color,
        signs: &str,
    ) -> impl Bundle + use<> {
        let font = if is_plain(signs) {
            &self.fonts.strong
        } else {
            &self.fonts.symbols
        };
        let size = theme::font(self.font_size(size));
        let font = size.with_font(font.clone());
        (font, TextColor(color), Pickable::IGNORE)
    }

    /// A fixed text of signs, such as pieces or icons.
    pub fn signs(&mut self, size: Size, color: Color, signs: impl Into<String>) {
        let signs = signs.into();
        let letters = self.sign_letters(size, color, &signs);
        self.spawner.spawn((Text::new(signs), letters));
    }

    /// The icon of a control, with its middle as high as that of the capitals beside it.
    pub(super) fn icon_sign(&mut self, size: Size, icon: &str) {
        let lowered = if is_plain(icon) { 0.0 } else { LOWERED };
        let node = Node {
            top: self.px(lowered * size.pixels()),
            ..default()
        };
        let letters = self.sign_letters(size, theme::TEXT, icon);
        self.spawner.spawn((Text::new(icon), node, letters));
    }

    /// The letters and the box of a sign of a piece in a line of text, or of a letter that stands in for
    /// one. In the window signs are larger than the text, in a line that is hardly higher.
    pub(crate) fn piece_letters(&self, color: Color, sign: &str) -> impl Bundle + use<> {
        let (size, line, above) = match self.on {
            // A letter fills more of its line than a sign does.
            Surface::Window if !is_plain(sign) => (Size::Signs, SIGN_LINE, ABOVE_SIGN),
            _ => (Size::Body, USUAL_LINE, 0.0),
        };
        let node = Node {
            padding: UiRect::top(self.px(above * size.pixels())),
            ..default()
        };
        let letters = self.sign_letters(size, color, sign);
        (node, letters, LineHeight::RelativeToFont(line))
    }

    /// Signs of pieces that follow the state of the program, one beside the other.
    pub fn pieces_saying(
        &mut self,
        color: Color,
        says: impl Fn(&UiState) -> String + Send + Sync + 'static,
    ) {
        let letters = self.piece_letters(color, "♟");
        let spacing = match self.on {
            Surface::Window => LetterSpacing::Rem(-NEARER * Size::Signs.pixels() / theme::REM),
            Surface::Panel | Surface::Plate => LetterSpacing::default(),
        };
        let says = Says::new(move |state| Msg::verbatim(says(state)));
        self.spawner
            .spawn((Text::default(), letters, spacing, says));
    }

    /// A node that is displayed only while `is` holds.
    pub fn hidden_unless(
        &mut self,
        node: Node,
        is: impl Fn(&UiState) -> bool + Send + Sync + 'static,
        fill: impl FnOnce(&mut Ui),
    ) -> Entity {
        self.spawn((node, Pickable::IGNORE, ShownIf::new(is)), fill)
    }

    /// A column that is displayed only while `is` holds.
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
        self.spawn((node, Pickable::IGNORE, ShownIf::new(is)), fill);
    }
}
