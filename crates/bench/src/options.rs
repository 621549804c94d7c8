//! The command line of the benchmark.

use std::path::PathBuf;
use std::time::Duration;

use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::organisation::Size;

pub(crate) const HELP: &str = "\
Measures the release build of Daybook against a bare handler that runs the same statements.

  bench [OPTIONS]
  bench timing --help        another command: whether times tell who has an account

  --only sqlite|postgres     one database; without it both are measured
  --size medium|large|all    1,000 employees with two months, 10,000 with two years, or both (all)
  --seconds N                how long one measurement lasts at most (3)
  --rounds N                 how often everything is measured, in turns (5)
  --part reads|people|days|reports|submit|login|growth
                             one part alone; may be given more than once
  --quick                    a short run that only shows that everything works
  --daybook PATH             the program to measure (DAYBOOK_BIN, or target/release/daybook)
  --json FILE                write every figure there as well

PostgreSQL is found through DAYBOOK_BENCH_POSTGRES, the address of a server on this machine on which
databases may be made and dropped. `cargo xtask bench` starts one for the run.";

/// A part of the measurements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Reads,
    People,
    Days,
    Reports,
    Submit,
    Login,
    Growth,
}

/// Their names.
const PARTS: [(&str, Part); 7] = [
    ("reads", Part::Reads),
    ("people", Part::People),
    ("days", Part::Days),
    ("reports", Part::Reports),
    ("submit", Part::Submit),
    ("login", Part::Login),
    ("growth", Part::Growth),
];

/// What to measure, and how long.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Options {
    pub(crate) engines: Vec<Engine>,
    pub(crate) sizes: Vec<Size>,
    pub(crate) time: Duration,
    pub(crate) rounds: u32,
    pub(crate) parts: Vec<Part>,
    pub(crate) quick: bool,
    pub(crate) daybook: PathBuf,
    pub(crate) json: Option<PathBuf>,
}

impl Options {
    pub(crate) fn measures(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }
}

/// What the words on the command line ask for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Request {
    Help,
    Measure(Options),
}

/// Reads the words after the program's name.
pub(crate) fn parse(words: &[String], daybook: Option<PathBuf>) -> Outcome<Request> {
    let mut options = Options {
        engines: vec![Engine::Sqlite, Engine::Postgres],
        sizes: vec![Size::Medium, Size::Large],
        time: Duration::from_secs(3),
        rounds: 5,
        parts: Vec::new(),
        quick: false,
        daybook: daybook.unwrap_or_else(|| PathBuf::from("target/release/daybook")),
        json: None,
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || {
            let missing = || Failure::new(format!("{word} needs a value.\n\n{HELP}"));
            words.next().map(String::as_str).ok_or_else(missing)
        };
        match word.as_str() {
            "--help" | "-h" | "help" => return Ok(Request::Help),
            "--quick" => options.quick = true,
            "--only" => options.engines = vec![engine(value()?)?],
            "--size" => options.sizes = sizes(value()?)?,
            "--seconds" => options.time = seconds(value()?)?,
            "--rounds" => options.rounds = rounds(value()?)?,
            "--part" => options.parts.push(part(value()?)?),
            "--daybook" => options.daybook = PathBuf::from(value()?),
            "--json" => options.json = Some(PathBuf::from(value()?)),
            other => return Err(Failure::new(format!("there is no option “{other}”.\n\n{HELP}"))),
        }
    }
    if options.quick {
        options.time = options.time.min(Duration::from_millis(500));
        options.rounds = 1;
        options.sizes = vec![Size::Medium];
    }
    if options.parts.is_empty() {
        options.parts = PARTS.map(|(_, part)| part).to_vec();
    }
    Ok(Request::Measure(options))
}

fn unknown(option: &str, value: &str) -> Failure {
    Failure::new(format!("{option} cannot be “{value}”.\n\n{HELP}"))
}

fn engine(value: &str) -> Outcome<Engine> {
    Engine::ALL.into_iter().find(|engine| engine.word() == value).ok_or_else(|| unknown("--only", value))
}

fn sizes(value: &str) -> Outcome<Vec<Size>> {
    match value {
        "medium" => Ok(vec![Size::Medium]),
        "large" => Ok(vec![Size::Large]),
        "all" => Ok(vec![Size::Medium, Size::Large]),
        other => Err(unknown("--size", other)),
    }
}

fn part(value: &str) -> Outcome<Part> {
    PARTS.into_iter().find(|(name, _)| *name == value).map(|(_, part)| part).ok_or_else(|| unknown("--part", value))
}

fn seconds(value: &str) -> Outcome<Duration> {
    let number: f64 = value.parse().map_err(|_| unknown("--seconds", value))?;
    if (0.1..=60.0).contains(&number) { Ok(Duration::from_secs_f64(number)) } else { Err(unknown("--seconds", value)) }
}

fn rounds(value: &str) -> Outcome<u32> {
    // Each round submits on new working days, and there are only so many in a year.
    value.parse().ok().filter(|rounds| (1..=20).contains(rounds)).ok_or_else(|| unknown("--rounds", value))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    fn read(line: &str) -> Outcome<Request> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        parse(&words, None)
    }

    fn options(line: &str) -> Options {
        match read(line).unwrap() {
            Request::Measure(options) => options,
            Request::Help => unreachable!("{line} asks for no help"),
        }
    }

    #[test]
    fn without_words_everything_is_measured() {
        let all = options("");
        assert_eq!(all.engines, Engine::ALL);
        assert_eq!(all.sizes, [Size::Medium, Size::Large]);
        assert_eq!((all.time, all.rounds, all.quick), (Duration::from_secs(3), 5, false));
        assert!(PARTS.into_iter().all(|(name, part)| all.measures(part) && HELP.contains(name)));
    }

    #[test]
    fn each_option_is_heard() {
        let some =
            options("--only postgres --size large --seconds 1.5 --rounds 2 --part login --json f.json --daybook d");
        assert_eq!((some.engines, some.sizes), (vec![Engine::Postgres], vec![Size::Large]));
        assert_eq!((some.time, some.rounds), (Duration::from_millis(1_500), 2));
        assert_eq!((some.parts, some.json, some.daybook), (vec![Part::Login], Some("f.json".into()), "d".into()));
        let quick = options("--quick");
        assert_eq!((quick.sizes, quick.rounds), (vec![Size::Medium], 1));
        assert_eq!(read("--help").unwrap(), Request::Help);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for line in [
            "--only mysql",
            "--only",
            "--size tiny",
            "--seconds 0",
            "--seconds NaN",
            "--rounds 0",
            "--rounds 99",
            "--part x",
            "-v",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
