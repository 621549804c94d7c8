//! Refusals about months, for those who ask from outside.

use crate::{Refusal, RefusalKind};
use domain::month::{AcceptRefusal, CloseRefusal, MissingOfMonth, ReopenRefusal};

impl Refusal for CloseRefusal {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Conflict
    }

    fn sentence(&self) -> String {
        Self::sentence(*self)
    }
}

impl Refusal for ReopenRefusal {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::Exported(_) => RefusalKind::Forbidden,
            Self::NotClosed(_) => RefusalKind::Conflict,
        }
    }

    fn sentence(&self) -> String {
        Self::sentence(*self)
    }
}

impl Refusal for AcceptRefusal {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::NotInMonth(..) => RefusalKind::Invalid,
            Self::Changed => RefusalKind::Conflict,
        }
    }

    fn sentence(&self) -> String {
        Self::sentence(*self)
    }

    fn field(&self) -> Option<&'static str> {
        matches!(self, Self::NotInMonth(..)).then_some("items")
    }
}

impl Refusal for MissingOfMonth {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Missing
    }

    fn sentence(&self) -> String {
        Self::sentence(*self)
    }
}
