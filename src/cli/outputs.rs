//! Where a verdict goes besides the terminal: options that `compare` and `gate` share.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::ValueEnum;

use super::overwriting::Output;
use super::{FAILED, UNCLEAR};
use crate::compare::comparison::Comparison;
use crate::compare::verdict::Threshold;
use crate::record::Record;
use crate::report::verdict::junit::Unclear;
use crate::report::verdict::table::table;
use crate::report::verdict::words::{Outcome, outcome};
use crate::report::verdict::{bmf, gha, github, gobench, json, junit};
use crate::report::{Table, markdown, terminal};
use crate::solver::dylib::stdout;

/// Options of whoever asks for a verdict.
#[derive(clap::Args, Clone, Debug)]
pub struct Outputs {
    /// The change that matters: slower and faster begin here
    #[arg(long, default_value = "1%", value_name = "PERCENT")]
    pub threshold: Threshold,
    /// Exit with 3 when the verdict is unclear
    #[arg(long)]
    pub fail_unclear: bool,
    /// Also write it as Markdown, for a job summary; `-` is standard output
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Also write it as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Also print GitHub annotations, and append the Markdown to the job's summary where
    /// GITHUB_STEP_SUMMARY names its file
    #[arg(long)]
    github: bool,
    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
    /// Also write it for a tool that keeps a history, to --export-file
    #[arg(long, value_enum, value_name = "FORM", requires = "export_file")]
    export: Option<Export>,
    /// Where --export goes; `-` is standard output
    #[arg(long, value_name = "FILE", requires = "export")]
    export_file: Option<PathBuf>,
}

/// Forms for tools that keep a history.
#[derive(ValueEnum, Clone, Copy, Debug)]
enum Export {
    /// Bencher Metric Format
    Bmf,
    /// github-action-benchmark, tool customSmallerIsBetter
    Gha,
    /// Go benchmark text, for benchstat
    Gobench,
}

impl Outputs {
    /// The files that are written.
    pub fn files(&self) -> [Output<'_>; 3] {
        [
            ("--markdown", self.markdown.as_deref()),
            ("--junit", self.junit.as_deref()),
            ("--export-file", self.export_file.as_deref()),
        ]
    }

    /// Shows a comparison in every form asked for, with further tables below it, and gives its
    /// exit code.
    ///
    /// # Errors
    /// When something cannot be written.
    pub fn show(
        &self,
        comparison: &Comparison,
        records: &[Record],
        further: &[Table],
    ) -> anyhow::Result<ExitCode> {
        let (outcome, line) = outcome(comparison);
        let tables = [&[table(comparison)], further].concat();
        let _ours = stdout::ours()?;
        let mut out = io::stdout().lock();
        let width = terminal::width();
        if self.json {
            json::write(comparison, &mut out)?;
        } else {
            for table in &tables {
                writeln!(out, "{}", terminal::render(table, width))?;
            }
            writeln!(out, "{line}")?;
        }
        let parts: Vec<String> = tables.iter().map(markdown::render).collect();
        let text = format!("### sudoku-bench\n\n**{line}**\n\n{}", parts.join("\n"));
        self.write_markdown(&text, &mut out)?;
        if let Some(path) = &self.junit {
            let unclear = if self.fail_unclear { Unclear::Fails } else { Unclear::Passes };
            to(path, &mut out, |out| junit::write(comparison, unclear, out))?;
        }
        if self.github {
            github::write(comparison, &mut out)?;
        }
        if let Some((export, path)) = self.export.zip(self.export_file.as_ref()) {
            to(path, &mut out, |out| match export {
                Export::Bmf => bmf::write(comparison, out),
                Export::Gha => gha::write(comparison, out),
                Export::Gobench => gobench::write(comparison, records, out),
            })?;
        }
        Ok(self.exit_code(outcome))
    }

    /// Markdown goes to `--markdown` and, with `--github`, to the job's summary. Steps before this one
    /// have written to that, so it is appended to.
    fn write_markdown(&self, text: &str, stdout: &mut impl Write) -> anyhow::Result<()> {
        let summary = std::env::var_os("GITHUB_STEP_SUMMARY").map(PathBuf::from);
        let summary = summary.filter(|path| !path.as_os_str().is_empty());
        let is_summary = |path: &PathBuf| Some(path) == summary.as_ref();
        if let Some(path) = self.markdown.as_ref().filter(|path| !is_summary(path)) {
            to(path, stdout, |out| out.write_all(text.as_bytes()))?;
        }
        let is_wanted = self.github || self.markdown.as_ref().is_some_and(is_summary);
        let Some(path) = summary.filter(|_| is_wanted) else { return Ok(()) };
        let file = fs::OpenOptions::new().append(true).create(true).open(&path);
        file.and_then(|mut file| writeln!(file, "{text}"))
            .with_context(|| format!("cannot append to {}", path.display()))
    }

    /// Leaves the files asked for, so that CI shows why there is no verdict. Their own failures are
    /// no news beside that.
    pub fn could_not_run(&self, error: &anyhow::Error) {
        let why = format!("{error:#}");
        let mut out = io::stdout();
        let text = format!("### sudoku-bench\n\n**could not run**\n\n    {why}\n");
        let _ = self.write_markdown(&text, &mut out);
        if let Some(path) = &self.junit {
            let _ = to(path, &mut out, |out| junit::could_not_run(&why, out));
        }
        if self.github {
            let _ = github::could_not_run(&why, &mut out);
        }
    }

    fn exit_code(&self, outcome: Outcome) -> ExitCode {
        match outcome {
            Outcome::Passed => ExitCode::SUCCESS,
            Outcome::Failed => ExitCode::from(FAILED),
            Outcome::Unclear if self.fail_unclear => ExitCode::from(UNCLEAR),
            Outcome::Unclear => ExitCode::SUCCESS,
        }
    }
}

fn to(
    path: &Path,
    stdout: &mut impl Write,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    if path == Path::new("-") {
        return Ok(write(stdout)?);
    }
    let mut bytes = Vec::new();
    write(&mut bytes)?;
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}
