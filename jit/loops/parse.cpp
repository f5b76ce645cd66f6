// Reads the text of a loop program.
#include <bit>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

#include "jit/graph/reader.h"
#include "jit/loop_program.h"
#include "jit/loops/syntax.h"

namespace rille {
namespace {

std::optional<LoopOpKind> kind_named(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(LoopOpKind::leave); ++i) {
    auto kind = static_cast<LoopOpKind>(i);
    if (text(kind) == name) return kind;
  }
  return std::nullopt;
}

class LoopParser {
 public:
  explicit LoopParser(std::string_view text) : in_(text) {}

  LoopProgram run() {
    program();
    if (!in_.done()) in_.fail("expected an operation");
    return std::move(out_);
  }

 private:
  void program() {
    in_.expect_word("program");
    int64_t registers = in_.integer();
    in_.expect_word("registers");
    in_.expect(',');
    out_.sizes = static_cast<int>(in_.integer());
    in_.expect_word("sizes");
    constexpr int64_t most = 1 << 20;
    if (registers < 0 || registers > most) in_.fail("a program has at most 1048576 registers");
    out_.registers.resize(static_cast<size_t>(registers));
    while (flag("function")) function();
    while (in_.peek_word() == str("b", out_.buffers.size())) buffer();
    out_.body = ops();
  }

  void function() {
    int64_t number = in_.integer();
    if (number != std::ssize(out_.functions)) in_.fail("functions are numbered in their order");
    in_.enter();
    in_.expect('{');
    LoopProgram outer = std::exchange(out_, {});
    program();
    LoopProgram inner = std::exchange(out_, std::move(outer));
    out_.functions.push_back(std::move(inner));
    in_.expect('}');
    in_.leave();
  }

  void buffer() {
    in_.word();
    in_.expect(':');
    LoopBuffer buffer;
    buffer.role = role(in_.word());
    buffer.dtype = dtype(in_.word());
    in_.expect('[');
    buffer.extents = sizes(']');
    if (in_.peek_word() == "space") {
      in_.word();
      buffer.space = static_cast<int>(in_.integer());
    }
    if (flag("at")) buffer.offset = in_.integer();
    out_.buffers.push_back(std::move(buffer));
  }

  LoopBuffer::Role role(std::string_view name) {
    using Role = LoopBuffer::Role;
    for (int i = 0; i <= static_cast<int>(Role::view); ++i) {
      if (text(static_cast<Role>(i)) == name) return static_cast<Role>(i);
    }
    in_.fail(str("expected argument, constant, local, scratch, shared, or view, not `", name, "`"));
  }

  Dtype dtype(std::string_view name) {
    auto found = dtype_named(name);
    if (!found) in_.fail(str("`", name, "` is not a dtype"));
    return *found;
  }

  RegisterType type() {
    std::string_view name = in_.word();
    if (auto scalar = dtype_named(name)) return {*scalar, 1};
    size_t x = name.rfind('x');
    int lanes = 0;
    if (x != std::string_view::npos) {
      std::from_chars(name.data() + x + 1, name.data() + name.size(), lanes);
    }
    if (lanes < 2) in_.fail(str("`", name, "` is not the type of a register"));
    return {dtype(name.substr(0, x)), lanes};
  }

  Register reg() {
    in_.expect('%');
    int64_t number = in_.integer();
    if (number < 0 || number >= std::ssize(out_.registers)) {
      in_.fail(str("the program has no register %", number));
    }
    return static_cast<Register>(number);
  }

  Size size() {
    if (!in_.take('$')) return in_.integer();
    auto number = static_cast<int>(in_.integer());
    if (!in_.take('<')) return Size::argument(number);
    in_.expect('=');
    return Size::argument(number, in_.integer());
  }

  std::vector<Size> sizes(char end) {
    std::vector<Size> out;
    if (in_.take(end)) return out;
    do out.push_back(size());
    while (in_.take(','));
    in_.expect(end);
    return out;
  }

  void registers(LoopOp& op) {
    do op.in.push_back(reg());
    while (in_.take(','));
  }

  LinearIndex linear() {
    LinearIndex out;
    do {
      if (in_.peek() != '%') {
        out.constant = in_.integer();
        continue;
      }
      LinearIndex::Term term{.value = reg()};
      if (in_.take('*')) term.scale = size();
      out.terms.push_back(term);
    } while (in_.take('+'));
    return out;
  }

  void indices(LoopOp& op) {
    in_.expect('[');
    if (in_.take(']')) return;
    do op.indices.push_back(linear());
    while (in_.take(','));
    in_.expect(']');
  }

  int buffer_number() {
    std::string_view name = in_.word();
    int out = -1;
    if (!name.empty() && name[0] == 'b') {
      std::from_chars(name.data() + 1, name.data() + name.size(), out);
    }
    if (out < 0 || out >= std::ssize(out_.buffers)) {
      in_.fail(str("the program has no buffer `", name, "`"));
    }
    return out;
  }

  void mask(LoopOp& op) {
    if (in_.peek_word() != "mask") return;
    in_.word();
    op.mask = reg();
  }

  void access(LoopOp& op, std::string_view steps = "lanes") {
    op.buffer = buffer_number();
    indices(op);
    if (in_.peek_word() == steps) {
      in_.word();
      in_.expect('(');
      op.lane_strides = sizes(')');
    }
    mask(op);
  }

  bool flag(std::string_view name) {
    if (in_.peek_word() != name) return false;
    in_.word();
    return true;
  }

  AttrValue value() {
    if (in_.peek() == '-' || std::isdigit(static_cast<unsigned char>(in_.peek())) != 0) {
      return numeral(in_.numeral());
    }
    std::string_view word = in_.word();
    if (word == "true" || word == "false") return word == "true";
    if (word == "inf") return std::numeric_limits<double>::infinity();
    if (word != "nan") in_.fail(str("`", word, "` is not a number"));
    in_.expect(':');
    uint64_t bits = 0;
    std::string_view digits = in_.numeral();
    std::from_chars(digits.data(), digits.data() + digits.size(), bits);
    return std::bit_cast<double>(bits);
  }

  AttrValue numeral(std::string_view digits) {
    auto parsed = [&](auto number) -> AttrValue {
      auto [rest, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
      if (fault != std::errc{} || rest != digits.data() + digits.size()) {
        in_.fail(str("`", digits, "` is not a number"));
      }
      return number;
    };
    bool is_whole = digits.find_first_of(".enif") == std::string_view::npos;
    return is_whole ? parsed(int64_t{0}) : parsed(double{0});
  }

  int64_t argument() {
    if (in_.take('$')) return 2 + in_.integer();
    std::string_view name = in_.word();
    if (name != "begin" && name != "end") in_.fail("expected begin, end, or a size");
    return name == "end" ? 1 : 0;
  }

  void loop(LoopOp& op) {
    op.out = reg();
    out_.registers[static_cast<size_t>(op.out)] = {Dtype::i64, 1};
    in_.expect_word("in");
    range(op);
    in_.expect_word("step");
    op.number = in_.integer();
    if (flag("most")) op.most = in_.integer();
    op.value = flag("nonempty");
    op.flag = flag("parallel");
  }

  void buffer_pair(LoopOp& op) {
    op.buffer = buffer_number();
    in_.expect('=');
    op.number = buffer_number();
  }

  void run(LoopOp& op) {
    op.number = in_.integer();
    in_.expect_word("on");
    in_.expect('(');
    if (!in_.take(')')) {
      do op.lanes.push_back(buffer_number());
      while (in_.take(','));
      in_.expect(')');
    }
    in_.expect_word("in");
    range(op);
    op.flag = flag("inline");
  }

  void range(LoopOp& op) {
    op.in.push_back(reg());
    in_.expect('.');
    in_.expect('.');
    op.in.push_back(reg());
  }

  void fold(LoopOp& op) {
    op.name = scalar(in_.word());
    if (flag("products")) op.lanes = {1};
    op.flag = flag("ordered");
    in_.expect_word("terms");
    op.number = in_.integer();
    in_.expect_word("up");
    in_.expect_word("to");
    op.value = in_.integer();
    if (flag("over")) op.most = in_.integer();
  }

  void buffers(LoopOp& op) {
    switch (op.kind) {
      case LoopOpKind::distinct:
        op.buffer = buffer_number();
        in_.expect(',');
        op.number = buffer_number();
        return;
      case LoopOpKind::view:
        buffer_pair(op);
        in_.expect_word("from");
        return indices(op);
      case LoopOpKind::choose:
        buffer_pair(op);
        in_.expect(',');
        op.most = buffer_number();
        in_.expect_word("by");
        return registers(op);
      case LoopOpKind::copy:
        buffer_pair(op);
        in_.expect_word("bytes");
        op.most = in_.integer();
        return;
      default: return;
    }
  }

  void tiles(LoopOp& op) {
    if (op.kind == LoopOpKind::tile_dot) op.most = in_.integer();
    op.number = in_.integer();
    if (op.kind == LoopOpKind::tile_zero) return;
    if (op.kind != LoopOpKind::tile_dot) return access(op, "rows");
    for (int i = 0; i < 2; ++i) {
      in_.expect(',');
      op.lanes.push_back(static_cast<int>(in_.integer()));
    }
    op.flag = flag("signed");
  }

  void details(LoopOp& op) {
    switch (op.kind) {
      case LoopOpKind::constant:
        op.value = value();
        if (in_.take('+')) in_.expect_word("lane"), op.flag = true;
        return;
      case LoopOpKind::argument: op.number = argument(); return;
      case LoopOpKind::index: return indices(op);
      case LoopOpKind::dot: op.number = in_.integer(); return registers(op);
      case LoopOpKind::shuffle:
        registers(op);
        in_.expect_word("by");
        in_.expect('(');
        for (Size lane : sizes(')')) op.lanes.push_back(static_cast<int>(lane.number));
        return;
      case LoopOpKind::reduce: op.name = scalar(in_.word()); return registers(op);
      case LoopOpKind::fold: return fold(op);
      case LoopOpKind::accumulate: registers(op); return mask(op);
      case LoopOpKind::allocate: op.buffer = buffer_number(); return;
      case LoopOpKind::load:
        access(op);
        if (flag("or")) in_.expect_word("any"), op.flag = true;
        return;
      case LoopOpKind::prefetch: return access(op);
      case LoopOpKind::store:
        access(op);
        in_.expect('=');
        registers(op);
        op.flag = flag("streamed");
        return;
      case LoopOpKind::fetch_add:
        access(op);
        in_.expect_word("by");
        return registers(op);
      case LoopOpKind::total:
        registers(op);
        op.flag = flag("value");
        return;
      case LoopOpKind::distinct:
      case LoopOpKind::view:
      case LoopOpKind::choose:
      case LoopOpKind::copy: return buffers(op);
      case LoopOpKind::tile_zero:
      case LoopOpKind::tile_load:
      case LoopOpKind::tile_store:
      case LoopOpKind::tile_dot: return tiles(op);
      case LoopOpKind::run: return run(op);
      case LoopOpKind::loop: return loop(op);
      case LoopOpKind::call: op.number = in_.integer(); return;
      case LoopOpKind::check:
        op.number = in_.integer();
        in_.expect_word("at");
        indices(op);
        in_.expect_word("where");
        registers(op);
        return mask(op);
      case LoopOpKind::leave: return;
      default: return registers(op);
    }
  }

  Scalar scalar(std::string_view name) {
    auto found = scalar_named(name);
    if (!found) in_.fail(str("`", name, "` is not an operation"));
    return *found;
  }

  LoopBlock ops() {
    LoopBlock out;
    while (!in_.done() && in_.peek() != '}') {
      LoopOp op;
      if (in_.peek() == '%') {
        op.out = reg();
        in_.expect(':');
        out_.registers[static_cast<size_t>(op.out)] = type();
        in_.expect('=');
      }
      std::string_view name = in_.word();
      auto kind = kind_named(name);
      op.kind = kind.value_or(LoopOpKind::compute);
      if (!kind) {
        op.name = scalar(name);
        op.flag = flag("shared");
      }
      details(op);
      blocks(op);
      out.push_back(std::move(op));
    }
    return out;
  }

  void blocks(LoopOp& op) {
    for (int i = 0; i < block_count(op.kind); ++i) {
      if (i > 0 && in_.peek_word() != "else") {
        op.blocks.emplace_back();
        continue;
      }
      if (i > 0) in_.word();
      in_.enter();
      in_.expect('{');
      op.blocks.push_back(ops());
      in_.expect('}');
      in_.leave();
    }
  }

  GraphReader in_;
  LoopProgram out_;
};

}  // namespace

LoopProgram parse_loops(std::string_view text) { return LoopParser(text).run(); }

}  // namespace rille
