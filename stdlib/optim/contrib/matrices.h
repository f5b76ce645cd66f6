// Leaves as matrices: which axes are rows and columns.
#pragma once

#include <string>

#include "stdlib/optim/rules/moments.h"

namespace rille {

// How a leaf is a matrix, or several: its other axes count those.
class AsMatrix {
 public:
  AsMatrix(Ints others, Ints rows, Ints columns)
      : others_(std::move(others)), rows_(std::move(rows)), columns_(std::move(columns)) {}
  Array matrix(const Array& x) const;  // [rows, columns], or [others, rows, columns]
  // What has the shape of a matrix of x, in the shape of x.
  Array leaf(const Array& matrix, const Array& x) const;
  Extent rows(const Array& x) const;
  Extent columns(const Array& x) const;

 private:
  Ints order() const;

  Ints others_, rows_, columns_;
};

// What `numbers` says of a leaf: nil, every leaf of two axes; else a function of its path, which
// gives (reduction_axis, output_axis), an int or several each, or nil. error[type] and error[shape]
// name `who`.
std::optional<AsMatrix> matrix_of_leaf(State& state, const Value& numbers, const std::string& path,
                                       const Array& leaf, std::string_view who);

// Sizes of one kind. error[shape] where one is not known in a trace.
int64_t known_size(Extent size, std::string_view who);

// f of the leaves at the same place, as `each`, and what the first of them is as a matrix.
using OfMatrices = std::function<Array(const std::vector<Array>&, const std::optional<AsMatrix>&)>;
struct MatrixRule {
  State& state;
  const Value& numbers;
  std::string_view who;
};
Value each_matrix(const MatrixRule& rule, const Values& trees, const OfMatrices& f);

constexpr std::string_view dimensions_text =
    "of a path the axes (reduction_axis, output_axis) of its leaf, an int or a tuple each, or nil "
    "for none; nil: leaves of two axes";

}  // namespace rille
