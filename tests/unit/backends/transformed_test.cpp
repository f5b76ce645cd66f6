// The host and the reference agree on transformed graphs.
#include "backends/backend.h"
#include "tests/unit/support/random_graph.h"

namespace rille {
namespace {

Arrays run(const Graph& f, Arrays in) {
  auto donate = std::make_unique<bool[]>(in.size());
  return host_device().compile(f)->run(in, {donate.get(), in.size()});
}

// Loops, branches, tapes, and custom rules: their transforms have equal results on both.
class Transformed : public testing::TestWithParam<unsigned> {
 protected:
  void check(const char* what, const Graph& f) {
    Arrays in;
    for (const Type& type : f.types_of(f.params)) in.push_back(judge.draw(type));
    Arrays want = evaluate(f, in), got = run(f, in);
    for (size_t i = 0; i < want.size(); ++i) {
      SCOPED_TRACE(testing::Message() << what << " of seed " << GetParam());
      expect_near(got[i], want[i], 1e-9, f);
    }
  }

  Judge judge{GetParam()};
};

TEST_P(Transformed, gives_the_reference_s_values) {
  std::mt19937 rng(GetParam());
  Types params{f64({3}), f64({}), truth(), f64({2, 3})};
  Graph f = *random_region(rng, params, {f64({3}), f64({})}, 6, 2), gradient = grad_of(f);
  check("the graph", f);
  check("jvp", jvp(f));
  check("grad", gradient);
  check("vmap", vmap(f, 3));
  check("vmap(grad)", vmap(gradient, 2));
  check("grad(vmap)", grad_of(vmap(f, 2)));
  check("grad(grad)", grad_of(gradient));
}

INSTANTIATE_TEST_SUITE_P(seeds, Transformed, testing::Range(1u, 31u));

}  // namespace
}  // namespace rille
