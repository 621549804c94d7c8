//! The open sockets, and who is told what.
//!
//! Each socket has a mailbox that holds at most one message for each topic. So a browser that does not read costs the server
//! nothing, and one that was away for a moment is told once, not fifty times. A page asks for its data before its socket is open:
//! what was said in between is said to the socket when it joins.

mod mailbox;
mod metered;
mod origin;
mod recent;
mod socket;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use application::events::{Audience, Push, Topic};
use domain::access::{Actor, Capability, Leads, Scope};
use domain::id::{SessionId, UserId};
use domain::person::Role;

pub use metered::metered;
pub use origin::Origins;
pub use socket::{Live, run};

use crate::error::{Code, Failure};
use mailbox::{Leave, Mailbox};
use recent::Recent;

const SOCKETS_A_SESSION: usize = 5;

/// A client sends a heartbeat each 30 seconds. After three that are missing it is gone.
const SILENCE: Duration = Duration::from_secs(90);

/// All open sockets of this instance. Clones share them.
#[derive(Clone, Debug)]
pub struct Hub {
    sockets: Arc<Mutex<Sockets>>,
    silence: Duration,
}

impl Default for Hub {
    fn default() -> Self {
        Self::with_silence(SILENCE)
    }
}

#[derive(Debug, Default)]
struct Sockets {
    is_closing: bool,
    next: u64,
    of: HashMap<SessionId, Vec<Socket>>,
    recent: Recent,
}

#[derive(Debug)]
struct Socket {
    number: u64,
    /// The person, and the managers for whom the person stands in: what concerns one of them concerns the socket.
    leads: Leads,
    /// The person's role. It is what held when the socket was opened: the client opens another one when its person has got another
    /// role, and a message carries no data.
    role: Role,
    /// Whether the person may read everybody's entries, by that role.
    reads_all: bool,
    mailbox: Arc<Mailbox>,
}

impl Socket {
    fn hears(&self, topic: Topic, audience: &Audience) -> bool {
        let is_one_of = |users: &[UserId]| users.iter().any(|user| self.leads.cover(Some(*user)));
        let is_addressed = match audience {
            Audience::Users(users) => is_one_of(users),
            Audience::Readers(users) => self.reads_all || is_one_of(users),
            Audience::Everyone => true,
        };
        is_addressed && topic.concerns(self.role)
    }
}

impl Hub {
    /// A hub that closes a socket after so long a silence.
    pub fn with_silence(silence: Duration) -> Self {
        Self { sockets: Arc::default(), silence }
    }

    /// Hands a message to every socket that it concerns. Never waits.
    pub fn deliver(&self, push: &Push) {
        let mut sockets = self.lock();
        match push {
            Push::Changed { topic, audience } => {
                for socket in sockets.of.values().flatten().filter(|socket| socket.hears(*topic, audience)) {
                    socket.mailbox.changed(*topic);
                }
                sockets.recent.add(*topic, audience.clone(), Instant::now());
            }
            Push::SessionEnded { session, end } => {
                for socket in sockets.of.remove(session).into_iter().flatten() {
                    socket.mailbox.leave(Leave::Ended(*end));
                }
            }
        }
    }

    /// Closes every socket, and lets no new one in.
    pub fn close(&self) {
        let mut sockets = self.lock();
        sockets.is_closing = true;
        for socket in sockets.of.drain().flat_map(|(_, all)| all) {
            socket.mailbox.leave(Leave::Shutdown);
        }
    }

    pub fn count(&self) -> usize {
        self.lock().of.values().map(Vec::len).sum()
    }

    /// A place for one more socket of the session, which is told of what has changed a moment ago.
    pub fn join(&self, session: SessionId, actor: &Actor) -> Result<Place, Failure> {
        let mut sockets = self.lock();
        if sockets.is_closing {
            return Err(Failure::unavailable("the portal is being stopped"));
        }
        let number = sockets.next;
        sockets.next += 1;
        if sockets.of.get(&session).is_some_and(|all| all.len() >= SOCKETS_A_SESSION) {
            let too_many = "Too many windows of this session are connected";
            return Err(Failure::saying(Code::TooManyAttempts, too_many).retry_after(30));
        }
        let mailbox = Arc::new(Mailbox::default());
        let reads_all = actor.scope(Capability::ReadTimesheets) == Ok(Scope::Everyone);
        let (leads, role) = (actor.leads.clone(), actor.role);
        let socket = Socket { number, leads, role, reads_all, mailbox: Arc::clone(&mailbox) };
        sockets
            .recent
            .at(Instant::now())
            .filter(|said| socket.hears(said.topic, &said.audience))
            .for_each(|said| mailbox.changed(said.topic));
        sockets.of.entry(session).or_default().push(socket);
        Ok(Place { hub: self.clone(), session, number, mailbox })
    }

    fn lock(&self) -> MutexGuard<'_, Sockets> {
        // Nothing in here panics half way through a change, so a poisoned lock still guards whole data.
        self.sockets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A socket's place in the hub, given back when it is dropped.
#[derive(Debug)]
pub struct Place {
    hub: Hub,
    session: SessionId,
    number: u64,
    mailbox: Arc<Mailbox>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut sockets = self.hub.lock();
        if let Some(all) = sockets.of.get_mut(&self.session) {
            all.retain(|socket| socket.number != self.number);
            if all.is_empty() {
                sockets.of.remove(&self.session);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn session(n: u128) -> SessionId {
        SessionId::new(Uuid::from_u128(n))
    }

    fn user(n: u128) -> UserId {
        UserId::new(Uuid::from_u128(n))
    }

    fn actor(n: u128) -> Actor {
        Actor::new(user(n), Role::Employee)
    }

    fn changed(topic: Topic, audience: Audience) -> Push {
        Push::Changed { topic, audience }
    }

    #[test]
    fn a_change_reaches_its_audience_once() {
        let hub = Hub::default();
        let ann = hub.join(session(1), &actor(1)).unwrap();
        let max = hub.join(session(2), &actor(2)).unwrap();
        for _ in 0..50 {
            hub.deliver(&changed(Topic::Timesheets, Audience::Users(vec![user(1)])));
        }
        hub.deliver(&changed(Topic::Users, Audience::Users(vec![user(2), user(3)])));
        hub.deliver(&changed(Topic::Holidays, Audience::Everyone));
        assert_eq!(ann.mailbox.take().topics, [Topic::Timesheets, Topic::Holidays]);
        assert_eq!(max.mailbox.take().topics, [Topic::Users, Topic::Holidays]);
        assert!(ann.mailbox.take().topics.is_empty());
    }

    #[test]
    fn a_reader_of_everybodys_days_is_told_of_each() {
        let hub = Hub::default();
        let ann = hub.join(session(1), &actor(1)).unwrap();
        let max = hub.join(session(2), &Actor::new(user(2), Role::Manager)).unwrap();
        let hal = hub.join(session(3), &Actor::new(user(3), Role::Hr)).unwrap();
        let ada = hub.join(session(4), &Actor::new(user(4), Role::Admin)).unwrap();
        hub.deliver(&changed(Topic::Timesheets, Audience::Readers(vec![user(1)])));
        hub.deliver(&changed(Topic::Notifications, Audience::Users(vec![user(1)])));
        assert_eq!(ann.mailbox.take().topics, [Topic::Timesheets, Topic::Notifications]);
        assert!(max.mailbox.take().topics.is_empty(), "somebody else's team");
        assert_eq!(hal.mailbox.take().topics, [Topic::Timesheets]);
        assert_eq!(ada.mailbox.take().topics, [Topic::Timesheets]);
    }

    #[test]
    fn who_comes_a_moment_late_is_told_of_what_concerns_them() {
        let hub = Hub::default();
        for _ in 0..2 {
            hub.deliver(&changed(Topic::Timesheets, Audience::Readers(vec![user(1)])));
            hub.deliver(&changed(Topic::Notifications, Audience::Users(vec![user(2)])));
        }
        let ann = hub.join(session(1), &actor(1)).unwrap();
        let max = hub.join(session(2), &actor(2)).unwrap();
        let hal = hub.join(session(3), &Actor::new(user(3), Role::Hr)).unwrap();
        assert_eq!(ann.mailbox.take().topics, [Topic::Timesheets]);
        assert_eq!(max.mailbox.take().topics, [Topic::Notifications]);
        assert_eq!(hal.mailbox.take().topics, [Topic::Timesheets]);
    }

    #[test]
    fn a_boss_is_told_of_days_holidays_people_and_settings_and_of_nothing_else() {
        let hub = Hub::default();
        let say = || {
            for topic in Topic::ALL {
                hub.deliver(&changed(topic, Audience::Readers(vec![user(1)])));
            }
        };
        let bea = hub.join(session(5), &Actor::new(user(5), Role::Boss)).unwrap();
        say();
        let expected = [Topic::Timesheets, Topic::Holidays, Topic::Users, Topic::Settings];
        assert_eq!(bea.mailbox.take().topics, expected);
        hub.deliver(&changed(Topic::Leave, Audience::Everyone));
        assert!(bea.mailbox.take().topics.is_empty());
        let late = hub.join(session(6), &Actor::new(user(5), Role::Boss)).unwrap();
        assert_eq!(late.mailbox.take().topics, expected, "also when they come a moment late");
    }

    #[test]
    fn a_stand_in_for_a_manager_is_told_what_the_manager_is_told() {
        let hub = Hub::default();
        let leads = Leads::standing_in_for(user(2), [user(5)]);
        let max = hub.join(session(2), &Actor { leads, ..Actor::new(user(2), Role::Manager) }).unwrap();
        hub.deliver(&changed(Topic::Timesheets, Audience::Readers(vec![user(1), user(5)])));
        hub.deliver(&changed(Topic::Notifications, Audience::Users(vec![user(6)])));
        assert_eq!(max.mailbox.take().topics, [Topic::Timesheets]);
    }

    #[test]
    fn a_socket_may_be_silent_for_ninety_seconds() {
        assert_eq!(Hub::default().silence, Duration::from_secs(90));
    }
}
