//! What is read from outside by those who watch the portal: its figures on an address of their own, and `daybook health`.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant, UNIX_EPOCH};

use domain::person::Role;
use testkit::process::{Daybook, Home, Launch, free_address};
use testkit::smtp::Setup;
use testkit::{Client, ROOM, SOON};

use crate::commands::quiet;
use crate::mail::sending;
use crate::staff::{employ, execute, portal, sign_in, stop, wait_until};
use crate::{PROGRAM, on_postgres, on_sqlite};

const ANSWERED_WITHIN: Duration = Duration::from_secs(6);

/// A portal that is watched, and how its address for that is asked.
pub(crate) async fn watched(launch: &Launch) -> (Daybook, Launch, Client) {
    let address: SocketAddr = free_address();
    let launch = launch.clone().setting("DAYBOOK_METRICS_LISTEN", address.to_string());
    (launch.start().await, launch, Client::anonymous(address))
}

pub(crate) async fn figures(client: &Client) -> String {
    let answer = client.get("/metrics").await.expect(200);
    assert_eq!(answer.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    answer.text()
}

pub(crate) fn has(figures: &str, lines: &[&str]) {
    for line in lines {
        assert!(figures.lines().any(|have| have == *line), "{line}\n{figures}");
    }
}

/// What the line of this series says.
pub(crate) fn figure(figures: &str, series: &str) -> f64 {
    let value = figures.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
    value.unwrap_or_else(|| panic!("{series}\n{figures}")).parse().unwrap()
}

/// The exit status of `daybook health`, and the line that it prints.
async fn health(launch: &Launch) -> (Option<i32>, String) {
    let ended = quiet(launch).word("health").run().await;
    assert_eq!(ended.log, "", "{ended:?}");
    (ended.code, ended.output.trim_end().to_owned())
}

fn docs(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(file)
}

fn promtool(words: &[&str], input: Stdio) -> Output {
    let program = std::env::var_os("DAYBOOK_PROMTOOL").unwrap_or_else(|| "promtool".into());
    let output = Command::new(program).args(words).current_dir(docs("deploy")).stdin(input).output();
    output.expect("promtool, in PATH or named in DAYBOOK_PROMTOOL")
}

async fn two_instances_tell_their_state_and_that_the_database_is_away(home: Home) {
    let ada = employ(&home, "ada", Role::Admin).await;
    let proxy = home.server().proxy().await;
    let first = portal(&home).start().await;
    let through_proxy = portal(&home).setting("DAYBOOK_DATABASE_URL", home.server().url_through(&proxy));
    let (mut second, launch, watcher) = watched(&through_proxy).await;
    let _ = sign_in(&first, &ada).await;
    let given_up = "INSERT INTO mails (id, recipient, kind, created_at, state, attempts) \
                    VALUES (gen_random_uuid(), 'ann@example.org', 'blocked', '2026-06-10T09:00:00Z', 'given-up', 1)";
    execute(&home, given_up).await;

    let for_all = watcher.with_header("X-Forwarded-For", "192.0.2.7");
    let told = figures(&for_all).await;
    has(
        &told,
        &[
            "daybook_ready 1",
            "daybook_database_up 1",
            "daybook_database_writable 1",
            "daybook_database_connections_max 8",
            "daybook_data_folder_ok 1",
            "daybook_clock_moved 1",
            "daybook_connection_encrypted{to=\"database\"} 1",
            "daybook_instances{state=\"current\"} 2",
            "daybook_instances{state=\"older\"} 0",
            "daybook_sessions 1",
            "daybook_mails{state=\"given-up\"} 1",
            "daybook_backup_newest_timestamp_seconds 0",
            "daybook_job_failed{name=\"seal\"} 0",
            "daybook_audit_broken 0",
            "daybook_http_panics_total 0",
        ],
    );
    assert_eq!(health(&launch).await, (Some(0), "ready".to_owned()));
    let _ = watcher.get("/healthz").await.expect(200);
    let _ = watcher.get("/api/portal").await.expect(404);
    let of_this_machine = second.client().get("/metrics").await.expect(200).text();
    assert!(!of_this_machine.contains("daybook_ready"), "that address has the figures of requests alone");

    proxy.stop();
    proxy.cut_connections();
    wait_until("the database is not missed", async || watcher.get("/readyz").await.status == 503).await;
    let since = Instant::now();
    let told = figures(&watcher).await;
    assert!(since.elapsed() < ROOM * ANSWERED_WITHIN, "{:?}", since.elapsed());
    has(&told, &["daybook_ready 0", "daybook_database_up 0", "# TYPE daybook_sessions gauge"]);
    assert!(!told.contains("\ndaybook_sessions "), "what cannot be read is left out");
    assert_eq!(health(&launch).await, (Some(1), "not ready: the database is away".to_owned()));
    second.kill();
    let (code, line) = health(&launch).await;
    assert!(code == Some(1) && line.starts_with(&format!("no answer from {}: ", watcher.address())), "{line}");
}

on_postgres!(beside_others: two_instances_tell_their_state_and_that_the_database_is_away);

async fn every_figure_is_well_formed_and_in_the_manual_and_alerts_and_dashboard_name_no_other(home: Home) {
    let (_daybook, _, watcher) = watched(&portal(&home)).await;
    let told = figures(&watcher).await;
    let file = home.data().join("figures");
    std::fs::write(&file, &told).unwrap();
    let written = std::fs::metadata(&file).unwrap().modified().unwrap();
    let age = written.duration_since(UNIX_EPOCH).unwrap().as_secs_f64() - figure(&told, "process_start_time_seconds");
    assert!((-1.0..SOON.as_secs_f64()).contains(&age), "by the machine's clock, whatever DAYBOOK_NOW says: {age}");
    let checked = promtool(&["check", "metrics"], std::fs::File::open(&file).unwrap().into());
    assert!(checked.status.success() && checked.stdout.is_empty() && checked.stderr.is_empty(), "{checked:?}");

    let families = told.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next());
    let exported: BTreeSet<&str> = families.collect();
    let manual = std::fs::read_to_string(docs("operations.md")).unwrap();
    let missing: Vec<_> = exported.iter().filter(|family| !manual.contains(&format!("`{family}"))).collect();
    assert!(missing.is_empty(), "not in docs/operations.md: {missing:?}");
    for file in ["deploy/alerts.yml", "deploy/dashboard.json"] {
        let text = std::fs::read_to_string(docs(file)).unwrap();
        let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let named: BTreeSet<&str> =
            words.filter(|word| word.starts_with("daybook_") || word.starts_with("process_")).collect();
        let unknown: Vec<_> =
            named.iter().filter(|name| !exported.contains(name.strip_suffix("_bucket").unwrap_or(name))).collect();
        assert!(named.len() > 8 && unknown.is_empty(), "{file} names {unknown:?}");
    }
}

async fn the_mail_server_is_tried_and_settings_that_an_operator_should_see_to_are_told(home: Home) {
    let server = Setup::default().start().await;
    for (mail, is_up) in [(server.url(), 1), ("smtp://127.0.0.1:1".to_owned(), 0)] {
        let (daybook, _, watcher) = watched(&sending(&home, &mail)).await;
        let told = format!("\ndaybook_mail_server_up {is_up}\n");
        wait_until("the mail server is not tried", async || figures(&watcher).await.contains(&told)).await;
        has(&figures(&watcher).await, &["daybook_connection_encrypted{to=\"mail\"} 1", "daybook_clock_moved 1"]);
        stop(daybook).await;
    }
    assert!(server.kept().is_empty(), "no mail is sent");
    let distant = home.launch(PROGRAM).setting("DAYBOOK_MAIL", "smtp://192.0.2.1");
    let (_daybook, _, watcher) = watched(&distant).await;
    has(&figures(&watcher).await, &["daybook_connection_encrypted{to=\"mail\"} 0", "daybook_clock_moved 0"]);
}

on_sqlite!(beside_others: every_figure_is_well_formed_and_in_the_manual_and_alerts_and_dashboard_name_no_other,
    the_mail_server_is_tried_and_settings_that_an_operator_should_see_to_are_told);

#[test]
fn each_alert_fires_when_it_should_and_not_before() {
    let outcome = promtool(&["test", "rules", "alerts.test.yml"], Stdio::null());
    assert!(outcome.status.success(), "{outcome:?}");
    let [rules, covered] = ["alerts.yml", "alerts.test.yml"].map(|file| {
        let text = std::fs::read_to_string(docs("deploy").join(file)).unwrap();
        let fields = text.lines().filter_map(|line| line.trim_start_matches(['-', '{', ' ']).split_once(": "));
        let alerts = fields.filter(|(key, _)| matches!(*key, "alert" | "alertname"));
        alerts.map(|(_, name)| name.split(',').next().unwrap().trim().to_owned()).collect::<BTreeSet<_>>()
    });
    assert_eq!((rules.len(), &rules), (10, &covered), "a rule without a test would pass");
}

#[tokio::test]
async fn health_without_a_portal_is_no_answer() {
    let home = Home::sqlite();
    let address = free_address();
    let launch = home.launch(PROGRAM).setting("DAYBOOK_LISTEN", address.to_string());
    let (code, line) = health(&launch).await;
    assert!(code == Some(1) && line.starts_with(&format!("no answer from {address}: ")), "{line}");
}
