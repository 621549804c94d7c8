//! Entries of days and their versions.

pub(crate) mod history;
pub(crate) mod page;
pub(crate) mod reads;
mod rows;
pub(crate) mod write;

use domain::id::TimesheetId;
use domain::timesheet::{Hours, Status};

use crate::row::{from_column, ids};

ids!(TimesheetId);

from_column! {
    Hours: i32 => |number| u8::try_from(number).ok().and_then(|number| Self::from_half_hours(number).ok()),
    Status: String => |name| Self::named(&name),
}
