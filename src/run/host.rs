//! Reads the machine: processor, memory, kernel, and how busy it is. Whatever the system does not
//! tell stays empty; nothing here fails.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use crate::record::{Machine, Strain};

/// Vector extensions that a solver may pick its kernel by; the only flags that are fingerprinted,
/// since kernels rename and add others.
const EXTENSIONS: [&str; 8] =
    ["sse4_2", "avx", "avx2", "bmi2", "avx512f", "avx512bw", "avx512vl", "avx512_vbmi"];

/// The machine this runs on.
pub fn machine() -> Machine {
    let uname = rustix::system::uname();
    let root = Root(PathBuf::from("/"));
    Machine {
        host: uname.nodename().to_string_lossy().into_owned(),
        kernel: uname.release().to_string_lossy().into_owned(),
        ..root.machine(&allowed())
    }
}

/// Physical cores this program may use: as many workers as do not share a core.
pub fn physical_cores() -> usize {
    Root(PathBuf::from("/")).physical_cores(&allowed())
}

/// Logical processors this program may use.
#[cfg(target_os = "linux")]
fn allowed() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    match sched_getaffinity(None) {
        Ok(set) => (0..CpuSet::MAX_CPU).filter(|&cpu| set.is_set(cpu)).collect(),
        Err(_) => counted(),
    }
}

/// Logical processors this program may use.
#[cfg(not(target_os = "linux"))]
fn allowed() -> Vec<usize> {
    counted()
}

fn counted() -> Vec<usize> {
    (0..thread::available_parallelism().map_or(1, usize::from)).collect()
}

/// Where `/proc` and `/sys` begin: `/`, or a copy of them in a test.
struct Root(PathBuf);

impl Root {
    fn read(&self, path: impl AsRef<Path>) -> Option<String> {
        let text = fs::read_to_string(self.0.join(path)).ok()?;
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    }

    /// All but the names that the system call `uname` gives.
    fn machine(&self, allowed: &[usize]) -> Machine {
        let processor = self.read("proc/cpuinfo").unwrap_or_default();
        let physical_cores = self.physical_cores(allowed);
        Machine {
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            cpu: field(&processor, "model name").map(str::to_owned),
            cores: allowed.len() as u32,
            physical_cores: physical_cores as u32,
            memory_bytes: self.memory_bytes(),
            cpu_quota: self.cpu_quota(),
            governor: self.read("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            turbo: self.turbo(),
            smt: self.read("sys/devices/system/cpu/smt/active").map(|text| text == "1"),
            virtual_machine: has_flag(&processor, "hypervisor"),
            fingerprint: fingerprint(&processor, allowed.len(), physical_cores),
            ..Machine::default()
        }
    }

    /// Distinct (package, core) pairs; every processor a core of its own where that is not told.
    fn physical_cores(&self, allowed: &[usize]) -> usize {
        let cores: BTreeSet<_> = allowed
            .iter()
            .map(|cpu| {
                let topology = format!("sys/devices/system/cpu/cpu{cpu}/topology");
                let package = self.read(format!("{topology}/physical_package_id"));
                match self.read(format!("{topology}/core_id")) {
                    Some(core) => (package, core),
                    None => (None, format!("cpu{cpu}")),
                }
            })
            .collect();
        cores.len().max(1)
    }

    fn memory_bytes(&self) -> Option<u64> {
        let memory = self.read("proc/meminfo")?;
        let kib: u64 = field(&memory, "MemTotal")?.strip_suffix("kB")?.trim().parse().ok()?;
        Some(kib * 1024)
    }

    /// From `cpu.max`: microseconds of processor time in each period of microseconds.
    fn cpu_quota(&self) -> Option<String> {
        let limit = self.read("sys/fs/cgroup/cpu.max")?;
        let (quota, period) = limit.split_once(' ')?;
        let (quota, period): (f64, f64) = (quota.parse().ok()?, period.parse().ok()?);
        (period > 0.0).then(|| format!("{:.2}", quota / period))
    }

    fn turbo(&self) -> Option<bool> {
        let cpu = "sys/devices/system/cpu";
        match self.read(format!("{cpu}/intel_pstate/no_turbo")) {
            Some(no_turbo) => Some(no_turbo == "0"),
            None => self.read(format!("{cpu}/cpufreq/boost")).map(|boost| boost == "1"),
        }
    }

    fn moment(&self) -> Option<Moment> {
        let load = self.read("proc/loadavg")?.split(' ').next()?.parse().ok()?;
        let stat = self.read("proc/stat")?;
        let line = stat.lines().find_map(|line| line.strip_prefix("cpu "))?;
        let ticks: Vec<u64> = line.split_whitespace().map_while(|t| t.parse().ok()).collect();
        // user, nice, system, idle, iowait, irq, softirq, steal; guest time is part of user's.
        let steal = *ticks.get(7)?;
        Some(Moment { load, steal, ticks: ticks[..8].iter().sum() })
    }
}

fn fingerprint(processor: &str, cores: usize, physical_cores: usize) -> String {
    let mut traits: Vec<String> =
        ["vendor_id", "cpu family", "model", "stepping", "model name", "CPU part"]
            .iter()
            .map(|name| format!("{name}={}", field(processor, name).unwrap_or_default()))
            .collect();
    traits.push(format!("cores={cores},{physical_cores}"));
    for extension in EXTENSIONS {
        if has_flag(processor, extension) == Some(true) {
            traits.push(extension.to_owned());
        }
    }
    blake3::hash(traits.join("\n").as_bytes()).to_hex().to_string()
}

/// Whether the processor lists a flag; nothing where it lists none at all.
fn has_flag(processor: &str, flag: &str) -> Option<bool> {
    Some(field(processor, "flags")?.split(' ').any(|one| one == flag))
}

/// The value of a `name : value` line, the first of that name.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| {
        let (found, value) = line.split_once(':')?;
        (found.trim() == name).then_some(value.trim())
    })
}

/// How busy the machine has been, at one moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moment {
    /// Load average of the last minute.
    load: f64,
    /// Ticks given to other guests, since the start of the system.
    steal: u64,
    /// Ticks of every kind, likewise.
    ticks: u64,
}

impl Moment {
    /// Now, where the system tells.
    pub fn now() -> Option<Self> {
        Root(PathBuf::from("/")).moment()
    }

    /// What went on between two moments.
    pub fn until(self, after: Self) -> Strain {
        let ticks = after.ticks.saturating_sub(self.ticks);
        let steal = after.steal.saturating_sub(self.steal);
        Strain {
            load_before: self.load,
            load_after: after.load,
            steal_share: if ticks == 0 { 0.0 } else { steal as f64 / ticks as f64 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CPUINFO: &str = "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel\t\t: 207\n\
        model name\t: Example CPU 3000\ncpu MHz\t\t: 2100.000\nflags\t\t: fpu avx2 hypervisor\n";

    /// A machine with four processors on two cores, in files.
    fn fake() -> (tempfile::TempDir, Root) {
        let dir = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = dir.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("proc/cpuinfo", CPUINFO);
        write("proc/meminfo", "MemTotal:        8388608 kB\nMemFree: 1 kB\n");
        write("proc/loadavg", "0.25 1.83 1.16 3/97 14020\n");
        write("proc/stat", "cpu  100 0 50 800 10 0 0 40 0 0\ncpu0 1 1 1 1\n");
        write("sys/fs/cgroup/cpu.max", "150000 100000\n");
        write("sys/devices/system/cpu/smt/active", "1\n");
        write("sys/devices/system/cpu/intel_pstate/no_turbo", "1\n");
        for cpu in 0..4 {
            let topology = format!("sys/devices/system/cpu/cpu{cpu}/topology");
            write(&format!("{topology}/core_id"), &(cpu % 2).to_string());
            write(&format!("{topology}/physical_package_id"), "0");
        }
        let root = Root(dir.path().to_owned());
        (dir, root)
    }

    #[test]
    fn a_machine_is_read_from_its_files() {
        let (_dir, root) = fake();
        let machine = root.machine(&[0, 1, 2, 3]);
        assert_eq!(machine.cpu.as_deref(), Some("Example CPU 3000"));
        assert_eq!((machine.cores, machine.physical_cores), (4, 2));
        assert_eq!(machine.memory_bytes, Some(8 << 30));
        assert_eq!(machine.cpu_quota.as_deref(), Some("1.50"));
        assert_eq!((machine.turbo, machine.smt), (Some(false), Some(true)));
        assert_eq!(machine.virtual_machine, Some(true));
        assert_eq!(machine.governor, None);
    }

    #[test]
    fn the_fingerprint_sees_extensions_but_no_frequency() {
        let (dir, root) = fake();
        let before = root.machine(&[0, 1]).fingerprint;
        let change = |from, to| {
            fs::write(dir.path().join("proc/cpuinfo"), CPUINFO.replace(from, to)).unwrap();
            root.machine(&[0, 1]).fingerprint
        };
        assert_eq!(change("2100.000", "3700.123"), before);
        assert_ne!(change("avx2", "avx2 avx512f"), before);
    }

    #[test]
    fn a_machine_that_tells_nothing_is_no_error() {
        let dir = tempfile::tempdir().unwrap();
        let root = Root(dir.path().to_owned());
        let machine = root.machine(&[0, 1]);
        assert_eq!((machine.cores, machine.physical_cores), (2, 2));
        assert_eq!((machine.cpu, machine.memory_bytes, machine.smt), (None, None, None));
        assert_eq!(root.moment(), None);
    }

    #[test]
    fn stolen_time_is_a_share_of_the_time_between() {
        let (_dir, root) = fake();
        let before = root.moment().unwrap();
        assert_eq!(before, Moment { load: 0.25, steal: 40, ticks: 1000 });
        let strain = before.until(Moment { load: 2.0, steal: 50, ticks: 1100 });
        assert_eq!(strain, Strain { load_before: 0.25, load_after: 2.0, steal_share: 0.1 });
        assert_eq!(before.until(before).steal_share, 0.0);
    }
}
