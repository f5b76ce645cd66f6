// Prints factors.
#include "jit/factors.h"

#include "vm/text.h"

namespace rille {
namespace {

// Letters in order of first appearance, so that equal factors print equally.
class Letters {
 public:
  explicit Letters(size_t factors) : number_(factors, -1) {}

  std::string of(int factor) {
    int& number = number_[static_cast<size_t>(factor)];
    if (number < 0) number = next_++;
    constexpr int alphabet = 'z' - 'i' + 1;
    std::string out(1, static_cast<char>('i' + number % alphabet));
    return number < alphabet ? out : str(out, number / alphabet);
  }

  // The letters of all factors with this role.
  std::string list(const Factors& factors, Factor::Role role) {
    std::vector<std::string> out(number_.size());
    for (size_t i = 0; i < number_.size(); ++i) {
      bool met = factors.factors[i].role == role && number_[i] >= 0;
      if (met) out[static_cast<size_t>(number_[i])] = of(static_cast<int>(i));
    }
    std::erase(out, "");
    return join(out);
  }

 private:
  std::vector<int> number_;
  int next_ = 0;
};

std::string text_of(const std::vector<AxisFactors>& values, Letters& letters) {
  std::vector<std::string> parts;
  for (const AxisFactors& axes : values) {
    std::vector<std::string> names;
    for (const auto& axis : axes) {
      std::string name;
      for (int factor : axis) name += letters.of(factor);
      names.push_back(std::move(name));
    }
    parts.push_back(str("[", join(names), "]"));
  }
  return str("(", join(parts), ")");
}

}  // namespace

int Factors::add(Extent extent, Factor::Role role) {
  factors.push_back({role, extent});
  return static_cast<int>(factors.size()) - 1;
}

std::string text(const Factors& factors) {
  Letters letters(factors.factors.size());
  std::string operands = text_of(factors.in, letters);
  std::string out = str(operands, " -> ", text_of(factors.out, letters));
  std::string summed = letters.list(factors, Factor::Role::summed);
  if (!summed.empty()) out += str(" reduction {", summed, "}");
  if (!summed.empty() && factors.combiner != Scalar::add) out += str(" by ", factors.combiner);
  std::string special = letters.list(factors, Factor::Role::special);
  return special.empty() ? out : str(out, " special {", special, "}");
}

}  // namespace rille
