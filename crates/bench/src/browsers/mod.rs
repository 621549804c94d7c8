//! Browsers that are open: each has a socket, a kept-alive connection, and somebody who works or waits for news.

mod screen;
mod socket;

use std::net::SocketAddr;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use screen::SUBMITTED;
pub(crate) use screen::{OPEN, SPREAD, Screen, rename_holiday, screens};
use socket::{Socket, Topic};

use crate::failure::{Failure, Outcome};
use crate::http::Connection;
use crate::load::{BUSY, Dice};

/// The portal closes a connection over which nothing was asked for fifteen seconds. A browser opens another one.
const KEPT: Duration = Duration::from_secs(12);

/// One browser.
pub(crate) struct Browser {
    screen: Screen,
    socket: Socket,
    line: Line,
    dice: Dice,
    /// How many days have been submitted.
    pub(crate) submitted: usize,
    /// What is to be fetched again, and when.
    waiting: Vec<(Instant, Topic)>,
    /// When news of days was followed by a fetch last.
    fetched: Option<Instant>,
}

/// What the browsers do for a while.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shift {
    pub(crate) begins: Instant,
    pub(crate) ends: Instant,
    /// How often each employee submits a day, and reads their month half way between; `None`: they only listen, and fetch nothing.
    pub(crate) every: Option<Duration>,
}

/// What happened in a shift.
#[derive(Debug, Default)]
pub(crate) struct Log {
    /// Months read and days submitted: when each was due, and how long after that it was answered.
    pub(crate) months: Vec<(Instant, Duration)>,
    pub(crate) submissions: Vec<(Instant, Duration)>,
    /// The same of what was fetched because holidays had changed.
    pub(crate) fetches: Vec<(Instant, Duration)>,
    /// When the browser was told of that.
    pub(crate) told: Vec<Instant>,
    /// How often the portal said that it was busy. The wait for that counts above like any other.
    pub(crate) refused: u32,
}

impl Log {
    pub(crate) fn add(&mut self, other: Self) {
        self.months.extend(other.months);
        self.submissions.extend(other.submissions);
        self.fetches.extend(other.fetches);
        self.told.extend(other.told);
        self.refused += other.refused;
    }
}

/// A connection that is opened when it is needed.
struct Line {
    address: SocketAddr,
    open: Option<(Connection, Instant)>,
    /// How often the portal said that it was busy.
    refused: u32,
}

impl Line {
    async fn ask(&mut self, request: &[u8], status: u16) -> Outcome<()> {
        let mut connection = match self.open.take() {
            Some((connection, used)) if used.elapsed() < KEPT => connection,
            _ => Connection::open(self.address).await?,
        };
        let answer = connection.ask(request).await?;
        if answer.status == BUSY {
            self.refused += 1;
        } else if answer.status != status {
            return Err(connection.unexpected(request, answer, status));
        }
        self.open = Some((connection, Instant::now()));
        Ok(())
    }
}

impl Browser {
    pub(crate) async fn open(address: SocketAddr, screen: Screen, number: usize) -> Outcome<Self> {
        let socket = Socket::open(address, &screen.token).await?;
        let line = Line { address, open: None, refused: 0 };
        let (dice, waiting) = (Dice::new(number), Vec::new());
        Ok(Self { screen, socket, line, dice, submitted: 0, waiting, fetched: None })
    }

    pub(crate) fn is_at_work(&self) -> bool {
        self.screen.work.is_some()
    }

    /// One submission and what follows it, at once: what the screens of an employee cost.
    pub(crate) async fn hurry(&mut self) -> Outcome<()> {
        self.submit().await?;
        self.read_month().await?;
        self.fetch(Topic::Timesheets).await
    }

    /// Does its share of a shift. What is due before the end is done, however late it has become.
    pub(crate) async fn work(mut self, shift: Shift) -> Outcome<(Self, Log)> {
        let mut log = Log::default();
        self.socket.beat().await?;
        // Everybody begins at a moment of their own.
        let half = shift.every.filter(|_| self.is_at_work()).map(|every| every / 2);
        let mut due = half.map(|half| shift.begins + half.mul_f64(self.dice.share()));
        let mut is_month = self.dice.share() < 0.5;
        loop {
            let fetch = self.waiting.iter().map(|(when, _)| *when).min();
            let next = due.into_iter().chain(fetch).min().filter(|next| *next < shift.ends);
            tokio::select! {
                topic = self.socket.topic() => self.hear(topic?, shift, &mut log),
                () = sleep_until(next.unwrap_or(shift.ends)) => match (next, due, half) {
                    (None, ..) => {
                        log.refused = std::mem::take(&mut self.line.refused);
                        return Ok((self, log));
                    }
                    (Some(next), Some(now), Some(half)) if next == now => {
                        if is_month {
                            self.read_month().await?;
                            log.months.push((now, now.elapsed()));
                        } else {
                            self.submit().await?;
                            log.submissions.push((now, now.elapsed()));
                        }
                        is_month = !is_month;
                        due = Some(now + half);
                    }
                    (Some(next), ..) => self.catch_up(next, &mut log).await?,
                },
            }
        }
    }

    /// Notes when to fetch what has changed. News that comes while it waits is one with it.
    fn hear(&mut self, topic: Topic, shift: Shift, log: &mut Log) {
        let now = Instant::now();
        if topic == Topic::Holidays {
            log.told.push(now);
        }
        if shift.every.is_none() || self.waiting.iter().any(|(_, other)| *other == topic) {
            return;
        }
        let when = match topic {
            Topic::Holidays | Topic::Users => now + SPREAD.mul_f64(self.dice.share()),
            Topic::Timesheets => self.fetched.map_or(now, |fetched| now.max(fetched + self.screen.apart)),
            Topic::Notifications => now,
        };
        self.waiting.push((when, topic));
    }

    /// Fetches what has waited until `due`.
    async fn catch_up(&mut self, due: Instant, log: &mut Log) -> Outcome<()> {
        let Some(place) = self.waiting.iter().position(|(when, _)| *when == due) else { return Ok(()) };
        let (_, topic) = self.waiting.swap_remove(place);
        if topic == Topic::Timesheets {
            self.fetched = Some(Instant::now());
        }
        self.fetch(topic).await?;
        if topic == Topic::Holidays {
            log.fetches.push((due, due.elapsed()));
        }
        Ok(())
    }

    async fn fetch(&mut self, topic: Topic) -> Outcome<()> {
        for request in self.screen.reads(topic) {
            self.line.ask(request, 200).await?;
        }
        Ok(())
    }

    async fn submit(&mut self) -> Outcome<()> {
        let day = self.screen.work.as_ref().and_then(|work| work.submissions.get(self.submitted));
        let day = day.ok_or_else(|| Failure::new("there are no more days to submit"))?;
        self.submitted += 1;
        self.line.ask(day, SUBMITTED).await
    }

    async fn read_month(&mut self) -> Outcome<()> {
        match &self.screen.work {
            Some(work) => self.line.ask(&work.month, 200).await,
            None => Ok(()),
        }
    }
}
