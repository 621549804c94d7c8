//! Months: what keeps one open, its close beside people who record days, what payroll gets, and the check of the night.
//!
//! The month before the one that is read is closed, in which every day waits for its decision, and all others with entries are
//! closed with the first round. So the check of the night reads as many months as the organisation has.

use std::cell::Cell;
use std::time::{Duration, Instant};

use chrono::{Datelike, NaiveDate};
use serde_json::{Value, json};

use super::{PATIENCE, Round, SETTLE, Site, ask_beside, is_printed, wait};
use crate::calls::Handler;
use crate::failure::Outcome;
use crate::http::Connection;
use crate::load::{Call, Sample};
use crate::organisation::month_waiting;
use crate::server::Server;

/// How often a call is made in a round that takes milliseconds, and one that takes longer.
const MANY: usize = 100;
const SOME: usize = 20;
const FEW: usize = 3;
/// The longest time for the nightly check, and for the last person to be notified.
const NIGHT: Duration = Duration::from_mins(10);

impl Round<'_> {
    /// The first days of the months with entries.
    pub(super) async fn months(&self) -> Outcome<()> {
        let (site, day, rounds) = (self.site, self.day(), self.lab.options.rounds);
        let desk = Desk { site, portal: self.portal(day).await? };
        if self.number > 1 {
            // The months were left closed, and are checked as the program starts on another day.
            self.book.sample("check of the night", 1, desk.checked(day).await?);
            desk.reopen().await?;
        }
        let [before, measured] = site.calls.submissions(Handler::Portal, day);
        let measured = measured.requests.all();
        let (quiet, beside) = measured.split_at(MANY.min(measured.len() / 2));
        before.load(&desk.portal, 1, PATIENCE).await?;
        let quiet = Call::each("submit", quiet.to_vec()).load(&desk.portal, 1, PATIENCE).await?;
        let month = Call::each("a month with its readiness", vec![desk.get(""); SOME]);
        let people = Call::each("who is not ready", vec![desk.get("/readiness?limit=20"); SOME]);
        self.one_by_one(&desk.portal, [month, people]).await?;
        let (closed, submitted) = desk.close_beside(beside).await?;
        self.book.sample("close", 1, closed);
        self.book.side("submit beside a close", 1, "quiet", true, submitted);
        self.book.side("submit beside a close", 1, "quiet", false, quiet);
        if self.number == 1 {
            self.book.sample("everybody is notified of a close", 1, desk.notified().await?);
        }
        let export = |format| vec![desk.post("/export", &json!({ "format": format })); FEW];
        let page = Call::each("payroll page", vec![desk.get("/payroll?limit=20&page=3"); MANY]);
        let on_paper = is_printed(site.calls.size).then(|| Call::each("payroll as PDF", export("pdf")));
        let files = [page, Call::each("payroll as CSV", export("csv"))];
        self.one_by_one(&desk.portal, files.into_iter().chain(on_paper)).await?;
        // Closed again with other decisions, it differs from what was handed to payroll.
        desk.reopen().await?;
        site.calls.approvals(self.number, rounds).load(&desk.portal, 1, self.time()).await?;
        self.one_by_one(&desk.portal, [Call::each("close", vec![desk.closing(month_waiting())])]).await?;
        let month = Connection::open(desk.portal.address).await?.json(&desk.get("")).await?;
        let revision = month.pointer("/data/month/revision").and_then(Value::as_u64);
        let revision = revision.ok_or("a closed month without a revision")?;
        let differences = desk.get(&format!("/differences?from={}&to={revision}&limit=20", revision - 1));
        self.one_by_one(&desk.portal, [Call::each("differences", vec![differences; SOME])]).await?;
        if self.number == 1 {
            let others = desk.months().into_iter().filter(|month| *month != month_waiting());
            let others = others.map(|month| desk.closing(month)).collect();
            self.one_by_one(&desk.portal, [Call::each("close", others)]).await?;
        }
        desk.portal.stop().await?;
        if self.number == rounds {
            let day = self.day();
            let desk = Desk { site, portal: self.portal(day).await? };
            self.book.sample("check of the night", 1, desk.checked(day).await?);
            desk.portal.stop().await?;
        }
        Ok(())
    }
}

/// The portal, and who works at it.
struct Desk<'a> {
    site: &'a Site,
    portal: Server,
}

impl Desk<'_> {
    fn get(&self, rest: &str) -> Vec<u8> {
        self.site.calls.get(self.site.calls.people.hr(), &path(month_waiting(), rest))
    }

    fn post(&self, rest: &str, body: &Value) -> Vec<u8> {
        self.site.calls.post(self.site.calls.people.hr(), &path(month_waiting(), rest), body)
    }

    fn closing(&self, month: NaiveDate) -> Vec<u8> {
        let body = json!({"force": true, "reason": "For the measurement"});
        self.site.calls.post(self.site.calls.people.hr(), &path(month, "/close"), &body)
    }

    /// Closes the month while people submit days of another one, and says how long each took. The processor time is that of both.
    async fn close_beside(&self, submissions: &[Vec<u8>]) -> Outcome<(Sample, Sample)> {
        let (is_closed, closing) = (Cell::new(false), self.closing(month_waiting()));
        let closing = async {
            let mut connection = Connection::open(self.portal.address).await?;
            let closed = self.portal.timed(connection.expect(&closing)).await;
            is_closed.set(true);
            closed
        };
        let submitting = ask_beside(&self.portal, submissions.iter(), Duration::ZERO, &is_closed);
        let (closed, submitted) = tokio::join!(closing, submitting);
        Ok((closed?.1, submitted?))
    }

    /// The first days of the months with entries.
    fn months(&self) -> Vec<NaiveDate> {
        let first = |days: Vec<NaiveDate>| days.first().and_then(|day| day.with_day(1));
        self.site.calls.size.filled().into_iter().filter_map(first).collect()
    }

    /// After an export an administrator alone reopens it.
    async fn reopen(&self) -> Outcome<()> {
        let (calls, reason) = (&self.site.calls, json!({"reason": "For the measurement"}));
        let request = calls.post(calls.people.administrator(), &path(month_waiting(), "/reopen"), &reason);
        Connection::open(self.portal.address).await?.expect(&request).await
    }

    /// Waits until the last one to be notified of the close has a notice of it.
    async fn notified(&self) -> Outcome<Sample> {
        let (calls, began) = (&self.site.calls, Instant::now());
        let request = calls.get(*calls.people.employee_numbers().end(), "/api/notifications?limit=20");
        let mut connection = Connection::open(self.portal.address).await?;
        let notified = async {
            while !connection.json(&request).await?.to_string().contains("month-closed") {
                wait(began, NIGHT, "nobody is notified of a close").await?;
            }
            Ok(())
        };
        Ok(self.portal.timed(notified).await?.1)
    }

    /// Waits until all closed months have been checked since the start of `day`.
    async fn checked(&self, day: NaiveDate) -> Outcome<Sample> {
        let mut years: Vec<i32> = self.months().iter().map(Datelike::year).collect();
        years.dedup();
        let (calls, began) = (&self.site.calls, Instant::now());
        let mut connection = Connection::open(self.portal.address).await?;
        for year in years {
            let request = calls.get(calls.people.hr(), &format!("/api/months?year={year}"));
            while !are_checked(&connection.json(&request).await?, day) {
                wait(began, NIGHT, "the months are not checked").await?;
            }
        }
        // From the start of the process, in which everything that it did before was no more than becoming ready and settling.
        let took = self.portal.ready_after + SETTLE + began.elapsed();
        let [application, _] = self.portal.meter.read()?;
        Sample::new([took], took, [application, Duration::ZERO])
    }
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

fn path(month: NaiveDate, rest: &str) -> String {
    format!("/api/months/{}{rest}", month.format("%Y-%m"))
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
}
