//! What the use cases that write accounts are asked for.

use application::accounts::{Registrar, Registration, register};
use application::people::AccountUpdate;
use application::{Error, Ports};
use domain::person::{Role, Salary};

use crate::portal::{self, TOO_MUCH};

/// Registers Nina, or a person named after the password that meets a full queue.
pub(crate) async fn enrol(
    ports: &Ports,
    registrar: Registrar,
    first_name: &str,
) -> Result<(String, Option<f64>), Error> {
    let ports = Ports { secrets: portal::secrets(first_name == TOO_MUCH), ..ports.clone() };
    let typed = Registration {
        first_name: first_name.into(),
        last_name: "New".into(),
        email: "nina@example.org".into(),
        role: Some(Role::Employee),
        salary: Some(52_400.5),
        ..Registration::default()
    };
    let account = register(&ports, &registrar, typed).await?.account;
    Ok((account.person.email, account.salary.flatten().map(Salary::as_f64)))
}

/// The manager becomes an Employee with another address: the team is released, the session ends, the link is void.
pub(crate) fn demotion() -> AccountUpdate {
    AccountUpdate {
        first_name: "Bo".into(),
        last_name: "Lead".into(),
        email: "bo@example.org".into(),
        role: Some(Role::Employee),
        department: Some(Some("Bridges".into())),
        position: None,
        phone_number: Some(None),
        designation: None,
        salary: Some(Some(52_400.5)),
        salary_from: None,
        joining_date: None,
        is_active: Some(true),
        expected: None,
    }
}
