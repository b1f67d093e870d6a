//! State of the players page: the chosen player and the typed names.

use bevy::prelude::*;

use icochess_base::schedule::AppSystems;
use icochess_core::library::name::tidy;
use icochess_message::{Msg, msg};
use icochess_store::players::{NameError, Players};

/// The state of the players page.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct PeopleView {
    /// Name of the chosen player.
    pub chosen: Option<String>,
    /// The typed new name of the chosen player.
    pub name: String,
    /// The typed name of a player to add.
    pub new_name: String,
    /// Number of players added. Each addition clears the name field.
    pub added: u32,
    /// Whether the page asks to confirm deleting the chosen player.
    pub asks_to_delete: bool,
    /// Why the typed name was refused.
    pub problem: Option<Msg>,
}

impl PeopleView {
    /// Chooses the player called `name`.
    pub fn choose(&mut self, name: &str) {
        self.chosen = Some(name.to_owned());
        name.clone_into(&mut self.name);
        self.asks_to_delete = false;
        self.problem = None;
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PeopleView>().add_systems(
        Update,
        clear_missing_player
            .run_if(resource_changed::<Players>)
            .in_set(AppSystems::Input),
    );
}

/// Clears the choice once the chosen player no longer exists.
fn clear_missing_player(players: Res<Players>, mut view: ResMut<PeopleView>) {
    let is_gone = |name: &String| players.get(name).is_none();
    if view.chosen.as_ref().is_some_and(is_gone) {
        view.chosen = None;
    }
}

/// Adds a player with the typed name.
pub fn add(world: &mut World) {
    change(world, |view, players| {
        let name = players.add(&view.new_name)?.name.clone();
        view.choose(&name);
        view.new_name.clear();
        view.added = view.added.wrapping_add(1);
        Ok(())
    });
}

/// Renames the chosen player to the typed name.
pub fn rename(world: &mut World) {
    change(world, |view, players| {
        if let Some(name) = view.chosen.clone() {
            let to = view.name.clone();
            players.rename(&name, &to)?;
            view.choose(&tidy(&to));
        }
        Ok(())
    });
}

/// Deletes the chosen player by moving the file to the bin.
pub fn delete(world: &mut World) {
    change(world, |view, players| {
        view.asks_to_delete = false;
        if let Some(name) = view.chosen.take() {
            players.delete(&name);
        }
        Ok(())
    });
}

/// Changes the list of players, or stores the reason for a failure in the view.
fn change(
    world: &mut World,
    change: impl FnOnce(&mut PeopleView, &mut Players) -> Result<(), NameError>,
) {
    world.resource_scope(|world, mut view: Mut<PeopleView>| {
        let changed = change(&mut view, &mut world.resource_mut::<Players>());
        view.problem = changed.err().map(|why| match why {
            NameError::Missing => msg!("name-missing"),
            NameError::Taken(name) => msg!("name-taken", name = name),
        });
    });
}
