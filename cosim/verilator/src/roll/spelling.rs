//! One spelling of what versions of Verilator write differently: that of 5.006.

use super::tokens::{Tokens, at, closing, number, part};

/// The source with members named by the pointer to the class: versions from 5.030 on name them by a
/// reference.
pub fn by_pointer(source: &str) -> String {
    let is_reference = |line: &&str| line.trim() == "auto& vlSelfRef = std::ref(*vlSelf).get();";
    let lines = source.lines().filter(|line| !is_reference(line));
    let text: String = lines.flat_map(|line| [line, "\n"]).collect();
    text.replace("vlSelfRef.", "vlSelf->")
}

/// The body of a function with shifts as operators and without detours through 64 bits, which newer
/// versions write.
pub fn plain(mut body: Tokens) -> Tokens {
    // From the end, so that what is in a shift is plain when the shift is looked at.
    for i in (0..body.len()).rev() {
        if let Some((end, shift)) = shift(&body, i).or_else(|| half(&body, i)) {
            body.splice(i..end, shift);
        }
    }
    body
}

/// The calls that shift: the type, its bits, the operator.
const SHIFTS: [(&str, &str, u64, &str); 4] = [
    ("VL_SHIFTL_III", "IData", 32, "<<"),
    ("VL_SHIFTR_III", "IData", 32, ">>"),
    ("VL_SHIFTL_QQI", "QData", 64, "<<"),
    ("VL_SHIFTR_QQI", "QData", 64, ">>"),
];

/// `VL_SHIFTL_III(bits, bits, bits, x, n)` is `((IData)(x) << n)` where n is constant and less than
/// the bits of the type.
fn shift(body: &[String], i: usize) -> Option<(usize, Tokens)> {
    let (_, kind, most, operator) = SHIFTS.into_iter().find(|(call, ..)| *call == at(body, i))?;
    let close = closing(body, i + 1)?;
    let numbers = [2, 4, 6].map(|offset| number(at(body, i + offset)).is_some());
    let commas = [3, 5, 7].map(|offset| at(body, i + offset) == ",");
    let by = at(body, close - 1);
    let (distance, _) = number(by).filter(|(distance, _)| *distance < most)?;
    let before = at(body, close - 2) == ",";
    (numbers == [true; 3] && commas == [true; 3] && before).then_some(())?;
    let value = part(body, i + 8..close - 2);
    let mut text: Tokens = ["(", "(", kind, ")", "("].map(str::to_owned).to_vec();
    text.extend_from_slice(value);
    text.extend([")", operator].map(str::to_owned));
    text.push(format!("{distance:#x}U"));
    text.push(")".to_owned());
    Some((close + 1, text))
}

/// The low or the high half of `(QData)((IData)(a)) << 32 | (QData)((IData)(b))` is `(IData)(b)` or
/// `(IData)(a)`.
fn half(body: &[String], i: usize) -> Option<(usize, Tokens)> {
    let starts = |at_: usize, words: &[&str]| {
        let found = part(body, at_..at_ + words.len());
        found.len() == words.len() && found.iter().zip(words).all(|(token, word)| token == word)
    };
    if !starts(i, &["(", "IData", ")", "("]) {
        return None;
    }
    let end = closing(body, i + 3)?;
    let inner = i + 4;
    (at(body, inner) == "(" && closing(body, inner)? + 1 == end).then_some(())?;
    // The high half is shifted down.
    let shifted = closing(body, inner + 1).filter(|&close| {
        let by = number(at(body, close + 2)).map(|(by, _)| by);
        at(body, close + 1) == ">>" && by == Some(32) && close + 4 == end
    });
    let (pair, is_high) = match shifted {
        Some(_) => (inner + 1, true),
        None => (inner, false),
    };
    let pair_end = closing(body, pair)?;
    let (high, after_high) = widened(body, pair + 2)?;
    let is_pair = at(body, pair + 1) == "("
        && at(body, after_high) == "<<"
        && number(at(body, after_high + 1)).is_some_and(|(by, _)| by == 32)
        && at(body, after_high + 2) == ")"
        && at(body, after_high + 3) == "|";
    let (low, after_low) = widened(body, after_high + 4)?;
    (is_pair && after_low == pair_end).then_some(())?;
    let value = if is_high { high } else { low };
    // What is assigned is converted anyway.
    let is_all = i
        .checked_sub(1)
        .is_some_and(|before| at(body, before) == "=");
    if is_all && at(body, end + 1) == ";" {
        return Some((end + 1, value.to_vec()));
    }
    let mut text: Tokens = ["(", "IData", ")", "("].map(str::to_owned).to_vec();
    text.extend_from_slice(value);
    text.push(")".to_owned());
    Some((end + 1, text))
}

/// What is in `(QData)((IData)(x))`, and where that ends.
fn widened(body: &[String], i: usize) -> Option<(&[String], usize)> {
    let words = ["(", "QData", ")", "(", "(", "IData", ")", "("];
    let found = part(body, i..i + words.len());
    (found.len() == words.len() && found.iter().zip(words).all(|(a, b)| a == b)).then_some(())?;
    let inner = i + words.len() - 1;
    let close = closing(body, inner)?;
    (closing(body, i + 3) == Some(close + 1)).then_some(())?;
    Some((part(body, inner + 1..close), close + 2))
}

#[cfg(test)]
mod tests {
    use super::{by_pointer, plain};
    use crate::roll::tokens::tokens;

    fn spelled(text: &str) -> String {
        plain(tokens(text)).join("")
    }

    #[test]
    fn members_are_named_by_the_pointer() {
        let source =
            "    auto& vlSelfRef = std::ref(*vlSelf).get();\n    vlSelfRef.a = vlSelfRef.b;\n";
        assert_eq!(by_pointer(source), "    vlSelf->a = vlSelf->b;\n");
    }

    #[test]
    fn shifts_by_constants_are_operators() {
        let nested = "VL_SHIFTL_QQI(34,34,32, (QData)(VL_SHIFTR_III(32,32,32, vlSelf->a, 7U)), 1U)";
        assert_eq!(
            spelled(nested),
            "((QData)((QData)(((IData)(vlSelf->a)>>0x7U)))<<0x1U)"
        );
    }

    #[test]
    fn other_shifts_stay() {
        for text in [
            "VL_SHIFTL_III(32,32,32,a,b)",
            "VL_SHIFTL_III(32,32,32,a,0x20U)",
            "VL_SHIFTL_WWI(96,96,32,a,b,1U)",
        ] {
            assert_eq!(spelled(text), text);
        }
    }

    #[test]
    fn halves_of_a_pair_are_its_parts() {
        let pair = "(((QData)((IData)(a[1U]))<<0x20U)|(QData)((IData)((b&1U))))";
        assert_eq!(spelled(&format!("(IData)({pair})")), "(IData)((b&1U))");
        assert_eq!(
            spelled(&format!("(IData)(({pair}>>0x20U))")),
            "(IData)(a[1U])"
        );
        for other in ["(IData)((c|d))", "(IData)((c>>0x20U))"] {
            assert_eq!(spelled(other), other);
        }
    }
}
