//! Who opens which dates of whom, what is kept of it, and in which order it is refused.

mod any_date;
mod dates;
mod order;

use super::*;
use crate::ports::UnlockView;
use crate::testing::{Fakes, Ledger, Writes, at, away, caller, day, nothing_is_kept_when_a_call_fails, user};
use domain::notice::{NoticeKind, of_unlock};
use domain::person::Role;

/// Employee 1 of manager 7, who joined on 1 January 2026, employee 2 of manager 8, employee 3 of nobody, HR 5, administrator 9.
fn portal() -> Ledger {
    Ledger::of(&[
        (1, Role::Employee),
        (2, Role::Employee),
        (3, Role::Employee),
        (5, Role::Hr),
        (7, Role::Manager),
        (8, Role::Manager),
        (9, Role::Admin),
    ])
    .with(|book| {
        book.person(1).manager = Some(user(7));
        book.person(2).manager = Some(user(8));
        book.days.joined.insert(user(1), day("2026-01-01"));
    })
}

fn manager() -> Caller {
    caller(7, Role::Manager)
}

fn wish(employee: u128, date: &str) -> Wish {
    Wish { employee: Some(user(employee)), date: Some(day(date)), reason: " You were\r\nill ".into() }
}

async fn ask(ledger: &Ledger, by: &Caller, wish: Wish) -> Result<Unlocked, Error> {
    unlock(&ledger.fakes().ports(), by, wish).await
}

/// Why it is refused; nothing may be kept.
async fn refusal(ledger: &Ledger, by: &Caller, wish: Wish) -> Error {
    let error = ask(ledger, by, wish).await.unwrap_err();
    assert_eq!(ledger.kept(), Writes::default(), "{error:?}");
    error
}

#[tokio::test]
async fn a_date_is_opened_and_the_employee_is_told() {
    let ledger = portal();
    let unlocked = ask(&ledger, &manager(), wish(1, "2026-06-09")).await.unwrap();
    assert_eq!(
        ledger.said(),
        [
            "holidays from 2025-06-10 to 2026-06-10",
            "begin",
            "lock 1",
            "employment of 1",
            "unlock of 1 on 2026-06-09",
            "entry of 1 on 2026-06-09",
            "open",
            "notify",
            "day-unlocked",
            "commit"
        ]
    );
    let (kept, now, date) = (ledger.kept(), at("2026-06-10T10:00:00Z"), day("2026-06-09"));
    let reason = "You were\nill".to_owned();
    let id = kept.unlocks[0].id;
    let unlock = NewUnlock { id, user: user(1), date, reason: reason.clone(), created_by: user(7), created_at: now };
    let notice = NewNotice {
        id: kept.notices[0].id,
        user: user(1),
        kind: NoticeKind::Unlocked,
        text: of_unlock(date, "You were\nill"),
        link: Some("/employee/timesheet?date=2026-06-09".to_owned()),
        created_at: now,
    };
    let event = Event {
        id: kept.events[0].id,
        at: now,
        actor: Some(user(7)),
        what: Happening::DayUnlocked { unlock: id, user: user(1), date, reason: reason.clone() },
        pushes: vec![
            Push::Changed { topic: Topic::Timesheets, audience: Audience::Readers(vec![user(1), user(7)]) },
            Push::Changed { topic: Topic::Notifications, audience: Audience::Users(vec![user(1)]) },
        ],
    };
    let expected = Writes { unlocks: vec![unlock], notices: vec![notice], events: vec![event], ..Writes::default() };
    assert_eq!(kept, expected);

    let view = UnlockView {
        id,
        date,
        reason,
        is_used: false,
        created_at: now,
        creator: caller(7, Role::Manager).person.name,
        creator_role: Role::Manager,
    };
    let name = FullName { first: "First1".into(), last: "Last1".into() };
    assert_eq!(unlocked, Unlocked { employee: user(1), name, unlock: view });
}

#[tokio::test]
async fn the_manager_watches_whoever_unlocks() {
    for (by, of, watching) in [
        (caller(5, Role::Hr), 1, vec![user(1), user(7)]),
        (caller(9, Role::Admin), 2, vec![user(2), user(8)]),
        (caller(9, Role::Admin), 3, vec![user(3)]),
        (manager(), 1, vec![user(1), user(7)]),
    ] {
        let ledger = portal();
        let unlocked = ask(&ledger, &by, wish(of, "2026-06-10")).await.unwrap();
        assert_eq!(unlocked.unlock.creator_role, by.actor.role);
        let pushes = ledger.kept().pushes();
        let topic = Topic::Timesheets;
        assert_eq!(pushes[0], Push::Changed { topic, audience: Audience::Readers(watching) }, "{:?}", by.actor);
        let own = Audience::Users(vec![user(of)]);
        assert_eq!(pushes[1..], [Push::Changed { topic: Topic::Notifications, audience: own }]);
    }
}

#[tokio::test]
async fn of_two_unlocks_at_once_one_wins() {
    let race = |after: &str| portal().meanwhile(after, |book| book.days.open.push((user(1), day("2026-06-09"))));
    // Before it is looked for, and after.
    for after in ["begin", "entry of 1 on 2026-06-09"] {
        let ledger = race(after);
        let why = refusal(&ledger, &manager(), wish(1, "2026-06-09")).await;
        assert_eq!(why, Error::NotUnlocked(UnlockRefusal::AlreadyUnlocked), "{after}");
    }
    let elsewhere = StoreError::Conflict(UniqueKey::Other);
    let why = refusal(&portal().broken("open", elsewhere.clone()), &manager(), wish(1, "2026-06-09")).await;
    assert_eq!(why, Error::Store(elsewhere), "another fault is no lost race");
    assert_eq!(refusal(&portal().broken("open", away()), &manager(), wish(1, "2026-06-09")).await, away().into());
}

#[tokio::test]
async fn what_changed_by_the_time_of_the_lock_counts() {
    let ledger = portal().meanwhile("begin", |book| book.person(1).standing.is_blocked = true);
    let why = refusal(&ledger, &manager(), wish(1, "2026-06-09")).await;
    assert_eq!(why, Invalid::field("employeeId", "Timesheets can only be unlocked for active employees").into());
    let ledger = portal().meanwhile("begin", |book| book.person(1).manager = Some(user(8)));
    assert_eq!(refusal(&ledger, &manager(), wish(1, "2026-06-09")).await, Forbidden::UnlockOutsideTeam.into());
    let ledger = portal().meanwhile("begin", |book| book.people.clear());
    assert_eq!(refusal(&ledger, &manager(), wish(1, "2026-06-09")).await, Error::NotFound("User"));
}

#[tokio::test]
async fn unlock_notice_and_event_appear_together_or_not_at_all() {
    nothing_is_kept_when_a_call_fails(portal, async |fakes: &Fakes| {
        unlock(&fakes.ports(), &manager(), wish(1, "2026-06-09")).await
    })
    .await;
}
