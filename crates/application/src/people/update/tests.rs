//! Who may change what of whom, and what does not fit.

mod consequences;
mod plain;
mod records;
mod terms;

use super::*;
use crate::Invalid;
use crate::events::{Push, Topic};
use crate::memory::State;
use crate::testing::{self, Fakes, caller, day, record, user};
use domain::access::Forbidden;
use domain::session::SessionEnd;

/// Employees 1 and 2 of manager 7's team, manager 7, HR 5, and administrators 8 and 9; person 1 and 7 are signed in.
fn before() -> State {
    let mut state = State::of(&[
        (1, Role::Employee),
        (2, Role::Employee),
        (5, Role::Hr),
        (7, Role::Manager),
        (8, Role::Admin),
        (9, Role::Admin),
    ]);
    for n in [1, 2] {
        state.person(n).record.manager = Some(user(7));
    }
    state.signed_in(&[1, 7]).paid()
}

fn portal() -> Fakes {
    Fakes::plain(before())
}

/// The same, changed like this.
fn with(change: impl FnOnce(&mut State)) -> Fakes {
    let fakes = portal();
    fakes.memory.change(change);
    fakes
}

fn kinds(state: &State) -> Vec<&str> {
    let kinds = state.events.iter().map(|event| event.record.kind.as_ref());
    // What somebody is given by that is shown with leave.
    kinds.filter(|kind| *kind != "leave-allocated").collect()
}

/// The kinds of the mails that wait, with their addresses.
fn letters(state: &State) -> Vec<(&str, &str)> {
    state.mails.values().map(|mail| (mail.mail.letter.kind(), mail.mail.to.as_str())).collect()
}

/// Whose sessions ended, and how.
fn ended(state: &State) -> Vec<(UserId, SessionEnd)> {
    let ended = state.sessions.values().filter_map(|session| Some((session.started.user, session.ended?.0)));
    ended.collect()
}

/// Person `n` as the form sends it back unchanged.
fn form(n: u128, role: Role) -> AccountUpdate {
    testing::form(&record(n, role))
}

fn renamed(n: u128, role: Role) -> AccountUpdate {
    AccountUpdate { first_name: "Renamed".into(), ..form(n, role) }
}

#[expect(clippy::unnecessary_wraps, reason = "it stands where a field may also be left out or cleared")]
fn given(text: &str) -> Patch<String> {
    Some(Some(text.to_owned()))
}

async fn update(fakes: &Fakes, by: &Caller, n: u128, typed: AccountUpdate) -> Result<Profile, Error> {
    update_account(&fakes.ports(), by, user(n), typed).await
}

fn admin() -> Caller {
    caller(9, Role::Admin)
}

fn hr() -> Caller {
    caller(5, Role::Hr)
}

/// Why it was refused; nothing may have been kept.
async fn refusal(fakes: Fakes, by: &Caller, n: u128, typed: AccountUpdate) -> Error {
    let before = fakes.state();
    let error = update(&fakes, by, n, typed).await.unwrap_err();
    assert_eq!(fakes.state(), before, "{error:?}");
    error
}

#[tokio::test]
async fn what_does_not_fit_is_told_at_its_fields_before_anything_is_asked() {
    let long = "é".repeat(101);
    let typed = AccountUpdate {
        first_name: "  ".into(),
        last_name: long.clone(),
        email: "nobody".into(),
        external_id: given(&"1".repeat(65)),
        role: None,
        department: given(&long),
        position: given("a\0b"),
        phone_number: given(&"1".repeat(33)),
        designation: given("a\u{202e}b"),
        salary: Some(Some(-0.01)),
        salary_from: Some(day("2027-06-12")),
        joining_date: None,
        records_from: None,
        is_active: None,
        expected: None,
    };
    // Nothing is asked: the store would fail.
    let Err(Error::Invalid(Invalid { message: None, fields })) = update(&Fakes::default(), &hr(), 404, typed).await
    else {
        panic!("it was accepted")
    };
    let told: Vec<(&str, &str)> = fields.iter().map(|(field, sentence)| (*field, sentence.as_str())).collect();
    assert_eq!(
        told,
        [
            ("firstName", "First name is required"),
            ("lastName", "Last name must be at most 100 characters"),
            ("email", "Please enter a valid email address"),
            ("externalId", "External ID must be at most 64 characters"),
            ("role", "Role is required"),
            ("department", "Department must be at most 100 characters"),
            ("position", "Position contains characters that are not allowed"),
            ("phoneNumber", "Phone number must be at most 32 characters"),
            ("designation", "Designation contains characters that are not allowed"),
            ("salary", "Please enter a valid salary amount"),
            ("salaryFrom", "The salary can begin at most 366 days ahead"),
        ]
    );
}

#[tokio::test]
async fn refusals_come_in_their_order() {
    let unfit = || AccountUpdate { first_name: String::new(), ..form(404, Role::Admin) };
    assert_eq!(refusal(portal(), &caller(7, Role::Manager), 404, unfit()).await, Forbidden::Role.into());
    assert!(matches!(refusal(portal(), &hr(), 404, unfit()).await, Error::Invalid(_)));
    assert_eq!(refusal(portal(), &hr(), 404, form(404, Role::Admin)).await, Error::NotFound("User"));
    assert_eq!(refusal(portal(), &admin(), 404, form(404, Role::Admin)).await, Error::NotFound("User"));
    // Whose account it is comes before the role that is handed out, and both before a clash.
    let taken = |n, role| AccountUpdate { email: "p2@x.org".into(), ..form(n, role) };
    assert_eq!(refusal(portal(), &hr(), 8, taken(8, Role::Employee)).await, Forbidden::AdminAccount.into());
    assert_eq!(refusal(portal(), &hr(), 1, taken(1, Role::Hr)).await, Forbidden::AdminRole.into());
    assert_eq!(refusal(portal(), &admin(), 9, taken(9, Role::Hr)).await, Forbidden::OwnRole.into());
    assert_eq!(refusal(portal(), &hr(), 1, taken(1, Role::Employee)).await, Conflict::EmailTaken.into());
    let known = |n| AccountUpdate { external_id: given("x-2"), ..form(n, Role::Employee) };
    assert_eq!(refusal(portal(), &hr(), 1, known(1)).await, Conflict::ExternalIdTaken.into(), "however it is written");
    assert_eq!(Conflict::ExternalIdTaken.sentence(), "An account with this external ID already exists");
    // Nobody changes their own role, not even a person who has got another one since the call was let in.
    let moved = with(|state| state.person(9).record.standing.role = Role::Manager);
    assert_eq!(refusal(moved, &admin(), 9, form(9, Role::Admin)).await, Forbidden::OwnRole.into());
}
