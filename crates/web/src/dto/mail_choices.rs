//! Which mails somebody gets.

use application::mail_choices::{MailPreference, MailPreferences};
use chrono::NaiveTime;
use domain::mail_choices as rules;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

use super::names::wire_names;

wire_names! {
    /// When the mails of a kind go out.
    pub struct MailTiming(rules::MailTiming);
}

/// A kind of mail, as its reader chooses it.
#[derive(Debug, Serialize, ToSchema)]
pub struct MailChoice {
    #[schema(value_type = String)]
    pub kind: &'static str,
    #[schema(value_type = String)]
    pub label: &'static str,
    /// What holds.
    pub mail: MailTiming,
    pub choices: Vec<MailTiming>,
    pub default: MailTiming,
}

impl From<MailPreference> for MailChoice {
    fn from(MailPreference { offer, timing }: MailPreference) -> Self {
        Self {
            kind: offer.kind.name(),
            label: offer.label,
            mail: timing.into(),
            choices: offer.choices.iter().copied().map(Into::into).collect(),
            default: offer.default.into(),
        }
    }
}

/// The kinds of mail of the caller's role, in the order in which people see them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailChoices {
    pub preferences: Vec<MailChoice>,
    /// When digests go out, as `HH:MM` of the organisation's zone.
    pub digest_time: String,
    /// When people are reminded in the evening, likewise.
    pub reminder_time: String,
}

impl From<MailPreferences> for MailChoices {
    fn from(found: MailPreferences) -> Self {
        let written = |time: NaiveTime| time.format("%H:%M").to_string();
        Self {
            preferences: found.kinds.into_iter().map(Into::into).collect(),
            digest_time: written(found.digest_time),
            reminder_time: written(found.reminder_time),
        }
    }
}

/// What somebody chooses, by the kind. Those left out stay.
#[derive(Deserialize, ToSchema)]
pub struct MailChoicesRequest {
    #[schema(value_type = BTreeMap<String, MailTiming>)]
    pub preferences: BTreeMap<String, serde_json::Value>,
}

impl MailChoicesRequest {
    /// The kinds and timings as they were sent. What is no text is told back as it was written.
    pub fn wanted(self) -> Vec<(String, String)> {
        let as_text = |value| match value {
            serde_json::Value::String(text) => text,
            other => other.to_string(),
        };
        self.preferences.into_iter().map(|(kind, value)| (kind, as_text(value))).collect()
    }
}
