//! The figures of reports (oversight.md 1.4).

use crate::Instant;
use crate::attendance::Summary;
use crate::time::{Month, Week, Zones, days_before};
use crate::timesheet::Status;
use chrono::NaiveDate;
use std::collections::BTreeMap;

/// How many months a report over months shows, the present one among them.
pub const MONTHS: u32 = 12;

/// Of how many months that are not closed the attendance is counted anew; of older ones it is not shown.
pub const COUNTED_MONTHS: usize = 6;

/// The months that a report over months shows on `today`, oldest first.
pub fn last_months(today: NaiveDate) -> Vec<Month> {
    (0..MONTHS).rev().map(|count| Month::of(today).earlier_by(count)).collect()
}

crate::names! {
    /// For how many calendar days an entry has waited.
    pub enum Age {
        /// Up to 3.
        UpTo3 = "0-3",
        /// 4 to 7.
        UpTo7 = "4-7",
        /// 8 to 14.
        UpTo14 = "8-14",
        /// 15 or more.
        Older = "15+",
    }
}

/// The instants from which on an entry was submitted that is on `today` of each [`Age`] or younger; the last age has no end.
pub fn age_starts(zones: &Zones, today: NaiveDate) -> [Instant; 3] {
    [3, 7, 14].map(|days| zones.start_of(days_before(today, days)))
}

/// How many calendar days lay between the last submission of entries and the decisions on them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DaysToDecide(BTreeMap<i64, u64>);

impl DaysToDecide {
    /// The same with so many entries more that were submitted and decided at these instants.
    #[must_use]
    pub fn with(mut self, zones: &Zones, submitted: Instant, decided: Instant, entries: u32) -> Self {
        let days = (zones.day_in(decided) - zones.day_in(submitted)).num_days();
        // Clocks of two instances may differ by a moment around midnight.
        *self.0.entry(days.max(0)).or_default() += u64::from(entries);
        self
    }

    /// The median, in halves of a day; of an even number of entries the mean of the middle two. `None` without any.
    pub fn median_halves(&self) -> Option<u32> {
        let entries: u64 = self.0.values().sum();
        let middle = |place| {
            let mut passed = 0;
            self.0.iter().find_map(|(days, count)| {
                passed += count;
                (place < passed).then_some(*days)
            })
        };
        let lower = middle(entries.checked_sub(1)? / 2)?;
        u32::try_from(lower + middle(entries / 2)?).ok()
    }
}

/// The attendance of many people, summed up. Days are counted in half days.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Attendance {
    /// Their working days, without those on leave.
    pub working: u64,
    /// What they were present of them.
    pub present: u64,
}

impl Attendance {
    /// The same and one person more.
    #[must_use]
    pub fn and(self, person: Summary) -> Self {
        Self {
            working: self.working + u64::from(person.working_half_days),
            present: self.present + u64::from(person.present_half_days),
        }
    }

    /// The rate in tenths of a per cent, rounded; `None` without working days.
    pub fn rate_tenths(self) -> Option<u32> {
        let tenths = (self.present * 1000 + self.working / 2).checked_div(self.working)?;
        u32::try_from(tenths).ok()
    }
}

/// Hours by the status of their entries, in half hours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HoursByStatus {
    pub approved: u64,
    pub pending: u64,
    pub rejected: u64,
}

impl HoursByStatus {
    /// The same and these of one status.
    #[must_use]
    pub const fn with(mut self, status: Status, half_hours: u64) -> Self {
        match status {
            Status::Approved => self.approved += half_hours,
            Status::Pending => self.pending += half_hours,
            Status::Rejected => self.rejected += half_hours,
        }
        self
    }
}

/// The hours of each week that has a day in `month`, in order. Of each only its days in the month count.
pub fn hours_by_week(
    month: Month,
    of_days: impl IntoIterator<Item = (NaiveDate, Status, u64)>,
) -> Vec<(Week, HoursByStatus)> {
    let mut weeks: BTreeMap<Week, HoursByStatus> =
        month.days().map(|day| (Week::of(day), HoursByStatus::default())).collect();
    for (day, status, half_hours) in of_days.into_iter().filter(|(day, ..)| month.contains(*day)) {
        let hours = weeks.entry(Week::of(day)).or_default();
        *hours = hours.with(status, half_hours);
    }
    weeks.into_iter().collect()
}

/// The days that the headcount of `month` compares: the day before its first, and its last; in the present month today.
pub fn headcount_days(month: Month, today: NaiveDate) -> (NaiveDate, NaiveDate) {
    (days_before(month.first(), 1), month.last().min(today))
}

#[cfg(test)]
mod tests;
