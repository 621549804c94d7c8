//! Which mails somebody gets, and when: each person chooses by kind (settings.md 1.5).
//!
//! A kind that is added is a name in [`MailKind`] and a line of the table [`OFFERS`] for each group of roles that chooses it. Mails
//! about an account, such as a reset link, are no kind: they always come.

use crate::person::Role;

crate::names! {
    /// What a mail by choice is about.
    pub enum MailKind {
        Rejected = "rejected",
        Approved = "approved",
        /// Days of the reader were unlocked, and they had not asked for it.
        Unlocked = "unlocked",
        /// Requests to unlock a day: what became of the reader's own, or those that wait for the reader.
        UnlockRequest = "unlockRequest",
        Frozen = "frozen",
        /// In the evening: nothing is recorded yet today.
        Reminder = "reminder",
        /// Leave: what became of the reader's own, or what the reader's team asks for and takes.
        Leave = "leave",
        /// In the morning: what waits in the reader's team.
        Waiting = "waiting",
        /// Rejected days that came back to the reader.
        Resubmission = "resubmission",
        Substitution = "substitution",
    }
}

impl MailKind {
    /// What people of this role choose it from; `None` where mails of this kind are not for them.
    pub fn offer(self, role: Role) -> Option<&'static MailOffer> {
        offers(role).find(|offer| offer.kind == self)
    }

    /// When its mails go to somebody of this role who has chosen this, or nothing; `None` where they are not for that role.
    pub fn timing(self, role: Role, chosen: Option<MailTiming>) -> Option<MailTiming> {
        self.offer(role).map(|offer| chosen.unwrap_or(offer.default))
    }
}

crate::names! {
    /// When the mails of a kind go out.
    pub enum MailTiming {
        Instant = "instant",
        /// Together, in the digest of the next working day.
        Digest = "digest",
        /// Never. The portal tells of it anyway.
        Off = "off",
    }
}

/// A kind as people of some roles choose it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MailOffer {
    pub kind: MailKind,
    roles: &'static [Role],
    pub label: &'static str,
    pub choices: &'static [MailTiming],
    /// What holds where somebody has chosen nothing.
    pub default: MailTiming,
}

const EMPLOYEE: &[Role] = &[Role::Employee];
const OTHERS: &[Role] = &[Role::Manager, Role::Hr, Role::Admin];

const ANY: &[MailTiming] = &[MailTiming::Instant, MailTiming::Digest, MailTiming::Off];
const AT_ONCE: &[MailTiming] = &[MailTiming::Instant, MailTiming::Off];
const TOGETHER: &[MailTiming] = &[MailTiming::Digest, MailTiming::Off];

const fn offer(
    kind: MailKind,
    roles: &'static [Role],
    label: &'static str,
    choices: &'static [MailTiming],
    default: MailTiming,
) -> MailOffer {
    MailOffer { kind, roles, label, choices, default }
}

/// Every kind, in the order in which people see it.
const OFFERS: &[MailOffer] = &[
    offer(MailKind::Rejected, EMPLOYEE, "Rejected days", ANY, MailTiming::Instant),
    offer(MailKind::Approved, EMPLOYEE, "Approved days", ANY, MailTiming::Off),
    offer(MailKind::Unlocked, EMPLOYEE, "Days unlocked without my asking", ANY, MailTiming::Off),
    offer(MailKind::UnlockRequest, EMPLOYEE, "What became of my requests to unlock", ANY, MailTiming::Instant),
    offer(MailKind::Frozen, EMPLOYEE, "Frozen days (the first, then weekly)", AT_ONCE, MailTiming::Instant),
    offer(MailKind::Reminder, EMPLOYEE, "Evening reminder of a missing day", AT_ONCE, MailTiming::Instant),
    offer(MailKind::Leave, EMPLOYEE, "What became of my leave", ANY, MailTiming::Instant),
    offer(MailKind::Leave, OTHERS, "Leave that my team asks for or takes", ANY, MailTiming::Instant),
    offer(MailKind::Waiting, OTHERS, "Morning digest of my team", TOGETHER, MailTiming::Digest),
    offer(MailKind::Resubmission, OTHERS, "Resubmitted days", ANY, MailTiming::Digest),
    offer(MailKind::UnlockRequest, &[Role::Manager], "Requests to unlock that wait for me", ANY, MailTiming::Instant),
    offer(
        MailKind::UnlockRequest,
        &[Role::Hr, Role::Admin],
        "Requests to unlock that wait for me",
        ANY,
        MailTiming::Digest,
    ),
    offer(MailKind::Substitution, OTHERS, "Substitutions that I am part of", AT_ONCE, MailTiming::Instant),
];

/// The kinds that people of this role choose, in the order in which they see them.
pub fn offers(role: Role) -> impl Iterator<Item = &'static MailOffer> {
    OFFERS.iter().filter(move |offer| offer.roles.contains(&role))
}

/// What somebody has asked for is not on offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotOffered {
    pub kind: String,
    pub timing: String,
}

impl NotOffered {
    pub fn sentence(&self) -> String {
        format!("{} cannot be {}", self.kind, self.timing)
    }
}

/// What somebody of this role chooses, where it is on offer.
pub fn choose(role: Role, kind: &str, timing: &str) -> Result<(&'static MailOffer, MailTiming), NotOffered> {
    let offer = MailKind::named(kind).and_then(|kind| kind.offer(role));
    offer
        .zip(MailTiming::named(timing))
        .filter(|(offer, timing)| offer.choices.contains(timing))
        .ok_or_else(|| NotOffered { kind: kind.to_owned(), timing: timing.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The table of settings.md 1.5, for one role: kind, choices, default.
    fn table(role: Role) -> Vec<(&'static str, String, &'static str)> {
        let choices =
            |offer: &MailOffer| offer.choices.iter().map(|timing| timing.name()).collect::<Vec<_>>().join(", ");
        offers(role).map(|offer| (offer.kind.name(), choices(offer), offer.default.name())).collect()
    }

    fn expected(rows: &[(&'static str, &str, &'static str)]) -> Vec<(&'static str, String, &'static str)> {
        rows.iter().map(|(kind, choices, default)| (*kind, (*choices).to_owned(), *default)).collect()
    }

    #[test]
    fn each_role_chooses_from_its_part_of_the_table() {
        let any = "instant, digest, off";
        assert_eq!(
            table(Role::Employee),
            expected(&[
                ("rejected", any, "instant"),
                ("approved", any, "off"),
                ("unlocked", any, "off"),
                ("unlockRequest", any, "instant"),
                ("frozen", "instant, off", "instant"),
                ("reminder", "instant, off", "instant"),
                ("leave", any, "instant"),
            ])
        );
        for (role, requests) in [(Role::Manager, "instant"), (Role::Hr, "digest"), (Role::Admin, "digest")] {
            assert_eq!(
                table(role),
                expected(&[
                    ("leave", any, "instant"),
                    ("waiting", "digest, off", "digest"),
                    ("resubmission", any, "digest"),
                    ("unlockRequest", any, requests),
                    ("substitution", "instant, off", "instant"),
                ]),
                "{role}"
            );
        }
    }

    #[test]
    fn every_kind_has_a_name_of_its_own_and_somebody_who_chooses_it() {
        let names: BTreeSet<_> = MailKind::ALL.iter().map(|kind| kind.name()).collect();
        assert_eq!(names.len(), MailKind::ALL.len());
        for kind in MailKind::ALL {
            assert_eq!(MailKind::named(kind.name()), Some(kind));
            assert!(Role::ALL.iter().any(|role| kind.offer(*role).is_some()), "{kind:?}");
        }
        assert_eq!((MailKind::named("news"), MailTiming::named("weekly")), (None, None));
    }

    #[test]
    fn only_what_is_on_offer_to_the_role_can_be_chosen() {
        for role in Role::ALL {
            for kind in MailKind::ALL {
                for timing in MailTiming::ALL {
                    let is_on_offer = kind.offer(role).is_some_and(|offer| offer.choices.contains(&timing));
                    let chosen = choose(role, kind.name(), timing.name());
                    assert_eq!(chosen.is_ok(), is_on_offer, "{role}, {kind:?}, {timing:?}");
                    if let Ok((offer, chosen)) = chosen {
                        assert_eq!((offer.kind, chosen), (kind, timing));
                    }
                }
            }
        }
    }

    #[test]
    fn a_refusal_names_the_kind_and_the_choice_as_they_were_sent() {
        for (kind, timing, sentence) in [
            ("frozen", "digest", "frozen cannot be digest"),
            ("waiting", "instant", "waiting cannot be instant"),
            ("news", "off", "news cannot be off"),
            ("rejected", "Instant", "rejected cannot be Instant"),
        ] {
            assert_eq!(choose(Role::Employee, kind, timing).map_err(|why| why.sentence()), Err(sentence.to_owned()));
        }
    }
}
