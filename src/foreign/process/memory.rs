//! What the system reports about the memory and the children of a process, from `/proc`.

use std::fs;

/// Most memory a process has had resident, in bytes. `None` where the system does not report it, or
/// the process has ended.
pub fn peak_rss_bytes(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// The largest [`peak_rss_bytes`] of the processes that a process has started, and those below.
pub fn peak_rss_bytes_below(pid: u32) -> Option<u64> {
    let children = children(pid).into_iter();
    children.filter_map(|child| peak_rss_bytes(child).max(peak_rss_bytes_below(child))).max()
}

/// The processes that the first thread of a process has started and not waited for.
pub fn children(pid: u32) -> Vec<u32> {
    children_of_thread(pid, pid)
}

/// The processes that one thread of a process has started and not waited for.
pub fn children_of_thread(pid: u32, thread: u32) -> Vec<u32> {
    let path = format!("/proc/{pid}/task/{thread}/children");
    let list = fs::read_to_string(path).unwrap_or_default();
    list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_peak_grows_with_what_we_touch() {
        let pid = std::process::id();
        let Some(before) = peak_rss_bytes(pid) else {
            eprintln!("this system does not report it");
            return;
        };
        let touched = std::hint::black_box(vec![1_u8; 64 << 20]);
        let after = peak_rss_bytes(pid).expect("known before");
        assert!(after >= before && after as usize >= touched.len(), "{before} {after}");
    }

    #[test]
    fn a_process_that_is_not_there_has_no_memory() {
        assert_eq!(peak_rss_bytes(u32::MAX), None);
        assert_eq!(peak_rss_bytes_below(u32::MAX), None);
    }
}
