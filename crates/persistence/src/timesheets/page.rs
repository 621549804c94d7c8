//! A page of everyone's entries. There is no index on the date alone, so the days are counted first: the count says on which of them
//! the page lies, and only the people's entries of these are put in order. Texts are read for the page alone.

use application::ports::{EntryView, Result};
use chrono::NaiveDate;
use constcat::concat;

use super::reads::{VIEW_COLUMNS, view};
use crate::database::Database;
use crate::fault::Failure;
use crate::row::Columns;
use crate::sql;

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
struct Place {
    from: NaiveDate,
    to: NaiveDate,
    /// How many entries of these days, newest first, stand on earlier pages.
    before: i64,
}

/// Where the entries from the number `first` (from 0) on lie, `limit` of them. `counts`: the days with entries, newest first. `None`
/// where there are not so many.
fn place(counts: &[(NaiveDate, i64)], first: i64, limit: i64) -> Option<Place> {
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

impl Database {
    pub(super) async fn page_of_everyone(
        &self,
        from: NaiveDate,
        to: NaiveDate,
        page: u32,
        limit: u32,
    ) -> Result<(Vec<EntryView>, u32)> {
        let limit = i64::from(limit);
        let first = i64::from(page.saturating_sub(1)).saturating_mul(limit);
        self.read(move |connection| async move {
            let counts = sql::rows(&*connection, COUNTS, vec![from.into(), to.into()], day_count).await?;
            let total: i64 = counts.iter().map(|(_, count)| count).sum();
            let entries = match place(&counts, first, limit) {
                Some(Place { from, to, before }) => {
                    let values = vec![from.into(), to.into(), limit.into(), before.into()];
                    sql::rows(&*connection, PAGE, values, view).await?
                }
                None => Vec::new(),
            };
            Ok((entries, u32::try_from(total).unwrap_or(u32::MAX)))
        })
        .await
    }
}

fn day_count(columns: &mut Columns<'_>) -> Result<(NaiveDate, i64), Failure> {
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
