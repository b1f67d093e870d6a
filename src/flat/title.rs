//! The title: the program's name above the board for two seconds after the start. It takes no
//! input, and fades at the first press or key.

use std::time::Duration;

use bevy::prelude::*;

use icochess_base::display::Display;
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_board::stage::motion::ReducedMotion;
use icochess_ui::style::fonts::Fonts;
use icochess_ui::style::theme;
use icochess_ui::workarounds::pipelines::PendingPipelines;

/// Duration of the title, in seconds.
pub const TITLE_SECONDS: f32 = 2.0;
/// Duration of fading in, and of fading out, in seconds.
const FADE: f32 = 0.4;
/// Frames before the title, so that the first picture doesn't wait for its letters.
const FRAMES_BEFORE: u8 = 3;
/// Size of the letters, in logical pixels.
const LETTERS: f32 = 72.0;

/// Title at the start. The resource exists from the start until the title has faded.
#[derive(Resource, Debug, Default)]
pub struct Title {
    frames: u8,
    /// Seconds since the title began to appear.
    elapsed: f32,
}

impl Title {
    /// Returns the opacity, 0 to 1.
    fn opacity(&self) -> f32 {
        let left = TITLE_SECONDS - self.elapsed;
        (self.elapsed.min(left) / FADE).clamp(0.0, 1.0)
    }

    /// Starts fading out.
    fn fade(&mut self) {
        self.elapsed = self.elapsed.max(TITLE_SECONDS - FADE * self.opacity());
    }
}

/// Node of the title.
#[derive(Component, Debug)]
pub struct TitleText;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(fade_at_press).add_systems(
        Update,
        update_title
            .run_if(resource_exists::<Title>)
            .in_set(AppSystems::Feedback),
    );
}

fn fade_at_press(_: On<Pointer<Press>>, title: Option<ResMut<Title>>) {
    if let Some(mut title) = title {
        title.fade();
    }
}

fn spawn_title(commands: &mut Commands, fonts: &Fonts) {
    let text = Text::new("Icochess");
    let font = theme::font(LETTERS).with_font(fonts.engraved.clone());
    let color = TextColor(theme::PRIMARY.with_alpha(0.0));
    commands.spawn((
        TitleText,
        Name::new("title"),
        Node {
            position_type: PositionType::Absolute,
            width: percent(100),
            top: percent(12),
            justify_content: JustifyContent::Center,
            ..default()
        },
        // Below the pages.
        GlobalZIndex(-1),
        Pickable::IGNORE,
        children![(text, font, color, Pickable::IGNORE)],
    ));
}

/// Fades the title in and out, once the picture is complete.
fn update_title(
    mut commands: Commands,
    (time, mut next, keys): (Res<Time>, ResMut<NextFrame>, Res<ButtonInput<KeyCode>>),
    (display, motion): (Res<State<Display>>, Res<ReducedMotion>),
    (pipelines, fonts): (Res<PendingPipelines>, Res<Fonts>),
    mut title: ResMut<Title>,
    texts: Query<(Entity, &Children), With<TitleText>>,
    mut colors: Query<&mut TextColor>,
) {
    let is_over = title.elapsed >= TITLE_SECONDS;
    if is_over || motion.0 || *display.get() != Display::Flat {
        for (text, _) in &texts {
            commands.entity(text).despawn();
        }
        commands.remove_resource::<Title>();
        return;
    }
    next.within(Duration::ZERO);
    if title.frames < FRAMES_BEFORE {
        title.frames += 1;
        return;
    }
    if texts.is_empty() {
        if pipelines.count() == 0 {
            spawn_title(&mut commands, &fonts);
        }
        return;
    }
    title.elapsed += time.delta_secs();
    if keys.get_just_pressed().len() > 0 {
        title.fade();
    }
    for child in texts.iter().flat_map(|(_, children)| children) {
        if let Ok(mut color) = colors.get_mut(*child) {
            color.0.set_alpha(title.opacity());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_fades_in_and_out_without_a_jump() {
        let at = |elapsed| Title { frames: 0, elapsed };
        assert_eq!(at(0.0).opacity(), 0.0);
        assert_eq!(at(TITLE_SECONDS / 2.0).opacity(), 1.0);
        assert_eq!(at(TITLE_SECONDS).opacity(), 0.0);
        for elapsed in [0.1, 1.0, 1.9] {
            let mut title = at(elapsed);
            let before = title.opacity();
            title.fade();
            assert!((title.opacity() - before).abs() < 1e-4, "{elapsed}");
            assert!(title.elapsed >= TITLE_SECONDS - FADE);
        }
    }
}
