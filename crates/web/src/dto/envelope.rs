//! The envelope around every JSON answer.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};
use utoipa::{ToSchema, openapi};

use super::imports::ImportPlanData;
use crate::error::Code;

fn always(value: bool) -> Object {
    ObjectBuilder::new().schema_type(Type::Boolean).enum_values(Some([value])).build()
}

/// The value `true`, spelled out so that a generated client can tell the two envelopes apart.
fn always_true() -> openapi::RefOr<openapi::Schema> {
    always(true).into()
}

/// The value `false`, as above.
fn always_false() -> openapi::RefOr<openapi::Schema> {
    always(false).into()
}

/// A success.
#[derive(Debug, Serialize, ToSchema)]
pub struct Answer<T> {
    /// Always true.
    #[schema(schema_with = always_true, required = true)]
    pub success: bool,
    /// A sentence for the person, where there is something to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub message: Option<Cow<'static, str>>,
    /// What was asked for.
    pub data: T,
}

impl<T> Answer<T> {
    /// An answer that needs no sentence.
    pub fn of(data: T) -> Self {
        Self { success: true, message: None, data }
    }

    /// An answer with a sentence for the person.
    pub fn saying(message: impl Into<Cow<'static, str>>, data: T) -> Self {
        Self { success: true, message: Some(message.into()), data }
    }
}

/// An answer without content.
#[derive(Debug, Serialize, ToSchema)]
pub struct Nothing {}

/// A failure, of whatever kind.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorEnvelope<'a> {
    /// Always false.
    #[schema(schema_with = always_false, required = true)]
    pub success: bool,
    /// A sentence for the person.
    #[schema(value_type = String)]
    pub message: &'a str,
    /// The same for a machine.
    pub code: Code,
    /// Where single fields are to blame: the field's name and a sentence about it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = BTreeMap<String, String>, required = false)]
    pub errors: &'a BTreeMap<&'static str, String>,
    /// Present and true where the date has to be unlocked first.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub requires_unlock: bool,
    /// What the person has to look at next, where there is something: `plan`, where an import was planned anew.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = ImportPlanData, required = false)]
    pub data: Option<&'a ImportPlanData>,
    /// The id to quote when asking for help.
    #[schema(value_type = String)]
    pub request_id: &'a str,
}

/// Where a page lies in the whole.
#[derive(Debug, Serialize, ToSchema)]
pub struct Pagination {
    /// This page, from 1.
    pub current: u64,
    pub pages: u64,
    /// Rows on all pages.
    pub total: u64,
}

impl Pagination {
    /// The page `current` of `total` rows, `limit` a page. Without rows there is one page, an empty one.
    pub fn new(current: u32, limit: u32, total: u32) -> Self {
        Self { current: current.into(), pages: total.div_ceil(limit.max(1)).max(1).into(), total: total.into() }
    }
}
