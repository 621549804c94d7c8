//! Opening a locked date, once, for one employee: directly, or because the employee asked for it.

mod ask;
mod decide;
mod direct;
pub mod events;
mod expire;
mod judge;
mod letter;
mod mine;
mod waiting;
mod window;

pub use ask::{AskForUnlock, ask};
pub use decide::{approve, decline};
pub use direct::{DirectUnlockRequest, unlock};
pub use expire::expire;
pub(crate) use judge::Judge;
pub use judge::{Request, Unlocked};
pub use letter::{DayUnlockedLetter, RequestDeclinedLetter, RequestExpiredLetter, UnlockRequestedLetter};
pub use mine::my_requests;
pub(crate) use waiting::count_waiting;
pub use waiting::{WaitingRequest, WaitingRequests, all_waiting, waiting};
pub use window::{Offer, window};

use crate::events::{Audience, Push, Topic};
use crate::{Invalid, Result};
use chrono::NaiveDate;
use domain::id::UserId;
use domain::person::{Role, Standing};
use domain::text::{self, TextError};
use domain::timesheet::REASON_MAX;

/// What is not found where a request is unknown.
const REQUEST: &str = "Unlock request";

/// Only an Employee who can sign in can fill a date that is opened.
fn check_standing(standing: Standing) -> Result<(), Invalid> {
    if standing.role == Role::Employee && standing.can_act() {
        Ok(())
    } else {
        Err(Invalid::field("employeeId", "Timesheets can only be unlocked for active employees"))
    }
}

/// Date and reason of a form, after what else was found wrong with it.
fn read_form(mut invalid: Invalid, date: Option<NaiveDate>, reason: &str) -> Result<(NaiveDate, String)> {
    if date.is_none() {
        invalid.fields.push(("requestedDate", "Date is required".to_owned()));
    }
    let reason = text::prose(reason, REASON_MAX);
    if reason == Err(TextError::Blank) {
        invalid.fields.push(("reason", "Reason is required".to_owned()));
    }
    if !invalid.fields.is_empty() {
        invalid.message = Some("Please fill in all fields".to_owned());
    }
    match (date, reason) {
        (Some(date), Ok(reason)) if invalid.fields.is_empty() => Ok((date, reason)),
        (_, Err(why)) if why != TextError::Blank && invalid.fields.is_empty() => {
            Err(Invalid::field("reason", why.sentence("The reason")).into())
        }
        _ => Err(invalid.into()),
    }
}

/// What became of a date of `user` changes what they, their manager and those see who may read everybody's; and there is a notice.
fn pushes(user: UserId, manager: Option<UserId>) -> Vec<Push> {
    let watching: Vec<UserId> = std::iter::once(user).chain(manager).collect();
    vec![
        Push::Changed { topic: Topic::Timesheets, audience: Audience::Readers(watching) },
        Push::Changed { topic: Topic::Notifications, audience: Audience::Users(vec![user]) },
    ]
}
