// Tests stdlib/rng/ against samples of JAX, bit for bit.
#include "stdlib/rng.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

#include "vm/bind.h"

namespace rille {

extern const Builtin rng_bernoulli_builtin, rng_categorical_builtin;

namespace {

using Draw = std::function<Array(const Array& sub)>;

Array log_of_rows() { return log(convert(reshape(arange(1, 13), {3, 4}), Dtype::f32)); }

const std::map<std::string, Draw> draws = {
    {"bits_u8", [](const Array& k) { return rng::bits(k, {5}, Dtype::u8); }},
    {"bits_u16", [](const Array& k) { return rng::bits(k, {2, 3}, Dtype::u16); }},
    {"bits_u32", [](const Array& k) { return rng::bits(k, {7}, Dtype::u32); }},
    {"bits_u64", [](const Array& k) { return rng::bits(k, {3}, Dtype::u64); }},
    {"uniform_f32", [](const Array& k) { return rng::uniform(k, {3, 4}, 0, 1, Dtype::f32); }},
    {"uniform_f64", [](const Array& k) { return rng::uniform(k, {4}, 0, 1, Dtype::f64); }},
    {"uniform_f16", [](const Array& k) { return rng::uniform(k, {6}, 0, 1, Dtype::f16); }},
    {"uniform_bf16", [](const Array& k) { return rng::uniform(k, {6}, 0, 1, Dtype::bf16); }},
    {"uniform_range", [](const Array& k) { return rng::uniform(k, {6}, -1, 1, Dtype::f32); }},
    {"randint", [](const Array& k) { return rng::randint(k, {8}, -5, 1000, Dtype::i32); }},
    {"randint_u8", [](const Array& k) { return rng::randint(k, {8}, 0, 256, Dtype::u8); }},
    {"randint_i8", [](const Array& k) { return rng::randint(k, {8}, 3, 120, Dtype::i8); }},
    {"randint_i64",
     [](const Array& k) {
       int64_t far = 1'000'000'000'000'000;
       return rng::randint(k, {4}, -far, far, Dtype::i64);
     }},
    {"bernoulli",
     [](const Array& k) { return rng::bernoulli(k, Array::scalar(Dtype::f32, 0.3), Shape{20}); }},
    {"permutation", [](const Array& k) { return rng::permutation(k, 50, 0); }},
    {"permutation_rows",
     [](const Array& k) { return rng::permutation(k, reshape(arange(0, 12), {4, 3}), 0); }},
    {"categorical", [](const Array& k) { return rng::categorical(k, log_of_rows(), -1, {}); }},
    {"categorical_many",
     [](const Array& k) {
       return rng::categorical(k, convert(arange(0, 5), Dtype::f32), -1, Shape{9});
     }},
    {"choice", [](const Array& k) { return rng::choice(k, 10, {6}, true, {}); }},
    {"choice_once", [](const Array& k) { return rng::choice(k, 10, {6}, false, {}); }},
    {"choice_chances",
     [](const Array& k) {
       Array p = literal({Array(0.1), Array(0.2), Array(0.3), Array(0.4)});
       return rng::choice(k, 4, {9}, true, p);
     }},
    {"uniform_span", [](const Array& k) { return rng::uniform(k, {40}, -0.3, 2.7, Dtype::f32); }},
    {"uniform_span_f64",
     [](const Array& k) { return rng::uniform(k, {9}, -0.3, 2.7, Dtype::f64); }},
    {"uniform_span_bf16",
     [](const Array& k) { return rng::uniform(k, {9}, -0.3, 2.7, Dtype::bf16); }},
    {"normal_f32", [](const Array& k) { return rng::normal(k, {40}, Dtype::f32); }},
    {"normal_f16", [](const Array& k) { return rng::normal(k, {40}, Dtype::f16); }},
    {"normal_bf16", [](const Array& k) { return rng::normal(k, {40}, Dtype::bf16); }},
    {"truncated_normal",
     [](const Array& k) { return rng::truncated_normal(k, {12}, -1, 2, Dtype::f32); }},
    {"truncated_normal_bf16",
     [](const Array& k) { return rng::truncated_normal(k, {12}, -1, 2, Dtype::bf16); }},
    {"exponential", [](const Array& k) { return rng::exponential(k, {12}, Dtype::f32); }},
    {"exponential_bf16", [](const Array& k) { return rng::exponential(k, {12}, Dtype::bf16); }},
    {"gumbel", [](const Array& k) { return rng::gumbel(k, {12}, Dtype::f32); }},
    {"gumbel_bf16", [](const Array& k) { return rng::gumbel(k, {12}, Dtype::bf16); }},
};

// JAX uses the C library's logarithm of doubles, and this library its own: the last bits differ.
const std::map<std::string, Draw> near_draws = {
    {"normal_f64", [](const Array& k) { return rng::normal(k, {40}, Dtype::f64); }},
};

// The elements in the order of the rows.
std::string words(const Array& x) {
  std::string out;
  with_type(x.dtype(), [&]<class T>(T) {
    for (T item : x.as<T>()) {
      out += out.empty() ? "" : " ";
      if constexpr (std::is_same_v<T, KeyBits>) {
        out += str(item.high, " ", item.low);
      } else if constexpr (std::is_same_v<T, float>) {
        out += str(std::bit_cast<uint32_t>(item));
      } else if constexpr (std::is_same_v<T, double>) {
        out += str(std::bit_cast<uint64_t>(item));
      } else if constexpr (requires { item.bits; }) {
        out += str(item.bits);
      } else if constexpr (std::is_integral_v<T>) {
        out += std::to_string(item);
      }
    }
  });
  return out;
}

void expect_near(const Array& x, const std::string& row, const std::string& name) {
  std::istringstream items(row);
  for (size_t i = 0; i < x.size(); ++i) {
    uint64_t bits = 0;
    items >> bits;
    auto theirs = std::bit_cast<double>(bits);
    ASSERT_NEAR(x.as<double>()[i], theirs, 1e-15 * std::max(1.0, std::abs(theirs)))
        << name << " element " << i;
  }
}

TEST(Rng, draws_what_jax_draws) {
  std::ifstream file("tests/peers/rng.txt");
  std::string line;
  int rows = 0;
  while (std::getline(file, line)) {
    ++rows;
    size_t first = line.find(' '), second = line.find(' ', first + 1);
    std::string name = line.substr(0, first), row = line.substr(second + 1);
    Array key = rng::key(static_cast<int64_t>(std::stoll(line.substr(first + 1))));
    if (name == "key") {
      EXPECT_EQ(words(key), row);
    } else if (name == "split") {
      EXPECT_EQ(words(rng::split(key, {3})), row);
    } else if (name == "fold_in") {
      EXPECT_EQ(words(rng::fold_in(key, 12345)), row);
    } else if (near_draws.contains(name)) {
      expect_near(near_draws.at(name)(key), row, name);
    } else {
      EXPECT_EQ(words(draws.at(name)(key)), row) << name;
    }
  }
  EXPECT_GE(rows, 100);
}

TEST(Rng, next_keeps_the_first_half_and_gives_the_second) {
  Array key = rng::key(7), both = rng::split(key, {2});
  Array drawn = rng::next(key);
  EXPECT_EQ(text(stack({key, drawn})), text(both));
}

TEST(Rng, says_what_is_no_key) {
  Array x = zeros({2});
  try {
    rng::uniform(x, {3});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "expected a PRNG key, got f32[2]");
  }
  EXPECT_THROW(rng::key(1.5), Error);
  EXPECT_THROW(rng::uniform(rng::key(0), {3}, 0, 1, Dtype::i32), Error);
}

}  // namespace
}  // namespace rille
