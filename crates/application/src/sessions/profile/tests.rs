use super::*;
use crate::testing::{Fakes, Memory, caller, employment, user};
use domain::person::Role;

#[tokio::test]
async fn everybody_sees_himself() {
    let fakes = Fakes::over(Memory {
        people: vec![employment(1, None), employment(2, None)],
        ..Memory::default()
    });
    for role in Role::ALL {
        assert_eq!(
            profile(&fakes.ports(), &caller(2, role)).await.unwrap().person.id,
            user(2)
        );
    }
    assert_eq!(
        profile(&fakes.ports(), &caller(3, Role::Hr)).await,
        Err(Error::NotFound("User"))
    );
}
