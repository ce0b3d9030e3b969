//! Configurations that a warp accepts or refuses.

use crate::common::data::rows;
use agu_model::{RegisterFile, Warp, WarpConfig};

#[test]
fn each_field_has_its_bounds() {
    for row in rows("config.tsv") {
        let file = row.one_of("registers", &[RegisterFile::Maxwell, RegisterFile::Fermi]);
        let mut config = WarpConfig::new(file);
        assert_eq!(config.validate(), Ok(()));
        match row.text("field") {
            "shared_base" => config.shared_base = row.number("value"),
            "local_base" => config.local_base = row.number("value"),
            "shared_size" => config.shared_size = row.small("value"),
            "local_size" => config.local_size = row.small("value"),
            "global_limit" => config.global_limit = row.number("value"),
            "const_size[0]" => config.const_size[0] = row.small("value"),
            "const_size[3]" => config.const_size[3] = row.small("value"),
            "const_size[31]" => config.const_size[31] = row.small("value"),
            "register_count" => config.register_count = row.small("value"),
            other => panic!("{row}: {other}"),
        }
        let error = Warp::new(config).err().map(|error| error.to_string());
        assert_eq!(error.unwrap_or_default(), row.text("error"), "{row}");
    }
}
