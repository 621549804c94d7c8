//! The `daybook` program: the composition root. It reads the settings, puts adapters behind the ports, and runs the
//! server and its jobs. It knows every crate, and no crate knows it.

mod arguments;
mod bad_setting;
mod commands;
mod config;
mod courier;
mod demo;
mod housekeeping;
mod instances;
mod jobs;
mod log;
mod names;
mod output;
mod periodic_job;
mod serve;
mod wiring;

use arguments::{Arguments, Audit, Command, Mail};
use clap::Parser;
use commands::{audit, backup, create_admin, doctor, mail as mails, restore};
use config::Config;
use output::{complain, say};
use std::process::ExitCode;
use wiring::StartError;

/// The status of a command that could not do its work, or not all of it.
const FAILED: u8 = 1;
/// The status after a wrong setting or command.
const MISUSE: u8 = 2;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match arguments.command.unwrap_or(Command::Serve) {
        Command::Serve => with_settings(|config| done(serve::serve(&config))),
        Command::Demo => with_settings(|config| done(serve::demo(config))),
        Command::Migrate => with_settings(|config| done(serve::migrate(&config))),
        Command::CreateAdmin(admin) => with_settings(|config| create_admin::run(&config, admin)),
        Command::Mail(Mail::Status) => with_settings(|config| mails::status(&config)),
        Command::Mail(Mail::SendWaiting) => with_settings(|config| mails::send_waiting(&config)),
        Command::Audit(Audit::Verify(wanted)) => with_settings(|config| audit::run(&config, &wanted)),
        Command::Doctor => with_settings(|config| doctor::run(&config)),
        Command::Backup { file } => with_settings(|config| backup::run(&config, &file)),
        Command::Restore { file, verify: false } => with_settings(|config| restore::run(&config, &file)),
        Command::Restore { file, verify: true } => with_settings(|config| restore::verify(&config, &file)),
        Command::Openapi => {
            say(web::openapi().trim_end());
            ExitCode::SUCCESS
        }
    }
}

fn done(outcome: Result<(), StartError>) -> Result<ExitCode, StartError> {
    outcome.map(|()| ExitCode::SUCCESS)
}

fn with_settings(run: impl FnOnce(Config) -> Result<ExitCode, StartError>) -> ExitCode {
    let config = match Config::from_environment() {
        Ok(config) => config,
        Err(error) => {
            complain(&format!("daybook: {error}"));
            return ExitCode::from(MISUSE);
        }
    };
    run(config).unwrap_or_else(|error| {
        complain(&format!("daybook: {error}"));
        ExitCode::from(if matches!(error, StartError::Setting(_)) { MISUSE } else { FAILED })
    })
}
