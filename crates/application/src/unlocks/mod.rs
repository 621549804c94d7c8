//! Opening a locked date, once, for one employee.

mod direct;
pub mod events;
mod letter;
mod mine;
mod window;

pub use direct::{DirectUnlockRequest, Unlocked, unlock};
pub use letter::DayUnlockedLetter;
pub use mine::my_requests;
pub use window::{Offer, window};

use crate::Invalid;
use domain::person::{Role, Standing};

/// Only an Employee who can sign in can fill a date that is opened.
fn check_standing(standing: Standing) -> Result<(), Invalid> {
    if standing.role == Role::Employee && standing.can_act() {
        Ok(())
    } else {
        Err(Invalid::field("employeeId", "Timesheets can only be unlocked for active employees"))
    }
}
