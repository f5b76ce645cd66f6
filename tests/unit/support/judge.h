// Checks derivatives and batches of graphs by running them.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "jit/graph.h"
#include "jit/op.h"
#include "jit/transform.h"
#include "jit/transforms/parts.h"

namespace rille {

using Arrays = std::vector<Array>;

inline Type f64(const Shape& shape) { return {Dtype::f64, shape}; }
inline Type i32(const Shape& shape) { return {Dtype::i32, shape}; }
inline Type truth() { return {Dtype::boolean, Shape{}}; }

inline Region region(const Types& params, const Body& body) {
  return make_region(Graph{}, params, body);
}
inline Graph graph(const Types& params, const Body& body) { return *region(params, body); }

class Judge {
 public:
  explicit Judge(unsigned seed) : rng_(seed) {}

  Array draw(const Type& type, double low = -1, double high = 1);
  Arrays draw(const Types& types);

  // f and all its transforms, up to the given order: derivatives against differences, reverse mode
  // against forward mode, batch elements against single runs.
  void judge(const Graph& f, int order = 1);

  // jvp against central differences; vjp and value_and_grad's parts as the adjoint of jvp.
  void slopes(const Graph& f, const Arrays& at);
  void adjoint(const Graph& f, const Arrays& at);
  // vmap over every choice of batched params against a loop.
  void rows(const Graph& f, int64_t size = 3);

  std::mt19937& rng() { return rng_; }

 private:
  std::mt19937 rng_;
};

// Compares two arrays: f64 up to a tolerance, relative above 1; other dtypes bit for bit.
void expect_near(const Array& got, const Array& want, double tolerance, const Graph& graph);

// Sums tanh of every float result: a scalar function of the same inputs.
Graph scalar_of(const Graph& f);
// Only the gradient of scalar_of(f): (x...) -> (dx...).
Graph grad_of(const Graph& f);

}  // namespace rille
