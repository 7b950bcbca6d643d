// The float functions in many digits, by MPFR.
#pragma once

#include <mpfr.h>

#include "support/question.hpp"

namespace zerostride::test {

/// A number of MPFR that cleans up after itself.
class digits {
public:
    explicit digits(double value = 0.0) {
        mpfr_init2(value_, precision);
        mpfr_set_d(value_, value, MPFR_RNDN);
    }
    digits(const digits&) = delete;
    digits& operator=(const digits&) = delete;
    ~digits() { mpfr_clear(value_); }
    operator mpfr_ptr() { return value_; }
    operator mpfr_srcptr() const { return value_; }

    static constexpr mpfr_prec_t precision = 200;

private:
    mpfr_t value_;
};

/// What `asked` is for finite operands that it is defined for.
void reference(const question& asked, double x, double y, digits& result);

/// |actual - exact| in units of the last place that a number of `type` has at `exact`. An infinity counts as the power
/// of two after the greatest number.
double error_in_ulps(dtype type, double actual, const digits& exact);

}  // namespace zerostride::test
