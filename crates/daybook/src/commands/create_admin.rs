//! `daybook create-admin`: the way in when no administrator can sign in any more.

use crate::arguments::CreateAdmin;
use crate::config::Config;
use crate::log;
use crate::output::{complain, say};
use crate::serve::block_on;
use crate::wiring::{StartError, visit, wire_over};
use crate::{FAILED, MISUSE};
use application::Error;
use application::accounts::{CreatedAdmin, NewAdmin, create_admin};
use application::second_factors::NewFactor;
use domain::sign_in::{PasswordUse, one_of};
use std::process::ExitCode;

pub(crate) fn run(config: &Config, admin: CreateAdmin) -> Result<ExitCode, StartError> {
    log::start(&config.log, "error")?;
    block_on(async {
        let wired = wire_over(config, visit(config).await?).await?;
        let CreateAdmin { email, first_name, last_name, break_glass: is_break_glass } = admin;
        let created = create_admin(&wired.ports, NewAdmin { first_name, last_name, email, is_break_glass }).await;
        wired.database.close().await;
        match created {
            Ok(created) => {
                tell(&created, config, &wired.ports.providers.labels());
                Ok(ExitCode::SUCCESS)
            }
            Err(Error::Invalid(invalid)) => {
                complain(&format!("daybook create-admin: {}", invalid.sentence()));
                Ok(ExitCode::from(MISUSE))
            }
            Err(Error::Conflict(conflict)) => {
                complain(&format!("daybook create-admin: {}", conflict.sentence()));
                Ok(ExitCode::from(FAILED))
            }
            Err(error) => Err(error.into()),
        }
    })
}

fn tell(created: &CreatedAdmin, config: &Config, providers: &[&str]) {
    let mut rows = vec![("email", created.email.clone())];
    rows.extend(created.password.as_ref().map(|password| ("password", password.0.clone())));
    if let Some(NewFactor { key, uri }) = &created.factor {
        rows.extend([("key", in_groups_of_four(key.reveal())), ("QR code", uri.0.clone())]);
    }
    rows.push(("employee ID", created.employee_id.to_string()));
    let rows: Vec<String> = rows.iter().map(|(label, value)| format!("  {label:<13}{value}")).collect();
    let rows = rows.join("\n");
    let login = format!("{}/login", config.public_url);
    let told = match (&created.password, &created.factor) {
        (None, _) => {
            return say(&format!(
                "The administrator was created.\n{rows}\nSign in with {} at {login}.",
                one_of(providers)
            ));
        }
        (Some(_), None) => format!("Sign in at {login}; the password has to be changed at the first sign-in."),
        (Some(_), Some(_)) => format!(
            "Add the key to an app for one-time codes, and sign in at {login}?local; the password has to be changed at the \
             first sign-in.{}",
            if config.passwords == PasswordUse::Nobody { OFF } else { "" }
        ),
    };
    say(&format!("The administrator was created. This is shown once:\n{rows}\n{told}"));
}

const OFF: &str = "\nDAYBOOK_PASSWORDS is off: the password opens the account once it is break-glass.";

fn in_groups_of_four(key: &str) -> String {
    let spaced = |(place, letter): (usize, char)| {
        let gap = (place > 0 && place.is_multiple_of(4)).then_some(' ');
        gap.into_iter().chain([letter])
    };
    key.chars().enumerate().flat_map(spaced).collect()
}
