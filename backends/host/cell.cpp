// The error of a run: message, values, place.
#include "backends/host/cell.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "backends/host/runtime.h"
#include "vm/array.h"
#include "vm/error.h"

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

std::string text_of(int64_t bits, const Type& type) {
  if (is_float(type.dtype())) return text(Array::scalar(type.dtype(), std::bit_cast<double>(bits)));
  if (type.dtype() == Dtype::boolean) return bits != 0 ? "true" : "false";
  return std::to_string(bits);
}

}  // namespace

void Cell::fail(int64_t check, int64_t element, const int64_t* payload) {
  std::lock_guard lock(mutex_);
  if (closed_ || (failed_ && element >= element_)) return;
  failed_ = true;
  failed_plan_ = plan_;
  check_ = check;
  element_ = element;
  size_t count = plan_->checks[static_cast<size_t>(check)].payload.size();
  std::copy_n(payload, std::min(count, payload_.size()), payload_.begin());
}

void Cell::raise() const {
  const PlanCheck& check = failed_plan_->checks[static_cast<size_t>(check_)];
  std::string message;
  for (size_t i = 0; i < check.message.size(); ++i) {
    bool mark =
        check.message[i] == '{' && i + 2 < check.message.size() && check.message[i + 2] == '}';
    auto at = mark ? static_cast<size_t>(check.message[i + 1] - '0') : check.payload.size();
    if (at >= check.payload.size() || at >= payload_.size()) {
      message += check.message[i];
      continue;
    }
    message += text_of(payload_[at], check.payload[at]);
    i += 2;
  }
  throw Error(code_named(check.code), message, check.origin.span());
}

}  // namespace rille

extern "C" {

void rille_fail(void* cell, int64_t check, int64_t element, const int64_t* payload) {
  static_cast<rille::Cell*>(cell)->fail(check, element, payload);
}

double rille_sin(double x) { return std::sin(x); }
double rille_cos(double x) { return std::cos(x); }
double rille_tan(double x) { return std::tan(x); }
}
