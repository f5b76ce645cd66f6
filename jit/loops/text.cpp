// How a loop program is printed.
#include "vm/text.h"

#include <bit>
#include <cmath>

#include "jit/loop_program.h"
#include "jit/loops/syntax.h"

namespace rille {

std::string_view text(LoopOpKind kind) {
  static constexpr std::string_view names[] = {
#define LOOP_OP(name, text, ...) text,
#include "jit/loop_ops.def"
#undef LOOP_OP
  };
  return names[static_cast<size_t>(kind)];
}

int block_count(LoopOpKind kind) {
  static constexpr int counts[] = {
#define LOOP_OP(name, text, blocks, ...) blocks,
#include "jit/loop_ops.def"
#undef LOOP_OP
  };
  return counts[static_cast<size_t>(kind)];
}

bool has_result(LoopOpKind kind) {
  static constexpr bool have[] = {
#define LOOP_OP(name, text, blocks, result) result,
#include "jit/loop_ops.def"
#undef LOOP_OP
  };
  return have[static_cast<size_t>(kind)];
}

std::string text(const RegisterType& type) {
  return type.lanes == 1 ? str(type.dtype) : str(type.dtype, "x", type.lanes);
}

namespace {

std::string size_text(Size size) {
  if (size.known()) return str(size.number);
  return size.number == 0 ? str("$", size.arg) : str("$", size.arg, "<=", size.number);
}

std::string value_text(const AttrValue& value) {
  const auto* number = std::get_if<double>(&value);
  if (number != nullptr && std::isnan(*number)) {
    return str("nan:", std::bit_cast<uint64_t>(*number));
  }
  // A number with a fraction or an exponent is a double; 1 alone is an integer.
  std::string out = text(value);
  bool is_whole = number != nullptr && out.find_first_not_of("-0123456789") == std::string::npos;
  return is_whole ? out + ".0" : out;
}

std::string index_text(const LinearIndex& index) {
  std::string out;
  for (const LinearIndex::Term& term : index.terms) {
    if (!out.empty()) out += " + ";
    out += str("%", term.value);
    if (!term.scale.is(1)) out += str("*", size_text(term.scale));
  }
  if (index.constant != 0 || out.empty()) out += str(out.empty() ? "" : " + ", index.constant);
  return out;
}

std::string register_list(const LoopOp& op, size_t from = 0) {
  std::string out;
  for (size_t i = from; i < op.in.size(); ++i) out += str(i == from ? "" : ", ", "%", op.in[i]);
  return out;
}

std::string indices_text(const LoopOp& op) {
  std::vector<std::string> all;
  for (const LinearIndex& index : op.indices) all.push_back(index_text(index));
  return str("[", join(all), "]");
}

std::string access_text(const LoopOp& op, std::string_view steps = "lanes") {
  std::string out = str("b", op.buffer, indices_text(op));
  if (!op.lane_strides.empty()) {
    std::vector<std::string> strides;
    for (Size size : op.lane_strides) strides.push_back(size_text(size));
    out += str(" ", steps, " (", join(strides), ")");
  }
  if (op.mask >= 0) out += str(" mask %", op.mask);
  return out;
}

std::string argument_text(int64_t number) {
  if (number == 0) return "begin";
  return number == 1 ? "end" : str("$", number - 2);
}

std::string run_text(const LoopOp& op) {
  std::vector<std::string> buffers;
  for (int buffer : op.lanes) buffers.push_back(str("b", buffer));
  return str(text(op.kind), " ", op.number, " on (", join(buffers), ") in %", op.in[0], "..%",
             op.in[1], op.flag ? " inline" : "");
}

// What follows the kind, or replaces it.
std::string details(const LoopOp& op) {
  std::string kind(text(op.kind));
  switch (op.kind) {
    case LoopOpKind::constant:
      return str(kind, " ", value_text(op.value), op.flag ? " + lane" : "");
    case LoopOpKind::argument: return str(kind, " ", argument_text(op.number));
    case LoopOpKind::index: return str(kind, " ", indices_text(op));
    case LoopOpKind::compute:
      return str(text(op.name), op.flag ? " shared " : " ", register_list(op));
    case LoopOpKind::dot: return str(kind, " ", op.number, " ", register_list(op));
    case LoopOpKind::shuffle:
      return str(kind, " ", register_list(op), " by (", join(op.lanes), ")");
    case LoopOpKind::reduce: return str(kind, " ", text(op.name), " ", register_list(op));
    case LoopOpKind::fold:
      return str(kind, " ", text(op.name), op.lanes.empty() ? "" : " products",
                 op.flag ? " ordered" : "", " terms ", op.number, " up to ", value_text(op.value),
                 op.most > 0 ? str(" over ", op.most) : "");
    case LoopOpKind::accumulate:
      return str(kind, " ", register_list(op), op.mask >= 0 ? str(" mask %", op.mask) : "");
    case LoopOpKind::allocate: return str(kind, " b", op.buffer);
    case LoopOpKind::load:
    case LoopOpKind::prefetch: return str(kind, " ", access_text(op), op.flag ? " or any" : "");
    case LoopOpKind::store:
      return str(kind, " ", access_text(op), " = ", register_list(op), op.flag ? " streamed" : "");
    case LoopOpKind::fetch_add: return str(kind, " ", access_text(op), " by ", register_list(op));
    case LoopOpKind::total: return str(kind, " ", register_list(op), op.flag ? " value" : "");
    case LoopOpKind::distinct: return str(kind, " b", op.buffer, ", b", op.number);
    case LoopOpKind::view:
      return str(kind, " b", op.buffer, " = b", op.number, " from ", indices_text(op));
    case LoopOpKind::choose:
      return str(kind, " b", op.buffer, " = b", op.number, ", b", op.most, " by ",
                 register_list(op));
    case LoopOpKind::copy: return str(kind, " b", op.buffer, " = b", op.number, " bytes ", op.most);
    case LoopOpKind::tile_zero: return str(kind, " ", op.number);
    case LoopOpKind::tile_load:
    case LoopOpKind::tile_store: return str(kind, " ", op.number, " ", access_text(op, "rows"));
    case LoopOpKind::tile_dot:
      return str(kind, " ", op.most, " ", op.number, ", ", join(op.lanes),
                 op.flag ? " signed" : "");
    case LoopOpKind::run: return run_text(op);
    case LoopOpKind::loop:
      return str(kind, " %", op.out, " in %", op.in[0], "..%", op.in[1], " step ", op.number,
                 op.most > 0 ? str(" most ", op.most) : "", is_nonempty(op) ? " nonempty" : "",
                 op.flag ? " parallel" : "");
    case LoopOpKind::call: return str(kind, " ", op.number);
    case LoopOpKind::check:
      return str(kind, " ", op.number, " at ", indices_text(op), " where ", register_list(op),
                 op.mask >= 0 ? str(" mask %", op.mask) : "");
    case LoopOpKind::extract:
    case LoopOpKind::trailing_ones:
    case LoopOpKind::first_lanes:
    case LoopOpKind::variable:
    case LoopOpKind::get:
    case LoopOpKind::set:
    case LoopOpKind::exit:
    case LoopOpKind::end_block:
    case LoopOpKind::branch: return str(kind, " ", register_list(op));
    case LoopOpKind::leave: return kind;
  }
  return kind;
}

void add_block(const LoopProgram& program, const LoopBlock& block, const std::string& indent,
               std::string& out) {
  for (const LoopOp& op : block) {
    out += indent;
    bool has_result = op.out >= 0 && op.kind != LoopOpKind::loop;
    if (has_result) {
      out += str("%", op.out, ": ", program.registers[static_cast<size_t>(op.out)], " = ");
    }
    out += details(op);
    for (size_t i = 0; i < op.blocks.size(); ++i) {
      if (i > 0 && op.blocks[i].empty()) continue;
      out += i == 0 ? " {\n" : " else {\n";
      add_block(program, op.blocks[i], indent + "  ", out);
      out += indent + "}";
    }
    out += "\n";
  }
}

}  // namespace

std::string_view text(LoopBuffer::Role role) {
  switch (role) {
    case LoopBuffer::Role::argument: return "argument";
    case LoopBuffer::Role::constant: return "constant";
    case LoopBuffer::Role::local: return "local";
    case LoopBuffer::Role::scratch: return "scratch";
    case LoopBuffer::Role::shared: return "shared";
    case LoopBuffer::Role::view: return "view";
  }
  return "";
}

std::string text(const LoopProgram& program) {
  std::string out =
      str("program ", program.registers.size(), " registers, ", program.sizes, " sizes\n");
  for (size_t i = 0; i < program.functions.size(); ++i) {
    out += str("function ", i, " {\n", text(program.functions[i]), "}\n");
  }
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const LoopBuffer& buffer = program.buffers[i];
    std::vector<std::string> extents;
    for (Size size : buffer.extents) extents.push_back(size_text(size));
    out += str("b", i, ": ", text(buffer.role), " ", buffer.dtype, "[", join(extents), "]",
               buffer.space != 0 ? str(" space ", buffer.space) : "",
               buffer.offset >= 0 ? str(" at ", buffer.offset) : "", "\n");
  }
  add_block(program, program.body, "", out);
  return out;
}

}  // namespace rille
