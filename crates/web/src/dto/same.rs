//! Types that have the same fields on the wire and in a use case.

/// Turns a type into another one that has the same fields.
macro_rules! same_fields {
    ($($from:ty => $to:ty { $($field:ident),+ $(,)? })+) => {$(
        impl From<$from> for $to {
            fn from(from: $from) -> Self {
                Self { $($field: from.$field),+ }
            }
        }
    )+};
}
pub(crate) use same_fields;
