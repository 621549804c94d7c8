//! Floods of logins: guesses run into their budgets, honest ones get through or are asked to come back, and everybody else is
//! served meanwhile.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use domain::person::Role;
use serde_json::json;
use testkit::process::Home;
use testkit::{Client, ROOM, Response};

use crate::on_both_engines;
use crate::staff::{PASSWORD, employ, hire, login, portal, sign_in};

/// How many calls are made at once, like a script that does not wait.
const TOGETHER: usize = 40;

/// Sends these logins, [`TOGETHER`] at once, and counts what they were answered.
async fn flood(client: &Client, logins: impl IntoIterator<Item = (String, String)>) -> BTreeMap<u16, usize> {
    let mut answers = BTreeMap::new();
    let logins: Vec<(String, String)> = logins.into_iter().collect();
    for together in logins.chunks(TOGETHER) {
        let sent: Vec<_> = together
            .iter()
            .cloned()
            .map(|(email, password)| {
                let client = client.clone();
                tokio::spawn(async move {
                    loop {
                        let guess = json!({"email": email, "password": password});
                        let answer = client.post("/api/auth/login", guess).await;
                        // Nothing was looked at, and nothing counted: a script that does not give up asks again.
                        if answer.status != 503 {
                            return answer;
                        }
                        assert!(answer.header("retry-after").is_some(), "{}", answer.text());
                    }
                })
            })
            .collect();
        for answer in sent {
            let answer: Response = answer.await.unwrap();
            if answer.status == 429 {
                assert!(answer.header("retry-after").is_some(), "{}", answer.text());
            }
            *answers.entry(answer.status).or_default() += 1;
        }
    }
    answers
}

/// A thousand guesses at one account: ten passwords are looked at, and its owner signs in from the usual address. [E3] [E4]
async fn a_thousand_guesses_at_one_account_are_ten(home: Home) {
    let ann = employ(&home, "ann", Role::Employee).await;
    let daybook = portal(&home).start().await;
    // The owner has signed in from here before; the guesser comes from elsewhere.
    let owner = sign_in(&daybook, &ann).await;
    let daybook_behind_a_proxy = portal_of_guesser(&home, daybook).await;
    let guesser = daybook_behind_a_proxy.client().with_header("X-Forwarded-For", "203.0.113.7");
    let answers = flood(&guesser, (0..1000).map(|n| (ann.email.clone(), format!("guess {n}")))).await;
    assert_eq!(answers.get(&401), Some(&10), "{answers:?}");
    assert_eq!(answers.get(&429), Some(&990), "{answers:?}");
    // From elsewhere not even the right password is looked at any more; the owner's own address is another matter.
    let refused = login(&guesser, &ann).await;
    assert_eq!(refused.status, 429, "{}", refused.text());
    let _ = login(&daybook_behind_a_proxy.client(), &ann).await.expect(200);
    let since = Instant::now();
    let gone = daybook_behind_a_proxy.client().with_token(owner.token().unwrap()).get("/api/session").await;
    assert_eq!(gone.status, 401, "the later login ended the earlier one");
    assert!(since.elapsed() < ROOM * Duration::from_secs(2));
}

/// The same portal, started again behind a proxy on this machine that names where its callers come from.
async fn portal_of_guesser(home: &Home, mut before: testkit::process::Daybook) -> testkit::process::Daybook {
    before.kill();
    portal(home).setting("DAYBOOK_TRUSTED_PROXIES", "127.0.0.1").start().await
}

/// A thousand accounts, one guess at each, from one IP address: fifty passwords are looked at. [E5]
async fn a_thousand_accounts_from_one_address_are_fifty(home: Home) {
    let team = hire(&home, "ann", 30, 0).await;
    let daybook = portal(&home).start().await;
    let known = team.members.iter().map(|person| person.email.clone());
    let unknown = (0..970).map(|n| format!("nobody{n}@daybook.example"));
    let answers = flood(&daybook.client(), known.chain(unknown).map(|email| (email, "password1".to_owned()))).await;
    assert_eq!(answers.get(&401), Some(&50), "{answers:?}");
    assert_eq!(answers.get(&429), Some(&950), "{answers:?}");
}

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

on_both_engines!(alone: a_thousand_guesses_at_one_account_are_ten,
    a_thousand_accounts_from_one_address_are_fifty,
    an_office_signs_in_while_others_work,
);
