use super::*;
use crate::testing::{Fakes, Given, caller, employment, user};
use domain::person::Role;

#[tokio::test]
async fn everybody_sees_their_own_profile() {
    let fakes = Fakes::over(Given { people: vec![employment(1, None), employment(2, None)], ..Given::default() });
    for role in Role::ALL {
        let found = profile(&fakes.ports(), &caller(2, role)).await.unwrap();
        assert_eq!(found.person.person.id, user(2));
        let may_see = matches!(role, Role::Hr | Role::Admin);
        assert_eq!(found.salary, may_see.then_some(None), "{role}");
    }
    assert_eq!(profile(&fakes.ports(), &caller(3, Role::Hr)).await, Err(Error::NotFound("User")));
}
