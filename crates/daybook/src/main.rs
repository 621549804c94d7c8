//! The `daybook` program: the composition root. It reads the settings, puts adapters behind the ports, and runs the
//! server and its jobs. It knows every crate, and no crate knows it.

mod arguments;
mod bad_setting;
mod commands;
mod config;
mod courier;
mod demo;
mod drain;
mod housekeeping;
mod instances;
mod jobs;
mod listeners;
mod log;
mod names;
mod output;
mod periodic_job;
mod serve;
mod socket_file;
mod standby;
mod version;
mod watch;
mod wiring;

use arguments::{Arguments, Audit, Command, ConfigCommand, Mail};
use clap::Parser;
use commands::{
    audit, backup, config_check, create_admin, doctor, health, import, mail as mails, migrate, packaging, restore, user,
};
use config::{Config, Reading};
use output::{complain, say};
use std::process::ExitCode;
use wiring::StartError;

/// The status of a command that could not do its work, or not all of it.
const FAILED: u8 = 1;
/// The status after a wrong setting or command.
const MISUSE: u8 = 2;
/// The exit status if an upgrade is pending and nothing was changed.
const PENDING: u8 = 3;

fn main() -> ExitCode {
    let Arguments { command, config: file, .. } = Arguments::parse();
    let load = || Config::load(file.as_deref());
    match command.unwrap_or(Command::Serve { no_backup: false }) {
        Command::Serve { no_backup } => with_settings(load(), |config| done(serve::serve(&config, no_backup))),
        Command::Demo => with_settings(load(), |config| done(serve::demo(config))),
        Command::Migrate(wanted) => with_settings(load(), |config| migrate::run(&config, &wanted)),
        Command::CreateAdmin(admin) => with_settings(load(), |config| create_admin::run(&config, admin)),
        Command::User(wanted) => with_settings(load(), |config| user::run(&config, &wanted)),
        Command::Import(wanted) => with_settings(load(), |config| import::run(&config, &wanted)),
        Command::Mail(Mail::Status) => with_settings(load(), |config| mails::status(&config)),
        Command::Mail(Mail::SendWaiting) => with_settings(load(), |config| mails::send_waiting(&config)),
        Command::Audit(Audit::Verify(wanted)) => with_settings(load(), |config| audit::run(&config, &wanted)),
        Command::Config(ConfigCommand::Check) => config_check::run(&load()),
        Command::Doctor { json } => with_settings(load(), |config| doctor::run(&config, json)),
        Command::Health => with_settings(load(), |config| Ok(health::run(&config))),
        Command::Backup { file } => with_settings(load(), |config| backup::run(&config, &file)),
        Command::Restore { file, verify: false } => with_settings(load(), |config| restore::run(&config, &file)),
        Command::Restore { file, verify: true } => with_settings(load(), |config| restore::verify(&config, &file)),
        Command::Openapi => {
            say(web::openapi().trim_end());
            ExitCode::SUCCESS
        }
        Command::Completions { shell } => {
            packaging::completions(shell);
            ExitCode::SUCCESS
        }
        Command::Man => packaging::manual().map_or(ExitCode::from(FAILED), |()| ExitCode::SUCCESS),
        Command::Licences => {
            say(web::licences().trim_end());
            ExitCode::SUCCESS
        }
    }
}

fn done(outcome: Result<(), StartError>) -> Result<ExitCode, StartError> {
    outcome.map(|()| ExitCode::SUCCESS)
}

fn with_settings(reading: Reading, run: impl FnOnce(Config) -> Result<ExitCode, StartError>) -> ExitCode {
    let config = match reading.config {
        Ok(config) => config,
        Err(faults) => return config_check::complain_of(&faults),
    };
    run(config).unwrap_or_else(|error| {
        complain(&format!("daybook: {error}"));
        ExitCode::from(match error {
            StartError::Setting(_) => MISUSE,
            StartError::Pending(_) => PENDING,
            StartError::Failed(_) => FAILED,
        })
    })
}
