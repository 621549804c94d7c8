//! What the use cases that write accounts are asked for.

use application::accounts::{Registrar, Registration, register};
use application::people::AccountUpdate;
use application::ports::{NewRecoveryCode, ResetLink, ResetRequest, WaitingKey};
use application::{Error, Ports};
use domain::id::{CredentialId, ResetRequestId};
use domain::person::{EmailAddress, Role, Salary};
use domain::second_factor::FactorKey;
use testkit::database::TestDatabase;
use uuid::Uuid;

use crate::outside;
use crate::portal::{self, ADMIN, ANN, INVITEE, TOKEN, TOO_MUCH, done, now, then, user};

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
        external_id: None,
        role: Some(Role::Employee),
        department: Some(Some("Bridges".into())),
        position: None,
        phone_number: Some(None),
        designation: None,
        salary: Some(Some(52_400.5)),
        salary_from: None,
        joining_date: None,
        records_from: None,
        is_active: Some(true),
        expected: None,
    }
}

/// Ann has asked for a link.
pub(crate) async fn ask_for_a_reset(database: &TestDatabase) {
    let email = EmailAddress::parse(&portal::email(ANN)).unwrap();
    let request = ResetRequest { id: ResetRequestId::new(Uuid::from_u128(950)), email, asked_at: then() };
    done(database, async |unit| unit.resets().ask(&request).await).await;
}

/// Somebody has been imported.
pub(crate) async fn add_invitee(database: &TestDatabase) {
    done(database, async |unit| {
        portal::add_account(unit, INVITEE).await;
        Ok(())
    })
    .await;
}

/// Their invitation is due.
pub(crate) async fn plan_an_invitation(database: &TestDatabase) {
    add_invitee(database).await;
    done(database, async |unit| unit.invitations().plan(&[user(INVITEE)], then()).await).await;
}

/// Somebody has a link, with [`TOKEN`].
pub(crate) async fn keep_a_link(database: &TestDatabase, n: u128) {
    let fingerprint = portal::secrets(false).fingerprint(TOKEN);
    let link = ResetLink { user: user(n), fingerprint, expires_at: now() + chrono::Duration::minutes(20) };
    done(database, async |unit| unit.resets().keep_links(std::slice::from_ref(&link)).await).await;
}

/// Somebody has a key that waits for its first code.
pub(crate) async fn keep_a_key(database: &TestDatabase, n: u128) {
    let id = CredentialId::new(Uuid::from_u128(960));
    let key = WaitingKey { key: FactorKey::new("KEY".into()), made_at: now() - chrono::Duration::minutes(5) };
    done(database, async |unit| unit.second_factors().keep_key(user(n), id, &key).await).await;
}

/// Somebody has a second factor, set up yesterday, with one recovery code.
pub(crate) async fn keep_a_factor(database: &TestDatabase, n: u128) {
    keep_a_key(database, n).await;
    let (id, code) = (CredentialId::new(Uuid::from_u128(961)), outside::RECOVERY_CODE);
    let code = NewRecoveryCode { id, fingerprint: format!("{code:0>64}") };
    done(database, async |unit| {
        unit.second_factors().confirm(user(n), 1, then()).await?;
        unit.second_factors().replace_recovery_codes(user(n), &[code], then()).await
    })
    .await;
}

/// The administrator has a break-glass account.
pub(crate) async fn keep_a_break_glass_account(database: &TestDatabase) {
    keep_a_factor(database, ADMIN).await;
    done(database, async |unit| unit.people().set_break_glass(user(ADMIN), true).await).await;
}
