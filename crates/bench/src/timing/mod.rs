//! Whether the time that an answer takes tells who has an account.
//!
//! Somebody who knows an address and no password asks to sign in, or for a reset link. The answer is the same whether
//! the address is known or not; here it is measured whether the time that it takes gives the address away. The requests take turns in
//! an order that is drawn anew each time, each with addresses that nobody has asked for before and from an IP address of
//! its own, so that no budget of attempts is used up and whatever the machine does meanwhile falls on all alike.

mod accounts;
mod options;
mod report;
mod statistics;

use std::net::Ipv4Addr;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

pub(crate) use self::options::{HELP, Options, Request, parse};
use self::report::Comparison;
use crate::calls::Calls;
use crate::engine::{self, Database, Engine};
use crate::failure::{Failure, Outcome};
use crate::http::{self, Connection};
use crate::load::Dice;
use crate::measure::note;
use crate::organisation::{Size, clock_days};
use crate::server::{self, Server};
use crate::{fill, hashing};

/// As many rounds come first and are not counted, so that statements are ready and memory is there.
const WARM_UP: usize = 20;
/// A server rests when it worked no longer than this in the half second before.
const RESTING: Duration = Duration::from_millis(10);
const REST_WITHIN: Duration = Duration::from_mins(1);

/// Whose address is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whose {
    Nobodys,
    Known,
    Blocked,
}

impl Whose {
    /// All addresses are equally long.
    fn email(self, number: usize) -> String {
        let name = match self {
            Self::Nobodys => "nobody",
            Self::Known => "person",
            Self::Blocked => "barred",
        };
        format!("{name}{number:05}@timing.example")
    }
}

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Question {
    Login,
    Forgot,
}

impl Question {
    /// A password that no account has.
    fn request(self, email: &str, from: Ipv4Addr) -> Vec<u8> {
        match self {
            Self::Login => {
                let body = json!({"email": email, "password": "a guess of no account's"});
                http::post_from(from, "/api/auth/login", &body)
            }
            Self::Forgot => http::post_from(from, "/api/auth/forgot-password", &json!({"email": email})),
        }
    }

    const fn status(self) -> u16 {
        match self {
            Self::Login => 401,
            Self::Forgot => 200,
        }
    }
}

/// Compares on each of the engines and says what was found. The answer is whether nothing can be told.
pub(crate) async fn run(options: &Options, folder: &Path) -> Outcome<(String, bool)> {
    if !options.daybook.is_file() {
        return Err(Failure::new(format!("there is no {}", options.daybook.display())));
    }
    let server = engine::Server::find().await?;
    let mut found = Vec::new();
    for engine in &options.engines {
        if *engine == Engine::Postgres && server.is_none() {
            return Err(Failure::new(
                "DAYBOOK_BENCH_POSTGRES names no PostgreSQL server. Say --only sqlite if that is meant.",
            ));
        }
        found.extend(compare(options, server.as_ref(), *engine, folder).await?);
    }
    Ok(report::text(&found, options.samples))
}

async fn compare(
    options: &Options,
    server: Option<&engine::Server>,
    engine: Engine,
    folder: &Path,
) -> Outcome<Vec<Comparison>> {
    let folder = folder.join(engine.word());
    let database = Database::make(engine, server, &folder, "daybook_timing").await?;
    server::migrate(&options.daybook, &database, &folder)?;
    fill::fill(&database, Size::Small, 0, &hashing::hash()?).await?;
    let day = clock_days().next().ok_or_else(|| Failure::new("the calendar has ended"))?;
    let settings = [("DAYBOOK_TRUSTED_PROXIES", "127.0.0.1")];
    let portal = Server::portal(&options.daybook, &database, &folder, day, &settings).await?;
    let rounds = WARM_UP + options.samples;
    note(&format!("{}: registering {} accounts", engine.name(), rounds * 2));
    accounts::register(&portal, &Calls::of(Size::Small)?.administrator(), rounds).await?;

    let mut guesser = Guesser { connection: Connection::open(portal.address).await?, dice: Dice::new(0), asked: 0 };
    rest(&portal).await?;
    note(&format!("{}: {rounds} rounds of logins", engine.name()));
    let all = [Whose::Nobodys, Whose::Known, Whose::Blocked];
    let logins = guesser.ask(Question::Login, all, rounds).await?;
    rest(&portal).await?;
    note(&format!("{}: {rounds} rounds of forgotten passwords", engine.name()));
    let forgotten = guesser.ask(Question::Forgot, [Whose::Nobodys, Whose::Known], rounds).await?;
    portal.stop().await?;
    database.remove().await?;

    let [nobody, known, blocked] = logins;
    let [nobody_forgot, known_forgot] = forgotten;
    let comparison = |what, unknown: &[f64], known| Comparison { engine, what, known, unknown: unknown.to_vec() };
    Ok(vec![
        comparison("login: known address, wrong password", &nobody, known),
        comparison("login: blocked account, wrong password", &nobody, blocked),
        comparison("forgot password: known address", &nobody_forgot, known_forgot),
    ])
}

/// Waits until the portal has sent its mail and done whatever else was left to do.
async fn rest(portal: &Server) -> Outcome<()> {
    let began = Instant::now();
    let mut before = portal.meter.read()?;
    while began.elapsed() < REST_WITHIN {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let now = portal.meter.read()?;
        if now.0.saturating_sub(before.0) + now.1.saturating_sub(before.1) <= RESTING {
            return Ok(());
        }
        before = now;
    }
    note("The portal did not come to rest within a minute; it is measured as it is.");
    Ok(())
}

/// Somebody who asks for addresses and looks at the clock.
struct Guesser {
    connection: Connection,
    dice: Dice,
    /// How often they have asked: each time from another IP address.
    asked: u32,
}

impl Guesser {
    /// Asks in rounds, in each of them once for an address of each kind, and gives the milliseconds of each kind.
    async fn ask<const N: usize>(
        &mut self,
        question: Question,
        kinds: [Whose; N],
        rounds: usize,
    ) -> Outcome<[Vec<f64>; N]> {
        let mut times: [Vec<f64>; N] = std::array::from_fn(|_| Vec::with_capacity(rounds));
        let mut lengths = Vec::new();
        for round in 0..rounds {
            for place in self.order::<N>() {
                let (Some(whose), Some(times)) = (kinds.get(place), times.get_mut(place)) else { continue };
                let (time, length) = self.once(question, *whose, round).await?;
                lengths.push(length);
                if round >= WARM_UP {
                    times.push(time.as_secs_f64() * 1e3);
                }
            }
        }
        lengths.dedup();
        if lengths.len() > 1 {
            return Err(Failure::new("the answers are not equally long: nobody needs a clock to tell them apart"));
        }
        Ok(times)
    }

    /// The numbers below `N`, in an order drawn anew.
    fn order<const N: usize>(&mut self) -> [usize; N] {
        let mut order = std::array::from_fn(|place| place);
        for place in (1..N).rev() {
            order.swap(place, self.dice.below(place + 1));
        }
        order
    }

    async fn once(&mut self, question: Question, whose: Whose, number: usize) -> Outcome<(Duration, usize)> {
        self.asked += 1;
        let from = Ipv4Addr::from_bits(Ipv4Addr::new(10, 0, 0, 0).to_bits() + self.asked);
        let request = question.request(&whose.email(number), from);
        let began = Instant::now();
        let answer = self.connection.ask(&request).await?;
        let time = began.elapsed();
        if answer.status == question.status() {
            return Ok((time, answer.body));
        }
        let said = String::from_utf8_lossy(self.connection.body(answer)).into_owned();
        Err(Failure::new(format!("{question:?} was answered with {}: {said}", answer.status)))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[tokio::test]
    async fn every_order_is_drawn() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let connection = Connection::open(listener.local_addr().unwrap()).await.unwrap();
        let mut guesser = Guesser { connection, dice: Dice::new(0), asked: 0 };
        let mut seen: Vec<[usize; 3]> = (0..200).map(|_| guesser.order()).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 6, "{seen:?}");
    }

    #[test]
    fn requests_for_any_address_are_equally_long() {
        let from = Ipv4Addr::new(10, 0, 0, 1);
        let length = |whose: Whose| Question::Login.request(&whose.email(7), from).len();
        assert_eq!(length(Whose::Nobodys), length(Whose::Known));
        assert_eq!(length(Whose::Nobodys), length(Whose::Blocked));
    }
}
