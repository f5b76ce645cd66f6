// Writes indexing and sorting as StableHLO text.
#include "jit/op.h"
#include "jit/ops/indexing.h"
#include "jit/ops/sliding.h"
#include "jit/stablehlo/words.h"
#include "jit/stablehlo/write.h"

namespace rille {
namespace {

Ints sorted(Ints axes) {
  std::ranges::sort(axes);
  return axes;
}

// op::gather clamps its indices, as StableHLO does.
HloValues gather(HloWriter& w, const HloNode& n) {
  const Ints& axes = n.attrs().ints("axes");
  Type out = hlo_type(n.result());
  auto rows = static_cast<int64_t>(n.in[1].type.rank()) - 1;
  auto kept = static_cast<size_t>(out.rank() - rows);
  Ints size = n.in[0].type.ints();
  for (int64_t axis : axes) size[static_cast<size_t>(axis)] = 1;
  std::string what = str("\"stablehlo.gather\"($0, $1) <{dimension_numbers = #stablehlo.gather<",
                         "offset_dims = ", hlo_ints(counted_from(rows, kept)),
                         ", collapsed_slice_dims = ", hlo_ints(sorted(axes)),
                         ", start_index_map = ", hlo_ints(axes), ", index_vector_dim = ", rows,
                         ">, indices_are_sorted = false, slice_sizes = ", hlo_array(size), "}>");
  return {w.made(what, n.in, out)};
}

// Indices clamped into range, i64.
HloValue clamped(HloWriter& w, const HloNode& n) {
  HloValue indices = n.in[1];
  Type whole = indices.type.with(Dtype::i64), columns(Dtype::i64, {whole.shape().back()});
  if (indices.type != whole) indices = w.made("stablehlo.convert $0", {indices}, whole);
  Array most(columns);
  auto* last = reinterpret_cast<int64_t*>(most.edit_data());
  for (int64_t axis : n.attrs().ints("axes")) {
    *last++ = n.given(0).extent(static_cast<int>(axis)).number() - 1;
  }
  HloValue ends = w.literal(most);
  ends =
      w.made(str("stablehlo.broadcast_in_dim $0, dims = [", whole.rank() - 1, "]"), {ends}, whole);
  HloValue least = w.number(whole, int64_t{0});
  return w.same("stablehlo.clamp", {least, indices, ends});
}

HloValues joined(HloWriter& w, const HloValues& pair, const std::string& mode) {
  if (mode == "set") return {pair[1]};
  bool truths = pair[0].type.dtype() == Dtype::boolean;
  std::string_view word = mode == "add"   ? "add"
                          : mode == "mul" ? "multiply"
                          : mode == "max" ? (truths ? "or" : "maximum")
                                          : (truths ? "and" : "minimum");
  return {w.same(str("stablehlo.", word), pair)};
}

// StableHLO drops updates that are out of range, so the indices are clamped first.
HloValues scattered(HloWriter& w, const HloNode& n) {
  const Ints& axes = n.attrs().ints("axes");
  Type out = n.in[0].type, one = out.with(Shape{});
  if (out.count() == 0 || n.in[2].type.count() == 0) return {n.in[0]};
  auto rows = static_cast<int64_t>(n.in[1].type.rank()) - 1;
  auto kept = static_cast<size_t>(n.in[2].type.rank() - rows);
  HloValues in{n.in[0], clamped(w, n), n.in[2]};
  std::vector<HloBlock> regions;
  regions.push_back(w.block({one, one}, [&](const HloValues& pair) {
    return joined(w, pair, n.attrs().string("mode"));
  }));
  std::string what =
      str("\"stablehlo.scatter\"($0, $1, $2) <{indices_are_sorted = false, ",
          "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = ",
          hlo_ints(counted_from(rows, kept)), ", inserted_window_dims = ", hlo_ints(sorted(axes)),
          ", scatter_dims_to_operand_dims = ", hlo_ints(axes), ", index_vector_dim = ", rows,
          ">, unique_indices = false}> ~ : ");
  return w.with_regions(str(what, hlo_signature(in, {out})), in, {out}, std::move(regions));
}

HloValues scatter(HloWriter& w, const HloNode& n) { return w.composite(n, scattered); }

// A key prepared for TOTALORDER: zeros are equal, nans are equal and last.
HloValue sortable(HloWriter& w, const HloValue& x) {
  if (!is_float(x.type.dtype())) return x;
  HloValue zero = w.number(x.type, int64_t{0});
  auto chosen = [&](const HloValue& condition, const HloValue& yes, const HloValue& no) {
    return w.lines(str("stablehlo.select $0, $1, $2 : tensor<i1>, ", hlo_text(x.type)),
                   {condition, yes, no}, {x.type})[0];
  };
  HloValue out = chosen(w.compared("EQ", x, zero), zero, x);
  HloValue nan = w.number(x.type, std::numeric_limits<double>::quiet_NaN());
  return chosen(w.compared("NE", x, x), nan, out);
}

HloValue key_compared(HloWriter& w, std::string_view direction, const HloValue& x,
                      const HloValue& y) {
  if (!is_float(x.type.dtype())) return w.compared(direction, x, y);
  return w.made(str("stablehlo.compare ", direction, ", $0, $1, TOTALORDER"), {x, y},
                x.type.with(Dtype::boolean));
}

// x0 < y0, or x0 = y0 and the same for the remaining keys.
HloValue before(HloWriter& w, const HloValues& pairs, size_t keys) {
  std::vector<HloValue> less, equal;
  for (size_t i = 0; i < keys; ++i) {
    HloValue x = sortable(w, pairs[2 * i]), y = sortable(w, pairs[2 * i + 1]);
    less.push_back(key_compared(w, "LT", x, y));
    if (i + 1 < keys) equal.push_back(key_compared(w, "EQ", x, y));
  }
  HloValue out = less.back();
  for (size_t i = keys - 1; i-- > 0;) {
    out = w.same("stablehlo.or", {less[i], w.same("stablehlo.and", {equal[i], out})});
  }
  return out;
}

HloValues sorted_lines(HloWriter& w, const HloNode& n) {
  auto keys = static_cast<size_t>(n.attrs().integer("num_keys"));
  Types pairs, out;
  for (size_t i = 0; i < n.in.size(); ++i) {
    out.push_back(n.in[i].type);
    for (int side = 0; side < 2; ++side) pairs.push_back(n.in[i].type.with(Shape{}));
  }
  std::vector<HloBlock> regions;
  regions.push_back(
      w.block(pairs, [&](const HloValues& x) -> HloValues { return {before(w, x, keys)}; }));
  std::string what =
      str("\"stablehlo.sort\"(", hlo_operands(n.in.size()),
          ") <{dimension = ", n.attrs().integer("axis"), " : i64, is_stable = true}> ~ : ");
  return w.with_regions(str(what, hlo_signature(n.in, out)), n.in, out, std::move(regions));
}

// PRNG keys among the operands are written as two arrays of words.
Vars sorted_words(Builder& b, const Node& node) {
  Vars in, out;
  for (Var v : node.in) {
    if (b.type(v).dtype() != Dtype::key) {
      in.push_back(v);
      continue;
    }
    for (Var word : key_words(b, v)) in.push_back(word);
  }
  Vars made = op::sort(b, in, node.attrs.integer("axis"), node.attrs.integer("num_keys"));
  size_t at = 0;
  for (Var v : node.in) {
    bool is_key = b.type(v).dtype() == Dtype::key;
    out.push_back(is_key ? key_of(b, {made[at], made[at + 1]}) : made[at]);
    at += is_key ? 2 : 1;
  }
  return out;
}

HloValues sort(HloWriter& w, const HloNode& n) {
  for (size_t i = 0; i < n.in.size(); ++i) {
    if (n.of_keys(i)) return w.by_parts(n, sorted_words);
  }
  return w.composite(n, sorted_lines);
}

HloValues greatest(HloWriter& w, const HloNode& n) {
  Types out{n.result(0), n.result(1)};
  return w.lines(str("chlo.top_k($0, k = ", n.attrs().integer("k"), ") : ", hlo_text(n.in[0].type),
                     " -> (", hlo_text(out[0]), ", ", hlo_text(out[1]), ")"),
                 n.in, out);
}

// Bools are converted to integers.
HloValues top_k(HloWriter& w, const HloNode& n) {
  if (n.dtype() != Dtype::boolean) return greatest(w, n);
  return w.by_parts(n, [](Builder& b, const Node& node) -> Vars {
    Var x = op::convert(b, node.in[0], Dtype::u8);
    Vars out = op::top_k(b, x, node.attrs.integer("k"));
    return {op::convert(b, out[0], Dtype::boolean), out[1]};
  });
}

constexpr HloWriteRule indexing_written[] = {
    {"gather", gather},
    {"scatter", scatter},
    {"sort", sort},
    {"top_k", top_k},
};

}  // namespace

std::span<const HloWriteRule> written_indexing() { return indexing_written; }

}  // namespace rille
