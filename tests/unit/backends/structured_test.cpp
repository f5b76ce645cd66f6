// The host's sort and scatter have the reference's bits.
#include <limits>

#include "backends/backend.h"
#include "tests/unit/backends/arrays.h"

namespace rille {
namespace {

Arrays on_device(const Graph& f, Arrays in) { return host_device().compile(f)->run(in, {}); }

// Many equal elements, and special values with a defined order.
Array to_sort(Type type, std::mt19937& rng) {
  Array out = random_array(type, rng);
  with_type(type.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::floating_point<T>) {
      const T special[] = {T(0),
                           T(-0.0),
                           std::numeric_limits<T>::quiet_NaN(),
                           std::numeric_limits<T>::infinity(),
                           -std::numeric_limits<T>::infinity(),
                           T(1)};
      for (T& x : out.edit<T>()) {
        if (rng() % 2 == 0) x = special[rng() % 6];
      }
    } else if constexpr (std::integral<T> && !std::same_as<T, bool>) {
      for (T& x : out.edit<T>()) x = static_cast<T>(rng() % 3 == 0 ? rng() % 4 : rng());
    }
  });
  return out;
}

void check_sort(const Types& types, int64_t axis, int64_t keys) {
  std::mt19937 rng(1);
  Builder b;
  Vars params;
  Arrays in;
  for (Type type : types) {
    params.push_back(b.param(type));
    in.push_back(to_sort(type, rng));
  }
  Vars sorted = op::sort(b, params, axis, keys);
  Graph f = std::move(b).finish(sorted);
  Arrays got = on_device(f, in), want = evaluate(f, in);
  for (size_t i = 0; i < want.size(); ++i) EXPECT_TRUE(same_bytes(got[i], want[i])) << i;
  Arrays now = host_device().run(*f.nodes[0].op, in, f.nodes[0].attrs, {});
  for (size_t i = 0; i < want.size(); ++i) EXPECT_TRUE(same_bytes(now[i], want[i])) << i;
}

TEST(Sort, of_long_lines_is_that_of_the_reference) {
  for (Dtype dtype : {Dtype::f32, Dtype::f64, Dtype::bf16, Dtype::i32, Dtype::i64, Dtype::i8,
                      Dtype::u32, Dtype::u64, Dtype::boolean, Dtype::i4, Dtype::f8e4m3}) {
    check_sort({Type(dtype, {5000}), Type(Dtype::i32, {5000})}, 0, 1);
    check_sort({Type(dtype, {40007}), Type(Dtype::i32, {40007})}, 0, 1);  // divided among threads
    check_sort({Type(dtype, {40007})}, 0, 1);
  }
}

// Without nans and -0 a float is sorted by its rank alone.
TEST(Sort, of_plain_numbers_is_that_of_the_reference) {
  for (Type type : {Type(Dtype::f32, {40007}), Type(Dtype::f64, {40007}), Type(Dtype::f32, {300}),
                    Type(Dtype::f32, {3, 700})}) {
    std::mt19937 rng(4);
    Builder b;
    Var x = b.param(type);
    Graph f = std::move(b).finish(op::sort(b, {x}, type.rank() - 1, 1));
    Arrays in = random_arrays({type}, rng);
    EXPECT_TRUE(same_bytes(on_device(f, in)[0], evaluate(f, in)[0])) << text(type);
  }
}

TEST(Sort, by_several_keys_along_any_axis) {
  Shape shape{3, 700, 2};
  Types types{Type(Dtype::i8, shape), Type(Dtype::f32, shape), Type(Dtype::key, shape)};
  check_sort(types, 1, 2);
  check_sort(types, 0, 2);
  check_sort(types, 2, 1);
}

void check_scatter(Type x, const Shape& rows, const Ints& axes, const std::string& mode) {
  std::mt19937 rng(2);
  Shape indices = rows, updates = rows;
  indices.push_back(std::ssize(axes));
  for (int axis = 0; axis < x.rank(); ++axis) {
    if (std::ranges::find(axes, axis) == axes.end()) updates.push_back(x.extent(axis));
  }
  Builder b;
  Var operand = b.param(x), at = b.param({Dtype::i32, indices}), news = b.param(x.with(updates));
  Var joined = op::scatter(b, operand, at, news, axes, mode);
  Graph f = std::move(b).finish({joined});
  Arrays in = random_arrays(f.types_of(f.params), rng);
  auto all = static_cast<uint32_t>(x.ints()[static_cast<size_t>(axes[0])]) + 10;
  for (int32_t& index : in[1].edit<int32_t>()) index = static_cast<int32_t>(rng() % all) - 5;
  EXPECT_TRUE(same_bytes(on_device(f, in)[0], evaluate(f, in)[0])) << mode << " " << text(x);
  Arrays now = host_device().run(*f.nodes[0].op, in, f.nodes[0].attrs, {});
  EXPECT_TRUE(same_bytes(now[0], evaluate(f, in)[0])) << mode << " " << text(x);
}

TEST(Scatter, of_many_rows_is_that_of_the_reference) {
  for (const std::string mode : {"set", "add", "mul", "min", "max"}) {
    for (Dtype dtype : {Dtype::f32, Dtype::bf16, Dtype::i32, Dtype::u8, Dtype::i4}) {
      check_scatter({dtype, {50, 7}}, {400}, {0}, mode);
      check_scatter({dtype, {50, 7}}, {20, 3}, {1}, mode);
      check_scatter({dtype, {4, 50, 3}}, {100}, {2, 1}, mode);
      check_scatter({dtype, {5003}}, {40011}, {0}, mode);  // the indices are divided among threads
      check_scatter({dtype, {50, 70}}, {40011}, {1, 0}, mode);
      // The slices are divided among threads.
      check_scatter({dtype, {2003, 33}}, {4001}, {0}, mode);
      check_scatter({dtype, {2, 33}}, {4001}, {0}, mode);  // too few slices for threads
    }
  }
  check_scatter({Dtype::f32, {6, 9000}}, {40}, {0}, "add");
  check_scatter({Dtype::f32, {9000, 6}}, {40}, {1}, "add");
  check_scatter({Dtype::f64, {5003}}, {40011}, {0}, "add");
  check_scatter({Dtype::c64, {50}}, {100}, {0}, "add");
}

void check_update(Type x, const Shape& size, const std::vector<int>& starts) {
  std::mt19937 rng(3);
  Builder b;
  Var operand = b.param(x), window = b.param(x.with(size));
  Vars places;
  for (size_t i = 0; i < starts.size(); ++i) places.push_back(b.param({Dtype::i32, Shape{}}));
  Var joined = op::dynamic_update_slice(b, operand, window, places);
  Graph f = std::move(b).finish({joined});
  Arrays in = random_arrays(f.types_of(f.params), rng);
  for (size_t i = 0; i < starts.size(); ++i) in[2 + i].edit<int32_t>()[0] = starts[i];
  EXPECT_TRUE(same_bytes(on_device(f, in)[0], evaluate(f, in)[0])) << text(x);
}

TEST(Update, of_a_small_window_is_that_of_the_reference) {
  check_update({Dtype::f32, {5000}}, {1}, {17});
  check_update({Dtype::f32, {5000}}, {100}, {4990});
  check_update({Dtype::f64, {50, 60}}, {3, 60}, {-4, 0});
  check_update({Dtype::bf16, {50, 60}}, {50, 1}, {0, 59});
  check_update({Dtype::i8, {20, 30, 40}}, {2, 3, 4}, {5, 6, 100});
  check_update({Dtype::f32, {5000}}, {0}, {1});
}

// A loop that writes one element per iteration into its carry, which other ops read as well.
TEST(Update, in_a_loop_leaves_the_first_array_as_it_was) {
  Graph f = parse_graph(R"(graph(%0: f32[2000]) {
  %1: i32[] = fill dtype=i32 shape=() value=0
  %2: i32[], %3: f32[2000] = while_loop %1, %0 consts=0 (%0: i32[], %1: f32[2000]) {
    %2: i32[] = fill dtype=i32 shape=() value=900
    %3: bool[] = lt %0, %2
    return %3
  } (%0: i32[], %1: f32[2000]) {
    %2: i32[] = fill dtype=i32 shape=() value=1
    %3: i32[] = add %0, %2
    %4: f32[1] = fill dtype=f32 shape=(1,) value=7.0
    %5: f32[1] = dynamic_slice %1, %0 size=(1,)
    %6: f32[1] = add %4, %5
    %7: f32[2000] = dynamic_update_slice %1, %6, %3
    return %3, %7
  }
  %4: f32[2000] = sub %3, %0
  return %4, %0
})");
  std::mt19937 rng(4);
  Arrays in = random_arrays(f.types_of(f.params), rng);
  Arrays got = on_device(f, in), want = evaluate(f, in);
  EXPECT_TRUE(same_bytes(got[0], want[0]));
  EXPECT_TRUE(same_bytes(got[1], want[1]));
}

}  // namespace
}  // namespace rille
