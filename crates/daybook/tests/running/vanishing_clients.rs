//! Clients that reset their connection in the middle of a write, at every few milliseconds of it, while the way to the
//! database is slow. What they leave behind must not swallow anybody else's write.

use std::time::Duration;

use testkit::process::{Daybook, Home};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::alone;
use crate::ledger::{Desk, Ledger};
use crate::staff::{Team, day, days_back, hire, portal, sign_in};

/// On the way to the database, and as long on the way back.
const DELAY: Duration = Duration::from_millis(20);
/// A write takes some ten round trips; a client leaves at every third millisecond of the first fifteen.
const LEAVES_EVERY: Duration = Duration::from_millis(3);
const VANISHING: usize = 200;
/// More than there are connections to the database, so that each is used again at once.
const AT_ONCE: usize = 12;
const WITNESSES: usize = 4;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn they_take_nobodys_write_with_them() {
    let _turn = alone().await;
    let home = Home::postgres().await;
    let proxy = home.server().proxy().await;
    let witnesses = hire(&home, "witness", WITNESSES, 60).await;
    let vanishing = hire(&home, "vanishing", AT_ONCE, VANISHING.div_ceil(AT_ONCE)).await;
    let daybook = portal(&home).setting("DAYBOOK_DATABASE_URL", home.server().url_through(&proxy)).start().await;
    let desks = desks(&daybook, &witnesses).await;
    let leavers = leavers(&daybook, &vanishing).await;

    proxy.delay(DELAY);
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let at_work: Vec<_> = desks.into_iter().map(|desk| tokio::spawn(until(desk, stopped.clone()))).collect();
    let left: Vec<_> = leavers.into_iter().map(|leaver| tokio::spawn(leaver.leave_again_and_again())).collect();
    for leaver in left {
        leaver.await.unwrap();
    }
    stop.send(true).unwrap();
    let mut told = Ledger::default();
    for desk in at_work {
        told.add(desk.await.unwrap());
    }
    assert!(told.acknowledged() >= 3 * WITNESSES, "the witnesses wrote {} times only", told.acknowledged());
    for _ in 0..VANISHING {
        told.may_have_happened();
    }

    proxy.delay(Duration::ZERO);
    assert_nothing_hangs(&home, &daybook).await;
    told.check(&home).await;
    println!("{} writes acknowledged beside {VANISHING} clients that left, none lost", told.acknowledged());
}

async fn desks(daybook: &Daybook, team: &Team) -> Vec<Desk> {
    let manager = sign_in(daybook, &team.manager).await;
    let mut desks = Vec::new();
    for (number, member) in team.members.iter().enumerate() {
        let employee = sign_in(daybook, member).await;
        let name = format!("witness {number}");
        desks.push(Desk { name, employee, manager: manager.clone(), days: days_back(60).into_iter() });
    }
    desks
}

/// Works until it is told to stop, one day at a time.
async fn until(mut desk: Desk, stopped: tokio::sync::watch::Receiver<bool>) -> Ledger {
    let mut ledger = Ledger::default();
    let days = std::mem::take(&mut desk.days);
    for date in days {
        if *stopped.borrow() {
            break;
        }
        desk.days = vec![date].into_iter();
        ledger.add(desk.work().await);
    }
    ledger
}

struct Leaver {
    number: usize,
    employee: testkit::Client,
}

async fn leavers(daybook: &Daybook, team: &Team) -> Vec<Leaver> {
    let mut leavers = Vec::new();
    for (number, member) in team.members.iter().enumerate() {
        leavers.push(Leaver { number, employee: sign_in(daybook, member).await });
    }
    leavers
}

impl Leaver {
    async fn leave_again_and_again(self) {
        for (round, date) in days_back(VANISHING.div_ceil(AT_ONCE)).into_iter().enumerate() {
            let moment = u32::try_from(round * AT_ONCE + self.number).unwrap();
            let body = day(date, &format!("left {} {date}", self.number)).to_string();
            let head = self.employee.head("POST", "/api/timesheets/my", Some(body.len()));
            let mut stream: TcpStream = self.employee.connect().await;
            stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
            tokio::time::sleep(LEAVES_EVERY * moment).await;
            // Without time to linger a close is a reset, which is what the server drops a request for.
            stream.set_zero_linger().unwrap();
            drop(stream);
        }
    }
}

/// No connection to the database is left inside a transaction once the writes are over.
async fn assert_nothing_hangs(home: &Home, daybook: &Daybook) {
    const OPEN: &str = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() \
                        AND state LIKE 'idle in transaction%'";
    for _ in 0..300 {
        let figures = daybook.client().get("/metrics").await.expect(200).text();
        if figures.lines().any(|line| line == "daybook_use_cases 0") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    // A rollback is sent after the use case is over.
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(home.number(OPEN).await, 0, "a connection stayed inside a transaction");
}
