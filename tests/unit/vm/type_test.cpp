// Tests vm/numbers/extent.cpp and vm/type.cpp.
#include "vm/type.h"

#include <gtest/gtest.h>

#include <thread>

#include "vm/error.h"

namespace rille {
namespace {

TEST(Extent, sums_and_products_of_names_are_one_word) {
  Extent n = Extent::named("n"), m = Extent::named("m");
  EXPECT_EQ(n * 2 + 1, Extent(1) + n + n);
  EXPECT_EQ((n + m) * (n - m), n * n - m * m);
  EXPECT_EQ(text(n * 2 + 1), "2*n + 1");
  EXPECT_EQ(text(n * m - 3), "m*n - 3");
  EXPECT_EQ(n - n, Extent(0));
  EXPECT_FALSE(n == m);
}

TEST(Extent, divides_exactly_or_not_at_all) {
  Extent n = Extent::named("n"), m = Extent::named("m");
  EXPECT_EQ((n * n - m * m).divided_by(n - m), n + m);
  EXPECT_EQ((n * 6).divided_by(3), n * 2);
  EXPECT_EQ((n * m).divided_by(n), m);
  EXPECT_EQ(Extent(0).divided_by(n), Extent(0));
  EXPECT_THROW((n + 1).divided_by(2), Error);
  EXPECT_THROW(Extent(7).divided_by(2), Error);
  EXPECT_THROW(Extent(7).divided_by(0), Error);
}

TEST(Extent, refuses_sizes_beyond_2_to_the_62) {
  Extent big(int64_t{1} << 40);
  try {
    big* big;
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::memory);
  }
  EXPECT_THROW(Extent::named("n") * big * big, Error);
  EXPECT_THROW(Extent(2) - Extent(3), Error);
}

TEST(Type, equal_types_are_one_pointer) {
  EXPECT_EQ(Type(Dtype::f32, {2, 3}).id(), Type(Dtype::f32, {2, 3}).id());
  EXPECT_NE(Type(Dtype::f32, {2, 3}).id(), Type(Dtype::f64, {2, 3}).id());
  EXPECT_NE(Type(Dtype::f32, {2, 3}).id(), Type::ref(Type(Dtype::f32, {2, 3})).id());
  EXPECT_EQ(Type::token(), Type::token());
}

TEST(Type, prints_as_errors_show_it) {
  EXPECT_EQ(text(Type(Dtype::f32, {32, 784})), "f32[32, 784]");
  EXPECT_EQ(text(Type(Dtype::boolean, {})), "bool[]");
  EXPECT_EQ(text(Type(Dtype::f32, {Extent::named("n") * 2, 3})), "f32[2*n, 3]");
  EXPECT_EQ(text(Shape{3}), "(3,)");
  EXPECT_EQ(text(Shape{}), "()");
}

TEST(Type, counts_elements_where_extents_are_known) {
  EXPECT_EQ(Type(Dtype::f32, {2, 3, 4}).count(), 24);
  EXPECT_EQ(Type(Dtype::f32, {}).count(), 1);
  EXPECT_EQ(Type(Dtype::f32, {int64_t{1} << 60, int64_t{1} << 60, 0}).count(), 0);
  EXPECT_THROW(Type(Dtype::f32, {int64_t{1} << 40, int64_t{1} << 40}), Error);
  EXPECT_FALSE(Type(Dtype::f32, {Extent::named("n")}).known());
}

TEST(Type, threads_agree_on_the_pointers_of_many_types) {
  constexpr int64_t count = 4000;
  std::vector<std::vector<const void*>> seen(4, std::vector<const void*>(count));
  std::vector<std::thread> threads;
  for (auto& ids : seen) {
    threads.emplace_back([&ids] {
      for (int64_t i = 0; i < count; ++i)
        ids[static_cast<size_t>(i)] = Type(Dtype::i8, {i, 7}).id();
    });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& ids : seen) EXPECT_EQ(ids, seen[0]);
}

}  // namespace
}  // namespace rille
