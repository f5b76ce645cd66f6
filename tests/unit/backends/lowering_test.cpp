// Compiled code against the reference, op by op.
#include <algorithm>

#include "backends/backend.h"
#include "tests/unit/backends/arrays.h"
#include "vm/error.h"

namespace rille {
namespace {

class Lowering : public testing::TestWithParam<const Op*> {};

bool is_decomposition(const Op& op) {
  static constexpr std::string_view names[] = {
      "cholesky",         "eig", "eigh", "lu", "qr", "schur", "svd", "triangular_solve",
      "tridiagonal_solve"};
  return std::ranges::find(names, op.name) != std::end(names);
}

// Ops with another summation order may differ by more units than single operations.
double units_of(const Op& op) {
  Sample first = op.samples().front();
  if (is_decomposition(op)) return 1 << 16;  // other algorithms, and small almost singular matrices
  if (op.expand != nullptr) return 512;
  if (!op.lower) return 64;  // regions of several operations
  auto lowering = op.lower.fn({first.in, first.attrs, first.regions, {}});
  bool sums =
      std::holds_alternative<Reduce>(lowering) || std::holds_alternative<Contraction>(lowering);
  return sums ? 512 : 4;
}

TEST_P(Lowering, gives_what_the_reference_gives) {
  const Op& op = *GetParam();
  std::vector<Sample> samples = op.samples();
  if (samples.empty()) GTEST_SKIP() << "no samples";
  if (op.name == "schur") GTEST_SKIP() << "its results are not unique: spectra_test.cpp judges it";
  double units = units_of(op);
  for (const Sample& sample : samples) {
    std::mt19937 rng{7};
    Arrays args = random_arrays(sample.in, rng);
    Graph graph = graph_of(op, sample);
    Arrays want, got;
    try {
      want = evaluate(graph, args);
    } catch (const Error& error) {
      EXPECT_THROW(host_device().compile(graph)->run(args, {}), Error) << error.what();
      continue;
    }
    try {
      auto code = host_device().compile(graph);
      got = code->run(args, {});
      ASSERT_EQ(got.size(), want.size());
      for (size_t i = 0; i < got.size(); ++i) {
        if (want[i].type().form() != TypeForm::array) continue;
        EXPECT_TRUE(near_enough(got[i], want[i], units)) << print(graph) << code->plan_text();
      }
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what() << "\n" << print(graph);
    }
    if (HasFailure()) break;
  }
}

INSTANTIATE_TEST_SUITE_P(ops, Lowering, testing::ValuesIn(all_ops().begin(), all_ops().end()),
                         [](const auto& info) { return std::string(info.param->name); });

}  // namespace
}  // namespace rille
