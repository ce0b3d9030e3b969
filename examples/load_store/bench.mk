# The bench of load_store with another global memory: of agu_SIDE.v and memory.sv of the folder.

DATA := 128
SIM := iverilog
BUG := RIGHT
BUILD := build
SOURCES := agu_$(SIDE).v memory.sv $(addprefix ../load_store/, load_store.v bench.v)
OPTIONS := -DDATA=$(DATA) -D$(BUG) -y ../../rtl/verilog

run: $(SIM)
	@grep "passed" $(BUILD)/log || { cat $(BUILD)/log; exit 1; }

iverilog: | $(BUILD)
	iverilog -g2012 $(OPTIONS) -o $(BUILD)/bench.vvp $(SOURCES)
	vvp -n $(BUILD)/bench.vvp >$(BUILD)/log

verilator: | $(BUILD)
	verilator --binary --top bench --Mdir $(BUILD) -o bench $(OPTIONS) $(SOURCES)
	$(BUILD)/bench >$(BUILD)/log

$(BUILD):
	mkdir -p $@

.PHONY: run iverilog verilator
