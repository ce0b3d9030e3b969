// Verilated -*- C++ -*-
// DESCRIPTION: Verilator output: Design internal header
// See M.h for the primary calling header

#ifndef VERILATED_M___024ROOT_H_
#define VERILATED_M___024ROOT_H_  // guard

#include "verilated.h"

class M__Syms;

class M___024root final : public VerilatedModule {
  public:

    // DESIGN SPECIFIC STATE
    VL_IN8(clock,0,0);
    VL_IN8(advance,0,0);
    VL_IN8(scale,2,0);
    CData/*0:0*/ lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__carry_s2;
    CData/*0:0*/ lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__carry_s2;
    CData/*0:0*/ lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__carry_s2;
    CData/*0:0*/ lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__carry_s2;
    CData/*0:0*/ lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__carry_s2;
    CData/*0:0*/ lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__carry_s2;
    CData/*0:0*/ lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__carry_s2;
    CData/*0:0*/ lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__carry_s2;
    CData/*0:0*/ lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__carry_s2;
    CData/*0:0*/ lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__carry_s2;
    CData/*0:0*/ __Vtrigrprev__TOP__clock;
    CData/*0:0*/ __VactContinue;
    VL_INW(base,319,0,10);
    VL_INW(offset,319,0,10);
    VL_IN(carry_in,31,0);
    VL_OUTW(sum,319,0,10);
    VL_OUT(flags,19,0);
    IData/*31:0*/ lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__base_s1;
    IData/*31:0*/ lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__addend_s1;
    IData/*31:0*/ lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__sum_s2;
    IData/*31:0*/ lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__base_s1;
    IData/*31:0*/ lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__addend_s1;
    IData/*31:0*/ lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__sum_s2;
    IData/*31:0*/ lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__base_s1;
    IData/*31:0*/ lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__addend_s1;
    IData/*31:0*/ lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__sum_s2;
    IData/*31:0*/ lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__base_s1;
    IData/*31:0*/ lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__addend_s1;
    IData/*31:0*/ lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__sum_s2;
    IData/*31:0*/ lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__base_s1;
    IData/*31:0*/ lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__addend_s1;
    IData/*31:0*/ lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__sum_s2;
    IData/*31:0*/ lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__base_s1;
    IData/*31:0*/ lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__addend_s1;
    IData/*31:0*/ lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__sum_s2;
    IData/*31:0*/ lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__base_s1;
    IData/*31:0*/ lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__addend_s1;
    IData/*31:0*/ lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__sum_s2;
    IData/*31:0*/ lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__base_s1;
    IData/*31:0*/ lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__addend_s1;
    IData/*31:0*/ lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__sum_s2;
    IData/*31:0*/ lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__base_s1;
    IData/*31:0*/ lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__addend_s1;
    IData/*31:0*/ lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__sum_s2;
    IData/*31:0*/ lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__base_s1;
    IData/*31:0*/ lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__addend_s1;
    IData/*31:0*/ lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__sum_s2;
    IData/*31:0*/ __VstlIterCount;
    IData/*31:0*/ __VicoIterCount;
    IData/*31:0*/ __VactIterCount;
    QData/*33:0*/ lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__total;
    QData/*33:0*/ lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__total;
    QData/*33:0*/ lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__total;
    QData/*33:0*/ lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__total;
    QData/*33:0*/ lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__total;
    QData/*33:0*/ lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__total;
    QData/*33:0*/ lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__total;
    QData/*33:0*/ lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__total;
    QData/*33:0*/ lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__total;
    QData/*33:0*/ lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__total;
    VlTriggerVec<1> __VstlTriggered;
    VlTriggerVec<1> __VicoTriggered;
    VlTriggerVec<1> __VactTriggered;
    VlTriggerVec<1> __VnbaTriggered;

    // INTERNAL VARIABLES
    M__Syms* const vlSymsp;

    // CONSTRUCTORS
    M___024root(M__Syms* symsp, const char* v__name);
    ~M___024root();
    VL_UNCOPYABLE(M___024root);

    // INTERNAL METHODS
    void __Vconfigure(bool first);
} VL_ATTR_ALIGNED(VL_CACHE_LINE_BYTES);


#endif  // guard
