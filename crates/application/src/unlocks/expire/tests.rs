use super::*;
use crate::events::{Audience, Push, Record, Topic};
use crate::mail::Letter;
use crate::memory::{State, Unlock};
use crate::testing::{Fakes, at, day, person, user};
use domain::id::UnlockId;
use domain::person::Role;
use uuid::Uuid;

/// Employees 1 and 2 of manager 7, with requests of 2, 3 and 10 June.
fn before() -> State {
    let mut state = State::of(&[(1, Role::Employee), (2, Role::Employee), (7, Role::Manager)]);
    state.person(1).record.manager = Some(user(7));
    for (n, owner, made_at) in [
        (81, 1, "2026-06-02T23:59:59Z"),
        (82, 1, "2026-06-03T00:00:00Z"),
        (83, 2, "2026-06-02T07:00:00Z"),
        (84, 2, "2026-06-10T09:00:00Z"),
    ] {
        let id = UnlockId::new(Uuid::from_u128(n));
        let date = day("2026-06-01") + chrono::Days::new(u64::try_from(n - 81).unwrap());
        let made = NewRequest { id, user: user(owner), date, reason: "Ill".into(), created_at: at(made_at) };
        state.unlocks.insert(id, Unlock::from(&made));
    }
    state
}

fn statuses(state: &State) -> Vec<RequestStatus> {
    state.unlocks.values().map(|unlock| unlock.status).collect()
}

#[tokio::test]
async fn what_nobody_decided_on_within_seven_days_expires_once_and_its_employee_is_told() {
    use RequestStatus::{Expired, Pending};
    let fakes = Fakes::over(before());
    assert_eq!(expire(&fakes.ports()).await, Ok(2));
    let kept = fakes.state();
    assert_eq!(statuses(&kept), [Expired, Pending, Expired, Pending]);
    let told: Vec<_> = kept.notices.values().map(|(notice, _)| (notice.user, notice.notice.clone())).collect();
    let expected =
        [(user(2), unlock_expired::notice(day("2026-06-03"))), (user(1), unlock_expired::notice(day("2026-06-01")))];
    assert_eq!(told, expected, "the oldest first");
    let record = Record::of("unlock-expired")
        .about([user(1)])
        .detail("request", UnlockId::new(Uuid::from_u128(81)))
        .detail("date", day("2026-06-01"))
        .detail("reason", kept.unlocks[&UnlockId::new(Uuid::from_u128(81))].made.reason.as_str());
    assert_eq!((&kept.events[1].record, kept.events[1].origin), (&record, Origin::job()));
    let changed = |topic, audience| Push::Changed { topic, audience };
    let pushes = [
        changed(Topic::Timesheets, Audience::Readers(vec![user(1), user(7)])),
        changed(Topic::Notifications, Audience::Users(vec![user(1)])),
    ];
    assert_eq!(kept.events[1].pushes, pushes);

    let mails: Vec<_> = kept.mails.values().map(|mail| (mail.mail.to.clone(), mail.mail.letter.clone())).collect();
    let letter = |n, date| {
        let about = RequestExpiredLetter { dates: vec![day(date)] };
        (format!("p{n}@x.org"), Letter::new(person(n).name, &about).by_choice_of(Role::Employee))
    };
    assert_eq!(mails, [letter(1, "2026-06-01"), letter(2, "2026-06-03")]);

    let again = fakes.state();
    assert_eq!(expire(&fakes.ports()).await, Ok(0));
    assert_eq!(fakes.state(), again, "nobody is told twice");
}

#[tokio::test]
async fn the_days_are_those_of_the_organisation() {
    // In Tonga the third of June has begun when the first request is made.
    let fakes = Fakes { zone: chrono_tz::Pacific::Tongatapu, now: at("2026-06-10T10:59:59Z"), ..Fakes::over(before()) };
    assert_eq!(expire(&fakes.ports()).await, Ok(1), "the request of the morning alone");
}
