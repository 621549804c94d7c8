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

mod config;
mod demo;
mod output;
mod serve;
mod wiring;

use config::Config;
use output::{complain, say};
use std::process::ExitCode;

const HELP: &str = "\
Daybook: people record their working days, managers approve them week by week.

Usage: daybook [COMMAND]

Commands:
  serve     Bring the database up to date, then serve the portal (also without a command)
  demo      The same with a sample organisation, on this machine only, for trying it out
  migrate   Only bring the database up to date
  openapi   Print the description of the API
  help      Print this page

Settings come from the environment; the most important ones:
  DAYBOOK_LISTEN         Address and port                     (127.0.0.1:8080)
  DAYBOOK_DATABASE_URL   sqlite://… or postgres://…           (sqlite://data/daybook.db)
  DAYBOOK_DATA_DIR       Database file and signing key        (data)
  DAYBOOK_TIMEZONE       The organisation's IANA time zone    (UTC)
All of them stand in docs/operations.md.";

/// What a wrong setting or command exits with.
const MISUSE: u8 = 2;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] | ["serve"] => with_settings(|config| serve::serve(&config)),
        ["demo"] => with_settings(serve::demo),
        ["migrate"] => with_settings(|config| serve::migrate(&config)),
        ["openapi"] => {
            say(web::openapi().trim_end());
            ExitCode::SUCCESS
        }
        ["help" | "--help" | "-h"] | [_, "--help" | "-h"] => {
            say(HELP);
            ExitCode::SUCCESS
        }
        ["--version" | "-V"] => {
            say(concat!("daybook ", env!("CARGO_PKG_VERSION")));
            ExitCode::SUCCESS
        }
        _ => {
            complain(&format!("daybook: unknown command: {}. Try: daybook help", words.join(" ")));
            ExitCode::from(MISUSE)
        }
    }
}

fn with_settings(run: impl FnOnce(Config) -> Result<(), wiring::StartError>) -> ExitCode {
    let config = match Config::from_environment() {
        Ok(config) => config,
        Err(error) => {
            complain(&format!("daybook: {error}"));
            return ExitCode::from(MISUSE);
        }
    };
    match run(config) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("daybook: {error}"));
            if matches!(error, wiring::StartError::Setting(_)) { ExitCode::from(MISUSE) } else { ExitCode::FAILURE }
        }
    }
}
