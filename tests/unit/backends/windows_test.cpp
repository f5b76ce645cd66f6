// Random windows: the host and the reference agree.
#include "backends/backend.h"
#include "tests/unit/support/judge.h"

namespace rille {
namespace {

// A convolution or a reduction over windows with all parameters of a WindowDims, padding on both
// sides, and feature or batch groups: more combinations than the library and gradients produce.
class Windows : public testing::TestWithParam<unsigned> {
 protected:
  int64_t number(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(rng_);
  }

  WindowDims slide(size_t axes) {
    WindowDims out;
    for (size_t i = 0; i < axes; ++i) {
      out.size.push_back(number(1, 3));
      out.strides.push_back(number(1, 3));
      out.low.push_back(number(-1, 2));
      out.high.push_back(number(-1, 3));
      out.base_dilation.push_back(number(1, 3));
      out.window_dilation.push_back(number(1, 3));
    }
    return out;
  }

  Graph convolution() {
    auto axes = static_cast<size_t>(number(1, 2));
    WindowDims move = slide(axes);
    ConvGroups groups;
    (number(0, 1) == 0 ? groups.features : groups.batch) = number(1, 3);
    int64_t in = number(1, 2), out = number(1, 2) * groups.features * groups.batch;
    Shape x{number(1, 2) * groups.batch}, w;
    for (size_t i = 0; i < axes; ++i) {
      x.emplace_back(number(1, 6));
      w.emplace_back(move.size[i]);
    }
    x.emplace_back(in * groups.features);
    w.insert(w.end(), {Extent(in), Extent(out)});
    return graph({f64(x), f64(w)}, [&](Builder& b, const Vars& args) {
      return Vars{op::conv(b, args[0], args[1], move, groups, Dtype::f64)};
    });
  }

  Graph fold() {
    auto axes = static_cast<size_t>(number(1, 3));
    WindowDims move = slide(axes);
    if (number(0, 1) == 0) {  // contiguous windows
      move.strides = move.size;
      move.base_dilation = move.window_dilation = Ints(axes, 1);
    }
    Shape x;
    for (size_t i = 0; i < axes; ++i) x.emplace_back(number(1, 6));
    int64_t kind = number(0, 2);
    return graph({f64(x)}, [&](Builder& b, const Vars& args) {
      Var y = kind == 0   ? op::window_sum(b, args[0], move)
              : kind == 1 ? op::window_max(b, args[0], move)
                          : op::window_min(b, args[0], move);
      // An index outside of all windows is infinite.
      Var zeros = op::fill(b, b.type(y), 0.0);
      return Vars{op::select(b, op::is_finite(b, y), y, zeros)};
    });
  }

  void check(const char* what, const Graph& f) {
    Arrays in;
    for (const Type& type : f.types_of(f.params)) in.push_back(judge_.draw(type));
    Arrays want = evaluate(f, in), got = host_device().compile(f)->run(in, {});
    for (size_t i = 0; i < want.size(); ++i) {
      SCOPED_TRACE(testing::Message() << what << " of seed " << GetParam());
      expect_near(got[i], want[i], 1e-9, f);
    }
  }

  void check_all(const Graph& f) {
    judge_.judge(f);
    Graph gradient = grad_of(f);
    check("the graph", f);
    check("grad", gradient);
    check("vmap(grad)", vmap(gradient, 2));
    check("grad(vmap)", grad_of(vmap(f, 2)));
  }

  std::mt19937 rng_{GetParam()};
  Judge judge_{GetParam()};
};

TEST_P(Windows, give_the_reference_s_values_under_transforms) {
  check_all(convolution());
  check_all(fold());
}

INSTANTIATE_TEST_SUITE_P(seeds, Windows, testing::Range(1u, 26u));

}  // namespace
}  // namespace rille
