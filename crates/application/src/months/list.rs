//! The months of a year, and one of them.

use super::named;
use super::readiness::{Readiness, count};
use crate::ports::{MonthView, Revision};
use crate::sessions::Caller;
use crate::{Ports, Result};
use chrono::{Datelike, NaiveDate};
use domain::access::Capability;
use domain::month::MonthState;
use domain::time::Month;
use std::collections::BTreeSet;

/// How many years are listed at least.
const YEARS_LISTED: i32 = 5;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonthLine {
    pub view: MonthView,
    pub is_over: bool,
    /// The first day on which it can be closed.
    pub closable_from: NaiveDate,
}

impl MonthLine {
    fn new(view: MonthView, today: NaiveDate) -> Self {
        let month = view.month;
        Self { view, is_over: month.is_over(today), closable_from: month.closable_from() }
    }

    /// The month as it stands now.
    pub(super) async fn of(ports: &Ports, month: Month) -> Result<Self> {
        Ok(Self::new(ports.reads.months().month(month).await?, ports.moment().today))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonthList {
    /// The months up to the present one, the newest first.
    pub months: Vec<MonthLine>,
    /// The years that can be asked for, the newest first.
    pub years: Vec<i32>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonthPage {
    pub line: MonthLine,
    /// Its revisions, the newest first.
    pub revisions: Vec<Revision>,
    /// How far it is, where it is not closed.
    pub readiness: Option<Readiness>,
}

/// The months of `year`, which is this one where none is named.
pub async fn list(ports: &Ports, caller: &Caller, year: Option<i32>) -> Result<MonthList> {
    caller.actor.require(Capability::KeepMonths)?;
    let today = ports.moment().today;
    let year = year.unwrap_or_else(|| today.year());
    let mut known = ports.reads.months().months_of(year).await?;
    let mut months = Vec::new();
    for month in (1..=12).rev().filter_map(|month| Month::new(year, month).ok()).filter(|month| month.is_listed(today))
    {
        let view = known.pop_if(|view| view.month == month).unwrap_or_else(|| MonthView::never_closed(month));
        months.push(MonthLine::new(view, today));
    }
    let closed = ports.reads.months().years_closed().await?;
    let years: BTreeSet<i32> = (today.year() - YEARS_LISTED + 1..=today.year()).chain(closed).collect();
    Ok(MonthList { months, years: years.into_iter().rev().collect() })
}

/// One month, as in the path.
pub async fn read(ports: &Ports, caller: &Caller, month: &str) -> Result<MonthPage> {
    caller.actor.require(Capability::KeepMonths)?;
    let moment = ports.moment();
    let month = named(month, moment.today)?;
    let line = MonthLine::of(ports, month).await?;
    let revisions = ports.reads.months().revisions(month).await?;
    let is_closed = line.view.state == MonthState::Closed;
    let readiness = if is_closed { None } else { Some(count(ports, &moment, month).await?) };
    Ok(MonthPage { line, revisions, readiness })
}
