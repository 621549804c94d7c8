//! What people change of themselves.

use super::*;
use crate::memory::State;
use crate::testing::{Fakes, caller};
use domain::person::Role;

#[tokio::test]
async fn what_is_already_so_is_saved_and_told_to_nobody() {
    let same = |text: &str| Some(Some(text.to_owned()));
    for typed in
        [ProfileUpdate::default(), ProfileUpdate { department: same("Engineering"), position: same(" Developer") }]
    {
        let fakes = Fakes::over(State::of(&[(1, Role::Employee)]));
        let before = fakes.state();
        assert!(update_profile(&fakes.ports(), &caller(1, Role::Employee), typed).await.is_ok());
        assert_eq!(fakes.state(), before);
    }
}
