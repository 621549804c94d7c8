//! Random histories of leave: whatever has happened, the balance on the screen, the sum of the ledger, the line of the file and a
//! reckoning of its own, which spends days from two purses date by date, come to the same (leave.md 1.3).

use std::collections::BTreeMap;

use chrono::{Datelike, Days, NaiveDate};
use domain::person::Role;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};
use testkit::app::day;
use testkit::{Client, Response, TestApp, TestPerson, on_both_engines};

use super::attendance::joining;
use super::leave::{REQUESTS, SICK_LEAVE, approve, cancel, keep};
use super::leave_ledger::settle_all;
use super::leave_types::ANNUAL_LEAVE;
use super::text;

const ACTS: usize = 160;
const JOINED: &str = "2026-03-16";
/// The first year of which somebody who joined then can have a balance.
const FIRST: i32 = 2026;

#[derive(Debug, Clone)]
enum Act {
    Pass(u64),
    /// From so many days before or after today on, for so many dates more.
    Ask {
        is_sick: bool,
        from: i64,
        length: u64,
        starts: &'static str,
        ends: &'static str,
    },
    /// Of the requests that wait, one.
    Approve(usize),
    Reject(usize),
    /// Of the live ones, one; the Employee gives all of it up, or the dates after so many.
    GiveUp(usize, Option<u64>),
    /// Of those to be cancelled, one.
    Accept(usize),
    Keep(usize),
    AddHoliday(i64),
    RemoveHoliday(usize),
    Pattern {
        from: i64,
        days: Vec<u8>,
    },
    Adjust {
        is_sick: bool,
        year: i32,
        half_days: i32,
    },
}

fn acts() -> impl Strategy<Value = Act> {
    let part = |other| prop_oneof![3 => Just("full"), 1 => Just(other)];
    let start = prop_oneof![2 => -10i64..10, 1 => 10i64..120];
    let ask = (any::<bool>(), start, 0u64..16, part("afternoon"), part("morning"));
    let pattern = (-20i64..60, prop::sample::subsequence(vec![1u8, 2, 3, 4, 5, 6], 2..6));
    prop_oneof![
        5 => (1u64..60).prop_map(Act::Pass),
        7 => ask.prop_map(|(is_sick, from, length, starts, ends)| Act::Ask { is_sick, from, length, starts, ends }),
        3 => any::<usize>().prop_map(Act::Approve),
        1 => any::<usize>().prop_map(Act::Reject),
        4 => (any::<usize>(), prop::option::of(0u64..10)).prop_map(|(nth, after)| Act::GiveUp(nth, after)),
        3 => any::<usize>().prop_map(Act::Accept),
        2 => any::<usize>().prop_map(Act::Keep),
        2 => (-60i64..90).prop_map(Act::AddHoliday),
        1 => any::<usize>().prop_map(Act::RemoveHoliday),
        1 => pattern.prop_map(|(from, days)| Act::Pattern { from, days }),
        1 => (any::<bool>(), -1i32..2, -6i32..6).prop_map(|(is_sick, year, half_days)| Act::Adjust { is_sick, year, half_days }),
    ]
}

fn after(date: NaiveDate, days: i64) -> NaiveDate {
    date + chrono::Duration::days(days)
}

/// What is known of the organisation, from the calls that it took.
struct History {
    app: TestApp,
    hal: TestPerson,
    mona: TestPerson,
    eve: TestPerson,
    today: NaiveDate,
    requests: Vec<Value>,
    holidays: Vec<(NaiveDate, String)>,
    patterns: BTreeMap<NaiveDate, Vec<u8>>,
    version: Value,
    adjustments: Vec<(&'static str, i32, i32)>,
}

impl History {
    async fn of(app: TestApp) -> Self {
        let today = day("2026-04-01");
        app.clock.set(&format!("{today}T09:00:00Z"));
        let (hal, mona) = (app.person("Hal", Role::Hr).await, app.person("Mona", Role::Manager).await);
        let eve = joining(&app, &app.sign_in(&hal).await, "Eve", &mona, JOINED).await;
        let (requests, holidays, patterns, adjustments) = (vec![], vec![], BTreeMap::new(), vec![]);
        Self { app, hal, mona, eve, today, requests, holidays, patterns, version: json!(0), adjustments }
    }

    async fn pass(&mut self, days: u64) {
        self.today = self.today + Days::new(days);
        self.app.clock.set(&format!("{}T09:00:00Z", self.today));
        self.app.ports.policy.refresh(self.app.ports.reads.as_ref()).await.unwrap();
        settle_all(&self.app).await;
    }

    /// The n-th of the requests to which this can be done, counted round and round.
    fn request_for(&self, act: &Act) -> Option<&Value> {
        let (nth, fitting): (_, &[_]) = match act {
            Act::Approve(nth) | Act::Reject(nth) => (nth, &["pending"]),
            Act::Accept(nth) | Act::Keep(nth) => (nth, &["cancellation-asked"]),
            Act::GiveUp(nth, _) => (nth, &["pending", "approved"]),
            _ => return None,
        };
        let fitting: Vec<_> = self.requests.iter().filter(|one| fitting.contains(&text(one, "status"))).collect();
        fitting.get(nth.checked_rem(fitting.len())?).copied()
    }

    /// Does this, where it can be done; whether it was.
    async fn act(&mut self, act: &Act) -> bool {
        let (eve, hal) = (self.app.sign_in(&self.eve).await, self.app.sign_in(&self.hal).await);
        let mona = self.app.sign_in(&self.mona).await;
        let answer = match act {
            Act::Pass(days) => {
                self.pass(*days).await;
                return true;
            }
            Act::Ask { is_sick, from, length, starts, ends } => {
                let start = after(self.today, *from);
                let (end, ends) = (start + Days::new(*length), if *length == 0 { starts } else { ends });
                let body = json!({
                    "leaveTypeId": type_of(*is_sick), "startDate": start, "startPart": starts, "endDate": end, "endPart": ends,
                });
                eve.post(REQUESTS, body).await
            }
            Act::AddHoliday(from) => {
                let date = after(self.today, *from);
                let answer = hal.post("/api/holidays", json!({"date": date, "name": "Feast"})).await;
                if answer.status == 201 {
                    self.holidays.push((date, text(&answer.data(), "id").to_owned()));
                }
                answer
            }
            Act::RemoveHoliday(nth) => {
                let Some(nth) = nth.checked_rem(self.holidays.len()) else { return false };
                let (_, id) = self.holidays.remove(nth);
                hal.delete(&format!("/api/holidays/{id}")).await.expect(200)
            }
            Act::Pattern { from, days } => {
                let from = after(self.today, *from);
                let pattern = json!({"workingDays": days, "fullDayHours": 8, "halfDayHours": 4});
                let body = json!({"userId": self.eve.id.to_string(), "from": from, "version": self.version, "pattern": pattern});
                let answer = hal.put("/api/work-patterns", body).await;
                if answer.status == 200 {
                    self.patterns.insert(from, days.clone());
                    let patterns =
                        hal.get(&format!("/api/work-patterns?userId={}", self.eve.id)).await.expect(200).data();
                    self.version = patterns["version"].clone();
                }
                answer
            }
            Act::Adjust { is_sick, year, half_days } => {
                let (kind, year) = (type_of(*is_sick), self.today.year() + year);
                let body = json!({
                    "userId": self.eve.id.to_string(), "leaveTypeId": kind, "year": year, "days": f64::from(*half_days) / 2.0, "note": "As agreed",
                });
                let answer = hal.post("/api/leave/adjustments", body).await;
                if answer.status == 201 {
                    self.adjustments.push((kind, year, *half_days));
                }
                answer
            }
            _ => {
                let Some(request) = self.request_for(act) else { return false };
                decide(act, request, &eve, &mona).await
            }
        };
        assert!(answer.status < 500, "{act:?}: {}", answer.text());
        for year in self.today.year() - 1..=self.today.year() + 1 {
            let mine = eve.get(&format!("/api/leave/my?year={year}")).await.expect(200).data();
            for request in mine["requests"].as_array().unwrap() {
                self.requests.retain(|known| known["_id"] != request["_id"]);
                self.requests.push(request.clone());
            }
        }
        answer.status < 400
    }

    fn counts(&self, date: NaiveDate) -> bool {
        let days = self.patterns.range(..=date).next_back().map_or(&[1, 2, 3, 4, 5][..], |(_, days)| days);
        let weekday = u8::try_from(date.weekday().number_from_monday()).unwrap();
        date >= day(JOINED) && days.contains(&weekday) && !self.holidays.iter().any(|(holiday, _)| *holiday == date)
    }

    /// The half days on which Eve is on leave, by date.
    fn half_days(&self, request: &Value) -> BTreeMap<NaiveDate, i32> {
        let date = |name| text(request, name).parse::<NaiveDate>().unwrap();
        let (start, end) = (date("startDate"), date("endDate"));
        let dates = start.iter_days().take_while(|date| *date <= end).filter(|date| self.counts(*date));
        dates
            .map(|date| {
                let is_half =
                    (date == start && request["startPart"] != "full") || (date == end && request["endPart"] != "full");
                (date, if is_half { 1 } else { 2 })
            })
            .collect()
    }

    /// What is left of each year, in half days: days are taken from what was carried in while there is some, then from the year's
    /// own, and what remains of the carried ones goes when it lapses.
    fn left(&self, kind: &str) -> BTreeMap<i32, i32> {
        let (entitled, joined, carry_over, lapse) =
            if kind == ANNUAL_LEAVE { (40, 34, 10, Some(4)) } else { (20, 17, 0, None) };
        let mut used = BTreeMap::<NaiveDate, i32>::new();
        let is_live =
            |request: &&Value| ["pending", "approved", "cancellation-asked"].contains(&text(request, "status"));
        for request in self.requests.iter().filter(is_live).filter(|request| request["leaveType"]["_id"] == kind) {
            for (date, half_days) in self.half_days(request) {
                *used.entry(date).or_default() += half_days;
            }
        }
        let (mut left, mut rest_of_last) = (BTreeMap::new(), 0);
        for year in FIRST..=self.today.year() + 1 {
            let adjusted = self.adjustments.iter().filter(|(of, in_year, _)| *of == kind && *in_year == year);
            let mut own =
                if year == FIRST { joined } else { entitled } + adjusted.map(|(_, _, days)| days).sum::<i32>();
            let mut carried = if year <= self.today.year() { rest_of_last } else { 0 };
            let lapse = lapse.and_then(|month| NaiveDate::from_ymd_opt(year, month, 1));
            for date in NaiveDate::from_ymd_opt(year, 1, 1).unwrap().iter_days().take_while(|date| date.year() == year)
            {
                let used = used.get(&date).copied().unwrap_or_default();
                let from_carried = if lapse.is_none_or(|lapse| date < lapse) { used.min(carried) } else { 0 };
                carried -= from_carried;
                own -= used - from_carried;
            }
            let has_lapsed = lapse.is_some_and(|lapse| lapse <= self.today);
            let rest = own + if has_lapsed { 0 } else { carried };
            let is_over = year < self.today.year();
            rest_of_last = rest.clamp(0, carry_over);
            left.insert(year, if is_over { rest.min(0) } else { rest });
        }
        left
    }

    async fn check(&self, told: &str) {
        let hal = self.app.sign_in(&self.hal).await;
        for request in &self.requests {
            if ["pending", "approved", "cancellation-asked"].contains(&text(request, "status")) {
                let counted: i32 = self.half_days(request).values().sum();
                assert_eq!(request["days"], f64::from(counted) / 2.0, "{told}: {request}");
            }
        }
        for kind in [ANNUAL_LEAVE, SICK_LEAVE] {
            for (year, reckoned) in self.left(kind).into_iter().filter(|(year, _)| self.today.year() - 1 <= *year) {
                let reckoned = f64::from(reckoned) / 2.0;
                let id = self.eve.id;
                let shown = hal.get(&format!("/api/leave/my?userId={id}&year={year}")).await.expect(200).data();
                let of_type = |of: &&Value| of["leaveType"]["_id"] == kind;
                let shown = shown["balances"].as_array().unwrap().iter().find(of_type).unwrap().clone();
                assert_eq!(shown["left"], reckoned, "{told}: {year}, {shown}");
                let figure = |name: &str| shown[name].as_f64().unwrap();
                let given: f64 = ["allocated", "adjusted", "carriedIn"].map(figure).iter().sum();
                let gone: f64 = ["used", "planned", "pending", "expired", "carriedOut"].map(figure).iter().sum();
                assert_eq!(json!(given - gone), json!(reckoned), "{told}: {year}, {shown}");
                let ledger = format!("/api/leave/ledger?userId={id}&year={year}&leaveTypeId={kind}");
                let rows = hal.get(&ledger).await.expect(200).data()["rows"].as_array().unwrap().clone();
                let sum: f64 = rows.iter().map(|row| row["days"].as_f64().unwrap()).sum();
                assert_eq!(json!(sum), json!(reckoned), "{told}: {year}, {rows:?}");
                let file = hal.get(&format!("/api/leave/balances/download?year={year}")).await.expect(200).text();
                let name = format!(",{},", text(&shown["leaveType"], "name"));
                let line = file.lines().find(|line| line.contains("Eve Example") && line.contains(&name)).unwrap();
                assert_eq!(line.rsplit(',').next().unwrap(), format!("{reckoned:.1}"), "{told}: {year}, {line}");
            }
        }
    }
}

fn type_of(is_sick: bool) -> &'static str {
    if is_sick { SICK_LEAVE } else { ANNUAL_LEAVE }
}

async fn decide(act: &Act, request: &Value, eve: &Client, mona: &Client) -> Response {
    match act {
        Act::Approve(_) => approve(mona, request).await,
        Act::Reject(_) => {
            mona.post("/api/leave/bulk-reject", json!({"ids": [request["_id"]], "comment": "Too many are away"})).await
        }
        Act::GiveUp(_, dates) => {
            let start: NaiveDate = text(request, "startDate").parse().unwrap();
            let last_day = dates.map(|dates| json!({"lastDay": start + Days::new(dates)}));
            cancel(eve, request, last_day.unwrap_or(json!({}))).await
        }
        Act::Accept(_) => cancel(mona, request, json!({})).await,
        _ => keep(mona, request, json!({"comment": "You are needed"})).await,
    }
}

on_both_engines! {
    async fn the_screen_the_ledger_the_file_and_a_reckoning_agree(database: &TestDatabase) {
        let mut history = History::of(TestApp::start(database).await).await;
        let mut done = BTreeMap::<String, usize>::new();
        let mut runner = TestRunner::new_with_rng(ProptestConfig::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &[1; 32]));
        for act in prop::collection::vec(acts(), ACTS).new_tree(&mut runner).unwrap().current() {
            let told = format!("{} {act:?}", history.today);
            if history.act(&act).await {
                let name = format!("{act:?}");
                *done.entry(name.split([' ', '(']).next().unwrap().to_owned()).or_default() += 1;
                history.check(&told).await;
            }
        }
        assert_eq!(done.len(), 11, "each kind of act is taken at least once: {done:?}");
        assert!(history.today > day("2028-04-01"), "two years end, and days that were carried lapse twice: {}", history.today);
    }
}
