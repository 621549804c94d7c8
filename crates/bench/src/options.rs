//! The command line of the benchmark.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};

use crate::engine::Engine;
use crate::failure::Outcome;
use crate::organisation::Size;

/// Measures a build of Daybook against a bare handler that runs the same statements, or against another build.
///
/// `DAYBOOK_BENCH_POSTGRES` is the address of a PostgreSQL server on this machine on which databases may be made and dropped,
/// `DAYBOOK_BENCH_POSTGRES_PID` its first process, and `DAYBOOK_BIN` the program (otherwise target/release/daybook). `cargo xtask bench`
/// sees to all; its --debug measures the debug build.
#[derive(Debug, Parser)]
#[command(name = "bench", args_conflicts_with_subcommands = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) options: Options,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Compares how long Daybook takes to answer for known and for unknown addresses, and fails where that can be told apart
    Timing(Timing),
    /// Serves as the bare handler
    #[command(hide = true)]
    Bare { address: String, url: String },
}

/// What to measure, and how long.
#[derive(Debug, Clone, Args)]
pub(crate) struct Options {
    /// Measure each call against the program at PATH, an older one for example, on a copy of the same data
    #[arg(long, value_name = "PATH")]
    pub(crate) against: Option<PathBuf>,
    /// One database; without it both are measured
    #[arg(long, alias = "engine", value_name = "DATABASE", default_values = ["sqlite", "postgres"])]
    pub(crate) only: Vec<Engine>,
    /// 100 (small) or 1,000 employees with two months (medium), 10,000 with two years (large), or 100,000 with three months (huge); may be
    /// given more than once
    #[arg(long, value_name = "SIZE", default_values = ["medium", "large"])]
    pub(crate) size: Vec<Size>,
    /// One part alone; may be given more than once. Oversight and imports are measured only where they are named, growth on large, browsers on
    /// medium, login on small and medium, leave on all but huge; people is measured with --against, and only reads, people, reports, submit and
    /// login are
    #[arg(long, value_name = "PART")]
    pub(crate) part: Vec<Part>,
    /// So many events in the audit log, for oversight; without it 10,000, 100,000, 10 million or a million, by size
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(500..=10_000_000))]
    pub(crate) events: Option<u32>,
    /// Oversight without its backups, which take half an hour at 10 million events
    #[arg(long)]
    pub(crate) no_backups: bool,
    /// How long one measurement lasts at most
    #[arg(long, value_name = "N", default_value = "3", value_parser = value_parser!(u64).range(1..=60))]
    seconds: u64,
    /// How often everything is measured, in turns
    // Each round submits on new working days, and there are only so many in a year.
    #[arg(long, value_name = "N", default_value = "5", value_parser = value_parser!(u32).range(1..=20))]
    pub(crate) rounds: u32,
    /// A short run that only shows that everything works
    #[arg(long)]
    quick: bool,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct Timing {
    /// One database; without it both are measured
    #[arg(long, value_name = "DATABASE", default_values = ["sqlite", "postgres"])]
    pub(crate) only: Vec<Engine>,
    /// How often each is asked for
    #[arg(long, value_name = "N", default_value = "400", value_parser = value_parser!(u16).range(10..=10_000))]
    pub(crate) samples: u16,
}

/// A part of the measurements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    Reads,
    People,
    Reports,
    Submit,
    Login,
    Growth,
    Browsers,
    Leave,
    Months,
    Oversight,
    Imports,
}

impl Part {
    /// Whether the part shows something at this size that it does not show at a smaller one. There are a thousand open browsers
    /// whatever the size, sign-ins do not depend on it, and the calls of leave are mostly about single people and teams.
    pub(crate) const fn is_of(self, size: Size) -> bool {
        match self {
            Self::Growth => matches!(size, Size::Large),
            Self::Browsers => matches!(size, Size::Medium),
            Self::Login => matches!(size, Size::Small | Size::Medium),
            Self::Leave => !matches!(size, Size::Huge),
            _ => true,
        }
    }
}

impl Options {
    /// With what follows from the options for each other.
    pub(crate) fn settled(mut self) -> Outcome<Self> {
        if self.quick {
            self.size.truncate(1);
            self.rounds = 1;
        }
        let is_measured = |part: &Part| match part {
            Part::People => self.against.is_some(),
            Part::Reads | Part::Reports | Part::Submit | Part::Login => true,
            Part::Growth | Part::Browsers | Part::Leave | Part::Months | Part::Oversight | Part::Imports => {
                self.against.is_none()
            }
        };
        if let Some(part) = self.part.iter().find(|part| !is_measured(part)) {
            let how = if self.against.is_some() { "not measured with" } else { "measured only with" };
            return Err(format!("{part:?} is {how} --against").into());
        }
        if self.part.is_empty() {
            // What they leave behind would lie below all the rest: an audit log that takes longer to fill than everything else to measure, and
            // ten thousand people more.
            let is_usual = |part: &Part| is_measured(part) && !matches!(part, Part::Oversight | Part::Imports);
            self.part = Part::value_variants().iter().copied().filter(is_usual).collect();
        }
        Ok(self)
    }

    pub(crate) fn time(&self) -> Duration {
        if self.quick { Duration::from_millis(500) } else { Duration::from_secs(self.seconds) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Outcome<Options> {
        Cli::try_parse_from(std::iter::once("bench").chain(line.split_whitespace()))?.options.settled()
    }

    #[test]
    fn without_words_everything_is_measured() {
        use Part::{Browsers, Growth, Leave, Login, Months, People, Reads, Reports, Submit};
        let all = read("").unwrap();
        assert_eq!((all.only, all.size), (vec![Engine::Sqlite, Engine::Postgres], vec![Size::Medium, Size::Large]));
        assert_eq!(all.part, [Reads, Reports, Submit, Login, Growth, Browsers, Leave, Months]);
        let quick = read("--quick --engine postgres --against d").unwrap();
        assert_eq!((quick.only, quick.size, quick.rounds), (vec![Engine::Postgres], vec![Size::Medium], 1));
        assert_eq!(quick.part, [Reads, People, Reports, Submit, Login]);
        for line in ["--seconds 0", "--rounds 99", "--events 499", "--part people", "--against d --part growth"] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
