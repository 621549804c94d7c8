//! Names of files.

/// How many bytes of a name a file's name keeps: two of them, the month and what is between fit into the 255 that file systems
/// take.
const LONGEST_NAME: usize = 112;

/// A part of a file's name: what separates, hides or is refused by a file system becomes `_`.
pub fn file_safe(name: &str) -> String {
    let mut safe = String::with_capacity(name.len());
    for c in name.chars().map(|c| if is_awkward(c) { '_' } else { c }) {
        if safe.len() + c.len_utf8() > LONGEST_NAME {
            break;
        }
        // A name that begins with a dot would be hidden.
        safe.push(if safe.is_empty() && c == '.' { '_' } else { c });
    }
    safe
}

fn is_awkward(c: char) -> bool {
    // White space and controls, the characters of paths and patterns, what headers are quoted with, and what has no shape.
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' | ';' | '%')
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_that_every_file_system_takes() {
        for (name, safe) in [
            ("Ann", "Ann"),
            ("Mary Ann", "Mary_Ann"),
            ("O'Brien-Smith", "O'Brien-Smith"),
            ("Jürgen", "Jürgen"),
            ("..", "_."),
            ("../etc/passwd", "_._etc_passwd"),
            (r#"a\b:c*d?e"f<g>h|i;j%k"#, "a_b_c_d_e_f_g_h_i_j_k"),
            ("tab\tline\r\nend", "tab_line__end"),
            ("a\u{202e}b\u{200b}c", "a_b_c"),
            ("Ζωή", "Ζωή"),
        ] {
            assert_eq!(file_safe(name), safe, "{name:?}");
        }
        assert_eq!(file_safe(&"x".repeat(100)), "x".repeat(100));
        let long = file_safe(&"😀".repeat(100));
        assert_eq!(long, "😀".repeat(28));
    }
}
