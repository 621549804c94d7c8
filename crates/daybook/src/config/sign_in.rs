//! The providers of sign-in (sign-in.md 1.1): their names, and the settings of each.

use super::reader::Reader;
use domain::sign_in::{
    ClientSecret, Domains, EmailTrust, Issuer, MOST_PROVIDERS, PasswordUse, Provider, ProviderName, RoleMapping,
    UnknownPeople, scopes,
};

const PROVIDERS: &str = "DAYBOOK_OIDC";
const PASSWORDS: &str = "DAYBOOK_PASSWORDS";

/// Takes the providers, and whose passwords open an account.
pub(super) fn take(read: &mut Reader<'_>) -> (Vec<Provider>, PasswordUse) {
    let names = read.optional(PROVIDERS, "none", names).unwrap_or_default();
    let providers: Vec<Provider> = names.into_iter().filter_map(|name| provider(read, name)).collect();
    for (place, one) in providers.iter().enumerate() {
        // People are known by issuer and subject, whatever the provider is called.
        if let Some(first) = providers.iter().take(place).find(|first| first.issuer.is(one.issuer.as_str())) {
            let issuer = format!("{PROVIDERS}_{}_ISSUER", one.name.in_variables());
            read.fault(&issuer, &format!("is that of {} too: an issuer can be set once", first.name));
        }
    }
    let passwords = read.optional(PASSWORDS, PasswordUse::Everybody.name(), |text| {
        one_of("on, off or break-glass", PasswordUse::named(text.trim()))
    });
    let passwords = passwords.unwrap_or(PasswordUse::Everybody);
    if passwords != PasswordUse::Everybody && !read.is_set(PROVIDERS) {
        read.fault(PASSWORDS, "needs a provider in DAYBOOK_OIDC: otherwise nobody could sign in");
    }
    (providers, passwords)
}

fn names(text: &str) -> Result<Vec<ProviderName>, String> {
    let mut names: Vec<ProviderName> = Vec::new();
    for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        let form = "must be names of small letters, digits and hyphens, with commas between them";
        let name = ProviderName::parse(word).map_err(|_| format!("{form}; {word:?} is none"))?;
        if names.contains(&name) {
            return Err(format!("names {name} twice"));
        }
        names.push(name);
    }
    match names.len() {
        0 => Err("names no provider".to_owned()),
        1..=MOST_PROVIDERS => Ok(names),
        _ => Err(format!("names more than {MOST_PROVIDERS} providers")),
    }
}

/// Takes one provider. Every setting of it is asked for, whatever the others say.
fn provider(read: &mut Reader<'_>, name: ProviderName) -> Option<Provider> {
    let prefix = format!("{PROVIDERS}_{}", name.in_variables());
    let variable = |ending: &str| format!("{prefix}_{ending}");
    let issuer = required(read, &variable("ISSUER"), &name, |text| {
        Issuer::parse(text).map_err(|error| error.sentence().to_owned())
    });
    let client_id = required(read, &variable("CLIENT_ID"), &name, one_line);
    let client_secret = read.secret(&variable("CLIENT_SECRET"), "none", |text| one_line(text).map(ClientSecret::new));
    let label = read.optional(&variable("NAME"), name.as_str(), |text| {
        Provider::label(text).map_err(|error| format!("cannot be used: {}", error.sentence("the name")))
    });
    let scopes_or = |text: &str| scopes(text).ok_or("must be scopes with spaces between them, as in profile email");
    let scopes = read.optional(&variable("SCOPES"), "profile email", scopes_or);
    let email = read.optional(&variable("EMAIL"), EmailTrust::Verified.name(), |text| {
        one_of("verified or trusted", EmailTrust::named(text.trim()))
    });
    let unknown_people = read.optional(&variable("CREATE"), UnknownPeople::Refused.name(), |text| {
        one_of("off or employee", UnknownPeople::named(text.trim()))
    });
    let domains = read.optional(&variable("DOMAINS"), "all", |text| {
        Domains::parse(text).map_err(|bad| format!("must be domains as in example.org, with commas; {bad:?} is none"))
    });
    let roles =
        read.optional(&variable("ROLES"), "none", |text| RoleMapping::parse(text).map_err(|error| error.to_string()));
    let plain = Provider::new(name, issuer?, client_id?);
    Some(Provider {
        label: label.unwrap_or(plain.label),
        client_secret,
        scopes: scopes.unwrap_or(plain.scopes),
        email: email.unwrap_or(plain.email),
        unknown_people: unknown_people.unwrap_or(plain.unknown_people),
        domains: domains.unwrap_or(plain.domains),
        roles,
        ..plain
    })
}

/// A setting without which the provider cannot be used.
fn required<T>(
    read: &mut Reader<'_>,
    variable: &str,
    name: &ProviderName,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Option<T> {
    let taken = read.optional(variable, "none", parse);
    if !read.is_set(variable) {
        read.fault(variable, &format!("is required, because {PROVIDERS} names {name}"));
    }
    taken
}

/// What a provider gave out, to be repeated as it is.
fn one_line(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.chars().any(char::is_control) { Err("must be one line".to_owned()) } else { Ok(text.to_owned()) }
}

fn one_of<T>(choices: &str, chosen: Option<T>) -> Result<T, String> {
    chosen.ok_or_else(|| format!("must be {choices}"))
}

#[cfg(test)]
mod tests {
    use crate::config::{Config, Sources};
    use domain::person::{EmailAddress, Role};
    use domain::sign_in::{ClaimValue, ClientSecret, EmailTrust, PasswordUse, UnknownPeople};

    const ISSUER: (&str, &str) = ("DAYBOOK_OIDC_ACME_ISSUER", "https://id.example.org/realms/acme/");
    const CLIENT: (&str, &str) = ("DAYBOOK_OIDC_ACME_CLIENT_ID", "daybook");
    const NAMED: (&str, &str) = ("DAYBOOK_OIDC", "acme");

    fn faults(variables: &[(&str, &str)]) -> Vec<String> {
        Config::of(variables).map_or_else(|faults| faults.iter().map(ToString::to_string).collect(), |_| Vec::new())
    }

    #[test]
    fn without_a_provider_everybody_has_a_password() {
        let config = Config::of(&[]).unwrap();
        assert_eq!((config.providers, config.passwords), (Vec::new(), PasswordUse::Everybody));
        assert_eq!(Config::of(&[("DAYBOOK_PASSWORDS", "on")]).unwrap().passwords, PasswordUse::Everybody);
    }

    #[test]
    fn a_provider_needs_an_issuer_and_a_client() {
        let acme = Config::of(&[NAMED, ISSUER, CLIENT]).unwrap().providers.remove(0);
        assert_eq!((acme.name.as_str(), acme.label.as_str(), acme.client_secret.as_ref()), ("acme", "acme", None));
        assert_eq!((acme.email, acme.unknown_people), (EmailTrust::Verified, UnknownPeople::Refused));
        assert_eq!((acme.scopes.join(" ").as_str(), &acme.roles), ("profile email", &None));
        let callback = acme.callback("https://daybook.example.org");
        assert_eq!(callback, "https://daybook.example.org/api/auth/oidc/acme/callback");
        let logout = acme.back_channel_logout("https://daybook.example.org");
        assert_eq!(logout, "https://daybook.example.org/api/auth/oidc/acme/logout");
        assert_eq!(
            faults(&[NAMED]),
            [
                "DAYBOOK_OIDC_ACME_ISSUER is required, because DAYBOOK_OIDC names acme",
                "DAYBOOK_OIDC_ACME_CLIENT_ID is required, because DAYBOOK_OIDC names acme",
            ]
        );
    }

    #[test]
    fn every_setting_of_every_provider_is_taken() {
        let mut config = Config::of(&[
            ("DAYBOOK_OIDC", "entra-id, acme"),
            ISSUER,
            CLIENT,
            (
                "DAYBOOK_OIDC_ENTRA_ID_ISSUER",
                "https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0",
            ),
            ("DAYBOOK_OIDC_ENTRA_ID_CLIENT_ID", "6e7"),
            ("DAYBOOK_OIDC_ENTRA_ID_CLIENT_SECRET", "hush-hush"),
            ("DAYBOOK_OIDC_ENTRA_ID_NAME", " Microsoft "),
            ("DAYBOOK_OIDC_ENTRA_ID_SCOPES", "openid profile"),
            ("DAYBOOK_OIDC_ENTRA_ID_EMAIL", "trusted"),
            ("DAYBOOK_OIDC_ENTRA_ID_CREATE", "employee"),
            ("DAYBOOK_OIDC_ENTRA_ID_DOMAINS", "example.org,Example.com"),
            ("DAYBOOK_OIDC_ENTRA_ID_ROLES", "claim=groups; 11aa=HR; 22bb=Employee"),
            ("DAYBOOK_PASSWORDS", "break-glass"),
        ])
        .unwrap();
        assert_eq!((config.providers.len(), config.passwords), (2, PasswordUse::BreakGlass));
        assert!(!format!("{config:?}").contains("hush"), "no secret shows");
        let entra = config.providers.remove(0);
        assert_eq!((entra.name.as_str(), entra.label.as_str()), ("entra-id", "Microsoft"));
        assert_eq!(entra.client_secret.as_ref().map(ClientSecret::reveal), Some("hush-hush"));
        assert_eq!((entra.scopes.join(" ").as_str(), entra.email), ("profile", EmailTrust::Trusted));
        assert_eq!(entra.unknown_people, UnknownPeople::BecomeEmployees);
        let admits = |address| entra.domains.admit(&EmailAddress::parse(address).unwrap());
        assert!(admits("a@example.com") && !admits("a@example.net"));
        let groups = ClaimValue::Object([("groups".to_owned(), ClaimValue::Text("11aa".to_owned()))].into());
        assert_eq!(entra.roles.and_then(|roles| roles.role(&groups)), Some(Role::Hr));
        assert_eq!(config.providers[0].name.as_str(), "acme", "in the order of their names in DAYBOOK_OIDC");
    }

    #[test]
    fn what_makes_no_sense_stops_the_start_under_its_name() {
        let own = |ending: &str| format!("DAYBOOK_OIDC_ACME_{ending}");
        for (ending, value) in [
            ("ISSUER", "id.example.org"),
            ("ISSUER", "http://id.example.org"),
            ("ISSUER", "https://login.microsoftonline.com/common/v2.0"),
            ("ISSUER", "https://login.microsoftonline.com/organizations/v2.0"),
            ("ISSUER", "https://login.microsoftonline.com/consumers/v2.0/.well-known/openid-configuration"),
            ("CLIENT_ID", "a\nb"),
            ("CLIENT_SECRET", "hush\nhush"),
            ("NAME", "a\u{202e}b"),
            ("SCOPES", "a\"b"),
            ("EMAIL", "always"),
            ("CREATE", "admin"),
            ("DOMAINS", "example"),
            ("ROLES", "claim=groups; staff=Owner"),
            ("ROLES", "staff=HR"),
        ] {
            let variable = own(ending);
            let mut variables = vec![NAMED, ISSUER, CLIENT];
            variables.retain(|(name, _)| *name != variable);
            variables.push((&variable, value));
            let faults = faults(&variables);
            assert_eq!(faults.len(), 1, "{variable}={value}: {faults:?}");
            assert!(faults[0].starts_with(&format!("{variable} ")) && !faults[0].contains("hush"), "{faults:?}");
        }
        let many = ["a", "b", "c", "d", "e", "f", "g", "h", "i"].join(",");
        for names in ["Acme", "a_b", "acme,acme", ",", many.as_str(), "a b"] {
            let faults = faults(&[("DAYBOOK_OIDC", names)]);
            assert!(
                faults.len() == 1 && faults[0].starts_with("DAYBOOK_OIDC names")
                    || faults[0].starts_with("DAYBOOK_OIDC must"),
                "{names}: {faults:?}"
            );
        }
        let twice = [
            ("DAYBOOK_OIDC", "acme,other"),
            ISSUER,
            CLIENT,
            ("DAYBOOK_OIDC_OTHER_ISSUER", "https://id.example.org/realms/acme"),
            ("DAYBOOK_OIDC_OTHER_CLIENT_ID", "another"),
        ];
        assert_eq!(faults(&twice), ["DAYBOOK_OIDC_OTHER_ISSUER is that of acme too: an issuer can be set once"]);
        for passwords in ["off", "break-glass"] {
            assert_eq!(
                faults(&[("DAYBOOK_PASSWORDS", passwords)]),
                ["DAYBOOK_PASSWORDS needs a provider in DAYBOOK_OIDC: otherwise nobody could sign in"]
            );
            assert_eq!(faults(&[NAMED, ISSUER, CLIENT, ("DAYBOOK_PASSWORDS", passwords)]), [""; 0]);
        }
        assert_eq!(faults(&[("DAYBOOK_PASSWORDS", "no")]), ["DAYBOOK_PASSWORDS must be on, off or break-glass"]);
        let unnamed = faults(&[ISSUER, CLIENT]);
        assert!(unnamed.iter().all(|fault| fault.contains(" is not a setting of Daybook. ")), "{unnamed:?}");
        assert_eq!(unnamed.len(), 2);
    }

    #[test]
    fn every_fault_of_every_provider_is_named_at_once_and_no_secret_is_shown() {
        let wrong = [
            ("DAYBOOK_OIDC", "acme,other"),
            ("DAYBOOK_OIDC_ACME_ISSUER", "acme"),
            ("DAYBOOK_OIDC_ACME_CLIENT_SECRET", "hush"),
            ("DAYBOOK_OIDC_OTHER_ROLES", "x"),
            ("DAYBOOK_OIDC_OTHER_CREAT", "off"),
            ("DAYBOOK_PASSWORDS", "off"),
        ];
        let faults = faults(&wrong);
        for variable in [
            "ACME_ISSUER must",
            "ACME_CLIENT_ID is",
            "OTHER_ISSUER is",
            "OTHER_CLIENT_ID is",
            "OTHER_ROLES must",
            "OTHER_CREAT is not",
        ] {
            assert!(
                faults.iter().any(|fault| fault.starts_with(&format!("DAYBOOK_OIDC_{variable}"))),
                "{variable}: {faults:?}"
            );
        }
        assert_eq!(faults.len(), 6, "{faults:?}");
        let reading = Config::read(&Sources::new(wrong.map(|(name, value)| (name.into(), value.into())), None));
        let shown =
            |name: &str| reading.settings.iter().find(|setting| setting.name == name).map(|one| one.value.as_str());
        assert_eq!(shown("DAYBOOK_OIDC_ACME_CLIENT_SECRET"), Some("(hidden)"));
        assert_eq!(shown("DAYBOOK_OIDC_OTHER_CLIENT_SECRET"), Some("none"));
        assert_eq!(shown("DAYBOOK_OIDC_ACME_SCOPES"), Some("profile email"));
    }

    /// The settings of a block of the manual. The path of a secret's file stands for the secret.
    fn settings(block: &str) -> Vec<(&str, &str)> {
        let lines = block.lines().filter_map(|line| line.split_once('='));
        lines.map(|(name, value)| (name.strip_suffix("_FILE").unwrap_or(name), value)).collect()
    }

    #[test]
    fn the_settings_in_the_manual_are_taken() {
        let manual = include_str!("../../../../docs/sign-in.md");
        let blocks = manual.split("\n```\n").filter(|block| block.starts_with("DAYBOOK_OIDC"));
        let labels = blocks.map(|block| {
            let mut variables = settings(block);
            if !block.starts_with("DAYBOOK_OIDC=") {
                variables.extend([NAMED, ISSUER, CLIENT]);
            }
            Config::of(&variables).unwrap().providers.remove(0).label
        });
        assert_eq!(labels.collect::<Vec<_>>(), ["acme", "Acme", "acme", "Microsoft", "Google", "acme"]);
    }

    #[test]
    fn one_file_holds_a_provider_and_its_secret_has_a_file_of_its_own() {
        let folder = std::env::temp_dir().join(format!("daybook-config-oidc-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (all, secret) = (folder.join("all.toml"), folder.join("secret"));
        std::fs::write(&secret, "hush-hush\n").unwrap();
        let settings = format!(
            "oidc = [\"acme\"]\noidc_acme_issuer = \"https://id.example.org\"\noidc_acme_client_id = \"daybook\"\n\
             oidc_acme_client_secret_file = {secret:?}\noidc_acme_create = false\npasswords = false\n"
        );
        std::fs::write(&all, settings).unwrap();
        let config = Config::read(&Sources::new([], Some(&all))).config.unwrap();
        let secret = config.providers[0].client_secret.as_ref().map(ClientSecret::reveal);
        assert_eq!((secret, config.passwords), (Some("hush-hush"), PasswordUse::Nobody));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
