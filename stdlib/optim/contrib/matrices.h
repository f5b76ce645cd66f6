// MatrixView: leaves as matrices or as stacks of matrices.
#pragma once

#include <string>

#include "stdlib/optim/rules/moments.h"

namespace rille {

// Which axes of a leaf are the rows and columns of a matrix. Other axes make the leaf a stack of
// matrices.
class MatrixView {
 public:
  MatrixView(Ints others, Ints rows, Ints columns)
      : others_(std::move(others)), rows_(std::move(rows)), columns_(std::move(columns)) {}
  Array matrix(const Array& x) const;  // [rows, columns], or [others, rows, columns]
  // Reshapes `matrix`, which has the shape of `matrix(x)`, to the shape of x.
  Array leaf(const Array& matrix, const Array& x) const;
  Extent rows(const Array& x) const;
  Extent columns(const Array& x) const;

 private:
  Ints order() const;

  Ints others_, rows_, columns_;
};

// How a leaf is a matrix, or nothing if it is none. If `numbers` is nil, every leaf of two axes is
// a matrix. Otherwise `numbers` is a function of the path of a leaf, which returns the record
// (reduction_axis, output_axis), each an int or several, or nil. error[type] and error[shape] name
// `who`.
std::optional<MatrixView> matrix_of_leaf(State& state, const Value& numbers,
                                         const std::string& path, const Array& leaf,
                                         std::string_view who);

// The size as a number. error[shape], which names `who`, if the size is not static in a trace.
int64_t known_size(Extent size, std::string_view who);

// As `each`, but f also receives how the first leaf is a matrix.
using MatrixFn = std::function<Array(const std::vector<Array>&, const std::optional<MatrixView>&)>;
struct MatrixOptions {
  State& state;
  const Value& numbers;
  std::string_view who;
};
Value each_matrix(const MatrixOptions& rule, const Values& trees, const MatrixFn& f);

constexpr std::string_view dimensions_text =
    "Function from the path of a leaf to the record (reduction_axis, output_axis), each an int or "
    "a tuple of ints. For a leaf that is not a matrix, it returns nil. If no function is passed, "
    "leaves with two axes are treated as matrices.";

}  // namespace rille
