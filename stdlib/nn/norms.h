// Normalization over axes, shared by all normalization layers.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "stdlib/nn/policy.h"

namespace rille {

using WhereMask = std::optional<Array>;

// The axis of an enclosing vmap over which statistics are averaged. Without a name, each mapped
// element has its own statistics.
struct StatisticsAxis {
  State* state = nullptr;
  std::optional<std::string> axis_name = {};
};

// Mean and variance in f32 or wider; the reduced axes are kept with size 1. `apart` is x - mean if
// it has been computed: sharing it lets the gradient pass through it once.
struct NormStatistics {
  Array mean, variance, apart = {};
};

// Computes mean and variance of x over these axes; a mask selects the elements that count.
NormStatistics moments_of(const Array& x, const Ints& axes, const WhereMask& where,
                          const StatisticsAxis& rows = {});
// Computes the mean of |x|^2.
Array power_of(const Array& x, const Ints& axes, const WhereMask& where,
               const StatisticsAxis& rows);

// Computes ((x - mean) / sqrt(variance + epsilon)) * scale + bias in f32 or wider. The result has
// the output dtype, or the common dtype of x, scale and bias. Without a mean, the mean is 0.
struct ScaleAndBias {
  std::optional<Array> scale, bias;
  std::optional<Dtype> output = {};
};
Array normed(const Array& x, const NormStatistics& moments, const ScaleAndBias& affine,
             double epsilon);

// Returns x in the dtype of computation: a float or complex dtype of 32 bits or more.
Array widened(const Array& x);
WhereMask widened_mask(const WhereMask& where, const Array& x);  // broadcast to the shape of x

// Returns the axes of x except the first and the last.
Ints middle_axes(const Array& x);

constexpr std::string_view axis_name_text =
    "Name of an enclosing `vmap` axis over which the statistics are averaged. If nil, each mapped "
    "element has its own statistics.";
constexpr std::string_view norms_use_scale_text =
    "If true, the layer has a learned scale (gamma), initially 1. If false, `scale` is nil.";
constexpr std::string_view norms_use_bias_text =
    "If true, the layer has a learned bias (beta), initially 0. If false, `bias` is nil.";
constexpr std::string_view norms_key_text =
    "If `nn.Rngs`, its stream `params` advances by one key per parameter, as in Flax. No random "
    "numbers are sampled. If nil, no stream advances.";

}  // namespace rille
