//! The categories of personal data, and how long each is kept.

use std::borrow::Cow;

/// A category of personal data (privacy.md 1.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// Names, email, telephone, department, position, designation, joining date, service history, manager, role.
    Account,
    /// The salary history and the amounts of closed months.
    Pay,
    /// Entries, their versions, unlocks and requests, absences, accepted days, resubmissions.
    Days,
    /// Requests for leave, their steps and halves, and the ledger.
    Leave,
    /// Rows and revisions of closed months.
    Months,
    /// Notices, mails, choices and calendar feeds.
    Messages,
    /// Sessions, addresses, attempts, reset links and requests.
    SignIns,
    /// The personal values of audit events.
    History,
}

/// How long the categories with a setting are kept, in months. 0: for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Retention {
    /// `retention.daysMonths`: days and leave.
    pub days: u32,
    /// `retention.monthsMonths`: closed months.
    pub months: u32,
    /// `retention.leaversMonths`: people after leaving.
    pub leavers: u32,
    /// `audit.retentionMonths`: audit events.
    pub history: u32,
}

impl Category {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 8] =
        [Self::Account, Self::Pay, Self::Days, Self::Leave, Self::Months, Self::Messages, Self::SignIns, Self::History];

    /// Its name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Account => "account",
            Self::Pay => "pay",
            Self::Days => "days",
            Self::Leave => "leave",
            Self::Months => "months",
            Self::Messages => "messages",
            Self::SignIns => "sign-ins",
            Self::History => "history",
        }
    }

    /// Its name on a screen.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Account => "Account",
            Self::Pay => "Pay",
            Self::Days => "Days",
            Self::Leave => "Leave",
            Self::Months => "Closed months",
            Self::Messages => "Messages",
            Self::SignIns => "Sign-ins",
            Self::History => "Audit log",
        }
    }

    /// Why it is kept, as a sentence.
    #[must_use]
    pub const fn purpose(self) -> &'static str {
        match self {
            Self::Account => "To know who works here, since when, and who approves their days.",
            Self::Pay => "To work out what a month is worth.",
            Self::Days => "To record working days and have them approved.",
            Self::Leave => "To ask for leave, decide on it and keep its balance.",
            Self::Months => "To hand closed months to payroll and to prove what was handed over.",
            Self::Messages => "To tell people what concerns them.",
            Self::SignIns => "To let people sign in and to keep others out.",
            Self::History => "To prove who did what and when.",
        }
    }

    /// How long it is kept, as a sentence.
    #[must_use]
    pub fn kept(self, retention: &Retention) -> Cow<'static, str> {
        let after = |months: u32, what: &str| -> Cow<'static, str> {
            match months {
                0 => "For ever.".into(),
                1 => format!("1 month{what}.").into(),
                _ => format!("{months} months{what}.").into(),
            }
        };
        let leavers = || match retention.leavers {
            0 => "While the account exists, and until it is erased.".into(),
            1 => "While the account exists, and for 1 month after leaving.".into(),
            months => format!("While the account exists, and for {months} months after leaving.").into(),
        };
        match self {
            Self::Account | Self::Pay => leavers(),
            Self::Days => after(retention.days, ""),
            Self::Leave => after(retention.days, " after the end of the leave year"),
            Self::Months => after(retention.months, ""),
            Self::Messages => {
                "Until they have served their purpose, and at the latest until the account is erased.".into()
            }
            Self::SignIns => "Until they have ended, and at the latest until the account is erased.".into(),
            Self::History => after(retention.history, ""),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_of_nought_means_for_ever() {
        let kept = |months| Category::Days.kept(&Retention { days: months, ..Retention::default() }).into_owned();
        assert_eq!([kept(0), kept(36)], ["For ever.", "36 months."]);
    }

    #[test]
    fn an_account_is_kept_for_some_months_after_leaving() {
        let kept = |leavers| Category::Pay.kept(&Retention { leavers, ..Retention::default() }).into_owned();
        assert_eq!(kept(0), "While the account exists, and until it is erased.");
        assert_eq!(kept(1), "While the account exists, and for 1 month after leaving.");
        assert_eq!(kept(12), "While the account exists, and for 12 months after leaving.");
    }
}
