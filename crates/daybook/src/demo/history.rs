//! The sample organisation's year up to its diaries: everybody who was there recorded their working days and was away in summer,
//! managers decided twice a week, and what they sent back was corrected. Nothing of it is left to do.

use super::days::{Plan, Step, hours_of, is_missed, seed, text_of, told_from};
use super::people::{Sample, Since};
use chrono::{Datelike, NaiveDate, NaiveTime, Weekday};
use chrono_tz::Tz;
use domain::Instant;
use domain::time::{Month, WorkCalendar, days_after, days_before, instant_of};

/// So many months has the year, the present one included.
pub(super) const MONTHS: u32 = 12;
/// Of so many days one was sent back, and corrected.
const ONE_CORRECTED_IN: usize = 27;
/// Within so many days everything about a day was settled.
const SETTLED_WITHIN: u64 = 14;
/// So many days after they joined, people took leave at the earliest.
const LEAVE_AFTER: u64 = 30;

/// What everybody's year hangs on.
#[derive(Clone, Copy)]
pub(super) struct Year<'a> {
    pub(super) today: NaiveDate,
    pub(super) zone: Tz,
    /// When managers work.
    pub(super) office: WorkCalendar<'a>,
}

/// Whole days on which somebody was on leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Away {
    pub(super) leave_type: &'static str,
    pub(super) first: NaiveDate,
    pub(super) last: NaiveDate,
    pub(super) reason: &'static str,
    pub(super) asked: Instant,
    /// When the manager approved it; `None` where nobody had to.
    pub(super) approved: Option<Instant>,
}

/// The first day of the year.
pub(super) fn begins(today: NaiveDate) -> NaiveDate {
    Month::of(today).earlier_by(MONTHS - 1).first()
}

/// `hour`:`minute` on `day` in the organisation's zone.
fn at(year: Year<'_>, day: NaiveDate, hour: u32, minute: u32) -> Instant {
    instant_of(year.zone, day, NaiveTime::from_hms_opt(hour, minute, 0).unwrap_or_default())
}

/// The last day on which somebody was there, before the diaries begin.
fn last_day(person: &Sample, today: NaiveDate) -> NaiveDate {
    match person.since {
        Since::Left(days_ago) => days_before(today, days_ago),
        Since::Here | Since::Blocked => days_before(told_from(today), 1),
    }
}

/// The next day on which the person's manager looks at what came in by the evening of `day`.
fn looked_at(person: &Sample, day: NaiveDate, year: Year<'_>) -> NaiveDate {
    let weekdays = match person.decider() {
        Some("manager") => [Weekday::Tue, Weekday::Fri],
        _ => [Weekday::Mon, Weekday::Thu],
    };
    let looks = |date: &NaiveDate| weekdays.contains(&date.weekday()) && year.office.is_working_day(*date);
    day.iter_days().skip(1).find(looks).unwrap_or(day)
}

/// In the morning of the day, one person after the other.
fn decided_at(index: usize, day: NaiveDate, year: Year<'_>) -> Instant {
    at(year, day, 9, u32::try_from(index).unwrap_or_default())
}

/// The year of the `index`-th person, who worked by `calendar`.
pub(super) fn history(index: usize, person: &Sample, year: Year<'_>, calendar: WorkCalendar<'_>) -> Vec<Plan> {
    let (first, last) = (begins(year.today).max(person.joined(year.today)), last_day(person, year.today));
    let leave = leave(index, person, year);
    let is_away = |date: NaiveDate| leave.iter().any(|away| away.first <= date && date <= away.last);
    let is_recorded = |date: &NaiveDate| calendar.is_working_day(*date) && !is_missed(index, *date) && !is_away(*date);
    let dates = first.iter_days().take_while(|date| *date <= last).filter(is_recorded);
    dates.map(|date| plan(index, person, date, last, year)).collect()
}

/// A day that was recorded in the evening and approved, at once or after a correction. Somebody who leaves soon corrects nothing.
fn plan(index: usize, person: &Sample, date: NaiveDate, last: NaiveDate, year: Year<'_>) -> Plan {
    let (seed, hours, text) = (seed(index, date), hours_of(index, date), text_of(index, person, date));
    let minute = u32::try_from(seed * 7 % 60).unwrap_or_default();
    let mut steps = vec![Step::Write(at(year, date, 16, minute), hours, text.to_owned())];
    let mut looked = looked_at(person, date, year);
    if seed % ONE_CORRECTED_IN == 5 && days_after(date, SETTLED_WITHIN) <= last {
        steps.push(Step::Reject(decided_at(index, looked, year), "For whom was this? Please name the order"));
        let next = days_after(looked, 1);
        steps.push(Step::Write(at(year, next, 10, minute), hours, format!("{text} (order {})", 1000 + seed % 900)));
        looked = looked_at(person, next, year);
    }
    steps.push(Step::Approve(decided_at(index, looked, year)));
    Plan { date, steps }
}

/// The leave that the `index`-th person took in the year: two weeks in summer, and a day in bed.
pub(super) fn leave(index: usize, person: &Sample, year: Year<'_>) -> Vec<Away> {
    let earliest = begins(year.today).max(days_after(person.joined(year.today), LEAVE_AFTER));
    let last = last_day(person, year.today);
    let months = (0..MONTHS).map(|count| Month::of(year.today).earlier_by(count));
    let taken = months.flat_map(|month| [summer(index, person, month, year), cold(index, month, year)]).flatten();
    taken.filter(|away| earliest <= away.first && away.last <= last).collect()
}

fn summer(index: usize, person: &Sample, month: Month, year: Year<'_>) -> Option<Away> {
    const REASONS: [&str; 3] = ["Two weeks by the sea", "Camping with the children", "Walking from hut to hut"];
    let is_theirs = month.number() == if index.is_multiple_of(2) { 7 } else { 8 };
    let mut mondays = month.days().filter(|date| is_theirs && date.weekday() == Weekday::Mon);
    let first = mondays.nth(index / 2 % 3)?;
    let asked = days_before(first, 35);
    Some(Away {
        leave_type: "Annual Leave",
        first,
        last: days_after(first, 11),
        reason: REASONS.get(index % 3).copied().unwrap_or_default(),
        asked: at(year, asked, 11, 20),
        approved: Some(decided_at(index, looked_at(person, asked, year), year)),
    })
}

fn cold(index: usize, month: Month, year: Year<'_>) -> Option<Away> {
    let is_theirs = [2, 3, 5].get(index % 3) == Some(&month.number());
    let mut working_days = month.days().filter(|date| is_theirs && year.office.is_working_day(*date));
    let first = working_days.nth(4 + index % 9)?;
    Some(Away {
        leave_type: "Sick Leave",
        first,
        last: first,
        reason: "A cold",
        asked: at(year, first, 7, 40),
        approved: None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::months::closed_at;
    use super::super::people::PEOPLE;
    use super::*;
    use domain::time::{History, Holidays, WorkPattern};

    /// What is true of everybody's year, on each of these days, each with its index, its person and their plans.
    fn on_many_days(mut check: impl FnMut(NaiveDate, usize, &Sample, &[Plan])) {
        let (patterns, holidays) = (History::always(WorkPattern::STANDARD), Holidays::default());
        let office = WorkCalendar::new(&patterns, &holidays);
        for days in (0..400).step_by(7) {
            let today = days_after("2026-01-01".parse().unwrap(), days);
            for (index, person) in PEOPLE.iter().enumerate().filter(|(_, person)| person.decider().is_some()) {
                let year = Year { today, zone: Tz::UTC, office };
                check(today, index, person, &history(index, person, year, office));
            }
        }
    }

    #[test]
    fn everything_is_approved_before_its_month_is_closed_and_every_history_runs_forward() {
        on_many_days(|today, _, person, plans| {
            for plan in plans {
                let times: Vec<Instant> = plan.steps.iter().map(Step::at).collect();
                assert!(times.is_sorted(), "{today} {} {plan:?}", person.mailbox);
                let Some(Step::Approve(approved)) = plan.steps.last() else { panic!("{today} {plan:?}") };
                assert!(
                    *approved < closed_at(&Tz::UTC.into(), Month::of(plan.date)),
                    "{today} {} {plan:?}",
                    person.mailbox
                );
                assert!(*approved < today.and_time(NaiveTime::MIN).and_utc(), "{today} {} {plan:?}", person.mailbox);
            }
        });
    }

    #[test]
    fn people_are_there_from_joining_to_leaving_and_before_their_diary() {
        on_many_days(|today, _, person, plans| {
            let [first, .., last] = plans else {
                assert!(person.joined(today) > days_before(told_from(today), 7), "{today} {}", person.mailbox);
                return;
            };
            assert!(begins(today) <= first.date && person.joined(today) <= first.date, "{today} {}", person.mailbox);
            match person.since {
                Since::Left(days_ago) => assert!(last.date <= days_before(today, days_ago), "{today}"),
                Since::Here | Since::Blocked => assert!(last.date < told_from(today), "{today}"),
            }
            assert!(plans.is_sorted_by(|one, next| one.date < next.date), "each day once");
        });
    }

    #[test]
    fn some_days_are_corrected_and_nobody_records_what_they_were_away() {
        let (mut all, mut corrected, mut days_away) = (0, 0, 0);
        let (patterns, holidays) = (History::always(WorkPattern::STANDARD), Holidays::default());
        let office = WorkCalendar::new(&patterns, &holidays);
        on_many_days(|today, index, person, plans| {
            all += plans.len();
            corrected += plans.iter().filter(|plan| plan.steps.len() == 4).count();
            for away in leave(index, person, Year { today, zone: Tz::UTC, office }) {
                days_away += (away.last - away.first).num_days() + 1;
                assert!(plans.iter().all(|plan| plan.date < away.first || away.last < plan.date), "{today} {away:?}");
                assert!(away.approved.is_none_or(|approved| away.asked < approved), "{today} {away:?}");
            }
        });
        assert!((20..50).contains(&(all / corrected)), "{corrected} of {all}");
        assert!(days_away > 1000, "{days_away}");
    }
}
