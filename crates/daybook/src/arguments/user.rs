//! The command line of `daybook user`.

use application::ports::AccountStatus;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use domain::person::Role;

/// The commands about accounts.
#[derive(Debug, Subcommand)]
pub(crate) enum User {
    /// Show all accounts
    #[command(after_help = HELP)]
    List {
        /// Only this role
        #[arg(long, ignore_case = true, value_parser = roles())]
        role: Option<Role>,
        /// Only this status
        #[arg(long, value_parser = statuses())]
        status: Option<AccountStatus>,
        /// Print one JSON object per line
        #[arg(long)]
        json: bool,
    },
    /// Show one account
    #[command(after_help = HELP)]
    Show(Account),
    /// Replace the password with a temporary one, print it once, and end the session
    #[command(after_help = HELP)]
    ResetPassword(Account),
    /// Take the second factor of a sign-in away, and end the session
    #[command(after_help = HELP)]
    ResetSecondFactor(Account),
    /// Block the account, and end the session
    #[command(after_help = HELP)]
    Block(Account),
    /// Let a blocked person in again
    #[command(after_help = HELP)]
    Unblock(Account),
    /// Sign the person out everywhere
    #[command(after_help = HELP)]
    EndSessions(Account),
    /// Give the person another role
    #[command(after_help = HELP)]
    SetRole {
        #[command(flatten)]
        account: Account,
        #[arg(ignore_case = true, value_parser = roles())]
        role: Role,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Account {
    /// The email address that the person signs in with
    pub(crate) email: String,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

fn roles() -> impl TypedValueParser<Value = Role> {
    let find = |name: String| Role::ALL.into_iter().find(|role| role.name().eq_ignore_ascii_case(&name));
    PossibleValuesParser::new(Role::ALL.map(Role::name)).try_map(move |name| find(name).ok_or("an unknown role"))
}

fn statuses() -> impl TypedValueParser<Value = AccountStatus> {
    PossibleValuesParser::new(AccountStatus::ALL.map(AccountStatus::name))
        .try_map(|name| AccountStatus::named(&name).ok_or("an unknown status"))
}

pub(super) const HELP: &str = "\
The commands do what an administrator may do in the portal, under the same rules: the
last active administrator keeps the role and is not blocked. A change takes effect at
once in a running portal, and is in the audit log with the source command. The person
gets a mail about a block, its end, a new password and a removed second factor. The
password is not in the mail, and has to be changed at the next sign-in. It is refused
where DAYBOOK_PASSWORDS allows the account no password.

Run them on the portal's machine, with the same settings (DAYBOOK_DATABASE_URL,
DAYBOOK_DATA_DIR) and as the same user as the server, which may keep running.

Exit status: 0 done, 1 refused, or there is no such account, 2 the command or a
setting is invalid.";
