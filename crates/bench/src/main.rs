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

use crate::engine::{Engine, Server};
use crate::failure::{Failure, Outcome};
use crate::measure::{Lab, note};
use crate::options::{Options, Request};

const PROGRAM: &str = "DAYBOOK_BIN";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let program = || std::env::var_os(PROGRAM).map(PathBuf::from);
    let done = match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["bare", address, url] => bare::run(address, url).map(|()| true),
        ["timing", ..] => timing::parse(words.get(1..).unwrap_or_default(), program()).and_then(compare),
        _ => options::parse(&words, program()).and_then(answer),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => {
            note(&format!("bench: {failure}"));
            ExitCode::FAILURE
        }
    }
}

fn answer(request: Request) -> Outcome<bool> {
    match request {
        Request::Help => {
            say(options::HELP);
            Ok(true)
        }
        // One thread makes the load: the servers need the other processors.
        Request::Measure(options) => {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(measure(&options))
        }
    }
}

/// Compares known and unknown addresses. `false` where they can be told apart.
fn compare(request: timing::Request) -> Outcome<bool> {
    let timing::Request::Compare(options) = request else {
        say(timing::HELP);
        return Ok(true);
    };
    let folder = Folder::make()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (report, passes) = runtime.block_on(timing::run(&options, &folder.0))?;
    say(&report);
    Ok(passes)
}

/// Measures and reports. `false` where something that was asked for could not be measured.
async fn measure(options: &Options) -> Outcome<bool> {
    let server = Server::find().await?;
    let folder = Folder::make()?;
    let lab = Lab::new(options, server.as_ref(), folder.0.clone())?;
    let load = machine::load();
    let mut findings = Vec::new();
    let mut is_complete = true;
    for engine in &options.engines {
        if *engine == Engine::Postgres && server.is_none() {
            is_complete = false;
            continue;
        }
        for size in &options.sizes {
            findings.push(lab.measure(*engine, *size).await?);
        }
    }
    let postgres = server.as_ref().map_or_else(String::new, |server| format!(", PostgreSQL {}", server.version));
    let against = options.against.as_ref().map_or_else(String::new, |other| format!("; against {}", other.display()));
    let about = format!(
        "{}{postgres}{against}; load average {load} before, {} after; {} rounds of at most {} s a measurement",
        machine::describe(),
        machine::load(),
        options.rounds,
        options.time.as_secs_f64()
    );
    let tables = report::tables(&findings);
    say(&report::text(&tables, &about));
    if let Some(file) = &options.json {
        let text = format!("{:#}\n", report::to_json(&tables, &about));
        std::fs::write(file, text).map_err(Failure::because(file.display()))?;
    }
    if !is_complete {
        note(
            "Only SQLite was measured: DAYBOOK_BENCH_POSTGRES names no PostgreSQL server. Say --only sqlite if that is meant.",
        );
    }
    Ok(is_complete)
}

#[allow(clippy::print_stdout, reason = "the report is what this program is for")]
fn say(text: &str) {
    println!("{text}");
}

/// A folder that is gone when the program ends.
struct Folder(PathBuf);

impl Folder {
    fn make() -> Outcome<Self> {
        let folder = std::env::temp_dir().join(format!("daybook-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed lies in the folder for temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
