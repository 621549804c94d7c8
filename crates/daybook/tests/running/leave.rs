//! Leave is allocated and settled by itself: by several instances, after a standstill and through kills; each row once.

use testkit::process::Home;

use crate::staff::{hire, wait_for};
use crate::{PROGRAM, on_postgres, on_sqlite};

/// More than are looked at in one transaction.
const PEOPLE: usize = 600;

const ROUND: &str = "SELECT count(*) FROM settings WHERE key = 'leave_settled' AND value LIKE '{day} % done'";

async fn wait_for_round(home: &Home, day: &str) {
    wait_for(home, &ROUND.replace("{day}", day), 1).await;
}

/// Of each kind of row and year how many there are, and how many half days they come to.
async fn rows(home: &Home) -> Vec<[String; 4]> {
    let sums = "SELECT kind, CAST(year AS text), CAST(count(*) AS text), CAST(sum(half_days) AS text) \
         FROM leave_ledger GROUP BY kind, year, half_days > 0 ORDER BY kind, year, half_days > 0";
    home.texts(sums).await.into_iter().map(|row| row.try_into().unwrap()).collect()
}

/// Everybody joined before 2026: annual and sick leave are 20 and 10 days, of which 5 go into the next year.
fn expected(rows: &[(&str, i32, i32)]) -> Vec<[String; 4]> {
    let people = i32::try_from(PEOPLE).unwrap();
    let of = |(kind, year, half_days): &(&str, i32, i32)| {
        // Only annual leave is carried over; everything else there is of both types.
        let count = if *kind == "carry-over" { people } else { people * 2 };
        [(*kind).to_owned(), year.to_string(), count.to_string(), (half_days * people).to_string()]
    };
    rows.iter().map(of).collect()
}

const GIVEN: [(&str, i32, i32); 2] = [("allocation", 2026, 60), ("allocation", 2027, 60)];
/// As the rows come: what goes out of the old year, what comes into the new one, and the remainder.
const SETTLED: [(&str, i32, i32); 6] = [
    ("allocation", 2026, 60),
    ("allocation", 2027, 60),
    ("allocation", 2028, 60),
    ("carry-over", 2026, -10),
    ("carry-over", 2027, 10),
    ("expiry", 2026, -50),
];

async fn three_instances_settle_a_year_once_though_a_week_late(home: Home) {
    hire(&home, "ann", PEOPLE, 0).await;
    let june = home.launch(PROGRAM).setting("DAYBOOK_NOW", "2026-06-15T09:00:00Z");
    let daybook = june.start().await;
    wait_for_round(&home, "2026-06-15").await;
    assert_eq!(rows(&home).await, expected(&GIVEN));
    drop(daybook);
    let late = home.launch(PROGRAM).setting("DAYBOOK_NOW", "2027-01-08T09:00:00Z");
    let (mut first, second, third) = tokio::join!(late.start(), late.start(), late.start());
    first.kill();
    wait_for_round(&home, "2027-01-08").await;
    assert_eq!(rows(&home).await, expected(&SETTLED));
    let late = "SELECT count(*) FROM leave_ledger WHERE kind = 'carry-over' AND date <> '2027-01-01'";
    assert_eq!(home.number(late).await, 0, "each has the date on which it was due");
    drop((second, third));
}

async fn kills_lose_and_repeat_nothing(home: Home) {
    hire(&home, "ann", PEOPLE, 0).await;
    for now in ["2026-06-15T09:00:00Z", "2027-01-01T00:00:05Z"] {
        let launch = home.launch(PROGRAM).setting("DAYBOOK_NOW", now);
        for _ in 0..3 {
            launch.start().await.kill();
        }
        let daybook = launch.start().await;
        wait_for_round(&home, &now[..10]).await;
        drop(daybook);
    }
    assert_eq!(rows(&home).await, expected(&SETTLED));
}

async fn a_year_that_ends_while_the_portal_serves_is_settled(home: Home) {
    hire(&home, "ann", PEOPLE, 0).await;
    let daybook = home.launch(PROGRAM).setting("DAYBOOK_NOW", "2026-12-31T23:59:40Z").start().await;
    wait_for_round(&home, "2026-12-31").await;
    assert_eq!(rows(&home).await, expected(&GIVEN));
    wait_for_round(&home, "2027-01-01").await;
    assert_eq!(rows(&home).await, expected(&SETTLED));
    drop(daybook);
}

on_postgres!(beside_others: three_instances_settle_a_year_once_though_a_week_late);
on_sqlite!(beside_others:
    kills_lose_and_repeat_nothing,
    a_year_that_ends_while_the_portal_serves_is_settled,
);
