//! The way back in, from the command line.

use super::*;
use crate::memory::State;
use crate::ports::{MockSecrets, NoRandomness};
use crate::testing::{Fakes, GENERATED, hash_of, overloaded, today};
use crate::{Conflict, Invalid};
use std::sync::Arc;

fn admin() -> NewAdmin {
    NewAdmin { first_name: "Ada".into(), last_name: "Byron".into(), email: " Ada@X.org".into() }
}

async fn ask(fakes: &Fakes, admin: NewAdmin) -> Result<CreatedAdmin, Error> {
    create_admin(&fakes.ports(), admin).await
}

#[tokio::test]
async fn an_administrator_gets_a_generated_password_and_no_mail() {
    let fakes = Fakes::plain(State::default());
    let made = ask(&fakes, admin()).await.unwrap();
    let kept = fakes.state();
    let person = kept.people.values().find(|person| person.record.email.as_str() == "ada@x.org").unwrap();
    let record = &person.record;
    assert_eq!((record.standing.role, record.standing.is_active, person.is_first_login), (Role::Admin, true, true));
    assert_eq!((record.name.to_string(), record.employee_id), ("Ada Byron".to_owned(), EmployeeId::new(1001)));
    assert_eq!((record.joining_date, record.manager), (Some(today()), None));
    assert_eq!(person.hash, hash_of(GENERATED));
    let [event] = kept.events.as_slice() else { panic!("{:?}", kept.events) };
    assert_eq!((kept.mails.len(), &event.origin), (0, &Origin::command()));
    assert_eq!((event.record.kind.as_ref(), &event.record.subjects), ("account-created", &[record.id].into()));
    let told = CreatedAdmin {
        email: "ada@x.org".into(),
        employee_id: EmployeeId::new(1001),
        password: Confidential(GENERATED.into()),
    };
    assert_eq!(made, told);
}

#[tokio::test]
async fn what_does_not_fit_is_told_before_a_hash_is_paid_for() {
    let nobody = NewAdmin { first_name: " ".into(), last_name: "B\0".into(), email: "ada".into() };
    let Err(Error::Invalid(Invalid { fields, .. })) = ask(&Fakes::default(), nobody).await else {
        panic!("it was accepted")
    };
    let told: Vec<(&str, &str)> = fields.iter().map(|(field, sentence)| (*field, sentence.as_str())).collect();
    assert_eq!(
        told,
        [
            ("firstName", "First name is required"),
            ("lastName", "Last name contains characters that are not allowed"),
            ("email", "Please enter a valid email address"),
        ]
    );
}

#[tokio::test]
async fn a_known_address_gets_no_second_account() {
    let fakes = Fakes::plain(State::of(&[(1, Role::Employee)]));
    let before = fakes.state();
    let known = NewAdmin { email: "p1@x.org".into(), ..admin() };
    assert_eq!(ask(&fakes, known).await, Err(Conflict::EmailTaken.into()));
    assert_eq!(fakes.state(), before);
}

#[tokio::test]
async fn what_goes_wrong_leaves_nothing_behind() {
    let mut secrets = MockSecrets::new();
    secrets.expect_password().returning(|| Err(NoRandomness));
    for (fakes, why) in [
        (overloaded(Fakes::plain(State::default())), Error::Overloaded),
        (Fakes { secrets: Arc::new(secrets), ..Fakes::plain(State::default()) }, Error::NoRandomness),
    ] {
        assert_eq!(ask(&fakes, admin()).await, Err(why));
        assert_eq!(fakes.state(), State::default());
    }
}
