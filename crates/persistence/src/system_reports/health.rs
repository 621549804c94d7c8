//! What checks about people and months find.

use application::ports::{FoundPeople, PersonName};
use domain::oversight::health::Check;

use crate::fault::Failure;
use crate::people::{PERSON_COLUMNS, person};
use crate::row::{Columns, corrupt};
use crate::scope::can_lead;

/// The checks about people, each with what a person `u` meets whom it finds.
const CHECKS: [(Check, &str); 5] = [
    (
        Check::WithoutManager,
        concat!(
            "u.role = 'Employee' AND u.is_active AND NOT u.is_blocked \
             AND NOT EXISTS (SELECT 1 FROM users m WHERE m.id = u.manager_id AND ",
            can_lead!("m", "$1"),
            ")"
        ),
    ),
    (
        Check::BlockedManagers,
        concat!(
            "u.role = 'Manager' AND u.is_active AND u.is_blocked AND EXISTS (SELECT 1 FROM users t \
               WHERE t.manager_id = u.id AND t.role = 'Employee' AND t.is_active) AND NOT (",
            can_lead!("u", "$1"),
            ")"
        ),
    ),
    (Check::WithoutDepartment, "u.role = 'Employee' AND u.is_active AND u.department IS NULL"),
    (Check::WithoutJoiningDate, "u.role = 'Employee' AND u.is_active AND u.joining_date IS NULL"),
    (
        Check::TemporaryPasswords,
        "u.is_active AND u.is_first_login AND u.password_hash <> '' AND coalesce(u.temporary_since, u.created_at) < $2",
    ),
];

/// The first `$3` people whom each check finds, each with how many there are.
pub(crate) fn people_found() -> String {
    let of_check = |(place, (_, condition)): (usize, &(Check, &str))| {
        format!(
            "SELECT * FROM (SELECT {place} AS place, {PERSON_COLUMNS}, count(*) OVER () AS found, u.sort_name \
             FROM users u WHERE {condition} ORDER BY u.sort_name, u.employee_number LIMIT $3) AS c{place}"
        )
    };
    let parts: Vec<String> = CHECKS.iter().enumerate().map(of_check).collect();
    format!("{} ORDER BY place, sort_name, employee_number", parts.join(" UNION ALL "))
}

pub(crate) fn person_found(columns: &mut Columns<'_>) -> Result<(Check, PersonName, u32), Failure> {
    let place: i32 = columns.take()?;
    let check = usize::try_from(place).ok().and_then(|place| CHECKS.get(place));
    let (check, _) = check.ok_or_else(|| corrupt("users", "place", place))?;
    Ok((*check, person(columns)?, columns.count()?))
}

/// The people whom each check found, of which one that found nobody is left out.
pub(crate) fn gathered(rows: Vec<(Check, PersonName, u32)>) -> Vec<FoundPeople> {
    let mut all: Vec<FoundPeople> = Vec::new();
    for (check, person, count) in rows {
        match all.last_mut().filter(|found| found.check == check) {
            Some(found) => found.people.push(person),
            None => all.push(FoundPeople { check, count, people: vec![person] }),
        }
    }
    all
}

pub(crate) const DRIFTED_MONTHS: &str = "\
    SELECT m.first_day FROM months m WHERE m.is_closed AND (m.differences > 0 OR NOT m.checksum_holds) \
    ORDER BY m.first_day DESC";
