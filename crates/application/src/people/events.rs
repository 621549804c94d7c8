//! What is recorded of people who are looked after.

use crate::events::Record;
use crate::ports::PersonRecord;
use chrono::NaiveDate;
use domain::id::UserId;
use domain::person::Salary;

/// An account was changed.
#[derive(Debug, Clone, Copy)]
pub struct AccountChanged<'a> {
    pub before: &'a PersonRecord,
    pub after: &'a PersonRecord,
}

impl From<AccountChanged<'_>> for Record {
    fn from(AccountChanged { before, after }: AccountChanged<'_>) -> Self {
        let (was, is) = (before.standing, after.standing);
        Self::of("account-changed")
            .about([after.id])
            .change("firstName", Some(before.name.first.as_str()), Some(after.name.first.as_str()))
            .change("lastName", Some(before.name.last.as_str()), Some(after.name.last.as_str()))
            .change("email", Some(before.email.as_str()), Some(after.email.as_str()))
            .change("role", Some(was.role), Some(is.role))
            .change("isActive", Some(was.is_active), Some(is.is_active))
            .change("department", before.department.as_deref(), after.department.as_deref())
            .change("position", before.position.as_deref(), after.position.as_deref())
            .change("designation", before.designation.as_deref(), after.designation.as_deref())
            .change("manager", before.manager, after.manager)
            .change("joiningDate", before.joining_date, after.joining_date)
            .masked("phoneNumber", &before.phone_number, &after.phone_number)
    }
}

/// A salary was set.
#[derive(Debug, Clone, Copy)]
pub struct SalarySet {
    pub user: UserId,
    pub from: NaiveDate,
    /// What held on that day.
    pub before: Option<Salary>,
    /// What holds from it on.
    pub after: Option<Salary>,
}

impl From<SalarySet> for Record {
    fn from(SalarySet { user, from, before, after }: SalarySet) -> Self {
        Self::of("salary-set").about([user]).detail("from", from).masked("salary", &before, &after)
    }
}

/// An account was blocked or unblocked.
#[derive(Debug, Clone, Copy)]
pub struct BlockToggled {
    pub user: UserId,
    pub is_blocked: bool,
}

impl From<BlockToggled> for Record {
    fn from(event: BlockToggled) -> Self {
        Self::of("block-toggled").about([event.user]).change(
            "isBlocked",
            Some(!event.is_blocked),
            Some(event.is_blocked),
        )
    }
}

/// An Employee has another manager, or none.
#[derive(Debug, Clone, Copy)]
pub struct ManagerAssigned {
    pub employee: UserId,
    pub before: Option<UserId>,
    pub after: Option<UserId>,
}

impl From<ManagerAssigned> for Record {
    fn from(event: ManagerAssigned) -> Self {
        Self::of("manager-assigned").about([event.employee]).change("manager", event.before, event.after)
    }
}

/// A manager's team was left without one.
#[derive(Debug, Clone, Copy)]
pub struct TeamReleased<'a> {
    pub manager: UserId,
    pub team: &'a [UserId],
}

impl From<TeamReleased<'_>> for Record {
    fn from(event: TeamReleased<'_>) -> Self {
        Self::of("team-released").about(event.team.iter().copied()).change("manager", Some(event.manager), None)
    }
}

/// The number of open positions was set.
#[derive(Debug, Clone, Copy)]
pub struct OpenPositionsSet {
    /// The number before, where one had been set.
    pub before: Option<u32>,
    pub after: u32,
}

impl From<OpenPositionsSet> for Record {
    fn from(event: OpenPositionsSet) -> Self {
        Self::of("open-positions-set").change("value", event.before, Some(event.after))
    }
}
