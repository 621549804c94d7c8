//! Daybook's benchmark: the release binary on a filled database, against a bare handler that runs the same statements, or against
//! another build.
//!
//! Absolute figures depend on the machine and on what else it does. The ratio of the two, measured in turns in one run, hardly
//! does: it is what the portal costs beyond its statements, or what a change costs or saves.

mod bare;
mod browsers;
mod calls;
mod engine;
mod failure;
mod fill;
mod hashing;
mod http;
mod load;
mod machine;
mod measure;
mod options;
mod organisation;
mod report;
mod server;
mod targets;
mod timing;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use crate::engine::Server;
use crate::failure::Outcome;
use crate::measure::Lab;
use crate::options::{Cli, Command, Options};

fn main() -> ExitCode {
    let Cli { command, options } = Cli::parse();
    // One thread makes the load: the servers need the other processors.
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build();
    let folder = std::env::temp_dir().join(format!("daybook-bench-{}", std::process::id()));
    let done = match &command {
        Some(Command::Bare { address, url }) => bare::run(address, url).map(|()| true),
        Some(Command::Timing(options)) => {
            program().and_then(|one| runtime()?.block_on(timing::run(options, &one, &folder)))
        }
        None => options.settled().and_then(|options| runtime()?.block_on(measure(&options, folder.clone()))),
    };
    // What cannot be removed lies in the folder for temporary files, and a bare handler has none.
    let _ = std::fs::remove_dir_all(folder);
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => {
            note(&format!("bench: {failure}"));
            ExitCode::FAILURE
        }
    }
}

/// The program to measure.
fn program() -> Outcome<PathBuf> {
    let program = std::env::var_os("DAYBOOK_BIN").unwrap_or_else(|| "target/release/daybook".into());
    is_there(program.into())
}

fn is_there(program: PathBuf) -> Outcome<PathBuf> {
    if program.is_file() { Ok(program) } else { Err(format!("there is no {}", program.display()).into()) }
}

async fn measure(options: &Options, folder: PathBuf) -> Outcome<bool> {
    let (server, hash) = (Server::find(&options.only).await?, hashing::hash()?);
    let other = options.against.clone().map(is_there).transpose()?;
    let lab = Lab { options, program: program()?, other, server, folder, hash };
    let (load, mut rows) = (machine::load(), Vec::new());
    for engine in &options.only {
        for size in &options.size {
            rows.extend(lab.measure(*engine, *size).await?);
        }
    }
    let postgres = lab.server.map_or_else(String::new, |server| format!("PostgreSQL {}; ", server.version));
    let after = machine::load();
    say(&format!("{postgres}load average {load} before, {after} after\n\n{}", report::table(&rows)));
    Ok(true)
}

#[allow(clippy::print_stdout, reason = "the report is what this program is for")]
fn say(text: &str) {
    println!("{text}");
}

/// A line for the person who waits. It goes to standard error: the report alone is the output.
fn note(line: &str) {
    eprintln!("{line}");
}
