//! Configurations that a warp accepts or refuses.

use crate::common::data::rows;
use agu_model::config::CONFIG_FIELDS;
use agu_model::{RegisterFile, Warp, WarpConfig};

#[test]
fn each_field_has_its_bounds() {
    for row in rows("config.tsv") {
        let file = row.one_of("registers", &[RegisterFile::Maxwell, RegisterFile::Fermi]);
        let mut config = WarpConfig::new(file);
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
