//! Rules of recurrence (RFC 5545, 3.3.10), for whole days.
//!
//! Written by hand: an expansion that looks at each day of a year is short, and needs no crate. Rules by week number are not read, nor
//! rules by time of day.

use super::event::{Window, date_of};
use chrono::{Datelike, Days, Months, NaiveDate, Weekday};
use std::collections::BTreeSet;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Frequency {
    Daily,
    Weekly,
    Monthly,
    Yearly,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rule {
    frequency: Frequency,
    interval: i32,
    count: Option<u32>,
    until: Option<NaiveDate>,
    week_start: Weekday,
    months: Vec<i32>,
    year_days: Vec<i32>,
    month_days: Vec<i32>,
    /// With the place in the month or year, from its end where negative; 0 is each of them.
    weekdays: Vec<(i32, Weekday)>,
    positions: Vec<i32>,
}

impl Rule {
    pub(super) fn parse(value: &str) -> Option<Self> {
        let mut rule = Self {
            frequency: Frequency::Yearly,
            interval: 1,
            count: None,
            until: None,
            week_start: Weekday::Mon,
            months: Vec::new(),
            year_days: Vec::new(),
            month_days: Vec::new(),
            weekdays: Vec::new(),
            positions: Vec::new(),
        };
        let mut has_frequency = false;
        for part in value.trim().split(';').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=')?;
            match name.to_ascii_uppercase().as_str() {
                "FREQ" => {
                    has_frequency = true;
                    rule.frequency = match value.to_ascii_uppercase().as_str() {
                        "DAILY" => Frequency::Daily,
                        "WEEKLY" => Frequency::Weekly,
                        "MONTHLY" => Frequency::Monthly,
                        "YEARLY" => Frequency::Yearly,
                        _ => return None,
                    };
                }
                "INTERVAL" => rule.interval = value.parse().ok().filter(|interval| *interval > 0)?,
                "COUNT" => rule.count = Some(value.parse().ok()?),
                "UNTIL" => rule.until = Some(date_of(value)?),
                "WKST" => rule.week_start = weekday(value)?,
                "BYMONTH" => rule.months = numbers(value)?,
                "BYYEARDAY" => rule.year_days = numbers(value)?,
                "BYMONTHDAY" => rule.month_days = numbers(value)?,
                "BYSETPOS" => rule.positions = numbers(value)?,
                "BYDAY" => rule.weekdays = value.split(',').map(placed_weekday).collect::<Option<_>>()?,
                _ => return None,
            }
        }
        let has_places = rule.weekdays.iter().any(|(place, _)| *place != 0);
        let may_have_places = matches!(rule.frequency, Frequency::Monthly | Frequency::Yearly);
        (has_frequency && (may_have_places || !has_places)).then_some(rule)
    }

    /// Whether it is on the day and month of `start` in each year for ever.
    pub(super) fn is_every_year(&self, start: NaiveDate) -> bool {
        let is_only = |numbers: &[i32], number: u32| numbers.iter().all(|one| u32::try_from(*one) == Ok(number));
        let names_month = self.month_days.is_empty() || !self.months.is_empty();
        self.frequency == Frequency::Yearly
            && self.interval == 1
            && (self.count, self.until) == (None, None)
            && self.year_days.is_empty()
            && self.weekdays.is_empty()
            && self.positions.is_empty()
            && is_only(&self.months, start.month())
            && is_only(&self.month_days, start.day())
            && names_month
    }

    /// Its dates from `from` to the end of the window; `None` where that takes too long.
    pub(super) fn dates(&self, start: NaiveDate, from: NaiveDate, window: &mut Window) -> Option<BTreeSet<NaiveDate>> {
        let (mut dates, mut counted) = (BTreeSet::new(), 0);
        let mut index = self.index(start);
        if self.count.is_none() {
            // Nothing is counted, so the periods before can be left out.
            index += (self.index(from) - index).max(0) / self.interval * self.interval;
        }
        loop {
            let Some((first, last)) = self.period(index).filter(|(first, _)| *first <= window.last) else {
                return Some(dates);
            };
            let days: Vec<NaiveDate> = first.iter_days().take_while(|day| *day <= last).collect();
            window.days_left = window.days_left.checked_sub(u32::try_from(days.len()).ok()?)?;
            let fitting: Vec<NaiveDate> = days.into_iter().filter(|day| self.fits(*day, start)).collect();
            for date in self.at_positions(fitting).into_iter().filter(|date| *date >= start) {
                counted += 1;
                let is_over = self.count.is_some_and(|count| counted > count)
                    || self.until.is_some_and(|until| date > until)
                    || date > window.last;
                if is_over {
                    return Some(dates);
                }
                if date >= from {
                    dates.insert(date);
                }
            }
            index = index.checked_add(self.interval)?;
        }
    }

    /// The number of the period that has `day`: consecutive ones have consecutive numbers.
    fn index(&self, day: NaiveDate) -> i32 {
        match self.frequency {
            Frequency::Daily => day.num_days_from_ce(),
            Frequency::Weekly => (day.num_days_from_ce() - self.week_shift()).div_euclid(7),
            Frequency::Monthly => day.year() * 12 + day.month0().cast_signed(),
            Frequency::Yearly => day.year(),
        }
    }

    /// The first and the last day of a period.
    fn period(&self, index: i32) -> Option<(NaiveDate, NaiveDate)> {
        match self.frequency {
            Frequency::Daily => NaiveDate::from_num_days_from_ce_opt(index).map(|day| (day, day)),
            Frequency::Weekly => {
                let first = NaiveDate::from_num_days_from_ce_opt(index.checked_mul(7)? + self.week_shift())?;
                Some((first, first.checked_add_days(Days::new(6))?))
            }
            Frequency::Monthly => {
                let month = u32::try_from(index.rem_euclid(12)).ok()?;
                months_from(NaiveDate::from_ymd_opt(index.div_euclid(12), month + 1, 1)?, 1)
            }
            Frequency::Yearly => months_from(NaiveDate::from_ymd_opt(index, 1, 1)?, 12),
        }
    }

    /// Day 1 of the common era was a Monday.
    fn week_shift(&self) -> i32 {
        1 + self.week_start.num_days_from_monday().cast_signed()
    }

    fn fits(&self, day: NaiveDate, start: NaiveDate) -> bool {
        let month = || months_from(day.with_day(1).unwrap_or(day), 1);
        let year = || months_from(NaiveDate::from_ymd_opt(day.year(), 1, 1)?, 12);
        let is_in = |numbers: &[i32], period: Option<(NaiveDate, NaiveDate)>| {
            let (place, back) = places(day, period, 1);
            numbers.contains(&place) || numbers.contains(&back)
        };
        let is_weekday = |(place, weekday): &(i32, Weekday)| {
            let is_in_year = self.frequency == Frequency::Yearly && self.months.is_empty();
            let places = || places(day, if is_in_year { year() } else { month() }, 7);
            *weekday == day.weekday() && (*place == 0 || [places().0, places().1].contains(place))
        };
        (self.months.is_empty() || self.months.contains(&day.month().cast_signed()))
            && (self.year_days.is_empty() || is_in(&self.year_days, year()))
            && (self.month_days.is_empty() || is_in(&self.month_days, month()))
            && (self.weekdays.is_empty() || self.weekdays.iter().any(is_weekday))
            && (self.names_days() || self.is_like(day, start))
    }

    fn names_days(&self) -> bool {
        !(self.year_days.is_empty() && self.month_days.is_empty() && self.weekdays.is_empty())
    }

    /// Whether a day has the same place as the first one, as far as the rule says nothing else.
    fn is_like(&self, day: NaiveDate, start: NaiveDate) -> bool {
        match self.frequency {
            Frequency::Daily => true,
            Frequency::Weekly => day.weekday() == start.weekday(),
            Frequency::Monthly => day.day() == start.day(),
            Frequency::Yearly => day.day() == start.day() && (!self.months.is_empty() || day.month() == start.month()),
        }
    }

    fn at_positions(&self, fitting: Vec<NaiveDate>) -> Vec<NaiveDate> {
        if self.positions.is_empty() {
            return fitting;
        }
        let count = i32::try_from(fitting.len()).unwrap_or(i32::MAX);
        let is_chosen =
            |place: &i32| self.positions.contains(&(place + 1)) || self.positions.contains(&(place - count));
        (0..).zip(fitting).filter(|(place, _)| is_chosen(place)).map(|(_, day)| day).collect()
    }
}

/// The place of `day` in a period from its beginning and from its end, counted in so many days.
fn places(day: NaiveDate, period: Option<(NaiveDate, NaiveDate)>, days: i64) -> (i32, i32) {
    let place = |days_away: i64| i32::try_from(days_away / days + 1).unwrap_or(i32::MAX);
    period.map_or((0, 0), |(first, last)| (place((day - first).num_days()), -place((last - day).num_days())))
}

/// From `first` on so many months.
fn months_from(first: NaiveDate, months: u32) -> Option<(NaiveDate, NaiveDate)> {
    Some((first, first.checked_add_months(Months::new(months))?.pred_opt()?))
}

fn numbers(value: &str) -> Option<Vec<i32>> {
    value.split(',').map(|number| number.trim().parse().ok().filter(|number| *number != 0)).collect()
}

/// `MO`, `1MO`, `-1MO`.
fn placed_weekday(value: &str) -> Option<(i32, Weekday)> {
    let value = value.trim();
    let (place, day) = value.split_at_checked(value.len().checked_sub(2)?)?;
    let place = if place.is_empty() { 0 } else { place.parse().ok().filter(|place| *place != 0)? };
    Some((place, weekday(day)?))
}

fn weekday(value: &str) -> Option<Weekday> {
    Some(match value.trim().to_ascii_uppercase().as_str() {
        "MO" => Weekday::Mon,
        "TU" => Weekday::Tue,
        "WE" => Weekday::Wed,
        "TH" => Weekday::Thu,
        "FR" => Weekday::Fri,
        "SA" => Weekday::Sat,
        "SU" => Weekday::Sun,
        _ => return None,
    })
}
