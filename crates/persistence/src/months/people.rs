//! The rows in which [`super::facts`] are read.

use std::collections::BTreeMap;

use application::ports::{PersonOfMonth, Result};
use domain::attendance::{Days, OnLeave, Recorded};
use domain::id::UserId;
use domain::month::MonthFacts;
use domain::person::check_first_day;
use domain::time::Month;
use domain::timesheet::{Hours, Status};
use sea_orm::{ConnectionTrait, DbBackend, Value};

use crate::fault::Failure;
use crate::people::attendance::AFTERNOONS;
use crate::people::{beginning, person};
use crate::row::{Columns, corrupt};
use crate::sql;

/// What the people of [`super::facts::statement`] were asked for.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    pub(super) month: Month,
    pub(super) half_days: Vec<Hours>,
}

/// The people, by employee ID.
pub(super) async fn read<C: ConnectionTrait>(
    connection: &C,
    statement: &str,
    values: Vec<Value>,
    asked: &Asked,
) -> Result<Vec<PersonOfMonth>, Failure> {
    let backend = connection.get_database_backend();
    let found = sql::all(connection, statement, values).await?;
    let read = |row| person_of_month(&mut Columns::of(row), backend, asked);
    let mut people = found.iter().map(read).collect::<Result<Vec<_>, Failure>>()?;
    people.sort_by_key(|found| found.person.employee_id);
    Ok(people)
}

fn person_of_month(columns: &mut Columns<'_>, backend: DbBackend, asked: &Asked) -> Result<PersonOfMonth, Failure> {
    let person = person(columns)?;
    let (department, external_id, manager) = (columns.take()?, columns.take()?, columns.maybe_named()?);
    let beginning = beginning(columns)?;
    let can_act = columns.take()?;
    let deciders: [Option<uuid::Uuid>; 2] = [columns.take()?, columns.take()?];
    let user = person.id;
    let known = MonthFacts {
        in_service: days(columns, "service_periods", user)?,
        marked: days(columns, "absences", user)?,
        before_joining: Days::of(asked.month, |day| check_first_day(beginning.first_day(), day).is_err()),
        unlocked: days(columns, "unlocks", user)?,
        accepted: days(columns, "accepted_days", user)?,
        pending_leave: u32::try_from(number(columns)?).unwrap_or(u32::MAX),
        ..MonthFacts::default()
    };
    let facts = if backend == DbBackend::Postgres {
        with_sets(&known, columns, user, &asked.half_days)?
    } else {
        with_texts(known, columns, user, asked)?
    };
    Ok(PersonOfMonth {
        person,
        department,
        external_id,
        manager,
        joining_date: beginning.joining_date,
        can_act,
        deciders: deciders.into_iter().flatten().map(UserId::new).collect(),
        facts,
    })
}

fn number(columns: &mut Columns<'_>) -> Result<i64, Failure> {
    Ok(columns.take::<Option<i64>>()?.unwrap_or_default())
}

fn set(bits: i64, table: &'static str, user: UserId) -> Result<Days> {
    Days::from_bits(bits).ok_or_else(|| corrupt(table, "date", user))
}

fn days(columns: &mut Columns<'_>, table: &'static str, user: UserId) -> Result<Days, Failure> {
    Ok(set(number(columns)?, table, user)?)
}

/// Mornings, then afternoons.
fn on_leave(bits: i64, user: UserId) -> Result<OnLeave> {
    Ok(OnLeave {
        mornings: set(bits & ((1 << AFTERNOONS) - 1), "leave_halves", user)?,
        afternoons: set(bits >> AFTERNOONS, "leave_halves", user)?,
    })
}

/// Leave and entries as PostgreSQL tells them.
fn with_sets(
    known: &MonthFacts,
    columns: &mut Columns<'_>,
    user: UserId,
    half_days: &[Hours],
) -> Result<MonthFacts, Failure> {
    let (paid_leave, unpaid_leave) = (on_leave(number(columns)?, user)?, on_leave(number(columns)?, user)?);
    let mut credits = || {
        let (any, credited) = (days(columns, "timesheets", user)?, days(columns, "timesheets", user)?);
        let above = half_days.iter().map(|half_day| Ok((*half_day, days(columns, "timesheets", user)?)));
        let above = above.collect::<Result<BTreeMap<_, _>, Failure>>()?;
        Ok::<Recorded, Failure>(Recorded {
            any,
            credited,
            above: above.into_iter().filter(|(_, days)| days.count() > 0).collect(),
        })
    };
    let (approved, pending) = (credits()?, credits()?);
    let rejected = days(columns, "timesheets", user)?;
    let approved_half_hours = u32::try_from(number(columns)?).unwrap_or(u32::MAX);
    Ok(MonthFacts { approved, pending, rejected, approved_half_hours, paid_leave, unpaid_leave, ..*known })
}

/// Leave and entries as SQLite tells them: `0711` is the afternoon of the 7th, of a paid type; `07a18` are 9 approved hours of
/// that day.
fn with_texts(
    known: MonthFacts,
    columns: &mut Columns<'_>,
    user: UserId,
    asked: &Asked,
) -> Result<MonthFacts, Failure> {
    let (halves, entries): (Option<String>, Option<String>) = (columns.take()?, columns.take()?);
    let (mut paid, mut unpaid) = (0_i64, 0_i64);
    for half in halves.iter().flat_map(|halves| halves.split(',')) {
        let (bit, is_paid) = half_of(half).ok_or_else(|| corrupt("leave_halves", "half", user))?;
        *(if is_paid { &mut paid } else { &mut unpaid }) |= bit;
    }
    let known = MonthFacts { paid_leave: on_leave(paid, user)?, unpaid_leave: on_leave(unpaid, user)?, ..known };
    entries.iter().flat_map(|entries| entries.split(',')).try_fold(known, |known, entry| {
        let (day, status, hours) = entry_of(entry).ok_or_else(|| corrupt("timesheets", "status", user))?;
        let date = asked.month.first().checked_add_days(chrono::Days::new(day - 1));
        let date = date.ok_or_else(|| corrupt("timesheets", "date", user))?;
        Ok(known.with_entry(date, hours, status, &asked.half_days))
    })
}

/// The bit of a half, and whether its type is paid.
fn half_of(text: &str) -> Option<(i64, bool)> {
    let day: i64 = text.get(..2)?.parse().ok()?;
    let afternoons = match text.get(2..3)? {
        "0" => 0,
        "1" => i64::from(AFTERNOONS),
        _ => return None,
    };
    Some((1_i64.checked_shl(u32::try_from(day - 1 + afternoons).ok()?)?, text.get(3..)? == "1"))
}

fn entry_of(text: &str) -> Option<(u64, Status, Hours)> {
    let day: u64 = text.get(..2)?.parse().ok().filter(|day| *day > 0)?;
    let letter = text.get(2..3)?;
    let status = Status::ALL.into_iter().find(|status| status.name().starts_with(letter))?;
    Some((day, status, Hours::from_half_hours(text.get(3..)?.parse().ok()?).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_statuses_begin_with_the_same_letter() {
        let letters: std::collections::BTreeSet<_> =
            Status::ALL.iter().filter_map(|status| status.name().chars().next()).collect();
        assert_eq!(letters.len(), Status::ALL.len());
    }

    #[test]
    fn what_is_no_half_and_no_entry_is_not_read() {
        assert_eq!(half_of("0101"), Some((1, true)));
        assert_eq!(half_of("3110"), Some((1 << 61, false)));
        for text in ["", "01", "0121", "xx01", "0001"] {
            assert_eq!(half_of(text), None, "{text}");
        }
        assert_eq!(entry_of("07a18"), Hours::from_half_hours(18).ok().map(|hours| (7, Status::Approved, hours)));
        for text in ["", "07", "00a18", "07x18", "07a", "07a99"] {
            assert_eq!(entry_of(text), None, "{text}");
        }
    }
}
