//! Limits and failures of the graphics card. The window stays within its limits. If the card fails,
//! the game shows the reason, saves and exits.

use std::sync::{Arc, OnceLock};

use bevy::prelude::*;
use bevy::render::error_handler::{ErrorType, RenderError, RenderErrorHandler, RenderErrorPolicy};
use bevy::render::renderer::RenderDevice;
use bevy::window::{PrimaryWindow, RequestRedraw, WindowResized};

use super::devices;
use icochess_base::language::Words;
use icochess_base::platform;
use icochess_cli::print_report;
use icochess_message::{Msg, msg};

/// Sentence for the players after the graphics card has failed. Its clones share the sentence and
/// outlive the app.
#[derive(Resource, Debug, Clone, Default)]
pub(super) struct GraphicsFailure(Arc<OnceLock<String>>);

impl GraphicsFailure {
    /// Returns the sentence, in the player's language.
    pub(super) fn sentence(&self) -> Option<&str> {
        self.0.get().map(String::as_str)
    }
}

/// Installs the error handler. Add it after Bevy's renderer, whose own handler exits without a
/// message.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<GraphicsFailure>()
        .insert_resource(RenderErrorHandler(fail))
        .add_systems(
            First,
            (
                limit_window.run_if(on_message::<WindowResized>),
                exit.run_if(|failure: Res<GraphicsFailure>| failure.sentence().is_some()),
            ),
        );
}

/// Shrinks a window that exceeds the largest texture size.
fn limit_window(
    device: Option<Res<RenderDevice>>,
    mut window: Query<&mut Window, With<PrimaryWindow>>,
) {
    let (Some(device), Ok(mut window)) = (device, window.single_mut()) else {
        return;
    };
    let limit = UVec2::splat(device.limits().max_texture_dimension_2d);
    let size = window.physical_size();
    let fits = size.min(limit);
    if fits != size {
        window.resolution.set_physical_resolution(fits.x, fits.y);
    }
}

/// Ends the game after a graphics error, or continues in the window if a headset was in use.
fn fail(error: &RenderError, main: &mut World, _: &mut World) -> RenderErrorPolicy {
    let why = reason(error.ty);
    devices::leave_headset(&main.resource::<Words>().english(&why));
    end_with(why, main);
    RenderErrorPolicy::StopRendering
}

fn reason(error: ErrorType) -> Msg {
    match error {
        ErrorType::DeviceLost => msg!("graphics-lost"),
        ErrorType::OutOfMemory => msg!("graphics-out-of-memory"),
        ErrorType::Validation | ErrorType::Internal => msg!("graphics-refused"),
    }
}

/// Reports why the game ends. Bevy repeats the error every frame until then, so only the first
/// report counts.
fn end_with(why: Msg, main: &mut World) {
    let words = main.resource::<Words>();
    let ends = msg!("graphics-ends", why = why);
    let (english, sentence) = (words.english(&ends), words.say(&ends));
    let failure = main.resource::<GraphicsFailure>();
    if failure.0.set(sentence.clone()).is_ok() {
        print_report(english);
        if !platform::CAN_QUIT {
            platform::alert(&sentence);
        }
        main.write_message(RequestRedraw);
    }
}

/// Exits in the next frame, at whose end the clock is saved.
fn exit(mut exit: MessageWriter<AppExit>) {
    exit.write(AppExit::error());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_graphics_end_the_game_with_a_sentence() {
        for (ty, sentence) in [
            (
                ErrorType::DeviceLost,
                "The graphics card or its driver stopped",
            ),
            (ErrorType::OutOfMemory, "The graphics card is out of memory"),
            (ErrorType::Validation, "The graphics card can't draw this"),
        ] {
            let mut app = App::new();
            app.add_message::<RequestRedraw>()
                .add_message::<WindowResized>()
                .init_resource::<Words>()
                .add_plugins(plugin);
            let failure = app.world().resource::<GraphicsFailure>().clone();
            app.update();
            assert_eq!((app.should_exit(), failure.sentence()), (None, None));
            end_with(reason(ty), app.world_mut());
            end_with(reason(ErrorType::Internal), app.world_mut());
            // The clock is saved in the frame that ends the app.
            assert_eq!(app.should_exit(), None);
            app.update();
            assert_eq!(app.should_exit(), Some(AppExit::error()));
            let message = failure.sentence().unwrap_or_default();
            assert!(message.starts_with(sentence), "{message}");
        }
    }
}
