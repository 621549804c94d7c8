//! The platforms that the program is built for.

/// A kind of machine that a release has files for, by its name in each place.
pub(super) struct Platform {
    /// In the names of files.
    pub(super) name: &'static str,
    /// For the compiler.
    pub(super) triple: &'static str,
    /// For Debian's packages, and for container images.
    pub(super) architecture: &'static str,
    /// The folder of libraries in Debian.
    pub(super) libraries: &'static str,
    /// The path of the dynamic loader, from the root.
    pub(super) loader: &'static str,
    /// The emulator that runs its programs on this machine; `None` for this machine's own.
    pub(super) emulator: Option<&'static str>,
}

/// The first one is that of the machine that makes a release.
pub(super) const PLATFORMS: [Platform; 2] = [
    Platform {
        name: "linux-x86_64",
        triple: "x86_64-unknown-linux-gnu",
        architecture: "amd64",
        libraries: "lib/x86_64-linux-gnu",
        loader: "lib64/ld-linux-x86-64.so.2",
        emulator: None,
    },
    Platform {
        name: "linux-aarch64",
        triple: "aarch64-unknown-linux-gnu",
        architecture: "arm64",
        libraries: "lib/aarch64-linux-gnu",
        loader: "lib/ld-linux-aarch64.so.1",
        emulator: Some("qemu-aarch64-static"),
    },
];

/// The oldest C library on which the program runs, that of Debian 11 and Ubuntu 20.04.
pub(super) const GLIBC: (u32, u32) = (2, 31);
