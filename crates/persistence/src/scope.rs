//! Whose people a statement is about: the one condition that a scope is, and the one for a manager who can act.

use domain::access::{Leads, Scope};
use domain::id::UserId;
use sea_orm::Value;

/// That the user `$m` is a manager who can act on the day `$day`: by themselves, see [`domain::person::Standing::acts_as`], or through
/// somebody who stands in for them and can act.
macro_rules! can_lead {
    ($m:literal, $day:literal) => {
        concat!(
            $m,
            ".role = 'Manager' AND ",
            $m,
            ".is_active AND (NOT ",
            $m,
            ".is_blocked OR EXISTS (SELECT 1 FROM substitutions x JOIN users d ON d.id = x.substitute_id \
             WHERE x.manager_id = ",
            $m,
            ".id AND d.is_active AND NOT d.is_blocked AND ",
            $crate::substitutions::runs!("x", $day),
            "))"
        )
    };
}
pub(crate) use can_lead;

/// The condition on users `u` that somebody in `scope` meets, to be joined to others, with its parameters after those that are there
/// already; nothing for everyone.
pub(crate) fn in_scope(scope: &Scope, values: &mut Vec<Value>) -> String {
    match scope {
        Scope::Own(user) => format!(" AND u.id = {}", bind(*user, values)),
        Scope::Team(leads) => format!(" AND {}", in_teams(leads, values)),
        Scope::Everyone => String::new(),
    }
}

/// The condition on users `u` that they are in one of these teams now. Nearly everybody leads one team, and nobody more than a few,
/// so each manager is a parameter: of one the statement is always the same, and planned as an equality.
pub(crate) fn in_teams(leads: &Leads, values: &mut Vec<Value>) -> String {
    let places: Vec<String> = leads.managers().map(|manager| bind(manager, values)).collect();
    match places.as_slice() {
        [one] => format!("u.manager_id = {one}"),
        several => format!("u.manager_id IN ({})", several.join(", ")),
    }
}

fn bind(id: UserId, values: &mut Vec<Value>) -> String {
    values.push(id.uuid().into());
    format!("${}", values.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn one_team_is_an_equality_and_the_parameters_come_after_the_others() {
        let user = |n| UserId::new(Uuid::from_u128(n));
        let condition = |scope: &Scope| {
            let mut values = vec![Value::from(1)];
            (in_scope(scope, &mut values), values.len())
        };
        assert_eq!(condition(&Scope::Everyone), (String::new(), 1));
        assert_eq!(condition(&Scope::Own(user(1))), (" AND u.id = $2".to_owned(), 2));
        assert_eq!(condition(&Scope::Team(Leads::own(user(7)))), (" AND u.manager_id = $2".to_owned(), 2));
        let two = Leads::standing_in_for(user(7), [user(8)]);
        assert_eq!(condition(&Scope::Team(two)), (" AND u.manager_id IN ($2, $3)".to_owned(), 3));
    }
}
