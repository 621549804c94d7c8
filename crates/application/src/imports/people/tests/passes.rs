//! What comes in which pass, and what other people change between two passes.

use super::super::passes::{ADMINS, LEADERS, LEAVERS, MANAGERS};
use super::*;
use crate::testing::{at, day};
use domain::time::WorkPattern;
use domain::timesheet::Hours;
use domain::work_patterns::PatternOwner;

fn of(row: PeopleRow, role: Role) -> PeopleRow {
    PeopleRow { role: Some(role), ..row }
}

fn led(row: PeopleRow, manager: &str) -> PeopleRow {
    PeopleRow { manager: led_by(manager), ..row }
}

fn leaves(row: PeopleRow) -> PeopleRow {
    PeopleRow { is_active: Some(false), ..row }
}

/// Applies the rows of a plan that do something, each in a piece of its own. `before` each pass something else happens. Returns the people
/// whose rows were left out, with the sentence; an empty one where they were changed.
async fn apart(
    fakes: &Fakes,
    author: &Author,
    rows: &[PeopleRow],
    before: impl AsyncFn(u32),
) -> Vec<(Option<EmployeeId>, String)> {
    let plan = planned(fakes, author, rows).await;
    assert!(plan.iter().all(|row| row.problem.is_none()), "{plan:?}");
    let (mut due, ports, mut left_out) = (due(&plan, rows), fakes.ports(), Vec::new());
    let moment = ports.moment();
    for pass in 0..People::PASSES {
        before(pass).await;
        let mut kept = Vec::new();
        for row in due {
            let work = ports.begin(&moment, author.origin).await.unwrap();
            let piece = std::slice::from_ref(&row);
            let outcomes = People.apply(&work, author, &Options::default(), pass, piece).await.unwrap();
            work.commit().await.unwrap();
            match &outcomes[..] {
                [Outcome::Done] => kept.push(row),
                [Outcome::Changed] => left_out.push((row.value.employee_id, String::new())),
                [Outcome::LeftOut(problem)] => left_out.push((row.value.employee_id, problem.sentence.clone())),
                other => panic!("{other:?}"),
            }
        }
        due = kept;
    }
    left_out
}

async fn nothing(_: u32) {}

/// Others change something before the pass `when`.
fn others<'a>(fakes: &'a Fakes, when: u32, change: impl Fn(&mut State) + 'a) -> impl AsyncFn(u32) + 'a {
    async move |pass| {
        if pass == when {
            fakes.memory.change(&change);
        }
    }
}

fn id(n: u32) -> EmployeeId {
    EmployeeId::new(1000 + n)
}

/// With administrators 10 and 11.
fn with_admins() -> Fakes {
    with(|state| {
        for n in [10, 11] {
            state.people.insert(user(n), crate::testing::account(n, Role::Admin));
        }
    })
}

#[tokio::test]
async fn administrators_who_become_something_else_lead_are_led_and_get_patterns() {
    let rows = [
        led(known(1), "EMP1008"),
        of(known(8), Role::Manager),
        led(PeopleRow { full_day_hours: Some(Hours::whole(8)), ..of(known(10), Role::Employee) }, "EMP1006"),
        leaves(led(of(known(11), Role::Employee), "EMP1006")),
        led(of(known(7), Role::Employee), "EMP1008"),
    ];
    let (at_once, in_pieces) = (with_admins(), with_admins());
    assert_eq!(applied(&at_once, &admin(), Options::default(), &rows).await, []);
    assert_eq!(apart(&in_pieces, &admin(), &rows, nothing).await, []);
    for fakes in [&at_once, &in_pieces] {
        let mut state = fakes.state();
        let leads = [1, 2, 7, 10].map(|n| state.person(n).record.manager);
        assert_eq!(leads, [Some(user(8)), None, Some(user(8)), Some(user(6))]);
        let pattern = &state.work_patterns[&PatternOwner::Person(user(10))].rows[&day("2026-06-10")].0;
        assert_eq!(pattern.map(WorkPattern::full_day), Some(Hours::whole(8)));
        let left = state.person(11);
        assert!(!left.record.standing.is_active && left.record.standing.role == Role::Employee);
        assert!(left.service.is_empty(), "who leaves with another role has served on no day");
        assert_eq!(told(fakes, &admin(), &rows).await, ["same"; 5]);
    }
}

#[tokio::test]
async fn the_last_administrator_stays_whatever_others_do_meanwhile() {
    let rows = [of(known(8), Role::Hr), leaves(of(known(9), Role::Employee)), of(known(6), Role::Admin)];
    let fakes = portal();
    assert_eq!(apart(&fakes, &Author::operator(), &rows, nothing).await, [], "a manager takes over");
    let fakes = portal();
    let blocked = others(&fakes, ADMINS, |state| state.person(6).record.standing.is_blocked = true);
    let left_out = apart(&fakes, &Author::operator(), &rows, blocked).await;
    assert_eq!(left_out, [(Some(id(9)), "At least one active administrator is required".to_owned())]);
    assert!(fakes.state().person(9).record.standing.acts_as(Role::Admin));
}

#[tokio::test]
async fn a_role_or_manager_that_somebody_else_gave_meanwhile_stays() {
    let rows = [
        led(known(1), "EMP1006"),
        led(known(2), "EMP1006"),
        led(new("ann"), "EMP1006"),
        led(known(3), "EMP1006"),
        led(known(4), "EMP1006"),
        of(known(7), Role::Hr),
        leaves(known(12)),
    ];
    let fakes = with(|state| {
        for n in [3, 4] {
            state.people.insert(user(n), crate::testing::account(n, Role::Employee));
            state.person(n).record.manager = Some(user(12));
        }
        state.people.insert(user(12), crate::testing::account(12, Role::Manager));
        state.people.insert(user(13), crate::testing::account(13, Role::Manager));
    });
    let changes = async |pass| {
        fakes.memory.change(|state| match pass {
            LEADERS => state.person(7).record.standing.role = Role::Employee,
            MANAGERS => {
                let ann = state.people.values_mut().find(|account| account.record.email == email("ann@x.org"));
                ann.unwrap().record.manager = Some(user(13));
                state.person(1).record.manager = Some(user(13));
                state.person(2).record.manager = Some(user(6));
                state.person(3).record.manager = None;
                state.person(4).record.standing.is_active = false;
            }
            LEAVERS => state.person(12).record.standing.role = Role::Hr,
            _ => {}
        });
    };
    let left_out = apart(&fakes, &admin(), &rows, changes).await;
    let unseen = |person| (person, String::new());
    let has_left = "EMP1004 has left. Activate the account first, or leave the row out.".to_owned();
    assert_eq!(
        left_out,
        [
            unseen(Some(id(7))),
            unseen(Some(id(1))),
            unseen(None),
            unseen(Some(id(3))),
            (Some(id(4)), has_left),
            unseen(Some(id(12)))
        ]
    );
    let mut state = fakes.state();
    let managers = [1, 2, 3, 4].map(|n| state.person(n).record.manager);
    assert_eq!(managers, [Some(user(13)), Some(user(6)), None, Some(user(12))]);
    assert_eq!([7, 12].map(|n| state.person(n).record.standing.role), [Role::Employee, Role::Hr]);
    assert!(state.person(12).record.standing.is_active);
}

#[tokio::test]
async fn a_later_pass_writes_nothing_over_that_an_earlier_one_has_written() {
    let fakes = portal();
    let design = |row| PeopleRow { department: Given::Value("Design".into()), ..row };
    let rows = [design(leaves(known(7))), design(of(known(8), Role::Hr)), design(led(known(1), "EMP1006"))];
    let meanwhile = others(&fakes, LEADERS, |state| {
        for n in [1, 7, 8] {
            let record = &mut state.person(n).record;
            assert_eq!(record.department.as_deref(), Some("Design"));
            record.department = Some("Sales".into());
            record.updated_at = at("2026-06-10T10:00:01Z");
        }
    });
    assert_eq!(apart(&fakes, &admin(), &rows, meanwhile).await, [], "what is left of the rows still fits");
    let mut state = fakes.state();
    let found = [1, 7, 8].map(|n| state.person(n).record.clone());
    assert!(found.iter().all(|record| record.department.as_deref() == Some("Sales")));
    let [one, seven, eight] = found;
    assert_eq!((one.manager, seven.standing.is_active, eight.standing.role), (Some(user(6)), false, Role::Hr));
}

#[tokio::test]
async fn somebody_whose_address_was_changed_meanwhile_is_not_taken_for_another() {
    let fakes = portal();
    let row = PeopleRow { employee_id: None, email: Some(email("p1@x.org")), ..led(known(1), "EMP1006") };
    let moved = others(&fakes, MANAGERS, |state| state.person(1).record.email = email("one@x.org"));
    assert_eq!(apart(&fakes, &hr(), &[row], moved).await, [(None, String::new())]);
    assert_eq!(fakes.state().person(1).record.manager, Some(user(7)));
}

#[tokio::test]
async fn those_who_become_employees_late_get_their_leave_on_the_same_day() {
    let fakes = portal();
    let ports = fakes.ports();
    let settle = async |_| while crate::leave_ledger::settle(&ports).await.unwrap() {};
    let rows = [of(known(6), Role::Employee), of(known(8), Role::Employee)];
    assert_eq!(apart(&fakes, &admin(), &rows, settle).await, []);
    settle(People::PASSES).await;
    let given = |n| fakes.state().leave_ledger.iter().any(|row| row.user == user(n));
    assert_eq!([1, 6, 8, 9].map(given), [true, true, true, false]);
}
