//! Which instruction set a kernel runs on: the widest this machine has, or the one asked for.

use std::fmt;
use std::str::FromStr;

/// An instruction set that the kernels are compiled for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Isa {
    /// Plain loops over eight lanes, as every processor runs them.
    Portable,
    /// 256-bit vectors: x86-64 since 2013.
    Avx2,
    /// 512-bit vectors with byte permutes and lane counts: x86-64 since 2019.
    Avx512,
}

impl Isa {
    /// Every instruction set, narrowest first.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// The widest this machine has.
    pub fn best() -> Self {
        Self::available().last().unwrap_or(Self::Portable)
    }

    /// Those this machine has, narrowest first.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|isa| isa.is_available())
    }

    /// Returns true if this machine has it.
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("popcnt")
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                Self::Avx2.is_available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vbmi")
                    && is_x86_feature_detected!("avx512bitalg")
            }
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
        }
    }

    /// The name as users write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why an instruction set cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IsaError {
    /// There is none of that name.
    #[error("no instruction set is called {0:?}; write portable, avx2 or avx512")]
    Unknown(String),
    /// This machine lacks it.
    #[error("this machine lacks {wanted}; the widest it has is {widest}")]
    Unavailable {
        /// The one asked for.
        wanted: Isa,
        /// What to ask for instead.
        widest: Isa,
    },
}

impl FromStr for Isa {
    type Err = IsaError;

    /// The instruction set of that name, if this machine has it.
    fn from_str(name: &str) -> Result<Self, IsaError> {
        let wanted = Self::ALL
            .into_iter()
            .find(|isa| isa.name() == name)
            .ok_or_else(|| IsaError::Unknown(name.to_owned()))?;
        if wanted.is_available() {
            Ok(wanted)
        } else {
            Err(IsaError::Unavailable { wanted, widest: Self::best() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_available_name_is_understood_and_an_unknown_one_answered_with_the_known() {
        for isa in Isa::available() {
            assert_eq!(isa.to_string().parse(), Ok(isa));
        }
        let error = "sse9".parse::<Isa>().expect_err("no such set").to_string();
        assert!(error.contains("sse9") && error.contains("portable"), "{error}");
    }

    #[test]
    fn every_machine_has_one_and_the_best_is_among_them() {
        assert!(Isa::available().any(|isa| isa == Isa::Portable));
        assert!(Isa::available().all(|isa| isa <= Isa::best()));
    }
}
