// Tests stdlib/array/{subscript,index,update}.cpp.
#include <gtest/gtest.h>

#include "backends/apply.h"
#include "stdlib/array.h"

namespace rille {
namespace {

Array ints(const Ints& items) {
  Array out(Type(Dtype::i32, {Extent(std::ssize(items))}));
  for (size_t i = 0; i < items.size(); ++i) out.edit<int32_t>()[i] = static_cast<int32_t>(items[i]);
  return out;
}

// The text of subscripts: "1", "1:3", "::-1", "...", "nil", "[0 2]", "<1 0>" (bools).
std::optional<int64_t> number(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(std::stoll(text));
}

Array listed(const std::string& text) {
  Ints out;
  for (size_t at = 1; at + 1 < text.size();) {
    size_t end = std::min(text.find(' ', at), text.size() - 1);
    out.push_back(std::stoll(text.substr(at, end - at)));
    at = end + 1;
  }
  return ints(out);
}

Subscript subscript(const std::string& text) {
  using Kind = Subscript::Kind;
  if (text == "...") return {.form = Kind::ellipsis};
  if (text == "nil") return {.form = Kind::new_axis};
  if (text[0] == '[') return {.form = Kind::index, .index = listed(text)};
  if (text[0] == '<') return {.form = Kind::index, .index = ne(listed(text), 0)};
  size_t first = text.find(':');
  if (first == std::string::npos) return {.form = Kind::index, .index = Array(*number(text))};
  size_t second = std::min(text.find(':', first + 1), text.size());
  Subscript out{.form = Kind::slice,
                .start = number(text.substr(0, first)),
                .stop = number(text.substr(first + 1, second - first - 1))};
  if (second < text.size()) out.step = number(text.substr(second + 1));
  return out;
}

Subscripts at(const std::string& text) {
  Subscripts out;
  for (size_t from = 0; from <= text.size();) {
    size_t end = std::min(text.find(',', from), text.size());
    out.push_back(subscript(text.substr(from, end - from)));
    from = end + 1;
  }
  return out;
}

// Eagerly, and traced with every int and every array of ints as a parameter.
std::string traced(const Array& x, const Subscripts& given, bool places_are_params) {
  Trace trace([] { return Origin(); });
  std::vector<Array> args{x};
  Array traced_x = trace.param(x.type());
  Subscripts subs = given;
  for (Subscript& s : subs) {
    bool moves = places_are_params && !s.index.is_none() && is_integer(s.index.dtype());
    if (!moves) continue;
    args.push_back(strong(s.index));
    s.index = trace.param(args.back().type());
  }
  Array out = index(traced_x, subs);
  Graph graph = trace.finish(std::vector<Array>{out});
  for (const Array& capture : trace.captures()) args.push_back(capture);
  return text(evaluate(graph, args)[0]);
}

std::string read(const Array& x, const std::string& subs) {
  try {
    std::string now = text(index(x, at(subs)));
    if (subs.find('<') == std::string::npos) {
      EXPECT_EQ(traced(x, at(subs), false), now) << subs;
      EXPECT_EQ(traced(x, at(subs), true), now) << subs;
    }
    return now;
  } catch (const Error& error) {
    return str(name(error.code()), ": ", error.what());
  }
}

TEST(Index, reads_one_axis_as_numpy_does) {
  Array x = ints({10, 11, 12, 13, 14});
  EXPECT_EQ(read(x, "0"), "10");
  EXPECT_EQ(read(x, "-1"), "14");
  EXPECT_EQ(read(x, "1:3"), "[11, 12]");
  EXPECT_EQ(read(x, "::2"), "[10, 12, 14]");
  EXPECT_EQ(read(x, "::-1"), "[14, 13, 12, 11, 10]");
  EXPECT_EQ(read(x, "3:1:-1"), "[13, 12]");
  EXPECT_EQ(read(x, "-2:"), "[13, 14]");
  EXPECT_EQ(read(x, "2:100"), "[12, 13, 14]");
  EXPECT_EQ(read(x, "100:"), "[]");
  EXPECT_EQ(read(x, "-100:2"), "[10, 11]");
  EXPECT_EQ(read(x, "4:2"), "[]");
  EXPECT_EQ(read(x, "[0 2 2]"), "[10, 12, 12]");
  EXPECT_EQ(read(x, "[-1 0]"), "[14, 10]");
  EXPECT_EQ(read(x, "<1 0 1 0 0>"), "[10, 12]");
}

TEST(Index, refuses_what_is_not_there) {
  Array x = ints({10, 11, 12, 13, 14});
  EXPECT_EQ(read(x, "5"), "index: index 5 is out of range for axis 0 of size 5");
  EXPECT_EQ(read(x, "-6"), "index: index -6 is out of range for axis 0 of size 5");
  EXPECT_EQ(read(x, "[0 5]"), "index: index 5 is out of range for axis 0 of size 5");
  EXPECT_EQ(read(x, "0,0").substr(0, 6), "index:");
  EXPECT_EQ(read(x, "::0"), "value: the step of a slice is 0, expected a nonzero step");
  EXPECT_EQ(read(x, "<1 0>").substr(0, 6), "index:");
  EXPECT_THROW(traced(x, at("[0 5]"), true), Error);
  EXPECT_THROW(traced(x, at("-6"), true), Error);
  EXPECT_THROW(index(x, {{.form = Subscript::Kind::index, .index = Array(1.5)}}), Error);
}

TEST(Index, reads_several_axes_as_numpy_does) {
  Array m = reshape(arange(1, 7), {2, 3});
  EXPECT_EQ(read(m, "1"), "[4, 5, 6]");
  EXPECT_EQ(read(m, "1,2"), "6");
  EXPECT_EQ(read(m, ":,-1"), "[3, 6]");
  EXPECT_EQ(read(m, "0,1:"), "[2, 3]");
  EXPECT_EQ(read(m, "...,0"), "[1, 4]");
  EXPECT_EQ(read(m, "[0 1],[0 2]"), "[1, 6]");
  EXPECT_EQ(read(m, ":,[2 0]"), "[[3, 1],\n [6, 4]]");
  EXPECT_EQ(read(m, "0,[2 0]"), "[3, 1]");
  EXPECT_EQ(read(m, "[0 1],[0 1 2]").substr(0, 6), "shape:");
  EXPECT_EQ(read(m, ":,nil,0"), "[[1],\n [4]]");
  EXPECT_EQ(read(m, "nil,1"), "[[4, 5, 6]]");
  EXPECT_EQ(text(index(m, {{.form = Subscript::Kind::index, .index = gt(m, 4)}})), "[5, 6]");
}

// The shape of NumPy's result, if index arrays are not adjacent or are next to new axes.
TEST(Index, index_arrays_stand_where_numpy_puts_them) {
  Array x = zeros({2, 3, 4, 5}, Dtype::i32);
  auto shape = [&](const std::string& subs) {
    Array y = index(x, at(subs));
    EXPECT_EQ(traced(x, at(subs), true), text(y)) << subs;
    return text(y.shape());
  };
  EXPECT_EQ(shape("[0 1],:,[0 1]"), "(2, 3, 5)");
  EXPECT_EQ(shape(":,[0 1],[0 1]"), "(2, 2, 5)");
  EXPECT_EQ(shape(":,[0 1],:,1"), "(2, 2, 4)");
  EXPECT_EQ(shape(":,:,[0 1 2]"), "(2, 3, 3, 5)");
  EXPECT_EQ(shape("0,:,[0 1 2]"), "(3, 3, 5)");
  EXPECT_EQ(shape("nil,:,[0 1 2]"), "(1, 2, 3, 4, 5)");
  EXPECT_EQ(shape(":,nil,[0 1]"), "(2, 1, 2, 4, 5)");
  EXPECT_EQ(shape("[0 1],nil,[0 1]"), "(2, 1, 4, 5)");
  EXPECT_EQ(shape("1:,::2,[0 1]"), "(1, 2, 2, 5)");
}

// Every update is run eagerly and traced.
std::string written(const Array& x, const std::string& subs, const Array& value,
                    UpdateOp how = UpdateOp::set) {
  try {
    Array now = updated(x, at(subs), value, how);
    for (bool moves : {false, true}) {
      Trace trace([] { return Origin(); });
      std::vector<Array> args{x};
      Array place = trace.param(x.type());
      Subscripts list = at(subs);
      for (Subscript& s : list) {
        if (!moves || s.index.is_none()) continue;
        args.push_back(strong(s.index));
        s.index = trace.param(args.back().type());
      }
      Graph graph = trace.finish(std::vector<Array>{updated(place, list, value, how)});
      for (const Array& capture : trace.captures()) args.push_back(capture);
      EXPECT_EQ(text(evaluate(graph, args)[0]), text(now)) << subs;
    }
    return text(now);
  } catch (const Error& error) {
    return str(name(error.code()), ": ", error.what());
  }
}

TEST(Updated, sets_what_a_subscript_names) {
  Array x = ints({0, 1, 2, 3, 4});
  EXPECT_EQ(written(x, "1", 9), "[0, 9, 2, 3, 4]");
  EXPECT_EQ(written(x, "-1", 9), "[0, 1, 2, 3, 9]");
  EXPECT_EQ(written(x, "1:3", ints({8, 9})), "[0, 8, 9, 3, 4]");
  EXPECT_EQ(written(x, "::2", 9), "[9, 1, 9, 3, 9]");
  EXPECT_EQ(written(x, "3:0:-1", ints({7, 8, 9})), "[0, 9, 8, 7, 4]");
  EXPECT_EQ(written(x, ":", 9), "[9, 9, 9, 9, 9]");
  EXPECT_EQ(written(x, "[0 2 0]", ints({7, 8, 9})), "[9, 1, 8, 3, 4]");
  EXPECT_EQ(written(x, "[0 2 0]", 1, UpdateOp::add), "[2, 1, 3, 3, 4]");
  EXPECT_EQ(written(x, "[4 4]", 2, UpdateOp::mul), "[0, 1, 2, 3, 16]");
  EXPECT_EQ(written(x, "[0 2 0]", 1, UpdateOp::sub), "[-2, 1, 1, 3, 4]");
  EXPECT_EQ(written(x, "1:3", 10, UpdateOp::add), "[0, 11, 12, 3, 4]");
  EXPECT_EQ(text(x), "[0, 1, 2, 3, 4]");
}

TEST(Updated, sets_regions_of_several_axes) {
  Array m = zeros({2, 3}, Dtype::i32);
  EXPECT_EQ(written(m, "0", ints({1, 2, 3})), "[[1, 2, 3],\n [0, 0, 0]]");
  EXPECT_EQ(written(m, ":,1", ints({1, 2})), "[[0, 1, 0],\n [0, 2, 0]]");
  EXPECT_EQ(written(m, "1,::2", ints({1, 2})), "[[0, 0, 0],\n [1, 0, 2]]");
  EXPECT_EQ(written(m, "...,[0 2]", 5), "[[5, 0, 5],\n [5, 0, 5]]");
  EXPECT_EQ(written(m, "1:,[0 2]", ints({1, 2})), "[[0, 0, 0],\n [1, 0, 2]]");
  EXPECT_EQ(written(m, "[1 0],[0 2]", ints({1, 2})), "[[0, 0, 2],\n [1, 0, 0]]");
  EXPECT_EQ(written(m, "1,[2 1]", ints({1, 2})), "[[0, 0, 0],\n [0, 2, 1]]");
}

TEST(Updated, keeps_shape_and_dtype) {
  Array x = ints({0, 1, 2});
  EXPECT_EQ(written(x, "0", 1.5).substr(0, 6), "dtype:");
  EXPECT_EQ(written(x, "0:2", ints({1, 2, 3})),
            "shape: the indexed elements have the shape (2,) but the value is i32[3]");
  EXPECT_EQ(written(x, "3", 1), "index: index 3 is out of range for axis 0 of size 3");
  EXPECT_EQ(written(x, "0", Array(int64_t{1} << 40)), "value: 1099511627776 does not fit in i32");
}

TEST(Updated, writes_in_place_what_nobody_else_sees) {
  Array x = zeros({1000});
  const void* before = x.data();
  x = updated(std::move(x), at("3"), 1.0);
  EXPECT_EQ(x.data(), before);
  Array other = x;
  x = updated(std::move(x), at("3"), 2.0);
  EXPECT_NE(x.data(), before);
  EXPECT_EQ(text(index(other, at("3"))), "1");
}

TEST(Take, does_as_asked_out_of_range) {
  Array x = ints({10, 20, 30});
  EXPECT_EQ(text(take(x, ints({2, 9, -9}), 0, BoundsMode::clip)), "[30, 30, 10]");
  EXPECT_EQ(text(take(x, ints({2, 9, -1}), 0, BoundsMode::fill)), "[30, 0, 30]");
  EXPECT_THROW(take(x, ints({3}), 0), Error);
  EXPECT_EQ(text(take(reshape(arange(0, 6), {2, 3}), ints({2, 0}), 1)), "[[2, 0],\n [5, 3]]");
}

}  // namespace
}  // namespace rille
