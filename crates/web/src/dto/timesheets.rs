//! Entries, weeks, the calendar, and resubmissions.

use application::approvals::Resubmissions;
use application::ports::{EntryView, ResubmissionView};
use application::timesheets as used;
use chrono::{DateTime, NaiveDate, Utc};
use domain::time::Week;
use domain::timesheet as rules;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::envelope::Pagination;
use super::fast;
use super::holidays::Holiday;
use super::leave_days::LeaveOfDay;
use super::names::wire_names;
use super::pattern::PatternPeriod;
use super::people::{ManagerRef, PersonRef};
use super::unlocks::UnlockRequest;

wire_names! {
    /// Where an entry stands.
    pub struct TimesheetStatus(rules::Status);
    /// Where a week stands, from the entries in it.
    pub struct WeekStatus(rules::WeekStatus);
}

/// One day's entry.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Timesheet {
    #[serde(rename = "_id")]
    pub id: Uuid,
    #[serde(serialize_with = "fast::day")]
    pub date: NaiveDate,
    /// In steps of 0.5.
    #[schema(minimum = 0, maximum = 24, multiple_of = 0.5)]
    pub hours: f64,
    pub description: String,
    pub status: TimesheetStatus,
    /// Why it was rejected.
    #[schema(required = true)]
    pub approval_comments: Option<String>,
    pub is_resubmission: bool,
    #[serde(serialize_with = "fast::instant")]
    pub created_at: DateTime<Utc>,
    #[serde(serialize_with = "fast::instant")]
    pub updated_at: DateTime<Utc>,
    pub user: PersonRef,
}

/// One entry under the name `timesheet`.
#[derive(Debug, Serialize, ToSchema)]
pub struct TimesheetData {
    pub timesheet: Timesheet,
}

/// One week of one person, Monday to Sunday.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WeekSummary {
    /// The Monday.
    #[serde(serialize_with = "fast::day")]
    pub week_start: NaiveDate,
    pub status: WeekStatus,
    #[schema(minimum = 0, multiple_of = 0.5)]
    pub total_hours: f64,
}

/// A person's entries, newest first, and the weeks they lie in.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnTimesheets {
    pub timesheets: Vec<Timesheet>,
    pub weeks: Vec<WeekSummary>,
}

/// A page of everyone's entries, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct AllTimesheets {
    pub timesheets: Vec<Timesheet>,
    pub pagination: Pagination,
}

wire_names! {
    /// What a day is to the employee: the first kind that fits.
    pub struct DayKind(rules::DayKind);
}

/// One day of the month grid.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the contract has them")]
pub struct CalendarDay {
    #[serde(serialize_with = "fast::day")]
    pub date: NaiveDate,
    pub kind: DayKind,
    pub is_today: bool,
    pub is_editable: bool,
    /// Why it cannot be edited, and who can help.
    #[schema(required = true)]
    pub reason: Option<String>,
    #[schema(required = true)]
    pub entry: Option<Timesheet>,
    #[schema(required = true)]
    pub holiday: Option<Holiday>,
    /// The live leave of it that counts, in order.
    pub leave: Vec<LeaveOfDay>,
    pub is_unlocked: bool,
    pub is_frozen: bool,
    /// Whether a request to unlock it would be taken.
    pub can_ask_unlock: bool,
    /// Why such a request would not be taken, where only the number of those that wait stands against it.
    #[schema(required = true)]
    pub ask_refusal: Option<String>,
    /// The request to unlock it that waits.
    #[schema(required = true)]
    pub unlock_request: Option<UnlockRequest>,
}

/// Whether the days of a month can still change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CalendarMonth {
    pub is_closed: bool,
    /// The revision that counts, where it is closed.
    #[schema(required = true)]
    pub revision: Option<u32>,
    #[schema(required = true)]
    pub closed_at: Option<DateTime<Utc>>,
}

/// One month as the employee sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CalendarAnswer {
    pub days: Vec<CalendarDay>,
    /// The work patterns of the month, in order: each day lies in one of the periods.
    pub patterns: Vec<PatternPeriod>,
    pub month: CalendarMonth,
    /// The first month that may be looked at, `YYYY-MM`.
    #[schema(pattern = r"^\d{4}-\d{2}$")]
    pub earliest_month: String,
    /// The last one.
    #[schema(pattern = r"^\d{4}-\d{2}$")]
    pub latest_month: String,
}

/// How many entries a call changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct Updated {
    pub updated: u64,
}

/// Whether a manager has looked at a resubmission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ResubmissionStatus {
    Pending,
    Viewed,
}

/// An entry that came back after a rejection.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Resubmission {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub status: ResubmissionStatus,
    pub timesheet: ResubmittedDay,
    pub employee: PersonRef,
    /// The Monday of its week.
    pub week_start: NaiveDate,
    pub previous: PreviousVersion,
    pub original_rejection_comment: String,
    pub created_at: DateTime<Utc>,
    /// The manager for whom the caller stands in; null for the caller's own team.
    #[schema(required = true)]
    pub for_manager: Option<ManagerRef>,
}

/// The entry as it now reads.
#[derive(Debug, Serialize, ToSchema)]
pub struct ResubmittedDay {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub date: NaiveDate,
    #[schema(minimum = 0, maximum = 24, multiple_of = 0.5)]
    pub hours: f64,
    pub description: String,
}

/// What the entry said when it was rejected.
#[derive(Debug, Serialize, ToSchema)]
pub struct PreviousVersion {
    #[schema(minimum = 0, maximum = 24, multiple_of = 0.5)]
    pub hours: f64,
    pub description: String,
}

/// Resubmissions, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct ResubmissionList {
    pub notifications: Vec<Resubmission>,
}

impl From<EntryView> for Timesheet {
    fn from(view: EntryView) -> Self {
        let EntryView { entry, person } = view;
        Self {
            id: entry.id.uuid(),
            date: entry.date,
            hours: entry.hours.as_f64(),
            description: entry.description,
            status: entry.status.into(),
            approval_comments: entry.comment,
            is_resubmission: entry.is_resubmission,
            created_at: entry.created_at,
            updated_at: entry.updated_at,
            user: person.into(),
        }
    }
}

pub(crate) fn sheets(entries: Vec<EntryView>) -> Vec<Timesheet> {
    entries.into_iter().map(Timesheet::from).collect()
}

impl From<used::Mine> for OwnTimesheets {
    fn from(mine: used::Mine) -> Self {
        let week = |week: used::Week| WeekSummary {
            week_start: week.start,
            status: week.status.into(),
            total_hours: hours(week.half_hours),
        };
        Self { timesheets: sheets(mine.entries), weeks: mine.weeks.into_iter().map(week).collect() }
    }
}

impl From<used::Calendar> for CalendarAnswer {
    fn from(calendar: used::Calendar) -> Self {
        Self {
            days: calendar.days.into_iter().map(CalendarDay::from).collect(),
            patterns: calendar
                .patterns
                .into_iter()
                .map(|(from, to, pattern)| PatternPeriod { from, to, pattern: pattern.into() })
                .collect(),
            month: CalendarMonth {
                is_closed: calendar.closed.is_some(),
                revision: calendar.closed.map(|closed| closed.revision),
                closed_at: calendar.closed.map(|closed| closed.closed_at),
            },
            earliest_month: calendar.earliest.to_string(),
            latest_month: calendar.latest.to_string(),
        }
    }
}

impl From<used::CalendarDay> for CalendarDay {
    fn from(day: used::CalendarDay) -> Self {
        Self {
            date: day.date,
            kind: day.kind.into(),
            is_today: day.is_today,
            is_editable: day.reason.is_none(),
            reason: day.reason,
            entry: day.entry.map(Timesheet::from),
            holiday: day.holiday.map(|holiday| Holiday::on(day.date, holiday)),
            leave: day.leave.into_iter().map(LeaveOfDay::from).collect(),
            is_unlocked: day.is_unlocked,
            is_frozen: day.is_frozen,
            can_ask_unlock: day.can_ask_unlock,
            ask_refusal: day.ask_refusal,
            unlock_request: day.request.map(UnlockRequest::from),
        }
    }
}

impl From<Resubmissions> for ResubmissionList {
    fn from(Resubmissions { notifications, stood_in_for }: Resubmissions) -> Self {
        let shown = |view: ResubmissionView| {
            let for_manager = stood_in_for.get(&view.person.id).cloned();
            Resubmission::new(view, for_manager.map(Into::into))
        };
        Self { notifications: notifications.into_iter().map(shown).collect() }
    }
}

impl Resubmission {
    fn new(view: ResubmissionView, for_manager: Option<ManagerRef>) -> Self {
        Self {
            for_manager,
            id: view.id.uuid(),
            status: if view.is_viewed { ResubmissionStatus::Viewed } else { ResubmissionStatus::Pending },
            timesheet: ResubmittedDay {
                id: view.timesheet.uuid(),
                date: view.date,
                hours: view.hours.as_f64(),
                description: view.description,
            },
            employee: view.person.into(),
            week_start: Week::of(view.date).monday(),
            previous: PreviousVersion { hours: view.previous_hours.as_f64(), description: view.previous_description },
            original_rejection_comment: view.original_comment,
            created_at: view.created_at,
        }
    }
}

pub(crate) fn hours(half_hours: u32) -> f64 {
    f64::from(half_hours) / 2.0
}
