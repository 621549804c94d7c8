//! What is read for the reports about the portal itself. One statement each, however many people, entries and events there are.

use super::{DecidedTogether, PersonName, Result};
use chrono::NaiveDate;
use domain::Instant;
use domain::id::UserId;
use domain::oversight::health::Check;
use domain::person::{FullName, Role};
use domain::time::Month;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoleAccounts {
    pub role: Role,
    pub accounts: u32,
    /// Those that are active and not blocked.
    pub active: u32,
    /// Those that are active and blocked.
    pub blocked: u32,
    pub inactive: u32,
    pub never_signed_in: u32,
    /// Those with which somebody has, and not since the instant asked for.
    pub not_lately: u32,
    /// Active ones, blocked or not, whose generated password was not changed yet.
    pub temporary_passwords: u32,
}

impl RoleAccounts {
    /// Those of a role that nobody has.
    pub const fn none(role: Role) -> Self {
        Self {
            role,
            accounts: 0,
            active: 0,
            blocked: 0,
            inactive: 0,
            never_signed_in: 0,
            not_lately: 0,
            temporary_passwords: 0,
        }
    }
}

/// How often something happened.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Activity {
    pub sign_ins: u32,
    pub failed_sign_ins: u32,
    pub recorded: u32,
    pub decided: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManagerWaiting {
    pub manager: PersonName,
    /// The active Employees of the team.
    pub team: u32,
    pub waiting: u32,
    pub oldest: Option<Instant>,
    pub leave_waiting: u32,
    /// Who stands in today, where they can act.
    pub substitute: Option<FullName>,
}

/// How many mails wait, were given up, and were sent lately.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MailFigures {
    pub waiting: u32,
    pub given_up: u32,
    /// Those that were sent since the instant asked for.
    pub sent: u32,
    pub oldest_waiting: Option<Instant>,
}

/// A mail that waits or was given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsentMail {
    /// What it is about: the name of its kind.
    pub kind: String,
    pub to: String,
    pub since: Instant,
    pub attempts: u32,
    /// When it is tried next; `None` where it was given up.
    pub next_at: Option<Instant>,
    pub last_error: Option<String>,
}

/// The people whom a check of accounts found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundPeople {
    pub check: Check,
    pub count: u32,
    /// The first of them, by name.
    pub people: Vec<PersonName>,
}

port! { Reads::system_reports =>
    /// Reads for the reports about the portal itself.
    pub trait SystemReportReads: Send + Sync {
        /// The accounts of each role that somebody has. `lately`: since when a sign-in is one of late.
        async fn accounts(&self, lately: Instant) -> Result<Vec<RoleAccounts>>;
        /// What happened from `from` on and before `before`, by quarters of an hour, each told by an instant in it. No day begins
        /// within such a quarter, wherever.
        async fn activity(&self, from: Instant, before: Instant) -> Result<Vec<(Instant, Activity)>>;
        /// A page (from 1) of the active managers, and how many there are: those whose longest-waiting entry was submitted first
        /// come first, and those for whom none waits last, by name. An entry in a closed month does not wait.
        async fn managers(&self, today: NaiveDate, page: u32, limit: u32)
        -> Result<(Vec<ManagerWaiting>, u32)>;
        /// The entries of these managers' teams whose newest decision was made from `from` on and before `before`, by manager; see
        /// [`super::ReportReads::decided_by_person`].
        async fn decided_by_team(
            &self,
            managers: &[UserId],
            from: Instant,
            before: Instant,
        ) -> Result<Vec<(UserId, DecidedTogether)>>;
        /// How many entries wait for nobody, because there is no manager who can act on `today`, and when the first was submitted.
        async fn waiting_for_nobody(&self, today: NaiveDate) -> Result<(u32, Option<Instant>)>;
        /// How many mails are where. `since`: from when on the sent ones are counted.
        async fn mail_figures(&self, since: Instant) -> Result<MailFigures>;
        /// At most `limit` mails that were not sent: those that were given up, then those that wait, each newest first.
        async fn unsent_mails(&self, limit: u32) -> Result<Vec<UnsentMail>>;
        /// When the newest backup was made.
        async fn newest_backup(&self) -> Result<Option<Instant>>;
        /// What the checks about people find on `today`, at most `limit` of them by name each. A temporary password is too old
        /// where it was made before `temporary_before`.
        async fn people_found(
            &self,
            today: NaiveDate,
            temporary_before: Instant,
            limit: u32,
        ) -> Result<Vec<FoundPeople>>;
        /// The closed months whose newest check found something, the newest first.
        async fn drifted_months(&self) -> Result<Vec<Month>>;
    }
}
