//! Names of the domain, as the API document shows them.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};

/// Declares types of the API for enums that have names: each is written as its name, and its schema lists them all.
macro_rules! wire_names {
    ($(#[doc = $about:literal] pub struct $name:ident($of:ty);)+) => {$(
        #[doc = $about]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name(pub $of);

        impl From<$of> for $name {
            fn from(of: $of) -> Self {
                Self(of)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.0.name())
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                $crate::dto::names::schema($about, <$of>::ALL.map(<$of>::name))
            }
        }

        impl utoipa::ToSchema for $name {}
    )+};
}
pub(crate) use wire_names;

/// The schema of one of these names.
pub(crate) fn schema(about: &str, names: impl IntoIterator<Item = &'static str>) -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(SchemaType::Type(Type::String))
        .description(Some(about.trim()))
        .enum_values(Some(names))
        .into()
}
