//! Months: what keeps one open, its close beside people who record days, what payroll gets, and the check of the night.
//!
//! The month before the one that is read is closed, in which every day waits for its decision, and all others with entries are
//! closed with the first round. So the check of the night reads as many months as the organisation has.

use std::cell::Cell;
use std::time::{Duration, Instant};

use chrono::NaiveDate;
use serde_json::{Value, json};

use super::reads::SETTLE;
use super::site::Site;
use super::{Findings, Lab, add, next};
use crate::calls::Handler;
use crate::failure::{Failure, Outcome};
use crate::http::{self, Connection};
use crate::load::Sample;
use crate::organisation::month_waiting;
use crate::server::Server;

/// How often a call is made in a round that takes milliseconds, and one that takes longer.
const MANY: usize = 100;
const SOME: usize = 20;
const FEW: usize = 3;
/// The most that any of them may take.
const PATIENCE: Duration = Duration::from_mins(1);
/// The most that the check of the night may, and how often it is looked for.
const NIGHT: Duration = Duration::from_mins(10);
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// One of the calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MonthCall {
    /// How far a month is, in figures.
    Readiness,
    /// The first page of its people.
    People,
    /// A day of another month, while nothing else happens.
    Submit,
    /// The same while a month is closed.
    SubmitBeside,
    /// A team's five days of an open month.
    Approve,
    Close,
    /// From a close to the notice of the person with the highest employee ID.
    Told,
    Payroll,
    Csv,
    Pdf,
    Differences,
    /// The check of the night, over all closed months, from the start of the program on.
    Check,
}

impl MonthCall {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Readiness => "a month with its readiness",
            Self::People => "who is not ready",
            Self::Submit => "submit",
            Self::SubmitBeside => "submit beside a close",
            Self::Approve => "approve 100 days",
            Self::Close => "close",
            Self::Told => "until everybody is told of the first close",
            Self::Payroll => "payroll page",
            Self::Csv => "payroll as CSV",
            Self::Pdf => "payroll as PDF",
            Self::Differences => "differences",
            Self::Check => "check of the night",
        }
    }

    /// Milliseconds that it may take with 10,000 employees (months.md 8), where that was promised.
    pub(crate) const fn limit(self) -> Option<f64> {
        match self {
            Self::Readiness | Self::People | Self::Differences => Some(500.0),
            Self::Close => Some(5_000.0),
            Self::Told => Some(60_000.0),
            Self::Payroll => Some(100.0),
            Self::Csv => Some(2_000.0),
            Self::Pdf => Some(10_000.0),
            Self::Check => Some(120_000.0),
            Self::Submit | Self::SubmitBeside | Self::Approve => None,
        }
    }
}

/// What was found, by call.
#[derive(Debug, Default)]
pub(crate) struct Months {
    pub(crate) calls: Vec<(MonthCall, Sample)>,
}

impl Months {
    fn add(&mut self, call: MonthCall, sample: Sample) {
        add(&mut self.calls, call, sample);
    }

    /// How much longer than without it the slowest submission took beside a close, in milliseconds.
    pub(crate) fn delay(&self) -> Option<f64> {
        let slowest = |of| {
            let (_, sample) = self.calls.iter().find(|(call, _)| *call == of)?;
            Some(sample.percentile(100).as_secs_f64() * 1e3)
        };
        Some((slowest(MonthCall::SubmitBeside)? - slowest(MonthCall::Submit)?).max(0.0))
    }
}

pub(super) async fn round(
    lab: &Lab<'_>,
    site: &Site,
    round: u32,
    days: &mut impl Iterator<Item = NaiveDate>,
    findings: &mut Findings,
) -> Outcome<()> {
    let found = findings.months.get_or_insert_with(Months::default);
    let day = next(days)?;
    let desk = Desk { site, portal: site.portal(lab, day).await? };
    if round == 1 {
        tokio::time::sleep(SETTLE).await;
    } else {
        // The months were left closed, and are checked as the program starts on another day.
        found.add(MonthCall::Check, desk.checked(day).await?);
        desk.reopen().await?;
    }
    let (before, measured) = site.calls.submissions(Handler::Portal, day);
    let (quiet, beside) = measured.split_at(MANY.min(measured.len() / 2));
    desk.ask(&before, 201).await?;
    found.add(MonthCall::Submit, desk.ask(quiet, 201).await?);
    let month = desk.get(&path(""));
    found.add(MonthCall::Readiness, desk.ask(&vec![month; SOME], 200).await?);
    let people = desk.get(&path("/readiness?limit=20"));
    found.add(MonthCall::People, desk.ask(&vec![people; SOME], 200).await?);
    let (closed, submitted) = desk.close_beside(beside).await?;
    found.add(MonthCall::Close, closed);
    found.add(MonthCall::SubmitBeside, submitted);
    if round == 1 {
        found.add(MonthCall::Told, desk.told().await?);
    }
    let payroll = desk.get(&path("/payroll?limit=20&page=3"));
    found.add(MonthCall::Payroll, desk.ask(&vec![payroll; MANY], 200).await?);
    for (call, format) in [(MonthCall::Csv, "csv"), (MonthCall::Pdf, "pdf")] {
        let export = desk.post("/export", &json!({ "format": format }));
        found.add(call, desk.ask(&vec![export; FEW], 200).await?);
    }
    desk.reopen().await?;
    let approvals = site.calls.approvals(round, lab.options.rounds);
    let approvals = approvals.get(..MANY).unwrap_or(&approvals);
    found.add(MonthCall::Approve, desk.ask(approvals, 200).await?);
    let revision = desk.close(found).await?;
    let differences = desk.get(&path(&format!("/differences?from={}&to={revision}&limit=20", revision - 1)));
    found.add(MonthCall::Differences, desk.ask(&vec![differences; SOME], 200).await?);
    if round == 1 {
        desk.close_others(found).await?;
    }
    desk.portal.stop().await?;
    if round == lab.options.rounds {
        let day = next(days)?;
        let desk = Desk { site, portal: site.portal(lab, day).await? };
        found.add(MonthCall::Check, desk.checked(day).await?);
        desk.portal.stop().await?;
    }
    Ok(())
}

/// The portal, and who works at it.
struct Desk<'a> {
    site: &'a Site,
    portal: Server,
}

impl Desk<'_> {
    fn hr(&self) -> String {
        self.site.calls.portal_token(self.site.calls.people().hr())
    }

    fn get(&self, path: &str) -> Vec<u8> {
        http::get(path, Some(&self.hr()))
    }

    fn post(&self, rest: &str, body: &Value) -> Vec<u8> {
        http::post(&path(rest), Some(&self.hr()), body)
    }

    fn closing(&self, month: NaiveDate) -> Vec<u8> {
        let body = json!({"force": true, "reason": "For the measurement"});
        http::post(&path_of(month, "/close"), Some(&self.hr()), &body)
    }

    /// One request after the other, over one connection.
    async fn ask(&self, requests: &[Vec<u8>], status: u16) -> Outcome<Sample> {
        let (application, database) = self.portal.meter.read()?;
        let mut connection = Connection::open(self.portal.address).await?;
        let mut latencies = Vec::with_capacity(requests.len());
        for request in requests {
            latencies.push(asked(&mut connection, request, status).await?);
        }
        self.sample(latencies, (application, database))
    }

    fn sample(&self, latencies: Vec<Duration>, (application, database): (Duration, Duration)) -> Outcome<Sample> {
        let (application_after, database_after) = self.portal.meter.read()?;
        let time = latencies.iter().sum();
        let spent = |after: Duration, before: Duration| after.saturating_sub(before);
        Ok(Sample::new(latencies, time, spent(application_after, application), spent(database_after, database)))
    }

    /// What the portal answers to this.
    async fn read(&self, request: &[u8]) -> Outcome<Value> {
        let mut connection = Connection::open(self.portal.address).await?;
        let answer = connection.expect(request, 200).await?;
        serde_json::from_slice(connection.body(answer)).map_err(Failure::because("an answer about months"))
    }

    /// Closes the month while people submit days of another one, and says how long each took.
    async fn close_beside(&self, submissions: &[Vec<u8>]) -> Outcome<(Sample, Sample)> {
        let meter = self.portal.meter.read()?;
        let (mut one, mut other) =
            (Connection::open(self.portal.address).await?, Connection::open(self.portal.address).await?);
        let is_closed = Cell::new(false);
        let closing = async {
            let closed = asked(&mut one, &self.closing(month_waiting()), 200).await;
            is_closed.set(true);
            closed
        };
        let submitting = async {
            let mut latencies = Vec::new();
            for submission in submissions.iter().take_while(|_| !is_closed.get()) {
                latencies.push(asked(&mut other, submission, 201).await?);
            }
            Ok::<_, Failure>(latencies)
        };
        let (closed, submitted) = tokio::join!(closing, submitting);
        // The processor time is that of both.
        let closed = self.sample(vec![closed?], meter)?;
        Ok((closed, self.sample(submitted?, self.portal.meter.read()?)?))
    }

    /// Closes the month while nothing else happens, and says which revision that makes.
    async fn close(&self, found: &mut Months) -> Outcome<u64> {
        found.add(MonthCall::Close, self.ask(&[self.closing(month_waiting())], 200).await?);
        let month = self.read(&self.get(&path(""))).await?;
        let revision = month.pointer("/data/month/revision").and_then(Value::as_u64);
        revision.ok_or_else(|| Failure::new("a closed month without a revision"))
    }

    /// Closes every other month with entries.
    async fn close_others(&self, found: &mut Months) -> Outcome<()> {
        for month in self.months().into_iter().filter(|month| *month != month_waiting()) {
            found.add(MonthCall::Close, self.ask(&[self.closing(month)], 200).await?);
        }
        Ok(())
    }

    /// The first days of the months with entries.
    fn months(&self) -> Vec<NaiveDate> {
        let filled = self.site.size.filled();
        filled.into_iter().filter_map(|days| days.first().and_then(|day| chrono::Datelike::with_day(day, 1))).collect()
    }

    /// After an export an administrator alone reopens it.
    async fn reopen(&self) -> Outcome<()> {
        let token = self.site.calls.administrator();
        let request = http::post(&path("/reopen"), Some(&token), &json!({"reason": "For the measurement"}));
        self.ask(&[request], 200).await.map(drop)
    }

    /// Waits until the last one to be told of the close has a notice of it.
    async fn told(&self) -> Outcome<Sample> {
        let meter = self.portal.meter.read()?;
        let last = self.site.calls.people().employee_numbers().max().unwrap_or_default();
        let request = http::get("/api/notifications?limit=20", Some(&self.site.calls.portal_token(last)));
        let began = Instant::now();
        while !self.read(&request).await?.to_string().contains("month-closed") {
            wait(began, PATIENCE, "nobody is told of a close").await?;
        }
        self.sample(vec![began.elapsed()], meter)
    }

    /// Waits until all closed months have been checked since the start of `day`.
    async fn checked(&self, day: NaiveDate) -> Outcome<Sample> {
        let mut years: Vec<i32> = self.months().iter().map(chrono::Datelike::year).collect();
        years.dedup();
        let began = Instant::now();
        for year in years {
            let request = self.get(&format!("/api/months?year={year}"));
            while !are_checked(&self.read(&request).await?, day) {
                wait(began, NIGHT, "the months are not checked").await?;
            }
        }
        // From the start of the process, in which everything that it did before was no more than becoming ready.
        let took = self.portal.ready_after + began.elapsed();
        let (application, _) = self.portal.meter.read()?;
        Ok(Sample::new(vec![took], took, application, Duration::ZERO))
    }
}

/// Waits a moment for what has been waited for since `began`, or fails where that is too long.
pub(super) async fn wait(began: Instant, patience: Duration, what: &str) -> Outcome<()> {
    if began.elapsed() > patience {
        return Err(Failure::new(what));
    }
    tokio::time::sleep(LOOK_EVERY).await;
    Ok(())
}

/// Whether each closed month in the answer has a check of this day.
fn are_checked(answer: &Value, day: NaiveDate) -> bool {
    let months = answer.pointer("/data/months").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let is_closed = |month: &&Value| month.get("state").and_then(Value::as_str) == Some("closed");
    let is_checked = |month: &Value| {
        let at = month.pointer("/check/checkedAt").and_then(Value::as_str);
        at.is_some_and(|at| at.starts_with(&day.to_string()))
    };
    months.iter().filter(is_closed).all(is_checked)
}

/// An address below the month that is closed.
fn path(rest: &str) -> String {
    path_of(month_waiting(), rest)
}

fn path_of(month: NaiveDate, rest: &str) -> String {
    format!("/api/months/{}{rest}", month.format("%Y-%m"))
}

async fn asked(connection: &mut Connection, request: &[u8], status: u16) -> Outcome<Duration> {
    let began = Instant::now();
    let answer = connection.ask_within(PATIENCE, request).await?;
    if answer.status == status { Ok(began.elapsed()) } else { Err(connection.unexpected(request, answer, status)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_checked_once_each_closed_one_is() {
        let day = NaiveDate::from_ymd_opt(2026, 8, 4).unwrap_or_default();
        let answer = |state: &str, checked: Option<&str>| {
            let check = checked.map(|at| json!({ "checkedAt": at }));
            json!({"data": {"months": [{"state": "open", "check": null}, {"state": state, "check": check}]}})
        };
        let of = |state, checked| are_checked(&answer(state, checked), day);
        assert!(of("closed", Some("2026-08-04T08:00:00Z")) && of("reopened", None));
        assert!(!of("closed", Some("2026-08-03T08:00:00Z")) && !of("closed", None));
    }

    #[test]
    fn a_delay_is_what_the_slowest_submission_took_longer() {
        let sample = |ms: &[u64]| {
            let latencies = ms.iter().copied().map(Duration::from_millis).collect();
            Sample::new(latencies, Duration::ZERO, Duration::ZERO, Duration::ZERO)
        };
        let mut months = Months::default();
        months.add(MonthCall::Submit, sample(&[2, 5]));
        assert_eq!(months.delay(), None);
        months.add(MonthCall::SubmitBeside, sample(&[2, 105]));
        assert!(months.delay().is_some_and(|delay| (delay - 100.0).abs() < 1e-9));
    }
}
