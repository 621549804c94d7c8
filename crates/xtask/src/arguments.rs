//! The command line: which command, and what it was given.

use crate::failure::Failure;

pub(crate) const HELP: &str = "\
Daybook's developer commands

  cargo xtask demo [ARGUMENTS]      build everything and run the portal with a sample organisation
      --release                     with the optimised server, which takes twice as long to build
  cargo xtask test                  every test: front end, Rust on SQLite and PostgreSQL, browser
      --only frontend|rust|browser  one part of them
      --only PART -- ARGUMENTS      with arguments for its test runner, a test's name for example
      --long                        and the long journeys in the browser, on more databases and devices
  cargo xtask package               build the one program that an organisation installs
  cargo xtask release               make the files of a release, in dist, from a clean tree
      --verify                      and again in another folder, where the bytes must be the same
      --test                        and install, use, upgrade and remove the package in a fresh Debian
  cargo xtask licences              update the licence notices of the crates
  cargo xtask holidays              draw the table of countries and their holidays anew
  cargo xtask lint                  formatting, clippy, licences, front-end checks, generated files
  cargo xtask ci                    lint, then test: what continuous integration runs
  cargo xtask openapi               write docs/openapi.json and the front end's types anew
  cargo xtask bench [ARGUMENTS]     build and run the benchmark
      --against PATH                measure against another build of the server
  cargo xtask timing [ARGUMENTS]    whether the time of an answer tells who has an account
      --debug                       of both: measure the debug build, which is there sooner
  cargo xtask fuzz [ARGUMENTS]      have schemathesis ask the portal everything, as nobody and as each role
      --role ROLE                   as one of them: nobody, employee, manager, hr, admin or boss
      --postgres                    on PostgreSQL instead of SQLite";

/// One command with what it was given.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Help,
    Demo(Vec<String>),
    Package,
    Test(Selection),
    Lint,
    Ci,
    OpenApi,
    Licences,
    Holidays,
    Release(Vec<String>),
    Bench(Vec<String>),
    Timing(Vec<String>),
    Fuzz(Vec<String>),
}

/// A part of the tests that can run alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Frontend,
    Rust,
    Browser,
}

/// Which tests to run: all of them, or one part, perhaps with arguments for its runner.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Selection {
    pub(crate) only: Option<Part>,
    /// The long journeys too.
    pub(crate) long: bool,
    pub(crate) rest: Vec<String>,
}

impl Selection {
    pub(crate) fn includes(&self, part: Part) -> bool {
        self.only.is_none_or(|only| only == part)
    }
}

/// Reads the words after `cargo xtask`.
pub(crate) fn parse(words: &[String]) -> Result<Task, Failure> {
    let Some((name, rest)) = words.split_first() else {
        return Ok(Task::Help);
    };
    match name.as_str() {
        "help" | "--help" | "-h" => Ok(Task::Help),
        "demo" => Ok(Task::Demo(rest.to_vec())),
        "package" => without_arguments(name, rest, Task::Package),
        "test" => selection(rest).map(Task::Test),
        "lint" => without_arguments(name, rest, Task::Lint),
        "ci" => without_arguments(name, rest, Task::Ci),
        "openapi" => without_arguments(name, rest, Task::OpenApi),
        "holidays" => without_arguments(name, rest, Task::Holidays),
        "licences" => without_arguments(name, rest, Task::Licences),
        "release" => Ok(Task::Release(rest.to_vec())),
        "bench" => Ok(Task::Bench(rest.to_vec())),
        "timing" => Ok(Task::Timing(rest.to_vec())),
        "fuzz" => Ok(Task::Fuzz(rest.to_vec())),
        other => Err(Failure::new(format!("there is no command “{other}”.\n\n{HELP}"))),
    }
}

fn without_arguments(name: &str, rest: &[String], task: Task) -> Result<Task, Failure> {
    match rest.first() {
        None => Ok(task),
        Some(extra) => Err(Failure::new(format!("“{name}” takes no arguments, but was given “{extra}”."))),
    }
}

fn selection(words: &[String]) -> Result<Selection, Failure> {
    let (mut only, mut long) = (None, false);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let part = match word.as_str() {
            "--" => break,
            "--long" => {
                long = true;
                continue;
            }
            "--only" => words.next().map_or("", String::as_str),
            other => match other.strip_prefix("--only=") {
                Some(part) => part,
                None => return Err(Failure::new(format!("“test” does not know “{other}”."))),
            },
        };
        only = Some(match part {
            "frontend" => Part::Frontend,
            "rust" => Part::Rust,
            "browser" => Part::Browser,
            _ => return Err(Failure::new("--only takes frontend, rust or browser.")),
        });
    }
    let rest: Vec<String> = words.cloned().collect();
    if only.is_none() && !rest.is_empty() {
        return Err(Failure::new("arguments after “--” are for one test runner: name its part with --only."));
    }
    Ok(Selection { only, long, rest })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(String::from).collect()
    }

    #[test]
    fn all_tests_run_unless_a_part_is_named() {
        assert_eq!(parse(&words("test")), Ok(Task::Test(Selection::default())), "plain");
        let everything = Selection::default();
        let browser = Selection { only: Some(Part::Browser), ..Selection::default() };
        for part in [Part::Frontend, Part::Rust, Part::Browser] {
            assert!(everything.includes(part), "{part:?} belongs to all tests");
            assert_eq!(browser.includes(part), part == Part::Browser, "{part:?}");
        }
    }

    #[test]
    fn one_part_takes_arguments_for_its_runner() {
        let expected = Task::Test(Selection { only: Some(Part::Rust), long: false, rest: words("-p domain hours") });
        assert_eq!(parse(&words("test --only rust -- -p domain hours")).as_ref(), Ok(&expected));
        assert_eq!(parse(&words("test --only=rust -- -p domain hours")).as_ref(), Ok(&expected));
    }

    #[test]
    fn the_long_journeys_are_asked_for() {
        let long = |only| Task::Test(Selection { only, long: true, rest: Vec::new() });
        assert_eq!(parse(&words("test --long")), Ok(long(None)));
        assert_eq!(parse(&words("test --long --only browser")), Ok(long(Some(Part::Browser))));
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for line in ["tset", "test --only", "test --only java", "test fast", "test -- name", "lint --fix"] {
            assert!(parse(&words(line)).is_err(), "{line} was accepted");
        }
    }
}
