//! Opening balances of leave.

use super::{READ_TOGETHER, file, ids, listed, maybe, text, word};
use crate::downloads::Spreadsheet;
use crate::ports::{Cell, PersonView};
use crate::sessions::Caller;
use crate::{Ports, Result};
use chrono::Datelike;
use domain::access::Capability;
use domain::id::{LeaveTypeId, UserId};
use domain::import::balances::COLUMNS;
use domain::leave::{LeaveType, Opening};
use domain::person::Role;
use std::collections::HashMap;

/// The opening balances of all Employees in a leave year, which is this one where none is named, by name, employee ID and type. A type
/// without a limit has no balance any more.
pub async fn balances(ports: &Ports, caller: &Caller, year: Option<i32>) -> Result<Spreadsheet> {
    caller.actor.require(Capability::AdjustLeave)?;
    let year = year.unwrap_or_else(|| ports.moment().today.year());
    let mut types = ports.reads.leave_types().leave_types().await?;
    types.retain(LeaveType::is_limited);
    types.sort_by_cached_key(LeaveType::name_key);
    let people = listed(ports, caller, &[Role::Employee]).await?;
    let mut openings: HashMap<(UserId, LeaveTypeId), Opening> = HashMap::new();
    for some in ids(&people).chunks(READ_TOGETHER) {
        let found = ports.reads.leave_ledger().openings_of(some).await?.into_iter();
        let of_year = found.filter(|of| of.what.opening.year == year);
        openings.extend(of_year.map(|of| ((of.user, of.leave_type), of.what.opening)));
    }
    let rows = people.into_iter().flat_map(move |view| {
        let line = |of: &LeaveType| Some(cells(&view, of, openings.get(&(view.person.id, of.id))?));
        types.iter().filter_map(line).collect::<Vec<_>>()
    });
    file(ports, caller, format!("Leave_balances_{year}.csv"), &COLUMNS, Box::new(rows)).await
}

fn cells(view: &PersonView, leave_type: &LeaveType, opening: &Opening) -> Vec<Cell> {
    vec![
        word(view.person.employee_id.to_string()),
        maybe(view.external_id.as_deref()),
        text(&view.email),
        text(&leave_type.name),
        word(opening.year.to_string()),
        Cell::Halves(opening.days.half_days()),
        maybe(opening.note.as_deref()),
    ]
}
