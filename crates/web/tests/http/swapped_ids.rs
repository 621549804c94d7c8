//! An employee and a manager are both people, and the id of the one is soon written where that of the other belongs.

use domain::person::Role;
use serde_json::json;
use testkit::{Client, TestApp, TestPerson, on_both_engines};

use super::Team;

async fn manager_of(hr: &Client, person: &TestPerson) -> serde_json::Value {
    hr.get(&format!("/api/users/{}", person.id)).await.expect(200).data()["user"]["managerId"].clone()
}

on_both_engines! {
    async fn an_assignment_with_swapped_ids_is_refused_and_changes_nobody(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let team = Team::of(&app).await;
        let newcomer = app.person("Bob", Role::Employee).await;
        let other = app.person("Mia", Role::Manager).await;
        let hr = app.sign_in(&app.person("Helen", Role::Hr).await).await;
        let before = manager_of(&hr, &team.member).await;
        for (employee, manager, field, sentence) in [
            (&team.manager, &newcomer, "employeeId", "Only an employee can be assigned a manager"),
            (&team.manager, &team.member, "employeeId", "Only an employee can be assigned a manager"),
            (&team.manager, &other, "employeeId", "Only an employee can be assigned a manager"),
            (&team.member, &newcomer, "managerId", "Only an active manager can be assigned"),
        ] {
            let body = json!({"employeeId": employee.id.to_string(), "managerId": manager.id.to_string()});
            let answer = hr.post("/api/users/assign-manager", body).await;
            assert_eq!((answer.status, answer.message().as_str()), (400, sentence), "{} to {}", employee.email, manager.email);
            assert_eq!(answer.json()["errors"][field], sentence);
        }
        assert_eq!(manager_of(&hr, &team.member).await, before);
        assert_eq!(manager_of(&hr, &team.manager).await, json!(null));
    }

    async fn swapped_assignments_at_once_do_not_wait_for_each_other(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let (ann, max) = (app.person("Ann", Role::Employee).await, app.person("Max", Role::Manager).await);
        let bob = app.person("Bob", Role::Employee).await;
        let hr = app.sign_in(&app.person("Helen", Role::Hr).await).await;
        for (one, other) in [(&ann, &max), (&ann, &bob)] {
            for _ in 0..20 {
                let body = |employee: &TestPerson, manager: &TestPerson| {
                    json!({"employeeId": employee.id.to_string(), "managerId": manager.id.to_string()})
                };
                let (there, back) = tokio::join!(
                    hr.post("/api/users/assign-manager", body(one, other)),
                    hr.post("/api/users/assign-manager", body(other, one)),
                );
                let is_manager = other.id == max.id;
                assert_eq!((there.status, back.status), (if is_manager { 200 } else { 400 }, 400));
            }
        }
    }
}
