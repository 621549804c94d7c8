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
use std::process::ExitCode;

pub(crate) fn run(config: &Config, admin: CreateAdmin) -> Result<ExitCode, StartError> {
    log::start(&config.log, "error")?;
    block_on(async {
        let wired = wire_over(config, visit(config).await?).await?;
        let CreateAdmin { email, first_name, last_name } = admin;
        let created = create_admin(&wired.ports, NewAdmin { first_name, last_name, email }).await;
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
