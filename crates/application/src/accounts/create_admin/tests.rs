//! The way back in, from the command line.

use super::*;
use crate::Error;
use crate::memory::State;
use crate::ports::{MockSecrets, NoRandomness};
use crate::testing::{Fakes, overloaded};
use std::sync::Arc;

fn admin() -> NewAdmin {
    NewAdmin { first_name: "Ada".into(), last_name: "Byron".into(), email: " Ada@X.org".into() }
}

async fn ask(fakes: &Fakes, admin: NewAdmin) -> Result<CreatedAdmin, Error> {
    create_admin(&fakes.ports(), admin).await
}

#[tokio::test]
async fn what_goes_wrong_leaves_nothing_behind() {
    let mut secrets = MockSecrets::new();
    secrets.expect_password().returning(|| Err(NoRandomness));
    for (fakes, why) in [
        (overloaded(Fakes::plain(State::default())), Error::Overloaded),
        (Fakes { secrets: Arc::new(secrets), ..Fakes::plain(State::default()) }, Error::NoRandomness),
    ] {
        assert_eq!(ask(&fakes, admin()).await, Err(why));
        assert_eq!(fakes.state(), State::default());
    }
}
