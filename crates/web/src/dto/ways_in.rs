//! How people sign in, beside a password.

use application::people;
use application::ports::SecondFactorView;
use application::second_factors::{NewFactor, OwnWaysIn, Proof};
use application::sign_in::LinkedAccount;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::same::same_fields;
use crate::input::wire;

/// A second factor that is set up.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactor {
    pub created_at: DateTime<Utc>,
    /// When a code of the app was last used.
    #[schema(required = true)]
    pub last_used_at: Option<DateTime<Utc>>,
}

impl From<SecondFactorView> for SecondFactor {
    fn from(view: SecondFactorView) -> Self {
        Self { created_at: view.created_at, last_used_at: view.last_used_at }
    }
}

/// An account at a provider, which is linked.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Identity {
    /// The provider's name in addresses.
    pub provider: String,
    /// What people call the provider.
    pub name: String,
    /// Who they are there: the first and the last two characters of it.
    pub subject: String,
    /// The address in the provider's words.
    #[schema(required = true)]
    pub email: Option<String>,
    pub linked_at: DateTime<Utc>,
    #[schema(required = true)]
    pub last_used_at: Option<DateTime<Utc>>,
}

same_fields! { LinkedAccount => Identity { provider, name, subject, email, linked_at, last_used_at } }

/// How the caller signs in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnCredentials {
    /// The second factor; null where there is none.
    #[schema(required = true)]
    pub totp: Option<SecondFactor>,
    /// How many recovery codes have not been used.
    pub recovery_left: u32,
    pub identities: Vec<Identity>,
    /// Whether the caller's role needs a second factor.
    pub is_required: bool,
    /// From when on; null where it needs none.
    #[schema(required = true)]
    pub required_from: Option<DateTime<Utc>>,
}

impl From<OwnWaysIn> for OwnCredentials {
    fn from(own: OwnWaysIn) -> Self {
        Self {
            recovery_left: own.factor.as_ref().map_or(0, |factor| factor.recovery_left),
            totp: own.factor.map(Into::into),
            identities: own.linked.into_iter().map(Into::into).collect(),
            is_required: own.required_from.is_some(),
            required_from: own.required_from,
        }
    }
}

/// How somebody signs in, for administrators.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaysIn {
    pub identities: Vec<Identity>,
    /// Null where there is none.
    #[schema(required = true)]
    pub second_factor: Option<SecondFactor>,
    /// Whether it is a break-glass account; not there unless passwords are for those.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = bool, required = false)]
    pub is_break_glass: Option<bool>,
}

impl From<people::WaysIn> for WaysIn {
    fn from(ways: people::WaysIn) -> Self {
        let people::WaysIn { factor, linked, is_break_glass } = ways;
        let identities = linked.into_iter().map(Into::into).collect();
        Self { identities, second_factor: factor.map(Into::into), is_break_glass }
    }
}

/// The caller's password, once more.
#[derive(Deserialize, ToSchema)]
pub struct BeginTotpRequest {
    #[serde(default)]
    #[schema(format = "password", max_length = 128, required = true)]
    pub password: String,
}

/// A key for an app, which waits a quarter of an hour for its first code.
#[derive(Serialize, ToSchema)]
pub struct TotpKey {
    /// In base 32.
    pub key: String,
    /// What the QR code says: an `otpauth` address.
    pub uri: String,
}

impl From<NewFactor> for TotpKey {
    fn from(new: NewFactor) -> Self {
        Self { key: new.key.reveal().to_owned(), uri: new.uri.0 }
    }
}

/// The first code of an app.
#[derive(Deserialize, ToSchema)]
pub struct ConfirmTotpRequest {
    #[serde(default)]
    #[schema(max_length = 64, required = true)]
    pub code: String,
}

/// Password and code, to change what is set up.
#[derive(Deserialize, ToSchema)]
pub struct ProofRequest {
    #[serde(default)]
    #[schema(format = "password", max_length = 128, required = true)]
    pub password: String,
    /// Of the app, or a recovery code.
    #[serde(default)]
    #[schema(max_length = 64, required = true)]
    pub code: String,
}

same_fields! { ProofRequest => Proof { password, code } }

/// Ten codes, each of which takes the place of the app once. They are answered once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    pub recovery_codes: Vec<String>,
}

/// Whether an account is to be a break-glass account.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BreakGlassRequest {
    pub is_break_glass: bool,
    #[serde(default, deserialize_with = "wire::text_or_null")]
    #[schema(min_length = 1, max_length = 500, required = true)]
    pub reason: String,
}

/// Why an administrator takes somebody's second factor away.
#[derive(Deserialize, ToSchema)]
pub struct ResetSecondFactorRequest {
    #[serde(default, deserialize_with = "wire::text_or_null")]
    #[schema(min_length = 1, max_length = 500, required = true)]
    pub reason: String,
}

/// Why an administrator removes somebody's link.
#[derive(Deserialize, ToSchema)]
pub struct RemoveIdentityRequest {
    #[serde(default, deserialize_with = "wire::text_or_null")]
    #[schema(min_length = 1, max_length = 500, required = true)]
    pub reason: String,
}
