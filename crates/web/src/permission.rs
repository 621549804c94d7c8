//! What a call asks of its caller, as types: a handler that names none does not compile.

use domain::access::Capability;

/// A permission, named in a handler's signature.
pub trait Permission: 'static {
    /// What the role must be able to do; nothing where every role may.
    const CAPABILITY: Option<Capability>;
    /// Whether the call is answered before the generated password has been changed.
    const BEFORE_FIRST_PASSWORD: bool = false;
    /// Whether the call works on passwords, which takes longer.
    const HASHES: bool = false;
}

macro_rules! permissions {
    ($($(#[$doc:meta])* $name:ident;)+) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;

        impl Permission for $name {
            const CAPABILITY: Option<Capability> = Some(Capability::$name);
        }
    )+};
}

permissions! {
    /// Record own days, and see own notices.
    RecordDays;
    /// Read entries and calendars.
    ReadTimesheets;
    /// Decide on a team's days.
    DecideTimesheets;
    /// Read the holidays.
    ReadHolidays;
    /// See the manager's dashboard.
    SeeTeamDashboard;
}

/// To be signed in is enough, even with a generated password.
#[derive(Debug)]
pub struct SignedIn;

impl Permission for SignedIn {
    const CAPABILITY: Option<Capability> = None;
    const BEFORE_FIRST_PASSWORD: bool = true;
}

/// To be signed in, and to set a password.
#[derive(Debug)]
pub struct SetPassword;

impl Permission for SetPassword {
    const CAPABILITY: Option<Capability> = None;
    const BEFORE_FIRST_PASSWORD: bool = true;
    const HASHES: bool = true;
}
