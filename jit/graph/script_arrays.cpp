// Rows of scripts: movement, reductions, products, sorting.
#include <algorithm>

#include "jit/graph/script_row.h"
#include "vm/text.h"

namespace rille {
namespace {

using Out = std::optional<ScriptExpr>;

bool of_keys(const ScriptNode& n) { return n.dtype() == Dtype::key; }

Ints counted(int64_t from, int64_t to) {
  Ints out;
  for (int64_t i = from; i < to; ++i) out.push_back(i);
  return out;
}

std::string axis_text(int64_t axis) { return str("axis = ", axis); }

// --- creation and movement of elements

Out iota(const ScriptNode& n) {
  Type type(n.dtype_of("dtype"), n.shape("shape"));
  int64_t axis = n.integer("axis");
  if (!is_number(type.dtype()) || is_complex(type.dtype())) return {};
  std::vector<std::string> args{str(type.extent(static_cast<int>(axis)))};
  if (type.dtype() != Dtype::i32) args.push_back(str("dtype = ", type.dtype()));
  ScriptExpr line = called("arange", args);
  if (type.rank() == 1) return line;
  std::string subs = ":";
  for (int64_t i = axis + 1; i < type.rank(); ++i) subs += ", nil";
  if (axis + 1 < type.rank()) line.text += str("[", subs, "]");
  return called("broadcast", {line.text, shape_text(type.shape())});
}

// Axes of extent 1 that are added or removed are written as subscripts.
std::optional<std::string> new_axes(const Shape& from, const Shape& to) {
  std::string subs;
  size_t at = 0, last = 0;
  std::vector<bool> fresh;
  for (Extent extent : to) {
    bool is_old = at < from.size() && extent == from[at];
    if (!is_old && extent != Extent(1)) return {};
    fresh.push_back(!is_old);
    at += is_old ? 1 : 0;
    if (!is_old) last = fresh.size();
  }
  if (at != from.size() || last == 0) return {};
  for (size_t i = 0; i < last; ++i) subs += str(i == 0 ? "" : ", ", fresh[i] ? "nil" : ":");
  return subs;
}

std::optional<Ints> squeezed(const Shape& from, const Shape& to) {
  Ints axes;
  size_t at = 0;
  for (size_t i = 0; i < from.size(); ++i) {
    bool stays = at < to.size() && from[i] == to[at] && from.size() - i >= to.size() - at;
    if (stays) {
      ++at;
    } else if (from[i] == Extent(1)) {
      axes.push_back(static_cast<int64_t>(i));
    } else {
      return {};
    }
  }
  if (at != to.size() || axes.empty()) return {};
  return axes;
}

Out reshape(const ScriptNode& n) {
  const Shape &from = n.given().shape(), &to = n.shape("shape");
  if (auto subs = new_axes(from, to)) {
    return ScriptExpr{str(n.exactly(0, Precedence::atom), "[", *subs, "]")};
  }
  if (auto axes = squeezed(from, to)) {
    return called("squeeze", {n.exactly(0), str("axis = ", axes_text(*axes))});
  }
  if (to.size() == 1) return called("flatten", {n.exactly(0)});
  return called("reshape", {n.exactly(0), text(to)});
}

Out permute(const ScriptNode& n) {
  const Ints& axes = n.ints("axes");
  if (axes.size() == 2) return ScriptExpr{n.exactly(0, Precedence::atom) + ".T"};
  return called("transpose", {n.exactly(0), tuple_text(axes)});
}

Out reverse(const ScriptNode& n) {
  const Ints& axes = n.ints("axes");
  if (axes.empty()) return exact(*n.in[0]);
  return called("flip", {n.exactly(0), str("axis = ", axes_text(axes))});
}

Out slice(const ScriptNode& n) {
  const Ints &start = n.ints("start"), &step = n.ints("step");
  const Shape& size = n.shape("size");
  const Shape& all = n.given().shape();
  std::vector<std::string> subs;
  size_t last = 0;
  for (size_t i = 0; i < start.size(); ++i) {
    if (size[i] == all[i] && step[i] == 1) {
      subs.emplace_back(":");
      continue;
    }
    if (!size[i].known()) return {};
    int64_t count = size[i].number();
    Extent end(count == 0 ? start[i] : start[i] + (count - 1) * step[i] + 1);
    std::string from = start[i] == 0 && count > 0 ? "" : str(start[i]);
    bool is_rest = all[i].known() && count > 0 && end.number() + step[i] > all[i].number();
    std::string to = is_rest ? "" : str(end);
    subs.push_back(str(from, ":", to, step[i] == 1 ? "" : str(":", step[i])));
    last = i + 1;
  }
  if (last == 0) return exact(*n.in[0]);
  subs.resize(last);
  return ScriptExpr{str(n.exactly(0, Precedence::atom), "[", join(subs), "]")};
}

// `pad` fills with 0.0 by default, which differs from -0.0.
Out pad(const ScriptNode& n) {
  const Ints &low = n.ints("low"), &high = n.ints("high"), &interior = n.ints("interior");
  if (of_keys(n) || std::ranges::any_of(interior, [](int64_t x) { return x != 0; })) return {};
  for (size_t i = 0; i < low.size(); ++i) {  // the builtin cannot crop more than the array has
    Extent size = n.given().extent(static_cast<int>(i));
    int64_t cut = std::min<int64_t>(low[i], 0) + std::min<int64_t>(high[i], 0);
    if (cut < 0 && (!size.known() || size.number() + cut < 0)) return {};
  }
  std::vector<std::string> each;
  for (size_t i = 0; i < low.size(); ++i) each.push_back(str("(", low[i], ", ", high[i], ")"));
  if (each.empty()) return exact(*n.in[0]);
  std::string widths = each.size() == 1 ? each[0] : str("(", join(each), ")");
  if (is_number(*n.in[1], 0)) return called("pad", {n.exactly(0), widths});
  bool is_plain = n.in[1]->form == Term::TermForm::literal && !is_complex(n.dtype());
  return called("pad", {n.exactly(0), widths,
                        is_plain ? number_literal(n.dtype(), n.in[1]->value) : n.exactly(1)});
}

Out concatenate(const ScriptNode& n) {
  std::vector<std::string> each;
  for (size_t i = 0; i < n.in.size(); ++i) each.push_back(n.exactly(i));
  std::string tuple = str("(", join(each), each.size() == 1 ? ",)" : ")");
  int64_t axis = n.integer("axis");
  if (axis == 0) return called("concat", {tuple});
  return called("concat", {tuple, axis_text(axis)});
}

// --- reductions

std::vector<std::string> folded_args(const ScriptNode& n) {
  const Ints& axes = n.ints("axes");
  std::vector<std::string> args{n.exactly(0)};
  bool is_all = std::ssize(axes) == n.given().rank() && !axes.empty();
  if (!is_all) args.push_back(str("axis = ", axes_text(axes)));
  return args;
}

// The builtin sums narrow numbers in a wider dtype, the primitive in their own.
bool is_wide(const ScriptNode& n) { return is_number(n.dtype()) && bits(n.dtype()) >= 32; }

Out fold_of_numbers(const ScriptNode& n) {
  // The builtin multiplies by 1, which changes a nan.
  bool is_kept = n.ints("axes").empty() && is_complex(n.dtype());
  if (!is_wide(n) || is_kept) return {};
  return called(n.word, folded_args(n));
}

bool is_empty_along(const Type& type, const Ints& axes) {
  return std::ranges::any_of(
      axes, [&](int64_t axis) { return type.extent(static_cast<int>(axis)) == Extent(0); });
}

// The builtin has no maximum or minimum of an empty array.
Out extreme(const ScriptNode& n) {
  bool is_real = is_integer(n.dtype()) || is_float(n.dtype());
  if (!is_real || is_empty_along(n.given(), n.ints("axes"))) return {};
  return called(n.word, folded_args(n));
}

Out fold_of_bools(const ScriptNode& n) {  // for integers, the primitive reduces the bits
  if (n.dtype() != Dtype::boolean) return {};
  return called(n.word, folded_args(n));
}

Out place(const ScriptNode& n) {
  int64_t axis = n.integer("axis");
  bool is_real = is_integer(n.dtype()) || is_float(n.dtype());
  if (!is_real || is_empty_along(n.given(), {axis})) return {};
  if (n.given().rank() == 1) return called(n.word, {n.exactly(0)});
  return called(n.word, {n.exactly(0), axis_text(axis)});
}

Out running(const ScriptNode& n) {
  std::vector<std::string> args{n.exactly(0), axis_text(n.integer("axis"))};
  if (n.flag("reverse")) args.emplace_back("reverse = true");
  bool is_extreme = n.word == "cummax" || n.word == "cummin";
  bool is_narrow = is_float(n.dtype()) && bits(n.dtype()) < 32;
  bool fits = is_number(n.dtype()) && (is_extreme ? !is_complex(n.dtype()) : !is_narrow);
  if (!fits) return {};
  return called(n.word, args);
}

// --- products

struct ContractedAxes {
  const Ints &left_batch, &right_batch, &left, &right;
};

std::string letters(int rank, const Ints& axes, const std::string& names, char& next) {
  std::string out;
  for (int64_t axis = 0; axis < rank; ++axis) {
    auto found = std::ranges::find(axes, axis);
    if (found != axes.end()) {
      out += names[static_cast<size_t>(found - axes.begin())];
    } else {
      out += next++;
    }
  }
  return out;
}

Ints joined(Ints a, const Ints& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::string rest_of(const std::string& all, const std::string& taken) {
  std::string out;
  for (char c : all) out += taken.find(c) == std::string::npos ? std::string(1, c) : "";
  return out;
}

Out in_letters(const ScriptNode& n, const ContractedAxes& c) {
  int left = n.given(0).rank(), right = n.given(1).rank();
  if (left + right > 26) return {};
  char next = 'a';
  std::string batch, contracted;
  for (size_t i = 0; i < c.left_batch.size(); ++i) batch += next++;
  for (size_t i = 0; i < c.left.size(); ++i) contracted += next++;
  std::string names = batch + contracted;
  std::string x = letters(left, joined(c.left_batch, c.left), names, next);
  std::string y = letters(right, joined(c.right_batch, c.right), names, next);
  std::string out = batch + rest_of(x, names) + rest_of(y, names);
  return called("einsum", {str("\"", x, ",", y, "->", out, "\""), n.exactly(0), n.exactly(1)});
}

// One side of a matrix product, transposed if its other axis is contracted.
ScriptExpr matrix_side(const ScriptNode& n, size_t i, bool is_turned) {
  if (!is_turned) return exact(*n.in[i]);
  return {n.exactly(i, Precedence::atom) + ".T"};
}

void add_precision(const ScriptNode& n, std::vector<std::string>& args) {
  if (n.find("precision") == nullptr) return;
  args.push_back(str("precision = \"", n.string("precision"), "\""));
}

Out product(const ScriptNode& n) {
  ContractedAxes c{n.ints("left_batch"), n.ints("right_batch"), n.ints("left_contracted"),
                   n.ints("right_contracted")};
  Dtype to = n.dtype_of("dtype");
  int left = n.given(0).rank(), right = n.given(1).rank();
  auto count = static_cast<int64_t>(c.left_batch.size());
  bool is_single = c.left.size() == 1 && left > 0 && right > 0;
  bool is_plain = is_single && count == 0 && right <= 2;
  bool turns_left = is_plain && left == 2 && c.left[0] == 0;
  bool turns_right = is_plain && right == 2 && c.right[0] == 1;
  bool fits = is_plain && (turns_left || c.left[0] == left - 1);
  bool is_batched = is_single && count > 0 && c.left_batch == counted(0, count) &&
                    c.right_batch == c.left_batch && left == count + 2 && right == count + 2 &&
                    c.left[0] == count + 1 && c.right[0] == count;
  if (!fits && !is_batched) return to == n.dtype() ? in_letters(n, c) : Out();
  ScriptExpr x = matrix_side(n, 0, turns_left), y = matrix_side(n, 1, turns_right);
  std::vector<std::string> options;
  if (to != n.dtype()) options.push_back(str("dtype = ", to));
  add_precision(n, options);
  if (!options.empty()) {
    options.insert(options.begin(), {x.text, y.text});
    return called("dot", options);
  }
  return ScriptExpr{str(held(x, Precedence::product), " @ ", held(y, Precedence::unary)),
                    Precedence::product};
}

// --- windows

bool are(const Ints& list, int64_t number) {
  return std::ranges::all_of(list, [&](int64_t x) { return x == number; });
}

std::string numbers_text(const Ints& list) {
  return are(list, list[0]) ? str(list[0]) : tuple_text(list);
}

// The arguments after the sizes; none if the builtin has no such windows.
std::optional<std::vector<std::string>> slide_args(const ScriptNode& n, size_t first, size_t axes) {
  auto part = [&](std::string_view name, int64_t outside) -> std::optional<Ints> {
    const Ints& all = n.ints(name);
    auto from = all.begin() + static_cast<std::ptrdiff_t>(first);
    Ints in(from, from + static_cast<std::ptrdiff_t>(axes)), out = all;
    out.erase(out.begin() + static_cast<std::ptrdiff_t>(first),
              out.begin() + static_cast<std::ptrdiff_t>(first + axes));
    return are(out, outside) ? std::optional(in) : std::nullopt;
  };
  auto strides = part("strides", 1), low = part("low", 0), high = part("high", 0);
  auto base = part("base_dilation", 1), dilation = part("window_dilation", 1);
  if (!strides || !low || !high || !base || !dilation || !are(*base, 1)) return {};
  std::vector<std::string> out, pads;
  for (size_t i = 0; i < axes; ++i) {
    if ((*low)[i] < 0 || (*high)[i] < 0) return {};
    pads.push_back(str("(", (*low)[i], ", ", (*high)[i], ")"));
  }
  out.push_back(str("strides = ", numbers_text(*strides)));
  bool is_valid = are(*low, 0) && are(*high, 0);
  std::string each = axes == 1 ? str("(", pads[0], ",)") : str("(", join(pads), ")");
  out.push_back(str("padding = ", is_valid ? "\"valid\"" : each));
  if (!are(*dilation, 1)) out.push_back(str("dilation = ", numbers_text(*dilation)));
  return out;
}

Out convolution(const ScriptNode& n) {
  auto axes = static_cast<size_t>(n.given().rank()) - 2;
  int64_t groups = n.integer("feature_groups");
  bool is_plain = n.integer("batch_groups") == 1 && n.dtype_of("dtype") == n.dtype();
  bool is_full = n.given(1).known() && n.given(1).count() > 0;
  if (!is_plain || axes == 0 || !is_full) return {};
  auto slide = slide_args(n, 0, axes);
  if (!slide) return {};
  std::vector<std::string> args{n.exactly(0), n.exactly(1)};
  args.insert(args.end(), slide->begin(), slide->end());
  if (groups != 1) args.push_back(str("groups = ", groups));
  add_precision(n, args);
  return called("conv", args);
}

// Windows over all axes except the first and the last.
Out pool(const ScriptNode& n) {
  auto rank = static_cast<size_t>(n.given().rank());
  bool is_real = is_integer(n.dtype()) || is_float(n.dtype());
  if (rank < 2 || !is_real) return {};
  size_t axes = std::max<size_t>(rank, 3) - 2, first = rank - 1 - axes;
  const Ints& all = n.ints("size");
  Ints size(all.begin() + static_cast<std::ptrdiff_t>(first), all.end() - 1);
  int64_t outside = std::max(all.back(), first > 0 ? all[0] : 1);
  auto slide = slide_args(n, first, axes);
  if (!slide || outside != 1) return {};
  std::vector<std::string> args{n.exactly(0), numbers_text(size)};
  args.insert(args.end(), slide->begin(), slide->end());
  return called(n.word, args);
}

// --- sorting, spectra, random numbers

Out call(const ScriptNode& n) {
  std::vector<std::string> args;
  for (size_t i = 0; i < n.in.size(); ++i) args.push_back(n.exactly(i));
  return called(n.word, args);
}

// Sorted values, or the permutation that sorts them: then the second operand is the indices of the
// first.
Out sort(const ScriptNode& n) {
  int64_t axis = n.integer("axis"), keys = n.integer("num_keys");
  bool is_real = is_integer(n.dtype()) || is_float(n.dtype());
  if (keys != 1 || n.in.size() != 1 || !is_real) return {};
  if (axis == n.given().rank() - 1) return call(n);
  return called("sort", {n.exactly(0), axis_text(axis)});
}

Out top_k(const ScriptNode& n) { return called("top_k", {n.exactly(0), str(n.integer("k"))}); }

// For wide matrices, the builtins emit other calls.
Out of_tall(const ScriptNode& n) {
  const Shape& shape = n.given().shape();
  if (!shape.back().known() || !shape[shape.size() - 2].known()) return {};
  if (shape[shape.size() - 2].number() < shape.back().number()) return {};
  return call(n);
}

// Only the values: with vectors, the primitive returns the left ones as well.
Out eigenvalues(const ScriptNode& n) {
  if (n.flag("vectors")) return {};
  return called("linalg.eigvals", {n.exactly(0)});
}

Out triangular_solve(const ScriptNode& n) {
  std::vector<std::string> args{n.exactly(0), n.exactly(1)};
  if (!n.flag("lower")) args.emplace_back("lower = false");
  if (n.flag("transposed")) args.emplace_back("transpose_a = true");
  if (n.given(1).rank() != n.given(0).rank()) return {};
  return called("linalg.triangular_solve", args);
}

Out fourier(const ScriptNode& n) {
  const std::string& kind = n.string("kind");
  int64_t count = n.integer("n");
  Extent given = n.given().shape().back();
  bool says_count = kind == "irfft" && (count % 2 == 1 || Extent(count / 2 + 1) != given);
  std::vector<std::string> args{n.exactly(0)};
  if (says_count) args.push_back(str("n = ", count));
  return called(str("fft.", kind), args);
}

// The builtin takes one number.
Out fold_key(const ScriptNode& n) {
  if (n.given().rank() == 0) return call(n);
  if (n.given().rank() > 1) return {};
  std::string args = str("(", n.exactly(0), ", ", n.exactly(1), ")");
  return ScriptExpr{"vmap((k, i) => rng.fold_in(k, i))" + args};
}

Out split_key(const ScriptNode& n) {
  const Shape& shape = n.shape("shape");
  if (shape == Shape{Extent(2)}) return called("rng.split", {n.exactly(0)});
  return called("rng.split", {n.exactly(0), shape_text(shape)});
}

Out random_bits(const ScriptNode& n) {
  Dtype to = n.dtype_of("dtype");
  const Shape& shape = n.shape("shape");
  bool is_many = n.given().rank() == 1;  // for each of its keys
  if (n.given().rank() > 1 || kind(to) != DtypeKind::natural || bits(to) < 8) return {};
  std::vector<std::string> args{is_many ? "k" : n.exactly(0), shape_text(shape)};
  if (to != Dtype::u32) args.push_back(str("dtype = ", to));
  ScriptExpr one = called("rng.bits", args);
  return is_many ? ScriptExpr{str("vmap(k => ", one.text, ")(", n.exactly(0), ")")} : one;
}

constexpr ScriptRow rows[] = {
    {"argmax", place, "argmax"},
    {"argmin", place, "argmin"},
    {"concatenate", concatenate},
    {"conv", convolution},
    {"cummax", running, "cummax"},
    {"cummin", running, "cummin"},
    {"cumprod", running, "cumprod"},
    {"cumsum", running, "cumsum"},
    {"dot_general", product},
    {"eig", eigenvalues},
    {"fft", fourier},
    {"iota", iota},
    {"key_fold", fold_key, "rng.fold_in"},
    {"key_split", split_key},
    {"pad", pad},
    {"permute", permute},
    {"prod", fold_of_numbers, "prod"},
    {"qr", of_tall, "linalg.qr"},
    {"reduce_and", fold_of_bools, "all"},
    {"reduce_max", extreme, "max"},
    {"reduce_min", extreme, "min"},
    {"reduce_or", fold_of_bools, "any"},
    {"reshape", reshape},
    {"reverse", reverse},
    {"rng_bits", random_bits},
    {"schur", call, "linalg.schur"},
    {"slice", slice},
    {"sort", sort, "sort"},
    {"sum", fold_of_numbers, "sum"},
    {"svd", of_tall, "linalg.svd"},
    {"top_k", top_k},
    {"triangular_solve", triangular_solve},
    {"tridiagonal_solve", call, "linalg.tridiagonal_solve"},
    {"window_max", pool, "nn.max_pool"},
    {"window_min", pool, "nn.min_pool"},
};

}  // namespace

std::span<const ScriptRow> script_arrays() { return rows; }
std::optional<ScriptExpr> script_pool(const ScriptNode& n) { return pool(n); }

}  // namespace rille
