//! Shows the portal: builds front end and server, then becomes the server with its sample data.

use std::os::unix::process::CommandExt;
use std::process::Command;

use crate::console::Steps;
use crate::failure::Failure;
use crate::frontend;
use crate::machine;
use crate::process;
use crate::project::Project;

pub(crate) fn run(project: &Project, rest: &[String]) -> Result<bool, Failure> {
    let mut steps = Steps::new(4);
    steps.next("Node and npm");
    machine::check_build_tools()?;
    steps.next("The front end's packages");
    frontend::install_packages(project)?;
    steps.next("The front end's build");
    frontend::build(project)?;
    steps.next("The server; the first time takes some minutes");
    process::run(&mut project.cargo(["build", "--release", "--package", "daybook"]))?;
    steps.done("Ready.");

    // The server takes this process's place, so that Ctrl-C and its exit status are its own. It
    // sees the person's settings, the address to listen on for example.
    let server = project.built("release", "daybook");
    let error = Command::new(&server).arg("demo").args(rest).current_dir(project.root()).exec();
    Err(Failure::io(server.display(), &error))
}
