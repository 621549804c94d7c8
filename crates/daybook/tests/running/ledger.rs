//! What the portal has acknowledged, written down by those who were told, and compared with what the database holds.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chrono::NaiveDate;
use testkit::process::{Daybook, Home};
use testkit::{Client, Response};

use crate::staff::{Team, approve, days_back, entry_id, reject, sign_in, submit};

/// What one client was told.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    /// Descriptions that were saved, each of a version of its own.
    descriptions: Vec<String>,
    comments: Vec<String>,
    /// Descriptions of entries that were approved, and that nobody has touched since.
    approved: Vec<String>,
    /// Writes without an answer: each may be there, as a whole, or not.
    unknown: usize,
    /// Writes that were answered with 503, which may be there too.
    busy: usize,
}

impl Ledger {
    /// Takes over what another client was told.
    pub(crate) fn add(&mut self, other: Self) {
        self.descriptions.extend(other.descriptions);
        self.comments.extend(other.comments);
        self.approved.extend(other.approved);
        self.unknown += other.unknown;
        self.busy += other.busy;
    }

    pub(crate) fn acknowledged(&self) -> usize {
        self.descriptions.len() + self.comments.len() + self.approved.len()
    }

    pub(crate) fn busy(&self) -> usize {
        self.busy
    }

    /// How many writes were not answered.
    pub(crate) fn unknown(&self) -> usize {
        self.unknown
    }

    pub(crate) fn may_have_happened(&mut self) {
        self.unknown += 1;
    }

    /// Notes a day that was acknowledged to somebody else.
    pub(crate) fn saw(&mut self, description: &str) {
        self.descriptions.push(description.to_owned());
    }

    /// Whether the write was acknowledged. No other refusal than 503 belongs to any of these tests.
    fn is_done(&mut self, answer: &io::Result<Response>) -> bool {
        let Ok(answer) = answer else {
            self.unknown += 1;
            return false;
        };
        if answer.status == 503 {
            self.busy += 1;
            return false;
        }
        assert!(matches!(answer.status, 200 | 201), "refused with {}: {}", answer.status, answer.text());
        true
    }

    /// Compares it with the database: every acknowledged write is there, none is there by half, and nothing is there that
    /// nobody asked for.
    pub(crate) async fn check(&self, home: &Home) {
        let beside = home.beside().await;
        let versions = beside.texts("SELECT description, coalesce(comment, ''), status FROM timesheet_versions").await;
        let descriptions: BTreeSet<&str> = versions.iter().map(|version| version[0].as_str()).collect();
        let comments: BTreeSet<&str> = versions.iter().map(|version| version[1].as_str()).collect();
        for description in &self.descriptions {
            assert!(descriptions.contains(description.as_str()), "an acknowledged day is lost: {description}");
        }
        for comment in &self.comments {
            assert!(comments.contains(comment.as_str()), "an acknowledged rejection is lost: {comment}");
        }
        let entries: BTreeMap<String, String> = beside
            .texts("SELECT description, status FROM timesheets")
            .await
            .into_iter()
            .map(|mut entry| (entry.remove(0), entry.remove(0)))
            .collect();
        for description in &self.approved {
            let status = entries.get(description).map(String::as_str);
            assert_eq!(status, Some("approved"), "an acknowledged approval is lost: {description}");
        }
        let most = self.acknowledged() + self.unknown + self.busy;
        assert!(versions.len() <= most, "{} versions of {most} writes: somebody wrote twice", versions.len());

        beside.close().await;
        check_rules(home).await;
    }
}

/// Compares the stored days with what is true of them whatever has happened.
pub(crate) async fn check_rules(home: &Home) {
    let beside = home.beside().await;
    for (rule, breaches) in RULES {
        assert_eq!(beside.number(breaches).await, 0, "{rule}");
    }
    if !home.is_postgres() {
        assert_eq!(beside.texts("PRAGMA integrity_check").await, [["ok"]]);
        assert_eq!(beside.texts("PRAGMA foreign_key_check").await, Vec::<Vec<String>>::new());
    }
    beside.close().await;
}

/// What is true of the stored days whatever has happened, each with a query that counts the breaches.
const RULES: &[(&str, &str)] = &[
    (
        "at most one entry a person and day",
        "SELECT count(*) FROM (SELECT 1 FROM timesheets GROUP BY user_id, date HAVING count(*) > 1) AS twice",
    ),
    (
        "an entry has as many versions as its number says",
        "SELECT count(*) FROM timesheets t WHERE t.version <> (SELECT count(*) FROM timesheet_versions v WHERE v.timesheet_id = t.id)",
    ),
    (
        "the last version is the entry",
        "SELECT count(*) FROM timesheets t WHERE NOT EXISTS (SELECT 1 FROM timesheet_versions v WHERE v.timesheet_id = t.id \
         AND v.version = t.version AND v.status = t.status AND v.description = t.description AND v.half_hours = t.half_hours \
         AND coalesce(v.comment, '') = coalesce(t.comment, ''))",
    ),
    (
        "an entry of an unlocked day has used the unlock up, and nothing else has",
        "SELECT count(*) FROM unlocks u WHERE (u.used_at IS NOT NULL) <> \
         EXISTS (SELECT 1 FROM timesheets t WHERE t.user_id = u.user_id AND t.date = u.date)",
    ),
    (
        "no unlock of an approved day is open",
        "SELECT count(*) FROM unlocks u JOIN timesheets t ON t.user_id = u.user_id AND t.date = u.date \
         WHERE u.used_at IS NULL AND t.status = 'approved'",
    ),
    (
        "a version that came back has told the manager, once",
        "SELECT (SELECT count(*) FROM timesheet_versions WHERE status = 'pending' AND version > 1) - (SELECT count(*) FROM resubmissions)",
    ),
    (
        "a decision has told the employee, once",
        "SELECT (SELECT count(*) FROM timesheet_versions WHERE status <> 'pending') - (SELECT count(*) FROM notices)",
    ),
    (
        "every version has an event",
        "SELECT (SELECT count(*) FROM timesheet_versions) - (SELECT count(*) FROM events WHERE kind IN ('day-submitted', 'days-decided'))",
    ),
];

/// An employee and their manager at work, day after day: recorded, rejected, resubmitted, approved.
pub(crate) struct Desk {
    /// What their writes are marked with.
    pub(crate) name: String,
    pub(crate) employee: Client,
    pub(crate) manager: Client,
    /// The days that are still to be filled.
    pub(crate) days: std::vec::IntoIter<NaiveDate>,
}

/// The desks of a team, with so many days to fill.
pub(crate) async fn desks(daybook: &Daybook, team: &Team, days: usize) -> Vec<Desk> {
    let manager = sign_in(daybook, &team.manager).await;
    let mut desks = Vec::new();
    for (number, member) in team.members.iter().enumerate() {
        let (name, employee) = (format!("desk {number}"), sign_in(daybook, member).await);
        desks.push(Desk { name, employee, manager: manager.clone(), days: days_back(days).into_iter() });
    }
    desks
}

impl Desk {
    /// Works until it is over, a day at a time. A day that is put off is left as it is.
    pub(crate) async fn work_until(mut self, is_over: Arc<AtomicBool>, pause: Duration) -> Ledger {
        let mut ledger = Ledger::default();
        for date in std::mem::take(&mut self.days).take_while(|_| !is_over.load(Ordering::Relaxed)) {
            self.days = vec![date].into_iter();
            ledger.add(self.work().await);
            tokio::time::sleep(pause).await;
        }
        ledger
    }

    /// Works until the portal no longer answers, or the days are over.
    pub(crate) async fn work(&mut self) -> Ledger {
        let mut ledger = Ledger::default();
        while let Some(date) = self.days.next() {
            if self.fill(date, &mut ledger).await.is_none() {
                break;
            }
        }
        ledger
    }

    /// Works on one day; nothing where the portal stopped answering.
    async fn fill(&self, date: NaiveDate, ledger: &mut Ledger) -> Option<()> {
        let (first, second) = (format!("{} {date} first", self.name), format!("{} {date} second", self.name));
        let comment = format!("{} {date} comment", self.name);

        let answer = submit(&self.employee, date, &first).await;
        ledger.is_done(&answer).then_some(())?;
        ledger.descriptions.push(first);
        let entry = entry_id(&answer.ok()?);

        let answer = reject(&self.manager, &entry, &comment).await;
        ledger.is_done(&answer).then_some(())?;
        ledger.comments.push(comment);

        let answer = submit(&self.employee, date, &second).await;
        ledger.is_done(&answer).then_some(())?;
        ledger.descriptions.push(second.clone());

        let answer = approve(&self.manager, &entry).await;
        ledger.is_done(&answer).then_some(())?;
        ledger.approved.push(second);
        Some(())
    }
}
