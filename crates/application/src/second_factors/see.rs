//! What people see of how they sign in.

use crate::ports::SecondFactorView;
use crate::sessions::Caller;
use crate::sign_in::{LinkedAccount, linked_accounts};
use crate::{Ports, Result};
use domain::Instant;

/// How the caller signs in, beside a password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnWaysIn {
    pub factor: Option<SecondFactorView>,
    pub linked: Vec<LinkedAccount>,
    /// From when on the caller needs a factor; `None` where the role needs none.
    pub required_from: Option<Instant>,
}

pub async fn own_ways_in(ports: &Ports, caller: &Caller) -> Result<OwnWaysIn> {
    let factor = ports.reads.second_factors().factor(caller.actor.id).await?;
    let linked = linked_accounts(ports, caller.actor.id).await?;
    Ok(OwnWaysIn { factor, linked, required_from: caller.second_factor_from })
}
