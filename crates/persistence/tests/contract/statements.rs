//! A list costs as many statements for many people as for few.

use application::ports::{PeopleFilter, PeopleReads, TimesheetReads};
use domain::access::Scope;
use domain::id::UserId;
use domain::person::Role;
use persistence::Database;
use testkit::database::Statements;
use testkit::on_both_engines;
use uuid::Uuid;

use crate::support::{begin, day, new_entry, new_person, now};

/// Adds Employees, each with an entry on every one of two days or on one of them.
async fn add(store: &Database, count: usize) -> Vec<UserId> {
    let unit = begin(store).await;
    let mut ids = Vec::new();
    for n in 0..count {
        let id = UserId::new(Uuid::now_v7());
        let number = unit.people().next_employee_id().await.unwrap();
        unit.people().insert(&new_person(id, number, Role::Employee)).await.unwrap();
        for day in &["2026-06-08", "2026-06-09"][..=n % 2] {
            unit.timesheets().insert(&new_entry(id, day), id).await.unwrap();
        }
        ids.push(id);
    }
    unit.commit().await.unwrap();
    ids
}

/// How many statements each call sends, for all the people there are, and how much it finds.
async fn cost(store: &Database, statements: &Statements, people: &[UserId]) -> Vec<(&'static str, usize, usize)> {
    let filter = PeopleFilter {
        scope: Scope::Everyone,
        roles: vec![Role::Employee],
        search: Some("ann".into()),
        without_manager: true,
        status: None,
    };
    statements.take();
    let mut costs = Vec::new();
    let mut note = |call, found| costs.push((call, statements.take().len(), found));
    note("list", store.list(&filter, 1, 300).await.unwrap().0.len());
    note("directory", store.directory(&Role::ALL, None, 1, 300).await.unwrap().0.len());
    note("head_count", store.head_count().await.unwrap().employees.all as usize);
    let figures = store.figures(day("2026-06-10"), day("2026-05-11"), now()).await.unwrap();
    note("figures", figures.active as usize);
    let days = [day("2026-06-08"), day("2026-06-09")];
    note("days_with_entries", store.days_with_entries(&days, 300).await.unwrap().len() * 2);
    note("approval_counts of some", store.approval_counts(Some(people)).await.unwrap().len());
    note("approval_counts of everyone", store.approval_counts(None).await.unwrap().len());
    note("newest", store.newest(300).await.unwrap().len());
    costs
}

on_both_engines! {
    async fn lists_cost_as_many_statements_for_many_people_as_for_few(database: &TestDatabase) {
        let store = database.database();
        let statements = database.statements();
        let mut people = add(store, 10).await;
        assert!(statements.take().len() >= 30, "every statement of the repositories is heard too");
        let few = cost(store, &statements, &people).await;
        people.extend(add(store, 290).await);
        let many = cost(store, &statements, &people).await;
        let calls = |costs: &[(&'static str, usize, usize)]| costs.iter().map(|(call, sent, _)| (*call, *sent)).collect::<Vec<_>>();
        assert_eq!(
            calls(&few),
            [
                ("list", 2),
                ("directory", 2),
                ("head_count", 1),
                ("figures", 1),
                ("days_with_entries", 1),
                ("approval_counts of some", 1),
                ("approval_counts of everyone", 1),
                ("newest", 1),
            ]
        );
        assert_eq!(calls(&many), calls(&few));
        for (call, _, found) in many {
            assert_eq!(found, 300, "{call}");
        }
    }
}
