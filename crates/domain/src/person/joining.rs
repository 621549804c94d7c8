//! Another first day, by a corrected joining date or another beginning of the records: which days it changes (settings.md 1.3,
//! months.md 1.7).

use super::Salaries;
use super::service::ServiceHistory;
use chrono::NaiveDate;
use std::collections::BTreeSet;

/// What decides about a person's days, before or after a correction.
#[derive(Debug, Clone, Copy)]
pub struct Joined<'a> {
    pub service: &'a ServiceHistory,
    /// The salaries as they are paid, from [`paid_salaries`](super::paid_salaries).
    pub paid: &'a Salaries,
}

/// The days up to `today` that a correction changes: those that come into service or leave it, and those in service that another salary
/// pays.
pub fn days_changed_by_joining(before: Joined<'_>, after: Joined<'_>, today: NaiveDate) -> BTreeSet<NaiveDate> {
    let mut days = before.service.difference(after.service);
    for period in after.service.periods() {
        let until = period.last().map_or(today, |last| last.min(today));
        let served = period.first().iter_days().take_while(|day| *day <= until);
        days.extend(served.filter(|day| before.paid.on(*day) != after.paid.on(*day)));
    }
    days
}
