//! Has schemathesis ask the portal what the API document allows and much that it does not, as nobody and as each role: no
//! answer may be a server error, and none may be outside the document.

use std::fs;

use crate::console::Steps;
use crate::failure::Failure;
use crate::openapi;
use crate::postgres::Programs;
use crate::process;
use crate::project::Project;
use crate::python;
use crate::sample::{self, Samples};

const NOBODY: &str = "nobody";
/// Who asks: a visitor, and each role by its login of the sample organisation.
const ROLES: [&str; 6] = [NOBODY, "employee", "manager", "hr", "admin", "boss"];

/// What schemathesis looks at, and how long.
const CONFIGURATION: &str = include_str!("../schemathesis/schemathesis.toml");
const HOOKS: &str = "crates/xtask/schemathesis/hooks.py";

/// Who asks, where, and with which arguments.
#[derive(Debug, PartialEq, Eq)]
struct Plan {
    roles: Vec<&'static str>,
    postgres: bool,
    rest: Vec<String>,
}

pub(crate) fn run(project: &Project, words: &[String]) -> Result<bool, Failure> {
    let plan = plan(words)?;
    let mut steps = Steps::new(plan.roles.len() + 3);
    steps.next("Python and schemathesis");
    let schemathesis = python::schemathesis(project)?;
    let programs = if plan.postgres { Some(Programs::find_or_install()?) } else { None };
    steps.next("The server; the first time takes some minutes");
    openapi::build_server(project)?;
    steps.next("The sample organisation");
    let samples = Samples::prepare(project, programs)?;
    let mut failed = Vec::new();
    for role in plan.roles {
        steps.next(format!("Asking as {role}"));
        // A portal of their own for each: one may change what another would have found.
        let portal = samples.start(role)?;
        let configuration = portal.folder.join("schemathesis.toml");
        fs::write(&configuration, format!("{CONFIGURATION}{}", sign_in(role)))
            .map_err(|error| Failure::io(configuration.display(), &error))?;
        let mut ask = process::command(&schemathesis, &portal.folder);
        ask.arg("--config-file").arg(&configuration).arg("run").arg(openapi::document(project));
        ask.args(["--url", &portal.address]).args(&plan.rest);
        ask.env("SCHEMATHESIS_HOOKS", project.root().join(HOOKS)).env("PYTHONDONTWRITEBYTECODE", "1");
        ask.env("DAYBOOK_NOW", sample::NOW).env("DAYBOOK_PUBLIC_URL", &portal.address);
        if !process::succeeds(&mut ask)? {
            let log = portal.folder.join("server.log");
            failed.push(format!("As {role}: see above; what the portal logged is in {}.", log.display()));
        }
    }
    if failed.is_empty() {
        steps.done("No server error, and no answer outside the document.");
    } else {
        steps.done(format!("Something was found.\n{}", failed.join("\n")));
    }
    Ok(failed.is_empty())
}

/// Reads the words after `fuzz`; what is not for this command is for schemathesis.
fn plan(words: &[String]) -> Result<Plan, Failure> {
    let mut plan = Plan { roles: ROLES.to_vec(), postgres: false, rest: Vec::new() };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--postgres" => plan.postgres = true,
            "--role" => {
                let name = words.next().map_or("", String::as_str);
                let role = ROLES.into_iter().find(|role| *role == name);
                plan.roles =
                    vec![role.ok_or_else(|| Failure::new(format!("--role takes one of {}.", ROLES.join(", "))))?];
            }
            other => plan.rest.push(other.to_owned()),
        }
    }
    Ok(plan)
}

/// The part of the configuration that lets schemathesis sign in, and sign in anew where an operation has ended the session:
/// so signing out is asked like everything else.
fn sign_in(role: &str) -> String {
    if role == NOBODY {
        return String::new();
    }
    format!(
        "\n[auth.dynamic.openapi.bearer]\n\
         path = \"/api/auth/login\"\n\
         payload = {{ email = \"{role}@daybook.example\", password = \"daybook\" }}\n\
         extract_selector = \"/data/token\"\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Plan, Failure> {
        plan(&line.split_whitespace().map(String::from).collect::<Vec<_>>())
    }

    #[test]
    fn everybody_asks_unless_a_role_is_named() {
        let plain = Plan { roles: ROLES.to_vec(), postgres: false, rest: Vec::new() };
        assert_eq!(read("").as_ref(), Ok(&plain));
        assert_eq!(read("--postgres"), Ok(Plan { postgres: true, ..plain }));
        let boss = Plan { roles: vec!["boss"], postgres: false, rest: vec!["--seed".to_owned(), "4".to_owned()] };
        assert_eq!(read("--role boss --seed 4"), Ok(boss));
        assert!(read("--role").is_err() && read("--role king").is_err());
    }

    #[test]
    fn nobody_does_not_sign_in() {
        assert_eq!(sign_in(NOBODY), "");
        assert!(sign_in("hr").contains("email = \"hr@daybook.example\""));
    }
}
