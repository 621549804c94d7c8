use super::*;
use crate::Conflict;
use crate::events::{Audience, Push, Topic};
use crate::memory::State;
use crate::testing::{Fakes, caller, nothing_changes_when_a_call_fails};
use domain::access::Forbidden;
use domain::id::LeaveTypeId;
use domain::leave::{LeaveDays, MOST_TYPES, TypedEdit, TypedLeaveType};
use domain::person::Role;
use uuid::Uuid;

/// An administrator, HR, a manager and an Employee; the three types of every portal.
fn state() -> State {
    State::of(&[(1, Role::Admin), (2, Role::Hr), (3, Role::Manager), (4, Role::Employee)])
}

/// Annual, sick and unpaid leave.
fn seed(number: u128) -> LeaveTypeId {
    LeaveTypeId::new(Uuid::from_u128(0x019a_b000_0000_7000_8000_0000_0000_0000 + number))
}

fn typed(name: &str) -> TypedLeaveType {
    TypedLeaveType {
        name: name.to_owned(),
        annual_days: Some(3.0),
        is_paid: true,
        needs_approval: false,
        carry_over_days: 0.0,
        carry_over_until: None,
        backdate_days: 0.0,
        is_active: true,
    }
}

fn days(days: f64, from_year: Option<i32>) -> TypedEdit {
    TypedEdit { annual_days: Some(Some(days)), from_year, ..TypedEdit::default() }
}

fn named(name: &str) -> TypedEdit {
    TypedEdit { name: Some(name.to_owned()), ..TypedEdit::default() }
}

async fn add_as_hr(ports: &Ports, typed: TypedLeaveType) -> Result<LeaveTypeView, Error> {
    add(ports, &caller(2, Role::Hr), typed).await
}

async fn edit(ports: &Ports, number: u128, typed: TypedEdit, version: u32) -> Result<LeaveTypeView, Error> {
    change(ports, &caller(2, Role::Hr), seed(number), LeaveTypeWish { typed, version }).await
}

async fn names(ports: &Ports, n: u128, role: Role) -> Vec<String> {
    let found = list(ports, &caller(n, role)).await.unwrap();
    found.into_iter().map(|view| view.leave_type.name).collect()
}

#[tokio::test]
async fn those_who_keep_the_types_read_all_and_everybody_else_the_active_ones() {
    let fakes = Fakes::over(state());
    let ports = fakes.ports();
    add_as_hr(&ports, typed("blood donation")).await.unwrap();
    edit(&ports, 2, TypedEdit { is_active: Some(false), ..TypedEdit::default() }, 0).await.unwrap();
    for role in [Role::Hr, Role::Admin] {
        assert_eq!(names(&ports, 2, role).await, ["Annual Leave", "blood donation", "Sick Leave", "Unpaid Leave"]);
    }
    for role in [Role::Employee, Role::Manager] {
        assert_eq!(names(&ports, 4, role).await, ["Annual Leave", "blood donation", "Unpaid Leave"]);
    }
}

#[tokio::test]
async fn nobody_but_hr_and_administrators_keeps_them() {
    let ports = Fakes::default().ports();
    for role in [Role::Employee, Role::Manager] {
        let caller = caller(3, role);
        assert_eq!(add(&ports, &caller, typed("Study")).await, Err(Forbidden::Role.into()));
        let wish = LeaveTypeWish { typed: days(1.0, None), version: 0 };
        assert_eq!(change(&ports, &caller, seed(1), wish).await, Err(Forbidden::Role.into()));
    }
}

#[tokio::test]
async fn a_new_type_is_recorded_and_everybody_is_told() {
    let fakes = Fakes::over(state());
    let ports = fakes.ports();
    let added = add_as_hr(&ports, typed("Study")).await.unwrap();
    assert_eq!((added.terms.annual, added.next), (Some(LeaveDays::whole(3)), None));
    let state = fakes.state();
    assert_eq!(state.leave_types.0.get(&added.leave_type.id), Some(&added.leave_type));
    let [event, given] = &state.events[..] else { panic!("{:?}", state.events) };
    assert_eq!(event.record, LeaveTypeAdded(&added.leave_type).into());
    assert_eq!(event.pushes, [Push::Changed { topic: Topic::Leave, audience: Audience::Everyone }]);
    assert_eq!(given.record.kind, "leave-allocated", "with what it gives");
}

#[tokio::test]
async fn a_name_is_taken_whatever_its_case_and_by_types_out_of_use_too() {
    let fakes = Fakes::over(state());
    let ports = fakes.ports();
    edit(&ports, 2, TypedEdit { is_active: Some(false), ..TypedEdit::default() }, 0).await.unwrap();
    let taken = Err(Conflict::LeaveTypeNameTaken.into());
    assert_eq!(add_as_hr(&ports, typed("SICK leave")).await, taken);
    assert_eq!(edit(&ports, 1, named("sick LEAVE"), 0).await, taken);
    let own = edit(&ports, 1, named("ANNUAL LEAVE"), 0).await;
    assert_eq!(own.map(|view| view.leave_type.name), Ok("ANNUAL LEAVE".to_owned()), "its own in another case");
}

#[tokio::test]
async fn there_are_at_most_fifty_types() {
    let fakes = Fakes::over(state());
    let ports = fakes.ports();
    for n in 3..MOST_TYPES {
        add_as_hr(&ports, typed(&format!("Type {n}"))).await.unwrap();
    }
    assert_eq!(add_as_hr(&ports, typed("Study")).await, Err(Conflict::TooManyLeaveTypes.into()));
    assert_eq!(add_as_hr(&ports, typed("Sick Leave")).await, Err(Conflict::LeaveTypeNameTaken.into()));
    assert_eq!(Conflict::TooManyLeaveTypes.sentence(), format!("There can be at most {MOST_TYPES} leave types"));
}

#[tokio::test]
async fn a_change_says_this_years_terms_and_the_next_ones_where_they_differ() {
    let fakes = Fakes::over(state());
    let ports = fakes.ports();
    let next = edit(&ports, 1, days(25.0, Some(2027)), 0).await.unwrap();
    let annual = |days| LeaveTerms { annual: Some(LeaveDays::whole(days)), ..next.terms };
    assert_eq!((next.terms, next.next, next.leave_type.version), (annual(20), Some((2027, annual(25))), 1));
    assert_eq!(list(&ports, &caller(4, Role::Employee)).await.unwrap()[0], next);
    let both = edit(&ports, 1, days(22.0, None), 1).await.unwrap();
    assert_eq!((both.terms, both.next, both.leave_type.version), (annual(22), None, 2));
    assert_eq!(both.leave_type.terms_in(2025), annual(20));
    let state = fakes.state();
    let changes = state.events.iter().filter(|event| event.record.kind == "leave-type-changed");
    let recorded: Vec<_> = changes.map(|event| &event.record.changes).collect();
    let told =
        |before: u32, after: u32| crate::events::Record::of("").change("annualDays", Some(before), Some(after)).changes;
    assert_eq!(recorded, [&told(20, 25), &told(20, 22)]);
}

#[tokio::test]
async fn without_a_change_the_version_stays_and_nobody_is_told() {
    let fakes = Fakes::over(state());
    let ports = fakes.ports();
    let same = edit(&ports, 1, TypedEdit { is_paid: Some(true), ..days(20.0, Some(2027)) }, 0).await.unwrap();
    assert_eq!(same.leave_type.version, 0);
    assert!(fakes.state().events.is_empty());
}

#[tokio::test]
async fn what_cannot_be_is_refused_in_order() {
    let fakes = Fakes::over(state());
    let ports = fakes.ports();
    let fields = |refused: Result<LeaveTypeView, Error>| match refused {
        Err(Error::Invalid(invalid)) => invalid.fields.into_iter().map(|(field, _)| field).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let unknown = 9;
    // What was typed, the type, what is settled, the version, the name.
    let all = TypedEdit { is_paid: Some(false), ..named("Sick Leave") };
    assert_eq!(fields(edit(&ports, unknown, days(0.3, Some(2028)), 7).await), ["annualDays", "fromYear"]);
    assert_eq!(edit(&ports, unknown, all.clone(), 7).await, Err(Error::NotFound("Leave type")));
    assert_eq!(fields(edit(&ports, 1, all.clone(), 7).await), ["isPaid"]);
    let named = TypedEdit { is_paid: None, ..all };
    assert_eq!(edit(&ports, 1, named.clone(), 7).await, Err(Conflict::LeaveTypeChanged.into()));
    assert_eq!(edit(&ports, 1, named, 0).await, Err(Conflict::LeaveTypeNameTaken.into()));
    let same = edit(&ports, 1, days(20.0, None), 7).await;
    assert_eq!(same, Err(Conflict::LeaveTypeChanged.into()), "also where nothing would change");
    assert_eq!(fields(add_as_hr(&ports, typed(" ")).await), ["name"]);
    assert_eq!(fakes.state(), state());
}

#[tokio::test]
async fn a_type_is_added_and_changed_whole_or_not_at_all() {
    nothing_changes_when_a_call_fails(state, async |fakes| add_as_hr(&fakes.ports(), typed("Study")).await).await;
    nothing_changes_when_a_call_fails(state, async |fakes| edit(&fakes.ports(), 1, days(22.0, None), 0).await).await;
}
