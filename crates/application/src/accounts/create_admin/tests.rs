//! The way back in, from the command line.

use super::*;
use crate::Error;
use crate::memory::State;
use crate::ports::{MockSecrets, NoRandomness};
use crate::testing::{Fakes, GENERATED, overloaded};
use domain::second_factor::steps_that_hold;
use std::sync::Arc;

fn admin() -> NewAdmin {
    NewAdmin { first_name: "Ada".into(), last_name: "Byron".into(), email: " Ada@X.org".into(), is_break_glass: false }
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

#[tokio::test]
async fn an_administrator_has_a_password_where_one_counts_and_a_break_glass_account_a_second_factor_too() {
    for (passwords, is_break_glass, has_password) in [
        (PasswordUse::Everybody, false, true),
        (PasswordUse::Nobody, false, false),
        (PasswordUse::BreakGlass, false, false),
        (PasswordUse::Everybody, true, true),
        (PasswordUse::Nobody, true, true),
        (PasswordUse::BreakGlass, true, true),
    ] {
        let fakes = Fakes::plain(State::default()).with_passwords(passwords);
        let made = ask(&fakes, NewAdmin { is_break_glass, ..admin() }).await.unwrap();
        assert_eq!(made.password.map(|password| password.0), has_password.then(|| GENERATED.to_owned()));
        let kept = fakes.state();
        let account = kept.people.values().next().unwrap();
        assert_eq!((account.hash.is_some(), account.is_first_login), (has_password, has_password), "{passwords:?}");
        assert_eq!((account.is_break_glass, account.record.standing.role), (is_break_glass, Role::Admin));
        let mut kinds = vec!["account-created"];
        kinds.extend(if is_break_glass { &["second-factor-set", "break-glass-marked"][..] } else { &[] });
        assert_eq!(kept.events.iter().map(|event| event.record.kind.as_ref()).collect::<Vec<_>>(), kinds);
        assert!(kept.mails.is_empty());
        assert_eq!(made.factor.is_some(), is_break_glass);
        let Some(NewFactor { key, uri }) = made.factor else { continue };
        assert!(uri.0.starts_with("otpauth://totp/") && uri.0.contains("ada%40x.org") && uri.0.contains(key.reveal()));
        // The code that the app shows at once lets the owner in.
        let factor = kept.second_factors.values().next().unwrap().set.clone().unwrap();
        assert_eq!(factor.factor.key, key);
        assert_eq!(steps_that_hold(fakes.now, factor.factor.last_step).len(), 3);
    }
}
