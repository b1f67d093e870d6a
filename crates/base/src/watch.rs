//! Lists of resources with a shared change condition. Each list is declared once, as a system
//! parameter.

use bevy::prelude::{DetectChanges, Res, Resource};

/// Resource in a watched list, possibly optional.
pub trait Watched {
    /// Returns whether the resource exists.
    fn is_there(&self) -> bool;

    /// Returns whether the resource changed since the system's last run.
    fn has_changed(&self) -> bool;
}

impl<T: Resource> Watched for Res<'_, T> {
    fn is_there(&self) -> bool {
        true
    }

    fn has_changed(&self) -> bool {
        self.is_changed()
    }
}

impl<T: Resource> Watched for Option<Res<'_, T>> {
    fn is_there(&self) -> bool {
        self.is_some()
    }

    fn has_changed(&self) -> bool {
        self.as_ref().is_some_and(DetectChanges::is_changed)
    }
}

/// Defines a system parameter with a list of resources, and a run condition for a change of any of
/// them.
#[macro_export]
macro_rules! watched {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $($(#[$doc:meta])* $field:ident: $resource:ty,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(bevy::ecs::system::SystemParam)]
        $vis struct $name<'w, 's> {
            $($(#[$doc])* pub $field: $resource,)*
            /// Number of optional resources that existed at the last call of `is_changed`.
            there: bevy::prelude::Local<'s, usize>,
        }

        impl $name<'_, '_> {
            /// Returns whether a resource changed since this system's last run, or was added or
            /// removed since the last call.
            $vis fn is_changed(&mut self) -> bool {
                use $crate::watch::Watched;
                let there = [$(self.$field.is_there()),*];
                let there = there.into_iter().filter(|is_there| *is_there).count();
                let before = std::mem::replace(&mut *self.there, there);
                before != there $(|| self.$field.has_changed())*
            }

            /// Run condition: whether [`is_changed`](Self::is_changed).
            $vis fn changed(mut list: $name) -> bool {
                list.is_changed()
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use bevy::prelude::*;

    #[derive(Resource, Default)]
    struct Always(u32);

    #[derive(Resource, Default)]
    struct Sometimes;

    watched! {
        struct Both {
            always: Res<'w, Always>,
            sometimes: Option<Res<'w, Sometimes>>,
        }
    }

    #[derive(Resource, Default, Debug, PartialEq)]
    struct Readings(Vec<(u32, bool)>);

    fn read(both: Both, mut readings: ResMut<Readings>) {
        readings.0.push((both.always.0, both.sometimes.is_some()));
    }

    #[test]
    fn watched_system_runs_when_a_resource_changes_comes_or_goes() {
        let mut app = App::new();
        app.init_resource::<Always>()
            .init_resource::<Readings>()
            .add_systems(Update, read.run_if(Both::changed));
        let mut expected = Vec::new();
        let steps: [(fn(&mut World), _); 6] = [
            (|_| {}, Some((0, false))),
            (|_| {}, None),
            (
                |world| world.resource_mut::<Always>().0 = 1,
                Some((1, false)),
            ),
            (|world| world.insert_resource(Sometimes), Some((1, true))),
            (|_| {}, None),
            (
                |world| {
                    world.remove_resource::<Sometimes>();
                },
                Some((1, false)),
            ),
        ];
        for (step, reading) in steps {
            step(app.world_mut());
            app.update();
            expected.extend(reading);
            assert_eq!(app.world().resource::<Readings>().0, expected);
        }
    }
}
