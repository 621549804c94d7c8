//! Browsers that are open: each has a socket, a kept-alive connection, and somebody who works or waits for news. Their screens ask for
//! what those of the front end do, on the same news.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::NaiveDate;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde::Deserialize;
use tokio::io::AsyncWriteExt;
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::calls::{Calls, of_month};
use crate::failure::Outcome;
use crate::http::{BUSY, Connection, SUCCESS};
use crate::note;

/// As many browsers are open.
pub(crate) const OPEN: usize = 1_000;
/// Within this time the browsers spread what they ask for when everybody was told, as `SPREAD` of the front end does.
pub(crate) const SPREAD: Duration = Duration::from_secs(4);
/// How far apart somebody who is told of many people's days asks for them, as `APART` of the front end says.
const APART: Duration = Duration::from_secs(10);
/// The portal closes a connection over which nothing was asked for fifteen seconds. A browser opens another one.
const KEPT: Duration = Duration::from_secs(12);
/// How often a browser says that it is still there, masked with zeros, which leave the text as it is.
const BEAT: Duration = Duration::from_secs(20);
const HEARTBEAT: &[u8] = b"\x81\x89\0\0\0\0HEARTBEAT";
/// A final frame with a text, not masked, of at most 125 bytes: any message of the server's that is not a farewell.
const TEXT: u8 = 0x81;
const LONGEST: u8 = 125;

/// What the server says has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Topic {
    Timesheets,
    Notifications,
    Holidays,
    Users,
}

/// What all browsers note.
#[derive(Debug, Default)]
pub(crate) struct Log {
    /// Whether they fetch what they are told of.
    pub(crate) fetches: AtomicBool,
    /// How often the portal said that it was busy.
    pub(crate) refused: AtomicU32,
    /// When a browser was told that holidays had changed, and when it had fetched them after that.
    told: Mutex<Vec<Instant>>,
    fetched: Mutex<Vec<Instant>>,
}

impl Log {
    /// Says what went wrong, unless all is over. Then fewer browsers have been told, or have fetched, which fails the measurement.
    fn note(&self, done: Outcome<()>) {
        if let Err(failure) = done
            && self.fetches.load(Ordering::Relaxed)
        {
            note(&format!("a browser broke: {failure}"));
        }
    }

    pub(crate) fn told_and_fetched(&self) -> [Vec<Instant>; 2] {
        [&self.told, &self.fetched].map(|moments| moments.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

/// One browser: the start page of one person, and the connection that it has open.
pub(crate) struct Browser {
    pub(crate) person: u32,
    address: SocketAddr,
    log: Arc<Log>,
    line: Mutex<Option<(Connection, Instant)>>,
    /// What is asked for after news of days, the session first, and after news of holidays.
    timesheets: Vec<Vec<u8>>,
    holidays: Vec<Vec<u8>>,
    /// For how long news of days waits after what was asked for last.
    apart: Duration,
}

impl Browser {
    pub(crate) fn of(calls: &Calls, person: u32, today: NaiveDate, address: SocketAddr, log: Arc<Log>) -> Self {
        let (people, month) = (calls.people, of_month(today));
        let get = |path: &str| calls.get(person, path);
        let (of_days, holidays, apart) = if people.employee_numbers().contains(&person) {
            let calendar = get(&format!("/api/timesheets/calendar?{month}"));
            let of_days = vec![calls.month_of(person), calendar.clone()];
            (of_days, vec![calendar, get("/api/holidays/upcoming")], Duration::ZERO)
        } else if people.manager_numbers().contains(&person) {
            (vec![get("/api/dashboard")], vec![get("/api/dashboard")], APART)
        } else if person == people.hr() {
            let attendance = vec![get(&format!("/api/users/attendance-summary?{month}"))];
            (attendance.clone(), attendance, APART)
        } else {
            let missing = get("/api/timesheets/frozen-users");
            (vec![missing.clone(), get("/api/timesheets/latest-users")], vec![missing], APART)
        };
        let timesheets = std::iter::once(get("/api/session")).chain(of_days).collect();
        Self { person, address, log, line: Mutex::default(), timesheets, holidays, apart }
    }

    /// Everything that it ever fetches.
    pub(crate) fn fetches(&self) -> impl Iterator<Item = &Vec<u8>> {
        self.timesheets.iter().chain(&self.holidays)
    }

    /// What is asked for after this news.
    fn reads(&self, topic: Topic) -> &[Vec<u8>] {
        match topic {
            Topic::Timesheets => &self.timesheets,
            Topic::Holidays => &self.holidays,
            Topic::Notifications => self.timesheets.get(..1).unwrap_or_default(),
            Topic::Users => &[],
        }
    }

    /// Over the connection that it has open, where the portal has not closed it meanwhile.
    pub(crate) async fn ask(&self, request: &[u8]) -> Outcome<()> {
        let line = || self.line.lock().unwrap_or_else(PoisonError::into_inner);
        let open = line().take().filter(|(_, used)| used.elapsed() < KEPT);
        let mut connection = match open {
            Some((connection, _)) => connection,
            None => Connection::open(self.address).await?,
        };
        match connection.ask(request).await? {
            SUCCESS => {}
            BUSY => drop(self.log.refused.fetch_add(1, Ordering::Relaxed)),
            status => return connection.unexpected(request, status),
        }
        *line() = Some((connection, Instant::now()));
        Ok(())
    }

    /// Opens its socket, and hears and fetches from now on what has changed, until it is aborted.
    pub(crate) async fn listen(self: Arc<Self>, token: &str) -> Outcome<AbortHandle> {
        let mut socket = Connection::open(self.address).await?;
        let upgrade = format!(
            "GET /ws/session?token={token} HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            self.address
        );
        match socket.ask(upgrade.as_bytes()).await? {
            101 => Ok(tokio::spawn(self.hear(socket)).abort_handle()),
            status => socket.unexpected(upgrade.as_bytes(), status),
        }
    }

    async fn hear(self: Arc<Self>, mut socket: Connection) {
        self.log.note(self.hear_all(&mut socket).await);
    }

    async fn hear_all(self: &Arc<Self>, socket: &mut Connection) -> Outcome<()> {
        let mut dice = StdRng::seed_from_u64(self.person.into());
        let (mut beat, mut waits) = (Instant::now(), [Instant::now(); 4]);
        loop {
            let Some((topic, length)) = parse(&socket.buffer)? else {
                if let Ok(received) = timeout_at(beat, socket.receive()).await {
                    received?;
                } else {
                    socket.stream.write_all(HEARTBEAT).await?;
                    beat = Instant::now() + BEAT;
                }
                continue;
            };
            socket.buffer.drain(..length);
            let now = Instant::now();
            if topic == Topic::Holidays {
                self.log.told.lock().unwrap_or_else(PoisonError::into_inner).push(now);
            }
            let Some(wait) = waits.get_mut(topic as usize) else { continue };
            // News that comes while it waits is one with it.
            if !self.log.fetches.load(Ordering::Relaxed) || *wait > now {
                continue;
            }
            *wait = match topic {
                Topic::Holidays | Topic::Users => now + SPREAD.mul_f64(dice.random()),
                Topic::Timesheets => now.max(*wait + self.apart),
                Topic::Notifications => now,
            };
            tokio::spawn(Arc::clone(self).fetch(topic, *wait));
        }
    }

    async fn fetch(self: Arc<Self>, topic: Topic, due: Instant) {
        sleep_until(due).await;
        // What is still waiting when all is over is nobody's any more.
        let reads = if self.log.fetches.load(Ordering::Relaxed) { self.reads(topic) } else { &[] };
        for request in reads {
            self.log.note(self.ask(request).await);
        }
        if topic == Topic::Holidays {
            self.log.fetched.lock().unwrap_or_else(PoisonError::into_inner).push(Instant::now());
        }
    }
}

/// The people before the browsers: HR, the administrator, the managers and the employees, and the first of these before a second window
/// where there are fewer.
pub(crate) fn windows(calls: &Calls) -> Vec<u32> {
    let others = [calls.people.hr(), calls.people.administrator()].into_iter().chain(calls.people.manager_numbers());
    let everybody: Vec<u32> = others.chain(calls.readers()).collect();
    everybody.iter().copied().cycle().take(OPEN).collect()
}

/// The first message in these bytes, and how long its frame is; `None` while it is not complete.
fn parse(bytes: &[u8]) -> Outcome<Option<(Topic, usize)>> {
    let [first, length, rest @ ..] = bytes else { return Ok(None) };
    if *first != TEXT || *length > LONGEST {
        return Err("a socket said something else than what has changed".into());
    }
    let Some(text) = rest.get(..usize::from(*length)) else { return Ok(None) };
    let changed: serde_json::Value = serde_json::from_slice(text)?;
    let topic = Topic::deserialize(changed.get("topic").ok_or("a socket said something else than what has changed")?)?;
    Ok(Some((topic, text.len() + 2)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::organisation::{Size, reading_day};

    #[test]
    fn a_message_is_heard_when_it_is_complete_and_a_farewell_is_a_failure() {
        let frame = [&[TEXT, 37], &br#"{"type":"CHANGED","topic":"holidays"}"#[..]].concat();
        assert!((0..frame.len()).all(|end| parse(&frame[..end]).unwrap().is_none()));
        assert_eq!(parse(&[&frame[..], &[TEXT]].concat()).unwrap(), Some((Topic::Holidays, frame.len())));
        assert!(parse(&[0x88, 2, 0x11, 0x31]).is_err());
    }

    #[test]
    fn each_screen_asks_for_what_it_shows() {
        let calls = Calls::of(Size::Medium).unwrap();
        let last = |place: usize| -> String {
            let person = windows(&calls)[place];
            let browser = Browser::of(&calls, person, reading_day(), ([127, 0, 0, 1], 1).into(), Arc::default());
            String::from_utf8_lossy(browser.fetches().last().unwrap()).split(' ').nth(1).unwrap().to_owned()
        };
        let attendance = "/api/users/attendance-summary?month=8&year=2026";
        let others = ["/api/timesheets/frozen-users", "/api/dashboard", "/api/holidays/upcoming", "/api/dashboard"];
        assert_eq!((last(0), [1, 2, 500, 999].map(last)), (attendance.to_owned(), others.map(str::to_owned)));
    }

    #[test]
    fn the_browsers_wait_as_long_as_those_of_the_front_end() {
        let front_end = include_str!("../../../frontend/src/api/query.ts");
        for (name, time) in [("SPREAD", SPREAD), ("APART", APART)] {
            let line = front_end.lines().find(|line| line.contains(&format!("const {name} = "))).unwrap();
            assert_eq!(line.replace('_', "").matches(&time.as_millis().to_string()).count(), 1, "{line}");
        }
    }
}
