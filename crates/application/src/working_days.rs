//! When people work: their patterns, and the organisation's holidays.

use crate::moment::Moment;
use crate::{Error, Ports};
use chrono::NaiveDate;
use domain::id::UserId;
use domain::rules::Rules;
use domain::time::{Holidays, WorkCalendar, days_before};
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
    pub(crate) async fn between(ports: &Ports, moment: &Moment, from: NaiveDate, to: NaiveDate) -> Result<Self, Error> {
        let views = ports.reads.holidays().between(from, to).await?;
        Ok(Self::new(moment, Holidays::new(views.iter().map(|view| &view.holiday))))
    }

    /// As far back from today as a window in working days can reach.
    pub(crate) async fn of_windows(ports: &Ports, moment: &Moment) -> Result<Self, Error> {
        Self::between(ports, moment, days_before(moment.today, WorkCalendar::LOOK_BACK), moment.today).await
    }

    /// Those of one person. Everybody works by the organisation's pattern.
    pub(crate) fn of(&self, _person: UserId) -> WorkCalendar<'_> {
        self.of_organisation()
    }

    /// Those of the organisation, for what concerns nobody in particular.
    pub(crate) fn of_organisation(&self) -> WorkCalendar<'_> {
        WorkCalendar::new(&self.rules.work_pattern, &self.holidays)
    }
}
