//! People, as the calls show them.

use application::ports::{PersonName as Named, StoredSalary};
use application::sessions::{Caller, Profile, SignedIn};
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::UserId;
use domain::person::{self, EmployeeId, FullName, Salary};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::fast::instant;
use super::names::wire_names;
use super::pattern::Pattern;
use super::same::same_fields;
use crate::input::wire::display;

wire_names! {
    /// What a person may do follows from the role.
    pub struct Role(person::Role);
}

/// The person who is signed in, as the shell of the portal needs them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionUser {
    pub id: Uuid,
    #[serde(serialize_with = "display")]
    #[schema(value_type = String)]
    pub employee_id: EmployeeId,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub role: Role,
    /// True until the generated password has been changed.
    pub is_first_login: bool,
    /// True while a second factor has to be set up before anything else; not there otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = bool, required = false)]
    pub must_set_up_second_factor: Option<bool>,
}

/// An account with everything that its reader may see.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    #[serde(rename = "_id")]
    pub id: Uuid,
    #[serde(serialize_with = "display")]
    #[schema(value_type = String)]
    pub employee_id: EmployeeId,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    /// The number that the person has in another program, null where there is none; there only for those who look after accounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, required = false)]
    pub external_id: Option<Option<String>>,
    /// Null where there is none; there only for those who may see telephone numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, required = false)]
    pub phone_number: Option<Option<String>>,
    pub role: Role,
    #[schema(required = true)]
    pub department: Option<String>,
    #[schema(required = true)]
    pub designation: Option<String>,
    #[schema(required = true)]
    pub position: Option<String>,
    #[schema(required = true)]
    pub joining_date: Option<NaiveDate>,
    /// From which day on their days are expected, where that is later than the joining date.
    #[schema(required = true)]
    pub records_from: Option<NaiveDate>,
    pub is_active: bool,
    pub is_blocked: bool,
    pub is_first_login: bool,
    /// The manager, where one is assigned.
    #[schema(required = true)]
    pub manager_id: Option<ManagerRef>,
    #[serde(serialize_with = "instant")]
    pub updated_at: DateTime<Utc>,
    /// A number with at most two decimals; there only for those who may see salaries.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, required = false, minimum = 0)]
    pub salary: Option<Option<f64>>,
    /// The work pattern of today, of an Employee; not there in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Pattern>, required = false)]
    pub work_pattern: Option<Option<Pattern>>,
    /// Addresses in the words of providers that are not the portal's; there only for those who look after accounts, and not in lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub provider_emails: Vec<ProviderEmail>,
    /// What people call the provider whose groups decide the role; likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub role_set_by: Option<String>,
    /// There, and true, where an invitation can be sent to the person: their account is active and not blocked, and they have never
    /// signed in; only for those who look after accounts, and not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = bool, required = false)]
    pub can_be_invited: Option<bool>,
}

/// An address in the words of a provider.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProviderEmail {
    /// What people call the provider.
    pub label: String,
    pub email: String,
}

/// A manager, named.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagerRef {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub first_name: String,
    pub last_name: String,
}

/// A person beside something of theirs: an entry, a notification.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonRef {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub first_name: String,
    pub last_name: String,
    #[serde(serialize_with = "display")]
    #[schema(value_type = String)]
    pub employee_id: EmployeeId,
}

/// A person by name only.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonName {
    pub first_name: String,
    pub last_name: String,
}

impl From<(UserId, FullName)> for ManagerRef {
    fn from((id, FullName { first, last }): (UserId, FullName)) -> Self {
        Self { id: id.uuid(), first_name: first, last_name: last }
    }
}

/// A person who acted, with their role now.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActorRef {
    pub first_name: String,
    pub last_name: String,
    pub role: Role,
}

/// One account under the name `user`.
#[derive(Debug, Serialize, ToSchema)]
pub struct UserData {
    pub user: User,
}

impl SessionUser {
    fn new(person: Named, email: String, role: person::Role, is_first_login: bool, must_set_up: bool) -> Self {
        Self {
            id: person.id.uuid(),
            employee_id: person.employee_id,
            first_name: person.name.first,
            last_name: person.name.last,
            email,
            role: role.into(),
            is_first_login,
            must_set_up_second_factor: must_set_up.then_some(true),
        }
    }

    /// The person of a running session.
    pub fn of_caller(caller: Caller) -> Self {
        let role = caller.actor.role;
        Self::new(caller.person, caller.email, role, caller.is_first_login, caller.must_set_up_second_factor)
    }

    /// The person of a new session.
    pub fn of_login(login: SignedIn) -> Self {
        Self::new(login.person, login.email, login.role, login.is_first_login, login.must_set_up_second_factor)
    }
}

impl From<Profile> for User {
    fn from(profile: Profile) -> Self {
        let view = profile.person;
        let emails = profile.providers.emails.into_iter().map(|(label, email)| ProviderEmail { label, email });
        Self {
            salary: profile.salary.map(|salary| salary.map(Salary::as_f64)),
            work_pattern: profile.work_pattern.map(|pattern| pattern.map(Into::into)),
            provider_emails: emails.collect(),
            role_set_by: profile.providers.role_set_by,
            can_be_invited: profile.can_be_invited.then_some(true),
            id: view.person.id.uuid(),
            employee_id: view.person.employee_id,
            first_name: view.person.name.first,
            last_name: view.person.name.last,
            email: view.email,
            external_id: profile.sees_external_id.then_some(view.external_id),
            phone_number: profile.sees_phone_number.then_some(view.phone_number),
            role: view.role.into(),
            department: view.department,
            designation: view.designation,
            position: view.position,
            joining_date: view.joining_date,
            records_from: view.records_from,
            is_active: view.is_active,
            is_blocked: view.is_blocked,
            is_first_login: view.is_first_login,
            manager_id: view.manager.map(ManagerRef::from),
            updated_at: view.updated_at,
        }
    }
}

impl From<Named> for PersonRef {
    fn from(person: Named) -> Self {
        Self {
            id: person.id.uuid(),
            first_name: person.name.first,
            last_name: person.name.last,
            employee_id: person.employee_id,
        }
    }
}

same_fields! { FullName => PersonName { first_name: first, last_name: last } }

/// A salary, or none, from a day on.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalaryPeriod {
    pub from: NaiveDate,
    /// With at most two decimals.
    #[schema(required = true)]
    pub salary: Option<f64>,
    pub set_at: DateTime<Utc>,
    /// Who set it, where that is known.
    #[schema(required = true)]
    pub set_by: Option<ManagerRef>,
}

/// The salaries of a person.
#[derive(Debug, Serialize, ToSchema)]
pub struct Salaries {
    pub salaries: Vec<SalaryPeriod>,
}

impl From<StoredSalary> for SalaryPeriod {
    fn from(StoredSalary { from, salary, set_at, set_by }: StoredSalary) -> Self {
        let set_by = set_by.map(ManagerRef::from);
        Self { from, salary: salary.map(Salary::as_f64), set_at, set_by }
    }
}
