//! Before an upgrade: what it would do, and the backup that it needs, which is the way back.

use testkit::process::{Ended, Home};

use crate::backup::{backed_up, night, run};
use crate::commands::{assert_done, quiet};
use crate::staff::on;
use crate::upgrade::{Former, WITH_CLOSED_MONTHS, assert_kept};
use crate::{NOW, beside_others};

/// A day and an hour after the instant of the former version.
const A_DAY_LATER: &str = "2026-07-03T11:00:00Z";

async fn say(former: &Former, words: &[&str]) -> Ended {
    words.iter().fold(quiet(&former.launch()), |launch, word| launch.word(word)).run().await
}

fn refused(ended: &Ended, why: &str) {
    assert_eq!((ended.code, ended.output.as_str()), (Some(3), ""), "{ended:?}");
    let sentence = format!("daybook: the database has to be upgraded and was not changed: {why}");
    let said = ended.log.lines().last().unwrap();
    assert!(said.starts_with(&sentence) && said.ends_with("or upgrade without a backup with --no-backup"), "{ended:?}");
}

/// This version tells of the upgrade, backs the earlier schema up, and upgrades then; and the backup is as good as the database was.
async fn an_earlier_schema_is_backed_up_and_then_upgraded(former: Former) {
    let (home, is_postgres) = (&former.home, former.home.is_postgres());
    let before = home.contents().await;

    let told = say(&former, &["migrate", "--check"]).await;
    assert_eq!((told.code, told.log.as_str()), (Some(3), ""), "{told:?}");
    for part in [
        " migrations are pending:\n",
        "\n  history guards (m20261129_000131_history_guards)\n",
        &format!("month_revisions ({} rows)", before["month_revisions"].len()),
        "\nThe upgrade takes about 1 s, in one transaction.\n",
        if is_postgres {
            "\nThe database has never been backed up: run daybook backup FILE first.\n"
        } else {
            "Stop the portal first."
        },
    ] {
        assert!(told.output.contains(part), "{part}: {told:?}");
    }
    if is_postgres {
        for words in [&["serve"][..], &["migrate"], &[]] {
            refused(&say(&former, words).await, "it has never been backed up; ");
        }
    }
    assert_eq!(home.contents().await, before, "nothing has changed");

    let file = night(home);
    assert_done(&run(&former.launch(), &["backup"], &file).await);
    if is_postgres {
        let late = quiet(&former.launch()).setting("DAYBOOK_NOW", A_DAY_LATER).word("migrate").run().await;
        refused(&late, "its newest backup is from 2026-07-02 10:0");
    }
    let upgraded = say(&former, &["migrate"]).await;
    let is_done = (Some(0), "The database is up to date.\n");
    assert_eq!((upgraded.code, upgraded.output.as_str()), is_done, "{upgraded:?}");
    let told = say(&former, &["migrate", "--check"]).await;
    assert_eq!((told.code, told.output.as_str()), is_done, "{told:?}");

    let back = if is_postgres { Home::blank_postgres().await } else { Home::sqlite() };
    assert_done(&run(&on(&back, NOW), &["restore"], &file).await);
    assert_kept(&backed_up(before), &back.contents().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_earlier_schema_is_backed_up_and_then_upgraded_on_sqlite() {
    let _turn = beside_others().await;
    an_earlier_schema_is_backed_up_and_then_upgraded(Former::sqlite(WITH_CLOSED_MONTHS)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_earlier_schema_is_backed_up_and_then_upgraded_on_postgres() {
    let _turn = beside_others().await;
    an_earlier_schema_is_backed_up_and_then_upgraded(Former::postgres(WITH_CLOSED_MONTHS).await).await;
}
