//! The dashboard of a Boss.

use super::decided;
use super::kept::Counted;
use super::missing::missing_in;
use crate::reports::of_open;
use crate::sessions::Caller;
use crate::working_days::WorkingDays;
use crate::{Moment, Ports, Result};
use domain::access::{Capability, Scope};
use domain::headcount::{new_since, turnover_since};
use domain::oversight::reports::{Attendance, COUNTED_MONTHS, age_starts, last_months};
use domain::time::Month;
use futures_util::future::{try_join, try_join_all};
use std::collections::BTreeMap;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttendanceOfMonth {
    pub month: Month,
    /// The attendance; `None` where it is not counted any more.
    pub attendance: Option<Attendance>,
    pub is_closed: bool,
}

/// The figures of this moment and of this month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PresentFigures {
    /// The people in service in this month.
    pub employees: u32,
    pub missing_days: u32,
    /// The median of the days that decisions in this month took, in halves.
    pub days_to_decide: Option<u32>,
    /// Active Employees with approved leave that counts today.
    pub on_leave_today: u32,
    /// How many entries wait, by [`Age`](domain::oversight::reports::Age), youngest first.
    pub ages: [u32; 4],
}

/// What a Boss sees first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BossDashboard {
    pub figures: PresentFigures,
    /// The attendance of the last months, oldest first; the last of them is this month.
    pub by_month: Vec<AttendanceOfMonth>,
}

impl PresentFigures {
    /// How many entries wait.
    pub fn waiting(&self) -> u32 {
        self.ages.iter().sum()
    }
}

impl BossDashboard {
    /// The attendance of this month so far.
    pub fn attendance(&self) -> Option<Attendance> {
        self.by_month.last()?.attendance
    }
}

pub async fn boss_dashboard(ports: &Ports, caller: &Caller) -> Result<Counted<BossDashboard>> {
    caller.actor.require(Capability::SeeReports)?;
    let moment = ports.moment();
    ports.reports.boss.get(moment.today, moment.now, count(ports, &moment)).await
}

async fn count(ports: &Ports, moment: &Moment) -> Result<BossDashboard> {
    // Most of the time goes into the attendance of the months and into decisions, so both are asked for side by side.
    let (by_month, figures) = try_join(attendance_by_month(ports, moment), figures(ports, moment)).await?;
    Ok(BossDashboard { figures, by_month })
}

async fn attendance_by_month(ports: &Ports, moment: &Moment) -> Result<Vec<AttendanceOfMonth>> {
    let (shown, this_month) = (last_months(moment.today), Month::of(moment.today));
    let first = shown.first().copied().unwrap_or(this_month);
    let closed: BTreeMap<Month, Attendance> =
        ports.reads.reports().closed_attendance(first, this_month).await?.into_iter().collect();
    let working = WorkingDays::between(ports, moment, first.first(), this_month.last()).await?;
    let open: Vec<Month> =
        shown.iter().rev().filter(|month| !closed.contains_key(month)).take(COUNTED_MONTHS).copied().collect();
    let mut counted = BTreeMap::new();
    // Two at a time: together they would take connections that others wait for.
    for months in open.chunks(2) {
        let each = months.iter().copied().map(|month| count_month(ports, moment, &working, month));
        counted.extend(months.iter().copied().zip(try_join_all(each).await?));
    }
    let line = |month| AttendanceOfMonth {
        month,
        attendance: closed.get(&month).or_else(|| counted.get(&month)).copied(),
        is_closed: closed.contains_key(&month),
    };
    Ok(shown.into_iter().map(line).collect())
}

async fn count_month(ports: &Ports, moment: &Moment, working: &WorkingDays, month: Month) -> Result<Attendance> {
    let lines = of_open(ports, moment, working, Scope::Everyone, month).await?;
    Ok(lines.rows.iter().fold(Attendance::default(), |sum, line| sum.and(line.summary)))
}

async fn figures(ports: &Ports, moment: &Moment) -> Result<PresentFigures> {
    let (today, month) = (moment.today, Month::of(moment.today));
    let working = WorkingDays::between(ports, moment, month.first(), month.last()).await?;
    let reads = ports.reads.reports();
    let (from, before) = decided::span(ports, month);
    let decided = decided::of_all(ports, reads.decided(from, before).await?);
    let missing = missing_in(ports, &working, &Scope::Everyone, month).await?;
    let people = ports.reads.people().figures(today, new_since(today), turnover_since(moment.now)).await?;
    Ok(PresentFigures {
        employees: reads.in_service(month).await?,
        missing_days: u32::try_from(missing.iter().map(|of| of.days.len()).sum::<usize>()).unwrap_or(u32::MAX),
        days_to_decide: decided.median_halves(),
        on_leave_today: people.on_leave,
        ages: reads.waiting_by_age(age_starts(&ports.zones(), today)).await?,
    })
}
