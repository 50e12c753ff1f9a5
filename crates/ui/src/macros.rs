//! What Rust makes long: enums with a table of what is known about each variant, and conditions over
//! several resources.

/// An enum with a list of all its variants, in order, and a table of what is known about each.
macro_rules! enum_table {
    (
        $(#[$meta:meta])*
        $vis:vis enum $type:ident {
            $(#[$column_meta:meta])*
            $column_vis:vis fn $column:ident() -> $value_type:ty;
            $($(#[$variant_meta:meta])* $variant:ident => $value:expr,)*
        }
    ) => {
        $(#[$meta])*
        $vis enum $type {
            $($(#[$variant_meta])* $variant,)*
        }

        impl $type {
            /// All of them, in order.
            $vis const ALL: [$type; [$(stringify!($variant)),*].len()] = [$($type::$variant),*];

            $(#[$column_meta])*
            $column_vis const fn $column(self) -> $value_type {
                const VALUES: [$value_type; $type::ALL.len()] = [$($value),*];
                VALUES[self as usize]
            }
        }
    };
}

/// A condition: whether one of these resources has changed. All are looked at each time: one that is
/// passed over would count as changed in a later frame.
macro_rules! any_changed {
    ($first:ty $(, $other:ty)* $(,)?) => {
        resource_exists_and_changed::<$first>$(.or_eager(resource_exists_and_changed::<$other>))*
    };
}

pub(crate) use {any_changed, enum_table};
