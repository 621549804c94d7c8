//! Accounts that are made and changed at once: of everything that only one may do, one does it, and no number is given twice.

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;

use domain::person::Role;
use serde_json::{Value, json};
use testkit::process::Home;
use testkit::{Client, Response};

use crate::on_both_engines;
use crate::staff::{
    account, approve, at, days_back, employ, entry_id, hire, login, portal, sign_in, submit, toggle_block,
};

/// Starts all of these at once, and waits for their answers.
async fn at_once<F>(calls: impl IntoIterator<Item = F>) -> Vec<Response>
where
    F: Future<Output = Response> + Send + 'static,
{
    let running: Vec<_> = calls.into_iter().map(tokio::spawn).collect();
    let mut answers = Vec::new();
    for call in running {
        answers.push(call.await.unwrap());
    }
    answers
}

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

/// Two hundred registrations at once, over two instances where there can be two, get two hundred employee IDs. [A15]
async fn employee_ids_never_repeat(home: Home) {
    const PEOPLE: usize = 200;
    let hr = employ(&home, "hal", Role::Hr).await;
    let here = portal(&home).start().await;
    let there = if home.is_postgres() { Some(portal(&home).start().await) } else { None };
    let hr = sign_in(&here, &hr).await;
    let clients = [hr.clone(), there.as_ref().map_or_else(|| hr.clone(), |there| at(there, &hr))];
    let calls = (0..PEOPLE).map(|n| register(clients[n % 2].clone(), newcomer(&format!("new{n}@daybook.example"))));
    let answers = at_once(calls).await;
    // Somebody whom a busy portal asked to come back may have been registered all the same.
    assert!(statuses(&answers).keys().all(|status| [201, 409].contains(status)), "{:?}", statuses(&answers));
    let new: Vec<_> = answers.iter().filter(|answer| answer.status == 201).collect();
    let told: BTreeSet<String> = new
        .iter()
        .map(|answer| answer.data()["generatedCredentials"]["employeeId"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(told.len(), new.len());
    let ids = home.number("SELECT count(DISTINCT employee_number) FROM users WHERE first_name = 'New'").await;
    assert_eq!(ids, i64::try_from(PEOPLE).unwrap());
    let mails = home.number("SELECT count(*) FROM mails WHERE kind = 'credentials'").await;
    assert_eq!(mails, i64::try_from(PEOPLE).unwrap(), "one mail an account");
}

/// One address, typed in many ways at once, is one account. [A8]
async fn one_address_becomes_one_account(home: Home) {
    let hr = employ(&home, "hal", Role::Hr).await;
    let daybook = portal(&home).start().await;
    let hr = sign_in(&daybook, &hr).await;
    let spellings = ["jos\u{e9}@daybook.example", "Jose\u{301}@Daybook.example", " JOS\u{c9}@daybook.example "];
    let calls = (0..30).map(|n| register(hr.clone(), newcomer(spellings[n % 3])));
    let answers = at_once(calls).await;
    let seen = statuses(&answers);
    assert!(seen == BTreeMap::from([(201, 1), (409, 29)]) || seen == BTreeMap::from([(409, 30)]), "{seen:?}");
    for refused in answers.iter().filter(|answer| answer.status == 409) {
        assert_eq!(refused.message(), "An account with this email already exists");
    }
    assert_eq!(home.number("SELECT count(*) FROM users WHERE first_name = 'New'").await, 1);
    assert_eq!(home.number("SELECT count(*) FROM mails").await, 1);
}

/// Two administrators who block, demote or deactivate each other at once: one of them stays. [A12]
async fn one_administrator_stays(home: Home) {
    let (one, two) = (employ(&home, "one", Role::Admin).await, employ(&home, "two", Role::Admin).await);
    let daybook = portal(&home).start().await;
    for round in 0..12 {
        // Those who were sent away are let in again behind the portal's back.
        let beside = home.beside().await;
        beside.execute("UPDATE users SET role = 'Admin', is_active = true, is_blocked = false, deactivated_at = NULL WHERE first_name IN ('one', 'two', 'Some')").await;
        beside.close().await;
        let (first, second) = (sign_in(&daybook, &one).await, sign_in(&daybook, &two).await);
        let attack = |client: Client, victim: crate::staff::Person| async move {
            match round % 3 {
                0 => toggle_block(&client, &victim, true).await,
                1 => client.put(&format!("/api/users/{}", victim.id), account(&victim, "Employee", true)).await,
                _ => client.put(&format!("/api/users/{}", victim.id), account(&victim, "Admin", false)).await,
            }
        };
        let answers = at_once([attack(first, two.clone()), attack(second, one.clone())]).await;
        let mut seen: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
        seen.sort_unstable();
        // The loser is refused as the last one, or has lost session or role by then.
        assert!(seen[0] == 200 && [401, 403, 409].contains(&seen[1]), "round {round}: {seen:?}");
        for refused in answers.iter().filter(|answer| answer.status == 409) {
            assert_eq!(refused.message(), "At least one active administrator is required");
        }
        let left =
            home.number("SELECT count(*) FROM users WHERE role = 'Admin' AND is_active AND NOT is_blocked").await;
        assert_eq!(left, 1, "round {round}");
    }
}

/// A manager loses the role while a team member is assigned: nobody ends up with a manager who is not one.
async fn nobody_keeps_a_manager_who_has_become_something_else(home: Home) {
    let team = hire(&home, "max", 1, 0).await;
    let (hr, admin) = (employ(&home, "hal", Role::Hr).await, employ(&home, "ada", Role::Admin).await);
    let daybook = portal(&home).start().await;
    let (hr, admin) = (sign_in(&daybook, &hr).await, sign_in(&daybook, &admin).await);
    for round in 0..20 {
        let beside = home.beside().await;
        beside.execute(&format!("UPDATE users SET role = 'Manager' WHERE email = '{}'", team.manager.email)).await;
        beside.close().await;
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
    let person = crate::staff::Person { id: hr_id(&made), email: "new@daybook.example".to_owned() };
    let _ = login(&daybook.client(), &person).await.expect(401);
}

fn hr_id(made: &Value) -> domain::id::UserId {
    made["user"]["_id"].as_str().unwrap().parse().unwrap()
}

on_both_engines!(beside_others: employee_ids_never_repeat,
    one_address_becomes_one_account,
    one_administrator_stays,
    nobody_keeps_a_manager_who_has_become_something_else,
    only_the_manager_of_the_moment_decides,
    a_generated_password_is_replaced_once,
);
