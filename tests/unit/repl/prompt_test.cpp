// Tests repl/prompt: completion, traces, images.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "repl/prompt/complete.h"
#include "repl/prompt/pictures.h"
#include "repl/prompt/show.h"
#include "repl/prompt/traced.h"
#include "stdlib/base64.h"

namespace rille {
namespace {

struct AtPrompt {
  std::string said;
  Interpreter interpreter{[this](std::string_view text) { said += text; }};
  PromptLanguage language{interpreter};

  explicit AtPrompt(const std::vector<std::string>& cells = {}) {
    interpreter.show_value = [](const Value&) {};
    for (const std::string& cell : cells) EXPECT_TRUE(interpreter.run_cell(cell).ok()) << cell;
  }
  std::vector<std::string> completed(const std::string& text) {
    std::vector<std::string> out;
    for (const auto& c : language.complete(text, text.size()).candidates) out.push_back(c.text);
    return out;
  }
  bool offers(const std::string& text, const std::string& name) {
    return std::ranges::count(completed(text), name) > 0;
  }
};

TEST(PromptCompletion, of_names_members_fields_and_words) {
  AtPrompt at({"let model = (weight = [1.0], bias = 2)", "fn scaled(x, by = 2) = x * by"});
  EXPECT_TRUE(at.offers("mod", "model"));
  EXPECT_TRUE(at.offers("whi", "while"));
  EXPECT_TRUE(at.offers("rng.norm", "normal"));
  EXPECT_TRUE(at.offers("model.we", "weight"));
  EXPECT_TRUE(at.offers("model.weight.su", "sum"));
  EXPECT_TRUE(at.offers("model.weight.sha", "shape"));
  EXPECT_TRUE(at.offers("scaled([1.0], ", "by = "));
  EXPECT_TRUE(at.offers("softmax([1.0], ax", "axis = "));
  EXPECT_FALSE(at.offers("\"a\".", "softmax"));
  EXPECT_TRUE(at.offers("\"a\".", "upper"));
  EXPECT_TRUE(at.offers(":ti", ":time"));
  EXPECT_EQ(at.language.complete("scaled(", 7).note, "fn scaled(x, by = 2)");
}

TEST(PromptCompletion, ends_well_wherever_the_cursor_stands) {
  AtPrompt at({"let p = (a = (b = [1.0],),)"});
  const std::string text = "let x = f(p.a.b, \"str {p.a}\", axis = [1, 2].sum(";
  for (size_t i = 0; i <= text.size(); ++i) {
    EXPECT_LE(at.language.complete(text, i).from, i);
  }
}

TEST(PromptPreview, tells_shapes_and_runs_nothing) {
  AtPrompt at({"let a = zeros((3, 4))", "let n = 5", "fn f(x) = sum(x, axis = 0)",
               "proc hit() { print(1); zeros(3) }"});
  auto seen = [&](const std::string& text) { return preview(at.interpreter, {}, text); };
  EXPECT_EQ(seen("a @ a.T"), "f32[3, 3]");
  EXPECT_EQ(seen("let y = f(a)"), "f32[4]");
  EXPECT_EQ(seen("ones((n, 2))"), "f32[5, 2]");
  EXPECT_EQ(seen("a @ a"), "");
  EXPECT_EQ(seen("hit()"), "");
  EXPECT_EQ(seen("1 + 1"), "");
  EXPECT_EQ(seen("a @"), "");
  EXPECT_EQ(at.said, "");
}

TEST(PromptPreview, gives_up_in_time_and_leaves_the_state_usable) {
  AtPrompt at({"fn endless(x) = { while true {}; x }"});
  EXPECT_EQ(preview(at.interpreter, {}, "endless(zeros(3))"), "");
  EXPECT_TRUE(at.interpreter.run_cell("let b = sum(ones(10))").ok());
}

TEST(PromptPictures, base64_as_rfc_4648_has_it) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foob"), "Zm9vYg==");
  EXPECT_EQ(base64("fooba"), "Zm9vYmE=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

TEST(PromptPictures, kitty_gets_pieces) {
  std::string png(7000, 'x'), joined;
  std::string out = kitty_picture(png);
  int pieces = 0;
  for (size_t at = 0; (at = out.find("\x1b_G", at)) != std::string::npos; ++pieces) {
    size_t begin = out.find(';', at) + 1, end = out.find("\x1b\\", at);
    EXPECT_LE(end - begin, 4096u);
    joined += out.substr(begin, end - begin);
    at = end;
  }
  EXPECT_EQ(pieces, 3);
  EXPECT_EQ(joined, base64(png));
}

// Decodes the image as a terminal does: the palette, then bands of six rows.
std::map<std::pair<size_t, size_t>, int> drawn(const std::string& sixels) {
  std::map<std::pair<size_t, size_t>, int> out;
  size_t at = sixels.find("#215;2;");
  at = sixels.find('#', at + 1);
  size_t x = 0, band = 0;
  int color = 0;
  while (at < sixels.size() && sixels[at] != '\x1b') {
    char c = sixels[at++];
    size_t count = 1;
    if (c == '#') {
      char* end = nullptr;
      color = static_cast<int>(std::strtol(&sixels[at], &end, 10));
      at = static_cast<size_t>(end - sixels.data());
      continue;
    }
    if (c == '$') x = 0;
    if (c == '-') x = 0, ++band;
    if (c == '!') {
      char* end = nullptr;
      count = std::strtoul(&sixels[at], &end, 10);
      at = static_cast<size_t>(end - sixels.data());
      c = sixels[at++];
    }
    if (c < 63) continue;
    for (size_t i = 0; i < count; ++i, ++x) {
      for (size_t y = 0; y < 6; ++y) {
        if (((c - 63) >> y & 1) != 0) out[{6 * band + y, x}] = color;
      }
    }
  }
  return out;
}

TEST(PromptPictures, sixels_are_the_nearest_colours) {
  constexpr size_t columns = 9, rows = 8;
  std::vector<uint8_t> rgb;
  for (size_t i = 0; i < 3 * columns * rows; ++i) rgb.push_back(static_cast<uint8_t>(i * 53 / 7));
  auto pixels = drawn(sixel_picture(rgb, columns, rows));
  ASSERT_EQ(pixels.size(), columns * rows);
  for (const auto& [place, color] : pixels) {
    size_t first = 3 * (place.first * columns + place.second);
    int parts[] = {color / 36, color / 6 % 6, color % 6};
    for (size_t i = 0; i < 3; ++i) EXPECT_LE(std::abs(parts[i] * 51 - rgb[first + i]), 26);
  }
}

}  // namespace
}  // namespace rille
