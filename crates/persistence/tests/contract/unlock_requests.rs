//! Requests to unlock a day.

use application::ports::{DecidedRequest, ExpiredRequest, NewRequest, StoreError, UniqueKey, UnlockView};
use domain::Instant;
use domain::access::{Actor, Leads, Scope, may_unlock};
use domain::id::{UnlockId, UserId};
use domain::person::{Role, Standing};
use domain::timesheet::Status;
use domain::unlock::RequestStatus;
use uuid::Uuid;

use crate::engines::{Engine, at_once};
use crate::months::{closed, june};
use crate::support::{
    altered, approved, begin, change, committed, day, entry, later, led_by, named, now, person, unlock_of,
};
use crate::timesheets::team;

fn request(user: UserId, date: &str, created_at: Instant) -> NewRequest {
    let reason = format!("For {date}");
    NewRequest { id: UnlockId::new(Uuid::now_v7()), user, date: day(date), reason, created_at }
}

/// Made and committed.
async fn asked(store: &dyn Engine, user: UserId, date: &str, created_at: Instant) -> NewRequest {
    let request = request(user, date, created_at);
    committed(store, async |unit| unit.unlocks().ask(&request).await).await;
    request
}

fn decided(request: &NewRequest, by: &Actor, manager: Option<UserId>, comment: Option<&str>) -> DecidedRequest {
    let proof = may_unlock(by, request.user, manager).unwrap();
    DecidedRequest::new(proof, request.clone(), comment.map(str::to_owned), later(60)).unwrap()
}

async fn view(store: &dyn Engine, id: UnlockId) -> UnlockView {
    begin(store).await.unlocks().view(id).await.unwrap().unwrap()
}

on_every_engine! {
    async fn a_request_says_whether_its_day_lies_in_a_closed_month(store: &AnyEngine) {
        let (_, ann) = team(store).await;
        let hal = person(store, Role::Hr, None).await;
        let [first, second] = [asked(store, ann, "2026-06-30", now()).await, asked(store, ann, "2026-07-01", later(1)).await];
        let is_closed = async || {
            let scope = || Scope::Everyone;
            let undecided = store.undecided(scope(), later(-60), day("2026-07-02")).await.unwrap();
            let undecided: Vec<bool> = undecided.iter().map(|request| request.is_closed).collect();
            assert_eq!(undecided, [view(store, first.id).await.is_closed, view(store, second.id).await.is_closed]);
            undecided
        };
        assert_eq!(is_closed().await, [false, false]);
        closed(store, june(), hal, &[]).await;
        assert_eq!(is_closed().await, [true, false]);
    }

    async fn a_day_has_one_undecided_request_and_an_unlock_beside_it_is_another_matter(store: &AnyEngine) {
        let (boss, ann) = team(store).await;
        let first = asked(store, ann, "2026-06-08", now()).await;
        let unit = begin(store).await;
        let again = unit.unlocks().ask(&request(ann, "2026-06-08", later(1))).await;
        assert_eq!(again, Err(StoreError::Conflict(UniqueKey::WaitingRequest)));
        drop(unit);
        let second = asked(store, ann, "2026-06-05", later(-60)).await;
        let bob = person(store, Role::Employee, Some(boss)).await;
        asked(store, bob, "2026-06-08", now()).await;
        let unit = begin(store).await;
        assert_eq!(unit.unlocks().undecided(ann).await, Ok(vec![second, first.clone()]), "the oldest first");
        assert_eq!((unit.unlocks().owner(first.id).await, unit.unlocks().owner(UnlockId::new(Uuid::nil())).await), (Ok(Some(ann)), Ok(None)));
        assert_eq!(unit.unlocks().open_for(ann, first.date).await, Ok(None), "it opens nothing");
        drop(unit);
        assert_eq!(store.unlocked_days(ann, day("2026-06-01"), day("2026-06-30")).await, Ok(vec![]));
        assert_eq!(store.oldest_fillable(ann).await, Ok(None));
        let unit = begin(store).await;
        unit.unlocks().insert(&unlock_of(ann, boss, "2026-06-08", "Ill", now())).await.unwrap();
        let monday = unit.unlocks().approve(&decided(&first, &Actor::new(boss, Role::Manager), Some(boss), None)).await;
        assert_eq!(monday, Err(StoreError::Conflict(UniqueKey::OpenUnlock)));
    }

    async fn an_approved_request_is_an_unlock_and_is_decided_on_once(store: &AnyEngine) {
        let (boss, ann) = team(store).await;
        let made = asked(store, ann, "2026-06-08", now()).await;
        let unit = begin(store).await;
        let stored = unit.unlocks().for_decision(made.id).await.unwrap().unwrap();
        assert_eq!((stored.made, stored.status), (made.clone(), RequestStatus::Pending));
        let approval = decided(&made, &Actor::new(boss, Role::Manager), Some(boss), Some("As agreed"));
        unit.unlocks().approve(&approval).await.unwrap();
        assert_eq!(unit.unlocks().view(made.id).await.unwrap().unwrap().status, RequestStatus::Approved, "in this unit of work");
        unit.commit().await.unwrap();
        let kept = view(store, made.id).await;
        assert_eq!((kept.status, kept.is_asked, kept.is_used, kept.comment.as_deref()), (RequestStatus::Approved, true, false, Some("As agreed")));
        assert_eq!((kept.reason, kept.created_at, kept.creator_role), (made.reason.clone(), now(), Role::Employee));
        let decision = kept.decision.unwrap();
        assert_eq!((decision.at, decision.role, decision.on_behalf_of), (later(60), Role::Manager, None));
        for settle in [true, false] {
            let unit = begin(store).await;
            let late = decided(&made, &Actor::new(boss, Role::Manager), Some(boss), None);
            let answer = if settle { unit.unlocks().approve(&late).await } else { unit.unlocks().decline(&late).await };
            assert_eq!(answer, Err(StoreError::Stale));
        }
        let unit = begin(store).await;
        assert_eq!(unit.unlocks().open_for(ann, made.date).await, Ok(Some(made.id)));
        unit.unlocks().use_up(made.id, later(90)).await.unwrap();
        unit.commit().await.unwrap();
        assert!(view(store, made.id).await.is_used);
        asked(store, ann, "2026-06-08", later(120)).await;
    }

    async fn a_declined_request_keeps_who_declined_it_for_whom_and_why(store: &AnyEngine) {
        let (boss, ann) = team(store).await;
        let stand_in = named(store, Role::Manager, None, "Anna", "Berg").await;
        let made = asked(store, ann, "2026-06-08", now()).await;
        let by = Actor { leads: Leads::standing_in_for(stand_in, [boss]), ..Actor::new(stand_in, Role::Manager) };
        committed(store, async |unit| unit.unlocks().decline(&decided(&made, &by, Some(boss), Some("You were here"))).await).await;
        let kept = view(store, made.id).await;
        assert_eq!((kept.status, kept.comment.as_deref()), (RequestStatus::Declined, Some("You were here")));
        let decision = kept.decision.unwrap();
        assert_eq!((decision.by.to_string(), decision.on_behalf_of.is_some()), ("Anna Berg".to_owned(), true));
        assert_eq!(store.undecided_of(ann).await, Ok(vec![]));
        assert_eq!(store.unlocked_days(ann, day("2026-06-01"), day("2026-06-30")).await, Ok(vec![]));
        assert_eq!(begin(store).await.unlocks().undecided(ann).await, Ok(vec![]));
    }

    async fn requests_expire_oldest_first_and_each_is_returned_once(store: &AnyEngine) {
        let (boss, ann) = team(store).await;
        let bob = person(store, Role::Employee, None).await;
        let old = asked(store, ann, "2026-06-08", now()).await;
        let older = asked(store, bob, "2026-06-08", later(-60)).await;
        let declined = asked(store, ann, "2026-06-05", now()).await;
        let new = asked(store, ann, "2026-06-04", later(10)).await;
        committed(store, async |unit| unit.unlocks().decline(&decided(&declined, &Actor::new(boss, Role::Manager), Some(boss), Some("No"))).await).await;
        let expired = |request: &NewRequest, manager| {
            let NewRequest { id, user, date, ref reason, .. } = *request;
            ExpiredRequest { id, user, manager, date, reason: reason.clone() }
        };
        let unit = begin(store).await;
        assert_eq!(unit.unlocks().expire(later(10), Some(ann), 500).await, Ok(vec![expired(&old, Some(boss))]), "hers alone");
        drop(unit);
        for due in [expired(&older, None), expired(&old, Some(boss))] {
            assert_eq!(committed(store, async |unit| unit.unlocks().expire(later(10), None, 1).await).await, [due]);
        }
        let unit = begin(store).await;
        assert_eq!(unit.unlocks().expire(later(10), None, 500).await, Ok(vec![]));
        drop(unit);
        let left = begin(store).await.unlocks().undecided(ann).await;
        assert_eq!(left, Ok(vec![new]), "at that instant it has not expired");
        let kept = view(store, old.id).await;
        assert_eq!((kept.status, kept.decision), (RequestStatus::Expired, None));
        let late = decided(&old, &Actor::new(boss, Role::Manager), Some(boss), None);
        assert_eq!(begin(store).await.unlocks().approve(&late).await, Err(StoreError::Stale));
    }

    async fn of_several_that_let_requests_expire_each_gets_others(store: &AnyEngine, subject: &Subject) {
        let (_, ann) = team(store).await;
        for n in 1..=30 {
            asked(store, ann, &format!("2026-05-{n:02}"), later(n)).await;
        }
        let jobs = at_once(subject, 4, |_, store| async move {
            let mut found = Vec::new();
            loop {
                let unit = begin(&*store).await;
                let expired = unit.unlocks().expire(later(100), None, 7).await.unwrap();
                if expired.is_empty() {
                    return found;
                }
                unit.commit().await.unwrap();
                found.extend(expired.into_iter().map(|request| request.id));
            }
        });
        let mut all = jobs.await.concat();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!((count, all.len()), (30, 30));
    }

    async fn undecided_requests_come_with_what_judges_them(store: &AnyEngine) {
        let (boss, ann) = team(store).await;
        let other = person(store, Role::Manager, None).await;
        let (bob, eve) = (person(store, Role::Employee, Some(other)).await, person(store, Role::Employee, None).await);
        entry(store, ann, "2026-06-08").await;
        let first = asked(store, ann, "2026-06-08", later(1)).await;
        let second = asked(store, bob, "2026-06-09", later(2)).await;
        let third = asked(store, eve, "2026-06-09", later(2)).await;
        asked(store, eve, "2026-06-05", now()).await;
        let found = store.undecided(Scope::Everyone, later(1), day("2026-06-10")).await.unwrap();
        let ids: Vec<_> = found.iter().map(|request| request.id).collect();
        assert_eq!(ids, [first.id, second.id, third.id], "oldest first, those that are overdue left out");
        assert_eq!((found[0].date, found[0].created_at, found[0].entry), (first.date, later(1), Some(Status::Pending)));
        let of_bob = begin(store).await.people().employment(bob, day("2026-06-10")).await.unwrap();
        assert_eq!((found[1].entry, Some(found[1].person.clone())), (None, of_bob));
        let of = async |scope: Scope| store.undecided(scope, now(), day("2026-06-10")).await.unwrap().iter().map(|request| request.person.user).collect::<Vec<_>>();
        assert_eq!(of(Scope::Team(Leads::own(boss))).await, [ann]);
        assert_eq!(of(Scope::Team(Leads::standing_in_for(boss, [other]))).await, [ann, bob]);
        led_by(store, eve, Some(boss)).await;
        assert_eq!(of(Scope::Team(Leads::own(boss))).await, [eve, ann, eve]);

        let found = store.requests(&[third.id, first.id, UnlockId::new(Uuid::nil())]).await.unwrap();
        assert_eq!(found.iter().map(|found| found.request.id).collect::<Vec<_>>(), [first.id, third.id]);
        assert_eq!((found[0].employee.id, found[0].manager.as_ref().map(|(id, _)| *id)), (ann, Some(boss)));
        assert_eq!(found[0].request, view(store, first.id).await);
        assert_eq!(store.requests(&[]).await, Ok(vec![]));
        assert_eq!(store.undecided_of(eve).await.unwrap().len(), 2);
    }

    /// Neither somebody who cannot sign in nor somebody who is no Employee any more could fill the day
    async fn what_nobody_could_fill_is_not_among_them(store: &AnyEngine) {
        let (boss, ann) = team(store).await;
        asked(store, ann, "2026-06-08", now()).await;
        let acts = Standing { role: Role::Employee, is_active: true, is_blocked: false };
        for (standing, count) in [
            (Standing { is_blocked: true, ..acts }, 0),
            (Standing { is_active: false, ..acts }, 0),
            (Standing { role: Role::Manager, ..acts }, 0),
            (acts, 1),
        ] {
            altered(store, ann, |account| (account.standing, account.manager) = (standing, Some(boss))).await;
            assert_eq!(store.undecided(Scope::Everyone, now(), day("2026-06-10")).await.unwrap().len(), count);
        }
    }

    async fn a_decision_on_the_entry_of_a_day_leaves_the_request_for_it(store: &AnyEngine) {
        let (boss, ann) = team(store).await;
        let monday = entry(store, ann, "2026-06-08").await;
        let made = asked(store, ann, "2026-06-08", now()).await;
        change(store, &[approved(&monday, boss)], boss).await.unwrap();
        assert_eq!(committed(store, async |unit| unit.unlocks().end_those_of(&[monday.id()], later(61)).await).await, 0);
        let kept = view(store, made.id).await;
        assert_eq!((kept.status, kept.is_used, kept.entry), (RequestStatus::Pending, false, Some(Status::Approved)));
    }
}

#[test]
fn a_decision_is_about_the_person_whom_the_proof_is_about() {
    let by = Actor::new(UserId::new(Uuid::from_u128(7)), Role::Hr);
    let proof = may_unlock(&by, UserId::new(Uuid::from_u128(1)), None).unwrap();
    let of_another = request(UserId::new(Uuid::from_u128(2)), "2026-06-08", now());
    assert!(DecidedRequest::new(proof, of_another, None, now()).is_err());
}
