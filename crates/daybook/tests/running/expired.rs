//! Requests to unlock a day on which nobody decides expire by themselves: with several instances, after a standstill and through
//! kills; each of them once.

use application::ports::{Ids, NewRequest, Store};
use domain::Instant;
use domain::id::UnlockId;
use security::RandomIds;
use testkit::process::Home;

use crate::staff::{Team, hire, wait_for};
use crate::{NOW, PROGRAM, on_postgres, on_sqlite};

const EXPIRED: &str = "SELECT count(*) FROM unlocks WHERE status = 'expired'";
const NOTICES: &str = "SELECT count(*) FROM notices WHERE kind = 'unlock-expired'";
const EVENTS: &str = "SELECT count(*) FROM events WHERE kind = 'unlock-expired'";

/// Everybody in the team asks on Wednesday for two days.
async fn ask(home: &Home, team: &Team) {
    home.prepare(async |database| {
        let work = Store::begin(database).await.unwrap();
        let created_at: Instant = NOW.parse().unwrap();
        for (member, date) in
            team.members.iter().flat_map(|member| ["2026-06-09", "2026-06-08"].map(|day| (member, day)))
        {
            let (id, date) = (UnlockId::new(RandomIds.next()), date.parse().unwrap());
            let request = NewRequest { id, user: member.id, date, reason: "Ill".into(), created_at };
            work.unlocks().ask(&request).await.unwrap();
        }
        work.commit().await.unwrap();
    })
    .await;
}

/// More than expire in one transaction.
const PEOPLE: usize = 300;

async fn three_instances_let_each_request_expire_once(home: Home) {
    let team = hire(&home, "ann", PEOPLE, 0).await;
    ask(&home, &team).await;
    let seventh = home.launch(PROGRAM).setting("DAYBOOK_NOW", "2026-06-17T09:00:00Z");
    let mut daybook = seventh.start().await;
    daybook.kill();
    assert_eq!(home.number(EXPIRED).await, 0, "the seventh day is not over");
    let eighth = home.launch(PROGRAM).setting("DAYBOOK_NOW", "2026-06-18T09:00:00Z");
    let (mut first, second, third) = tokio::join!(eighth.start(), eighth.start(), eighth.start());
    first.kill();
    wait_for(&home, EXPIRED, 600).await;
    assert_eq!((home.number(NOTICES).await, home.number(EVENTS).await), (600, 600));
    drop((second, third));
}

async fn a_standstill_and_a_kill_lose_and_repeat_nothing(home: Home) {
    let team = hire(&home, "ann", PEOPLE, 0).await;
    ask(&home, &team).await;
    // Weeks later, as nobody started it before.
    let later = home.launch(PROGRAM).setting("DAYBOOK_NOW", "2026-07-30T09:00:00Z");
    for _ in 0..3 {
        let mut daybook = later.start().await;
        daybook.kill();
    }
    let daybook = later.start().await;
    wait_for(&home, EXPIRED, 600).await;
    assert_eq!((home.number(NOTICES).await, home.number(EVENTS).await), (600, 600));
    drop(daybook);
}

on_postgres!(beside_others: three_instances_let_each_request_expire_once);
on_sqlite!(beside_others: a_standstill_and_a_kill_lose_and_repeat_nothing);
