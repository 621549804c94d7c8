//! Of which revision a checksum or a file is.

use crate::sessions::Caller;
use crate::{Invalid, Ports, Result};
use domain::access::Capability;
use domain::month::{CheckResult, Claim, MonthState, Standing, parse_checksum};
use domain::time::Month;

/// What somebody holds in hands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Submitted {
    Checksum(String),
    File(Vec<u8>),
}

/// What it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checked {
    pub result: CheckResult,
    /// The month and its revision, where they are known.
    pub found: Option<(Month, u32)>,
}

/// Looks it up.
pub async fn check(ports: &Ports, caller: &Caller, submitted: Submitted) -> Result<Checked> {
    caller.actor.require(Capability::KeepMonths)?;
    let claim = match submitted {
        Submitted::Checksum(typed) => {
            let checksum = parse_checksum(&typed).map_err(|why| Invalid::field("checksum", why.sentence()))?;
            Some(Claim { checksum, is_whole: true })
        }
        Submitted::File(bytes) => Claim::of_file(&bytes),
    };
    let unknown = Checked { result: CheckResult::Unknown, found: None };
    let Some(claim) = claim else { return Ok(unknown) };
    let Some((month, revision)) = ports.reads.months().by_checksum(&claim.checksum).await? else { return Ok(unknown) };
    let standing = ports.reads.months().standing_of(month).await?;
    let is_current = standing == Standing { state: MonthState::Closed, revision };
    Ok(Checked { result: CheckResult::of(claim.is_whole, is_current), found: Some((month, revision)) })
}
