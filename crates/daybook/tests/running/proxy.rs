//! A proxy of the manual, started with its file.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use testkit::process::{Home, free_address};
use testkit::smtp::Certificate;
use testkit::{Client, SOON};

use crate::staff::attempt;

/// A proxy in a process of its own, with the file of the manual. It is killed with the value.
pub(crate) struct Proxy {
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
    /// nginx with the whole file, and one more address without encryption, where the tests come in.
    pub(crate) async fn nginx(home: &Home, address: SocketAddr, instances: [SocketAddr; 2], file: &str) -> Self {
        let folder = folder(home);
        let (public, key) = (folder.join("daybook.pem"), folder.join("daybook.key"));
        let certificate = Certificate::for_this_machine();
        certificate.write_to(&public);
        certificate.write_key_to(&key);
        let mut here = to_instances(file, instances);
        for (shipped, instead) in [
            ("listen 443 ssl http2;", format!("listen {} ssl http2;\n    listen {address};", free_address())),
            ("/etc/ssl/daybook.pem", public.display().to_string()),
            ("/etc/ssl/private/daybook.key", key.display().to_string()),
        ] {
            assert!(here.contains(shipped), "{shipped}");
            here = here.replace(shipped, &instead);
        }
        std::fs::write(folder.join("daybook.conf"), here).unwrap();
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

    /// Caddy with the file, without encryption.
    pub(crate) async fn caddy(home: &Home, address: SocketAddr, instances: [SocketAddr; 2], file: &str) -> Self {
        let folder = folder(home);
        let here = to_instances(file, instances)
            .replace("\ndaybook.example.org {", &format!("\nhttp://{address} {{"))
            .replace("\n{\n", "\n{\n\tadmin off\n");
        std::fs::write(folder.join("Caddyfile"), here).unwrap();
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

    pub(crate) fn client(&self) -> Client {
        Client::anonymous(self.address)
    }

    /// The same person, by way of the proxy.
    pub(crate) fn before(&self, client: &Client) -> Client {
        self.client().with_token(client.token().unwrap())
    }

    /// What an address tells is in no log, and the figures are for nobody outside.
    pub(crate) async fn keeps_secrets(&self) {
        for secret in [
            "/ws/session?token=s3cret",
            "/api/leave/feed/s3cret.ics",
            "/auth/reset-password/s3cret",
            "/api/auth/oidc/acme/callback?state=s3cret&code=s3cret",
        ] {
            let _ = self.client().get(secret).await;
        }
        let figures = self.client().get("/metrics").await.expect(404);
        assert!(!figures.text().contains("requestId"), "an instance was asked");
        assert!(!self.logs().contains("s3cret"), "{}", self.logs());
    }

    pub(crate) fn logs(&self) -> String {
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

/// A file of the manual.
pub(crate) fn shipped(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/deploy").join(name);
    std::fs::read_to_string(path).unwrap()
}

fn to_instances(text: &str, [a, b]: [SocketAddr; 2]) -> String {
    assert!(text.contains("127.0.0.1:8081") && text.contains("127.0.0.1:8082"));
    text.replace("127.0.0.1:8081", &a.to_string()).replace("127.0.0.1:8082", &b.to_string())
}
