//! The attendance of departments, and what is missing and waits in them.

use super::kept::Counted;
use super::missing::missing_in;
use crate::downloads::Spreadsheet;
use crate::ports::{Cell, MissingOf};
use crate::reports::{file, lines, named};
use crate::sessions::Caller;
use crate::working_days::WorkingDays;
use crate::{Moment, Ports, Result};
use domain::access::{Capability, Scope};
use domain::id::UserId;
use domain::oversight::reports::Attendance;
use domain::text::folded;
use domain::time::Month;
use std::collections::HashMap;

/// What a department is called that nobody has named.
const NO_DEPARTMENT: &str = "No department";

/// A department in a month. People belong to the department that they are in today.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Department {
    /// Its name; `None` for the people without one.
    pub name: Option<String>,
    /// The people in service in the month.
    pub employees: u32,
    /// Their attendance: the sum of their lines of the attendance summary.
    pub attendance: Attendance,
    pub missing_days: u32,
    /// Their entries that wait now, of months that are not closed.
    pub waiting: u32,
}

/// The departments in `month`, by name, those without one last.
pub async fn departments(ports: &Ports, caller: &Caller, month: Month) -> Result<Counted<Vec<Department>>> {
    caller.actor.require(Capability::SeeReports)?;
    let moment = ports.moment();
    ports.reports.departments.get(month, moment.now, count(ports, &moment, month)).await
}

async fn count(ports: &Ports, moment: &Moment, month: Month) -> Result<Vec<Department>> {
    let working = WorkingDays::between(ports, moment, month.first(), month.last()).await?;
    let reads = ports.reads.reports();
    let mut all = Departments::default();
    for place in reads.places(month).await? {
        if place.is_in_service {
            all.of(place.department.clone()).employees += 1;
        }
        all.of_people.insert(place.user, place.department);
    }
    for line in lines(ports, moment, &working, Scope::Everyone, month).await?.rows {
        let department = all.of_person(line.person.id);
        department.attendance = department.attendance.and(line.summary);
    }
    for MissingOf { department, days, .. } in missing_in(ports, &working, &Scope::Everyone, month).await? {
        all.of(department).missing_days += u32::try_from(days.len()).unwrap_or(u32::MAX);
    }
    for (department, waiting) in reads.waiting_by_department().await? {
        all.of(department).waiting = waiting;
    }
    Ok(all.by_name())
}

/// Departments that are being counted.
#[derive(Default)]
struct Departments {
    by_name: HashMap<Option<String>, Department>,
    of_people: HashMap<UserId, Option<String>>,
}

impl Departments {
    fn of(&mut self, name: Option<String>) -> &mut Department {
        self.by_name.entry(name).or_insert_with_key(|name| Department { name: name.clone(), ..Department::default() })
    }

    fn of_person(&mut self, user: UserId) -> &mut Department {
        let name = self.of_people.get(&user).cloned().flatten();
        self.of(name)
    }

    fn by_name(self) -> Vec<Department> {
        let mut all: Vec<Department> = self.by_name.into_values().collect();
        all.sort_by_cached_key(|department| {
            (department.name.is_none(), department.name.as_deref().map(folded), department.name.clone())
        });
        all
    }
}

/// The same as a file.
pub async fn departments_csv(ports: &Ports, caller: &Caller, month: Month) -> Result<Spreadsheet> {
    let found = departments(ports, caller, month).await?.found;
    let rows = (0..found.len()).filter_map(move |place| found.get(place).map(cells));
    let columns = ["Department", "Employees", "Working Days", "Present", "Rate", "Missing Days", "Waiting"];
    file(ports, caller, named("Departments", month), columns, rows).await
}

fn cells(department: &Department) -> [Cell; 7] {
    let halves = |halves: u64| Cell::Halves(i32::try_from(halves).unwrap_or(i32::MAX));
    let attendance = department.attendance;
    [
        department.name.clone().map_or(Cell::text(NO_DEPARTMENT), Cell::text),
        Cell::Count(department.employees.into()),
        halves(attendance.working),
        halves(attendance.present),
        attendance.rate_tenths().map_or(Cell::Nothing, Cell::Percent),
        Cell::Count(department.missing_days.into()),
        Cell::Count(department.waiting.into()),
    ]
}
