//! Months: what keeps them open or closed, what is known of them, and their revisions.

use super::{EmployeeIds, PersonName, Result};
use chrono::{NaiveDate, NaiveDateTime, Offset, TimeDelta};
use chrono_tz::Tz;
use domain::Instant;
use domain::access::Scope;
use domain::id::{CloseId, LeaveRequestId, UserId};
use domain::month::{
    ChangedDays, Concerned, Held, MonthFacts, MonthState, PayrollFile, PayrollForm, PayrollRow, Standing,
};
use domain::person::{EmployeeId, FullName};
use domain::time::Month;
use domain::timesheet::Hours;

domain::names! {
    /// To whom HR's reminder goes.
    pub enum ReminderKind {
        /// To the person who can decide.
        Manager = "manager",
        Employee = "employee",
    }
}

/// What the papers of a revision say beside its rows, as it was at the close: so they stay the same bytes, whatever has another
/// name later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imprint {
    pub organisation: String,
    /// By how many minutes the organisation's clock was ahead of UTC.
    pub minutes_ahead: i32,
}

impl Imprint {
    /// That of a close at this moment.
    pub fn new(organisation: &str, zone: Tz, closed_at: Instant) -> Self {
        let ahead = closed_at.with_timezone(&zone).offset().fix().local_minus_utc();
        Self { organisation: organisation.to_owned(), minutes_ahead: ahead / 60 }
    }

    /// An instant in the organisation's time zone.
    pub fn on_the_clock(&self, at: Instant) -> NaiveDateTime {
        at.naive_utc() + TimeDelta::minutes(self.minutes_ahead.into())
    }
}

/// What a close found, when it is finished.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRevision {
    pub revision: u32,
    pub closed_at: Instant,
    pub closed_by: UserId,
    /// Why it was forced, where it was.
    pub reason: Option<String>,
    pub employees: u32,
    /// How many of its people were not ready.
    pub blocked: u32,
    pub currency: String,
    /// The rate, in per cent, from which attendance of the month counts as good.
    pub good_percent: u32,
    /// The checksum of its file: 64 lower-case hexadecimal digits.
    pub checksum: String,
    pub imprint: Imprint,
    pub form: PayrollForm,
}

port! { UnitOfWork::months =>
    /// Months, for writing.
    pub trait MonthRepository: Send + Sync {
        /// What a write of these days finds. Where it is [`Held::Open`] they MUST stay open until the unit of work ends. `today`
        /// bounds the months that can be closed: it, and every day before it. One statement. MUST NOT wait for a close, only for
        /// the moment in which one begins or ends.
        [Asks] async fn hold_open(&self, days: &ChangedDays, concerned: Concerned, today: NaiveDate) -> Result<Held>;
        /// The same of many changes, in their order, with a fixed number of statements. The months of those that find them open MUST
        /// stay open.
        [Asks] async fn hold_all(&self, days: &[(ChangedDays, Concerned)], today: NaiveDate) -> Result<Vec<Held>>;
        /// How the month stands. The caller has it alone, see [`Store::begin_alone`](super::Store::begin_alone).
        [Looks] async fn standing(&self, month: Month) -> Result<Standing>;
        /// Begins a close, which ends by itself 30 real seconds after it was begun or last prolonged. `false`, and nothing done,
        /// where one of this or another month is under way. The caller has the month alone.
        [Writes] async fn begin_close(&self, month: Month, close: CloseId) -> Result<bool>;
        /// Removes at most `limit` rows that failed closes of the month left, and says whether there may be more. MUST be `Stale`
        /// where this close has ended. Prolongs it.
        [Writes] async fn discard_rows(&self, month: Month, close: CloseId, limit: u32) -> Result<bool>;
        /// Adds rows of the revision that the close will make, which nobody sees before its end, and prolongs it. MUST be `Stale`
        /// where it has ended.
        [Writes] async fn add_rows(&self, month: Month, close: CloseId, rows: &[PayrollRow]) -> Result<()>;
        /// Ends a close with its revision: the month is closed. MUST be `Stale` where it has ended by itself. The caller has the
        /// month alone.
        [Writes] async fn finish_close(&self, month: Month, close: CloseId, revision: &NewRevision) -> Result<()>;
        /// Ends a close without a result: the month is as it was before. Does nothing where it has ended by itself.
        [Writes] async fn abandon_close(&self, month: Month, close: CloseId) -> Result<()>;
        /// Opens a closed month again. The caller has it alone, and has seen it closed.
        [Writes] async fn reopen(&self, month: Month, by: UserId, reason: &str, at: Instant) -> Result<()>;
        /// Notes an export of a revision, and says whether it is the first one, which alone is kept. The caller has the month
        /// alone.
        [Writes] async fn note_export(&self, month: Month, revision: u32, by: UserId, at: Instant) -> Result<bool>;
        /// Whether the newest revision of the month was exported. The caller has the month alone.
        [Looks] async fn is_exported(&self, month: Month) -> Result<bool>;
        /// Whether the newest revision of the month has a row of somebody else than these people.
        [Looks] async fn has_row_besides(&self, month: Month, users: &[UserId]) -> Result<bool>;
        /// Accepts days as absent, those left out that are already, and says which are new. One statement for each 500.
        [ChangesDays] async fn accept(
            &self,
            days: &[(UserId, NaiveDate)],
            note: &str,
            by: UserId,
            at: Instant,
        ) -> Result<Vec<(UserId, NaiveDate)>>;
        /// Ends the acceptance of a person's day, where there is one: something was done about it.
        // An acceptance ends with what is written about its day, which has passed.
        [Writes] async fn end_acceptance(&self, user: UserId, day: NaiveDate) -> Result<()>;
        /// Ends the acceptance of those days of these requests for leave that approved leave covers whole, by one request or two.
        /// One statement.
        [Writes] async fn end_acceptance_on_leave(&self, requests: &[LeaveRequestId]) -> Result<()>;
        /// The facts of these people's month, whose accounts MUST NOT change until the unit of work ends. Unknown ids are left out.
        [Looks] async fn facts_of(
            &self,
            month: Month,
            users: &[UserId],
            half_days: &[Hours],
        ) -> Result<Vec<(UserId, MonthFacts)>>;
        /// Notes that these people are reminded about the month on `day`, and returns those of them who had not been. Of two at
        /// once each person MUST be returned to one only.
        [Writes] async fn remind(
            &self,
            month: Month,
            kind: ReminderKind,
            users: &[UserId],
            day: NaiveDate,
        ) -> Result<Vec<UserId>>;
        /// Keeps what a check of a revision found. `false`, and nothing done, where the month has a newer one or is no longer
        /// closed.
        [Writes] async fn keep_check(&self, month: Month, revision: u32, check: &MonthCheck) -> Result<bool>;
        /// The people of the newest revision of a closed month who have still to be told of it, by employee ID, at most `limit`,
        /// each with the row of the revision before, where that has one and they were told of it before the month was reopened;
        /// those who are no Employees now are left out. `None` where everybody was told. MUST serialise: of two units of work that
        /// ask, the second waits for the first to end, so that nobody is told twice.
        [Looks] async fn untold(&self, limit: u32) -> Result<Option<Untold>>;
        /// Notes that everybody of the revision up to this employee ID was told, or simply everybody.
        [Writes] async fn told(&self, month: Month, revision: u32, through: Option<EmployeeId>) -> Result<()>;
    }
}

/// People of a revision who have still to be told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untold {
    pub month: Month,
    pub revision: u32,
    /// The people, by employee ID: the row of each, and their row in the revision before, where there is one that they were told
    /// of.
    pub rows: Vec<(PayrollRow, Option<PayrollRow>)>,
}

/// Somebody who did something about a month.
pub type By = (UserId, FullName);

/// A revision of a month, with what has become of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    /// Its number, from 1.
    pub revision: u32,
    pub closed_at: Instant,
    /// By whom, with the name that they had then.
    pub closed_by: By,
    /// Why it was forced, where it was.
    pub reason: Option<String>,
    pub employees: u32,
    /// How many of its people were not ready.
    pub blocked: u32,
    pub currency: String,
    /// The rate, in per cent, from which attendance of the month counts as good.
    pub good_percent: u32,
    pub checksum: String,
    pub imprint: Imprint,
    pub form: PayrollForm,
    pub exported: Option<(Instant, By)>,
    /// The reopening after it, with its reason.
    pub reopened: Option<(Instant, By, String)>,
}

impl Revision {
    /// The file that its rows make. `month`: the one that it is of.
    pub fn file(&self, month: Month) -> PayrollFile {
        PayrollFile::new(month, self.revision, &self.currency, self.form)
    }
}

/// A difference that a check found between a row and what it would be now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    pub employee_id: EmployeeId,
    /// The name in the row, or now where there is no row.
    pub name: String,
    /// The heading of the column, `Row` where a whole row is missing or too many.
    pub field: String,
    /// The cell of the revision.
    pub closed: String,
    /// What it would be now.
    pub now: String,
}

/// What the newest check of a closed month found (months.md 1.10).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonthCheck {
    pub checked_at: Instant,
    pub differences: u32,
    pub checksum_holds: bool,
    /// Some of the differences, 50 at most.
    pub samples: Vec<Sample>,
}

impl MonthCheck {
    /// How many samples are kept.
    pub const SAMPLES: usize = 50;

    /// Whether it found nothing.
    pub const fn agrees(&self) -> bool {
        self.checksum_holds && self.differences == 0
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonthView {
    pub month: Month,
    pub state: MonthState,
    pub newest: Option<Revision>,
    pub check: Option<MonthCheck>,
}

impl MonthView {
    pub const fn never_closed(month: Month) -> Self {
        Self { month, state: MonthState::Open, newest: None, check: None }
    }
}

/// Somebody in a month: an employee with a day of service or an entry in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonOfMonth {
    pub person: PersonName,
    pub department: Option<String>,
    /// The number that the person has in another program.
    pub external_id: Option<String>,
    pub manager: Option<By>,
    pub joining_date: Option<NaiveDate>,
    /// Whether they can do something about their days: an Employee whose account is active and not blocked.
    pub can_act: bool,
    /// Who can decide for them on `today`: the manager and the manager's running substitute, each if active and unblocked.
    pub deciders: Vec<UserId>,
    pub facts: MonthFacts,
}

/// The totals of a revision's amounts and days.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PayrollTotals {
    pub employees: u32,
    /// Payable half days, of everybody.
    pub payable: u64,
    /// The bases, in cents, of those who have one.
    pub monthly_base: u64,
    /// The gross pay, in cents, likewise.
    pub gross: u64,
    /// How many rows have no amounts.
    pub missing_salary: u32,
}

/// A person's row of the newest revision of a closed month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnRow {
    pub month: Month,
    pub revision: u32,
    pub closed_at: Instant,
    pub checksum: String,
    pub imprint: Imprint,
    pub row: PayrollRow,
}

port! { Reads::months =>
    /// Reads months.
    pub trait MonthReads: Send + Sync {
        /// What a write of these days would find; see [`MonthRepository::hold_open`].
        async fn look(&self, days: &ChangedDays, concerned: Concerned, today: NaiveDate) -> Result<Held>;
        /// The month that is being closed, if there is one.
        async fn closing(&self) -> Result<Option<Month>>;
        /// Whether somebody has still to be told of a close; see [`MonthRepository::untold`].
        async fn has_untold(&self) -> Result<bool>;
        /// How the month stands.
        async fn standing_of(&self, month: Month) -> Result<Standing>;
        /// The closed months from that of `from` to that of `to`, each with its newest revision and when it was made, in order.
        async fn closed_between(&self, from: NaiveDate, to: NaiveDate) -> Result<Vec<(Month, u32, Instant)>>;
        /// The months of a year that have ever been closed or are being closed, with newest revision and check, in order.
        async fn months_of(&self, year: i32) -> Result<Vec<MonthView>>;
        /// The same of one month; as never closed where nothing is kept of it.
        async fn month(&self, month: Month) -> Result<MonthView>;
        /// The years that have a closed or reopened month, in order.
        async fn years_closed(&self) -> Result<Vec<i32>>;
        /// The revisions of a month, the newest first.
        async fn revisions(&self, month: Month) -> Result<Vec<Revision>>;
        /// The people of a month with one of `ids` and their facts, by employee ID, those behind `after`, at most `limit`. `today`:
        /// the day of which [`PersonOfMonth::deciders`] holds. One grouped read.
        async fn people_of(
            &self,
            month: Month,
            today: NaiveDate,
            half_days: &[Hours],
            ids: EmployeeIds,
            after: Option<EmployeeId>,
            limit: u32,
        ) -> Result<Vec<PersonOfMonth>>;
        /// Who was reminded about the month on `day`, and how.
        async fn reminded(&self, month: Month, day: NaiveDate) -> Result<Vec<(ReminderKind, UserId)>>;
        /// The rows of a revision, by employee ID, those behind `after`, at most `limit`.
        async fn rows_after(
            &self,
            month: Month,
            revision: u32,
            after: Option<EmployeeId>,
            limit: u32,
        ) -> Result<Vec<PayrollRow>>;
        /// A page (from 1) of the rows of a revision whose name, employee ID, department or external ID has `search`, by employee
        /// ID, and how many there are.
        async fn rows_page(
            &self,
            month: Month,
            revision: u32,
            search: Option<&str>,
            page: u32,
            limit: u32,
        ) -> Result<(Vec<PayrollRow>, u32)>;
        /// The totals of a revision. One statement.
        async fn totals(&self, month: Month, revision: u32) -> Result<PayrollTotals>;
        /// The newest rows of a closed month of the people in `scope`, by name. The name is that of the row.
        async fn rows_in(&self, month: Month, revision: u32, scope: &Scope) -> Result<Vec<PayrollRow>>;
        /// The revision with this checksum: its month and number.
        async fn by_checksum(&self, checksum: &str) -> Result<Option<(Month, u32)>>;
        /// A page (from 1) of a person's rows in the newest revisions of closed months, the newest month first, and how many there
        /// are.
        async fn own_rows(&self, user: UserId, page: u32, limit: u32) -> Result<(Vec<OwnRow>, u32)>;
        /// A person's row in the newest revision of the month, where that is closed.
        async fn own_row(&self, user: UserId, month: Month) -> Result<Option<OwnRow>>;
        /// The closed months, oldest first.
        async fn all_closed(&self) -> Result<Vec<Month>>;
    }
}
