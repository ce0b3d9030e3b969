//! Programs on a warp: all state that they change, against `programs.toml`, which is worked out by
//! hand; and illegal statements that no program has.

use crate::common::data::{list, number, path, read};
use crate::common::programs::{ACCESS, with_guard};
use agu_model::{Fault, Generation, Machine, Meaning, Program, Statement, Warp, WarpConfig};
use agu_model::{Names, parse_init_for};
use isa::Isa;
use isa::control::SpaceCode;
use isa::instruction::{
    Access, AccessForm, AccessSize, Guard, Lea, LeaPart, Move, Operation, PT, RZ, Source, Steering,
};
use std::collections::{BTreeMap, BTreeSet};
use toml::de::DeTable;

/// Values by their names, as `programs.toml` spells them.
type State = BTreeMap<String, String>;

fn shown(values: impl IntoIterator<Item = u64>) -> String {
    format!("{:x?}", Vec::from_iter(values))
}

/// State of a warp that a program can change, and its masks.
fn state(warp: &Warp) -> State {
    let mut state = State::new();
    let mut set = |name: String, values: Vec<u64>| state.insert(name, shown(values));
    for register in 0..RZ {
        let lanes = warp.register(register).map(u64::from);
        set(format!("R{register}"), lanes.into());
    }
    for predicate in 0..PT {
        set(
            format!("P{predicate}"),
            vec![warp.predicate(predicate).into()],
        );
    }
    for register in 0..RZ {
        let value = warp.uniform_register(register);
        set(format!("UR{register}"), vec![value.into()]);
    }
    for predicate in 0..PT {
        let value = warp.uniform_predicate(predicate);
        set(format!("UP{predicate}"), vec![value.into()]);
    }
    let masks = [
        ("active", warp.active_mask),
        ("helper", warp.helper_mask),
        ("EM", warp.visa.execution_mask),
    ];
    for (name, mask) in warp.cc.flags().into_iter().chain(masks) {
        set(name.to_owned(), vec![mask.into()]);
    }
    for (number, _) in warp.visa.address_variables() {
        let elements = warp.visa.address_variable(number).map(u64::from);
        set(format!("A{number}"), elements.into());
    }
    for index in 0..=u8::MAX {
        for (name, space) in [
            ("generic", SpaceCode::Global),
            ("shared", SpaceCode::Shared),
        ] {
            let flag = warp.locks.flag(space as u8, index);
            set(format!("lock {name} {index}"), vec![flag.into()]);
        }
    }
    let memory = &warp.memory;
    let local = (0..)
        .zip(&memory.local)
        .map(|(lane, bytes)| (format!("local.{lane}"), bytes));
    let spaces = [("global", &memory.global), ("shared", &memory.shared)]
        .map(|(name, bytes)| (name.to_owned(), bytes));
    for (name, bytes) in local.chain(spaces) {
        for (address, byte) in bytes.stored() {
            set(format!("{name} {address:#x}"), vec![byte.into()]);
        }
    }
    state
}

/// Takes a line of an expectation. It is a list of lanes or elements, bytes from an address on, a
/// fault of some lanes of a step, or names.
fn expect(state: &mut State, name: &str, value: &str) -> Option<()> {
    let kind = name.split(' ').next()?;
    if kind == "fault" {
        let mut parts = name.split(' ').skip(1);
        let step = parts.next()?;
        let Some(lanes) = parts.next() else {
            state.insert(format!("fault {step}"), value.to_owned());
            return Some(());
        };
        let (first, last) = lanes.split_once('-').unwrap_or((lanes, lanes));
        for lane in number(first)?..=number(last)? {
            state.insert(format!("fault {step} {lane}"), value.to_owned());
        }
    } else if kind == "global" || kind == "shared" || kind.starts_with("local.") {
        let first = number(name.split(' ').nth(1)?)?;
        for (address, byte) in (first..).zip(list(value)?) {
            state.insert(format!("{kind} {address:#x}"), shown([byte]));
        }
    } else if kind == "names" {
        state.insert(name.to_owned(), value.to_owned());
    } else {
        let mut values = list(value)?;
        if kind.starts_with(['R', 'A']) {
            let fill = if values.len() == 1 { values[0] } else { 0 };
            values.resize(32, fill);
        }
        state.insert(name.to_owned(), shown(values));
    }
    Some(())
}

fn names(names: Names) -> String {
    let registers = names.registers.iter().map(|it| format!("R{it}"));
    let predicates = names.predicates.iter().map(|it| format!("P{it}"));
    let uniform = names.uniform.iter().map(|it| format!("UR{it}"));
    let uniform_predicates = names.uniform_predicates.iter();
    let uniform_predicates = uniform_predicates.map(|it| format!("UP{it}"));
    let address = names.address.iter().map(|it| format!("A{it}"));
    let uniform = uniform.chain(uniform_predicates);
    let all = registers.chain(predicates).chain(uniform).chain(address);
    Vec::from_iter(all).join(" ")
}

/// State before and after a program; without a program, before and after an init file.
fn run(isa: Isa, name: &str, init: &str, text: &str) -> (State, State) {
    let generation = Generation::of_name(isa, name);
    let init = parse_init_for(init, generation).expect("an init file");
    let mut warp = init.warp().expect("a warp");
    let program = Program::parse_with(isa, text, &mut warp.visa).expect("a program");
    let mut before = state(&warp);
    let mut named = names(program.names());
    if program.statements.is_empty() {
        before = state(&Warp::new(WarpConfig::default()).expect("a warp"));
        named = names(init.names());
    }
    let all = vec![u64::from(u32::MAX); program.statements.len()];
    let mut machine = Machine::new(warp, program);
    let steps: Vec<u64> = std::iter::from_fn(|| machine.step())
        .map(|step| step.execute().into())
        .collect();
    let mut after = state(&machine.warp);
    after.insert("execute".to_owned(), shown(steps));
    after.insert("names".to_owned(), named.clone());
    // These hold unless an expectation has others.
    before.insert("execute".to_owned(), shown(all));
    before.insert("names".to_owned(), named);
    for record in machine.faults() {
        let (step, fault) = (record.instruction, record.fault);
        let space = fault.space.map_or("-".to_owned(), |it| format!("{it:?}"));
        let (name, value) = match (fault.lane, fault.ea) {
            (Some(lane), Some(ea)) => (
                format!("fault {step} {lane}"),
                format!("{:?} {ea:#x} {space} {}", fault.kind, fault.size),
            ),
            _ => (format!("fault {step}"), format!("{:?}", fault.kind)),
        };
        after.insert(name, value);
    }
    (before, after)
}

#[test]
fn programs_change_what_they_say() {
    let text = read("programs.toml");
    let document = DeTable::parse(&text).expect("TOML");
    let programs = document.get_ref().get("program").expect("programs");
    let programs = programs.get_ref().as_array().expect("an array");
    assert!(!programs.is_empty());
    let mut wrong = Vec::new();
    for program in programs.iter() {
        let line = text[..program.span().start].matches('\n').count() + 1;
        let place = format!("{}:{line}", path("programs.toml").display());
        let program = program.get_ref().as_table().expect("a table");
        let known = ["about", "isa", "init", "text", "after"];
        for key in program.keys() {
            assert!(known.contains(&&**key.get_ref()), "{place}: {key:?}");
        }
        let member = |key: &str| {
            let value = program.get(key).and_then(|value| value.get_ref().as_str());
            value.unwrap_or_default()
        };
        let isa = match member("isa") {
            "" => Isa::Maxwell,
            isa => isa.parse().expect("an instruction set"),
        };
        let (before, after) = run(isa, member("isa"), member("init"), member("text"));
        let mut expected = before;
        for line in member("after").lines() {
            let parsed = line.split_once(" = ");
            let parsed = parsed.and_then(|(name, value)| expect(&mut expected, name, value));
            parsed.unwrap_or_else(|| panic!("{place}: {line}"));
        }
        let names: BTreeSet<&String> = after.keys().chain(expected.keys()).collect();
        for name in names {
            let (got, expected) = (after.get(name), expected.get(name));
            if got != expected {
                wrong.push(format!(
                    "{place}: {name}: got {got:?}, expected {expected:?}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `LEA R1, RZ, RZ`
const LEA: Lea = Lea {
    part: LeaPart::Lo,
    rd: 1,
    cc: false,
    plg: PT,
    ra: RZ,
    negate: false,
    sb: Source::Register(RZ),
    rc: RZ,
    scale: 0,
    extended: false,
};

/// `MOV R9, R3`
const MOV: Move = Move {
    rd: 9,
    source: Source::Register(3),
    wide: false,
    lane_mask: 15,
    sync: false,
};

const NO_BANK: Source = Source::Constant {
    bank: 32,
    offset: 0,
};

#[test]
fn illegal_statements_fault_whatever_the_masks_say() {
    let leas: [fn(&mut Lea); 6] = [
        |it| (it.cc, it.plg) = (true, 0),
        |it| it.rc = 0,
        |it| (it.part, it.sb) = (LeaPart::Hi, Source::Immediate(0)),
        |it| it.scale = 32,
        |it| it.plg = 8,
        |it| it.sb = NO_BANK,
    ];
    let moves: [fn(&mut Move); 3] = [
        |it| it.lane_mask = 16,
        |it| it.source = NO_BANK,
        |it| it.wide = true,
    ];
    let odd = Access {
        size: AccessSize::B64,
        data: 3,
        ..ACCESS
    };
    let mut illegal = vec![Operation::Access(odd)];
    for change in leas {
        let mut lea = LEA;
        change(&mut lea);
        illegal.push(Operation::Lea(lea));
    }
    for change in moves {
        let mut mov = MOV;
        change(&mut mov);
        illegal.push(Operation::Move(mov));
    }
    let mut statements = vec![Statement {
        line: 1,
        meaning: Meaning::Illegal,
    }];
    for (operation, inverted) in illegal.into_iter().flat_map(|it| [(it, false), (it, true)]) {
        let predicate = PT;
        let guard = Guard {
            predicate,
            inverted,
        };
        statements.push(with_guard(operation, guard));
    }
    let no_guard = Guard {
        predicate: 8,
        inverted: false,
    };
    for legal in [
        Operation::Lea(LEA),
        Operation::Move(MOV),
        Operation::Access(ACCESS),
    ] {
        statements.push(with_guard(legal, no_guard));
    }

    for active_mask in [0, u32::MAX] {
        let mut warp = Warp::new(WarpConfig::default()).expect("a warp");
        for register in 0..RZ {
            warp.write_register(register, &[7; 32], u32::MAX);
        }
        warp.active_mask = active_mask;
        let before = warp.clone();
        let program = Program {
            statements: statements.clone(),
        };
        let mut machine = Machine::new(warp, program);
        machine.run();
        assert_eq!(machine.warp, before);
        let faults = machine.faults().iter();
        let faults: Vec<_> = faults.map(|it| (it.instruction, it.fault)).collect();
        let expected = (0..statements.len()).map(|number| (number, Fault::ILLEGAL_INSTRUCTION));
        assert_eq!(faults, Vec::from_iter(expected));
    }
}

/// No text and no word of LDSLK has a Plg.
#[test]
fn a_plg_that_does_not_count_is_not_named() {
    let access = Access {
        form: AccessForm::Ldslk,
        data: 30,
        address: 31,
        lock: 5,
        steering: Steering::Predicate(4),
        ..ACCESS
    };
    let statements = vec![with_guard(Operation::Access(access), Guard::ALWAYS)];
    assert_eq!(names(Program { statements }.names()), "R30 R31 P5");
}

#[test]
fn rz_and_pt_keep_nothing() {
    let mut warp = Warp::new(WarpConfig::default()).expect("a warp");
    let before = warp.clone();
    warp.write_register(RZ, &[5; 32], u32::MAX);
    warp.write_predicate(PT, 0, u32::MAX);
    assert_eq!(warp, before);
    assert_eq!((warp.register(RZ), warp.predicate(PT)), ([0; 32], u32::MAX));
}
