//! Every test of the portal: the front end's, the Rust tests on both databases, the browser's.
//!
//! What they need is looked for before anything is built, so that a missing browser is told in the
//! first second and not after ten minutes. Nothing is skipped: what cannot run has failed. The long journeys through the browser
//! have a switch of their own, and a run without them says so.

use std::num::NonZero;
use std::path::PathBuf;
use std::{env, thread};

use crate::arguments::{Part, Selection};
use crate::browser;
use crate::cluster::{Cluster, Purpose};
use crate::console::Steps;
use crate::failure::Failure;
use crate::frontend;
use crate::machine;
use crate::openapi;
use crate::postgres::Programs;
use crate::process;
use crate::programs;
use crate::project::Project;
use crate::tally::{self, Tally};

/// Names the PostgreSQL server to the Rust and browser tests.
const SERVER: &str = "DAYBOOK_TEST_POSTGRES";
/// Names PostgreSQL's client to the browser tests, which make databases with it: it need not be in PATH.
const CLIENT: &str = "DAYBOOK_PSQL";
/// Tells the browser tests that there is time for the long journeys.
const LONG: &str = "DAYBOOK_LONG";
/// Names the portal's program to the browser tests.
const PROGRAM: &str = "DAYBOOK_BIN";
/// Tells the Rust tests of one program how many of them run at once.
const THREADS: &str = "RUST_TEST_THREADS";

/// The counted tests, and a sentence for each thing that needs one.
type Counted = (Tally, Vec<String>);

/// Runs the selected tests. The answer is the sum of what they counted, and what to say about it.
pub(crate) fn run(project: &Project, selection: &Selection) -> Result<Counted, Failure> {
    let [frontend, rust, browser] =
        [Part::Frontend, Part::Rust, Part::Browser].map(|part| usize::from(selection.includes(part)));
    let server = rust + browser > 0;
    // The last two have something to build, which is a step of its own.
    let mut steps = Steps::new(3 + usize::from(server) + frontend + 2 * (rust + browser));

    steps.next("What the tests need");
    machine::check_build_tools()?;
    let programs = server.then(Programs::find_or_install).transpose()?;
    let beside = selection.includes(Part::Rust).then(|| programs::find_or_unpack(project)).transpose()?;
    let chromium = selection.includes(Part::Browser).then(browser::find_or_install).transpose()?;
    steps.next("The front end's packages");
    frontend::install_packages(project)?;

    let mut results = Vec::new();
    if selection.includes(Part::Frontend) {
        steps.next("Front-end tests");
        results.push(frontend::test(project, &selection.rest)?);
    }
    steps.next("The front end's build, which the server embeds");
    let built = frontend::build(project);
    let is_built = built.is_ok();
    results.push(sentence_of(built));
    if is_built && selection.includes(Part::Frontend) {
        results.push(frontend::hold_to_budgets(project)?);
    }
    if server {
        steps.next("A PostgreSQL server for this run");
        let cluster = programs.as_ref().map(|programs| Cluster::start(programs, Purpose::Tests)).transpose()?;
        let url = cluster.as_ref().map(Cluster::url).unwrap_or_default();
        if selection.includes(Part::Rust) {
            results.push(in_rust(project, &mut steps, &selection.rest, &url, beside.unwrap_or_default())?);
        }
        if let (Some(chromium), Some(programs)) = (chromium, programs) {
            results.push(in_browser(project, &mut steps, selection, &url, &programs, &chromium)?);
            if !selection.long {
                println!("\nThe long journeys have a command of their own: cargo xtask test --only browser --long");
            }
        }
    }
    steps.done("All tests are through.");
    let tally = results.iter().map(|(tally, _)| *tally).sum();
    let sentences = results.into_iter().flat_map(|(_, said)| said).collect();
    Ok((tally, sentences))
}

/// A step that is no test counts only where it fails.
fn sentence_of(step: Result<(), Failure>) -> Counted {
    match step {
        Ok(()) => (Tally::default(), Vec::new()),
        Err(failure) => (Tally::BROKEN, vec![failure.to_string()]),
    }
}

fn in_rust(
    project: &Project,
    steps: &mut Steps,
    rest: &[String],
    server: &str,
    beside: Vec<(&'static str, PathBuf)>,
) -> Result<Counted, Failure> {
    let cargo_test = |how: &str| {
        let mut cargo = project.cargo(["test", how]);
        if !names_package(rest) {
            cargo.arg("--workspace");
        }
        cargo.args(rest);
        cargo
    };
    steps.next("The build of the Rust tests");
    if let Err(failure) = process::run(&mut cargo_test("--no-run")) {
        return Ok((Tally::BROKEN, vec![format!("Rust: not run. {failure}")]));
    }
    steps.next("Rust tests on SQLite and PostgreSQL");
    let (mut counted, mut failed) = (Vec::new(), Vec::new());
    let mut cargo = cargo_test("--no-fail-fast");
    // A changed snapshot is a failure here, and never a file written on the side.
    cargo.env(SERVER, server).env("INSTA_UPDATE", "no").envs(beside);
    // Half of a test is waiting for a server, a database or a moment: more of them than cores, so that the cores are busy.
    if env::var_os(THREADS).is_none() {
        cargo.env(THREADS, (3 * thread::available_parallelism().map_or(2, NonZero::get)).to_string());
    }
    let succeeded = process::follow(&mut cargo, |line| {
        counted.extend(Tally::from_cargo(line));
        failed.extend(tally::failed_in_cargo(line).map(|name| format!("Rust: failed: {name}")));
    })?;
    let (tally, mut sentences) = counted.into_iter().sum::<Tally>().settled("Rust", succeeded);
    sentences.extend(failed);
    Ok((tally, sentences))
}

/// With a package named, cargo would still test the whole workspace if it was told to.
fn names_package(rest: &[String]) -> bool {
    rest.iter().any(|word| word.starts_with("-p") || word.starts_with("--package"))
}

fn in_browser(
    project: &Project,
    steps: &mut Steps,
    selection: &Selection,
    server: &str,
    programs: &Programs,
    browser: &PathBuf,
) -> Result<Counted, Failure> {
    steps.next("The build of the server for the browser tests");
    if let Err(failure) = openapi::build_server(project) {
        let sentence = format!("Browser: not run, since there is no server. {failure}");
        return Ok((Tally::BROKEN, vec![sentence]));
    }
    steps.next("Browser tests");
    let report = frontend::report(project, "results.json")?;
    let mut playwright = project.package_program("playwright", ["test"]);
    playwright
        .args(&selection.rest)
        .env(SERVER, server)
        .env(CLIENT, programs.path("psql"))
        .env(PROGRAM, project.built("debug", "daybook"))
        .env(browser::SETTING, browser);
    if selection.long {
        playwright.env(LONG, "1");
    }
    let succeeded = process::succeeds(&mut playwright)?;
    Ok(frontend::verdict(project, "playwright", &report, "Browser", succeeded))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_package_is_tested_alone() {
        let named = |line: &str| {
            let words: Vec<String> = line.split(' ').map(String::from).collect();
            names_package(&words)
        };
        for line in ["-p domain hours", "hours -pdomain", "--package=domain"] {
            assert!(named(line), "{line}");
        }
        for line in ["hours", "week -- --nocapture"] {
            assert!(!named(line), "{line}");
        }
    }
}
