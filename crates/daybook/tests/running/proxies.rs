//! Two instances behind the proxies of the manual: they are restarted one after the other while people work, and one of them hangs.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use testkit::process::{Daybook, Home, Launch, free_address};
use testkit::socket::Socket;
use testkit::{Client, SOON, at_once};

use crate::ledger::{Ledger, desks};
use crate::on_postgres;
use crate::staff::{attempt, hire, portal, wait_for_more};

const DESKS: usize = 4;
const DAYS: usize = 240;
/// Between two writes or two reads of one person.
const PAUSE: Duration = Duration::from_millis(10);
/// What somebody may wait who is sent to an instance that hangs.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long an instance hangs: long enough for people to come across it more than once.
const HANGING: Duration = Duration::from_secs(6);

/// A proxy in a process of its own, with the file of the manual. It is killed with the value.
struct Proxy {
    process: Child,
    address: SocketAddr,
    folder: PathBuf,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

impl Proxy {
    async fn nginx(home: &Home, address: SocketAddr, instances: [SocketAddr; 2]) -> Self {
        let folder = folder(home);
        // Encryption takes a certificate, which nobody here has.
        let shipped = shipped("nginx.conf").replace("listen 443 ssl http2;", &format!("listen {address};"));
        let without: Vec<&str> = shipped.lines().filter(|line| !line.trim().starts_with("ssl_certificate")).collect();
        std::fs::write(folder.join("daybook.conf"), to_instances(&without.join("\n"), instances)).unwrap();
        let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
        let places: String = places.map(|place| format!("{place}_temp_path {place};\n")).concat();
        let around = format!(
            "daemon off;\nmaster_process off;\npid nginx.pid;\nerror_log error.log;\nevents {{}}\n\
             http {{\naccess_log access.log;\n{places}include daybook.conf;\n}}\n"
        );
        std::fs::write(folder.join("nginx.conf"), around).unwrap();
        let prefix = format!("{}/", folder.display());
        let mut command = Command::new(program("DAYBOOK_NGINX", "nginx"));
        command.args(["-p", &prefix, "-c", "nginx.conf", "-e", "error.log"]);
        Self::begin(command, address, folder).await
    }

    async fn caddy(home: &Home, address: SocketAddr, instances: [SocketAddr; 2]) -> Self {
        let folder = folder(home);
        let shipped = shipped("Caddyfile")
            .replace("\ndaybook.example.org {", &format!("\nhttp://{address} {{"))
            .replace("\n{\n", "\n{\n\tadmin off\n");
        std::fs::write(folder.join("Caddyfile"), to_instances(&shipped, instances)).unwrap();
        let mut command = Command::new(program("DAYBOOK_CADDY", "caddy"));
        command.args(["run", "--adapter", "caddyfile", "--config", "Caddyfile"]).env("HOME", &folder);
        for variable in ["XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
            command.env(variable, &folder);
        }
        Self::begin(command, address, folder).await
    }

    async fn begin(mut command: Command, address: SocketAddr, folder: PathBuf) -> Self {
        let said = std::fs::File::create(folder.join("said.log")).unwrap();
        command.current_dir(&folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(said);
        let process = command.spawn().expect("the proxy, which cargo xtask test looks for");
        let mut proxy = Self { process, address, folder };
        let since = Instant::now();
        while !attempt(&proxy.client(), "GET", "/readyz", None).await.is_ok_and(|answer| answer.status == 200) {
            let is_running = proxy.process.try_wait().unwrap().is_none();
            assert!(is_running && since.elapsed() < SOON, "the proxy does not serve: {}", proxy.logs());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        proxy
    }

    fn client(&self) -> Client {
        Client::anonymous(self.address)
    }

    /// The same person, by way of the proxy.
    fn before(&self, client: &Client) -> Client {
        self.client().with_token(client.token().unwrap())
    }

    /// What an address tells is in no log, and the figures are for nobody outside.
    async fn keeps_secrets(&self) {
        for secret in ["/ws/session?token=s3cret", "/api/leave/feed/s3cret.ics", "/auth/reset-password/s3cret"] {
            let _ = self.client().get(secret).await;
        }
        let figures = self.client().get("/metrics").await.expect(404);
        assert!(!figures.text().contains("requestId"), "an instance was asked");
        assert!(!self.logs().contains("s3cret"), "{}", self.logs());
    }

    fn logs(&self) -> String {
        let read = |name| std::fs::read_to_string(self.folder.join(name)).unwrap_or_default();
        ["access.log", "error.log", "said.log"].map(read).concat()
    }
}

/// The program that the variable names, or that is in the path.
fn program(variable: &str, name: &str) -> PathBuf {
    std::env::var_os(variable).map_or_else(|| PathBuf::from(name), PathBuf::from)
}

fn folder(home: &Home) -> PathBuf {
    let folder = home.data().with_file_name("proxy");
    std::fs::create_dir(&folder).unwrap();
    folder
}

fn shipped(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/deploy").join(name);
    std::fs::read_to_string(path).unwrap()
}

fn to_instances(text: &str, [a, b]: [SocketAddr; 2]) -> String {
    assert!(text.contains("127.0.0.1:8081") && text.contains("127.0.0.1:8082"));
    text.replace("127.0.0.1:8081", &a.to_string()).replace("127.0.0.1:8082", &b.to_string())
}

/// An instance behind a proxy, as the manual has it.
fn instance(home: &Home, proxy: SocketAddr) -> Launch {
    let public = format!("http://{proxy}");
    let launch = portal(home).setting("DAYBOOK_TRUSTED_PROXIES", "127.0.0.1").setting("DAYBOOK_PUBLIC_URL", public);
    launch.setting("DAYBOOK_DRAIN_SECONDS", "2")
}

/// Reads until it is over, and counts the answers.
async fn read_until(client: Client, is_over: Arc<AtomicBool>) -> usize {
    let mut count = 0;
    while !is_over.load(Ordering::Relaxed) {
        let answer = attempt(&client, "GET", "/api/timesheets/my", None).await.expect("an answer");
        assert_eq!(answer.status, 200, "{}", answer.text());
        count += 1;
        tokio::time::sleep(PAUSE).await;
    }
    count
}

/// Two instances that a proxy at this address stands before, and how they are started.
async fn two_behind(home: &Home, proxy: SocketAddr) -> (Launch, [Daybook; 2]) {
    let launch = instance(home, proxy);
    let instances = [launch.start_at(free_address()).await, launch.start_at(free_address()).await];
    (launch, instances)
}

async fn behind_nginx_a_rolling_restart_loses_no_read_and_no_write(home: Home) {
    let address = free_address();
    let (launch, instances) = two_behind(&home, address).await;
    let proxy = Proxy::nginx(&home, address, instances.each_ref().map(Daybook::address)).await;
    loses_nothing(&home, &launch, instances, &proxy).await;
}

async fn behind_caddy_a_rolling_restart_loses_no_read_and_no_write(home: Home) {
    let address = free_address();
    let (launch, instances) = two_behind(&home, address).await;
    let proxy = Proxy::caddy(&home, address, instances.each_ref().map(Daybook::address)).await;
    loses_nothing(&home, &launch, instances, &proxy).await;
}

async fn loses_nothing(home: &Home, launch: &Launch, instances: [Daybook; 2], proxy: &Proxy) {
    let team = hire(home, "rolling", DESKS, DAYS).await;
    let mut desks = desks(&instances[0], &team, DAYS).await;
    let is_over = Arc::new(AtomicBool::new(false));
    let mut readers = Vec::new();
    for desk in &mut desks {
        (desk.employee, desk.manager) = (proxy.before(&desk.employee), proxy.before(&desk.manager));
        readers.push(tokio::spawn(read_until(desk.employee.clone(), is_over.clone())));
    }
    let _socket = Socket::of(&desks[0].employee).await;
    let at_work: Vec<_> = desks.into_iter().map(|desk| tokio::spawn(desk.work_until(is_over.clone(), PAUSE))).collect();
    wait_for_more(home).await;
    // They go on until the end.
    let mut restarted = Vec::new();
    for mut instance in instances {
        instance.terminate();
        let ended = instance.ended_within(SOON).await.expect("an instance that stops");
        assert_eq!(ended.code, Some(0), "{}", ended.log);
        restarted.push(launch.start_at(instance.address()).await);
        wait_for_more(home).await;
    }
    is_over.store(true, Ordering::Relaxed);
    let mut told = Ledger::default();
    for desk in at_work {
        told.add(desk.await.unwrap());
    }
    let mut reads = 0;
    for reader in readers {
        reads += reader.await.unwrap();
    }
    println!("{} writes and {reads} reads during two restarts", told.acknowledged());
    assert_eq!((told.busy(), told.unknown()), (0, 0), "writes failed: {}", proxy.logs());
    assert!(told.acknowledged() > 100 && reads > 100, "there was no load");
    told.check(home).await;
    proxy.keeps_secrets().await;
}

async fn behind_nginx_an_instance_that_hangs_costs_nobody_more_than_five_seconds(home: Home) {
    let address = free_address();
    let (_, instances) = two_behind(&home, address).await;
    let proxy = Proxy::nginx(&home, address, instances.each_ref().map(Daybook::address)).await;
    instances[0].suspend();
    let since = Instant::now();
    let reading = (0..8).map(|_| {
        let client = proxy.client();
        async move {
            let (mut longest, mut count) = (Duration::ZERO, 0);
            while since.elapsed() < HANGING {
                let began = Instant::now();
                let answer = attempt(&client, "GET", "/api/portal", None).await.expect("an answer");
                assert_eq!(answer.status, 200, "{}", answer.text());
                longest = longest.max(began.elapsed());
                count += 1;
                tokio::time::sleep(PAUSE).await;
            }
            (longest, count)
        }
    });
    let read = at_once(reading).await;
    let longest = read.iter().map(|(longest, _)| *longest).max().unwrap();
    let count: i32 = read.iter().map(|(_, count)| count).sum();
    println!("{count} reads while an instance hung, the longest {longest:?}");
    assert!(longest <= PATIENCE, "somebody waited {longest:?}");
    assert!(longest > Duration::from_millis(500), "nobody met the instance that hung, so nothing was tried");
    instances[0].resume();
}

on_postgres!(beside_others:
    behind_nginx_a_rolling_restart_loses_no_read_and_no_write,
    behind_caddy_a_rolling_restart_loses_no_read_and_no_write,
);

/// A wait is measured, and other tests would make it longer.
mod measured {
    use super::behind_nginx_an_instance_that_hangs_costs_nobody_more_than_five_seconds;

    crate::on_postgres!(alone: behind_nginx_an_instance_that_hangs_costs_nobody_more_than_five_seconds);
}
