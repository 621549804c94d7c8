//! Who sits before the browsers, and what their screens ask for: the front end's own calls, on the same news.

use std::time::Duration;

use chrono::{Datelike, NaiveDate};
use serde_json::json;

use super::socket::Topic;
use crate::calls::{Call, Calls};
use crate::http;
use crate::organisation::{Kind, id};

/// As many browsers are open.
pub(crate) const OPEN: usize = 1_000;

/// Within this time the browsers spread what they ask for when everybody was told, as `SPREAD` of the front end does.
pub(crate) const SPREAD: Duration = Duration::from_secs(4);
/// How far apart somebody who is told of many people's days asks for them, as `APART` of the front end says.
const APART: Duration = Duration::from_secs(10);

/// The start page of one person.
#[derive(Debug)]
pub(crate) struct Screen {
    pub(crate) token: String,
    /// What is asked for again after news of days, and after news of holidays.
    timesheets: Vec<Vec<u8>>,
    holidays: Vec<Vec<u8>>,
    session: Vec<Vec<u8>>,
    /// For how long news of days waits after what was asked for last.
    pub(crate) apart: Duration,
    /// What an employee does: reads a month, and submits these days.
    pub(crate) work: Option<Work>,
}

/// The requests of an employee.
#[derive(Debug)]
pub(crate) struct Work {
    pub(crate) month: Vec<u8>,
    pub(crate) submissions: Vec<Vec<u8>>,
}

impl Screen {
    /// Everything that it ever fetches.
    pub(crate) fn all(&self) -> impl Iterator<Item = Vec<u8>> {
        self.timesheets.iter().chain(&self.holidays).cloned()
    }

    /// What is asked for after this news.
    pub(crate) fn reads(&self, topic: Topic) -> &[Vec<u8>] {
        match topic {
            Topic::Timesheets => &self.timesheets,
            Topic::Holidays => &self.holidays,
            Topic::Notifications => &self.session,
            Topic::Users => &[],
        }
    }
}

/// The screens of all browsers on `today`: HR's, the administrator's, the managers' and the employees', and a second window of
/// the first of these where there are fewer people. Each employee submits these days.
pub(crate) fn screens(calls: &Calls, today: NaiveDate, days: &[NaiveDate]) -> Vec<Screen> {
    let people = calls.people();
    let employees: Vec<u32> = calls.readers().collect();
    let others = [people.hr(), people.administrator()].into_iter().chain(people.manager_numbers());
    let everybody: Vec<u32> = others.chain(employees.iter().copied()).collect();
    let windows = everybody.iter().cycle().take(OPEN).enumerate();
    windows
        .map(|(place, person)| {
            let is_at_work = place < everybody.len() && employees.contains(person);
            let screen = screen(calls, *person, today);
            let work = is_at_work.then(|| Work {
                month: calls.month_of(*person),
                submissions: days.iter().map(|day| calls.submission(*person, *day)).collect(),
            });
            Screen { work, ..screen }
        })
        .collect()
}

fn screen(calls: &Calls, person: u32, today: NaiveDate) -> Screen {
    let people = calls.people();
    let token = calls.portal_token(person);
    let get = |path: &str| http::get(path, Some(&token));
    let month = today.format("month=%-m&year=%Y");
    let session = get("/api/session");
    let (of_days, of_holidays, apart) = if people.employee_numbers().contains(&person) {
        let calendar = get(&format!("/api/timesheets/calendar?{month}"));
        let of_days = vec![calls.month_of(person), calendar.clone()];
        (of_days, vec![calendar, get("/api/holidays/upcoming")], Duration::ZERO)
    } else if people.manager_numbers().contains(&person) {
        let dashboard = vec![get("/api/dashboard")];
        (dashboard.clone(), dashboard, APART)
    } else if person == people.hr() {
        let attendance = vec![get(&format!("/api/users/attendance-summary?{month}"))];
        (attendance.clone(), attendance, APART)
    } else {
        let missing = get("/api/timesheets/frozen-users");
        (vec![missing.clone(), get("/api/timesheets/latest-users")], vec![missing], APART)
    };
    let timesheets = std::iter::once(session.clone()).chain(of_days).collect();
    Screen { token, timesheets, holidays: of_holidays, session: vec![session], apart, work: None }
}

/// HR gives a holiday another name.
pub(crate) fn rename_holiday(calls: &Calls, round: u32, today: NaiveDate) -> Vec<u8> {
    let path = format!("/api/holidays/{}", id(Kind::Holiday, 1));
    let date = NaiveDate::from_ymd_opt(today.year(), 2, 11);
    let body = json!({"date": date, "name": format!("Holiday of round {round}"), "isRecurring": true});
    http::put(&path, Some(&calls.portal_token(calls.people().hr())), &body)
}

/// The status of an answer to one of these requests.
pub(crate) const SUBMITTED: u16 = Call::Submit.status();

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]
    use super::*;
    use crate::organisation::{Size, reading_day};

    fn all() -> Vec<Screen> {
        screens(&Calls::of(Size::Medium).unwrap(), reading_day(), &[reading_day(), reading_day()])
    }

    fn paths(requests: &[Vec<u8>]) -> Vec<String> {
        let path = |request: &Vec<u8>| String::from_utf8_lossy(request).split(' ').nth(1).unwrap().to_owned();
        requests.iter().map(path).collect()
    }

    #[test]
    fn a_thousand_browsers_are_open_and_nobody_submits_in_two_of_them() {
        let all = all();
        assert_eq!(all.len(), OPEN);
        let mut at_work: Vec<_> = all.iter().filter(|screen| screen.work.is_some()).map(|one| &one.token).collect();
        at_work.sort();
        at_work.dedup();
        assert_eq!(at_work.len(), 936);
        assert!(all.iter().flat_map(|screen| &screen.work).all(|work| work.submissions.len() == 2));
    }

    #[test]
    fn each_screen_asks_for_what_it_shows() {
        let all = all();
        let employee = &all[500];
        let month = "/api/timesheets/my?month=7&year=2026";
        let calendar = "/api/timesheets/calendar?month=8&year=2026";
        assert_eq!(paths(employee.reads(Topic::Timesheets)), ["/api/session", month, calendar]);
        assert_eq!(paths(employee.reads(Topic::Holidays)), [calendar, "/api/holidays/upcoming"]);
        assert_eq!(paths(employee.reads(Topic::Notifications)), ["/api/session"]);
        assert!(employee.reads(Topic::Users).is_empty());
        assert_eq!(paths(all[2].reads(Topic::Holidays)), ["/api/dashboard"]);
        assert_eq!(paths(all[0].reads(Topic::Holidays)), ["/api/users/attendance-summary?month=8&year=2026"]);
        assert_eq!(paths(all[1].reads(Topic::Holidays)), ["/api/timesheets/frozen-users"]);
        assert_eq!((employee.apart, all[2].apart), (Duration::ZERO, APART));
    }

    #[test]
    fn the_browsers_wait_as_long_as_those_of_the_front_end() {
        let front_end = include_str!("../../../../frontend/src/api/query.ts");
        for (name, time) in [("SPREAD", SPREAD), ("APART", APART)] {
            let line = front_end.lines().find(|line| line.contains(&format!("const {name} = "))).unwrap();
            assert_eq!(line.replace('_', "").matches(&time.as_millis().to_string()).count(), 1, "{line}");
        }
    }
}
