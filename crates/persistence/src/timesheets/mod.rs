//! Entries of days and their versions.

pub(crate) mod page;
pub(crate) mod reads;
pub(crate) mod write;

use domain::id::TimesheetId;
use domain::timesheet::{Hours, Status};

use crate::entity::entity;
use crate::row::{from_column, ids};

ids!(TimesheetId);

from_column! {
    Hours: i32 => |number| u8::try_from(number).ok().and_then(|number| Self::from_half_hours(number).ok()),
    Status: String => |name| Self::named(&name),
}

entity! {
    /// The entry of one person for one day.
    timesheet("timesheets") {
        #[sea_orm(primary_key, auto_increment = false)]
        id: Uuid,
        user_id: Uuid,
        date: Date,
        half_hours: i32,
        #[sea_orm(column_type = "Text")]
        description: String,
        status: String,
        #[sea_orm(column_type = "Text", nullable)]
        comment: Option<String>,
        is_resubmission: bool,
        version: i32,
        decided_by: Option<Uuid>,
        decided_for: Option<Uuid>,
        decided_at: Option<DateTimeUtc>,
        rejected_on: Option<Date>,
        created_at: DateTimeUtc,
        updated_at: DateTimeUtc,
    }
}
