//! Libraries that share a symbol of which a process has one never share a process.
//!
//! The loader keeps the names of the libraries that it opens apart (`RTLD_LOCAL`), except those
//! that C++ marks as unique in a process (the ELF binding STB_GNU_UNIQUE: static variables of
//! inline functions and templates): the second library would go on with the state of the first,
//! which was built otherwise.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use object::read::{File, Object, ObjectSymbol};
use object::{SymbolFlags, elf};

/// Held while a library that may be in one thread at a time is called.
pub(super) type Turnstile = Arc<Mutex<()>>;

/// What a library's symbols say of its kinship: those of which a process has one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct UniqueSymbols {
    unique: BTreeSet<String>,
}

impl UniqueSymbols {
    /// Reads a library's file; of one that cannot be read nothing is known.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let Ok(file) = File::parse(bytes) else { return Self::default() };
        let unique = file.dynamic_symbols().filter(|symbol| is_unique(symbol.flags()));
        let defined = unique.filter(|symbol| symbol.is_definition());
        let names = defined.filter_map(|symbol| symbol.name().ok().map(str::to_owned));
        Self { unique: names.collect() }
    }

    /// A symbol that both define and that one process cannot keep apart.
    fn clash<'a>(&'a self, other: &'a Self) -> Option<&'a String> {
        self.unique.intersection(&other.unique).next()
    }
}

fn is_unique<S, Y>(flags: SymbolFlags<S, Y>) -> bool {
    matches!(flags, SymbolFlags::Elf { st_info, .. } if st_info.st_bind() == elf::STB_GNU_UNIQUE)
}

/// Libraries in one process.
#[derive(Default)]
pub(super) struct LoadedLibraries(Mutex<Vec<Member>>);

struct Member {
    path: PathBuf,
    symbols: UniqueSymbols,
    turnstile: Turnstile,
}

impl LoadedLibraries {
    /// Takes in the library of a file, which `load` loads. It gets the turnstile of that file, the
    /// same every time: two specifications may name one library.
    ///
    /// # Errors
    /// When a build of the same C++ library is in, or loading fails.
    pub(super) fn take_in<T>(
        &self,
        path: &Path,
        symbols: &UniqueSymbols,
        load: impl FnOnce() -> Result<T, String>,
    ) -> Result<(T, Turnstile), String> {
        let mut members = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let others = members.iter().filter(|member| member.path != path);
        if let Some((other, symbol)) =
            others.filter_map(|other| Some((other, other.symbols.clash(symbols)?))).next()
        {
            return Err(format!(
                "{} and {} look like two builds of one C++ library (both define {symbol}), which must \
                 not share a process: leave out --no-isolate, and each gets processes of its own",
                other.path.display(),
                path.display()
            ));
        }
        let loaded = load()?;
        let known = members.iter().find(|member| member.path == path);
        let turnstile = known.map(|member| member.turnstile.clone()).unwrap_or_else(|| {
            let (path, symbols, turnstile) =
                (path.to_owned(), symbols.clone(), Turnstile::default());
            members.push(Member { path, symbols, turnstile: turnstile.clone() });
            turnstile
        });
        Ok((loaded, turnstile))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbols(unique: &[&str]) -> UniqueSymbols {
        UniqueSymbols { unique: unique.iter().map(|&name| name.to_owned()).collect() }
    }

    #[test]
    fn libraries_clash_over_a_symbol_that_a_process_has_once() {
        let one = symbols(&["_ZZ1fvE1x", "_ZZ1gvE1y"]);
        assert_eq!(one.clash(&symbols(&["_ZZ1gvE1y"])).map(|it| &it[..]), Some("_ZZ1gvE1y"));
        assert_eq!(one.clash(&symbols(&["_ZZ1hvE1z"])), None);
        assert_eq!(one.clash(&symbols(&[])), None);
    }

    #[test]
    fn a_library_named_twice_is_the_same_and_a_twin_is_refused() {
        let loaded = LoadedLibraries::default();
        let cpp = symbols(&["_ZZ5callsvE5count"]);
        let load = || Ok::<_, String>(());
        let (_, first) = loaded.take_in(Path::new("/a.so"), &cpp, load).expect("alone");
        let (_, again) = loaded.take_in(Path::new("/a.so"), &cpp, load).expect("the same");
        assert!(Arc::ptr_eq(&first, &again));
        let refused = loaded.take_in(Path::new("/b.so"), &cpp, load).expect_err("a twin");
        for part in ["/a.so", "/b.so", "_ZZ5callsvE5count", "--no-isolate"] {
            assert!(refused.contains(part), "{refused}");
        }
    }

    #[test]
    fn a_library_that_could_not_be_loaded_is_nobody_s_twin() {
        let loaded = LoadedLibraries::default();
        let cpp = symbols(&["_ZZ5callsvE5count"]);
        let failed = loaded.take_in(Path::new("/a.so"), &cpp, || Err::<(), _>("absent".to_owned()));
        assert_eq!(failed.expect_err("as returned"), "absent");
        assert!(loaded.take_in(Path::new("/b.so"), &cpp, || Ok::<_, String>(())).is_ok());
    }
}
