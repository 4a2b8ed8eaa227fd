//! The options at the end of a specification.

/// The `?key=value&key=value` at the end of a specification.
pub(crate) struct Options<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Options<'a> {
    /// No options at all.
    pub(crate) const fn none() -> Self {
        Self(Vec::new())
    }

    /// Cuts a specification at its last question mark.
    ///
    /// # Errors
    /// When something after it is not `key=value` with one of `keys`.
    pub(crate) fn split(text: &'a str, keys: &[&str]) -> Result<(&'a str, Self), String> {
        let Some((place, options)) = text.rsplit_once('?') else {
            return Ok((text, Self(Vec::new())));
        };
        let pairs = options.split('&').map(|pair| match pair.split_once('=') {
            Some((key, value)) if keys.contains(&key) => Ok((key, value)),
            _ => Err(format!(
                "{pair:?} is not an option; write key=value, keys: {}",
                keys.join(", ")
            )),
        });
        Ok((place, Self(pairs.collect::<Result<_, _>>()?)))
    }

    /// The value given for a key; the last one, if there are several.
    pub(crate) fn get(&self, key: &str) -> Option<&'a str> {
        self.0.iter().rev().find(|pair| pair.0 == key).map(|pair| pair.1)
    }
}

/// A 32-bit number, decimal or with `0x`.
pub(crate) fn number(text: &str) -> Result<u32, String> {
    let parsed = match text.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| format!("flags={text}: write a number from 0 to 4294967295"))
}
