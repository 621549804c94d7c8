//! When people work: their patterns, and the organisation's holidays.

use crate::moment::Moment;
use crate::{Ports, Result};
use chrono::NaiveDate;
use domain::attendance::half_days;
use domain::id::UserId;
use domain::rules::Rules;
use domain::time::{Holidays, Month, WorkCalendar, days_before};
use domain::timesheet::Hours;
use domain::work_patterns::Expected;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The working days of a period, of anybody. Read before a unit of work begins: holidays and patterns change rarely, and are no part
/// of what a transaction guards.
pub(crate) struct WorkingDays {
    rules: Arc<Rules>,
    holidays: Arc<Holidays>,
}

impl WorkingDays {
    /// With holidays that were read already.
    pub(crate) fn new(moment: &Moment, holidays: impl Into<Arc<Holidays>>) -> Self {
        Self { rules: moment.rules.clone(), holidays: holidays.into() }
    }

    /// From `from` to `to`, both included.
    pub(crate) async fn between(ports: &Ports, moment: &Moment, from: NaiveDate, to: NaiveDate) -> Result<Self> {
        let views = ports.reads.holidays().between(from, to).await?;
        Ok(Self::new(moment, Holidays::new(views.iter().map(|view| &view.holiday))))
    }

    /// As far back from today as a window in working days can reach.
    pub(crate) async fn of_windows(ports: &Ports, moment: &Moment) -> Result<Self> {
        Self::between(ports, moment, days_before(moment.today, WorkCalendar::LOOK_BACK), moment.today).await
    }

    pub(crate) fn of(&self, person: UserId) -> WorkCalendar<'_> {
        WorkCalendar::new(self.rules.work_patterns.of(person), &self.holidays)
    }

    /// Leaves those of `days` that are working days of one person, and says whether there are any.
    pub(crate) fn keep_working_days(&self, person: UserId, days: &mut Vec<NaiveDate>) -> bool {
        let calendar = self.of(person);
        days.retain(|day| calendar.is_working_day(*day));
        !days.is_empty()
    }

    /// Those of the organisation, which everybody has who has no pattern of their own.
    pub(crate) fn of_organisation(&self) -> WorkCalendar<'_> {
        WorkCalendar::new(self.rules.work_patterns.of_organisation(), &self.holidays)
    }

    pub(crate) fn has_own(&self, person: UserId) -> bool {
        self.rules.work_patterns.has_own(person)
    }

    /// Each length that half a day of a month has for somebody.
    pub(crate) fn half_days_in(&self, month: Month) -> Vec<Hours> {
        let calendars = self.rules.work_patterns.all().map(|patterns| WorkCalendar::new(patterns, &self.holidays));
        let lengths: BTreeSet<Hours> = calendars.flat_map(|calendar| half_days(month, calendar).into_keys()).collect();
        lengths.into_iter().collect()
    }

    /// The people who are expected to work on `day`.
    pub(crate) fn expected_on(&self, day: NaiveDate) -> Expected {
        self.rules.work_patterns.expected_on(day, &self.holidays)
    }
}
