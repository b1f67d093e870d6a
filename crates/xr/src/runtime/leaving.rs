//! The way from the window to the headset: another process goes on there with the game on disk. So
//! the game is written first, and who cannot have it written stays where they are.

use std::time::Duration;

use bevy::prelude::*;

use crate::relaunch::HeadsetWish;
use icochess_base::display::HeadsetRequested;
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_message::msg;
use icochess_store::queue::{SaveQueue, Saved};
use icochess_store::{Report, SaveRequested};

/// The longest that writing may take.
const PATIENCE: Duration = Duration::from_secs(3);
/// The time between two looks whether it is done.
const LOOK_EVERY: Duration = Duration::from_millis(50);

pub(super) fn plugin(app: &mut App) {
    // Changes of a frame are to be written by then.
    app.add_systems(Update, leave.after(AppSystems::Feedback));
}

/// Ends the app once all is written, after which the game goes on in the headset.
fn leave(
    mut asked: MessageReader<HeadsetRequested>,
    (wish, queue): (Option<Res<HeadsetWish>>, Res<SaveQueue>),
    (time, mut next): (Res<Time<Real>>, ResMut<NextFrame>),
    mut since: Local<Option<Duration>>,
    mut again: MessageWriter<SaveRequested>,
    mut reports: MessageWriter<Report>,
    mut exit: MessageWriter<AppExit>,
) {
    let is_asked = asked.read().count() > 0;
    let now = time.elapsed();
    let Some(wish) = wish else {
        return;
    };
    let Some(begun) = *since else {
        if is_asked {
            *since = Some(now);
            next.within(LOOK_EVERY);
            // There may be room by now.
            if queue.last_saved() == Saved::Failed {
                again.write(SaveRequested);
            }
        }
        return;
    };
    let is_busy = queue.is_busy();
    if is_busy && now - begun < PATIENCE {
        next.within(LOOK_EVERY);
        return;
    }
    *since = None;
    if is_busy || queue.last_saved() == Saved::Failed {
        reports.write(Report(msg!("headset-unsaved")));
    } else {
        wish.make();
        exit.write(AppExit::Success);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;
    use icochess_play::game::Boards;
    use icochess_rules::Record;
    use icochess_store::store::Store;

    /// A game with one ply.
    fn begun() -> Record {
        let mut record = Variant::Chess.board().new_game();
        let mv = record.position().legal_moves()[0];
        record.make_mut().play(mv).expect("legal");
        record
    }

    fn save(store: Res<Store>) {
        store.write_game(begun(), false);
    }

    /// A window whose game is written in that folder.
    fn window(store: Store) -> App {
        let mut app = App::new();
        app.add_message::<HeadsetRequested>()
            .add_message::<SaveRequested>()
            .add_message::<Report>()
            .init_resource::<Time<Real>>()
            .init_resource::<NextFrame>()
            .init_resource::<HeadsetWish>()
            .insert_resource(store.queue().clone())
            .insert_resource(store)
            .add_plugins(plugin)
            .add_systems(
                Update,
                save.run_if(on_message::<SaveRequested>)
                    .in_set(AppSystems::Feedback),
            );
        app
    }

    /// Asks for the headset. Returns whether the app leaves for it, and what is reported if not.
    fn ask(app: &mut App) -> (bool, usize) {
        app.world_mut().write_message(HeadsetRequested);
        let mut reports = 0;
        for _ in 0..200 {
            app.update();
            let world = app.world_mut();
            reports += world.resource_mut::<Messages<Report>>().drain().count();
            let leaves = world.resource::<HeadsetWish>().is_made();
            if leaves || reports > 0 {
                return (leaves, reports);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("nothing comes of it");
    }

    #[test]
    fn who_leaves_for_the_headset_has_the_game_written_first() {
        let dir = tempfile::tempdir().unwrap();
        let mut app = window(Store::open(Some(dir.path())).unwrap());
        app.world_mut().write_message(SaveRequested);
        assert_eq!(ask(&mut app), (true, 0));
        let store = app.world().resource::<Store>();
        assert!(!store.queue().is_busy(), "it leaves before that");
        let written = store.read_game(&Boards::default()).unwrap();
        assert_eq!(written.expect("a game").line(), begun().line());
    }

    #[test]
    fn who_cannot_have_the_game_written_stays_and_is_told_and_may_ask_again() {
        let dir = tempfile::tempdir().unwrap();
        // Another program writes there.
        let other = Store::open(Some(dir.path())).unwrap();
        let mut app = window(Store::open(Some(dir.path())).unwrap());
        app.world_mut().write_message(SaveRequested);
        for _ in 0..2 {
            assert_eq!(ask(&mut app), (false, 1));
            let left = app.world_mut().resource_mut::<Messages<AppExit>>();
            assert!(left.is_empty());
        }
        drop(other);
        assert_eq!(ask(&mut app), (true, 0));
    }
}
