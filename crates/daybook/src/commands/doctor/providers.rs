//! What the doctor looks at for each provider of sign-in: discovery, keys, clock, and the addresses to enter there.

use super::Finding;
use crate::config::Config;
use crate::wiring::clock;
use application::sign_in::{Examined, ProviderClient, ProviderFault};
use chrono::TimeDelta;
use domain::sign_in::{CLOCK_TOLERANCE, PasswordUse, Provider};
use outbound::HttpOutbound;
use security::SignedTokens;
use std::sync::Arc;

/// Clocks that are further apart are a warning. Tokens are refused later.
const APART: TimeDelta = TimeDelta::seconds(5);

/// Whether people can sign in with this provider.
pub(super) async fn look(config: &Config, provider: &Provider, outbound: &Arc<HttpOutbound>) -> Finding {
    let client =
        ProviderClient::new(provider.clone(), Arc::clone(outbound) as _, Arc::new(SignedTokens), clock(config));
    let examined = client.examine().await;
    let addresses = format!(
        "redirect address {}, back-channel logout {}",
        provider.callback(&config.public_url),
        provider.back_channel_logout(&config.public_url)
    );
    match found(examined, config.passwords) {
        Finding::Fine(told) => Finding::Fine(format!("{told}; {addresses}")),
        Finding::Warning(told) => Finding::Warning(format!("{told}; {addresses}")),
        Finding::Failure(told) => Finding::Failure(format!("{told}; {addresses}")),
    }
}

fn found(examined: Result<Examined, ProviderFault>, passwords: PasswordUse) -> Finding {
    let Examined { keys, ahead } = match examined {
        Ok(examined) => examined,
        Err(ProviderFault::Away(why)) if passwords == PasswordUse::Everybody => {
            return Finding::Warning(format!("{why}; passwords still work"));
        }
        Err(ProviderFault::Away(why) | ProviderFault::Answer(why)) => return Finding::Failure(why),
    };
    let told = format!("discovery read, keys: {keys}");
    let Some(ahead) = ahead else { return Finding::Fine(format!("{told}, it does not tell the time")) };
    let apart = ahead.abs();
    let told = format!("{told}, clock {} s off", apart.num_seconds());
    if apart > TimeDelta::seconds(CLOCK_TOLERANCE) {
        Finding::Failure(format!("{told}, so its tokens are refused: run NTP on both machines"))
    } else if apart > APART {
        Finding::Warning(told)
    } else {
        Finding::Fine(told)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_that_are_apart_are_a_warning_until_tokens_are_refused() {
        for (ahead, expected) in [
            (Some(0), Finding::Fine("discovery read, keys: 2, clock 0 s off".to_owned())),
            (Some(-5), Finding::Fine("discovery read, keys: 2, clock 5 s off".to_owned())),
            (Some(6), Finding::Warning("discovery read, keys: 2, clock 6 s off".to_owned())),
            (Some(-60), Finding::Warning("discovery read, keys: 2, clock 60 s off".to_owned())),
            (None, Finding::Fine("discovery read, keys: 2, it does not tell the time".to_owned())),
        ] {
            let examined = Examined { keys: 2, ahead: ahead.map(TimeDelta::seconds) };
            assert_eq!(found(Ok(examined), PasswordUse::Everybody), expected);
        }
        let late = Examined { keys: 1, ahead: Some(TimeDelta::seconds(61)) };
        assert!(matches!(found(Ok(late), PasswordUse::Everybody), Finding::Failure(told) if told.contains("61 s off")));
    }

    #[test]
    fn a_provider_that_is_away_is_a_failure_where_nobody_has_a_password() {
        let away = || Err(ProviderFault::Away("no answer".to_owned()));
        for (passwords, expected) in [
            (PasswordUse::Everybody, Finding::Warning("no answer; passwords still work".to_owned())),
            (PasswordUse::BreakGlass, Finding::Failure("no answer".to_owned())),
            (PasswordUse::Nobody, Finding::Failure("no answer".to_owned())),
        ] {
            assert_eq!(found(away(), passwords), expected);
        }
        let wrong = Err(ProviderFault::Answer("not JSON".to_owned()));
        assert_eq!(found(wrong, PasswordUse::Everybody), Finding::Failure("not JSON".to_owned()));
    }
}
