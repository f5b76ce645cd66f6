// Grow: draws graphs of every primitive.
#pragma once

#include "jit/graph.h"
#include "jit/op.h"
#include "tests/diff/chance.h"

namespace rille::diff {

// What graphs of a seed may hold. The same seed with other bounds draws another graph, by the
// same choices as far as they go.
struct Bounds {
  int64_t steps = 10;
  int64_t elements = 600;  // of one value, about
  int64_t extent = 17;
  int depth = 2;      // of regions in regions
  bool wide = false;  // floats are f64, complex numbers c128: slopes are judged in these
};

Graph grow(uint64_t seed, const Bounds& bounds);
Numbers numbers_of(uint64_t seed);

// The ops that graphs hold; of an op that no graph holds its reason.
std::string_view why_never(const Op& op);

// Adds values to an open graph, one step at a time.
class Grower {
 public:
  Grower(Chance& chance, Builder& b, const Bounds& bounds, bool inside);

  void step();
  void keep(Var v);
  void keep(const Vars& vars);
  Var newest();
  // A value of the type, made of others.
  Var made(const Type& type);
  const Vars& values() const { return values_; }

 private:
  // --- of what there is
  Var some();
  Var some(bool (*takes)(Dtype));  // converted if none is
  Var of_dtype(Dtype dtype);       // any shape
  Var fitted(Var x, const Shape& shape);
  Var converted(Var x, Dtype dtype);
  Var param(const Type& type);
  Var constant(const Type& type);
  Var within(Var x, double low, double high);
  Var like(Var x);
  Var index_like(const Shape& shape, int64_t extent);
  // --- choices
  Dtype dtype();
  Shape shape(int64_t elements);
  Ints some_axes(Var x);
  int64_t axis_of(Var x) { return chance_.below(type(x).rank()); }
  Type type(Var v) const { return b_.type(v); }
  int64_t extent(Var x, int64_t axis) const {
    return type(x).extent(static_cast<int>(axis)).number();
  }
  // --- steps, tests/diff/steps.cpp
  void pointwise();
  void sampled();
  void converts();
  void permuted();
  void reshaped();
  void broadcasted();
  void sliced();
  void reversed();
  void padded();
  void joined();
  void reduced();
  void placed();
  void scanned();
  void product();
  void convolved();
  void gathered();
  void scattered();
  void dynamic();
  void sorted();
  void chosen();
  void windowed();
  // --- regions, tests/diff/regions.cpp
  Region region(const Types& params, const Types& results);
  Types some_types();
  Vars args(const Types& types);
  void branches();
  void scans();
  void loops();
  void wraps();

  Chance& chance_;
  Builder& b_;
  Bounds bounds_;
  bool inside_;  // of a region, which has no params but its own
  Vars values_;
};

}  // namespace rille::diff
