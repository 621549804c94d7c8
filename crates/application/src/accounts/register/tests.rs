//! Who may register whom, and what a registration leaves behind.

mod fields;

use super::*;
use crate::memory::{Account, State};
use crate::ports::{MockPasswords, MockSecrets, NoRandomness};
use crate::testing::{Fakes, caller, day, overloaded, request, user};
use std::sync::Arc;

const BUCKET: &str = "register:192.0.2.7";

fn visitor() -> Registrar {
    Registrar::Visitor(request())
}

fn staff(role: Role) -> Registrar {
    Registrar::Staff(Box::new(caller(9, role)))
}

/// Ann, with everything that can be typed.
fn ann(role: Option<Role>) -> Registration {
    Registration {
        first_name: " Ann ".into(),
        last_name: "Lee".into(),
        email: " Ann@X.org ".into(),
        role,
        department: Some("Design".into()),
        position: Some("  ".into()),
        salary: Some(52_400.5),
        is_active: Some(false),
        joining_date: Some(day("2026-07-01")),
    }
}

/// A portal without accounts.
fn empty() -> Fakes {
    Fakes::plain(State::default())
}

async fn ask(fakes: &Fakes, registrar: &Registrar, typed: Registration) -> Result<Registered, Error> {
    register(&fakes.ports(), registrar, typed).await
}

/// The account that was made.
fn made_in(state: &State) -> &Account {
    let mut made = state.people.values().filter(|account| account.record.email.as_str() == "ann@x.org");
    made.next().unwrap()
}

/// How many attempts of visitors are counted; apart from these everything is as before.
fn counted(fakes: &Fakes, before: &State) -> usize {
    let kept = fakes.state();
    let count = kept.budgets.get(BUCKET).map_or(0, |attempts| attempts.instants().len());
    assert_eq!(State { budgets: before.budgets.clone(), ..kept }, *before);
    count
}

#[tokio::test]
async fn staff_says_everything_and_takes_no_visitors_place() {
    for by in [Role::Hr, Role::Admin] {
        let fakes = empty();
        let made = ask(&fakes, &staff(by), ann(Some(Role::Manager))).await.unwrap();
        let kept = fakes.state();
        let person = &made_in(&kept).record;
        assert_eq!((person.standing.role, person.standing.is_active), (Role::Manager, false));
        assert_eq!(person.joining_date, Some(day("2026-07-01")));
        let salary = Salary::from_cents(5_240_050);
        let begins = ((person.id, day("2026-07-01")), (salary, fakes.now, Some(user(9))));
        assert_eq!(kept.salaries, [begins].into(), "with the joining date");
        assert_eq!(kept.events[0].actor(), Some(user(9)));
        assert_eq!(made.account.salary, Some(salary));
        let sent: Vec<_> = kept.mails.values().map(|mail| (mail.mail.letter.kind(), mail.mail.to.as_str())).collect();
        assert_eq!(sent, [("credentials", "ann@x.org")]);
        assert!(kept.budgets.is_empty());

        let sparse = Registration { is_active: None, joining_date: None, salary: None, ..ann(Some(Role::Employee)) };
        let made = ask(&empty(), &staff(by), sparse).await.unwrap().account;
        assert_eq!((made.person.is_active, made.person.joining_date, made.salary), (true, None, Some(None)));
    }
}

#[tokio::test]
async fn a_known_address_is_refused_before_a_hash_is_paid_for_and_counts() {
    let known = || State::of(&[(1, Role::Employee)]);
    let typed = || Registration { email: "P1@X.ORG".into(), ..ann(Some(Role::Employee)) };
    for registrar in [visitor(), staff(Role::Hr)] {
        // Nothing is hashed: the mock would fail.
        let fakes = Fakes { passwords: Arc::new(MockPasswords::new()), ..Fakes::plain(known()) };
        assert_eq!(ask(&fakes, &registrar, typed()).await.map(|_| ()), Err(Conflict::EmailTaken.into()));
        assert_eq!(counted(&fakes, &known()), usize::from(matches!(registrar, Registrar::Visitor(_))));
    }
    assert_eq!(Conflict::EmailTaken.sentence(), "An account with this email already exists");
    let month = domain::time::Month::new(2026, 5).unwrap();
    let fakes = Fakes::plain(known());
    fakes.memory.change(|state| state.close(month, &[]));
    let joins = Registration { joining_date: Some(month.last()), ..typed() };
    let refused = ask(&fakes, &staff(Role::Hr), joins).await.map(|_| ());
    assert_eq!(refused, Err(Conflict::MonthClosed(month).into()), "before a known address (months.md 1.7)");
}

#[tokio::test]
async fn what_the_portal_cannot_do_now_costs_a_visitor_no_place() {
    for registrar in [visitor(), staff(Role::Hr)] {
        let fakes = overloaded(empty());
        let answer = ask(&fakes, &registrar, ann(Some(Role::Employee))).await;
        assert_eq!(answer.map(|_| ()), Err(Error::Overloaded));
        assert_eq!(counted(&fakes, &State::default()), 0);
    }
    let mut secrets = MockSecrets::new();
    secrets.expect_password().returning(|| Err(NoRandomness));
    let fakes = Fakes { secrets: Arc::new(secrets), ..empty() };
    assert_eq!(ask(&fakes, &staff(Role::Hr), ann(Some(Role::Employee))).await.map(|_| ()), Err(Error::NoRandomness));
    assert_eq!(fakes.state(), State::default());
}

#[tokio::test]
async fn a_visitor_joins_on_the_organisations_day() {
    // Half past ten in the evening and half past eleven in the morning of 10 June, in UTC.
    for (now, zone, joined) in [
        ("2026-06-10T22:30:00Z", chrono_tz::Pacific::Tongatapu, "2026-06-11"),
        ("2026-06-10T10:30:00Z", chrono_tz::Pacific::Pago_Pago, "2026-06-09"),
        ("2026-06-10T11:30:00Z", chrono_tz::Pacific::Pago_Pago, "2026-06-10"),
        ("2026-06-10T22:30:00Z", chrono_tz::UTC, "2026-06-10"),
    ] {
        let fakes = Fakes { now: crate::testing::at(now), zone, ..empty() };
        let made = register(&fakes.ports(), &visitor(), ann(None)).await.unwrap();
        assert_eq!(made.account.person.joining_date, Some(day(joined)), "{now} in {zone}");
    }
}

#[tokio::test]
async fn where_passwords_are_off_visitors_stay_outside_and_new_people_learn_how_to_sign_in() {
    for passwords in [PasswordUse::Nobody, PasswordUse::BreakGlass] {
        let fakes = empty().with_passwords(passwords);
        assert!(!is_registration_open(&fakes.ports()));
        let refused = ask(&fakes, &visitor(), ann(None)).await;
        assert_eq!(refused, Err(Forbidden::RegistrationClosed.into()));
        assert_eq!(fakes.state(), State::default());

        let made = ask(&fakes, &staff(Role::Hr), ann(Some(Role::Employee))).await.unwrap();
        assert_eq!((made.password, made.account.person.is_first_login), (None, false));
        let kept = fakes.state();
        let account = made_in(&kept);
        assert_eq!((&account.hash, account.is_first_login), (&None, false));
        let [mail] = kept.mails.values().collect::<Vec<_>>()[..] else { panic!("{:?}", kept.mails) };
        let letter = mail.mail.letter.about::<AccountCreatedLetter>().unwrap();
        assert_eq!((mail.mail.to.as_str(), letter.email.as_str()), ("ann@x.org", "ann@x.org"));
        let employee_id = account.record.employee_id.to_string();
        assert_eq!((letter.employee_id, letter.providers), (employee_id, vec!["Acme".to_owned()]));
    }
    assert!(is_registration_open(&empty().ports()));
}
