//! Leave types: for everyone to choose from, for HR and administrators to keep (leave.md 1.2).

pub mod events;
mod keep;

pub use keep::{LeaveTypeWish, add, change};

use crate::sessions::Caller;
use crate::{Moment, Ports, Result};
use chrono::Datelike;
use domain::access::Capability;
use domain::leave::{LeaveTerms, LeaveType};

/// A leave type with its terms in the present year.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaveTypeView {
    pub leave_type: LeaveType,
    pub terms: LeaveTerms,
    /// The next year and what the type gives then, where that is something else.
    pub next: Option<(i32, LeaveTerms)>,
}

/// The leave types in the order of their names: all of them for those who keep them, for everybody else the active ones.
pub async fn list(ports: &Ports, caller: &Caller) -> Result<Vec<LeaveTypeView>> {
    caller.actor.require(Capability::ReadLeaveTypes)?;
    let sees_all = caller.actor.require(Capability::KeepLeaveTypes).is_ok();
    let mut types = ports.reads.leave_types().leave_types().await?;
    types.sort_by_cached_key(LeaveType::name_key);
    let year = this_year(&ports.moment());
    let seen = types.into_iter().filter(|leave_type| sees_all || leave_type.is_active);
    Ok(seen.map(|leave_type| LeaveTypeView::new(leave_type, year)).collect())
}

impl LeaveTypeView {
    fn new(leave_type: LeaveType, year: i32) -> Self {
        let (terms, following) = (leave_type.terms_in(year), year.saturating_add(1));
        let ahead = leave_type.terms_in(following);
        Self { leave_type, terms, next: (ahead != terms).then_some((following, ahead)) }
    }
}

/// The leave year of today.
fn this_year(moment: &Moment) -> i32 {
    moment.today.year()
}
