//! The parent's side of isolation: a library in a child process, one a worker.
//!
//! A crash names the puzzle in hand and leaves the answers before it; a stop kills the child. The
//! next block gets a fresh one.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use super::located::Located;
use super::page::ROOM;
use super::probe::ProbeFindings;
use super::running::{Lost, Running};
use crate::foreign::process::confine::Confinement;
use crate::foreign::task::HostTask;
use crate::puzzle::{Block, Order};
use crate::solver::{
    Abilities, Answers, Backend, Clocked, Goal, Ready, Restart, Search, Solver, SolverError, Stop,
    Threads, Used,
};

/// A function in a library that is loaded in child processes only.
pub(super) struct Isolated {
    recipe: Arc<IsolatedLibrary>,
    findings: ProbeFindings,
}

struct IsolatedLibrary {
    located: Located,
    confinement: Confinement,
    /// Most resident memory of any child so far.
    peak_rss_bytes: AtomicU64,
    /// What a child claimed of its own time that cannot be.
    lie: Mutex<Option<String>>,
}

impl IsolatedLibrary {
    fn start(&self, limit: u32, probe: bool) -> Result<Running, SolverError> {
        let host = HostTask {
            parent: 0, // its supervisor's, which knows it
            memory_limit: self.confinement.memory_limit,
            path: self.located.path.clone(),
            symbol: self.located.symbol.clone(),
            flags: self.located.target.flags,
            limit,
            probe,
        };
        Running::start(&self.confinement, host).map_err(|why| self.located.cannot_start(why))
    }

    fn note_peak(&self, running: &Running) {
        self.peak_rss_bytes.fetch_max(running.peak_rss_bytes().unwrap_or(0), Relaxed);
    }
}

impl Isolated {
    /// Finds out in a child process what the library can do.
    ///
    /// # Errors
    /// When it cannot be loaded, or does not survive the probe.
    pub(super) fn open(located: Located, confinement: Confinement) -> Result<Self, SolverError> {
        let peak_rss_bytes = AtomicU64::new(0);
        let lie = Mutex::default();
        let recipe = Arc::new(IsolatedLibrary { located, confinement, peak_rss_bytes, lie });
        let open_by = recipe.confinement.open_by;
        let up = recipe.start(2, true)?.up(&Stop::never(), open_by);
        let findings = up.map_err(|why| recipe.located.cannot_start(why))?.flatten();
        let silent = || recipe.located.cannot_start("the child has not said what it can do".into());
        let findings = findings.ok_or_else(silent)?;
        Ok(Self { recipe, findings })
    }
}

impl Backend for Isolated {
    fn id(&self) -> &str {
        &self.recipe.located.id
    }

    fn version(&self) -> String {
        self.recipe.located.version.clone()
    }

    fn abilities(&self) -> Abilities {
        let located = &self.recipe.located;
        Abilities {
            cancellable: true,
            threads: Threads::Any,
            restart: Restart::Costly,
            ..located.abilities(self.findings)
        }
    }

    fn summary(&self) -> String {
        let Located { symbol, target, .. } = &self.recipe.located;
        format!("{symbol} of {}, in a process of its own", target.path.display())
    }

    fn start(&self, order: Order, goal: Goal) -> Result<Box<dyn Solver>, SolverError> {
        self.recipe.located.allows(self.findings, order, goal)?;
        let recipe = self.recipe.clone();
        // Libraries load side by side: each is waited for when it is needed.
        let running = Some(recipe.start(goal.limit(), false)?);
        Ok(Box::new(IsolatedSolver { recipe, limit: goal.limit(), running, is_up: false }))
    }
}

struct IsolatedSolver {
    recipe: Arc<IsolatedLibrary>,
    limit: u32,
    /// Nothing after a crash or a kill, until the next block.
    running: Option<Running>,
    /// Whether it has loaded the library.
    is_up: bool,
}

impl Solver for IsolatedSolver {
    fn prepare(&mut self, stop: &Stop) -> Result<Ready, SolverError> {
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(self.recipe.start(self.limit, false)?),
        };
        if !self.is_up {
            let up = running.up(stop, None).map_err(|why| self.recipe.located.cannot_start(why))?;
            self.is_up = up.is_some();
        }
        Ok(if self.is_up { Ready::Up } else { Ready::Stopped })
    }

    fn solve(
        &mut self,
        block: &Block<'_>,
        stop: &Stop,
        answers: &mut Answers,
    ) -> Result<Clocked, SolverError> {
        let (mut ns, mut used) = (0, Used::NOTHING);
        for from in (0..block.len()).step_by(ROOM) {
            let part = block.slice(from, block.len().min(from + ROOM));
            if self.prepare(stop)? == Ready::Stopped {
                give_up_on_the_rest(block.len(), answers);
                break;
            }
            let running = self.running.as_mut().expect("prepared above");
            match running.solve(&part, stop, from, answers) {
                Ok(times) => {
                    self.note_lie();
                    ns += times.wall_ns;
                    used = used.plus(times.used);
                }
                Err(Lost::Stopped { wall_ns, cpu_ns: until_then }) => {
                    ns += wall_ns;
                    used = used.plus(Used::cpu(until_then));
                    self.retire();
                    give_up_on_the_rest(block.len(), answers);
                    break;
                }
                Err(Lost::Died { at, why, wall_ns }) => {
                    self.retire();
                    let (id, index) = (self.recipe.located.id.clone(), from + at);
                    let (ns, used) = (ns + wall_ns, Used::UNKNOWN);
                    let clocked = Box::new(Clocked::BySolver { ns, used });
                    return Err(SolverError::Crashed { id, index, why, clocked });
                }
            }
        }
        Ok(Clocked::BySolver { ns, used })
    }

    fn lie(&self) -> Option<String> {
        self.recipe.lie.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn peak_rss_bytes(&self) -> Option<u64> {
        if let Some(running) = &self.running {
            self.recipe.note_peak(running);
        }
        Some(self.recipe.peak_rss_bytes.load(Relaxed)).filter(|&bytes| bytes > 0)
    }
}

impl IsolatedSolver {
    /// One child that forges its times is enough: it is one library.
    fn note_lie(&self) {
        if let Some(lie) = self.running.as_ref().and_then(Running::lie) {
            let mut known = self.recipe.lie.lock().unwrap_or_else(PoisonError::into_inner);
            known.get_or_insert_with(|| lie.to_owned());
        }
    }

    fn retire(&mut self) {
        self.is_up = false;
        if let Some(running) = self.running.take() {
            self.recipe.note_peak(&running);
        }
    }
}

fn give_up_on_the_rest(len: usize, answers: &mut Answers) {
    for i in 0..len {
        if answers.get(i).search == Search::Unanswered {
            answers.set(i, 0, 0, Search::Incomplete);
        }
    }
}
