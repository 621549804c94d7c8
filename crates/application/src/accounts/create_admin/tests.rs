//! The way back in, from the command line.

use super::*;
use crate::events::Happening;
use crate::testing::{GENERATED, Ledger, Writes, hash_of, nothing_is_kept_when_a_call_fails, today};
use crate::{Conflict, Invalid};

fn admin() -> NewAdmin {
    NewAdmin { first_name: "Ada".into(), last_name: "Byron".into(), email: " Ada@X.org".into() }
}

async fn ask(ledger: &Ledger, admin: NewAdmin) -> Result<CreatedAdmin, Error> {
    create_admin(&ledger.fakes().ports(), admin).await
}

#[tokio::test]
async fn an_administrator_gets_a_generated_password_and_no_mail() {
    let ledger = Ledger::of(&[(1, Role::Admin)]);
    let made = ask(&ledger, admin()).await.unwrap();
    assert_eq!(ledger.said(), ["hash", "begin", "next employee ID", "insert", "account-created", "commit"]);
    let kept = ledger.kept();
    let person = &kept.inserted[0];
    assert_eq!((person.role, person.is_active, person.is_first_login), (Role::Admin, true, true));
    assert_eq!((person.name.to_string(), person.email.as_str()), ("Ada Byron".to_owned(), "ada@x.org"));
    assert_eq!((person.joining_date, person.manager, person.salary), (Some(today()), None, None));
    assert_eq!(person.hash, hash_of(GENERATED));
    assert_eq!((kept.mails.len(), kept.events[0].actor), (0, None));
    assert_eq!(kept.events[0].what, Happening::AccountCreated { user: person.id, role: Role::Admin });
    let told = CreatedAdmin {
        email: "ada@x.org".into(),
        employee_id: EmployeeId::new(1042),
        password: Confidential(GENERATED.into()),
    };
    assert_eq!(made, told);
}

#[tokio::test]
async fn what_does_not_fit_is_told_before_a_hash_is_paid_for() {
    let ledger = Ledger::default();
    let nobody = NewAdmin { first_name: " ".into(), last_name: "B\0".into(), email: "ada".into() };
    let Err(Error::Invalid(Invalid { fields, .. })) = ask(&ledger, nobody).await else { panic!("it was accepted") };
    let told: Vec<(&str, &str)> = fields.iter().map(|(field, sentence)| (*field, sentence.as_str())).collect();
    assert_eq!(
        told,
        [
            ("firstName", "First name is required"),
            ("lastName", "Last name contains characters that are not allowed"),
            ("email", "Please enter a valid email address"),
        ]
    );
    assert!(ledger.said().is_empty());
}

#[tokio::test]
async fn a_known_address_gets_no_second_account() {
    let ledger = Ledger::of(&[(1, Role::Employee)]);
    let known = NewAdmin { email: "p1@x.org".into(), ..admin() };
    assert_eq!(ask(&ledger, known).await, Err(Conflict::EmailTaken.into()));
    assert_eq!(ledger.kept(), Writes::default());
}

#[tokio::test]
async fn what_goes_wrong_leaves_nothing_behind() {
    for (ledger, why) in [
        (Ledger::default().with(|book| book.is_overloaded = true), Error::Overloaded),
        (Ledger::default().with(|book| book.has_no_randomness = true), Error::NoRandomness),
    ] {
        assert_eq!(ask(&ledger, admin()).await, Err(why));
        assert_eq!(ledger.kept(), Writes::default());
    }
    nothing_is_kept_when_a_call_fails(Ledger::default, async |fakes| create_admin(&fakes.ports(), admin()).await).await;
}
