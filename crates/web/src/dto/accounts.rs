//! What accounts are created and changed with, and the passwords to them.

use application::accounts::{Patch, Registered, Registration};
use application::mail::Confidential;
use application::passwords::PasswordChange;
use application::people::{AccountUpdate, PasswordReset, ProfileUpdate};
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::UserId;
use domain::person;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::people::{Role, User};
use super::same::same_fields;
use crate::input::wire;

/// A new account.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterRequest {
    #[serde(default)]
    #[schema(min_length = 1, max_length = 100, required = true)]
    pub first_name: String,
    #[serde(default)]
    #[schema(min_length = 1, max_length = 100, required = true)]
    pub last_name: String,
    #[serde(default)]
    #[schema(max_length = 254, required = true)]
    pub email: String,
    /// A visitor may leave it out, and names no other than `Employee`.
    #[serde(default, deserialize_with = "wire::role")]
    #[schema(value_type = Role, required = false)]
    pub role: Option<person::Role>,
    #[schema(max_length = 100)]
    pub department: Option<String>,
    #[schema(max_length = 100)]
    pub position: Option<String>,
    /// With at most two decimals. A visitor's is ignored.
    #[schema(minimum = 0)]
    pub salary: Option<f64>,
    /// True where it is left out. A visitor's is ignored.
    #[serde(default, deserialize_with = "wire::given")]
    #[schema(value_type = bool, required = false)]
    pub is_active: Option<bool>,
    /// The first day that can have an entry. A visitor joins today.
    #[serde(default, deserialize_with = "wire::optional_date")]
    #[schema(required = false)]
    pub joining_date: Option<NaiveDate>,
}

same_fields! {
    RegisterRequest => Registration {
        first_name, last_name, email, role, department, position, salary, is_active, joining_date,
    }
}

/// What the owner of a new account signs in with for the first time.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GeneratedCredentials {
    pub employee_id: String,
    pub password: String,
}

/// A new account, and what its owner signs in with.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterData {
    pub user: User,
    /// Not there where its password would not open the account.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = GeneratedCredentials, required = false)]
    pub generated_credentials: Option<GeneratedCredentials>,
}

impl From<Registered> for RegisterData {
    fn from(registered: Registered) -> Self {
        let employee_id = registered.account.person.person.employee_id.to_string();
        let credentials = |password: Confidential| GeneratedCredentials { employee_id, password: password.0 };
        Self { generated_credentials: registered.password.map(credentials), user: registered.account.into() }
    }
}

/// Whose password is forgotten.
#[derive(Deserialize, ToSchema)]
pub struct ForgotPasswordRequest {
    #[serde(default)]
    #[schema(max_length = 254, required = true)]
    pub email: String,
}

/// The password that takes the place of a forgotten one.
#[derive(Deserialize, ToSchema)]
pub struct ResetPasswordRequest {
    #[serde(default)]
    #[schema(format = "password", min_length = 6, max_length = 128, required = true)]
    pub password: String,
}

/// The password so far, and the one that takes its place.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePasswordRequest {
    #[serde(default)]
    #[schema(format = "password", max_length = 128, required = true)]
    pub current_password: String,
    #[serde(default)]
    #[schema(format = "password", min_length = 6, max_length = 128, required = true)]
    pub new_password: String,
    #[serde(default)]
    #[schema(format = "password", min_length = 6, max_length = 128, required = true)]
    pub confirm_password: String,
}

same_fields! {
    ChangePasswordRequest => PasswordChange { current: current_password, new: new_password, repeated: confirm_password }
}

/// What people change of their own account. What is left out stays, null clears it.
#[derive(Clone, Deserialize, ToSchema)]
pub struct UpdateProfileRequest {
    #[serde(default, deserialize_with = "wire::patch")]
    #[schema(value_type = Option<String>, max_length = 100, required = false)]
    pub department: Patch<String>,
    #[serde(default, deserialize_with = "wire::patch")]
    #[schema(value_type = Option<String>, max_length = 100, required = false)]
    pub position: Patch<String>,
}

same_fields! { UpdateProfileRequest => ProfileUpdate { department, position } }

/// What HR and administrators change of an account. What is left out stays, null clears it.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateUserRequest {
    #[serde(default)]
    #[schema(min_length = 1, max_length = 100, required = true)]
    pub first_name: String,
    #[serde(default)]
    #[schema(min_length = 1, max_length = 100, required = true)]
    pub last_name: String,
    #[serde(default)]
    #[schema(max_length = 254, required = true)]
    pub email: String,
    /// The number that the person has in another program.
    #[serde(default, deserialize_with = "wire::patch")]
    #[schema(value_type = Option<String>, max_length = 64, required = false)]
    pub external_id: Patch<String>,
    #[serde(default, deserialize_with = "wire::role")]
    #[schema(value_type = Role, required = true)]
    pub role: Option<person::Role>,
    #[serde(default, deserialize_with = "wire::patch")]
    #[schema(value_type = Option<String>, max_length = 100, required = false)]
    pub department: Patch<String>,
    #[serde(default, deserialize_with = "wire::patch")]
    #[schema(value_type = Option<String>, max_length = 100, required = false)]
    pub position: Patch<String>,
    #[serde(default, deserialize_with = "wire::patch")]
    #[schema(value_type = Option<String>, max_length = 32, required = false)]
    pub phone_number: Patch<String>,
    #[serde(default, deserialize_with = "wire::patch")]
    #[schema(value_type = Option<String>, max_length = 100, required = false)]
    pub designation: Patch<String>,
    /// With at most two decimals.
    #[serde(default, deserialize_with = "wire::patch")]
    #[schema(value_type = Option<f64>, minimum = 0, required = false)]
    pub salary: Patch<f64>,
    /// The day from which the salary holds: today where it is left out, or the joining date where that is still to come. Without a
    /// salary it says nothing.
    #[serde(default, deserialize_with = "wire::optional_date")]
    pub salary_from: Option<NaiveDate>,
    /// Of an Employee; of somebody else it stays as it is.
    #[serde(default, deserialize_with = "wire::date_patch")]
    #[schema(value_type = Option<NaiveDate>, required = false)]
    pub joining_date: Patch<NaiveDate>,
    /// From which day on an Employee's days are expected, where that is later than the joining date. Of somebody else it stays as it is.
    #[serde(default, deserialize_with = "wire::date_patch")]
    #[schema(value_type = Option<NaiveDate>, required = false)]
    pub records_from: Patch<NaiveDate>,
    #[serde(default, deserialize_with = "wire::given")]
    #[schema(value_type = bool, required = false)]
    pub is_active: Option<bool>,
    /// The `updatedAt` of the account as it was on the screen. An account that has changed since refuses the call.
    #[serde(default, deserialize_with = "wire::given_instant")]
    #[schema(value_type = DateTime<Utc>, required = false)]
    pub expected: Option<DateTime<Utc>>,
}

same_fields! {
    UpdateUserRequest => AccountUpdate {
        first_name, last_name, email, external_id, role, department, position, phone_number, designation, salary,
        salary_from, joining_date, records_from, is_active, expected,
    }
}

/// Whether the account is to be blocked or let in again.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToggleBlockRequest {
    pub is_blocked: bool,
}

/// A reset of somebody's password.
#[derive(Clone, Deserialize, ToSchema)]
pub struct ResetPasswordForRequest {
    #[serde(default, deserialize_with = "wire::text_or_null")]
    #[schema(min_length = 1, max_length = 500, required = true)]
    pub reason: String,
    /// Whether the temporary password is also mailed to the person.
    #[serde(default)]
    pub mail: bool,
}

same_fields! { ResetPasswordForRequest => PasswordReset { reason, mail } }

/// The password of a person until they choose their own.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemporaryPassword {
    pub temporary_password: String,
}

/// Who gets which manager.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssignManagerRequest {
    /// The `_id` of an Employee.
    #[serde(deserialize_with = "wire::id")]
    #[schema(value_type = Uuid)]
    pub employee_id: UserId,
    /// The `_id` of a Manager; empty for none.
    #[serde(deserialize_with = "wire::id_or_empty")]
    #[schema(value_type = String, required = true)]
    pub manager_id: Option<UserId>,
}
