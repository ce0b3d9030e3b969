VL_INLINE_OPT void M___024root___nba_sequent__TOP__0(M___024root* vlSelf) {
    (void)vlSelf;  // Prevent unused variable warning
    M__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    VL_DEBUG_IF(VL_DBG_MSGF("+    M___024root___nba_sequent__TOP__0\n"); );
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
            = (IData)((0x7fffffffffULL & ((QData)((IData)(
                                                          vlSelfRef.offset[0U])) 
                                          << (IData)(vlSelfRef.scale))));
        vlSelfRef.lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x7fffffffffULL & ((QData)((IData)(
                                                          vlSelfRef.offset[1U])) 
                                          << (IData)(vlSelfRef.scale))));
        vlSelfRef.lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x7fffffffffULL & ((QData)((IData)(
                                                          vlSelfRef.offset[2U])) 
                                          << (IData)(vlSelfRef.scale))));
        vlSelfRef.lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x7fffffffffULL & ((QData)((IData)(
                                                          vlSelfRef.offset[3U])) 
                                          << (IData)(vlSelfRef.scale))));
        vlSelfRef.lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x7fffffffffULL & ((QData)((IData)(
                                                          vlSelfRef.offset[4U])) 
                                          << (IData)(vlSelfRef.scale))));
        vlSelfRef.lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x7fffffffffULL & ((QData)((IData)(
                                                          vlSelfRef.offset[5U])) 
                                          << (IData)(vlSelfRef.scale))));
        vlSelfRef.lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x7fffffffffULL & ((QData)((IData)(
                                                          vlSelfRef.offset[6U])) 
                                          << (IData)(vlSelfRef.scale))));
        vlSelfRef.lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x7fffffffffULL & ((QData)((IData)(
                                                          vlSelfRef.offset[7U])) 
                                          << (IData)(vlSelfRef.scale))));
        vlSelfRef.lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x7fffffffffULL & ((QData)((IData)(
                                                          vlSelfRef.offset[8U])) 
                                          << (IData)(vlSelfRef.scale))));
        vlSelfRef.lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__addend_s1 
            = (IData)((0x7fffffffffULL & ((QData)((IData)(
                                                          vlSelfRef.offset[9U])) 
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
        = (0x3ffffffffULL & (VL_SHIFTL_QQI(34,34,32, (QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__base_s1)), 1U) 
                             + (((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__addend_s1)) 
                                 << 1U) | (QData)((IData)(
                                                          (1U 
                                                           & vlSelfRef.carry_in))))));
    vlSelfRef.lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__total 
        = (0x3ffffffffULL & (VL_SHIFTL_QQI(34,34,32, (QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__base_s1)), 1U) 
                             + (((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__addend_s1)) 
                                 << 1U) | (QData)((IData)(
                                                          (1U 
                                                           & (vlSelfRef.carry_in 
                                                              >> 1U)))))));
    vlSelfRef.lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__total 
        = (0x3ffffffffULL & (VL_SHIFTL_QQI(34,34,32, (QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__base_s1)), 1U) 
                             + (((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__addend_s1)) 
                                 << 1U) | (QData)((IData)(
                                                          (1U 
                                                           & (vlSelfRef.carry_in 
                                                              >> 2U)))))));
    vlSelfRef.lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__total 
        = (0x3ffffffffULL & (VL_SHIFTL_QQI(34,34,32, (QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__base_s1)), 1U) 
                             + (((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__addend_s1)) 
                                 << 1U) | (QData)((IData)(
                                                          (1U 
                                                           & (vlSelfRef.carry_in 
                                                              >> 3U)))))));
    vlSelfRef.lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__total 
        = (0x3ffffffffULL & (VL_SHIFTL_QQI(34,34,32, (QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__base_s1)), 1U) 
                             + (((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__addend_s1)) 
                                 << 1U) | (QData)((IData)(
                                                          (1U 
                                                           & (vlSelfRef.carry_in 
                                                              >> 4U)))))));
    vlSelfRef.lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__total 
        = (0x3ffffffffULL & (VL_SHIFTL_QQI(34,34,32, (QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__base_s1)), 1U) 
                             + (((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__addend_s1)) 
                                 << 1U) | (QData)((IData)(
                                                          (1U 
                                                           & (vlSelfRef.carry_in 
                                                              >> 5U)))))));
    vlSelfRef.lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__total 
        = (0x3ffffffffULL & (VL_SHIFTL_QQI(34,34,32, (QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__base_s1)), 1U) 
                             + (((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__addend_s1)) 
                                 << 1U) | (QData)((IData)(
                                                          (1U 
                                                           & (vlSelfRef.carry_in 
                                                              >> 6U)))))));
    vlSelfRef.lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__total 
        = (0x3ffffffffULL & (VL_SHIFTL_QQI(34,34,32, (QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__base_s1)), 1U) 
                             + (((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__addend_s1)) 
                                 << 1U) | (QData)((IData)(
                                                          (1U 
                                                           & (vlSelfRef.carry_in 
                                                              >> 7U)))))));
    vlSelfRef.lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__total 
        = (0x3ffffffffULL & (VL_SHIFTL_QQI(34,34,32, (QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__base_s1)), 1U) 
                             + (((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__addend_s1)) 
                                 << 1U) | (QData)((IData)(
                                                          (1U 
                                                           & (vlSelfRef.carry_in 
                                                              >> 8U)))))));
    vlSelfRef.lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__total 
        = (0x3ffffffffULL & (VL_SHIFTL_QQI(34,34,32, (QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__base_s1)), 1U) 
                             + (((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__addend_s1)) 
                                 << 1U) | (QData)((IData)(
                                                          (1U 
                                                           & (vlSelfRef.carry_in 
                                                              >> 9U)))))));
    vlSelfRef.sum[0U] = vlSelfRef.lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__sum_s2;
    vlSelfRef.sum[1U] = vlSelfRef.lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__sum_s2;
    vlSelfRef.sum[2U] = (IData)((((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__sum_s2)) 
                                  << 0x20U) | (QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__sum_s2))));
    vlSelfRef.sum[3U] = (IData)(((((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__sum_s2)) 
                                   << 0x20U) | (QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__sum_s2))) 
                                 >> 0x20U));
    vlSelfRef.sum[4U] = vlSelfRef.lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__sum_s2;
    vlSelfRef.sum[5U] = vlSelfRef.lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__sum_s2;
    vlSelfRef.sum[6U] = (IData)((((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__sum_s2)) 
                                  << 0x20U) | (QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__sum_s2))));
    vlSelfRef.sum[7U] = (IData)(((((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__sum_s2)) 
                                   << 0x20U) | (QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__sum_s2))) 
                                 >> 0x20U));
    vlSelfRef.sum[8U] = (IData)((((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__sum_s2)) 
                                  << 0x20U) | (QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__sum_s2))));
    vlSelfRef.sum[9U] = (IData)(((((QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__sum_s2)) 
                                   << 0x20U) | (QData)((IData)(vlSelfRef.lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__sum_s2))) 
                                 >> 0x20U));
    vlSelfRef.flags = ((((((IData)(vlSelfRef.lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__carry_s2) 
                           << 0x13U) | ((0x40000U & 
                                         ((~ (IData)(
                                                     (0U 
                                                      != vlSelfRef.lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__sum_s2))) 
                                          << 0x12U)) 
                                        | ((IData)(vlSelfRef.lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__carry_s2) 
                                           << 0x11U))) 
                         | ((0x10000U & ((~ (IData)(
                                                    (0U 
                                                     != vlSelfRef.lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__sum_s2))) 
                                         << 0x10U)) 
                            | ((IData)(vlSelfRef.lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__carry_s2) 
                               << 0xfU))) | (((0x4000U 
                                               & ((~ (IData)(
                                                             (0U 
                                                              != vlSelfRef.lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__sum_s2))) 
                                                  << 0xeU)) 
                                              | (((IData)(vlSelfRef.lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__carry_s2) 
                                                  << 0xdU) 
                                                 | (0x1000U 
                                                    & ((~ (IData)(
                                                                  (0U 
                                                                   != vlSelfRef.lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__sum_s2))) 
                                                       << 0xcU)))) 
                                             | (((IData)(vlSelfRef.lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__carry_s2) 
                                                 << 0xbU) 
                                                | (0x400U 
                                                   & ((~ (IData)(
                                                                 (0U 
                                                                  != vlSelfRef.lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__sum_s2))) 
                                                      << 0xaU))))) 
                       | (((((IData)(vlSelfRef.lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__carry_s2) 
                             << 9U) | ((0x100U & ((~ (IData)(
                                                             (0U 
                                                              != vlSelfRef.lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__sum_s2))) 
                                                  << 8U)) 
                                       | ((IData)(vlSelfRef.lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__carry_s2) 
                                          << 7U))) 
                           | ((0x40U & ((~ (IData)(
                                                   (0U 
                                                    != vlSelfRef.lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__sum_s2))) 
                                        << 6U)) | ((IData)(vlSelfRef.lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__carry_s2) 
                                                   << 5U))) 
                          | (((0x10U & ((~ (IData)(
                                                   (0U 
                                                    != vlSelfRef.lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__sum_s2))) 
                                        << 4U)) | (
                                                   ((IData)(vlSelfRef.lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__carry_s2) 
                                                    << 3U) 
                                                   | (4U 
                                                      & ((~ (IData)(
                                                                    (0U 
                                                                     != vlSelfRef.lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__sum_s2))) 
                                                         << 2U)))) 
                             | (((IData)(vlSelfRef.lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__carry_s2) 
                                 << 1U) | (1U & (~ (IData)(
                                                           (0U 
                                                            != vlSelfRef.lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__sum_s2))))))));
}
