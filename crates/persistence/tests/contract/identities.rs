//! Accounts at providers, sign-ins by them that are under way, and the sessions that began so.

use application::facts::Confidential;
use application::ports::{
    Identity, NewSession, ProviderSession, ProviderSignIns, SessionReads, SignInCode, StoreError, UniqueKey,
};
use domain::id::{IdentityId, SessionId, UserId};
use domain::person::Role;
use domain::session::SessionEnd;
use domain::sign_in::ProviderName;
use persistence::Transient;
use uuid::Uuid;

use crate::engines::{Engine, at_once};
use crate::schema::refused;
use crate::support::{added, begin, committed, day, later, literal, new_session, number, people, person, session};

fn provider(name: &str) -> ProviderName {
    ProviderName::parse(name).unwrap()
}

/// The link between a person and `subject` at the provider `name`.
pub(crate) fn identity(user: UserId, name: &str, subject: &str) -> Identity {
    Identity {
        id: IdentityId::new(Uuid::now_v7()),
        user,
        provider: provider(name),
        issuer: issuer(name),
        subject: subject.to_owned(),
        email: Some("ann@elsewhere.example".to_owned()),
        sets_role: false,
        linked_at: later(1),
        last_used_at: None,
    }
}

pub(crate) async fn linked(store: &dyn Engine, identity: &Identity) {
    committed(store, async |unit| unit.identities().link(identity).await).await;
}

/// The issuer of the provider `name`.
fn issuer(name: &str) -> String {
    format!("https://{name}.example.org")
}

fn began(name: &str, there: Option<&str>) -> ProviderSession {
    ProviderSession {
        issuer: issuer(name),
        there: there.map(str::to_owned),
        id_token: Confidential("a.b.c".to_owned()),
    }
}

fn of_session(there: &str, user: Option<UserId>) -> ProviderSignIns {
    ProviderSignIns::OfSession { there: there.to_owned(), user }
}

/// The session of somebody new, which began by this provider.
async fn session_by(store: &dyn Engine, name: &str, there: Option<&str>) -> (UserId, SessionId) {
    let user = person(store, Role::Employee, None).await;
    let new = NewSession { provider: Some(began(name, there)), ..new_session(user) };
    committed(store, async |unit| unit.sessions().start(&new).await).await;
    (user, new.id)
}

fn code(user: UserId, letter: &str, there: Option<&str>) -> SignInCode {
    SignInCode { fingerprint: letter.repeat(64), user, began: began("sso", there), expires_at: later(60) }
}

async fn taken(store: &dyn Engine, letter: &str) -> Option<SignInCode> {
    let unit = begin(store).await;
    let taken = unit.sign_in_flows().take_code(&letter.repeat(64)).await.unwrap();
    unit.commit().await.unwrap();
    taken
}

async fn used_up(store: &dyn Engine, letter: &str) -> bool {
    let unit = begin(store).await;
    let is_first = unit.sign_in_flows().use_up(&letter.repeat(64), later(60)).await.unwrap();
    unit.commit().await.unwrap();
    is_first
}

on_every_engine! {
    async fn a_link_is_found_by_the_account_there(store: &AnyEngine) {
        let [ann, bob] = people(store, Role::Employee, None).await;
        let [first, second] = [identity(ann, "sso", "1"), Identity { linked_at: later(0), ..identity(ann, "entra", "1") }];
        linked(store, &first).await;
        linked(store, &second).await;
        linked(store, &identity(bob, "sso", "2")).await;
        let unit = begin(store).await;
        assert_eq!(unit.identities().find("https://sso.example.org", "1").await, Ok(Some(first.clone())));
        assert_eq!(unit.identities().find("https://sso.example.org", "3").await, Ok(None));
        assert_eq!(unit.identities().find("https://other.example.org", "1").await, Ok(None));
        assert_eq!(unit.identities().of(ann).await, Ok(vec![second.clone(), first.clone()]), "in their order");
        drop(unit);
        assert_eq!(store.identities(ann).await, Ok(vec![second, first]));
        assert_eq!(store.identities(UserId::new(Uuid::now_v7())).await, Ok(vec![]));
    }

    async fn an_account_there_belongs_to_one_person_who_has_one_at_each_provider(store: &AnyEngine) {
        let [ann, bob] = people(store, Role::Employee, None).await;
        linked(store, &identity(ann, "sso", "1")).await;
        for (another, key) in [
            (identity(bob, "sso", "1"), UniqueKey::Identity),
            (identity(ann, "sso", "2"), UniqueKey::IdentityOfIssuer),
            // Whatever the operator calls the provider.
            (Identity { provider: provider("renamed"), ..identity(ann, "sso", "2") }, UniqueKey::IdentityOfIssuer),
        ] {
            let unit = begin(store).await;
            assert_eq!(unit.identities().link(&another).await, Err(StoreError::Conflict(key)), "{another:?}");
        }
        linked(store, &identity(bob, "sso", "2")).await;
    }

    async fn of_those_who_link_the_same_account_at_once_one_does(store: &AnyEngine, subject: &Subject) {
        let all: [UserId; 8] = people(store, Role::Employee, None).await;
        let outcomes = at_once(subject, all.len(), |n, store| async move {
            let unit = begin(&*store).await;
            let linked = unit.identities().link(&identity(all[n], "sso", "1")).await;
            if linked.is_ok() {
                unit.commit().await.unwrap();
            }
            linked
        })
        .await;
        let refused = Err(StoreError::Conflict(UniqueKey::Identity));
        assert_eq!(outcomes.iter().filter(|outcome| **outcome == refused).count(), 7, "{outcomes:?}");
    }

    async fn a_sign_in_by_a_link_is_noted_while_it_is_there(store: &AnyEngine) {
        let [ann, bob] = people(store, Role::Employee, None).await;
        let (kept, other) = (identity(ann, "sso", "1"), identity(bob, "sso", "2"));
        linked(store, &kept).await;
        linked(store, &other).await;
        committed(store, async |unit| unit.identities().note_use(kept.id, None, true, later(9)).await).await;
        let used = Identity { email: None, sets_role: true, last_used_at: Some(later(9)), ..kept.clone() };
        assert_eq!((store.identities(ann).await, store.identities(bob).await), (Ok(vec![used]), Ok(vec![other])));
        let unlink = async || committed(store, async |unit| unit.identities().unlink(kept.id).await).await;
        assert!(unlink().await && !unlink().await);
        assert_eq!(store.identities(ann).await, Ok(vec![]));
        let unit = begin(store).await;
        assert_eq!(unit.identities().note_use(kept.id, None, true, later(9)).await, Err(StoreError::Stale));
        drop(unit);
        linked(store, &identity(bob, "entra", "1")).await;
        linked(store, &kept).await;
    }

    async fn what_may_come_once_is_used_up_once(subject: &Subject) {
        let used = at_once(subject, 8, |n, store| async move {
            used_up(&*store, if n < 6 { "a" } else { "b" }).await
        })
        .await;
        let count = |used: &[bool]| used.iter().filter(|used| **used).count();
        assert_eq!((count(&used[..6]), count(&used[6..])), (1, 1), "{used:?}");
    }

    async fn a_code_is_taken_once(store: &AnyEngine, subject: &Subject) {
        let ann = person(store, Role::Employee, None).await;
        let kept = code(ann, "a", Some("s1"));
        committed(store, async |unit| unit.sign_in_flows().keep_code(&kept).await).await;
        committed(store, async |unit| unit.sign_in_flows().keep_code(&code(ann, "b", None)).await).await;
        let unit = begin(store).await;
        let again = unit.sign_in_flows().keep_code(&code(ann, "a", None)).await;
        assert_eq!(again, Err(StoreError::Conflict(UniqueKey::Other)));
        drop(unit);
        let codes = at_once(subject, 8, |_, store| async move { taken(&*store, "a").await }).await;
        assert_eq!(codes.into_iter().flatten().collect::<Vec<_>>(), [kept]);
        assert_eq!((taken(store, "c").await, taken(store, "b").await), (None, Some(code(ann, "b", None))));
    }

    async fn codes_end_with_the_session_there_or_with_the_person(store: &AnyEngine) {
        let [ann, bob] = people(store, Role::Employee, None).await;
        let left = async |which: ProviderSignIns, by: &str| {
            let kept = [code(ann, "a", Some("s1")), code(ann, "b", None), code(bob, "c", Some("s2")), code(bob, "d", None)];
            committed(store, async |unit| {
                for code in &kept {
                    unit.sign_in_flows().keep_code(code).await?;
                }
                unit.sign_in_flows().drop_codes(&issuer(by), &which).await
            })
            .await;
            let mut left = String::new();
            for letter in ["a", "b", "c", "d"] {
                left.push_str(if taken(store, letter).await.is_some() { letter } else { "" });
            }
            left
        };
        assert_eq!(left(of_session("s1", None), "sso").await, "bcd");
        assert_eq!(left(of_session("s1", Some(bob)), "sso").await, "bc", "and those of no known session there");
        assert_eq!(left(of_session("s3", None), "sso").await, "abcd");
        assert_eq!(left(ProviderSignIns::OfUser(ann), "sso").await, "cd");
        assert_eq!(left(ProviderSignIns::OfUser(ann), "entra").await, "abcd");
    }

    async fn a_live_session_knows_by_which_provider_it_began(store: &AnyEngine, subject: &Subject) {
        let (_, by_provider) = session_by(store, "sso", Some("s1")).await;
        let by_password = session(store, person(store, Role::Employee, None).await).await;
        let view = async |id| store.session(id, day("2026-06-10")).await.unwrap().unwrap();
        assert!(view(by_provider).await.is_by_provider && !view(by_password).await.is_by_provider);
        assert_eq!(view(by_provider).await.created_at, later(0));
        let unit = begin(store).await;
        assert_eq!(unit.sessions().provider_of(by_provider).await, Ok(Some(began("sso", Some("s1")))));
        assert_eq!(unit.sessions().provider_of(by_password).await, Ok(None));
        unit.sessions().end(by_provider, SessionEnd::Logout, later(1)).await.unwrap();
        assert_eq!(unit.sessions().provider_of(by_provider).await, Ok(None));
        unit.commit().await.unwrap();
        subject.holds(0, "SELECT count(*) FROM sessions WHERE id_token IS NOT NULL").await;
        assert!(view(by_provider).await.is_by_provider);
    }

    async fn sessions_end_with_the_session_there_or_with_the_person(store: &AnyEngine) {
        let (ann, first) = session_by(store, "sso", Some("s1")).await;
        let (bob, second) = session_by(store, "sso", None).await;
        let (_, other_provider) = session_by(store, "entra", Some("s1")).await;
        let by_password = person(store, Role::Employee, None).await;
        session(store, by_password).await;
        let end = async |which: ProviderSignIns| {
            committed(store, async |unit| {
                unit.sessions().end_of_provider(&issuer("sso"), &which, SessionEnd::Logout, later(5)).await
            })
            .await
        };
        assert_eq!(end(of_session("s2", None)).await, []);
        assert_eq!(end(of_session("s2", Some(ann))).await, [], "it is known to be another session there");
        assert_eq!(end(ProviderSignIns::OfUser(by_password)).await, []);
        assert_eq!(end(of_session("s1", None)).await, [(ann, first)]);
        assert_eq!(end(of_session("s1", None)).await, [], "it has ended");
        assert_eq!(end(of_session("s2", Some(bob))).await, [(bob, second)]);
        let ended = async |id| store.session(id, day("2026-06-10")).await.unwrap().unwrap().ended;
        assert_eq!(ended(first).await, Some(SessionEnd::Logout));
        assert_eq!(ended(other_provider).await, None);
        let (cat, third) = session_by(store, "sso", Some("s3")).await;
        assert_eq!(end(ProviderSignIns::OfUser(cat)).await, [(cat, third)]);
    }

    async fn an_account_may_begin_without_a_password(store: &AnyEngine) {
        let ann = added(store, Role::Employee, |new| new.hash = None).await;
        let unit = begin(store).await;
        assert_eq!(unit.people().lock_login(ann).await.unwrap().unwrap().hash, None);
    }
}

on_databases! {
    async fn what_came_once_and_codes_are_forgotten_at_their_end(database: &TestDatabase, store: &Database) {
        let ann = person(store, Role::Employee, None).await;
        for (letter, ends) in [("a", 9), ("b", 10), ("c", 11)] {
            committed(store, async |unit| {
                unit.sign_in_flows().use_up(&letter.repeat(64), later(ends)).await?;
                let code = SignInCode { expires_at: later(ends), ..code(ann, letter, None) };
                unit.sign_in_flows().keep_code(&code).await
            })
            .await;
        }
        for what in [Transient::UsedFlows, Transient::SignInCodes] {
            assert_eq!(store.forget(what, later(10)).await, Ok(2), "{what:?}");
        }
        assert_eq!(number(database, "SELECT count(*) FROM used_flows").await, 1);
        // Of a session only the ID token is.
        let (_, id) = session_by(store, "sso", Some("s1")).await;
        let ends = store.session(id, day("2026-06-10")).await.unwrap().unwrap().expires_at;
        assert_eq!(store.forget(Transient::IdTokens, ends - chrono::Duration::seconds(1)).await, Ok(0));
        assert_eq!(store.forget(Transient::IdTokens, ends).await, Ok(1));
        assert_eq!(store.forget(Transient::IdTokens, ends).await, Ok(0));
        assert!(store.session(id, day("2026-06-10")).await.unwrap().unwrap().is_by_provider);
        assert_eq!(taken(store, "c").await.map(|code| code.expires_at), Some(later(11)));
    }

    async fn a_link_belongs_to_an_account(database: &TestDatabase, store: &Database) {
        let ann = person(store, Role::Employee, None).await;
        linked(store, &identity(ann, "sso", "1")).await;
        let nobody = literal(database, Uuid::from_u128(7));
        let change = format!("UPDATE identities SET user_id = {nobody}");
        refused(database, &change, &["fk_identities_user", "FOREIGN KEY"]).await;
    }
}
