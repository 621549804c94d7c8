//! Progress: which step of how many, how long the command has been at it, and in the end how long each step took.

use std::fmt;
use std::time::{Duration, Instant};

/// The steps of one command. Each is announced before it starts; what runs in it prints for itself.
pub(crate) struct Steps {
    started: Instant,
    begun: Vec<(String, Instant)>,
    total: usize,
}

impl Steps {
    pub(crate) fn new(total: usize) -> Self {
        Self { started: Instant::now(), begun: Vec::new(), total }
    }

    pub(crate) fn next(&mut self, what: impl fmt::Display) {
        let elapsed = Elapsed(self.started.elapsed());
        self.begun.push((what.to_string(), Instant::now()));
        println!("\n[{}/{}] {what} ({elapsed})", self.begun.len(), self.total);
    }

    /// Announces that the work before the last word is done, and how long each step of it took.
    pub(crate) fn done(&self, what: impl fmt::Display) {
        let ended = Instant::now();
        println!("\n{what} ({})", Elapsed(ended - self.started));
        for line in self.lengths(ended) {
            println!("{line}");
        }
    }

    /// A line for each step: it went on until the next one began.
    fn lengths(&self, ended: Instant) -> Vec<String> {
        let ends = self.begun.iter().skip(1).map(|(_, begun)| *begun).chain([ended]);
        let steps = self.begun.iter().zip(ends);
        steps.map(|((what, begun), end)| format!("{:>12}  {what}", Elapsed(end - *begun).to_string())).collect()
    }
}

/// A length of time as a person says it: `12 s`, `3 min 05 s`.
struct Elapsed(Duration);

impl fmt::Display for Elapsed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        match seconds / 60 {
            0 => write!(formatter, "{seconds} s"),
            minutes => write!(formatter, "{minutes} min {:02} s", seconds % 60),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_lasts_until_the_next_begins() {
        let started = Instant::now();
        let after = |seconds| started + Duration::from_secs(seconds);
        let begun = vec![("Building".to_owned(), after(0)), ("Testing".to_owned(), after(7))];
        let steps = Steps { started, begun, total: 2 };
        assert_eq!(steps.lengths(after(192)), ["         7 s  Building", "  3 min 05 s  Testing"]);
    }
}
