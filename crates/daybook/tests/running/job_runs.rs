//! What is kept of the runs of jobs, over all instances.

use domain::Instant;
use domain::person::Role;
use serde_json::Value;
use testkit::Client;
use testkit::process::Home;

use crate::staff::{employ, execute, on, portal, sign_in, stop, wait_for};
use crate::watching::{figure, figures, has, watched};
use crate::{NOW, on_both_engines};

const RUNS: &str = "SELECT count(*) FROM job_runs";
const FAILED: &str = "SELECT count(*) FROM job_runs WHERE job = 'freeze' AND error IS NOT NULL";

/// The job with this name, as an administrator sees it.
async fn job(admin: &Client, name: &str) -> Value {
    let found = admin.get("/api/reports/system/jobs").await.expect(200).data();
    found["jobs"].as_array().unwrap().iter().find(|job| job["job"] == name).unwrap().clone()
}

async fn every_job_tells_when_it_ran_and_why_it_failed(home: Home) {
    let ada = employ(&home, "ada", Role::Admin).await;
    execute(&home, "ALTER TABLE absences RENAME TO hidden").await;
    let daybook = portal(&home).start().await;
    wait_for(&home, RUNS, 10).await;
    wait_for(&home, FAILED, 1).await;
    let admin = sign_in(&daybook, &ada).await;
    let freeze = job(&admin, "freeze").await;
    assert_eq!((&freeze["result"], &freeze["isLate"]), (&"failed".into(), &false.into()));
    assert_eq!(freeze["error"], "The database refused a statement. The log says which.");
    for name in ["mail", "seal", "expire", "digest", "reminder", "settle", "verify", "months", "prune"] {
        let job = job(&admin, name).await;
        assert_eq!(
            (&job["result"], &job["isLate"], &job["error"]),
            (&"ok".into(), &false.into(), &Value::Null),
            "{job}"
        );
    }
    execute(&home, "ALTER TABLE hidden RENAME TO absences").await;
    wait_for(&home, FAILED, 0).await;
    assert_eq!(job(&admin, "freeze").await["result"], "ok");
    stop(daybook).await;

    // The next day begins with another one, and a job that runs once a day is kept once.
    let (tomorrow, _, watcher) = watched(&on(&home, "2026-06-11T00:00:01Z")).await;
    wait_for(
        &home,
        "SELECT count(*) FROM job_runs WHERE job = 'freeze' AND CAST(began_at AS text) LIKE '2026-06-11%'",
        1,
    )
    .await;
    let told = figures(&watcher).await;
    has(&told, &["daybook_job_failed{name=\"freeze\"} 0"]);
    let failed = figure(&told, "daybook_job_last_failure_timestamp_seconds{name=\"freeze\"}");
    let since = failed - (NOW.parse::<Instant>().unwrap() - Instant::UNIX_EPOCH).as_seconds_f64();
    assert!((0.0..3_600.0).contains(&since), "that of yesterday, by another process: {since}");
    stop(tomorrow).await;
}

on_both_engines!(beside_others: every_job_tells_when_it_ran_and_why_it_failed);
