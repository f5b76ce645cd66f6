// nn.rope: rotary position embedding.
#include "stdlib/nn/rope.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stdlib/nn/norms.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// Rotates pairs of elements of the last axis by `angle`: the first half with the second half, or
// neighboring elements.
Array turned(const Array& x, const Array& angle, bool neighbours) {
  int64_t half = x.shape().back().number() / 2;
  Array c = cos(angle), s = sin(angle);
  if (!neighbours) {
    Array a = slice_axis(x, -1, 0, half), b = slice_axis(x, -1, half, half);
    return concat({a * c - b * s, b * c + a * s}, -1);
  }
  Array a = slice_axis(x, -1, 0, half, 2), b = slice_axis(x, -1, 1, half, 2);
  Array both = stack({a * c - b * s, b * c + a * s}, -1);
  return reshape_to(both, x.shape());
}

int64_t times_of(const Array& x) { return x.shape()[x.shape().size() - 3].number(); }

Array rope(const Array& x, const std::optional<Array>& positions, double base, bool interleaved,
           const std::optional<Array>& frequencies) {
  bool fits = x.rank() >= 3 && x.shape().back().number() % 2 == 0;
  if (!fits) {
    throw labelled(
        Error(Code::shape, str("nn.rope: `x` is ", x.type(),
                               ", expected [..., T, heads, head_dim] with an even head_dim")),
        "x");
  }
  Array at = positions ? *positions : arange(0, times_of(x));
  return roped(x, at,
               frequencies ? *frequencies : rope_frequencies(x.shape().back().number(), base),
               interleaved);
}

// --- frequencies ----------------------------------------------------------------------------

// Returns an item of a record or dict, or nullopt if it does not exist or is nil.
std::optional<Value> said(const Value& scaling, std::string_view name) {
  const Branch& branch = scaling.branch();
  for (size_t i = 0; i < branch.items.size(); ++i) {
    const std::string* word = branch.keys == nullptr
                                  ? &branch.layout->names[i]
                                  : std::get_if<std::string>(&branch.keys->list[i]);
    if (word != nullptr && *word == name && !branch.items[i].is_nil()) return branch.items[i];
  }
  return {};
}

double number_of(const Value& scaling, std::string_view name) {
  std::optional<Value> found = said(scaling, name);
  bool is_number = found && found->is_leaf() && found->as_array().rank() == 0;
  double out = is_number ? found->as_array().number() : 0;
  if (out > 0) return out;
  throw labelled(
      Error(Code::value, str("nn.rope_frequencies: `", name,
                             "` of `scaling` is missing or invalid, expected a number above 0")),
      "scaling");
}

// Llama 3.1's scaling: low frequencies are divided by the factor, high ones are unchanged, and
// those between are interpolated.
void scale_llama3(std::vector<double>& speeds, const Value& scaling) {
  double factor = number_of(scaling, "factor"), low = number_of(scaling, "low_freq_factor");
  double high = number_of(scaling, "high_freq_factor");
  double length = number_of(scaling, "original_max_position_embeddings");
  for (double& speed : speeds) {
    double turns = length * speed / (2 * std::numbers::pi);
    double share = std::clamp((turns - low) / (high - low), 0.0, 1.0);
    speed = (1 - share) * speed / factor + share * speed;
  }
}

Array frequencies(int64_t part, double base, const Value& scaling) {
  if (part < 2 || part % 2 != 0 || !(base > 0)) {
    throw Error(Code::value, str("nn.rope_frequencies: `head_dim` is ", part, " and `base` is ",
                                 base, ", expected an even `head_dim` and a `base`, both above 0"));
  }
  Array exact = rope_frequencies(part, base);
  std::vector<double> speeds(exact.as<double>().begin(), exact.as<double>().end());
  if (!scaling.is_nil()) {
    std::optional<Value> kind = said(scaling, "rope_type");
    if (!kind) kind = said(scaling, "type");
    std::string word = kind && kind->is_string() ? kind->string() : "";
    if (word == "linear") {
      for (double& speed : speeds) speed /= number_of(scaling, "factor");
    } else if (word == "llama3") {
      scale_llama3(speeds, scaling);
    } else if (word != "default") {
      throw labelled(
          Error(Code::value, str("nn.rope_frequencies: `rope_type` of `scaling` is \"", word,
                                 "\", expected \"default\", \"linear\", or \"llama3\"")),
          "scaling");
    }
  }
  Array out(Type(Dtype::f32, {static_cast<int64_t>(speeds.size())}));
  std::ranges::transform(speeds, out.edit<float>().begin(),
                         [](double x) { return static_cast<float>(x); });
  return out;
}

}  // namespace

Array rope_frequencies(int64_t part, double base) {
  Array out(Type(Dtype::f64, {part / 2}));
  auto speeds = out.edit<double>();
  for (size_t i = 0; i < speeds.size(); ++i) {
    speeds[i] = std::pow(base, -2.0 * static_cast<double>(i) / static_cast<double>(part));
  }
  return out;
}

Array roped(const Array& given, const Array& positions, const Array& frequencies,
            bool interleaved) {
  Array x = widened(given);
  int64_t part = x.shape().back().number();
  int64_t turning = frequencies.rank() == 1 ? 2 * frequencies.shape()[0].number() : part + 1;
  if (turning > part || turning == 0) {
    throw Error(Code::shape,
                str("rotary embedding: frequencies are ", frequencies.type(), ", expected 1 to ",
                    part / 2, " of them for a head_dim of ", part));
  }
  Array angle = expand(convert(positions, x.dtype()), {-1, -2}) * convert(frequencies, x.dtype());
  Array out = turning == part ? turned(x, angle, interleaved)
                              : concat({turned(slice_axis(x, -1, 0, turning), angle, interleaved),
                                        slice_axis(x, -1, turning, part - turning)},
                                       -1);
  return convert(out, strong(inexact(given)).dtype());
}

extern const Builtin nn_rope_builtin = {
    .signature =
        "nn.rope(x: real[...], positions: int[...] = nil, base: real = 10000.0, interleaved: bool "
        "= false, frequencies: real[_] = nil) -> float[...]",
    .brief =
        "Applies rotary position embedding (RoPE). Pairs of elements are rotated by angles "
        "proportional to the position.",
    .params =
        {{"x", "Queries or keys, [..., T, heads, head_dim], with an even head_dim."},
         {"positions", "Positions, [..., T]. If nil, they are 0, 1, and so on."},
         {"base",
          "Base θ of the frequencies: pair i is rotated by position * base ^ (-2 i / head_dim) "
          "radians."},
         {"interleaved",
          "If false, elements i and i + head_dim / 2 are a pair (GPT-NeoX, weights of the Hub). If "
          "true, elements 2 i and 2 i + 1 are (the paper, Llama weights in GGUF files)."},
         {"frequencies",
          "Frequencies in radians per position, for example from nn.rope_frequencies; they replace "
          "those of `base`. With n frequencies, the first 2 n elements are rotated and the others "
          "are unchanged. If nil, `base` is used."}},
    .errors =
        "error[shape] if `x` has fewer than three axes, head_dim is odd, or there are more "
        "frequencies than pairs",
    .example = "nn.rope(ones((1, 1, 2)))[0, 0]  #> [1, 1]",
    .source = "Su et al., arXiv 2104.09864, eq. 34",
    .call = bind<&rope>,
};

extern const Builtin nn_rope_frequencies_builtin = {
    .signature =
        "nn.rope_frequencies(head_dim: int, base: real = 10000.0, scaling: record or dict = nil) "
        "-> f32[_]",
    .brief =
        "Returns the frequencies of a rotary embedding (RoPE), optionally scaled for longer "
        "contexts.",
    .params = {{"head_dim",
                "Head dimension, or the number of its elements that are rotated; even."},
               {"base", "Base θ of the frequencies: `rope_theta` of a config.json."},
               {"scaling",
                "`rope_scaling` of a config.json. Its `rope_type` (or `type`) is `\"default\"`, "
                "`\"linear\"` (with `factor`), or `\"llama3\"` (with `factor`, `low_freq_factor`, "
                "`high_freq_factor`, `original_max_position_embeddings`). If nil, frequencies are "
                "not scaled."}},
    .returns = "one frequency for each pair of elements, in radians per position",
    .errors =
        "error[value] if `head_dim` is odd or below 2, `base` is not above 0, or the scaling is "
        "unknown or incomplete",
    .example = "nn.rope_frequencies(4, 100.0)  #> [1, 0.1]",
    .source = "Su et al., arXiv 2104.09864; transformers: modeling_rope_utils",
    .call = bind<&frequencies>,
};

}  // namespace rille
