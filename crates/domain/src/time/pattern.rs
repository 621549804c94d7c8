//! A work pattern: the weekdays on which somebody works, and how long a full and a half day are.

use super::History;
use crate::hours::Hours;
use chrono::{Datelike, NaiveDate, Weekday};

/// A set of weekdays, never empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Weekdays(u8);

impl Weekdays {
    pub const MONDAY_TO_FRIDAY: Self = Self(0b001_1111);

    /// These days; `None` if there are none.
    pub fn new(days: impl IntoIterator<Item = Weekday>) -> Option<Self> {
        let bits = days.into_iter().fold(0, |bits, day| bits | Self::bit(day));
        (bits != 0).then_some(Self(bits))
    }

    pub fn contains(self, day: Weekday) -> bool {
        self.0 & Self::bit(day) != 0
    }

    /// The days as ISO numbers, from 1 for Monday to 7 for Sunday, in this order.
    pub fn iso_numbers(self) -> impl Iterator<Item = u8> {
        (1..=7).filter(move |number| self.0 & 1 << (number - 1) != 0)
    }

    /// Those with these ISO numbers; `None` if one of them is no weekday or stands there twice, or if there are none.
    pub fn of_iso_numbers(numbers: &[f64]) -> Option<Self> {
        let mut days = Vec::new();
        for number in numbers {
            let place = (1..=7u8).find(|day| f64::from(*day).to_bits() == number.to_bits())?;
            let day = Weekday::try_from(place - 1).ok()?;
            if days.contains(&day) {
                return None;
            }
            days.push(day);
        }
        Self::new(days)
    }

    /// The days as a person says them: `Monday to Friday`, `Tuesday, Thursday and Friday`.
    pub fn in_words(self) -> String {
        let days: Vec<Weekday> = (0..7).filter_map(|place| Weekday::try_from(place).ok()).collect();
        let mut runs: Vec<Vec<Weekday>> = Vec::new();
        for day in days.into_iter().filter(|day| self.contains(*day)) {
            match runs.last_mut() {
                Some(run) if run.last().is_some_and(|last| last.succ() == day) => run.push(day),
                _ => runs.push(vec![day]),
            }
        }
        let mut words = Vec::new();
        for run in runs {
            match run.as_slice() {
                [first, _, .., last] => words.push(format!("{} to {}", weekday_name(*first), weekday_name(*last))),
                few => words.extend(few.iter().map(|day| weekday_name(*day).to_owned())),
            }
        }
        let last = words.pop().unwrap_or_default();
        if words.is_empty() { last } else { format!("{} and {last}", words.join(", ")) }
    }

    fn bit(day: Weekday) -> u8 {
        1 << day.num_days_from_monday()
    }
}

/// The English name. A spreadsheet has many rows, and formatting the date for it would cost a tenth more.
pub const fn weekday_name(day: Weekday) -> &'static str {
    match day {
        Weekday::Mon => "Monday",
        Weekday::Tue => "Tuesday",
        Weekday::Wed => "Wednesday",
        Weekday::Thu => "Thursday",
        Weekday::Fri => "Friday",
        Weekday::Sat => "Saturday",
        Weekday::Sun => "Sunday",
    }
}

/// The hours of a half day are not more than 0 and less than those of a full day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkPatternError;

/// A pattern as somebody typed it, by the names that it has on the wire.
#[derive(Debug, Clone, PartialEq)]
pub struct TypedPattern {
    /// ISO numbers of the weekdays.
    pub working_days: Vec<f64>,
    pub full_day_hours: f64,
    pub half_day_hours: f64,
}

/// What is wrong with a typed pattern (settings.md 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatternError {
    NoWorkingDay,
    /// Something else than weekdays, or one of them twice.
    WorkingDays,
    FullDay,
    HalfDay,
}

impl PatternError {
    /// The field that is to blame, as it is called on the wire.
    pub const fn field(self) -> &'static str {
        match self {
            Self::NoWorkingDay | Self::WorkingDays => "workingDays",
            Self::FullDay => "fullDayHours",
            Self::HalfDay => "halfDayHours",
        }
    }

    pub const fn sentence(self) -> &'static str {
        match self {
            Self::NoWorkingDay => "Choose at least one working day",
            Self::WorkingDays => "Working days must be different numbers from 1 to 7",
            Self::FullDay => "Full day hours must be from 1 to 24 in steps of 0.5",
            Self::HalfDay => "Half day hours must be more than 0 and less than the full day, in steps of 0.5",
        }
    }
}

/// When somebody works, and what counts as a full and as a half day. The rule for its values: settings.md 1.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WorkPattern {
    weekdays: Weekdays,
    full_day: Hours,
    half_day: Hours,
}

impl WorkPattern {
    /// Monday to Friday, nine hours a full day, five a half one.
    pub const STANDARD: Self =
        Self { weekdays: Weekdays::MONDAY_TO_FRIDAY, full_day: Hours::whole(9), half_day: Hours::whole(5) };

    /// A pattern. A half day is longer than nothing and shorter than a full day.
    pub fn new(weekdays: Weekdays, full_day: Hours, half_day: Hours) -> Result<Self, WorkPatternError> {
        let is_fitting = Hours::NONE < half_day && half_day < full_day;
        if is_fitting { Ok(Self { weekdays, full_day, half_day }) } else { Err(WorkPatternError) }
    }

    /// What was typed, or everything that is wrong with it.
    pub fn parse(typed: &TypedPattern) -> Result<Self, Vec<PatternError>> {
        let weekdays = match typed.working_days.as_slice() {
            [] => Err(PatternError::NoWorkingDay),
            days => Weekdays::of_iso_numbers(days).ok_or(PatternError::WorkingDays),
        };
        let full_day = Hours::parse(typed.full_day_hours).ok().filter(|full_day| Hours::whole(1) <= *full_day);
        let half_day = Hours::parse(typed.half_day_hours).ok().filter(|half_day| Hours::NONE < *half_day);
        // Half a day is measured against what a day can have where the full one says nothing.
        let half_day = half_day.filter(|half_day| *half_day < full_day.unwrap_or(Hours::MAX));
        match (weekdays, full_day, half_day) {
            (Ok(weekdays), Some(full_day), Some(half_day)) => Ok(Self { weekdays, full_day, half_day }),
            (weekdays, full_day, half_day) => {
                let full_day = full_day.ok_or(PatternError::FullDay).err();
                let half_day = half_day.ok_or(PatternError::HalfDay).err();
                Err([weekdays.err(), full_day, half_day].into_iter().flatten().collect())
            }
        }
    }

    /// The pattern as a person says it: `Monday to Friday, full day 9 h, half day 5 h`.
    pub fn in_words(self) -> String {
        let Self { weekdays, full_day, half_day } = self;
        format!("{}, full day {} h, half day {} h", weekdays.in_words(), full_day.as_f64(), half_day.as_f64())
    }

    pub const fn weekdays(self) -> Weekdays {
        self.weekdays
    }

    pub const fn full_day(self) -> Hours {
        self.full_day
    }

    /// How long half a day is. An entry of more hours than this earns the whole day.
    pub const fn half_day(self) -> Hours {
        self.half_day
    }

    /// Whether somebody with this pattern works on the weekday of `day`; a holiday is another matter.
    pub fn works_on(self, day: NaiveDate) -> bool {
        self.weekdays.contains(day.weekday())
    }
}

/// Why nobody is expected to work on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DayOff {
    Holiday,
    /// It is a Saturday or a Sunday, and the pattern has it off.
    Weekend,
    /// It is another weekday that the pattern has off.
    ByPattern,
}

/// Why the weekday of `day` is off by the pattern that holds on it, where it is.
pub(super) fn off_by_pattern(patterns: &History<WorkPattern>, day: NaiveDate) -> Option<DayOff> {
    match day.weekday() {
        _ if patterns.on(day).works_on(day) => None,
        Weekday::Sat | Weekday::Sun => Some(DayOff::Weekend),
        _ => Some(DayOff::ByPattern),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Weekday::{Fri, Mon, Sat, Sun, Thu, Tue, Wed};

    #[test]
    fn a_pattern_has_a_day_and_a_half_day_shorter_than_a_full_one() {
        assert_eq!(Weekdays::new([]), None);
        let days = Weekdays::new([Tue, Sat, Tue]).unwrap();
        assert_eq!(days.iso_numbers().collect::<Vec<_>>(), [2, 6]);
        for (full, half) in [(5, 5), (4, 5), (8, 0)] {
            assert_eq!(WorkPattern::new(days, Hours::whole(full), Hours::whole(half)), Err(WorkPatternError));
        }
        assert!(WorkPattern::new(days, Hours::MAX, Hours::whole(12)).is_ok());
    }

    #[test]
    fn the_standard_pattern_is_monday_to_friday_nine_and_five_hours() {
        let standard = WorkPattern::STANDARD;
        assert_eq!(standard.weekdays().iso_numbers().collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
        assert_eq!(Weekdays::new([Mon, Tue, Wed, Thu, Fri]), Some(standard.weekdays()));
        assert!(!standard.weekdays().contains(Sun));
        assert_eq!((standard.full_day().as_f64(), standard.half_day().as_f64()), (9.0, 5.0));
    }

    #[test]
    fn weekdays_are_said_in_runs() {
        for (days, words) in [
            (vec![Mon, Tue, Wed, Thu, Fri], "Monday to Friday"),
            (vec![Tue, Wed, Thu, Fri, Sat], "Tuesday to Saturday"),
            (vec![Mon, Tue, Thu, Fri], "Monday, Tuesday, Thursday and Friday"),
            (vec![Mon, Tue, Wed, Fri, Sat, Sun], "Monday to Wednesday and Friday to Sunday"),
            (vec![Sat, Sun], "Saturday and Sunday"),
            (vec![Wed], "Wednesday"),
        ] {
            assert_eq!(Weekdays::new(days).unwrap().in_words(), words);
        }
        assert_eq!(WorkPattern::STANDARD.in_words(), "Monday to Friday, full day 9 h, half day 5 h");
        let halves = Hours::from_half_hours(15).unwrap();
        let odd = WorkPattern::new(Weekdays::new([Wed]).unwrap(), halves, Hours::whole(4)).unwrap();
        assert_eq!(odd.in_words(), "Wednesday, full day 7.5 h, half day 4 h");
    }

    #[test]
    fn everything_wrong_with_a_typed_pattern_is_said_at_its_field() {
        let typed = |working_days: &[f64], full_day_hours, half_day_hours| {
            let typed = TypedPattern { working_days: working_days.to_vec(), full_day_hours, half_day_hours };
            let told = |why: PatternError| (why.field(), why.sentence());
            WorkPattern::parse(&typed).map_err(|why| why.into_iter().map(told).collect::<Vec<_>>())
        };
        let days = "Working days must be different numbers from 1 to 7";
        let full = "Full day hours must be from 1 to 24 in steps of 0.5";
        let half = "Half day hours must be more than 0 and less than the full day, in steps of 0.5";
        assert_eq!(typed(&[], 9.0, 5.0), Err(vec![("workingDays", "Choose at least one working day")]));
        for bad in [&[0.0][..], &[8.0], &[1.5], &[-1.0], &[2.0, 2.0], &[f64::NAN]] {
            assert_eq!(typed(bad, 9.0, 5.0), Err(vec![("workingDays", days)]), "{bad:?}");
        }
        for bad in [0.5, 24.5, 7.25, 0.0, -8.0] {
            assert_eq!(typed(&[1.0], bad, 0.5), Err(vec![("fullDayHours", full)]), "{bad}");
        }
        for bad in [0.0, 8.0, 8.5, 3.3, -1.0] {
            assert_eq!(typed(&[1.0], 8.0, bad), Err(vec![("halfDayHours", half)]), "{bad}");
        }
        let all = typed(&[9.0], 0.0, 24.0);
        assert_eq!(all, Err(vec![("workingDays", days), ("fullDayHours", full), ("halfDayHours", half)]));
        let smallest =
            WorkPattern::new(Weekdays::new([Mon]).unwrap(), Hours::whole(1), Hours::from_half_hours(1).unwrap());
        assert_eq!(typed(&[1.0], 1.0, 0.5).ok(), smallest.ok());
        let longest = typed(&[7.0, 1.0], 24.0, 23.5).unwrap();
        assert_eq!(longest.weekdays(), Weekdays::new([Mon, Sun]).unwrap());
    }
}
