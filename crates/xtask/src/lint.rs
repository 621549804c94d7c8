//! What is checked besides the tests: form, licences, and that generated files are up to date.

use crate::console::Steps;
use crate::failure::Failure;
use crate::frontend;
use crate::machine;
use crate::openapi;
use crate::process;
use crate::project::Project;

/// What the checks found.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) failed: Vec<&'static str>,
    pub(crate) not_run: Vec<&'static str>,
}

impl Report {
    /// The closing lines, the checks that could not run last.
    pub(crate) fn lines(&self) -> Vec<String> {
        let failed = match self.failed.as_slice() {
            [] => None,
            names => Some(format!("failed: {}", names.join(", "))),
        };
        let not_run = self.not_run.iter().map(|name| format!("not run: {name}"));
        failed.into_iter().chain(not_run).collect()
    }
}

type Check = fn(&Project) -> Result<(), Failure>;

const CHECKS: [(&str, Check); 9] = [
    ("cargo fmt", |project| process::run(&mut project.cargo(["fmt", "--all", "--check"]))),
    ("front-end types", |project| process::run(&mut project.npm(["run", "check"]))),
    ("front-end linter", |project| process::run(&mut project.npm(["run", "lint"]))),
    ("clippy", |project| {
        process::run(&mut project.cargo(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
    }),
    ("API document", openapi::check),
    ("API linter", |project| process::run(&mut project.npm(["run", "lint:api"]))),
    ("front-end dead code", |project| process::run(&mut project.npm(["run", "dead"]))),
    ("API types", |project| process::run(&mut project.npm(["run", "gen:check"]))),
    ("cargo-deny", |project| {
        process::run(&mut project.cargo(["deny", "check", "--hide-inclusion-graph", "bans", "licenses", "sources"]))
    }),
];

/// Runs every check, also after one has failed, so that one run shows everything.
pub(crate) fn run(project: &Project) -> Result<Report, Failure> {
    let mut steps = Steps::new(CHECKS.len() + 1);
    steps.next("Node, npm and the front end's packages");
    machine::check_build_tools()?;
    frontend::install_packages(project)?;

    let mut report = Report::default();
    for (name, check) in CHECKS {
        steps.next(name);
        // It is the one tool that neither the toolchain nor the lock file brings.
        if name == "cargo-deny" && machine::in_path("cargo-deny").is_none() {
            println!("not installed; “cargo install --locked cargo-deny” brings it");
            report.not_run.push(name);
            continue;
        }
        if let Err(failure) = check(project) {
            println!("{name}: {failure}");
            report.failed.push(name);
        }
    }
    steps.done("All checks are through.");
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closing_lines_name_what_failed_and_then_what_did_not_run() {
        let report = Report { failed: vec!["clippy", "API types"], not_run: vec!["cargo-deny"] };
        assert_eq!(report.lines(), ["failed: clippy, API types", "not run: cargo-deny"]);
        assert_eq!(Report::default().lines(), Vec::<String>::new());
    }
}
