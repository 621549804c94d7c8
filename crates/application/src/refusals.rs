//! What the rules of the domain refuse, for those who ask from outside.

use crate::{RefusalKind, Refused};
use domain::leave::{RequestRefusal, StepRefusal};
use domain::month::{AcceptRefusal, CloseRefusal, MissingOfMonth, ReopenRefusal};
use domain::timesheet;
use domain::unlock::{AskRefusal, Settled, UnlockRefusal};

/// A refusal of a rule of the domain.
pub trait Refusal {
    /// The same for those who ask from outside.
    fn refused(self) -> Refused;
}

/// Declares the kind of each refusal, and further fields of the answer.
macro_rules! refusals {
    ($($why:ident: $rule:ty {
        $($reason:pat $(if $condition:expr)? => $kind:ident,)+
    } $(with { $about:ident: $value:expr })?;)+) => {$(
        impl Refusal for $rule {
            fn refused(self) -> Refused {
                let $why = self;
                let kind = match $why {
                    $($reason $(if $condition)? => RefusalKind::$kind,)+
                };
                let refused = Refused { kind, sentence: $why.sentence().into(), field: None, requires_unlock: false };
                Refused { $($about: $value,)? ..refused }
            }
        }
    )+};
}

refusals! {
    why: timesheet::Refusal {
        Self::Future | Self::BeforeJoining(_) => Invalid,
        Self::AlreadyApproved | Self::AlreadySubmitted => Conflict,
        Self::OnLeave => Leave,
        Self::MonthClosed(_) => MonthClosed,
        Self::RejectedTooLongAgo(_) | Self::DayOff(..) | Self::Locked(_) | Self::Frozen(_) => DateLocked,
    } with { requires_unlock: why.requires_unlock() };

    why: AskRefusal {
        Self::Future | Self::BeforeJoining(_) => Invalid,
        Self::AlreadyUnlocked | Self::AlreadyApproved | Self::Fillable => Conflict,
        Self::AlreadyAsked | Self::TooMany | Self::OutOfReach => Conflict,
        Self::OnLeave => Leave,
    } with { field: matches!(why, Self::Future | Self::BeforeJoining(_)).then_some("requestedDate") };

    why: UnlockRefusal {
        Self::Future | Self::BeforeJoining(_) => Invalid,
        Self::TooFarBack(_) => Forbidden,
        Self::AlreadyUnlocked | Self::AlreadyApproved => Conflict,
        Self::OnLeave => Leave,
    } with { field: matches!(why, Self::Future | Self::BeforeJoining(_)).then_some("requestedDate") };

    why: Settled {
        Self::Decided | Self::Expired => Conflict,
    };

    why: RequestRefusal {
        Self::Taken(_) | Self::Submitted(_) => Leave,
        Self::NotEnough(_) => Balance,
        Self::NotActiveEmployee | Self::TypeInactive | Self::BeforeJoining(..) | Self::TooLong => Invalid,
        Self::TooFarBack(_) | Self::TooFarBackToRecord(_) | Self::TooLate(_) | Self::NothingCounts => Invalid,
    } with { field: why.field() };

    why: StepRefusal {
        _ if why.field().is_some() => Invalid,
        _ => Conflict,
    } with { field: why.field() };

    why: CloseRefusal {
        Self::NotOver(_) | Self::AlreadyClosed(_) | Self::UnderWay => Conflict,
        Self::NobodyInService(_) | Self::NotReady(_) => Conflict,
    };

    why: ReopenRefusal {
        Self::Exported(_) => Forbidden,
        Self::NotClosed(_) => Conflict,
    };

    why: AcceptRefusal {
        Self::NotInMonth(..) => Invalid,
        Self::Changed => Conflict,
    } with { field: matches!(why, Self::NotInMonth(..)).then_some("items") };

    why: MissingOfMonth {
        Self::Payroll(_) | Self::Statement(_) => Missing,
    };
}
