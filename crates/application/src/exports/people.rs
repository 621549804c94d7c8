//! People.

use super::{READ_TOGETHER, date, file, ids, listed, maybe, text, word};
use crate::downloads::Spreadsheet;
use crate::ports::{Cell, PersonView};
use crate::sessions::Caller;
use crate::{Ports, Result};
use chrono::NaiveDate;
use domain::access::Capability;
use domain::id::UserId;
use domain::import::people::COLUMNS;
use domain::person::{Role, Salary};
use domain::time::{Weekdays, WorkPattern};
use std::collections::HashMap;

/// Everybody whom the caller may list, with the salary and the work pattern of today, or of the day on which the first one begins.
pub async fn people(ports: &Ports, caller: &Caller) -> Result<Spreadsheet> {
    caller.actor.require(Capability::ManagePeople)?;
    let moment = ports.moment();
    let people = listed(ports, caller, &Role::ALL).await?;
    let mut salaries: HashMap<UserId, (NaiveDate, Salary)> = HashMap::new();
    if caller.actor.require(Capability::SeeSalaries).is_ok() {
        for some in ids(&people).chunks(READ_TOGETHER) {
            let found = ports.reads.accounts().salaries_of_all(some).await?;
            salaries.extend(found.into_iter().filter_map(|(user, history)| {
                let (from, salary) = history.change_at(moment.today)?;
                Some((user, (from, (*salary)?)))
            }));
        }
    }
    let emails: HashMap<UserId, String> = people.iter().map(|view| (view.person.id, view.email.clone())).collect();
    let (rules, today) = (moment.rules, moment.today);
    let rows = people.into_iter().map(move |view| {
        let user = view.person.id;
        let pattern = rules.work_patterns.own(user).filter(|_| view.role == Role::Employee).and_then(|own| {
            let (from, pattern) = own.change_at(today)?;
            Some((from, (*pattern)?))
        });
        let manager = view.manager.as_ref().and_then(|(manager, _)| emails.get(manager));
        cells(&view, salaries.get(&user).copied(), pattern, manager.map(String::as_str))
    });
    file(ports, caller, format!("People_{today}.csv"), &COLUMNS, Box::new(rows)).await
}

fn cells(
    view: &PersonView,
    salary: Option<(NaiveDate, Salary)>,
    pattern: Option<(NaiveDate, WorkPattern)>,
    manager: Option<&str>,
) -> Vec<Cell> {
    let amount = |salary: Salary| Cell::Amount(i64::try_from(salary.cents()).unwrap_or(i64::MAX));
    let hours = |of: fn(WorkPattern) -> domain::timesheet::Hours| {
        pattern.map_or(Cell::Nothing, |(_, pattern)| Cell::Halves(of(pattern).half_hours().into()))
    };
    vec![
        word(view.person.employee_id.to_string()),
        maybe(view.external_id.as_deref()),
        text(&view.person.name.first),
        text(&view.person.name.last),
        text(&view.email),
        word(view.role.name()),
        maybe(view.department.as_deref()),
        maybe(view.position.as_deref()),
        maybe(view.designation.as_deref()),
        maybe(view.phone_number.as_deref()),
        date(view.joining_date),
        date(view.records_from),
        salary.map_or(Cell::Nothing, |(_, salary)| amount(salary)),
        date(salary.map(|(from, _)| from)),
        pattern.map_or(Cell::Nothing, |(_, pattern)| word(names(pattern.weekdays()))),
        hours(WorkPattern::full_day),
        hours(WorkPattern::half_day),
        date(pattern.map(|(from, _)| from)),
        maybe(manager),
        word(if view.is_active { "active" } else { "inactive" }),
    ]
}

/// By their names, because a spreadsheet takes `1-5` for a date.
fn names(days: Weekdays) -> String {
    let all = (0..7).filter_map(|place| chrono::Weekday::try_from(place).ok());
    all.filter(|day| days.contains(*day)).map(|day| day.to_string()).collect::<Vec<_>>().join(" ")
}
