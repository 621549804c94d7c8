//! Several instances over one PostgreSQL are one portal: one signing key, one first administrator, and what happens on
//! one is seen on the others within a second.

use std::time::{Duration, Instant};

use domain::person::Role;
use serde_json::json;
use testkit::process::{Daybook, Home};
use testkit::socket::{Frame, Socket};
use testkit::{ROOM, SOON, at_once};

use crate::staff::{Person, at, employ, hire, portal, sign_in, toggle_block, wait_for};
use crate::{beside_others, on_postgres};

const SEEN_WITHIN: Duration = Duration::from_secs(1);
const ANOTHER_DEVICE: &str = "You have been logged out because you logged in from another device.";
/// The connections on which instances wait for signals.
const LISTENERS: &str = "FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'";

async fn two(home: &Home) -> (Daybook, Daybook) {
    (portal(home).start().await, portal(home).start().await)
}

/// The socket is told why within a second of `since`, and closes.
async fn assert_sent_away(socket: &mut Socket, since: Instant) {
    let frame = socket.next(SOON).await;
    let told_after = since.elapsed();
    let Frame::Message(message) = frame else { panic!("the socket was not told: {frame:?}") };
    assert_eq!(message, json!({"type": "SESSION_INVALID", "message": ANOTHER_DEVICE}));
    assert_eq!(socket.next(SOON).await, Frame::Closed(4401));
    assert!(told_after <= ROOM * SEEN_WITHIN, "told only after {told_after:?}");
    println!("told after {told_after:?}");
}

async fn a_login_on_one_ends_the_session_on_the_other(home: Home) {
    let ann: Person = hire(&home, "ann", 0, 0).await.manager;
    let (a, b) = two(&home).await;
    let first = sign_in(&a, &ann).await;
    // One signing key: the token of one is a token of the other.
    let _ = at(&b, &first).get("/api/session").await.expect(200);
    let mut socket = Socket::of(&first).await;

    let second = sign_in(&b, &ann).await;
    assert_sent_away(&mut socket, Instant::now()).await;
    for place in [&a, &b] {
        let refused = at(place, &first).get("/api/session").await.expect(401);
        assert_eq!((refused.code().as_str(), refused.message().as_str()), ("SESSION_INVALID", ANOTHER_DEVICE));
        let _ = at(place, &second).get("/api/session").await.expect(200);
    }
}

async fn it_is_seen_in_time_after_the_listeners_were_cut_off(home: Home) {
    let ann = hire(&home, "ann", 0, 0).await.manager;
    let (a, b) = two(&home).await;
    let mut socket = Socket::of(&sign_in(&a, &ann).await).await;
    assert_eq!(listeners(&home, 2).await.len(), 2);
    let cut =
        home.texts(&format!("SELECT pg_terminate_backend(pid)::text {LISTENERS} AND pid <> pg_backend_pid()")).await;
    assert_eq!(cut, [["true"], ["true"]]);
    let _ = sign_in(&b, &ann).await;
    assert_sent_away(&mut socket, Instant::now()).await;
}

/// The ports from which `instances` instances wait for signals, as soon as they do.
async fn listeners(home: &Home, instances: usize) -> Vec<u16> {
    let query = format!("SELECT client_port::text {LISTENERS} AND pid <> pg_backend_pid()");
    let since = Instant::now();
    loop {
        let ports = home.texts(&query).await;
        if ports.len() == instances {
            return ports.iter().map(|row| row[0].parse().unwrap()).collect();
        }
        assert!(since.elapsed() < ROOM * Duration::from_secs(3), "nobody listens: {ports:?}");
    }
}

/// A connection that dies without a word looks like silence for a while: until then only looking helps.
async fn it_is_seen_in_time_while_a_listener_hears_nothing(home: Home) {
    let proxy = home.server().proxy().await;
    let ann = hire(&home, "ann", 0, 0).await.manager;
    let a = portal(&home).setting("DAYBOOK_DATABASE_URL", home.server().url_through(&proxy)).start().await;
    let listener = listeners(&home, 1).await.remove(0);
    let b = portal(&home).start().await;
    let mut socket = Socket::of(&sign_in(&a, &ann).await).await;
    proxy.forget_connection_from(listener);
    let _ = sign_in(&b, &ann).await;
    assert_sent_away(&mut socket, Instant::now()).await;
}

/// A block is seen by the next request also on an instance that hears no signal: each request asks the database.
async fn a_block_needs_no_signal(home: Home) {
    let ann = employ(&home, "ann", Role::Employee).await;
    let admin = employ(&home, "ada", Role::Admin).await;
    let (here, there) = two(&home).await;
    let (session, admin) = (sign_in(&there, &ann).await, sign_in(&here, &admin).await);
    home.texts(&format!("SELECT pg_terminate_backend(pid)::text {LISTENERS} AND pid <> pg_backend_pid()")).await;
    let _ = toggle_block(&admin, &ann, true).await.expect(200);
    let refused = session.get("/api/session").await.expect(401);
    let blocked = "Your account has been blocked. Please contact your administrator.";
    assert_eq!((refused.code().as_str(), refused.message().as_str()), ("SESSION_INVALID", blocked));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn six_that_start_at_once_make_one_portal() {
    let _turn = beside_others().await;
    let home = Home::blank_postgres().await;
    let starting = (0..6).map(|_| {
        let launch = portal(&home);
        async move { launch.start().await }
    });
    let instances = at_once(starting).await;
    assert_eq!(home.number("SELECT count(*) FROM users").await, 1);
    let makers = instances.iter().filter(|instance| instance.log().contains("the first administrator was created"));
    assert_eq!(makers.count(), 1, "one instance made the administrator, and keeps the password");
    let shown = password(&std::fs::read_to_string(home.data().join("first-password")).unwrap()).unwrap();
    for instance in &instances {
        let credentials = json!({"email": "admin@daybook.local", "password": shown});
        let token = instance.client().post("/api/auth/login", credentials).await.expect(200).data()["token"].clone();
        for other in &instances {
            let _ = other.client().with_token(token.as_str().unwrap()).get("/api/session").await.expect(200);
        }
    }
}

/// The password in what was printed or kept for the first administrator.
pub(crate) fn password(output: &str) -> Option<String> {
    output.lines().find_map(|line| line.trim().strip_prefix("password")).map(|password| password.trim().to_owned())
}

async fn the_doctor_lists_the_instances_and_one_with_other_settings_does_not_start_beside_them(home: Home) {
    let same = portal(&home)
        .setting("DAYBOOK_PUBLIC_URL", "https://daybook.example.org")
        .setting("DAYBOOK_ORGANISATION", "Acme")
        .setting("DAYBOOK_SELF_REGISTRATION", "off")
        .setting("DAYBOOK_SECRET", "one secret for all the instances");
    let (mut a, b) = (same.start().await, same.start().await);
    let doctor = same.clone().word("doctor").setting("DAYBOOK_LOG", "off").run().await;
    for instance in [&a, &b] {
        let named = format!("at {} (version {})", instance.address(), env!("CARGO_PKG_VERSION"));
        assert!(doctor.output.contains(&named), "{doctor:?}");
    }
    b.terminate();
    drop(b);

    let others = [
        ("DAYBOOK_PUBLIC_URL", "https://timesheets.example.org"),
        ("DAYBOOK_ORGANISATION", "Contoso"),
        ("DAYBOOK_SELF_REGISTRATION", "on"),
        ("DAYBOOK_SECRET", "another secret for an instance...."),
    ];
    let starting = others.map(|(variable, value)| {
        let launch = same.clone().setting("DAYBOOK_LISTEN", "127.0.0.1:0").setting("DAYBOOK_LOG", "error");
        let launch = launch.setting(variable, value);
        async move { (variable, launch.run().await) }
    });
    for (variable, ended) in at_once(starting).await {
        assert_eq!(ended.code, Some(2), "{ended:?}");
        let is_named = ended.log.starts_with(&format!("daybook: {variable} is "));
        assert!(is_named && ended.log.contains(&a.address().to_string()), "{ended:?}");
        assert!(!ended.log.contains("secret for"), "{ended:?}");
    }

    // One that was killed is not waited for longer than it takes to see that it is gone.
    a.kill();
    home.beside().await.execute("UPDATE instances SET seen_at = seen_at - interval '16 seconds'").await;
    let alone = same.setting("DAYBOOK_ORGANISATION", "Contoso").start().await;
    assert!(alone.log().contains("an instance with other settings was seen lately"), "{}", alone.log());
    alone.terminate();
    wait_for(&home, "SELECT count(*) FROM instances", 0).await;
}

on_postgres!(beside_others:
    a_login_on_one_ends_the_session_on_the_other,
    it_is_seen_in_time_after_the_listeners_were_cut_off,
    it_is_seen_in_time_while_a_listener_hears_nothing,
    a_block_needs_no_signal,
    the_doctor_lists_the_instances_and_one_with_other_settings_does_not_start_beside_them,
);
