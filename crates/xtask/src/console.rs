//! Progress: which step of how many, and how long the command has been at it.

use std::fmt;
use std::time::{Duration, Instant};

/// The steps of one command. Each is announced before it starts; what runs in it prints for itself.
pub(crate) struct Steps {
    started: Instant,
    current: usize,
    total: usize,
}

impl Steps {
    pub(crate) fn new(total: usize) -> Self {
        Self { started: Instant::now(), current: 0, total }
    }

    /// Announces the next step.
    pub(crate) fn next(&mut self, what: impl fmt::Display) {
        self.current += 1;
        let elapsed = Elapsed(self.started.elapsed());
        println!("\n[{}/{}] {what} ({elapsed})", self.current, self.total);
    }

    /// Announces that the work before the last word is done.
    pub(crate) fn done(&self, what: impl fmt::Display) {
        println!("\n{what} ({})", Elapsed(self.started.elapsed()));
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
    fn elapsed_time_reads_like_speech() {
        let text = |seconds| Elapsed(Duration::from_secs(seconds)).to_string();
        assert_eq!(text(0), "0 s");
        assert_eq!(text(59), "59 s");
        assert_eq!(text(185), "3 min 05 s");
    }
}
