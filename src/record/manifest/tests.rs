use super::*;

/// A run of two solvers over two datasets, for tests of what is made from a manifest.
pub(crate) fn sample() -> Manifest {
    let backend = |id: &str, grain| BackendFacts {
        spec: None,
        timeout_ns: None,
        id: id.to_owned(),
        version: "0.1.0".to_owned(),
        grain,
        guesses: Guesses::Exact,
        complete: true,
    };
    let dataset = |name: &str, order, puzzles| DatasetFacts {
        name: name.to_owned(),
        path: format!("data/{name}"),
        bytes: 4_030_382,
        blake3: "5f".repeat(32),
        lines: puzzles + 1,
        malformed: 1,
        puzzles: vec![OrderCount { order, puzzles }],
    };
    Manifest {
        schema: SCHEMA,
        run: "20260131T235930Z-bench".to_owned(),
        program: Program {
            version: "0.1.0".to_owned(),
            revision: Some("0123abcd".to_owned()),
            rustc: "rustc 1.88.0 (6b00bc388 2025-06-23)".to_owned(),
            target: "x86_64-unknown-linux-gnu".to_owned(),
            profile: "release".to_owned(),
        },
        machine: Machine {
            host: "bench".to_owned(),
            system: "linux x86_64".to_owned(),
            kernel: "6.12.0".to_owned(),
            cpu: Some("Example CPU 3000".to_owned()),
            cores: 4,
            physical_cores: 2,
            usable_processors: Some(4.0),
            memory_bytes: Some(8 << 30),
            smt: Some(true),
            fingerprint: "ab".repeat(32),
            ..Machine::default()
        },
        strain: Some(Strain {
            load_before: 0.25,
            load_after: 2.0,
            steal_share: 0.0,
            pressure_share: Some(0.0),
            throttled_share: None,
        }),
        arguments: vec!["run".to_owned(), "royle17.txt".to_owned()],
        seed: 42,
        shard: None,
        goal: Goal::Unique,
        timeout_ns: Some(1_000_000_000),
        started: Utc::try_from("2026-01-31T23:59:30Z".to_owned()).unwrap(),
        ended: Utc::try_from("2026-02-01T00:00:15Z".to_owned()).unwrap(),
        interrupted: false,
        clock_overhead_ns: 40,
        shards: Vec::new(),
        machines: Vec::new(),
        datasets: vec![
            dataset("royle17.txt", Order::THREE, 49_151),
            dataset("giants.txt", Order::FIVE, 12),
        ],
        backends: vec![backend("mrv", Grain::Puzzle), backend("lockstep", Grain::Block)],
        resumed: Vec::new(),
        records_blake3: None,
    }
}

fn json(manifest: &Manifest) -> String {
    let mut bytes = Vec::new();
    manifest.write(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_manifest_survives_its_file() {
    let manifest = sample();
    assert_eq!(Manifest::read(json(&manifest).as_bytes()).unwrap(), manifest);
}

#[test]
fn fields_added_later_are_passed_over_and_newer_forms_refused() {
    let text = serde_json::to_string(&sample()).unwrap();
    let wider = text.replacen('{', "{\"new\": [1],", 1);
    assert_eq!(Manifest::read(wider.as_bytes()).unwrap(), sample());
    let newer = text.replace("\"schema\":1", "\"schema\":2,\"machine_ng\":1");
    let error = Manifest::read(newer.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("use a newer sudoku-bench"), "{error}");
    let error = Manifest::read(&b"[]"[..]).unwrap_err().to_string();
    assert!(error.contains("is this a manifest.json"), "{error}");
}

/// Every bit of a manifest, turned one at a time: it is refused, or says the same as before.
#[test]
fn a_flipped_bit_is_found() {
    let text = json(&sample());
    for at in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1 << (at % 8);
        if let Ok(read) = Manifest::read(&bytes[..]) {
            assert_eq!(read, sample(), "byte {at}");
        }
    }
}

#[test]
fn the_program_knows_what_it_was_built_with() {
    let program = Program::current();
    assert!(program.rustc.starts_with("rustc "), "{}", program.rustc);
    let manifest = include_str!("../../../Cargo.toml");
    assert!(manifest.contains(&format!("\nversion = \"{}\"\n", program.version)));
}
