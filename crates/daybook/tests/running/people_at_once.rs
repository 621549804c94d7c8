//! Accounts that are made and changed at once: of everything that only one may do, one does it.

use std::collections::BTreeMap;

use domain::person::Role;
use serde_json::{Value, json};
use testkit::process::Home;
use testkit::{Client, Response, at_once};

use crate::on_both_engines;
use crate::staff::{account, approve, days_back, employ, entry_id, execute, hire, login, portal, sign_in, submit};

fn newcomer(email: &str) -> Value {
    json!({"firstName": "New", "lastName": "Comer", "email": email, "role": "Employee"})
}

/// Registers, as often as the portal asks to come back.
async fn register(client: Client, body: Value) -> Response {
    loop {
        let answer = client.post("/api/auth/register", body.clone()).await;
        if answer.status != 503 {
            return answer;
        }
    }
}

fn statuses(answers: &[Response]) -> BTreeMap<u16, usize> {
    let mut counted = BTreeMap::new();
    for answer in answers {
        *counted.entry(answer.status).or_default() += 1;
    }
    counted
}

/// A manager loses the role while a team member is assigned: nobody ends up with a manager who is not one.
async fn nobody_keeps_a_manager_who_has_become_something_else(home: Home) {
    let team = hire(&home, "max", 1, 0).await;
    let (hr, admin) = (employ(&home, "hal", Role::Hr).await, employ(&home, "ada", Role::Admin).await);
    let daybook = portal(&home).start().await;
    let (hr, admin) = (sign_in(&daybook, &hr).await, sign_in(&daybook, &admin).await);
    for round in 0..20 {
        execute(&home, &format!("UPDATE users SET role = 'Manager' WHERE email = '{}'", team.manager.email)).await;
        let assign = json!({"employeeId": team.members[0].id.to_string(), "managerId": team.manager.id.to_string()});
        let demote = account(&team.manager, "Employee", true);
        let (hr, admin, path) = (hr.clone(), admin.clone(), format!("/api/users/{}", team.manager.id));
        let assigning = async move { hr.post("/api/users/assign-manager", assign).await };
        let demoting = async move { admin.put(&path, demote).await };
        let (assigning, demoting) = (tokio::spawn(assigning), tokio::spawn(demoting));
        let (assigned, demoted) = (assigning.await.unwrap(), demoting.await.unwrap());
        assert_eq!(demoted.status, 200, "{}", demoted.text());
        assert!([200, 400].contains(&assigned.status), "round {round}: {}", assigned.text());
        let astray = "SELECT count(*) FROM users e JOIN users m ON m.id = e.manager_id WHERE m.role <> 'Manager'";
        assert_eq!(home.number(astray).await, 0, "round {round}");
    }
}

/// A manager decides while the employee is given to another: the decision counts if they were the manager at that moment, and is refused otherwise. [C2]
async fn only_the_manager_of_the_moment_decides(home: Home) {
    let (max, zoe) = (hire(&home, "max", 1, 20).await, hire(&home, "zoe", 0, 0).await);
    let hr = employ(&home, "hal", Role::Hr).await;
    let daybook = portal(&home).start().await;
    let employee = sign_in(&daybook, &max.members[0]).await;
    let (hr, max_in, zoe_in) =
        (sign_in(&daybook, &hr).await, sign_in(&daybook, &max.manager).await, sign_in(&daybook, &zoe.manager).await);
    let assign = |manager: &crate::staff::Person| {
        let body = json!({"employeeId": max.members[0].id.to_string(), "managerId": manager.id.to_string()});
        let hr = hr.clone();
        async move { hr.post("/api/users/assign-manager", body).await }
    };
    let (mut in_time, mut too_late) = (0, 0);
    for date in days_back(20) {
        let entry = entry_id(&submit(&employee, date, "as it was").await.unwrap().expect(201));
        let decider = max_in.clone();
        let chosen = entry.clone();
        let deciding = tokio::spawn(async move { approve(&decider, &chosen).await.unwrap() });
        let assigned = assign(&zoe.manager).await;
        let answer = deciding.await.unwrap();
        assert_eq!(assigned.status, 200, "{}", assigned.text());
        match answer.status {
            200 => in_time += 1,
            403 => {
                too_late += 1;
                let _ = approve(&zoe_in, &entry).await.unwrap().expect(200);
            }
            other => panic!("{other}: {}", answer.text()),
        }
        // By now they are not the manager, whatever they were before. [C1]
        let _ = approve(&max_in, &entry).await.unwrap().expect(403);
        let _ = assign(&max.manager).await.expect(200);
    }
    let by_others = "SELECT count(*) FROM timesheets t JOIN users d ON d.id = t.decided_by \
                     WHERE t.status = 'approved' AND d.role = 'Manager'";
    assert_eq!(home.number(by_others).await, 20);
    println!("{in_time} decisions in time, {too_late} too late");
}

/// One generated password, changed by two first logins at once, is changed once.
async fn a_generated_password_is_replaced_once(home: Home) {
    let hr = employ(&home, "hal", Role::Hr).await;
    let daybook = portal(&home).start().await;
    let hr = sign_in(&daybook, &hr).await;
    let made = register(hr, newcomer("new@daybook.example")).await.expect(201).data();
    let password = made["generatedCredentials"]["password"].clone();
    let credentials = json!({"email": "new@daybook.example", "password": password});
    let token = daybook.client().post("/api/auth/login", credentials).await.expect(200).data()["token"].clone();
    let client = daybook.client().with_token(token.as_str().unwrap());
    let calls = ["my own words", "other words"].map(|new| {
        let client = client.clone();
        let body = json!({"newPassword": new, "confirmPassword": new});
        async move { client.put("/api/auth/change-first-login-password", body).await }
    });
    assert_eq!(statuses(&at_once(calls).await), BTreeMap::from([(200, 1), (409, 1)]));
    let id = made["user"]["_id"].as_str().unwrap().parse().unwrap();
    let person = crate::staff::Person { id, email: "new@daybook.example".to_owned() };
    let _ = login(&daybook.client(), &person).await.expect(401);
}

on_both_engines!(beside_others: nobody_keeps_a_manager_who_has_become_something_else,
    only_the_manager_of_the_moment_decides,
    a_generated_password_is_replaced_once,
);
