//! Statements that become loops, and those that must not.

use super::family::Family;
use super::template::canonical;
use super::{roll, tokens};
use std::fmt::Write;

/// What becomes of a function with these statements; `LANE(7)x` is the member of a lane.
fn rolled(statements: impl IntoIterator<Item = String>) -> String {
    let lanes = |text: &str| {
        text.replace("LANE(", "vlSelf->u__BRA__")
            .replace(")_", "__KET___")
    };
    let mut header = "VL_INW(in,1023,0,32);\n".to_string();
    for name in ["a", "b"] {
        for lane in 0..32 {
            writeln!(header, "IData/*31:0*/ u__BRA__{lane}__KET___{name};").unwrap();
        }
    }
    let body: String = statements.into_iter().map(|s| lanes(&s) + "\n").collect();
    let source = format!("void M___nba_sequent__TOP__0(M* vlSelf) {{\n{body}}}\n");
    let (header, sources) = roll(&header, &[source]);
    assert!(
        header.contains("alignas(64) IData u__ALL___a[32];"),
        "{header}"
    );
    sources[0]
        .replace("vlSelf -> ", "")
        .replace("u__ALL___", "")
}

fn loops(text: &str) -> Vec<&str> {
    text.lines()
        .filter(|line| line.starts_with("for"))
        .collect()
}

#[test]
fn interleaved_statements_become_one_loop_each() {
    let text = rolled((0..32).rev().flat_map(|l| {
        [
            format!("LANE({l})_a = vlSelf->in[{l:#x}U] >> {l:#x}U;"),
            format!("LANE({l})_b = {:#x}U & vlSelf->m;", 1u32 << l),
        ]
    }));
    assert_eq!(
        loops(&text),
        [
            "for (int lane = 0; lane < 32; ++lane) { a [ lane ] = in [ lane ] >> ((lane) & 31) ; }",
            "for (int lane = 0; lane < 32; ++lane) { b [ lane ] = ((IData)1U << ((lane) & 31)) & m ; }",
        ]
    );
    assert!(!text.contains("31U"), "{text}");
}

#[test]
fn dependent_statements_stay() {
    let shift = (0..31).map(|l| format!("LANE({l})_a = LANE({})_a;", l + 1));
    assert!(loops(&rolled(shift)).is_empty());
    let scan = (0..32).map(|l| format!("vlSelf->m = vlSelf->m | LANE({l})_a;"));
    assert!(loops(&rolled(scan)).is_empty());
}

#[test]
fn nothing_moves_past_what_it_depends_on() {
    // `m` changes between the lanes: neither half can join the other.
    let halves = (0..32).map(|l| {
        let change = if l == 16 {
            "vlSelf->m = vlSelf->n;"
        } else {
            ""
        };
        format!("{change}LANE({l})_a = vlSelf->m;")
    });
    assert!(loops(&rolled(halves)).is_empty());
    // An assignment of something else does no harm, a call may.
    let other = |what: &'static str| {
        (0..32).map(move |l| {
            format!(
                "{}LANE({l})_a = vlSelf->m;",
                if l == 16 { what } else { "" }
            )
        })
    };
    assert_eq!(loops(&rolled(other("vlSelf->n = vlSelf->m;"))).len(), 1);
    assert!(loops(&rolled(other("f(vlSelf);"))).is_empty());
    assert!(loops(&rolled(other("vlSelf->in[vlSelf->m] = LANE(3)_a;"))).is_empty());
}

#[test]
fn odd_lanes_are_blended_in() {
    let text = rolled((0..32).map(|l| match l {
        0 => "LANE(0)_a = 7U;".into(),
        _ => format!("LANE({l})_a = (vlSelf->m >> {l:#x}U);"),
    }));
    assert_eq!(
        loops(&text),
        [
            "for (int lane = 0; lane < 32; ++lane) { a [ lane ] = (IData)(( m >> ((lane) & 31) )) & \
         -(IData)((0xfffffffeU >> lane) & 1U) | (IData)(rolled_1) & -(IData)((0x1U >> lane) & 1U); }"
        ]
    );
    assert!(text.contains("const IData rolled_1 = 7U;"), "{text}");
}

#[test]
fn chains_become_reductions() {
    let chain = (0..32).rev().fold(String::new(), |chain, l| match l {
        0 => format!("{chain}(IData)(LANE(0)_a){}", ")".repeat(31)),
        _ => format!("{chain}(((IData)(LANE({l})_a) << {l:#x}U) | "),
    });
    let text = rolled([format!("vlSelf->m = {chain};")]);
    assert_eq!(loops(&text).len(), 1);
    assert!(text.contains("m = ( rolled_1 ) ; }"), "{text}");
}

#[test]
fn families_and_canonical_forms() {
    let family =
        |f: fn(u64) -> u64| Family::of(&(0..9).map(|l| (l as usize, f(l))).collect::<Vec<_>>());
    assert_eq!(family(|_| 5).0, Family::Constant(5));
    assert_eq!(family(|l| 40 - 2 * l).0, Family::Affine(-2, 40));
    assert_eq!(family(|l| 4 << l).0, Family::Power(1, 2));
    assert_eq!(family(|l| (2 << l) - 1).0, Family::Below(1));
    assert_eq!(
        family(|l| if l == 3 { 0 } else { l })
            .1
            .into_iter()
            .collect::<Vec<_>>(),
        [3]
    );
    for (a, b) in [
        ("(1U & (m >> 0U))", "(1U & m)"),
        ("((1U & m))", "(1U & (m))"),
    ] {
        assert_eq!(canonical(&tokens(a)), canonical(&tokens(b)));
    }
    assert_ne!(
        canonical(&tokens("(1U & (m >> 3U))")),
        canonical(&tokens("(m >> 3U)"))
    );
}

#[test]
fn what_an_odd_lane_writes_is_not_read_before() {
    // All lanes read lane 3, which is written otherwise.
    let text = rolled((0..32).map(|lane| match lane {
        3 => "LANE(3)_a = vlSelf->m;".to_string(),
        _ => format!("LANE({lane})_a = LANE(3)_a ^ vlSelf->in[{lane:#x}U];"),
    }));
    assert!(!text.contains("rolled_"), "{text}");
}

#[test]
fn numbers_that_fit_no_family_make_no_loop() {
    let text = rolled((0..32).map(|lane| {
        let odd = (lane * lane * 2654435761_u64) & 0xffff;
        format!("LANE({lane})_a = vlSelf->m ^ {odd:#x}U;")
    }));
    assert!(loops(&text).is_empty(), "{text}");
}
