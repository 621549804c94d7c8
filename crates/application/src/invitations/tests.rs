//! Who is invited, by whom, when, and with what.

use super::*;
use crate::accounts::AccountCreatedLetter;
use crate::events::Origin;
use crate::mail::Confidential;
use crate::memory::State;
use crate::passwords::events::reset_link_made;
use crate::passwords::{answer_resets, reset_password};
use crate::ports::{ResetLink, ResetRequest};
use crate::sessions::events::first_password_set;
use crate::testing::{Fakes, at, caller, day, hash_of, nothing_changes_when_a_call_fails, request, user};
use crate::{Conflict, Error};
use domain::access::Forbidden;
use domain::id::ResetRequestId;
use domain::person::{EmailAddress, Role};
use domain::sign_in::PasswordUse;
use uuid::Uuid;

const NOW: &str = "2026-06-10T10:00:00Z";
const IN_TWO_WEEKS: &str = "2026-06-24T10:00:00Z";

/// Nobody has signed in but HR 5 and administrator 9: not Employees 1 and 2, manager 7 and administrator 8, who have no password.
fn before() -> State {
    let people = [
        (1, Role::Employee),
        (2, Role::Employee),
        (5, Role::Hr),
        (7, Role::Manager),
        (8, Role::Admin),
        (9, Role::Admin),
    ];
    let mut state = State::of(&people).signed_in(&[5, 9]);
    for n in [1, 2, 7, 8] {
        state.person(n).is_first_login = true;
        state.person(n).hash = None;
    }
    state
}

fn planned(due: &[(u128, &str)]) -> State {
    State { invitations: due.iter().map(|(n, due)| (user(*n), at(due))).collect(), ..before() }
}

fn later(fakes: Fakes, now: &str) -> Fakes {
    Fakes { now: at(now), ..fakes }
}

/// The kinds of the mails that wait, with their addresses.
fn letters(state: &State) -> Vec<(&'static str, &str)> {
    state.mails.values().map(|mail| (mail.mail.letter.kind(), mail.mail.to.as_str())).collect()
}

async fn send_all(fakes: &Fakes) -> bool {
    send_due(&fakes.ports()).await.unwrap()
}

#[tokio::test]
async fn an_invitation_brings_a_link_for_two_weeks_kept_as_a_fingerprint() {
    let earlier = ResetLink { user: user(1), fingerprint: "earlier".into(), expires_at: at(IN_TWO_WEEKS) };
    let fakes = Fakes::plain(State { links: [(user(1), earlier)].into(), ..before() });
    invite_person(&fakes.ports(), &caller(5, Role::Hr), user(1)).await.unwrap();
    assert!(!send_all(&fakes).await);
    let kept = fakes.state();
    let expires_at = at(IN_TWO_WEEKS);
    let link = ResetLink { user: user(1), fingerprint: "fingerprint of secret".into(), expires_at };
    assert_eq!((&kept.links[&user(1)], letters(&kept)), (&link, vec![("invitation", "p1@x.org")]));
    let letter = &kept.mails.values().next().unwrap().mail.letter;
    let email = "p1@x.org".to_owned();
    let about = InvitationLetter { email, token: Confidential("secret".into()), expires_at, providers: vec![] };
    assert_eq!((letter.to().to_string().as_str(), letter.about()), ("First1 Last1", Some(about)));
    let [asked, sent] = kept.events.as_slice() else { panic!("{:?}", kept.events) };
    assert_eq!((&asked.record, asked.actor()), (&events::person_invited(user(1)), Some(user(5))));
    assert_eq!((&sent.record, sent.origin), (&events::invitation_sent(user(1)), Origin::job()));
    assert!(!format!("{kept:?}").contains("\"secret\""), "the secret is in no log");
    assert_eq!((kept.people, kept.invitations.len()), (before().people, 0));
}

#[tokio::test]
async fn the_link_sets_the_first_password_once() {
    let fakes = Fakes::plain(planned(&[(1, NOW)]));
    send_all(&fakes).await;
    let late = later(Fakes::plain(fakes.state()), IN_TWO_WEEKS);
    let bad = Error::from(Invalid::message("This reset link is invalid or has expired"));
    let set = async |fakes: &Fakes| reset_password(&fakes.ports(), "secret", "harbour light", request()).await;
    assert_eq!(set(&late).await, Err(bad.clone()));
    set(&fakes).await.unwrap();
    let kept = fakes.state();
    let account = &kept.people[&user(1)];
    assert_eq!((&account.hash, account.is_first_login), (&Some(hash_of("harbour light")), false));
    assert_eq!(kept.events.last().unwrap().record, first_password_set(user(1)));
    assert_eq!(set(&fakes).await, Err(bad));
}

#[tokio::test]
async fn a_person_who_cannot_be_invited_is_refused_with_the_reason() {
    let name = || before().person(1).record.name.clone();
    let signed_in: fn(&mut State) = |state| *state = state.clone().signed_in(&[1]);
    let own_password: fn(&mut State) = |state| state.person(1).is_first_login = false;
    let inactive: fn(&mut State) = |state| state.person(1).record.standing.is_active = false;
    let blocked: fn(&mut State) = |state| state.person(1).record.standing.is_blocked = true;
    let gone: fn(&mut State) = |state| _ = state.people.remove(&user(1));
    for (change, why) in [
        (signed_in, Conflict::SignedInAlready(name()).into()),
        (own_password, Conflict::SignedInAlready(name()).into()),
        (inactive, Conflict::InviteeInactive(name()).into()),
        (blocked, Conflict::InviteeBlocked(name()).into()),
        (gone, Error::NotFound("User")),
    ] {
        let mut state = before();
        change(&mut state);
        let fakes = Fakes::over(state.clone());
        let ports = fakes.ports();
        assert_eq!(invite_person(&ports, &caller(9, Role::Admin), user(1)).await, Err(why));
        assert_eq!(fakes.state(), state);
    }
    let sentences = [Conflict::SignedInAlready, Conflict::InviteeInactive, Conflict::InviteeBlocked];
    assert_eq!(
        sentences.map(|refused| refused(name()).sentence().into_owned()),
        [
            "First1 Last1 has signed in already",
            "First1 Last1 is inactive. Activate the account first.",
            "First1 Last1 is blocked. Unblock the account first.",
        ]
    );
}

#[tokio::test]
async fn people_invite_those_whom_they_look_after() {
    for (by, n, why) in [
        ((5, Role::Hr), 8, Forbidden::AdminAccount),
        ((7, Role::Manager), 1, Forbidden::Role),
        ((1, Role::Employee), 1, Forbidden::Role),
    ] {
        let fakes = Fakes::over(before());
        assert_eq!(invite_person(&fakes.ports(), &caller(by.0, by.1), user(n)).await, Err(why.into()));
        assert_eq!(fakes.state(), before());
    }
    let manager = caller(7, Role::Manager);
    let fakes = Fakes::over(before());
    assert_eq!(invite_everybody(&fakes.ports(), &manager).await, Err(Forbidden::Role.into()));
    assert_eq!(invitable(&fakes.ports(), &manager).await, Err(Forbidden::Role.into()));
    for (by, invited) in [(caller(5, Role::Hr), vec![1, 2, 7]), (caller(9, Role::Admin), vec![1, 2, 7, 8])] {
        let fakes = Fakes::plain(planned(&[(2, "2026-07-01T08:30:00Z")]));
        let count = u32::try_from(invited.len()).unwrap();
        assert_eq!(invitable(&fakes.ports(), &by).await, Ok(count));
        assert_eq!(invite_everybody(&fakes.ports(), &by).await, Ok(count));
        assert_eq!(fakes.state().events[0].record, events::people_invited(count));
        assert!(!send_all(&fakes).await, "the later invitation of one of them has become this one");
        let kept = fakes.state();
        assert_eq!(
            kept.links.keys().copied().collect::<Vec<_>>(),
            invited.iter().map(|n| user(*n)).collect::<Vec<_>>()
        );
        assert_eq!((kept.mails.len(), kept.invitations.len()), (invited.len(), 0));
    }
    let nobody = Fakes::plain(State::of(&[(5, Role::Hr)]));
    assert_eq!(invite_everybody(&nobody.ports(), &caller(5, Role::Hr)).await, Ok(0));
    assert!(nobody.state().events.is_empty());
}

#[tokio::test]
async fn invitations_for_a_day_go_out_on_that_day_to_the_present_address() {
    let fakes = Fakes::plain(before());
    let ports = fakes.ports();
    let due = Sending::On(day("2026-06-15")).due(&ports.moment()).unwrap();
    assert_eq!((due, Sending::Now.due(&ports.moment())), (at("2026-06-15T08:30:00Z"), Ok(at(NOW))));
    for bad in ["2026-06-09", "2026-08-10"] {
        let refused = Sending::On(day(bad)).due(&ports.moment());
        assert_eq!(refused, Err(Invalid::field("invite", BAD_DAY).into()));
    }
    let work = ports.store.begin().await.unwrap();
    assert_eq!(invite(work.as_ref(), &[user(1), user(2), user(7), user(8), user(9)], due).await, Ok(4));
    work.commit().await.unwrap();
    assert!(!send_all(&later(Fakes::plain(fakes.state()), "2026-06-15T08:29:59Z")).await);

    let mut state = fakes.state();
    state.person(1).record.email = EmailAddress::parse("moved@x.org").unwrap();
    state.person(2).record.standing.is_active = false;
    state.person(7).record.standing.is_blocked = true;
    state.person(8).is_first_login = false;
    let fakes = later(Fakes::plain(state), "2026-06-15T08:30:00Z");
    send_all(&fakes).await;
    let kept = fakes.state();
    assert_eq!((letters(&kept), kept.invitations.len()), (vec![("invitation", "moved@x.org")], 0));
    assert_eq!(kept.links[&user(1)].expires_at, at("2026-06-29T08:30:00Z"), "two weeks from the sending");
}

#[tokio::test]
async fn many_invitations_are_sent_in_several_transactions() {
    let people: Vec<(u128, Role)> = (1..=u128::from(SENT_TOGETHER) + 1).map(|n| (n, Role::Employee)).collect();
    let mut state = State::of(&people);
    for account in state.people.values_mut() {
        account.is_first_login = true;
    }
    state.invitations = state.people.keys().map(|user| (*user, at(NOW))).collect();
    let fakes = Fakes::plain(state);
    assert!(send_all(&fakes).await);
    assert_eq!((fakes.state().mails.len(), fakes.state().invitations.len()), (SENT_TOGETHER as usize, 1));
    let calls = fakes.memory.calls();
    assert_eq!(calls.len(), 7, "as many as for one: {calls:?}");
    assert!(!send_all(&fakes).await);
    assert_eq!(fakes.state().invitations.len(), 0);
}

#[tokio::test]
async fn where_no_password_counts_the_mail_says_how_to_sign_in() {
    for passwords in [PasswordUse::Nobody, PasswordUse::BreakGlass] {
        let fakes = Fakes::plain(planned(&[(1, NOW)])).with_passwords(passwords);
        send_all(&fakes).await;
        let kept = fakes.state();
        let letter = &kept.mails.values().next().unwrap().mail.letter;
        let about = AccountCreatedLetter {
            employee_id: "EMP1001".into(),
            email: "p1@x.org".into(),
            providers: vec!["Acme".into()],
        };
        assert_eq!((letter.about(), kept.links.len()), (Some(about), 0));
    }
    let both = Fakes::plain(planned(&[(1, NOW)])).with_passwords(PasswordUse::Everybody);
    send_all(&both).await;
    let kept = both.state();
    let about: InvitationLetter = kept.mails.values().next().unwrap().mail.letter.about().unwrap();
    assert_eq!(about.providers, ["Acme"]);
}

#[tokio::test]
async fn a_forgotten_first_password_is_an_invitation() {
    let asking = |state: State| {
        let email = EmailAddress::parse("p1@x.org").unwrap();
        let request = ResetRequest { id: ResetRequestId::new(Uuid::from_u128(1)), email, asked_at: at(NOW) };
        Fakes::plain(State { reset_requests: vec![request], ..state })
    };
    let fakes = asking(before());
    answer_resets(&fakes.ports()).await.unwrap();
    let kept = fakes.state();
    assert_eq!((letters(&kept), kept.links[&user(1)].expires_at), (vec![("invitation", "p1@x.org")], at(IN_TWO_WEEKS)));
    assert_eq!(kept.events[0].record, events::invitation_sent(user(1)));
    // Neither a generated password nor a sign-in by a provider needs one.
    for (hash, is_first_login) in [(Some(hash_of("generated")), true), (None, false)] {
        let mut state = before();
        (state.person(1).hash, state.person(1).is_first_login) = (hash, is_first_login);
        let fakes = asking(state);
        answer_resets(&fakes.ports()).await.unwrap();
        assert_eq!(letters(&fakes.state()), [("password-reset", "p1@x.org")]);
        assert_eq!(fakes.state().events[0].record, reset_link_made(user(1)));
    }
    let off = asking(before()).with_passwords(PasswordUse::Nobody);
    answer_resets(&off.ports()).await.unwrap();
    assert!(off.state().mails.is_empty());
}

#[tokio::test]
async fn an_invitation_that_cannot_be_sent_waits() {
    nothing_changes_when_a_call_fails(|| planned(&[(1, NOW)]), async |fakes| send_due(&fakes.ports()).await).await;
    nothing_changes_when_a_call_fails(before, async |fakes| {
        invite_person(&fakes.ports(), &caller(5, Role::Hr), user(1)).await
    })
    .await;
    nothing_changes_when_a_call_fails(before, async |fakes| {
        invite_everybody(&fakes.ports(), &caller(5, Role::Hr)).await
    })
    .await;
}
