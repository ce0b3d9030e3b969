//! Configurations that a warp accepts or refuses.

use crate::common::data::rows;
use agu_model::config::CONFIG_FIELDS;
use agu_model::{Generation, Warp, WarpConfig};

#[test]
fn each_field_has_its_bounds() {
    for row in rows("config.tsv") {
        let generation = row.one_of("generation", &[Generation::Maxwell, Generation::Fermi]);
        let mut config = WarpConfig::new(generation);
        assert_eq!(config.validate(), Ok(()));
        let (name, value) = (row.text("field"), row.number("value"));
        let mut fields = CONFIG_FIELDS.iter();
        match (fields.find(|field| field.name == name), name) {
            (Some(field), _) => (field.set)(&mut config, value),
            (None, "const_size[0]") => config.const_size[0] = row.small("value"),
            (None, "const_size[3]") => config.const_size[3] = row.small("value"),
            (None, "const_size[31]") => config.const_size[31] = row.small("value"),
            _ => panic!("{row}: {name}"),
        }
        let error = Warp::new(config).err().map(|error| error.to_string());
        assert_eq!(error.unwrap_or_default(), row.text("error"), "{row}");
    }
}

#[test]
fn each_generation_has_its_registers_and_defaults() {
    for row in rows("generations.tsv") {
        let name = row.text("name");
        let isa = name.parse().expect("an instruction set");
        let generation = Generation::of_name(isa, name);
        assert_eq!(format!("{generation:?}"), row.text("generation"), "{row}");
        assert_eq!(u64::from(generation.registers()), row.number("registers"));
        let uniform = generation.uniform_registers();
        assert_eq!(u64::from(uniform), row.number("uniform"), "{row}");
        let config = WarpConfig::new(generation);
        assert_eq!(config.global_limit, row.number("limit"), "{row}");
        assert_eq!(config.misaligned_is_error, row.bit("misaligned"), "{row}");
        let common = WarpConfig {
            generation,
            register_count: generation.registers(),
            global_limit: config.global_limit,
            misaligned_is_error: config.misaligned_is_error,
            ..WarpConfig::default()
        };
        assert_eq!(config, common, "{row}");
    }
}
