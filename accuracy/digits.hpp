// A number of MPFR that cleans up after itself.
#pragma once

#include <mpfr.h>

namespace zerostride::accuracy {

class digits {
public:
    explicit digits(mpfr_prec_t precision) { mpfr_init2(value_, precision); }
    digits(mpfr_prec_t precision, double value) : digits(precision) { mpfr_set_d(value_, value, MPFR_RNDN); }
    digits(const digits&) = delete;
    digits& operator=(const digits&) = delete;
    ~digits() { mpfr_clear(value_); }

    operator mpfr_ptr() noexcept { return value_; }
    operator mpfr_srcptr() const noexcept { return value_; }
    mpfr_srcptr get() const noexcept { return value_; }

    bool is_nan() const noexcept { return mpfr_nan_p(value_) != 0; }
    bool is_infinite() const noexcept { return mpfr_inf_p(value_) != 0; }
    bool is_zero() const noexcept { return mpfr_zero_p(value_) != 0; }
    bool is_negative() const noexcept { return mpfr_signbit(value_) != 0; }
    mpfr_prec_t precision() const noexcept { return mpfr_get_prec(value_); }

private:
    mpfr_t value_;
};

}  // namespace zerostride::accuracy
