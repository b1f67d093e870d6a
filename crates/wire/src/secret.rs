//! Secrets of links, and codes to type.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Secret of 128 bits, as 32 hexadecimal digits. It grants a seat, an invitation or a view.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Secret([u8; 16]);

/// Error of a text that isn't a [`Secret`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a secret of 32 hexadecimal digits")]
pub struct BadSecret;

impl Secret {
    /// Creates a secret from random bytes.
    pub const fn from_random(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes.
    pub const fn bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Secret {
    /// Hides the value, because debug output ends in logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl FromStr for Secret {
    type Err = BadSecret;

    fn from_str(text: &str) -> Result<Self, BadSecret> {
        let digits = text.as_bytes();
        let (pairs, rest) = digits.as_chunks::<2>();
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let mut bytes = [0; 16];
        if pairs.len() != bytes.len() || !rest.is_empty() {
            return Err(BadSecret);
        }
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            let value = digit(*high).zip(digit(*low)).ok_or(BadSecret)?;
            *byte = u8::try_from(value.0 * 16 + value.1).map_err(|_| BadSecret)?;
        }
        Ok(Self(bytes))
    }
}

/// Code of six digits, for players who can't open a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Code(u32);

/// Error of a text that isn't a [`Code`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a code of six digits")]
pub struct BadCode;

impl Code {
    /// Number of codes.
    pub const COUNT: u32 = 1_000_000;

    /// Creates the code with this number; `None` if it has more than six digits.
    pub const fn new(number: u32) -> Option<Self> {
        if number < Self::COUNT {
            Some(Self(number))
        } else {
            None
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:06}", self.0)
    }
}

impl FromStr for Code {
    type Err = BadCode;

    /// Parses six digits, ignoring spaces.
    fn from_str(text: &str) -> Result<Self, BadCode> {
        let digits: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let is_code = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = is_code.then(|| digits.parse().ok()).flatten();
        number.and_then(Self::new).ok_or(BadCode)
    }
}

macro_rules! serialize_as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(de::Error::custom)
            }
        }
    )*};
}

serialize_as_text!(Secret, Code);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_survive_a_round_trip_and_hide_in_logs() {
        let text = "00ff10a9b8c7d6e5f4031221304f5e6d";
        let secret: Secret = text.parse().unwrap();
        assert_eq!(secret.to_string(), text);
        assert_eq!(format!("{secret:?}"), "Secret(…)");
        assert_eq!(text.to_uppercase().parse(), Ok(secret));
        for wrong in ["", "00", &text[1..], &format!("{text}0"), &"äöüß".repeat(4)] {
            assert_eq!(wrong.parse::<Secret>(), Err(BadSecret), "{wrong}");
        }
    }

    #[test]
    fn codes_have_six_digits() {
        assert_eq!(Code::new(42).unwrap().to_string(), "000042");
        assert_eq!("000 042".parse(), Ok(Code(42)));
        for wrong in ["", "42", "1000000", "-00042", "+00042", "00004x"] {
            assert_eq!(wrong.parse::<Code>(), Err(BadCode), "{wrong}");
        }
        assert_eq!(Code::new(Code::COUNT), None);
    }
}
