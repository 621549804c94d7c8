//! Saying in plain words why a JSON body does not fit.
//!
//! A body is read straight into its type, which is fast and says nothing useful when it fails. Only then is it read
//! a second time, here, against the table of its fields, to name the field that is to blame.

use std::cell::RefCell;
use std::fmt;

use chrono::DateTime;
use domain::id::UserId;
use domain::person::Role;
use domain::time::parse_date;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::error::Category;

use super::Refused;

/// A body whose fields are known.
pub trait Shape: DeserializeOwned {
    /// Its fields, in the order in which they are blamed.
    const FIELDS: &'static [Field];
}

/// One field of a body.
pub struct Field {
    name: &'static str,
    kind: Kind,
    required: bool,
}

impl Field {
    pub const fn required(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, required: true }
    }

    pub const fn optional(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, required: false }
    }
}

/// What a field holds.
#[derive(Clone, Copy)]
pub enum Kind {
    Text,
    Number,
    Date,
    /// A date, or an empty text for none.
    DateOrEmpty,
    /// True or false.
    Flag,
    /// A whole number that is not negative.
    Count,
    Role,
    Id,
    /// An id, or an empty text for nobody.
    IdOrEmpty,
    Ids,
    /// The same as their namesakes, or null.
    TextOrNull,
    NumberOrNull,
    DateOrNull,
    Instant,
    /// An object from ids to instants, or nothing.
    Instants,
}

impl Kind {
    fn sentence(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "a number",
            Self::Date => "a date (YYYY-MM-DD)",
            Self::DateOrEmpty => "a date (YYYY-MM-DD), or an empty text for none",
            Self::Flag => "true or false",
            Self::Count => "a whole number, not negative",
            Self::Role => "one of Employee, Manager, HR, Admin",
            Self::Id => "an id",
            Self::IdOrEmpty => "an id, or an empty text for nobody",
            Self::Ids => "a list of ids",
            Self::TextOrNull => "text or null",
            Self::NumberOrNull => "a number or null",
            Self::DateOrNull => "a date (YYYY-MM-DD) or null",
            Self::Instant => "an instant (RFC 3339)",
            Self::Instants => "an object with an instant (RFC 3339) for each id",
        }
    }

    fn fits(self, value: &Value) -> bool {
        let is_id = |text: &str| text.parse::<UserId>().is_ok();
        let is_instant = |text: &str| DateTime::parse_from_rfc3339(text).is_ok();
        match (self, value) {
            (Self::Text | Self::TextOrNull, Value::String(_))
            | (Self::Number | Self::NumberOrNull, Value::Number(_))
            | (Self::Flag, Value::Bool(_))
            | (Self::Instants | Self::TextOrNull | Self::NumberOrNull | Self::DateOrNull, Value::Null) => true,
            (Self::Date | Self::DateOrNull, Value::String(text)) => parse_date(text).is_some(),
            (Self::DateOrEmpty, Value::String(text)) => text.is_empty() || parse_date(text).is_some(),
            (Self::Instant, Value::String(text)) => is_instant(text),
            (Self::Count, Value::Number(number)) => number.as_u64().is_some_and(|number| u32::try_from(number).is_ok()),
            (Self::Role, Value::String(text)) => text.parse::<Role>().is_ok(),
            (Self::Id, Value::String(text)) => is_id(text),
            (Self::IdOrEmpty, Value::String(text)) => text.is_empty() || is_id(text),
            (Self::Ids, Value::Array(all)) => all.iter().all(|id| id.as_str().is_some_and(is_id)),
            (Self::Instants, Value::Object(all)) => {
                all.iter().all(|(id, at)| is_id(id) && at.as_str().is_some_and(is_instant))
            }
            _ => false,
        }
    }
}

/// Reads a body, or says what is wrong with it.
pub fn read<T: Shape>(body: &[u8]) -> Result<T, Refused> {
    // A list would be read too, as the fields in their order, if its parser were asked.
    let is_list = body.trim_ascii_start().first() == Some(&b'[');
    let read = if is_list { None } else { serde_json::from_slice(body).ok() };
    read.ok_or_else(|| Refused::because(blame(body, T::FIELDS)))
}

/// The sentence for a body that did not fit.
fn blame(body: &[u8], fields: &[Field]) -> String {
    let open = RefCell::new(None);
    let mut reader = serde_json::Deserializer::from_slice(body);
    let read = (Members { open: &open }).deserialize(&mut reader).and_then(|members| reader.end().map(|()| members));
    let members = match read {
        Ok(Some(members)) => members,
        Ok(None) => return "The request body must be an object".to_owned(),
        Err(error) if error.classify() == Category::Eof => {
            return "The request body ends too early".to_owned();
        }
        Err(_) => {
            return open
                .into_inner()
                .and_then(|name| fields.iter().find(|field| field.name == name))
                .map_or_else(|| "The request body is not valid JSON".to_owned(), must_be);
        }
    };
    for field in fields {
        let mut values = members.iter().filter(|(name, _)| name == field.name);
        match (values.next(), values.next()) {
            (_, Some(_)) => return format!("{} is given twice", field.name),
            (None, None) if field.required => return format!("{} is required", field.name),
            (Some((_, value)), None) if !field.kind.fits(value) => return must_be(field),
            _ => {}
        }
    }
    "The request body does not fit".to_owned()
}

fn must_be(field: &Field) -> String {
    format!("{} must be {}", field.name, field.kind.sentence())
}

/// Collects the members of an object, duplicates included, and remembers which one was being read.
struct Members<'a> {
    open: &'a RefCell<Option<String>>,
}

type Read = Option<Vec<(String, Value)>>;

impl<'de> DeserializeSeed<'de> for Members<'_> {
    type Value = Read;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Read, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Members<'_> {
    type Value = Read;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Read, A::Error> {
        let mut members = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            *self.open.borrow_mut() = Some(name.clone());
            members.push((name, map.next_value()?));
            *self.open.borrow_mut() = None;
        }
        Ok(Some(members))
    }

    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut list: A) -> Result<Read, A::Error> {
        while list.next_element::<serde::de::IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Read, E> {
        Ok(None)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Read, E> {
        Ok(None)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Read, E> {
        Ok(None)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Read, E> {
        Ok(None)
    }

    fn visit_str<E>(self, _: &str) -> Result<Read, E> {
        Ok(None)
    }

    fn visit_unit<E>(self) -> Result<Read, E> {
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use crate::dto::accounts::{AssignManagerRequest, RegisterRequest, UpdateProfileRequest, UpdateUserRequest};
    use crate::dto::dashboard::OpenPositionsRequest;
    use crate::dto::requests::{ApproveRequest, SubmitRequest};

    fn said<T: Shape>(body: &str) -> String {
        match read::<T>(body.as_bytes()) {
            Ok(_) => "fits".to_owned(),
            Err(refused) => refused.sentence,
        }
    }

    #[test]
    fn every_misfit_names_its_field() {
        let deep = format!(r#"{{"date":{}1{}}}"#, "[".repeat(200), "]".repeat(200));
        let cases = [
            (r#"{"date":"2026-06-10","hours":8,"description":"x"}"#, "fits"),
            (r#"{"date":"2026-06-10","hours":8.0,"description":"x","more":[[1]]}"#, "fits"),
            (r#"{"date":"2026-02-30","hours":8,"description":"x"}"#, "date must be a date (YYYY-MM-DD)"),
            (r#"{"date":20260610,"hours":8,"description":"x"}"#, "date must be a date (YYYY-MM-DD)"),
            (r#"{"hours":8,"description":"x"}"#, "date is required"),
            (r#"{"date":"2026-06-10","hours":"8","description":"x"}"#, "hours must be a number"),
            (r#"{"date":"2026-06-10","hours":null,"description":"x"}"#, "hours must be a number"),
            (r#"{"date":"2026-06-10","hours":1e309,"description":"x"}"#, "hours must be a number"),
            (r#"{"date":"2026-06-10","hours":NaN,"description":"x"}"#, "hours must be a number"),
            (r#"{"date":"2026-06-10","hours":8,"hours":9,"description":"x"}"#, "hours is given twice"),
            (r#"{"date":"2026-06-10","hours":8,"description":7}"#, "description must be text"),
            (r#"{"date":"2026-06-10","hours":8,"description":"\ud800"}"#, "description must be text"),
            (r#"{"date":"2026-06-10","hours":8,"description":"x"#, "The request body ends too early"),
            (r#"{"date":"2026-06-10","hours":8,"description":"x"} 1"#, "The request body is not valid JSON"),
            ("[1,2]", "The request body must be an object"),
            (r#" ["2026-06-10",8,"in the order of the fields"]"#, "The request body must be an object"),
            ("\"text\"", "The request body must be an object"),
            ("null", "The request body must be an object"),
            ("", "The request body ends too early"),
            ("\u{feff}{}", "The request body is not valid JSON"),
            (deep.as_str(), "date must be a date (YYYY-MM-DD)"),
        ];
        for (body, expected) in cases {
            assert_eq!(said::<SubmitRequest>(body), expected, "{body}");
        }
    }

    #[test]
    fn nesting_without_end_is_refused_or_ignored() {
        let open = "[".repeat(100_000);
        assert_eq!(said::<SubmitRequest>(&open), "The request body ends too early");
        let ignored =
            format!(r#"{{"x":{open}{},"date":"2026-06-10","hours":1,"description":"x"}}"#, "]".repeat(100_000));
        assert_eq!(said::<SubmitRequest>(&ignored), "fits");
    }

    #[test]
    fn what_may_be_null_is_told_from_what_may_only_be_missing() {
        let change = |fields: &str| {
            said::<UpdateUserRequest>(&format!(
                r#"{{"firstName":"A","lastName":"B","email":"a@x.org","role":"HR"{fields}}}"#
            ))
        };
        for (fields, expected) in [
            ("", "fits"),
            (r#","salary":null,"phoneNumber":null,"department":"x""#, "fits"),
            (r#","salary":"1""#, "salary must be a number or null"),
            (r#","designation":[]"#, "designation must be text or null"),
            (r#","isActive":null"#, "isActive must be true or false"),
            (r#","role":"Admin""#, "role is given twice"),
        ] {
            assert_eq!(change(fields), expected, "{fields}");
        }
        let read = |fields: &str| read::<UpdateProfileRequest>(fields.as_bytes()).unwrap();
        assert_eq!(read("{}").department, None);
        assert_eq!(read(r#"{"department":null}"#).department, Some(None));
        assert_eq!(read(r#"{"department":""}"#).department, Some(Some(String::new())));
    }

    #[test]
    fn a_role_and_an_id_are_spelled_one_way() {
        for role in [r#"" admin""#, r#""ADMIN""#, "null", "1", r#"["Admin"]"#, r#"{"Admin":null}"#, r#"{"$ne":1}"#] {
            let body = format!(r#"{{"firstName":"A","role":{role}}}"#);
            assert_eq!(said::<RegisterRequest>(&body), "role must be one of Employee, Manager, HR, Admin");
        }
        assert_eq!(
            said::<RegisterRequest>(r#"{"joiningDate":"2026-02-30"}"#),
            "joiningDate must be a date (YYYY-MM-DD) or null"
        );
        let id = "0190163d-8694-739b-aea5-966c26f8ad91";
        for (employee, manager, expected) in [
            (format!("\"{id}\""), r#""""#, "fits"),
            (format!("\"{id}\""), "null", "managerId must be an id, or an empty text for nobody"),
            (r#""""#.to_owned(), r#""""#, "employeeId must be an id"),
        ] {
            let body = format!(r#"{{"employeeId":{employee},"managerId":{manager}}}"#);
            assert_eq!(said::<AssignManagerRequest>(&body), expected, "{body}");
        }
        for (value, expected) in [("7", "fits"), ("-1", "no"), ("1.0", "no"), ("4294967296", "no"), ("\"7\"", "no")] {
            let sentence = said::<OpenPositionsRequest>(&format!(r#"{{"value":{value}}}"#));
            let expected = expected.replace("no", "value must be a whole number, not negative");
            assert_eq!(sentence, expected, "{value}");
        }
    }

    #[test]
    fn lists_of_ids() {
        let id = "0190163d-8694-739b-aea5-966c26f8ad91";
        for (body, expected) in [
            (format!(r#"{{"ids":["{id}"]}}"#), "fits"),
            (format!(r#"{{"ids":["{id}"],"expected":null}}"#), "fits"),
            (format!(r#"{{"ids":["{id}"],"expected":{{"{id}":"2026-06-10T08:00:00Z"}}}}"#), "fits"),
            (
                format!(r#"{{"ids":["{id}"],"expected":{{"{id}":"soon"}}}}"#),
                "expected must be an object with an instant (RFC 3339) for each id",
            ),
            (format!(r#"{{"ids":"{id}"}}"#), "ids must be a list of ids"),
            (r#"{"ids":["EMP1001"]}"#.to_owned(), "ids must be a list of ids"),
            (r#"{"ids":[1]}"#.to_owned(), "ids must be a list of ids"),
            ("{}".to_owned(), "ids is required"),
        ] {
            assert_eq!(said::<ApproveRequest>(&body), expected, "{body}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_body_is_answered_in_the_words_of_the_parser(body in ".{0,200}") {
            let sentence = said::<SubmitRequest>(&body);
            for word in ["line", "column", "struct", "serde", "f64", "expected value"] {
                proptest::prop_assert!(!sentence.contains(word), "{sentence}");
            }
        }
    }
}
