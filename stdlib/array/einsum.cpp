// einsum: sums of products over named axes.
#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>

#include "stdlib/array/apply_op.h"
#include "stdlib/array/precision.h"

namespace rille {
namespace {

// An operand and the index letters of its axes.
struct EinsumOperand {
  Array x;
  std::string axes;
};

[[noreturn]] void refuse(std::string_view spec, const std::string& why) {
  throw labelled(Error(Code::value, str("einsum \"", spec, "\": ", why)), "spec");
}

bool has(std::string_view letters, char c) { return letters.find(c) != std::string_view::npos; }

int64_t place_of(std::string_view letters, char c) { return static_cast<int64_t>(letters.find(c)); }

// `...` is one character here, until the ranks of the operands tell how many axes it covers. These
// axes are then named by the control characters from 1 on.
constexpr char ellipsis = '.';
constexpr size_t max_axes = 31;

bool is_unnamed(char c) { return c > 0 && c < ' '; }

struct EinsumSpec {
  std::vector<std::string> inputs;
  std::string output;
};

// Without "->", the result has the axes of `...`, then the letters that appear once, in
// alphabetical order.
std::string implied(const std::vector<std::string>& inputs) {
  std::array<size_t, 256> counts{};
  for (const std::string& axes : inputs) {
    for (char c : axes) ++counts[static_cast<unsigned char>(c)];
  }
  std::string out;
  if (counts[static_cast<unsigned char>(ellipsis)] > 0) out = ellipsis;
  for (size_t i = 0; i < counts.size(); ++i) {
    char c = static_cast<char>(i);
    if (c != ellipsis && counts[i] == 1) out += c;
  }
  return out;
}

// The spec without spaces, each `...` as one character.
std::string compact(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c != ' ') out += c;
  }
  for (size_t at = 0; (at = out.find("...", at)) != std::string::npos; ++at) {
    out.replace(at, 3, 1, '\x7f');
  }
  if (has(out, '.')) refuse(text, "a single `.`, expected `...`");
  std::ranges::replace(out, '\x7f', ellipsis);
  return out;
}

EinsumSpec parse(std::string_view text) {
  std::string plain = compact(text);
  size_t arrow = plain.find("->");
  std::string left = plain.substr(0, arrow);
  EinsumSpec out;
  for (size_t from = 0; from <= left.size();) {
    size_t comma = std::min(left.find(',', from), left.size());
    out.inputs.push_back(left.substr(from, comma - from));
    from = comma + 1;
  }
  out.output = arrow == std::string::npos ? implied(out.inputs) : plain.substr(arrow + 2);
  for (char c : plain) {
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!letter && !has(",->.", c)) refuse(text, str("'", std::string(1, c), "' is not a letter"));
  }
  for (const std::string& axes : out.inputs) {
    if (std::ranges::count(axes, ellipsis) > 1) refuse(text, "an operand has more than one `...`");
  }
  std::array<bool, 256> known{}, seen{};
  for (char c : left) known[static_cast<unsigned char>(c)] = c != ',';
  for (char c : out.output) {
    auto i = static_cast<unsigned char>(c);
    if (!known[i] || std::exchange(seen[i], true)) {
      std::string_view word = c == ellipsis ? "..." : std::string_view(&c, 1);
      refuse(text, str("the output index `", word,
                       "` must appear exactly once in the output and in at least one operand"));
    }
  }
  return out;
}

// The number of axes of the operand that its `...` covers.
size_t unnamed_axes(const std::string& axes, const Array& x) {
  size_t named = axes.size() - (has(axes, ellipsis) ? 1 : 0), rank = static_cast<size_t>(x.rank());
  return has(axes, ellipsis) && rank > named ? rank - named : 0;
}

// Names the axes of each `...`, aligned at the last axis.
void name_axes(std::string_view text, EinsumSpec& spec, const Arrays& operands) {
  size_t most = 0;
  for (size_t i = 0; i < spec.inputs.size(); ++i) {
    most = std::max(most, unnamed_axes(spec.inputs[i], operands[i]));
  }
  if (most > max_axes)
    refuse(text, str("`...` covers ", most, " axes, expected at most ", max_axes));
  if (most > 0 && !has(spec.output, ellipsis)) {
    refuse(text, "the output lacks `...`, which covers axes of an operand");
  }
  std::string all;
  for (size_t i = 0; i < most; ++i) all += static_cast<char>(i + 1);
  auto fill = [&](std::string& axes, size_t count) {
    size_t at = axes.find(ellipsis);
    if (at != std::string::npos) axes.replace(at, 1, all.substr(most - count));
  };
  for (size_t i = 0; i < spec.inputs.size(); ++i) {
    fill(spec.inputs[i], unnamed_axes(spec.inputs[i], operands[i]));
  }
  fill(spec.output, most);
}

// Drops axes of `...` of size 1 if another operand has a larger one: they are broadcast.
void drop_broadcast(std::vector<EinsumOperand>& operands) {
  auto is_one = [](const EinsumOperand& in, char c) {
    size_t at = in.axes.find(c);
    return at == std::string::npos || in.x.shape()[at] == Extent(1);
  };
  for (EinsumOperand& in : operands) {
    std::string kept;
    Shape shape;
    for (size_t i = 0; i < in.axes.size(); ++i) {
      char c = in.axes[i];
      bool drops = is_unnamed(c) && is_one(in, c) &&
                   !std::ranges::all_of(operands, [&](const auto& it) { return is_one(it, c); });
      if (drops) continue;
      kept += c;
      shape.push_back(in.x.shape()[i]);
    }
    if (kept.size() == in.axes.size()) continue;
    in.x = reshape_to(in.x, shape);
    in.axes = std::move(kept);
  }
}

// A letter that repeats in one operand selects the diagonal: elements with equal indices.
EinsumOperand without_repeats(EinsumOperand in) {
  for (size_t i = 0; i < in.axes.size(); ++i) {
    size_t again = in.axes.find(in.axes[i], i + 1);
    if (again == std::string::npos) continue;
    auto a = static_cast<int64_t>(i), b = static_cast<int64_t>(again);
    Array same = eq(iota(in.x.shape(), a), iota(in.x.shape(), b));
    in.x = sum(where(same, in.x, zeros_like(in.x)), Ints{b});
    in.axes.erase(again, 1);
    return without_repeats(std::move(in));
  }
  return in;
}

// Sums over the axes whose letter no other operand and not the output needs.
EinsumOperand summed(const EinsumOperand& in, std::string_view needed) {
  Ints gone;
  std::string axes;
  for (size_t i = 0; i < in.axes.size(); ++i) {
    if (has(needed, in.axes[i])) {
      axes += in.axes[i];
    } else {
      gone.push_back(static_cast<int64_t>(i));
    }
  }
  return {gone.empty() ? in.x : sum(in.x, gone), axes};
}

EinsumOperand joined(const EinsumOperand& x, const EinsumOperand& y, std::string_view needed) {
  Ints left_batch, right_batch, left, right;
  std::string batch, rest;
  for (char c : x.axes) {
    if (!has(y.axes, c)) {
      rest += c;
    } else if (has(needed, c)) {
      left_batch.push_back(place_of(x.axes, c));
      right_batch.push_back(place_of(y.axes, c));
      batch += c;
    } else {
      left.push_back(place_of(x.axes, c));
      right.push_back(place_of(y.axes, c));
    }
  }
  for (char c : y.axes) {
    if (!has(x.axes, c)) rest += c;
  }
  Attrs attrs{{"left_batch", left_batch},
              {"right_batch", right_batch},
              {"left_contracted", left},
              {"right_contracted", right},
              {"dtype", x.x.dtype()}};
  return {apply1(dot_general_op, {x.x, y.x}, with_chosen_precision(attrs, {})), batch + rest};
}

// The subscripts as the caller wrote them.
std::string told(std::string axes) {
  size_t at = axes.find(ellipsis);
  if (at != std::string::npos) axes.replace(at, 1, "...");
  return axes;
}

struct LabelExtent {
  Extent size;
  size_t operand;
};

void check_sizes(std::string_view text, const std::vector<EinsumOperand>& operands) {
  std::array<std::optional<LabelExtent>, 128> sizes;
  for (size_t at = 0; at < operands.size(); ++at) {
    const EinsumOperand& operand = operands[at];
    for (size_t i = 0; i < operand.axes.size(); ++i) {
      auto& first = sizes[static_cast<size_t>(operand.axes[i])];
      Extent here = operand.x.shape()[i];
      if (!first) first = {here, at};
      if (first->size == here) continue;
      char c = operand.axes[i];
      std::string axis = is_unnamed(c) ? "an axis of `...`" : str("the axis `", c, "`");
      Error error(Code::shape, str("einsum \"", text, "\": ", axis, " has the sizes ", first->size,
                                   " and ", here));
      throw labelled(labelled(std::move(error), "operands", first->operand), "operands", at);
    }
  }
}

std::vector<EinsumOperand> lettered(std::string_view text, EinsumSpec& spec,
                                    const Arrays& operands) {
  if (spec.inputs.size() != operands.size() || operands.empty()) {
    refuse(text, str("the spec names ", spec.inputs.size(), " operands, got ", operands.size()));
  }
  Arrays same = operands;
  for (Array& x : same) x = strong(x);
  promote_together(same);
  const std::vector<std::string> written = spec.inputs;
  name_axes(text, spec, same);
  std::vector<EinsumOperand> out;
  for (size_t i = 0; i < same.size(); ++i) {
    if (static_cast<int>(spec.inputs[i].size()) != same[i].rank()) {
      Error error(Code::shape, str("einsum \"", text, "\": the subscripts `", told(written[i]),
                                   "` do not match the rank of ", same[i].type()));
      throw labelled(std::move(error), "operands", i);
    }
    out.push_back({same[i], spec.inputs[i]});
  }
  drop_broadcast(out);
  check_sizes(text, out);
  return out;
}

Array einsum_rest(std::string spec, Values operands) {
  Arrays arrays;
  for (const Value& operand : operands) arrays.push_back(operand.as_array());
  return einsum(spec, arrays);
}

}  // namespace

Array einsum(const std::string& text, const Arrays& operands) {
  EinsumSpec spec = parse(text);
  std::vector<EinsumOperand> left = lettered(text, spec, operands);
  for (EinsumOperand& operand : left) operand = without_repeats(operand);
  auto needed_after = [&](size_t at) {
    std::string out = spec.output;
    for (size_t i = at; i < left.size(); ++i) out += left[i].axes;
    return out;
  };
  EinsumOperand out = summed(left[0], needed_after(1));
  for (size_t i = 1; i < left.size(); ++i) {
    out = joined(out, summed(left[i], needed_after(i + 1) + out.axes), needed_after(i + 1));
  }
  Ints order;
  for (char c : spec.output) order.push_back(place_of(out.axes, c));
  return transpose(out.x, order);
}

extern const Builtin einsum_builtin = {
    .signature = "einsum(spec: str, ...operands: array) -> array",
    .brief = "Computes sums of products over axes named by letters (Einstein summation).",
    .params =
        {{"spec",
          "Subscripts such as \"ij,jk->ik\": one letter for each axis of each operand, then of the "
          "result. `...` covers any further axes, which are broadcast. Without `->`, the result "
          "has the axes of `...`, then the letters that appear once, in alphabetical order."},
         {"operands", "One array for each comma-separated group of subscripts."}},
    .errors =
        "error[value] if `spec` is invalid or names another number of operands; error[shape] if "
        "the sizes of a letter differ, or the rank of an operand does not match its subscripts",
    .example = "einsum(\"ij,j->i\", [[1, 2], [3, 4]], [1, 1])  #> [3, 7]",
    .source = "numpy.einsum",
    .call = bind<&einsum_rest>,
};

}  // namespace rille
