//! Solvers side by side on files of puzzles, interleaved in one process, by thread CPU time.
//!
//!     cargo bench --bench kernels -- [OPTION...] FILE...
//!       --solver SPEC        a backend of this program; may be repeated
//!       --peer LIB#SYMBOL    a function of a shared library by the field's C signature; likewise
//!       --block N            puzzles handed over at once (4096)
//!       --rounds N           times through each file (5)
//!       --every N            only every Nth puzzle (1)
//!       --goal N             solutions at which a search stops (2)
//!
//! Shown are puzzles a second, the median over the rounds of the ratio to the first contestant, the
//! same ratio of the sums of each block's shortest time, which a busy machine disturbs less, and
//! guesses a puzzle. Counts that differ from the first contestant's are an error.

use std::error::Error;
use std::ffi::c_char;
use std::fs;

use rustix::time::{ClockId, clock_gettime};
use sudoku_bench::puzzle::{Order, Puzzles};
use sudoku_bench::solver::{Answers, Goal, Solver, Stop, spec};

type Peer = unsafe extern "C" fn(*const c_char, usize, u32, *mut c_char, *mut usize) -> usize;

/// Whoever solves.
enum Contestant {
    Ours(Box<dyn Solver>),
    Peer(Peer),
}

struct Options {
    contestants: Vec<(String, Contestant)>,
    files: Vec<String>,
    block: usize,
    rounds: usize,
    every: usize,
    goal: u32,
}

/// What one contestant did in one round.
#[derive(Clone, Default)]
struct Round {
    block_cpu_ns: Vec<u64>,
    guesses: u64,
}

impl Round {
    fn cpu_ns(&self) -> f64 {
        self.block_cpu_ns.iter().sum::<u64>() as f64
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut options = options()?;
    for file in std::mem::take(&mut options.files) {
        let puzzles = read(&file, options.every)?;
        println!("{file}: {} puzzles, block {}", puzzles.len(), options.block);
        let rounds = measure(&mut options, &puzzles)?;
        report(&options, puzzles.len(), &rounds);
    }
    Ok(())
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut options = Options {
        contestants: Vec::new(),
        files: Vec::new(),
        block: 4096,
        rounds: 5,
        every: 1,
        goal: 2,
    };
    let (mut solvers, mut peers) = (Vec::new(), Vec::new());
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--solver" => solvers.push(value()?),
            "--peer" => peers.push(value()?),
            "--block" => options.block = value()?.parse()?,
            "--rounds" => options.rounds = value()?.parse()?,
            "--every" => options.every = value()?.parse()?,
            "--goal" => options.goal = value()?.parse()?,
            _ => options.files.push(argument),
        }
    }
    for name in peers {
        let peer = load(&name)?;
        options.contestants.push((name, Contestant::Peer(peer)));
    }
    for name in solvers {
        let solver = spec::parse(&name)?.start(Order::THREE, Goal::Count(options.goal))?;
        options.contestants.push((name, Contestant::Ours(solver)));
    }
    Ok(options)
}

#[allow(unsafe_code)]
fn load(name: &str) -> Result<Peer, Box<dyn Error>> {
    let (path, symbol) = name.split_once('#').ok_or("write --peer LIBRARY#SYMBOL")?;
    // SAFETY: whoever names the library vouches for its constructors.
    let library = Box::leak(Box::new(unsafe { libloading::Library::new(path)? }));
    // SAFETY: whoever names the symbol vouches for its signature.
    Ok(*unsafe { library.get::<Peer>(symbol.as_bytes())? })
}

fn read(file: &str, every: usize) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let text = fs::read(file).map_err(|error| format!("cannot read {file}: {error}"))?;
    let lines = text.split(|&byte| byte == b'\n').filter(|line| !line.starts_with(b"#"));
    let puzzles = lines.filter(|line| line.len() >= 81).step_by(every.max(1));
    let blank = |&symbol: &u8| if symbol == b'0' { b'.' } else { symbol };
    Ok(puzzles.map(|line| line[..81].iter().map(blank).collect()).collect())
}

/// Each round goes through the file a block at a time; whose turn is first alternates.
fn measure(options: &mut Options, puzzles: &[Vec<u8>]) -> Result<Vec<Vec<Round>>, Box<dyn Error>> {
    let count = options.contestants.len();
    let mut rounds = vec![vec![Round::default(); count]; options.rounds];
    let blocks: Vec<Puzzles> = puzzles
        .chunks(options.block)
        .map(|chunk| Puzzles::from_cells(Order::THREE, chunk.iter().map(Vec::as_slice)))
        .collect();
    let mut answers = Answers::new(Order::THREE, options.block);
    for (r, round) in rounds.iter_mut().enumerate() {
        for (b, block) in blocks.iter().enumerate() {
            let mut counts = vec![Vec::new(); count];
            for turn in 0..count {
                let who = if (r + b) % 2 == 0 { turn } else { count - 1 - turn };
                let (_, contestant) = &mut options.contestants[who];
                counts[who] =
                    take_turn(contestant, block, options.goal, &mut answers, &mut round[who])?;
            }
            for (who, theirs) in counts.iter().enumerate() {
                if let Some(i) = (0..block.len()).find(|&i| theirs[i] != counts[0][i]) {
                    let cells = String::from_utf8_lossy(block.block().cells(i)).into_owned();
                    let name = &options.contestants[who].0;
                    let (other, first) = (theirs[i], counts[0][i]);
                    return Err(format!("{name} finds {other}, not {first}: {cells}").into());
                }
            }
        }
    }
    Ok(rounds)
}

/// Solves a block, adds to the round, and returns the counts.
#[allow(unsafe_code)]
fn take_turn(
    contestant: &mut Contestant,
    puzzles: &Puzzles,
    goal: u32,
    answers: &mut Answers,
    round: &mut Round,
) -> Result<Vec<u32>, Box<dyn Error>> {
    let block = puzzles.block();
    let mut counts = vec![0; block.len()];
    match contestant {
        Contestant::Ours(solver) => {
            answers.clear(block.len());
            let start = thread_cpu_ns();
            solver.solve(&block, &Stop::never(), answers)?;
            round.block_cpu_ns.push(thread_cpu_ns() - start);
            for (i, count) in counts.iter_mut().enumerate() {
                *count = answers.get(i).count;
                round.guesses += answers.get(i).guesses;
            }
        }
        Contestant::Peer(peer) => {
            let mut solution = [0; 96];
            let start = thread_cpu_ns();
            for (i, count) in counts.iter_mut().enumerate() {
                let (cells, mut guesses) = (block.cells(i).as_ptr().cast(), 0);
                // SAFETY: the cells are 81 and a NUL, the solution has room for 81.
                let found = unsafe {
                    peer(cells, goal as usize, 0, solution.as_mut_ptr(), &raw mut guesses)
                };
                *count = found as u32;
                round.guesses += guesses as u64;
            }
            round.block_cpu_ns.push(thread_cpu_ns() - start);
        }
    }
    Ok(counts)
}

fn thread_cpu_ns() -> u64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The sum over the blocks of each one's shortest time.
fn floor_ns(rounds: &[Vec<Round>], who: usize) -> f64 {
    let blocks = 0..rounds[0][who].block_cpu_ns.len();
    let shortest = |b| rounds.iter().map(|round| round[who].block_cpu_ns[b]).min();
    blocks.filter_map(shortest).sum::<u64>() as f64
}

fn report(options: &Options, puzzles: usize, rounds: &[Vec<Round>]) {
    println!("   median /s  at best /s   median  at best   guesses");
    let total = puzzles as f64;
    for (who, (name, _)) in options.contestants.iter().enumerate() {
        let per_second = |round: &Vec<Round>| total * 1e9 / round[who].cpu_ns();
        let ratio = |round: &Vec<Round>| round[0].cpu_ns() / round[who].cpu_ns();
        println!(
            "{:>12.0} {:>11.0} {:>6.2} x {:>6.2} x {:>9.3}  {name}",
            median(rounds.iter().map(per_second).collect()),
            total * 1e9 / floor_ns(rounds, who),
            median(rounds.iter().map(ratio).collect()),
            floor_ns(rounds, 0) / floor_ns(rounds, who),
            rounds[0][who].guesses as f64 / total,
        );
    }
}
