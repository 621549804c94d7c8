//! The accounts that are asked for, made as an administrator would make them: their passwords are hashed by the portal, with
//! whatever it hashes with.

use serde_json::{Value, json};

use super::Whose;
use crate::failure::{Failure, Outcome};
use crate::http::{self, Connection};
use crate::server::Server;

/// Service Unavailable.
const BUSY: u16 = 503;
/// How often a request is made that finds the portal busy.
const PATIENCE: usize = 20;

/// Registers `count` people, and as many whose accounts are blocked at once.
pub(super) async fn register(portal: &Server, token: &str, count: usize) -> Outcome<()> {
    let mut connection = Connection::open(portal.address).await?;
    for number in 0..count {
        for whose in [Whose::Known, Whose::Blocked] {
            let body = json!({
                "firstName": "Timing", "lastName": "Person", "email": whose.email(number), "role": "Employee",
                "department": "Works", "position": "Clerk", "salary": 50_000, "isActive": true, "joiningDate": "2026-01-05",
            });
            let made = ask(&mut connection, &http::post("/api/auth/register", Some(token), &body), 201).await?;
            if whose == Whose::Blocked {
                let id = made.pointer("/data/user/_id").and_then(Value::as_str).unwrap_or_default();
                let path = format!("/api/users/{id}/toggle-block");
                ask(&mut connection, &http::patch(&path, Some(token), &json!({"isBlocked": true})), 200).await?;
            }
        }
    }
    Ok(())
}

/// Asks until the portal has room for another hash: here it may be busy, and nothing is measured yet.
async fn ask(connection: &mut Connection, request: &[u8], status: u16) -> Outcome<Value> {
    for _ in 0..PATIENCE {
        let answer = connection.ask(request).await?;
        let body = connection.body(answer);
        if answer.status == status {
            return serde_json::from_slice(body).map_err(Failure::because("an answer is no JSON"));
        }
        if answer.status != BUSY {
            let said = String::from_utf8_lossy(body);
            return Err(Failure::new(format!("an account could not be made: {} {said}", answer.status)));
        }
    }
    Err(Failure::new("the portal is too busy for an account to be made"))
}
