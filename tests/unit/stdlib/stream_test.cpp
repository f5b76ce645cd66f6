// Tests vm/stream.h with the streams of stdlib/data.
#include "vm/stream.h"

#include <gtest/gtest.h>

#include "stdlib/builtins.h"
#include "stdlib/core.h"
#include "tests/unit/vm/script.h"

namespace rille {
namespace {

struct Streams : Script {
  Streams() {
    state.add(all_builtins());
    state.add(all_structs());
    install_core(state);
  }

  // The value of a Lua expression, as a stream of C++.
  Stream stream(const std::string& lua, const std::string& before = "") {
    return Stream(run(before + "\nreturn " + lua));
  }
  std::string rest(Stream& stream) {
    std::string out;
    for (Value item = stream.next(state); !item.is_nil(); item = stream.next(state)) {
      out += text(item) + " ";
    }
    return out;
  }
};

const char* const pipeline = "B['data.take'](B['data.batch'](R.range(0, 9), 2, END), 3, END)";

TEST(Stream, an_opened_one_gives_the_items_and_stays_at_the_end) {
  Streams s;
  Stream stream = s.stream(pipeline);
  EXPECT_EQ(s.rest(stream), "[0, 1] [2, 3] [4, 5] ");
  EXPECT_TRUE(stream.next(s.state).is_nil());
}

TEST(Stream, its_value_says_where_it_is_and_goes_on_from_there) {
  Streams s;
  Stream stream = s.stream(pipeline);
  Value before = stream.value();
  stream.next(s.state);
  EXPECT_EQ(text(*stream.value().field("position")), "1");
  EXPECT_EQ(text(*stream.value().field("source")->field("source")->field("position")), "2");
  Stream copy(stream.value()), first(before);
  EXPECT_EQ(s.rest(stream), "[2, 3] [4, 5] ");
  EXPECT_EQ(s.rest(copy), "[2, 3] [4, 5] ");
  EXPECT_EQ(s.rest(first), "[0, 1] [2, 3] [4, 5] ");
}

TEST(Stream, only_what_has_next_is_one) {
  Streams s;
  EXPECT_TRUE(is_stream(s.run(std::string("return ") + pipeline)));
  for (const char* lua : {"1", "R.range(0, 3)", "R.tuple_of({n = 0}, 0)"}) {
    Value value = s.run(std::string("return ") + lua);
    EXPECT_FALSE(is_stream(value)) << lua;
    try {
      Stream(value).next(s.state);
      ADD_FAILURE() << lua;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Code::type);
    }
  }
}

}  // namespace
}  // namespace rille
