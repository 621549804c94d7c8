//! A flood of logins: they get through or are asked to come back, and everybody else is served meanwhile.

use std::time::{Duration, Instant};

use testkit::process::Home;
use testkit::{Client, ROOM};

use crate::on_both_engines;
use crate::staff::{Person, hire, login, portal, sign_in};

/// How many calls are made at once, like a script that does not wait.
const TOGETHER: usize = 40;

/// Asks until they are let in, as often as they are asked to come back.
async fn gets_in(client: Client, person: Person) {
    for _ in 0..60 {
        match login(&client, &person).await.status {
            200 => return,
            429 | 503 => tokio::time::sleep(Duration::from_millis(500)).await,
            other => panic!("{}: {other}", person.email),
        }
    }
    panic!("{} did not get in", person.email);
}

/// An office that signs in on a Monday morning: everybody gets in or is asked to come back, and those who are signed in are served. [E5] [E11]
async fn an_office_signs_in_while_others_work(home: Home) {
    let team = hire(&home, "ann", 120, 0).await;
    let daybook = portal(&home).start().await;
    let works = sign_in(&daybook, &team.manager).await;
    let signing_in = tokio::spawn({
        let (client, members) = (daybook.client(), team.members.clone());
        async move {
            for together in members.chunks(TOGETHER) {
                let sent = together.iter().map(|person| tokio::spawn(gets_in(client.clone(), person.clone())));
                for one in sent.collect::<Vec<_>>() {
                    one.await.unwrap();
                }
            }
        }
    });
    let mut slowest = Duration::ZERO;
    while !signing_in.is_finished() {
        let since = Instant::now();
        let _ = works.get("/api/timesheets/team").await.expect(200);
        slowest = slowest.max(since.elapsed());
    }
    signing_in.await.unwrap();
    assert!(slowest < ROOM * Duration::from_secs(2), "somebody who was in waited {slowest:?}");
    println!("the slowest other call took {slowest:?}");
}

on_both_engines!(alone: an_office_signs_in_while_others_work);
