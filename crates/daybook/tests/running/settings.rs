//! Settings and words on the command line: what makes no sense stops the start with one sentence.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

use testkit::process::{Ended, Home};

use crate::PROGRAM;

/// A setting that makes no sense: its variable and its value.
const NONSENSE: &[(&str, &str)] = &[
    ("DAYBOOK_LISTEN", "127.0.0.1:99999"),
    ("DAYBOOK_DATABASE_URL", "sqlite://:memory:"),
    ("DAYBOOK_SECRET", "31 bytes are one too few for it"),
    ("DAYBOOK_TIMEZNOE", "Europe/Rome"),
    ("DAYBOOK_LOG", "info,,=debug"),
];

/// One sentence on standard error that begins with the variable, exit status 2, and nothing done.
fn assert_refused(ended: &Ended, variable: &str, what: &str) {
    assert_eq!(ended.code, Some(2), "{what}: {ended:?}");
    assert!(ended.log.starts_with(&format!("daybook: {variable} ")), "{what}: {}", ended.log);
    assert_eq!(ended.log.lines().count(), 1, "{what}: {}", ended.log);
    assert_eq!(ended.output, "", "{what}");
}

#[tokio::test]
async fn a_setting_that_makes_no_sense_stops_the_start_and_no_secret_is_repeated() {
    let home = Home::sqlite();
    for (variable, value) in NONSENSE {
        let ended = home.launch(PROGRAM).setting(variable, value).run().await;
        assert_refused(&ended, variable, &format!("{variable}={value}"));
        assert!(!home.data().exists(), "{variable}={value}: something was made before it was refused");
    }
    // Where bytes that are no text are taken for an absent setting the start must fail as well, and not serve on the usual port.
    let random = OsString::from_vec(vec![0xff; 40]);
    let launch = home.launch(PROGRAM).setting("DAYBOOK_LISTEN", "192.0.2.1:80").setting("DAYBOOK_SECRET", random);
    assert_refused(&launch.run().await, "DAYBOOK_SECRET", "bytes that are no text");
    for (variable, value) in [
        ("DAYBOOK_SECRET", "hush hush"),
        ("DAYBOOK_MAIL", "smtp://portal:hush@mail.example.org:port"),
        ("DAYBOOK_DATABASE_URL", "postgres://daybook:hush@127.0.0.1:1/daybook"),
    ] {
        // A start would wait for a server that is away.
        let ended = home.launch(PROGRAM).word("migrate").setting(variable, value).run().await;
        assert_ne!(ended.code, Some(0));
        assert!(!ended.log.contains("hush"), "{}", ended.log);
    }
}

#[tokio::test]
async fn each_word_does_what_help_says() {
    let home = Home::sqlite();
    let openapi = home.launch(PROGRAM).word("openapi").run().await;
    let document: serde_json::Value = serde_json::from_str(&openapi.output).expect("a JSON document and nothing else");
    assert!(document["openapi"].as_str().is_some_and(|version| version.starts_with("3.")));
    assert!(document["paths"]["/api/timesheets/my"]["post"].is_object());
    assert_eq!(openapi.code, Some(0));
    assert!(!home.data().exists(), "printing a document needs no database");

    let migrate = home.launch(PROGRAM).word("migrate").run().await;
    assert_eq!((migrate.code, migrate.output.as_str()), (Some(0), "The database is up to date.\n"));
    assert_eq!(home.number("SELECT count(*) FROM users").await, 0);
    let again = home.launch(PROGRAM).word("migrate").run().await;
    assert_eq!(again.code, Some(0), "{again:?}");
}

#[tokio::test]
async fn the_time_zone_is_that_of_the_organisation_whoever_starts_the_portal() {
    let home = Home::sqlite();
    let in_zone = |zone: &str| home.launch(PROGRAM).setting("DAYBOOK_TIMEZONE", zone);
    let first = in_zone("Europe/Berlin").start().await;
    let shown = async |daybook: &testkit::process::Daybook| {
        let portal = daybook.client().get("/api/portal").await.expect(200);
        portal.data()["timezone"].as_str().unwrap().to_owned()
    };
    assert_eq!(shown(&first).await, "Europe/Berlin");
    drop(first);
    let ended = in_zone("Europe/Lisbon").setting("DAYBOOK_LOG", "error").run().await;
    assert_refused(&ended, "DAYBOOK_TIMEZONE", "another zone");
    assert!(ended.log.contains("the time zone of the organisation is Europe/Berlin"), "{}", ended.log);
    assert!(ended.log.contains("System Settings"), "{}", ended.log);
    for launch in [in_zone("Europe/Berlin"), home.launch(PROGRAM)] {
        assert_eq!(shown(&launch.start().await).await, "Europe/Berlin");
    }
}
