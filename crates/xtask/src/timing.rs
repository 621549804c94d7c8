//! Builds the portal and has the benchmark compare, beside a PostgreSQL server as it comes, how long it answers for known
//! and for unknown addresses.

use crate::bench;
use crate::cluster::{Cluster, Purpose};
use crate::console::Steps;
use crate::failure::Failure;
use crate::machine;
use crate::postgres::Programs;
use crate::process;
use crate::project::Project;

pub(crate) fn run(project: &Project, rest: &[String]) -> Result<bool, Failure> {
    let (is_debug, rest) = bench::is_debug(rest);
    let mut steps = Steps::new(3);
    steps.next("What the comparison needs");
    machine::check_build_tools()?;
    let programs = Programs::find_or_install()?;
    steps.next("The server and the benchmark; the first time takes some minutes");
    let profile = bench::build(project, is_debug)?;
    steps.next("Comparing");
    let cluster = Cluster::start(&programs, Purpose::Benchmark)?;
    process::succeeds(bench::command(project, profile, &cluster)?.arg("timing").args(rest))
}
