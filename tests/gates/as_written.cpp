// Compiled with -ffast-math, or its parts, and behind it with what the library is compiled with: a project that has the
// library as a part may be compiled so.
#if defined(__FAST_MATH__) || __FINITE_MATH_ONLY__ != 0
#error "the library's flags do not take -ffast-math back"
#endif
