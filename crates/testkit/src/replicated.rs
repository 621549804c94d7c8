//! A PostgreSQL of a test's own, and a standby that follows it. Both are made with the programs of the test server.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use sea_orm::{ConnectionTrait, DatabaseConnection, Statement};

use crate::database::connect_beside;
use crate::server::postgres_server;

const PRIMARY: &str = "primary";
const STANDBY: &str = "standby";

/// Both servers, reached by sockets in their folder. They stop, and their data is removed, when the value is dropped.
pub struct Replicated {
    folder: PathBuf,
    programs: PathBuf,
    /// The user that the servers run as if the tests run as root, which the servers refuse.
    owner: Option<(u32, u32)>,
}

impl Replicated {
    /// Starts both. The primary has an empty database `daybook`.
    pub async fn start() -> Self {
        let servers = Self::new().await;
        servers
            .run("initdb", &["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "-D", PRIMARY]);
        let sockets = format!("listen_addresses = ''\nunix_socket_directories = '{}'\n", servers.folder.display());
        servers.configure(PRIMARY, &format!("{sockets}fsync = off\nport = {}\n", port(PRIMARY)));
        servers.begin(PRIMARY);
        servers.on_primary("CREATE DATABASE daybook").await;
        let from = ["-h", &servers.folder.display().to_string(), "-p", &port(PRIMARY).to_string(), "-U", "postgres"];
        servers.run("pg_basebackup", &[&from[..], &["-D", STANDBY, "-R", "-c", "fast", "--no-sync"]].concat());
        servers.configure(STANDBY, &format!("port = {}\n", port(STANDBY)));
        servers.begin(STANDBY);
        servers
    }

    async fn new() -> Self {
        let beside = connect_beside(postgres_server()).await;
        let programs = PathBuf::from(text(&beside, "SELECT setting FROM pg_config WHERE name = 'BINDIR'").await);
        let data = PathBuf::from(text(&beside, "SELECT current_setting('data_directory')").await);
        beside.close().await.expect("a connection that can be closed");
        // Beside the data of the test server, which is removed after a killed run too.
        let name = format!("daybook-standby-{}", std::process::id());
        let places = [data.parent().unwrap_or(&data).join(&name), std::env::temp_dir().join(&name)];
        let folder = places.into_iter().find(|place| fs::create_dir(place).is_ok()).expect("a folder for two servers");
        let (made, server) = (fs::metadata(&folder).expect("the folder"), fs::metadata(&data).expect("its data"));
        let owner = (made.uid() == 0).then(|| (server.uid(), server.gid()));
        if let Some((user, group)) = owner {
            chown(&folder, Some(user), Some(group)).expect("a folder that can be given away");
        }
        Self { folder, programs, owner }
    }

    pub fn primary(&self) -> String {
        self.url(PRIMARY, "daybook")
    }

    pub fn standby(&self) -> String {
        self.url(STANDBY, "daybook")
    }

    /// The address of another database of the standby.
    pub fn standby_of(&self, database: &str) -> String {
        self.url(STANDBY, database)
    }

    /// Runs a statement that is about the server.
    pub async fn on_primary(&self, sql: &str) {
        execute(self.url(PRIMARY, "postgres"), sql).await;
    }

    /// Runs a statement that is about the server.
    pub async fn on_standby(&self, sql: &str) {
        execute(self.url(STANDBY, "postgres"), sql).await;
    }

    /// Ends the standby at once, as a crash would.
    pub fn stop_standby(&self) {
        self.run("pg_ctl", &["-s", "-w", "-m", "immediate", "-D", STANDBY, "stop"]);
    }

    pub fn start_standby(&self) {
        self.begin(STANDBY);
    }

    /// Suspends the standby for as long as the value lives: it keeps its connections, and says nothing.
    pub async fn freeze_standby(&self) -> Frozen {
        let backends = self.backends_of_standby("true").await;
        let first = fs::read_to_string(self.folder.join(STANDBY).join("postmaster.pid")).expect("a running standby");
        Frozen::begin(format!("{} {backends}", first.lines().next().expect("the number of its first process")))
    }

    /// Suspends the open connections of Daybook to the standby but the one on which it asks where the standby stands.
    pub async fn freeze_reads_of_standby(&self) -> Frozen {
        let reads = "application_name = 'daybook' AND query NOT LIKE '%pg_is_in_recovery%'";
        Frozen::begin(self.backends_of_standby(reads).await)
    }

    /// The numbers of the processes of the standby for which this holds.
    async fn backends_of_standby(&self, condition: &str) -> String {
        let beside = connect_beside(self.url(STANDBY, "postgres")).await;
        let sql = "SELECT string_agg(pid::text, ' ') FROM pg_stat_activity WHERE pid <> pg_backend_pid()";
        let backends = text(&beside, &format!("{sql} AND {condition}")).await;
        beside.close().await.expect("a connection that can be closed");
        backends
    }

    fn url(&self, server: &str, database: &str) -> String {
        format!("postgres://postgres@localhost:{}/{database}?host={}", port(server), self.folder.display())
    }

    fn begin(&self, server: &str) {
        self.run("pg_ctl", &["-s", "-w", "-t", "60", "-D", server, "-l", &format!("{server}.log"), "start"]);
    }

    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.args(arguments).current_dir(&self.folder).env_clear().env("LC_ALL", "C");
        command.stdin(Stdio::null()).stdout(Stdio::null());
        if let Some((user, group)) = self.owner {
            command.uid(user).gid(group);
        }
        command
    }

    fn run(&self, program: &str, arguments: &[&str]) {
        // A file, because the server goes on with what its starter has open.
        let said = self.folder.join("said");
        let errors = fs::File::create(&said).expect("a file in the folder");
        let status = self.command(program, arguments).stderr(errors).status().expect("a program of the server's");
        assert!(status.success(), "{program} {arguments:?}: {}", fs::read_to_string(said).unwrap_or_default());
    }

    fn configure(&self, server: &str, settings: &str) {
        let file = OpenOptions::new().append(true).open(self.folder.join(server).join("postgresql.conf"));
        file.and_then(|mut file| file.write_all(settings.as_bytes())).expect("the settings of a server");
    }
}

impl Drop for Replicated {
    fn drop(&mut self) {
        for server in [STANDBY, PRIMARY] {
            let arguments = ["-s", "-w", "-m", "immediate", "-D", server, "stop"];
            // One that does not run cannot be stopped.
            self.command("pg_ctl", &arguments).stderr(Stdio::null()).status().ok();
        }
        fs::remove_dir_all(&self.folder).ok();
    }
}

/// Suspended processes of a server. They go on when it is dropped.
pub struct Frozen(String);

impl Frozen {
    fn begin(processes: String) -> Self {
        let frozen = Self(processes);
        assert!(frozen.signal("STOP"), "processes that can be suspended: {}", frozen.0);
        frozen
    }

    fn signal(&self, signal: &str) -> bool {
        let kill = format!("kill -{signal} {}", self.0);
        Command::new("sh").args(["-c", &kill]).status().is_ok_and(|status| status.success())
    }
}

impl Drop for Frozen {
    fn drop(&mut self) {
        self.signal("CONT");
    }
}

/// The number in the name of a server's socket.
fn port(server: &str) -> u16 {
    if server == PRIMARY { 1 } else { 2 }
}

async fn text(connection: &DatabaseConnection, sql: &str) -> String {
    let statement = Statement::from_string(connection.get_database_backend(), sql);
    let row = connection.query_one_raw(statement).await.expect("an answer of the server").expect("a row");
    row.try_get_by_index(0).expect("a text")
}

async fn execute(url: String, sql: &str) {
    let beside = connect_beside(url).await;
    beside.execute_unprepared(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    beside.close().await.expect("a connection that can be closed");
}
