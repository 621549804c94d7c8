//! The way back from a provider, over a provider that says what a test wants: failures of the store, and races.

use super::failed::has_place;
use super::*;
use crate::facts::Confidential;
use crate::memory::{State, away};
use crate::ports::{BasicLogin, Identity, Outbound, OutboundAnswer, OutboundFault, ProviderTokens};
use crate::testing::{Fakes, FixedClock, at, nothing_changes_when_a_call_fails, request, user};
use crate::{Error, Result};
use async_trait::async_trait;
use domain::id::IdentityId;
use domain::person::{EmailAddress, EmployeeId, Role};
use domain::sign_in::{
    Algorithm, ClaimValue, Endpoint, Issuer, KeyMaterial, PasswordUse, Provider, ProviderName, SignInFailure,
    UnknownPeople,
};
use std::sync::Arc;
use uuid::Uuid;

const NOW: &str = "2026-06-10T10:00:00Z";
const ISSUER: &str = "https://id.example.org";

/// A provider that vouches for `ann`, or for the address that it is made with.
struct Vouching {
    email: &'static str,
}

#[async_trait]
impl Outbound for Vouching {
    async fn get(&self, from: &Endpoint, _: Option<&Confidential>) -> Result<OutboundAnswer, OutboundFault> {
        Ok(answer(from.as_str()))
    }
    async fn post_form(
        &self,
        to: &Endpoint,
        _: &[(&str, &str)],
        _: Option<BasicLogin<'_>>,
    ) -> Result<OutboundAnswer, OutboundFault> {
        Ok(answer(to.as_str()))
    }
}

/// An answer whose body is the address that was asked.
fn answer(address: &str) -> OutboundAnswer {
    OutboundAnswer { status: 200, date: None, keep_for: None, body: address.as_bytes().to_vec() }
}

impl ProviderTokens for Vouching {
    fn json(&self, text: &[u8]) -> Option<ClaimValue> {
        let address = |path: &str| say(&format!("{ISSUER}{path}"));
        match std::str::from_utf8(text).unwrap().strip_prefix(ISSUER)? {
            "/token" => Some(object(&[("id_token", say("signed"))])),
            "/keys" => {
                let key = object(&[("kty", say("RSA")), ("n", say("n")), ("e", say("e"))]);
                Some(object(&[("keys", ClaimValue::List(vec![key]))]))
            }
            _ => Some(object(&[
                ("issuer", say(ISSUER)),
                ("authorization_endpoint", address("/authorize")),
                ("token_endpoint", address("/token")),
                ("jwks_uri", address("/keys")),
            ])),
        }
    }
    fn header(&self, _: &str) -> Option<ClaimValue> {
        Some(object(&[("alg", say("RS256"))]))
    }
    fn claims(&self, _: &str, _: Algorithm, _: &KeyMaterial) -> Option<ClaimValue> {
        let now = at(NOW).timestamp();
        Some(object(&[
            ("iss", say(ISSUER)),
            ("aud", say("daybook")),
            ("sub", say("there-1")),
            // The second secret that is made.
            ("nonce", say("secret 2")),
            ("iat", ClaimValue::Number(now)),
            ("exp", ClaimValue::Number(now + 300)),
            ("email", say(self.email)),
            ("email_verified", ClaimValue::Boolean(true)),
            ("given_name", say("Nina")),
            ("family_name", say("New")),
        ]))
    }
}

fn say(text: &str) -> ClaimValue {
    ClaimValue::Text(text.to_owned())
}

fn object(members: &[(&str, ClaimValue)]) -> ClaimValue {
    ClaimValue::Object(members.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
}

/// A portal over this store whose provider vouches for the address.
fn portal(state: State, email: &'static str) -> Fakes {
    let provider = Provider {
        label: "Acme".into(),
        unknown_people: UnknownPeople::BecomeEmployees,
        ..Provider::new(ProviderName::parse("acme").unwrap(), Issuer::parse(ISSUER).unwrap(), "daybook".into())
    };
    let vouching = Arc::new(Vouching { email });
    let clock = Arc::new(FixedClock(at(NOW)));
    let client = ProviderClient::new(provider, vouching.clone(), vouching, clock);
    let providers = Providers::new(vec![Arc::new(client)], PasswordUse::Everybody, "https://portal.example".into());
    Fakes { providers: Arc::new(providers), ..Fakes::plain(state) }
}

/// Person 1 is an Employee and person 5 is HR.
fn before() -> State {
    State { last_employee_id: Some(1005), ..State::of(&[(1, Role::Employee), (5, Role::Hr)]) }
}

/// Goes there and back, up to the code for the page.
async fn way(fakes: &Fakes) -> Result<Confidential> {
    let ports = fakes.ports();
    let started = begin(&ports, "acme", Some("/to"), Purpose::SignIn, &[]).await?;
    let state = started.query.iter().find(|(name, _)| *name == "state").unwrap().1.clone();
    let flow = flow_of(&ports, "acme", Some(&state), &[started.flow])?;
    let answer = ProviderAnswer { code: Some(format!("code {state}")), ..ProviderAnswer::default() };
    match callback(&ports, flow, answer, request()).await? {
        Landing::SignedIn { code, to } => {
            assert_eq!(to, "/to");
            Ok(code)
        }
        Landing::Linked => panic!("nobody wanted a link"),
    }
}

fn count(fakes: &Fakes, kind: &str) -> usize {
    fakes.state().events.iter().filter(|event| event.record.kind == kind).count()
}

#[tokio::test]
async fn a_failure_of_the_store_leaves_no_half_of_an_account_and_no_session() {
    for email in ["p1@x.org", "nina@example.org"] {
        for n in 1.. {
            let fakes = portal(before(), email);
            fakes.memory.fails_at(n);
            let answer = way(&fakes).await;
            let state = fakes.state();
            assert_eq!(state.sessions.len(), 0);
            if answer.is_ok() {
                assert!(n > 10 && state.sign_in_codes.len() == 1, "{n}: {:?}", fakes.memory.calls());
                break;
            }
            assert_eq!(answer, Err(Error::Store(away())), "{:?}", fakes.memory.calls());
            assert!(state.sign_in_codes.is_empty());
            assert_eq!(count(&fakes, "identity-linked"), state.identities.len());
            assert_eq!(count(&fakes, "account-created") + 2, state.people.len());
            let told = state.mails.values().filter(|mail| mail.mail.letter.kind() == "employee-arrived").count();
            assert_eq!(told, count(&fakes, "account-created"), "HR learns of it with the account");
            for account in state.people.values().filter(|account| account.record.email.as_str() == "nina@example.org") {
                assert!(state.identities.values().any(|identity| identity.user == account.record.id));
            }
        }
    }
}

#[tokio::test]
async fn another_callback_that_was_first_makes_the_account_and_the_link() {
    let fakes = portal(before(), "nina@example.org");
    way(&fakes).await.unwrap();
    let first = fakes.state();
    let link = first.identities.values().next().unwrap();
    let mut account = first.people[&link.user].clone();
    (account.record.id, account.record.employee_id) = (user(77), EmployeeId::new(1077));
    let link = Identity { id: IdentityId::new(Uuid::from_u128(770)), user: user(77), ..link.clone() };
    for (call, name) in [("PersonRepository::insert_many", "account"), ("IdentityRepository::link", "link")] {
        let fakes = portal(before(), "nina@example.org");
        let (account, link) = (account.clone(), link.clone());
        let commit = move |state: &mut State| {
            state.people.insert(user(77), account.clone());
            state.identities.insert(link.id, link.clone());
        };
        let memory = fakes.memory.clone();
        fakes.memory.before(call, move |seen| {
            commit(seen);
            memory.change(commit);
        });
        way(&fakes).await.unwrap();
        let state = fakes.state();
        assert_eq!((state.identities.len(), state.people.len()), (1, 3), "before the {name}");
        assert_eq!(state.sign_in_codes.values().next().unwrap().user, user(77));
        assert_eq!(count(&fakes, "account-created"), 0);
    }
}

#[tokio::test]
async fn another_callback_that_linked_the_account_while_this_one_waited_for_it_does_for_both() {
    let fakes = portal(before(), "p1@x.org");
    way(&fakes).await.unwrap();
    let identity = fakes.state().identities.values().next().unwrap().clone();
    let fakes = portal(before(), "p1@x.org");
    let memory = fakes.memory.clone();
    fakes.memory.before("IdentityRepository::of", move |seen| {
        seen.identities.insert(identity.id, identity.clone());
        let identity = identity.clone();
        memory.change(move |state| {
            state.identities.insert(identity.id, identity);
        });
    });
    way(&fakes).await.unwrap();
    assert_eq!((fakes.state().identities.len(), count(&fakes, "sign-in-failed")), (1, 0));
}

#[tokio::test]
async fn a_failure_of_the_store_uses_no_code_of_the_page_up() {
    let fakes = portal(before(), "p1@x.org");
    let code = way(&fakes).await.unwrap();
    let kept = fakes.state();
    nothing_changes_when_a_call_fails(
        || kept.clone(),
        async |fresh| {
            let fakes = Fakes {
                providers: fakes.providers.clone(),
                memory: fresh.memory.clone(),
                ..portal(State::default(), "")
            };
            let fakes = Fakes { store: fresh.store.clone(), reads: fresh.reads.clone(), ..fakes };
            exchange(&fakes.ports(), &code.0, true, request()).await.map(|signed_in| signed_in.person.id)
        },
    )
    .await;
}

#[tokio::test]
async fn a_failure_comes_back_from_the_page_as_it_was_for_a_minute() {
    let fakes = portal(before(), "p1@x.org");
    let email = EmailAddress::parse("ann@example.org").unwrap();
    for failure in [
        SignInFailure::UnverifiedEmail,
        SignInFailure::NoEmail,
        SignInFailure::NoAccount(email.clone()),
        SignInFailure::LinkedElsewhere(email),
        SignInFailure::Cancelled,
        SignInFailure::TookTooLong,
        SignInFailure::Away,
        SignInFailure::Clocks(61),
        SignInFailure::Blocked,
        SignInFailure::Inactive,
        SignInFailure::Failed,
    ] {
        let failed = SignInError { failure, label: "Acme".into(), user: Some(user(1)), reason: Some("why".into()) };
        let sealed = failed.seal(&fakes.ports()).unwrap();
        // Whose account it is and why is nobody's business.
        let shown = SignInError { user: None, reason: None, ..failed };
        assert_eq!(exchange(&fakes.ports(), &sealed, false, request()).await, Err(shown.into()));
        let later = Fakes { now: at("2026-06-10T10:01:00Z"), ..portal(before(), "p1@x.org") };
        let over = exchange(&later.ports(), &sealed, false, request()).await;
        assert_eq!(over, Err(crate::sessions::places::expired()));
    }
}

#[tokio::test]
async fn strangers_fill_the_audit_log_with_failures_no_faster_than_with_wrong_passwords() {
    let fakes = portal(before(), "nina@example.org");
    for _ in 0..60 {
        let failed = SignInError { failure: SignInFailure::Failed, label: String::new(), user: None, reason: None };
        failed.note(&fakes.ports(), request()).await.unwrap();
    }
    assert_eq!(count(&fakes, "sign-in-failed"), 50);
    // Nor is the provider called for them more often than thirty times a minute.
    let answers = async |failure: SignInFailure| {
        let fakes = portal(before(), "p1@x.org");
        for _ in 0..60 {
            let failed = SignInError { failure: failure.clone(), label: String::new(), user: None, reason: None };
            failed.note(&fakes.ports(), request()).await.unwrap();
        }
        let mut looked_at = 0;
        for _ in 0..60 {
            let work = fakes.ports().store.begin().await.unwrap();
            looked_at += usize::from(has_place(work.as_ref(), &fakes.ports(), request()).await.unwrap());
            work.commit().await.unwrap();
        }
        looked_at
    };
    assert_eq!(answers(SignInFailure::Failed).await, 30);
    assert_eq!(answers(SignInFailure::Away).await, 60, "everybody failed");
    for quiet in [SignInFailure::Cancelled, SignInFailure::TookTooLong] {
        let fakes = portal(before(), "nina@example.org");
        let failed = SignInError { failure: quiet, label: String::new(), user: None, reason: None };
        failed.note(&fakes.ports(), request()).await.unwrap();
        assert_eq!(fakes.state(), before());
    }
}

#[test]
fn a_flow_is_opened_as_it_was_sealed() {
    let fakes = portal(before(), "p1@x.org");
    let session = domain::id::SessionId::new(Uuid::from_u128(7));
    for purpose in [Purpose::SignIn, Purpose::Link { user: user(1), session }] {
        let flow = Flow {
            provider: ProviderName::parse("acme").unwrap(),
            state: "state".into(),
            nonce: "nonce".into(),
            verifier: "verifier".into(),
            to: "/to".into(),
            began: at("2026-06-10T09:59:59.123456Z"),
            purpose,
        };
        let sealed = flow.seal(&fakes.ports()).unwrap();
        assert!(Flow::open(&fakes.ports(), &sealed) == Some(flow));
    }
}
