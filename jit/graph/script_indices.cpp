// Idioms of indices: x[i] with its check, and updates.
#include <algorithm>

#include "jit/graph/script_row.h"
#include "vm/text.h"

namespace rille {
namespace {

using Out = std::optional<ScriptExpr>;

// One index as the script reads it: its value before the builtin normalizes negative indices.
struct IndexSource {
  Var index;  // in range, or to be clipped
  // The checks of the builtin; if there are any, the index need not be clipped.
  std::vector<const Node*> checks = {};
};

class Indexing {
 public:
  Indexing(const Graph& graph, const DefiningNodes& makers, const std::vector<bool>& live)
      : graph_(graph), makers_(makers) {
    for (const Node& node : graph.nodes) {
      if (node.op == &check_op) checks_.push_back(&node);
    }
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
      if (live[i]) match(graph.nodes[i]);
    }
  }

  std::vector<Idiom> found = {};

 private:
  void match(const Node& node) {
    if (node.op == &gather_op) return gathered(node);
    if (node.op == &scatter_op) return scattered(node);
    if (node.op == &reshape_op) return reshaped(node);
    if (node.op == &dynamic_slice_op) return windowed(node, node);
    if (node.op == &dynamic_update_slice_op) return updated(node);
  }

  const Node* made(Var v, const Op& op) const { return makers_.of(v, op); }

  // f(a, b) or f(b, a)
  template <class F>
  static bool either_way(const Node* node, F f) {
    return node != nullptr && (f(node->in[0], node->in[1]) || f(node->in[1], node->in[0]));
  }

  bool compares(Var v, const Op& op, Var x) const {
    const Node* node = made(v, op);
    return node != nullptr && node->in[0] == x && makers_.is_number(node->in[1], 0);
  }

  // i < 0 ? i + n : i, with a check of i
  IndexSource place(Var v, Extent extent) const {
    Var inner = v;
    const Node* wider = made(v, convert_op);
    if (wider != nullptr && is_integer(graph_.type(wider->in[0]).dtype())) inner = wider->in[0];
    const Node* choice = made(inner, select_op);
    if (choice == nullptr || !extent.known()) return {v};
    Var index = choice->in[2];
    const Node* sum = made(choice->in[1], add_op);
    auto count = static_cast<double>(extent.number());
    bool counts_back = compares(choice->in[0], lt_op, index) && sum != nullptr &&
                       sum->in[0] == index && makers_.is_number(sum->in[1], count);
    if (!counts_back) return {v};
    std::vector<const Node*> checks = checks_of(index, extent);
    return checks.empty() ? IndexSource{v} : IndexSource{index, checks};
  }

  std::vector<const Node*> checks_of(Var index, Extent extent) const {
    std::vector<const Node*> out;
    // The axis in the message is ignored: under vmap, the arrays have one more leading axis.
    std::string_view begin = "index {0} is out of range for axis ";
    std::string end = str(" of size ", extent.number());
    auto count = static_cast<double>(extent.number());
    for (const Node* check : checks_) {
      bool is_one = check->in.size() == 3 && check->in[2] == index &&
                    check->attrs.string("message").starts_with(begin) &&
                    check->attrs.string("message").ends_with(end) &&
                    check->attrs.string("kind") == "index" && holds_always(check->in[1]);
      auto bounds = [&](Var low, Var high) {
        const Node* least = made(low, ge_op);
        const Node* most = made(high, lt_op);
        return least != nullptr && most != nullptr && least->in[0] == index &&
               most->in[0] == index && makers_.is_number(least->in[1], -count) &&
               makers_.is_number(most->in[1], count);
      };
      if (is_one && either_way(made(check->in[0], bit_and_op), bounds)) out.push_back(check);
    }
    return out;
  }
  bool holds_always(Var mask) const {
    const AttrValue* is = makers_.number(mask);
    return is != nullptr && std::get_if<bool>(is) != nullptr && std::get<bool>(*is);
  }

  // One of the k indices in [..., k]: a value with the shape of the rows, a slice of a value with
  // one more axis, or the row numbers.
  struct IndexColumn {
    Var of = {};            // none: `text` is the whole index
    std::string text = {};  // appended to `of`
  };

  void add_columns(Var indices, const Shape& rows, std::vector<IndexColumn>& out) const {
    const Node* node = makers_.of(indices);
    bool is_int =
        node != nullptr && node->op == &convert_op && is_integer(graph_.type(node->in[0]).dtype());
    if (is_int) return add_columns(node->in[0], rows, out);
    auto last = static_cast<int64_t>(rows.size());
    if (node != nullptr && node->op == &concatenate_op && node->attrs.integer("axis") == last) {
      for (Var part : node->in) add_columns(part, rows, out);
      return;
    }
    if (node != nullptr && node->op == &reshape_op && graph_.type(node->in[0]).shape() == rows) {
      return out.push_back({node->in[0]});
    }
    Extent count = graph_.type(indices).shape().back();
    bool counts = node != nullptr && node->op == &iota_op && count == Extent(1) &&
                  node->attrs.integer("axis") < last;
    if (counts) {
      int64_t axis = node->attrs.integer("axis");
      std::string text = str("arange(", rows[static_cast<size_t>(axis)], ")");
      for (int64_t i = axis + 1; i < last; ++i) text += i == axis + 1 ? "[:, nil" : ", nil";
      return out.push_back({{}, text + (axis + 1 < last ? "]" : "")});
    }
    for (int64_t j = 0; count.known() && j < count.number(); ++j) {
      out.push_back({indices, str("[..., ", j, "]")});
    }
  }

  // Matches reads of x at indices, or updates there. Per index, `numbers` holds its position in
  // `reads` (-1: the text is the whole index) and whether it is checked.
  std::optional<Idiom> indexed(const Node& node, Var indices, const Ints& axes) const {
    Idiom out{.node = &node, .reads = {node.in[0]}};
    const Shape& shape = graph_.type(indices).shape();
    Shape rows(shape.begin(), shape.end() - 1);
    std::vector<IndexColumn> parts;
    add_columns(indices, rows, parts);
    if (parts.size() != axes.size() || axes.empty()) return {};
    bool fills = false;  // the row numbers alone do not have all axes of the rows
    for (size_t i = 0; i < axes.size(); ++i) {
      Extent extent = graph_.type(node.in[0]).extent(static_cast<int>(axes[i]));
      if (!extent.known() || extent.number() == 0) return {};
      out.lines.push_back(parts[i].text);
      if (parts[i].of.none()) {  // under vmap: the number of rows equals that of the indices
        bool is_within = std::ranges::find(rows, extent) != rows.end() &&
                         parts[i].text.starts_with(str("arange(", extent, ")"));
        out.numbers.insert(out.numbers.end(), {-1, is_within ? 1 : 0});
        continue;
      }
      fills = true;
      IndexSource at =
          parts[i].text.empty() ? place(parts[i].of, extent) : IndexSource{parts[i].of};
      auto seen = std::ranges::find(out.reads, at.index);
      int64_t slot = seen - out.reads.begin();
      bool is_new = seen == out.reads.end() || slot == 0;
      if (is_new) slot = static_cast<int64_t>(out.reads.size());
      if (is_new) out.reads.push_back(at.index);
      out.numbers.insert(out.numbers.end(), {slot, at.checks.empty() ? 0 : 1});
      out.implied.insert(out.implied.end(), at.checks.begin(), at.checks.end());
    }
    return fills ? std::optional(std::move(out)) : std::nullopt;
  }

  static std::string index_text(const ScriptNode& n, size_t i, bool is_checked, Extent extent,
                                const std::string& part = "") {
    const Term& index = *n.in[i];
    std::string plain = index.weak ? index.piece.text : n.exactly(i, Precedence::sum);
    if (!part.empty()) plain = n.exactly(i, Precedence::atom) + part;
    if (is_checked) return plain;
    return str("clip(", plain, ", 0, ", extent.number() - 1, ")");
  }

  // "i, j" for the first axes; for other axes, x is written as "transpose(x, …)".
  static std::string subscripts(const Idiom& idiom, const ScriptNode& n, const Ints& axes) {
    std::vector<std::string> subs;
    for (size_t k = 0; k < axes.size(); ++k) {
      Extent extent = n.given().extent(static_cast<int>(axes[k]));
      int64_t slot = idiom.numbers[2 * k];
      if (slot < 0) {
        subs.push_back(str("clip(", idiom.lines[k], ", 0, ", extent.number() - 1, ")"));
        if (idiom.numbers[2 * k + 1] != 0) subs.back() = idiom.lines[k];
        continue;
      }
      bool is_checked = idiom.numbers[2 * k + 1] != 0;
      subs.push_back(index_text(n, static_cast<size_t>(slot), is_checked, extent, idiom.lines[k]));
    }
    return join(subs);
  }

  static bool is_prefix(const Ints& axes) {
    for (size_t i = 0; i < axes.size(); ++i) {
      if (axes[i] != static_cast<int64_t>(i)) return false;
    }
    return true;
  }

  static bool is_run(const Ints& axes) {
    for (size_t i = 1; i < axes.size(); ++i) {
      if (axes[i] != axes[i - 1] + 1) return false;
    }
    return true;
  }

  void gathered(const Node& node) {
    auto idiom = indexed(node, node.in[1], node.attrs.ints("axes"));
    if (!idiom) return;
    idiom->write = gather;
    found.push_back(std::move(*idiom));
  }
  static Out gather(const Idiom& idiom, const ScriptNode& n) {
    const Ints& axes = n.ints("axes");
    std::string x = n.exactly(0, Precedence::atom);
    if (!is_prefix(axes)) {
      Ints order = axes;
      for (int64_t axis = 0; axis < n.given().rank(); ++axis) {
        if (std::ranges::find(axes, axis) == axes.end()) order.push_back(axis);
      }
      x = str("transpose(", n.exactly(0), ", ", tuple_text(order), ")");
    }
    return ScriptExpr{str(x, "[", subscripts(idiom, n, axes), "]")};
  }

  void scattered(const Node& node) {
    const Ints& axes = node.attrs.ints("axes");
    const std::string& mode = node.attrs.string("mode");
    bool is_known = mode == "set" || mode == "add" || mode == "mul";
    auto idiom = indexed(node, node.in[1], axes);
    if (!idiom || !is_known || !is_run(axes)) return;
    idiom->reads.push_back(node.in[2]);
    idiom->write = scatter;
    found.push_back(std::move(*idiom));
  }
  // The piece is the line "[i] += u", which updates the variable that holds x.
  static Out scatter(const Idiom& idiom, const ScriptNode& n) {
    const std::string& mode = n.string("mode");
    std::string_view sign = mode == "set" ? "=" : mode == "add" ? "+=" : "*=";
    const Ints& axes = n.ints("axes");
    std::string subs = subscripts(idiom, n, axes), update = n.exactly(n.in.size() - 1);
    if (is_prefix(axes)) return ScriptExpr{str("[", subs, "] ", sign, " ", update)};
    // The update has the axes of the rows first; in x, they are in the positions `axes`.
    std::string front;
    Ints order;
    int64_t rows = n.given(n.in.size() - 1).rank() - n.given().rank() + std::ssize(axes);
    for (int64_t axis = 0; axis < axes[0]; ++axis) {
      front += ":, ";
      order.push_back(rows + axis);
    }
    for (int64_t axis = 0; axis < rows; ++axis) order.push_back(axis);
    for (auto axis = std::ssize(order); axis < n.given(n.in.size() - 1).rank(); ++axis) {
      order.push_back(axis);
    }
    std::string turned = str("transpose(", update, ", ", tuple_text(order), ")");
    return ScriptExpr{str("[", front, subs, "] ", sign, " ", turned)};
  }

  // --- windows at computed indices

  // x[0] of a slice, x[i] of a window of one element: the axis is removed.
  void reshaped(const Node& node) {
    const Node* cut = makers_.of(node.in[0]);
    if (cut == nullptr || (cut->op != &slice_op && cut->op != &dynamic_slice_op)) return;
    if (cut->op == &dynamic_slice_op) return windowed(node, *cut);
    const Shape &size = cut->attrs.shape("size"), &to = node.attrs.shape("shape");
    Shape kept;
    bool is_known = true;
    for (Extent extent : size) {
      if (extent != Extent(1)) kept.push_back(extent);
      is_known = is_known && extent.known();
    }
    if (kept != to || !is_known) return;
    Idiom out{.node = &node, .reads = {cut->in[0]}, .write = item, .nodes = {cut}};
    found.push_back(std::move(out));
  }
  static Out item(const Idiom& idiom, const ScriptNode& n) {
    const Node& cut = *idiom.nodes[0];
    const Ints &start = cut.attrs.ints("start"), &step = cut.attrs.ints("step");
    const Shape& size = cut.attrs.shape("size");
    n.shape("shape");
    std::vector<std::string> subs;
    size_t last = 0;
    for (size_t i = 0; i < size.size(); ++i) {
      int64_t count = size[i].number();
      bool is_whole = size[i] == n.given().extent(static_cast<int>(i)) && step[i] == 1;
      int64_t end = count == 0 ? start[i] : start[i] + (count - 1) * step[i] + 1;
      subs.push_back(count == 1 ? str(start[i])
                     : is_whole ? ":"
                                : str(start[i], ":", end, step[i] == 1 ? "" : str(":", step[i])));
      if (!is_whole || count == 1) last = i + 1;
    }
    if (last == 0) return exact(*n.in[0]);
    subs.resize(last);
    return ScriptExpr{str(n.exactly(0, Precedence::atom), "[", join(subs), "]")};
  }

  // x[i], or x[i + arange(n)] along one axis: `node` is the window, or the reshape that removes its
  // axis of size 1.
  void windowed(const Node& node, const Node& window) {
    auto idiom = window_at(node, window, window.attrs.shape("size"));
    if (!idiom && &node == &window) return windows(node);
    if (!idiom) return;
    const Shape& size = window.attrs.shape("size");
    if (&node != &window) {
      Shape kept = size;
      if (size[at(*idiom)] != Extent(1)) return;
      kept.erase(kept.begin() + idiom->numbers[0]);
      if (kept != node.attrs.shape("shape")) return;
    }
    idiom->write = &node == &window ? window_text : row_text;
    found.push_back(std::move(*idiom));
  }
  // Along several axes: one index after the other.
  void windows(const Node& node) {
    const Type& type = graph_.type(node.in[0]);
    if (!type.known() || type.count() == 0) return;
    found.push_back({.node = &node, .reads = node.in, .write = windows_text});
  }
  static Out windows_text(const Idiom&, const ScriptNode& n) {
    const Shape& size = n.shape("size");
    std::string out = n.exactly(0, Precedence::atom), before;
    for (size_t i = 0; i < size.size(); ++i, before += ":, ") {
      Extent all = n.given().extent(static_cast<int>(i));
      if (size[i] == all) continue;
      Extent room(all.number() - size[i].number() + 1);
      std::string first = index_text(n, i + 1, false, room);
      out += str("[", before, first, " + arange(", size[i], ")]");
    }
    return ScriptExpr{out};
  }
  static size_t at(const Idiom& idiom) { return static_cast<size_t>(idiom.numbers[0]); }

  // A window that is smaller than the array along one axis only. `numbers`: the axis, its size,
  // whether the index is checked.
  std::optional<Idiom> window_at(const Node& node, const Node& window, const Shape& size) const {
    const Shape& all = graph_.type(window.in[0]).shape();
    size_t first = window.in.size() - all.size();
    std::optional<size_t> axis;
    for (size_t i = 0; i < all.size(); ++i) {
      if (size[i] == all[i]) continue;  // a full axis, whatever its start index
      if (axis || !size[i].known() || !all[i].known()) return {};
      axis = i;
    }
    if (!axis || size[*axis] == Extent(0) || all[*axis] == Extent(0)) return {};
    auto along = static_cast<int64_t>(*axis);
    IndexSource from = place(window.in[first + *axis], all[*axis]);
    bool is_one = size[*axis] == Extent(1);
    if (!is_one) from = {window.in[first + *axis]};
    Idiom out{.node = &node, .reads = {window.in[0], from.index}, .nodes = {&window}};
    out.implied = from.checks;
    out.numbers = {along, size[*axis].number(), !from.checks.empty()};
    return out;
  }
  static std::string window_subs(const Idiom& idiom, const ScriptNode& n) {
    int64_t axis = idiom.numbers[0], count = idiom.numbers[1];
    Extent extent(n.given().extent(static_cast<int>(axis)).number() - count + 1);
    std::string index = index_text(n, 1, idiom.numbers[2] != 0, extent), out;
    for (int64_t i = 0; i < axis; ++i) out += ":, ";
    return out + index;
  }
  static Out row_text(const Idiom& idiom, const ScriptNode& n) {
    n.shape("shape");
    return ScriptExpr{str(n.exactly(0, Precedence::atom), "[", window_subs(idiom, n), "]")};
  }
  static std::string span_subs(const Idiom& idiom, const ScriptNode& n) {
    return str(window_subs(idiom, n), " + arange(", idiom.numbers[1], ")");
  }
  static Out window_text(const Idiom& idiom, const ScriptNode& n) {
    n.shape("size");
    return ScriptExpr{str(n.exactly(0, Precedence::atom), "[", span_subs(idiom, n), "]")};
  }

  void updated(const Node& node) {
    auto idiom = window_at(node, node, graph_.type(node.in[1]).shape());
    if (!idiom) return;
    idiom->nodes.clear();
    Var update = node.in[1];
    const Node* row = made(update, reshape_op);
    Shape kept = graph_.type(update).shape();
    kept.erase(kept.begin() + idiom->numbers[0]);
    bool is_row =
        idiom->numbers[1] == 1 && row != nullptr && graph_.type(row->in[0]).shape() == kept;
    idiom->reads.push_back(is_row ? row->in[0] : update);
    idiom->write = is_row ? update_row : update_span;
    found.push_back(std::move(*idiom));
  }
  static Out update_row(const Idiom& idiom, const ScriptNode& n) {
    return ScriptExpr{str("[", window_subs(idiom, n), "] = ", n.exactly(2))};
  }
  static Out update_span(const Idiom& idiom, const ScriptNode& n) {
    return ScriptExpr{str("[", span_subs(idiom, n), "] = ", n.exactly(2))};
  }

  const Graph& graph_;
  const DefiningNodes& makers_;
  std::vector<const Node*> checks_ = {};
};

}  // namespace

std::vector<Idiom> index_idioms(const Graph& graph, const DefiningNodes& makers,
                                const std::vector<bool>& live) {
  return std::move(Indexing(graph, makers, live).found);
}

}  // namespace rille
