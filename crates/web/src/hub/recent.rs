//! What was said a moment ago.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use application::events::{Audience, Topic};

/// How long it is kept. A page that gets its socket later than ten seconds after its data asks for the data again by itself; the rest
/// is for the way between server and page.
const KEPT: Duration = Duration::from_secs(15);

#[derive(Debug)]
pub(super) struct Said {
    pub(super) topic: Topic,
    pub(super) audience: Audience,
    at: Instant,
}

/// Oldest first.
#[derive(Debug, Default)]
pub(super) struct Recent(VecDeque<Said>);

impl Recent {
    pub(super) fn add(&mut self, topic: Topic, audience: Audience, now: Instant) {
        self.forget(now);
        self.0.push_back(Said { topic, audience, at: now });
    }

    /// What is still kept now.
    pub(super) fn at(&mut self, now: Instant) -> impl Iterator<Item = &Said> {
        self.forget(now);
        self.0.iter()
    }

    fn forget(&mut self, now: Instant) {
        while self.0.front().is_some_and(|said| now.saturating_duration_since(said.at) > KEPT) {
            self.0.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_is_forgotten_after_a_while() {
        let now = Instant::now();
        let mut recent = Recent::default();
        recent.add(Topic::Users, Audience::Everyone, now);
        recent.add(Topic::Holidays, Audience::Everyone, now + Duration::from_secs(1));
        let mut kept = |after: Duration| recent.at(now + after).map(|said| said.topic).collect::<Vec<_>>();
        assert_eq!(kept(KEPT), [Topic::Users, Topic::Holidays]);
        assert_eq!(kept(KEPT + Duration::from_millis(1)), [Topic::Holidays]);
        assert_eq!(kept(KEPT + Duration::from_millis(1001)), []);
    }
}
