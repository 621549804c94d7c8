use super::*;
use crate::access::{Actor, Leads, may_decide};
use crate::person::Role;
use crate::testing::user;
use uuid::Uuid;

fn now() -> Instant {
    "2026-06-10T12:00:00Z".parse().unwrap()
}

fn pending() -> Entry {
    let id = TimesheetId::new(Uuid::from_u128(9));
    Entry::record(id, user(1), "2026-06-10".parse().unwrap(), Hours::whole(9), "Work".into(), now())
}

fn proof(subject: u128) -> MayDecide {
    may_decide(&Actor::new(user(7), Role::Manager), user(subject), Some(user(7))).unwrap()
}

#[test]
fn a_rejection_comes_back_as_a_resubmission_without_its_comment_but_with_who_decided() {
    let today = "2026-06-12".parse().unwrap();
    let rejected = pending().reject(proof(1), "Too short", today, now()).unwrap().unwrap();
    assert_eq!(rejected.rejection(), Some(&Rejection { comment: "Too short".into(), on: today }));
    let decided = Decided { by: user(7), on_behalf_of: None, at: now() };
    assert_eq!(rejected.decided(), Some(decided));
    let back = rejected.rewrite(Hours::whole(5), "More".into(), now());
    assert_eq!((back.status(), back.rejection()), (Status::Pending, None));
    assert_eq!((back.hours(), back.description()), (Hours::whole(5), "More"));
    assert!(back.is_resubmission() && back.version() == 3);
    assert_eq!(back.state(), &State::Pending(Some(decided)), "who decided stays on record");
}

#[test]
fn only_what_was_rejected_is_a_resubmission_until_the_next_decision() {
    let rewrite = |entry: Entry| entry.rewrite(Hours::MAX, "x".into(), now());
    let approved = pending().approve(proof(1), now()).unwrap().unwrap();
    let rejected = pending().reject(proof(1), "Why", now().date_naive(), now()).unwrap().unwrap();
    let back = rewrite(rejected);
    assert!(back.is_resubmission() && rewrite(back).is_resubmission());
    for first in [pending(), rewrite(pending()), rewrite(approved)] {
        assert!(!first.is_resubmission(), "{first:?}");
    }
}

#[test]
fn a_decision_for_somebody_else_is_kept_with_both_names() {
    let leads = Leads::standing_in_for(user(7), [user(8)]);
    let actor = Actor { leads, ..Actor::new(user(7), Role::Manager) };
    let proof = may_decide(&actor, user(1), Some(user(8))).unwrap();
    let approved = pending().approve(proof, now()).unwrap().unwrap();
    let decided = Decided { by: user(7), on_behalf_of: Some(user(8)), at: now() };
    assert_eq!(approved.decided(), Some(decided));
    assert_eq!(Entry::restore(approved.clone().into_stored()), Ok(approved));
}

#[test]
fn a_repeated_decision_changes_nothing() {
    let approved = pending().approve(proof(1), now()).unwrap().unwrap();
    assert_eq!(approved.clone().approve(proof(1), now()), Ok(None));
    let rejected = approved.reject(proof(1), "Why", now().date_naive(), now()).unwrap().unwrap();
    assert_eq!(rejected.reject(proof(1), "Other", now().date_naive(), now()), Ok(None));
}

#[test]
fn a_proof_about_somebody_else_decides_nothing() {
    assert_eq!(pending().approve(proof(2), now()), Err(DecisionError));
    assert_eq!(pending().reject(proof(2), "Why", now().date_naive(), now()), Err(DecisionError));
}

#[test]
fn every_version_is_later_than_the_one_before_even_when_the_clock_is_set_back() {
    let first = pending();
    let second = first.clone().rewrite(Hours::MAX, "x".into(), now() - chrono::Duration::hours(3));
    assert!(second.updated_at > first.updated_at);
}

#[test]
fn a_status_has_its_name() {
    for (status, name) in [(Status::Pending, "pending"), (Status::Approved, "approved"), (Status::Rejected, "rejected")]
    {
        assert_eq!((status.name(), Status::named(name)), (name, Some(status)));
    }
    assert_eq!(Status::named("Pending"), None);
}

/// Every entry that transitions lead to, through up to five of them: the employee writes anew, or the manager decides.
fn reachable() -> Vec<Entry> {
    let mut all = vec![pending()];
    let mut last = all.clone();
    for _ in 0..5 {
        let next = last.into_iter().flat_map(|entry| {
            let approved = entry.clone().approve(proof(1), now()).unwrap();
            let rejected = entry.clone().reject(proof(1), "Why", now().date_naive(), now()).unwrap();
            [approved, rejected, Some(entry.rewrite(Hours::MAX, "x".into(), now()))].into_iter().flatten()
        });
        last = next.collect();
        all.extend(last.iter().cloned());
    }
    all
}

#[test]
fn what_transitions_lead_to_comes_back_from_the_store_as_it_was() {
    for entry in reachable() {
        assert_eq!(Entry::restore(entry.clone().into_stored()), Ok(entry));
    }
}

#[test]
fn what_no_transition_leads_to_is_no_entry() {
    let waiting = pending().into_stored();
    let approved = pending().approve(proof(1), now()).unwrap().unwrap().into_stored();
    let rejected = pending().reject(proof(1), "Why", now().date_naive(), now()).unwrap().unwrap().into_stored();
    let back = Entry::restore(rejected.clone()).unwrap().rewrite(Hours::MAX, "x".into(), now()).into_stored();
    let (comment, day) = (Some("Why".to_owned()), Some(now().date_naive()));
    for (stored, field) in [
        (Stored { comment: comment.clone(), ..waiting.clone() }, "comment"),
        (Stored { comment, ..approved.clone() }, "comment"),
        (Stored { comment: None, ..rejected.clone() }, "comment"),
        (Stored { rejected_on: day, ..waiting.clone() }, "rejected_on"),
        (Stored { rejected_on: day, ..approved.clone() }, "rejected_on"),
        (Stored { rejected_on: None, ..rejected.clone() }, "rejected_on"),
        (Stored { decided_by: None, ..approved.clone() }, "decided_by"),
        (Stored { decided_at: None, ..approved.clone() }, "decided_at"),
        (Stored { decided_by: None, decided_at: None, ..approved.clone() }, "decided_by"),
        (Stored { decided_by: None, decided_at: None, ..rejected.clone() }, "decided_by"),
        (Stored { decided_by: None, decided_at: None, ..back.clone() }, "is_resubmission"),
        (Stored { decided_for: Some(user(8)), ..waiting.clone() }, "decided_for"),
        (Stored { version: 0, ..waiting }, "version"),
        (Stored { version: 1, ..approved.clone() }, "version"),
        (Stored { version: 2, ..back }, "version"),
        (Stored { is_resubmission: true, ..approved }, "version"),
        (Stored { version: 1, ..rejected }, "version"),
    ] {
        assert_eq!(Entry::restore(stored.clone()), Err(Unreachable { field }), "{stored:?}");
    }
}
