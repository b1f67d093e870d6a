//! Enums with a list of all their values.

/// Declares an enum with a function `all`, which returns every value. A variant with a field yields
/// one value for each item of the expression after `in`.
macro_rules! enumerated {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $($(#[$doc:meta])* $variant:ident $(($field:ty) in $values:expr)?,)*
        }
    ) => {
        $(#[$meta])*
        pub enum $name {
            $($(#[$doc])* $variant $(($field))?,)*
        }

        impl $name {
            /// Returns all values of the enum.
            pub fn all() -> Vec<Self> {
                let mut all = Vec::new();
                $(enumerated!(@add all $name $variant $($values)?);)*
                all
            }
        }
    };
    (@add $all:ident $name:ident $variant:ident) => {
        $all.extend([$name::$variant]);
    };
    (@add $all:ident $name:ident $variant:ident $values:expr) => {
        $all.extend($values.into_iter().map($name::$variant));
    };
}

pub(crate) use enumerated;
