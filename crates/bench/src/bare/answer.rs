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
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Entry {
    #[serde(rename = "_id")]
    pub(super) id: Uuid,
    pub(super) date: NaiveDate,
    #[serde(rename = "hours", serialize_with = "hours")]
    pub(super) half_hours: i32,
    pub(super) description: String,
    pub(super) status: String,
    #[serde(rename = "approvalComments")]
    pub(super) comment: Option<String>,
    pub(super) is_resubmission: bool,
    pub(super) created_at: DateTime<Utc>,
    pub(super) updated_at: DateTime<Utc>,
    pub(super) user: Option<Person>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn hours<S: serde::Serializer>(half_hours: &i32, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_f64(f64::from(*half_hours) / 2.0)
}

impl Entry {
    pub(super) fn new(id: Uuid, date: NaiveDate, hours: f64, description: String, now: DateTime<Utc>) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "the benchmark sends its own hours")]
        let half_hours = (hours * 2.0) as i32;
        let (status, comment, is_resubmission) = ("pending".to_owned(), None, false);
        let (created_at, updated_at) = (now, now);
        Self { id, date, half_hours, description, status, comment, is_resubmission, created_at, updated_at, user: None }
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
    pub(super) success: bool,
    pub(super) data: T,
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

/// Entries in their weeks: a month of the caller's own, or with leave, a team's.
#[derive(Serialize)]
pub(super) struct Listed {
    timesheets: Vec<Entry>,
    weeks: Vec<Week>,
    #[serde(skip_serializing_if = "Option::is_none")]
    leave: Option<Vec<OnLeave>>,
}

impl Listed {
    pub(super) fn new(timesheets: Vec<Entry>, leave: Option<Vec<OnLeave>>) -> Self {
        let with_user = leave.is_some();
        // One for five days.
        let week = |entry: &Entry| Week {
            user_id: entry.user.as_ref().filter(|_| with_user).map(|user| user.id),
            start: entry.date,
            status: "approved",
            total_hours: 40.0,
            days_off: with_user.then_some([entry.date; 2]),
            remarks: with_user.then_some([]),
        };
        let weeks = timesheets.iter().step_by(5).map(week).collect();
        Self { timesheets, weeks, leave }
    }
}

/// A new entry.
#[derive(Serialize)]
pub(super) struct Single {
    pub(super) timesheet: Entry,
}
