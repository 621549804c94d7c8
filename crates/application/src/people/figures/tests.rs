//! What is counted, from when on, and who may know it.

use super::*;
use crate::ports::{MockPeopleReads, PeopleFigures, RoleCount};
use crate::testing::{Fakes, Ledger, Writes, at, away, caller, day, nothing_is_kept_when_a_call_fails, user};
use domain::access::Forbidden;
use domain::person::Role;
use proptest::prelude::*;
use std::sync::Arc;

const FIGURES: PeopleFigures = PeopleFigures { active: 60, new_hires: 3, left: 2, active_then: 40, without_manager: 4 };

/// Figures of the store, which is asked for exactly these days; and what was set as open positions.
fn counting(today: &str, new_since: &str, left_since: &str, figures: PeopleFigures, open: Option<&str>) -> Fakes {
    let (today, new_since, left_since) = (day(today), day(new_since), at(left_since));
    let mut people = MockPeopleReads::new();
    people
        .expect_figures()
        .withf(move |on, new, left| (*on, *new, *left) == (today, new_since, left_since))
        .times(1)
        .return_once(move |_, _, _| Ok(figures));
    let ledger =
        Ledger::default().with(|book| book.settings.extend(open.map(|open| ("open_positions", open.to_owned()))));
    Fakes { people: Arc::new(people), ..ledger.fakes() }
}

fn as_usual(figures: PeopleFigures, open: Option<&str>) -> Fakes {
    counting("2026-06-10", "2026-05-11", "2025-06-10T10:00:00Z", figures, open)
}

async fn dashboard(fakes: &Fakes, role: Role) -> Result<PeopleDashboard, Error> {
    people_dashboard(&fakes.ports(), &caller(9, role)).await
}

#[tokio::test]
async fn hr_and_administrators_see_the_figures_and_nobody_else() {
    for role in [Role::Hr, Role::Admin] {
        let found = dashboard(&as_usual(FIGURES, Some("7")), role).await.unwrap();
        assert_eq!((found.total_employees, found.new_hires, found.turnover_rate), (60, 3, Some(4.0)));
        assert_eq!((found.open_positions, found.without_manager), (7, 4));

        let mut people = MockPeopleReads::new();
        let count = HeadCount::default().with(role, RoleCount { all: 2, active: 1, acting: 1 });
        people.expect_head_count().times(1).return_once(move || Ok(count));
        let fakes = Fakes { people: Arc::new(people), ..Fakes::default() };
        assert_eq!(head_count(&fakes.ports(), &caller(9, role)).await, Ok(count));
    }
    for role in [Role::Employee, Role::Manager] {
        let ports = Fakes::default().ports();
        assert_eq!(dashboard(&Fakes::default(), role).await, Err(Forbidden::Role.into()));
        assert_eq!(head_count(&ports, &caller(9, role)).await, Err(Forbidden::Role.into()));
        for value in [7, 10_001] {
            let answer = set_open_positions(&ports, &caller(9, role), value).await;
            assert_eq!(answer, Err(Forbidden::Role.into()), "{role}, and before what does not fit");
        }
    }
}

#[tokio::test]
async fn few_people_have_no_turnover_and_nothing_set_is_none_open() {
    let few = PeopleFigures { active: 4, active_then: 5, left: 1, ..FIGURES };
    let found = dashboard(&as_usual(few, None), Role::Hr).await.unwrap();
    assert_eq!((found.turnover_rate, found.open_positions), (None, 0));
    let strange = dashboard(&as_usual(FIGURES, Some("many")), Role::Hr).await.unwrap();
    assert_eq!(strange.open_positions, 0);
}

#[tokio::test]
async fn days_are_the_organisations_and_a_year_is_a_year_of_the_clock() {
    for (now, zone, today, new_since, left_since) in [
        ("2026-06-10T10:30:00Z", chrono_tz::Pacific::Pago_Pago, "2026-06-09", "2026-05-10", "2025-06-10T10:30:00Z"),
        ("2026-06-10T11:30:00Z", chrono_tz::Pacific::Tongatapu, "2026-06-11", "2026-05-12", "2025-06-10T11:30:00Z"),
        ("2028-02-29T12:00:00Z", chrono_tz::UTC, "2028-02-29", "2028-01-30", "2027-02-28T12:00:00Z"),
    ] {
        let fakes = Fakes { now: at(now), zone, ..counting(today, new_since, left_since, FIGURES, None) };
        assert!(dashboard(&fakes, Role::Hr).await.is_ok(), "{zone}");
    }
}

#[tokio::test]
async fn open_positions_are_kept_with_their_event() {
    for (role, value) in [(Role::Hr, 0), (Role::Admin, 10_000)] {
        let ledger = Ledger::default();
        assert_eq!(set_open_positions(&ledger.fakes().ports(), &caller(9, role), value).await, Ok(value));
        assert_eq!(ledger.said(), ["begin", "set", "open-positions-set", "commit"]);
        let kept = ledger.kept();
        assert_eq!(kept.settings, [(Setting::OpenPositions, value.to_string())]);
        assert_eq!(kept.events[0].what, Happening::OpenPositionsSet { value });
        assert_eq!(kept.events[0].actor, Some(user(9)));
        assert_eq!(kept.pushes(), [Push::Changed { topic: Topic::Users, audience: Audience::Everyone }]);
    }
    for value in [10_001, u32::MAX] {
        let ledger = Ledger::default();
        let answer = set_open_positions(&ledger.fakes().ports(), &caller(9, Role::Hr), value).await;
        let sentence = "Open positions must be a whole number from 0 to 10,000";
        assert_eq!(answer, Err(Invalid::field("value", sentence).into()));
        assert_eq!((ledger.said().len(), ledger.kept()), (0, Writes::default()));
    }
    nothing_is_kept_when_a_call_fails(Ledger::default, async |fakes| {
        set_open_positions(&fakes.ports(), &caller(9, Role::Hr), 3).await
    })
    .await;
}

#[tokio::test]
async fn a_store_that_is_away_has_no_figures() {
    let mut people = MockPeopleReads::new();
    people.expect_figures().times(1).return_once(|_, _, _| Err(away()));
    people.expect_head_count().times(1).return_once(|| Err(away()));
    let fakes = Fakes { people: Arc::new(people), ..Fakes::default() };
    assert_eq!(dashboard(&fakes, Role::Hr).await, Err(Error::Store(away())));
    assert_eq!(head_count(&fakes.ports(), &caller(9, Role::Hr)).await, Err(Error::Store(away())));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_was_set_is_what_is_shown(value in 0u32..=10_000) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let ledger = Ledger::default();
        runtime.block_on(set_open_positions(&ledger.fakes().ports(), &caller(9, Role::Hr), value)).unwrap();
        let (_, stored) = ledger.kept().settings.remove(0);
        let shown = runtime.block_on(dashboard(&as_usual(FIGURES, Some(&stored)), Role::Admin)).unwrap();
        prop_assert_eq!(shown.open_positions, value);
    }
}
