//! Whose account a sign-in by a provider opens that is not linked yet, and which role it gives (sign-in.md 1.3).

use super::{ClaimValue, ClaimedEmail, Provider, RoleMapping, SignInFailure, UnknownPeople, claimed_email};
use crate::person::{EmailAddress, Role, Standing};

/// The address in the claims of a person, by which an account may be found: it is verified, and the provider may speak for its domain.
pub fn email_that_counts(provider: &Provider, claims: &ClaimValue) -> Result<EmailAddress, SignInFailure> {
    match claimed_email(claims, provider.email) {
        ClaimedEmail::Missing => Err(SignInFailure::NoEmail),
        ClaimedEmail::Unverified(_) => Err(SignInFailure::UnverifiedEmail),
        ClaimedEmail::Verified(email) if !provider.domains.admit(&email) => Err(SignInFailure::NoAccount(email)),
        ClaimedEmail::Verified(email) => Ok(email),
    }
}

/// The account with the address of a token.
#[derive(Debug, Clone, Copy)]
pub struct AccountOfEmail {
    pub standing: Standing,
    /// Whether it is linked to an account at a provider that people sign in by.
    pub is_linked: bool,
}

/// What a sign-in comes to whose account at the provider is linked to nobody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstSignIn {
    /// The account with the address is linked.
    Links,
    /// A new account is created.
    Creates,
}

/// Decides on the first sign-in of somebody whose address counts.
pub fn first_sign_in(
    unknown: UnknownPeople,
    email: &EmailAddress,
    found: Option<AccountOfEmail>,
) -> Result<FirstSignIn, SignInFailure> {
    match found {
        Some(AccountOfEmail { is_linked: true, .. }) => Err(SignInFailure::LinkedElsewhere(email.clone())),
        Some(AccountOfEmail { standing, .. }) => may_enter(standing).map(|()| FirstSignIn::Links),
        None => match unknown {
            UnknownPeople::BecomeEmployees => Ok(FirstSignIn::Creates),
            UnknownPeople::Refused => Err(SignInFailure::NoAccount(email.clone())),
        },
    }
}

/// Refuses blocked and inactive accounts, as a password login does.
pub fn may_enter(standing: Standing) -> Result<(), SignInFailure> {
    if standing.is_blocked {
        return Err(SignInFailure::Blocked);
    }
    if standing.is_active { Ok(()) } else { Err(SignInFailure::Inactive) }
}

/// What the groups of a person come to at a sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MappedRole {
    /// They say nothing, and the role stays.
    Unmapped,
    /// They give the role that the person has.
    Same,
    Changes(Role),
    /// They give another role than Admin or Boss, and the mapping does not name this one: nobody there could give it back.
    Kept(Role),
}

/// The role that the claims give to somebody who has the role `present`.
pub fn mapped_role(mapping: Option<&RoleMapping>, claims: &ClaimValue, present: Role) -> MappedRole {
    let Some(mapping) = mapping else { return MappedRole::Unmapped };
    match mapping.role(claims) {
        None => MappedRole::Unmapped,
        Some(role) if role == present => MappedRole::Same,
        Some(role) if matches!(present, Role::Admin | Role::Boss) && !mapping.names(present) => MappedRole::Kept(role),
        Some(role) => MappedRole::Changes(role),
    }
}

#[cfg(test)]
mod tests {
    use super::super::claims::build::{object, text};
    use super::*;
    use crate::sign_in::{Domains, EmailTrust, Issuer, ProviderName};

    fn provider(email: EmailTrust, domains: Domains) -> Provider {
        Provider {
            label: "Acme".into(),
            email,
            domains,
            ..Provider::new(
                ProviderName::parse("acme").unwrap(),
                Issuer::parse("https://id.example.org").unwrap(),
                "daybook".into(),
            )
        }
    }

    fn ann() -> EmailAddress {
        EmailAddress::parse("ann@example.org").unwrap()
    }

    #[test]
    fn an_address_counts_that_is_verified_and_of_an_admitted_domain() {
        let claims = |verified| object(&[("email", text("Ann@Example.org")), ("email_verified", verified)]);
        let (yes, no) = (claims(ClaimValue::Boolean(true)), claims(ClaimValue::Boolean(false)));
        let silent = object(&[("email", text("ann@example.org"))]);
        let strict = provider(EmailTrust::Verified, Domains::default());
        assert_eq!(email_that_counts(&strict, &yes), Ok(ann()));
        assert_eq!(email_that_counts(&strict, &no), Err(SignInFailure::UnverifiedEmail));
        assert_eq!(email_that_counts(&strict, &silent), Err(SignInFailure::UnverifiedEmail));
        assert_eq!(email_that_counts(&strict, &object(&[])), Err(SignInFailure::NoEmail));
        let trusted = provider(EmailTrust::Trusted, Domains::parse("EXAMPLE.org").unwrap());
        assert_eq!(email_that_counts(&trusted, &silent), Ok(ann()));
        assert_eq!(email_that_counts(&trusted, &no), Err(SignInFailure::UnverifiedEmail));
        for other in ["example.com", "sub.example.org", "ample.org"] {
            let narrow = provider(EmailTrust::Verified, Domains::parse(other).unwrap());
            assert_eq!(email_that_counts(&narrow, &yes), Err(SignInFailure::NoAccount(ann())), "{other}");
        }
    }

    #[test]
    fn the_first_sign_in_links_an_active_account_without_a_link() {
        let account = |is_active, is_blocked, is_linked| {
            Some(AccountOfEmail { standing: Standing { role: Role::Hr, is_active, is_blocked }, is_linked })
        };
        let decide = |found| first_sign_in(UnknownPeople::BecomeEmployees, &ann(), found);
        assert_eq!(decide(account(true, false, false)), Ok(FirstSignIn::Links));
        assert_eq!(decide(account(true, false, true)), Err(SignInFailure::LinkedElsewhere(ann())));
        assert_eq!(decide(account(true, true, false)), Err(SignInFailure::Blocked));
        assert_eq!(decide(account(false, false, false)), Err(SignInFailure::Inactive));
        assert_eq!(decide(account(false, true, true)), Err(SignInFailure::LinkedElsewhere(ann())));
        assert_eq!(decide(None), Ok(FirstSignIn::Creates));
        assert_eq!(first_sign_in(UnknownPeople::Refused, &ann(), None), Err(SignInFailure::NoAccount(ann())));
    }

    #[test]
    fn groups_change_a_role_unless_it_is_one_that_they_could_not_give_back() {
        let mapping = |text| RoleMapping::parse(text).unwrap();
        let staff = mapping("claim=groups; hr=HR; staff=Employee");
        let of = |group| object(&[("groups", text(group))]);
        let decide = |group, present| mapped_role(Some(&staff), &of(group), present);
        assert_eq!(decide("hr", Role::Employee), MappedRole::Changes(Role::Hr));
        assert_eq!(decide("staff", Role::Manager), MappedRole::Changes(Role::Employee));
        assert_eq!(decide("hr", Role::Hr), MappedRole::Same);
        assert_eq!(decide("none of them", Role::Hr), MappedRole::Unmapped);
        assert_eq!(mapped_role(Some(&staff), &object(&[]), Role::Hr), MappedRole::Unmapped);
        assert_eq!(mapped_role(None, &of("hr"), Role::Employee), MappedRole::Unmapped);
        for kept in [Role::Admin, Role::Boss] {
            assert_eq!(decide("staff", kept), MappedRole::Kept(Role::Employee));
            assert_eq!(decide("none of them", kept), MappedRole::Unmapped);
        }
        let admins = mapping("claim=groups; admins=Admin; staff=Employee");
        assert_eq!(mapped_role(Some(&admins), &of("staff"), Role::Admin), MappedRole::Changes(Role::Employee));
        assert_eq!(mapped_role(Some(&admins), &of("staff"), Role::Boss), MappedRole::Kept(Role::Employee));
        assert_eq!(mapped_role(Some(&admins), &of("admins"), Role::Boss), MappedRole::Kept(Role::Admin));
    }
}
