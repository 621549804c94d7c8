//! Enums whose variants have names.

/// Declares an enum each of whose variants has a name on the wire or in the store, with `ALL`, `name` and `named`. A second text, and
/// semicolons, add `label`. The order of the variants is that of `ALL`.
#[macro_export]
macro_rules! names {
    ($(#[$about:meta])* $vis:vis enum $type:ident { $($(#[$doc:meta])* $variant:ident = $name:literal,)+ }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $type {
            $($(#[$doc])* $variant,)+
        }

        impl $type {
            /// All of them, in their order.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// Its name on the wire or in the store. It never changes.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// The one with this name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.name() == name)
            }
        }
    };
    ($(#[$about:meta])* $vis:vis enum $type:ident { $($(#[$doc:meta])* $variant:ident = $name:literal, $label:literal;)+ }) => {
        $crate::names! {
            $(#[$about])*
            $vis enum $type {
                $($(#[$doc])* $variant = $name,)+
            }
        }

        impl $type {
            /// What people read.
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$variant => $label,)+
                }
            }
        }
    };
}
