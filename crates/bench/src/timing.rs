//! Whether the time that an answer takes tells who has an account.
//!
//! Somebody who knows an address and no password asks to sign in, or for a reset link. The answer is the same whether
//! the address is known or not; here it is measured whether the time that it takes gives the address away. The requests take turns in
//! an order that is drawn anew each time, each with addresses that nobody has asked for before and from an IP address of
//! its own, so that no budget of attempts is used up and whatever the machine does meanwhile falls on all alike.

use std::cell::RefCell;
use std::net::Ipv4Addr;
use std::path::Path;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use serde_json::{Value, json};

use crate::calls::Calls;
use crate::engine::{self, Database, Engine};
use crate::failure::Outcome;
use crate::fill::{self, AuditLog};
use crate::http::{self, BUSY, Connection, SUCCESS};
use crate::options::Timing;
use crate::organisation::{Size, clock_days};
use crate::report::{Notebook, median, table};
use crate::server::{self, Server};
use crate::targets::Target;
use crate::{hashing, note, say};

/// As many rounds come first and are not counted, so that statements are ready and memory is there.
const WARM_UP: usize = 20;
/// A server rests when it worked no longer than this in the half second before.
const RESTING: Duration = Duration::from_millis(10);
const REST_WITHIN: Duration = Duration::from_mins(1);
/// Whose address is asked for. All addresses are equally long.
const NOBODY: &str = "nobody";
const KNOWN: &str = "person";
const BLOCKED: &str = "barred";

fn email(whose: &str, number: usize) -> String {
    format!("{whose}{number:05}@timing.example")
}

/// Compares on each of the engines and says what was found. The answer is whether nothing can be told.
pub(crate) async fn run(options: &Timing, program: &Path, folder: &Path) -> Outcome<bool> {
    let (server, mut found) = (engine::Server::find(&options.only).await?, Vec::new());
    for engine in &options.only {
        let server = server.as_ref().filter(|_| *engine == Engine::Postgres);
        let book = Notebook { engine: *engine, size: Size::Small, rows: RefCell::default() };
        compare(WARM_UP + usize::from(options.samples), server, program, &folder.join(format!("{engine:?}")), &book)
            .await?;
        found.extend(book.rows.into_inner());
    }
    let passes = found.iter().all(|row| Target::find(row).is_none_or(|target| target.is_met(row)));
    let (samples, verdict) = (options.samples, if passes { "PASS" } else { "FAIL" });
    say(&format!("{}\n\n{samples} each, taking turns in random order.\n{verdict}", table(&found)));
    Ok(passes)
}

async fn compare(
    rounds: usize,
    server: Option<&engine::Server>,
    program: &Path,
    folder: &Path,
    book: &Notebook,
) -> Outcome<()> {
    let day = clock_days().next().ok_or("the calendar has ended")?;
    let database = Database::make(server, folder, "daybook_timing", None).await?;
    server::operate(program, &database, day, &["migrate"]).await?;
    fill::fill(&database, Size::Small, &hashing::hash()?, &[], AuditLog::of(Size::Small, None)).await?;
    let portal = Server::portal(program, &database, day, Some("127.0.0.1")).await?;
    note(&format!("{:?}: registering {} accounts", book.engine, rounds * 2));
    register(&portal, rounds).await?;
    rest(&portal).await?;
    note(&format!("{:?}: {rounds} rounds of logins", book.engine));
    let [nobody, known, blocked] = ask(&portal, ("/api/auth/login", 401, 0), [NOBODY, KNOWN, BLOCKED], rounds).await?;
    rest(&portal).await?;
    note(&format!("{:?}: {rounds} rounds of forgotten passwords", book.engine));
    let [nobody_forgot, forgot] =
        ask(&portal, ("/api/auth/forgot-password", SUCCESS, 1), [NOBODY, KNOWN], rounds).await?;
    portal.stop().await?;
    database.remove().await?;
    for (what, unknown, known) in [
        ("wrong password", &nobody, &known),
        ("blocked account", &nobody, &blocked),
        ("forgotten password", &nobody_forgot, &forgot),
    ] {
        let [other, usual] = [known, unknown].map(|times| median(times).unwrap_or(f64::NAN));
        book.value(&format!("{what}, median"), 0, "ms", other);
        book.value(&format!("{what}, median for an unknown address"), 0, "ms", usual);
        book.value(&format!("{what}, medians apart"), 0, "%", (other - usual).abs() * 100.0 / usual);
        book.value(&format!("{what}, likelihood"), 0, "p", likelihood(known, unknown));
    }
    Ok(())
}

/// Registers `count` people as an administrator would, so that the portal hashes their passwords with whatever it hashes with, and as
/// many whose accounts are blocked at once.
async fn register(portal: &Server, count: usize) -> Outcome<()> {
    let calls = Calls::of(Size::Small)?;
    let header = calls.header(calls.people.administrator());
    let mut connection = Connection::open(portal.address).await?;
    for number in 0..count {
        for whose in [KNOWN, BLOCKED] {
            let body = json!({
                "firstName": "Timing", "lastName": "Person", "email": email(whose, number), "role": "Employee",
                "department": "Works", "position": "Clerk", "salary": 50_000, "isActive": true, "joiningDate": "2026-01-05",
            });
            let request = http::send("POST", "/api/auth/register", &header, &body);
            // Here it may be busy with another hash, and nothing is measured yet.
            let mut status = BUSY;
            while status == BUSY {
                status = connection.ask(&request).await?;
            }
            if status != SUCCESS {
                return connection.unexpected(&request, status);
            }
            if whose == BLOCKED {
                let made: Value = serde_json::from_slice(&connection.body)?;
                let id = made.pointer("/data/user/_id").and_then(Value::as_str).unwrap_or_default();
                let path = format!("/api/users/{id}/toggle-block");
                let block = http::send("PATCH", &path, &header, &json!({"isBlocked": true}));
                connection.expect(&block).await?;
            }
        }
    }
    Ok(())
}

/// Waits until the portal has sent its mail and done whatever else was left to do.
async fn rest(portal: &Server) -> Outcome<()> {
    let began = Instant::now();
    while began.elapsed() < REST_WITHIN {
        let before = portal.meter.read()?;
        tokio::time::sleep(Duration::from_millis(500)).await;
        if portal.meter.since(before)?.iter().sum::<Duration>() <= RESTING {
            return Ok(());
        }
    }
    note("The portal did not come to rest within a minute; it is measured as it is.");
    Ok(())
}

/// Asks in rounds, in each of them once for an address of each kind in an order drawn anew, each time from another IP address of this
/// network, and gives the milliseconds of each kind.
async fn ask<const N: usize>(
    portal: &Server,
    (path, status, network): (&str, u16, u8),
    kinds: [&str; N],
    rounds: usize,
) -> Outcome<[Vec<f64>; N]> {
    let (mut connection, mut dice) = (Connection::open(portal.address).await?, StdRng::seed_from_u64(0));
    let (mut from, mut lengths) = (Ipv4Addr::new(10, network, 0, 0).to_bits(), Vec::new());
    let mut times: [Vec<f64>; N] = std::array::from_fn(|_| Vec::with_capacity(rounds));
    for round in 0..rounds {
        let mut turns: Vec<_> = kinds.iter().zip(&mut times).collect();
        turns.shuffle(&mut dice);
        for (whose, times) in turns {
            from += 1;
            let request = request(path, &email(whose, round), Ipv4Addr::from_bits(from));
            let began = Instant::now();
            let answered = connection.ask(&request).await?;
            let time = began.elapsed();
            if answered != status {
                return connection.unexpected(&request, answered);
            }
            lengths.push(connection.body.len());
            if round >= WARM_UP {
                times.push(time.as_secs_f64() * 1e3);
            }
        }
    }
    lengths.dedup();
    if lengths.len() > 1 {
        return Err("the answers are not equally long: nobody needs a clock to tell them apart".into());
    }
    Ok(times)
}

/// With a password that no account has, where one is asked for.
fn request(path: &str, email: &str, from: Ipv4Addr) -> Vec<u8> {
    let body = match path {
        "/api/auth/login" => json!({"email": email, "password": "a guess of no account's"}),
        _ => json!({"email": email}),
    };
    http::send("POST", path, &format!("X-Forwarded-For: {from}\r\n"), &body)
}

/// How likely two sets as different as these are, drawn from one and the same source: the test of Kolmogorov and Smirnov, by the
/// approximation of Stephens, good from a few values on. It sees what medians do not: another spread, or a second hump.
fn likelihood(one: &[f64], other: &[f64]) -> f64 {
    let share = |values: &[f64], point: f64| {
        let up_to = values.iter().filter(|value| **value <= point).count();
        f64::from(u32::try_from(up_to).unwrap_or(u32::MAX)) / size(values)
    };
    let gaps = one.iter().chain(other).map(|point| (share(one, *point) - share(other, *point)).abs());
    let root = (size(one) * size(other) / (size(one) + size(other))).sqrt();
    let lambda = (root + 0.12 + 0.11 / root) * gaps.fold(0.0, f64::max);
    if lambda < 0.3 {
        // Where the series converges slowly its sum is one but for a hundred-thousandth.
        return 1.0;
    }
    let term = |k: i32| f64::from(1 - k % 2 * 2) * -(-2.0 * f64::from(k * k) * lambda * lambda).exp();
    (2.0 * (1..=100).map(term).sum::<f64>()).clamp(0.0, 1.0)
}

fn size(values: &[f64]) -> f64 {
    f64::from(u32::try_from(values.len()).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_for_any_address_are_equally_long() {
        let from = Ipv4Addr::new(10, 0, 0, 1);
        let length = |whose| request("/api/auth/login", &email(whose, 7), from).len();
        assert_eq!([length(KNOWN), length(BLOCKED)], [length(NOBODY); 2]);
    }

    #[test]
    fn the_likelihood_agrees_with_the_tables() {
        let ramp = |from: f64, width: f64| (0..400).map(|n| from + f64::from(n) / 400.0 * width).collect::<Vec<_>>();
        let of = |from, width| likelihood(&ramp(0.0, 1.0), &ramp(from, width));
        // The critical distance for two sets of 400 at one per cent is 1.628 × √(2/400) = 0.1151.
        assert!(of(0.118, 1.0) < 0.01 && of(0.108, 1.0) > 0.01 && of(0.0, 1.0) > 0.999);
        assert!(of(-0.5, 2.0) < 0.01, "wider, with the same median");
    }
}
