//! Two at once: of everything that only one may do, one does it.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde_json::json;
use testkit::process::Home;
use testkit::{Client, Response, at_once};

use crate::ledger::check_rules;
use crate::on_both_engines;
use crate::staff::{Team, at, attempt, days_back, entry_id, hire, login, portal, reject, sign_in, submit};

const ROUNDS: usize = 50;

async fn two_submissions_of_a_day_make_one_entry(home: Home) {
    let team = hire(&home, "twice", 1, ROUNDS).await;
    let daybook = portal(&home).start().await;
    let employee = sign_in(&daybook, &team.members[0]).await;
    let manager = sign_in(&daybook, &team.manager).await;
    for date in days_back(ROUNDS) {
        let entry = one_of_three(&employee, date, 201).await;
        let _ = reject(&manager, &entry, "once more, please").await.unwrap().expect(200);
        assert_eq!(one_of_three(&employee, date, 200).await, entry);
    }
    assert_eq!(home.number("SELECT count(*) FROM timesheets").await, i64::try_from(ROUNDS).unwrap());
    check_rules(&home).await;
}

/// Submits the day three times at once: one of them is saved, with this status, and stays. Returns the entry's id.
async fn one_of_three(employee: &Client, date: NaiveDate, saved: u16) -> String {
    let sent = ["left", "right", "third"].map(|hand| {
        let employee = employee.clone();
        async move { submit(&employee, date, hand).await.unwrap() }
    });
    let is_saved = |answer: &Response| answer.status == saved;
    let (winners, others): (Vec<_>, Vec<_>) = at_once(sent).await.into_iter().partition(is_saved);
    for answer in others {
        assert_eq!((answer.status, answer.message().as_str()), (409, "Timesheet already submitted for this date"));
    }
    assert_eq!(winners.len(), 1, "{date}");
    let entry = entry_id(&winners[0]);
    let kept = entry_of(employee, &entry).await;
    assert_eq!(kept["description"], winners[0].data()["timesheet"]["description"], "{date}");
    entry
}

/// The manager approves the rejected entry on the screen while the employee resubmits it: one of them is too late,
/// and is told so.
async fn an_approval_and_a_resubmission_do_not_mix(home: Home) {
    let team = hire(&home, "both", 1, ROUNDS).await;
    let daybook = portal(&home).start().await;
    let (employee, manager) = (sign_in(&daybook, &team.members[0]).await, sign_in(&daybook, &team.manager).await);
    let (mut approved, mut resubmitted) = (0, 0);
    for (round, date) in days_back(ROUNDS).into_iter().enumerate() {
        let entry = entry_id(&submit(&employee, date, "as it was").await.unwrap().expect(201));
        let _ = reject(&manager, &entry, "please say more").await.unwrap().expect(200);
        let seen = entry_of(&employee, &entry).await["updatedAt"].clone();

        let decision = json!({"ids": [entry], "expected": {entry.clone(): seen}});
        let (decider, sender) = (manager.clone(), employee.clone());
        let approving =
            async move { attempt(&decider, "POST", "/api/timesheets/bulk-approve", Some(&decision)).await.unwrap() };
        let sending = async move { submit(&sender, date, "as it shall be").await.unwrap() };
        // The one that is started first has a small lead, so that both orders happen.
        let (approving, sending) = if round % 2 == 0 {
            let approving = tokio::spawn(approving);
            (approving, tokio::spawn(sending))
        } else {
            let sending = tokio::spawn(sending);
            (tokio::spawn(approving), sending)
        };
        let (decision, submission): (Response, Response) = (approving.await.unwrap(), sending.await.unwrap());

        let after = entry_of(&employee, &entry).await;
        let outcome = (
            decision.status,
            submission.status,
            after["status"].as_str().unwrap(),
            after["description"].as_str().unwrap(),
        );
        match outcome {
            (200, 409, "approved", "as it was") => {
                assert_eq!(submission.message(), "This timesheet is already approved");
                approved += 1;
            }
            (409, 200, "pending", "as it shall be") => {
                assert_eq!(
                    decision.message(),
                    "Some entries have changed since you opened them. Please review them again."
                );
                assert_eq!((&after["isResubmission"], &after["approvalComments"]), (&json!(true), &json!(null)));
                resubmitted += 1;
            }
            other => panic!("round {round}: {other:?}; {} / {}", decision.text(), submission.text()),
        }
    }
    println!("approved {approved} times, resubmitted {resubmitted} times");
    check_rules(&home).await;
}

async fn entry_of(employee: &Client, id: &str) -> serde_json::Value {
    let mine = employee.get("/api/timesheets/my").await.expect(200).data();
    let entries = mine["timesheets"].as_array().unwrap();
    entries.iter().find(|entry| entry["_id"] == id).cloned().unwrap()
}

async fn fifty_logins_at_once_leave_one_session(home: Home) {
    let team: Team = hire(&home, "ann", 0, 0).await;
    let daybook = portal(&home).start().await;
    let client = daybook.client();
    let sent = (0..50).map(|_| {
        let (client, ann) = (client.clone(), team.manager.clone());
        async move { login(&client, &ann).await }
    });
    let mut tokens = Vec::new();
    let mut others = BTreeMap::new();
    for answer in at_once(sent).await {
        *others.entry(answer.status).or_insert(0) += 1;
        match answer.status {
            200 => tokens.push(answer.data()["token"].as_str().unwrap().to_owned()),
            // A login that would have to wait too long for a processor is asked to come back, as is one that came while
            // so many others were being checked that they might have been guesses.
            503 | 429 => assert!(answer.header("retry-after").is_some()),
            other => panic!("{other}: {}", answer.text()),
        }
    }
    assert!(tokens.len() >= 2, "only {} logins came through", tokens.len());
    let mut live = Vec::new();
    for token in &tokens {
        let answer = client.with_token(token.as_str()).get("/api/session").await;
        match answer.status {
            200 => live.push(token),
            401 => assert_eq!(answer.code(), "SESSION_INVALID"),
            other => panic!("{other}: {}", answer.text()),
        }
    }
    // A person who was asked to come back may have been let in all the same, and last of all.
    assert!(live.len() == 1 || live.is_empty() && others.contains_key(&503), "of {} tokens: {others:?}", tokens.len());
    assert_eq!(home.number("SELECT count(*) FROM sessions WHERE ended_at IS NULL").await, 1);
    // Nobody was locked out by their own logins.
    let again = sign_in(&daybook, &team.manager).await;
    let _ = at(&daybook, &again).get("/api/session").await.expect(200);
    for token in live {
        let refused = client.with_token(token.as_str()).get("/api/session").await.expect(401);
        assert_eq!(refused.code(), "SESSION_INVALID");
    }
    println!("{} of 50 logins came through; the others were told {others:?}", tokens.len());
}

on_both_engines!(beside_others: two_submissions_of_a_day_make_one_entry,
    an_approval_and_a_resubmission_do_not_mix,
    fifty_logins_at_once_leave_one_session,
);
