//! What reports are made of.

use super::{Failing, Fault, away};
use application::ports::{CountedMonth, DecidedTogether, Headcount, MissingOf, PlaceOfWork, ReportReads, StoreError};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Scope;
use domain::id::UserId;
use domain::oversight::reports::Attendance;
use domain::time::Month;
use domain::timesheet::Status;

passing_on!(ReportReads for Failing through reports {
    fn counted(scope: &Scope, month: Month) -> Vec<CountedMonth>;
    fn half_hours(scope: &Scope, month: Month) -> Vec<(NaiveDate, Status, u64)>;
    fn missing(scope: &Scope, month: Month) -> Vec<MissingOf>;
    fn decided_by_person(scope: &Scope, from: Instant, before: Instant) -> Vec<(UserId, DecidedTogether)>;
    fn decided(from: Instant, before: Instant) -> Vec<DecidedTogether>;
    fn places(month: Month) -> Vec<PlaceOfWork>;
    fn in_service(month: Month) -> u32;
    fn waiting_by_department() -> Vec<(Option<String>, u32)>;
    fn waiting_by_age(starts: [Instant; 3]) -> [u32; 4];
    fn headcount(days: &[(NaiveDate, NaiveDate)]) -> Vec<Headcount>;
    fn closed_attendance(from: Month, to: Month) -> Vec<(Month, Attendance)>;
});
