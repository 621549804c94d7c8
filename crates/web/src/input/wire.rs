//! Values that are written in exactly one way, for `#[serde(deserialize_with)]`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::str::FromStr;

use application::accounts::Patch;
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::{EventId, TimesheetId};
use domain::person::Role;
use domain::time::parse_date;
use serde::de::{Deserialize, Deserializer, Error};
use uuid::Uuid;

/// A date as `YYYY-MM-DD`.
pub fn date<'de, D: Deserializer<'de>>(from: D) -> Result<NaiveDate, D::Error> {
    let text = Cow::<'de, str>::deserialize(from)?;
    parse_date(&text).ok_or_else(|| D::Error::custom("not a date"))
}

/// The same, or nothing.
pub fn optional_date<'de, D: Deserializer<'de>>(from: D) -> Result<Option<NaiveDate>, D::Error> {
    let text = Option::<Cow<'de, str>>::deserialize(from)?;
    text.map(|text| parse_date(&text).ok_or_else(|| D::Error::custom("not a date"))).transpose()
}

/// A date, or an empty text for none.
pub fn date_or_empty<'de, D: Deserializer<'de>>(from: D) -> Result<Option<NaiveDate>, D::Error> {
    let text = Cow::<'de, str>::deserialize(from)?;
    if text.is_empty() {
        return Ok(None);
    }
    parse_date(&text).map(Some).ok_or_else(|| D::Error::custom("not a date"))
}

/// A value that may be left out, but is not null where it stands.
pub fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// A value that stays where it is left out, and is cleared where it is null.
pub fn patch<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Patch<T>, D::Error> {
    Option::<T>::deserialize(from).map(Some)
}

/// A role, by its name and nothing else.
pub fn role<'de, D: Deserializer<'de>>(from: D) -> Result<Role, D::Error> {
    Cow::<'de, str>::deserialize(from)?.parse().map_err(|_| D::Error::custom("not a role"))
}

/// The same where it may be left out.
pub fn given_role<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Role>, D::Error> {
    role(from).map(Some)
}

/// An id.
pub fn id<'de, D: Deserializer<'de>, T: FromStr>(from: D) -> Result<T, D::Error> {
    Cow::<'de, str>::deserialize(from)?.parse().map_err(|_| D::Error::custom("not an id"))
}

/// An id, or an empty text for nobody.
pub fn id_or_empty<'de, D: Deserializer<'de>, T: FromStr>(from: D) -> Result<Option<T>, D::Error> {
    let text = Cow::<'de, str>::deserialize(from)?;
    if text.is_empty() {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| D::Error::custom("not an id"))
}

/// A list of ids.
pub fn ids<'de, D: Deserializer<'de>, T: FromStr>(from: D) -> Result<Vec<T>, D::Error> {
    Vec::<Cow<'de, str>>::deserialize(from)?
        .iter()
        .map(|text| text.parse().map_err(|_| D::Error::custom("not an id")))
        .collect()
}

/// A list of ids of a kind that the handler knows.
pub fn uuids<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Uuid>, D::Error> {
    // Which kind does not matter here: all of them are spelled alike.
    Ok(ids::<D, EventId>(from)?.into_iter().map(EventId::uuid).collect())
}

/// Entries and the instants at which they were last changed, or nothing.
pub fn instants<'de, D: Deserializer<'de>>(from: D) -> Result<Option<BTreeMap<TimesheetId, DateTime<Utc>>>, D::Error> {
    let Some(texts) = Option::<BTreeMap<Cow<'de, str>, DateTime<Utc>>>::deserialize(from)? else {
        return Ok(None);
    };
    texts
        .into_iter()
        .map(|(id, at)| Ok((id.parse().map_err(|_| D::Error::custom("not an id"))?, at)))
        .collect::<Result<_, _>>()
        .map(Some)
}

/// Writes a value as the text that it is known by, without a string in between.
pub fn display<T: std::fmt::Display, S: serde::Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}
