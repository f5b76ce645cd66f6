// A second emitter: loop programs as C, whose bits are judged.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "jit/isa.h"
#include "jit/loops.h"
#include "jit/loops/values.h"
#include "tests/unit/jit/loop_kernels.h"
#include "tests/unit/jit/loop_texts.h"
#include "vm/error.h"
#include "vm/text.h"

namespace rille {
namespace {

// A register is a variable, or an array with an element for each lane; a buffer is a pointer, and a
// function of the program one of C.
class CCode {
 public:
  explicit CCode(const LoopProgram& program, std::string name = "kernel")
      : program_(program), name_(std::move(name)) {}

  std::string write() && {
    if (name_ == "kernel") {
      line("#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n#include <string.h>");
    }
    for (size_t i = 0; i < program_.functions.size(); ++i) {
      out_ += CCode(program_.functions[i], str("function", i)).write();
    }
    line(str("void ", name_,
             "(char** given, int64_t begin, int64_t end, char* scratch, char* shared) {"));
    for (size_t i = 0; i < program_.registers.size(); ++i) {
      const RegisterType& type = program_.registers[i];
      line(str(name(type.dtype), " r", i, type.lanes > 1 ? str("[", type.lanes, "]") : "", ";"));
    }
    int given = 0;
    for (size_t i = 0; i < program_.buffers.size(); ++i) buffer(i, given);
    block(program_.body);
    line("}");
    return std::move(out_);
  }

 private:
  void line(const std::string& text) { out_ += text + "\n"; }

  static std::string_view name(Dtype dtype) {
    switch (dtype) {
      case Dtype::f32: return "float";
      case Dtype::f64: return "double";
      case Dtype::boolean: return "bool";
      case Dtype::u8: return "uint8_t";
      case Dtype::i32: return "int32_t";
      case Dtype::u32: return "uint32_t";
      case Dtype::i64: return "int64_t";
      default: throw Error(Code::dtype, str("C code of ", dtype));
    }
  }

  void buffer(size_t number, int& given) {
    const LoopBuffer& it = program_.buffers[number];
    auto offset = [&] { return offsets(program_, it.role)[number]; };
    std::string from = "given[" + std::to_string(given) + "]";
    switch (it.role) {
      case LoopBuffer::Role::argument:
      case LoopBuffer::Role::constant: ++given; break;
      case LoopBuffer::Role::scratch: from = str("scratch + ", offset()); break;
      case LoopBuffer::Role::shared: from = str("shared + ", offset()); break;
      case LoopBuffer::Role::view: from = "0"; break;
      case LoopBuffer::Role::local: {
        int64_t count = 1;
        for (Size extent : it.extents) count *= extent.number;
        line(str("_Alignas(64) ", name(it.dtype), " local", number, "[",
                 std::max<int64_t>(count, 1), "];"));
        from = str("local", number);
      }
    }
    line(str(name(it.dtype), "* b", number, " = (void*)(", from, ");"));
  }

  // A register in lane k of its reader.
  std::string at(Register r) const { return str("r", r, program_.lanes(r) > 1 ? "[k]" : ""); }

  void give(Register out, const std::string& value) {
    each_lane(program_.lanes(out), str(at(out), " = ", value));
  }
  void each_lane(int count, const std::string& statement) {
    line(count == 1 ? statement + ";"
                    : str("for (int k = 0; k < ", count, "; ++k) ", statement, ";"));
  }

  std::string linear(const LinearIndex& index) const {
    std::string out = std::to_string(index.constant);
    for (const LinearIndex::Term& term : index.terms) {
      RILLE_CHECK(term.scale.known(), "a size that is an argument");
      out += str(" + ", at(term.value), " * ", term.scale.number);
    }
    return out;
  }

  // Row-major over the extents, in lane k.
  std::string element(const LoopOp& op) const {
    std::string out = "0";
    for (size_t axis = 0; axis < op.indices.size(); ++axis) {
      Size extent = program_.buffers[static_cast<size_t>(op.buffer)].extents[axis];
      out = str("(", out, ") * ", axis == 0 ? 0 : extent.number, " + ", linear(op.indices[axis]));
      if (!op.lane_strides.empty()) out += str(" + k * ", op.lane_strides[axis].number);
    }
    return str("b", op.buffer, "[", out, "]");
  }

  std::string live(const LoopOp& op) const {
    return op.mask < 0 ? "" : str("if (", at(op.mask), ") ");
  }

  void block(const LoopBlock& ops) {
    for (const LoopOp& op : ops) write(op);
  }

  void write(const LoopOp& op) {
    switch (op.kind) {
      case LoopOpKind::constant: return constant(op);
      case LoopOpKind::argument: return give(op.out, op.number == 0 ? "begin" : "end");
      case LoopOpKind::index: return give(op.out, linear(op.indices[0]));
      case LoopOpKind::compute: return give(op.out, compute(op));
      case LoopOpKind::shuffle: return shuffle(op);
      case LoopOpKind::extract: return give(op.out, str("r", op.in[0], "[r", op.in[1], "]"));
      case LoopOpKind::reduce: return reduce(op);
      case LoopOpKind::first_lanes: return give(op.out, str("k < r", op.in[0]));
      case LoopOpKind::trailing_ones: return give(op.out, str("__builtin_ctzll(~r", op.in[0], ")"));
      case LoopOpKind::variable:
      case LoopOpKind::get: return give(op.out, at(op.in[0]));
      case LoopOpKind::set:
        return each_lane(program_.lanes(op.in[0]), str(at(op.in[0]), " = ", at(op.in[1])));
      case LoopOpKind::allocate:
      case LoopOpKind::prefetch: return;
      case LoopOpKind::load:
        if (op.mask >= 0) give(op.out, "0");
        return each_lane(program_.lanes(op.out), str(live(op), at(op.out), " = ", element(op)));
      case LoopOpKind::store:
        return each_lane(program_.lanes(op.in[0]), str(live(op), element(op), " = ", at(op.in[0])));
      case LoopOpKind::fetch_add:
        return line(
            str(at(op.out), " = ", element(op), "; ", element(op), " += ", at(op.in[0]), ";"));
      case LoopOpKind::distinct:
        return give(op.out, str("(void*)b", op.buffer, " != (void*)b", op.number));
      case LoopOpKind::view:
        return line(str("b", op.buffer, " = (void*)((char*)b", op.number, " + ",
                        linear(op.indices[0]), ");"));
      case LoopOpKind::choose:
        return line(str("b", op.buffer, " = r", op.in[0], " ? (void*)b", op.number, " : (void*)b",
                        op.most, ";"));
      case LoopOpKind::copy:
        return line(str("memmove(b", op.buffer, ", b", op.number, ", ", op.most, ");"));
      case LoopOpKind::exit: return line(str("if (r", op.in[0], ") break;"));
      case LoopOpKind::run: return run(op);
      case LoopOpKind::loop:
        line(str("for (r", op.out, " = r", op.in[0], "; r", op.out, " < r", op.in[1], "; r", op.out,
                 " += ", op.number, ") {"));
        block(op.blocks[0]);
        return line("}");
      case LoopOpKind::branch:
        line(str("if (r", op.in[0], ") {"));
        block(op.blocks[0]);
        line("} else {");
        block(op.blocks[1]);
        return line("}");
      case LoopOpKind::call: return give(op.out, "false");
      case LoopOpKind::leave: return line("return;");
      default: throw Error(Code::device, str("C code of ", text(op.kind)));
    }
  }

  void run(const LoopOp& op) {
    std::string given;
    for (int buffer : op.lanes) given += str("(void*)b", buffer, ", ");
    line(str("function", op.number, "((char*[]){", given, "0}, r", op.in[0], ", r", op.in[1],
             ", scratch, shared);"));
  }

  void constant(const LoopOp& op) {
    int count = program_.lanes(op.out);
    if (op.flag) return give(op.out, str(std::get<int64_t>(op.value), count > 1 ? " + k" : ""));
    Array one = constant_array(op.value, program_.dtype(op.out));
    uint64_t bits = 0;
    std::memcpy(&bits, one.data(), one.byte_size());
    each_lane(count,
              str("memcpy(&", at(op.out), ", &(uint64_t){", bits, "u}, ", one.byte_size(), ")"));
  }

  std::string compute(const LoopOp& op) const {
    std::vector<std::string> in;
    for (Register r : op.in) in.push_back(at(r));
    return applied(op.name, program_.dtype(op.in[0]), program_.dtype(op.out), in);
  }

  static std::string applied(Scalar name, Dtype from, Dtype to,
                             const std::vector<std::string>& in) {
    auto binary = [&](std::string_view sign) { return str(in[0], " ", sign, " ", in[1]); };
    switch (name) {
      case Scalar::add: return binary("+");
      case Scalar::sub: return binary("-");
      case Scalar::mul: return binary("*");
      case Scalar::div: return binary("/");
      case Scalar::rem: return binary("%");
      case Scalar::fma:
        return str(to == Dtype::f32 ? "fmaf(" : "fma(", in[0], ", ", in[1], ", ", in[2], ")");
      case Scalar::neg: return str("-", in[0]);
      case Scalar::bit_and: return binary("&");
      case Scalar::bit_or: return binary("|");
      case Scalar::bit_xor: return binary("^");
      case Scalar::bit_not: return str(to == Dtype::boolean ? "!" : "~", in[0]);
      case Scalar::shift_right: return binary(">>");
      case Scalar::eq: return binary("==");
      case Scalar::ne: return binary("!=");
      case Scalar::lt: return binary("<");
      case Scalar::le: return binary("<=");
      case Scalar::gt: return binary(">");
      case Scalar::ge: return binary(">=");
      case Scalar::select: return str(in[0], " ? ", in[1], " : ", in[2]);
      case Scalar::convert: return str("(", CCode::name(to), ")", in[0]);
      case Scalar::bitcast: return str("*(", CCode::name(to), "*)&", in[0]);
      case Scalar::max: return extreme(">", in[0], in[1], is_float(from));
      case Scalar::min: return extreme("<", in[0], in[1], is_float(from));
      default: throw Error(Code::device, str("C code of ", text(name)));
    }
  }

  // NaN wins, and 0.0 is more than -0.0.
  static std::string extreme(std::string_view than, const std::string& x, const std::string& y,
                             bool is_float) {
    std::string plain = str(x, " ", than, " ", y, " ? ", x, " : ", y);
    if (!is_float) return plain;
    std::string zeros = str("(signbit(", than == ">" ? y : x, ") ? ", x, " : ", y, ")");
    return str(x, " != ", x, " ? ", x, " : ", y, " != ", y, " ? ", y, " : ", x, " == ", y, " ? ",
               zeros, " : ", plain);
  }

  void shuffle(const LoopOp& op) {
    for (size_t lane = 0; lane < op.lanes.size(); ++lane) {
      int from = op.lanes[lane];
      size_t operand = 0;
      while (from >= program_.lanes(op.in[operand])) from -= program_.lanes(op.in[operand++]);
      auto place = [&](Register r, auto at) {
        return str("r", r, program_.lanes(r) > 1 ? str("[", at, "]") : "");
      };
      line(str(place(op.out, lane), " = ", place(op.in[operand], from), ";"));
    }
  }

  // By halves.
  void reduce(const LoopOp& op) {
    int count = program_.lanes(op.in[0]);
    Dtype dtype = program_.dtype(op.out);
    std::string value = applied(op.name, dtype, dtype, {"all[k]", "all[half + k]"});
    line(str("{ ", name(dtype), " all[", count, "]; memcpy(all, r", op.in[0], ", sizeof all);"));
    line(str("for (int half = ", count / 2, "; half > 0; half /= 2) {"));
    line(str("for (int k = 0; k < half; ++k) all[k] = ", value, ";"));
    line(str("} r", op.out, " = all[0]; }"));
  }

  const LoopProgram& program_;
  std::string name_;
  std::string out_;
};

// The code of a program, compiled for this machine by the system's C compiler.
class CKernel {
 public:
  explicit CKernel(const std::string& text) {
    std::string folder = (std::filesystem::temp_directory_path() / "rille_c_XXXXXX").string();
    RILLE_CHECK(mkdtemp(folder.data()) != nullptr, folder);
    std::ofstream(folder + "/kernel.c") << text;
    std::string command =
        str("cc -w -O1 -fwrapv -fno-strict-aliasing -ffp-contract=off -shared "
            "-fPIC -o ",
            folder, "/kernel.so ", folder, "/kernel.c -lm");
    bool is_compiled = std::system(command.c_str()) == 0;
    if (is_compiled) library_ = dlopen((folder + "/kernel.so").c_str(), RTLD_NOW);
    std::filesystem::remove_all(folder);
    RILLE_CHECK(library_ != nullptr, text);
  }
  CKernel(const CKernel&) = delete;
  ~CKernel() { dlclose(library_); }

  std::vector<Array> run(const Kernel& kernel, const LoopProgram& program) const {
    std::vector<Array> out = first_contents(kernel);
    std::vector<char*> buffers;
    for (Array& x : out) buffers.push_back(reinterpret_cast<char*>(x.edit_data()));
    run(buffers, program, kernel.nest.schedule.iterations);
    return out;
  }

  void run(std::vector<char*> buffers, const LoopProgram& program, int64_t end) const {
    auto memory = [&](LoopBuffer::Role role) {
      return std::vector<char>(static_cast<size_t>(offsets(program, role).back()));
    };
    std::vector<char> scratch = memory(LoopBuffer::Role::scratch);
    for (const LoopProgram& function : program.functions) {
      auto wanted = static_cast<size_t>(offsets(function, LoopBuffer::Role::scratch).back());
      scratch.resize(std::max(scratch.size(), wanted));
    }
    std::vector<char> shared = memory(LoopBuffer::Role::shared);
    using Code = void (*)(char**, int64_t, int64_t, char*, char*);
    auto code = reinterpret_cast<Code>(dlsym(library_, "kernel"));
    code(buffers.data(), 0, end, scratch.data(), shared.data());
  }

 private:
  void* library_ = nullptr;
};

TEST(CEmitter, gives_the_bits_of_the_interpreter) {
  if (std::system("cc --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no C compiler";
  for (const char* isa : {"avx2", "avx512"}) {
    Target target = target_of(*isa_named(isa));
    std::vector<Kernel> kernels = long_reductions(target);
    for (const Graph& graph : graphs()) {
      std::ranges::move(kernels_of(graph, target), std::back_inserter(kernels));
    }
    for (const Kernel& kernel : kernels) {
      LoopProgram program = loop_program(kernel.nest, target);
      CKernel code(CCode(program).write());
      EXPECT_TRUE(same_bits(run(kernel, program), code.run(kernel, program))) << text(program);
    }
  }
}

// A loop of a plan: what stays over after each iteration is its number and a sum.
constexpr std::string_view sums = R"(program 16 registers, 0 sizes
function 0 {
program 10 registers, 0 sizes
b0: argument f32[0]
b1: argument f32[0]
b2: argument f32[0]
b3: scratch f32[8]
%0: i64 = argument begin
%1: i64 = argument end
allocate b3
loop %2 in %0..%1 step 1 {
  %3: f32x8 = load b0[0] lanes (1)
  %4: f32x8 = load b1[0] lanes (1)
  %5: f32x8 = add %3, %4
  store b3[0] lanes (1) = %5
  %6: f32x8 = load b3[0] lanes (1)
  store b2[0] lanes (1) = %6
}
}
b0: argument u8[0]
b1: argument u8[32]
b2: argument u8[32]
b3: local u8[32]
b4: view u8[32]
b5: view u8[32]
b6: view u8[32]
b7: view f32[1]
allocate b3
copy b3 = b1 bytes 32
%0: i64 = constant 0
%1: i64 = constant 1
%2: i64 = argument end
%3: f32 = constant 40.0
%12: i64 = variable %0
loop %4 in %0..%2 step 1 {
  %5: i64 = and %4, %1
  %6: bool = eq %5, %0
  choose b4 = b3, b2 by %6
  choose b5 = b2, b3 by %6
  view b7 = b4 from [0]
  %7: f32 = load b7[0]
  %8: bool = gt %7, %3
  exit %8
  view b6 = b0 from [%4*32]
  run 0 on (b6, b4, b5) in %0..%1
  %9: i64 = index [%4 + 1]
  set %12, %9
}
%13: i64 = get %12
%14: i64 = and %13, %1
%15: bool = eq %14, %0
if %15 {
  copy b2 = b3 bytes 32
}
)";

// What stands in b2 in the end, by the interpreter and by C.
TEST(CEmitter, has_views_choices_copies_exits_and_functions) {
  if (std::system("cc --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no C compiler";
  LoopProgram program = parsed(sums);
  CKernel code(CCode(program).write());
  for (int64_t rows : {0, 1, 2, 5, 12}) {
    std::vector<float> x(8 * 12), start(8), got(8), want(8);
    for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i) / 7;
    std::ranges::copy(std::span(x).first(8), start.begin());
    LoopInput input{.end = rows};
    for (auto* it : {&x, &start, &want}) {
      input.buffers.push_back({std::as_writable_bytes(std::span(*it))});
    }
    interpret(program, input);
    std::vector<char*> buffers;
    for (auto* it : {&x, &start, &got}) buffers.push_back(reinterpret_cast<char*>(it->data()));
    code.run(buffers, program, rows);
    EXPECT_EQ(got, want) << rows;
    if (rows == 12) {  // the sum of 0, 8, 16 … is 36 * 8 after row 8
      EXPECT_FLOAT_EQ(got[0], 36.0f * 8 / 7);
    }
    // By hand: element 7 of one row and of two.
    constexpr float at_first = 7.0f / 7;
    if (rows == 1) {
      EXPECT_FLOAT_EQ(got[7], 2 * at_first);
    }
    if (rows == 2) {
      EXPECT_FLOAT_EQ(got[7], 2 * at_first + 15.0f / 7);
    }
  }
}

TEST(CEmitter, says_what_it_does_not_have) {
  LoopProgram program = parsed(R"(program 2 registers, 0 sizes
%0: bool = constant true
check 0 at [0] where %0
)");
  try {
    CCode(program).write();
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "C code of check");
  }
}

}  // namespace
}  // namespace rille
