use super::*;
use crate::events::{Origin, Record};
use crate::mail::Letter;
use crate::memory::{State, Unlock};
use crate::testing::{Fakes, at, away, caller, day, person, user};
use domain::mail_choices::MailTiming;
use domain::unlock::{RequestStatus, WaitsFor};
use uuid::Uuid;

/// Employee 1 of manager 7, who joined on 1 January 2026, HR 5 and administrator 9.
fn before() -> State {
    let mut state = State::of(&[(1, Role::Employee), (5, Role::Hr), (7, Role::Manager), (9, Role::Admin)]);
    state.person(1).record.joining_date = Some(day("2026-01-01"));
    state.person(1).record.manager = Some(user(7));
    state
}

fn typed(date: &str) -> AskForUnlock {
    AskForUnlock { date: Some(day(date)), reason: " I was on\r\nthe road ".into() }
}

fn employee() -> Caller {
    caller(1, Role::Employee)
}

/// A request of person 1 that was made at that moment; its id is `n`.
fn asked(state: &mut State, n: u128, date: &str, made_at: &str) {
    let id = UnlockId::new(Uuid::from_u128(n));
    let made = NewRequest { id, user: user(1), date: day(date), reason: "Ill".into(), created_at: at(made_at) };
    state.unlocks.insert(id, Unlock::from(&made));
}

#[tokio::test]
async fn a_request_waits_for_the_manager_and_everybody_who_could_open_the_date_hears_of_it() {
    let fakes = Fakes::over(before());
    let request = ask(&fakes.ports(), &employee(), typed("2026-06-09")).await.unwrap();
    assert_eq!(request.waits_for, Some(WaitsFor::Manager));
    let kept = fakes.state();
    assert_eq!(kept.unlocks.keys().copied().collect::<Vec<_>>(), [request.view.id]);
    assert!(kept.notices.is_empty());
    let [event] = kept.events.as_slice() else { panic!("{:?}", kept.events) };
    let record = Record::of("unlock-requested")
        .about([user(1)])
        .detail("request", request.view.id)
        .detail("date", day("2026-06-09"))
        .detail("reason", "I was on\nthe road")
        .detail("waitsFor", "manager");
    assert_eq!((&event.record, event.origin), (&record, Origin::from(&employee())));
    let audience = Audience::Readers(vec![user(1), user(7)]);
    assert_eq!(event.pushes, [Push::Changed { topic: Topic::Timesheets, audience }]);
}

#[tokio::test]
async fn those_whom_it_waits_for_are_mailed_as_they_chose() {
    let mails = async |date: &str, choices: &[(u128, MailTiming)]| {
        let fakes = Fakes::over(before());
        for (n, timing) in choices {
            fakes.memory.change(|state| _ = state.mail_choices.insert((user(*n), MailKind::UnlockRequest), *timing));
        }
        ask(&fakes.ports(), &employee(), typed(date)).await.unwrap();
        fakes.state().mails.into_values().map(|mail| (mail.mail.to, mail.mail.letter)).collect::<Vec<_>>()
    };
    let letter = |n, role, date: &str| {
        let about = UnlockRequestedLetter {
            employee: employee().person.name,
            date: day(date),
            reason: "I was on\nthe road".into(),
            until: day("2026-06-17"),
            to: role,
        };
        (format!("p{n}@x.org"), Letter::new(person(n).name, &about).by_choice_of(role))
    };
    assert_eq!(mails("2026-06-09", &[]).await, [letter(7, Role::Manager, "2026-06-09")]);
    assert_eq!(mails("2026-06-09", &[(7, MailTiming::Off), (5, MailTiming::Instant)]).await, []);
    assert_eq!(mails("2026-06-08", &[]).await, [], "HR has it in the digest");
    let instantly = [(5, MailTiming::Instant), (9, MailTiming::Instant)];
    assert_eq!(mails("2026-06-08", &instantly).await, [letter(5, Role::Hr, "2026-06-08")]);
    assert_eq!(mails("2026-06-05", &instantly).await, [letter(9, Role::Admin, "2026-06-05")]);
}

#[tokio::test]
async fn a_request_whose_time_is_over_is_in_nobodys_way() {
    let fakes = Fakes::over(before());
    fakes.memory.change(|state| asked(state, 80, "2026-06-09", "2026-06-02T23:59:59Z"));
    let request = ask(&fakes.ports(), &employee(), typed("2026-06-09")).await.unwrap();
    let kept = fakes.state();
    let old = &kept.unlocks[&UnlockId::new(Uuid::from_u128(80))];
    assert_eq!((old.status, kept.unlocks[&request.view.id].status), (RequestStatus::Expired, RequestStatus::Pending));
    let kinds: Vec<_> = kept.events.iter().map(|event| event.record.kind.as_ref()).collect();
    assert_eq!(kinds, ["unlock-expired", "unlock-requested"]);
    assert_eq!(kept.notices.len(), 1, "the employee is told");
}

#[tokio::test]
async fn of_two_requests_for_one_date_at_once_one_wins() {
    for call in ["Store::begin", "UnlockRepository::ask"] {
        let fakes = Fakes::over(before());
        fakes.memory.before(call, |state| asked(state, 80, "2026-06-09", "2026-06-10T09:00:00Z"));
        let why = ask(&fakes.ports(), &employee(), typed("2026-06-09")).await;
        assert_eq!(why, Err(AskRefusal::AlreadyAsked.into()), "{call}");
    }
    let fakes = Fakes::over(before());
    fakes.memory.breaks("UnlockRepository::ask", away());
    assert_eq!(ask(&fakes.ports(), &employee(), typed("2026-06-09")).await, Err(Error::Store(away())));
}

#[tokio::test]
async fn somebody_who_is_no_employee_any_more_asks_for_nothing() {
    let fakes = Fakes::over(before());
    fakes.memory.before("Store::begin", |state| state.person(1).record.standing.role = Role::Manager);
    assert_eq!(ask(&fakes.ports(), &employee(), typed("2026-06-09")).await, Err(Forbidden::Role.into()));
}
