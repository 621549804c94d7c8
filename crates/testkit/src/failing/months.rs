//! Months.

use super::{Failing, FailingWork};
use application::ports::{
    EmployeeIds, MonthCheck, MonthReads, MonthRepository, MonthView, NewRevision, OwnRow, PayrollTotals, PersonOfMonth,
    ReminderKind, Revision, Untold,
};
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Scope;
use domain::id::{CloseId, LeaveRequestId, UserId};
use domain::month::{ChangedDays, Concerned, Held, MonthFacts, PayrollRow, Standing};
use domain::person::{EmployeeId, Salaries};
use domain::time::Month;
use domain::timesheet::Hours;
use std::collections::HashMap;

passing_on!(MonthRepository for FailingWork through months {
    Asks fn hold_open(days: &ChangedDays, concerned: Concerned, today: NaiveDate) -> Held;
    Looks fn standing(month: Month) -> Standing;
    // Where months stand, and what is said of them. An acceptance ends with what is written about its day, which has passed.
    Writes fn begin_close(month: Month, close: CloseId) -> bool;
    Writes fn discard_rows(month: Month, close: CloseId, limit: u32) -> bool;
    Writes fn add_rows(month: Month, close: CloseId, rows: &[PayrollRow]) -> ();
    Writes fn finish_close(month: Month, close: CloseId, revision: &NewRevision) -> ();
    Writes fn abandon_close(month: Month, close: CloseId) -> ();
    Writes fn reopen(month: Month, by: UserId, reason: &str, at: Instant) -> ();
    Writes fn note_export(month: Month, revision: u32, by: UserId, at: Instant) -> bool;
    Looks fn is_exported(month: Month) -> bool;
    Looks fn has_row_besides(month: Month, users: &[UserId]) -> bool;
    ChangesDays fn accept(days: &[(UserId, NaiveDate)], note: &str, by: UserId, at: Instant) -> Vec<(UserId, NaiveDate)>;
    Writes fn end_acceptance(user: UserId, day: NaiveDate) -> ();
    Writes fn end_acceptance_on_leave(requests: &[LeaveRequestId]) -> ();
    Looks fn facts_of(month: Month, users: &[UserId], half_days: &[Hours]) -> Vec<(UserId, MonthFacts)>;
    Writes fn remind(month: Month, kind: ReminderKind, users: &[UserId], day: NaiveDate) -> Vec<UserId>;
    Writes fn keep_check(month: Month, revision: u32, check: &MonthCheck) -> bool;
    Looks fn untold(limit: u32) -> Option<Untold>;
    Writes fn told(month: Month, revision: u32, through: Option<EmployeeId>) -> ();
});

passing_on!(MonthReads for Failing through months {
    fn look(days: &ChangedDays, concerned: Concerned, today: NaiveDate) -> Held;
    fn closing() -> Option<Month>;
    fn has_untold() -> bool;
    fn standing_of(month: Month) -> Standing;
    fn closed_between(from: NaiveDate, to: NaiveDate) -> Vec<(Month, u32, Instant)>;
    fn months_of(year: i32) -> Vec<MonthView>;
    fn month(month: Month) -> MonthView;
    fn years_closed() -> Vec<i32>;
    fn revisions(month: Month) -> Vec<Revision>;
    fn people_of(
        month: Month,
        today: NaiveDate,
        half_days: &[Hours],
        ids: EmployeeIds,
        after: Option<EmployeeId>,
        limit: u32
    ) -> Vec<PersonOfMonth>;
    fn salaries_of_all(users: &[UserId]) -> HashMap<UserId, Salaries>;
    fn reminded(month: Month, day: NaiveDate) -> Vec<(ReminderKind, UserId)>;
    fn rows_after(month: Month, revision: u32, after: Option<EmployeeId>, limit: u32) -> Vec<PayrollRow>;
    fn rows_page(
        month: Month,
        revision: u32,
        search: Option<&str>,
        page: u32,
        limit: u32
    ) -> (Vec<PayrollRow>, u32);
    fn totals(month: Month, revision: u32) -> PayrollTotals;
    fn rows_in(month: Month, revision: u32, scope: &Scope) -> Vec<PayrollRow>;
    fn by_checksum(checksum: &str) -> Option<(Month, u32)>;
    fn own_rows(user: UserId, page: u32, limit: u32) -> (Vec<OwnRow>, u32);
    fn own_row(user: UserId, month: Month) -> Option<OwnRow>;
    fn all_closed() -> Vec<Month>;
});
