//! Builds what is measured and what measures it, and runs the benchmark beside a PostgreSQL server
//! as it comes.

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

pub(crate) fn run(project: &Project, rest: &[String]) -> Result<bool, Failure> {
    let mut steps = Steps::new(4);
    steps.next("What the benchmark needs");
    machine::check_build_tools()?;
    let programs = Programs::find_or_install()?;
    steps.next("The front end");
    frontend::install_packages(project)?;
    frontend::build(project)?;
    steps.next("The server and the benchmark; the first time takes some minutes");
    // Built together they share their dependencies with the same features, so that the portal and
    // the bare handler that it is compared with stand on the same code.
    let packages = ["--package", "daybook", "--package", "bench"];
    process::run(project.cargo(["build", "--release"]).args(packages))?;
    steps.next("Measuring");
    let cluster = Cluster::start(&programs, Purpose::Benchmark)?;
    let mut bench = process::command(project.built("release", "bench"), project.root());
    bench
        .args(rest)
        .env(SERVER, cluster.url())
        .env(SERVER_PROCESS, cluster.process_id()?)
        .env(PROGRAM, project.built("release", "daybook"));
    process::succeeds(&mut bench)
}
