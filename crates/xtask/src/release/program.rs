//! The program of a release: built by zig's C compiler and linker against an old C library, without a path of the builder.

use std::env;
use std::fs;
use std::path::PathBuf;

use super::Release;
use super::debian::Debian;
use super::platform::{GLIBC, Platform};
use super::tools::Tools;
use crate::failure::Failure;
use crate::process;
use crate::project::Project;

/// Builds the program of a platform, and checks its bytes for paths and for symbols that are too new.
pub(super) fn build(
    project: &Project,
    release: &Release,
    platform: &Platform,
    tools: &Tools,
    debian: &Debian,
) -> Result<(), Failure> {
    let places = places(project)?;
    let (major, minor) = GLIBC;
    let search = env::var_os("PATH").unwrap_or_default();
    let search = env::join_paths([tools.zig.clone()].into_iter().chain(env::split_paths(&search)))
        .map_err(|error| Failure::new(format!("PATH cannot have {} in it: {error}", tools.zig.display())))?;
    let mapped = |option: &str, separator: &str| {
        let each = places.iter().map(|(path, name)| format!("{option}{}={name}", path.display()));
        each.collect::<Vec<_>>().join(separator)
    };
    let mut cargo = project.cargo(["zigbuild", "--release", "--locked", "--package", "daybook", "--target"]);
    cargo
        .arg(format!("{}.{major}.{minor}", platform.triple))
        .env("PATH", search)
        .env("CARGO_TARGET_DIR", project.target())
        .env("CARGO_ENCODED_RUSTFLAGS", mapped("--remap-path-prefix=", "\x1f"))
        .env(format!("CFLAGS_{}", platform.triple.replace('-', "_")), mapped("-ffile-prefix-map=", " "))
        .env("SOURCE_DATE_EPOCH", &release.time)
        .env("DAYBOOK_COMMIT", &release.commit)
        .env("DAYBOOK_BUILD_DATE", &release.date);
    if platform.emulator.is_some() {
        cargo.env("RUSTC", debian.compiler(project, platform)?);
    }
    process::run(&mut cargo)?;

    let program = built(project, platform);
    let bytes = fs::read(&program).map_err(|error| Failure::io(program.display(), &error))?;
    let needed = newest_glibc(&bytes);
    println!("needs glibc {}.{}; {} KiB", needed.0, needed.1, bytes.len() / 1024);
    if needed > GLIBC {
        return Err(Failure::new(format!("{} needs a newer glibc than {major}.{minor}.", program.display())));
    }
    match places
        .iter()
        .map(|(place, _)| format!("{}/", place.display()))
        .find(|place| contains(&bytes, place.as_bytes()))
    {
        Some(place) => Err(Failure::new(format!("{} names {place}.", program.display()))),
        None => Ok(()),
    }
}

/// Where cargo leaves the program.
pub(super) fn built(project: &Project, platform: &Platform) -> PathBuf {
    project.target().join(platform.triple).join("release/daybook")
}

/// The folders of this machine that the compilers see, and their names in the program. The last match wins.
fn places(project: &Project) -> Result<Vec<(PathBuf, &'static str)>, Failure> {
    let cargo = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cargo")))
        .ok_or_else(|| Failure::new("neither CARGO_HOME nor HOME is set."))?;
    Ok(vec![(cargo, "/cargo"), (project.root().to_path_buf(), "/daybook"), (project.target().to_path_buf(), "/target")])
}

/// The highest version of glibc that a symbol asks for.
fn newest_glibc(program: &[u8]) -> (u32, u32) {
    const MARK: &[u8] = b"GLIBC_2.";
    let at = program.windows(MARK.len()).enumerate().filter(|(_, window)| *window == MARK).map(|(at, _)| at);
    let minor = at.filter_map(|at| {
        let digits = program.iter().skip(at + MARK.len()).take_while(|byte| byte.is_ascii_digit());
        String::from_utf8(digits.copied().collect()).ok()?.parse().ok()
    });
    (2, minor.max().unwrap_or(0))
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_glibc_is_found_among_the_names_of_versions() {
        assert_eq!(newest_glibc(b"\0GLIBC_2.9\0GLIBC_2.31\0GLIBC_2.2.5\0GLIBC_PRIVATE\0"), (2, 31));
        assert_eq!(newest_glibc(b"static"), (2, 0));
    }
}
