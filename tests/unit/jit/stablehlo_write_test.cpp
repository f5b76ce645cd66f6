// Tests stablehlo/write: each sample of each op and back.
#include <cmath>

#include "jit/stablehlo.h"
#include "tests/unit/jit/cases.h"
#include "vm/error.h"
#include "vm/text.h"

namespace rille {
namespace {

using Arrays = std::vector<Array>;

// Keys are words in the text.
Array words_of(const Array& x) {
  if (x.dtype() != Dtype::key) return x;
  Shape shape = x.type().shape();
  shape.emplace_back(2);
  return x.view(Type(Dtype::u32, shape), 0);
}

bool holds_tapes(const Graph& graph) {
  return std::ranges::any_of(graph.types, [](const Type& t) { return t.form() != Form::array; });
}

// Ops that others have as calls of a library by its name.
bool is_of_library(const Op& op) {
  constexpr std::string_view names[] = {"eig", "eigh", "lu", "qr", "schur", "svd"};
  return std::ranges::find(names, op.name) != std::end(names);
}

double share_of(Dtype dtype) {
  return bits(dtype) < 32 && is_float(dtype)          ? 0.07
         : dtype == Dtype::f32 || dtype == Dtype::c64 ? 1e-4
                                                      : 1e-9;
}

template <class T>
double far_apart(T x, T y) {
  if constexpr (std::same_as<T, std::complex<float>> || std::same_as<T, std::complex<double>>) {
    return std::max(far_apart(x.real(), y.real()), far_apart(x.imag(), y.imag()));
  } else {
    auto a = static_cast<double>(x), b = static_cast<double>(y);
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    return std::abs(a - b) / std::max(1.0, std::abs(b));
  }
}

// Whether floats agree but for roundings, and all else is equal.
testing::AssertionResult near(const Array& got, const Array& wanted) {
  if (got.type() != wanted.type()) return testing::AssertionFailure() << "types differ";
  if (!is_inexact(got.dtype())) return same_bits(got, wanted);
  double most = 0;
  with_type(got.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (requires { static_cast<double>(T{}); } || std::same_as<T, std::complex<float>> ||
                  std::same_as<T, std::complex<double>>) {
      for (size_t i = 0; i < got.size(); ++i) {
        double gap = far_apart(got.as<T>()[i], wanted.as<T>()[i]);
        most = gap <= most ? most : gap;
      }
    }
  });
  if (most <= share_of(got.dtype())) return testing::AssertionSuccess();
  return testing::AssertionFailure() << text(got) << " for " << text(wanted);
}

class WrittenTable : public testing::TestWithParam<Case> {};

TEST_P(WrittenTable, is_read_back_as_what_it_was) {
  const Op& op = *GetParam().op;
  Graph graph = graph_of(GetParam());
  if (graph.results.empty() || holds_tapes(graph)) return;
  HloProgram program{.graph = graph, .results = graph.results.size()};
  if (is_of_library(op)) {
    EXPECT_THROW(write_stablehlo(program), Error);
    return;
  }
  std::string text = write_stablehlo(program);
  SCOPED_TRACE(text);
  HloProgram named = read_stablehlo(text, 0);
  EXPECT_EQ(write_stablehlo(named), text);
  Draws draws(11, GetParam().sample.low, GetParam().sample.high);
  Arrays args = draws.draw(graph.types_of(graph.params)), words;
  Arrays wanted = evaluate(graph, args);
  for (const Array& x : args) words.push_back(words_of(x));
  for (Composites by : {Composites::by_name, Composites::decomposed}) {
    HloProgram again = read_stablehlo(text, 0, "main", by);
    Arrays all = words;
    all.insert(all.end(), again.literals.begin(), again.literals.end());
    Arrays got = evaluate(again.graph, all);
    ASSERT_EQ(got.size(), wanted.size());
    for (size_t i = 0; i < got.size(); ++i) {
      if (by == Composites::by_name) {
        EXPECT_TRUE(same_bits(got[i], words_of(wanted[i])));
      } else {
        EXPECT_TRUE(near(got[i], words_of(wanted[i])));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ops, WrittenTable, testing::ValuesIn(all_cases()), case_name);

// The text of a function without params that gives these numbers.
std::string constant_text(const Array& x) {
  Builder b;
  Var v = b.param(x.type());
  return write_stablehlo({std::move(b).finish({v}), {x}, {}, 1});
}

template <class T>
Array array_of(Dtype dtype, const std::vector<T>& numbers) {
  Array out(Type(dtype, Shape{Extent(static_cast<int64_t>(numbers.size()))}));
  std::memcpy(out.edit_data(), numbers.data(), out.byte_size());
  return out;
}

TEST(WrittenNumbers, keep_each_bit) {
  auto kept = [](const Array& x) {
    HloProgram program = read_stablehlo(constant_text(x), 0);
    Arrays got = evaluate(program.graph, program.literals);
    ASSERT_EQ(got[0].type(), x.type());
    EXPECT_EQ(std::memcmp(got[0].data(), x.data(), x.byte_size()), 0) << constant_text(x);
  };
  std::vector<uint32_t> singles = {0x7FC00000, 0x7FC00001, 0xFFA00001, 0x80000000, 1,
                                   0x7F800000, 0xFF800000, 0x3DCCCCCD, 0x7F7FFFFF};
  std::vector<uint64_t> doubles = {0x7FF8000000000000, 0x7FF0000000000001, 0x8000000000000000, 1,
                                   0x3FB999999999999A, 0x7FEFFFFFFFFFFFFF, 0x000FFFFFFFFFFFFF};
  std::vector<uint16_t> halves(200);
  std::vector<uint8_t> bytes(256);
  for (size_t i = 0; i < halves.size(); ++i) halves[i] = static_cast<uint16_t>(i * 331);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i);
  kept(array_of(Dtype::f32, singles));
  kept(array_of(Dtype::u32, singles));
  kept(array_of(Dtype::f64, doubles));
  kept(array_of(Dtype::c64, doubles));
  kept(array_of(Dtype::i64, doubles));
  for (Dtype dtype : {Dtype::f16, Dtype::bf16, Dtype::i16}) {
    kept(array_of(dtype, halves));
    for (uint16_t x : halves) kept(array_of<uint16_t>(dtype, {x, x}));  // as one number for all
  }
  for (Dtype dtype : {Dtype::f8e4m3, Dtype::f8e5m2, Dtype::u8}) {
    kept(array_of(dtype, bytes));
    for (uint8_t x : bytes) kept(array_of<uint8_t>(dtype, {x, x}));
  }
  for (uint32_t x : singles) kept(array_of<uint32_t>(Dtype::f32, {x}));
  for (uint64_t x : doubles) kept(array_of<uint64_t>(Dtype::f64, {x, x, x}));
}

TEST(Composite, is_refused_where_its_words_are_wrong) {
  auto text = [](const std::string& name, const std::string& attrs) {
    return str(
        "module @m { func.func public @main(%x: tensor<4xf32>) -> (tensor<i32>) {\n",
        "%0 = stablehlo.composite \"rille.", name, "\" %x {composite_attributes = {attrs = \"",
        attrs, "\"}, decomposition = @f} : (tensor<4xf32>) -> tensor<i32>\n",
        "return %0 : tensor<i32> } func.func private @f(%x: tensor<4xf32>) -> (tensor<i32>) {",
        "\n%0 = stablehlo.constant dense<7> : tensor<i32>\nreturn %0 : tensor<i32> } }");
  };
  EXPECT_EQ(read_stablehlo(text("argmax", "axis=0"), 0).graph.nodes.size(), 1u);
  for (std::string attrs : {"", "axis=1", "axis=-1", "axis=", "axis", "axis=true", "axes=[0]",
                            "axis=0 ?", "axis=0 axis", "axis=99999999999999999999", "\\\""}) {
    EXPECT_THROW(read_stablehlo(text("argmax", attrs), 0), Error) << attrs;
  }
  for (std::string name : {"nothing", "", "add", "scan", "cond", "check", "print", "rng_bits"}) {
    EXPECT_THROW(read_stablehlo(text(name, "axis=0"), 0), Error) << name;
  }
  HloProgram made = read_stablehlo(text("nothing", ""), 0, "main", Composites::decomposed);
  EXPECT_EQ(
      evaluate(made.graph, std::vector<Array>{Array(Type(Dtype::f32, {4}))})[0].as<int32_t>()[0],
      7);
}

}  // namespace
}  // namespace rille
