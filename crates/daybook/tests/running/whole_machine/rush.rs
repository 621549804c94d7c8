//! A thousand logins in one moment: what there is no room for is asked to come back, and those who are signed in go on working.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::json;
use testkit::process::Home;
use testkit::{ROOM, Response};

use crate::on_both_engines;
use crate::staff::{attempt, hire, portal, sign_in};

const LOGINS: usize = 1_000;
/// How long a login that waits for its turn is kept waiting at most.
const ANSWERED_WITHIN: Duration = Duration::from_secs(5);

/// Each of the thousand is looked at or asked to come back, and the process is afterwards what it was before. [E11]
async fn a_thousand_logins_at_once_are_all_answered(home: Home) {
    let team = hire(&home, "ann", 1, 0).await;
    // The budget of one address is another test's business.
    let daybook = portal(&home).setting("DAYBOOK_LIMIT_LOGIN_IP", "100000").start().await;
    let works = sign_in(&daybook, &team.manager).await;
    let _ = works.get("/api/timesheets/team").await.expect(200);

    let began = Instant::now();
    let storm: Vec<_> = (0..LOGINS)
        .map(|n| {
            let client = daybook.client();
            let guess = json!({"email": format!("nobody{n}@daybook.example"), "password": "guess"});
            tokio::spawn(async move {
                let answer = attempt(&client, "POST", "/api/auth/login", Some(&guess)).await;
                (answer, began.elapsed())
            })
        })
        .collect();
    let beside = tokio::spawn({
        let works = works.clone();
        async move {
            let mut waits = Vec::new();
            while began.elapsed() < Duration::from_secs(4) {
                let since = Instant::now();
                let answer = works.get("/api/timesheets/team").await;
                waits.push((answer.status, since.elapsed()));
            }
            waits
        }
    });
    let (mut answers, mut last) = (BTreeMap::<u16, usize>::new(), Duration::ZERO);
    for login in storm {
        let (answer, after) = login.await.unwrap();
        let answer: Response = answer.expect("an answer");
        if answer.status != 401 {
            assert_eq!((answer.status, answer.code().as_str()), (503, "UNAVAILABLE"), "{}", answer.text());
            let seconds: u32 = answer.header("retry-after").expect("when to come back").parse().unwrap();
            assert!((1..=60).contains(&seconds), "{seconds}");
        }
        *answers.entry(answer.status).or_default() += 1;
        last = last.max(after);
    }
    let waits = beside.await.unwrap();
    println!(
        "{answers:?}, the last after {last:?}; beside them {} calls, the slowest {:?}",
        waits.len(),
        waits.iter().map(|(_, wait)| *wait).max()
    );
    assert!(answers.get(&401).is_some_and(|looked_at| *looked_at > 0), "{answers:?}");
    assert!(last < ROOM * ANSWERED_WITHIN, "the last was answered after {last:?}");
    assert!(waits.iter().all(|(status, _)| *status == 200), "{waits:?}");
    let again = sign_in(&daybook, &team.manager).await;
    let _ = again.get("/api/timesheets/team").await.expect(200);
    assert!(!daybook.log().contains("panicked"), "{}", daybook.log());
}

on_both_engines!(alone: a_thousand_logins_at_once_are_all_answered);
