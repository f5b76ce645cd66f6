// Scalars: straight-line code, one step at a time.
#include "jit/lowering.h"

#include <utility>

namespace rille {

int Scalars::input(int number, Dtype dtype) {
  return push({Scalar::input, dtype, {}, int64_t{number}});
}

int Scalars::load(int number, Dtype dtype, std::vector<int> at) {
  return push({Scalar::load, dtype, std::move(at), int64_t{number}});
}

int Scalars::index(int axis) { return push({Scalar::index, Dtype::i64, {}, int64_t{axis}}); }

int Scalars::extent(int axis) { return push({Scalar::extent, Dtype::i64, {}, int64_t{axis}}); }

int Scalars::constant(AttrValue value, Dtype dtype) {
  return push({Scalar::constant, dtype, {}, std::move(value)});
}

int Scalars::call(Scalar name, Dtype dtype, std::vector<int> in) {
  return push({name, dtype, std::move(in)});
}

int Scalars::push(ScalarStep step) {
  steps.push_back(std::move(step));
  return static_cast<int>(steps.size()) - 1;
}

}  // namespace rille
