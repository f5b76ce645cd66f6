// Helpers shared by transforms along one and several axes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "stdlib/array/apply_op.h"

namespace rille {

// A transform along one axis; length_text and norm_text below describe n and norm.
struct FftAxis {
  std::string kind;  // the attribute of fft_op: "fft", "ifft", "rfft", or "irfft"
  std::optional<int64_t> n;
  int64_t axis;
  std::string norm;
};
Array transformed(const Array& x, const FftAxis& how);

// as_complex() converts to c64, or to c128 for f64 input; as_real() to f32, or keeps f64.
Array as_complex(const Array& x);
Array as_real(const Array& x);

namespace fourier {

constexpr std::string_view wrong =
    "error[dtype] if `x` is not numeric; error[shape] if the axis does not exist or is empty; "
    "error[value] if `n` is below 1";
constexpr std::string_view x_text = "Input array.";
constexpr std::string_view axis_text = "Axis of the transform.";
constexpr std::string_view norm_text =
    "Normalization. \"backward\" divides the inverse transform by n, \"forward\" divides the "
    "forward transform by n, and \"ortho\" divides both by sqrt(n).";
constexpr std::string_view length_text =
    "Length of the transform: `x` is truncated, or padded with zeros at the end. If nil, the size "
    "of the axis.";
constexpr std::string_view back_length_text =
    "Length of the result along the axis. If nil, 2 (m - 1) for an axis of size m.";
constexpr std::string_view source =
    "numpy.fft; the bits are those of scipy.fft, except for 8,192 or more real elements";

}  // namespace fourier
}  // namespace rille
