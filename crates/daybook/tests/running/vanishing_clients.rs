//! Clients that reset their connection in the middle of a write, at every few milliseconds of it, while the way to the
//! database is slow. What they leave behind must not swallow anybody else's write.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chrono::NaiveDate;
use testkit::process::{Daybook, Home};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::ledger::{Desk, Ledger, desks};
use crate::on_postgres;
use crate::staff::{Team, day, days_back, hire, portal, sign_in, wait_until_idle};

/// On the way to the database, and as long on the way back.
const DELAY: Duration = Duration::from_millis(20);
/// How much later than the one before it a client leaves.
const STEP: Duration = Duration::from_millis(5);
/// Together with the witnesses more than there are connections to the database, so that each is used again at once.
const AT_ONCE: usize = 6;
/// A write takes a dozen round trips, and some time in the queue for a connection: clients leave all through it.
const ROUNDS_BESIDE_OTHERS: usize = 16;
/// The first round trips alone, up to the beginning of the transaction and over it: a connection that is left inside one
/// would be set right by the next write, so here nobody else writes.
const ROUNDS_ALONE: usize = 10;
const WITNESSES: usize = 4;

async fn they_take_nobodys_write_with_them(home: Home) {
    let proxy = home.server().proxy().await;
    let witnesses = hire(&home, "witness", WITNESSES, 60).await;
    let vanishing = hire(&home, "vanishing", AT_ONCE, ROUNDS_BESIDE_OTHERS + ROUNDS_ALONE).await;
    let daybook = portal(&home).setting("DAYBOOK_DATABASE_URL", home.server().url_through(&proxy)).start().await;
    let desks = desks(&daybook, &witnesses, 60).await;
    let mut leavers = leavers(&daybook, &vanishing).await;
    let mut told = Ledger::default();
    proxy.delay(DELAY);

    let is_over = Arc::new(AtomicBool::new(false));
    let work = |desk: Desk| tokio::spawn(desk.work_until(is_over.clone(), Duration::ZERO));
    let at_work: Vec<_> = desks.into_iter().map(work).collect();
    for round in 0..ROUNDS_BESIDE_OTHERS {
        leave(&mut leavers, round, &mut told).await;
    }
    is_over.store(true, Ordering::Relaxed);
    for desk in at_work {
        told.add(desk.await.unwrap());
    }
    assert!(told.acknowledged() >= 3 * WITNESSES, "the witnesses wrote {} times only", told.acknowledged());

    for round in 0..ROUNDS_ALONE {
        leave(&mut leavers, round, &mut told).await;
        assert_nothing_hangs(&home, &daybook).await;
    }
    proxy.delay(Duration::ZERO);
    told.check(&home).await;
    println!(
        "{} writes acknowledged and {} put off beside clients that left: none lost",
        told.acknowledged(),
        told.busy()
    );
}

/// Somebody who sends a day and does not wait for the answer.
struct Leaver {
    employee: testkit::Client,
    days: std::vec::IntoIter<NaiveDate>,
}

async fn leavers(daybook: &Daybook, team: &Team) -> Vec<Leaver> {
    let mut leavers = Vec::new();
    for member in &team.members {
        let days = days_back(ROUNDS_BESIDE_OTHERS + ROUNDS_ALONE).into_iter();
        leavers.push(Leaver { employee: sign_in(daybook, member).await, days });
    }
    leavers
}

/// Each of them sends a day, and leaves a step later than the one before.
async fn leave(leavers: &mut [Leaver], round: usize, told: &mut Ledger) {
    let mut leaving = Vec::new();
    for (number, leaver) in leavers.iter_mut().enumerate() {
        let moment = STEP * u32::try_from(round * AT_ONCE + number).unwrap();
        let (employee, date) = (leaver.employee.clone(), leaver.days.next().unwrap());
        leaving.push(tokio::spawn(leave_after(employee, date, moment)));
        told.may_have_happened();
    }
    for one in leaving {
        one.await.unwrap();
    }
}

async fn leave_after(employee: testkit::Client, date: NaiveDate, moment: Duration) {
    let body = day(date, "left alone").to_string();
    let head = employee.head("POST", "/api/timesheets/my", Some(body.len()));
    let mut stream: TcpStream = employee.connect().await;
    stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
    tokio::time::sleep(moment).await;
    // Without time to linger a close is a reset, which is what the server drops a request for.
    stream.set_zero_linger().unwrap();
}

/// No connection to the database is left inside a transaction once the writes are over.
async fn assert_nothing_hangs(home: &Home, daybook: &Daybook) {
    const OPEN: &str = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() \
                        AND state LIKE 'idle in transaction%' AND clock_timestamp() - xact_start > interval '400 ms'";
    wait_until_idle(daybook).await;
    // A rollback is sent after the use case is over. What is younger than this belongs to the portal's own rounds.
    tokio::time::sleep(4 * DELAY + Duration::from_millis(400)).await;
    assert_eq!(home.number(OPEN).await, 0, "a connection stayed inside a transaction");
}

on_postgres!(beside_others: they_take_nobodys_write_with_them);
