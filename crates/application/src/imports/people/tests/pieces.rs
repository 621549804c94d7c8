//! Files of more than a thousand people.

use super::*;
use crate::imports::apply::{begun, go_on};
use crate::imports::make::plan_sent;
use crate::imports::testing::Lines;
use crate::imports::{Import, ImportMode, ImportState, SentFile, Wanted};
use crate::{Ports, Result};
use domain::import::{Choices, ImportKind};
use std::sync::Arc;

/// The numbers of the team of manager 7.
const TEAM: std::ops::Range<u32> = 100..1_101;

fn portal() -> Fakes {
    let mut state = before();
    for n in TEAM.map(u128::from) {
        let mut member = crate::testing::account(n, Role::Employee);
        // The store in memory compares each external ID with all others.
        (member.record.manager, member.record.external_id) = (Some(user(7)), None);
        state.people.insert(user(n), member);
    }
    Fakes { import_reader: Arc::new(Lines), ..Fakes::plain(state) }
}

async fn plan(ports: &Ports, rows: &str) -> Import {
    let file = SentFile {
        kind: ImportKind::People,
        name: "People.csv".to_owned(),
        is_calendar: false,
        bytes: format!("Employee ID,First Name,Last Name,Email,Department,Role,Manager\n{rows}").into_bytes().into(),
        encoding: None,
        separator: None,
        choices: Choices::default(),
        records_from: None,
    };
    plan_sent(ports, &hr(), People, file).await.unwrap()
}

async fn apply(ports: &Ports, plan: &Import) -> Result<Import> {
    let (import, by) = begun(ports, &hr(), plan.id, Wanted { mode: ImportMode::All, invite: None }).await?;
    go_on(ports, &hr(), People, import, by, true).await
}

#[tokio::test]
async fn the_team_of_a_manager_who_becomes_something_else_is_changed_in_whatever_piece_it_stands() {
    let fakes = portal();
    let ports = fakes.ports();
    let member = |n: u32| {
        let manager = if n.is_multiple_of(2) { "EMP1006" } else { "" };
        format!("EMP{},,,,Design,,{manager}\n", 1000 + n)
    };
    let rows = format!("EMP1007,,,,,Employee,EMP1006\n{}", TEAM.map(member).collect::<String>());
    let made = plan(&ports, &rows).await;
    let due = u32::try_from(TEAM.len()).unwrap() + 1;
    assert_eq!((made.counts.change, made.counts.refuse), (due, 0));
    let done = apply(&ports, &made).await.unwrap();
    assert_eq!(done.state, ImportState::Applied);
    assert_eq!((done.counts.change, done.counts.refuse, done.progress.applied), (due, 0, due));
    let mut state = fakes.state();
    for n in TEAM {
        let record = &state.person(n.into()).record;
        assert_eq!(record.department.as_deref(), Some("Design"));
        assert_eq!(record.manager, n.is_multiple_of(2).then_some(user(6)), "{n}");
    }
    assert_eq!(state.person(7).record.manager, Some(user(6)));
    let again = plan(&ports, &rows).await;
    assert_eq!((again.counts.same, again.counts.due()), (due, 0));
}

#[tokio::test]
async fn whom_somebody_else_changes_between_two_pieces_is_left_out() {
    let fakes = portal();
    let ports = fakes.ports();
    let rows: Vec<String> = TEAM.map(|n| format!("EMP{},,,,Design,,EMP1006\n", 1000 + n)).collect();
    let rows = rows.concat();
    let made = plan(&ports, &rows).await;
    let mut pieces = 0;
    fakes.memory.meanwhile(move |call, state| {
        if call == "Store::begin" && state.imports.values().any(|kept| kept.import.state == ImportState::Applying) {
            pieces += 1;
        }
        if call == "Store::begin" && pieces == 4 {
            state.person(1_100).record.updated_at = crate::testing::at("2026-06-10T09:59:00Z");
        }
    });
    let done = apply(&ports, &made).await.unwrap();
    assert_eq!((done.state, done.counts.refuse), (ImportState::Applied, 1));
    let refused = ports.reads.imports().import_rows(made.id, Some(Action::Refuse), 0, 10).await.unwrap();
    let told: Vec<_> = refused.iter().map(|row| (row.planned.line, &row.planned.problem)).collect();
    assert!(matches!(&told[..], [(1_002, Some(_))]), "{told:?}");
    let record = fakes.state().person(1_100).record.clone();
    assert_eq!((record.department.as_deref(), record.manager), (Some("Engineering"), Some(user(7))));
}
