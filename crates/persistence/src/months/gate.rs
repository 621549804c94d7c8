//! The gate: what a write finds of the months that it would change, and how they stay as it found them.
//!
//! On PostgreSQL a write holds the lock of each of its months together with others, in the order of the months, until it ends. What
//! begins or ends a close holds that lock alone, and waits for it a tenth of a second at a time: so a write waits for no more than that
//! and that moment, and nobody waits in a circle for long. SQLite has one writer.

use chrono::{Datelike, NaiveDate};
use domain::id::UserId;
use domain::month::{ChangedDays, Concerned, Held};
use domain::time::Month;
use sea_orm::{DbBackend, Value};
use std::collections::{BTreeSet, HashSet};
use uuid::Uuid;

use super::is_closing;
use crate::fault::Failure;
use crate::row::Columns;
use crate::sql;

/// The first month that can be closed (months.md 4).
const FIRST_YEAR: i32 = 2000;

/// The class of the locks of months; it stands in the migration `months`, too.
const LOCKS: i32 = 4101;

/// The months of these days that somebody could close: none that is to come, but for the one after that of `today`, because another
/// instance may be a moment ahead. In order.
fn months(days: &ChangedDays, today: NaiveDate) -> Vec<Month> {
    let Ok(first) = Month::new(FIRST_YEAR, 1) else { return Vec::new() };
    let last = today.checked_add_months(chrono::Months::new(1)).map_or(Month::of(today), Month::of);
    if let ChangedDays::Days(days) = days {
        let mut months: Vec<Month> = days.iter().map(|day| Month::of(*day)).collect();
        months.dedup();
        months.retain(|month| (first..=last).contains(month));
        return months;
    }
    let ahead = |month: Month| month.first().checked_add_months(chrono::Months::new(1)).map(Month::of);
    let from = match days {
        ChangedDays::Span { from, .. } if from.year() >= FIRST_YEAR => Month::of(*from),
        _ => first,
    };
    let all = std::iter::successors(Some(from), |month| ahead(*month)).take_while(|month| *month <= last);
    all.filter(|month| days.touch(*month)).collect()
}

/// The parameters of both statements: the months and the person. `None` where no month is concerned.
pub(super) fn values(
    backend: DbBackend,
    days: &ChangedDays,
    concerned: Concerned,
    today: NaiveDate,
) -> Option<Vec<Value>> {
    let months = months(days, today);
    let person: Option<Uuid> = match concerned {
        Concerned::Anybody => None,
        Concerned::Person(user) => Some(user.uuid()),
    };
    (!months.is_empty()).then(|| vec![sql::days(backend, months.into_iter().map(Month::first)), person.into()])
}

/// The parameters of both statements for many changes together, whosever days they are.
pub(crate) fn values_of_all(
    backend: DbBackend,
    all: &[(ChangedDays, Concerned)],
    today: NaiveDate,
) -> Option<Vec<Value>> {
    let months: BTreeSet<Month> = all.iter().flat_map(|(days, _)| months(days, today)).collect();
    let nobody: Option<Uuid> = None;
    (!months.is_empty()).then(|| vec![sql::days(backend, months.into_iter().map(Month::first)), nobody.into()])
}

/// Who has a row in closed months, of some people. By hand for [`sql::among`].
pub(crate) fn people_statement(backend: DbBackend) -> String {
    format!(
        "SELECT r.month, r.user_id FROM month_rows r JOIN months m ON m.first_day = r.month AND m.revision = r.revision \
         WHERE {} AND {}",
        sql::among_days(backend, "r.month", "$1"),
        sql::among(backend, "r.user_id", 2)
    )
}

/// The parameters of [`people_statement`]; `None` where nobody's rows decide anything.
pub(crate) fn people_values(
    backend: DbBackend,
    all: &[(ChangedDays, Concerned)],
    found: &[(Month, bool)],
) -> Option<Vec<Value>> {
    let closed: Vec<Month> = found.iter().filter(|(_, is_closed)| *is_closed).map(|(month, _)| *month).collect();
    let person = |(_, concerned): &(ChangedDays, Concerned)| match concerned {
        Concerned::Anybody => None,
        Concerned::Person(user) => Some(user.uuid()),
    };
    let people: BTreeSet<Uuid> = all.iter().filter_map(person).collect();
    let decides = !closed.is_empty() && !people.is_empty();
    decides.then(|| vec![sql::days(backend, closed.into_iter().map(Month::first)), sql::ids(backend, people)])
}

pub(crate) fn person_found(columns: &mut Columns<'_>) -> Result<(Month, UserId), Failure> {
    Ok((Month::of(columns.take()?), UserId::new(columns.take()?)))
}

/// What each of these changes finds, of the months that are closed or being closed, and of the people with rows in them.
pub(crate) fn held_each(
    all: &[(ChangedDays, Concerned)],
    found: &[(Month, bool)],
    rows: &[(Month, UserId)],
) -> Vec<Held> {
    let rows: HashSet<&(Month, UserId)> = rows.iter().collect();
    let each = |(days, concerned): &(ChangedDays, Concerned)| {
        let concerns = |month: Month| match concerned {
            Concerned::Anybody => true,
            Concerned::Person(user) => rows.contains(&(month, *user)),
        };
        let touched = found.iter().copied().filter(|(month, _)| days.touch(*month));
        let touched = touched.filter(|(month, is_closed)| !is_closed || concerns(*month));
        held(&touched.collect::<Vec<_>>())
    };
    all.iter().map(each).collect()
}

/// Takes the locks and reads what the months are then, see the migration `months`.
pub(super) const HOLD_POSTGRES: &str =
    "SELECT held_month, held_is_closed FROM hold_months(string_to_array($1, ',')::date[], $2)";

/// What the month is that begins on `$first`, in a statement about something else: it is held, and closed or being closed. Null where
/// it is open, and where there is no parameter because nobody can close that month.
pub(crate) fn month_held(backend: DbBackend, first: &str) -> String {
    if backend == DbBackend::Postgres {
        format!("CASE WHEN {first}::date IS NOT NULL THEN hold_month({first}) END")
    } else {
        format!(
            "(SELECT m.is_closed FROM months m WHERE m.first_day = {first} AND (m.is_closed OR {}))",
            is_closing(backend)
        )
    }
}

/// The month of `date`, for [`month_held`]; `None` where nobody can close it.
pub(crate) fn month_to_hold(date: NaiveDate, today: NaiveDate) -> Option<Month> {
    months(&ChangedDays::of([date]), today).first().copied()
}

pub(crate) const fn held_of(month: Option<Month>, is_closed: Option<bool>) -> Held {
    match (month, is_closed) {
        (Some(month), Some(true)) => Held::Closed(month),
        (Some(month), Some(false)) => Held::Closing(month),
        _ => Held::Open,
    }
}

/// Reads what the months are, and on SQLite holds them too.
pub(crate) fn look_statement(backend: DbBackend) -> String {
    let person = if backend == DbBackend::Postgres { "CAST($2 AS uuid)" } else { "$2" };
    format!(
        "SELECT m.first_day, m.is_closed FROM months m WHERE {} AND ({} OR m.is_closed AND ({person} IS NULL OR EXISTS ( \
         SELECT 1 FROM month_rows r WHERE r.user_id = {person} AND r.month = m.first_day AND r.revision = m.revision))) \
         ORDER BY m.first_day",
        sql::among_days(backend, "m.first_day", "$1"),
        is_closing(backend)
    )
}

pub(crate) fn found(columns: &mut Columns<'_>) -> Result<(Month, bool), Failure> {
    Ok((Month::of(columns.take()?), columns.take()?))
}

/// What the months come to that are closed or being closed, in order.
pub(super) fn held(found: &[(Month, bool)]) -> Held {
    let closed = found.iter().find(|(_, is_closed)| *is_closed).map(|(month, _)| Held::Closed(*month));
    closed.or(found.first().map(|(month, _)| Held::Closing(*month))).unwrap_or(Held::Open)
}

/// Takes the lock of a month alone, as soon as those who are before it in the queue have ended; gives up after 100 ms. Further
/// statements wait as long as ever. In one message, without parameters.
pub(super) fn lock_alone(month: Month) -> String {
    let days = Month::new(FIRST_YEAR, 1).map_or(0, |first| (month.first() - first.first()).num_days());
    format!(
        "SET LOCAL lock_timeout = '100ms'; SELECT pg_advisory_xact_lock({LOCKS}, {days}); SET LOCAL lock_timeout TO DEFAULT"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::holiday::Holiday;
    use domain::id::HolidayId;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn named(days: &ChangedDays) -> Vec<String> {
        months(days, day("2026-06-30")).iter().map(Month::to_string).collect()
    }

    #[test]
    fn months_that_nobody_can_close_are_passed_over() {
        let days = ChangedDays::of(
            ["1999-12-31", "2000-01-01", "2026-06-30", "2026-07-01", "2026-07-02", "2026-08-01"].map(day),
        );
        assert_eq!(named(&days), ["2000-01", "2026-06", "2026-07"]);
        assert_eq!(named(&ChangedDays::of([])), Vec::<String>::new());
        assert_eq!(named(&ChangedDays::Span { from: day("2026-05-31"), to: None }), ["2026-05", "2026-06", "2026-07"]);
        assert_eq!(named(&ChangedDays::Span { from: NaiveDate::MIN, to: None }).len(), 12 * 26 + 7);
        assert_eq!(named(&ChangedDays::Span { from: day("2026-05-31"), to: Some(day("2026-05-31")) }), ["2026-05"]);
    }

    #[test]
    fn a_holiday_is_held_in_each_year_in_which_it_comes_or_goes() {
        let holiday = Holiday {
            id: HolidayId::new(Uuid::nil()),
            date: day("2024-06-19"),
            name: "Day".into(),
            description: None,
            is_recurring: true,
            end_year: None,
            created_by: None,
        };
        let added = ChangedDays::holiday(None, Some(holiday));
        assert_eq!(named(&added), ["2024-06", "2025-06", "2026-06"]);
    }

    #[test]
    fn a_closed_month_is_named_before_one_that_is_being_closed() {
        let month = |number| Month::new(2026, number).unwrap();
        assert_eq!(held(&[]), Held::Open);
        assert_eq!(held(&[(month(4), false), (month(5), true), (month(6), true)]), Held::Closed(month(5)));
        assert_eq!(held(&[(month(4), false), (month(5), false)]), Held::Closing(month(4)));
    }
}
