//! Figures about people.

use domain::person::{Role, Standing};

/// How many accounts of a role there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RoleCount {
    pub all: u32,
    pub active: u32,
    /// Active ones that are not blocked.
    pub acting: u32,
}

/// How many accounts there are, by role.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HeadCount {
    pub employees: RoleCount,
    pub managers: RoleCount,
    pub hr: RoleCount,
    pub admins: RoleCount,
    /// Those who read everything and change nothing.
    pub bosses: RoleCount,
}

impl HeadCount {
    pub const fn of(&self, role: Role) -> RoleCount {
        match role {
            Role::Employee => self.employees,
            Role::Manager => self.managers,
            Role::Hr => self.hr,
            Role::Admin => self.admins,
            Role::Boss => self.bosses,
        }
    }

    /// The same with one account more.
    #[must_use]
    pub fn and(self, standing: Standing) -> Self {
        let RoleCount { all, active, acting } = self.of(standing.role);
        let count = RoleCount {
            all: all + 1,
            active: active + u32::from(standing.is_active),
            acting: acting + u32::from(standing.can_act()),
        };
        self.with(standing.role, count)
    }

    /// The same with the count of a role put in.
    #[must_use]
    pub const fn with(mut self, role: Role, count: RoleCount) -> Self {
        match role {
            Role::Employee => self.employees = count,
            Role::Manager => self.managers = count,
            Role::Hr => self.hr = count,
            Role::Admin => self.admins = count,
            Role::Boss => self.bosses = count,
        }
        self
    }
}

/// Figures about the Employees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeopleFigures {
    pub active: u32,
    /// Active ones whose first day lies after the day asked for, and not after today.
    pub new_hires: u32,
    /// Those who became inactive since the instant asked for.
    pub left: u32,
    /// Those who were there at that instant, active then.
    pub active_then: u32,
    /// Active, unblocked ones without a manager that can act.
    pub without_manager: u32,
    /// Active ones with approved leave that counts today.
    pub on_leave: u32,
}

/// How many of a team there are, and how many of them are missing today.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TeamPresence {
    pub members: u32,
    /// Members who are expected today, are not on leave for the whole of it, and have no entry.
    pub absent: u32,
    /// Those with approved leave that counts today.
    pub on_leave: u32,
}
