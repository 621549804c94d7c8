//! Who may register whom, and what a registration leaves behind.

mod fields;

use super::*;
use crate::testing::{Fakes, GENERATED, Ledger, Writes, caller, day, hash_of, nothing_is_kept_when_a_call_fails, user};
use domain::person::EmployeeId;
use domain::throttle::Attempts;

const BUCKET: &str = "register:192.0.2.7";

fn visitor() -> Registrar {
    Registrar::Visitor("192.0.2.7".parse().unwrap())
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

async fn ask(ledger: &Ledger, registrar: &Registrar, typed: Registration) -> Result<Registered, Error> {
    register(&ledger.fakes().ports(), registrar, typed).await
}

/// The answer of a registration that must not even begin.
async fn refused(registrar: &Registrar, typed: Registration) -> Error {
    let ledger = Ledger::default();
    let error = ask(&ledger, registrar, typed).await.unwrap_err();
    assert_eq!(ledger.said(), Vec::<String>::new(), "{error:?}");
    error
}

#[tokio::test]
async fn a_visitor_becomes_an_employee_who_joins_today_whatever_else_is_typed() {
    let ledger = Ledger::default();
    let made = ask(&ledger, &visitor(), ann(Some(Role::Employee))).await.unwrap();
    assert_eq!(
        ledger.said(),
        [
            "begin",
            "load register:192.0.2.7",
            "count register:192.0.2.7: 1",
            "commit",
            "look up ann@x.org",
            "hash",
            "begin",
            "next employee ID",
            "insert",
            "mail",
            "account-created",
            "commit",
        ]
    );
    let kept = ledger.kept();
    let person = &kept.inserted[0];
    assert_eq!(person.name, FullName { first: "Ann".into(), last: "Lee".into() });
    assert_eq!((person.email.as_str(), person.employee_id), ("ann@x.org", EmployeeId::new(1042)));
    assert_eq!((person.role, person.is_active, person.salary, person.manager), (Role::Employee, true, None, None));
    assert_eq!(person.joining_date, Some(day("2026-06-10")));
    assert_eq!((person.department.as_deref(), person.position.as_deref()), (Some("Design"), None));
    assert_eq!((&person.hash, person.is_first_login), (&hash_of(GENERATED), true));

    let letter = Letter::Credentials {
        name: person.name.clone(),
        employee_id: "EMP1042".into(),
        email: "ann@x.org".into(),
        password: Confidential(GENERATED.into()),
    };
    assert_eq!((kept.mails.len(), kept.mails[0].to.as_str(), &kept.mails[0].letter), (1, "ann@x.org", &letter));
    assert_eq!(kept.events[0].what, Happening::AccountCreated { user: person.id, role: Role::Employee });
    assert_eq!((kept.events[0].actor, kept.events.len()), (Some(person.id), 1));
    assert_eq!(kept.pushes(), [Push::Changed { topic: Topic::Users, audience: Audience::Everyone }]);

    assert_eq!(made.password, Confidential(GENERATED.into()));
    assert_eq!((made.account.person.person.id, made.account.person.email.as_str()), (person.id, "ann@x.org"));
    assert_eq!((made.account.shows_salary, made.account.person.salary), (false, None));
    assert!(!format!("{made:?}").contains(GENERATED), "the password is in no log");
}

#[tokio::test]
async fn staff_says_everything_and_takes_no_visitors_place() {
    for by in [Role::Hr, Role::Admin] {
        let ledger = Ledger::default();
        let made = ask(&ledger, &staff(by), ann(Some(Role::Manager))).await.unwrap();
        let kept = ledger.kept();
        let person = &kept.inserted[0];
        assert_eq!(
            (person.role, person.is_active, person.joining_date),
            (Role::Manager, false, Some(day("2026-07-01")))
        );
        assert_eq!(person.salary.map(Salary::cents), Some(5_240_050));
        assert_eq!(kept.events[0].actor, Some(user(9)));
        assert_eq!((made.account.shows_salary, made.account.person.salary), (true, person.salary));
        assert_eq!(kept.letters(), [("credentials", "ann@x.org")]);
        assert!(!ledger.said().iter().any(|said| said.contains("register:")));

        let sparse = Registration { is_active: None, joining_date: None, salary: None, ..ann(Some(Role::Employee)) };
        let made = ask(&Ledger::default(), &staff(by), sparse).await.unwrap().account.person;
        assert_eq!((made.is_active, made.joining_date, made.salary), (true, None, None));
    }
}

#[tokio::test]
async fn each_role_hands_out_the_roles_below_it_and_visitors_none() {
    for by in Role::ALL {
        for role in Role::ALL {
            let may = match by {
                Role::Employee | Role::Manager => false,
                Role::Hr => matches!(role, Role::Employee | Role::Manager),
                Role::Admin => true,
            };
            if may {
                let made = ask(&Ledger::default(), &staff(by), ann(Some(role))).await.unwrap();
                assert_eq!(made.account.person.role, role);
            } else {
                let why = if by == Role::Hr { Forbidden::AdminRole } else { Forbidden::Role };
                // The role comes before what does not fit.
                let typed = Registration { email: String::new(), ..ann(Some(role)) };
                assert_eq!(refused(&staff(by), typed).await, why.into(), "{by} makes {role}");
            }
        }
    }
    for role in [Role::Manager, Role::Hr, Role::Admin] {
        assert_eq!(refused(&visitor(), ann(Some(role))).await, Forbidden::AdminRole.into(), "{role}");
    }
    let made = ask(&Ledger::default(), &visitor(), ann(None)).await.unwrap();
    assert_eq!(made.account.person.role, Role::Employee);
}

#[tokio::test]
async fn a_closed_portal_lets_staff_register_and_no_visitor() {
    let ledger = Ledger::default();
    let closed = Fakes { self_registration: false, ..ledger.fakes() }.ports();
    for typed in [ann(None), ann(Some(Role::Admin)), Registration::default()] {
        let answer = register(&closed, &visitor(), typed).await;
        assert_eq!(answer.map(|_| ()), Err(Forbidden::RegistrationClosed.into()));
    }
    assert!(may_register(&closed, &visitor()).is_err() && ledger.said().is_empty());
    assert!(register(&closed, &staff(Role::Hr), ann(Some(Role::Employee))).await.is_ok());
    assert_eq!(Forbidden::RegistrationClosed.sentence(), "Self-registration is closed. Please contact HR.");
}

#[tokio::test]
async fn who_has_a_generated_password_registers_nobody() {
    for role in Role::ALL {
        let newcomer = Registrar::Staff(Box::new(Caller { is_first_login: true, ..caller(9, role) }));
        assert_eq!(refused(&newcomer, ann(Some(Role::Employee))).await, Error::PasswordChangeRequired);
    }
}

#[tokio::test]
async fn a_known_address_is_refused_before_a_hash_is_paid_for_and_counts() {
    let known = || Ledger::of(&[(1, Role::Employee)]);
    let typed = || Registration { email: "P1@X.ORG".into(), ..ann(Some(Role::Employee)) };
    for registrar in [visitor(), staff(Role::Hr)] {
        let ledger = known();
        assert_eq!(ask(&ledger, &registrar, typed()).await.map(|_| ()), Err(Conflict::EmailTaken.into()));
        assert_eq!(ledger.kept(), Writes::default());
        assert!(!ledger.said().iter().any(|said| said == "hash"));
        assert_eq!(ledger.counted(BUCKET), usize::from(matches!(registrar, Registrar::Visitor(_))));
    }
    assert_eq!(Conflict::EmailTaken.sentence(), "An account with this email already exists");
}

#[tokio::test]
async fn of_two_registrations_of_one_address_at_once_the_slower_is_refused() {
    let taken = |book: &mut crate::testing::Book| {
        book.people.push(crate::testing::record(2, Role::Employee));
        book.person(2).email = EmailAddress::parse("ann@x.org").unwrap();
    };
    for registrar in [visitor(), staff(Role::Admin)] {
        let ledger = Ledger::default().meanwhile("hash", taken);
        let answer = ask(&ledger, &registrar, ann(Some(Role::Employee))).await;
        assert_eq!(answer.map(|_| ()), Err(Conflict::EmailTaken.into()));
        assert_eq!(ledger.kept(), Writes::default());
    }
}

#[tokio::test]
async fn the_eleventh_visitor_of_an_hour_waits_and_staff_never_does() {
    let now = crate::testing::at("2026-06-10T10:00:00Z");
    let full = |minutes: i64| {
        let earlier = now - chrono::Duration::minutes(minutes);
        Ledger::default().with(|book| {
            book.attempts.insert(BUCKET.into(), Attempts::new(vec![earlier; 10]));
        })
    };
    let ledger = full(59);
    let answer = ask(&ledger, &visitor(), ann(None)).await.map(|_| ());
    assert_eq!(answer, Err(Error::Throttled { retry_after_seconds: 60 }));
    assert_eq!(ledger.said(), ["begin", "load register:192.0.2.7"], "nothing is looked up, nothing hashed");

    assert!(ask(&full(60), &visitor(), ann(None)).await.is_ok(), "an hour later");
    assert!(ask(&full(59), &staff(Role::Hr), ann(Some(Role::Employee))).await.is_ok());
    let neighbour = Registrar::Visitor("192.0.2.8".parse().unwrap());
    assert!(ask(&full(59), &neighbour, ann(None)).await.is_ok(), "each address has its own");
    let mapped = Registrar::Visitor("::ffff:192.0.2.7".parse().unwrap());
    assert!(matches!(ask(&full(59), &mapped, ann(None)).await, Err(Error::Throttled { .. })));
}

#[tokio::test]
async fn what_the_portal_cannot_do_now_costs_a_visitor_no_place() {
    for registrar in [visitor(), staff(Role::Hr)] {
        let ledger = Ledger::default().with(|book| book.is_overloaded = true);
        let answer = ask(&ledger, &registrar, ann(Some(Role::Employee))).await;
        assert_eq!(answer.map(|_| ()), Err(Error::Overloaded));
        assert_eq!((ledger.counted(BUCKET), ledger.kept()), (0, Writes::default()));
    }
    let ledger = Ledger::default().with(|book| book.has_no_randomness = true);
    assert_eq!(ask(&ledger, &staff(Role::Hr), ann(Some(Role::Employee))).await.map(|_| ()), Err(Error::NoRandomness));
    assert_eq!(ledger.kept(), Writes::default());
}

#[tokio::test]
async fn account_mail_and_event_appear_together_or_not_at_all() {
    for registrar in [visitor(), staff(Role::Admin)] {
        nothing_is_kept_when_a_call_fails(Ledger::default, async |fakes| {
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
        let fakes = Fakes { now: crate::testing::at(now), zone, ..Ledger::default().fakes() };
        let made = register(&fakes.ports(), &visitor(), ann(None)).await.unwrap();
        assert_eq!(made.account.person.joining_date, Some(day(joined)), "{now} in {zone}");
    }
}
