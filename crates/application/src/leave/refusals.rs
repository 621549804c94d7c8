//! Refusals of leave, for those who ask from outside.

use crate::{Refusal, RefusalKind};
use domain::leave::{RequestRefusal, StepRefusal};

impl Refusal for RequestRefusal {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::NotActiveEmployee
            | Self::TypeInactive
            | Self::BeforeJoining(..)
            | Self::TooFarBack(_)
            | Self::TooFarBackToRecord(_)
            | Self::TooLate(_)
            | Self::TooLong
            | Self::NothingCounts => RefusalKind::Invalid,
            Self::Taken(_) | Self::Submitted(_) => RefusalKind::Leave,
            Self::NotEnough(_) => RefusalKind::Balance,
        }
    }

    fn sentence(&self) -> String {
        Self::sentence(*self)
    }

    fn field(&self) -> Option<&'static str> {
        Self::field(*self)
    }
}

impl Refusal for StepRefusal {
    fn kind(&self) -> RefusalKind {
        if self.field().is_some() { RefusalKind::Invalid } else { RefusalKind::Conflict }
    }

    fn sentence(&self) -> String {
        Self::sentence(*self)
    }

    fn field(&self) -> Option<&'static str> {
        Self::field(*self)
    }
}
