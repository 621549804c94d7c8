//! The API document: written by the server from its code, kept in `docs/openapi.json`, and the
//! source of the front end's types.

use std::fs;
use std::path::PathBuf;

use crate::failure::Failure;
use crate::frontend;
use crate::machine;
use crate::process;
use crate::project::Project;

pub(crate) fn document(project: &Project) -> PathBuf {
    project.root().join("docs/openapi.json")
}

/// Asks the server for the document that fits its code.
fn generate(project: &Project) -> Result<String, Failure> {
    build_server(project)?;
    let server = project.built("debug", "daybook");
    process::read(process::command(server, project.root()).arg("openapi"))
}

/// Builds the debug server as the tests use it. The whole workspace decides about the features of
/// its dependencies, so that nothing is compiled twice.
pub(crate) fn build_server(project: &Project) -> Result<(), Failure> {
    process::run(&mut project.cargo(["build", "--workspace", "--bin", "daybook"]))
}

/// Writes the document and the front end's types again.
pub(crate) fn write(project: &Project) -> Result<(), Failure> {
    machine::check_build_tools()?;
    let text = generate(project)?;
    let path = document(project);
    fs::write(&path, text).map_err(|error| Failure::io(path.display(), &error))?;
    frontend::install_packages(project)?;
    process::run(&mut project.npm(["run", "gen"]))?;
    println!("\ndocs/openapi.json and the front end's types are up to date.");
    Ok(())
}

/// Stops where the committed document is not the one that fits the code.
pub(crate) fn check(project: &Project) -> Result<(), Failure> {
    let wanted = generate(project)?;
    let path = document(project);
    let found = fs::read_to_string(&path).map_err(|error| Failure::io(path.display(), &error))?;
    match first_difference(&found, &wanted) {
        None => Ok(()),
        Some(line) => Err(Failure::new(format!(
            "docs/openapi.json is out of date from line {line} on: run “cargo xtask openapi” and commit what it writes."
        ))),
    }
}

/// The first line in which two texts differ, counted from one.
fn first_difference(found: &str, wanted: &str) -> Option<usize> {
    if found == wanted {
        return None;
    }
    let same = found.lines().zip(wanted.lines()).take_while(|(found, wanted)| found == wanted).count();
    Some(same + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_named_by_its_line() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(first_difference("a\nb\n", "a\nc\n"), Some(2));
        assert_eq!(first_difference("a\n", "a\nb\n"), Some(2));
        assert_eq!(first_difference("a\nb", "a\nb\n"), Some(3), "line end");
        assert_eq!(first_difference("", "a"), Some(1));
    }
}
