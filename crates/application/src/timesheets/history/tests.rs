use super::*;
use crate::memory::State;
use crate::testing::{Fakes, at, away, caller, hours, today, user};
use domain::access::{Actor, Leads, may_decide};
use domain::person::{FullName, Role};
use domain::timesheet::Entry;
use uuid::Uuid;

fn id(n: u128) -> TimesheetId {
    TimesheetId::new(Uuid::from_u128(n))
}

fn name(n: u128) -> FullName {
    crate::testing::person(n).name
}

/// A day of person 1, of manager 7's team: sent back by that manager, recorded anew, and approved by HR 5, who stands in for 7.
fn decided_twice() -> State {
    let mut state =
        State::of(&[(1, Role::Employee), (2, Role::Employee), (5, Role::Hr), (7, Role::Manager), (8, Role::Manager)]);
    state.person(1).record.manager = Some(user(7));
    let manager = Actor::new(user(7), Role::Manager);
    let substitute = Actor { leads: Leads::standing_in_for(user(5), [user(7)]), ..Actor::new(user(5), Role::Hr) };
    let [by_manager, by_substitute] = [&manager, &substitute].map(|by| may_decide(by, user(1), Some(user(7))).unwrap());
    let first = Entry::record(id(1), user(1), today(), hours(8.0), "Built".into(), at("2026-06-10T08:00:00Z"));
    let sent_back = first.clone().reject(by_manager, "Too short", today(), at("2026-06-10T08:10:00Z"));
    let sent_back = sent_back.unwrap().unwrap();
    let again = sent_back.clone().rewrite(hours(9.0), "Built more".into(), at("2026-06-10T08:20:00Z"));
    let approved = again.clone().approve(by_substitute, at("2026-06-10T08:30:00Z")).unwrap().unwrap();
    state.versions = vec![(first, user(1)), (sent_back, user(7)), (again, user(1)), (approved.clone(), user(5))];
    state.entries = [(approved.id(), approved)].into();
    state
}

async fn ask(caller: &Caller, id: TimesheetId) -> Result<Vec<HistoryRow>, Error> {
    history(&Fakes::over(decided_twice()).ports(), caller, id).await
}

#[tokio::test]
async fn every_version_is_told_with_who_made_it_and_for_whom() {
    let rows = ask(&caller(1, Role::Employee), id(1)).await.unwrap();
    let told: Vec<_> = rows
        .iter()
        .map(|HistoryRow { kind, version }| {
            let by = (version.by.clone(), version.on_behalf_of.clone());
            (version.number, *kind, version.hours.as_f64(), version.comment.as_deref(), by)
        })
        .collect();
    assert_eq!(
        told,
        [
            (1, VersionKind::Submitted, 8.0, None, (name(1), None)),
            (2, VersionKind::Rejected, 8.0, Some("Too short"), (name(7), None)),
            (3, VersionKind::Resubmitted, 9.0, None, (name(1), None)),
            (4, VersionKind::Approved, 9.0, None, (name(5), Some(name(7)))),
        ]
    );
    assert_eq!(rows[3].version.description, "Built more");
    assert_eq!(rows[1].version.at, at("2026-06-10T08:10:00Z"));
}

#[tokio::test]
async fn a_history_is_for_the_owner_those_who_lead_the_team_hr_and_administrators() {
    for (n, role, expected) in [
        (1, Role::Employee, Ok(4)),
        (2, Role::Employee, Err(Forbidden::Role)),
        (7, Role::Manager, Ok(4)),
        (8, Role::Manager, Err(Forbidden::NotInTeam)),
        (5, Role::Hr, Ok(4)),
        (9, Role::Admin, Ok(4)),
        (4, Role::Boss, Err(Forbidden::Role)),
    ] {
        let caller = caller(n, role);
        let found = ask(&caller, id(1)).await.map(|rows| rows.len());
        assert_eq!(found, expected.map_err(Error::from), "{role} {n}");
        let unknown = if role == Role::Boss { Forbidden::Role.into() } else { Error::NotFound("Timesheet") };
        assert_eq!(ask(&caller, id(404)).await, Err(unknown), "{role} {n}");
    }
    let mut substitute = caller(8, Role::Manager);
    substitute.actor.leads = Leads::standing_in_for(user(8), [user(7)]);
    assert_eq!(ask(&substitute, id(1)).await.map(|rows| rows.len()), Ok(4));
}

#[tokio::test]
async fn a_store_that_is_away_tells_nothing() {
    let fakes = Fakes::over(decided_twice());
    fakes.memory.breaks("TimesheetReads::history", away());
    assert_eq!(history(&fakes.ports(), &caller(5, Role::Hr), id(1)).await, Err(away().into()));
    // The role comes before anything is asked.
    let unasked = history(&Fakes::default().ports(), &caller(4, Role::Boss), id(1)).await;
    assert_eq!(unasked, Err(Forbidden::Role.into()));
}
