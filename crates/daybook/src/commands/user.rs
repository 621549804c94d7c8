//! `daybook user …`: accounts, for when nobody can help in the portal.

use crate::arguments::{Account, User};
use crate::config::Config;
use crate::log;
use crate::output::{complain, say};
use crate::serve::block_on;
use crate::wiring::{StartError, visit, wire_over};
use crate::{FAILED, MISUSE};
use application::people::operate;
use application::ports::{AccountStatus, Login, PersonView};
use application::{Error, Invalid, Ports, Result};
use domain::person::{EmailAddress, Standing};
use domain::sign_in::PasswordUse;
use serde_json::{Value, json};
use std::process::ExitCode;

pub(crate) fn run(config: &Config, wanted: &User) -> Result<ExitCode, StartError> {
    log::start(&config.log, "error")?;
    block_on(async {
        let wired = wire_over(config, visit(config).await?).await?;
        let mut done = act(&wired.ports, wanted).await;
        // Another writer got in the way, and nothing of it was kept.
        if done.as_ref().is_err_and(Error::is_clash) {
            done = act(&wired.ports, wanted).await;
        }
        wired.database.close().await;
        let (code, sentence) = match done {
            Ok(()) => return Ok(ExitCode::SUCCESS),
            Err(Error::Invalid(why)) => (MISUSE, why.sentence().to_owned()),
            Err(Error::NotFound(_)) => (FAILED, "There is no account with this address".to_owned()),
            Err(Error::Conflict(why)) => (FAILED, why.sentence().into_owned()),
            Err(Error::PasswordsOff(_)) => (FAILED, "DAYBOOK_PASSWORDS allows this account no password".to_owned()),
            Err(error) => return Err(error.into()),
        };
        complain(&format!("daybook user: {sentence}"));
        Ok(ExitCode::from(code))
    })
}

async fn act(ports: &Ports, wanted: &User) -> Result<()> {
    match wanted {
        User::List { role, status, json: is_json } => {
            let show = |account: &PersonView| say(&if *is_json { object(account).to_string() } else { line(account) });
            operate::each_account(ports, *role, *status, show).await
        }
        User::Show(who) => {
            let account = find(ports, who).await?;
            let login = operate::login(ports, &account).await?;
            say(&if who.json { object(&account).to_string() } else { page(&account, &login) });
            Ok(())
        }
        User::ResetPassword(who) => {
            let account = find(ports, who).await?;
            let password = operate::reset_password(ports, account.person.id).await?.0;
            let told = format!(
                "The password of {} was reset. This is shown once:\n  password  {password}\n\
                 The password has to be changed at the next sign-in.",
                account.email
            );
            tell(who, &json!({"email": account.email, "temporaryPassword": password}), &told);
            Ok(())
        }
        User::ResetSecondFactor(who) => {
            let account = find(ports, who).await?;
            operate::reset_second_factor(ports, account.person.id).await?;
            let is_enough = ports.providers.passwords == PasswordUse::Everybody;
            let told = if is_enough { "signs in with the password alone" } else { "has no second factor" };
            let told = format!("{} {told}.", account.email);
            tell(who, &json!({"email": account.email, "hasSecondFactor": false}), &told);
            Ok(())
        }
        User::Block(who) => set_blocked(ports, who, true).await,
        User::Unblock(who) => set_blocked(ports, who, false).await,
        User::EndSessions(who) => {
            let account = find(ports, who).await?;
            let was_signed_in = operate::end_sessions(ports, account.person.id).await?;
            let told = if was_signed_in { "was signed out" } else { "was not signed in" };
            let answer = json!({"email": account.email, "wasSignedIn": was_signed_in});
            tell(who, &answer, &format!("{} {told}.", account.email));
            Ok(())
        }
        User::SetRole { account: who, role } => {
            let account = find(ports, who).await?;
            operate::set_role(ports, &account, *role).await?;
            let account = find(ports, who).await?;
            tell(who, &object(&account), &format!("{} has the role {role}.", account.email));
            Ok(())
        }
    }
}

async fn set_blocked(ports: &Ports, who: &Account, is_blocked: bool) -> Result<()> {
    let account = find(ports, who).await?;
    operate::set_blocked(ports, account.person.id, is_blocked).await?;
    let account = find(ports, who).await?;
    let told = if is_blocked { "is blocked" } else { "is not blocked" };
    tell(who, &object(&account), &format!("{} {told}.", account.email));
    Ok(())
}

async fn find(ports: &Ports, who: &Account) -> Result<PersonView> {
    let email = EmailAddress::parse(&who.email).map_err(|_| Invalid::message("EMAIL must be an email address"))?;
    operate::account(ports, &email).await
}

fn tell(who: &Account, answer: &Value, text: &str) {
    if who.json { say(&answer.to_string()) } else { say(text) }
}

fn status(account: &PersonView) -> &'static str {
    let PersonView { role, is_active, is_blocked, .. } = *account;
    AccountStatus::of(Standing { role, is_active, is_blocked }).name()
}

fn object(account: &PersonView) -> Value {
    json!({
        "id": account.person.id.to_string(),
        "employeeId": account.person.employee_id.to_string(),
        "firstName": account.person.name.first,
        "lastName": account.person.name.last,
        "email": account.email,
        "role": account.role.name(),
        "status": status(account),
        "hasTemporaryPassword": account.has_password && account.is_first_login,
        "department": account.department,
        "position": account.position,
        "manager": account.manager.as_ref().map(|(_, name)| name.to_string()),
        "joiningDate": account.joining_date.map(|date| date.to_string()),
        "recordsFrom": account.records_from.map(|date| date.to_string()),
    })
}

/// One account in a line of a list. The columns before the address have a fixed width, because lists are printed piece by piece.
fn line(account: &PersonView) -> String {
    let (id, role) = (account.person.employee_id.to_string(), account.role.name());
    format!("{id:<10}{role:<10}{:<10}{}  {}", status(account), account.email, account.person.name)
}

fn page(account: &PersonView, login: &Login) -> String {
    let password = match login {
        Login { hash: None, .. } => "none",
        Login { is_first_login: true, .. } => "temporary",
        Login { is_break_glass: true, .. } => "chosen, for break-glass",
        _ => "chosen",
    };
    let [joined, records] = [account.joining_date, account.records_from].map(|date| date.map(|date| date.to_string()));
    let rows = [
        ("name", Some(account.person.name.to_string())),
        ("email", Some(account.email.clone())),
        ("employee ID", Some(account.person.employee_id.to_string())),
        ("role", Some(account.role.to_string())),
        ("status", Some(status(account).to_owned())),
        ("password", Some(password.to_owned())),
        ("department", account.department.clone()),
        ("position", account.position.clone()),
        ("manager", account.manager.as_ref().map(|(_, name)| name.to_string())),
        ("joined", joined),
        ("records from", records),
    ];
    let rows = rows.into_iter().map(|(label, value)| format!("{label:<13}{}", value.as_deref().unwrap_or("-")));
    rows.collect::<Vec<_>>().join("\n")
}
