//! The command line: the commands, what each takes, and their help.

mod import;
mod user;

pub(crate) use import::Import;
pub(crate) use user::{Account, User};

use crate::version::version;
use chrono::NaiveDate;
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use domain::time::parse_date;
use std::path::PathBuf;

#[derive(Debug, Parser)]
#[command(name = "daybook", version = version(), disable_version_flag = true, after_help = SETTINGS)]
/// Daybook: people record their working days, managers approve them week by week
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Read settings from a TOML file; the environment wins
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) config: Option<PathBuf>,
    /// Print the version
    #[arg(short = 'V', long, action = clap::ArgAction::Version)]
    version: Option<bool>,
}

const SETTINGS: &str = "\
Settings come from the environment; the most important ones:
  DAYBOOK_LISTEN         IP address and port, or unix:PATH    (127.0.0.1:8080)
  DAYBOOK_DATABASE_URL   sqlite://… or postgres://…           (sqlite://data/daybook.db)
  DAYBOOK_DATA_DIR       Database file, signing key and mails (data)
  DAYBOOK_PUBLIC_URL     The address that people type         (http:// and the address)
  DAYBOOK_TIMEZONE       The organisation's IANA time zone    (UTC)
  DAYBOOK_MAIL           smtp://…, smtps://… or file:FOLDER   (file:data/outbox)

DAYBOOK_SECRET_FILE names a file with the value of DAYBOOK_SECRET, and likewise for
the other settings. The file of --config or DAYBOOK_CONFIG has the names in lower
case without the prefix, as in listen = \"127.0.0.1:8080\". daybook config check
shows the settings in effect; docs/operations.md lists all of them.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Bring the database up to date, then serve the portal (the default command)
    #[command(after_help = SERVE)]
    Serve {
        /// Upgrade a PostgreSQL database even without a backup of the last 24 hours
        #[arg(long)]
        no_backup: bool,
    },
    /// The same with a sample organisation, on this machine only, to try it out
    #[command(after_help = DEMO)]
    Demo,
    /// Only bring the database up to date, or say what that would do
    #[command(after_help = MIGRATE)]
    Migrate(Migrate),
    /// Create another administrator, even while the portal is running
    #[command(after_help = CREATE_ADMIN)]
    CreateAdmin(CreateAdmin),
    /// Show accounts, and help people who cannot sign in
    #[command(subcommand, after_help = user::HELP)]
    User(User),
    /// Show what a file of people, balances of leave or holidays would do, or import it
    #[command(after_help = import::HELP)]
    Import(Import),
    /// Show the state of the mails, or send those that are waiting
    #[command(subcommand, after_help = MAIL)]
    Mail(Mail),
    /// Verify the audit log
    #[command(subcommand)]
    Audit(Audit),
    /// Show the settings
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Check that everything the portal needs is in order
    #[command(after_help = DOCTOR)]
    Doctor {
        /// Print one JSON object instead: each check's name, state, sentence and hint
        #[arg(long)]
        json: bool,
    },
    /// Ask the portal on this machine whether it is ready, as a container's health check
    #[command(after_help = HEALTH)]
    Health,
    /// Write everything in the database to a file
    #[command(after_help = BACKUP)]
    Backup {
        /// The file to write, which must not exist yet; - for standard output
        file: PathBuf,
    },
    /// Fill an empty database from such a file, or check that this is possible
    #[command(after_help = RESTORE)]
    Restore {
        /// A file made by daybook backup, from SQLite or PostgreSQL
        file: PathBuf,
        /// Only restore into a temporary database, check it, and delete it
        #[arg(long)]
        verify: bool,
    },
    /// Print the licences of everything in this program
    #[command(
        after_help = "It needs no database and no settings.\n\nExit status: 0 printed, 2 the command is invalid."
    )]
    Licences,
    /// Print the description of the API
    #[command(
        after_help = "It needs no database and no settings.\n\nExit status: 0 printed, 2 the command is invalid."
    )]
    Openapi,
    /// Print a script that completes the commands in a shell
    #[command(after_help = COMPLETIONS)]
    Completions { shell: Shell },
    /// Print the man page
    #[command(hide = true)]
    Man,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ConfigCommand {
    /// Print every setting with its value and source, and every fault
    #[command(after_help = CONFIG_CHECK)]
    Check,
}

/// A date of the command line.
fn date(text: &str) -> Result<NaiveDate, &'static str> {
    parse_date(text).ok_or("a date is written as in 2026-06-01")
}

#[derive(Debug, Args)]
pub(crate) struct Migrate {
    /// Change nothing; say what would change and about how long it takes
    #[arg(long)]
    pub(crate) check: bool,
    /// Upgrade a PostgreSQL database even without a backup of the last 24 hours
    #[arg(long, conflicts_with = "check")]
    pub(crate) no_backup: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CreateAdmin {
    /// The email address to sign in with
    pub(crate) email: String,
    #[arg(long, value_name = "NAME", default_value = "Portal")]
    pub(crate) first_name: String,
    #[arg(long, value_name = "NAME", default_value = "Administrator")]
    pub(crate) last_name: String,
    /// Give it a password and a second factor, for when the provider is away
    #[arg(long)]
    pub(crate) break_glass: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Mail {
    /// Show how many mails were sent, are waiting and were given up, and why
    #[command(after_help = MAIL)]
    Status,
    /// Send all waiting mails now, and those that were given up
    #[command(after_help = MAIL)]
    SendWaiting,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Audit {
    /// Recompute the hash of every entry that is kept
    #[command(after_help = AUDIT)]
    Verify(Verify),
}

#[derive(Debug, Args, Default)]
pub(crate) struct Verify {
    /// Also write the newest position, its hash and its time to FILE
    #[arg(long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,
    /// Also compare with the entry written to FILE earlier
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Option<PathBuf>,
}

const SERVE: &str = "\
It waits up to a minute for PostgreSQL, and keeps running until it is stopped.
On SIGTERM or Ctrl-C it announces the stop for DAYBOOK_DRAIN_SECONDS, then finishes
the requests in progress, which takes ten seconds at most. On an empty database it
creates an administrator and shows their password in a terminal, or writes it to
first-password in the data folder. They have none unless DAYBOOK_PASSWORDS is on.

A PostgreSQL database that has to be upgraded needs a backup of the last 24 hours,
made by daybook backup of this or the earlier version. An SQLite file is copied
before it is upgraded.

Exit status: 0 stopped, 1 failed, 2 the command or a setting is invalid, 3 the
database has to be upgraded and has no recent backup; nothing was changed.";

const DEMO: &str = "\
The passwords are fixed and printed, so the listen address has to be a loopback
address. The database is in the folder demo of the data folder, and is made anew
on another day. Mails are written to files.

Exit status: 0 stopped, 1 the start failed, 2 the command or a setting is invalid.";

const MIGRATE: &str = "\
A PostgreSQL database needs a backup of the last 24 hours, made by daybook backup
of this or the earlier version. An SQLite file is copied before it is upgraded.
With --check the portal may be running.

Exit status: 0 the database is up to date, 1 failed, 2 the command or a setting is
invalid, 3 an upgrade is pending; nothing was changed.";

const CONFIG_CHECK: &str = "\
One line per setting: its name, its value, and where it comes from: the default,
the environment, a file that DAYBOOK_…_FILE names, or the file of --config. Signing
key and passwords are not shown. Every fault is on standard error, one per line. The
command reads settings and nothing else; daybook doctor also tries
the database and the mail server.

Exit status: 0 the settings are valid, 2 something is wrong.";

const COMPLETIONS: &str = "\
As in: daybook completions bash > /usr/share/bash-completion/completions/daybook

Exit status: 0 printed, 2 the command is invalid.";

const CREATE_ADMIN: &str = "\
Use it when nobody is left who can administer the portal. The password is printed
once, and has to be changed at the first sign-in. No mail is sent.

Where DAYBOOK_PASSWORDS is off or break-glass the administrator has no password, and
signs in with a provider that knows the address. With --break-glass they have one,
and a second factor, whose key is printed once in groups of four and as the address
that a QR code has. It is the way in while no provider can be reached; every use of
it is mailed to all administrators.

Run it on the portal's machine, with the same settings (DAYBOOK_DATABASE_URL,
DAYBOOK_DATA_DIR) and as the same user as the server, which may keep running.

Exit status: 0 created, 1 not created, 2 the command or a setting is invalid.";

const MAIL: &str = "\
Mails are sent automatically while the portal is running. A mail that cannot be
sent is tried again, first after half a minute and later every hour, and is given
up after a day, or at once if the mail server rejects it permanently. Use
daybook mail status to find out why, and daybook mail send-waiting to send the
mails once the cause is fixed.

Run them on the portal's machine, with the same settings (DAYBOOK_MAIL,
DAYBOOK_DATABASE_URL, DAYBOOK_DATA_DIR) and as the same user as the server,
which may keep running.

Exit status: 0 done, 1 something could not be sent or read, 2 the command or a
setting is invalid.";

const AUDIT: &str = "\
Anyone who controls the database could recompute the whole chain. Keep FILE where
they cannot change it, so that a rewritten log is detected.

Run it on the portal's machine, with the same settings (DAYBOOK_DATABASE_URL,
DAYBOOK_DATA_DIR) and as the same user as the server, which may keep running.

Exit status: 0 the chain is intact, 1 it is broken or was rewritten, or the entry
to compare is no longer kept, 2 the command or a setting is invalid.";

const DOCTOR: &str = "\
One line per check:
  settings  The settings are valid, and none is misspelt
  data      The data folder is writable, and only its owner can read the signing key
  database  It can be reached and written, and keeps acknowledged writes
  schema    It belongs to this version; the running instances
  standby   It can answer reports, if there is one
  disk      At least 1 GiB is free
  clock     The clocks of this machine and of the database agree
  mail      The mail server responds and accepts the login; no mail was given up
  jobs      No job has failed or is late
  audit     The newest 1,000 entries of the audit log verify, and all are sealed
  backup    One was made in the last 7 days

Each line begins with ok, warn or fail. The command changes nothing, sends no mail
and prints no password. Run it on the portal's machine, with the same settings and
as the same user as the server, which may keep running.

Exit status: 0 nothing failed, 1 something failed, 2 the command or a setting is
invalid.";

const HEALTH: &str = "\
It asks for /readyz at DAYBOOK_METRICS_LISTEN or, without it, at DAYBOOK_LISTEN, and
prints the answer in one line. It waits up to 4 seconds for a TCP connection, and up
to 4 seconds each time it sends or reads.

Exit status: 0 ready, 1 not ready or no answer, 2 the command or a setting is
invalid.";

const BACKUP: &str = "\
The file captures a single moment, whatever is written in the meantime, and its
format is the same for SQLite and PostgreSQL: daybook restore can fill an empty
database of either kind from it. It does not contain sessions, counted attempts or
the key that signs sessions. Only its owner can read it (mode 0600); it contains
waiting mails, with the passwords and links in them.

The database may have the schema of an earlier version: back it up before you
upgrade, with either version.

Until it is complete, the file is called FILE.partial. An existing file is never
replaced. With - the backup goes to standard output, and its summary to standard
error. To check that the backup can be restored, run
daybook restore --verify FILE.

Run it on the portal's machine, with the same settings and as the same user as
the server, which may keep running.

Exit status: 0 made, 1 not made, 2 the command or a setting is invalid.";

const RESTORE: &str = "\
The temporary database of --verify is an SQLite file in the folder for temporary
files (TMPDIR), which needs room for it; the portal's own database is not touched.

The database named by DAYBOOK_DATABASE_URL may be of a different kind from the
one that was backed up. It may be new or just migrated, but must not contain any
people. Either everything is restored or nothing is changed. An older backup is
brought up to date; one from a newer version of Daybook is refused. Everybody has
to sign in again. No portal may serve the database in the meantime.

Exit status: 0 restored, or can be restored; 1 not; 2 the command or a setting
is invalid.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_are_consistent() {
        <Arguments as clap::CommandFactory>::command().debug_assert();
    }

    fn assert_says_its_exit_status(command: &clap::Command) {
        if command.has_subcommands() {
            command.get_subcommands().for_each(assert_says_its_exit_status);
        } else if !command.is_hide_set() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Exit status: 0"), "{}", command.get_name());
        }
    }

    #[test]
    fn the_help_of_every_command_says_its_exit_status() {
        assert_says_its_exit_status(&<Arguments as clap::CommandFactory>::command());
    }
}
