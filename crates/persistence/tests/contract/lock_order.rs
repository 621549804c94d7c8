//! Several people are locked in the order of their ids, so that two units of work never wait for each other. Only PostgreSQL
//! locks rows; on SQLite there is one writer.

use std::sync::Arc;

use application::ports::Result;
use domain::id::{TimesheetId, UserId};
use domain::person::Role;
use persistence::Database;
use testkit::database::TestDatabase;
use tokio::sync::Barrier;

use crate::support::{begin, entry, execute, later, literal, person};

const TEAM: usize = 40;
const ROUNDS: i64 = 60;

/// A manager is demoted while forty people of the team are decided on: one waits for the other, no matter which is first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_demotion_and_a_decision_never_wait_for_each_other() {
    let database = TestDatabase::postgres().await;
    let store = database.database();
    let manager = person(store, Role::Manager, None).await;
    let mut team = Vec::new();
    for _ in 0..TEAM {
        team.push(person(store, Role::Employee, Some(manager)).await);
    }
    // The entries come in the other order than the people.
    let mut entries = Vec::new();
    for member in team.iter().rev() {
        entries.push(entry(store, *member, "2026-06-09").await.id());
    }
    for round in 0..ROUNDS {
        let start = Arc::new(Barrier::new(2));
        let deciding = tokio::spawn(decide(store.clone(), entries.clone(), Arc::clone(&start)));
        let demoting = tokio::spawn(demote(store.clone(), manager, round, start));
        let (decided, demoted) = (deciding.await.unwrap(), demoting.await.unwrap());
        assert_eq!(decided, Ok(TEAM), "round {round}");
        assert_eq!(demoted, Ok(TEAM), "round {round}");
        let back =
            format!("UPDATE users SET manager_id = {} WHERE role = 'Employee'", literal(&database, manager.uuid()));
        execute(&database, &back).await.unwrap();
    }
}

async fn decide(store: Database, entries: Vec<TimesheetId>, start: Arc<Barrier>) -> Result<usize> {
    let unit = begin(&store).await;
    start.wait().await;
    let found = unit.timesheets().for_decision(&entries).await?.len();
    unit.commit().await?;
    Ok(found)
}

async fn demote(store: Database, manager: UserId, round: i64, start: Arc<Barrier>) -> Result<usize> {
    let unit = begin(&store).await;
    unit.people().for_change(manager).await?;
    start.wait().await;
    let team = unit.people().release_team(manager, later(round)).await?;
    unit.commit().await?;
    Ok(team.len())
}
