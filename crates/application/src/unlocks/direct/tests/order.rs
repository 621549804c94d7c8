//! What is wrong with a request, and what is said first where several things are.

use super::*;

const BLANK: DirectUnlockRequest = DirectUnlockRequest { employee: None, date: None, reason: String::new() };

fn fields(error: &Error) -> Vec<&'static str> {
    let Error::Invalid(invalid) = error else { panic!("{error:?}") };
    invalid.fields.iter().map(|(name, _)| *name).collect()
}

#[tokio::test]
async fn the_role_comes_first() {
    // Before anything is read: the store would fail.
    let fakes = Fakes::default();
    for request in [BLANK, request(99, "2027-01-01"), request(1, "2026-06-10")] {
        let why = refusal(&fakes, &caller(1, Role::Employee), request).await;
        assert_eq!(why, Forbidden::NoUnlock.into());
    }
    assert_eq!(Forbidden::NoUnlock.sentence(), "No unlock permissions");
}

#[tokio::test]
async fn a_blank_field_comes_before_what_stands_in_the_others() {
    // Before anything is read: the store would fail.
    let fakes = Fakes::default();
    let long = "x".repeat(501);
    for (request, blank) in [
        (BLANK, vec!["employeeId", "requestedDate", "reason"]),
        (DirectUnlockRequest { employee: None, ..request(1, "2027-01-01") }, vec!["employeeId"]),
        (DirectUnlockRequest { date: None, ..request(99, "2027-01-01") }, vec!["requestedDate"]),
        (DirectUnlockRequest { reason: " \n\t\u{3000}".into(), ..request(99, "2027-01-01") }, vec!["reason"]),
        (
            DirectUnlockRequest { date: None, reason: String::new(), ..request(99, "2027-01-01") },
            vec!["requestedDate", "reason"],
        ),
        (DirectUnlockRequest { employee: None, reason: long.clone(), ..request(1, "2027-01-01") }, vec!["employeeId"]),
    ] {
        let why = refusal(&fakes, &manager(), request).await;
        assert_eq!(fields(&why), blank);
        let Error::Invalid(invalid) = why else { panic!("{why:?}") };
        assert_eq!(invalid.sentence(), "Please fill in all fields");
        assert!(invalid.fields.iter().all(|(_, sentence)| sentence.ends_with(" is required")), "{invalid:?}");
    }
    for (reason, sentence) in [
        (long.as_str(), "The reason must be at most 500 characters"),
        ("a\0b", "The reason contains characters that are not allowed"),
        ("a\u{202e}b", "The reason contains characters that are not allowed"),
    ] {
        let why =
            refusal(&fakes, &manager(), DirectUnlockRequest { reason: reason.into(), ..request(99, "2027-01-01") })
                .await;
        assert_eq!(why, Invalid::field("reason", sentence).into());
    }
}

#[tokio::test]
async fn a_reason_may_have_five_hundred_characters_of_any_script() {
    for typed in ["é".repeat(500), "😀".repeat(500), format!(" {} ", "=".repeat(500)), "=1+1\t\"\nمرحبا".to_owned()]
    {
        let fakes = portal();
        let unlocked =
            ask(&fakes, &manager(), DirectUnlockRequest { reason: typed.clone(), ..request(1, "2026-06-09") })
                .await
                .unwrap();
        assert_eq!(unlocked.unlock.view.reason, typed.trim());
        let notices = fakes.state().notices;
        assert!(notices.values().all(|(told, _)| told.notice.body.ends_with(typed.trim())) && notices.len() == 1);
    }
}

#[tokio::test]
async fn an_unknown_person_comes_before_the_team_and_the_date() {
    for by in [manager(), caller(5, Role::Hr), caller(9, Role::Admin)] {
        assert_eq!(refusal(&portal(), &by, request(99, "2027-01-01")).await, Error::NotFound("User"));
    }
}

#[tokio::test]
async fn only_an_employee_who_can_sign_in_is_unlocked_for_and_that_comes_before_the_team() {
    let no_employee =
        || Error::Invalid(Invalid::field("employeeId", "Timesheets can only be unlocked for active employees"));
    for by in [manager(), caller(5, Role::Hr), caller(9, Role::Admin)] {
        for other in [5, 7, 8, 9] {
            assert_eq!(refusal(&portal(), &by, request(other, "2027-01-01")).await, no_employee());
        }
        for of in [1, 2] {
            let blocked = with(|state| state.person(of).record.standing.is_blocked = true);
            assert_eq!(refusal(&blocked, &by, request(of, "2027-01-01")).await, no_employee());
            let inactive = with(|state| state.person(of).record.standing.is_active = false);
            assert_eq!(refusal(&inactive, &by, request(of, "2027-01-01")).await, no_employee());
        }
    }
}

#[tokio::test]
async fn the_team_comes_before_the_date() {
    for (of, date) in [(2, "2027-01-01"), (2, "2026-06-09"), (3, "2020-01-01")] {
        let fakes = portal();
        assert_eq!(refusal(&fakes, &manager(), request(of, date)).await, Forbidden::UnlockOutsideTeam.into());
        let last = fakes.memory.calls().pop();
        assert_eq!(last, Some("PersonRepository::for_change"), "nothing more is read about a stranger");
        for by in [caller(5, Role::Hr), caller(9, Role::Admin)] {
            assert!(ask(&portal(), &by, request(of, "2026-06-09")).await.is_ok(), "they know no teams");
        }
    }
    let sentence = Forbidden::UnlockOutsideTeam.sentence();
    assert_eq!(sentence, "You can only unlock timesheets for your team members");
}
