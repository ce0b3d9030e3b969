s/assign cc = cc_s6;/assign cc = 4'd0;/
