//! Two instances behind the proxies of the manual: they are restarted one after the other while people work, and one of them hangs. The
//! proxies know which calls may take long.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use testkit::process::{Daybook, Home, Launch, free_address};
use testkit::socket::Socket;
use testkit::{Client, SOON, at_once};
use web::runner::Patience;

use crate::ledger::{Ledger, desks};
use crate::proxy::{Proxy, shipped};
use crate::staff::{attempt, hire, portal, wait_for_more};
use crate::{on_postgres, on_sqlite};

const DESKS: usize = 4;
const DAYS: usize = 240;
/// Between two writes or two reads of one person.
const PAUSE: Duration = Duration::from_millis(10);
/// What somebody may wait who is sent to an instance that hangs.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long an instance hangs: long enough for people to come across it more than once.
const HANGING: Duration = Duration::from_secs(6);

/// An instance behind a proxy, as the manual has it.
fn instance(home: &Home, proxy: SocketAddr) -> Launch {
    let public = format!("http://{proxy}");
    let launch = portal(home).setting("DAYBOOK_TRUSTED_PROXIES", "127.0.0.1").setting("DAYBOOK_PUBLIC_URL", public);
    launch.setting("DAYBOOK_DRAIN_SECONDS", "2")
}

/// Reads and changes their account by turns until it is over. Counts the answers, and says what the last change was.
async fn work_until(client: Client, is_over: Arc<AtomicBool>) -> (usize, String) {
    let (mut count, mut department) = (0, String::new());
    while !is_over.load(Ordering::Relaxed) {
        department = format!("Department {count}");
        let change = json!({"department": department});
        for (method, path, body) in [("GET", "/api/timesheets/my", None), ("PUT", "/api/auth/profile", Some(&change))] {
            let answer = attempt(&client, method, path, body).await.expect("an answer");
            assert_eq!(answer.status, 200, "{method} {path}: {}", answer.text());
            count += 1;
            tokio::time::sleep(PAUSE).await;
        }
    }
    (count, department)
}

/// Two instances that a proxy at this address stands before, and how they are started.
async fn two_behind(home: &Home, proxy: SocketAddr) -> (Launch, [Daybook; 2]) {
    let launch = instance(home, proxy);
    let instances = [launch.start_at(free_address()).await, launch.start_at(free_address()).await];
    (launch, instances)
}

async fn behind_nginx_a_rolling_restart_loses_no_read_and_no_write(home: Home) {
    let address = free_address();
    let (launch, instances) = two_behind(&home, address).await;
    let addresses = instances.each_ref().map(Daybook::address);
    let proxy = Proxy::nginx(&home, address, addresses, &shipped("nginx.conf")).await;
    loses_nothing(&home, &launch, instances, &proxy).await;
}

async fn behind_caddy_a_rolling_restart_loses_no_read_and_no_write(home: Home) {
    let address = free_address();
    let (launch, instances) = two_behind(&home, address).await;
    let addresses = instances.each_ref().map(Daybook::address);
    let proxy = Proxy::caddy(&home, address, addresses, &shipped("Caddyfile")).await;
    loses_nothing(&home, &launch, instances, &proxy).await;
}

async fn loses_nothing(home: &Home, launch: &Launch, instances: [Daybook; 2], proxy: &Proxy) {
    let team = hire(home, "rolling", DESKS, DAYS).await;
    let mut desks = desks(&instances[0], &team, DAYS).await;
    let is_over = Arc::new(AtomicBool::new(false));
    let mut others = Vec::new();
    for desk in &mut desks {
        (desk.employee, desk.manager) = (proxy.before(&desk.employee), proxy.before(&desk.manager));
        others.push((desk.employee.clone(), tokio::spawn(work_until(desk.employee.clone(), is_over.clone()))));
    }
    let _socket = Socket::of(&desks[0].employee).await;
    let at_work: Vec<_> = desks.into_iter().map(|desk| tokio::spawn(desk.work_until(is_over.clone(), PAUSE))).collect();
    wait_for_more(home).await;
    // They go on until the end.
    let mut restarted = Vec::new();
    for mut instance in instances {
        instance.terminate();
        let ended = instance.ended_within(SOON).await.expect("an instance that stops");
        assert_eq!(ended.code, Some(0), "{}", ended.log);
        restarted.push(launch.start_at(instance.address()).await);
        wait_for_more(home).await;
    }
    is_over.store(true, Ordering::Relaxed);
    let mut told = Ledger::default();
    for desk in at_work {
        told.add(desk.await.unwrap());
    }
    let mut calls = 0;
    for (client, work) in others {
        let (count, department) = work.await.unwrap();
        calls += count;
        let profile = client.get("/api/auth/profile").await.expect(200).data();
        assert_eq!(profile["user"]["department"], department, "an acknowledged change is lost");
    }
    println!("{} writes of days and {calls} other calls during two restarts", told.acknowledged());
    assert_eq!((told.busy(), told.unknown()), (0, 0), "writes failed: {}", proxy.logs());
    assert!(told.acknowledged() > 100 && calls > 100, "there was no load");
    told.check(home).await;
    proxy.keeps_secrets().await;
}

async fn behind_nginx_an_instance_that_hangs_costs_nobody_more_than_five_seconds(home: Home) {
    let address = free_address();
    let (_, instances) = two_behind(&home, address).await;
    let addresses = instances.each_ref().map(Daybook::address);
    let proxy = Proxy::nginx(&home, address, addresses, &shipped("nginx.conf")).await;
    // One call of each kind. Daybook itself refuses a stranger.
    let calls = [
        ("GET", "/api/portal", 200),
        ("PUT", "/api/auth/profile", 401),
        ("PATCH", "/api/users/change-password", 401),
        ("GET", "/api/dashboard", 401),
        ("GET", "/api/audit-logs/export", 401),
    ];
    costs_nobody_more_than_five_seconds(&instances[0], &proxy, &calls).await;
}

async fn behind_caddy_an_instance_that_hangs_costs_no_reader_more_than_five_seconds(home: Home) {
    let address = free_address();
    let (_, instances) = two_behind(&home, address).await;
    let addresses = instances.each_ref().map(Daybook::address);
    let proxy = Proxy::caddy(&home, address, addresses, &shipped("Caddyfile")).await;
    costs_nobody_more_than_five_seconds(&instances[0], &proxy, &[("GET", "/api/portal", 200)]).await;
}

async fn costs_nobody_more_than_five_seconds(
    instance: &Daybook,
    proxy: &Proxy,
    calls: &[(&'static str, &'static str, u16)],
) {
    instance.suspend();
    let since = Instant::now();
    let calling = (0..8).map(|number| {
        let (client, mut own) = (proxy.client(), calls.to_vec());
        own.rotate_left(number % calls.len());
        async move {
            let (mut longest, mut count) = (Duration::ZERO, 0);
            for (method, path, status) in own.into_iter().cycle() {
                let began = Instant::now();
                if began.duration_since(since) >= HANGING {
                    break;
                }
                let answer = attempt(&client, method, path, None).await.expect("an answer");
                assert_eq!(answer.status, status, "{method} {path}: {}", answer.text());
                longest = longest.max(began.elapsed());
                count += 1;
                tokio::time::sleep(PAUSE).await;
            }
            (longest, count)
        }
    });
    let called = at_once(calling).await;
    let longest = called.iter().map(|(longest, _)| *longest).max().unwrap();
    let count: i32 = called.iter().map(|(_, count)| count).sum();
    println!("{count} calls while an instance hung, the longest {longest:?}");
    assert!(longest <= PATIENCE, "somebody waited {longest:?}");
    assert!(longest > Duration::from_millis(500), "nobody met the instance that hung, so nothing was tried");
    instance.resume();
}

async fn nginx_is_patient_with_each_call_that_may_take_long(home: Home) {
    let address = free_address();
    let daybook = instance(&home, address).start_at(free_address()).await;
    let file = shipped("nginx.conf");
    for (class, head) in [
        ("usual", "\nserver {"),
        ("password", "location @password {"),
        ("everybody", "location @everybody {"),
        ("document", "location @document {"),
        ("provider", "location @provider {"),
    ] {
        assert!(limit(&file, head, "proxy_read_timeout") > needed(class), "{class}");
    }
    let telling = file.replace("server_name", "add_header X-Patience $daybook_patience always;\n    server_name");
    let proxy = Proxy::nginx(&home, address, [daybook.address(); 2], &telling).await;
    for (method, path, class) in calls_and_classes() {
        let is_never_repeated = class == "usual" && matches!(method, "PUT" | "DELETE");
        let class = if is_never_repeated { "once" } else { class };
        assert_eq!(told_class(&proxy, method, &path).await, class, "{method} {path}");
    }
    // Longer than nginx accepts by itself, and shorter than a file that is imported.
    let long = json!("x".repeat(3 << 19));
    let answer = attempt(&proxy.client(), "POST", "/api/auth/login", Some(&long)).await.expect("an answer");
    assert!(answer.header("x-request-id").is_some(), "nginx answered: {}", answer.text());
}

async fn caddy_is_patient_with_each_call_that_may_take_long(home: Home) {
    let address = free_address();
    let daybook = instance(&home, address).start_at(free_address()).await;
    let file = shipped("Caddyfile");
    let mut telling = file.clone();
    for (class, handle, head) in [
        ("usual", "\thandle {", "\thandle {"),
        ("password", "\thandle @password {", "\thandle @password {"),
        ("everybody", "\thandle @everybody {", "\n(everybody) {"),
        ("everybody", "\thandle @changes {", "\n(everybody) {"),
        ("everybody", "\thandle @apply {", "\n(everybody) {"),
        ("document", "\thandle @document {", "\n(document) {"),
        ("document", "\thandle @plan {", "\n(document) {"),
    ] {
        assert!(limit(&file, head, "response_header_timeout") > needed(class), "{class}");
        telling = telling.replace(handle, &format!("{handle}\n\t\theader X-Patience {class}"));
    }
    let proxy = Proxy::caddy(&home, address, [daybook.address(); 2], &telling).await;
    for (method, path, class) in calls_and_classes() {
        // Both take as long.
        let class = if class == "provider" { "document" } else { class };
        assert_eq!(told_class(&proxy, method, &path).await, class, "{method} {path}");
    }
}

/// The seconds of the first such setting behind `head`.
fn limit(file: &str, head: &str, setting: &str) -> Duration {
    let (_, section) = file.split_once(head).unwrap();
    let (_, value) = section.split_once(setting).unwrap();
    let (seconds, _) = value.split_once('s').unwrap();
    Duration::from_secs(seconds.trim().parse().unwrap())
}

/// How long an instance may take for a call of this class.
fn needed(class: &str) -> Duration {
    let all = [Patience::Usual, Patience::Password, Patience::Everybody, Patience::Document, Patience::Provider];
    all.into_iter().find(|patience| class_of(*patience) == class).unwrap().limit()
}

fn class_of(patience: Patience) -> &'static str {
    match patience {
        Patience::Usual => "usual",
        Patience::Password => "password",
        Patience::Everybody => "everybody",
        Patience::Document => "document",
        Patience::Provider => "provider",
    }
}

/// Every call of the API whose address has no secret in it, and how long an instance may take for it.
fn calls_and_classes() -> impl Iterator<Item = (&'static str, String, &'static str)> {
    let named = web::routes().filter(|(_, address, _)| address.starts_with("/api/") && !address.contains("{token}"));
    named.map(|(method, address, patience)| {
        let path =
            address.replace("{month}", "2026-05").replace("{id}", "1").replace("{key}", "1").replace("{name}", "acme");
        // Those without a permission decide for themselves.
        let patience = patience.unwrap_or(match address {
            "/api/auth/login" | "/api/auth/register" => Patience::Password,
            _ if address.starts_with("/api/auth/oidc/{name}/") => Patience::Provider,
            _ => Patience::Usual,
        });
        (method, path, class_of(patience))
    })
}

/// The class by which the proxy says that it sent the call to an instance.
async fn told_class(proxy: &Proxy, method: &str, path: &str) -> String {
    let answer = attempt(&proxy.client(), method, path, None).await.expect("an answer");
    assert!(answer.header("x-request-id").is_some(), "{method} {path} did not reach an instance: {}", answer.status);
    answer.header("x-patience").unwrap_or_default().to_owned()
}

on_postgres!(beside_others:
    behind_nginx_a_rolling_restart_loses_no_read_and_no_write,
    behind_caddy_a_rolling_restart_loses_no_read_and_no_write,
);

on_sqlite!(beside_others:
    nginx_is_patient_with_each_call_that_may_take_long,
    caddy_is_patient_with_each_call_that_may_take_long,
);

/// A wait is measured, and other tests would make it longer.
mod measured {
    use super::{
        behind_caddy_an_instance_that_hangs_costs_no_reader_more_than_five_seconds,
        behind_nginx_an_instance_that_hangs_costs_nobody_more_than_five_seconds,
    };

    crate::on_postgres!(alone:
        behind_nginx_an_instance_that_hangs_costs_nobody_more_than_five_seconds,
        behind_caddy_an_instance_that_hangs_costs_no_reader_more_than_five_seconds,
    );
}
