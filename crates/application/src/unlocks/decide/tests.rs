use super::*;
use crate::Invalid;
use crate::events::Record;
use crate::mail::Letter;
use crate::memory::{State, Unlock};
use crate::testing::{Fakes, at, away, caller, day, entry, person, user};
use crate::unlocks::{DirectUnlockRequest, unlock};
use domain::access::{Forbidden, Leads};
use domain::id::TimesheetId;
use domain::mail_choices::MailTiming;
use domain::person::Role;
use domain::timesheet::Status;
use domain::unlock::RequestStatus;
use uuid::Uuid;

fn id() -> UnlockId {
    UnlockId::new(Uuid::from_u128(80))
}

/// Employee 1 of manager 7 asked on Monday for the Friday before, which was one working day back; HR 5, manager 8, administrator 9.
fn before() -> State {
    let roles = [(1, Role::Employee), (5, Role::Hr), (7, Role::Manager), (8, Role::Manager), (9, Role::Admin)];
    let mut state = State::of(&roles);
    state.person(1).record.joining_date = Some(day("2026-01-01"));
    state.person(1).record.manager = Some(user(7));
    let made = NewRequest {
        id: id(),
        user: user(1),
        date: day("2026-06-05"),
        reason: "I was on the road".into(),
        created_at: at("2026-06-08T16:00:00Z"),
    };
    state.unlocks.insert(id(), Unlock::from(&made));
    state
}

fn manager() -> Caller {
    caller(7, Role::Manager)
}

fn with(change: impl FnOnce(&mut State)) -> Fakes {
    let fakes = Fakes::over(before());
    fakes.memory.change(change);
    fakes
}

/// Why it is not approved; nothing may be kept.
async fn refusal(fakes: &Fakes, by: &Caller) -> Error {
    let before = fakes.state();
    let error = approve(&fakes.ports(), by, id()).await.unwrap_err();
    assert_eq!(fakes.state(), before, "{error:?}");
    error
}

fn said(error: Error) -> String {
    match error {
        Error::Refused(why) => why.sentence,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn an_approved_request_is_an_unlock_with_the_employees_reason() {
    let fakes = with(|_| {});
    let done = approve(&fakes.ports(), &manager(), id()).await.unwrap();
    assert_eq!(done.unlock.view.id, id());

    let kept = fakes.state();
    assert_eq!(kept.unlocks.len(), 1, "one row");
    let (notice, _) = kept.notices.values().next().unwrap();
    assert_eq!((notice.user, &notice.notice), (user(1), &unlocked::on_request(day("2026-06-05"))));
    let record = Record::of("day-unlocked")
        .about([user(1)])
        .detail("date", day("2026-06-05"))
        .detail("reason", "I was on the road")
        .detail("request", id());
    assert_eq!((&kept.events[0].record, kept.events.len()), (&record, 1));
    assert_eq!(kept.pushes(), super::pushes(user(1), Some(user(7))));
}

#[tokio::test]
async fn the_employee_comes_before_the_team_and_the_team_before_what_became_of_the_request() {
    let by = caller(8, Role::Manager);
    let settle = |state: &mut State| state.unlocks.get_mut(&id()).unwrap().status = RequestStatus::Declined;
    let blocked = with(|state| {
        state.person(1).record.standing.is_blocked = true;
        settle(state);
    });
    let no_employee = Invalid::field("employeeId", "Timesheets can only be unlocked for active employees");
    assert_eq!(refusal(&blocked, &by).await, no_employee.into());
    let elsewhere = with(settle);
    assert_eq!(refusal(&elsewhere, &by).await, Forbidden::UnlockOutsideTeam.into());
    let refused = decline(&elsewhere.ports(), &by, id(), "No").await;
    assert_eq!(refused, Err(Forbidden::UnlockOutsideTeam.into()));

    let approved = with(|state| {
        let approved = entry(50, 1, day("2026-06-05"), Status::Approved);
        state.entries.insert(TimesheetId::new(Uuid::from_u128(50)), approved);
    });
    assert_eq!(said(refusal(&approved, &manager()).await), "The timesheet for this date is already approved");
    let open = with(|state| state.unlock(user(1), day("2026-06-05")));
    assert_eq!(said(refusal(&open, &manager()).await), "This date is already unlocked");
}

#[tokio::test]
async fn a_direct_unlock_leaves_a_request_alone_whose_time_is_over() {
    let direct = DirectUnlockRequest {
        employee: Some(user(1)),
        date: Some(day("2026-06-05")),
        reason: "As agreed on the telephone".into(),
    };
    let late = Fakes { now: at("2026-06-16T00:00:00Z"), ..with(|_| {}) };
    let done = unlock(&late.ports(), &caller(9, Role::Admin), direct).await.unwrap();
    assert!(done.unlock.view.id != id() && !done.unlock.view.is_asked);
    assert_eq!(late.state().unlocks[&id()].status, RequestStatus::Expired);
}

#[tokio::test]
async fn what_became_of_a_request_is_mailed_to_those_who_want_it() {
    let mails = |fakes: &Fakes| {
        fakes.state().mails.into_values().map(|mail| (mail.mail.to, mail.mail.letter)).collect::<Vec<_>>()
    };
    let to_employee = |letter: Letter| ("p1@x.org".to_owned(), letter.by_choice_of(Role::Employee));
    let (name, date) = (person(1).name, day("2026-06-05"));
    let open = to_employee(Letter::new(name.clone(), &DayUnlockedLetter { date, reason: None }));
    let fakes = with(|_| {});
    approve(&fakes.ports(), &manager(), id()).await.unwrap();
    assert_eq!(mails(&fakes), std::slice::from_ref(&open));
    let fakes = with(|_| {});
    let direct = DirectUnlockRequest { employee: Some(user(1)), date: Some(date), reason: "As agreed".into() };
    unlock(&fakes.ports(), &caller(9, Role::Admin), direct).await.unwrap();
    assert_eq!(mails(&fakes), [open], "no matter that the unlock was direct");
    let fakes = with(|_| {});
    decline(&fakes.ports(), &manager(), id(), "No").await.unwrap();
    let declined = Letter::new(name, &RequestDeclinedLetter { date, comment: "No".into() });
    assert_eq!(mails(&fakes), [to_employee(declined)]);
    let fakes = with(|state| _ = state.mail_choices.insert((user(1), MailKind::UnlockRequest), MailTiming::Off));
    decline(&fakes.ports(), &manager(), id(), "No").await.unwrap();
    assert_eq!(mails(&fakes), []);
}

#[tokio::test]
async fn of_two_decisions_at_once_one_wins() {
    let decided = |state: &mut State| state.unlocks.get_mut(&id()).unwrap().status = RequestStatus::Declined;
    for call in ["Store::begin", "UnlockRepository::for_decision", "UnlockRepository::approve"] {
        let fakes = with(|_| {});
        fakes.memory.before(call, decided);
        let why = approve(&fakes.ports(), &manager(), id()).await;
        assert_eq!(why, Err(Settled::Decided.into()), "{call}");
    }
    let fakes = with(|_| {});
    fakes.memory.before("UnlockRepository::approve", |state| state.unlock(user(1), day("2026-06-05")));
    let why = approve(&fakes.ports(), &manager(), id()).await;
    assert_eq!(why, Err(UnlockRefusal::AlreadyUnlocked.into()));
    let fakes = with(|_| {});
    fakes.memory.breaks("UnlockRepository::decline", away());
    assert_eq!(decline(&fakes.ports(), &manager(), id(), "No").await, Err(Error::Store(away())));
}

#[tokio::test]
async fn who_stands_in_for_the_manager_decides_with_both_names() {
    let mut stand_in = caller(8, Role::Manager);
    stand_in.actor.leads = Leads::standing_in_for(user(8), [user(7)]);
    let fakes = with(|_| {});
    let done = approve(&fakes.ports(), &stand_in, id()).await.unwrap();
    let decision = done.unlock.view.decision.unwrap();
    assert_eq!((decision.by, decision.on_behalf_of), (stand_in.person.name.clone(), Some(manager().person.name)));
    assert_eq!(fakes.state().events[0].origin.on_behalf_of, Some(user(7)));
    let fakes = with(|_| {});
    let declined = decline(&fakes.ports(), &stand_in, id(), "No").await.unwrap();
    assert_eq!(declined.view.decision.unwrap().on_behalf_of, Some(manager().person.name));
    assert_eq!(fakes.state().events[0].origin.on_behalf_of, Some(user(7)));
    assert_eq!(fakes.state().pushes(), super::pushes(user(1), Some(user(7))));
}

#[tokio::test]
async fn hr_and_administrators_who_stand_in_decide_for_the_manager_what_waits_for_the_manager() {
    let beyond = |state: &mut State| state.unlocks.get_mut(&id()).unwrap().made.date = day("2026-06-04");
    for role in [Role::Hr, Role::Admin] {
        let mut stand_in = caller(if role == Role::Hr { 5 } else { 9 }, role);
        stand_in.actor.leads = Leads::standing_in_for(stand_in.actor.id, [user(7)]);
        let both = (stand_in.person.name.clone(), Some(manager().person.name));
        let alone = (both.0.clone(), None);
        let names = |request: Request| request.view.decision.map(|one| (one.by, one.on_behalf_of));
        let direct = |date: &str| DirectUnlockRequest {
            employee: Some(user(1)),
            date: Some(day(date)),
            reason: "As agreed on the telephone".into(),
        };
        // Two days later it still waits for the manager, though the day itself is beyond the manager's window by then.
        for now in ["2026-06-08T17:00:00Z", "2026-06-10T10:00:00Z"] {
            let asked = || Fakes { now: at(now), ..with(|_| {}) };
            let fakes = asked();
            let approved = approve(&fakes.ports(), &stand_in, id()).await.unwrap();
            assert_eq!(names(approved.unlock), Some(both.clone()), "{role} {now}");
            assert_eq!(fakes.state().events[0].origin.on_behalf_of, Some(user(7)));
            let fakes = asked();
            let declined = decline(&fakes.ports(), &stand_in, id(), "No").await.unwrap();
            assert_eq!(names(declined), Some(both.clone()), "{role} {now}");
            assert_eq!(fakes.state().events[0].origin.on_behalf_of, Some(user(7)));
        }
        let opened = unlock(&with(|_| {}).ports(), &caller(9, Role::Admin), direct("2026-06-05")).await.unwrap();
        assert_eq!(opened.unlock.view.decision.unwrap().on_behalf_of, None, "{role}: who stands in for nobody");

        // What a manager could not open, and who is of another team, is the business of their own role.
        let elsewhere = |state: &mut State| state.person(1).record.manager = Some(user(8));
        for own in [&beyond as &dyn Fn(&mut State), &elsewhere] {
            let approved = approve(&with(own).ports(), &stand_in, id()).await.unwrap();
            assert_eq!(names(approved.unlock), Some(alone.clone()), "{role}");
            let declined = decline(&with(own).ports(), &stand_in, id(), "No").await.unwrap();
            assert_eq!(names(declined), Some(alone.clone()), "{role}");
        }
    }
}
