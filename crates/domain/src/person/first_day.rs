//! From which day on somebody's days are expected (months.md 1.1, moving-in.md 1.5).
//!
//! One who joined long before the portal knew of them has no records from that time, and none are expected. What goes by the time that
//! somebody has been there, such as the leave that they are given, goes by the joining date.

use chrono::NaiveDate;

/// What says when the days of a person begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Beginning {
    pub joining_date: Option<NaiveDate>,
    /// Where their records begin, if not with the joining date.
    pub records_from: Option<NaiveDate>,
}

/// The first day that can have an entry, and why it is that one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstDay {
    /// They joined on it.
    Joining(NaiveDate),
    /// Their records begin with it, after they joined.
    Records(NaiveDate),
}

/// Records cannot begin before the person joins, on this day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordsBeforeJoining(pub NaiveDate);

impl Beginning {
    /// The later of the two dates; `None` where neither is known.
    pub fn first_day(self) -> Option<FirstDay> {
        match (self.joining_date, self.records_from) {
            (joined, Some(records)) if joined.is_none_or(|joined| joined < records) => Some(FirstDay::Records(records)),
            (joined, _) => joined.map(FirstDay::Joining),
        }
    }

    pub fn check(self) -> Result<(), RecordsBeforeJoining> {
        match (self.joining_date, self.records_from) {
            (Some(joined), Some(records)) if records < joined => Err(RecordsBeforeJoining(joined)),
            _ => Ok(()),
        }
    }
}

impl FirstDay {
    pub const fn date(self) -> NaiveDate {
        match self {
            Self::Joining(date) | Self::Records(date) => date,
        }
    }

    /// The sentence for the person, about an earlier day.
    pub fn sentence(self) -> String {
        match self {
            Self::Joining(date) => format!("You cannot access dates before your joining date ({date})"),
            Self::Records(date) => format!("Your records here begin on {date}."),
        }
    }

    /// The same for somebody who looks after the person.
    pub fn sentence_to_others(self) -> String {
        match self {
            Self::Joining(date) => format!("The date is before the employee's joining date ({date})"),
            Self::Records(date) => format!("The records of the employee begin on {date}."),
        }
    }
}

/// Refuses a day before `first`.
pub fn check_first_day(first: Option<FirstDay>, day: NaiveDate) -> Result<(), FirstDay> {
    first.filter(|first| day < first.date()).map_or(Ok(()), Err)
}

impl RecordsBeforeJoining {
    pub fn sentence(self) -> String {
        format!("The records cannot begin before the joining date ({})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::day;

    fn beginning(joined: Option<&str>, records: Option<&str>) -> Beginning {
        Beginning { joining_date: joined.map(day), records_from: records.map(day) }
    }

    #[test]
    fn days_begin_with_the_later_of_joining_and_the_records() {
        let first = |joined, records| beginning(joined, records).first_day();
        let records = Some(FirstDay::Records(day("2026-06-10")));
        assert_eq!(first(Some("2019-03-01"), Some("2026-06-10")), records);
        assert_eq!(first(None, Some("2026-06-10")), records);
        for earlier in [Some("2026-06-10"), Some("2019-03-01"), None] {
            assert_eq!(first(Some("2026-06-10"), earlier), Some(FirstDay::Joining(day("2026-06-10"))), "{earlier:?}");
        }
        assert_eq!(first(None, None), None);
    }

    #[test]
    fn records_begin_with_the_joining_date_at_the_earliest() {
        let check = |joined, records| beginning(joined, records).check().map_err(RecordsBeforeJoining::sentence);
        let early = "The records cannot begin before the joining date (2026-06-10)".to_owned();
        assert_eq!(check(Some("2026-06-10"), Some("2026-06-09")), Err(early));
        for fine in [(Some("2026-06-10"), Some("2026-06-10")), (None, Some("2026-06-09")), (Some("2026-06-10"), None)] {
            assert_eq!(check(fine.0, fine.1), Ok(()), "{fine:?}");
        }
    }

    #[test]
    fn a_day_before_the_first_one_is_refused_in_the_words_of_what_it_is() {
        let asked = |first, date| check_first_day(Some(first), day(date)).map_err(FirstDay::sentence);
        let (joined, records) = (FirstDay::Joining(day("2026-06-10")), FirstDay::Records(day("2026-06-10")));
        let sentence = "You cannot access dates before your joining date (2026-06-10)";
        assert_eq!(asked(joined, "2026-06-09"), Err(sentence.into()));
        assert_eq!(asked(records, "2026-06-09"), Err("Your records here begin on 2026-06-10.".into()));
        assert_eq!([asked(joined, "2026-06-10"), asked(records, "2026-06-10")], [Ok(()), Ok(())]);
        assert_eq!(check_first_day(None, day("1999-01-01")), Ok(()));
        let others = [joined, records].map(FirstDay::sentence_to_others);
        let of_others = [
            "The date is before the employee's joining date (2026-06-10)",
            "The records of the employee begin on 2026-06-10.",
        ];
        assert_eq!(others, of_others);
    }
}
