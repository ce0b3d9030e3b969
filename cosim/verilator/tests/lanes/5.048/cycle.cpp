void M___024root___nba_sequent__TOP__0(M___024root* vlSelf) {
    VL_DEBUG_IF(VL_DBG_MSGF("+    M___024root___nba_sequent__TOP__0\n"); );
    M__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    auto& vlSelfRef = std::ref(*vlSelf).get();
    // Body
    if (vlSelfRef.advance) {
        vlSelfRef.lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__base_s1 
            = vlSelfRef.base[0U];
        vlSelfRef.lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__base_s1 
            = vlSelfRef.base[1U];
        vlSelfRef.lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__base_s1 
            = vlSelfRef.base[2U];
        vlSelfRef.lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__base_s1 
            = vlSelfRef.base[3U];
        vlSelfRef.lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__base_s1 
            = vlSelfRef.base[4U];
        vlSelfRef.lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__base_s1 
            = vlSelfRef.base[5U];
        vlSelfRef.lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__base_s1 
            = vlSelfRef.base[6U];
        vlSelfRef.lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__base_s1 
            = vlSelfRef.base[7U];
        vlSelfRef.lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__base_s1 
            = vlSelfRef.base[8U];
        vlSelfRef.lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__base_s1 
            = vlSelfRef.base[9U];
        vlSelfRef.lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x0000007fffffffffULL & ((QData)((IData)(vlSelfRef.offset[0U])) 
                                                << (IData)(vlSelfRef.scale))));
        vlSelfRef.lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x0000007fffffffffULL & ((QData)((IData)(vlSelfRef.offset[1U])) 
                                                << (IData)(vlSelfRef.scale))));
        vlSelfRef.lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x0000007fffffffffULL & ((QData)((IData)(vlSelfRef.offset[2U])) 
                                                << (IData)(vlSelfRef.scale))));
        vlSelfRef.lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x0000007fffffffffULL & ((QData)((IData)(vlSelfRef.offset[3U])) 
                                                << (IData)(vlSelfRef.scale))));
        vlSelfRef.lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x0000007fffffffffULL & ((QData)((IData)(vlSelfRef.offset[4U])) 
                                                << (IData)(vlSelfRef.scale))));
        vlSelfRef.lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x0000007fffffffffULL & ((QData)((IData)(vlSelfRef.offset[5U])) 
                                                << (IData)(vlSelfRef.scale))));
        vlSelfRef.lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x0000007fffffffffULL & ((QData)((IData)(vlSelfRef.offset[6U])) 
                                                << (IData)(vlSelfRef.scale))));
        vlSelfRef.lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x0000007fffffffffULL & ((QData)((IData)(vlSelfRef.offset[7U])) 
                                                << (IData)(vlSelfRef.scale))));
        vlSelfRef.lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x0000007fffffffffULL & ((QData)((IData)(vlSelfRef.offset[8U])) 
                                                << (IData)(vlSelfRef.scale))));
        vlSelfRef.lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x0000007fffffffffULL & ((QData)((IData)(vlSelfRef.offset[9U])) 
                                                << (IData)(vlSelfRef.scale))));
        vlSelfRef.lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__carry_s2 
            = (1U & (IData)((vlSelfRef.lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__total 
                             >> 0x21U)));
        vlSelfRef.lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__carry_s2 
            = (1U & (IData)((vlSelfRef.lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__total 
                             >> 0x21U)));
        vlSelfRef.lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__carry_s2 
            = (1U & (IData)((vlSelfRef.lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__total 
                             >> 0x21U)));
        vlSelfRef.lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__carry_s2 
            = (1U & (IData)((vlSelfRef.lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__total 
                             >> 0x21U)));
        vlSelfRef.lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__carry_s2 
            = (1U & (IData)((vlSelfRef.lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__total 
                             >> 0x21U)));
        vlSelfRef.lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__carry_s2 
            = (1U & (IData)((vlSelfRef.lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__total 
                             >> 0x21U)));
        vlSelfRef.lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__carry_s2 
            = (1U & (IData)((vlSelfRef.lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__total 
                             >> 0x21U)));
        vlSelfRef.lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__carry_s2 
            = (1U & (IData)((vlSelfRef.lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__total 
                             >> 0x21U)));
        vlSelfRef.lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__carry_s2 
            = (1U & (IData)((vlSelfRef.lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__total 
                             >> 0x21U)));
        vlSelfRef.lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__carry_s2 
            = (1U & (IData)((vlSelfRef.lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__total 
                             >> 0x21U)));
        vlSelfRef.lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__sum_s2 
            = (IData)((vlSelfRef.lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__total 
                       >> 1U));
        vlSelfRef.lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__sum_s2 
            = (IData)((vlSelfRef.lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__total 
                       >> 1U));
        vlSelfRef.lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__sum_s2 
            = (IData)((vlSelfRef.lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__total 
                       >> 1U));
        vlSelfRef.lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__sum_s2 
            = (IData)((vlSelfRef.lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__total 
                       >> 1U));
        vlSelfRef.lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__sum_s2 
            = (IData)((vlSelfRef.lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__total 
                       >> 1U));
        vlSelfRef.lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__sum_s2 
            = (IData)((vlSelfRef.lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__total 
                       >> 1U));
        vlSelfRef.lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__sum_s2 
            = (IData)((vlSelfRef.lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__total 
                       >> 1U));
        vlSelfRef.lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__sum_s2 
            = (IData)((vlSelfRef.lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__total 
                       >> 1U));
        vlSelfRef.lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__sum_s2 
            = (IData)((vlSelfRef.lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__total 
                       >> 1U));
        vlSelfRef.lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__sum_s2 
            = (IData)((vlSelfRef.lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__total 
                       >> 1U));
    }
    vlSelfRef.lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__total 
        = (0x00000003ffffffffULL & ((((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__addend_s1)) 
                                      << 1U) | (QData)((IData)(
                                                               (1U 
                                                                & vlSelfRef.carry_in)))) 
                                    + ((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__base_s1)) 
                                       << 1U)));
    vlSelfRef.lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__total 
        = (0x00000003ffffffffULL & ((((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__addend_s1)) 
                                      << 1U) | (QData)((IData)(
                                                               (1U 
                                                                & (vlSelfRef.carry_in 
                                                                   >> 1U))))) 
                                    + ((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__base_s1)) 
                                       << 1U)));
    vlSelfRef.lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__total 
        = (0x00000003ffffffffULL & ((((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__addend_s1)) 
                                      << 1U) | (QData)((IData)(
                                                               (1U 
                                                                & (vlSelfRef.carry_in 
                                                                   >> 2U))))) 
                                    + ((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__base_s1)) 
                                       << 1U)));
    vlSelfRef.lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__total 
        = (0x00000003ffffffffULL & ((((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__addend_s1)) 
                                      << 1U) | (QData)((IData)(
                                                               (1U 
                                                                & (vlSelfRef.carry_in 
                                                                   >> 3U))))) 
                                    + ((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__base_s1)) 
                                       << 1U)));
    vlSelfRef.lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__total 
        = (0x00000003ffffffffULL & ((((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__addend_s1)) 
                                      << 1U) | (QData)((IData)(
                                                               (1U 
                                                                & (vlSelfRef.carry_in 
                                                                   >> 4U))))) 
                                    + ((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__base_s1)) 
                                       << 1U)));
    vlSelfRef.lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__total 
        = (0x00000003ffffffffULL & ((((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__addend_s1)) 
                                      << 1U) | (QData)((IData)(
                                                               (1U 
                                                                & (vlSelfRef.carry_in 
                                                                   >> 5U))))) 
                                    + ((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__base_s1)) 
                                       << 1U)));
    vlSelfRef.lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__total 
        = (0x00000003ffffffffULL & ((((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__addend_s1)) 
                                      << 1U) | (QData)((IData)(
                                                               (1U 
                                                                & (vlSelfRef.carry_in 
                                                                   >> 6U))))) 
                                    + ((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__base_s1)) 
                                       << 1U)));
    vlSelfRef.lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__total 
        = (0x00000003ffffffffULL & ((((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__addend_s1)) 
                                      << 1U) | (QData)((IData)(
                                                               (1U 
                                                                & (vlSelfRef.carry_in 
                                                                   >> 7U))))) 
                                    + ((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__base_s1)) 
                                       << 1U)));
    vlSelfRef.lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__total 
        = (0x00000003ffffffffULL & ((((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__addend_s1)) 
                                      << 1U) | (QData)((IData)(
                                                               (1U 
                                                                & (vlSelfRef.carry_in 
                                                                   >> 8U))))) 
                                    + ((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__base_s1)) 
                                       << 1U)));
    vlSelfRef.lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__total 
        = (0x00000003ffffffffULL & ((((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__addend_s1)) 
                                      << 1U) | (QData)((IData)(
                                                               (1U 
                                                                & (vlSelfRef.carry_in 
                                                                   >> 9U))))) 
                                    + ((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__base_s1)) 
                                       << 1U)));
    vlSelfRef.sum[0U] = vlSelfRef.lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__sum_s2;
    vlSelfRef.sum[1U] = vlSelfRef.lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__sum_s2;
    vlSelfRef.sum[2U] = (IData)((((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__sum_s2)) 
                                  << 0x00000020U) | (QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__sum_s2))));
    vlSelfRef.sum[3U] = (IData)(((((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__sum_s2)) 
                                   << 0x00000020U) 
                                  | (QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__sum_s2))) 
                                 >> 0x00000020U));
    vlSelfRef.sum[4U] = vlSelfRef.lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__sum_s2;
    vlSelfRef.sum[5U] = vlSelfRef.lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__sum_s2;
    vlSelfRef.sum[6U] = (IData)((((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__sum_s2)) 
                                  << 0x00000020U) | (QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__sum_s2))));
    vlSelfRef.sum[7U] = (IData)(((((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__sum_s2)) 
                                   << 0x00000020U) 
                                  | (QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__sum_s2))) 
                                 >> 0x00000020U));
    vlSelfRef.sum[8U] = (IData)((((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__sum_s2)) 
                                  << 0x00000020U) | (QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__sum_s2))));
    vlSelfRef.sum[9U] = (IData)(((((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__sum_s2)) 
                                   << 0x00000020U) 
                                  | (QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__sum_s2))) 
                                 >> 0x00000020U));
    vlSelfRef.flags = (((((((IData)(vlSelfRef.lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__carry_s2) 
                            << 4U) | (((2U & ((~ (0U 
                                                  != vlSelfRef.lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__sum_s2)) 
                                              << 1U)) 
                                       | (IData)(vlSelfRef.lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__carry_s2)) 
                                      << 2U)) | ((2U 
                                                  & ((~ 
                                                      (0U 
                                                       != vlSelfRef.lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__sum_s2)) 
                                                     << 1U)) 
                                                 | (IData)(vlSelfRef.lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__carry_s2))) 
                         << 0x0000000fU) | ((((4U & 
                                               ((~ 
                                                 (0U 
                                                  != vlSelfRef.lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__sum_s2)) 
                                                << 2U)) 
                                              | (((IData)(vlSelfRef.lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__carry_s2) 
                                                  << 1U) 
                                                 | (1U 
                                                    & (~ 
                                                       (0U 
                                                        != vlSelfRef.lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__sum_s2))))) 
                                             << 0x0000000cU) 
                                            | (((IData)(vlSelfRef.lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__carry_s2) 
                                                << 0x0000000bU) 
                                               | (0x00000400U 
                                                  & ((~ 
                                                      (0U 
                                                       != vlSelfRef.lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__sum_s2)) 
                                                     << 0x0000000aU))))) 
                       | ((((((IData)(vlSelfRef.lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__carry_s2) 
                              << 4U) | (((2U & ((~ 
                                                 (0U 
                                                  != vlSelfRef.lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__sum_s2)) 
                                                << 1U)) 
                                         | (IData)(vlSelfRef.lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__carry_s2)) 
                                        << 2U)) | (
                                                   (2U 
                                                    & ((~ 
                                                        (0U 
                                                         != vlSelfRef.lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__sum_s2)) 
                                                       << 1U)) 
                                                   | (IData)(vlSelfRef.lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__carry_s2))) 
                           << 5U) | ((((4U & ((~ (0U 
                                                  != vlSelfRef.lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__sum_s2)) 
                                              << 2U)) 
                                       | (((IData)(vlSelfRef.lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__carry_s2) 
                                           << 1U) | 
                                          (1U & (~ 
                                                 (0U 
                                                  != vlSelfRef.lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__sum_s2))))) 
                                      << 2U) | (((IData)(vlSelfRef.lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__carry_s2) 
                                                 << 1U) 
                                                | (1U 
                                                   & (~ 
                                                      (0U 
                                                       != vlSelfRef.lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__sum_s2)))))));
}
