//! A page of everyone's entries. There is no index on the date alone, so the days are counted first: the count says on which of them
//! the page lies, and only the people's entries of these are put in order. Texts are read for the page alone.

use chrono::NaiveDate;
use constcat::concat;

use super::reads::VIEW_COLUMNS;
use crate::fault::Failure;
use crate::row::Columns;

/// Of a month it goes from person to person, each one's days in the index that holds all that this asks for; of a year PostgreSQL
/// rather reads every entry there is, which costs about the same. SQLite keeps to the order in which a cross join is written.
pub(crate) const COUNTS: &str = "\
    SELECT t.date, count(*) FROM users u CROSS JOIN timesheets t WHERE t.user_id = u.id AND t.date BETWEEN $1 AND $2 \
    GROUP BY t.date ORDER BY t.date DESC";

pub(crate) const PAGE: &str = concat!(
    "SELECT ",
    VIEW_COLUMNS,
    " FROM (SELECT t.user_id, t.date, u.sort_name, u.employee_number FROM users u CROSS JOIN timesheets t \
        WHERE t.user_id = u.id AND t.date BETWEEN $1 AND $2 ORDER BY t.date DESC, u.sort_name, u.employee_number LIMIT $3 OFFSET $4) p \
      JOIN timesheets t ON t.user_id = p.user_id AND t.date = p.date JOIN users u ON u.id = p.user_id \
      ORDER BY p.date DESC, p.sort_name, p.employee_number"
);

/// Where a page lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) from: NaiveDate,
    pub(super) to: NaiveDate,
    /// How many entries of these days, newest first, stand on earlier pages.
    pub(super) before: i64,
}

/// Where the entries from the number `first` (from 0) on lie, `limit` of them. `counts`: the days with entries, newest first. `None`
/// where there are not so many.
pub(super) fn place(counts: &[(NaiveDate, i64)], first: i64, limit: i64) -> Option<Place> {
    let mut place: Option<Place> = None;
    let mut seen = 0;
    for (day, count) in counts {
        let before = seen;
        seen += count;
        if seen <= first {
            continue;
        }
        match &mut place {
            None => place = Some(Place { from: *day, to: *day, before: first - before }),
            Some(place) => place.from = *day,
        }
        if seen >= first.saturating_add(limit) {
            break;
        }
    }
    place
}

pub(super) fn day_count(columns: &mut Columns<'_>) -> Result<(NaiveDate, i64), Failure> {
    Ok((columns.take()?, columns.take()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn day(offset: u64) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 6, 1).unwrap() + chrono::Days::new(offset)
    }

    proptest! {
        /// Entries are numbered as they are listed: the days of the place hold the whole page, and no day more than it needs.
        #[test]
        fn the_days_of_a_page_hold_it(
            counted in prop::collection::btree_map(0u64..40, 1i64..8, 0..20),
            first in 0i64..60,
            limit in 1i64..30,
        ) {
            let counts: Vec<(NaiveDate, i64)> = counted.iter().rev().map(|(offset, count)| (day(*offset), *count)).collect();
            let listed: Vec<NaiveDate> =
                counts.iter().flat_map(|(day, count)| (0..*count).map(|_| *day)).collect();
            let (start, length) = (usize::try_from(first).unwrap(), usize::try_from(limit).unwrap());
            let page: Vec<NaiveDate> = listed.iter().copied().skip(start).take(length).collect();
            match place(&counts, first, limit) {
                None => prop_assert!(page.is_empty()),
                Some(place) => {
                    prop_assert_eq!((Some(&place.to), Some(&place.from)), (page.first(), page.last()));
                    let of_days = listed.into_iter().filter(|day| place.from <= *day && *day <= place.to);
                    let skipped = usize::try_from(place.before).unwrap();
                    prop_assert_eq!(of_days.skip(skipped).take(length).collect::<Vec<_>>(), page);
                }
            }
        }
    }
}
