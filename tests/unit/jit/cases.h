// Every sample of every op, with inputs to run it on.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "jit/graph.h"
#include "jit/op.h"

namespace rille {

struct Case {
  const Op* op;
  Sample sample;
  int number;
};

std::vector<Case> all_cases();
void PrintTo(const Case& c, std::ostream* out);
std::string case_name(const testing::TestParamInfo<Case>& info);

// The elementwise op of a scalar operation.
const Op& op_of(Scalar name);

// The op alone, with the types of its sample; or with one parameter for all inputs of one type.
Graph graph_of(const Case& c);
Graph repeated_graph(const Case& c);

// Floats from [low, high); integers from -3 to 6, which are also used as indices, shifts, and
// divisors.
class Draws {
 public:
  explicit Draws(unsigned seed, double low = -2, double high = 2)
      : rng_(seed), low_(low), high_(high) {}
  Array draw(Type type);
  std::vector<Array> draw(const Types& types);

 private:
  std::mt19937 rng_;
  double low_, high_;
};

// Equal types and bits, where all nans are equal.
testing::AssertionResult same_bits(const Array& a, const Array& b);

}  // namespace rille
