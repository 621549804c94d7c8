//! A flood of logins: they get through or are asked to come back, and everybody else is served meanwhile.

use std::time::{Duration, Instant};

use serde_json::json;
use testkit::ROOM;
use testkit::process::Home;

use crate::on_both_engines;
use crate::staff::{PASSWORD, hire, portal, sign_in};

/// How many calls are made at once, like a script that does not wait.
const TOGETHER: usize = 40;

/// An office that signs in on a Monday morning: everybody gets in or is asked to come back, and those who are signed in are served. [E5] [E11]
async fn an_office_signs_in_while_others_work(home: Home) {
    let team = hire(&home, "ann", 120, 0).await;
    let daybook = portal(&home).start().await;
    let works = sign_in(&daybook, &team.manager).await;
    let client = daybook.client();
    let signing_in = tokio::spawn({
        let (client, members) = (client.clone(), team.members.clone());
        async move {
            let mut waiting: Vec<(String, String)> =
                members.iter().map(|person| (person.email.clone(), PASSWORD.to_owned())).collect();
            let mut rounds = 0;
            while !waiting.is_empty() && rounds < 60 {
                rounds += 1;
                let mut again = Vec::new();
                for together in waiting.chunks(TOGETHER) {
                    let sent: Vec<_> = together
                        .iter()
                        .cloned()
                        .map(|(email, password)| {
                            let client = client.clone();
                            tokio::spawn(async move {
                                let body = json!({"email": email, "password": password});
                                (client.post("/api/auth/login", body).await.status, email, password)
                            })
                        })
                        .collect();
                    for answer in sent {
                        match answer.await.unwrap() {
                            (200, ..) => {}
                            (429 | 503, email, password) => again.push((email, password)),
                            (other, email, _) => panic!("{email}: {other}"),
                        }
                    }
                }
                waiting = again;
            }
            waiting.len()
        }
    });
    let mut slowest = Duration::ZERO;
    while !signing_in.is_finished() {
        let since = Instant::now();
        let _ = works.get("/api/timesheets/team").await.expect(200);
        slowest = slowest.max(since.elapsed());
    }
    assert_eq!(signing_in.await.unwrap(), 0, "somebody did not get in");
    assert!(slowest < ROOM * Duration::from_secs(2), "somebody who was in waited {slowest:?}");
    println!("the slowest other call took {slowest:?}");
}

on_both_engines!(alone: an_office_signs_in_while_others_work);
