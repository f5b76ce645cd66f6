// Tests arrays, vm/memory/buffer.cpp and printing.
#include "vm/array.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <deque>
#include <memory>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "vm/error.h"

namespace rille {
namespace {

template <class T>
Array array(const Shape& shape, std::initializer_list<T> items) {
  Array out(Type(dtype_of<T>, shape));
  std::copy(items.begin(), items.end(), out.edit<T>().begin());
  return out;
}

template <class T>
Array counted(const Shape& shape) {
  Array out(Type(dtype_of<T>, shape));
  auto items = out.edit<T>();
  std::iota(items.begin(), items.end(), T(0));
  return out;
}

TEST(Array, prints_in_the_fewest_digits_that_read_back) {
  EXPECT_EQ(text(array<float>({2}, {0, 1.0f / 3})), "[0, 0.33333334]");
  EXPECT_EQ(text(array<double>({2}, {0.1, 1e30})), "[0.1, 1e+30]");
  EXPECT_EQ(text(array<Bfloat16>({2}, {Bfloat16(0.1f), Bfloat16(3.0f)})), "[0.1, 3]");
  EXPECT_EQ(text(array<bool>({2}, {true, false})), "[true, false]");
  EXPECT_EQ(text(array<std::complex<float>>({2}, {{1, 2}, {0, -0.5f}})), "[1+2i, 0-0.5i]");
  EXPECT_EQ(text(Array(2.5)), "2.5");
}

TEST(Array, prints_rows_on_lines_of_their_own) {
  EXPECT_EQ(text(counted<int32_t>({2, 2})), "[[0, 1],\n [2, 3]]");
  EXPECT_EQ(text(counted<int32_t>({2, 1, 2})), "[[[0, 1]],\n [[2, 3]]]");
  EXPECT_EQ(text(counted<int32_t>({0})), "[]");
  EXPECT_EQ(text(counted<int32_t>({2, 0})), "[[],\n []]");
}

TEST(Array, shortens_long_axes_and_breaks_long_lines) {
  EXPECT_EQ(text(counted<int32_t>({1001})), "[0, 1, 2, ..., 998, 999, 1000]");
  std::string rows = text(counted<int32_t>({600, 2}));
  EXPECT_EQ(rows,
            "[[0, 1],\n [2, 3],\n [4, 5],\n ...,\n [1194, 1195],\n [1196, 1197],\n"
            " [1198, 1199]]");
  std::string line = text(counted<int32_t>({60}));
  EXPECT_NE(line.find(",\n 2"), std::string::npos) << line;
}

TEST(Array, formats_each_element) {
  EXPECT_EQ(format(array<float>({2}, {0.5f, 1.25f}), ".1f"), "[0.5, 1.2]");
  EXPECT_EQ(format(array<int32_t>({2}, {5, -12}), "3d"), "[  5, -12]");
}

TEST(Array, is_sole_until_it_is_copied_or_viewed) {
  Array x = counted<float>({100});
  EXPECT_TRUE(x.is_sole());
  {
    Array y = x;
    EXPECT_FALSE(x.is_sole());
    EXPECT_THROW(y.edit_data(), Bug);
  }
  EXPECT_TRUE(x.is_sole());
  Array rows = x.view(Type(Dtype::f32, {10, 10}), 0);
  EXPECT_FALSE(x.is_sole());
  EXPECT_EQ(rows.data(), x.data());
  EXPECT_EQ(x.view(Type(Dtype::f32, {2}), 40).as<float>()[0], 10.0f);
}

TEST(Array, a_host_number_is_weak) {
  EXPECT_TRUE(Array(1.5).is_weak());
  EXPECT_EQ(Array(1.5).dtype(), Dtype::f64);
  EXPECT_EQ(Array(int64_t{7}).integer(), 7);
  EXPECT_FALSE(Array(1.5).with_weak(false).is_weak());
  EXPECT_EQ(Array(1.5).with_weak(false).number(), 1.5);
  EXPECT_FALSE(Array::scalar(Dtype::bf16, 1.5).is_weak());
  EXPECT_EQ(Array::scalar(Dtype::bf16, 1.5).number(), 1.5);
}

TEST(Array, its_value_as_a_number_needs_one_element_of_a_fitting_kind) {
  EXPECT_THROW(counted<float>({2}).number(), Error);
  EXPECT_THROW(Array(1.5).integer(), Error);
  EXPECT_EQ(counted<float>({1}).number(), 0.0);
}

TEST(HostSpace, accounts_for_every_byte_and_gives_blocks_back) {
  int64_t before = host_space().live_bytes();
  const void* first = nullptr;
  {
    Array x(Type(Dtype::f32, {1000, 1000}));
    first = x.data();
    EXPECT_EQ(reinterpret_cast<uintptr_t>(first) % 64, 0u);
    EXPECT_EQ(host_space().live_bytes(), before + 4'000'000);
  }
  EXPECT_EQ(host_space().live_bytes(), before);
  EXPECT_EQ(Array(Type(Dtype::f32, {1000, 1000})).data(), first);
}

TEST(HostSpace, blocks_of_every_size_hold_what_was_asked_for) {
  for (int64_t bytes = 0; bytes < (1 << 23); bytes = bytes * 5 / 4 + 1) {
    Array x(Type(Dtype::u8, {bytes}));
    std::memset(x.edit_data(), 1, static_cast<size_t>(bytes));
  }
}

// Thousands of shapes, released in batches as by a garbage collector, among short-lived and
// long-lived small allocations of as many compiles: released blocks must be reused.
TEST(HostSpace, blocks_of_ever_new_sizes_do_not_break_the_heap_up) {
  constexpr size_t heap = size_t{64} << 20;
  std::deque<std::unique_ptr<char[]>> lasting;
  std::vector<std::pair<void*, size_t>> dead;
  std::minstd_rand random;
  size_t bytes_dead = 0, before = mallinfo2().arena;
  for (size_t bytes = 4; bytes <= 160'000; bytes += 4) {
    for (int i = 0; i < 2; ++i) dead.emplace_back(host_space().allocate(bytes), bytes);
    std::vector<std::unique_ptr<char[]>> passing;
    for (int i = 0; i < 50; ++i) {
      size_t most = i % 10 == 0 ? 20'000 : 600;
      (i % 10 == 1 ? lasting.emplace_back() : passing.emplace_back())
          .reset(new char[50 + random() % most]);
    }
    while (lasting.size() > 20'000) lasting.pop_front();
    bytes_dead += 2 * bytes;
    if (bytes_dead < heap) continue;
    for (auto [data, size] : dead) host_space().release(data, size);
    dead.clear();
    bytes_dead = 0;
  }
  for (auto [data, size] : dead) host_space().release(data, size);
  constexpr size_t kept_for_use = size_t{256} << 20;
  EXPECT_LE(mallinfo2().arena, before + kept_for_use + heap + heap / 2);
}

// Old blocks that are no longer used do not displace those of a loop.
TEST(HostSpace, a_size_that_comes_back_finds_its_block) {
  constexpr size_t hot = size_t{24} << 20;
  host_space().trim();
  for (size_t size : {64, 56, 48, 40, 32, 28}) {  // one at a time: the free list is full
    host_space().release(host_space().allocate(size << 20), size << 20);
  }
  int found = 0;
  void* before = nullptr;
  for (int i = 0; i < 40; ++i) {
    void* data = host_space().allocate(hot);
    // A block from the operating system could have any address: a written block keeps its mark.
    auto* mark = static_cast<uint64_t*>(data) + 100;
    found += data == before && *mark == 12345;
    *mark = 12345;
    before = data;
    host_space().release(data, hot);
  }
  EXPECT_GE(found, 20);
}

// A free block that is expected stays in the free list, however soon other blocks are released.
TEST(HostSpace, an_expected_block_stays_beside_sizes_that_come_back) {
  constexpr size_t kept = size_t{20} << 20, hot = size_t{48} << 20;
  host_space().trim();
  host_space().expect(kept, 1);
  auto* mark = static_cast<uint64_t*>(host_space().allocate(kept)) + 100;
  *mark = 54321;
  host_space().release(mark - 100, kept);
  for (size_t size : {80, 64, 56, 32}) {
    host_space().release(host_space().allocate(size << 20), size << 20);
  }
  for (int i = 0; i < 60; ++i) host_space().release(host_space().allocate(hot), hot);
  auto* again = static_cast<uint64_t*>(host_space().allocate(kept)) + 100;
  EXPECT_EQ(again, mark);
  EXPECT_EQ(*again, 54321u);
  host_space().release(again - 100, kept);
  host_space().expect(kept, -1);
}

TEST(HostSpace, refuses_what_the_machine_has_not) {
  int64_t before = host_space().live_bytes();
  try {
    Array x(Type(Dtype::f64, {int64_t{1} << 50}));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::memory);
  }
  EXPECT_EQ(host_space().live_bytes(), before);
}

}  // namespace
}  // namespace rille
