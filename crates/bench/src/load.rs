//! Loads a server with a number of connections, each of which asks again as soon as it has its answer.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::failure::{Failure, Outcome};
use crate::http::Connection;
use crate::machine;

/// Service Unavailable.
pub(crate) const BUSY: u16 = 503;

/// The requests of one measurement, made ready before it.
#[derive(Debug, Clone)]
pub(crate) enum Requests {
    /// Any of them, at random, again and again.
    AtRandom(Arc<Vec<Vec<u8>>>),
    /// Each of them once; the measurement ends when there are no more.
    Once(Arc<Vec<Vec<u8>>>, Arc<AtomicUsize>),
    /// Each connection repeats a request of its own.
    OfConnection(Arc<Vec<Vec<u8>>>),
}

impl Requests {
    pub(crate) fn at_random(requests: Vec<Vec<u8>>) -> Self {
        Self::AtRandom(Arc::new(requests))
    }

    pub(crate) fn once(requests: Vec<Vec<u8>>) -> Self {
        Self::Once(Arc::new(requests), Arc::default())
    }

    pub(crate) fn of_connection(requests: Vec<Vec<u8>>) -> Self {
        Self::OfConnection(Arc::new(requests))
    }

    /// The first of them.
    pub(crate) fn first(&self) -> Option<&[u8]> {
        let (Self::AtRandom(requests) | Self::Once(requests, _) | Self::OfConnection(requests)) = self;
        requests.first().map(Vec::as_slice)
    }

    /// The next one of a connection; `None` where there are no more.
    pub(crate) fn next(&self, connection: usize, dice: &mut Dice) -> Option<&[u8]> {
        let request = match self {
            Self::AtRandom(requests) => requests.get(dice.below(requests.len())),
            Self::Once(requests, used) => requests.get(used.fetch_add(1, Ordering::Relaxed)),
            Self::OfConnection(requests) => requests.get(connection),
        };
        request.map(Vec::as_slice)
    }
}

/// Numbers that look random (xorshift), the same in every run.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(connection: usize) -> Self {
        let seed = u64::try_from(connection).unwrap_or_default() + 1;
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let bound = u64::try_from(bound).unwrap_or(u64::MAX).max(1);
        usize::try_from((self.0 >> 11) % bound).unwrap_or_default()
    }

    /// From 0 to less than 1.
    pub(crate) fn share(&mut self) -> f64 {
        f64::from(u16::try_from(self.below(1 << 16)).unwrap_or_default()) / f64::from(1 << 16)
    }
}

/// Whose work a measurement counts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Meter {
    pub(crate) application: u32,
    pub(crate) database: Option<u32>,
}

impl Meter {
    /// The processor time that the application and the database's own processes have used so far.
    pub(crate) fn read(self) -> Outcome<(Duration, Duration)> {
        let database = self.database.map(machine::cpu_of_tree).transpose()?;
        Ok((machine::cpu_of_tree(self.application)?, database.unwrap_or_default()))
    }
}

/// What one measurement found, or several of the same kind together.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sample {
    /// The waiting time of every request, sorted.
    latencies: Vec<Duration>,
    /// How many were turned away because the server was busy; they are in no other figure.
    pub(crate) refused: u32,
    /// How long it all took.
    pub(crate) time: Duration,
    pub(crate) application: Duration,
    pub(crate) database: Duration,
}

impl Sample {
    pub(crate) fn new(mut latencies: Vec<Duration>, time: Duration, application: Duration, database: Duration) -> Self {
        latencies.sort_unstable();
        Self { latencies, refused: 0, time, application, database }
    }

    /// Adds another measurement of the same thing.
    pub(crate) fn add(&mut self, other: Self) {
        self.latencies.extend(other.latencies);
        self.latencies.sort_unstable();
        self.refused += other.refused;
        self.time += other.time;
        self.application += other.application;
        self.database += other.database;
    }

    pub(crate) fn requests(&self) -> u32 {
        u32::try_from(self.latencies.len()).unwrap_or(u32::MAX)
    }

    /// Requests a second.
    pub(crate) fn throughput(&self) -> f64 {
        f64::from(self.requests()) / self.time.as_secs_f64().max(f64::EPSILON)
    }

    /// The waiting time that `percent` of the requests did not exceed.
    pub(crate) fn percentile(&self, percent: usize) -> Duration {
        let rank = (self.latencies.len() * percent).div_ceil(100);
        self.latencies.get(rank.saturating_sub(1)).copied().unwrap_or_default()
    }

    fn per_request(&self, time: Duration) -> f64 {
        time.as_secs_f64() * 1e3 / f64::from(self.requests().max(1))
    }

    /// Milliseconds of processor time a request in the application.
    pub(crate) fn application_ms(&self) -> f64 {
        self.per_request(self.application)
    }

    /// Milliseconds of processor time a request in the database's own processes.
    pub(crate) fn database_ms(&self) -> f64 {
        self.per_request(self.database)
    }

    pub(crate) fn cpu_ms(&self) -> f64 {
        self.application_ms() + self.database_ms()
    }
}

/// One measurement: what is asked, over how many connections, and what the answer has to be.
#[derive(Debug, Clone)]
pub(crate) struct Load {
    pub(crate) address: SocketAddr,
    pub(crate) connections: usize,
    pub(crate) requests: Requests,
    pub(crate) status: u16,
    /// Whether the server may say that it is busy: where more is asked of it than it can do, that is a correct answer.
    pub(crate) may_refuse: bool,
    pub(crate) time: Duration,
    pub(crate) meter: Meter,
}

impl Load {
    /// Runs it. An answer with any other status is a failure: figures of errors mean nothing.
    pub(crate) async fn run(&self) -> Outcome<Sample> {
        let mut opened = Vec::with_capacity(self.connections);
        for _ in 0..self.connections {
            opened.push(Connection::open(self.address).await?);
        }
        let (application, database) = self.meter.read()?;
        let began = Instant::now();
        let mut clients = JoinSet::new();
        for (number, connection) in opened.into_iter().enumerate() {
            clients.spawn(client(connection, number, self.clone(), began + self.time));
        }
        let (mut latencies, mut refused) = (Vec::new(), 0);
        while let Some(done) = clients.join_next().await {
            let (served, turned_away) = done.map_err(Failure::because("a client broke"))??;
            latencies.extend(served);
            refused += turned_away;
        }
        let time = began.elapsed();
        let (application_after, database_after) = self.meter.read()?;
        if latencies.is_empty() && refused == 0 {
            return Err(Failure::new("nothing was asked in the time given"));
        }
        let spent = |after: Duration, before: Duration| after.saturating_sub(before);
        let sample =
            Sample::new(latencies, time, spent(application_after, application), spent(database_after, database));
        Ok(Sample { refused, ..sample })
    }
}

async fn client(
    mut connection: Connection,
    number: usize,
    load: Load,
    until: Instant,
) -> Outcome<(Vec<Duration>, u32)> {
    let mut dice = Dice::new(number);
    let (mut latencies, mut refused) = (Vec::with_capacity(4_096), 0);
    while Instant::now() < until {
        let Some(request) = load.requests.next(number, &mut dice) else {
            break;
        };
        let asked = Instant::now();
        let answer = connection.ask(request).await?;
        if answer.status == load.status {
            latencies.push(asked.elapsed());
        } else if answer.status == BUSY && load.may_refuse {
            refused += 1;
        } else {
            return Err(connection.unexpected(request, answer, load.status));
        }
    }
    Ok((latencies, refused))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing, reason = "tests")]
    use super::*;

    fn sample(milliseconds: impl IntoIterator<Item = u64>) -> Sample {
        let latencies = milliseconds.into_iter().map(Duration::from_millis).collect();
        Sample::new(latencies, Duration::from_secs(2), Duration::from_millis(300), Duration::from_millis(100))
    }

    #[test]
    fn percentiles_are_waiting_times_that_were_seen() {
        let hundred = sample((1..=100).rev());
        assert_eq!(hundred.percentile(50), Duration::from_millis(50));
        assert_eq!(hundred.percentile(99), Duration::from_millis(99));
        assert_eq!(hundred.percentile(100), Duration::from_millis(100));
        assert_eq!(sample([7]).percentile(99), Duration::from_millis(7));
        assert_eq!(sample([]).percentile(50), Duration::ZERO);
    }

    #[test]
    fn measurements_add_up() {
        let mut both = sample(1..=100);
        both.add(sample(101..=200));
        assert_eq!((both.requests(), both.percentile(50)), (200, Duration::from_millis(100)));
        assert!((both.throughput() - 50.0).abs() < 1e-9);
        assert!((both.application_ms() - 3.0).abs() < 1e-9 && (both.cpu_ms() - 4.0).abs() < 1e-9);
    }

    #[test]
    fn a_request_that_counts_once_is_made_once() {
        let requests = Requests::once(vec![vec![1], vec![2]]);
        let mut dice = Dice::new(0);
        assert_eq!(requests.next(0, &mut dice), Some(&[1][..]));
        assert_eq!(requests.clone().next(1, &mut dice), Some(&[2][..]));
        assert_eq!(requests.next(0, &mut dice), None);
    }

    #[test]
    fn dice_fall_on_every_side() {
        let mut dice = Dice::new(3);
        let mut seen = [0_u32; 6];
        for _ in 0..6_000 {
            seen[dice.below(6)] += 1;
        }
        assert!(seen.iter().all(|count| (800..1_200).contains(count)), "{seen:?}");
    }

    #[test]
    fn the_first_shares_of_many_lie_everywhere() {
        let mut seen = [0_u32; 4];
        for number in 0..1_000 {
            let share = Dice::new(number).share();
            assert!((0.0..1.0).contains(&share));
            let quarter = [0.25, 0.5, 0.75].iter().filter(|limit| share >= **limit).count();
            seen[quarter] += 1;
        }
        assert!(seen.iter().all(|count| (200..300).contains(count)), "{seen:?}");
    }
}
