//! Whether the time that an answer takes tells who has an account.
//!
//! Somebody who knows an address and no password asks to sign in, or for a reset link. The answer is the same whether
//! the address is known or not; here it is measured whether the time that it takes gives the address away. The requests take turns in
//! an order that is drawn anew each time, each with addresses that nobody has asked for before and from an IP address of
//! its own, so that no budget of attempts is used up and whatever the machine does meanwhile falls on all alike.

use std::net::Ipv4Addr;
use std::path::Path;
use std::time::{Duration, Instant};

use comfy_table::{Table, presets::ASCII_MARKDOWN};
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
use crate::report::median;
use crate::server::{self, Server};
use crate::{hashing, note, say};

/// As many rounds come first and are not counted, so that statements are ready and memory is there.
const WARM_UP: usize = 20;
/// A server rests when it worked no longer than this in the half second before.
const RESTING: Duration = Duration::from_millis(10);
const REST_WITHIN: Duration = Duration::from_mins(1);
/// How far the medians may lie apart, as a part of the one for unknown addresses.
const APART: f64 = 0.05;
/// How often all comparisons together may give a false alarm where there is no difference.
const FALSE_ALARM: f64 = 0.01;

/// Whose address is asked for. All addresses are equally long.
const NOBODY: &str = "nobody";
const KNOWN: &str = "person";
const BLOCKED: &str = "barred";

fn email(whose: &str, number: usize) -> String {
    format!("{whose}{number:05}@timing.example")
}

/// Compares on each of the engines and says what was found. The answer is whether nothing can be told.
pub(crate) async fn run(options: &Timing, program: &Path, folder: &Path) -> Outcome<bool> {
    let server = engine::Server::find(&options.only).await?;
    let mut found = Vec::new();
    for engine in &options.only {
        let server = server.as_ref().filter(|_| *engine == Engine::Postgres);
        found.extend(compare(options.samples.into(), server, *engine, program, folder).await?);
    }
    let (report, passes) = report(&found, options.samples.into())?;
    say(&report);
    Ok(passes)
}

async fn compare(
    samples: usize,
    server: Option<&engine::Server>,
    engine: Engine,
    program: &Path,
    folder: &Path,
) -> Outcome<Vec<Comparison>> {
    let (folder, day) = (folder.join(engine.name()), clock_days().next().ok_or("the calendar has ended")?);
    let database = Database::make(server, &folder, "daybook_timing", None).await?;
    server::operate(program, &database, &folder, day, &["migrate"]).await?;
    fill::fill(&database, Size::Small, &hashing::hash()?, &[], AuditLog::of(Size::Small, None)).await?;
    let portal = Server::portal(program, &database, &folder, day, Some("127.0.0.1")).await?;
    let rounds = WARM_UP + samples;
    note(&format!("{}: registering {} accounts", engine.name(), rounds * 2));
    register(&portal, rounds).await?;

    let mut guesser =
        Guesser { connection: Connection::open(portal.address).await?, dice: StdRng::seed_from_u64(0), asked: 0 };
    rest(&portal).await?;
    note(&format!("{}: {rounds} rounds of logins", engine.name()));
    let [nobody, known, blocked] = guesser.ask("/api/auth/login", 401, [NOBODY, KNOWN, BLOCKED], rounds).await?;
    rest(&portal).await?;
    note(&format!("{}: {rounds} rounds of forgotten passwords", engine.name()));
    let [nobody_forgot, known_forgot] = guesser.ask("/api/auth/forgot-password", 200, [NOBODY, KNOWN], rounds).await?;
    portal.stop().await?;
    database.remove().await?;
    let comparison = |what, unknown: &[f64], known| Comparison { engine, what, known, unknown: unknown.to_vec() };
    Ok(vec![
        comparison("login: known address, wrong password", &nobody, known),
        comparison("login: blocked account, wrong password", &nobody, blocked),
        comparison("forgot password: known address", &nobody_forgot, known_forgot),
    ])
}

/// Registers `count` people as an administrator would, so that the portal hashes their passwords with whatever it hashes with, and as
/// many whose accounts are blocked at once.
async fn register(portal: &Server, count: usize) -> Outcome<()> {
    let calls = Calls::of(Size::Small)?;
    let token = calls.token(calls.people.administrator());
    let mut connection = Connection::open(portal.address).await?;
    for number in 0..count {
        for whose in [KNOWN, BLOCKED] {
            let body = json!({
                "firstName": "Timing", "lastName": "Person", "email": email(whose, number), "role": "Employee",
                "department": "Works", "position": "Clerk", "salary": 50_000, "isActive": true, "joiningDate": "2026-01-05",
            });
            let request = http::send("POST", "/api/auth/register", Some(&token), &body);
            // Here it may be busy with another hash, and nothing is measured yet.
            let mut status = BUSY;
            for _ in 0..20 {
                if status == BUSY {
                    status = connection.ask(&request).await?;
                }
            }
            if status != SUCCESS {
                return connection.unexpected(&request, status);
            }
            if whose == BLOCKED {
                let made: Value = serde_json::from_slice(&connection.body)?;
                let id = made.pointer("/data/user/_id").and_then(Value::as_str).unwrap_or_default();
                let path = format!("/api/users/{id}/toggle-block");
                let block = http::send("PATCH", &path, Some(&token), &json!({"isBlocked": true}));
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

/// Somebody who asks for addresses and looks at the clock.
struct Guesser {
    connection: Connection,
    dice: StdRng,
    /// How often they have asked: each time from another IP address.
    asked: u32,
}

impl Guesser {
    /// Asks in rounds, in each of them once for an address of each kind, and gives the milliseconds of each kind.
    async fn ask<const N: usize>(
        &mut self,
        path: &str,
        status: u16,
        kinds: [&str; N],
        rounds: usize,
    ) -> Outcome<[Vec<f64>; N]> {
        let mut times: [Vec<f64>; N] = std::array::from_fn(|_| Vec::with_capacity(rounds));
        let mut lengths = Vec::new();
        for round in 0..rounds {
            let mut turns: Vec<_> = kinds.iter().zip(&mut times).collect();
            turns.shuffle(&mut self.dice);
            for (whose, times) in turns {
                self.asked += 1;
                let from = Ipv4Addr::from_bits(Ipv4Addr::new(10, 0, 0, 0).to_bits() + self.asked);
                let request = request(path, &email(whose, round), from);
                let began = Instant::now();
                let answered = self.connection.ask(&request).await?;
                let time = began.elapsed();
                if answered != status {
                    return self.connection.unexpected(&request, answered);
                }
                lengths.push(self.connection.body.len());
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
}

/// With a password that no account has, where one is asked for.
fn request(path: &str, email: &str, from: Ipv4Addr) -> Vec<u8> {
    let body = match path {
        "/api/auth/login" => json!({"email": email, "password": "a guess of no account's"}),
        _ => json!({"email": email}),
    };
    http::post_from(from, path, &body)
}

/// One question, asked for known and for unknown addresses: the milliseconds of each answer.
struct Comparison {
    engine: Engine,
    what: &'static str,
    known: Vec<f64>,
    unknown: Vec<f64>,
}

impl Comparison {
    /// The medians, and how likely two sets as different as these are, drawn from one and the same source.
    fn figures(&self) -> Option<[f64; 3]> {
        Some([median(&self.known)?, median(&self.unknown)?, likelihood(&self.known, &self.unknown)])
    }
}

/// The test of Kolmogorov and Smirnov, by the approximation of Stephens, good from a few values on. It sees what medians do not: another
/// spread, or a second hump.
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

/// The report, and whether every comparison passes.
fn report(found: &[Comparison], samples: usize) -> Outcome<(String, bool)> {
    let (mut table, mut all_pass) = (Table::new(), !found.is_empty());
    let head = ["database", "asked", "median ms", "unknown address ms", "difference", "p", "verdict"];
    table.load_style(ASCII_MARKDOWN).set_header(head);
    let false_alarm = FALSE_ALARM / f64::from(u32::try_from(found.len())?.max(1));
    let verdict = |passes| if passes { "PASS" } else { "FAIL" };
    for one in found {
        let [known, unknown, p] = one.figures().ok_or("nothing was asked")?;
        let difference = (known - unknown) / unknown.max(f64::EPSILON);
        let passes = difference.abs() <= APART && p > false_alarm;
        all_pass &= passes;
        table.add_row([
            one.engine.name(),
            one.what,
            &format!("{known:.3}"),
            &format!("{unknown:.3}"),
            &format!("{:+.1} %", difference * 100.0),
            &format!("{p:.3}"),
            verdict(passes),
        ]);
    }
    let (apart, of) = (APART * 100.0, found.len());
    let limits = format!(
        "{samples} each, taking turns in random order. PASS: medians within {apart:.0} %, and p above {FALSE_ALARM} ÷ {of} comparisons."
    );
    Ok((format!("{table}\n\n{limits}\n{}", verdict(all_pass)), all_pass))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn requests_for_any_address_are_equally_long() {
        let from = Ipv4Addr::new(10, 0, 0, 1);
        let length = |whose| request("/api/auth/login", &email(whose, 7), from).len();
        assert_eq!([length(KNOWN), length(BLOCKED)], [length(NOBODY); 2]);
    }

    #[test]
    fn alike_passes_and_a_difference_of_either_kind_does_not() {
        let comparison = |known: fn(u32) -> f64| {
            let unknown = (0..400).map(|n| 10.0 + f64::from(n % 100) / 50.0).collect();
            Comparison { engine: Engine::Sqlite, what: "w", known: (0..400).map(known).collect(), unknown }
        };
        let alike = || comparison(|n| 10.0 + f64::from((n + 37) % 100) / 50.0);
        let later = comparison(|n| 10.8 + f64::from(n % 100) / 50.0);
        let wider = comparison(|n| 9.0 + f64::from(n % 100) / 25.0);
        let passes = |found: &[Comparison]| report(found, 400).unwrap().1;
        assert!(passes(&[alike(), alike()]));
        assert!(!passes(&[later]) && !passes(&[alike(), wider]));
        assert!(!passes(&[]), "nothing was compared");
        assert!(report(&[alike()], 400).unwrap().0.ends_with("\nPASS"));
    }

    #[test]
    fn the_likelihood_agrees_with_the_tables() {
        // The critical distance for two sets of 400 at one per cent is 1.628 × √(2/400) = 0.1151.
        let ramp = |shift: f64| (0..400).map(|n| f64::from(n) / 400.0 + shift).collect::<Vec<_>>();
        let of = |shift| Comparison { engine: Engine::Sqlite, what: "w", known: ramp(0.0), unknown: ramp(shift) };
        let [far, near] = [0.118, 0.108].map(|shift| of(shift).figures().unwrap());
        assert!(far[2] < 0.01 && near[2] > 0.01, "{far:?} {near:?}");
    }
}
