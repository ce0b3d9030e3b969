// Verilated -*- C++ -*-
// DESCRIPTION: Verilator output: Design internal header
// See M.h for the primary calling header

#ifndef VERILATED_M___024ROOT_H_
#define VERILATED_M___024ROOT_H_  // guard

#include "verilated.h"


class M__Syms;

class alignas(VL_CACHE_LINE_BYTES) M___024root final {
  public:

    // DESIGN SPECIFIC STATE
    // Anonymous structures to workaround compiler member-count bugs
    struct {
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
        CData/*0:0*/ __VstlFirstIteration;
        CData/*0:0*/ __VstlPhaseResult;
        CData/*0:0*/ __VicoFirstIteration;
        CData/*0:0*/ __VicoPhaseResult;
        CData/*0:0*/ __Vtrigprevexpr___TOP__clock__0;
        CData/*0:0*/ __VactPhaseResult;
        CData/*0:0*/ __VnbaPhaseResult;
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
        IData/*31:0*/ __VactIterCount;
        QData/*33:0*/ lanes__DOT__lanes__BRA__0__KET____DOT__lane__DOT__total;
        QData/*33:0*/ lanes__DOT__lanes__BRA__1__KET____DOT__lane__DOT__total;
        QData/*33:0*/ lanes__DOT__lanes__BRA__2__KET____DOT__lane__DOT__total;
        QData/*33:0*/ lanes__DOT__lanes__BRA__3__KET____DOT__lane__DOT__total;
        QData/*33:0*/ lanes__DOT__lanes__BRA__4__KET____DOT__lane__DOT__total;
        QData/*33:0*/ lanes__DOT__lanes__BRA__5__KET____DOT__lane__DOT__total;
        QData/*33:0*/ lanes__DOT__lanes__BRA__6__KET____DOT__lane__DOT__total;
        QData/*33:0*/ lanes__DOT__lanes__BRA__7__KET____DOT__lane__DOT__total;
    };
    struct {
        QData/*33:0*/ lanes__DOT__lanes__BRA__8__KET____DOT__lane__DOT__total;
        QData/*33:0*/ lanes__DOT__lanes__BRA__9__KET____DOT__lane__DOT__total;
        VlUnpacked<QData/*63:0*/, 1> __VstlTriggered;
        VlUnpacked<QData/*63:0*/, 1> __VicoTriggered;
        VlUnpacked<QData/*63:0*/, 1> __VactTriggered;
        VlUnpacked<QData/*63:0*/, 1> __VnbaTriggered;
    };

    // INTERNAL VARIABLES
    M__Syms* vlSymsp;
    const char* vlNamep;

    // CONSTRUCTORS
    M___024root(M__Syms* symsp, const char* namep);
    ~M___024root();
    VL_UNCOPYABLE(M___024root);

    // INTERNAL METHODS
    void __Vconfigure(bool first);
};


#endif  // guard
