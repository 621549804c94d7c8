//! Blocks, deactivations and role changes reach people who are signed in elsewhere: at the very next request, and within a
//! second on an open socket, on every instance.

use std::time::{Duration, Instant};

use domain::person::Role;
use serde_json::{Value, json};
use testkit::process::{Daybook, Home};
use testkit::socket::{Frame, Socket};
use testkit::{Client, ROOM, Response, SOON};

use crate::staff::{Person, account, at, employ, hire, login, portal, sign_in, toggle_block};
use crate::{beside_others, on_both_engines};

const SEEN_WITHIN: Duration = Duration::from_secs(1);
const BLOCKED: &str = "Your account has been blocked. Please contact your administrator.";

/// Two instances where the database can have two, else one twice.
async fn places(home: &Home) -> (Daybook, Option<Daybook>) {
    let first = portal(home).start().await;
    let second = if home.is_postgres() { Some(portal(home).start().await) } else { None };
    (first, second)
}

/// The next message that is no word of a change.
async fn farewell(socket: &mut Socket) -> Frame {
    loop {
        match socket.next(SOON).await {
            Frame::Message(message) if message["type"] == "CHANGED" => {}
            frame => return frame,
        }
    }
}

async fn assert_sent_away(socket: &mut Socket, since: Instant) {
    let told = farewell(socket).await;
    assert_eq!(told, Frame::Message(json!({"type": "SESSION_INVALID", "message": BLOCKED})));
    assert!(since.elapsed() <= ROOM * SEEN_WITHIN, "told only after {:?}", since.elapsed());
    assert_eq!(socket.next(SOON).await, Frame::Closed(4401));
}

async fn assert_out(client: &Client) {
    let refused = client.get("/api/session").await.expect(401);
    assert_eq!((refused.code().as_str(), refused.message().as_str()), ("SESSION_INVALID", BLOCKED));
}

async fn change(admin: &Client, person: &Person, body: Value) -> Response {
    admin.put(&format!("/api/users/{}", person.id), body).await
}

async fn a_block_reaches_a_person_who_is_signed_in_elsewhere(home: Home) {
    let team = hire(&home, "ann", 1, 0).await;
    let admin = employ(&home, "ada", Role::Admin).await;
    let (here, there) = places(&home).await;
    let there = there.as_ref().unwrap_or(&here);
    let admin = sign_in(&here, &admin).await;
    let ann = &team.members[0];
    let session = sign_in(there, ann).await;
    let mut socket = Socket::of(&session).await;

    let since = Instant::now();
    let _ = toggle_block(&admin, ann, true).await.expect(200);
    assert_out(&session).await;
    assert_out(&at(&here, &session)).await;
    assert_sent_away(&mut socket, since).await;
    let refused = login(&there.client(), ann).await.expect(403);
    assert_eq!((refused.code().as_str(), refused.message().as_str()), ("ACCOUNT_BLOCKED", BLOCKED));

    let _ = toggle_block(&admin, ann, false).await.expect(200);
    let _ = login(&there.client(), ann).await.expect(200);
    assert_out(&session).await;
}

async fn a_deactivation_ends_the_session_and_leaves_the_team_without_a_manager(home: Home) {
    let team = hire(&home, "ann", 2, 0).await;
    let hr = employ(&home, "hal", Role::Hr).await;
    let (here, there) = places(&home).await;
    let there = there.as_ref().unwrap_or(&here);
    let hr = sign_in(&here, &hr).await;
    let manager = sign_in(there, &team.manager).await;
    let mut socket = Socket::of(&manager).await;

    let since = Instant::now();
    let _ = change(&hr, &team.manager, account(&team.manager, "Manager", false)).await.expect(200);
    assert_out(&manager).await;
    assert_sent_away(&mut socket, since).await;
    let refused = login(&there.client(), &team.manager).await.expect(403);
    assert_eq!(
        (refused.code(), refused.message()),
        ("ACCOUNT_INACTIVE".to_owned(), "Your account is inactive. Please contact HR.".to_owned())
    );
    let alone = hr.get("/api/users?role=Employee&manager=none").await.expect(200).data();
    assert_eq!(alone["pagination"]["total"], 2);
}

async fn a_role_change_counts_from_the_next_request_on(home: Home) {
    let team = hire(&home, "ann", 1, 0).await;
    let admin = employ(&home, "ada", Role::Admin).await;
    let (here, there) = places(&home).await;
    let there = there.as_ref().unwrap_or(&here);
    let admin = sign_in(&here, &admin).await;
    let manager = sign_in(there, &team.manager).await;
    let _ = manager.get("/api/timesheets/team").await.expect(200);
    let mut socket = Socket::of(&manager).await;

    let since = Instant::now();
    let _ = change(&admin, &team.manager, account(&team.manager, "Employee", true)).await.expect(200);
    // The session goes on, in the new role.
    assert_eq!(manager.get("/api/session").await.expect(200).data()["user"]["role"], "Employee");
    let _ = manager.get("/api/timesheets/team").await.expect(403);
    let _ = manager.get("/api/timesheets/my").await.expect(200);
    let told = loop {
        match socket.next(SOON).await {
            Frame::Message(message) if message["topic"] == "users" => break message,
            Frame::Message(_) => {}
            frame => panic!("not told: {frame:?}"),
        }
    };
    assert_eq!(told, json!({"type": "CHANGED", "topic": "users"}));
    assert!(since.elapsed() <= ROOM * SEEN_WITHIN, "told only after {:?}", since.elapsed());
    let member = admin.get(&format!("/api/users/{}", team.members[0].id)).await.expect(200).data();
    assert_eq!(member["user"]["managerId"], json!(null));
}

on_both_engines!(beside_others: a_block_reaches_a_person_who_is_signed_in_elsewhere,
    a_deactivation_ends_the_session_and_leaves_the_team_without_a_manager,
    a_role_change_counts_from_the_next_request_on,
);

/// A block is seen by the next request also on an instance that hears no signal: each request asks the database.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_block_needs_no_signal() {
    let _turn = beside_others().await;
    let home = Home::postgres().await;
    let ann = employ(&home, "ann", Role::Employee).await;
    let admin = employ(&home, "ada", Role::Admin).await;
    let (here, there) = (portal(&home).start().await, portal(&home).start().await);
    let (session, admin) = (sign_in(&there, &ann).await, sign_in(&here, &admin).await);
    home.texts("SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()").await;
    let _ = toggle_block(&admin, &ann, true).await.expect(200);
    assert_out(&session).await;
}
