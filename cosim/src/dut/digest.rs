//! Hashes: of a text, the same on every machine and in every version; and names in a cache.

use sha2::{Digest, Sha256};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

/// SHA-256 of `texts`, concatenated, in hex digits, equal to `cat FILE... | sha256sum`.
pub fn sha256<T: AsRef<[u8]>>(texts: impl IntoIterator<Item = T>) -> String {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update(text);
    }
    let bytes = hasher.finalize();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Hex digits that name a file of a cache by what it depends on.
pub fn cache_key(inputs: impl Hash) -> String {
    let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(inputs);
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::sha256;

    #[test]
    fn a_hash_is_that_of_sha256sum() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(["abc"]), abc);
        assert_eq!(sha256(["a", "bc"]), abc);
    }
}
