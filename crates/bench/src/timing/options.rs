//! The command line of the comparison.

use std::path::PathBuf;

use crate::engine::Engine;
use crate::failure::{Failure, Outcome};

pub(crate) const HELP: &str = "\
Compares how long Daybook takes to answer for known and for unknown addresses.

  bench timing [OPTIONS]

  --only sqlite|postgres     one database; without it both are measured
  --samples N                how often each is asked for (400)
  --daybook PATH             the program to measure (DAYBOOK_BIN, or target/release/daybook)

It says FAIL, and ends with a status other than zero, where the medians differ by more than 5 % or the
times come from two sources by the test of Kolmogorov and Smirnov.";

/// What to compare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) engines: Vec<Engine>,
    pub(crate) samples: usize,
    pub(crate) daybook: PathBuf,
}

/// What the words on the command line ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Request {
    Help,
    Compare(Options),
}

/// Reads the words after `timing`.
pub(crate) fn parse(words: &[String], daybook: Option<PathBuf>) -> Outcome<Request> {
    let daybook = daybook.unwrap_or_else(|| PathBuf::from("target/release/daybook"));
    let mut options = Options { engines: Engine::ALL.to_vec(), samples: 400, daybook };
    let mut words = words.iter().map(String::as_str);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| Failure::new(format!("{word} needs a value.\n\n{HELP}")));
        match word {
            "--help" | "-h" | "help" => return Ok(Request::Help),
            "--only" => {
                let named = value()?;
                let engine = Engine::ALL.into_iter().find(|engine| engine.word() == named);
                options.engines = vec![engine.ok_or_else(|| unknown(word, named))?];
            }
            "--samples" => {
                let named = value()?;
                let samples = named.parse().ok().filter(|samples| (10..=10_000).contains(samples));
                options.samples = samples.ok_or_else(|| unknown(word, named))?;
            }
            "--daybook" => options.daybook = PathBuf::from(value()?),
            other => return Err(Failure::new(format!("there is no option “{other}”.\n\n{HELP}"))),
        }
    }
    Ok(Request::Compare(options))
}

fn unknown(option: &str, value: &str) -> Failure {
    Failure::new(format!("{option} cannot be “{value}”.\n\n{HELP}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    fn read(line: &str) -> Outcome<Request> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        parse(&words, Some("d".into()))
    }

    #[test]
    fn each_option_is_heard() {
        let usual = Options { engines: Engine::ALL.to_vec(), samples: 400, daybook: "d".into() };
        assert_eq!(read("").unwrap(), Request::Compare(usual.clone()));
        let some = Options { engines: vec![Engine::Postgres], samples: 50, daybook: "e".into() };
        assert_eq!(read("--only postgres --samples 50 --daybook e").unwrap(), Request::Compare(some));
        assert_eq!(read("--help").unwrap(), Request::Help);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for line in ["--only", "--only mysql", "--samples 0", "--samples x", "--fast"] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
