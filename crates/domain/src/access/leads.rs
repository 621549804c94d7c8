//! Whose teams somebody leads.

use crate::id::UserId;

/// The managers whose teams somebody leads in this request: themselves, and those whom they stand in for today. It is resolved
/// once for each request, and every check about a team uses it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leads {
    own: UserId,
    others: Vec<UserId>,
}

impl Leads {
    /// Only the person's own team.
    pub const fn own(id: UserId) -> Self {
        Self { own: id, others: Vec::new() }
    }

    /// The person's own team, and those of the managers `others`.
    pub fn standing_in_for(id: UserId, others: impl IntoIterator<Item = UserId>) -> Self {
        let mut others: Vec<UserId> = others.into_iter().filter(|other| *other != id).collect();
        others.sort_unstable();
        others.dedup();
        Self { own: id, others }
    }

    pub const fn stand_in(&self) -> bool {
        !self.others.is_empty()
    }

    /// The managers for whom the person stands in, each once.
    pub fn others(&self) -> &[UserId] {
        &self.others
    }

    /// The managers, each once, and the person first.
    pub fn managers(&self) -> impl Iterator<Item = UserId> {
        std::iter::once(self.own).chain(self.others.iter().copied())
    }

    /// Whether the team of `manager` is led; where there is no manager, there is no team.
    pub fn cover(&self, manager: Option<UserId>) -> bool {
        manager.is_some_and(|manager| manager == self.own || self.others.contains(&manager))
    }

    /// The manager for whom the team of `manager` is led; `None` for the person's own team.
    pub fn on_behalf_of(&self, manager: Option<UserId>) -> Option<UserId> {
        manager.filter(|manager| self.others.contains(manager))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::user;

    #[test]
    fn a_person_leads_their_own_team_for_nobody_else() {
        let leads = Leads::own(user(7));
        assert!(leads.cover(Some(user(7))) && !leads.cover(Some(user(8))) && !leads.cover(None));
        assert_eq!((leads.on_behalf_of(Some(user(7))), leads.on_behalf_of(None)), (None, None));
        assert_eq!(leads.managers().collect::<Vec<_>>(), [user(7)]);
        assert!(!leads.stand_in() && Leads::standing_in_for(user(7), [user(8)]).stand_in());
    }

    #[test]
    fn a_stand_in_leads_both_teams_and_the_other_one_for_its_manager() {
        let leads = Leads::standing_in_for(user(7), [user(9), user(8), user(7), user(9)]);
        assert_eq!(leads.managers().collect::<Vec<_>>(), [user(7), user(8), user(9)], "each once");
        assert!(leads.cover(Some(user(7))) && leads.cover(Some(user(8))) && !leads.cover(Some(user(1))));
        assert_eq!(leads.on_behalf_of(Some(user(8))), Some(user(8)));
        assert_eq!(leads.on_behalf_of(Some(user(7))), None);
        assert_eq!(leads.on_behalf_of(Some(user(1))), None, "a team that is not led is led for nobody");
    }
}
