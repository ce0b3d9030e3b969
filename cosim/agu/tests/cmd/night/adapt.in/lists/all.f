+incdir+rtl/more
rtl/parts.v
