//! The test of the Debian package as an organisation uses it: installed into a fresh Debian, used, upgraded from the previous
//! commit, removed.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::debian::Debian;
use super::platform::PLATFORMS;
use super::tools::Tools;
use super::{Release, clone, contents, dist, entries, make_anew, packages, program, write};
use crate::failure::Failure;
use crate::frontend;
use crate::machine;
use crate::process;
use crate::project::Project;
use crate::sample::Portal;

const SETTINGS: &str = "etc/daybook/daybook.env";
const DATABASE: &str = "var/lib/daybook/daybook.db";
/// Files that the package must have.
const FILES: [&str; 7] = [
    "usr/bin/daybook",
    "usr/lib/systemd/system/daybook.service",
    "usr/lib/systemd/system/daybook-backup.timer",
    "usr/share/man/man1/daybook.1.gz",
    "usr/share/bash-completion/completions/daybook",
    "usr/share/doc/daybook/copyright",
    "usr/share/doc/daybook/licences.txt.gz",
];

pub(super) fn run(project: &Project, release: &Release, tools: &Tools, debian: &Debian) -> Result<(), Failure> {
    if !machine::is_root() {
        return Err(Failure::new("the test of the package uses chroot: run it as root."));
    }
    let before = previous(project, release, tools, debian)?;
    let tree = Tree::make(project, debian)?;

    tree.install(&package(&before)?)?;
    for file in FILES {
        expect(tree.path(file).is_file(), format!("the package has no {file}"))?;
    }
    let mode = fs::metadata(tree.path(SETTINGS)).map(|about| about.permissions().mode() & 0o777).unwrap_or_default();
    expect(mode == 0o640, format!("{SETTINGS} has the mode {mode:o}"))?;
    let portal = tree.start("before")?;
    let password = first_password(&tree.path("var/lib/daybook"))?;
    sign_in(&portal, &password)?;
    drop(portal);

    let own = "DAYBOOK_LOG=warn\n";
    write(&tree.path(SETTINGS), own)?;
    tree.install(&package(project)?)?;
    let kept = fs::read_to_string(tree.path(SETTINGS)).unwrap_or_default();
    expect(kept == own, "the upgrade replaced the settings")?;
    let version = process::read(tree.enter().args(["daybook", "--version"]))?;
    expect(version.contains(&release.commit), format!("the upgrade left {version}"))?;
    let portal = tree.start("after")?;
    sign_in(&portal, &password)?;
    drop(portal);

    process::run(tree.enter().args(["dpkg", "--remove", "daybook"]))?;
    expect(!tree.path("usr/bin/daybook").exists(), "the program is still there after the removal")?;
    process::run(tree.enter().args(["dpkg", "--purge", "daybook"]))?;
    expect(!tree.path(SETTINGS).exists(), "the settings are still there after the purge")?;
    expect(tree.path(DATABASE).is_file(), "the removal deleted the database")?;
    tree.install(&package(project)?)?;
    sign_in(&tree.start("again")?, &password)
}

/// Starts each image as its user and checks its health, that of another architecture under emulation.
pub(super) fn images(project: &Project, release: &Release) -> Result<(), Failure> {
    for platform in &PLATFORMS {
        println!("The image for {}", platform.name);
        let folder = project.notes().join("release/trial").join(platform.name);
        let (layout, root) = (folder.join("layout"), folder.join("root"));
        make_anew(&layout)?;
        make_anew(&root)?;
        let unpack = |archive: &Path, into: &Path| {
            let mut tar = process::command("tar", into);
            process::run(tar.args(["--numeric-owner", "--same-permissions", "--extract", "--file"]).arg(archive))
        };
        unpack(&release.file(project, &format!("-{}.oci.tar", platform.name)), &layout)?;
        // The layer is by far the largest of the blobs.
        let size = |path: &PathBuf| fs::metadata(path).map(|about| about.len()).unwrap_or_default();
        let layer = entries(&layout.join("blobs/sha256"))?.into_iter().max_by_key(size).unwrap_or_default();
        unpack(&layer, &root)?;
        if let Some(emulator) = platform.emulator {
            let found = machine::in_path(emulator).ok_or_else(|| Failure::new(format!("{emulator} is missing")))?;
            super::copy(&found, &root.join("tmp/emulator"))?;
        }
        let daybook = |word: &str| {
            let mut enter = process::command("chroot", &folder);
            enter.arg("--userspec=10001:10001").arg(&root).env("DAYBOOK_DATA_DIR", "/data");
            enter.args(platform.emulator.map(|_| "/tmp/emulator")).args(["/usr/bin/daybook", word]);
            enter
        };
        let portal = Portal::start(&mut daybook("serve"), folder.clone())?;
        // As the health check of a container does.
        let listen = portal.address.trim_start_matches("http://");
        process::run(daybook("health").env("DAYBOOK_LISTEN", listen))?;
        sign_in(&portal, &first_password(&root.join("data"))?)?;
    }
    Ok(())
}

fn expect(holds: bool, otherwise: impl Into<String>) -> Result<(), Failure> {
    if holds { Ok(()) } else { Err(Failure::new(otherwise)) }
}

/// Packages the commit before for this machine only, with nothing that cargo has built: the program's folder is in its bytes.
fn previous(project: &Project, release: &Release, tools: &Tools, debian: &Debian) -> Result<Project, Failure> {
    println!("The package of the commit before");
    let before = clone(project, &format!("{}~1", release.commit), "before")?;
    let release = Release::of(&before)?;
    let [platform, ..] = &PLATFORMS;
    frontend::install_packages(&before)?;
    frontend::build_anew(&before)?;
    make_anew(&dist(&before))?;
    program::build(&before, &release, platform, tools, debian)?;
    let contents = contents::gather(&before, &release)?;
    packages::debian(&before, &release, platform, tools, &contents)?;
    Ok(before)
}

/// The package for this machine that a release made.
fn package(project: &Project) -> Result<PathBuf, Failure> {
    let folder = dist(project);
    let found = entries(&folder)?.into_iter().find(|path| path.to_string_lossy().ends_with("_amd64.deb"));
    found.ok_or_else(|| Failure::new(format!("there is no package in {}", folder.display())))
}

/// A fresh Debian in a folder.
struct Tree(PathBuf);

impl Tree {
    /// Makes one of this machine's Debian, from where this machine takes its packages.
    fn make(project: &Project, debian: &Debian) -> Result<Self, Failure> {
        let folder = project.notes().join("release/trial");
        make_anew(&folder)?;
        let tree = folder.join("tree");
        let mut make = process::command("mmdebstrap", Path::new("/"));
        process::run(make.args(["--variant=minbase", &debian.suite()?]).args([&tree, &debian.sources()]))?;
        Ok(Self(tree))
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.join(file)
    }

    fn enter(&self) -> Command {
        let mut command = process::command("chroot", &self.0);
        command.arg(&self.0).env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env("DEBIAN_FRONTEND", "noninteractive");
        command
    }

    /// Installs a package or upgrades to it, and keeps settings that somebody changed.
    fn install(&self, package: &Path) -> Result<(), Failure> {
        super::copy(package, &self.path("root/daybook.deb"))?;
        process::run(self.enter().args(["dpkg", "--force-confold", "--install", "/root/daybook.deb"]))
    }

    /// Starts the installed program as its unit would.
    fn start(&self, name: &str) -> Result<Portal, Failure> {
        let folder = self.0.with_file_name(name);
        make_anew(&folder)?;
        Portal::start(self.enter().args(["daybook", "serve"]).env("DAYBOOK_DATA_DIR", "/var/lib/daybook"), folder)
    }
}

/// The password that a first start left in the data folder.
fn first_password(data: &Path) -> Result<String, Failure> {
    let file = data.join("first-password");
    let text = fs::read_to_string(&file).map_err(|error| Failure::io(file.display(), &error))?;
    let password = text.lines().find_map(|line| line.strip_prefix("password")).map(|word| word.trim().to_owned());
    password.ok_or_else(|| Failure::new(format!("there is no password in {}", file.display())))
}

fn sign_in(portal: &Portal, password: &str) -> Result<(), Failure> {
    let body = format!(r#"{{"email":"admin@daybook.local","password":"{password}"}}"#);
    let host = portal.address.trim_start_matches("http://");
    let ask = || {
        let mut stream = TcpStream::connect(host)?;
        write!(
            stream,
            "POST /api/auth/login HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).map(|_| answer)
    };
    let answer = ask().map_err(|error| Failure::io("the portal did not answer", &error))?;
    expect(answer.starts_with("HTTP/1.1 200 "), format!("the sign-in was refused: {answer}"))?;
    println!("Signed in at {}", portal.address);
    Ok(())
}
