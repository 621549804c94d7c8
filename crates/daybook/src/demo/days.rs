//! The sample organisation's last days: two months in every state, made with the rules' own transitions, so that each entry
//! has the history that it would really have. What came before is [`super::history`].

use super::people::{Sample, work_of};
use application::Moment;
use chrono::{Datelike, NaiveDate, NaiveTime};
use domain::Instant;
use domain::time::{Month, Week, WorkCalendar};
use domain::timesheet::Hours;

/// Something that happened to a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// It was recorded, or recorded again after a rejection or an unlock.
    Write(Instant, Hours, String),
    Approve(Instant),
    Reject(Instant, &'static str),
}

impl Step {
    pub(crate) const fn at(&self) -> Instant {
        match self {
            Self::Write(at, ..) | Self::Approve(at) | Self::Reject(at, _) => *at,
        }
    }

    /// Why, of a rejection.
    pub(crate) const fn reason(&self) -> Option<&'static str> {
        match self {
            Self::Write(..) | Self::Approve(_) => None,
            Self::Reject(_, reason) => Some(*reason),
        }
    }
}

/// A day, and all that happened to it, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) date: NaiveDate,
    pub(crate) steps: Vec<Step>,
}

/// The days of one person, and those of them that HR unlocked and nobody has filled yet.
#[derive(Debug, Default)]
pub(crate) struct Diary {
    pub(crate) plans: Vec<Plan>,
    /// The open unlocks, each with its reason.
    pub(crate) unlocks: Vec<(NaiveDate, &'static str)>,
    /// The days that the person has asked to have unlocked, each with when and why.
    pub(crate) asked: Vec<(NaiveDate, Instant, &'static str)>,
}

/// `hour` o'clock on `day`, but never later than now.
fn at(moment: &Moment, day: NaiveDate, hour: u32) -> Instant {
    let time = NaiveTime::from_hms_opt(hour, 0, 0).unwrap_or_default();
    day.and_time(time).and_utc().min(moment.now)
}

fn days_ago(moment: &Moment, days: i64) -> Instant {
    moment.now - chrono::Duration::days(days)
}

/// The first day of the diaries: their weeks are whole.
pub(super) fn told_from(today: NaiveDate) -> NaiveDate {
    Week::of(Month::of(today).earlier_by(2).first()).monday()
}

/// The first day of the month that is still open. What lies before it is decided.
pub(super) fn open_from(today: NaiveDate) -> NaiveDate {
    Month::of(today).earlier_by(1).first()
}

/// Writes the diary of the `index`-th employee.
pub(crate) fn diary(index: usize, person: &Sample, moment: &Moment, calendar: WorkCalendar<'_>) -> Diary {
    let today = moment.today;
    let first = told_from(today).max(person.joined(today));
    let mut diary = Diary::default();
    for date in first.iter_days().take_while(|day| *day < today) {
        if calendar.is_working_day(date) && !is_missed(index, date) {
            diary.plans.push(ordinary(index, person, date, moment));
        }
    }
    special(person, &mut diary, moment, calendar);
    if !calendar.is_working_day(today) {
        // A person who tries the portal on a Sunday should find something to record.
        diary.unlocks.push((today, "Extra shift, agreed with the team"));
    }
    diary
}

/// What makes one person's day another than the next one's, and always the same.
pub(super) fn seed(index: usize, date: NaiveDate) -> usize {
    index * 7 + usize::try_from(date.num_days_from_ce()).unwrap_or_default()
}

/// Whether nothing was recorded.
pub(super) fn is_missed(index: usize, date: NaiveDate) -> bool {
    seed(index, date).is_multiple_of(19)
}

pub(super) fn hours_of(index: usize, date: NaiveDate) -> Hours {
    let half_hours = match seed(index, date) % 13 {
        3 => 10,
        5 => 19,
        8 => 16,
        11 => 17,
        _ => 18,
    };
    Hours::from_half_hours(half_hours).unwrap_or_default()
}

/// What was done.
pub(super) fn text_of(index: usize, person: &Sample, date: NaiveDate) -> &'static str {
    let texts = work_of(person.department);
    texts.get(seed(index, date) % texts.len()).copied().unwrap_or_default()
}

fn ordinary(index: usize, person: &Sample, date: NaiveDate, moment: &Moment) -> Plan {
    let text = text_of(index, person, date).to_owned();
    let mut steps = vec![Step::Write(at(moment, date, 16), hours_of(index, date), text)];
    let weeks_ago = (Week::of(moment.today).monday() - Week::of(date).monday()).num_weeks();
    // What is older than last week was decided on the Monday after it; of last week, a third is.
    if weeks_ago >= 2 || (weeks_ago == 1 && index.is_multiple_of(3) && index > 0) {
        steps.push(Step::Approve(at(moment, domain::time::days_after(Week::of(date).sunday(), 1), 8)));
    }
    Plan { date, steps }
}

/// The stories that the sample tells: a day to correct, one that waits too long, one that came back.
fn special(person: &Sample, diary: &mut Diary, moment: &Moment, calendar: WorkCalendar<'_>) {
    let back = |count| calendar.working_days_back(moment.today, count);
    match person.mailbox {
        "employee" => {
            reject(
                diary,
                back(1),
                days_ago(moment, 0) - chrono::Duration::hours(2),
                "Please name the ticket, and split the hours if it was more than one",
            );
            reject(diary, back(12), days_ago(moment, 10), "The hours do not match the site log, please check");
            diary.plans.retain(|plan| plan.date != back(4));
            diary.unlocks.push((back(4), "Was at the customer without a network"));
        }
        "jonas" => {
            reject(diary, back(6), days_ago(moment, 3), "Which project was this for? Please name it");
            write_again(
                diary,
                back(6),
                days_ago(moment, 1),
                Hours::from_half_hours(15).unwrap_or_default(),
                "Reviewed the ticket export and its tests (project Atlas)",
            );
            still_waiting(diary, back(1));
            let lately = moment.now - chrono::Duration::minutes(20);
            diary.asked.push((back(1), lately, "I forgot the hour on the telephone with the customer"));
        }
        "amelie" | "ingrid" => {
            let long_ago = back(27).max(open_from(moment.today));
            if let Some(date) = diary.plans.iter().map(|plan| plan.date).find(|date| *date >= long_ago) {
                still_waiting(diary, date);
            }
        }
        "tomas" => {
            reject(diary, back(7), days_ago(moment, 2), "That day was stocktaking, please correct the text");
            write_again(
                diary,
                back(7),
                days_ago(moment, 1),
                Hours::whole(9),
                "Stocktaking in the steel store with Yuki",
            );
        }
        "samuel" => reject(diary, back(5), days_ago(moment, 1), "Half of that day was safety training, please add it"),
        _ => {}
    }
}

fn steps_of(diary: &mut Diary, date: NaiveDate) -> Option<&mut Vec<Step>> {
    diary.plans.iter_mut().find(|plan| plan.date == date).map(|plan| &mut plan.steps)
}

fn still_waiting(diary: &mut Diary, date: NaiveDate) {
    if let Some(steps) = steps_of(diary, date) {
        steps.truncate(1);
    }
}

fn reject(diary: &mut Diary, date: NaiveDate, at: Instant, reason: &'static str) {
    if let Some(steps) = steps_of(diary, date) {
        steps.truncate(1);
        steps.push(Step::Reject(at, reason));
    }
}

fn write_again(diary: &mut Diary, date: NaiveDate, at: Instant, hours: Hours, text: &str) {
    if let Some(steps) = steps_of(diary, date) {
        steps.push(Step::Write(at, hours, text.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::people::PEOPLE;
    use super::*;
    use domain::person::Role;
    use domain::rules::Rules;
    use domain::time::Holidays;

    fn diary_of(mailbox: &str, today: &str) -> Diary {
        let today: NaiveDate = today.parse().unwrap();
        let rules = std::sync::Arc::<Rules>::default();
        let moment = Moment { today, now: today.and_hms_opt(12, 0, 0).unwrap().and_utc(), rules: rules.clone() };
        let holidays = Holidays::default();
        let index = PEOPLE.iter().position(|person| person.mailbox == mailbox).unwrap();
        diary(index, &PEOPLE[index], &moment, WorkCalendar::new(rules.work_patterns.of_organisation(), &holidays))
    }

    fn many_days() -> impl Iterator<Item = NaiveDate> {
        "2026-01-01".parse::<NaiveDate>().unwrap().iter_days().take(400)
    }

    #[test]
    fn whatever_the_day_there_is_something_to_correct_and_something_to_fill() {
        for today in many_days() {
            let diary = diary_of("employee", &today.to_string());
            let last = |plan: &Plan| plan.steps.last().cloned();
            let rejected = diary.plans.iter().filter(|plan| matches!(last(plan), Some(Step::Reject(..)))).count();
            assert!(rejected >= 1, "{today}");
            assert!(!diary.unlocks.is_empty(), "{today}");
            assert_eq!(
                diary.unlocks.iter().any(|(day, _)| *day == today),
                !Rules::default().work_patterns.of_organisation().on(today).works_on(today),
                "{today}"
            );
        }
    }

    #[test]
    fn somebody_has_asked_for_a_day_that_the_manager_can_open() {
        for today in many_days() {
            let diary = diary_of("jonas", &today.to_string());
            let [(date, at, _)] = diary.asked.as_slice() else { panic!("{today}: {:?}", diary.asked) };
            let plan = diary.plans.iter().find(|plan| plan.date == *date);
            assert!(plan.is_none_or(|plan| plan.steps.len() == 1), "{today}: it is not decided");
            assert!(*date < today && at.date_naive() == today, "{today}");
        }
    }

    #[test]
    fn the_month_before_last_is_decided_and_the_one_after_it_is_not() {
        for today in many_days() {
            let mut waiting = 0;
            for person in PEOPLE.iter().filter(|person| person.role == Role::Employee && person.manager.is_some()) {
                for plan in diary_of(person.mailbox, &today.to_string()).plans {
                    let is_approved = matches!(plan.steps.last(), Some(Step::Approve(_)));
                    assert!(is_approved || plan.date >= open_from(today), "{today}: {} {}", person.mailbox, plan.date);
                    waiting += usize::from(!is_approved && Month::of(plan.date) == Month::of(today).earlier_by(1));
                }
            }
            assert!(waiting >= 1, "{today}: something is left to do before the next close");
        }
    }

    #[test]
    fn nothing_happens_in_the_future_and_every_history_runs_forward() {
        for person in &PEOPLE {
            let diary = diary_of(person.mailbox, "2026-11-21");
            let now: Instant = "2026-11-21T12:00:00Z".parse().unwrap();
            for plan in diary.plans {
                let times: Vec<Instant> = plan.steps.iter().map(Step::at).collect();
                assert!(times.is_sorted() && times.iter().all(|at| *at <= now), "{} {}", person.mailbox, plan.date);
            }
        }
    }
}
