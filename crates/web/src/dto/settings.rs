//! Settings.

use application::settings::{SettingSource, SettingView};
use chrono::{DateTime, NaiveDate, Utc};
use domain::settings::{Definition, Keeper, Key, Kind, Rhythm, Typed, Value};
use serde::{Deserialize, Serialize};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use super::names::wire_names;
use super::people::PersonName;
use crate::input::query::{Pairs, Query};
use crate::input::{Refused, wire};

/// The name of a setting: each one of the registry.
#[derive(Clone, Copy, Debug)]
pub struct SettingKey(Key);

impl Serialize for SettingKey {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.0.definition().name)
    }
}

impl PartialSchema for SettingKey {
    fn schema() -> RefOr<Schema> {
        let line = |key: &Key| {
            let Definition { name, label, help, .. } = key.definition();
            format!("- `{name}`: {label}. {help}")
        };
        let lines: Vec<String> = Key::ALL.iter().map(line).collect();
        ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::String))
            .description(Some(format!("A setting:\n{}", lines.join("\n"))))
            .enum_values(Some(Key::ALL.iter().map(|key| key.definition().name)))
            .into()
    }
}

impl ToSchema for SettingKey {}

wire_names! {
    /// Who keeps a setting.
    pub struct SettingScope(Keeper);
}

/// What a setting may be.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SettingType {
    Integer,
    Text,
    /// `HH:MM`, in quarter hours, of the organisation's zone.
    Time,
    Boolean,
    /// One of `choices`.
    Choice,
}

wire_names! {
    /// Where a value comes from.
    pub struct SettingOrigin(SettingSource);
}

/// The value of a setting, by its type.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum SettingValue {
    Integer(u32),
    Boolean(bool),
    Text(String),
}

/// A value that is still to come.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NextValue {
    pub value: SettingValue,
    /// The first day on which it holds.
    pub from: NaiveDate,
}

/// A setting.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Setting {
    pub key: SettingKey,
    pub scope: SettingScope,
    #[serde(rename = "type")]
    pub kind: SettingType,
    #[schema(value_type = String)]
    pub label: &'static str,
    #[schema(value_type = String)]
    pub help: &'static str,
    /// Of a setting by month the one of this month, of one by day that of today.
    pub value: SettingValue,
    pub default: SettingValue,
    /// The least, of an integer; the fewest characters, of a text.
    #[schema(required = true)]
    pub min: Option<u32>,
    /// The most, likewise.
    #[schema(required = true)]
    pub max: Option<u32>,
    #[schema(required = true, value_type = Option<Vec<String>>)]
    pub choices: Option<&'static [&'static str]>,
    /// Whether a value holds from a month on.
    pub is_by_month: bool,
    /// The first day on which the value holds, where one was named.
    #[schema(required = true)]
    pub from: Option<NaiveDate>,
    #[schema(required = true)]
    pub next: Option<NextValue>,
    pub source: SettingOrigin,
    /// How often it was changed.
    pub version: u32,
    #[schema(required = true)]
    pub updated_at: Option<DateTime<Utc>>,
    #[schema(required = true)]
    pub updated_by: Option<PersonName>,
}

/// What the operator of the server sets.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Operator {
    /// The IANA time zone that decides what day it is.
    #[schema(value_type = String)]
    pub timezone: &'static str,
    /// The address under which people know the portal.
    pub public_url: String,
    /// Where mails go.
    pub mail: MailRoute,
    pub database: DatabaseEngine,
    /// The portal's version.
    #[schema(value_type = String)]
    pub version: &'static str,
}

/// Where mails go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MailRoute {
    /// To a mail server.
    Smtp,
    /// Into files in the data folder.
    File,
}

/// What keeps the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DatabaseEngine {
    Sqlite,
    Postgres,
}

/// The settings of a page, in its order.
#[derive(Debug, Serialize, ToSchema)]
pub struct Settings {
    pub settings: Vec<Setting>,
    /// With the settings of the system.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operator: Option<Operator>,
}

/// A setting as it is now.
#[derive(Debug, Serialize, ToSchema)]
pub struct SettingData {
    pub setting: Setting,
}

/// Which settings.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SettingsQuery {
    #[param(value_type = SettingScope)]
    pub scope: Keeper,
}

impl Query for SettingsQuery {
    fn read(pairs: &Pairs<'_>) -> Result<Self, Refused> {
        // It is no page of its own.
        if pairs.text("scope")? == Some(Keeper::TimeZone.name()) {
            return Ok(Self { scope: Keeper::TimeZone });
        }
        let scopes = [Keeper::Hr, Keeper::System].map(|keeper| (keeper.name(), keeper));
        Ok(Self { scope: pairs.needed("scope", pairs.one_of("scope", &scopes)?)? })
    }
}

/// What somebody wants of a setting.
#[derive(Clone, Deserialize, ToSchema)]
pub struct SettingRequest {
    #[serde(default)]
    #[schema(value_type = SettingValue, required = true)]
    pub value: serde_json::Value,
    /// As it was when the setting was looked at.
    pub version: u32,
    /// The first day on which it shall hold: of a setting by month that of a month, this one where none is named; of one by day a
    /// day to come.
    #[serde(default, deserialize_with = "wire::optional_date")]
    pub from: Option<NaiveDate>,
}

impl From<SettingRequest> for application::settings::Change {
    fn from(SettingRequest { value, version, from }: SettingRequest) -> Self {
        use serde_json::Value as Json;
        let value = match value {
            Json::Number(number) => {
                number.as_u64().and_then(|number| u32::try_from(number).ok()).map_or(Typed::Other, Typed::Number)
            }
            Json::String(text) => Typed::Text(text),
            Json::Bool(is_so) => Typed::Boolean(is_so),
            Json::Null | Json::Array(_) | Json::Object(_) => Typed::Other,
        };
        Self { value, from, version }
    }
}

impl From<Value> for SettingValue {
    fn from(value: Value) -> Self {
        match value {
            Value::Integer(number) => Self::Integer(number),
            Value::Boolean(is_so) => Self::Boolean(is_so),
            Value::Text(text) => Self::Text(text),
            time @ Value::Time(_) => Self::Text(time.to_string()),
        }
    }
}

impl From<SettingView> for Setting {
    fn from(view: SettingView) -> Self {
        let Definition { keeper, kind, rhythm, label, help, .. } = view.key.definition();
        let (min, max) = match kind {
            Kind::Integer { min, max } => (Some(min), Some(max)),
            Kind::Text { max } => (Some(1), u32::try_from(max).ok()),
            Kind::Time | Kind::Boolean | Kind::Choice(_) => (None, None),
        };
        let (updated_at, updated_by) = view.changed.unzip();
        Self {
            key: SettingKey(view.key),
            scope: keeper.into(),
            kind: match kind {
                Kind::Integer { .. } => SettingType::Integer,
                Kind::Text { .. } => SettingType::Text,
                Kind::Time => SettingType::Time,
                Kind::Boolean => SettingType::Boolean,
                Kind::Choice(_) => SettingType::Choice,
            },
            label,
            help,
            value: view.value.into(),
            default: view.default.into(),
            min,
            max,
            choices: if let Kind::Choice(choices) = kind { Some(choices()) } else { None },
            is_by_month: rhythm == Rhythm::ByMonth,
            from: view.from,
            next: view.next.map(|(from, value)| NextValue { value: value.into(), from }),
            source: view.source.into(),
            version: view.version,
            updated_at,
            updated_by: updated_by.flatten().map(PersonName::from),
        }
    }
}
