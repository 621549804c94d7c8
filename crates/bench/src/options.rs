//! The command line of the benchmark.

use std::path::PathBuf;
use std::time::Duration;

use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::fill::oversight::EVENTS;
use crate::organisation::Size;

pub(crate) const HELP: &str = "\
Measures the release build of Daybook against a bare handler that runs the same statements, or against another build.

  bench [OPTIONS]
  bench timing --help        another command: whether times tell who has an account

  --against PATH             measure every call against the program at PATH, an older one for example, on a
                             copy of the same data; without it own month, the same as CSV, team week and submit
                             are measured against the bare handler, and reports, logins and growth alone
  --only sqlite|postgres     one database; without it both are measured
  --size small|medium|large|all
                             100 or 1,000 employees with two months, 10,000 with two years; all: the last two
  --own-patterns N           so many employees have work patterns of their own, or all where there are fewer;
                             without it one in ten. A program before them makes no tables for them: say 0
  --events N                 so many events in the audit log, from 500 to 10 million, for oversight; without it
                             10,000, 100,000 or 10 million, by size
  --no-backups               oversight without its backups, which take half an hour at 10 million events
  --seconds N                how long one measurement lasts at most (3)
  --rounds N                 how often everything is measured, in turns (5)
  --part reads|people|days|reports|submit|login|growth|browsers|leave|months|oversight
                             one part alone; may be given more than once. People and days are measured
                             only, and growth, browsers, leave, months and oversight are not, with --against;
                             browsers need medium, and oversight is measured only where it is named
  --quick                    a short run that only shows that everything works
  --daybook PATH             the program to measure (DAYBOOK_BIN, or target/release/daybook)
  --json FILE                write every figure there as well

PostgreSQL is found through DAYBOOK_BENCH_POSTGRES, the address of a server on this machine on which
databases may be made and dropped. `cargo xtask bench` starts one for the run; its --debug measures the debug build.";

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
    Browsers,
    Leave,
    Months,
    Oversight,
}

/// Their names.
const PARTS: [(&str, Part); 11] = [
    ("reads", Part::Reads),
    ("people", Part::People),
    ("days", Part::Days),
    ("reports", Part::Reports),
    ("submit", Part::Submit),
    ("login", Part::Login),
    ("growth", Part::Growth),
    ("browsers", Part::Browsers),
    ("leave", Part::Leave),
    ("months", Part::Months),
    ("oversight", Part::Oversight),
];

impl Part {
    pub(crate) fn name(self) -> &'static str {
        PARTS.into_iter().find(|(_, part)| *part == self).map_or("", |(name, _)| name)
    }

    /// Whether it is measured against another program, or without one.
    fn is_measured(self, against: bool) -> bool {
        match self {
            Self::People | Self::Days => against,
            Self::Growth | Self::Browsers | Self::Leave | Self::Months | Self::Oversight => !against,
            Self::Reads | Self::Reports | Self::Submit | Self::Login => true,
        }
    }
}

/// What to measure, and how long.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Options {
    pub(crate) engines: Vec<Engine>,
    pub(crate) sizes: Vec<Size>,
    /// How many employees have work patterns of their own; `None`: one in ten.
    pub(crate) own_patterns: Option<u32>,
    /// How many events the audit log has; `None`: as the size has it.
    pub(crate) events: Option<u32>,
    /// Whether oversight makes backups.
    pub(crate) backups: bool,
    pub(crate) time: Duration,
    pub(crate) rounds: u32,
    pub(crate) parts: Vec<Part>,
    pub(crate) quick: bool,
    pub(crate) daybook: PathBuf,
    /// Another program to measure it against, instead of the bare handler.
    pub(crate) against: Option<PathBuf>,
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
        own_patterns: None,
        events: None,
        backups: true,
        time: Duration::from_secs(3),
        rounds: 5,
        parts: Vec::new(),
        quick: false,
        daybook: daybook.unwrap_or_else(|| PathBuf::from("target/release/daybook")),
        against: None,
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
            "--no-backups" => options.backups = false,
            "--only" => options.engines = vec![engine(value()?)?],
            "--size" => options.sizes = sizes(value()?)?,
            "--own-patterns" => options.own_patterns = Some(people(value()?)?),
            "--events" => options.events = Some(events(value()?)?),
            "--seconds" => options.time = seconds(value()?)?,
            "--rounds" => options.rounds = rounds(value()?)?,
            "--part" => {
                let part = part(value()?)?;
                if !options.measures(part) {
                    options.parts.push(part);
                }
            }
            "--daybook" => options.daybook = PathBuf::from(value()?),
            "--against" => options.against = Some(PathBuf::from(value()?)),
            "--json" => options.json = Some(PathBuf::from(value()?)),
            other => return Err(Failure::new(format!("there is no option “{other}”.\n\n{HELP}"))),
        }
    }
    if options.quick {
        options.time = options.time.min(Duration::from_millis(500));
        options.rounds = 1;
        options.sizes.truncate(1);
    }
    let is_measured = |part: &Part| part.is_measured(options.against.is_some());
    if options.parts.is_empty() {
        // Its audit log takes longer to fill than everything else to measure, and would lie below all the rest.
        let is_usual = |part: &Part| is_measured(part) && *part != Part::Oversight;
        options.parts = PARTS.into_iter().map(|(_, part)| part).filter(is_usual).collect();
    } else if let Some((name, _)) = PARTS.iter().find(|(_, part)| options.measures(*part) && !is_measured(part)) {
        let how = if options.against.is_some() { "not measured with" } else { "measured only with" };
        return Err(Failure::new(format!("{name} is {how} --against.\n\n{HELP}")));
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
        "small" => Ok(vec![Size::Small]),
        "medium" => Ok(vec![Size::Medium]),
        "large" => Ok(vec![Size::Large]),
        "all" => Ok(vec![Size::Medium, Size::Large]),
        other => Err(unknown("--size", other)),
    }
}

fn part(value: &str) -> Outcome<Part> {
    PARTS.into_iter().find(|(name, _)| *name == value).map(|(_, part)| part).ok_or_else(|| unknown("--part", value))
}

fn people(value: &str) -> Outcome<u32> {
    value.parse().map_err(|_| unknown("--own-patterns", value))
}

fn events(value: &str) -> Outcome<u32> {
    value.parse().ok().filter(|events| EVENTS.contains(events)).ok_or_else(|| unknown("--events", value))
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
        use Part::{Browsers, Days, Growth, Leave, Login, Months, People, Reads, Reports, Submit};
        let all = options("");
        assert_eq!(all.engines, Engine::ALL);
        assert_eq!(all.sizes, [Size::Medium, Size::Large]);
        assert_eq!((all.time, all.rounds, all.quick), (Duration::from_secs(3), 5, false));
        assert!(PARTS.into_iter().all(|(name, _)| HELP.contains(name)));
        assert_eq!(all.parts, [Reads, Reports, Submit, Login, Growth, Browsers, Leave, Months]);
        assert_eq!(options("--against d").parts, [Reads, People, Days, Reports, Submit, Login]);
    }

    #[test]
    fn each_option_is_heard() {
        let some =
            options("--only postgres --size large --seconds 1.5 --rounds 2 --part login --json f.json --daybook d");
        assert_eq!((some.engines, some.sizes), (vec![Engine::Postgres], vec![Size::Large]));
        assert_eq!((some.time, some.rounds), (Duration::from_millis(1_500), 2));
        assert_eq!((some.parts, some.json, some.daybook), (vec![Part::Login], Some("f.json".into()), "d".into()));
        assert_eq!((options("--own-patterns 1000").own_patterns, options("").own_patterns), (Some(1_000), None));
        assert_eq!((options("--events 500").events, options("--part oversight").events), (Some(500), None));
        assert!(options("").backups && !options("--no-backups").backups);
        let quick = options("--quick");
        assert_eq!((quick.sizes, quick.rounds), (vec![Size::Medium], 1));
        assert_eq!(options("--quick --size small").sizes, [Size::Small]);
        assert_eq!(options("--against old --part people").against, Some("old".into()));
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
            "--own-patterns some",
            "--events 499",
            "--events 10000001",
            "--part x",
            "--part days",
            "--against d --part growth",
            "--against d --part oversight",
            "-v",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
