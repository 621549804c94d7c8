//! The ports of leave.

use super::{Failing, FailingWork};
use application::ports::{
    AccountRow, AlsoAway, AwayOn, AwayOnDate, FeedLeave, HalfInQuestion, LeaveCalendarReads, LeaveCountRepository,
    LeaveDayReads, LeaveFeed, LeaveFeedReads, LeaveFeedRepository, LeaveFilter, LeaveHolder, LeaveInYear,
    LeaveLedgerReads, LeaveLedgerRepository, LeaveOf, LeaveOfDay, LeaveReads, LeaveRequestReads,
    LeaveRequestRepository, LeaveStepView, LeaveTypeReads, LeaveTypeRepository, LedgerRowView, LiveHalf, NewLeave,
    NewLeaveStep, NewLedgerRow, OfAccount, OnLeaveFilter, PersonName, PersonOnLeave, StoredLeave,
};
use chrono::NaiveDate;
use domain::Instant;
use domain::access::{Leads, Scope};
use domain::id::{LeaveRequestId, LeaveTypeId, TimesheetId, UserId};
use domain::leave::{CountedHalf, Half, LeaveDays, LeavePeriod, LeaveStatus, LeaveType, LeaveUse, LedgerRow};
use domain::month::ChangedDays;
use domain::person::Standing;

passing_on!(LeaveTypeRepository for FailingWork through leave_types {
    Looks fn all() -> Vec<LeaveType>;
    Writes fn insert(leave_type: &LeaveType) -> ();
    Writes fn update(leave_type: &LeaveType) -> ();
});

passing_on!(LeaveTypeReads for Failing through leave_types {
    fn leave_types() -> Vec<LeaveType>;
});

passing_on!(LeaveLedgerRepository for FailingWork through leave_ledger {
    Looks fn lock_people(people: &[UserId]) -> ();
    Looks fn holders(people: &[UserId]) -> Vec<LeaveHolder>;
    Looks fn lock_next_holders(after: Option<UserId>, limit: u32) -> Vec<LeaveHolder>;
    Writes fn append(rows: &[NewLedgerRow]) -> ();
    Looks fn rows(people: &[UserId]) -> Vec<OfAccount<LedgerRow>>;
    Looks fn uses(people: &[UserId], today: NaiveDate) -> Vec<OfAccount<LeaveUse>>;
});

passing_on!(LeaveLedgerReads for Failing through leave_ledger {
    fn ledger(user: UserId, year: i32, leave_type: Option<LeaveTypeId>) -> Vec<LedgerRowView>;
    fn rows_in(whose: LeaveOf, year: i32) -> Vec<OfAccount<LedgerRow>>;
    fn uses_in(whose: LeaveOf, year: i32, today: NaiveDate) -> Vec<OfAccount<LeaveUse>>;
    fn everybody() -> Vec<(PersonName, Option<String>)>;
});

passing_on!(LeaveRequestRepository for FailingWork through leave_requests {
    Looks fn owners(ids: &[LeaveRequestId]) -> Vec<(LeaveRequestId, UserId)>;
    Looks fn halves(ids: &[LeaveRequestId]) -> Vec<(LeaveRequestId, CountedHalf)>;
    Looks fn first_covered(entries: &[TimesheetId]) -> Option<NaiveDate>;
    ChangesDays fn insert(request: &NewLeave) -> ();
    // What is pending is rejected and withdrawn in a closed month too; for the rest the use case asks.
    Writes fn set_status(
        ids: &[LeaveRequestId],
        status: LeaveStatus,
        asked_last_day: Option<NaiveDate>,
        at: Instant
    ) -> ();
    Writes fn shorten(id: LeaveRequestId, period: LeavePeriod, days: LeaveDays, status: LeaveStatus, at: Instant) -> ();
    Writes fn add_steps(steps: &[NewLeaveStep]) -> ();
});

macro_rules! leave_reads {
    ($($decorator:ident),+) => {$(
        passing_on!(LeaveReads for $decorator through leave {
            Looks fn types() -> Vec<LeaveType>;
            Looks fn rows(people: &[UserId], types: &[LeaveTypeId]) -> Vec<AccountRow>;
            Looks fn live(people: &[UserId]) -> Vec<LiveHalf>;
            Looks fn live_on(user: UserId, from: NaiveDate, to: NaiveDate) -> Vec<CountedHalf>;
            Looks fn entries_on(user: UserId, from: NaiveDate, to: NaiveDate) -> Vec<NaiveDate>;
            Looks fn requests(ids: &[LeaveRequestId]) -> Vec<StoredLeave>;
            Looks fn steps(ids: &[LeaveRequestId]) -> Vec<LeaveStepView>;
        });
    )+};
}
leave_reads!(Failing, FailingWork);

passing_on!(LeaveRequestReads for Failing through leave_requests {
    fn leave_of(user: UserId, from: NaiveDate, to: NaiveDate, limit: u32) -> Vec<StoredLeave>;
    fn leave_page(filter: &LeaveFilter, page: u32, limit: u32) -> (Vec<StoredLeave>, u32);
    fn by_year(ids: &[LeaveRequestId]) -> Vec<LeaveInYear>;
    fn also_away(ids: &[LeaveRequestId], limit: u32) -> Vec<AlsoAway>;
    fn away_on(ids: &[LeaveRequestId]) -> Vec<AwayOn>;
    fn count_waiting(leads: &Leads) -> u32;
});

passing_on!(LeaveDayReads for Failing through leave_days {
    fn leave_days(scope: &Scope, from: NaiveDate, to: NaiveDate) -> Vec<(UserId, LeaveOfDay)>;
});

passing_on!(LeaveCountRepository for FailingWork through leave_counts {
    Looks fn lock_in_question(person: Option<UserId>, days: &ChangedDays) -> Vec<HalfInQuestion>;
    ChangesDays fn turn(halves: &[(UserId, Half)]) -> ();
    ChangesDays fn set_days(requests: &[(LeaveRequestId, LeaveDays)], at: Instant) -> ();
});

passing_on!(LeaveCalendarReads for Failing through leave_calendar {
    fn members(scope: &Scope) -> u32;
    fn away(scope: &Scope, from: NaiveDate, to: NaiveDate) -> Vec<AwayOnDate>;
    fn on_leave(filter: &OnLeaveFilter, page: u32, limit: u32) -> (Vec<PersonOnLeave>, u32);
});

passing_on!(LeaveFeedRepository for FailingWork through leave_feeds {
    Writes fn keep(feed: &LeaveFeed) -> ();
    Writes fn end(user: UserId) -> bool;
});

passing_on!(LeaveFeedReads for Failing through leave_feeds {
    fn made_at(user: UserId) -> Option<Instant>;
    fn owner(fingerprint: &str) -> Option<(UserId, Standing)>;
    fn approved(scope: &Scope, since: NaiveDate) -> Vec<FeedLeave>;
});
