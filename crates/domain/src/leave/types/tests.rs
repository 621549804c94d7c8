use super::*;
use crate::leave::LeaveDays;
use proptest::prelude::*;
use uuid::Uuid;

/// Annual leave as every portal begins with it.
fn typed() -> TypedLeaveType {
    TypedLeaveType {
        name: "Annual Leave".into(),
        annual_days: Some(20.0),
        is_paid: true,
        needs_approval: true,
        carry_over_days: 5.0,
        carry_over_until: Some(3.0),
        backdate_days: 30.0,
        is_active: true,
    }
}

fn of(typed: &TypedLeaveType) -> Result<LeaveType, Vec<(&'static str, String)>> {
    LeaveType::new(LeaveTypeId::new(Uuid::nil()), typed).map_err(told)
}

fn annual() -> LeaveType {
    of(&typed()).unwrap()
}

fn unlimited() -> LeaveType {
    of(&TypedLeaveType { annual_days: None, carry_over_days: 0.0, ..typed() }).unwrap()
}

fn told(wrong: Vec<LeaveTypeError>) -> Vec<(&'static str, String)> {
    wrong.into_iter().map(|why| (why.field(), why.sentence())).collect()
}

fn terms(annual: i32, carry_over: i32, until: Option<u32>) -> LeaveTerms {
    LeaveTerms {
        annual: Some(LeaveDays::from_half_days(annual)),
        carry_over: LeaveDays::from_half_days(carry_over),
        carry_over_until: until,
    }
}

/// The type after a change that is typed in 2026.
fn change(leave_type: &LeaveType, edit: &TypedEdit) -> Result<LeaveType, Vec<(&'static str, String)>> {
    edit.parse(2026).and_then(|edit| leave_type.changed(&edit)).map_err(told)
}

#[test]
fn a_new_type_has_its_terms_in_every_year() {
    let made = annual();
    assert_eq!((made.name.as_str(), made.version, made.backdate_days), ("Annual Leave", 0, 30));
    assert!(made.is_limited() && made.is_paid && made.needs_approval && made.is_active);
    for year in [1900, 2026, 2200] {
        assert_eq!(made.terms_in(year), terms(40, 10, Some(3)));
    }
    assert!(!unlimited().is_limited());
    assert_eq!(unlimited().terms_in(2026).annual, None);
}

#[test]
fn names_are_the_same_whatever_their_case() {
    let other = of(&TypedLeaveType { name: " ANNUAL leave ".into(), ..typed() }).unwrap();
    assert_eq!((other.name.as_str(), other.name_key()), ("ANNUAL leave", annual().name_key()));
    assert_ne!(of(&TypedLeaveType { name: "Annual-Leave".into(), ..typed() }).unwrap().name_key(), other.name_key());
}

#[test]
fn everything_wrong_with_a_new_type_is_said_at_its_field() {
    let wrong = |change: fn(&mut TypedLeaveType)| {
        let mut wrong = typed();
        change(&mut wrong);
        of(&wrong).unwrap_err()
    };
    let annual = ("annualDays", "Days per year must be from 0 to 366 in steps of 0.5");
    let carry_over = ("carryOverDays", "Carry-over must be from 0 to 366 in steps of 0.5");
    let month = ("carryOverUntil", "The month must be from 1 to 12");
    let back = ("backdateDays", "Days back must be a whole number from 0 to 366");
    let cases: [(fn(&mut TypedLeaveType), _); 15] = [
        (|it| it.name = " ".into(), ("name", "Name is required")),
        (|it| it.name = "n".repeat(101), ("name", "Name must be at most 100 characters")),
        (|it| it.name = "a\nb".into(), ("name", "Name contains characters that are not allowed")),
        (|it| it.annual_days = Some(-0.5), annual),
        (|it| it.annual_days = Some(366.5), annual),
        (|it| it.annual_days = Some(0.25), annual),
        (|it| it.carry_over_days = -1.0, carry_over),
        (|it| it.carry_over_days = 366.5, carry_over),
        (|it| it.annual_days = None, ("carryOverDays", "A leave type without a limit carries nothing over")),
        (|it| it.carry_over_until = Some(0.0), month),
        (|it| it.carry_over_until = Some(13.0), month),
        (|it| it.carry_over_until = Some(1.5), month),
        (|it| it.backdate_days = -1.0, back),
        (|it| it.backdate_days = 367.0, back),
        (|it| it.backdate_days = 0.5, back),
    ];
    for (change, (field, sentence)) in cases {
        assert_eq!(wrong(change), [(field, sentence.to_owned())]);
    }
    let all = wrong(|it| {
        let (annual_days, carry_over_until) = (Some(1e9), Some(f64::NAN));
        let (carry_over_days, backdate_days) = (f64::INFINITY, 1e300);
        *it = TypedLeaveType {
            name: String::new(),
            annual_days,
            carry_over_days,
            carry_over_until,
            backdate_days,
            ..it.clone()
        };
    });
    let fields: Vec<_> = all.iter().map(|(field, _)| *field).collect();
    assert_eq!(fields, ["name", "annualDays", "carryOverDays", "carryOverUntil", "backdateDays"]);

    let most = TypedLeaveType {
        name: "n".repeat(100),
        annual_days: Some(366.0),
        carry_over_days: 366.0,
        carry_over_until: Some(12.0),
        backdate_days: 366.0,
        ..typed()
    };
    assert_eq!(of(&most).unwrap().terms_in(2026), terms(732, 732, Some(12)));
    let least = TypedLeaveType { annual_days: Some(0.0), carry_over_days: -0.0, carry_over_until: None, ..typed() };
    let least = TypedLeaveType { backdate_days: 0.0, ..least };
    assert_eq!(of(&least).unwrap().terms_in(2026), terms(0, 0, None));
}

#[test]
fn a_change_is_checked_as_a_new_type_is() {
    let fields = |edit: TypedEdit| {
        let wrong = edit.parse(2026).err().unwrap_or_default();
        told(wrong).into_iter().map(|(field, _)| field).collect::<Vec<_>>()
    };
    let all = TypedEdit {
        name: Some(String::new()),
        annual_days: Some(Some(0.3)),
        carry_over_days: Some(0.3),
        carry_over_until: Some(Some(0.0)),
        backdate_days: Some(366.5),
        from_year: Some(2025),
        ..TypedEdit::default()
    };
    assert_eq!(fields(all), ["annualDays", "name", "carryOverDays", "carryOverUntil", "backdateDays", "fromYear"]);
    let carried = TypedEdit { annual_days: Some(None), carry_over_days: Some(0.5), ..TypedEdit::default() };
    assert_eq!(fields(carried), ["carryOverDays"], "without a limit");
    assert_eq!(LeaveTypeError::FromYear.sentence(), "The change must begin this year or the next");
    for (year, is_fitting) in [(2026, true), (2027, true), (2028, false), (i32::MAX, false)] {
        let edit = TypedEdit { from_year: Some(year), ..TypedEdit::default() };
        assert_eq!(fields(edit).is_empty(), is_fitting, "{year}");
    }
}

#[test]
fn limit_and_pay_are_settled() {
    let sentence = "This cannot be changed once the leave type exists".to_owned();
    let unpaid = TypedEdit { is_paid: Some(false), ..TypedEdit::default() };
    assert_eq!(change(&annual(), &unpaid), Err(vec![("isPaid", sentence.clone())]));
    let without_limit = TypedEdit { annual_days: Some(None), ..TypedEdit::default() };
    assert_eq!(change(&annual(), &without_limit), Err(vec![("annualDays", sentence.clone())]));
    let limited = TypedEdit { annual_days: Some(Some(10.0)), is_paid: Some(false), ..TypedEdit::default() };
    assert_eq!(change(&unlimited(), &limited), Err(vec![("annualDays", sentence.clone()), ("isPaid", sentence)]));
    assert_eq!(change(&unlimited(), &without_limit), Ok(unlimited()));
    let carried = TypedEdit { carry_over_days: Some(1.0), ..TypedEdit::default() };
    let refused = "A leave type without a limit carries nothing over".to_owned();
    assert_eq!(change(&unlimited(), &carried), Err(vec![("carryOverDays", refused)]));
}

#[test]
fn what_equals_changes_nothing() {
    let same = TypedEdit {
        name: Some("Annual Leave".into()),
        annual_days: Some(Some(20.0)),
        is_paid: Some(true),
        needs_approval: Some(true),
        carry_over_days: Some(5.0),
        carry_over_until: Some(Some(3.0)),
        backdate_days: Some(30.0),
        is_active: Some(true),
        from_year: Some(2027),
    };
    assert_eq!(change(&annual(), &same), Ok(annual()));
    assert_eq!(change(&annual(), &TypedEdit::default()), Ok(annual()));
}

#[test]
fn what_is_no_term_holds_at_once() {
    let edit = TypedEdit {
        name: Some("Holiday".into()),
        needs_approval: Some(false),
        backdate_days: Some(0.0),
        is_active: Some(false),
        from_year: Some(2027),
        ..TypedEdit::default()
    };
    let expected = LeaveType {
        name: "Holiday".into(),
        needs_approval: false,
        backdate_days: 0,
        is_active: false,
        version: 1,
        ..annual()
    };
    assert_eq!(change(&annual(), &edit), Ok(expected));
}

#[test]
fn terms_hold_from_a_year_on_and_ended_years_keep_theirs() {
    let days = |days, from_year| TypedEdit { annual_days: Some(Some(days)), from_year, ..TypedEdit::default() };
    let next = change(&annual(), &days(25.0, Some(2027))).unwrap();
    let each = |leave_type: &LeaveType| {
        [2025, 2026, 2027, 2028].map(|year| leave_type.terms_in(year).annual.unwrap().half_days())
    };
    assert_eq!((each(&next), next.version), ([40, 40, 50, 50], 1));
    // What differs from this year's holds in the next year as well.
    let both = change(&next, &days(22.0, None)).unwrap();
    assert_eq!((each(&both), both.version), ([40, 44, 44, 44], 2));
    assert_eq!(both.terms.changes().map(|(year, _)| year).collect::<Vec<_>>(), [2026]);
    // What equals this year's leaves the next one alone.
    assert_eq!(change(&next, &days(20.0, Some(2026))), Ok(next.clone()));
    assert_eq!(
        change(&next, &TypedEdit { is_active: Some(false), ..days(20.0, None) }).map(|it| each(&it)),
        Ok(each(&next))
    );
    // A change to come is taken back by what holds before it.
    let back = change(&next, &days(20.0, Some(2027))).unwrap();
    assert_eq!((back.terms, back.version), (annual().terms, 2));
    // Each of the three has its own years.
    let carried = TypedEdit { carry_over_days: Some(0.0), carry_over_until: Some(None), ..TypedEdit::default() };
    let carried = change(&next, &carried).unwrap();
    assert_eq!(
        [2025, 2026, 2027].map(|year| carried.terms_in(year)),
        [terms(40, 10, Some(3)), terms(40, 0, None), terms(50, 0, None)]
    );
}

proptest! {
    #[test]
    fn no_change_reaches_an_ended_year_and_no_year_repeats_the_one_before(
        edits in proptest::collection::vec((0i32..6, any::<bool>(), 0u8..4, 0u8..3), 1..20)
    ) {
        let (mut year, mut held) = (2026, annual());
        for (later, is_next, days, carried) in edits {
            year += later;
            let edit = TypedEdit {
                annual_days: Some(Some(days.into())),
                carry_over_days: Some(carried.into()),
                from_year: Some(year + i32::from(is_next)),
                ..TypedEdit::default()
            };
            let changed = held.changed(&edit.parse(year).unwrap()).unwrap();
            let from = year + i32::from(is_next);
            for ended in 2000..from {
                prop_assert_eq!(changed.terms_in(ended), held.terms_in(ended));
            }
            prop_assert_eq!(changed.terms_in(from).annual, Some(LeaveDays::whole(days.into())));
            prop_assert_eq!(changed.terms_in(from).carry_over, LeaveDays::whole(carried.into()));
            let idle = changed.terms.changes().find(|(at, terms)| changed.terms_in(at - 1) == **terms);
            prop_assert_eq!(idle, None);
            held = changed;
        }
    }
}

#[test]
fn ended_years_and_days_before_a_lapse_that_is_over_are_settled() {
    let day = |text: &str| text.parse::<NaiveDate>().unwrap();
    let (annual, today) = (annual(), day("2026-04-01"));
    for (date, is_settled) in [("2025-12-31", true), ("2026-03-31", true), ("2026-04-01", false), ("2026-12-31", false)]
    {
        assert_eq!(annual.is_settled(day(date), today), is_settled, "{date}");
    }
    assert!(!annual.is_settled(day("2026-03-31"), day("2026-03-31")), "the last day for carried days");
    let stays = of(&TypedLeaveType { carry_over_until: None, ..typed() }).unwrap();
    assert!(!stays.is_settled(day("2026-01-01"), today) && stays.is_settled(day("2025-12-31"), today));
}
