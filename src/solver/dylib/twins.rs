//! Two builds of one C++ library never share a process.
//!
//! The loader keeps the names of the libraries that it opens apart, except those that C++ marks as
//! unique in a process (the ELF binding STB_GNU_UNIQUE: static variables of inline functions and
//! templates): the second library would go on with the state of the first, which was built otherwise.
//! So libraries that share such a name are refused, and, to be on the safe side, C++ libraries that
//! both define any symbol of the same name.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use object::read::{File, Object, ObjectSection, ObjectSymbol};
use object::{SymbolFlags, elf};

/// Held while a library that may be in one thread at a time is called.
pub type Turnstile = Arc<Mutex<()>>;

/// What a library's symbols say of its kinship.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Kin {
    /// Whether any of it is C++.
    is_cpp: bool,
    /// Symbols that it defines and exports, neither weak nor unique.
    defined: BTreeSet<String>,
    /// Symbols of which a process has one.
    unique: BTreeSet<String>,
}

impl Kin {
    /// Reads a library's file; of one that cannot be read nothing is known.
    pub fn of(bytes: &[u8]) -> Self {
        let Ok(file) = File::parse(bytes) else { return Self::default() };
        let runtime = |strings: &[u8]| {
            ["libstdc++.", "libc++."]
                .iter()
                .any(|name| memchr::memmem::find(strings, name.as_bytes()).is_some())
        };
        let strings = file.section_by_name(".dynstr").and_then(|section| section.data().ok());
        let mut kin = Self { is_cpp: strings.is_some_and(runtime), ..Self::default() };
        for symbol in file.dynamic_symbols() {
            let Ok(name) = symbol.name() else { continue };
            let is_mangled = name.starts_with("_Z");
            kin.is_cpp |= is_mangled;
            if !symbol.is_definition() {
                continue;
            }
            if is_unique(symbol.flags()) {
                kin.unique.insert(name.to_owned());
            } else if !symbol.is_weak() && (is_mangled || !name.starts_with('_')) {
                kin.defined.insert(name.to_owned()); // no _init, _end and such
            }
        }
        kin
    }

    /// A symbol that both have and that cannot be told apart in one process.
    fn clash<'a>(&'a self, other: &'a Self) -> Option<&'a String> {
        let unique = self.unique.intersection(&other.unique).next();
        let both_cpp = self.is_cpp && other.is_cpp;
        unique.or_else(|| self.defined.intersection(&other.defined).next().filter(|_| both_cpp))
    }
}

fn is_unique<S, Y>(flags: SymbolFlags<S, Y>) -> bool {
    matches!(flags, SymbolFlags::Elf { st_info, .. } if st_info.st_bind() == elf::STB_GNU_UNIQUE)
}

/// Libraries in one process.
#[derive(Default)]
pub struct Household(Mutex<Vec<Member>>);

struct Member {
    path: PathBuf,
    kin: Kin,
    turnstile: Turnstile,
}

impl Household {
    /// Takes in the library of a file, which `load` loads. It gets the turnstile of that file, the
    /// same every time: two specifications may name one library.
    ///
    /// # Errors
    /// When a build of the same C++ library is in, or loading fails.
    pub fn take_in<T>(
        &self,
        path: &Path,
        kin: &Kin,
        load: impl FnOnce() -> Result<T, String>,
    ) -> Result<(T, Turnstile), String> {
        let mut members = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let others = members.iter().filter(|member| member.path != path);
        if let Some((other, symbol)) =
            others.filter_map(|other| Some((other, other.kin.clash(kin)?))).next()
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
            let (path, kin, turnstile) = (path.to_owned(), kin.clone(), Turnstile::default());
            members.push(Member { path, kin, turnstile: turnstile.clone() });
            turnstile
        });
        Ok((loaded, turnstile))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kin(is_cpp: bool, defined: &[&str], unique: &[&str]) -> Kin {
        let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Kin { is_cpp, defined: set(defined), unique: set(unique) }
    }

    #[test]
    fn cpp_libraries_clash_over_any_name_and_all_over_a_unique_one() {
        let cpp = kin(true, &["_ZN1A1bEv", "solve"], &[]);
        assert_eq!(cpp.clash(&cpp).map(|name| &name[..]), Some("_ZN1A1bEv"));
        assert_eq!(cpp.clash(&kin(true, &["_ZN1C1dEv", "fast"], &[])), None);
        assert_eq!(cpp.clash(&kin(false, &["solve"], &[])), None, "C next to C++");
        let c = kin(false, &["solve"], &[]);
        assert_eq!(c.clash(&c), None, "the loader keeps plain C apart");
        let one = kin(true, &[], &["_ZZ1fvE1x"]);
        assert_eq!(
            one.clash(&kin(false, &[], &["_ZZ1fvE1x"])).map(|it| &it[..]),
            Some("_ZZ1fvE1x")
        );
    }

    #[test]
    fn a_library_named_twice_is_the_same_and_a_twin_is_refused() {
        let house = Household::default();
        let cpp = kin(true, &["solve"], &[]);
        let load = || Ok::<_, String>(());
        let (_, first) = house.take_in(Path::new("/a.so"), &cpp, load).expect("alone");
        let (_, again) = house.take_in(Path::new("/a.so"), &cpp, load).expect("the same");
        assert!(Arc::ptr_eq(&first, &again));
        let refused = house.take_in(Path::new("/b.so"), &cpp, load).expect_err("a twin");
        for part in ["/a.so", "/b.so", "solve", "--no-isolate"] {
            assert!(refused.contains(part), "{refused}");
        }
    }

    #[test]
    fn a_library_that_could_not_be_loaded_is_nobody_s_twin() {
        let house = Household::default();
        let cpp = kin(true, &["solve"], &[]);
        let failed = house.take_in(Path::new("/a.so"), &cpp, || Err::<(), _>("absent".to_owned()));
        assert_eq!(failed.expect_err("as told"), "absent");
        assert!(house.take_in(Path::new("/b.so"), &cpp, || Ok::<_, String>(())).is_ok());
    }
}
