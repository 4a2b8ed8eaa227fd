//! Where a verdict goes besides the terminal: options that `compare` and `gate` share.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::ValueEnum;

use super::overwriting::Output;
use super::{COULD_NOT_RUN, interrupt, streams};
use crate::compare::comparison::Comparison;
use crate::compare::outcome::Unclear;
use crate::compare::verdict::Threshold;
use crate::foreign::dylib::stdout;
use crate::record::Record;
use crate::report::fit::{fit, verify_names};
use crate::report::verdict::detail::Detail;
use crate::report::verdict::json::Account;
use crate::report::verdict::table::{measured, table};
use crate::report::verdict::words::outcome;
use crate::report::verdict::{bmf, gha, github, gobench, hyperfine, junit};
use crate::report::whole::WholeFile;
use crate::report::{Table, markdown, terminal};
use crate::text;

/// Options of the verbs that give a verdict.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct Outputs {
    /// The change that matters: slower and faster begin here
    #[arg(long, default_value = "1%", value_name = "PERCENT")]
    pub threshold: Threshold,
    /// The change in instructions that matters, where these were counted (gate --count)
    #[arg(long, default_value = "0.01%", value_name = "PERCENT")]
    pub tolerance: Threshold,
    /// Exit with 3 when the verdict is unclear
    #[arg(long)]
    pub fail_unclear: bool,
    /// Columns to print, by their headings, or all [default: as many as there is room for]
    #[arg(long, value_name = "HEADING", value_delimiter = ',')]
    columns: Vec<String>,
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
    /// hyperfine's JSON, for its plotting scripts and Bencher
    Hyperfine,
}

impl Outputs {
    /// The files that are written. The job's summary is appended to, and may be that of
    /// `--markdown`.
    pub(super) fn files(&self) -> Vec<Output> {
        let summary =
            summary_of_job().filter(|path| self.github && self.markdown.as_ref() != Some(path));
        vec![
            ("--markdown", self.markdown.clone()),
            ("--junit", self.junit.clone()),
            ("--export-file", self.export_file.clone()),
            (SUMMARY, summary),
        ]
    }

    /// Refuses columns that the table cannot have, before anything is measured or read.
    ///
    /// # Errors
    /// When there is such a name.
    pub(super) fn verify_columns(&self) -> anyhow::Result<()> {
        verify_names(&measured(), &self.columns).map_err(anyhow::Error::msg)
    }

    /// Writes a comparison in every form asked for, with the details below it, then prints it, and
    /// gives its exit code. A form that cannot be written costs none of the others.
    ///
    /// # Errors
    /// When the comparison cannot be put into one of the forms.
    pub(super) fn show(
        &self,
        comparison: &Comparison,
        records: &[Record],
        details: &[Detail],
    ) -> anyhow::Result<u8> {
        let (outcome, line) = outcome(comparison);
        let further = details.iter().flat_map(Detail::tables);
        let tables: Vec<Table> = [table(comparison)].into_iter().chain(further).collect();
        let _ours = stdout::ours()?;
        let width = terminal::width();
        let mut refused = None;
        let mut shown = match self.json {
            true => text(|out| Account::of(comparison, details).write(out))?,
            false => {
                let fitted = fit(&tables[0], width, &self.columns).or_else(|why| {
                    refused = Some(why);
                    fit(&tables[0], width, &[])
                });
                let all = fitted.iter().chain(&tables[1..]);
                all.map(|table| terminal::render(table, Some(width)) + "\n").collect()
            }
        };
        if !self.json {
            shown.push_str(&format!("{}\n", text::line(&line)));
        }
        let forms = self.forms(comparison, records, &tables, &line)?;
        interrupt::results_are_kept();
        let code = deliver(forms, &mut shown, outcome.exit_code(self.unclear()));
        refused.iter().for_each(streams::remark);
        Ok(streams::print(&shown, code))
    }

    /// The forms asked for besides the one on the terminal.
    fn forms(
        &self,
        comparison: &Comparison,
        records: &[Record],
        tables: &[Table],
        line: &str,
    ) -> anyhow::Result<Vec<Form>> {
        let parts: Vec<String> = tables.iter().map(markdown::render).collect();
        let line = markdown::escaped(line);
        let mut forms =
            self.markdown_forms(&format!("### sudoku-bench\n\n**{line}**\n\n{}", parts.join("\n")));
        if let Some(path) = &self.junit {
            forms.push(Form::to(path, text(|out| junit::write(comparison, self.unclear(), out))?));
        }
        if self.github {
            forms.push(Form {
                to: Place::Stdout,
                text: text(|out| github::write(comparison, out))?,
            });
        }
        if let Some((export, path)) = self.export.zip(self.export_file.as_ref()) {
            let write = |out: &mut Vec<u8>| match export {
                Export::Bmf => bmf::write(comparison, out),
                Export::Gha => gha::write(comparison, out),
                Export::Gobench => gobench::write(comparison, records, out),
                Export::Hyperfine => hyperfine::write(comparison, records, out),
            };
            forms.push(Form::to(path, text(write)?));
        }
        Ok(forms)
    }

    /// Markdown goes to `--markdown` and, with `--github`, to the job's summary. Earlier steps of
    /// the job have written to that, so it is appended to.
    fn markdown_forms(&self, text: &str) -> Vec<Form> {
        let summary = summary_of_job();
        let is_summary = |path: &PathBuf| Some(path) == summary.as_ref();
        let mut forms = Vec::new();
        if let Some(path) = self.markdown.as_ref().filter(|path| !is_summary(path)) {
            forms.push(Form::to(path, text.to_owned()));
        }
        let is_wanted = self.github || self.markdown.as_ref().is_some_and(is_summary);
        if let Some(path) = summary.filter(|_| is_wanted) {
            forms.push(Form { to: Place::EndOf(path), text: format!("{text}\n") });
        }
        forms
    }

    /// Leaves the files asked for, so that CI shows why there is no verdict. Their own failures are
    /// not reported: the error itself is what matters.
    pub(super) fn could_not_run(&self, error: &anyhow::Error) {
        let why = format!("{error:#}");
        let markdown =
            format!("### sudoku-bench\n\n**could not run**\n\n    {}\n", text::line(&why));
        let mut forms = self.markdown_forms(&markdown);
        let forms_of_ci = [
            self.junit
                .as_ref()
                .map(|path| (Some(path), text(|out| junit::could_not_run(&why, out)))),
            self.github.then(|| (None, text(|out| github::could_not_run(&why, out)))),
        ];
        for (path, text) in forms_of_ci.into_iter().flatten() {
            let Ok(text) = text else { continue };
            forms.push(path.map_or(Form { to: Place::Stdout, text: text.clone() }, |path| {
                Form::to(path, text)
            }));
        }
        let mut shown = String::new();
        deliver(forms, &mut shown, COULD_NOT_RUN);
        if !shown.is_empty() {
            streams::print(&shown, COULD_NOT_RUN);
        }
    }

    /// What an unclear verdict counts as.
    fn unclear(&self) -> Unclear {
        if self.fail_unclear { Unclear::Fails } else { Unclear::Passes }
    }
}

/// The variable that names the file of the job's summary.
const SUMMARY: &str = "GITHUB_STEP_SUMMARY";

fn summary_of_job() -> Option<PathBuf> {
    let path = std::env::var_os(SUMMARY).map(PathBuf::from);
    path.filter(|path| !path.as_os_str().is_empty())
}

/// A form of the verdict and where it goes.
struct Form {
    to: Place,
    text: String,
}

enum Place {
    Stdout,
    File(PathBuf),
    /// Appended to a file.
    EndOf(PathBuf),
}

impl Form {
    fn to(path: &Path, text: String) -> Self {
        let to =
            if streams::is_stdout(path) { Place::Stdout } else { Place::File(path.to_owned()) };
        Self { to, text }
    }

    /// Returns true if a reader may keep its writer waiting, as that of a pipe does.
    fn may_wait(&self) -> bool {
        matches!(&self.to, Place::File(path) if path.exists() && !path.is_file())
    }
}

/// Writes the forms that go to files, adds the others to what standard output will show, and gives
/// the exit code: `code`, unless that is success and a file could not be written.
fn deliver(mut forms: Vec<Form>, shown: &mut String, mut code: u8) -> u8 {
    forms.sort_by_key(Form::may_wait);
    for Form { to, text } in forms {
        let written = match to {
            Place::Stdout => {
                shown.push_str(&text);
                Ok(())
            }
            Place::File(path) => written(&path, &text),
            Place::EndOf(path) => appended(&path, &text),
        };
        if let Err(error) = written {
            code = streams::unwritten(&error, code);
        }
    }
    code
}

fn appended(path: &Path, text: &str) -> anyhow::Result<()> {
    let file = fs::OpenOptions::new().append(true).create(true).open(path);
    file.and_then(|mut file| file.write_all(text.as_bytes()))
        .with_context(|| format!("cannot append to {}", path.display()))
}

fn text(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    write(&mut bytes)?;
    Ok(String::from_utf8(bytes)?)
}

fn written(path: &Path, text: &str) -> anyhow::Result<()> {
    let write = |out: &mut WholeFile| out.write_all(text.as_bytes());
    WholeFile::write(path, write).with_context(|| {
        format!(
            "cannot write {}; is the disk full, or the folder one you may not write to",
            path.display()
        )
    })
}
