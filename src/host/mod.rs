//! The machine: processor, memory, kernel, how much of it this program may use, and how busy it is.
//! What the system does not report stays empty; nothing here fails.

mod affinity;
mod groups;
mod moment;
mod root;

use std::collections::BTreeSet;

use self::root::Root;
use crate::record::Machine;

pub(crate) use affinity::{allowed, bind};
pub(crate) use moment::Moment;

/// Vector extensions that a solver may pick its kernel by; the only flags that are fingerprinted,
/// since kernels rename and add others.
const EXTENSIONS: [&str; 8] =
    ["sse4_2", "avx", "avx2", "bmi2", "avx512f", "avx512bw", "avx512vl", "avx512_vbmi"];

/// The machine this runs on.
pub(crate) fn machine() -> Machine {
    let uname = rustix::system::uname();
    let root = Root::system();
    let machine = root.machine(&allowed());
    let usable = machine.usable_processors.map(|usable| usable.min(given_by_slurm() as f64));
    Machine {
        host: uname.nodename().to_string_lossy().into_owned(),
        kernel: uname.release().to_string_lossy().into_owned(),
        usable_processors: usable,
        ..machine
    }
}

/// Workers that neither share a core nor wait for processor time that this program does not get:
/// physical cores, and no more than the usable processors and those that Slurm gives; at least one.
pub(crate) fn workers() -> usize {
    let root = Root::system();
    let allowed = allowed();
    let usable = (root.usable(&allowed) as usize).min(given_by_slurm());
    root.physical_cores(&root.within(&allowed)).min(usable).max(1)
}

/// Processors that Slurm has given to the task, whether or not it binds the task to them; no limit
/// outside of it.
fn given_by_slurm() -> usize {
    let given = std::env::var("SLURM_CPUS_PER_TASK").ok();
    given.and_then(|text| text.parse().ok()).filter(|&given| given > 0).unwrap_or(usize::MAX)
}

impl Root {
    /// All but the names that the system call `uname` gives.
    fn machine(&self, allowed: &[usize]) -> Machine {
        let processor = self.read("proc/cpuinfo").unwrap_or_default();
        let within = self.within(allowed);
        let physical_cores = self.physical_cores(&within);
        Machine {
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            cpu: field(&processor, "model name").map(str::to_owned),
            cores: within.len() as u32,
            physical_cores: physical_cores as u32,
            memory_bytes: self.memory_bytes(),
            cpu_quota: groups::quota(self).map(|quota| format!("{quota:.2}")),
            usable_processors: Some(self.usable(allowed)),
            governor: self.read("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            turbo: self.turbo(),
            smt: self.read("sys/devices/system/cpu/smt/active").map(|text| text == "1"),
            virtual_machine: has_flag(&processor, "hypervisor"),
            fingerprint: fingerprint(&processor, within.len(), physical_cores),
            ..Machine::default()
        }
    }

    /// Distinct (package, core) pairs; every processor a core of its own where the system does not
    /// report it.
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

    /// The processors of the affinity that the cpuset leaves; all of the affinity where the two say
    /// opposite things, as in a container that hides its group.
    fn within(&self, allowed: &[usize]) -> Vec<usize> {
        let Some(set) = groups::processors(self) else { return allowed.to_vec() };
        let within: Vec<usize> = allowed.iter().copied().filter(|cpu| set.contains(cpu)).collect();
        if within.is_empty() { allowed.to_vec() } else { within }
    }

    /// Processors' worth of time: the processors, and no more than the quota.
    fn usable(&self, allowed: &[usize]) -> f64 {
        let processors = self.within(allowed).len() as f64;
        groups::quota(self).map_or(processors, |quota| quota.min(processors))
    }

    fn turbo(&self) -> Option<bool> {
        let cpu = "sys/devices/system/cpu";
        match self.read(format!("{cpu}/intel_pstate/no_turbo")) {
            Some(no_turbo) => Some(no_turbo == "0"),
            None => self.read(format!("{cpu}/cpufreq/boost")).map(|boost| boost == "1"),
        }
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

#[cfg(test)]
mod tests {
    use std::fs;

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
        write("proc/self/cgroup", "0::/\n");
        write("proc/self/mountinfo", "30 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
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
        assert_eq!(machine.usable_processors, Some(1.5));
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
        assert_eq!((machine.cpu_quota, machine.usable_processors), (None, Some(2.0)));
    }

    #[test]
    fn a_cpuset_leaves_fewer_processors_than_the_affinity() {
        let (dir, root) = fake();
        let set = |text| fs::write(dir.path().join("sys/fs/cgroup/cpuset.cpus.effective"), text);
        set("2\n").unwrap();
        assert_eq!((root.machine(&[0, 1, 2, 3]).cores, root.usable(&[0, 1, 2, 3])), (1, 1.0));
        set("0-3\n").unwrap();
        assert_eq!((root.machine(&[0, 1, 2, 3]).cores, root.usable(&[0, 1, 2, 3])), (4, 1.5));
        assert_eq!(root.usable(&[1]), 1.0);
        set("7\n").unwrap();
        assert_eq!(
            root.usable(&[1]),
            1.0,
            "a set that rules the affinity out is of another system"
        );
    }
}
