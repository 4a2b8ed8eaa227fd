//! What `--version` prints below the number: what a report of a fault has to name.

use std::sync::LazyLock;

use crate::builtin::kernel::isa::Isa;
use crate::record::Program;

/// The version, with the revision, the build, and the instruction set that the vector kernels choose.
pub(super) fn long() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(text);
    &TEXT
}

fn text() -> String {
    let program = Program::current();
    let revision = program.revision.as_deref().unwrap_or("unknown");
    let isas: Vec<_> = Isa::available().map(Isa::name).collect();
    let features = env!("SUDOKU_BENCH_FEATURES").replace(',', ", ");
    format!(
        "{}\n\
         revision: {revision}\n\
         build: {}, {}, {}\n\
         target features: {}\n\
         SIMD: {}, of {}",
        program.version,
        program.profile,
        program.target,
        program.rustc,
        if features.is_empty() { "none" } else { &features },
        Isa::best(),
        isas.join(", "),
    )
}
