//! Oversight: the audit log of two years, the reports of the whole organisation, and the operator's backups.
//!
//! Calls are made one at a time on a server that has nothing else to do. What takes minutes, the verification and the backups, is
//! measured in the first round alone.

use std::time::{Duration, Instant};

use chrono::Months;
use serde_json::{Value, json};

use super::{PATIENCE, Round, wait};
use crate::calls::{Calls, of_month};
use crate::failure::Outcome;
use crate::fill::{self, AuditLog, WEEKS, week};
use crate::http::Connection;
use crate::load::{Call, Sample};
use crate::organisation::{Kind, id, month_read, reading_day};
use crate::server::{self, Server};

/// How often a call is made in a round, and of how many months one that is counted once a minute for each.
const SOME: usize = 20;
const MONTHS: u32 = 12;
/// How often in a round the log is exported, and the portal started for the dashboard of a Boss.
const FEW: u32 = 3;
/// The most that what runs in the background may take.
const LONG_PATIENCE: Duration = Duration::from_mins(30);
/// Up to which event the log is sealed.
const SEALED: &str = "SELECT newest_seq FROM audit_chain";
const WRITTEN: &str = "SELECT coalesce(max(seq), 0) FROM events";
/// Actions as a reader of the log picks them: nearly half of all events, some, few, and none.
const ACTIONS: [&str; 4] = ["day-submitted", "file-downloaded", "salary-set", "holiday-added"];
const SEVERAL: [&str; 2] = ["signed-in,signed-out,sign-in-failed", "salary-set,account-changed,password-changed"];

impl Round<'_> {
    pub(super) async fn oversight(&self) -> Outcome<()> {
        let (calls, log) = (&self.site.calls, AuditLog::of(self.site.calls.size, self.lab.options.events));
        for _ in 0..FEW {
            // In the month that has all its entries and decisions, and the first one after a start, so that it is counted anew.
            let portal = self.portal(month_read().1).await?;
            let dashboard = vec![calls.get(calls.people.boss(), "/api/dashboard")];
            self.one_by_one(&portal, [Call::each("Boss dashboard, counted anew", dashboard)]).await?;
            portal.stop().await?;
        }
        let portal = self.portal(reading_day()).await?;
        let repeated = calls_of(calls, log, self.number);
        let export =
            repeated.iter().find(|call| call.what == "export of a week").and_then(|call| call.requests.all().first());
        let export = export.cloned().unwrap_or_default();
        self.one_by_one(&portal, repeated).await?;
        // Opened only now: a connection without a request is closed after five seconds.
        let mut connection = Connection::open(portal.address).await?;
        connection.expect(&export).await?;
        let lines = connection.body.split(|byte| *byte == b'\n').count();
        // And the headings, and what comes behind the last line.
        if u32::try_from(lines)? != log.a_week() + 2 {
            return Err(format!("an export of {} entries has {lines} lines", log.a_week()).into());
        }
        self.book.sample("20,000 events sealed", 1, self.sealed(&portal, log).await?);
        if self.number == 1 {
            self.book.sample("verification", 1, self.verified(&portal).await?);
            if !self.lab.options.no_backups {
                self.backups().await?;
            }
        }
        portal.stop().await
    }

    /// From the commit of many events to the seal of the last.
    async fn sealed(&self, portal: &Server, log: AuditLog) -> Outcome<Sample> {
        let database = &self.site.database;
        let mut session = database.open().await?;
        let (began, written) = (Instant::now(), session.number(WRITTEN).await?);
        while session.number(SEALED).await? < written {
            wait(began, PATIENCE, "the log is not sealed").await?;
        }
        let newest = fill::burst(database, self.site.calls.size, log, self.number, reading_day()).await?;
        let began = Instant::now();
        let sealing = async {
            while session.number(SEALED).await? < newest {
                wait(began, LONG_PATIENCE, "a burst of events is not sealed").await?;
            }
            Ok(())
        };
        let ((), sample) = portal.timed(sealing).await?;
        session.close().await?;
        Ok(sample)
    }

    /// Asks for a verification and waits for its end. It has to find the log intact.
    async fn verified(&self, portal: &Server) -> Outcome<Sample> {
        let (path, calls) = ("/api/audit-logs/verify", &self.site.calls);
        let administrator = calls.people.administrator();
        let mut connection = Connection::open(portal.address).await?;
        let began = Instant::now();
        let verifying = async {
            connection.expect(&calls.post(administrator, path, &json!({}))).await?;
            loop {
                let said = connection.json(&calls.get(administrator, path)).await?;
                match is_intact(&said) {
                    Some(true) => return Ok(()),
                    Some(false) => return Err(format!("the log does not verify: {said}").into()),
                    None => wait(began, LONG_PATIENCE, "the verification does not end").await?,
                }
            }
        };
        Ok(portal.timed(verifying).await?.1)
    }

    /// Makes a backup beside the portal, and shows that it can be restored.
    async fn backups(&self) -> Outcome<()> {
        let (lab, site) = (self.lab, self.site);
        let file = lab.folder.join("backup.daybook");
        let path = file.display().to_string();
        for (what, words) in [("backup", &["backup", &path][..]), ("restore --verify", &["restore", "--verify", &path])]
        {
            let ran = server::operate(&lab.program, &site.database, reading_day(), words).await?;
            self.book.value(what, 0, "s", ran.0.as_secs_f64());
            self.book.value(&format!("{what}, memory"), 0, "MiB", ran.1);
        }
        Ok(std::fs::remove_file(file)?)
    }
}

fn calls_of(calls: &Calls, log: AuditLog, round: u32) -> Vec<Call> {
    let people = calls.people;
    let (administrator, person) = (people.administrator(), |number| id(Kind::User, number));
    let admin = |path: &str| calls.get(administrator, path);
    // Each filter for two requests, of which one is for the newest page and one for a page in the middle.
    let pages = |filters: Vec<String>| {
        let page = |n: usize| {
            let filter = filters.get(n / 2 % filters.len().max(1)).map(String::as_str).unwrap_or_default();
            let from = if n.is_multiple_of(2) { String::new() } else { format!("&cursor={}", log.events() / 2) };
            admin(&format!("/api/audit-logs?limit=50{filter}{from}"))
        };
        (0..SOME).map(page).collect::<Vec<_>>()
    };
    let actions = |of: &[&str]| of.iter().map(|action| format!("&action={action}")).collect();
    let employees = |step| calls.readers().step_by(step);
    let actors = [1, 2, people.hr()].into_iter().chain(employees(7).take(7));
    let exports = (0..FEW).map(|n| {
        let (monday, friday) = week((10 + (round - 1) * FEW + n) % WEEKS);
        admin(&format!("/api/audit-logs/export?from={monday}&to={friday}"))
    });
    let month = of_month(month_read().0);
    let again = |number, path: &str| vec![calls.get(number, path); SOME];
    let teams = people.manager_numbers().cycle().take(SOME);
    let team = |number| calls.get(number, &format!("/api/reports/team?{month}&limit=20"));
    let hr = people.hr();
    // Each month once, so that each is counted anew.
    let departments = (0..MONTHS).map(|n| {
        calls.get(hr, &format!("/api/reports/departments?{}&limit=20", of_month(month_read().0 - Months::new(n))))
    });
    let all = vec![
        ("audit log", pages(Vec::new())),
        ("audit log, an action", pages(actions(&ACTIONS))),
        ("audit log, three actions", pages(actions(&SEVERAL))),
        ("audit log, by somebody", pages(actors.map(|number| format!("&actorId={}", person(number))).collect())),
        ("audit log, by the system", pages(vec!["&actorId=none".to_owned()])),
        (
            "audit log, about somebody",
            pages(employees(3).take(10).map(|n| format!("&subjectId={}", person(n))).collect()),
        ),
        ("audit log, dates", (0..20).map(|n| admin(&of_dates(n))).collect()),
        ("export of a week", exports.collect()),
        ("team report", teams.map(team).collect()),
        ("departments, counted anew", departments.collect()),
        ("headcount", again(hr, "/api/reports/headcount")),
        ("missing days", again(hr, &format!("/api/reports/missing-days?{month}&limit=20"))),
        ("attendance as CSV", again(hr, &format!("/api/users/attendance-summary/csv?{month}"))),
        ("system report: users", again(administrator, "/api/reports/system/users")),
        ("system report: activity", again(administrator, "/api/reports/system/activity")),
        ("system report: approvals", again(administrator, "/api/reports/system/approvals?limit=20")),
        ("system report: jobs and mail", again(administrator, "/api/reports/system/jobs")),
        ("system report: data health", again(administrator, "/api/reports/system/health")),
    ];
    all.into_iter().map(|(what, requests)| Call::each(what, requests)).collect()
}

/// A day, a week, a year, everything since a day, or everything up to one.
fn of_dates(n: u32) -> String {
    let number = n * 4 % WEEKS;
    let ((monday, friday), (_, later)) = (week(number), week((number + 51).min(WEEKS - 1)));
    let dates = match n % 5 {
        0 => format!("from={monday}&to={monday}"),
        1 => format!("from={monday}&to={friday}"),
        2 => format!("from={monday}&to={later}"),
        3 => format!("from={monday}"),
        _ => format!("to={monday}"),
    };
    format!("/api/audit-logs?limit=50&{dates}")
}

/// Whether a verification that has ended found the log intact.
fn is_intact(answer: &Value) -> Option<bool> {
    let verification = answer.pointer("/data/verification")?;
    let is_done = verification.get("state").and_then(Value::as_str) == Some("done");
    is_done.then(|| verification.get("isIntact").and_then(Value::as_bool) == Some(true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::organisation::Size;
    use crate::targets::TARGETS;

    #[test]
    fn a_verification_says_what_it_found_when_it_has_ended() {
        let of = |state: &str, found: Option<bool>| {
            is_intact(&json!({"data": {"verification": {"state": state, "isIntact": found}}}))
        };
        assert_eq!(
            [of("running", None), of("done", Some(true)), of("done", Some(false))],
            [None, Some(true), Some(false)]
        );
        assert_eq!(is_intact(&json!({"data": {"verification": null}})), None);
    }

    #[test]
    fn a_filter_finds_the_newest_page_and_one_in_the_middle() {
        let calls = Calls::of(Size::Medium).unwrap();
        let all = calls_of(&calls, AuditLog::of(Size::Medium, None), 1);
        let asked = |what: &str| -> Vec<String> {
            let call = all.iter().find(|call| call.what == what).unwrap();
            let line = |request: &Vec<u8>| String::from_utf8_lossy(request).lines().next().unwrap().to_owned();
            call.requests.all().iter().map(line).collect()
        };
        let page = "GET /api/audit-logs?limit=50";
        let system = asked("audit log, by the system");
        assert_eq!(system[0], format!("{page}&actorId=none HTTP/1.1"));
        assert_eq!(system[1], format!("{page}&actorId=none&cursor=50000 HTTP/1.1"));
        assert_eq!(asked("audit log, dates")[1], format!("{page}&from=2024-09-30&to=2024-10-04 HTTP/1.1"));
        let months = asked("departments, counted anew");
        assert_eq!(months[1], "GET /api/reports/departments?month=6&year=2026&limit=20 HTTP/1.1");
        assert_eq!(months.into_iter().collect::<std::collections::BTreeSet<_>>().len(), 12, "each is counted anew");
        // And everything that is promised of a repeated call is asked for.
        let of = |what: &&str| ["audit log", "system report", "team"].iter().any(|of| what.starts_with(of));
        let promised: Vec<&str> = TARGETS.iter().flat_map(|target| target.what).copied().filter(of).collect();
        assert_eq!(promised.iter().filter(|what| all.iter().any(|call| call.what == **what)).count(), 13);
    }
}
