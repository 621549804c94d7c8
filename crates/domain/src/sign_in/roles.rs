//! Groups at the provider to roles here.

use super::ClaimValue;
use crate::person::Role;

/// Which claim has the groups of a person, and which group stands for which role. The first one that fits decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleMapping {
    claim: String,
    roles: Vec<(String, Role)>,
}

/// Why a mapping makes no sense. The sentence goes on from the name of the setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoleMappingError {
    /// It does not begin with the claim.
    Claim,
    /// This part is no group with a role.
    Part(String),
    /// There is no such role.
    Role(String),
    /// This group stands there twice.
    Twice(String),
    /// No group is named.
    NoGroup,
}

impl std::fmt::Display for RoleMappingError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Claim | Self::NoGroup => {
                f.write_str("must be the claim and at least one group, as in claim=groups; HR team=HR; Staff=Employee")
            }
            Self::Part(part) => write!(f, "has {part:?} where a group and its role are meant, as in HR team=HR"),
            Self::Role(role) => {
                let roles = Role::GRANTABLE.map(Role::name).join(", ");
                write!(f, "names the role {role:?}, which does not exist; the roles are {roles}")
            }
            Self::Twice(group) => write!(f, "names the group {group:?} twice"),
        }
    }
}

impl RoleMapping {
    /// Reads `claim=path; Group=Role; …`. A group may contain `=`, as a name of LDAP does: the last one divides.
    pub fn parse(text: &str) -> Result<Self, RoleMappingError> {
        let mut parts = text.split(';').map(str::trim).filter(|part| !part.is_empty());
        let claim = parts.next().and_then(|part| part.split_once('=')).filter(|(name, _)| name.trim() == "claim");
        let claim = claim.map(|(_, path)| path.trim()).filter(|path| !path.is_empty());
        let claim = claim.ok_or(RoleMappingError::Claim)?.to_owned();
        let mut roles: Vec<(String, Role)> = Vec::new();
        for part in parts {
            let split = part.rsplit_once('=').map(|(group, role)| (group.trim(), role.trim()));
            let split = split.filter(|(group, role)| !group.is_empty() && !role.is_empty());
            let (group, role) = split.ok_or_else(|| RoleMappingError::Part(part.to_owned()))?;
            let granted = Role::named(role).filter(|role| Role::GRANTABLE.contains(role));
            let granted = granted.ok_or_else(|| RoleMappingError::Role(role.to_owned()))?;
            if roles.iter().any(|(known, _)| known == group) {
                return Err(RoleMappingError::Twice(group.to_owned()));
            }
            roles.push((group.to_owned(), granted));
        }
        if roles.is_empty() { Err(RoleMappingError::NoGroup) } else { Ok(Self { claim, roles }) }
    }

    /// The path of the claim that has the groups.
    pub fn claim(&self) -> &str {
        &self.claim
    }

    /// Whether a group stands for this role.
    pub fn names(&self, role: Role) -> bool {
        self.roles.iter().any(|(_, named)| *named == role)
    }

    /// The role that the claims of a person give: that of the first mapping, in the operator's order, whose group is among theirs.
    /// None where no mapping fits or the claim is absent: the role stays as it is.
    pub fn role(&self, claims: &ClaimValue) -> Option<Role> {
        let groups = claims.at(&self.claim)?.texts();
        self.roles.iter().find(|(group, _)| groups.contains(&group.as_str())).map(|(_, role)| *role)
    }
}

#[cfg(test)]
mod tests {
    use super::super::claims::build::{object, text, texts};
    use super::*;

    #[test]
    fn the_first_mapping_that_fits_decides() {
        let flat = RoleMapping::parse("claim=groups; portal-admins=Admin; HR team=HR; everybody=Employee").unwrap();
        let nested = RoleMapping::parse("claim = realm_access.roles ;portal-admins=Admin; HR team = HR;").unwrap();
        let ldap = RoleMapping::parse("claim=memberOf;cn=hr,ou=groups,dc=example,dc=org=HR").unwrap();
        for (mapping, claims, role) in [
            // In the order of the mapping, and not of the token.
            (&flat, object(&[("groups", texts(&["everybody", "HR team"]))]), Some(Role::Hr)),
            (&flat, object(&[("groups", texts(&["everybody"]))]), Some(Role::Employee)),
            (&flat, object(&[("groups", text("portal-admins"))]), Some(Role::Admin)),
            (&flat, object(&[("groups", texts(&["Everybody", "hr team", "portal-admins "]))]), None),
            (&flat, object(&[("groups", texts(&[]))]), None),
            (&flat, object(&[("groups", ClaimValue::Null)]), None),
            (&flat, object(&[("groups", ClaimValue::Boolean(true))]), None),
            (&flat, object(&[]), None),
            (
                &flat,
                object(&[("groups", ClaimValue::List(vec![ClaimValue::Number(1), text("everybody")]))]),
                Some(Role::Employee),
            ),
            (
                &nested,
                object(&[("realm_access", object(&[("roles", texts(&["offline", "HR team"]))]))]),
                Some(Role::Hr),
            ),
            (&nested, object(&[("realm_access", texts(&["HR team"]))]), None),
            (&ldap, object(&[("memberOf", texts(&["cn=hr,ou=groups,dc=example,dc=org"]))]), Some(Role::Hr)),
        ] {
            assert_eq!(mapping.role(&claims), role, "{claims:?}");
        }
        assert_eq!((flat.claim(), nested.claim()), ("groups", "realm_access.roles"));
    }

    #[test]
    fn a_mapping_that_makes_no_sense_is_refused() {
        let part = |part: &str| RoleMappingError::Part(part.to_owned());
        for (mapping, error) in [
            ("", RoleMappingError::Claim),
            ("groups; a=HR", RoleMappingError::Claim),
            ("claim=; a=HR", RoleMappingError::Claim),
            ("a=HR; claim=groups", RoleMappingError::Claim),
            ("claim=groups", RoleMappingError::NoGroup),
            ("claim=groups; a", part("a")),
            ("claim=groups; =HR", part("=HR")),
            ("claim=groups; a=", part("a=")),
            ("claim=groups; a=Owner", RoleMappingError::Role("Owner".to_owned())),
            ("claim=groups; a=hr", RoleMappingError::Role("hr".to_owned())),
            ("claim=groups; a=HR; a=Admin", RoleMappingError::Twice("a".to_owned())),
        ] {
            assert_eq!(RoleMapping::parse(mapping), Err(error), "{mapping}");
        }
        let sentence = RoleMapping::parse("claim=groups; a=Owner").unwrap_err().to_string();
        assert_eq!(
            sentence,
            "names the role \"Owner\", which does not exist; the roles are Employee, Manager, HR, Admin, Boss"
        );
    }
}
