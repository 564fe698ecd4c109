//! The codes of everything that the tool says: one enumeration, so that a code that does not exist
//! does not compile.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

macro_rules! codes {
    ($($(#[$doc:meta])* $kind:ident: $($code:ident)*;)*) => {
        /// What a code is about, which is its letter.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind {
            $($(#[$doc])* $kind,)*
        }

        /// A code: a letter and three digits. Its title, its explanation and an example stand in the
        /// table of the crate that gives it; `alpinist explain CODE` shows them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "each has an entry in a table")]
        pub enum Code {
            $($($code,)*)*
        }

        impl Code {
            /// All codes, in the order of their names.
            pub const ALL: &'static [Code] = &[$($(Code::$code,)*)*];

            /// The code as it is written.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($(Code::$code => stringify!($code),)*)*
                }
            }

            /// What it is about.
            pub const fn kind(self) -> Kind {
                match self {
                    $($(Code::$code)|* => Kind::$kind,)*
                }
            }
        }
    };
}

codes! {
    /// `A`: a transformation is not applicable.
    Applicability:
        A001 A002 A004 A005 A006 A007 A008 A009 A101 A102 A103 A104 A105 A106 A107 A108
        A109 A110 A111 A112 A113 A201 A202 A203 A204 A205 A206 A207 A208 A209
        A210 A211 A301 A302 A303 A304 A305 A306 A307 A308 A309 A310 A311 A312
        A313 A314 A315 A316 A317 A318 A401 A402 A403 A404 A405 A406 A407 A408 A409
        A410 A411 A412 A413 A414 A415 A416 A501 A502 A503 A504 A505 A506 A507
        A508 A509 A510 A511 A512 A601 A602 A603 A604 A605 A606 A607 A608 A609 A610
        A611 A612 A613 A614 A615 A616;
    /// `C`: the command line, files and settings.
    CommandLine:
        C001 C002 C003 C004 C005 C006 C007 C008 C009 C010 C011 C012 C013 C014
        C015 C016 C017 C020 C021 C022 C023 C024 C101 C102 C103;
    /// `E`: what PVL has and emitted code has not.
    Emission:
        E001 E002 E003 E004 E005 E006 E007 E008 E009 E010 E011 E012;
    /// `K`: CUDA and OpenCL.
    Kernel:
        K001 K002 K003 K004 K005 K006 K007 K008 K009 K010 K011 K012 K013 K014 K015 K016 K017 K018 K201 K202 K203
        K204 K205 K206 K207 K208 K301 K302 K303 K304 K305 K306 K307 K308 K309 K310 K311 K320 K321 K401
        K402 K403 K404 K405 K406 K407 K408 K409 K410 K411 K412 K413 K414 K415 K416 K417 K418 K419 K501 K502
        K503 K504 K601 K602 K603 K604 K605 K606 K607 K608 K609;
    /// `N`: names.
    Name:
        N000 N001 N002 N003 N004 N005 N006 N007 N008 N009 N010 N011 N012 N013
        N014 N015 N016 N017 N018 N019 N020 N021 N022 N023 N024 N025;
    /// `R`: a run of a program.
    Run:
        R001 R002 R003 R004 R005 R006 R007 R010 R011 R012 R013 R014 R015;
    /// `S`: syntax.
    Syntax:
        S001 S002 S003 S004 S005 S006 S007 S008 S009 S010 S011 S012 S013 S014
        S015 S016 S017 S018 S019;
    /// `T`: types.
    Type:
        T001 T002 T003 T004 T005 T006 T007 T008 T009 T010;
    /// `U`: a construct without a rule.
    Unsupported:
        U010 U011 U020 U021 U022 U023 U024 U025 U026 U027 U030 U031 U032 U033
        U034 U035 U036 U037 U038 U039 U040 U041 U042 U043 U044 U045 U046 U047
        U048 U049 U050 U051 U052 U053 U054 U055 U056 U057 U058 U059 U060 U061
        U062 U063 U064 U065 U066 U067 U068 U069 U070 U071 U072 U073 U074 U075
        U076 U077 U078 U079 U080 U082 U083 U084 U085 U086 U087 U088 U089 U092
        U095 U096 U097 U098 U099;
    /// `V`: a proof obligation.
    Verification:
        V001 V002 V003 V004 V005 V006 V007 V008 V009 V010 V011 V012 V013 V014
        V020 V021 V022 V023 V024 V025 V026 V030 V031 V032 V033 V034 V040 V041 V042
        V043 V044 V045 V046 V047 V048 V049 V050 V051 V052 V053 V054 V055 V056
        V057 V058 V059 V060 V061 V062 V063 V064 V065 V066 V068 V070 V071 V072 V073
        V074 V075 V076 V077 V900 V901 V902;
    /// `W`: warnings.
    Warning:
        W001 W002 W003 W004 W005 W100 W900 W901 W902 W903;
}

impl Code {
    /// Whether it stands for a construct without a rule, of which nothing is proved.
    pub const fn is_unsupported(self) -> bool {
        matches!(self.kind(), Kind::Unsupported)
    }
}

/// A text that is no code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no code `{0}`")]
pub struct UnknownCode(pub String);

impl FromStr for Code {
    type Err = UnknownCode;

    /// The code of a name, as [`Code::as_str`] gives it.
    fn from_str(name: &str) -> Result<Code, UnknownCode> {
        let found = Code::ALL.iter().copied().find(|code| code.as_str() == name);
        found.ok_or_else(|| UnknownCode(name.to_owned()))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Code, D::Error> {
        let name = String::deserialize(from)?;
        name.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, UnknownCode};

    #[test]
    fn codes_are_in_order_and_found_by_name() {
        assert!(Code::ALL.is_sorted_by_key(|code| code.as_str()));
        assert!(Code::ALL.is_sorted());
        for code in Code::ALL {
            assert_eq!(code.as_str().parse(), Ok(*code));
        }
        assert_eq!("X000".parse::<Code>(), Err(UnknownCode("X000".to_owned())));
    }
}
