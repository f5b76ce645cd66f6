// SpectralTangents: derivatives of functions of eigenvectors.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "jit/transforms/parts.h"

namespace rille {

// Columns of eigenvectors or singular vectors (`from` is an eigh or svd node), each scaled by the
// product of `by`.
struct ScaledColumns {
  struct ColumnFactor {
    Var vector;     // one factor per column, a value of the graph
    Ints new_axes;  // axes of its broadcast to [..., columns]
    bool inverse = false, conj = false;
  };
  const Node* from = nullptr;
  bool right = false;  // for an svd: columns of v instead of u
  int64_t row = 0, column = 0;
  bool conj = false;
  int64_t first = 0, count = 0;  // the range of columns
  std::vector<ColumnFactor> by = {};
};

// The product v g (v' b), evaluated from right to left, so that v g v' is not a value of the graph.
struct AppliedColumns {
  ScaledColumns left, right;
  Var b;  // a vector or a matrix
};

// Finds scaled columns and applied columns in a graph.
class ColumnFinder {
 public:
  explicit ColumnFinder(const Graph& graph);
  bool has_any() const { return has_any_; }
  const Node* maker(Var v) const { return makers_[static_cast<size_t>(v.id)]; }
  const std::optional<ScaledColumns>& find(Var v, int depth = 0);
  std::optional<AppliedColumns> applied(const Node& node);

 private:
  std::optional<ScaledColumns> look(Var v, int depth);
  std::optional<ScaledColumns> of_product(const Node& node, int depth);
  std::optional<ScaledColumns> of_scaled(const Node& node, int depth);
  std::optional<ScaledColumns> of_slice(const Node& node, int depth);
  std::optional<ScaledColumns> of_conjugate(const Node& node, int depth);
  std::optional<AppliedColumns> inner_of(Var v, int depth);
  std::optional<ScaledColumns::ColumnFactor> factor_of_rows(Var v) const;
  std::optional<Var> diagonal_of(Var matrix) const;
  std::optional<ScaledColumns::ColumnFactor> factor(Var v, const ScaledColumns& of) const;

  const Graph& graph_;
  std::vector<const Node*> makers_;
  std::unordered_map<int, std::optional<ScaledColumns>> found_;
  bool has_any_ = false;
};

// Computes the tangents of products v g(w) v' for jvp. The rules of eigh and svd differentiate only
// the factors, which have no derivative for equal eigenvalues, although the product has one.
// source: Daleckii and Krein, AMS Transl. 47 (1965)
class SpectralTangents {
 public:
  SpectralTangents(Builder& b, const Graph& graph, const VarMap<Var>& primal,
                   const VarMap<Var>& tangent)
      : b_(b), graph_(graph), finder_(graph), primal_(primal), tangent_(tangent) {}

  // The tangent of the node's result, or nullopt if the node is neither such a product nor a slice
  // of columns.
  std::optional<Var> tangent_of(const Node& node);

 private:
  // Directions of the eigenvalues: `apart` is (1, 2, 3, …), `together` is (1, 1, 1, …).
  enum class EigenDirection : uint8_t { apart, together };
  // A factor for each column, its tangent, and its derivatives by the eigenvalues along `apart`
  // (split) and `together` (shift).
  struct FactorDerivatives {
    Var value, tangent, split = {}, shift = {};
  };
  // A divided difference (or sum) of two columns i, j: above / below, with the derivatives of both
  // along `apart`. `middle` is half the sum (or difference) of the directions of i and j; `shift`
  // is always a difference.
  struct Quotient {
    Var above, below, split_above, split_below, shift, middle;
  };

  std::optional<Var> of_product(const Node& node);
  std::optional<Var> of_applied(const Node& node);
  std::optional<Var> of_slice(const Node& node);
  Var moved_columns(const Node& eigh, int64_t first, int64_t count);
  Var eigen_product(const Node& eigh, const FactorDerivatives& g);
  Var singular_product(const Node& svd, const FactorDerivatives& g);
  std::optional<FactorDerivatives> numbers_of(const ScaledColumns& left,
                                              const ScaledColumns& right);
  void multiply(FactorDerivatives& all, const ScaledColumns::ColumnFactor& by,
                const ScaledColumns& of);
  Var placed(Var v, const ScaledColumns::ColumnFactor& by, const Type& type);
  Var ratio(const Quotient& of, Var sizes, Var bound);
  Var place_of(const Type& values);
  Var slope_of(Var v, const Node& from, EigenDirection how);
  Var values_of(const Node& from) const;

  Builder& b_;
  const Graph& graph_;
  ColumnFinder finder_;
  const VarMap<Var>& primal_;
  const VarMap<Var>& tangent_;
  std::unordered_map<const Node*, std::vector<char>> depends_;
  std::map<std::pair<const Node*, EigenDirection>, std::unordered_map<int, Var>> slopes_;
  bool is_lost_ = false;
};

}  // namespace rille
