//! Mails that leave the portal: over a mail server that is there, away, rude, silent or dying, from one process or two,
//! and into files. Nothing is lost, nobody waits for a mail server, and what was sent is not kept.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::json;
use testkit::process::{Daybook, Home, Launch, free_address};
use testkit::smtp::{Manner, Setup, SmtpServer};
use testkit::{ROOM, SOON, at_once};

use crate::staff::{employ, login, portal, wait_for, wait_until};
use crate::{on_both_engines, on_postgres, on_sqlite};

/// When the first wait after a failure is over, on the clock of a portal that is started again.
const A_MINUTE_LATER: &str = "2026-06-10T09:01:00Z";
/// When the claim of a sender who died is over.
const AFTER_THE_CLAIM: &str = "2026-06-10T09:15:00Z";

/// Somebody who has registered, and the password that the screen showed.
pub(crate) struct Registered {
    pub(crate) email: String,
    pub(crate) password: String,
}

/// The portal, sending by this setting, and telling everything it logs.
pub(crate) fn sending(home: &Home, mail: &str) -> Launch {
    portal(home)
        .setting("DAYBOOK_MAIL", mail)
        .setting("DAYBOOK_LIMIT_REGISTER_IP", "1000")
        .setting("DAYBOOK_LOG", "info,daybook=debug,mail=debug,lettre=trace")
}

pub(crate) async fn register(daybook: &Daybook, mailbox: &str) -> Registered {
    let email = format!("{mailbox}@example.org");
    let body = json!({"firstName": "Ann", "lastName": "Lee", "email": email});
    let data = daybook.client().post("/api/auth/register", body).await.expect(201).data();
    let password = data["generatedCredentials"]["password"].as_str().unwrap().to_owned();
    Registered { email, password }
}

pub(crate) fn assert_unlogged(daybook: &Daybook, secret: &str) {
    assert!(!daybook.log().contains(secret), "a secret stands in the log");
}

/// How many mails stand like this.
pub(crate) async fn mails(home: &Home, state: &str) -> i64 {
    home.number(&format!("SELECT count(*) FROM mails WHERE state = '{state}'")).await
}

pub(crate) async fn wait_for_state(home: &Home, state: &str, count: i64) {
    wait_for(home, &format!("SELECT count(*) FROM mails WHERE state = '{state}'"), count).await;
}

async fn words_kept(home: &Home) -> i64 {
    home.number("SELECT count(*) FROM mails WHERE letter IS NOT NULL").await
}

async fn attempts(home: &Home) -> i64 {
    home.number("SELECT max(attempts) FROM mails").await
}

/// What a mail said stands nowhere afterwards: not in a table, and on SQLite not in what the file has left over [E14].
async fn a_registration_brings_its_credentials_and_the_portals_address_and_leaves_no_copy(home: Home) {
    let server = SmtpServer::start().await;
    let mut daybook = sending(&home, &format!("{}?from=portal@example.org", server.url())).start().await;
    let ann = register(&daybook, "ann").await;
    let kept = server.wait_for(1, SOON).await;
    assert_eq!((kept[0].from.as_str(), kept[0].to.clone()), ("portal@example.org", vec![ann.email.clone()]));
    let mail = kept[0].mail();
    assert_eq!(mail.fact("Password"), Some(ann.password.as_str()));
    assert_eq!(mail.fact("Email"), Some(ann.email.as_str()));
    assert_eq!(mail.link("/login"), Some(format!("http://{}/login", daybook.address()).as_str()));

    // What the mail says opens the portal.
    let credentials = json!({"email": mail.fact("Email"), "password": mail.fact("Password")});
    let data = daybook.client().post("/api/auth/login", credentials).await.expect(200).data();
    assert_eq!(data["isFirstLogin"], true);

    wait_for_state(&home, "sent", 1).await;
    assert_eq!(words_kept(&home).await, 0);
    assert_unlogged(&daybook, &ann.password);
    assert_nowhere(&home, &mut daybook, &ann.password).await;
}

/// Looks for a secret in every table, and on SQLite in every file of the portal that has stopped.
async fn assert_nowhere(home: &Home, daybook: &mut Daybook, secret: &str) {
    const TABLES: &str = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public'";
    daybook.terminate();
    assert!(daybook.ended_within(SOON).await.is_some());
    if !home.is_postgres() {
        assert_eq!(files_with(&home.data(), secret), Vec::<PathBuf>::new(), "the secret is still on the disk");
        return;
    }
    let tables = home.texts(TABLES).await;
    assert!(tables.len() > 5, "{tables:?}");
    for table in tables {
        let rows = format!("SELECT count(*) FROM {} AS each WHERE each::text LIKE '%{secret}%'", table[0]);
        assert_eq!(home.number(&rows).await, 0, "the secret stands in {}", table[0]);
    }
}

/// The files in a folder in which these bytes stand.
fn files_with(folder: &Path, words: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).unwrap().map(|each| each.unwrap().path());
    files
        .filter(|path| {
            let bytes = std::fs::read(path).unwrap_or_default();
            bytes.windows(words.len()).any(|window| window == words.as_bytes())
        })
        .collect()
}

async fn a_server_that_is_away_delays_the_mail(home: Home) {
    let address = free_address();
    let url = format!("smtp://{address}");
    let mut daybook = sending(&home, &url).start().await;
    let ann = register(&daybook, "ann").await;
    wait_for_attempt(&home).await;
    assert_eq!((mails(&home, "waiting").await, words_kept(&home).await), (1, 1));
    let server = Setup::default().at(address).start().await;
    daybook.kill();

    let again = sending(&home, &url).setting("DAYBOOK_NOW", A_MINUTE_LATER).start().await;
    let kept = server.wait_for(1, SOON).await;
    assert_eq!(kept[0].mail().fact("Password"), Some(ann.password.as_str()));
    wait_for_state(&home, "sent", 1).await;
    assert_eq!(words_kept(&home).await, 0);
    for process in [&daybook, &again] {
        assert_unlogged(process, &ann.password);
    }
}

/// Waits until the attempt to send the one mail that there is has failed and is noted.
pub(crate) async fn wait_for_attempt(home: &Home) {
    wait_for(home, "SELECT count(*) FROM mails WHERE state = 'waiting' AND last_error IS NOT NULL", 1).await;
}

async fn a_server_that_dies_in_the_mail_gets_it_again(home: Home) {
    let server = Setup::default().manner(Manner::DiesInTheMail).start().await;
    let mut daybook = sending(&home, &server.url()).start().await;
    let ann = register(&daybook, "ann").await;
    wait_for_attempt(&home).await;
    assert!(server.kept().is_empty());
    server.set(Manner::Accepts);
    daybook.kill();
    let _again = sending(&home, &server.url()).setting("DAYBOOK_NOW", A_MINUTE_LATER).start().await;
    let kept = server.wait_for(1, SOON).await;
    assert_eq!(kept[0].mail().fact("Password"), Some(ann.password.as_str()));
}

async fn a_server_that_refuses_the_recipient_is_not_asked_again(home: Home) {
    let server = Setup::default().manner(Manner::RefusesTheRecipient).start().await;
    let daybook = sending(&home, &server.url()).start().await;
    let ann = register(&daybook, "ann").await;
    wait_for_state(&home, "given-up", 1).await;
    let why = home.texts("SELECT last_error FROM mails").await;
    assert!(why[0][0].contains("550") && why[0][0].contains("no such mailbox"), "{why:?}");
    // Another address is not held up by it, and this one is left alone.
    server.set(Manner::Accepts);
    register(&daybook, "bob").await;
    let kept = server.wait_for(1, SOON).await;
    assert_eq!(kept[0].to, ["bob@example.org"]);
    assert_eq!((mails(&home, "given-up").await, attempts(&home).await), (1, 1));
    assert_unlogged(&daybook, &ann.password);
}

/// Over SQLite, where a mail that hung within a transaction would hold up every other writer.
async fn a_silent_server_delays_neither_a_registration_nor_a_stop(home: Home) {
    let server = Setup::default().manner(Manner::NeverGreets).start().await;
    let mut daybook = sending(&home, &server.url()).start().await;
    let ann = register(&daybook, "ann").await;
    server.wait_for_connections(1, SOON).await;
    // While the mail hangs.
    for mailbox in ["bob", "cid", "dan"] {
        let since = Instant::now();
        register(&daybook, mailbox).await;
        assert!(since.elapsed() < ROOM * Duration::from_secs(3), "{:?}", since.elapsed());
    }
    let _ = daybook.client().get("/readyz").await.expect(200);
    let since = Instant::now();
    daybook.terminate();
    let ended = daybook.ended_within(2 * SOON).await.expect("it stops");
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(since.elapsed() < ROOM * Duration::from_secs(15), "{:?}", since.elapsed());
    assert!(!ended.log.contains(&ann.password));

    server.set(Manner::Accepts);
    let _again = sending(&home, &server.url()).setting("DAYBOOK_NOW", AFTER_THE_CLAIM).start().await;
    server.wait_for(4, SOON).await;
    wait_for_state(&home, "sent", 4).await;
}

/// The server has the mail, and we are killed before we learn of it: it comes once more, recognisably the same.
async fn a_kill_between_sending_and_noting_costs_one_duplicate_at_most(home: Home) {
    let server = Setup::default().manner(Manner::NeverAnswers).start().await;
    let mut daybook = sending(&home, &server.url()).start().await;
    register(&daybook, "ann").await;
    server.wait_for(1, SOON).await;
    daybook.kill();
    server.set(Manner::Accepts);

    // The claim of the killed process holds until it expires: only a mail that came due after it is sent.
    let mut early = sending(&home, &server.url()).setting("DAYBOOK_NOW", A_MINUTE_LATER).start().await;
    register(&early, "bob").await;
    server.wait_for(2, SOON).await;
    wait_for_state(&home, "sent", 1).await;
    assert_eq!(receivers(&server), ["ann@example.org", "bob@example.org"]);
    early.kill();

    let mut again = sending(&home, &server.url()).setting("DAYBOOK_NOW", AFTER_THE_CLAIM).start().await;
    let kept = server.wait_for(3, SOON).await;
    wait_for_state(&home, "sent", 2).await;
    assert_eq!(kept[0].mail().header("message-id"), kept[2].mail().header("message-id"));
    assert!(kept[0].mail().header("message-id").is_some());
    again.kill();

    // Still the same day, before its evening: nobody is mailed about a day that is not over, or reminded of it.
    let third = sending(&home, &server.url()).setting("DAYBOOK_NOW", "2026-06-10T17:00:00Z").start().await;
    register(&third, "cid").await;
    server.wait_for(4, SOON).await;
    wait_for_state(&home, "sent", 3).await;
    assert_eq!(receivers(&server), ["ann@example.org", "bob@example.org", "ann@example.org", "cid@example.org"]);
}

/// To whom the mails went, in the order in which they came.
fn receivers(server: &SmtpServer) -> Vec<String> {
    server.kept().into_iter().flat_map(|kept| kept.to).collect()
}

/// The link is the only copy of its secret [E14].
async fn a_forgotten_password_is_replaced_by_mail_alone(home: Home) {
    let server = SmtpServer::start().await;
    let grace = employ(&home, "grace", domain::person::Role::Employee).await;
    let mut daybook = sending(&home, &server.url()).start().await;
    let client = daybook.client();
    let asked = |email: &str| {
        let (client, body) = (client.clone(), json!({"email": email}));
        async move { client.post("/api/auth/forgot-password", body).await.expect(200) }
    };
    let (unknown, known) = (asked("nobody@daybook.example").await, asked(&grace.email).await);
    assert_eq!(unknown.json(), known.json());

    let kept = server.wait_for(1, SOON).await;
    assert_eq!(kept[0].to, std::slice::from_ref(&grace.email));
    let mail = kept[0].mail();
    let link = mail.link("/auth/reset-password/").expect("a link").to_owned();
    let (address, token) = link.rsplit_once('/').unwrap();
    assert_eq!(address, format!("http://{}/auth/reset-password", daybook.address()));
    let path = format!("/api/auth/reset-password/{token}");
    let _ = client.post(&path, json!({"password": "quite new words"})).await.expect(200);
    let _ = login(&client, &grace).await.expect(401);
    let new = json!({"email": grace.email, "password": "quite new words"});
    let _ = client.post("/api/auth/login", new).await.expect(200);
    let _ = client.post(&path, json!({"password": "other words"})).await.expect(400);

    wait_for_state(&home, "sent", 1).await;
    assert_eq!(words_kept(&home).await, 0);
    assert_unlogged(&daybook, token);
    // Nothing came for the address that nobody has.
    assert_eq!(server.kept().len(), 1);
    assert_nowhere(&home, &mut daybook, token).await;
}

on_both_engines!(beside_others: a_registration_brings_its_credentials_and_the_portals_address_and_leaves_no_copy,
    a_server_that_is_away_delays_the_mail,
    a_server_that_dies_in_the_mail_gets_it_again,
    a_server_that_refuses_the_recipient_is_not_asked_again,
    a_kill_between_sending_and_noting_costs_one_duplicate_at_most,
    a_forgotten_password_is_replaced_by_mail_alone,
);

/// Nobody restarts anything here: the wait of half a minute is a real one.
async fn a_mail_comes_by_itself_once_the_server_is_back(home: Home) {
    let address: SocketAddr = free_address();
    let daybook = sending(&home, &format!("smtp://{address}")).start().await;
    let ann = register(&daybook, "ann").await;
    wait_for_attempt(&home).await;
    let server = Setup::default().at(address).start().await;
    let kept = server.wait_for(1, Duration::from_mins(1)).await;
    assert_eq!(kept[0].mail().fact("Password"), Some(ann.password.as_str()));
    wait_for_state(&home, "sent", 1).await;
    let log = daybook.log();
    assert!(log.contains("could not be sent") && log.contains("mails can be sent again"), "{log}");
    let told = log.lines().filter(|line| line.contains("\"WARN\"") && line.contains("could not be sent")).count();
    assert_eq!(told, 1, "an outage is told of once");
}

async fn two_processes_send_each_mail_once(home: Home) {
    let server = SmtpServer::start().await;
    let (a, b) = (sending(&home, &server.url()).start().await, sending(&home, &server.url()).start().await);
    let calls = (0..24).map(|number| {
        let client = if number % 2 == 0 { a.client() } else { b.client() };
        let body = json!({"firstName": "Ann", "lastName": "Lee", "email": format!("ann{number}@example.org")});
        async move {
            // A storm of registrations may be told to come again, also where the first try went through after all.
            loop {
                match client.post("/api/auth/register", body.clone()).await.status {
                    201 | 409 => break,
                    503 => tokio::time::sleep(Duration::from_millis(200)).await,
                    status => panic!("{status}"),
                }
            }
        }
    });
    at_once(calls).await;
    server.wait_for(24, 2 * SOON).await;
    wait_for_state(&home, "sent", 24).await;
    // Both look again: the one that takes a registration is woken to send its mail.
    register(&a, "here").await;
    register(&b, "there").await;
    let kept = server.wait_for(26, SOON).await;
    wait_for_state(&home, "sent", 26).await;
    let mut ids: Vec<_> = kept.iter().map(|each| each.mail().header("message-id").unwrap()).collect();
    ids.sort();
    ids.dedup();
    assert_eq!((kept.len(), ids.len()), (26, 26));
    assert_eq!(server.kept().len(), 26);
    assert_eq!(attempts(&home).await, 1);
}

async fn a_mail_outlives_a_database_that_goes_away(home: Home) {
    let proxy = home.server().proxy().await;
    let server = Setup::default().manner(Manner::NeverGreets).start().await;
    let through = home.server().url_through(&proxy);
    let daybook = sending(&home, &server.url()).setting("DAYBOOK_DATABASE_URL", through).start().await;
    register(&daybook, "ann").await;
    server.wait_for_connections(1, SOON).await;
    proxy.stop();
    tokio::time::sleep(Duration::from_secs(5)).await;
    let log = daybook.log();
    proxy.start_again();
    let warnings = log.lines().filter(|line| line.contains("\"WARN\"") && line.contains("outbox")).count();
    assert!(warnings <= 1, "{log}");
    // The mail in hand comes back when its connection is closed; the next one finds a server that takes it.
    let address = server.address();
    drop(server);
    let server = Setup::default().at(address).start().await;
    let body = json!({"firstName": "Bob", "lastName": "Lee", "email": "bob@example.org"});
    let is_registered = async || daybook.client().post("/api/auth/register", body.clone()).await.status == 201;
    wait_until("the portal does not come back", is_registered).await;
    let kept = server.wait_for(1, Duration::from_mins(1)).await;
    assert_eq!(kept[0].to, ["bob@example.org"]);
    assert_eq!(home.number("SELECT count(*) FROM mails").await, 2, "the mail in hand is still there");
}

on_sqlite!(beside_others:
    a_silent_server_delays_neither_a_registration_nor_a_stop,
    a_mail_comes_by_itself_once_the_server_is_back,
);
on_postgres!(beside_others:
    two_processes_send_each_mail_once,
    a_mail_outlives_a_database_that_goes_away,
);
