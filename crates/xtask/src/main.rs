//! Daybook's developer commands: what a fresh machine with only Rust, Node and npm can run.
//!
//! `cargo xtask demo` shows the portal, `cargo xtask test` runs every test, `cargo xtask ci` is
//! what continuous integration runs. The `justfile` only names them. This crate depends on
//! nothing but the standard library, so that it is there a second after a clone; it holds no rule
//! of the portal and no test of it.

#![allow(clippy::print_stdout, reason = "a command line tool reports on its standard output")]
#![allow(
    clippy::disallowed_methods,
    reason = "the portal's clock is for the portal; this tool compares the dates of files"
)]

mod apt;
mod arguments;
mod bench;
mod browser;
mod ci;
mod cluster;
mod console;
mod demo;
mod failure;
mod frontend;
mod fuzz;
mod holidays;
mod licences;
mod lint;
mod machine;
mod openapi;
mod postgres;
mod process;
mod programs;
mod project;
mod python;
mod release;
mod sample;
mod tally;
mod test;

use std::env;
use std::process::ExitCode;

use arguments::Task;
use failure::Failure;
use project::Project;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    match run(&words) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => {
            eprintln!("\nxtask: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Carries out one command; the answer says whether everything it checked was in order.
fn run(words: &[String]) -> Result<bool, Failure> {
    let task = arguments::parse(words)?;
    if task == Task::Help {
        println!("{}", arguments::HELP);
        return Ok(true);
    }
    let project = Project::find()?;
    match task {
        Task::Help => Ok(true),
        Task::Demo(rest) => demo::run(&project, &rest),
        Task::Package => demo::package(&project),
        Task::Test(selection) => ci::test(&project, &selection),
        Task::Lint => ci::lint(&project),
        Task::Ci => ci::everything(&project),
        Task::OpenApi => openapi::write(&project).map(|()| true),
        Task::Holidays => holidays::draw(&project).map(|()| true),
        Task::Licences => licences::write(&project).map(|()| true),
        Task::Release(rest) => release::run(&project, &rest),
        Task::Bench(rest) => bench::run(&project, &rest),
        Task::Timing(rest) => bench::timing(&project, &rest),
        Task::Fuzz(rest) => fuzz::run(&project, &rest),
    }
}
