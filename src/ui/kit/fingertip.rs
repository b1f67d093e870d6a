//! What fingers press is as large as their tips. It grows where it stands: what is typed on the page,
//! and where it is scrolled to, stays.

use bevy::prelude::*;
use bevy::ui::UiSystems;

use crate::ui::state::fingertip::Fingertip;

/// A control that is at least as large as a fingertip, unless it has a place of its own on a picture.
#[derive(Component, Debug, Default, Clone, Copy)]
pub(in crate::ui) struct Pressable {
    /// Its least width and height where a mouse presses it; `None` until it is laid out.
    own: Option<[Val; 2]>,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        grow.run_if(resource_changed::<Fingertip>.or_else(is_any_new))
            .before(UiSystems::Content),
    );
}

/// Run condition: whether a control has come.
fn is_any_new(new: Query<(), Added<Pressable>>) -> bool {
    !new.is_empty()
}

fn grow(tip: Res<Fingertip>, mut controls: Query<(&mut Node, &mut Pressable)>) {
    for (mut node, mut pressable) in &mut controls {
        if node.position_type == PositionType::Absolute {
            continue;
        }
        let own = [node.min_width, node.min_height];
        let own = *pressable.own.get_or_insert(own);
        let [width, height] = own.map(|least| at_least(least, tip.0));
        if [node.min_width, node.min_height] != [width, height] {
            node.min_width = width;
            node.min_height = height;
        }
    }
}

/// The least length of a control that has this one of its own.
fn at_least(own: Val, tip: Option<f32>) -> Val {
    match (own, tip) {
        (Val::Auto, Some(tip)) => px(tip),
        (Val::Px(own), Some(tip)) => px(own.max(tip)),
        _ => own,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_grow_for_fingers_and_are_what_they_were_without() {
        let mut app = App::new();
        app.init_resource::<Fingertip>().add_plugins(plugin);
        let spawn = |world: &mut World, node: Node| world.spawn((node, Pressable::default())).id();
        let usual = Node {
            min_height: px(40),
            ..default()
        };
        let large = Node {
            min_width: px(86),
            min_height: px(100),
            ..default()
        };
        let on_a_picture = Node {
            position_type: PositionType::Absolute,
            ..default()
        };
        let all = [usual, large, on_a_picture];
        let all = all.map(|node| spawn(app.world_mut(), node));
        let least = |app: &mut App| {
            app.update();
            all.map(|it| {
                let node = app.world().get::<Node>(it).unwrap();
                [node.min_width, node.min_height]
            })
        };
        let own = [
            [Val::Auto, px(40)],
            [px(86), px(100)],
            [Val::Auto, Val::Auto],
        ];
        assert_eq!(least(&mut app), own);
        app.insert_resource(Fingertip(Some(68.0)));
        let grown = [[px(68), px(68)], [px(86), px(100)], own[2]];
        assert_eq!(least(&mut app), grown);
        // What comes later is as large at once.
        let later = spawn(app.world_mut(), Node::default());
        app.update();
        assert_eq!(app.world().get::<Node>(later).unwrap().min_height, px(68));
        app.insert_resource(Fingertip(None));
        assert_eq!(least(&mut app), own);
    }
}
