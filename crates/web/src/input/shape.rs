//! Saying in plain words why a JSON body does not fit.
//!
//! A body is read straight into its type, which is fast and says nothing useful when it fails. Only then is it read
//! a second time, here: its type is handed the members in the order of its own fields, and what it refuses names the
//! field and what the field takes. So a body is declared once, by its type.

mod misfit;

use std::cell::RefCell;
use std::fmt;

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, IgnoredAny, IntoDeserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;

use self::misfit::Misfit;
use super::Refused;

/// Reads a body, or refuses it with the place and the reason.
pub fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refused> {
    // A list would be read too, as the fields in their order, if its parser were asked.
    let is_object = body.trim_ascii_start().first() == Some(&b'{');
    let read = if is_object { serde_json::from_slice(body).ok() } else { None };
    read.ok_or_else(|| Refused::because(if is_object { blame::<T>(body) } else { no_object(body) }))
}

fn no_object(body: &[u8]) -> String {
    let read = serde_json::from_slice::<IgnoredAny>(body);
    read.map_or_else(|error| broken(&error), |_| "The request body must be an object".to_owned())
}

fn broken(error: &serde_json::Error) -> String {
    if error.is_eof() { "The request body ends too early" } else { "The request body is not valid JSON" }.to_owned()
}

/// The sentence for an object that did not fit.
fn blame<T: DeserializeOwned>(body: &[u8]) -> String {
    let open = RefCell::new(None);
    let mut reader = serde_json::Deserializer::from_slice(body);
    let read = (Members { open: &open }).deserialize(&mut reader).and_then(|members| reader.end().map(|()| members));
    let misfit = match &read {
        Ok(members) => misfit::<T>(members),
        Err(error) if error.is_eof() => None,
        // A value that cannot be read fits no field.
        Err(_) => open.into_inner().and_then(|name| {
            let member = (name, None);
            let misfit = Body { members: std::slice::from_ref(&member), upto: usize::MAX }.refused_by::<T>()?;
            (misfit.field == member.0).then_some(misfit)
        }),
    };
    match (misfit, read) {
        (Some(misfit), _) => misfit.to_string(),
        (None, Err(error)) => broken(&error),
        (None, Ok(_)) => "The request body does not fit".to_owned(),
    }
}

/// The first field of `T` that does not fit.
fn misfit<T: DeserializeOwned>(members: &[Member]) -> Option<Misfit> {
    let found = Body { members, upto: usize::MAX }.refused_by::<T>()?;
    // A type asks for what is missing after all that is there, but its place may be before.
    let missing = Body { members, upto: found.place }.refused_by::<T>();
    Some(missing.filter(|missing| missing.place < found.place).unwrap_or(found))
}

/// A name and its value; no value if it cannot be read.
type Member = (String, Option<Value>);

/// The members of a body, as far as they are among the first `upto` fields of its type.
struct Body<'a> {
    members: &'a [Member],
    upto: usize,
}

impl Body<'_> {
    fn refused_by<T: DeserializeOwned>(self) -> Option<Misfit> {
        T::deserialize(self).err()
    }
}

impl<'de> Deserializer<'de> for Body<'_> {
    type Error = Misfit;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let given = fields.iter().take(self.upto).flat_map(|&field| {
            let members = self.members.iter().filter(move |(name, _)| name == field);
            members.map(move |(_, value)| (field, Given { field, at: None, value: value.as_ref() }))
        });
        visitor.visit_map(MapDeserializer::new(given)).map_err(|misfit: Misfit| {
            let name = misfit.field.split(['.', '[']).next();
            let place = fields.iter().position(|field| Some(*field) == name);
            Misfit { place: place.unwrap_or_default(), ..misfit }
        })
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_struct("", &[], visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// A value as it was given for a field.
#[derive(Clone, Copy)]
struct Given<'a> {
    field: &'static str,
    /// Where it stands in the list that was given for the field, if it is a part of one.
    at: Option<usize>,
    value: Option<&'a Value>,
}

impl<'a> Given<'a> {
    fn part(self, value: &'a Value) -> Self {
        Self { value: Some(value), ..self }
    }

    /// The path of one of its own fields.
    fn path(self, nested: &str) -> String {
        self.at.map_or_else(|| format!("{}.{nested}", self.field), |at| format!("{}[{at}].{nested}", self.field))
    }
}

impl<'de> Deserializer<'de> for Given<'_> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let read = match self.value {
            None => Err(Misfit::wanting(&visitor)),
            Some(Value::Null) => visitor.visit_unit(),
            Some(Value::Bool(flag)) => visitor.visit_bool(*flag),
            Some(Value::String(text)) => visitor.visit_str(text),
            Some(Value::Number(number)) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(number), _, _) => visitor.visit_u64(number),
                (None, Some(number), _) => visitor.visit_i64(number),
                (None, None, number) => visitor.visit_f64(number.unwrap_or(f64::NAN)),
            },
            Some(Value::Array(list)) => {
                let part = |(at, value)| Given { at: Some(at), ..self.part(value) };
                visitor.visit_seq(SeqDeserializer::new(list.iter().enumerate().map(part)))
            }
            Some(Value::Object(members)) => {
                let members = members.iter().map(|(name, value)| (name.as_str(), self.part(value)));
                visitor.visit_map(MapDeserializer::new(members))
            }
        };
        read.map_err(
            |misfit| {
                if misfit.field.is_empty() { Misfit { field: self.field.to_owned(), ..misfit } } else { misfit }
            },
        )
    }

    /// The fields of an object inside the body, each by its path.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let Some(Value::Object(members)) = self.value else { return self.deserialize_any(visitor) };
        let given = fields.iter().filter_map(|&field| {
            let value = Some(members.get(field)?);
            Some((field, Given { field, at: None, value }))
        });
        let read = visitor.visit_map(MapDeserializer::new(given));
        read.map_err(|misfit: Misfit| Misfit { field: self.path(&misfit.field), ..misfit })
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        if self.value == Some(&Value::Null) {
            visitor.visit_none()
        } else {
            visitor.visit_some(self).map_err(|misfit| {
                let is_nested = misfit.field != self.field;
                if is_nested { misfit } else { Misfit { what: format!("{} or null", misfit.what), ..misfit } }
            })
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl IntoDeserializer<'_, Misfit> for Given<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Collects the members of an object, duplicates included, and remembers which one was being read.
struct Members<'a> {
    open: &'a RefCell<Option<String>>,
}

impl<'de> DeserializeSeed<'de> for Members<'_> {
    type Value = Vec<Member>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Vec<Member>, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Members<'_> {
    type Value = Vec<Member>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vec<Member>, A::Error> {
        let mut members = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            *self.open.borrow_mut() = Some(name.clone());
            members.push((name, Some(map.next_value()?)));
            *self.open.borrow_mut() = None;
        }
        Ok(members)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dto::accounts::{AssignManagerRequest, RegisterRequest, UpdateProfileRequest, UpdateUserRequest};
    use crate::dto::pattern::WorkPatternRequest;
    use crate::dto::requests::{ApproveRequest, SubmitRequest};
    use crate::routes::dashboard::OpenPositionsRequest;

    fn said<T: DeserializeOwned>(body: &str) -> String {
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
            (r#"{"hours":"8","description":7}"#, "date is required"),
            (r#"{"description":7,"hours":"8","date":"2026-06-10"}"#, "hours must be a number"),
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
    fn a_misfit_inside_an_object_names_its_path() {
        let pattern = |fields: &str| {
            said::<WorkPatternRequest>(&format!(r#"{{"from":"2026-06-01","version":0,"pattern":{fields}}}"#))
        };
        for (fields, expected) in [
            (r#"{"workingDays":[1],"fullDayHours":8,"halfDayHours":4}"#, "fits"),
            (r#"{"halfDayHours":4,"fullDayHours":"8","workingDays":[1]}"#, "pattern.fullDayHours must be a number"),
            (r#"{"workingDays":[1],"fullDayHours":8,"halfDayHours":null}"#, "pattern.halfDayHours must be a number"),
            (
                r#"{"workingDays":["Mon"],"fullDayHours":8,"halfDayHours":4}"#,
                "pattern.workingDays must be a list of numbers",
            ),
            (r#"{"workingDays":5,"fullDayHours":8,"halfDayHours":4}"#, "pattern.workingDays must be a list of numbers"),
            (r#"{"workingDays":[1],"fullDayHours":8}"#, "pattern.halfDayHours is required"),
            ("7", "pattern must be a work pattern or null"),
        ] {
            assert_eq!(pattern(fields), expected, "{fields}");
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
        for role in [r#"" admin""#, r#""ADMIN""#, "1", r#"["Admin"]"#, r#"{"Admin":null}"#, r#"{"$ne":1}"#] {
            let body = format!(r#"{{"firstName":"A","role":{role}}}"#);
            assert_eq!(said::<RegisterRequest>(&body), "role must be one of Employee, Manager, HR, Admin, Boss");
        }
        for role in [r#""""#, "null", r#""HR""#] {
            assert_eq!(said::<RegisterRequest>(&format!(r#"{{"role":{role}}}"#)), "fits", "{role}");
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
