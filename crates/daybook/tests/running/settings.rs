//! Settings and words on the command line: what makes no sense stops the start with one sentence.

use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use testkit::SOON;
use testkit::process::{Ended, Home};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;

use crate::{PROGRAM, sqlite_home};

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

    for (words, expected) in [
        (["help", "serve"], "Exit status: 0 stopped"),
        (["completions", "bash"], "_daybook()"),
        (["completions", "zsh"], "#compdef daybook"),
        (["completions", "fish"], "complete -c daybook"),
        (["man", "--config=none"], ".SH \"DAYBOOK CONFIG CHECK\""),
    ] {
        let ended = home.launch(PROGRAM).word(words[0]).word(words[1]).run().await;
        assert_eq!((ended.code, ended.log.as_str()), (Some(0), ""), "{words:?}: {ended:?}");
        assert!(ended.output.contains(expected), "{words:?}: {ended:?}");
    }

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

#[tokio::test]
async fn settings_come_from_files_and_the_check_names_every_source_and_every_fault() {
    let home = Home::sqlite();
    let file = |name: &str, content: &str| {
        let file = home.data().with_file_name(name);
        std::fs::write(&file, content).unwrap();
        file.display().to_string()
    };
    let all = file("daybook.toml", "timezone = \"Europe/Rome\"\nlimit_login_ip = 500\norganisation = \"Acme\"\n");
    let key = file("key", &"hush".repeat(8));
    let launch = home.launch(PROGRAM).setting("DAYBOOK_CONFIG", all.as_str());
    let launch = launch.setting("DAYBOOK_SECRET_FILE", key.as_str()).setting("DAYBOOK_ORGANISATION", "Umbrella");
    let daybook = launch.start().await;
    let portal = daybook.client().get("/api/portal").await.expect(200).data();
    assert_eq!((&portal["timezone"], &portal["organisation"]), (&"Europe/Rome".into(), &"Umbrella".into()));
    assert!(!home.data().join("secret").exists(), "the key was given");

    let check = launch.clone().word("config").word("check");
    let sound = check.run().await;
    assert_eq!((sound.code, sound.log.as_str()), (Some(0), ""), "{sound:?}");
    for (name, shown) in [
        ("DAYBOOK_TIMEZONE", format!("Europe/Rome  ({all})")),
        ("DAYBOOK_LIMIT_LOGIN_IP", format!("500  ({all})")),
        ("DAYBOOK_ORGANISATION", "Umbrella  (environment)".to_owned()),
        ("DAYBOOK_SECRET", format!("(hidden)  ({key}, named by DAYBOOK_SECRET_FILE)")),
        ("DAYBOOK_HSTS", "host  (default)".to_owned()),
    ] {
        let line = sound.output.lines().find(|line| line.split(' ').next() == Some(name)).unwrap_or_default();
        assert!(line.ends_with(&format!("  {shown}")), "{name}: {line}");
    }

    let wrong = check.setting("DAYBOOK_HSTS", "yes").setting("DAYBOOK_MAIL", "smtp://a:hush@x.org:port").run().await;
    let serve = launch.clone().setting("DAYBOOK_HSTS", "yes").setting("DAYBOOK_MAIL", "smtp://a:hush@x.org:port");
    for ended in [&wrong, &serve.run().await] {
        assert_eq!((ended.code, ended.log.lines().count()), (Some(2), 2), "{ended:?}");
        for variable in ["DAYBOOK_HSTS", "DAYBOOK_MAIL"] {
            assert!(ended.log.contains(&format!("daybook: {variable} ")), "{ended:?}");
        }
    }
    for ended in [&sound, &wrong] {
        assert!(!ended.output.contains("hush") && !ended.log.contains("hush"), "{ended:?}");
    }
}

/// What is answered over a Unix socket to a request with this further line in its head.
async fn ask(socket: &Path, path: &str, line: &str) -> io::Result<String> {
    let mut stream = UnixStream::connect(socket).await?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: daybook.example.org\r\nConnection: close\r\n{line}\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}

#[tokio::test]
async fn a_portal_on_a_unix_socket_answers_its_proxy_and_removes_it_at_the_end() {
    let home = sqlite_home().await;
    let socket = home.data().with_file_name("daybook.sock");
    // As a killed portal leaves it.
    drop(std::os::unix::net::UnixListener::bind(&socket).unwrap());
    let launch = home.launch(PROGRAM).setting("DAYBOOK_LISTEN", format!("unix:{}", socket.display()));
    let mut daybook = launch.setting("DAYBOOK_PUBLIC_URL", "https://daybook.example.org").begin();
    let until = Instant::now() + SOON;
    loop {
        let answer = ask(&socket, "/readyz", "").await;
        if answer.as_ref().is_ok_and(|answer| answer.starts_with("HTTP/1.1 200")) {
            break;
        }
        assert!(Instant::now() < until, "{answer:?}: {}", daybook.log());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let mode = std::fs::metadata(&socket).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o660);
    let forwarded = "X-Forwarded-For: 203.0.113.7\r\n";
    for (path, line, status) in
        [("/metrics", "", "404"), ("/metrics", forwarded, "404"), ("/api/portal", forwarded, "200")]
    {
        let answer = ask(&socket, path, line).await.unwrap();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{path} {line}: {answer}");
    }
    let warnings = |log: &str| log.matches("has no X-Forwarded-For").count();
    assert_eq!(warnings(&daybook.log()), 0, "{}", daybook.log());
    for _ in 0..2 {
        ask(&socket, "/api/portal", "").await.unwrap();
    }
    daybook.terminate();
    let ended = daybook.ended_within(SOON).await.expect("an end");
    assert_eq!((ended.code, warnings(&ended.log)), (Some(0), 1), "{ended:?}");
    assert!(!socket.exists());
}
