//! Two servers in turn: the portal beside the bare handler, beside another build, or on a large database beside a small one; and other
//! calls beside people who sign in.

use std::time::Duration;

use chrono::NaiveDate;

use super::{Round, Site, warm_up};
use crate::calls::{Calls, Handler, LOGINS};
use crate::failure::Outcome;
use crate::hashing;
use crate::http::Connection;
use crate::load::Call;
use crate::organisation::{Size, reading_day};
use crate::server::Server;
use crate::targets::{BARE, OTHER};

/// How many people sign in at once, each again and again.
const CROWDS: [usize; 3] = [2, 16, LOGINS];
/// Over how many connections others read meanwhile, and with a growing organisation.
const READERS: [usize; 2] = [1, 16];
/// The storm begins before the reading is measured, and outlasts it.
const AROUND: Duration = Duration::from_millis(500);

/// Who comes first changes from round to round.
fn turns<T>(round: u32, both: [T; 2]) -> [(bool, T); 2] {
    let [this, other] = both;
    if round.is_multiple_of(2) { [(false, other), (true, this)] } else { [(true, this), (false, other)] }
}

/// The answer to the first of a call's requests.
async fn body(server: &Server, call: &Call) -> Outcome<Vec<u8>> {
    let mut connection = Connection::open(server.address).await?;
    connection.expect(call.requests.all().first().ok_or("there is nobody to ask")?).await?;
    Ok(connection.body)
}

impl Round<'_> {
    /// The calls that can be repeated, beside the bare handler or the other build.
    pub(super) async fn compare<const N: usize>(&self, calls: impl Fn(&Calls, Handler) -> [Call; N]) -> Outcome<()> {
        let (pair, beside) = self.pair(reading_day()).await?;
        let asked = pair.each_ref().map(|(_, handler)| calls(&self.site.calls, *handler));
        let [(this, _), (other, _)] = &pair;
        let [of_this, of_other] = &asked;
        for (mine, others) in of_this.iter().zip(of_other) {
            if beside == BARE && self.number == 1 {
                let lengths = (body(this, mine).await?.len(), body(other, others).await?.len());
                if lengths.0.abs_diff(lengths.1) * 10 > lengths.1 {
                    return Err(format!("the answers to {} are of different sizes: {lengths:?}", mine.what).into());
                }
            }
            self.in_turn([(this, mine), (other, others)], (mine.what, beside), mine.connections).await?;
        }
        if of_this.iter().any(|call| call.what == "own month") {
            self.book.value("memory after the reads", 0, "MiB", this.mib()?);
        }
        stop(pair.map(|(server, _)| server)).await
    }

    /// One call on two servers, over each of these numbers of connections.
    async fn in_turn(
        &self,
        both: [(&Server, &Call); 2],
        (what, beside): (&str, &'static str),
        connections: &[usize],
    ) -> Outcome<()> {
        for (server, call) in both {
            warm_up(server, call).await?;
        }
        for &connections in connections {
            for (is_this, (server, call)) in turns(self.number, both) {
                let sample = call.load(server, connections, self.time()).await?;
                self.book.side(what, connections, beside, is_this, sample);
            }
        }
        Ok(())
    }

    /// The calls that write: submitting a day, and approving a team's days. Each is on disk when it is answered. Everybody can submit a
    /// day once, so each measurement has a day of its own, and both servers start anew for it.
    pub(super) async fn submit(&self) -> Outcome<()> {
        let calls = &self.site.calls;
        for connections in [1, 16, LOGINS] {
            let day = self.day();
            let (pair, beside) = self.pair(day).await?;
            for (is_this, (server, handler)) in turns(self.number, pair.each_ref()) {
                let [month, ..] = calls.own(*handler);
                let [before, measured] = calls.submissions(*handler, day);
                warm_up(server, &month).await?;
                before.load(server, 16, self.time() * 4).await?;
                let sample = measured.load(server, connections, self.time()).await?;
                self.book.side("submit", connections, beside, is_this, sample);
                if beside == OTHER && connections == 1 {
                    let approvals = calls.approvals(self.number, self.lab.options.rounds);
                    let sample = approvals.load(server, 16, self.time() * 4).await?;
                    self.book.side(approvals.what, 16, beside, is_this, sample);
                }
            }
            stop(pair.map(|(server, _)| server)).await?;
        }
        Ok(())
    }

    /// Whether a call stays as cheap when the organisation is as much larger, and older.
    pub(super) async fn growth(&self, small: &Site, day: NaiveDate) -> Outcome<()> {
        let (beside, calls): (_, fn(&Calls) -> Vec<Call>) = match small.calls.size {
            Size::Small => ("100 employees", |calls| vec![calls.month()]),
            _ => ("1,000 employees", |calls| calls.lists().into()),
        };
        let here = Server::portal(&self.lab.program, &self.site.database, day, None).await?;
        let there = Server::portal(&self.lab.program, &small.database, day, None).await?;
        for (large, small) in calls(&self.site.calls).iter().zip(&calls(&small.calls)) {
            let what = format!("{} as it grows", large.what);
            self.in_turn([(&here, large), (&there, small)], (&what, beside), &READERS).await?;
        }
        stop([here, there]).await
    }

    /// Signing in: how near it comes to what the hash alone allows, and what everybody else notices of it.
    pub(super) async fn login(&self, day: NaiveDate) -> Outcome<()> {
        let (portal, login, time) = (self.portal(day).await?, self.site.calls.login(), self.time());
        // Once for everybody, so that the portal knows where each signs in from.
        login.load(&portal, LOGINS, Duration::from_millis(1_500)).await?;
        // Measured around every crowd, because the machine is not equally fast at all times.
        let rate = || hashing::rate(&self.lab.hash, time / 2);
        for people in CROWDS {
            let before = rate()?;
            let sample = login.load(&portal, people, time).await?;
            let share = sample.throughput() * 100.0 / f64::midpoint(before, rate()?);
            self.book.sample("login", people, sample);
            self.book.value("logins ÷ rate of argon2id", people, "%", share);
        }
        let [users, ..] = self.site.calls.lists();
        for call in [self.site.calls.month(), users] {
            warm_up(&portal, &call).await?;
            for connections in READERS {
                let quiet = call.load(&portal, connections, time).await?;
                let reading = async {
                    tokio::time::sleep(AROUND).await;
                    call.load(&portal, connections, time).await
                };
                let (storm, reads) = tokio::join!(login.load(&portal, LOGINS, time + AROUND * 2), reading);
                storm?;
                let what = format!("{} during logins", call.what);
                self.book.side(&what, connections, "quiet", true, reads?);
                self.book.side(&what, connections, "quiet", false, quiet);
            }
        }
        self.book.value("memory after the logins", 0, "MiB", portal.mib()?);
        portal.stop().await
    }
}

async fn stop(servers: [Server; 2]) -> Outcome<()> {
    for server in servers {
        server.stop().await?;
    }
    Ok(())
}
