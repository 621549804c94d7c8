//! A power cut, as far as a program can tell: killed in the middle of writes, again and again.

use std::time::Duration;

use testkit::ROOM;
use testkit::process::Home;

use crate::ledger::{Ledger, desks};
use crate::on_both_engines;
use crate::staff::{at, hire, portal, wait_for_more};

const ROUNDS: u64 = 4;
const CLIENTS: usize = 8;
/// More days than they can fill before the last round ends.
const DAYS: usize = 240;
const READY_WITHIN: Duration = Duration::from_secs(2);

async fn no_acknowledged_write_is_lost(home: Home) {
    let team = hire(&home, "night", CLIENTS, DAYS).await;
    let launch = portal(&home);
    let mut daybook = launch.start().await;
    let mut desks = desks(&daybook, &team, DAYS).await;

    let mut told = Ledger::default();
    for round in 0..ROUNDS {
        let at_work = desks.drain(..).map(|mut desk| {
            tokio::spawn(async move {
                let ledger = desk.work().await;
                (desk, ledger)
            })
        });
        let at_work: Vec<_> = at_work.collect();
        wait_for_more(&home).await;
        tokio::time::sleep(Duration::from_millis(300 + 167 * round)).await;
        daybook.kill();
        let before = told.acknowledged();
        for desk in at_work {
            let (desk, ledger) = desk.await.unwrap();
            told.add(ledger);
            desks.push(desk);
        }
        assert!(told.acknowledged() > before, "nothing was written in round {round}, so nothing was tried");
        assert_eq!(told.busy(), 0, "so few people cannot keep the portal busy");
        assert!(desks.iter().all(|desk| desk.days.len() > 0), "the work was over before the power was cut");

        daybook = launch.start().await;
        let ready_after = daybook.ready_after();
        assert!(ready_after <= ROOM * READY_WITHIN, "ready again only after {ready_after:?}");
        told.check(&home).await;
        for desk in &mut desks {
            desk.employee = at(&daybook, &desk.employee);
            desk.manager = at(&daybook, &desk.manager);
            // Sessions outlive the process: they and their key are stored.
            let _ = desk.employee.get("/api/session").await.expect(200);
        }
    }
    println!("{} writes acknowledged, none lost", told.acknowledged());
}

on_both_engines!(beside_others: no_acknowledged_write_is_lost);
