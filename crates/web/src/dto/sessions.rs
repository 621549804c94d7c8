//! Signing in, and what the shell asks for afterwards.

use application::ports::StoodInFor;
use application::sessions::{LoggedIn, SignedIn};
use chrono::{DateTime, NaiveDate, Utc};
use domain::access;
use domain::sign_in::Provider;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::names::wire_names;
use super::people::{Role, SessionUser};

/// A successful login.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginData {
    pub user: SessionUser,
    /// To be sent as `Authorization: Bearer …` from now on.
    pub token: String,
    /// True while the generated password has to be changed before anything else.
    pub is_first_login: bool,
    /// True while a second factor has to be set up before anything else but that; not there otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = bool, required = false)]
    pub must_set_up_second_factor: Option<bool>,
}

impl From<SignedIn> for LoginData {
    fn from(login: SignedIn) -> Self {
        Self {
            token: login.token.clone(),
            is_first_login: login.is_first_login,
            must_set_up_second_factor: login.must_set_up_second_factor.then_some(true),
            user: SessionUser::of_login(login),
        }
    }
}

/// The right password of an account with a second factor: nobody is signed in yet.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondStepData {
    pub second_factor: SecondStepTicket,
}

/// What `POST /api/auth/second-factor` takes with a code.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondStepTicket {
    /// Good for one sign-in, and for five codes.
    pub ticket: String,
    pub expires_at: DateTime<Utc>,
}

/// What a right password is answered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum LoginAnswer {
    SignedIn(LoginData),
    NeedsCode(SecondStepData),
}

impl From<LoggedIn> for LoginAnswer {
    fn from(login: LoggedIn) -> Self {
        match login {
            LoggedIn::SignedIn(login) => Self::SignedIn(login.into()),
            LoggedIn::NeedsCode { ticket, expires_at } => {
                Self::NeedsCode(SecondStepData { second_factor: SecondStepTicket { ticket, expires_at } })
            }
        }
    }
}

/// What anybody may know of this portal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PortalData {
    /// The organisation's name.
    pub organisation: String,
    /// The IANA time zone that decides what day it is.
    #[schema(value_type = String)]
    pub timezone: &'static str,
    /// Whether visitors may register themselves.
    pub self_registration: bool,
    /// How many characters a new password has at least.
    pub password_minimum: u32,
    /// The ISO weekdays on which the organisation works, 1 for Monday to 7 for Sunday.
    #[schema(min_items = 1, max_items = 7)]
    pub working_days: Vec<u8>,
    /// How long a full day of the organisation is today.
    #[schema(minimum = 0, maximum = 24, multiple_of = 0.5)]
    pub full_day_hours: f64,
    /// How long half a day of the organisation is today.
    #[schema(minimum = 0, maximum = 24, multiple_of = 0.5)]
    pub half_day_hours: f64,
    /// The providers by which people sign in, in the order of their buttons; not there without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<SignInProvider>, required = false)]
    pub providers: Option<Vec<SignInProvider>>,
    /// Whose passwords open an account; not there without a provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = PasswordUse, required = false)]
    pub passwords: Option<PasswordUse>,
}

/// A provider by which people sign in.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignInProvider {
    pub name: String,
    /// What people call it.
    pub label: String,
}

impl From<&Provider> for SignInProvider {
    fn from(provider: &Provider) -> Self {
        Self { name: provider.name.to_string(), label: provider.label.clone() }
    }
}

wire_names! {
    /// Whose passwords open an account.
    pub struct PasswordUse(domain::sign_in::PasswordUse);
}

/// Where the browser goes on.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Continuation {
    pub continue_at: String,
}

/// A session has ended.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedOut {
    /// Where the browser goes on to sign out at the provider by which the session began; not there where nothing is left to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub continue_at: Option<String>,
}

/// The running session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionData {
    pub user: SessionUser,
    /// The organisation's day. The browser's clock decides nothing.
    pub today: NaiveDate,
    #[schema(value_type = String)]
    pub timezone: &'static str,
    pub expires_at: DateTime<Utc>,
    pub badges: Badges,
    /// What the caller is able to do, for anybody at all. Whose things that covers, each call says.
    pub can: Vec<Capability>,
    /// The roles whose accounts the caller looks after, and may give to others.
    pub manages: Vec<Role>,
    /// The managers for whom the caller stands in today, by name.
    pub substitute_for: Vec<SubstituteFor>,
    /// The ISO 4217 code of every amount, for a caller who sees salaries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
}

/// A manager for whom the caller stands in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubstituteFor {
    pub manager_id: Uuid,
    pub first_name: String,
    pub last_name: String,
    /// The last day.
    pub to: NaiveDate,
}

impl From<StoodInFor> for SubstituteFor {
    fn from(StoodInFor { manager, name, to }: StoodInFor) -> Self {
        Self { manager_id: manager.uuid(), first_name: name.first, last_name: name.last, to }
    }
}

macro_rules! capability {
    ($($(#[$doc:meta])* $name:ident,)+) => {
        /// Something that a person is able to do.
        #[derive(Clone, Copy, Debug, Serialize, ToSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum Capability {
            $($(#[$doc])* $name,)+
        }

        impl From<access::Capability> for Capability {
            fn from(capability: access::Capability) -> Self {
                match capability {
                    $(access::Capability::$name => Self::$name,)+
                }
            }
        }
    };
}
domain::capabilities!(capability);

/// The counts that the sidebar shows.
#[derive(Debug, Serialize, ToSchema)]
pub struct Badges {
    /// An employee's unread notices, the pending resubmissions of the teams that the caller decides for, nothing for others.
    pub notifications: u64,
    /// The requests for leave that wait for the caller, nothing for who decides on none.
    pub leave: u64,
}
