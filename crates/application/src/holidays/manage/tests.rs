//! What HR and administrators may enter, what collides, and what is kept of it.

mod changing;

use super::*;
use crate::events::Record;
use crate::memory::State;
use crate::testing::{Fakes, at, away, caller, day, holiday, nothing_changes_when_a_call_fails, user};
use domain::access::Forbidden;
use domain::person::{FullName, Role};

fn hr() -> Caller {
    caller(5, Role::Hr)
}

fn draft(date: &str, is_recurring: bool) -> Draft {
    Draft { date: Some(day(date)), name: " Founders' day ".into(), description: None, is_recurring }
}

/// The holidays that there are; person 9 has entered them.
fn before(holidays: &[(&str, bool)]) -> State {
    let entered = at("2026-01-01T00:00:00Z");
    let holidays = holidays.iter().map(|(date, every)| holiday(date, *every).holiday);
    State {
        holidays: holidays.map(|holiday| (holiday.id, (holiday, entered))).collect(),
        ..State::of(&[(5, Role::Hr), (9, Role::Admin)])
    }
}

fn knowing(holidays: &[(&str, bool)]) -> Fakes {
    Fakes::over(before(holidays))
}

fn id(date: &str) -> HolidayId {
    holiday(date, false).holiday.id
}

async fn enter(fakes: &Fakes, draft: Draft) -> Result<HolidayOn, Error> {
    add(&fakes.ports(), &hr(), draft).await
}

fn everyone() -> Vec<Push> {
    vec![Push::Changed { topic: Topic::Holidays, audience: Audience::Everyone }]
}

const EXISTS: Error = Error::Conflict(Conflict::HolidayExists);

#[tokio::test]
async fn only_hr_and_administrators_keep_them_and_the_role_comes_first() {
    let empty = || Draft { date: None, name: String::new(), description: None, is_recurring: false };
    for role in [Role::Employee, Role::Manager] {
        // Nothing is asked: the store would fail.
        let (ports, by) = (Fakes::default().ports(), caller(7, role));
        for holiday in ["2026-12-25", "2026-12-26"] {
            assert_eq!(change(&ports, &by, id(holiday), empty()).await, Err(Forbidden::Role.into()));
            assert_eq!(delete(&ports, &by, id(holiday)).await, Err(Forbidden::Role.into()));
        }
        assert_eq!(add(&ports, &by, empty()).await, Err(Forbidden::Role.into()));
    }
    for role in [Role::Hr, Role::Admin] {
        let (ports, by) = (knowing(&[("2026-12-25", true)]).ports(), caller(9, role));
        assert!(add(&ports, &by, draft("2026-12-24", false)).await.is_ok());
        assert!(change(&ports, &by, id("2026-12-25"), draft("2026-12-26", true)).await.is_ok());
        assert_eq!(delete(&ports, &by, id("2026-12-25")).await, Ok(None));
    }
}

#[tokio::test]
async fn a_new_one_is_on_everybodys_calendar_at_once() {
    let fakes = knowing(&[("2026-12-25", true)]);
    let typed = Draft { description: Some(" A line\r\nmore ".into()), ..draft("2026-12-24", true) };
    let found = enter(&fakes, typed).await.unwrap();
    let (kept, now) = (fakes.state(), fakes.now);
    let entered = Holiday {
        id: found.view.holiday.id,
        date: day("2026-12-24"),
        name: "Founders' day".into(),
        description: Some("A line\nmore".into()),
        is_recurring: true,
        end_year: None,
        created_by: Some(user(5)),
    };
    let record = Record::of("holiday-added")
        .detail("holiday", entered.id)
        .change("date", None, Some(entered.date))
        .change("name", None, Some("Founders' day"))
        .change(
            "description",
            None,
            Some(
                "A line
more",
            ),
        )
        .change("isRecurring", None, Some(true));
    let event = Event { id: kept.events[0].id, at: now, origin: (&hr()).into(), record, pushes: everyone() };
    let mut expected = State { events: vec![event], ..before(&[("2026-12-25", true)]) };
    expected.holidays.insert(entered.id, (entered.clone(), now));
    assert_eq!(kept, expected);
    let creator = Some(FullName { first: "First5".into(), last: "Last5".into() });
    assert_eq!(found, HolidayOn { date: entered.date, view: HolidayView { holiday: entered, creator } });
}

#[tokio::test]
async fn what_does_not_fit_is_said_of_every_field_at_once() {
    let blank = |fields: &[(&'static str, &str)]| Invalid {
        message: Some("Date and name are required".into()),
        fields: fields.iter().map(|(name, said)| (*name, (*said).to_owned())).collect(),
    };
    let (no_date, no_name) = (("date", "Date is required"), ("name", "Name is required"));
    let wrong = |date: Option<&str>, name: &str, description: Option<&str>| Draft {
        date: date.map(day),
        name: name.into(),
        description: description.map(str::to_owned),
        is_recurring: false,
    };
    let (long, longer) = ("n".repeat(101), "d".repeat(501));
    let field = |name, said: &str| Invalid::field(name, said);
    for (typed, invalid) in [
        (wrong(None, " ", None), blank(&[no_date, no_name])),
        (wrong(None, "Name", None), blank(&[no_date])),
        (wrong(Some("2026-12-24"), "\u{3000}", None), blank(&[no_name])),
        (
            wrong(None, &long, Some(&longer)),
            blank(&[
                no_date,
                ("name", "The name must be at most 100 characters"),
                ("description", "The description must be at most 500 characters"),
            ]),
        ),
        (wrong(Some("2026-12-25"), &long, None), field("name", "The name must be at most 100 characters")),
        (wrong(Some("0001-01-01"), "Name", None), field("date", "The date must lie in the years 1900 to 2200")),
        (wrong(Some("9999-12-31"), "Name", None), field("date", "The date must lie in the years 1900 to 2200")),
        (wrong(Some("2026-12-25"), "a\nb", None), field("name", "The name contains characters that are not allowed")),
        (
            wrong(Some("2026-12-25"), "Name", Some("a\u{202e}b")),
            field("description", "The description contains characters that are not allowed"),
        ),
        (
            wrong(Some("2026-12-25"), "Name", Some(&longer)),
            field("description", "The description must be at most 500 characters"),
        ),
    ] {
        // The date is taken, and the one to change is unknown: both come later.
        let fakes = knowing(&[("2026-12-25", false)]);
        assert_eq!(enter(&fakes, typed.clone()).await, Err(invalid.clone().into()));
        let changed = change(&fakes.ports(), &hr(), id("2026-12-31"), typed).await;
        assert_eq!(changed, Err(invalid.into()));
    }
}

#[tokio::test]
async fn a_name_may_have_a_hundred_characters_and_a_blank_description_counts_as_none() {
    let fakes = knowing(&[]);
    let typed = Draft { name: "é".repeat(100), description: Some("😀".repeat(500)), ..draft("2026-12-24", false) };
    let found = enter(&fakes, typed).await.unwrap().view.holiday;
    assert_eq!((found.name.chars().count(), found.description.unwrap().chars().count()), (100, 500));
    for blank in [None, Some(String::new()), Some(" \n".into())] {
        let typed = Draft { description: blank, ..draft("2026-12-27", false) };
        assert_eq!(enter(&knowing(&[]), typed).await.unwrap().view.holiday.description, None);
    }
}

#[tokio::test]
async fn no_date_ever_has_two() {
    for (there, typed, is_taken) in [
        (("2026-12-25", false), draft("2026-12-25", false), true),
        (("2026-12-25", false), draft("2026-12-25", true), true),
        (("2026-12-25", true), draft("2026-12-25", false), true),
        // A recurring one holds its day in every later year, and in no earlier one.
        (("2020-12-25", true), draft("2026-12-25", false), true),
        (("2020-12-25", true), draft("2026-12-25", true), true),
        (("2026-12-25", true), draft("2020-12-25", false), false),
        // Before it began there was nothing, but it would come to it.
        (("2026-12-25", true), draft("2020-12-25", true), true),
        (("2026-12-25", false), draft("2020-12-25", true), true),
        (("2020-12-25", false), draft("2026-12-25", true), false),
        (("2020-12-25", false), draft("2026-12-25", false), false),
        // 29 February comes in leap years only.
        (("2024-02-29", true), draft("2028-02-29", false), true),
        (("2024-02-29", true), draft("2026-02-28", false), false),
        (("2028-02-29", false), draft("2024-02-29", true), true),
        (("2027-03-01", false), draft("2024-02-29", true), false),
    ] {
        let fakes = knowing(&[there]);
        let answer = enter(&fakes, typed.clone()).await.map(|_| ());
        assert_eq!(answer, if is_taken { Err(EXISTS) } else { Ok(()) }, "{there:?} and {typed:?}");
        let kept = fakes.state();
        assert_eq!((kept.holidays.len(), kept.events.len()), if is_taken { (1, 0) } else { (2, 1) });
    }
    assert_eq!(Conflict::HolidayExists.sentence(), "A holiday already exists on this date");
}

#[tokio::test]
async fn the_loser_of_a_race_is_told_what_a_later_one_would_be_told() {
    for (fault, told) in [
        (StoreError::Conflict(UniqueKey::HolidayDate), EXISTS),
        (StoreError::Conflict(UniqueKey::Other), StoreError::Conflict(UniqueKey::Other).into()),
        (StoreError::Stale, Error::NotFound("Holiday")),
        (away(), away().into()),
    ] {
        let there = [("2026-12-25", true)];
        let fakes = knowing(&there);
        fakes.memory.breaks("HolidayRepository::insert", fault.clone());
        let answer = enter(&fakes, draft("2026-12-24", false)).await;
        assert_eq!((answer, fakes.state()), (Err(told.clone()), before(&there)));
        let fakes = knowing(&there);
        fakes.memory.breaks("HolidayRepository::update", fault);
        let answer = change(&fakes.ports(), &hr(), id("2026-12-25"), draft("2026-12-24", true)).await;
        assert_eq!((answer, fakes.state()), (Err(told), before(&there)));
    }
}

#[tokio::test]
async fn a_deleted_one_is_gone_from_every_year() {
    let fakes = knowing(&[("2020-12-25", true), ("2026-12-24", false)]);
    let ports = fakes.ports();
    assert_eq!(delete(&ports, &hr(), id("2020-12-25")).await, Ok(None));
    let kept = fakes.state();
    let record = Record::of("holiday-deleted")
        .detail("holiday", id("2020-12-25"))
        .change("date", Some(day("2020-12-25")), None)
        .change("name", Some("Holiday of 2020-12-25"), None)
        .change("isRecurring", Some(true), None);
    let (now, origin) = (fakes.now, (&hr()).into());
    let event = Event { id: kept.events[0].id, at: now, origin, record, pushes: everyone() };
    let expected = State { events: vec![event], ..before(&[("2026-12-24", false)]) };
    assert_eq!(kept, expected);
    for unknown in ["2020-12-25", "2026-12-31"] {
        assert_eq!(delete(&ports, &hr(), id(unknown)).await, Err(Error::NotFound("Holiday")));
    }
    assert_eq!(fakes.state(), expected, "a repeat changes nothing");
}

#[tokio::test]
async fn one_that_somebody_else_deleted_first_is_unknown() {
    let fakes = knowing(&[("2020-12-25", true)]);
    fakes.memory.before("HolidayRepository::delete", |state| state.holidays.clear());
    assert_eq!(delete(&fakes.ports(), &hr(), id("2020-12-25")).await, Err(Error::NotFound("Holiday")));
    assert_eq!(fakes.state().events, []);
}

#[tokio::test]
async fn holiday_and_event_appear_together_or_not_at_all() {
    let there = || before(&[("2026-12-25", true)]);
    nothing_changes_when_a_call_fails(there, async |fakes| {
        add(&fakes.ports(), &hr(), draft("2026-12-24", false)).await
    })
    .await;
    nothing_changes_when_a_call_fails(there, async |fakes| {
        change(&fakes.ports(), &hr(), id("2026-12-25"), draft("2026-12-24", true)).await
    })
    .await;
    nothing_changes_when_a_call_fails(there, async |fakes| delete(&fakes.ports(), &hr(), id("2026-12-25")).await).await;
}
