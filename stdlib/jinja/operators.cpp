// Operators in templates.
#include <array>
#include <cmath>
#include <ctime>

#include "stdlib/jinja/run.h"
#include "stdlib/text.h"
#include "stdlib/text/unicode.h"
#include "vm/error.h"
#include "vm/run/running.h"
#include "vm/words/visible.h"

namespace rille {

bool is_contained(const JinjaValue& item, const JinjaValue& in) {
  if (in.is_undefined()) return false;
  if (const std::string* text = in.string()) {
    if (item.string() == nullptr) {
      throw Error(Code::type,
                  str("`in`: cannot search a string for ", kind_of(item), ", expected a string"));
    }
    return find_text(*text, *item.string()) != std::string::npos;
  }
  if (const JinjaDict* dict = in.dict()) {
    bool is_key = item.dict() == nullptr && item.get<JinjaList>() == nullptr;
    if (!is_key) throw Error(Code::type, str(kind_of(item), " cannot be a key of a dict"));
    return dict->find(item) != nullptr;
  }
  if (const JinjaValues* items = in.items()) {
    PollCounter polls;
    for (const JinjaValue& each : *items) {
      polls.step();
      if (is_equal(each, item)) return true;
    }
    return false;
  }
  throw Error(Code::type, str("`in`: the right operand is ", kind_of(in),
                              ", expected a string, list, or dict"));
}

namespace {

JinjaValue integer_result(const std::string& op, int64_t a, int64_t b) {
  int64_t out = 0;
  bool is_over = false;
  if (op == "+") is_over = __builtin_add_overflow(a, b, &out);
  if (op == "-") is_over = __builtin_sub_overflow(a, b, &out);
  if (op == "*") is_over = __builtin_mul_overflow(a, b, &out);
  if (op == "//" || op == "%") {
    if (b == 0) throw Error(Code::value, str("`", op, "`: division by zero"));
    if (b == -1) {
      is_over = op == "//" && __builtin_sub_overflow(int64_t{0}, a, &out);
    } else {
      int64_t quotient = a / b, rest = a % b;
      bool is_odd = rest != 0 && (rest < 0) != (b < 0);
      out = op == "//" ? quotient - (is_odd ? 1 : 0) : rest + (is_odd ? b : 0);
    }
  }
  if (op == "**") {
    out = 1;
    for (int64_t i = 0; i < b && !is_over && !(a == 0 || a == 1 || a == -1); ++i) {
      is_over = __builtin_mul_overflow(out, a, &out);
    }
    if (a == 0 && b > 0) out = 0;
    if (a == -1 && b % 2 != 0) out = -1;
  }
  if (is_over) throw Error(Code::value, str("`", op, "`: the result exceeds 64 bits"));
  return out;
}

JinjaValue number_result(const std::string& op, const JinjaValue& x, const JinjaValue& y) {
  bool is_integer =
      x.is_integer() && y.is_integer() && op != "/" && !(op == "**" && y.integer() < 0);
  if (is_integer) return integer_result(op, x.integer(), y.integer());
  double a = x.number(), b = y.number();
  if (op == "+") return a + b;
  if (op == "-") return a - b;
  if (op == "*") return a * b;
  if (op == "**") return std::pow(a, b);
  if (b == 0) throw Error(Code::value, str("`", op, "`: division by zero"));
  if (op == "/") return a / b;
  double rest = std::fmod(a, b);
  if (rest != 0 && (rest < 0) != (b < 0)) rest += b;
  return op == "//" ? std::floor((a - rest) / b + 0.5) : rest;
}

// The memory of items and of their strings, which a list copies.
size_t bytes_of(const JinjaValues& items) {
  size_t out = items.size() * sizeof(JinjaValue);
  for (const JinjaValue& item : items) out += item.string() != nullptr ? item.string()->size() : 0;
  return out;
}

JinjaValue repeated(const JinjaValue& x, int64_t count, const JinjaRenderer& run) {
  auto times = static_cast<size_t>(std::max<int64_t>(count, 0));
  if (const std::string* text = x.string()) {
    if (times > 0)
      run.need_room(text->size() > run.limits().bytes / times ? SIZE_MAX : text->size() * times);
    std::string out;
    for (size_t i = 0; i < times && !text->empty(); ++i) out += *text;
    return out;
  }
  const JinjaValues& items = *x.items();
  size_t max_items = static_cast<size_t>(run.limits().range);
  if (times > 0 && items.size() > max_items / times) {
    fail_at(run.line(), str("a list has more than ", max_items, " items"), true);
  }
  size_t bytes = bytes_of(items);
  if (times > 0) run.need_room(bytes > run.limits().bytes / times ? SIZE_MAX : bytes * times);
  JinjaValues out;
  for (size_t i = 0; i < times && !items.empty(); ++i) {
    out.insert(out.end(), items.begin(), items.end());
  }
  return x.get<JinjaTuple>() != nullptr ? tuple_of(std::move(out)) : list_of(std::move(out));
}

}  // namespace

JinjaValue arithmetic(const std::string& op, const JinjaValue& a, const JinjaValue& b,
                      const JinjaRenderer& run) {
  if (a.is_number() && b.is_number()) return number_result(op, a, b);
  if (op == "+" && a.string() != nullptr && b.string() != nullptr) {
    run.need_room(a.string()->size() + b.string()->size());
    return *a.string() + *b.string();
  }
  bool are_lists =
      a.items() != nullptr && b.items() != nullptr && a.any().index() == b.any().index();
  if (op == "+" && are_lists) {
    run.need_room(bytes_of(*a.items()) + bytes_of(*b.items()));
    JinjaValues out = *a.items();
    out.insert(out.end(), b.items()->begin(), b.items()->end());
    return a.get<JinjaTuple>() != nullptr ? tuple_of(std::move(out)) : list_of(std::move(out));
  }
  auto repeats = [](const JinjaValue& x) { return x.string() != nullptr || x.items() != nullptr; };
  if (op == "*" && repeats(a) && b.is_integer()) return repeated(a, b.integer(), run);
  if (op == "*" && repeats(b) && a.is_integer()) return repeated(b, a.integer(), run);
  if (op == "%" && a.string() != nullptr) return percent_formatted(*a.string(), b, run);
  throw Error(Code::type, str("`", op, "` does not accept ", kind_of(a), " and ", kind_of(b)));
}

}  // namespace rille
