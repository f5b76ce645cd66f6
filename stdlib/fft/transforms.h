// What transforms along one axis and along several share.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "stdlib/array/apply_op.h"

namespace rille {

// A transform along one axis; what n and norm mean stands below.
struct Along {
  std::string kind;  // an fft op's
  std::optional<int64_t> n;
  int64_t axis;
  std::string norm;
};
Array transformed(const Array& x, const Along& how);

// The elements as complex numbers, c64 of what is smaller than f64; as real ones.
Array as_complex(const Array& x);
Array as_real(const Array& x);

namespace fourier {

constexpr std::string_view wrong =
    "error[dtype] where x is not a number; error[shape] where there is no such axis, or it is "
    "empty; error[value] where n is below 1";
constexpr std::string_view norm_text =
    "\"backward\" divides what goes back by n, \"forward\" what goes forward, \"ortho\" both by "
    "the root of n";
constexpr std::string_view length_text =
    "so many elements of the axis are taken, zeros behind its end; nil: all";
constexpr std::string_view source =
    "numpy.fft; the bits are those of scipy.fft, but for 8,192 real numbers and more";

}  // namespace fourier
}  // namespace rille
