//! Debian's packages, fetched and unpacked into folders without being installed, for both architectures.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::platform::{PLATFORMS, Platform};
use super::{entries, make_anew, write};
use crate::failure::Failure;
use crate::process;
use crate::project::Project;

/// A Rust compiler with the standard library of another architecture, which rustup would fetch from elsewhere: Debian keeps a
/// recent one to build browsers.
const COMPILER: [&str; 4] =
    ["rustc-web:amd64", "libstd-rust-web-dev:amd64", "libstd-rust-web-1.96:amd64", "libllvm22:amd64"];
const FOREIGN_LIBRARY: &str = "libstd-rust-web-dev";

/// Debian's registry, as this machine knows it.
pub(super) struct Debian {
    folder: PathBuf,
}

impl Debian {
    /// Fetches the registry's lists into a folder of our own, because those of the machine have one architecture.
    pub(super) fn open(project: &Project) -> Result<Self, Failure> {
        let debian = Self { folder: project.notes().join("release/apt") };
        for folder in ["lists/partial", "cache/archives/partial"] {
            make_anew(&debian.folder.join(folder))?;
        }
        write(&debian.sources(), sources()?)?;
        process::run(debian.apt_get().arg("update"))?;
        Ok(debian)
    }

    /// The list of sources, and its release.
    pub(super) fn sources(&self) -> PathBuf {
        self.folder.join("sources.list")
    }

    pub(super) fn suite(&self) -> Result<String, Failure> {
        let path = self.sources();
        let text = fs::read_to_string(&path).map_err(|error| Failure::io(path.display(), &error))?;
        Ok(text.split(' ').nth(2).unwrap_or_default().to_owned())
    }

    fn apt_get(&self) -> Command {
        let mut apt_get = process::command("apt-get", &self.folder);
        apt_get.arg("-q");
        for (setting, file) in [("sourcelist", "sources.list"), ("sourceparts", "none")] {
            apt_get.arg("-o").arg(format!("Dir::Etc::{setting}={}", self.folder.join(file).display()));
        }
        for (setting, folder) in [("State::lists", "lists"), ("Cache", "cache")] {
            apt_get.arg("-o").arg(format!("Dir::{setting}={}", self.folder.join(folder).display()));
        }
        apt_get.args(
            PLATFORMS
                .iter()
                .flat_map(|platform| ["-o".to_owned(), format!("APT::Architectures::={}", platform.architecture)]),
        );
        apt_get
    }

    /// Unpacks packages into an empty folder, and returns their names with their versions.
    pub(super) fn unpack(&self, packages: &[String], into: &Path) -> Result<String, Failure> {
        let archives = self.folder.join("archives");
        make_anew(&archives)?;
        make_anew(into)?;
        process::run(self.apt_get().current_dir(&archives).arg("download").args(packages))?;
        let mut names = Vec::new();
        for file in entries(&archives)? {
            process::run(process::command("dpkg-deb", into).arg("--extract").arg(&file).arg(into))?;
            let mut show = process::command("dpkg-deb", into);
            names.push(process::read(show.args(["--show", "--showformat", "${Package} ${Version}"]).arg(&file))?);
        }
        names.sort();
        Ok(names.join(", "))
    }

    /// A compiler for a platform that is not this machine's.
    pub(super) fn compiler(&self, project: &Project, platform: &Platform) -> Result<PathBuf, Failure> {
        let folder = project.notes().join("release").join(platform.name);
        let mut packages = COMPILER.map(str::to_owned).to_vec();
        packages.push(format!("{FOREIGN_LIBRARY}:{}", platform.architecture));
        println!("{}", self.unpack(&packages, &folder)?);
        let usr = folder.join("usr");
        let rustc = folder.join("rustc");
        let [libraries, program] = ["lib/x86_64-linux-gnu", "bin/rustc"].map(|path| usr.join(path));
        let script = format!(
            "#!/bin/sh\nLD_LIBRARY_PATH='{}' exec '{}' --sysroot '{}' \"$@\"\n",
            libraries.display(),
            program.display(),
            usr.display()
        );
        write(&rustc, script)?;
        fs::set_permissions(&rustc, fs::Permissions::from_mode(0o755))
            .map_err(|error| Failure::io(rustc.display(), &error))?;
        Ok(rustc)
    }
}

/// This machine's own sources of Debian's packages, in the form that apt and mmdebstrap read.
fn sources() -> Result<String, Failure> {
    let mut list = process::command("apt-get", Path::new("/"));
    let format = "deb $(REPO_URI) $(RELEASE) $(COMPONENT)";
    process::read(list.args(["indextargets", "--format", format, "Created-By: Packages", "Origin: Debian"]))
}
