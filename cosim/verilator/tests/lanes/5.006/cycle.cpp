VL_INLINE_OPT void M___024root___nba_sequent__TOP__0(M___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
    M__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    VL_DEBUG_IF(VL_DBG_MSGF("+    M___024root___nba_sequent__TOP__0\n"); );
    // Body
    if (vlSelf->advance) {
        vlSelf->lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__base_s1 
            = vlSelf->base[9U];
        vlSelf->lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__base_s1 
            = vlSelf->base[8U];
        vlSelf->lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__base_s1 
            = vlSelf->base[7U];
        vlSelf->lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__base_s1 
            = vlSelf->base[6U];
        vlSelf->lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__base_s1 
            = vlSelf->base[5U];
        vlSelf->lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__base_s1 
            = vlSelf->base[4U];
        vlSelf->lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__base_s1 
            = vlSelf->base[3U];
        vlSelf->lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__base_s1 
            = vlSelf->base[2U];
        vlSelf->lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__base_s1 
            = vlSelf->base[1U];
        vlSelf->lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__base_s1 
            = vlSelf->base[0U];
        vlSelf->lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x7fffffffffULL & ((QData)((IData)(
                                                          vlSelf->offset[9U])) 
                                          << (IData)(vlSelf->scale))));
        vlSelf->lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x7fffffffffULL & ((QData)((IData)(
                                                          vlSelf->offset[8U])) 
                                          << (IData)(vlSelf->scale))));
        vlSelf->lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x7fffffffffULL & ((QData)((IData)(
                                                          vlSelf->offset[7U])) 
                                          << (IData)(vlSelf->scale))));
        vlSelf->lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x7fffffffffULL & ((QData)((IData)(
                                                          vlSelf->offset[6U])) 
                                          << (IData)(vlSelf->scale))));
        vlSelf->lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x7fffffffffULL & ((QData)((IData)(
                                                          vlSelf->offset[5U])) 
                                          << (IData)(vlSelf->scale))));
        vlSelf->lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x7fffffffffULL & ((QData)((IData)(
                                                          vlSelf->offset[4U])) 
                                          << (IData)(vlSelf->scale))));
        vlSelf->lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x7fffffffffULL & ((QData)((IData)(
                                                          vlSelf->offset[3U])) 
                                          << (IData)(vlSelf->scale))));
        vlSelf->lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x7fffffffffULL & ((QData)((IData)(
                                                          vlSelf->offset[2U])) 
                                          << (IData)(vlSelf->scale))));
        vlSelf->lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x7fffffffffULL & ((QData)((IData)(
                                                          vlSelf->offset[1U])) 
                                          << (IData)(vlSelf->scale))));
        vlSelf->lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x7fffffffffULL & ((QData)((IData)(
                                                          vlSelf->offset[0U])) 
                                          << (IData)(vlSelf->scale))));
        vlSelf->lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__carry_s2 
            = (1U & (IData)((vlSelf->lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__total 
                             >> 0x21U)));
        vlSelf->lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__carry_s2 
            = (1U & (IData)((vlSelf->lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__total 
                             >> 0x21U)));
        vlSelf->lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__carry_s2 
            = (1U & (IData)((vlSelf->lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__total 
                             >> 0x21U)));
        vlSelf->lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__carry_s2 
            = (1U & (IData)((vlSelf->lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__total 
                             >> 0x21U)));
        vlSelf->lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__carry_s2 
            = (1U & (IData)((vlSelf->lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__total 
                             >> 0x21U)));
        vlSelf->lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__carry_s2 
            = (1U & (IData)((vlSelf->lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__total 
                             >> 0x21U)));
        vlSelf->lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__carry_s2 
            = (1U & (IData)((vlSelf->lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__total 
                             >> 0x21U)));
        vlSelf->lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__carry_s2 
            = (1U & (IData)((vlSelf->lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__total 
                             >> 0x21U)));
        vlSelf->lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__carry_s2 
            = (1U & (IData)((vlSelf->lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__total 
                             >> 0x21U)));
        vlSelf->lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__carry_s2 
            = (1U & (IData)((vlSelf->lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__total 
                             >> 0x21U)));
        vlSelf->lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__sum_s2 
            = (IData)((vlSelf->lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__total 
                       >> 1U));
        vlSelf->lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__sum_s2 
            = (IData)((vlSelf->lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__total 
                       >> 1U));
        vlSelf->lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__sum_s2 
            = (IData)((vlSelf->lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__total 
                       >> 1U));
        vlSelf->lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__sum_s2 
            = (IData)((vlSelf->lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__total 
                       >> 1U));
        vlSelf->lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__sum_s2 
            = (IData)((vlSelf->lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__total 
                       >> 1U));
        vlSelf->lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__sum_s2 
            = (IData)((vlSelf->lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__total 
                       >> 1U));
        vlSelf->lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__sum_s2 
            = (IData)((vlSelf->lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__total 
                       >> 1U));
        vlSelf->lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__sum_s2 
            = (IData)((vlSelf->lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__total 
                       >> 1U));
        vlSelf->lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__sum_s2 
            = (IData)((vlSelf->lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__total 
                       >> 1U));
        vlSelf->lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__sum_s2 
            = (IData)((vlSelf->lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__total 
                       >> 1U));
    }
    vlSelf->lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__total 
        = (0x3ffffffffULL & (((QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__base_s1)) 
                              << 1U) + (((QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__addend_s1)) 
                                         << 1U) | (QData)((IData)(
                                                                  (1U 
                                                                   & (vlSelf->carry_in 
                                                                      >> 9U)))))));
    vlSelf->lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__total 
        = (0x3ffffffffULL & (((QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__base_s1)) 
                              << 1U) + (((QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__addend_s1)) 
                                         << 1U) | (QData)((IData)(
                                                                  (1U 
                                                                   & (vlSelf->carry_in 
                                                                      >> 8U)))))));
    vlSelf->lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__total 
        = (0x3ffffffffULL & (((QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__base_s1)) 
                              << 1U) + (((QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__addend_s1)) 
                                         << 1U) | (QData)((IData)(
                                                                  (1U 
                                                                   & (vlSelf->carry_in 
                                                                      >> 7U)))))));
    vlSelf->lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__total 
        = (0x3ffffffffULL & (((QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__base_s1)) 
                              << 1U) + (((QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__addend_s1)) 
                                         << 1U) | (QData)((IData)(
                                                                  (1U 
                                                                   & (vlSelf->carry_in 
                                                                      >> 6U)))))));
    vlSelf->lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__total 
        = (0x3ffffffffULL & (((QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__base_s1)) 
                              << 1U) + (((QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__addend_s1)) 
                                         << 1U) | (QData)((IData)(
                                                                  (1U 
                                                                   & (vlSelf->carry_in 
                                                                      >> 5U)))))));
    vlSelf->lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__total 
        = (0x3ffffffffULL & (((QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__base_s1)) 
                              << 1U) + (((QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__addend_s1)) 
                                         << 1U) | (QData)((IData)(
                                                                  (1U 
                                                                   & (vlSelf->carry_in 
                                                                      >> 4U)))))));
    vlSelf->lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__total 
        = (0x3ffffffffULL & (((QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__base_s1)) 
                              << 1U) + (((QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__addend_s1)) 
                                         << 1U) | (QData)((IData)(
                                                                  (1U 
                                                                   & (vlSelf->carry_in 
                                                                      >> 3U)))))));
    vlSelf->lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__total 
        = (0x3ffffffffULL & (((QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__base_s1)) 
                              << 1U) + (((QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__addend_s1)) 
                                         << 1U) | (QData)((IData)(
                                                                  (1U 
                                                                   & (vlSelf->carry_in 
                                                                      >> 2U)))))));
    vlSelf->lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__total 
        = (0x3ffffffffULL & (((QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__base_s1)) 
                              << 1U) + (((QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__addend_s1)) 
                                         << 1U) | (QData)((IData)(
                                                                  (1U 
                                                                   & (vlSelf->carry_in 
                                                                      >> 1U)))))));
    vlSelf->lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__total 
        = (0x3ffffffffULL & (((QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__base_s1)) 
                              << 1U) + (((QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__addend_s1)) 
                                         << 1U) | (QData)((IData)(
                                                                  (1U 
                                                                   & vlSelf->carry_in))))));
    vlSelf->sum[0U] = vlSelf->lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__sum_s2;
    vlSelf->sum[1U] = vlSelf->lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__sum_s2;
    vlSelf->sum[2U] = vlSelf->lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__sum_s2;
    vlSelf->sum[3U] = vlSelf->lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__sum_s2;
    vlSelf->sum[4U] = vlSelf->lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__sum_s2;
    vlSelf->sum[5U] = vlSelf->lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__sum_s2;
    vlSelf->sum[6U] = vlSelf->lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__sum_s2;
    vlSelf->sum[7U] = vlSelf->lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__sum_s2;
    vlSelf->sum[8U] = (IData)((((QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__sum_s2)) 
                                << 0x20U) | (QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__sum_s2))));
    vlSelf->sum[9U] = (IData)(((((QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__sum_s2)) 
                                 << 0x20U) | (QData)((IData)(vlSelf->lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__sum_s2))) 
                               >> 0x20U));
    vlSelf->flags = ((((IData)(vlSelf->lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__carry_s2) 
                       << 0x13U) | (0x40000U & ((~ (IData)(
                                                           (0U 
                                                            != vlSelf->lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__sum_s2))) 
                                                << 0x12U))) 
                     | ((((IData)(vlSelf->lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__carry_s2) 
                          << 0x11U) | (0x10000U & (
                                                   (~ (IData)(
                                                              (0U 
                                                               != vlSelf->lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__sum_s2))) 
                                                   << 0x10U))) 
                        | ((((IData)(vlSelf->lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__carry_s2) 
                             << 0xfU) | (0x4000U & 
                                         ((~ (IData)(
                                                     (0U 
                                                      != vlSelf->lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__sum_s2))) 
                                          << 0xeU))) 
                           | ((((IData)(vlSelf->lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__carry_s2) 
                                << 0xdU) | (0x1000U 
                                            & ((~ (IData)(
                                                          (0U 
                                                           != vlSelf->lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__sum_s2))) 
                                               << 0xcU))) 
                              | ((((IData)(vlSelf->lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__carry_s2) 
                                   << 0xbU) | (0x400U 
                                               & ((~ (IData)(
                                                             (0U 
                                                              != vlSelf->lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__sum_s2))) 
                                                  << 0xaU))) 
                                 | ((((IData)(vlSelf->lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__carry_s2) 
                                      << 9U) | (0x100U 
                                                & ((~ (IData)(
                                                              (0U 
                                                               != vlSelf->lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__sum_s2))) 
                                                   << 8U))) 
                                    | ((((IData)(vlSelf->lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__carry_s2) 
                                         << 7U) | (0x40U 
                                                   & ((~ (IData)(
                                                                 (0U 
                                                                  != vlSelf->lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__sum_s2))) 
                                                      << 6U))) 
                                       | ((((IData)(vlSelf->lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__carry_s2) 
                                            << 5U) 
                                           | (0x10U 
                                              & ((~ (IData)(
                                                            (0U 
                                                             != vlSelf->lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__sum_s2))) 
                                                 << 4U))) 
                                          | ((((IData)(vlSelf->lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__carry_s2) 
                                               << 3U) 
                                              | (4U 
                                                 & ((~ (IData)(
                                                               (0U 
                                                                != vlSelf->lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__sum_s2))) 
                                                    << 2U))) 
                                             | (((IData)(vlSelf->lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__carry_s2) 
                                                 << 1U) 
                                                | (1U 
                                                   & (~ (IData)(
                                                                (0U 
                                                                 != vlSelf->lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__sum_s2))))))))))))));
}
