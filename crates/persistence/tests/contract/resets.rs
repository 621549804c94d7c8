//! Requests for a reset link, the links themselves, and kept values.

use std::collections::BTreeSet;

use application::ports::{KeptValue, ResetLink, ResetReads, ResetRequest, StoreError, UniqueKey};
use domain::id::{ResetRequestId, UserId};
use domain::person::{EmailAddress, Role};
use persistence::Transient;
use uuid::Uuid;

use crate::engines::{Engine, at_once};
use crate::support::{begin, committed, execute, later, literal, number, people, person};

fn request(name: &str, at: i64) -> ResetRequest {
    let email = EmailAddress::parse(&format!("{name}@example.org")).unwrap();
    ResetRequest { id: ResetRequestId::new(Uuid::now_v7()), email, asked_at: later(at) }
}

async fn ask(store: &dyn Engine, requests: &[ResetRequest]) {
    let unit = begin(store).await;
    for request in requests {
        unit.resets().ask(request).await.unwrap();
    }
    unit.commit().await.unwrap();
}

fn link(user: UserId, fingerprint: &str) -> ResetLink {
    ResetLink { user, fingerprint: fingerprint.repeat(64), expires_at: later(1_800) }
}

async fn keep(store: &dyn Engine, link: &ResetLink) {
    committed(store, async |unit| unit.resets().keep_links(std::slice::from_ref(link)).await).await;
}

async fn take(store: &dyn Engine, fingerprint: &str) -> Option<ResetLink> {
    let unit = begin(store).await;
    let taken = unit.resets().take_link(fingerprint).await.unwrap();
    unit.commit().await.unwrap();
    taken
}

/// Answers this request as soon as nobody else has it. A rollback that nobody waits for takes a moment, and until it is done the
/// request is passed over.
async fn answer(store: &dyn Engine, request: &ResetRequest) -> bool {
    for _ in 0..200 {
        let unit = begin(store).await;
        if unit.resets().take_request().await.unwrap().as_ref() == Some(request) {
            unit.commit().await.unwrap();
            return true;
        }
        drop(unit);
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    false
}

on_every_engine! {
    async fn a_request_is_answered_once(store: &AnyEngine, subject: &Subject) {
        let requests: Vec<_> = (0..20).map(|n| request(&format!("p{n}"), n)).collect();
        ask(store, &requests).await;
        let answerers = at_once(subject, 4, |_, store| async move {
            let mut mine = Vec::new();
            loop {
                let unit = begin(&*store).await;
                let Some(request) = unit.resets().take_request().await.unwrap() else { return mine };
                mine.push(request.id);
                unit.commit().await.unwrap();
            }
        });
        let answered = answerers.await.concat();
        assert_eq!(answered.len(), 20);
        assert_eq!(answered.into_iter().collect::<BTreeSet<_>>(), requests.iter().map(|request| request.id).collect());
        subject.holds(0, "SELECT count(*) FROM reset_requests").await;
    }

    async fn a_person_has_one_link_the_last_one(store: &AnyEngine) {
        let [ann, bob] = people(store, Role::Employee, None).await;
        let [first, second] = ["a", "b"].map(|text| link(ann, text));
        keep(store, &first).await;
        keep(store, &link(bob, "c")).await;
        assert_eq!(store.link(&first.fingerprint).await, Ok(Some(first.clone())));
        keep(store, &ResetLink { expires_at: later(3_600), ..second.clone() }).await;
        assert_eq!(store.link(&first.fingerprint).await, Ok(None), "the earlier one is void");
        let kept = store.link(&second.fingerprint).await.unwrap().unwrap();
        assert_eq!((kept.user, kept.expires_at), (ann, later(3_600)));
        let unit = begin(store).await;
        assert_eq!(unit.resets().keep_links(&[link(bob, "b")]).await, Err(StoreError::Conflict(UniqueKey::Other)), "one secret is one person's");
        drop(unit);
        let unit = begin(store).await;
        assert_eq!(unit.resets().drop_link(ann).await, Ok(true));
        assert_eq!(unit.resets().drop_link(ann).await, Ok(false), "there is none any more");
        unit.commit().await.unwrap();
        assert_eq!(store.link(&second.fingerprint).await, Ok(None));
        assert_eq!(store.link(&link(bob, "c").fingerprint).await, Ok(Some(link(bob, "c"))));
    }

    async fn links_of_many_are_kept_and_removed_together(store: &AnyEngine) {
        let [ann, bob] = people(store, Role::Employee, None).await;
        keep(store, &link(ann, "a")).await;
        let links = [link(ann, "b"), link(bob, "c")];
        committed(store, async |unit| unit.resets().keep_links(&links).await).await;
        committed(store, async |unit| unit.resets().keep_links(&[]).await).await;
        for (text, owner) in [("a", None), ("b", Some(ann)), ("c", Some(bob))] {
            assert_eq!(store.link(&text.repeat(64)).await.unwrap().map(|link| link.user), owner);
        }
        let cyd = person(store, Role::Employee, None).await;
        keep(store, &link(cyd, "d")).await;
        committed(store, async |unit| unit.resets().drop_links(&[ann, bob, UserId::new(Uuid::now_v7())]).await).await;
        for (text, owner) in [("b", None), ("c", None), ("d", Some(cyd))] {
            assert_eq!(store.link(&text.repeat(64)).await.unwrap().map(|link| link.user), owner);
        }
    }

    async fn a_link_is_taken_once(store: &AnyEngine, subject: &Subject) {
        let ann = person(store, Role::Employee, None).await;
        let open = link(ann, "a");
        keep(store, &open).await;
        let dropped = begin(store).await;
        assert_eq!(dropped.resets().take_link(&open.fingerprint).await, Ok(Some(open.clone())));
        drop(dropped);
        let takers = at_once(subject, 8, |_, store| {
            let open = open.clone();
            async move { take(&*store, &open.fingerprint).await }
        });
        let taken: Vec<_> = takers.await.into_iter().flatten().collect();
        assert_eq!(taken, std::slice::from_ref(&open), "one of those who asked at once");
        assert_eq!(take(store, &open.fingerprint).await, None);
        assert_eq!(take(store, "unknown").await, None);
    }

    async fn a_kept_value_is_the_one_that_was_set_last(store: &AnyEngine) {
        assert_eq!(store.get(KeptValue::OpenPositions).await, Ok(None));
        for value in ["3", "12"] {
            committed(store, async |unit| unit.kept_values().set(KeptValue::OpenPositions, value).await).await;
            assert_eq!(store.get(KeptValue::OpenPositions).await, Ok(Some(value.to_owned())));
        }
    }
}

on_databases! {
    async fn a_request_is_announced_and_answered_in_its_turn(store: &Database) {
        let mut waiting = store.mail_waiting();
        waiting.mark_unchanged();
        let requests = [request("ann", 0), request("bob", 1), request("ann", 2)];
        let unit = begin(store).await;
        for request in &requests {
            unit.resets().ask(request).await.unwrap();
        }
        assert!(!waiting.has_changed().unwrap(), "nobody is told before it is true");
        unit.commit().await.unwrap();
        assert!(waiting.has_changed().unwrap(), "the worker is told at once");

        let dropped = begin(store).await;
        assert_eq!(dropped.resets().take_request().await, Ok(Some(requests[0].clone())), "the oldest");
        drop(dropped);
        for request in &requests {
            assert!(answer(store, request).await, "one that was not answered comes again, in its turn");
        }
        assert_eq!(begin(store).await.resets().take_request().await, Ok(None), "what is taken is gone");
    }

    async fn a_request_that_one_worker_is_answering_is_passed_over_by_the_others(database: &TestDatabase) {
        let requests = [request("ann", 0), request("bob", 1)];
        ask(database.database(), &requests).await;
        let first = begin(database.database()).await;
        assert_eq!(first.resets().take_request().await, Ok(Some(requests[0].clone())));
        let other = database.another_instance().await;
        let second = tokio::spawn(async move {
            let unit = begin(&other).await;
            let taken = unit.resets().take_request().await.unwrap();
            unit.commit().await.unwrap();
            taken
        });
        if database.is_postgres() {
            assert_eq!(second.await.unwrap(), Some(requests[1].clone()), "nobody waits");
            first.commit().await.unwrap();
        } else {
            // One writer at a time: the other's turn comes when the first one has ended.
            first.commit().await.unwrap();
            assert_eq!(second.await.unwrap(), Some(requests[1].clone()));
        }
    }

    async fn a_request_with_an_invalid_address_holds_nobody_up(database: &TestDatabase) {
        let requests = [request("ann", 0), request("bob", 1)];
        ask(database.database(), &requests).await;
        let id = literal(database, requests[0].id.uuid());
        execute(database, &format!("UPDATE reset_requests SET email = 'nobody' WHERE id = {id}")).await.unwrap();
        assert_eq!(committed(database.database(), async |unit| unit.resets().take_request().await).await, Some(requests[1].clone()));
        assert_eq!(number(database, "SELECT count(*) FROM reset_requests").await, 0);
    }

    async fn links_that_are_over_are_forgotten(store: &Database) {
        for (text, over) in [("a", 99), ("b", 100), ("c", 101)] {
            let user = person(store, Role::Employee, None).await;
            keep(store, &ResetLink { expires_at: later(over), ..link(user, text) }).await;
        }
        assert_eq!(store.forget(Transient::ResetLinks, later(100)).await, Ok(2));
        assert!(ResetReads::link(store, &"c".repeat(64)).await.unwrap().is_some());
    }

    async fn requests_that_nobody_answered_are_forgotten(database: &TestDatabase) {
        let requests = [request("ann", 99), request("bob", 100)];
        ask(database.database(), &requests).await;
        assert_eq!(database.database().forget(Transient::ResetRequests, later(100)).await, Ok(1));
        assert!(answer(database.database(), &requests[1]).await);
        assert_eq!(begin(database.database()).await.resets().take_request().await, Ok(None));
    }
}
