//! The portal as its operator runs it: the program in a process of its own, with its settings in the environment, its
//! output in files, and its life in the hands of signals.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use persistence::{Database, OpenError, Settings};
use sea_orm::{ConnectionTrait, DatabaseConnection, QueryResult, Statement};

use crate::SOON;
use crate::client::Client;
use crate::contents::{Contents, Viewer};
use crate::database::{TestDatabase, connect_beside};

/// A start that takes longer than this has failed.
const START: Duration = Duration::from_mins(2);
const LOOK: Duration = Duration::from_millis(5);
/// Another program may take the free port before the portal does.
const TRIES: u32 = 5;

/// Where one portal lives: a folder of its own, and a database in it or on the test server. Gone when it is dropped, so
/// it outlives the processes that run there.
pub struct Home {
    folder: PathBuf,
    server: Option<TestDatabase>,
    /// The address of a database that is somebody else's to remove.
    elsewhere: Option<String>,
}

impl Home {
    /// A home without a database yet, which makes itself one in its data folder.
    pub fn sqlite() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = format!("daybook-home-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        fs::remove_dir_all(&folder).ok();
        fs::create_dir_all(&folder).expect("a folder in the temporary folder");
        Self { folder, server: None, elsewhere: None }
    }

    /// A home with a migrated, empty database on the test server.
    pub async fn postgres() -> Self {
        let mut home = Self::sqlite();
        home.server = Some(TestDatabase::postgres().await);
        home
    }

    /// A home with a database without a schema on the test server.
    pub async fn blank_postgres() -> Self {
        let mut home = Self::sqlite();
        home.server = Some(TestDatabase::blank_postgres().await);
        home
    }

    /// A home with the database at this address, on a server of the test's own.
    pub fn over(url: String) -> Self {
        let mut home = Self::sqlite();
        home.elsewhere = Some(url);
        home
    }

    /// The folder for the database file and the signing key.
    pub fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// The database on the test server. Panics on SQLite.
    pub fn server(&self) -> &TestDatabase {
        self.server.as_ref().expect("a database on the test server")
    }

    pub fn is_postgres(&self) -> bool {
        self.server.is_some() || self.elsewhere.is_some()
    }

    pub fn url(&self) -> String {
        match (&self.server, &self.elsewhere) {
            (Some(server), _) => server.url(),
            (None, Some(url)) => url.clone(),
            (None, None) => format!("sqlite://{}", self.data().join("daybook.db").display()),
        }
    }

    /// Puts something into the database while no portal runs here.
    pub async fn prepare<T>(&self, work: impl AsyncFnOnce(&Database) -> T) -> T {
        if let Some(server) = &self.server {
            return work(server.database()).await;
        }
        let until = Instant::now() + SOON;
        // An earlier holder may keep its lock for another moment: one of its tasks, or a process that another test is starting.
        let database = loop {
            match Database::open(&Settings::new(self.url())).await {
                Err(OpenError::InUse(_)) if Instant::now() < until => tokio::time::sleep(LOOK).await,
                opened => break opened.expect("the database of a portal that does not run"),
            }
        };
        let outcome = work(&database).await;
        database.close().await;
        outcome
    }

    /// Statements beside the portal, on a connection of their own.
    pub async fn beside(&self) -> Beside {
        let url = if self.is_postgres() { self.url() } else { format!("{}?mode=rw", self.url()) };
        Beside(connect_beside(url).await)
    }

    /// The rows of one query beside the portal; every column of it is a text.
    pub async fn texts(&self, sql: &str) -> Vec<Vec<String>> {
        let beside = self.beside().await;
        let texts = beside.texts(sql).await;
        beside.close().await;
        texts
    }

    /// The number in the first column of the first row of one query beside the portal.
    pub async fn number(&self, sql: &str) -> i64 {
        let beside = self.beside().await;
        let number = beside.number(sql).await;
        beside.close().await;
        number
    }

    /// Everything that the database holds.
    pub async fn contents(&self) -> Contents {
        Viewer::over(self.beside().await.0).await.contents().await
    }

    /// How to start the program here.
    pub fn launch(&self, program: &str) -> Launch {
        let mut launch = Launch {
            program: PathBuf::from(program),
            folder: self.folder.clone(),
            arguments: Vec::new(),
            settings: BTreeMap::new(),
        };
        // No proxy waits for a stop to be announced.
        launch = launch.setting("DAYBOOK_DATA_DIR", self.data()).setting("DAYBOOK_DRAIN_SECONDS", "0");
        if self.is_postgres() { launch.setting("DAYBOOK_DATABASE_URL", self.url()) } else { launch }
    }
}

/// One connection to the database of a home, for looking at what the portal stored and for standing in its way.
pub struct Beside(DatabaseConnection);

impl Beside {
    /// Runs statements that give nothing back.
    pub async fn execute(&self, sql: &str) {
        self.0.execute_unprepared(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }

    async fn rows(&self, sql: &str) -> Vec<QueryResult> {
        let statement = Statement::from_string(self.0.get_database_backend(), sql);
        self.0.query_all_raw(statement).await.unwrap_or_else(|error| panic!("{sql}: {error}"))
    }

    /// The rows of a query; every column of it is a text.
    pub async fn texts(&self, sql: &str) -> Vec<Vec<String>> {
        let read = |row: QueryResult| {
            let columns = 0..row.column_names().len();
            columns
                .map(|column| {
                    row.try_get_by_index::<Option<String>>(column)
                        .unwrap_or_else(|error| panic!("{sql}: {error}"))
                        .unwrap_or_default()
                })
                .collect()
        };
        self.rows(sql).await.into_iter().map(read).collect()
    }

    /// The number in the first column of the first row.
    pub async fn number(&self, sql: &str) -> i64 {
        let rows = self.rows(sql).await;
        let row = rows.first().unwrap_or_else(|| panic!("{sql}: no row"));
        let number = row.try_get_by_index::<i64>(0).or_else(|_| row.try_get_by_index::<i32>(0).map(i64::from));
        number.unwrap_or_else(|error| panic!("{sql}: {error}"))
    }

    /// Closes the connection; what it holds is let go.
    pub async fn close(self) {
        self.0.close().await.expect("a connection that can be closed");
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.folder).ok();
    }
}

/// How to start the program: its words and its settings.
#[derive(Clone)]
pub struct Launch {
    program: PathBuf,
    folder: PathBuf,
    arguments: Vec<String>,
    settings: BTreeMap<String, OsString>,
}

impl Launch {
    pub fn setting(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.settings.insert(name.to_owned(), value.into());
        self
    }

    /// With this word behind the program's name.
    pub fn word(mut self, word: &str) -> Self {
        self.arguments.push(word.to_owned());
        self
    }

    /// Starts the portal on a free port, and waits until it is ready.
    pub async fn start(&self) -> Daybook {
        for _ in 1..TRIES {
            match self.try_start(free_address()).await {
                Ok(daybook) => return daybook,
                Err(ended) if ended.log.contains("DAYBOOK_LISTEN") => {}
                // A program that another test starts at this moment holds, for as long as it takes to become itself, what this
                // process held when it was forked: the lock of a file that has just been prepared.
                Err(ended) if ended.log.contains("already in use by another daybook process") => {}
                Err(ended) => panic!("the portal ended instead of starting: {ended:?}"),
            }
        }
        self.start_at(free_address()).await
    }

    /// The same at this address, which is free.
    pub async fn start_at(&self, address: SocketAddr) -> Daybook {
        self.try_start(address).await.unwrap_or_else(|ended| panic!("{address} cannot be used: {ended:?}"))
    }

    async fn try_start(&self, address: SocketAddr) -> Result<Daybook, Ended> {
        let since = Instant::now();
        let mut daybook = self.clone().setting("DAYBOOK_LISTEN", address.to_string()).spawn(address);
        loop {
            if let Some(ended) = daybook.ended() {
                return Err(ended);
            }
            if daybook.is_ready().await {
                daybook.ready_after = since.elapsed();
                return Ok(daybook);
            }
            assert!(since.elapsed() < START, "the portal is not ready after {START:?}: {}", daybook.log());
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Runs the program to its end.
    pub async fn run(&self) -> Ended {
        let mut daybook = self.begin();
        let ended = daybook.ended_within(START).await;
        ended.unwrap_or_else(|| panic!("it does not end: {}", daybook.log()))
    }

    /// Starts the program, and waits for nothing.
    pub fn begin(&self) -> Daybook {
        self.spawn(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))
    }

    fn spawn(&self, address: SocketAddr) -> Daybook {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let output = self.folder.join(format!("{number}.out"));
        let log = self.folder.join(format!("{number}.log"));
        let file = |path: &Path| Stdio::from(File::create(path).expect("a file in the home's folder"));
        let mut command = Command::new(&self.program);
        command
            .args(&self.arguments)
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(file(&output))
            .stderr(file(&log));
        // What the person who runs the tests has set for another portal is not for this one.
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("DAYBOOK_")) {
            command.env_remove(name);
        }
        let child = command.envs(&self.settings).spawn().expect("the portal's program");
        Daybook { child, address, output, log, ready_after: Duration::ZERO }
    }
}

/// A port that was free a moment ago.
pub fn free_address() -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("the address just bound")
}

/// A running process of the program. It is killed with the value.
pub struct Daybook {
    child: Child,
    address: SocketAddr,
    output: PathBuf,
    log: PathBuf,
    ready_after: Duration,
}

/// How a process of the program ended, and what it said.
#[derive(Debug)]
pub struct Ended {
    /// The exit status; none where a signal ended it.
    pub code: Option<i32>,
    pub output: String,
    pub log: String,
}

impl Daybook {
    pub fn client(&self) -> Client {
        Client::anonymous(self.address)
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// How long it took from its start until it was ready.
    pub fn ready_after(&self) -> Duration {
        self.ready_after
    }

    pub fn output(&self) -> String {
        fs::read_to_string(&self.output).unwrap_or_default()
    }

    pub fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }

    async fn is_ready(&self) -> bool {
        // Another process may have taken the port, and be ready there.
        let address = self.address.to_string();
        if !self.output().contains(&address) && !self.log().contains(&address) {
            return false;
        }
        let client = self.client();
        let request = client.head("GET", "/readyz", None);
        client.try_raw(request.as_bytes()).await.is_ok_and(|answer| answer.status == 200)
    }

    pub fn is_running(&mut self) -> bool {
        self.ended().is_none()
    }

    fn ended(&mut self) -> Option<Ended> {
        let status = self.child.try_wait().expect("a process of ours")?;
        Some(Ended { code: status.code(), output: self.output(), log: self.log() })
    }

    /// Kills it at once, as a power cut would.
    pub fn kill(&mut self) {
        // It may have ended by itself.
        self.child.kill().ok();
        self.child.wait().ok();
    }

    /// Asks it to stop, as an operator's service manager does.
    pub fn terminate(&self) {
        self.signal("TERM");
    }

    /// Suspends it, like a hanging machine: its port still accepts connections.
    pub fn suspend(&self) {
        self.signal("STOP");
    }

    /// Resumes it after it was suspended.
    pub fn resume(&self) {
        self.signal("CONT");
    }

    fn signal(&self, signal: &str) {
        let process = self.child.id().to_string();
        let told = Command::new("sh").args(["-c", "kill -s \"$1\" \"$2\"", "sh", signal, &process]).status();
        assert!(told.expect("sh").success(), "the process {process} cannot be signalled");
    }

    /// Waits for its end; nothing where it still runs then.
    pub async fn ended_within(&mut self, patience: Duration) -> Option<Ended> {
        let until = Instant::now() + patience;
        loop {
            let ended = self.ended();
            if ended.is_some() || Instant::now() >= until {
                return ended;
            }
            tokio::time::sleep(LOOK).await;
        }
    }
}

impl Drop for Daybook {
    fn drop(&mut self) {
        self.kill();
    }
}
