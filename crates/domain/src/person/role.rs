//! The five roles.

crate::names! {
    /// What a person may do is decided by exactly one role.
    pub enum Role {
        /// Records own days.
        Employee = "Employee",
        /// Decides on the days of a team.
        Manager = "Manager",
        /// Looks after people, holidays and reports.
        Hr = "HR",
        /// Everything HR does, and accounts of every role.
        Admin = "Admin",
        /// Reads everybody's days, attendance and reports, and changes nothing (oversight.md 1.8).
        Boss = "Boss",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownRole;

impl Role {
    /// The roles that an account can be given; [`crate::access::accounts`] says who gives which. Nobody hands out another one,
    /// so a role that is added only to [`Self::ALL`] is given to nobody.
    pub const GRANTABLE: [Self; 5] = [Self::Employee, Self::Manager, Self::Hr, Self::Admin, Self::Boss];
    /// The roles whose people the directory and the lists of accounts show, in this order.
    pub const LISTED: [Self; 5] = [Self::Employee, Self::Manager, Self::Hr, Self::Admin, Self::Boss];
}

impl std::fmt::Display for Role {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Role {
    type Err = UnknownRole;
    fn from_str(text: &str) -> Result<Self, UnknownRole> {
        Self::named(text).ok_or(UnknownRole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_is_spelled_one_way() {
        for (role, name) in Role::ALL.into_iter().zip(["Employee", "Manager", "HR", "Admin", "Boss"]) {
            assert_eq!((role.name(), role.to_string().as_str(), name.parse()), (name, name, Ok(role)));
        }
        for bad in [" admin", "ADMIN", "boss", "", "hr"] {
            assert_eq!(bad.parse::<Role>(), Err(UnknownRole), "{bad}");
        }
    }
}
