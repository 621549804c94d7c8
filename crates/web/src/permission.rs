//! What a call asks of its caller, as types: a handler that names none does not compile.

use std::marker::PhantomData;

use actix_web::HttpRequest;
use domain::access::Capability;

use crate::input::query::Pairs;
use crate::runner::Patience;

/// A permission, named in a handler's signature.
pub trait Permission: 'static {
    /// What the role must be able to do; nothing where every role may.
    const CAPABILITY: Option<Capability>;
    /// Whether the call is answered before the generated password has been changed.
    const BEFORE_FIRST_PASSWORD: bool = false;
    /// Whether the call is answered before an overdue second factor has been set up.
    const BEFORE_SECOND_FACTOR: bool = Self::BEFORE_FIRST_PASSWORD;
    /// How long the request waits.
    const PATIENCE: Patience = Patience::Usual;
    /// Whether a standby may answer the call.
    const IS_REPORT: bool = false;

    /// What this very request asks of the role, where that depends on more than its address.
    fn asked_by(_: &HttpRequest) -> Option<Capability> {
        Self::CAPABILITY
    }
}

/// A permission for each capability, and those that ask the same as another one and wait for longer.
macro_rules! permissions {
    ($($(#[$doc:meta])* $name:ident,)+) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;

        impl Permission for $name {
            const CAPABILITY: Option<Capability> = Some(Capability::$name);
        }
    )+};
    ($($(#[$doc:meta])* $name:ident: $other:ident, $patience:ident;)+) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;

        impl Permission for $name {
            const CAPABILITY: Option<Capability> = $other::CAPABILITY;
            const BEFORE_FIRST_PASSWORD: bool = $other::BEFORE_FIRST_PASSWORD;
            const BEFORE_SECOND_FACTOR: bool = $other::BEFORE_SECOND_FACTOR;
            const PATIENCE: Patience = Patience::$patience;
        }
    )+};
}
domain::capabilities!(permissions);

permissions! {
    /// To have attendance on paper, which takes longer than to see it.
    PrintAttendance: ReadAttendance, Document;
    /// To change holidays, with the leave on them.
    ChangeHolidays: ManageHolidays, Everybody;
    /// To have a file planned, each row of it.
    PlanImports: MoveData, Document;
    /// To apply a plan. A large one goes on when the call is answered.
    ApplyImports: MoveData, Everybody;
    /// To change work patterns, with the leave of those who work by them.
    ChangeWorkPatterns: KeepHrSettings, Everybody;
    /// To read what everybody recorded in a month.
    ReadAttendanceOfMonth: ReadAttendance, Everybody;
    /// To see figures about everybody.
    SeeCountedReports: SeeReports, Everybody;
    /// To see the figures of one's role, which may be those of the whole organisation.
    SeeDashboard: OwnPassword, Everybody;
    /// To see how everybody stands in a month.
    ReadWholeMonth: KeepMonths, Everybody;
    /// To do something about everybody in a month: to close it, or to remind them.
    KeepWholeMonth: KeepMonths, Document;
    /// To have everybody as a file.
    ExportPeople: ManagePeople, Everybody;
    /// To have the opening balances of everybody as a file.
    ExportBalances: AdjustLeave, Everybody;
    /// To have payroll as a file or on paper.
    ExportPayroll: KeepMonths, Document;
    /// To have the audit log as a file, whose entries are counted first.
    ExportAuditLog: ReadAuditLog, Document;
    /// To have a statement of one's own on paper.
    PrintReceipt: ReadStatements, Document;
    /// To give somebody a temporary password.
    ResetPasswords: ManagePeople, Password;
    /// To be signed in with a password of one's own, and to set another.
    ChangePassword: OwnPassword, Password;
    /// To be signed in with a password of one's own, and to link accounts at providers.
    LinkAccounts: OwnPassword, Provider;
    /// To be signed in, and to set a password.
    SetPassword: SignedIn, Password;
    /// To set up a second factor, with a password of one's own.
    SetUpFactor: SeeWaysIn, Password;
    /// To see the second factors of others, and to take them away.
    KeepFactors: BlockPeople, Usual;
}

/// To list people with their accounts, or, with `viewAll`, to look into the directory, which every role may.
#[derive(Debug)]
pub struct ListPeopleOrDirectory;

impl Permission for ListPeopleOrDirectory {
    const CAPABILITY: Option<Capability> = ListPeople::CAPABILITY;

    fn asked_by(request: &HttpRequest) -> Option<Capability> {
        let asks_for_directory = Pairs::parse(request.query_string()).flag("viewAll").ok().flatten();
        if asks_for_directory == Some(true) { None } else { Self::CAPABILITY }
    }
}

/// The same, to read a report: a standby may answer it, a few seconds behind. Data on which a write decides is never read like
/// this.
#[derive(Debug)]
pub struct Report<P>(PhantomData<P>);

impl<P: Permission> Permission for Report<P> {
    const CAPABILITY: Option<Capability> = P::CAPABILITY;
    const BEFORE_FIRST_PASSWORD: bool = P::BEFORE_FIRST_PASSWORD;
    const BEFORE_SECOND_FACTOR: bool = P::BEFORE_SECOND_FACTOR;
    const PATIENCE: Patience = P::PATIENCE;
    const IS_REPORT: bool = true;

    fn asked_by(request: &HttpRequest) -> Option<Capability> {
        P::asked_by(request)
    }
}

/// To be signed in with a password of one's own.
#[derive(Debug)]
pub struct OwnPassword;

impl Permission for OwnPassword {
    const CAPABILITY: Option<Capability> = None;
}

/// To see how one signs in oneself, with a password of one's own.
#[derive(Debug)]
pub struct SeeWaysIn;

impl Permission for SeeWaysIn {
    const CAPABILITY: Option<Capability> = None;
    const BEFORE_SECOND_FACTOR: bool = true;
}

/// To be signed in is enough, even with a generated password.
#[derive(Debug)]
pub struct SignedIn;

impl Permission for SignedIn {
    const CAPABILITY: Option<Capability> = None;
    const BEFORE_FIRST_PASSWORD: bool = true;
}
