//! Whole functions: what becomes a loop, and above all what does not.

use super::{Rolled, roll};
use std::fmt::Write;

/// What becomes of a function with these statements; `LANE(7)_x` is the member of a lane.
fn rolled(statements: impl IntoIterator<Item = String>) -> String {
    let lanes = |text: &str| {
        text.replace("LANE(", "vlSelf->u__BRA__")
            .replace(")_", "__KET___")
    };
    let mut header = "VL_INW(in,1023,0,32);\nIData/*31:0*/ m;\n".to_string();
    for name in ["a", "b"] {
        for lane in 0..32 {
            writeln!(header, "IData/*31:0*/ u__BRA__{lane}__KET___{name};").unwrap();
        }
    }
    let body: String = statements.into_iter().map(|s| lanes(&s) + "\n").collect();
    let source = format!("void M___nba_sequent__TOP__0(M* vlSelf) {{\n{body}}}\n");
    let Rolled {
        header, sources, ..
    } = roll(&header, &[source]);
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

/// How many loops come of a statement for each lane.
fn loops_of(statement: impl Fn(usize) -> String) -> usize {
    loops(&rolled((0..32).map(statement))).len()
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
fn a_lane_that_reads_what_another_writes_is_not_joined() {
    assert_eq!(
        loops_of(|l| format!("LANE({l})_a = LANE({})_a;", (l + 1) % 32)),
        0
    );
    assert_eq!(
        loops_of(|l| format!("LANE({l})_a = LANE({})_a;", l.max(1) - 1)),
        0
    );
    // Only one of them: lane 3 reads what lane 4 writes.
    let one = |l| {
        let read = if l == 3 { 4 } else { l };
        format!("LANE({l})_a = (vlSelf->m + LANE({read})_a);")
    };
    assert_eq!(loops_of(one), 0);
    assert_eq!(
        loops_of(|l| format!("vlSelf->m = vlSelf->m | LANE({l})_a;")),
        0
    );
}

#[test]
fn nothing_moves_past_what_it_conflicts_with() {
    let between = |what: &'static str| {
        loops_of(move |l| {
            format!(
                "{}LANE({l})_a = vlSelf->m;",
                if l == 16 { what } else { "" }
            )
        })
    };
    assert_eq!(between("vlSelf->n = vlSelf->m;"), 1);
    assert_eq!(between("vlSelf->n = LANE(17)_b;"), 1);
    assert_eq!(between("vlSelf->m = vlSelf->n;"), 0);
    // Lane 3 would have to be moved down, lane 20 up.
    assert_eq!(between("vlSelf->n = LANE(3)_a + LANE(20)_a;"), 0);
    assert_eq!(between("f(vlSelf);"), 0);
    assert_eq!(between("vlSelf->in[vlSelf->m] = vlSelf->n;"), 0);
    assert_eq!(between("vlSelf->n = vlSelf->k / vlSelf->j;"), 0);
}

#[test]
fn what_is_not_understood_stays() {
    for value in [
        "f(LANE(3)_b)",
        "(LANE(3)_b / vlSelf->m)",
        "(LANE(3)_b % vlSelf->m)",
        "(int)(LANE(3)_b)",
        "static_cast<IData>(LANE(3)_b)",
        "vlSelf->m++",
        "(vlSelf->m = LANE(3)_b)",
        "*(&vlSelf->m)",
        "vlSymsp->x",
    ] {
        let statement = |l| format!("LANE({l})_a = {};", value.replace('3', &format!("{l}")));
        assert_eq!(loops_of(statement), 0, "{value}");
    }
}

#[test]
fn other_ways_to_write_the_same_are_joined() {
    let text = rolled((0..32).map(|l| match l {
        0 => "LANE(0)_a = (1U & vlSelf->m);".into(),
        31 => "LANE(31)_a = (vlSelf->m >> 0x1fU);".into(),
        _ => format!("LANE({l})_a = (1U & (vlSelf->m >> {l:#x}U));"),
    }));
    assert!(text.contains("lane = 0; lane < 32"), "{text}");
}

#[test]
fn odd_lanes_at_the_ends_stay() {
    let text = rolled((0..32).map(|l| match l {
        0 => "LANE(0)_a = 7U;".into(),
        _ => format!("LANE({l})_a = (LANE(0)_b >> {l:#x}U);"),
    }));
    assert!(text.contains("a [ 0U ] = 7U ;"), "{text}");
    assert!(text.contains("lane = 1; lane < 32"), "{text}");
}

#[test]
fn a_lane_of_another_constant_keeps_it() {
    let of = |odd: usize| {
        rolled((0..32).map(|l| {
            let number = if l == odd { 99 } else { 3 * l };
            format!("LANE({l})_a = (vlSelf->m + {number:#x}U);")
        }))
    };
    let text = of(31);
    assert!(text.contains("a [ 31U ] = ( m + 0x63U ) ;"), "{text}");
    assert!(text.contains("lane = 0; lane < 31"), "{text}");
    assert!(loops(&of(15)).is_empty());
    // The first lane gives the shape, but not its constant.
    let text = rolled((0..32).map(|l| {
        let number = if l == 0 { 99 } else { 5 };
        format!("LANE({l})_a = (LANE({l})_b + {number}U);")
    }));
    assert!(text.contains("b [ lane ] + 5U"), "{text}");
    assert!(text.contains("a [ 0U ] = ( b [ 0U ] + 99U ) ;"), "{text}");
    assert_eq!(loops_of(|l| format!("LANE({l})_a = {}U;", l * l * l)), 0);
}

#[test]
fn chains_become_reductions() {
    let chain = |term: fn(usize) -> String| {
        let chain = (1..32).rev().map(|l| format!("({} | ", term(l)));
        let chain: String = chain.collect::<String>() + &term(0) + &")".repeat(31);
        rolled([format!("vlSelf->m = {chain};")])
    };
    let text = chain(|l| match l {
        0 => "(IData)(LANE(0)_a)".to_string(),
        _ => format!("((IData)(LANE({l})_a) << {l:#x}U)"),
    });
    assert_eq!(loops(&text).len(), 1);
    assert!(text.contains("m = ( rolled_1 ) ; }"), "{text}");
    // An index or shift that a condition around it may guard; a call.
    assert!(loops(&chain(|l| format!("vlSelf->in[LANE({l})_a]"))).is_empty());
    assert!(loops(&chain(|l| format!("(LANE({l})_a >> vlSelf->m)"))).is_empty());
    assert!(loops(&chain(|l| format!("f(LANE({l})_a)"))).is_empty());
}

#[test]
fn other_functions_and_mixed_members_stay() {
    let mut header = String::new();
    let mut body = String::new();
    for lane in 0..32 {
        let kind = if lane < 16 { "CData" } else { "SData" };
        writeln!(header, "{kind} u__BRA__{lane}__KET__mixed;").unwrap();
        writeln!(header, "CData u__BRA__{lane}__KET__named;").unwrap();
        writeln!(header, "CData u__BRA__{lane}__KET__x;").unwrap();
        writeln!(body, "vlSelf->u__BRA__{lane}__KET__x = 0;").unwrap();
    }
    let body = format!("void M___reset(M* vlSelf) {{\n{body}self.u__BRA__3__KET__named = 0;\n}}\n");
    let Rolled {
        header, sources, ..
    } = roll(&header, &[body]);
    assert!(header.contains("u__BRA__3__KET__mixed") && header.contains("u__BRA__3__KET__named"));
    assert!(header.contains("CData u__ALL__x[32];"), "{header}");
    assert!(
        sources[0].contains("vlSelf->u__ALL__x[3U] = 0;"),
        "{}",
        sources[0]
    );
    assert!(loops(&sources[0]).is_empty());
}

#[test]
fn what_a_newer_verilator_writes_is_rolled_up_too() {
    let newer = |text: String| {
        let statements = rolled((0..32).map(|l| {
            let member = format!("vlSelfRef.u__BRA__{l}__KET___");
            text.replace("LANE_", &member)
                .replace("NUMBER", &format!("{l:#010x}U"))
        }));
        loops(&statements).len()
    };
    let shift = "LANE_a = VL_SHIFTL_III(32,32,32, LANE_b, 0x00000003U);";
    assert_eq!(newer(shift.to_owned()), 1);
    assert_eq!(newer("LANE_a = vlSelfRef.in[NUMBER];".to_owned()), 1);
    // By what is not constant it is a call still.
    let call = "LANE_a = VL_SHIFTL_III(32,32,32, LANE_b, vlSelfRef.m);";
    assert_eq!(newer(call.to_owned()), 0);
}
