//! Builds the portal: to show it, or to take it to where it shall run.

use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;

use crate::console::Steps;
use crate::failure::Failure;
use crate::frontend;
use crate::machine;
use crate::openapi;
use crate::process;
use crate::project::Project;

/// Asks for the optimised server. The portal's own command knows no such word.
const RELEASE: &str = "--release";

/// Shows the portal: becomes the server with its sample data.
pub(crate) fn run(project: &Project, rest: &[String]) -> Result<bool, Failure> {
    let (release, rest): (Vec<_>, Vec<_>) = rest.iter().partition(|word| *word == RELEASE);
    let server = build(project, !release.is_empty())?;

    // The server takes this process's place, so that Ctrl-C and its exit status are its own. It
    // sees the person's settings, the address to listen on for example.
    let error = Command::new(&server).arg("demo").args(rest).current_dir(project.root()).exec();
    Err(Failure::io(server.display(), &error))
}

/// Builds what an organisation installs: one optimised program, with the pages inside.
pub(crate) fn package(project: &Project) -> Result<bool, Failure> {
    let server = build(project, true)?;
    println!("\n{}", server.display());
    Ok(true)
}

fn build(project: &Project, is_release: bool) -> Result<PathBuf, Failure> {
    let mut steps = Steps::new(4);
    steps.next("Node and npm");
    machine::check_build_tools()?;
    steps.next("The front end's packages");
    frontend::install_packages(project)?;
    steps.next("The front end's build");
    frontend::build(project)?;
    steps.next("The server; the first time takes some minutes");
    let profile = if is_release {
        process::run(&mut project.cargo(["build", RELEASE, "--package", "daybook"]))?;
        "release"
    } else {
        // The one that the tests use: there in half the time, and not compiled again for them.
        openapi::build_server(project)?;
        "debug"
    };
    steps.done("Ready.");
    Ok(project.built(profile, "daybook"))
}
