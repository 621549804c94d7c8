//! A standby answers reports. Where it lags they say so; where it hangs, falls too far behind, dies or is none, the primary answers them,
//! and nobody is told an error.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use domain::person::Role;
use testkit::process::{Daybook, Home, Launch};
use testkit::replicated::Replicated;
use testkit::{Client, ROOM, SOON, at_once};

use crate::beside_others;
use crate::commands::quiet;
use crate::staff::{employ, portal, sign_in};
use crate::watching::{figure, figures, has, watched};

const FOLLOWS: &str = "it answers reports";
const AWAY: &str = "it cannot be reached or read";
const LAG: &str = "daybook-lag";
const MOST_LAG: Duration = Duration::from_secs(10);
const PAUSE: &str = "SELECT pg_wal_replay_pause()";
const RESUME: &str = "SELECT pg_wal_replay_resume()";
const MONTH: &str = "month=6&year=2026";

/// What a standby answers, and who asks for it: `a`dministrator, `h`R or `m`anager.
const REPORTS: [(char, &str); 21] = [
    ('a', "/api/reports/system/users"),
    ('a', "/api/reports/system/users/csv"),
    ('a', "/api/reports/system/activity"),
    ('a', "/api/reports/system/activity/csv"),
    ('a', "/api/reports/system/approvals"),
    ('a', "/api/reports/system/approvals/csv"),
    ('a', "/api/reports/system/health"),
    ('a', "/api/reports/system/health/csv"),
    ('a', "/api/audit-logs"),
    ('a', "/api/audit-logs/export"),
    ('h', "/api/reports/headcount"),
    ('h', "/api/reports/headcount/csv"),
    ('h', "/api/reports/departments?{month}"),
    ('h', "/api/reports/departments/csv?{month}"),
    ('h', "/api/reports/missing-days?{month}"),
    ('h', "/api/reports/missing-days/csv?{month}"),
    ('h', "/api/users/attendance-summary?{month}"),
    ('h', "/api/users/attendance-summary/csv?{month}"),
    ('h', "/api/leave/balances/download?year=2026"),
    ('m', "/api/reports/team?{month}"),
    ('m', "/api/reports/team/csv?{month}"),
];
/// What it never does.
const NO_REPORTS: [(char, &str); 6] = [
    ('a', "/api/session"),
    ('a', "/api/reports/system/jobs"),
    ('a', "/api/audit-logs/verify"),
    ('h', "/api/dashboard"),
    ('h', "/api/users"),
    ('m', "/api/timesheets/team"),
];

/// People who read reports.
#[derive(Clone)]
struct Readers {
    admin: Client,
    hr: Client,
    manager: Client,
}

impl Readers {
    /// Whether each of these answers says that it lags.
    async fn lags(&self, asked: &[(char, &str)]) -> Vec<bool> {
        let calls = asked.iter().map(|(who, path)| {
            let client = match who {
                'a' => &self.admin,
                'h' => &self.hr,
                _ => &self.manager,
            };
            let (client, path) = (client.clone(), path.replace("{month}", MONTH));
            async move { client.get(&path).await.expect(200).header(LAG).is_some() }
        });
        at_once(calls).await
    }

    /// How many accounts of Employees the report has, and by how many seconds it lags.
    async fn employees(&self) -> (u64, Option<u64>) {
        let answer = self.admin.get("/api/reports/system/users").await.expect(200);
        let lag = answer.header(LAG).map(|lag| lag.parse().unwrap());
        let roles = answer.data()["roles"].as_array().unwrap().clone();
        let employees = roles.into_iter().find(|role| role["role"] == "Employee");
        (employees.map_or(0, |role| role["accounts"].as_u64().unwrap()), lag)
    }
}

/// Waits until the log has said this so many times.
async fn logged(daybook: &Daybook, said: &str, times: usize) {
    let since = Instant::now();
    while daybook.log().matches(said).count() < times {
        assert!(since.elapsed() < SOON, "{said}: {}", daybook.log());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn doctor(launch: &Launch, standby: &str) -> String {
    quiet(launch).word("doctor").setting("DAYBOOK_DATABASE_READ_URL", standby).run().await.output
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_standby_answers_reports_and_the_primary_does_where_it_cannot() {
    let _turn = beside_others().await;
    let servers = Replicated::start().await;
    let home = Home::over(servers.primary());
    let people = [
        employ(&home, "ada", Role::Admin).await,
        employ(&home, "harry", Role::Hr).await,
        employ(&home, "mary", Role::Manager).await,
    ];
    servers.on_primary("CREATE DATABASE other TEMPLATE daybook").await;
    let launch = portal(&home).setting("DAYBOOK_DATABASE_READ_URL", servers.standby());
    let (daybook, launch, watcher) = watched(&launch).await;
    logged(&daybook, FOLLOWS, 1).await;
    let told = figures(&watcher).await;
    has(&told, &["daybook_standby_up 1", "daybook_connection_encrypted{to=\"standby\"} 1"]);
    assert!(figure(&told, "daybook_standby_lag_seconds") < MOST_LAG.as_secs_f64(), "{told}");
    let [admin, hr, manager] = &people;
    let (admin, hr) = (sign_in(&daybook, admin).await, sign_in(&daybook, hr).await);
    let readers = Readers { admin, hr, manager: sign_in(&daybook, manager).await };

    // What was committed before has to be in a report that says nothing of a lag.
    for count in 1..=5 {
        employ(&home, &format!("early.{count}"), Role::Employee).await;
        let (employees, lag) = readers.employees().await;
        assert!(employees == count || lag.is_some(), "{employees} of {count}");
    }

    servers.on_standby(PAUSE).await;
    employ(&home, "late", Role::Employee).await;
    let (employees, lag) = readers.employees().await;
    assert!(employees == 5 && lag.is_some_and(|lag| (1..=MOST_LAG.as_secs()).contains(&lag)), "{employees}, {lag:?}");
    assert_eq!(readers.lags(&REPORTS).await, [true; REPORTS.len()], "{REPORTS:?}");
    assert_eq!(readers.lags(&NO_REPORTS).await, [false; NO_REPORTS.len()], "{NO_REPORTS:?}");

    // It still says where it stands, so it is asked. Each report has waited for it before, and leaves it in time for the primary.
    let hanging = servers.freeze_reads_of_standby().await;
    let reading = (0..8).map(|_| readers.clone()).map(|readers| async move { readers.employees().await });
    assert!(at_once(reading).await.into_iter().any(|(employees, _)| employees == 6), "the primary was not asked");
    drop(hanging);

    let since = Instant::now();
    while readers.employees().await != (6, None) {
        assert!(since.elapsed() < ROOM * MOST_LAG, "it answers however far it is behind");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    logged(&daybook, "it is more than 10 seconds behind", 1).await;
    servers.on_standby(RESUME).await;
    logged(&daybook, FOLLOWS, 2).await;

    let frozen = servers.freeze_standby().await;
    let reading = (0..8).map(|_| readers.clone()).map(|readers| async move { readers.employees().await });
    assert!(at_once(reading).await.into_iter().all(|(employees, _)| employees == 6));
    logged(&daybook, AWAY, 1).await;
    drop(frozen);
    logged(&daybook, FOLLOWS, 3).await;

    let is_over = Arc::new(AtomicBool::new(false));
    let reading: Vec<_> = (0..4)
        .map(|_| {
            let (admin, is_over) = (readers.admin.clone(), is_over.clone());
            tokio::spawn(async move {
                while !is_over.load(Ordering::Relaxed) {
                    let _ = admin.get("/api/reports/system/users").await.expect(200);
                }
            })
        })
        .collect();
    servers.stop_standby();
    logged(&daybook, AWAY, 2).await;
    let told = figures(&watcher).await;
    has(&told, &["daybook_standby_up 0"]);
    assert!(!told.contains("\ndaybook_standby_lag_seconds "), "{told}");
    assert_eq!(readers.employees().await, (6, None));
    let found = doctor(&launch, &servers.standby()).await;
    assert!(found.contains(&format!("\nwarn  standby   {AWAY}; the primary answers reports")), "{found}");
    is_over.store(true, Ordering::Relaxed);
    for one in reading {
        one.await.unwrap();
    }

    servers.start_standby();
    logged(&daybook, FOLLOWS, 4).await;
    let found = doctor(&launch, &servers.standby()).await;
    assert!(found.contains("\nok    standby   follows, 0."), "{found}");
    servers.on_standby(PAUSE).await;
    employ(&home, "later", Role::Employee).await;
    let (employees, lag) = readers.employees().await;
    assert!(employees == 6 && lag.is_some(), "{employees}, {lag:?}: it is not used again");
    servers.on_standby(RESUME).await;

    for (standby, why) in [
        (servers.primary(), "it is not a standby: it takes writes"),
        (servers.standby_of("other"), "it is a standby of another database"),
    ] {
        let found = doctor(&launch, &standby).await;
        assert!(found.contains(&format!("\nwarn  standby   {why}; the primary answers reports")), "{found}");
    }
    let beside = home.beside().await;
    beside.execute("INSERT INTO seaql_migrations (version, applied_at) VALUES ('m20991231_000001_later', 1)").await;
    beside.close().await;
    logged(&daybook, "its schema is not that of this version", 1).await;
    assert_eq!(readers.employees().await, (7, None));
}
