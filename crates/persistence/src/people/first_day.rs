//! The first day that can have an entry of a person `u`, and whether it has come.

use chrono::NaiveDate;
use domain::person::{Beginning, FirstDay};

use crate::fault::Failure;
use crate::row::Columns;

pub(crate) const FIRST_DAY_COLUMNS: &str = "u.joining_date, u.records_from";

pub(crate) fn first_day(columns: &mut Columns<'_>) -> Result<Option<FirstDay>, Failure> {
    Ok(beginning(columns)?.first_day())
}

pub(crate) fn beginning(columns: &mut Columns<'_>) -> Result<Beginning, Failure> {
    let (joining_date, records_from): (Option<NaiveDate>, Option<NaiveDate>) = (columns.take()?, columns.take()?);
    Ok(Beginning { joining_date, records_from })
}

/// That the days of a person `u` have begun by `$day`.
macro_rules! has_begun {
    ($day:literal) => {
        concat!(
            "(u.joining_date IS NULL OR u.joining_date <= ",
            $day,
            ") AND (u.records_from IS NULL OR u.records_from <= ",
            $day,
            ")"
        )
    };
}
pub(crate) use has_begun;
