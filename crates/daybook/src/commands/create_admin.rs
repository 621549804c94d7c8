//! `daybook create-admin`: the way in when no administrator can sign in any more.

use crate::config::Config;
use crate::log;
use crate::output::{complain, say};
use crate::serve::block_on;
use crate::wiring::{StartError, visit, wire_over};
use crate::{FAILED, MISUSE};
use application::Error;
use application::accounts::{CreatedAdmin, NewAdmin, create_admin};
use std::process::ExitCode;

pub(crate) const HELP: &str = "\
Create another administrator, and print the password once.

Usage: daybook create-admin EMAIL [--first-name NAME] [--last-name NAME]

  EMAIL               The email address to sign in with
  --first-name NAME   (Portal)
  --last-name NAME    (Administrator)

Use it when nobody is left who can administer the portal. Run it on the portal's
machine, with the same settings (DAYBOOK_DATABASE_URL, DAYBOOK_DATA_DIR) and as
the same user as the server, which may keep running. No mail is sent. The
password has to be changed at the first sign-in.

Exit status: 0 created, 1 not created, 2 the command is invalid.";

/// Reads the words behind the command. The error says what is wrong with them.
pub(crate) fn read(words: &[&str]) -> Result<NewAdmin, String> {
    let mut email = None;
    let mut first_name = "Portal".to_owned();
    let mut last_name = "Administrator".to_owned();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let (option, attached) = match word.split_once('=') {
            Some((option, value)) if option.starts_with("--") => (option, Some(value)),
            _ => (*word, None),
        };
        let name = match option {
            "--first-name" => &mut first_name,
            "--last-name" => &mut last_name,
            _ if option.starts_with('-') => return Err(format!("there is no option {option}")),
            _ if email.is_some() => {
                return Err("there is more than one address; a name with a space needs quotes".into());
            }
            _ => {
                email = Some((*word).to_owned());
                continue;
            }
        };
        let value = attached.or_else(|| words.next().copied()).ok_or_else(|| format!("{option} needs a name"))?;
        value.clone_into(name);
    }
    let email = email.ok_or("the address is missing")?;
    Ok(NewAdmin { first_name, last_name, email })
}

/// Creates the administrator.
pub(crate) fn run(config: &Config, admin: NewAdmin) -> Result<ExitCode, StartError> {
    log::start(config, "error")?;
    block_on(async {
        let wired = wire_over(config, visit(config).await?).await?;
        let created = create_admin(&wired.ports, admin).await;
        wired.database.close().await;
        match created {
            Ok(created) => {
                tell(&created, &config.public_url);
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

fn tell(created: &CreatedAdmin, public_url: &str) {
    say(&format!(
        "The administrator was created. This is shown once:\n  email        {}\n  password     {}\n  employee ID  {}\n\
         Sign in at {public_url}/login; the password has to be changed at the first sign-in.",
        created.email, created.password.0, created.employee_id
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_be_given_or_left_out() {
        let admin = read(&["grace@example.org"]).unwrap();
        assert_eq!((admin.first_name.as_str(), admin.last_name.as_str()), ("Portal", "Administrator"));
        for words in [
            ["grace@example.org", "--first-name", "Grace", "--last-name=Hopper"],
            ["--last-name=Hopper", "--first-name", "Grace", "grace@example.org"],
        ] {
            let admin = read(&words).unwrap();
            assert_eq!((admin.email.as_str(), admin.first_name.as_str()), ("grace@example.org", "Grace"));
            assert_eq!(admin.last_name, "Hopper");
        }
    }

    #[test]
    fn words_that_make_no_sense_are_named() {
        for (words, named) in [
            (vec![], "address"),
            (vec!["--first-name", "Grace"], "address"),
            (vec!["a@x.org", "b@x.org"], "more than one"),
            (vec!["a@x.org", "--first-name"], "--first-name"),
            (vec!["a@x.org", "--role", "HR"], "--role"),
            (vec!["a@x.org", "-x"], "-x"),
        ] {
            let why = read(&words).unwrap_err();
            assert!(why.contains(named), "{words:?}: {why}");
        }
    }
}
