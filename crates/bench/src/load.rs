//! Loads a server with a number of connections, each of which asks again as soon as it has its answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use tokio::task::JoinSet;

use crate::failure::{Outcome, because};
use crate::http::{BUSY, Connection, SUCCESS};
use crate::machine::Spent;
use crate::server::Server;

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
    pub(crate) fn once(requests: Vec<Vec<u8>>) -> Self {
        Self::Once(Arc::new(requests), Arc::default())
    }

    /// All of them.
    pub(crate) fn all(&self) -> &[Vec<u8>] {
        let (Self::AtRandom(requests) | Self::Once(requests, _) | Self::OfConnection(requests)) = self;
        requests
    }

    /// The next one of a connection; `None` where there are no more.
    fn next(&self, connection: usize, dice: &mut StdRng) -> Option<&[u8]> {
        let place = match self {
            Self::AtRandom(requests) => dice.random_range(0..requests.len()),
            Self::Once(_, used) => used.fetch_add(1, Ordering::Relaxed),
            Self::OfConnection(_) => connection,
        };
        self.all().get(place).map(Vec::as_slice)
    }
}

/// What one measurement found, or several of the same kind together.
#[derive(Debug, Clone)]
pub(crate) struct Sample {
    /// The waiting times of all requests, in microseconds.
    waits: Histogram<u32>,
    /// How many were turned away because the server was busy; they are in no other figure.
    pub(crate) refused: u32,
    time: Duration,
    /// The processor time of the application and of the database's own processes.
    spent: Spent,
}

impl Sample {
    pub(crate) fn new(waits: impl IntoIterator<Item = Duration>, time: Duration, spent: Spent) -> Outcome<Self> {
        let mut sample = Self { waits: Histogram::new(3)?, refused: 0, time, spent };
        for wait in waits {
            sample.waits.record(u64::try_from(wait.as_micros())?)?;
        }
        Ok(sample)
    }

    /// Several measurements of the same thing.
    pub(crate) fn total(all: &[Self]) -> Option<Self> {
        let (first, others) = all.split_first()?;
        let mut total = first.clone();
        for other in others {
            total.waits.add(&other.waits).ok()?;
            total.refused += other.refused;
            total.time += other.time;
            total.spent.iter_mut().zip(other.spent).for_each(|(spent, more)| *spent += more);
        }
        Some(total)
    }

    pub(crate) fn requests(&self) -> u32 {
        u32::try_from(self.waits.len()).unwrap_or(u32::MAX)
    }

    /// Requests a second.
    pub(crate) fn throughput(&self) -> f64 {
        f64::from(self.requests()) / self.time.as_secs_f64().max(f64::EPSILON)
    }

    /// The milliseconds that `percent` of the requests did not exceed.
    pub(crate) fn ms(&self, percent: u8) -> f64 {
        let waited = self.waits.value_at_percentile(percent.into()).min(self.waits.max());
        Duration::from_micros(waited).as_secs_f64() * 1e3
    }

    /// Milliseconds of processor time a request: in the application, and in the database's own processes.
    pub(crate) fn cpu(&self) -> [f64; 2] {
        self.spent.map(|spent| spent.as_secs_f64() * 1e3 / f64::from(self.requests().max(1)))
    }
}

/// What is asked again and again, whether the server may say that it is busy, and over how many connections it is measured.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) what: &'static str,
    pub(crate) requests: Requests,
    pub(crate) may_refuse: bool,
    pub(crate) connections: &'static [usize],
}

impl Call {
    pub(crate) fn new(what: &'static str, requests: Requests) -> Self {
        Self { what, requests, may_refuse: false, connections: &[1, 16, 64] }
    }

    /// Any of these requests, at random.
    pub(crate) fn any(what: &'static str, requests: Vec<Vec<u8>>) -> Self {
        Self::new(what, Requests::AtRandom(Arc::new(requests)))
    }

    /// Each of these requests once, one after the other.
    pub(crate) fn each(what: &'static str, requests: Vec<Vec<u8>>) -> Self {
        Self { connections: &[1], ..Self::new(what, Requests::once(requests)) }
    }

    pub(crate) fn over(self, connections: &'static [usize]) -> Self {
        Self { connections, ..self }
    }

    pub(crate) fn may_be_refused(self) -> Self {
        Self { may_refuse: true, ..self }
    }

    /// Asks a server for a time at most, over so many connections. Any other answer than a success is a failure, because figures of errors
    /// mean nothing, except where the server may refuse because it is busy: where more is asked of it than it can do, that is correct.
    pub(crate) async fn load(&self, server: &Server, connections: usize, time: Duration) -> Outcome<Sample> {
        let mut opened = Vec::with_capacity(connections);
        for _ in 0..connections {
            opened.push(Connection::open(server.address).await?);
        }
        let (before, began) = (server.meter.read()?, Instant::now());
        let mut clients = JoinSet::new();
        for (number, mut connection) in opened.into_iter().enumerate() {
            // The same in every run.
            let (call, mut dice) = (self.clone(), StdRng::seed_from_u64(u64::try_from(number)?));
            clients.spawn(async move {
                let (mut waits, mut refused) = (Vec::with_capacity(4_096), 0);
                while began.elapsed() < time {
                    let Some(request) = call.requests.next(number, &mut dice) else { break };
                    let asked = Instant::now();
                    match connection.ask(request).await? {
                        SUCCESS => waits.push(asked.elapsed()),
                        BUSY if call.may_refuse => refused += 1,
                        other => return connection.unexpected(request, other),
                    }
                }
                Outcome::Ok((waits, refused))
            });
        }
        let (mut waits, mut refused) = (Vec::new(), 0);
        while let Some(done) = clients.join_next().await {
            let (answered, turned_away) = done.map_err(because("a client broke"))??;
            waits.extend(answered);
            refused += turned_away;
        }
        if waits.is_empty() && refused == 0 {
            return Err("nothing was asked in the time given".into());
        }
        let sample = Sample::new(waits, began.elapsed(), server.meter.since(before)?)?;
        Ok(Sample { refused, ..sample })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(milliseconds: impl IntoIterator<Item = u64>) -> Sample {
        let spent = [300, 100].map(Duration::from_millis);
        Sample::new(milliseconds.into_iter().map(Duration::from_millis), Duration::from_secs(2), spent).unwrap()
    }

    #[test]
    fn measurements_add_up_and_percentiles_are_waiting_times_that_were_seen() {
        let both = Sample::total(&[sample((1..=100).rev()), sample(101..=200)]).unwrap();
        for (percent, expected) in [(50, 100.0), (99, 198.0), (100, 200.0)] {
            assert!((both.ms(percent) / expected - 1.0).abs() < 1e-3, "{percent}");
        }
        assert!(both.requests() == 200 && (both.throughput() - 50.0).abs() < 1e-9);
        assert!((both.cpu()[0] - 3.0).abs() < 1e-9 && (both.cpu().iter().sum::<f64>() - 4.0).abs() < 1e-9);
    }

    #[test]
    fn a_request_that_counts_once_is_made_once() {
        let (requests, mut dice) = (Requests::once(vec![vec![1], vec![2]]), StdRng::seed_from_u64(0));
        assert_eq!(requests.next(0, &mut dice), Some(&[1][..]));
        assert_eq!(requests.clone().next(1, &mut dice), Some(&[2][..]));
        assert_eq!(requests.next(0, &mut dice), None);
    }
}
