use super::*;
use crate::events::{Audience, Push, Topic};
use crate::memory::State;
use crate::testing::{Fakes, account, caller, day, user};
use crate::{Conflict, Ports};
use domain::notice::work_pattern;
use domain::time::{Month, TypedPattern, WorkPattern, days_after};

const ALL: PatternOwner = PatternOwner::Organisation;

/// An administrator, HR, a manager and the Employee 4 of their team.
fn state() -> State {
    let mut state = State::of(&[(1, Role::Admin), (2, Role::Hr), (3, Role::Manager)]);
    let mut lena = account(4, Role::Employee);
    lena.record.manager = Some(user(3));
    state.people.insert(user(4), lena);
    state
}

/// Tuesday to Saturday, eight and four hours.
fn typed() -> TypedPattern {
    TypedPattern { working_days: vec![2.0, 3.0, 4.0, 5.0, 6.0], full_day_hours: 8.0, half_day_hours: 4.0 }
}

fn pattern() -> WorkPattern {
    WorkPattern::parse(&typed()).unwrap()
}

fn standard() -> TypedPattern {
    TypedPattern { working_days: vec![1.0, 2.0, 3.0, 4.0, 5.0], full_day_hours: 9.0, half_day_hours: 5.0 }
}

fn wish(pattern: Option<TypedPattern>, from: &str, version: u32) -> PatternWish {
    PatternWish { from: day(from), pattern, version }
}

fn of(n: u128) -> PatternOwner {
    PatternOwner::Person(user(n))
}

async fn hr(ports: &Ports, owner: PatternOwner, wish: PatternWish) -> Result<PatternList, Error> {
    change(ports, &caller(2, Role::Hr), owner, wish).await
}

fn days(list: &PatternList) -> Vec<(String, Option<WorkPattern>)> {
    list.rows.iter().map(|row| (row.from.to_string(), row.pattern)).collect()
}

#[tokio::test]
async fn a_pattern_of_ones_own_holds_at_once_and_is_recorded_and_told() {
    let fakes = Fakes::over(state());
    let ports = fakes.ports();
    hr(&ports, of(4), wish(Some(typed()), "2026-06-10", 0)).await.unwrap();
    let rules = ports.moment().rules;
    assert_eq!(rules.work_patterns.of(user(4)).on(day("2026-06-10")), &pattern());
    assert_eq!(rules.work_patterns.of(user(3)).on(day("2026-06-10")), &WorkPattern::STANDARD);

    let state = fakes.state();
    let [event] = &state.events[..] else { panic!("{:?}", state.events) };
    let what = events::work_pattern_changed(of(4), day("2026-06-10"), None, Some(pattern()));
    assert_eq!(event.record, what);
    let told = |topic, audience| Push::Changed { topic, audience };
    let expected = [
        told(Topic::Settings, Audience::Readers(vec![user(4), user(3)])),
        told(Topic::Notifications, Audience::Users(vec![user(4)])),
    ];
    assert_eq!(event.pushes, expected);
    let notices: Vec<_> = state.notices.values().map(|(notice, _)| (notice.user, notice.notice.clone())).collect();
    assert_eq!(notices, [(user(4), work_pattern::notice(day("2026-06-10"), pattern()))]);

    // Back to the organisation's: the notice says what that is.
    let back = hr(&ports, of(4), wish(None, "2026-07-01", 1)).await.unwrap();
    assert_eq!((back.current, back.rows[0].pattern), (pattern(), None));
    let newest = fakes.state().notices.into_values().next_back().unwrap().0;
    assert_eq!(newest.notice, work_pattern::notice(day("2026-07-01"), WorkPattern::STANDARD));
}

#[tokio::test]
async fn the_organisations_pattern_is_everybodys_who_has_none_of_their_own() {
    let fakes = Fakes::over(state());
    let ports = fakes.ports();
    hr(&ports, of(4), wish(Some(standard()), "2026-06-01", 0)).await.unwrap();
    let saved = hr(&ports, ALL, wish(Some(typed()), "2026-07-01", 0)).await.unwrap();
    assert_eq!((saved.first, saved.current), (Some(WorkPattern::STANDARD), WorkPattern::STANDARD));
    let on = |n| *ports.moment().rules.work_patterns.of(user(n)).on(day("2026-07-01"));
    assert_eq!((on(4), on(5)), (WorkPattern::STANDARD, pattern()), "what equals the organisation's is stored too");
    let event = fakes.state().events.pop().unwrap();
    let [Push::Changed { topic: Topic::Settings, audience: Audience::Everyone }] = &event.pushes[..] else {
        panic!("{:?}", event.pushes)
    };
    assert!(event.record.subjects.is_empty());
    assert_eq!(fakes.state().notices.len(), 1, "only whose own pattern changes is told");
}

#[tokio::test]
async fn a_row_decides_until_the_next_one_and_a_change_is_taken_back_by_the_former_pattern() {
    let fakes = Fakes::over(state());
    let ports = fakes.ports();
    let own = |pattern, from, version| hr(&ports, of(4), wish(pattern, from, version));
    own(Some(typed()), "2026-06-15", 0).await.unwrap();
    own(Some(standard()), "2026-08-01", 1).await.unwrap();
    let three = own(None, "2026-07-01", 2).await.unwrap();
    let row = |from: &str, pattern| (from.to_owned(), pattern);
    let standard = Some(WorkPattern::STANDARD);
    assert_eq!(
        days(&three),
        [row("2026-08-01", standard), row("2026-07-01", None), row("2026-06-15", Some(pattern()))]
    );
    // The former pattern for its day: the row goes, and so does one after it that says the same as the one before.
    let two = own(Some(typed()), "2026-07-01", 3).await.unwrap();
    assert_eq!(days(&two), [row("2026-08-01", standard), row("2026-06-15", Some(pattern()))]);
    let one = own(Some(typed()), "2026-08-01", 4).await.unwrap();
    assert_eq!((days(&one), one.version), (vec![row("2026-06-15", Some(pattern()))], 5));
    let earlier = own(Some(typed()), "2026-06-01", 5).await.unwrap();
    assert_eq!(days(&earlier), [row("2026-06-01", Some(pattern()))]);
    let none = own(None, "2026-06-01", 6).await.unwrap();
    assert_eq!((days(&none), none.version), (vec![], 7));
}

#[tokio::test]
async fn the_organisations_pattern_concerns_nobody_who_has_their_own() {
    let [may, june] = [5, 6].map(|number| Month::new(2026, number).unwrap());
    let mut state = state();
    state.people.insert(user(5), account(5, Role::Employee));
    let changes = async |closed: &[(Month, u128)], from| {
        let fakes = Fakes::over(state.clone());
        hr(&fakes.ports(), of(4), wish(Some(standard()), "2026-05-01", 0)).await.unwrap();
        fakes.memory.change(|state| closed.iter().for_each(|(month, n)| state.close(*month, &[user(*n)])));
        hr(&fakes.ports(), ALL, wish(Some(typed()), from, 0)).await.map(|_| ())
    };
    assert_eq!(changes(&[(may, 4), (june, 4)], "2026-05-01").await, Ok(()));
    assert_eq!(changes(&[(may, 4), (june, 5)], "2026-05-01").await, Err(Conflict::MonthClosed(june).into()));
    let april = Month::new(2026, 4).unwrap();
    assert_eq!(changes(&[(april, 4)], "2026-04-30").await, Err(Conflict::MonthClosed(april).into()), "not on that day");
}

#[tokio::test]
async fn a_list_has_at_most_two_hundred_rows() {
    let fakes = Fakes::over(state());
    let ports = fakes.ports();
    let from = |n: u32| days_after(day("2024-01-01"), u64::from(n));
    for n in 0..200 {
        let pattern = if n % 2 == 0 { typed() } else { standard() };
        let wish = PatternWish { from: from(n), pattern: Some(pattern), version: n };
        hr(&ports, of(4), wish).await.unwrap();
    }
    let more = PatternWish { from: from(200), pattern: Some(typed()), version: 200 };
    assert_eq!(hr(&ports, of(4), more).await, Err(Conflict::TooManyChanges.into()));
    assert_eq!(Conflict::TooManyChanges.sentence(), "There are too many changes already");
    let back = PatternWish { from: from(199), pattern: Some(typed()), version: 200 };
    assert_eq!(hr(&ports, of(4), back).await.map(|list| list.rows.len()), Ok(199));
}
