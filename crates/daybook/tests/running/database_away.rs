//! The database goes away, falls silent, or is held busy: the portal says so at once, stays alive, and comes back by
//! itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use testkit::process::{Daybook, Home};
use testkit::proxy::Proxy;
use testkit::socket::{Frame, Socket};
use testkit::{Client, ROOM, Response, SOON, at_once};

use crate::ledger::{Ledger, desks};
use crate::staff::{Team, attempt, day, days_back, hire, portal, sign_in, submit, wait_for_more, wait_until_idle};
use crate::{TODAY, on_postgres};

const ANSWERED_WITHIN: Duration = Duration::from_secs(3);
const BACK_WITHIN: Duration = Duration::from_secs(5);
/// The same where the database can be reached again, as after a restart.
const FOUND_WITHIN: Duration = Duration::from_secs(2);

/// A portal whose way to the database can be disturbed, with people signed in.
struct Scene {
    home: Home,
    proxy: Proxy,
    daybook: Daybook,
    team: Team,
    employee: Client,
    manager: Client,
}

impl Scene {
    async fn new(home: Home) -> Self {
        let proxy = home.server().proxy().await;
        let team = hire(&home, "patient", 1, 10).await;
        let daybook = portal(&home).setting("DAYBOOK_DATABASE_URL", home.server().url_through(&proxy)).start().await;
        let employee = sign_in(&daybook, &team.members[0]).await;
        let manager = sign_in(&daybook, &team.manager).await;
        let _ = employee.get("/api/timesheets/my").await.expect(200);
        Self { home, proxy, daybook, team, employee, manager }
    }

    /// One of each kind of call, all at once, as they come when many people are at work.
    async fn everything(&self) -> Vec<(&'static str, Response, Duration)> {
        let record = day(TODAY.parse().unwrap(), "while the database was away");
        let login = json!({"email": self.team.members[0].email, "password": crate::staff::PASSWORD});
        let decide = json!({"ids": ["01901630-0000-7000-8000-000000000001"]});
        let calls = [
            ("GET", "/api/timesheets/my", &self.employee, None),
            ("GET", "/api/session", &self.employee, None),
            ("POST", "/api/timesheets/my", &self.employee, Some(record)),
            ("GET", "/api/timesheets/team", &self.manager, None),
            ("POST", "/api/timesheets/bulk-approve", &self.manager, Some(decide)),
            ("POST", "/api/auth/login", &self.employee, Some(login)),
        ];
        let sent = calls.into_iter().map(|(method, path, client, body)| {
            let client = client.clone();
            async move {
                let since = Instant::now();
                let answer = attempt(&client, method, path, body.as_ref()).await;
                let answer = answer.unwrap_or_else(|error| panic!("{method} {path}: no answer: {error}"));
                (path, answer, since.elapsed())
            }
        });
        at_once(sent).await
    }

    /// Every call is told in time that the portal cannot serve now, and when to ask again.
    async fn assert_away(&self) {
        for (path, answer, took) in self.everything().await {
            assert_eq!(answer.status, 503, "{path}: {}", answer.text());
            assert_eq!(answer.code(), "UNAVAILABLE", "{path}");
            let retry: u32 = answer.header("retry-after").unwrap_or_default().parse().unwrap();
            assert!((1..=60).contains(&retry), "{path}: Retry-After {retry}");
            assert!(took <= ROOM * ANSWERED_WITHIN, "{path} was answered only after {took:?}");
        }
        self.assert_alive(503).await;
    }

    async fn assert_alive(&self, ready: u16) {
        let since = Instant::now();
        let answer = self.daybook.client().get("/readyz").await;
        assert_eq!((answer.status, since.elapsed() <= ROOM * ANSWERED_WITHIN), (ready, true), "{:?}", since.elapsed());
        assert_eq!(answer.header("retry-after").is_some(), ready == 503);
        let since = Instant::now();
        let _ = self.daybook.client().get("/healthz").await.expect(200);
        assert!(since.elapsed() < ROOM * Duration::from_millis(500), "a sign of life took {:?}", since.elapsed());
    }

    /// It serves again by itself: reads, writes, and what open sockets wait for.
    async fn assert_back(&mut self, socket: &mut Socket) {
        let back = self.served_after().await;
        assert!(back <= ROOM * BACK_WITHIN, "back only after {back:?}");
        self.assert_alive(200).await;
        // A write that was answered with 503 may have happened: repeating it is safe either way.
        let again = submit(&self.employee, TODAY.parse().unwrap(), "again").await.unwrap();
        assert!(matches!(again.status, 201 | 409), "{}", again.text());
        let _ = submit(&self.employee, days_back(1)[0], "afterwards").await.unwrap().expect(201);
        assert_eq!(self.home.number("SELECT count(*) FROM timesheets").await, 2);
        expect_change(socket).await;
        assert!(self.daybook.is_running());
        println!("back after {back:?}");
    }
}

impl Scene {
    /// How long it takes until a call is served. The calls do not wait for each other, as those of many people do not.
    async fn served_after(&self) -> Duration {
        let since = Instant::now();
        let (serve, mut served) = tokio::sync::mpsc::unbounded_channel();
        while since.elapsed() <= SOON {
            let (client, serve) = (self.employee.clone(), serve.clone());
            tokio::spawn(async move {
                // Those who are still waiting when the test is over get no answer.
                let Ok(answer) = attempt(&client, "GET", "/api/timesheets/my", None).await else { return };
                assert!(matches!(answer.status, 200 | 503), "{}", answer.text());
                if answer.status == 200 {
                    serve.send(since.elapsed()).ok();
                }
            });
            if let Ok(Some(after)) = tokio::time::timeout(Duration::from_millis(100), served.recv()).await {
                return after;
            }
        }
        panic!("the portal did not come back");
    }
}

async fn expect_change(socket: &mut Socket) {
    match socket.next(SOON).await {
        Frame::Message(message) => assert_eq!(message["type"], "CHANGED", "{message}"),
        other => panic!("the socket did not outlive the fault: {other:?}"),
    }
}

async fn a_database_that_stops_is_told_at_once_and_found_again(home: Home) {
    let mut scene = Scene::new(home).await;
    let mut socket = Socket::of(&scene.manager).await;
    scene.proxy.stop();
    scene.assert_away().await;
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    scene.assert_away().await;
    scene.proxy.start_again();
    scene.assert_back(&mut socket).await;
}

async fn a_database_that_says_nothing_holds_nobody_up(home: Home) {
    let mut scene = Scene::new(home).await;
    let mut socket = Socket::of(&scene.manager).await;
    scene.proxy.silence(true);
    scene.assert_away().await;
    scene.assert_away().await;
    scene.proxy.silence(false);
    scene.assert_back(&mut socket).await;
}

async fn connections_that_died_without_a_word_are_replaced(home: Home) {
    let mut scene = Scene::new(home).await;
    let mut socket = Socket::of(&scene.manager).await;
    // As many at once as there may be connections, so that all of them are opened.
    let calls = (0..20).map(|_| {
        let client = scene.employee.clone();
        async move { client.get("/api/session").await }
    });
    for answer in at_once(calls).await {
        let _ = answer.expect(200);
    }
    // A firewall that forgot them: nothing passes on the old connections, and new ones work.
    scene.proxy.forget_connections();
    scene.assert_back(&mut socket).await;
}

async fn a_restart_of_the_database_is_lived_through(home: Home) {
    const END: &str = "SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity \
                       WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let mut scene = Scene::new(home).await;
    let mut socket = Socket::of(&scene.manager).await;
    let ended = scene.home.texts(END).await;
    assert!(!ended.is_empty(), "there was no connection to end");
    scene.assert_back(&mut socket).await;
}

async fn a_start_waits_for_a_database_that_is_away(home: Home) {
    let proxy = home.server().proxy().await;
    proxy.stop();
    let launch = portal(&home).setting("DAYBOOK_DATABASE_URL", home.server().url_through(&proxy));
    let mut starting = launch.setting("DAYBOOK_LISTEN", "127.0.0.1:0").begin();
    for (expected, then) in [("it will be tried again for 60 seconds", true), ("\"message\":\"ready\"", false)] {
        let since = Instant::now();
        while !starting.log().contains(expected) {
            assert!(since.elapsed() < SOON && starting.is_running(), "{}", starting.log());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        if then {
            proxy.start_again();
        }
    }
}

/// Asks until the portal is ready, or is not for this reason.
async fn until_ready(daybook: &Daybook, expected: Option<&str>) {
    let since = Instant::now();
    loop {
        let answer = daybook.client().get("/readyz").await;
        let found = (answer.status != 200).then(|| answer.message());
        if found.as_deref() == expected {
            return;
        }
        assert!(since.elapsed() < ROOM * BACK_WITHIN, "{found:?}, not {expected:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// A newer version migrates the database beside an instance that goes on: its reads are answered, and nothing is written by old rules.
async fn migrate_names_the_older_instances_and_a_newer_schema_ends_their_writes(home: Home) {
    let scene = Scene::new(home).await;
    let beside = scene.home.beside().await;
    // As if this program were the newer one.
    beside.execute("UPDATE instances SET newest_migration = 'm20261121_000001_foundation'").await;
    let migrated = crate::staff::portal(&scene.home).word("migrate").setting("DAYBOOK_LOG", "error").run().await;
    let left_behind = format!("at {} runs version", scene.daybook.address());
    assert!(migrated.output.contains(&left_behind), "{migrated:?}");
    beside.execute("INSERT INTO seaql_migrations (version, applied_at) VALUES ('m20991231_000001_later', 1)").await;
    until_ready(&scene.daybook, Some("a newer version has changed the schema")).await;
    let since = Instant::now();
    while submit(&scene.employee, TODAY.parse().unwrap(), "by old rules").await.unwrap().status != 503 {
        assert!(since.elapsed() < ROOM * BACK_WITHIN, "it writes on");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let _ = scene.employee.get("/api/timesheets/my").await.expect(200);
    beside.execute("DELETE FROM seaql_migrations WHERE version = 'm20991231_000001_later'").await;
    until_ready(&scene.daybook, None).await;
    beside.close().await;
}

/// After a failover the connections may lead to the former primary, which takes no writes any more.
async fn connections_that_take_no_writes_are_replaced_when_others_do(home: Home) {
    let scene = Scene::new(home).await;
    let beside = scene.home.beside().await;
    let database = scene.home.texts("SELECT current_database()::text").await.concat().concat();
    beside.execute(&format!("ALTER DATABASE \"{database}\" SET default_transaction_read_only = on")).await;
    scene.proxy.cut_connections();
    until_ready(&scene.daybook, Some("the database takes no writes")).await;
    let _ = scene.employee.get("/api/timesheets/my").await.expect(200);
    // The connections that are there stay read-only for as long as they last.
    beside.execute(&format!("ALTER DATABASE \"{database}\" RESET default_transaction_read_only")).await;
    until_ready(&scene.daybook, None).await;
    let _ = submit(&scene.employee, TODAY.parse().unwrap(), "on the new primary").await.unwrap().expect(201);
    beside.close().await;
}

/// The server ends all connections, cannot be reached for a while, and is back, as at a restart.
async fn a_restart_under_load_loses_nothing_and_is_over_in_two_seconds(home: Home) {
    const PEOPLE: usize = 4;
    const DAYS: usize = 300;
    let proxy = home.server().proxy().await;
    let team = hire(&home, "busy", PEOPLE, DAYS).await;
    let daybook = portal(&home).setting("DAYBOOK_DATABASE_URL", home.server().url_through(&proxy)).start().await;
    let desks = desks(&daybook, &team, DAYS).await;
    let manager = desks[0].manager.clone();
    let is_over = Arc::new(AtomicBool::new(false));
    let mut at_work = Vec::new();
    for desk in desks {
        at_work.push(tokio::spawn(desk.work_until(is_over.clone(), Duration::from_millis(40))));
    }
    wait_for_more(&home).await;

    proxy.stop();
    let gone = Instant::now();
    while gone.elapsed() < Duration::from_millis(1_500) {
        assert_put_off(&manager.get("/api/timesheets/team").await);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    proxy.start_again();
    let back = Instant::now();
    loop {
        let answer = manager.get("/api/timesheets/team").await;
        if answer.status == 200 {
            break;
        }
        assert_put_off(&answer);
        assert!(back.elapsed() <= ROOM * FOUND_WITHIN, "not served {:?} after its return", back.elapsed());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    println!("served {:?} after its return", back.elapsed());
    wait_for_more(&home).await;
    is_over.store(true, Ordering::Relaxed);
    let mut told = Ledger::default();
    for desk in at_work {
        told.add(desk.await.unwrap());
    }
    assert!(told.busy() > 0, "nobody was at work while the database was away");
    wait_until_idle(&daybook).await;
    told.check(&home).await;
}

/// The portal cannot serve now, and says when to ask again.
fn assert_put_off(answer: &Response) {
    assert_eq!((answer.status, answer.code().as_str()), (503, "UNAVAILABLE"), "{}", answer.text());
    assert!(answer.header("retry-after").is_some());
}

async fn a_table_that_is_locked_holds_up_nobody_for_long(home: Home) {
    let scene = Scene::new(home).await;
    let beside = scene.home.beside().await;
    beside.execute("BEGIN; LOCK TABLE timesheets IN ACCESS EXCLUSIVE MODE").await;
    // More calls than there are connections, all of which wait for the table.
    let waiting: Vec<_> = (0..10)
        .map(|number| {
            let client = scene.employee.clone();
            tokio::spawn(async move {
                let since = Instant::now();
                let answer = if number % 2 == 0 {
                    client.get("/api/timesheets/my").await
                } else {
                    client.post("/api/timesheets/my", day(TODAY.parse().unwrap(), "while the table was locked")).await
                };
                (answer, since.elapsed())
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let since = Instant::now();
    let _ = scene.daybook.client().get("/healthz").await.expect(200);
    assert!(since.elapsed() < ROOM * Duration::from_millis(500), "a sign of life took {:?}", since.elapsed());
    for call in waiting {
        let (answer, took) = call.await.unwrap();
        assert_eq!((answer.status, answer.code().as_str()), (503, "UNAVAILABLE"), "{}", answer.text());
        assert!(answer.header("retry-after").is_some());
        assert!(took <= ROOM * ANSWERED_WITHIN, "answered only after {took:?}");
    }
    beside.execute("COMMIT").await;
    let back = scene.served_after().await;
    assert!(back <= ROOM * BACK_WITHIN, "back only after {back:?}");
    let again = scene.employee.post("/api/timesheets/my", day(TODAY.parse().unwrap(), "again")).await;
    assert!(matches!(again.status, 201 | 409), "{}", again.text());
    beside.close().await;
}

on_postgres!(beside_others:
    a_database_that_stops_is_told_at_once_and_found_again,
    a_database_that_says_nothing_holds_nobody_up,
    connections_that_died_without_a_word_are_replaced,
    a_restart_of_the_database_is_lived_through,
    a_start_waits_for_a_database_that_is_away,
    migrate_names_the_older_instances_and_a_newer_schema_ends_their_writes,
    connections_that_take_no_writes_are_replaced_when_others_do,
    a_restart_under_load_loses_nothing_and_is_over_in_two_seconds,
    a_table_that_is_locked_holds_up_nobody_for_long,
);
