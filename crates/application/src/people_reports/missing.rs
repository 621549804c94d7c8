//! Who did not record which days.

use crate::downloads::Spreadsheet;
use crate::ports::{Cell, MissingOf};
use crate::reports::{file, named};
use crate::sessions::Caller;
use crate::working_days::WorkingDays;
use crate::{Ports, Result};
use domain::access::{Capability, Scope};
use domain::time::Month;

/// The people with missing days in `month`, by name.
pub async fn missing_days(ports: &Ports, caller: &Caller, month: Month) -> Result<Vec<MissingOf>> {
    let scope = caller.actor.scope(Capability::SeeReports)?;
    let working = WorkingDays::between(ports, &ports.moment(), month.first(), month.last()).await?;
    missing_in(ports, &working, &scope, month).await
}

/// The people in `scope` with missing days. `working` knows the month. A day that became a holiday or a day off later does not count.
pub(super) async fn missing_in(
    ports: &Ports,
    working: &WorkingDays,
    scope: &Scope,
    month: Month,
) -> Result<Vec<MissingOf>> {
    let mut found = ports.reads.reports().missing(scope, month).await?;
    found.retain_mut(|person| working.keep_working_days(person.person.id, &mut person.days));
    Ok(found)
}

/// The same as a file: a row for each day.
pub async fn missing_days_csv(ports: &Ports, caller: &Caller, month: Month) -> Result<Spreadsheet> {
    let people = missing_days(ports, caller, month).await?;
    let rows = people.into_iter().flat_map(|MissingOf { person, department, manager, days }| {
        let text = |text: Option<String>| text.map_or(Cell::Nothing, Cell::text);
        let (name, employee_id) = (person.name.to_string(), person.employee_id.to_string());
        let manager = manager.map(|(_, name)| name.to_string());
        days.into_iter().map(move |day| {
            [
                Cell::text(name.clone()),
                Cell::text(employee_id.clone()),
                text(department.clone()),
                text(manager.clone()),
                Cell::Date(day),
            ]
        })
    });
    let columns = ["Employee", "Employee ID", "Department", "Manager", "Day"];
    file(ports, caller, named("Missing_Days", month), columns, rows).await
}
