//! Notices were read once an hour, and an administrator looks at what was recorded of it.

mod exporting;

use super::*;
use crate::events::{Event, Origin};
use crate::memory::State;
use crate::notices::events::notices_read;
use crate::sessions::Caller;
use crate::settings::{InForce, Policy};
use crate::testing::{Fakes, at, caller, day, nothing_changes_when_a_call_fails, user};
use crate::{Error, Ports};
use chrono::Duration;
use domain::Instant;
use domain::id::EventId;
use domain::oversight::audit::ChainPoint;
use domain::person::Role;
use domain::settings::{Decided, Key, Settings, Value};
use std::collections::BTreeMap;
use std::sync::Arc;
use uuid::Uuid;

const ADMIN: u128 = 9;
const FIRST: &str = "2026-06-10T10:00:00Z";

fn admin() -> Caller {
    caller(ADMIN, Role::Admin)
}

/// So many events, an hour apart, each by and about person 1 or 2 in turn.
fn events(count: u128, first: &str) -> Vec<Event> {
    let hours = |n: u128| Duration::hours(i64::try_from(n).unwrap());
    let event = |n: u128| {
        let reader = 1 + n % 2;
        let origin = Origin::from(&caller(reader, Role::Employee));
        let id = EventId::new(Uuid::from_u128(700 + n));
        Event { id, at: at(first) + hours(n), origin, record: notices_read(user(reader), 1), pushes: Vec::new() }
    };
    (0..count).map(event).collect()
}

fn holding(events: Vec<Event>) -> State {
    let people = [(1, Role::Employee), (2, Role::Employee), (8, Role::Admin), (ADMIN, Role::Admin)];
    State { events, ..State::of(&people) }
}

/// At this moment, over what is stored.
fn on(state: State, now: &str) -> Fakes {
    Fakes { now: at(now), ..Fakes::over(state) }
}

async fn seal_all(fakes: &Fakes) {
    while seal_next(&fakes.ports()).await.unwrap() {}
}

/// Five sealed events, looked at on the eleventh of June at noon.
async fn sealed() -> Fakes {
    let fakes = on(holding(events(5, FIRST)), "2026-06-11T12:00:00Z");
    seal_all(&fakes).await;
    fakes
}

fn positions(state: &State) -> Vec<(i64, i64)> {
    state.audit.seals.iter().map(|seal| (seal.point.position, seal.seq)).collect()
}

fn holder(fakes: &Fakes) -> Holder {
    Holder::new(&fakes.ports())
}

/// Verifies until there is nothing to do, and says how many steps that took.
async fn verify_until_done(fakes: &Fakes) -> u32 {
    let (holder, mut steps) = (holder(fakes), 0);
    while verify_next(&fakes.ports(), holder).await.unwrap() {
        steps += 1;
    }
    steps
}

/// Something is changed past the portal in the event with this number.
fn tamper(fakes: &Fakes, seq: usize) {
    fakes.memory.change(|state| state.events[seq - 1].at += Duration::seconds(1));
}

#[tokio::test]
async fn every_event_is_sealed_once_in_its_order() {
    let fakes = on(holding(events(3, FIRST)), FIRST);
    assert!(!seal_next(&fakes.ports()).await.unwrap(), "there were fewer than fit into a step");
    assert_eq!(positions(&fakes.state()), [(1, 1), (2, 2), (3, 3)]);
    let chain = fakes.state().audit.chain;
    assert_eq!((chain.newest, chain.sealed_at), (fakes.state().audit.seals[2].point, Some(at(FIRST))));
    let before = fakes.state();
    assert!(!seal_next(&fakes.ports()).await.unwrap());
    assert_eq!(fakes.state(), before);
    let began = fakes.memory.calls().iter().filter(|call| **call == "Store::begin").count();
    assert_eq!(began, 1, "where there is nothing to seal nobody is kept from writing");
    fakes.memory.change(|state| state.events.extend(events(4, FIRST).pop()));
    seal_all(&fakes).await;
    assert_eq!(positions(&fakes.state()).last(), Some(&(4, 4)));
}

#[tokio::test]
async fn a_long_past_is_sealed_in_steps() {
    let fakes = on(holding(events(1_001, FIRST)), FIRST);
    assert!(seal_next(&fakes.ports()).await.unwrap(), "there are more");
    assert_eq!(fakes.state().audit.seals.len(), 1_000);
    assert!(!seal_next(&fakes.ports()).await.unwrap());
    assert_eq!(fakes.state().audit.chain.newest.position, 1_001);
}

#[tokio::test]
async fn a_sealer_that_was_too_slow_seals_nothing_and_looks_again() {
    let fakes = on(holding(events(2, FIRST)), FIRST);
    fakes.memory.before("AuditRepository::lock_chain", |state| {
        state.audit.chain.newest = ChainPoint { position: 1, ..ChainPoint::START };
    });
    assert!(seal_next(&fakes.ports()).await.unwrap());
    assert_eq!(positions(&fakes.state()), []);
}

#[tokio::test]
async fn sealing_is_done_whole_or_not_at_all() {
    nothing_changes_when_a_call_fails(
        || holding(events(3, FIRST)),
        async |fakes: &Fakes| seal_next(&fakes.ports()).await,
    )
    .await;
}

#[tokio::test]
async fn verifying_and_removing_are_done_whole_or_not_at_all() {
    let old = on(holding(events(3, "2020-01-01T00:00:00Z")), "2026-06-10T10:00:00Z");
    seal_all(&old).await;
    let state = old.state();
    let begin = async |fakes: &Fakes| begin_verification(&fakes.ports(), &admin()).await;
    nothing_changes_when_a_call_fails(|| state.clone(), begin).await;
    nothing_changes_when_a_call_fails(|| state.clone(), async |fakes: &Fakes| prune_next(&keeping(fakes, 24)).await)
        .await;
    tamper(&old, 2);
    begin_verification(&old.ports(), &admin()).await.unwrap();
    let broken = old.state();
    nothing_changes_when_a_call_fails(
        || broken.clone(),
        async |fakes: &Fakes| verify_next(&fakes.ports(), holder(fakes)).await,
    )
    .await;
}

#[tokio::test]
async fn the_chain_is_verified_each_night_and_when_an_administrator_asks() {
    let fakes = sealed().await;
    assert_eq!(verify_until_done(&fakes).await, 2, "it begins, and goes through");
    let (last, chain) = last_verification(&fakes.ports(), &admin()).await.unwrap().unwrap();
    assert_eq!((last.night, last.total, last.checked, &last.found), (Some(day("2026-06-11")), 5, 5, &None));
    assert_eq!((last.finished_at, last.reached, last.through), (Some(fakes.now), chain.newest, chain.newest));
    assert_eq!(verify_until_done(&fakes).await, 0, "once a night");
    let (asked, _) = begin_verification(&fakes.ports(), &admin()).await.unwrap();
    assert_eq!((asked.number, asked.night, asked.finished_at), (2, None, None));
    assert_eq!(begin_verification(&fakes.ports(), &admin()).await.unwrap().0, asked, "it is running");
    assert_eq!(verify_until_done(&fakes).await, 1);
    let next = on(fakes.state(), "2026-06-12T03:00:00Z");
    assert_eq!(verify_until_done(&next).await, 2);
    assert!(next.state().mails.is_empty());
    assert_eq!(next.state().events, fakes.state().events, "it is no event");
}

#[tokio::test]
async fn a_break_is_told_to_every_active_administrator_once() {
    let fakes = sealed().await;
    fakes.memory.change(|state| state.people.extend(State::of(&[(7, Role::Admin)]).people));
    fakes.memory.change(|state| state.person(7).record.standing.is_active = false);
    tamper(&fakes, 4);
    verify_until_done(&fakes).await;
    let found = fakes.state().audit.verifications[0].clone();
    assert_eq!(found.checked, 4);
    let broken = found.found.unwrap();
    let event = &fakes.state().events[3];
    assert_eq!((broken.position, broken.seq, broken.at), (4, Some(4), Some(event.at)));
    assert_eq!(broken.kind.as_deref(), Some("notices-read"));
    let mails = |fakes: &Fakes| {
        let mut to: Vec<String> = fakes.state().mails.values().map(|mail| mail.mail.to.clone()).collect();
        to.sort();
        to
    };
    assert_eq!(mails(&fakes), ["p8@x.org", "p9@x.org"]);
    let sent = |state: State| State { mails: BTreeMap::default(), ..state };
    let next = on(sent(fakes.state()), "2026-06-12T04:00:00Z");
    verify_until_done(&next).await;
    assert_eq!((mails(&next).len(), next.state().audit.verifications.len()), (0, 2), "it is known");
    tamper(&next, 2);
    let third = on(next.state(), "2026-06-13T04:00:00Z");
    verify_until_done(&third).await;
    assert_eq!(mails(&third).len(), 2, "this one is not");
    assert_eq!(third.state().audit.verifications[2].found.as_ref().unwrap().position, 2);
}

#[tokio::test]
async fn seals_that_were_taken_off_the_end_are_noticed() {
    let fakes = sealed().await;
    fakes.memory.change(|state| state.audit.seals.truncate(3));
    let checked = verify_all(&*fakes.reads).await.unwrap();
    let found = checked.found.unwrap();
    assert_eq!((checked.entries, found.position, found.seq), (5, 4, None));
    let fakes = sealed().await;
    fakes.memory.change(|state| state.audit.chain.newest.hash = domain::oversight::audit::ChainHash::ZERO);
    assert_eq!(verify_all(&*fakes.reads).await.unwrap().found.unwrap().position, 5, "it had another hash");
}

#[tokio::test]
async fn the_newest_entries_are_verified_by_themselves() {
    let fakes = sealed().await;
    tamper(&fakes, 3);
    for (count, found) in [(1, None), (2, None), (3, Some(3)), (5, Some(3)), (1_000, Some(3))] {
        let checked = verify_newest(&*fakes.reads, count).await.unwrap();
        assert_eq!(checked.found.map(|found| found.position), found, "{count}");
    }
}

#[tokio::test]
async fn one_instance_has_a_verification_until_it_is_silent_for_half_a_minute() {
    let fakes = sealed().await;
    begin_verification(&fakes.ports(), &admin()).await.unwrap();
    let other = Holder::new(&fakes.ports());
    fakes.memory.breaks("AuditRepository::keep_verification", crate::memory::away());
    verify_next(&fakes.ports(), holder(&fakes)).await.unwrap_err();
    fakes.memory.mend();
    assert!(!verify_next(&fakes.ports(), other).await.unwrap(), "somebody has it");
    let later = on(fakes.state(), "2026-06-11T12:00:30Z");
    assert!(verify_next(&later.ports(), other).await.unwrap());
    assert!(later.state().audit.verifications[0].finished_at.is_some());
}

/// The ports with this many months of the log kept.
fn keeping(fakes: &Fakes, months: u32) -> Ports {
    let kept = Decided { key: Key::AuditRetentionMonths, from: None, value: Value::Integer(months) };
    let settings = Settings::default().with([kept]);
    let policy = Arc::new(Policy::holding(InForce { settings, rules: Arc::default() }));
    Ports { policy, ..fakes.ports() }
}

#[tokio::test]
async fn a_removal_goes_on_where_it_was_and_is_told_as_one() {
    let fakes = on(holding(events(501, "2020-01-01T00:00:00Z")), "2026-06-11T04:00:00Z");
    seal_all(&fakes).await;
    let ports = keeping(&fakes, 24);
    assert!(prune_next(&ports).await.unwrap());
    assert_eq!((fakes.state().events.len(), fakes.state().audit.chain.checkpoint.position), (1, 500));
    let next = on(fakes.state(), "2026-06-12T04:00:00Z");
    while prune_next(&keeping(&next, 24)).await.unwrap() {}
    let kept = next.state();
    let through = kept.audit.chain.checkpoint;
    assert_eq!(kept.events.len(), 1);
    assert_eq!(kept.events[0].record, events::audit_pruned(501, through));
}

#[tokio::test]
async fn what_does_not_fit_does_not_go_with_the_old_ones() {
    let old = || on(holding(events(4, "2020-01-01T00:00:00Z")), "2026-06-11T04:00:00Z");
    let pruned = async |fakes: &Fakes| {
        while prune_next(&keeping(fakes, 24)).await.unwrap() {}
        let found = verify_all(&*fakes.reads).await.unwrap().found;
        (fakes.state().audit.chain.checkpoint.position, found.map(|found| found.position))
    };
    let fakes = old();
    seal_all(&fakes).await;
    // The last event is gone, and what stands there is a seal without one.
    fakes.memory.change(|state| drop(state.events.pop()));
    assert_eq!(pruned(&fakes).await, (3, Some(4)));
    let fakes = old();
    seal_all(&fakes).await;
    tamper(&fakes, 2);
    assert_eq!(pruned(&fakes).await, (1, Some(2)));
}

fn days(from: &str, to: &str) -> AuditQuery {
    AuditQuery { from: Some(day(from)), to: Some(day(to)), ..AuditQuery::default() }
}

#[test]
fn the_moments_of_a_filter_are_those_of_the_organisation() {
    let fakes = Fakes { zone: chrono_tz::Europe::Berlin, ..Fakes::default() };
    let filter = days("2026-06-10", "2026-06-10").filter(&fakes.ports());
    let expected: [Option<Instant>; 2] = ["2026-06-09T22:00:00Z", "2026-06-10T22:00:00Z"].map(|text| Some(at(text)));
    assert_eq!([filter.from, filter.until], expected);
}
