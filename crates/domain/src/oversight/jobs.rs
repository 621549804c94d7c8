//! What the portal does by itself: when each job is due, which of its runs is kept, and when it is late (oversight.md 1.6).
//!
//! A job looks every few seconds whether there is something to do. Of a job that runs when a day is over or at an hour, the run that
//! counts is the first one from then on; the looks until the next hour are none. Of a job that always runs each look is one.

use super::audit::{PRUNE_AT, VERIFY_AT};
use crate::Instant;
use crate::month::CHECKED_FROM;
use crate::rules::Rules;
use crate::time::{Zones, days_after};
use chrono::{NaiveTime, TimeDelta};

/// How long a run of an hour may be missing before the job is late.
const OVERDUE: TimeDelta = TimeDelta::minutes(10);

/// How long a job that always runs may be silent before it is late.
const SILENT: TimeDelta = TimeDelta::minutes(5);

/// How often a run is kept where nothing has changed since the last one.
const KEPT_EVERY: TimeDelta = TimeDelta::seconds(30);

crate::names! {
    /// A job whose runs are kept. In the order in which they are shown.
    pub enum Job {
        Mail = "mail", "Sending mails";
        Seal = "seal", "Sealing the audit log";
        /// Marks those who recorded nothing on a day that is over.
        Freeze = "freeze", "Freezing days";
        /// Notes on which requests nobody decided in time.
        Expire = "expire", "Expiring requests to unlock";
        Digest = "digest", "Daily digests";
        /// Reminds people of the day in the evening.
        Reminder = "reminder", "Evening reminders";
        /// Enters what is missing in the ledger of leave.
        Settle = "settle", "Settling leave";
        Verify = "verify", "Verifying the audit log";
        /// Holds closed months against what they were made of.
        Months = "months", "Checking closed months";
        Prune = "prune", "Removing old audit entries";
    }
}

/// When a job is due.
enum Schedule {
    Always,
    /// On each day from a time on, on the organisation's clock. Some times are settings.
    Daily(fn(&Rules) -> NaiveTime),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobRun {
    pub began_at: Instant,
    /// How long it took, in milliseconds; so far, where it is under way.
    pub duration_ms: u32,
    /// Why it failed, as a sentence for administrators; `None` where it did not.
    pub error: Option<String>,
}

impl Job {
    const fn schedule(self) -> Schedule {
        match self {
            Self::Mail | Self::Seal => Schedule::Always,
            Self::Freeze | Self::Expire | Self::Settle => Schedule::Daily(|_| NaiveTime::MIN),
            Self::Digest => Schedule::Daily(|rules| rules.digest_time),
            Self::Reminder => Schedule::Daily(|rules| rules.reminder_time),
            Self::Verify => Schedule::Daily(|_| VERIFY_AT),
            Self::Months => Schedule::Daily(|_| CHECKED_FROM),
            Self::Prune => Schedule::Daily(|_| PRUNE_AT),
        }
    }

    /// Whether it always runs, and not once on each day.
    pub const fn always_runs(self) -> bool {
        matches!(self.schedule(), Schedule::Always)
    }

    /// When the job is due next, after a run that began at `run` or, without one, after `now`. `None` where it always runs.
    pub fn next(self, last: Option<&JobRun>, now: Instant, rules: &Rules) -> Option<Instant> {
        match self.schedule() {
            Schedule::Always => None,
            Schedule::Daily(time) => Some(next_after(last.map_or(now, |run| run.began_at), time(rules), &rules.zones)),
        }
    }

    /// Whether the job is late: a run of it is ten minutes overdue, or it always runs and has not for five minutes. A run that has begun
    /// is not overdue, however long it takes. One of which no run is known is late, because every job runs when the portal starts.
    pub fn is_late(self, last: Option<&JobRun>, now: Instant, rules: &Rules) -> bool {
        let Some(run) = last else { return true };
        match self.schedule() {
            Schedule::Always => run.began_at + TimeDelta::milliseconds(run.duration_ms.into()) + SILENT < now,
            Schedule::Daily(time) => next_after(run.began_at, time(rules), &rules.zones) + OVERDUE < now,
        }
    }

    /// Whether a run that begins at `now` is one that counts, however it ends. `last`: the last one that was kept.
    pub fn counts(self, last: Option<&JobRun>, now: Instant, rules: &Rules) -> bool {
        let Some(run) = last else { return true };
        match self.schedule() {
            Schedule::Always => is_apart(run, now),
            Schedule::Daily(time) => next_after(run.began_at, time(rules), &rules.zones) <= now,
        }
    }
}

impl JobRun {
    /// Whether a run that does not count is kept nevertheless: it failed where the `last` one did not, or the reverse; or it still
    /// fails.
    pub fn is_news(&self, last: Option<&Self>) -> bool {
        let Some(last) = last else { return true };
        match (&self.error, &last.error) {
            (None, None) => false,
            (Some(_), Some(_)) => is_apart(last, self.began_at),
            (Some(_), None) | (None, Some(_)) => true,
        }
    }
}

/// Whether there is time enough between the last run that was kept and this moment. A clock that was set back keeps nothing away.
fn is_apart(last: &JobRun, now: Instant) -> bool {
    (now - last.began_at).abs() >= KEPT_EVERY
}

fn next_after(run: Instant, time: NaiveTime, zones: &Zones) -> Instant {
    let day = zones.day_in(run);
    let today = zones.instant_of(day, time);
    if today > run { today } else { zones.instant_of(days_after(day, 1), time) }
}

#[cfg(test)]
mod tests;
