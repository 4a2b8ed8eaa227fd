//! The threads of a run, each bound to a processor of its own if asked for.

use std::io;

use crate::host;
use crate::run::work::phase::RunError;

/// Starts the workers.
///
/// # Errors
/// When the system refuses the threads, or there is no processor for each that is to be bound.
pub(super) fn pool(threads: usize, pin: bool) -> Result<rayon::ThreadPool, RunError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|index| format!("worker-{index}"))
        .build()
        .map_err(|error| RunError::no_thread(threads, error))?;
    if pin {
        bind_each(&pool, &host::allowed()).map_err(|why| RunError::Workers { threads, why })?;
    }
    Ok(pool)
}

fn bind_each(pool: &rayon::ThreadPool, processors: &[usize]) -> Result<(), String> {
    if processors.len() < pool.current_num_threads() {
        return Err(format!(
            "--pin needs a processor for each, and there are {}",
            processors.len()
        ));
    }
    let bound: io::Result<()> =
        pool.broadcast(|worker| host::bind(processors[worker.index()])).into_iter().collect();
    bound.map_err(|error| format!("cannot bind it to its processor ({error}); leave out --pin"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_bound_worker_may_use_one_processor_and_no_two_the_same() {
        let allowed = host::allowed();
        let pool = pool(allowed.len(), true).expect("a processor for each");
        let bound = pool.broadcast(|_| host::allowed());
        assert_eq!(bound, allowed.iter().map(|&one| vec![one]).collect::<Vec<_>>());
        assert_eq!(host::allowed(), allowed, "who starts the workers stays free");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_worker_without_a_processor_for_it_is_an_error_that_names_the_option() {
        let allowed = host::allowed();
        let error = pool(allowed.len() + 1, true).expect_err("one too many").to_string();
        assert!(error.contains("--pin needs a processor for each"), "{error}");
        let free = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
        let error = bind_each(&free, &[1_000]).expect_err("no machine of ours has so many");
        assert!(error.contains("leave out --pin"), "{error}");
    }
}
