//! A release: all files of one version, made into `dist` from a clean tree.
//!
//! Nothing in it depends on where and when it was made: the times are those of the commit, and the orders are fixed. Two runs of one
//! commit with the same tools write the same bytes, which `--verify` shows.

mod contents;
mod debian;
mod image;
mod materials;
mod packages;
mod platform;
mod program;
mod tools;
mod trial;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::console::Steps;
use crate::failure::Failure;
use crate::frontend;
use crate::machine;
use crate::process;
use crate::project::Project;
use debian::Debian;
use platform::PLATFORMS;
use tools::Tools;
pub(crate) use tools::about;

/// The commit that is released.
struct Release {
    version: String,
    commit: String,
    /// When it was committed: seconds since 1970, and the date in UTC.
    time: String,
    date: String,
}

impl Release {
    /// Refuses a tree with changes, because the files would belong to no commit.
    fn of(project: &Project) -> Result<Self, Failure> {
        let git = |arguments: &[&str]| {
            let mut git = process::command("git", project.root());
            process::read(git.env("TZ", "UTC").args(arguments)).map(|text| text.trim().to_owned())
        };
        let changes = git(&["status", "--porcelain"])?;
        if !changes.is_empty() {
            return Err(Failure::new(format!(
                "a release is made from a commit, but this tree has changes:\n{changes}"
            )));
        }
        Ok(Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: git(&["rev-parse", "--short=9", "HEAD"])?,
            time: git(&["log", "-1", "--format=%ct"])?,
            date: git(&["log", "-1", "--date=format-local:%Y-%m-%d", "--format=%cd"])?,
        })
    }

    /// A file of this version in `dist`.
    fn file(&self, project: &Project, ending: &str) -> PathBuf {
        dist(project).join(format!("daybook-{}{ending}", self.version))
    }

    /// GNU tar with a fixed order, time and owner, whatever the files have.
    fn tar(&self, folder: &Path) -> Command {
        let mut tar = process::command("tar", folder);
        tar.args(["--sort=name", "--format=ustar", "--numeric-owner"]).arg(format!("--mtime=@{}", self.time));
        tar
    }
}

fn dist(project: &Project) -> PathBuf {
    project.root().join("dist")
}

/// The checks that the arguments of `release` request.
#[derive(Debug, Default, PartialEq, Eq)]
struct Checks {
    verify: bool,
    test: bool,
}

fn read(words: &[String]) -> Result<Checks, Failure> {
    let mut checks = Checks::default();
    for word in words {
        match word.as_str() {
            "--verify" => checks.verify = true,
            "--test" => checks.test = true,
            other => return Err(Failure::new(format!("“release” does not know “{other}”."))),
        }
    }
    Ok(checks)
}

pub(crate) fn run(project: &Project, words: &[String]) -> Result<bool, Failure> {
    let checks = read(words)?;
    let release = Release::of(project)?;
    let mut steps = Steps::new(6 + 2 * PLATFORMS.len() + usize::from(checks.verify) + usize::from(checks.test));
    steps.next("Tools");
    machine::check_build_tools()?;
    let tools = Tools::find_or_install(project)?;
    let debian = Debian::open(project)?;
    steps.next("The front end");
    frontend::install_packages(project)?;
    frontend::build_anew(project)?;
    make_anew(&dist(project))?;
    for platform in &PLATFORMS {
        steps.next(format!("The program for {}", platform.name));
        program::build(project, &release, platform, &tools, &debian)?;
    }
    steps.next("Man page, completions and licences");
    let contents = contents::gather(project, &release)?;
    for platform in &PLATFORMS {
        steps.next(format!("Tarball and Debian package for {}", platform.name));
        packages::tarball(project, &release, platform, &contents)?;
        packages::debian(project, &release, platform, &tools, &contents)?;
    }
    steps.next("The container images");
    for platform in &PLATFORMS {
        image::archive(project, &release, platform, &debian)?;
    }
    steps.next("Bill of materials");
    materials::write(project, &release, &tools)?;
    steps.next("Notes and checksums");
    write(&release.file(project, "-notes.md"), notes(project, &release.version)?)?;
    let sums = checksums(project)?;
    if checks.verify {
        steps.next("The same from another folder, which takes just as long");
        let others = clone(project, &release.commit, "verified")?;
        process::run(others.cargo(["xtask", "release"]).env("CARGO_TARGET_DIR", others.target()))?;
        if checksums(&others)? != sums {
            return Err(Failure::new(format!(
                "the bytes are not the same: compare {} with dist.",
                dist(&others).display()
            )));
        }
    }
    if checks.test {
        steps.next("The package in a fresh Debian, upgraded from the commit before, and the images");
        trial::run(project, &release, &tools, &debian)?;
        trial::images(project, &release)?;
    }
    steps.done(format!("Daybook {} ({}), in dist:\n{sums}", release.version, release.commit));
    Ok(true)
}

/// The section of a version in the changelog, without its heading.
fn notes(project: &Project, version: &str) -> Result<String, Failure> {
    let path = project.root().join("CHANGELOG.md");
    let text = fs::read_to_string(&path).map_err(|error| Failure::io(path.display(), &error))?;
    section(&text, version).ok_or_else(|| Failure::new(format!("CHANGELOG.md has no entry for {version}.")))
}

fn section(changelog: &str, version: &str) -> Option<String> {
    let entry = changelog.split("\n## ").find(|entry| entry.starts_with(&format!("[{version}]")))?;
    let (_, text) = entry.split_once('\n')?;
    Some(format!("{}\n", text.trim()))
}

/// Writes `SHA256SUMS`, and returns it.
fn checksums(project: &Project) -> Result<String, Failure> {
    let folder = dist(project);
    let mut names: Vec<_> = entries(&folder)?
        .iter()
        .filter_map(|path| path.file_name().map(ToOwned::to_owned))
        .filter(|name| name != "SHA256SUMS")
        .collect();
    names.sort();
    let sums = process::read(process::command("sha256sum", &folder).args(names))?;
    write(&folder.join("SHA256SUMS"), &sums)?;
    Ok(sums)
}

/// A clone of a commit, with the tools of this one.
fn clone(project: &Project, commit: &str, name: &str) -> Result<Project, Failure> {
    let folder = project.notes().join("release").join(name);
    make_anew(&folder)?;
    process::run(process::command("git", &folder).args(["clone", "--quiet"]).arg(project.root()).arg("."))?;
    process::run(process::command("git", &folder).args(["checkout", "--quiet", commit]))?;
    let clone = Project::at(folder);
    tools::lend(project, &clone)?;
    Ok(clone)
}

/// An empty folder.
fn make_anew(folder: &Path) -> Result<(), Failure> {
    let removed = fs::remove_dir_all(folder).or_else(|error| match error.kind() {
        ErrorKind::NotFound => Ok(()),
        _ => Err(error),
    });
    removed.and_then(|()| fs::create_dir_all(folder)).map_err(|error| Failure::io(folder.display(), &error))
}

fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    fs::write(path, content).map_err(|error| Failure::io(path.display(), &error))
}

fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    let made = to.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::copy(from, to)).map_err(|error| Failure::io(from.display(), &error)).map(|_| ())
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let read = fs::read_dir(folder).map_err(|error| Failure::io(folder.display(), &error))?;
    Ok(read.flatten().map(|entry| entry.path()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notes_are_the_entry_of_the_version() {
        let changelog =
            "# Changelog\n\n## [1.1.0] - 2027-01-01\n\nNew.\n\n### Added\n\n- A\n\n## [1.0.0] - 2026-11-28\n\nOld.\n";
        assert_eq!(section(changelog, "1.1.0").as_deref(), Some("New.\n\n### Added\n\n- A\n"));
        assert_eq!(section(changelog, "1.0.0").as_deref(), Some("Old.\n"));
        assert_eq!(section(changelog, "1.0"), None);
    }
}
