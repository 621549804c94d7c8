//! The events of a calendar, and the days on which they make a holiday.

use super::content::{self, Property, properties};
use super::rule::Rule;
use chrono::{Days, NaiveDate};
use domain::import::{FileRefusal, ROWS_MAX};
use std::collections::BTreeSet;

/// An event as it stands in the file.
#[derive(Debug, Default)]
pub(super) struct Event {
    /// The line of the file on which it begins, from 1.
    pub(super) line: u32,
    pub(super) uid: String,
    pub(super) summary: String,
    pub(super) description: String,
    pub(super) start: String,
    pub(super) is_cancelled: bool,
    end: Option<String>,
    duration: Option<String>,
    rule: Option<String>,
    more: Vec<String>,
    exceptions: Vec<String>,
    replaces: Option<String>,
    /// Exchange writes whole days as times from midnight to midnight, and says so.
    is_marked_all_day: bool,
}

/// A date of an event, or its first one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct HolidayDate {
    pub(super) date: NaiveDate,
    pub(super) is_recurring: bool,
}

/// The years over which rules are spread, and how much may still be computed for them.
pub(super) struct Window {
    pub(super) first: NaiveDate,
    pub(super) last: NaiveDate,
    /// How many more days may be looked at, over all rules of the file: a rule takes some thousand, and only one that
    /// counts from long ago takes more.
    pub(super) days_left: u32,
}

impl Window {
    /// This year and the next two.
    pub(super) fn of(this_year: i32) -> Self {
        let first = NaiveDate::from_ymd_opt(this_year, 1, 1).unwrap_or(NaiveDate::MIN);
        let last = NaiveDate::from_ymd_opt(this_year.saturating_add(2), 12, 31).unwrap_or(NaiveDate::MAX);
        Self { first, last, days_left: 5_000_000 }
    }
}

/// All events of the calendars in a file, in their order.
pub(super) fn all(text: &str) -> Result<Vec<Event>, FileRefusal> {
    if let Some(nul) = text.find('\0') {
        let before = text.get(..nul).unwrap_or_default().matches('\n').count();
        return Err(FileRefusal::Nul(u32::try_from(before + 1).unwrap_or(u32::MAX)));
    }
    let (mut events, mut event) = (Vec::new(), Event::default());
    // The components that are open. An alarm in an event, or a zone, has properties of the same names.
    let mut open: Vec<String> = Vec::new();
    for property in properties(text) {
        let component = property.value.trim().to_ascii_uppercase();
        match property.name.as_str() {
            "BEGIN" if open.is_empty() && component != "VCALENDAR" => return Err(FileRefusal::NotACalendar),
            "BEGIN" => {
                if component == "VEVENT" {
                    event = Event { line: property.line, ..Event::default() };
                }
                open.push(component);
            }
            "END" if open.last() != Some(&component) => return Err(FileRefusal::NotACalendar),
            "END" => {
                open.pop();
                if component == "VEVENT" {
                    if events.len() == ROWS_MAX {
                        return Err(FileRefusal::TooManyRows(event.line));
                    }
                    events.push(std::mem::take(&mut event));
                }
            }
            _ if open.is_empty() => return Err(FileRefusal::NotACalendar),
            _ if open.last().is_some_and(|component| component == "VEVENT") => event.take(property),
            _ => {}
        }
    }
    let is_whole =
        open.is_empty() && text.trim_start().get(..5).is_some_and(|begin| begin.eq_ignore_ascii_case("BEGIN"));
    if is_whole { Ok(events) } else { Err(FileRefusal::NotACalendar) }
}

impl Event {
    fn take(&mut self, Property { name, value, .. }: Property) {
        let dates = |value: &str| value.split(',').map(str::to_owned).collect::<Vec<_>>();
        match name.as_str() {
            "UID" => self.uid = value,
            "SUMMARY" => self.summary = content::text(&value).replace('\n', " "),
            "DESCRIPTION" => self.description = content::text(&value),
            "DTSTART" => self.start = value,
            "DTEND" => self.end = Some(value),
            "DURATION" => self.duration = Some(value),
            "RRULE" => self.rule = Some(value),
            "RDATE" => self.more.extend(dates(&value)),
            "EXDATE" => self.exceptions.extend(dates(&value)),
            "RECURRENCE-ID" => self.replaces = Some(value),
            "STATUS" => self.is_cancelled = value.trim().eq_ignore_ascii_case("CANCELLED"),
            "X-MICROSOFT-CDO-ALLDAYEVENT" => self.is_marked_all_day = value.trim().eq_ignore_ascii_case("TRUE"),
            _ => {}
        }
    }

    /// The date of a rule in whose place this event stands.
    pub(super) fn replaces(&self) -> Option<NaiveDate> {
        date_of(self.replaces.as_deref()?)
    }

    /// The dates on which it is a holiday; `replaced` have an event of their own. Where a sentence comes instead, it is refused.
    pub(super) fn dates(
        &self,
        replaced: &BTreeSet<NaiveDate>,
        window: &mut Window,
    ) -> Result<Vec<HolidayDate>, String> {
        let start = self.whole_day(&self.start)?;
        let length = self.length(start)?;
        let mut exceptions = self.exceptions.iter().filter_map(|date| date_of(date)).collect::<BTreeSet<_>>();
        exceptions.extend(replaced);
        let more = self.more.iter().map(|date| self.whole_day(date)).collect::<Result<BTreeSet<_>, _>>()?;
        let Some(rule) = &self.rule else {
            let starts = more.into_iter().chain([start]).filter(|date| !exceptions.contains(date));
            return Ok(spread(starts, length, |_| true, false));
        };
        let rule = Rule::parse(rule).ok_or_else(|| self.unreadable_rule())?;
        if rule.is_every_year(start) && exceptions.is_empty() && more.is_empty() {
            return Ok(spread([start], length, |_| true, true));
        }
        // A holiday of several days may begin before the first of January.
        let from = window.first.checked_sub_days(Days::new(length)).unwrap_or(window.first);
        let mut starts = rule.dates(start, from, window).ok_or_else(|| self.unreadable_rule())?;
        starts.extend(more);
        let is_near = |date: &NaiveDate| (from..=window.last).contains(date);
        let starts = starts.into_iter().filter(|date| is_near(date) && !exceptions.contains(date));
        Ok(spread(starts, length, |date| (window.first..=window.last).contains(&date), false))
    }

    /// How many days it takes.
    fn length(&self, start: NaiveDate) -> Result<u64, String> {
        let days = match (&self.end, &self.duration) {
            // The end is the first day that is no part of it. Some write the only day.
            (Some(end), _) => (self.whole_day(end)? - start).num_days().max(1),
            (None, Some(duration)) => whole_days(duration).ok_or_else(|| self.time_of_day())?,
            (None, None) => 1,
        };
        // More would be refused row by row.
        Ok(u64::try_from(days).unwrap_or(1).min(ROWS_MAX as u64 + 1))
    }

    fn whole_day(&self, value: &str) -> Result<NaiveDate, String> {
        let date = date_of(value).ok_or_else(|| format!("{} has no date that can be read", self.called()))?;
        let time = value.trim().get(8..).unwrap_or_default();
        let is_whole = time.is_empty() || self.is_marked_all_day && time == "T000000";
        if is_whole { Ok(date) } else { Err(self.time_of_day()) }
    }

    fn time_of_day(&self) -> String {
        format!("{} has a time of day; only whole days can be holidays", self.called())
    }

    fn unreadable_rule(&self) -> String {
        format!("{} has a rule that cannot be read", self.called())
    }

    fn called(&self) -> &str {
        Some(self.summary.trim()).filter(|summary| !summary.is_empty()).unwrap_or("An event without a name")
    }
}

/// Each day of holidays that begin on these dates and take so many days, once.
fn spread(
    starts: impl IntoIterator<Item = NaiveDate>,
    length: u64,
    is_wanted: impl Fn(NaiveDate) -> bool,
    is_recurring: bool,
) -> Vec<HolidayDate> {
    let day = |start: NaiveDate, place| start.checked_add_days(Days::new(place));
    let days = starts.into_iter().flat_map(|start| (0..length).filter_map(move |place| day(start, place)));
    // More than a file may have, so that it is refused.
    let days: BTreeSet<NaiveDate> = days.filter(|date| is_wanted(*date)).take(ROWS_MAX + 1).collect();
    days.into_iter().map(|date| HolidayDate { date, is_recurring }).collect()
}

/// The date of `20261225`, or of a time on that day.
pub(super) fn date_of(value: &str) -> Option<NaiveDate> {
    let (date, time) = value.trim().split_at_checked(8)?;
    let is_date = date.bytes().all(|byte| byte.is_ascii_digit()) && (time.is_empty() || time.starts_with('T'));
    NaiveDate::parse_from_str(date, "%Y%m%d").ok().filter(|_| is_date)
}

/// The days of `P3D` or `P1W`. Hours make it a time of day.
fn whole_days(duration: &str) -> Option<i64> {
    let duration = duration.trim().trim_start_matches('+').strip_prefix('P')?;
    let (number, factor) = match (duration.strip_suffix('D'), duration.strip_suffix('W')) {
        (Some(days), _) => (days, 1),
        (None, weeks) => (weeks?, 7),
    };
    number.parse::<i64>().ok().filter(|number| *number > 0).and_then(|number| number.checked_mul(factor))
}
