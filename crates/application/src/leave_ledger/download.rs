//! Everybody's balances as a file.

use super::balances::{TypeBalance, by_name, in_year, listed};
use crate::downloads::{Spreadsheet, note};
use crate::ports::{Cell, Column, LeaveOf, PersonName, Table};
use crate::sessions::Caller;
use crate::{Ports, Result};
use domain::access::Capability;
use domain::leave::LeaveDays;

const COLUMNS: [&str; 13] = [
    "Employee ID",
    "Name",
    "Department",
    "Leave Type",
    "Allocated",
    "Adjusted",
    "Carried In",
    "Taken",
    "Planned",
    "Pending",
    "Lapsed",
    "Carried Out",
    "Left",
];

/// The balances of every active Employee in a leave year, by name, employee ID and type.
pub async fn download(ports: &Ports, caller: &Caller, year: i32) -> Result<Spreadsheet> {
    caller.actor.require(Capability::AdjustLeave)?;
    let today = ports.moment().today;
    let types = by_name(ports.reads.leave_types().leave_types().await?);
    let people = ports.reads.leave_ledger().everybody().await?;
    let accounts = in_year(ports, LeaveOf::ActiveEmployees, year, today).await?;
    let lines = move |(person, department): (PersonName, Option<String>)| {
        let line = |balance| cells(&person, department.as_deref(), &balance);
        listed(&types, &accounts, person.id, year, today).map(line).collect::<Vec<_>>()
    };
    let rows = Box::new(people.into_iter().flat_map(lines));
    let table = Table { columns: COLUMNS.map(Column::named).to_vec(), rows };
    let name = format!("Leave_Balances_{year}.csv");
    note(ports, caller, &name, None).await?;
    Ok(Spreadsheet { name, pieces: ports.documents.table_csv(table) })
}

fn cells(
    person: &PersonName,
    department: Option<&str>,
    TypeBalance { leave_type, balance, .. }: &TypeBalance,
) -> Vec<Cell> {
    let text = |text: &str| Cell::text(text.to_owned());
    let days = |days: LeaveDays| Cell::Halves(days.half_days());
    vec![
        Cell::text(person.employee_id.to_string()),
        Cell::text(person.name.to_string()),
        department.map_or(Cell::Nothing, text),
        text(&leave_type.name),
        if leave_type.is_limited() { days(balance.allocated) } else { Cell::Nothing },
        days(balance.adjusted),
        days(balance.carried_in),
        days(balance.used),
        days(balance.planned),
        days(balance.pending),
        days(balance.expired),
        days(balance.carried_out),
        balance.left.map_or(Cell::Nothing, days),
    ]
}
