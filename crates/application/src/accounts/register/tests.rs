//! Who may register whom, and what a registration leaves behind.

mod fields;

use super::*;
use crate::events::Record;
use crate::mail::Letter;
use crate::memory::{Account, State};
use crate::ports::{MockPasswords, MockSecrets, NoRandomness};
use crate::testing::{
    Fakes, GENERATED, account, caller, changing_meanwhile, day, hash_of, nothing_changes_when_a_call_fails, overloaded,
    request, user,
};
use domain::person::EmployeeId;
use domain::throttle::Attempts;
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

/// The answer of a registration that must not even begin: the store would fail.
async fn refused(registrar: &Registrar, typed: Registration) -> Error {
    ask(&Fakes::default(), registrar, typed).await.unwrap_err()
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
async fn a_visitor_becomes_an_employee_who_joins_today_whatever_else_is_typed() {
    let fakes = empty();
    let made = ask(&fakes, &visitor(), ann(Some(Role::Employee))).await.unwrap();
    let kept = fakes.state();
    let account = made_in(&kept);
    let person = &account.record;
    assert_eq!(person.name, FullName { first: "Ann".into(), last: "Lee".into() });
    assert_eq!((person.email.as_str(), person.employee_id), ("ann@x.org", EmployeeId::new(1001)));
    assert_eq!((person.standing.role, person.standing.is_active), (Role::Employee, true));
    assert_eq!((kept.salaries.len(), person.manager), (0, None));
    assert_eq!(person.joining_date, Some(day("2026-06-10")));
    assert_eq!((person.department.as_deref(), person.position.as_deref()), (Some("Design"), None));
    assert_eq!((&account.hash, account.is_first_login), (&hash_of(GENERATED), true));
    assert_eq!(kept.budgets[BUCKET].instants().len(), 1);

    let about = CredentialsLetter {
        employee_id: "EMP1001".into(),
        email: "ann@x.org".into(),
        password: Confidential(GENERATED.into()),
    };
    let letter = Letter::new(person.name.clone(), &about);
    let [mail] = &kept.mails.values().collect::<Vec<_>>()[..] else { panic!("{:?}", kept.mails) };
    assert_eq!((mail.mail.to.as_str(), &mail.mail.letter), ("ann@x.org", &letter));
    let what = Record::of("account-created")
        .about([person.id])
        .change("firstName", None, Some("Ann"))
        .change("lastName", None, Some("Lee"))
        .change("email", None, Some("ann@x.org"))
        .change("role", None, Some("Employee"))
        .change("isActive", None, Some(true))
        .change("department", None, Some("Design"))
        .change("joiningDate", None, person.joining_date);
    let [created, given] = &kept.events[..] else { panic!("{:?}", kept.events) };
    assert_eq!((&created.record, given.record.kind.as_ref()), (&what, "leave-allocated"));
    for event in [created, given] {
        assert_eq!(event.origin, Origin::person(person.id, Role::Employee, request()));
    }
    assert_eq!(created.pushes, [Push::Changed { topic: Topic::Users, audience: Audience::Everyone }]);

    assert_eq!(made.password, Confidential(GENERATED.into()));
    assert_eq!((made.account.person.person.id, made.account.person.email.as_str()), (person.id, "ann@x.org"));
    assert_eq!(made.account.salary, None);
    assert!(!format!("{made:?}").contains(GENERATED), "the password is in no log");
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
async fn each_role_hands_out_the_roles_below_it_and_visitors_none() {
    for by in Role::ALL {
        for role in Role::ALL {
            let may = match by {
                Role::Employee | Role::Manager | Role::Boss => false,
                Role::Hr => matches!(role, Role::Employee | Role::Manager),
                Role::Admin => true,
            };
            if may {
                let made = ask(&empty(), &staff(by), ann(Some(role))).await.unwrap();
                assert_eq!(made.account.person.role, role);
            } else {
                let why = if by == Role::Hr { Forbidden::AdminRole } else { Forbidden::Role };
                // The role comes before what does not fit.
                let typed = Registration { email: String::new(), ..ann(Some(role)) };
                assert_eq!(refused(&staff(by), typed).await, why.into(), "{by} makes {role}");
            }
        }
    }
    for role in [Role::Manager, Role::Hr, Role::Admin, Role::Boss] {
        assert_eq!(refused(&visitor(), ann(Some(role))).await, Forbidden::AdminRole.into(), "{role}");
    }
    let made = ask(&empty(), &visitor(), ann(None)).await.unwrap();
    assert_eq!(made.account.person.role, Role::Employee);
}

#[tokio::test]
async fn a_closed_portal_lets_staff_register_and_no_visitor() {
    let fakes = Fakes { self_registration: false, ..empty() };
    let closed = fakes.ports();
    for typed in [ann(None), ann(Some(Role::Admin)), Registration::default()] {
        let answer = register(&closed, &visitor(), typed).await;
        assert_eq!(answer.map(|_| ()), Err(Forbidden::RegistrationClosed.into()));
    }
    assert!(may_register(&closed, &visitor()).is_err() && fakes.memory.calls().is_empty());
    assert!(register(&closed, &staff(Role::Hr), ann(Some(Role::Employee))).await.is_ok());
    assert_eq!(Forbidden::RegistrationClosed.sentence(), "Self-registration is closed. Please contact HR.");
}

#[tokio::test]
async fn a_person_with_a_generated_password_registers_nobody() {
    for role in Role::ALL {
        let newcomer = Registrar::Staff(Box::new(Caller { is_first_login: true, ..caller(9, role) }));
        assert_eq!(refused(&newcomer, ann(Some(Role::Employee))).await, Error::PasswordChangeRequired);
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
async fn of_two_registrations_of_one_address_at_once_the_slower_is_refused() {
    let taken: fn(&mut State) = |state| {
        state.people.insert(user(2), account(2, Role::Employee));
        state.person(2).record.email = EmailAddress::parse("ann@x.org").unwrap();
    };
    for registrar in [visitor(), staff(Role::Admin)] {
        let fakes = changing_meanwhile(empty(), taken);
        let answer = ask(&fakes, &registrar, ann(Some(Role::Employee))).await;
        assert_eq!(answer.map(|_| ()), Err(Conflict::EmailTaken.into()));
        let mut expected = State::default();
        taken(&mut expected);
        counted(&fakes, &expected);
    }
}

#[tokio::test]
async fn the_eleventh_visitor_of_an_hour_waits_and_staff_never_does() {
    let full = |minutes: i64| {
        let earlier = crate::testing::at("2026-06-10T10:00:00Z") - chrono::Duration::minutes(minutes);
        let budgets = [(BUCKET.to_owned(), Attempts::new(vec![earlier; 10]))].into();
        Fakes::plain(State { budgets, ..State::default() })
    };
    // Nothing is looked up, nothing hashed.
    let fakes = Fakes { passwords: Arc::new(MockPasswords::new()), ..full(59) };
    let answer = ask(&fakes, &visitor(), ann(None)).await.map(|_| ());
    assert_eq!(answer, Err(Error::Throttled { retry_after_seconds: 60 }));
    assert!(!fakes.memory.calls().contains(&"PeopleReads::credentials"));

    assert!(ask(&full(60), &visitor(), ann(None)).await.is_ok(), "an hour later");
    assert!(ask(&full(59), &staff(Role::Hr), ann(Some(Role::Employee))).await.is_ok());
    let neighbour = Registrar::Visitor(Request { address: [192, 0, 2, 8].into(), ..request() });
    assert!(ask(&full(59), &neighbour, ann(None)).await.is_ok(), "each address has its own");
    let mapped = Registrar::Visitor(Request { address: "::ffff:192.0.2.7".parse().unwrap(), ..request() });
    assert!(matches!(ask(&full(59), &mapped, ann(None)).await, Err(Error::Throttled { .. })));
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
async fn account_mail_and_event_appear_together_or_not_at_all() {
    for registrar in [visitor(), staff(Role::Admin)] {
        nothing_changes_when_a_call_fails(State::default, async |fakes| {
            register(&fakes.ports(), &registrar, ann(Some(Role::Employee))).await
        })
        .await;
    }
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
