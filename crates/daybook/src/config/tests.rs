//! The settings as an operator makes them.

use super::sources::Source;
use super::*;
use domain::settings::Settings;
use std::path::PathBuf;

/// The configuration that these variables make, or the first fault.
fn read(settings: &[(&str, &str)]) -> Result<Config, BadSetting> {
    Config::of(settings).map_err(|mut faults| faults.remove(0))
}

fn is_open(config: &Config) -> bool {
    Settings::default().with(config.defaults.clone()).with(config.operator.clone()).is_on(Key::SelfRegistration)
}

#[test]
fn without_any_setting_it_is_a_portal_for_this_machine() {
    let config = read(&[]).unwrap();
    assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(config.database_url, "sqlite://data/daybook.db");
    assert_eq!(config.public_url, "http://127.0.0.1:8080");
    assert_eq!((config.zone, &config.operator[..]), (None, &[][..]));
    assert!(is_open(&config) && config.is_sqlite() && config.clock_start.is_none());
    let limits = config.limits;
    assert_eq!((limits.login_account, limits.login_address, limits.register_address), (10, 50, 10));
    assert_eq!(config.mail, mail::Settings::folder("data/outbox"));
}

#[test]
fn a_public_address_or_a_proxy_closes_self_registration_too() {
    for (variable, value, expected) in [
        ("DAYBOOK_PUBLIC_URL", "http://localhost:8080", true),
        ("DAYBOOK_PUBLIC_URL", "https://[::1]", true),
        ("DAYBOOK_PUBLIC_URL", "https://daybook.example.org", false),
        ("DAYBOOK_TRUSTED_PROXIES", "127.0.0.1", false),
    ] {
        assert_eq!(is_open(&read(&[(variable, value)]).unwrap()), expected, "{value}");
    }
}

#[test]
fn an_open_address_closes_self_registration_unless_it_is_asked_for() {
    assert!(!is_open(&read(&[("DAYBOOK_LISTEN", "0.0.0.0:80")]).unwrap()));
    let asked = read(&[("DAYBOOK_LISTEN", "0.0.0.0:80"), ("DAYBOOK_SELF_REGISTRATION", "on")]).unwrap();
    assert!(is_open(&asked));
    assert_eq!(asked.operator, [decided(Key::SelfRegistration, Value::Boolean(true))]);
}

#[test]
fn the_organisation_is_the_operators_where_it_is_named() {
    let named = |name| read(&[("DAYBOOK_ORGANISATION", name)]).unwrap().operator;
    assert_eq!(named(" Acme "), [decided(Key::OrganisationName, Value::Text("Acme".into()))]);
    assert_eq!(named(" "), []);
}

#[test]
fn a_setting_that_makes_no_sense_is_named() {
    for (variable, value) in [
        ("DAYBOOK_LISTEN", "8080"),
        ("DAYBOOK_LISTEN", "localhost:8080"),
        ("DAYBOOK_LISTEN", "unix:"),
        ("DAYBOOK_WORKERS", "0"),
        ("DAYBOOK_WORKERS", "257"),
        ("DAYBOOK_DATABASE_CONNECTIONS", "1"),
        ("DAYBOOK_METRICS_LISTEN", "9090"),
        ("DAYBOOK_DATABASE_URL", "mysql://x"),
        ("DAYBOOK_DATABASE_URL", "data/daybook.db"),
        ("DAYBOOK_DATABASE_URL", "sqlite://"),
        ("DAYBOOK_DATABASE_URL", "postgres://me:12345@host:port/daybook"),
        ("DAYBOOK_SECRET", "short"),
        ("DAYBOOK_TIMEZONE", "Mars/Olympus"),
        ("DAYBOOK_TIMEZONE", "+02:00"),
        ("DAYBOOK_SELF_REGISTRATION", "yes"),
        ("DAYBOOK_PUBLIC_URL", "daybook.example.org"),
        ("DAYBOOK_PUBLIC_URL", "https://x.org/path"),
        ("DAYBOOK_PUBLIC_URL", "ftp://x.org"),
        ("DAYBOOK_TRUSTED_PROXIES", "10.0.0.1, proxy"),
        ("DAYBOOK_TRUSTED_PROXIES", "10.0.0.0/33"),
        ("DAYBOOK_ORGANISATION", "a\nb"),
        ("DAYBOOK_NOW", "tomorrow"),
        ("DAYBOOK_NOW", "2026-06-10"),
        ("DAYBOOK_NOW", "2026-02-30T08:00:00Z"),
        ("DAYBOOK_NOW", "9999-01-01T00:00:00Z"),
        ("DAYBOOK_ADMIN_EMAIL", "admin"),
        ("DAYBOOK_ADMIN_PASSWORD", "12345"),
        ("DAYBOOK_LIMIT_LOGIN_ACCOUNT", "0"),
        ("DAYBOOK_LIMIT_LOGIN_ACCOUNT", "ten"),
        ("DAYBOOK_LIMIT_LOGIN_IP", "-1"),
        ("DAYBOOK_LIMIT_REGISTER_IP", "many"),
        ("DAYBOOK_MAIL", "smtp://portal:12345@"),
        ("DAYBOOK_MAIL", "sendmail"),
        ("DAYBOOK_HSTS", "yes"),
        ("DAYBOOK_DRAIN_SECONDS", "61"),
        ("DAYBOOK_DRAIN_SECONDS", "1.5"),
        ("DAYBOOK_LOG", "loud"),
        ("DAYBOOK_LOG_FORMAT", "xml"),
    ] {
        let error = read(&[(variable, value)]).expect_err(variable);
        assert!(error.to_string().starts_with(variable), "{error}");
        assert!(!error.to_string().contains("12345"), "a password is never repeated");
    }
}

#[test]
fn the_clock_is_moved_on_loopback_only() {
    let moved = [("DAYBOOK_NOW", "2026-06-10T10:00:00+02:00")];
    assert_eq!(read(&moved).unwrap().clock_start.map(|at| at.to_rfc3339()), Some("2026-06-10T08:00:00+00:00".into()));
    assert!(read(&[moved[0], ("DAYBOOK_LISTEN", "192.0.2.1:80")]).is_err());
    assert!(read(&[moved[0], ("DAYBOOK_LISTEN", "[::1]:80")]).is_ok());
    let socket = [("DAYBOOK_LISTEN", "unix:daybook.sock"), ("DAYBOOK_PUBLIC_URL", "http://localhost")];
    assert!(read(&[moved[0], socket[0], socket[1]]).is_err());
}

#[test]
fn secrets_do_not_show_in_debug() {
    let config = read(&[
        ("DAYBOOK_SECRET", &"s3cr3t".repeat(8)),
        ("DAYBOOK_ADMIN_PASSWORD", "hunter2hunter2"),
        ("DAYBOOK_MAIL", "smtps://portal:hunter2@mail.example.org"),
    ])
    .unwrap();
    let text = format!("{config:?}");
    assert!(!text.contains("s3cr3t") && !text.contains("hunter2"));
}

#[test]
fn behind_a_unix_socket_there_is_a_proxy_and_so_a_public_address() {
    let socket = ("DAYBOOK_LISTEN", "unix:/run/daybook/daybook.sock");
    let missing = read(&[socket]).unwrap_err().to_string();
    assert_eq!(missing, "DAYBOOK_PUBLIC_URL is required while DAYBOOK_LISTEN is a Unix socket");
    let config = read(&[socket, ("DAYBOOK_PUBLIC_URL", "http://localhost")]).unwrap();
    assert_eq!(config.listen, Listen::Unix("/run/daybook/daybook.sock".into()));
    assert!(!is_open(&config) && !config.trusted_proxies.is_empty());
    let wrong = Config::of(&[socket, ("DAYBOOK_PUBLIC_URL", "daybook")]).unwrap_err();
    assert_eq!(wrong.len(), 1, "a wrong one is not missing as well: {wrong:?}");
}

/// A folder of one test's own, which is gone with it.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("daybook-config-{test}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let file = self.0.join(name);
        std::fs::write(&file, content).unwrap();
        file.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_variable_with_the_ending_file_names_the_file_of_the_value() {
    let folder = Folder::new("file");
    let key = folder.write("key", format!("{}\r\n", "k".repeat(32)));
    let config = read(&[("DAYBOOK_SECRET_FILE", &key)]).unwrap();
    assert_eq!(config.secret.unwrap().reveal(), "k".repeat(32).as_bytes());
    let zone = folder.write("zone", "Europe/Rome\n\n");
    let refused = read(&[("DAYBOOK_TIMEZONE_FILE", &zone)]).unwrap_err().to_string();
    assert!(
        refused.starts_with(&format!("DAYBOOK_TIMEZONE (from {zone}, named by DAYBOOK_TIMEZONE_FILE) must")),
        "{refused}"
    );

    let (short, empty) = (folder.write("short", "hush"), folder.write("empty", "\n"));
    let random = folder.write("random", [0xff; 40]);
    let away = folder.0.join("away").display().to_string();
    for (file, why) in [
        (&short, "must have at least 32 bytes".to_owned()),
        (&empty, format!("DAYBOOK_SECRET_FILE names {empty}, which is empty")),
        (&random, format!("DAYBOOK_SECRET_FILE names {random}, which is not text")),
        (&away, format!("DAYBOOK_SECRET_FILE names {away}, which cannot be read")),
    ] {
        let refused = read(&[("DAYBOOK_SECRET_FILE", file)]).unwrap_err().to_string();
        assert!(refused.contains(&why) && !refused.contains("hush"), "{refused}");
    }
    let both = read(&[("DAYBOOK_SECRET", &"s".repeat(32)), ("DAYBOOK_SECRET_FILE", &key)]).unwrap_err().to_string();
    assert_eq!(both, "DAYBOOK_SECRET and DAYBOOK_SECRET_FILE are both set: remove one of them");
}

const ALL: &str = r#"
listen = "192.0.2.1:80"
public_url = "https://daybook.example.org"
trusted_proxies = ["127.0.0.1", "10.0.0.0/8"]
self_registration = true
hsts = false
limit_login_ip = 500
timezone = "Europe/Rome"
"#;

#[test]
fn one_file_holds_all_settings_and_the_environment_wins() {
    let folder = Folder::new("all");
    let key = folder.write("key", "k".repeat(32));
    let all = folder.write("all.toml", format!("{ALL}secret_file = {key:?}\n"));
    let variables = [("DAYBOOK_CONFIG", all.as_str()), ("DAYBOOK_TIMEZONE", "Europe/Berlin")];
    let config = read(&variables).unwrap();
    assert_eq!(config.listen.to_string(), "192.0.2.1:80");
    assert!(is_open(&config) && config.hsts.is_none() && config.secret.is_some());
    assert_eq!((config.limits.login_address, config.zone), (500, Some(chrono_tz::Europe::Berlin)));
    assert!(read(&[variables[0], ("DAYBOOK_SECRET", &"s".repeat(32))]).is_ok(), "not both: the environment wins");
    let moved = folder.write("now.toml", "now = 2026-06-10T10:00:00+02:00\n");
    let clock = read(&[("DAYBOOK_CONFIG", &moved)]).unwrap().clock_start;
    assert_eq!(clock.map(|at| at.to_rfc3339()), Some("2026-06-10T08:00:00+00:00".to_owned()));
    let other = Sources::new([("DAYBOOK_CONFIG".into(), all.into())], Some(std::path::Path::new(&moved)));
    assert!(Config::read(&other).config.unwrap().clock_start.is_some(), "--config wins over DAYBOOK_CONFIG");
}

#[test]
fn a_configuration_file_that_makes_no_sense_is_named_without_its_secrets() {
    let folder = Folder::new("nonsense");
    for (content, why) in [
        ("lisen = \"127.0.0.1:80\"", "lisen in FILE is not a setting of Daybook. The nearest one is listen"),
        ("Listen = \"127.0.0.1:80\"", "Listen in FILE is not a setting of Daybook. The nearest one is listen"),
        ("config = \"other.toml\"", "config in FILE is not a setting of Daybook. The nearest one is "),
        ("\nsecret = \"hush", "DAYBOOK_CONFIG names FILE, which is not TOML: line 2: "),
        ("limit_login_ip = 1.5", "DAYBOOK_LIMIT_LOGIN_IP (limit_login_ip in FILE) must be text, a number"),
        ("secret = \"hush\"", "DAYBOOK_SECRET (from FILE) must have at least 32 bytes"),
        (
            "secret = \"hush\"\nsecret_file = \"key\"",
            "DAYBOOK_SECRET (secret in FILE) and DAYBOOK_SECRET_FILE (secret_file in FILE) are both set",
        ),
    ] {
        let file = folder.write("nonsense.toml", content);
        let refused = read(&[("DAYBOOK_CONFIG", &file)]).unwrap_err().to_string().replace(&file, "FILE");
        assert!(refused.starts_with(why) && !refused.contains("hush"), "{refused}");
    }
    let away = read(&[("DAYBOOK_CONFIG", "/nowhere/daybook.toml")]).unwrap_err().to_string();
    assert!(away.starts_with("DAYBOOK_CONFIG names /nowhere/daybook.toml, which cannot be read"), "{away}");
}

#[test]
fn every_fault_is_found_at_once_and_every_setting_has_its_source() {
    let wrong = [("DAYBOOK_LISTEN", "8080"), ("DAYBOOK_TIMEZNOE", "Europe/Rome"), ("DAYBOOK_HSTS", "yes")];
    let faults: Vec<String> = Config::of(&wrong).unwrap_err().iter().map(ToString::to_string).collect();
    for (variable, _) in wrong {
        assert!(faults.iter().any(|fault| fault.starts_with(variable)), "{variable}: {faults:?}");
    }
    assert_eq!(faults.len(), 3, "{faults:?}");

    let variables = [("DAYBOOK_SECRET", "hush".repeat(8)), ("DAYBOOK_MAIL", "smtps://a:hush@x.org".to_owned())];
    let reading = Config::read(&Sources::new(variables.map(|(name, value)| (name.into(), value.into())), None));
    let shown = |name: &str| {
        let setting = reading.settings.iter().find(|setting| setting.name == name).unwrap();
        (setting.value.as_str(), setting.source.clone())
    };
    assert_eq!(shown("DAYBOOK_SECRET"), ("(hidden)", Source::Environment));
    assert_eq!(shown("DAYBOOK_MAIL"), ("smtps://a:***@x.org", Source::Environment));
    assert_eq!(shown("DAYBOOK_LISTEN"), ("127.0.0.1:8080", Source::Default));
    let expected = std::thread::available_parallelism().unwrap().to_string();
    assert_eq!(shown("DAYBOOK_WORKERS"), (expected.as_str(), Source::Default));
}

#[test]
fn a_wrong_database_is_the_one_fault_whatever_standby_it_has() {
    let standby = ("DAYBOOK_DATABASE_READ_URL", "postgres://standby/daybook");
    let faults = Config::of(&[("DAYBOOK_DATABASE_URL", "sqlite://:memory:"), standby]).unwrap_err();
    assert!(matches!(&faults[..], [fault] if fault.to_string().starts_with("DAYBOOK_DATABASE_URL ")), "{faults:?}");
    assert!(read(&[standby]).unwrap_err().to_string().starts_with("DAYBOOK_DATABASE_READ_URL needs a PostgreSQL"));
}
