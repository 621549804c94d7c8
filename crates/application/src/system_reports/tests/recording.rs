use super::*;
use crate::ports::{Cause, StoreError, UniqueKey};
use crate::system_reports::jobs::job_standings;
use crate::testing::{at, away};
use crate::{Error, Ports};
use domain::Instant;
use domain::oversight::jobs::{Job, JobRun};
use std::time::Duration;

fn ports_at(fakes: &Fakes, now: &str) -> Ports {
    Ports { clock: Arc::new(crate::testing::FixedClock(at(now))), ..fakes.ports() }
}

/// One run of a job that looks at this moment, and takes 40 milliseconds.
async fn looks(recorder: &mut Recorder, fakes: &Fakes, now: &str, error: Option<&str>) -> Result<(), Error> {
    let ports = ports_at(fakes, now);
    recorder.begins(&ports).await;
    recorder.ends(&ports, Duration::from_millis(40), false, error.map(str::to_owned)).await
}

fn kept(fakes: &Fakes, job: Job) -> Option<(Instant, u32, Option<String>)> {
    let run = fakes.state().job_runs.get(&job).cloned()?;
    Some((run.began_at, run.duration_ms, run.error))
}

fn run(began_at: &str) -> (Instant, u32, Option<String>) {
    (at(began_at), 40, None)
}

#[tokio::test]
async fn of_a_job_of_an_hour_the_run_of_that_hour_is_kept_and_no_look_between() {
    let fakes = Fakes::over(State::default());
    let mut recorder = Recorder::of(Job::Freeze);
    for (now, last) in [
        ("2026-06-10T10:00:00Z", "2026-06-10T10:00:00Z"),
        ("2026-06-10T10:00:05Z", "2026-06-10T10:00:00Z"),
        ("2026-06-10T23:59:59Z", "2026-06-10T10:00:00Z"),
        ("2026-06-11T00:00:04Z", "2026-06-11T00:00:04Z"),
        ("2026-06-11T00:00:09Z", "2026-06-11T00:00:04Z"),
    ] {
        looks(&mut recorder, &fakes, now, None).await.unwrap();
        assert_eq!(kept(&fakes, Job::Freeze), Some(run(last)), "{now}");
    }
    let calls = fakes.memory.calls();
    let asked = calls.iter().filter(|call| **call == "JobRunReads::runs").count();
    assert_eq!(asked, 2, "a look that cannot count asks for nothing: {calls:?}");
}

#[tokio::test]
async fn of_several_instances_one_run_counts() {
    let fakes = Fakes::over(State::default());
    let (mut one, mut two) = (Recorder::of(Job::Freeze), Recorder::of(Job::Freeze));
    looks(&mut one, &fakes, "2026-06-10T10:00:00Z", None).await.unwrap();
    looks(&mut two, &fakes, "2026-06-10T10:00:02Z", None).await.unwrap();
    assert_eq!(kept(&fakes, Job::Freeze), Some(run("2026-06-10T10:00:00Z")), "the second one saw it");
    looks(&mut two, &fakes, "2026-06-11T00:00:01Z", None).await.unwrap();
    looks(&mut one, &fakes, "2026-06-11T00:00:03Z", None).await.unwrap();
    assert_eq!(kept(&fakes, Job::Freeze), Some(run("2026-06-11T00:00:01Z")), "the first one saw it too");
}

#[tokio::test]
async fn a_run_in_pieces_is_one_run_and_of_a_job_that_always_runs_each_piece_is_one() {
    let fakes = Fakes::over(State::default());
    let pieces = async |job: Job| {
        let mut recorder = Recorder::of(job);
        for (now, has_more) in
            [("2026-06-10T03:00:00Z", true), ("2026-06-10T03:00:40Z", true), ("2026-06-10T03:01:20Z", false)]
        {
            let ports = ports_at(&fakes, now);
            recorder.begins(&ports).await;
            recorder.ends(&ports, Duration::from_secs(40), has_more, None).await.unwrap();
        }
        kept(&fakes, job).map(|(began_at, duration, _)| (began_at, duration))
    };
    assert_eq!(pieces(Job::Verify).await, Some((at("2026-06-10T03:00:00Z"), 120_000)));
    assert_eq!(pieces(Job::Seal).await, Some((at("2026-06-10T03:01:20Z"), 40_000)));
}

#[tokio::test]
async fn a_job_whose_run_takes_long_is_not_late_while_it_goes_on() {
    let fakes = Fakes::over(State::default());
    let mut recorder = Recorder::of(Job::Verify);
    looks(&mut recorder, &fakes, "2026-06-09T03:00:00Z", None).await.unwrap();
    for (now, has_more, duration_ms) in [
        ("2026-06-10T03:00:00Z", true, 40_000),
        ("2026-06-10T03:06:00Z", true, 40_000),
        ("2026-06-10T03:20:00Z", false, 120_000),
    ] {
        let ports = ports_at(&fakes, now);
        recorder.begins(&ports).await;
        recorder.ends(&ports, Duration::from_secs(40), has_more, None).await.unwrap();
        assert_eq!(kept(&fakes, Job::Verify), Some((at("2026-06-10T03:00:00Z"), duration_ms, None)), "{now}");
        let standings = job_standings(ports.reads.job_runs(), &ports.moment()).await.unwrap();
        assert!(standings.iter().any(|standing| standing.job == Job::Verify && !standing.is_late), "{now}");
    }
    let calls = fakes.memory.calls();
    let written = calls.iter().filter(|call| **call == "JobRunRepository::keep").count();
    assert_eq!(written, 3, "the night before, the first piece and the whole run: {calls:?}");
}

#[tokio::test]
async fn a_run_that_could_not_be_kept_is_told_and_the_next_one_is_kept() {
    let fakes = Fakes::over(State::default());
    let mut recorder = Recorder::of(Job::Freeze);
    for call in ["JobRunReads::runs", "Store::begin", "JobRunRepository::keep", "Store::commit"] {
        fakes.memory.breaks(call, away());
        let told = looks(&mut recorder, &fakes, "2026-06-10T10:00:00Z", None).await;
        if call == "JobRunReads::runs" {
            assert_eq!((told, kept(&fakes, Job::Freeze)), (Ok(()), Some(run("2026-06-10T10:00:00Z"))));
            fakes.memory.change(|state| state.job_runs.clear());
            recorder = Recorder::of(Job::Freeze);
        } else {
            assert_eq!((told, kept(&fakes, Job::Freeze)), (Err(Error::Store(away())), None), "{call}");
        }
        fakes.memory.mend();
    }
    looks(&mut recorder, &fakes, "2026-06-10T10:00:05Z", None).await.unwrap();
    assert_eq!(kept(&fakes, Job::Freeze), Some(run("2026-06-10T10:00:05Z")));
}

#[test]
fn why_a_run_failed_is_a_sentence_without_what_a_database_said() {
    let secret = || Cause::from("password authentication failed for postgres://daybook:s3cret@db/daybook");
    let corrupt = StoreError::Corrupt { table: "users", column: "role", id: "7".into() };
    for (error, expected) in [
        (Error::Store(StoreError::Unavailable(secret())), "The database was unavailable or did not answer in time."),
        (Error::Store(StoreError::Backend(secret())), "The database refused a statement. The log says which."),
        (
            Error::Store(StoreError::Clash(secret())),
            "Something else was written at the same time. The next run will try again.",
        ),
        (
            Error::Store(StoreError::Conflict(UniqueKey::Other)),
            "Something else was written at the same time. The next run will try again.",
        ),
        (Error::Store(corrupt), "The column role of the row 7 in the table users cannot be read."),
        (Error::NoRandomness, "The operating system could not provide random data."),
        (Error::NotFound("Person"), "The run failed. The log says why."),
    ] {
        assert_eq!(sentence(&error), expected);
    }
}

#[test]
fn a_run_says_for_itself_whether_it_failed() {
    let failed = JobRun { began_at: at("2026-06-10T10:00:00Z"), duration_ms: 1, error: Some(UNEXPECTED_END.into()) };
    let standing = JobStanding {
        job: Job::Mail,
        last: Some(failed.clone()),
        failed_at: Some(failed.began_at),
        next_at: None,
        is_late: false,
    };
    assert!(standing.needs_attention());
    assert!(!JobStanding { last: Some(JobRun { error: None, ..failed }), ..standing }.needs_attention());
}
