use super::*;
use crate::events::{Origin, Record};
use crate::mail::Letter;
use crate::memory::{State, Unlock};
use crate::testing::{Fakes, at, away, caller, day, entry, nothing_changes_when_a_call_fails, person, rejected, user};
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

async fn sentence(fakes: &Fakes, request: AskForUnlock) -> String {
    let before = fakes.state();
    let refused = ask(&fakes.ports(), &employee(), request).await;
    assert_eq!(fakes.state(), before, "nothing is kept: {refused:?}");
    match refused {
        Err(Error::Refused(why)) => why.sentence,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_request_waits_for_the_manager_and_everybody_who_could_open_the_date_hears_of_it() {
    let fakes = Fakes::over(before());
    let request = ask(&fakes.ports(), &employee(), typed("2026-06-09")).await.unwrap();
    assert_eq!((request.waits_for, request.expires_on), (Some(WaitsFor::Manager), Some(day("2026-06-17"))));
    let view = &request.view;
    assert_eq!((view.status, view.is_asked, view.is_used), (RequestStatus::Pending, true, false));
    assert_eq!(
        (view.date, view.reason.as_str(), view.created_at),
        (day("2026-06-09"), "I was on\nthe road", fakes.now)
    );
    assert_eq!((&view.creator, view.creator_role), (&employee().person.name, Role::Employee));
    assert_eq!((&view.decision, &view.comment), (&None, &None));

    let kept = fakes.state();
    assert_eq!(kept.unlocks.keys().copied().collect::<Vec<_>>(), [view.id]);
    assert!(kept.notices.is_empty());
    let [event] = kept.events.as_slice() else { panic!("{:?}", kept.events) };
    let record = Record::of("unlock-requested")
        .about([user(1)])
        .detail("request", view.id)
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
async fn for_whom_it_waits_depends_on_who_can_open_the_date() {
    for (date, change, waits_for) in [
        ("2026-06-08", (|_| {}) as fn(&mut State), WaitsFor::Hr),
        ("2026-06-05", |_| {}, WaitsFor::Admin),
        ("2026-06-09", |state| state.person(1).record.manager = None, WaitsFor::Hr),
        ("2026-06-09", |state| state.person(7).record.standing.is_blocked = true, WaitsFor::Hr),
    ] {
        let fakes = Fakes::over(before());
        fakes.memory.change(change);
        let request = ask(&fakes.ports(), &employee(), typed(date)).await.unwrap();
        assert_eq!(request.waits_for, Some(waits_for), "{date}");
    }
}

#[tokio::test]
async fn a_role_and_a_form_are_looked_at_before_anything_is_read() {
    let ports = Fakes::default().ports();
    for role in [Role::Manager, Role::Hr, Role::Admin] {
        assert_eq!(ask(&ports, &caller(1, role), typed("2026-06-09")).await, Err(Forbidden::Role.into()));
    }
    let blank = AskForUnlock { date: None, reason: " \n".into() };
    let Err(Error::Invalid(invalid)) = ask(&ports, &employee(), blank).await else { panic!("a blank form") };
    assert_eq!(invalid.sentence(), "Please fill in all fields");
    let fields = ["requestedDate", "reason"].into_iter().zip(["Date is required", "Reason is required"]);
    assert_eq!(invalid.fields, fields.map(|(name, said)| (name, said.to_owned())).collect::<Vec<_>>());
    let long = AskForUnlock { reason: "x".repeat(501), ..typed("2026-06-09") };
    let said = "The reason must be at most 500 characters";
    assert_eq!(ask(&ports, &employee(), long).await, Err(Invalid::field("reason", said).into()));
}

#[tokio::test]
async fn what_stands_on_the_date_and_what_waits_already_is_said() {
    let with = |change: fn(&mut State)| {
        let fakes = Fakes::over(before());
        fakes.memory.change(change);
        fakes
    };
    let keep = |state: &mut State, kept: domain::timesheet::Entry| _ = state.entries.insert(kept.id(), kept);
    assert_eq!(sentence(&with(|_| {}), typed("2026-06-11")).await, "You cannot unlock a future date");
    let joined = "You cannot access dates before your joining date (2026-01-01)";
    assert_eq!(sentence(&with(|_| {}), typed("2025-12-31")).await, joined);
    let open = with(|state| state.unlock(user(1), day("2026-06-09")));
    assert_eq!(sentence(&open, typed("2026-06-09")).await, "This date is already unlocked");
    let of_day = |status| entry(50, 1, day("2026-06-09"), status);
    let approved = Fakes::over(before());
    approved.memory.change(|state| keep(state, of_day(Status::Approved)));
    assert_eq!(sentence(&approved, typed("2026-06-09")).await, "The timesheet for this date is already approved");
    let fillable = "This date can be filled in without an unlock";
    assert_eq!(sentence(&with(|_| {}), typed("2026-06-10")).await, fillable);
    let lately = Fakes::over(before());
    lately.memory.change(|state| keep(state, rejected(of_day(Status::Pending), day("2026-06-03"))));
    assert_eq!(sentence(&lately, typed("2026-06-09")).await, fillable);
    let twice = with(|state| asked(state, 80, "2026-06-09", "2026-06-03T00:00:00Z"));
    assert_eq!(sentence(&twice, typed("2026-06-09")).await, "You have already asked for this date");
    let five = with(|state| (1..=5).for_each(|n| asked(state, n, &format!("2026-06-0{n}"), "2026-06-09T08:00:00Z")));
    assert_eq!(sentence(&five, typed("2026-06-09")).await, "Five of your requests are waiting already");
    let unknown = with(|state| state.person(1).record.joining_date = None);
    assert_eq!(sentence(&unknown, typed("2025-06-09")).await, "This date can no longer be unlocked");

    // A pending entry may be asked for, to correct it, and a rejected one however old it is.
    for kept in [of_day(Status::Pending), rejected(of_day(Status::Pending), day("2026-06-02"))] {
        let fakes = Fakes::over(before());
        fakes.memory.change(|state| keep(state, kept));
        assert!(ask(&fakes.ports(), &employee(), typed("2026-06-09")).await.is_ok());
    }
    let four = with(|state| (1..=4).for_each(|n| asked(state, n, &format!("2026-06-0{n}"), "2026-06-09T08:00:00Z")));
    assert!(ask(&four.ports(), &employee(), typed("2026-06-09")).await.is_ok(), "the fifth");
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

#[tokio::test]
async fn request_and_event_appear_together_or_not_at_all() {
    nothing_changes_when_a_call_fails(before, async |fakes: &Fakes| {
        ask(&fakes.ports(), &employee(), typed("2026-06-09")).await
    })
    .await;
}
