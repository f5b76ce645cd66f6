// MatrixView: which axes of a leaf are rows and columns.
#include "stdlib/optim/contrib/matrices.h"

#include <algorithm>

#include "vm/call.h"
#include "vm/state.h"

namespace rille {
namespace {

Extent product_of(const Array& x, const Ints& axes) {
  Extent out = 1;
  for (int64_t axis : axes) out = out * x.shape()[static_cast<size_t>(axis)];
  return out;
}

Ints joined(const Ints& a, const Ints& b, const Ints& c) {
  Ints out = a;
  out.insert(out.end(), b.begin(), b.end());
  out.insert(out.end(), c.begin(), c.end());
  return out;
}

struct DimensionReader {
  const std::string& path;
  const Array& leaf;
  std::string_view who;

  std::string place() const { return str("`", path, "`, ", leaf.type(), ","); }

  int64_t axis_of(const Value& value, std::string_view name) const {
    const auto* axis = std::get_if<int64_t>(&value.any());
    if (axis == nullptr) {
      throw Error(Code::type, str(who, ": `", name, "` of ", place(), " is ", kind_text(value),
                                  ", expected an int or a tuple of ints"));
    }
    int64_t rank = leaf.rank(), out = *axis < 0 ? *axis + rank : *axis;
    if (out >= 0 && out < rank) return out;
    throw Error(Code::shape, str(who, ": `", name, "` of `", path, "` is ", *axis,
                                 ", expected an axis of ", leaf.type()));
  }

  Ints axes_of(const Value& spec, std::string_view name) const {
    const Value* given = spec.is_branch() && !spec.is_dict() ? spec.field(name) : nullptr;
    if (given == nullptr) {
      throw Error(Code::type, str(who, ": the axes of ", place(), " are ", form_text(spec),
                                  ", expected a record (reduction_axis, output_axis) or nil"));
    }
    if (!given->is_tuple()) return {axis_of(*given, name)};
    Ints out;
    for (const Value& item : given->items()) out.push_back(axis_of(item, name));
    return out;
  }
};

}  // namespace

Ints MatrixView::order() const { return joined(others_, rows_, columns_); }
Extent MatrixView::rows(const Array& x) const { return product_of(x, rows_); }
Extent MatrixView::columns(const Array& x) const { return product_of(x, columns_); }

Array MatrixView::matrix(const Array& x) const {
  Shape shape = {rows(x), columns(x)};
  if (!others_.empty()) shape.insert(shape.begin(), product_of(x, others_));
  return reshape_to(transpose(x, order()), shape);
}

Array MatrixView::leaf(const Array& matrix, const Array& x) const {
  Ints axes = order(), back(axes.size());
  Shape shape;
  for (size_t i = 0; i < axes.size(); ++i) {
    shape.push_back(x.shape()[static_cast<size_t>(axes[i])]);
    back[static_cast<size_t>(axes[i])] = static_cast<int64_t>(i);
  }
  return transpose(reshape_to(matrix, shape), back);
}

std::optional<MatrixView> matrix_of_leaf(State& state, const Value& numbers,
                                         const std::string& path, const Array& leaf,
                                         std::string_view who) {
  if (numbers.is_nil()) {
    return leaf.rank() == 2 ? std::optional(MatrixView({}, {0}, {1})) : std::nullopt;
  }
  Value spec = call_value(state, numbers, Value(path));
  if (spec.is_nil()) return std::nullopt;
  DimensionReader reader{path, leaf, who};
  Ints rows = reader.axes_of(spec, "reduction_axis"), columns = reader.axes_of(spec, "output_axis");
  Ints named = joined(rows, columns, {}), others;
  std::ranges::sort(named);
  if (std::ranges::adjacent_find(named) != named.end()) {
    throw Error(Code::shape, str(who, ": an axis of ", reader.place(),
                                 " is named twice, expected distinct axes"));
  }
  for (int64_t axis = 0; axis < leaf.rank(); ++axis) {
    if (!std::ranges::binary_search(named, axis)) others.push_back(axis);
  }
  return MatrixView(others, rows, columns);
}

int64_t known_size(Extent size, std::string_view who) {
  if (size.known()) return size.number();
  throw Error(Code::shape, str(who, ": a parameter has an axis of size ", text(size),
                               ", expected static sizes"));
}

Value each_matrix(const MatrixOptions& rule, const Values& trees, const MatrixFn& f) {
  std::vector<std::string> names = paths(trees[0]);
  size_t next = 0;
  return each(trees, [&](const auto& at) {
    return f(at, matrix_of_leaf(rule.state, rule.numbers, names[next++], at[0], rule.who));
  });
}

}  // namespace rille
