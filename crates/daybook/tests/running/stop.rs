//! A stop: sockets are closed first, what is under way is answered, and the next start finds everything.

use std::time::{Duration, Instant};

use domain::person::Role;
use testkit::client::read;
use testkit::process::Home;
use testkit::socket::{Frame, Socket};
use testkit::{ROOM, SOON};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::ledger::{Desk, Ledger, desks};
use crate::staff::{at, employ, hire, portal, sign_in, submit, use_cases, wait_for_more, wait_until};
use crate::{TODAY, on_both_engines, on_sqlite};

const DAYS: usize = 200;
const DESKS: usize = 4;
const STOPPED_WITHIN: Duration = Duration::from_secs(10);
const CLOSED_WITHIN: Duration = Duration::from_millis(500);
/// How long the write that is under way has to wait for its turn; shorter than it would wait.
const HELD: Duration = Duration::from_millis(900);

async fn what_is_under_way_ends_well(home: Home) {
    let team = hire(&home, "last", DESKS + 1, DAYS).await;
    let mut daybook = portal(&home).start().await;
    let mut desks = desks(&daybook, &team, DAYS).await;
    let slow = desks.pop().unwrap().employee;
    let manager = desks[0].manager.clone();
    let mut sockets = Vec::new();
    for client in [&manager, &slow, &desks[0].employee, &desks[1].employee] {
        sockets.push(Socket::of(client).await);
    }
    // A browser holds connections open over which it asks nothing; they must not hold up the stop.
    let idle = TcpStream::connect(daybook.address()).await.unwrap();

    let work = |mut desk: Desk| tokio::spawn(async move { desk.work().await });
    let at_work: Vec<_> = desks.into_iter().map(work).collect();
    wait_for_more(&home).await;
    tokio::time::sleep(Duration::from_millis(400)).await;

    // Somebody else holds the right to write, so that this write is under way when the signal comes.
    let beside = home.beside().await;
    let hold = if home.is_postgres() { "BEGIN; LOCK TABLE timesheets IN EXCLUSIVE MODE" } else { "BEGIN IMMEDIATE" };
    beside.execute(hold).await;
    let client = slow.clone();
    let under_way = tokio::spawn(async move { submit(&client, TODAY.parse().unwrap(), "under way").await });
    // Those at work wait for the same, and so does their manager where they have come so far.
    while use_cases(&daybook).await <= DESKS {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let since = Instant::now();
    daybook.terminate();

    for socket in &mut sockets {
        let closed = loop {
            match socket.next(SOON).await {
                // What changed just before.
                Frame::Message(message) => assert_eq!(message["type"], "CHANGED"),
                other => break other,
            }
        };
        assert_eq!(closed, Frame::Closed(1001));
        assert!(since.elapsed() <= ROOM * CLOSED_WITHIN, "a socket was closed only after {:?}", since.elapsed());
    }
    assert!(!under_way.is_finished(), "the write was not under way, so nothing was tried");
    assert!(daybook.is_running());
    tokio::time::sleep(HELD.saturating_sub(since.elapsed())).await;
    beside.execute("COMMIT").await;
    beside.close().await;

    let answer = under_way.await.unwrap().expect("the write that was under way is answered");
    assert_eq!(answer.expect(201).data()["timesheet"]["description"], "under way");
    let ended = daybook.ended_within(SOON).await.expect("a portal that stops");
    let took = since.elapsed();
    assert_eq!(ended.code, Some(0), "after {took:?}: {}", ended.log);
    assert!(took <= ROOM * STOPPED_WITHIN, "stopped only after {took:?}");
    drop(idle);
    let mut told = Ledger::default();
    for desk in at_work {
        told.add(desk.await.unwrap());
    }
    println!("{} writes acknowledged; stopped after {took:?}", told.acknowledged());
    assert!(told.acknowledged() > 0, "there was no load");
    assert_eq!(told.busy(), 0, "a request that came in before the stop was sent away");

    let daybook = portal(&home).start().await;
    told.saw("under way");
    told.check(&home).await;
    let _ = at(&daybook, &manager).get("/api/timesheets/team").await.expect(200);
}

on_both_engines!(beside_others: what_is_under_way_ends_well);

/// How long the stop is announced.
const ANNOUNCED: Duration = Duration::from_secs(2);

async fn a_stop_is_announced_before_anybody_is_sent_away(home: Home) {
    let ann = employ(&home, "ann", Role::Employee).await;
    let announcing = portal(&home).setting("DAYBOOK_DRAIN_SECONDS", ANNOUNCED.as_secs().to_string());
    let mut daybook = announcing.start().await;
    let client = sign_in(&daybook, &ann).await;
    let since = Instant::now();
    daybook.terminate();
    wait_until("the stop is not announced", async || client.get("/readyz").await.status == 503).await;
    assert_eq!(client.get("/readyz").await.message(), "this instance is stopping");
    let _ = client.get("/api/session").await.expect(200);
    // A connection that would stay open is closed after its answer, so that it is not idle when the server stops.
    let mut open = client.connect().await;
    open.write_all(b"GET /healthz HTTP/1.1\r\nHost: daybook\r\n\r\n").await.unwrap();
    let answer = read(&mut open).await.unwrap();
    assert_eq!((answer.status, answer.header("connection")), (200, Some("close")));
    assert!(since.elapsed() < ANNOUNCED, "all of it was too late");
    let ended = daybook.ended_within(SOON).await.expect("a portal that stops");
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    assert!(since.elapsed() >= ANNOUNCED);
}

on_sqlite!(beside_others: a_stop_is_announced_before_anybody_is_sent_away);
