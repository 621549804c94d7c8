//! Who may do what: every operation of the API document, by every kind of caller, on their own things, those of their team,
//! those of strangers and those that do not exist. An operation without a row fails the test.
//!
//! The same table is drawn into `docs/access.md`.

mod bodies;
mod imports;
mod months;
mod oversight;
mod page;
mod requests;
mod sign_in;
mod table;
mod world;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use testkit::socket::Socket;
use testkit::{Client, Setup, TestApp, on_both_engines};

use super::text;
use table::{Caller, Row, rows};
use world::World;

/// Whose thing a call is about, seen from the manager and from the employee who call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Whose {
    /// The call names nothing.
    Nobodys,
    /// The company directory.
    Everyone,
    /// The caller's own.
    Own,
    /// Of the manager's team; to the employee, a colleague's.
    Team,
    /// Of an Employee in another manager's team.
    AnEmployee,
    /// Of a Manager.
    AManager,
    /// Of somebody in HR.
    AnHr,
    /// Of an administrator.
    AnAdmin,
    /// Of a Boss.
    ABoss,
    /// It does not exist.
    Unknown,
}

/// Operations that anyone may call, with or without a session.
const OPEN: [&str; 11] = [
    "login",
    "secondFactor",
    "startSignIn",
    "endSignIn",
    "exchangeCode",
    "logOutThere",
    "portal",
    "sessionSocket",
    "forgotPassword",
    "resetPassword",
    "readLeaveFeed",
];

/// An operation as the document has it.
struct Operation {
    method: String,
    path: String,
    tag: String,
    summary: String,
}

fn operations() -> BTreeMap<String, Operation> {
    let document: Value = serde_json::from_str(&web::openapi()).unwrap();
    let mut operations = BTreeMap::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let id = text(operation, "operationId").to_owned();
            let is_open = OPEN.contains(&id.as_str());
            let mut schemes = operation["security"].as_array().unwrap().iter();
            let takes_token = schemes.any(|scheme| scheme["bearer"].is_array());
            assert_eq!(takes_token, !is_open, "{id} says who may call it");
            let found = Operation {
                method: method.to_uppercase(),
                path: path.clone(),
                tag: operation["tags"][0].as_str().unwrap().to_owned(),
                summary: text(operation, "summary").to_owned(),
            };
            assert!(operations.insert(id.clone(), found).is_none(), "two operations are called {id}");
        }
    }
    operations
}

#[test]
fn every_operation_has_its_row() {
    let rows: BTreeSet<&str> = rows().map(|row| row.operation).collect();
    let documented = operations();
    let documented: BTreeSet<&str> = documented.keys().map(String::as_str).collect();
    assert_eq!(rows, documented);
}

on_both_engines! {
    /// The whole table, asked of the running portal: whose a thing is decides, and never that its id is known
    /// [A2] [A3] [A4] [A5] [A6] [A11] [B1] [B2] [B3] [B7] [B9] [B10] [C5] [D19]. On the way no answer says what its reader may not know
    /// [B11]
    async fn everyone_gets_what_the_table_says(database: &TestDatabase) {
        let app = TestApp::start_as(database, Setup { self_registration: true, ..Setup::default() }).await;
        let world = World::build(&app).await;
        let operations = operations();
        let own_page = format!("http://{}", app.address);
        let ask = async |row: &Row, caller: Caller, client: &Client| {
            if row.operation == "sessionSocket" {
                return Socket::open(client, client.token(), Some(&own_page)).await.err();
            }
            let Operation { method, path, .. } = &operations[row.operation];
            let request = world.request(row, caller, path);
            let body = request.body.map(|body| body.to_string());
            Some(client.send(method, &request.path, body.as_deref().map(str::as_bytes)).await)
        };
        let mut wrong = Vec::new();
        for row in rows() {
            for (caller, expected) in row.expected() {
                let client = world.client(caller).cloned().unwrap_or_else(|| app.anonymous());
                let answer = ask(row, caller, &client).await;
                let (status, code) = answer.as_ref().map_or((101, String::new()), |answer| (answer.status, answer.code()));
                let told = answer.map_or(String::new(), |answer| answer.text());
                for secret in World::secrets(row, caller).filter(|secret| told.contains(secret)) {
                    wrong.push(format!("{} {:?} tells {caller:?}: {secret}", row.operation, row.whose));
                }
                let is_gated = caller == Caller::New && expected == 403;
                let code_fits = match status {
                    401 => code == "UNAUTHENTICATED",
                    403 if is_gated => code == "PASSWORD_CHANGE_REQUIRED",
                    403 => code == "FORBIDDEN",
                    404 => code == "NOT_FOUND",
                    _ => true,
                };
                if status != expected || !code_fits {
                    let (operation, whose, how) = (row.operation, row.whose, row.how);
                    wrong.push(format!("{operation} {whose:?} {how} by {caller:?}: {status} {code}, expected {expected}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{}\n{} of them", wrong.join("\n"), wrong.len());
    }
}
