//! The `daybook` program: the composition root. It reads the settings, puts adapters behind the ports, and runs the
//! server and its jobs. It knows every crate, and no crate knows it.
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::indexing_slicing,
        reason = "a test that meets the impossible should stop"
    )
)]

mod commands;
mod config;
mod courier;
mod demo;
mod expirer;
mod freezer;
mod housekeeping;
mod instances;
mod leave_keeper;
mod log;
mod mail_rounds;
mod month_checker;
mod month_teller;
mod names;
mod output;
mod periodic_job;
mod pruner;
mod sealer;
mod serve;
mod verifier;
mod wiring;

use commands::{audit, backup, create_admin, doctor, mail as mails, restore};
use config::Config;
use output::{complain, say};
use std::process::ExitCode;
use wiring::StartError;

const HELP: &str = "\
Daybook: people record their working days, managers approve them week by week.

Usage: daybook [COMMAND]

Commands:
  serve         Bring the database up to date, then serve the portal (the default command)
  demo          The same with a sample organisation, on this machine only, to try it out
  migrate       Only bring the database up to date
  create-admin  Create another administrator, even while the portal is running
  mail          Show the state of the mails, or send those that are waiting
  audit verify  Verify the audit log
  doctor        Check that everything the portal needs is in order
  backup FILE   Write everything in the database to a file
  restore FILE  Fill an empty database from such a file; with --verify, only try it
  openapi       Print the description of the API
  help          Print this page; see also daybook COMMAND --help

Settings come from the environment; the most important ones:
  DAYBOOK_LISTEN         Address and port                     (127.0.0.1:8080)
  DAYBOOK_DATABASE_URL   sqlite://… or postgres://…           (sqlite://data/daybook.db)
  DAYBOOK_DATA_DIR       Database file, signing key and mails (data)
  DAYBOOK_TIMEZONE       The organisation's IANA time zone    (UTC)
  DAYBOOK_MAIL           smtp://…, smtps://… or file:FOLDER   (file:data/outbox)
docs/operations.md lists all of them.";

/// The status of a command that could not do its work, or not all of it.
const FAILED: u8 = 1;
/// The status after a wrong setting or command.
const MISUSE: u8 = 2;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] | ["serve"] => with_settings(|config| done(serve::serve(&config))),
        ["demo"] => with_settings(|config| done(serve::demo(config))),
        ["migrate"] => with_settings(|config| done(serve::migrate(&config))),
        ["openapi"] => print(web::openapi().trim_end()),
        ["create-admin", rest @ ..] if asks_for_help(rest) => print(create_admin::HELP),
        ["create-admin", rest @ ..] => match create_admin::read(rest) {
            Ok(admin) => with_settings(|config| create_admin::run(&config, admin)),
            Err(why) => misuse(&format!("daybook create-admin: {why}. Try: daybook create-admin --help")),
        },
        ["doctor", rest @ ..] if asks_for_help(rest) => print(doctor::HELP),
        ["doctor"] => with_settings(|config| doctor::run(&config)),
        ["doctor", rest @ ..] => misuse(&format!(
            "daybook doctor: it takes no arguments, but got {}. Try: daybook doctor --help",
            rest.join(" ")
        )),
        ["backup", rest @ ..] if asks_for_help(rest) => print(backup::HELP),
        ["backup", rest @ ..] => match backup::read(rest) {
            Ok(file) => with_settings(|config| backup::run(&config, &file)),
            Err(why) => misuse(&format!("daybook backup: {why}. Try: daybook backup --help")),
        },
        ["restore", rest @ ..] if asks_for_help(rest) => print(restore::HELP),
        ["restore", rest @ ..] => match restore::read(rest) {
            Ok((file, false)) => with_settings(|config| restore::run(&config, &file)),
            Ok((file, true)) => with_settings(|config| restore::verify(&config, &file)),
            Err(why) => misuse(&format!("daybook restore: {why}. Try: daybook restore --help")),
        },
        ["mail", rest @ ..] if asks_for_help(rest) => print(mails::HELP),
        ["mail", "status"] => with_settings(|config| mails::status(&config)),
        ["mail", "send-waiting"] => with_settings(|config| mails::send_waiting(&config)),
        ["mail", rest @ ..] => {
            let what = if rest.is_empty() { String::new() } else { format!(", not {}", rest.join(" ")) };
            misuse(&format!("daybook mail: expected status or send-waiting{what}. Try: daybook mail --help"))
        }
        ["audit", rest @ ..] if asks_for_help(rest) => print(audit::HELP),
        ["audit", "verify", rest @ ..] => match audit::read(rest) {
            Ok(wanted) => with_settings(|config| audit::run(&config, &wanted)),
            Err(why) => misuse(&format!("daybook audit verify: {why}. Try: daybook audit --help")),
        },
        ["audit", rest @ ..] => {
            let what = if rest.is_empty() { String::new() } else { format!(", not {}", rest.join(" ")) };
            misuse(&format!("daybook audit: expected verify{what}. Try: daybook audit --help"))
        }
        ["help" | "--help" | "-h"] | [_, "--help" | "-h"] => print(HELP),
        ["--version" | "-V"] => print(concat!("daybook ", env!("CARGO_PKG_VERSION"))),
        _ => misuse(&format!("daybook: unknown command: {}. Try: daybook help", words.join(" "))),
    }
}

fn asks_for_help(words: &[&str]) -> bool {
    words.iter().any(|word| matches!(*word, "--help" | "-h"))
}

fn print(text: &str) -> ExitCode {
    say(text);
    ExitCode::SUCCESS
}

fn misuse(sentence: &str) -> ExitCode {
    complain(sentence);
    ExitCode::from(MISUSE)
}

fn done(outcome: Result<(), StartError>) -> Result<ExitCode, StartError> {
    outcome.map(|()| ExitCode::SUCCESS)
}

fn with_settings(run: impl FnOnce(Config) -> Result<ExitCode, StartError>) -> ExitCode {
    let config = match Config::from_environment() {
        Ok(config) => config,
        Err(error) => return misuse(&format!("daybook: {error}")),
    };
    run(config).unwrap_or_else(|error| {
        complain(&format!("daybook: {error}"));
        ExitCode::from(if matches!(error, StartError::Setting(_)) { MISUSE } else { FAILED })
    })
}
