//! Random histories of a few people over some months, in which anything that people do may meet anything else: after each step closed
//! months agree with their rows, balances are sums, readiness is the sum of its lists, nobody waits for nobody, and people have been told
//! once of each statement that is another one.
//!
//! `HISTORIES=50` walks so many histories, `HISTORY_STEPS=400` takes so many steps in each, and `HISTORY_SEED=7` begins with that seed.

mod acts;
mod laws;
mod leave;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use application::absences::announce;
use application::months::tell_next;
use application::unlocks::expire;
use chrono::{Days, NaiveDate};
use domain::id::UserId;
use domain::person::Role;
use serde_json::{Value, json};
use testkit::app::day;
use testkit::{Client, TestApp, TestDatabase, TestPerson, on_both_engines};

use super::accounts::{path, unchanged, with};
use super::leave_ledger::settle_all;
use super::months::settle;
use acts::Act;

/// How many histories are walked, of how many steps each, where nobody asks for more.
const HISTORIES: u64 = 2;
const STEPS: u64 = 40;

/// The codes of refusals that a call which is well formed may meet (api.md). A server error and a body that does not parse are none.
const REFUSALS: [&str; 8] = [
    "VALIDATION_FAILED",
    "FORBIDDEN",
    "DATE_LOCKED",
    "NOT_FOUND",
    "CONFLICT",
    "MONTH_CLOSED",
    "LEAVE_CONFLICT",
    "BALANCE_TOO_LOW",
];
/// A small generator (SplitMix64): the same seed makes the same history.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to the number before `count`.
    fn below(&mut self, count: u64) -> u64 {
        self.next() % count.max(1)
    }

    fn from(&mut self, first: i64, last: i64) -> i64 {
        first + self.below((last - first + 1).unsigned_abs()).cast_signed()
    }

    fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        (!of.is_empty()).then(|| &of[usize::try_from(self.below(of.len() as u64)).unwrap()])
    }

    /// Some of these, one at least where there is any.
    fn some<T: Clone>(&mut self, of: &[T]) -> Vec<T> {
        let kept: Vec<T> = of.iter().filter(|_| self.percent(60)).cloned().collect();
        if kept.is_empty() { self.pick(of).cloned().into_iter().collect() } else { kept }
    }
}

/// Somebody of the history.
#[derive(Clone)]
struct Somebody {
    name: String,
    person: TestPerson,
}

/// A close, as it was answered.
struct Made {
    rows: Vec<Value>,
    /// Whether people were told of it before its month was opened again.
    is_told: bool,
}

struct Walk {
    app: TestApp,
    chance: Chance,
    seed: u64,
    today: NaiveDate,
    hal: Somebody,
    ada: Somebody,
    /// The managers, then the employees.
    people: Vec<Somebody>,
    clients: HashMap<UserId, Client>,
    holidays: Vec<String>,
    /// The revisions of each month, the oldest first.
    made: BTreeMap<String, Vec<Made>>,
    /// How many statements of a month each person has to have been told of.
    told: BTreeMap<(String, String), usize>,
    /// The days that were ever accepted as absent, each with whose it is.
    accepted: BTreeSet<(String, String)>,
    done: BTreeMap<&'static str, usize>,
    history: Vec<String>,
}

/// What has happened is told where a law does not hold.
impl Drop for Walk {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("HISTORY_SEED={}, step {}:\n{}", self.seed, self.history.len(), self.history.join("\n"));
        }
    }
}

impl Walk {
    /// Two managers with two employees each, on 20 April 2026, with March closed.
    async fn begin(app: TestApp, seed: u64) -> Self {
        let today = day("2026-04-20");
        app.clock.set(&format!("{today}T09:00:00Z"));
        let new = async |name: &str, role| Somebody { name: name.to_owned(), person: app.person(name, role).await };
        let (hal, ada) = (new("Hal", Role::Hr).await, new("Ada", Role::Admin).await);
        let mut people = vec![new("Max", Role::Manager).await, new("Mia", Role::Manager).await];
        for (nth, name) in ["Ann", "Ben", "Cyd", "Dan"].into_iter().enumerate() {
            let person = app.member(name, &people[nth % 2].person).await;
            people.push(Somebody { name: name.to_owned(), person });
        }
        let mut walk = Self {
            app,
            chance: Chance(seed),
            seed,
            today,
            hal,
            ada,
            people,
            clients: HashMap::new(),
            holidays: Vec::new(),
            made: BTreeMap::new(),
            told: BTreeMap::new(),
            accepted: BTreeSet::new(),
            done: BTreeMap::new(),
            history: Vec::new(),
        };
        let hal = walk.client(&walk.hal.clone()).await;
        for (nth, somebody) in walk.people[2..].iter().enumerate() {
            let body = unchanged(&somebody.name, &somebody.person, "Employee");
            // One has no salary, and of another one nobody knows when they joined.
            let fields =
                [json!({"salary": 36_000}), json!({}), json!({"joiningDate": null}), json!({"salary": 24_000})];
            hal.put(&path(&somebody.person), with(body, fields[nth].clone())).await.expect(200);
        }
        walk.jobs().await;
        // March is closed already.
        let force = json!({"force": true, "reason": "Payday"});
        hal.post("/api/months/2026-03/close", force).await.expect(200);
        walk.note_close("2026-03").await;
        walk
    }

    /// Somebody's client of today.
    async fn client(&mut self, somebody: &Somebody) -> Client {
        if let Some(client) = self.clients.get(&somebody.person.id) {
            return client.clone();
        }
        let client = self.app.sign_in(&somebody.person).await;
        self.clients.insert(somebody.person.id, client.clone());
        client
    }

    async fn hr(&mut self) -> Client {
        self.client(&self.hal.clone()).await
    }

    async fn admin(&mut self) -> Client {
        self.client(&self.ada.clone()).await
    }

    /// A date so many days from today.
    fn near(&mut self, first: i64, last: i64) -> NaiveDate {
        self.today + chrono::Duration::days(self.chance.from(first, last))
    }

    /// What the portal does by itself, but for telling people of closed months, which may come later.
    async fn jobs(&self) {
        let ports = &self.app.ports;
        ports.policy.refresh(ports.reads.as_ref()).await.unwrap();
        settle(&self.app).await;
        announce(ports).await.unwrap();
        expire(ports).await.unwrap();
        settle_all(&self.app).await;
    }

    async fn pass(&mut self, days: u64) {
        self.tell().await;
        self.today = self.today + Days::new(days);
        self.app.clock.set(&format!("{}T09:00:00Z", self.today));
        self.clients.clear();
        self.jobs().await;
    }

    /// People are told of the months that are closed, and it is noted of what they have to have been told.
    async fn tell(&mut self) {
        while tell_next(&self.app.ports).await.unwrap() {}
        let employees = self.employees_now().await;
        let closed = self.states().await;
        for (month, revisions) in &mut self.made {
            let Some((newest, before)) = revisions.split_last_mut() else { continue };
            if newest.is_told || closed.get(month).is_none_or(|state| state != "closed") {
                continue;
            }
            newest.is_told = true;
            let known = before.last().filter(|before| before.is_told).map(|before| &before.rows);
            for row in &newest.rows {
                let user = row["userId"].as_str().unwrap().to_owned();
                let is_same = |of: &&Value| of["userId"] == row["userId"] && laws::figures(of) == laws::figures(row);
                let is_known = known.is_some_and(|known| known.iter().any(|of| is_same(&of)));
                if employees.contains(&user) && !is_known {
                    *self.told.entry((month.clone(), user)).or_default() += 1;
                }
            }
        }
    }

    /// Takes a step, where it can be taken, notes what came of it, and looks at the laws.
    async fn step(&mut self) {
        let mut has_changed = true;
        for _ in 0..20 {
            let act = Act::choose(&mut self.chance);
            let Some((what, answer)) = self.act(act).await else { continue };
            let (status, code) = (answer.status, answer.code());
            if status == 401 {
                // Who has left or is blocked does nothing.
                continue;
            }
            let said = if status < 400 { String::new() } else { format!(" {code} {}", answer.message()) };
            self.history.push(format!("{} {} {what}: {status}{said}", self.history.len(), self.today));
            assert!(status < 400 || (status < 500 && REFUSALS.contains(&code.as_str())), "{}", answer.text());
            has_changed = status < 400;
            if has_changed {
                *self.done.entry(act.name()).or_default() += 1;
            }
            break;
        }
        if self.chance.percent(75) {
            self.tell().await;
        }
        // What was refused changes nothing, which is worth a look only at times.
        if has_changed || self.chance.percent(20) {
            self.check().await;
        }
    }
}

fn asked(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{name} must be a number")))
}

on_both_engines! {
    async fn whatever_people_do_the_books_agree(database: &TestDatabase) {
        let (histories, steps, first) = (asked("HISTORIES", HISTORIES), asked("HISTORY_STEPS", STEPS), asked("HISTORY_SEED", 1));
        let mut done = BTreeMap::<&str, usize>::new();
        for seed in first..first + histories {
            let fresh = if database.is_postgres() { TestDatabase::postgres().await } else { TestDatabase::sqlite().await };
            let mut walk = Walk::begin(TestApp::start(&fresh).await, seed).await;
            for _ in 0..steps {
                walk.step().await;
            }
            for (name, count) in &walk.done {
                *done.entry(name).or_default() += count;
            }
        }
        eprintln!("seeds {first} to {}, {steps} steps each: {done:?}", first + histories - 1);
    }
}
