//! What two runs were asked differently, by their command lines and manifests: named, since it may
//! be what a change comes from.

use crate::record::Manifest;

/// The value of an option in a command line: `--name value` or `--name=value`; empty for one that
/// is given without a value.
pub(super) fn option<'a>(arguments: &'a [String], name: &str) -> Option<&'a str> {
    let place = arguments.iter().position(|argument| {
        argument.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    })?;
    let found = &arguments[place];
    match found.split_once('=') {
        Some((_, value)) => Some(value),
        None => {
            let next = arguments.get(place + 1).map(String::as_str);
            Some(next.filter(|next| !next.starts_with("--")).unwrap_or(""))
        }
    }
}

/// Returns true if two runs solved isomorphs alike: none, or the same ones.
pub(super) fn same_isomorphs(old: &Manifest, new: &Manifest) -> bool {
    let scrambled = |run: &Manifest| option(&run.arguments, "--scramble").is_some();
    match (scrambled(old), scrambled(new)) {
        (false, false) => true,
        (true, true) => old.seed == new.seed,
        _ => false,
    }
}

/// In words, each thing that was asked differently.
pub(super) fn differences(old: &Manifest, new: &Manifest) -> Vec<String> {
    let mut found = Vec::new();
    let mut differ = |what: &str, was: String, is: String| {
        if was != is {
            found.push(format!(
                "the runs differ in {what}: {was} in the old one, {is} in the new one"
            ));
        }
    };
    let yes = |run: &Manifest, name| match option(&run.arguments, name) {
        Some(_) => "on".to_owned(),
        None => "off".to_owned(),
    };
    let given = |run: &Manifest, name| match option(&run.arguments, name) {
        Some(value) => value.to_owned(),
        None => "none".to_owned(),
    };
    let limit = |run: &Manifest| match run.timeout_ns {
        Some(ns) => format!("{} s", ns as f64 / 1e9),
        None => "none".to_owned(),
    };
    let shard = |run: &Manifest| run.shard.map_or_else(|| "none".to_owned(), |it| it.to_string());
    differ("--scramble", yes(old, "--scramble"), yes(new, "--scramble"));
    differ("--seed", old.seed.to_string(), new.seed.to_string());
    differ("--timeout", limit(old), limit(new));
    differ("--memory-limit", given(old, "--memory-limit"), given(new, "--memory-limit"));
    differ("--sample", given(old, "--sample"), given(new, "--sample"));
    differ("--shard", shard(old), shard(new));
    differ("--goal", old.goal.to_string(), new.goal.to_string());
    differ("--pin", yes(old, "--pin"), yes(new, "--pin"));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::manifest_sample;

    fn run(arguments: &[&str]) -> Manifest {
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        Manifest { arguments, ..manifest_sample() }
    }

    #[test]
    fn options_are_found_in_both_spellings() {
        let arguments = run(&["run", "--sample=20", "--scramble", "--seed", "7"]).arguments;
        let of = |name| option(&arguments, name);
        assert_eq!(
            [of("--sample"), of("--scramble"), of("--seed")],
            [Some("20"), Some(""), Some("7")]
        );
        assert_eq!(of("--seeds"), None);
    }

    #[test]
    fn whatever_was_asked_differently_is_named_with_both_values() {
        let old = run(&["run"]);
        let mut new = run(&["run", "--scramble", "--memory-limit", "2GiB"]);
        assert_eq!(differences(&old, &old), Vec::<String>::new());
        new.timeout_ns = Some(50_000_000);
        new.seed = old.seed + 1;
        let found = differences(&old, &new).join("\n");
        for part in [
            "--scramble: off in the old one, on in the new",
            "0.05 s in the new",
            "none in the old one, 2GiB",
            "--seed",
        ] {
            assert!(found.contains(part), "{part}: {found}");
        }
        assert!(!same_isomorphs(&old, &new));
        assert!(same_isomorphs(&old, &Manifest { seed: 99, ..old.clone() }), "none are isomorphs");
    }
}
