//! Control groups: how many processors, and how much of their time, they leave this program.
//! Versions 1 and 2, also both at once; limits of the groups above count as well.

use std::path::{Path, PathBuf};

use super::root::Root;

/// The two forms in which the kernel offers a controller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Version {
    One,
    Two,
}

/// A group's folder, relative to the root.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Folder {
    version: Version,
    path: PathBuf,
}

/// Periods in which a quota was enforced.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Throttling {
    /// Periods in which the group ran.
    pub periods: u64,
    /// Those in which it had to wait for the next one.
    pub throttled: u64,
}

/// Processors' worth of time that the own group and those above it allow: the least of their
/// quotas; nothing where none of them has one.
pub(super) fn quota(root: &Root) -> Option<f64> {
    let quotas = folders(root, "cpu").into_iter().filter_map(|folder| quota_of(root, &folder));
    quotas.reduce(f64::min)
}

fn quota_of(root: &Root, folder: &Folder) -> Option<f64> {
    let (quota, period) = match folder.version {
        Version::Two => {
            let limit = root.read(folder.path.join("cpu.max"))?;
            let (quota, period) = limit.split_once(' ')?;
            (quota.to_owned(), period.to_owned())
        }
        Version::One => (
            root.read(folder.path.join("cpu.cfs_quota_us"))?,
            root.read(folder.path.join("cpu.cfs_period_us"))?,
        ),
    };
    // `max`, and -1 in version 1, is not a limit.
    let (quota, period): (f64, f64) = (quota.parse().ok()?, period.parse().ok()?);
    (quota > 0.0 && period > 0.0).then(|| quota / period)
}

/// Logical processors that the own group may run on; nothing where no group says.
pub(super) fn processors(root: &Root) -> Option<Vec<usize>> {
    folders(root, "cpuset").into_iter().find_map(|folder| {
        let names: &[&str] = match folder.version {
            Version::Two => &["cpuset.cpus.effective"],
            Version::One => &["cpuset.effective_cpus", "cpuset.cpus"],
        };
        names.iter().find_map(|name| list(&root.read(folder.path.join(name))?))
    })
}

/// How often the tightest of the groups was throttled so far.
pub(super) fn throttling(root: &Root) -> Option<Throttling> {
    let all = folders(root, "cpu").into_iter().filter_map(|folder| {
        let stat = root.read(folder.path.join("cpu.stat"))?;
        let field = |name: &str| {
            let lines = stat.lines().filter_map(|line| line.split_once(' '));
            lines.into_iter().find(|(found, _)| *found == name)?.1.trim().parse().ok()
        };
        Some(Throttling { periods: field("nr_periods")?, throttled: field("nr_throttled")? })
    });
    all.max_by_key(|throttling| throttling.throttled)
}

/// The folders of the own group and of those above it, innermost first.
fn folders(root: &Root, controller: &str) -> Vec<Folder> {
    let groups = root.read("proc/self/cgroup").unwrap_or_default();
    let mounts = root.read("proc/self/mountinfo").unwrap_or_default();
    let mut folders = Vec::new();
    for group in groups.lines() {
        // hierarchy:controllers:path
        let mut fields = group.splitn(3, ':');
        let (Some(_), Some(controllers), Some(path)) =
            (fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        let version = match controllers {
            "" => Version::Two,
            some if some.split(',').any(|one| one == controller) => Version::One,
            _ => continue,
        };
        let mount = mounts.lines().filter_map(|line| Mount::of(line, version, controller)).next();
        folders.extend(mount.into_iter().flat_map(|mount| mount.upwards(path)));
    }
    folders
}

/// Where a hierarchy of groups is mounted.
struct Mount {
    version: Version,
    /// The group that the mount point shows.
    root: PathBuf,
    point: PathBuf,
}

impl Mount {
    /// Reads a line of `mountinfo`, if it is about that hierarchy:
    /// `id parent device root point options [optional...] - type source options`.
    fn of(line: &str, version: Version, controller: &str) -> Option<Self> {
        let (place, kind) = line.split_once(" - ")?;
        let mut kind = kind.split(' ');
        let (name, options) = (kind.next()?, kind.nth(1)?);
        let is_it = match version {
            Version::Two => name == "cgroup2",
            Version::One => name == "cgroup" && options.split(',').any(|one| one == controller),
        };
        let mut place = place.split(' ').skip(3);
        let (root, point) = (place.next()?, place.next()?.replace("\\040", " "));
        let point = PathBuf::from(point.trim_start_matches('/'));
        is_it.then(|| Self { version, root: PathBuf::from(root), point })
    }

    /// The folders from that of a group up to the mount point. A group outside the mount, as a
    /// container may see its own, is taken for the one at the mount point.
    fn upwards(self, group: &str) -> Vec<Folder> {
        let group = Path::new(group);
        let inside = group.strip_prefix(&self.root).unwrap_or(Path::new(""));
        let has_up = inside.components().any(|part| part == std::path::Component::ParentDir);
        let inside = if has_up { Path::new("") } else { inside };
        let folder = |path: &Path| Folder { version: self.version, path: self.point.join(path) };
        inside.ancestors().map(folder).collect()
    }
}

/// The numbers of a list like `0-3,8`; nothing where there are none.
fn list(text: &str) -> Option<Vec<usize>> {
    let mut numbers = Vec::new();
    for part in text.split(',') {
        let (low, high) = part.split_once('-').unwrap_or((part, part));
        numbers.extend(low.trim().parse::<usize>().ok()?..=high.trim().parse::<usize>().ok()?);
    }
    (!numbers.is_empty()).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A system whose files are these.
    fn system(files: &[(&str, &str)]) -> (tempfile::TempDir, Root) {
        let dir = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = dir.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let root = Root(dir.path().to_owned());
        (dir, root)
    }

    /// Lines as kernels print them.
    const MOUNT_TWO: &str =
        "30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";
    const MOUNTS_ONE: &str = "31 23 0:28 / /sys/fs/cgroup ro - tmpfs tmpfs ro,mode=755\n\
        33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw shared:11 - cgroup cgroup rw,cpu,cpuacct\n\
        35 31 0:32 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n";

    #[test]
    fn the_tightest_group_on_the_way_up_counts_in_version_two() {
        let (_dir, root) = system(&[
            ("proc/self/cgroup", "0::/ci.slice/job-7.scope\n"),
            ("proc/self/mountinfo", MOUNT_TWO),
            ("sys/fs/cgroup/ci.slice/job-7.scope/cpu.max", "max 100000\n"),
            ("sys/fs/cgroup/ci.slice/cpu.max", "150000 100000\n"),
            ("sys/fs/cgroup/ci.slice/job-7.scope/cpuset.cpus.effective", "0-2,5\n"),
            ("sys/fs/cgroup/ci.slice/cpu.stat", "usage_usec 9\nnr_periods 40\nnr_throttled 10\n"),
        ]);
        assert_eq!(quota(&root), Some(1.5));
        assert_eq!(processors(&root), Some(vec![0, 1, 2, 5]));
        assert_eq!(throttling(&root), Some(Throttling { periods: 40, throttled: 10 }));
    }

    #[test]
    fn the_tightest_group_on_the_way_up_counts_in_version_one() {
        let (_dir, root) = system(&[
            ("proc/self/cgroup", "7:cpuset:/jobs\n5:cpu,cpuacct:/jobs/seven\n1:name=systemd:/x\n"),
            ("proc/self/mountinfo", MOUNTS_ONE),
            ("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n"),
            ("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n"),
            ("sys/fs/cgroup/cpu,cpuacct/jobs/cpu.cfs_quota_us", "25000\n"),
            ("sys/fs/cgroup/cpu,cpuacct/jobs/cpu.cfs_period_us", "50000\n"),
            ("sys/fs/cgroup/cpu,cpuacct/jobs/seven/cpu.cfs_quota_us", "300000\n"),
            ("sys/fs/cgroup/cpu,cpuacct/jobs/seven/cpu.cfs_period_us", "100000\n"),
            ("sys/fs/cgroup/cpuset/jobs/cpuset.cpus", "3\n"),
        ]);
        assert_eq!(quota(&root), Some(0.5));
        assert_eq!(processors(&root), Some(vec![3]));
    }

    #[test]
    fn a_container_finds_its_group_at_the_mount_point() {
        let mount = "30 24 0:26 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n";
        for group in ["0::/docker/abc\n", "0::/\n", "0::/../..\n"] {
            let (_dir, root) = system(&[
                ("proc/self/cgroup", group),
                ("proc/self/mountinfo", mount),
                ("sys/fs/cgroup/cpu.max", "200000 100000\n"),
            ]);
            assert_eq!(quota(&root), Some(2.0), "{group}");
        }
    }

    #[test]
    fn a_machine_without_groups_has_no_limits() {
        let (_dir, root) = system(&[]);
        assert_eq!((quota(&root), processors(&root), throttling(&root)), (None, None, None));
        assert_eq!(list("0-1, 4"), Some(vec![0, 1, 4]));
        assert_eq!((list(""), list("a-b")), (None, None));
    }
}
