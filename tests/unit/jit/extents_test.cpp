// Named sizes: results of the type rules.
#include <algorithm>
#include <optional>
#include <set>
#include <sstream>

#include "tests/unit/jit/cases.h"
#include "vm/text.h"

namespace rille {
namespace {

const Extent name = Extent::named("n");

// The value of an extent, parsed from its text, if the name is n: a sum of products, at least 0.
Extent at(Extent extent, int64_t n) {
  std::istringstream words(text(extent));
  int64_t sum = 0, sign = 1;
  for (std::string word; words >> word;) {
    if (word == "+" || word == "-") {
      sign = word == "+" ? 1 : -1;
      continue;
    }
    int64_t product = 1;
    if (word[0] == '-') product = -1, word.erase(0, 1);
    std::istringstream factors(word);
    for (std::string factor; std::getline(factors, factor, '*');) {
      product *= factor == "n" ? n : std::stoll(factor);
    }
    sum += sign * product;
  }
  return Extent(std::max<int64_t>(sum, 0));
}

Shape at(Shape shape, int64_t n) {
  for (Extent& extent : shape) extent = at(extent, n);
  return shape;
}

Types at(Types types, int64_t n) {
  for (Type& type : types) type = type.with(at(type.shape(), n));
  return types;
}

Attrs with_shapes(const Attrs& attrs, const auto& change) {
  Attrs out = attrs;
  for (const Attr& attr : attrs.items()) {
    if (auto* shape = std::get_if<Shape>(&attr.value)) out = out.with(attr.name, change(*shape));
  }
  return out;
}

std::optional<Types> type_of(const Op& op, const Types& in, const Attrs& attrs) {
  static const Regions none;
  try {
    return op.type({in, attrs, none, {}});
  } catch (const std::exception&) {
    return std::nullopt;  // the rule needs a static size, or rejects the size
  }
}

// A sample whose extents of one size are replaced by the name.
struct NamedSample {
  Types in;
  Attrs attrs;
};
NamedSample named(const Sample& sample, Extent size) {
  auto change = [&](Shape shape) {
    for (Extent& extent : shape) extent = extent == size ? name : extent;
    return shape;
  };
  NamedSample out{sample.in, with_shapes(sample.attrs, change)};
  for (Type& type : out.in) type = type.with(change(type.shape()));
  return out;
}

bool are_arrays(const Types& types) {
  return std::ranges::all_of(types, [](const Type& t) { return t.form() == TypeForm::array; });
}

std::set<int64_t> sizes_of(const Types& types) {
  std::set<int64_t> out;
  for (const Type& type : types) {
    for (Extent extent : type.shape()) out.insert(extent.number());
  }
  return out;
}

// Returns whether any size could be checked.
bool judge(const Op& op, const NamedSample& sample) {
  std::optional<Types> types = type_of(op, sample.in, sample.attrs);
  if (!types || !are_arrays(*types)) return false;
  bool judged = false;
  // 0 is excluded: the number of gaps between no elements follows no formula of the other sizes.
  for (int64_t n : {1, 2, 3, 4, 6, 9}) {
    Attrs attrs = with_shapes(sample.attrs, [&](const Shape& shape) { return at(shape, n); });
    std::optional<Types> want = type_of(op, at(sample.in, n), attrs);
    if (!want) continue;
    judged = true;
    EXPECT_EQ(join(at(*types, n)), join(*want))
        << op.name << " of " << join(sample.in) << " gives " << join(*types) << ", n = " << n;
  }
  return judged;
}

TEST(Extents, of_a_name_give_the_type_of_its_number) {
  std::set<std::string_view> judged;
  for (const Case& c : all_cases()) {
    if (!c.sample.regions.empty() || !are_arrays(c.sample.in)) continue;
    for (int64_t size : sizes_of(c.sample.in)) {
      if (judge(*c.op, named(c.sample, Extent(size)))) judged.insert(c.op->name);
    }
  }
  EXPECT_GE(judged.size(), 120u);
}

}  // namespace
}  // namespace rille
