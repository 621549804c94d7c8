//! Values that are written in exactly one way, for `#[serde(deserialize_with)]`. What each of them expects is what a
//! person reads when a body does not fit: [`super::shape`].

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use application::accounts::Patch;
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::EventId;
use domain::leave::DayPart;
use domain::person::Role;
use domain::time::parse_date;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};
use uuid::Uuid;

/// A value that is written as text.
struct Written<W, T> {
    /// What it is, in words.
    wanted: W,
    parse: fn(&str) -> Option<T>,
    /// What an empty text stands for, where it stands for anything.
    empty: Option<T>,
    /// What null stands for, likewise.
    null: Option<T>,
}

impl<W: fmt::Display, T> Visitor<'_> for Written<W, T> {
    type Value = T;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.wanted)
    }

    fn visit_str<E: Error>(mut self, text: &str) -> Result<T, E> {
        let empty = self.empty.take().filter(|_| text.is_empty());
        if let Some(empty) = empty {
            return Ok(empty);
        }
        (self.parse)(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }

    fn visit_unit<E: Error>(mut self) -> Result<T, E> {
        self.null.take().ok_or_else(|| E::invalid_type(Unexpected::Unit, &self))
    }
}

/// A value that is written as text, in words `wanted`.
pub(crate) fn written<'de, D: Deserializer<'de>, T>(
    from: D,
    wanted: &'static str,
    parse: fn(&str) -> Option<T>,
) -> Result<T, D::Error> {
    from.deserialize_any(Written { wanted, parse, empty: None, null: None })
}

fn parsed<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

pub fn date<'de, D: Deserializer<'de>>(from: D) -> Result<NaiveDate, D::Error> {
    written(from, "a date (YYYY-MM-DD)", parse_date)
}

pub fn optional_date<'de, D: Deserializer<'de>>(from: D) -> Result<Option<NaiveDate>, D::Error> {
    Ok(Option::<Day>::deserialize(from)?.map(|Day(day)| day))
}

/// A date that stays where it is left out, and is cleared where it is null.
pub fn date_patch<'de, D: Deserializer<'de>>(from: D) -> Result<Patch<NaiveDate>, D::Error> {
    optional_date(from).map(Some)
}

/// A date, or an empty text for none.
pub fn date_or_empty<'de, D: Deserializer<'de>>(from: D) -> Result<Option<NaiveDate>, D::Error> {
    from.deserialize_any(maybe(DATE_OR_EMPTY, |text| parse_date(text).map(Some)))
}

/// A date that may be left blank: null stands for none, which a rule of the product refuses in its own words.
pub fn date_or_blank<'de, D: Deserializer<'de>>(from: D) -> Result<Option<NaiveDate>, D::Error> {
    from.deserialize_any(Written { null: Some(None), ..maybe(DATE_OR_EMPTY, |text| parse_date(text).map(Some)) })
}

const DATE_OR_EMPTY: &str = "a date (YYYY-MM-DD), or an empty text for none";

/// A value that is nothing where the text is empty.
fn maybe<T>(wanted: &'static str, parse: fn(&str) -> Option<Option<T>>) -> Written<&'static str, Option<T>> {
    Written { wanted, parse, empty: Some(None), null: None }
}

/// Text that has to be there. Null stands for none, which a rule of the product refuses in its own words.
pub fn text_or_null<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let parse = |text: &str| Some(text.to_owned());
    from.deserialize_any(Written { wanted: "text", parse, empty: None, null: Some(String::new()) })
}

/// A value that may be left out, but is not null where it stands.
pub fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// A value that has to be there, and may be null.
pub fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    Option::<T>::deserialize(from)
}

/// A value that stays where it is left out, and is cleared where it is null.
pub fn patch<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Patch<T>, D::Error> {
    nullable(from).map(Some)
}

/// A role, by its name and nothing else. Empty or null stands for none.
pub fn role<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Role>, D::Error> {
    let wanted = format!("one of {}", Role::ALL.map(Role::name).join(", "));
    from.deserialize_any(Written { wanted, parse: |text| parsed(text).map(Some), empty: Some(None), null: Some(None) })
}

/// An instant that may be left out.
pub fn given_instant<'de, D: Deserializer<'de>>(from: D) -> Result<Option<DateTime<Utc>>, D::Error> {
    written(from, "an instant (RFC 3339)", parsed).map(Some)
}

pub fn id<'de, D: Deserializer<'de>, T: FromStr>(from: D) -> Result<T, D::Error> {
    written(from, "an id", parsed)
}

/// An id that may be left out, or null.
pub fn optional_id<'de, D: Deserializer<'de>, T: FromStr>(from: D) -> Result<Option<T>, D::Error> {
    let parse = |text: &str| parsed(text).map(Some);
    from.deserialize_any(Written { wanted: "an id", parse, empty: None, null: Some(None) })
}

/// An id, or an empty text for nobody.
pub fn id_or_empty<'de, D: Deserializer<'de>, T: FromStr>(from: D) -> Result<Option<T>, D::Error> {
    from.deserialize_any(maybe(ID_OR_EMPTY, |text| parsed(text).map(Some)))
}

/// An id that may be left blank; see [`date_or_blank`].
pub fn id_or_blank<'de, D: Deserializer<'de>, T: FromStr>(from: D) -> Result<Option<T>, D::Error> {
    from.deserialize_any(Written { null: Some(None), ..maybe(ID_OR_EMPTY, |text| parsed(text).map(Some)) })
}

const ID_OR_EMPTY: &str = "an id, or an empty text for nobody";

pub fn numbers<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<f64>, D::Error> {
    list(from, "a list of numbers", Some)
}

/// A list, and what it comes to. Where it does not fit, or something in it, it is not what is `wanted`.
pub(crate) fn list<'de, D: Deserializer<'de>, T: Deserialize<'de>, L>(
    from: D,
    wanted: &'static str,
    read: fn(Vec<T>) -> Option<L>,
) -> Result<L, D::Error> {
    from.deserialize_any(List { wanted, read })
}

pub fn ids<'de, D: Deserializer<'de>, T: FromStr>(from: D) -> Result<Vec<T>, D::Error> {
    list(from, "a list of ids", |ids: Vec<Id<T>>| Some(ids.into_iter().map(|Id(id)| id).collect()))
}

pub fn dates<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<NaiveDate>, D::Error> {
    list(from, "a list of dates (YYYY-MM-DD)", |days: Vec<Day>| Some(days.into_iter().map(|Day(day)| day).collect()))
}

/// A list of ids of a kind that the handler knows.
pub fn uuids<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Uuid>, D::Error> {
    // Which kind does not matter here: all of them are spelled alike.
    Ok(ids::<D, EventId>(from)?.into_iter().map(EventId::uuid).collect())
}

/// Things and the instants when they were last changed, or nothing.
pub fn instants<'de, D: Deserializer<'de>, T: FromStr + Ord>(
    from: D,
) -> Result<Option<BTreeMap<T, DateTime<Utc>>>, D::Error> {
    from.deserialize_any(Instants(PhantomData))
}

/// A part of a date, by its name.
pub fn day_part<'de, D: Deserializer<'de>>(from: D) -> Result<DayPart, D::Error> {
    written(from, "one of full, morning, afternoon", DayPart::named)
}

/// An id in a list or a map.
#[derive(serde::Deserialize)]
#[serde(transparent, bound = "T: FromStr")]
pub(crate) struct Id<T>(#[serde(deserialize_with = "id")] pub(crate) T);

#[derive(serde::Deserialize)]
#[serde(transparent)]
struct Day(#[serde(deserialize_with = "date")] NaiveDate);

struct List<T, L> {
    wanted: &'static str,
    read: fn(Vec<T>) -> Option<L>,
}

impl<'de, T: Deserialize<'de>, L> Visitor<'de> for List<T, L> {
    type Value = L;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.wanted)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<L, A::Error> {
        let mut found = Vec::new();
        while let Some(one) = list.next_element().map_err(|_| A::Error::invalid_value(Unexpected::Seq, &self))? {
            found.push(one);
        }
        (self.read)(found).ok_or_else(|| A::Error::invalid_value(Unexpected::Seq, &self))
    }
}

struct Instants<T>(PhantomData<T>);

impl<'de, T: FromStr + Ord> Visitor<'de> for Instants<T> {
    type Value = Option<BTreeMap<T, DateTime<Utc>>>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object with an instant (RFC 3339) for each id")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut instants = BTreeMap::new();
        while let Some((Id(id), at)) = map.next_entry().map_err(|_| A::Error::invalid_value(Unexpected::Map, &self))? {
            instants.insert(id, at);
        }
        Ok(Some(instants))
    }
}

/// Writes a value as the text that it is known by, without a string in between.
pub fn display<T: fmt::Display, S: serde::Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}
