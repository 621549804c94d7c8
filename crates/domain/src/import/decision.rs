//! In which of several forms a whole column is written.

/// How many cells a question shows.
const SAMPLES: usize = 3;

/// What the cells of a column say about their form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Decision<F> {
    /// This form reads every cell that can be read, and the cells say so: no other form reads them all.
    Only(F),
    /// Several forms read every cell, and read it alike; this is the first of them.
    Alike(F),
    /// These forms read every cell, and some cells differently.
    Open { forms: Vec<F>, samples: Vec<String> },
    /// No form reads every cell. These two are written in different ones.
    Mixed([(u32, String); 2]),
}

/// Decides for `cells`, each with its row. A cell that no form reads says nothing, and is refused in its row later.
pub(super) fn decide<'a, F: Copy, T: PartialEq>(
    cells: impl Iterator<Item = (u32, &'a str)>,
    forms: &[F],
    read: impl Fn(&str, F) -> Option<T>,
) -> Decision<F> {
    let mut fitting: Vec<(usize, F)> = forms.iter().copied().enumerate().collect();
    let mut samples: Vec<String> = Vec::new();
    // For each form the first cell that it does not read.
    let mut unread: Vec<Option<(u32, &str)>> = vec![None; forms.len()];
    for (row, cell) in cells {
        let readings: Vec<Option<T>> = forms.iter().map(|form| read(cell, *form)).collect();
        if readings.iter().all(Option::is_none) {
            continue;
        }
        let reads = |place: usize| readings.get(place).is_some_and(Option::is_some);
        for (_, first) in unread.iter_mut().enumerate().filter(|(place, _)| !reads(*place)) {
            first.get_or_insert((row, cell));
        }
        fitting.retain(|(place, _)| reads(*place));
        if fitting.is_empty() {
            // Each form that reads this cell has failed on an earlier one.
            let reader = (0..forms.len()).find(|place| reads(*place));
            let other = reader.and_then(|place| unread.get(place).copied().flatten()).unwrap_or((row, cell));
            return Decision::Mixed([(other.0, other.1.to_owned()), (row, cell.to_owned())]);
        }
        let mut given = readings.iter().flatten();
        let first = given.next();
        let is_sample = samples.len() < SAMPLES && given.any(|reading| Some(reading) != first);
        if is_sample && !samples.iter().any(|sample| sample == cell) {
            samples.push(cell.to_owned());
        }
    }
    match fitting.as_slice() {
        [(_, only)] => Decision::Only(*only),
        [(_, first), ..] if samples.is_empty() => Decision::Alike(*first),
        _ => Decision::Open { forms: fitting.into_iter().map(|(_, form)| form).collect(), samples },
    }
}
