//! A disk without room: writes are put off, reads go on, and once there is room everything is as before.

use std::process::Command;

use domain::person::Role;
use testkit::process::Home;

use crate::staff::{days_back, employ, hire, portal, sign_in, submit};
use crate::{NOW, PROGRAM, on_sqlite};

/// Runs the program under a number that it leaves in a file, and so that a file that may not grow is an error, as on a full disk, and no
/// signal. What it logs goes to no file, so the script says where it listens.
const RUN: &str = "trap '' XFSZ; echo $$ > process; echo $DAYBOOK_LISTEN; exec \"$0\" 2> /dev/null";

/// Lets files grow up to so many bytes.
fn limit(home: &Home, bytes: &str) {
    let process = std::fs::read_to_string(home.data().with_file_name("process")).unwrap();
    let words = ["--pid", process.trim(), &format!("--fsize={bytes}:")];
    let set = Command::new("prlimit").args(words).status().unwrap();
    assert!(set.success(), "the process {process} cannot be limited");
}

/// SQLite itself rolls back what could not be committed. Nothing that is acknowledged afterwards may depend on it.
async fn a_full_disk_puts_writes_off_and_loses_none(home: Home) {
    let team = hire(&home, "ann", 1, 8).await;
    let launch = home.launch("sh").setting("DAYBOOK_NOW", NOW).word("-c").word(RUN).word(PROGRAM);
    let mut daybook = launch.start().await;
    let ann = sign_in(&daybook, &team.members[0]).await;
    let days = days_back(8);
    let _ = submit(&ann, days[0], "before").await.unwrap().expect(201);

    limit(&home, "1024");
    for day in &days[1..4] {
        let refused = submit(&ann, *day, "no room").await.unwrap().expect(503);
        assert_eq!(refused.code(), "UNAVAILABLE");
        assert!(refused.header("retry-after").is_some());
    }
    let _ = ann.get("/api/timesheets/my").await.expect(200);
    let _ = daybook.client().get("/readyz").await.expect(200);

    limit(&home, "unlimited");
    let _ = submit(&ann, days[4], "after").await.unwrap().expect(201);
    // What is refused is rolled back, and takes nothing else with it.
    let _ = submit(&ann, days[4], "twice").await.unwrap().expect(409);
    let _ = submit(&ann, days[5], "later").await.unwrap().expect(201);
    daybook.kill();
    let kept = home.texts("SELECT description FROM timesheets ORDER BY description").await;
    assert_eq!(kept, [["after"], ["before"], ["later"]]);
}

async fn a_backup_that_finds_no_room_leaves_no_file(home: Home) {
    let _ = employ(&home, "ada", Role::Admin).await;
    let daybook = portal(&home).start().await;
    let file = home.data().with_file_name("night.gz");
    let made = async |script: &str| {
        let backup = home.launch("sh").setting("DAYBOOK_NOW", NOW).setting("DAYBOOK_LOG", "error");
        let backup = backup.word("-c").word(script).word(PROGRAM).word("backup");
        backup.word(&file.display().to_string()).run().await
    };
    // A kibibyte or two, which is less than the smallest backup.
    let refused = made("trap '' XFSZ; ulimit -f 2; exec \"$0\" \"$@\"").await;
    assert_eq!((refused.code, refused.output.as_str()), (Some(1), ""), "{refused:?}");
    assert!(refused.log.starts_with(&format!("{} was not made: ", file.display())), "{refused:?}");
    assert!(!file.exists() && !file.with_extension("gz.partial").exists());
    let whole = made("exec \"$0\" \"$@\"").await;
    assert_eq!(whole.code, Some(0), "{whole:?}");
    drop(daybook);
}

on_sqlite!(beside_others:
    a_full_disk_puts_writes_off_and_loses_none,
    a_backup_that_finds_no_room_leaves_no_file,
);
