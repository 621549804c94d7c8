//! Builds what is measured and what measures it, and runs the benchmark beside a PostgreSQL server
//! as it comes.

use std::process::Command;

use crate::cluster::{Cluster, Purpose};
use crate::console::Steps;
use crate::failure::Failure;
use crate::frontend;
use crate::machine;
use crate::postgres::Programs;
use crate::process;
use crate::project::Project;

/// Names the PostgreSQL server to the benchmark.
const SERVER: &str = "DAYBOOK_BENCH_POSTGRES";
/// Names that server's first process, so that the database's share of the work can be measured.
const SERVER_PROCESS: &str = "DAYBOOK_BENCH_POSTGRES_PID";
/// Names the portal's program to the benchmark.
const PROGRAM: &str = "DAYBOOK_BIN";

/// Measures the debug build, which is there sooner.
const DEBUG: &str = "--debug";

/// Takes `--debug` out of the words that are handed on, and says whether it was among them.
fn is_debug(rest: &[String]) -> (bool, Vec<&String>) {
    (rest.iter().any(|word| word == DEBUG), rest.iter().filter(|word| *word != DEBUG).collect())
}

pub(crate) fn run(project: &Project, rest: &[String]) -> Result<bool, Failure> {
    let (is_debug, rest) = is_debug(rest);
    let mut steps = Steps::new(4);
    steps.next("What the benchmark needs");
    machine::check_build_tools()?;
    let programs = Programs::find_or_install()?;
    steps.next("The front end");
    frontend::install_packages(project)?;
    frontend::build(project)?;
    steps.next("The server and the benchmark; the first time takes some minutes");
    let profile = build(project, is_debug)?;
    steps.next("Measuring");
    let cluster = Cluster::start(&programs, Purpose::Benchmark)?;
    process::succeeds(command(project, profile, &cluster)?.args(rest))
}

/// Compares how long the portal answers for known and for unknown addresses.
pub(crate) fn timing(project: &Project, rest: &[String]) -> Result<bool, Failure> {
    let (is_debug, rest) = is_debug(rest);
    let mut steps = Steps::new(3);
    steps.next("What the comparison needs");
    machine::check_build_tools()?;
    let programs = Programs::find_or_install()?;

    steps.next("The server and the benchmark; the first time takes some minutes");
    let profile = build(project, is_debug)?;

    steps.next("Comparing");
    let cluster = Cluster::start(&programs, Purpose::Benchmark)?;
    process::succeeds(command(project, profile, &cluster)?.arg("timing").args(rest))
}

/// Builds the portal and the benchmark, and names the profile's folder.
fn build(project: &Project, is_debug: bool) -> Result<&'static str, Failure> {
    // Built together they share their dependencies with the same features, so that the portal and
    // the bare handler that it is compared with stand on the same code.
    let packages = ["--package", "daybook", "--package", "bench"];
    let mut cargo = project.cargo(["build"]);
    cargo.args(packages);
    if !is_debug {
        cargo.arg("--release");
    }
    process::run(&mut cargo)?;
    Ok(if is_debug { "debug" } else { "release" })
}

/// The benchmark's program, told what to measure and where.
fn command(project: &Project, profile: &str, cluster: &Cluster) -> Result<Command, Failure> {
    let mut bench = process::command(project.built(profile, "bench"), project.root());
    bench
        .env(SERVER, cluster.url())
        .env(SERVER_PROCESS, cluster.process_id()?)
        .env(PROGRAM, project.built(profile, "daybook"));
    Ok(bench)
}
