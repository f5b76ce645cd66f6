// Reads the text of nests.
#include "tests/kernels/nest_text.h"

#include <bit>
#include <limits>
#include <utility>

#include "jit/graph/reader.h"

namespace rille::diff {
namespace {

// The tokens of one line.
class LineReader {
 public:
  explicit LineReader(std::string_view line) : in(line) {}

  GraphReader in;

  bool word(std::string_view wanted) {
    if (in.peek_word() != wanted) return false;
    in.word();
    return true;
  }

  Dtype dtype() {
    auto found = dtype_named(in.word());
    if (!found) in.fail("expected a dtype");
    return *found;
  }

  Size size() {
    if (!in.take('$')) return in.integer();
    auto number = static_cast<int>(in.integer());
    if (!in.take('<')) return Size::argument(number);
    in.expect('=');
    return Size::argument(number, in.integer());
  }

  // In parentheses, with commas between them.
  template <class Item>
  auto list(const Item& item) {
    std::vector<decltype(item())> out;
    in.expect('(');
    if (in.take(')')) return out;
    do out.push_back(item());
    while (in.take(','));
    in.expect(')');
    return out;
  }
  std::vector<Size> sizes() {
    return list([&] { return size(); });
  }

  int step() {
    in.expect('%');
    return static_cast<int>(in.integer());
  }

  // A word of a letter and a number: b3, i0.
  int numbered(char letter) {
    std::string_view found = in.word();
    if (found.empty() || found[0] != letter) in.fail(str("expected ", letter, " and a number"));
    return std::stoi(std::string(found.substr(1)));
  }

  Access access(size_t loops) {
    Access out{.buffer = numbered('b'), .strides = std::vector<Size>(loops)};
    in.expect('[');
    do {
      if (in.peek() == '%') {
        out.computed = step();
        continue;
      }
      Size number = size();
      if (in.take('*')) {
        out.strides.at(static_cast<size_t>(numbered('i'))) = number;
      } else {
        out.offset = number.number;
      }
    } while (in.take('+'));
    in.expect(']');
    if (word("if")) out.guard = step();
    return out;
  }

  AttrValue number() {
    std::string digits(in.numeral());
    bool is_whole = digits.find_first_of(".enif") == std::string::npos;
    if (is_whole) return int64_t{std::stoll(digits)};
    if (digits == "inf" || digits == "-inf") {
      double most = std::numeric_limits<double>::infinity();
      return digits[0] == '-' ? -most : most;
    }
    double value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
  }
};

bool is_number(char c) { return c == '-' || std::isdigit(static_cast<unsigned char>(c)) != 0; }

class NestParser {
 public:
  explicit NestParser(std::string_view text) : rest_(text) {}

  NestText run() {
    header();
    while (!rest_.empty() && !rest_.starts_with("  schedule ")) stage();
    verify(out_);
    return {std::move(out_), std::string(rest_)};
  }

 private:
  LineReader line() {
    size_t end = std::min(rest_.find('\n'), rest_.size());
    std::string_view out = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return LineReader(out);
  }
  // The code of operands is indented once more.
  bool is_next(std::string_view start) const { return rest_.starts_with(start); }

  void header() {
    LineReader in = line();
    in.in.expect_word("buffers");
    out_.buffers = in.list([&] { return in.dtype(); });
    while (in.word("local")) {
      Dtype dtype = in.dtype();
      in.in.expect('[');
      out_.locals.push_back({dtype, in.in.integer()});
      in.in.expect(']');
    }
    if (in.word("in")) {
      in.in.expect_word("each");
      in.in.expect_word("of");
      out_.shared = static_cast<int>(in.sizes().size());
    }
    out_.keeps_results_cached = in.word("near");
    if (in.word("constants")) out_.constants = static_cast<int>(in.in.integer());
  }

  static StageForm form(LineReader& in) {
    if (in.word("pointwise")) return StageForm::pointwise;
    if (in.word("fold")) return StageForm::fold;
    if (in.word("scan")) return StageForm::scan;
    in.in.expect_word("contract");
    return StageForm::contract;
  }

  void stage() {
    LineReader in = line();
    Stage out{.form = form(in), .loops = in.sizes()};
    out.kept = static_cast<int>(out.loops.size());
    if (auto combiner = scalar_named(in.in.peek_word()); combiner) {
      in.in.word();
      out.combiner = *combiner;
      in.in.expect_word("over");
      std::vector<Size> folded = in.sizes();
      out.loops.insert(out.loops.end(), folded.begin(), folded.end());
      in.in.expect_word("of");
      out.folded = in.step();
    }
    int64_t deep = in.word("over") ? in.in.integer() : 0;
    if (in.word("in")) out.sum_dtype = in.dtype();
    out.reverse = in.word("reversed");
    out.sums_outer_products = in.word("gathered");
    if (in.word("fast")) out.precision = Precision::fast;
    if (!in.in.done()) in.in.fail("expected the end of the line");
    operands(out, deep);
    code(out, "  %");
    while (is_next("  b")) store(out);
    while (is_next("  check ")) check(out);
    out_.stages.push_back(std::move(out));
  }

  void operands(Stage& stage, int64_t deep) {
    for (std::string_view side : {"left", "right"}) {
      if (stage.form != StageForm::contract) return;
      LineReader in = line();
      in.in.expect_word(side);
      Stage own{.loops = in.sizes(), .sum_dtype = stage.sum_dtype};
      code(own, "    %");
      own.folded = static_cast<int>(own.code.size()) - 1;
      const Size& across = stage.loops[stage.operands.size() + stage.loops.size() - 2];
      own.kept = kept(own, stage.loops.size() - 2, across.number, deep);
      stage.operands.push_back(std::move(own));
    }
  }

  // The number of loops of the batch and of those behind them that have `across` iterations.
  static int kept(const Stage& operand, size_t batch, int64_t across, int64_t deep) {
    auto iterations = [&](size_t from, size_t to) {
      int64_t out = 1;
      for (size_t i = from; i < to; ++i) out *= operand.loops[i].number;
      return out;
    };
    for (size_t out = batch + 1; out < operand.loops.size(); ++out) {
      bool fits = iterations(batch, out) == across && iterations(out, operand.loops.size()) == deep;
      if (fits) return static_cast<int>(out);
    }
    return -1;
  }

  void code(Stage& stage, std::string_view start) {
    while (is_next(start)) {
      LineReader in = line();
      if (in.step() != std::ssize(stage.code)) in.in.fail("steps are numbered in their order");
      in.in.expect(':');
      NestStep step{.name = Scalar::constant, .dtype = in.dtype()};
      in.in.expect('=');
      fill(step, in, stage.loops.size());
      if (!in.in.done()) in.in.fail("expected the end of the line");
      stage.code.push_back(std::move(step));
    }
  }

  static void fill(NestStep& step, LineReader& in, size_t loops) {
    bool is_constant = is_number(in.in.peek()) || in.in.peek_word() == "inf";
    if (is_constant) {
      step.value = in.number();
      return;
    }
    std::string word(in.in.word());
    if (word == "true" || word == "false") {
      step.value = word == "true";
    } else if (word == "nan") {
      step.value = std::bit_cast<double>(std::stoull(std::string(in.in.word())));
    } else if (word == "load") {
      step.name = Scalar::load;
      step.access = in.access(loops);
    } else if (in.in.done() && word[0] == 'i') {
      step.name = Scalar::loop;
      step.loop = std::stoi(word.substr(1));
    } else {
      auto name = scalar_named(word);
      if (!name) in.in.fail(str("`", word, "` is not an operation"));
      step.name = *name;
      while (in.in.peek() == '%') {
        step.in.push_back(in.step());
        in.in.take(',');
      }
    }
  }

  void store(Stage& stage) {
    LineReader in = line();
    Store out{.access = in.access(stage.loops.size())};
    in.in.expect('=');
    out.step = in.step();
    stage.stores.push_back(std::move(out));
  }

  void check(Stage& stage) {
    LineReader in = line();
    in.in.expect_word("check");
    NestCheck out{.check = static_cast<int>(in.in.integer())};
    in.in.expect_word("where");
    out.failed = in.step();
    in.in.expect_word("of");
    for (int64_t step : in.list([&] { return in.in.integer(); })) {
      out.payload.push_back(static_cast<int>(step));
    }
    stage.checks.push_back(std::move(out));
  }

  std::string_view rest_;
  Nest out_;
};

}  // namespace

NestText parse_nest(std::string_view text) { return NestParser(text).run(); }

}  // namespace rille::diff
