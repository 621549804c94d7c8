//! A block reaches people who are signed in elsewhere: at the very next request, and within a second on an open socket, on every
//! instance.

use std::time::{Duration, Instant};

use domain::person::Role;
use serde_json::json;
use testkit::process::Home;
use testkit::socket::{Frame, Socket};
use testkit::{Client, ROOM, SOON};

use crate::beside_others;
use crate::staff::{at, employ, hire, login, portal, sign_in, toggle_block};

const SEEN_WITHIN: Duration = Duration::from_secs(1);
const BLOCKED: &str = "Your account has been blocked. Please contact your administrator.";

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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_block_reaches_a_person_who_is_signed_in_elsewhere() {
    let _turn = beside_others().await;
    let home = Home::postgres().await;
    let team = hire(&home, "ann", 1, 0).await;
    let admin = employ(&home, "ada", Role::Admin).await;
    let (here, there) = (portal(&home).start().await, portal(&home).start().await);
    let admin = sign_in(&here, &admin).await;
    let ann = &team.members[0];
    let session = sign_in(&there, ann).await;
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
