// A real number of many digits (MPFR): the judge of the kernels' rounding.
#pragma once

#include <mpfr.h>

#include <utility>

namespace conform {

class Real {
 public:
  static constexpr mpfr_prec_t precision = 700;

  Real() { mpfr_init2(value_, precision), mpfr_set_zero(value_, 1); }
  Real(double value) { mpfr_init2(value_, precision), mpfr_set_d(value_, value, MPFR_RNDN); }
  Real(const Real& other) { mpfr_init2(value_, precision), mpfr_set(value_, other.value_, MPFR_RNDN); }
  Real& operator=(const Real& other) {
    mpfr_set(value_, other.value_, MPFR_RNDN);
    return *this;
  }
  ~Real() { mpfr_clear(value_); }

  friend Real operator+(Real a, const Real& b) { return mpfr_add(a.value_, a.value_, b.value_, MPFR_RNDN), a; }
  friend Real operator-(Real a, const Real& b) { return mpfr_sub(a.value_, a.value_, b.value_, MPFR_RNDN), a; }
  friend Real operator*(Real a, const Real& b) { return mpfr_mul(a.value_, a.value_, b.value_, MPFR_RNDN), a; }
  friend Real operator/(Real a, const Real& b) { return mpfr_div(a.value_, a.value_, b.value_, MPFR_RNDN), a; }
  Real operator-() const { return apply(mpfr_neg); }
  Real& operator+=(const Real& other) { return mpfr_add(value_, value_, other.value_, MPFR_RNDN), *this; }
  Real& operator*=(const Real& other) { return mpfr_mul(value_, value_, other.value_, MPFR_RNDN), *this; }
  friend bool operator<(const Real& a, const Real& b) { return mpfr_less_p(a.value_, b.value_) != 0; }
  friend bool operator>(const Real& a, const Real& b) { return b < a; }
  friend bool operator<=(const Real& a, const Real& b) { return mpfr_lessequal_p(a.value_, b.value_) != 0; }
  bool isNaN() const { return mpfr_nan_p(value_) != 0; }

  /// A function of one number: `x.apply(mpfr_exp)`.
  Real apply(int (*function)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t)) const {
    Real result;
    function(result.value_, value_, MPFR_RNDN);
    return result;
  }
  Real apply(int (*function)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t), const Real& other) const {
    Real result;
    function(result.value_, value_, other.value_, MPFR_RNDN);
    return result;
  }
  friend Real exp(const Real& x) { return x.apply(mpfr_exp); }
  friend Real expm1(const Real& x) { return x.apply(mpfr_expm1); }
  friend Real log(const Real& x) { return x.apply(mpfr_log); }
  friend Real log1p(const Real& x) { return x.apply(mpfr_log1p); }
  friend Real sqrt(const Real& x) { return x.apply(mpfr_sqrt); }
  friend Real erfc(const Real& x) { return x.apply(mpfr_erfc); }
  friend Real tanh(const Real& x) { return x.apply(mpfr_tanh); }
  friend Real abs(const Real& x) { return x.apply(mpfr_abs); }
  friend Real pow(const Real& x, const Real& y) { return x.apply(mpfr_pow, y); }
  friend Real max(const Real& x, const Real& y) { return x < y ? y : x; }
  friend Real min(const Real& x, const Real& y) { return y < x ? y : x; }

  mpfr_srcptr get() const { return value_; }

 private:
  mpfr_t value_;
};

}  // namespace conform
