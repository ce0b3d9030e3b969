package p; endpackage
