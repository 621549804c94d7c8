//! What does not fit is told at its field, all of it at once, before anything is asked or counted.

use super::super::*;
use super::{ann, ask, empty, refused, staff, visitor};
use crate::Invalid;
use domain::text;
use proptest::prelude::*;

fn told(error: Error) -> Vec<(&'static str, String)> {
    let Error::Invalid(Invalid { message: None, fields }) = error else { panic!("{error:?}") };
    fields
}

fn one(field: &'static str, sentence: &str) -> Vec<(&'static str, String)> {
    vec![(field, sentence.to_owned())]
}

#[tokio::test]
async fn an_empty_form_is_told_everything_it_lacks_in_the_order_of_its_fields() {
    let lacking = [
        ("firstName", "First name is required".to_owned()),
        ("lastName", "Last name is required".to_owned()),
        ("email", "Email is required".to_owned()),
        ("role", "Role is required".to_owned()),
    ];
    let empty = Registration { salary: Some(-1.0), ..Registration::default() };
    let error = refused(&staff(Role::Hr), empty.clone()).await;
    let salary = ("salary", "Please enter a valid salary amount".to_owned());
    assert_eq!(told(error), [lacking.as_slice(), &[salary]].concat());
    // Visitors have no role to choose, and their salary is not even looked at.
    assert_eq!(told(refused(&visitor(), empty).await), lacking[..3]);
}

#[tokio::test]
async fn every_field_has_its_limits() {
    let typed = || ann(Some(Role::Employee));
    let long = "é".repeat(101);
    for (typed, expected) in [
        (
            Registration { first_name: long.clone(), ..typed() },
            one("firstName", "First name must be at most 100 characters"),
        ),
        (
            Registration { last_name: long.clone(), ..typed() },
            one("lastName", "Last name must be at most 100 characters"),
        ),
        (
            Registration { last_name: "Lee\r\nBcc: all@x.org".into(), ..typed() },
            one("lastName", "Last name contains characters that are not allowed"),
        ),
        (
            Registration { first_name: "A\u{202e}nn".into(), ..typed() },
            one("firstName", "First name contains characters that are not allowed"),
        ),
        (
            Registration { department: Some(long.clone()), ..typed() },
            one("department", "Department must be at most 100 characters"),
        ),
        (
            Registration { position: Some("a\0b".into()), ..typed() },
            one("position", "Position contains characters that are not allowed"),
        ),
        (Registration { email: "ann".into(), ..typed() }, one("email", "Please enter a valid email address")),
        (
            Registration { email: "ann@x.org\r\nBcc: all@x.org".into(), ..typed() },
            one("email", "Please enter a valid email address"),
        ),
        (
            Registration { email: format!("{}@x.org", "a".repeat(249)), ..typed() },
            one("email", "Please enter a valid email address"),
        ),
        (Registration { email: " \t".into(), ..typed() }, one("email", "Email is required")),
    ] {
        assert_eq!(told(refused(&staff(Role::Admin), typed.clone()).await), expected);
        assert_eq!(told(refused(&visitor(), typed).await), expected, "a visitor is told the same");
    }
    for salary in [-0.01, 12.345, f64::NAN, f64::INFINITY, 1e15] {
        let typed = Registration { salary: Some(salary), ..typed() };
        let error = refused(&staff(Role::Admin), typed.clone()).await;
        assert_eq!(told(error), one("salary", "Please enter a valid salary amount"), "{salary}");
        assert!(ask(&empty(), &visitor(), typed).await.is_ok());
    }
    for joined in ["0001-01-01", "9999-12-31"] {
        let typed = Registration { joining_date: Some(crate::testing::day(joined)), ..typed() };
        let error = refused(&staff(Role::Hr), typed.clone()).await;
        assert_eq!(told(error), one("joiningDate", "Joining date must lie in the years 1900 to 2200"), "{joined}");
        assert!(ask(&empty(), &visitor(), typed).await.is_ok(), "a visitor joins today");
    }
    assert_eq!(
        told(refused(&staff(Role::Hr), Registration { role: None, ..typed() }).await),
        one("role", "Role is required")
    );
}

#[tokio::test]
async fn names_of_people_stand_as_they_are() {
    for name in ["O'Brien", "=cmd|' /C calc'!A0", "<b>Ann</b>", "José", "張三", "👩‍💻", "Robert'); DROP TABLE users;--"]
    {
        let typed = Registration { first_name: name.into(), ..ann(None) };
        let made = ask(&empty(), &visitor(), typed).await.unwrap();
        assert_eq!(made.account.person.person.name.first, name);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_text_is_kept_as_the_rule_reads_it_or_refused(
        first in ".{0,110}",
        department in prop::option::of(".{0,110}"),
        salary in prop::option::of(prop_oneof![any::<f64>(), (0u32..9_000_000).prop_map(|cents| f64::from(cents) / 100.0)]),
    ) {
        let typed = Registration { first_name: first.clone(), department: department.clone(), salary, ..ann(Some(Role::Employee)) };
        let name = text::line(&first, 100);
        let unit = department.as_deref().map(|unit| text::line(unit, 100));
        let pay = salary.map(Salary::from_amount);
        let fits = name.is_ok() && !matches!(unit, Some(Err(why)) if why != text::TextError::Blank) && !matches!(pay, Some(Err(_)));
        let fakes = empty();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let answer = runtime.block_on(ask(&fakes, &staff(Role::Hr), typed));
        prop_assert_eq!(answer.is_ok(), fits);
        let kept = fakes.state();
        prop_assert_eq!(kept.people.len(), usize::from(fits));
        if let Some(person) = kept.people.values().next().map(|account| &account.record) {
            prop_assert_eq!(Ok(&person.name.first), name.as_ref());
            prop_assert_eq!(&person.department, &unit.and_then(Result::ok));
            prop_assert_eq!(kept.salary_of(person.id, crate::testing::today()), pay.and_then(Result::ok));
        }
    }
}
