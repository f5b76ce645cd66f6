// ErrorCell: builds the error of a failed check.
#include "backends/host/error_cell.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

#include "backends/host/runtime.h"
#include "jit/graph.h"
#include "vm/array.h"
#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {
namespace {

Code code_named(std::string_view wanted) {
  static constexpr Code all[] = {
#define CODE(name) Code::name,
#include "vm/codes.def"
#undef CODE
  };
  for (Code code : all) {
    if (name(code) == wanted) return code;
  }
  return Code::value;
}

// Decodes a value in the payload: floats are the bits of a double, all other values integers.
Array value_of(int64_t bits, Dtype dtype) {
  if (is_float(dtype)) return Array::scalar(dtype, std::bit_cast<double>(bits));
  return dtype == Dtype::boolean ? Array(bits != 0) : Array(bits);
}

}  // namespace

void ErrorCell::fail(int64_t check_of_step, int64_t element, const int64_t* payload) {
  std::lock_guard lock(mutex_);
  int64_t check = first_check_ + check_of_step;
  if (closed_ || (failed_ && std::pair(check, element) >= std::pair(check_, element_))) return;
  failed_ = true;
  failed_plan_ = plan_;
  check_ = check;
  element_ = element;
  const auto& values = plan_->checks[static_cast<size_t>(check)].values;
  auto words = std::ranges::count(values, false, &PlanShown::whole);
  std::copy_n(payload, words, payload_.begin());
}

void ErrorCell::keep(std::span<char* const> wholes) {
  for (const PlanShown& shown : failed_plan_->checks[static_cast<size_t>(check_)].values) {
    if (!shown.whole) continue;
    const Shape& shape = shown.type.shape();
    Array value(shown.type.with(Shape(shape.begin() + shown.axes, shape.end())));
    const char* from = wholes[wholes_.size()];
    auto at = static_cast<size_t>(element_) * value.byte_size();
    if (value.byte_size() > 0) std::memcpy(value.edit_data(), from + at, value.byte_size());
    wholes_.push_back(std::move(value));
  }
}

void ErrorCell::raise() const {
  const PlanCheck& check = failed_plan_->checks[static_cast<size_t>(check_)];
  std::vector<Array> values;
  size_t word = 0, whole = 0;
  for (const PlanShown& shown : check.values) {
    values.push_back(shown.whole ? wholes_[whole++]
                                 : value_of(payload_[word++], shown.type.dtype()));
  }
  throw in_layer(Error(code_named(check.code), filled(check.message, values), check.origin.span()),
                 check.origin);
}

}  // namespace rille

extern "C" {

void rille_fail(void* cell, int64_t check, int64_t element, const int64_t* payload) {
  static_cast<rille::ErrorCell*>(cell)->fail(check, element, payload);
}

bool rille_failed(void* cell) { return static_cast<rille::ErrorCell*>(cell)->failed(); }

bool rille_stopping() { return rille::stopping(); }

double rille_sin(double x) { return std::sin(x); }
double rille_cos(double x) { return std::cos(x); }
double rille_tan(double x) { return std::tan(x); }
}
