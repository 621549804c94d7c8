use super::*;
use crate::testing::{at as instant, time};
use chrono_tz::Europe::Berlin;
use proptest::prelude::*;

fn ran(at: &str) -> JobRun {
    JobRun { began_at: instant(at), duration_ms: 40, error: None }
}

fn failed(at: &str) -> JobRun {
    JobRun { error: Some("The run failed.".to_owned()), ..ran(at) }
}

/// Asks with the default rules, in Berlin, which is two hours ahead of UTC in June.
fn asked<T>(ask: impl FnOnce(&Rules) -> T) -> T {
    ask(&Rules { zones: Berlin.into(), ..Rules::default() })
}

fn is_late(job: Job, last: Option<&JobRun>, now: &str) -> bool {
    asked(|by| job.is_late(last, instant(now), by))
}

fn counts(job: Job, last: Option<&JobRun>, now: &str) -> bool {
    asked(|by| job.counts(last, instant(now), by))
}

#[test]
fn there_are_ten_jobs_with_a_name_and_a_label_each() {
    let named: Vec<_> = Job::ALL.iter().map(|job| (job.name(), job.label())).collect();
    assert_eq!(
        named,
        [
            ("mail", "Sending mails"),
            ("seal", "Sealing the audit log"),
            ("freeze", "Freezing days"),
            ("expire", "Expiring requests to unlock"),
            ("digest", "Daily digests"),
            ("reminder", "Evening reminders"),
            ("settle", "Settling leave"),
            ("verify", "Verifying the audit log"),
            ("months", "Checking closed months"),
            ("prune", "Removing old audit entries"),
        ]
    );
    assert!(Job::ALL.iter().all(|job| Job::named(job.name()) == Some(*job)));
    assert_eq!(Job::named("sweep"), None);
}

#[test]
fn a_job_is_due_next_when_its_hour_comes_again() {
    let last = ran("2026-06-10T10:00:00Z");
    let next = |job: Job| asked(|by| job.next(Some(&last), instant("2026-06-20T00:00:00Z"), by));
    for (job, due) in [
        (Job::Mail, None),
        (Job::Seal, None),
        (Job::Freeze, Some("2026-06-10T22:00:00Z")),
        (Job::Expire, Some("2026-06-10T22:00:00Z")),
        (Job::Settle, Some("2026-06-10T22:00:00Z")),
        (Job::Verify, Some("2026-06-11T01:00:00Z")),
        (Job::Months, Some("2026-06-11T01:00:00Z")),
        (Job::Prune, Some("2026-06-11T01:30:00Z")),
    ] {
        assert_eq!(next(job), due.map(instant), "{}", job.name());
    }
    let rules = Rules {
        zones: Berlin.into(),
        digest_time: time("17:00:00"),
        reminder_time: time("09:15:00"),
        ..Rules::default()
    };
    let by = &rules;
    let now = instant("2026-06-10T12:00:00Z");
    assert_eq!(Job::Digest.next(Some(&last), now, by), Some(instant("2026-06-10T15:00:00Z")), "today, by the setting");
    assert_eq!(Job::Reminder.next(Some(&last), now, by), Some(instant("2026-06-11T07:15:00Z")), "tomorrow");
    assert_eq!(Job::Reminder.next(None, now, by), Some(instant("2026-06-11T07:15:00Z")), "without a run after now");
}

#[test]
fn a_job_of_an_hour_is_late_when_a_run_is_ten_minutes_overdue() {
    let last = ran("2026-06-09T22:00:03Z");
    for (now, late) in [
        ("2026-06-10T21:59:59Z", false),
        ("2026-06-10T22:10:00Z", false),
        ("2026-06-10T22:10:01Z", true),
        ("2026-06-14T12:00:00Z", true),
    ] {
        assert_eq!(is_late(Job::Freeze, Some(&last), now), late, "{now}");
    }
    // A run that failed was one: what is wrong with it is its error.
    assert!(!is_late(Job::Freeze, Some(&failed("2026-06-10T22:00:03Z")), "2026-06-10T22:30:00Z"));
    assert!(is_late(Job::Freeze, None, "2026-06-10T12:00:00Z"), "it has never run");
}

#[test]
fn a_job_that_always_runs_is_late_when_it_has_not_for_five_minutes() {
    let last = JobRun { duration_ms: 60_000, ..ran("2026-06-10T12:00:00Z") };
    for (now, late) in [("2026-06-10T12:06:00Z", false), ("2026-06-10T12:06:01Z", true)] {
        assert_eq!(is_late(Job::Mail, Some(&last), now), late, "{now}");
    }
    assert!(is_late(Job::Seal, None, "2026-06-10T12:00:00Z"));
}

#[test]
fn the_run_of_an_hour_is_the_first_one_from_then_on_and_no_look_after_it() {
    let last = ran("2026-06-09T22:00:03Z");
    for (now, counted) in [
        ("2026-06-09T22:00:08Z", false),
        ("2026-06-10T21:59:59Z", false),
        ("2026-06-10T22:00:00Z", true),
        ("2026-06-12T09:00:00Z", true),
    ] {
        assert_eq!(counts(Job::Freeze, Some(&last), now), counted, "{now}");
    }
    assert!(counts(Job::Freeze, None, "2026-06-10T12:00:00Z"), "the first one that is known");
}

#[test]
fn a_job_that_always_runs_is_kept_every_thirty_seconds() {
    let last = ran("2026-06-10T12:00:00Z");
    for (now, counted) in [
        ("2026-06-10T12:00:29Z", false),
        ("2026-06-10T12:00:30Z", true),
        // The clock was set back.
        ("2026-06-10T11:00:00Z", true),
    ] {
        assert_eq!(counts(Job::Mail, Some(&last), now), counted, "{now}");
    }
}

#[test]
fn a_run_with_another_result_is_kept_at_once() {
    let (fine, broken) = (ran("2026-06-10T12:00:00Z"), failed("2026-06-10T12:00:00Z"));
    for (run, last, kept) in [
        (ran("2026-06-10T12:00:05Z"), Some(&fine), false),
        (failed("2026-06-10T12:00:05Z"), Some(&fine), true),
        (ran("2026-06-10T12:00:05Z"), Some(&broken), true),
        (failed("2026-06-10T12:00:05Z"), Some(&broken), false),
        (failed("2026-06-10T12:00:30Z"), Some(&broken), true),
        (ran("2026-06-10T12:00:05Z"), None, true),
    ] {
        assert_eq!(run.is_news(last), kept, "{run:?} after {last:?}");
    }
}

proptest! {
    /// Whenever a portal is stopped and started: once it has looked, no job of an hour is late, and before the next hour none counts.
    #[test]
    fn a_job_that_has_looked_is_not_late(minutes in 0i64..600_000, job in 0usize..10) {
        let job = Job::ALL[job];
        let now = instant("2025-01-01T00:00:00Z") + TimeDelta::minutes(minutes);
        let run = JobRun { began_at: now, duration_ms: 1, error: None };
        asked(|by| {
            prop_assert!(!job.is_late(Some(&run), now, by));
            if let Some(next) = job.next(Some(&run), now, by) {
                prop_assert!(next > now && next - now <= TimeDelta::hours(25));
                prop_assert!(!job.counts(Some(&run), next - TimeDelta::seconds(1), by));
                prop_assert!(job.counts(Some(&run), next, by));
            }
            Ok(())
        })?;
    }
}
