//! Types that have the same fields on the wire and in a use case.

/// Turns a type into another one that has the same fields, some of them under another name: `employee: employee_id`.
macro_rules! same_fields {
    (@ $from:ident $field:ident) => { $from.$field };
    (@ $from:ident $field:ident $source:ident) => { $from.$source };
    ($($from:ty => $to:ty { $($field:ident $(: $source:ident)?),+ $(,)? })+) => {$(
        impl From<$from> for $to {
            fn from(from: $from) -> Self {
                Self { $($field: $crate::dto::same::same_fields!(@ from $field $($source)?)),+ }
            }
        }
    )+};
}
pub(crate) use same_fields;
