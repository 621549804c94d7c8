//! Files for packages, made from the commands' own help: completions for shells, and the man page.

use crate::arguments::Arguments;
use crate::output::say;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use std::io::Result;

const NAME: &str = "daybook";

pub(crate) fn completions(shell: Shell) {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), NAME, &mut script);
    say(String::from_utf8_lossy(&script).trim_end());
}

pub(crate) fn manual() -> Result<()> {
    let mut command = Arguments::command();
    command.build();
    let mut page = Vec::new();
    let man = Man::new(command.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_options_section(&mut page)?;
    let mut page = String::from_utf8_lossy(&page).into_owned();
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    page.push_str(&section("SETTINGS", &after));
    for subcommand in command.get_subcommands_mut() {
        commands(subcommand, &mut page);
    }
    say(page.trim_end());
    Ok(())
}

/// A section for the command and for each below it.
fn commands(command: &mut Command, page: &mut String) {
    if command.get_name() == "help" || command.is_hide_set() {
        return;
    }
    let help = command.render_long_help().to_string();
    let name = command.get_bin_name().unwrap_or(NAME).to_uppercase();
    page.push_str(&section(&name, &help));
    for subcommand in command.get_subcommands_mut() {
        commands(subcommand, page);
    }
}

/// Text that keeps its lines.
fn section(title: &str, text: &str) -> String {
    let line = |line: &str| {
        let plain = line.replace('\\', "\\e").replace('-', "\\-");
        if plain.starts_with(['.', '\'']) { format!("\\&{plain}") } else { plain }
    };
    let lines: Vec<String> = text.trim_end().lines().map(line).collect();
    format!(".SH \"{}\"\n.nf\n{}\n.fi\n", line(title), lines.join("\n"))
}
