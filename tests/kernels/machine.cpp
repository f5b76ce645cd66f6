// Loop programs on arrays: interpreted, and as machine code.
#include "tests/kernels/machine.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <string_view>
#include <tuple>

#include "backends/host/scratch.h"
#include "backends/host/symbols.h"
#include "jit/isa.h"
#include "jit/loops/interpret.h"
#include "vm/error.h"

namespace rille::diff {
namespace {

// Copies of arrays, each between bytes that nothing may change.
class Guarded {
 public:
  explicit Guarded(const Arrays& from) {
    for (const Array& x : from) {
      types_.push_back(x.type());
      auto& bytes = memory_.emplace_back(x.byte_size() + 2 * guard + alignment, mark);
      if (x.byte_size() > 0) std::memcpy(at(memory_.size() - 1), x.data(), x.byte_size());
      RILLE_CHECK(!bytes.empty(), "memory");
    }
  }

  std::byte* at(size_t i) {
    auto address = reinterpret_cast<uintptr_t>(memory_[i].data()) + guard;
    address = (address + alignment - 1) / alignment * alignment;
    return reinterpret_cast<std::byte*>(address);  // NOLINT(performance-no-int-to-ptr)
  }
  std::span<std::byte> bytes(size_t i) { return {at(i), size(i)}; }
  size_t count() const { return memory_.size(); }

  Arrays contents() {
    Arrays out;
    for (size_t i = 0; i < count(); ++i) {
      const std::byte *begin = memory_[i].data(), *end = begin + memory_[i].size();
      bool is_whole = std::all_of(begin, const_cast<const std::byte*>(at(i)), is_marked) &&
                      std::all_of(const_cast<const std::byte*>(at(i) + size(i)), end, is_marked);
      if (!is_whole) throw Error(Code::index, str("bytes around b", i, " are written"));
      out.emplace_back(types_[i]);
      if (size(i) > 0) std::memcpy(out.back().edit_data(), at(i), size(i));
    }
    return out;
  }

 private:
  static constexpr size_t guard = 256, alignment = 64;
  static constexpr std::byte mark{0x5b};
  static bool is_marked(std::byte x) { return x == mark; }
  size_t size(size_t i) const {
    return static_cast<size_t>(types_[i].count()) * rille::bytes(types_[i].dtype());
  }

  std::vector<std::vector<std::byte>> memory_;
  Types types_;
};

// The least check of a kernel that fails, and the element.
using Failure = std::optional<std::pair<int64_t, int64_t>>;

void note_failure(void* cell, int64_t check, int64_t element, const int64_t* payload) {
  (void)payload;
  auto& first = *static_cast<Failure*>(cell);
  std::pair own(check, element);
  if (!first || own < *first) first = own;
}

bool has_failure(void* cell) { return static_cast<Failure*>(cell)->has_value(); }

const void* symbol_named(const char* name) {
  if (std::string_view(name) == "rille_fail") return reinterpret_cast<const void*>(note_failure);
  if (std::string_view(name) == "rille_failed") return reinterpret_cast<const void*>(has_failure);
  return runtime_symbol(name);
}

// An elementwise kernel of one operation.
ScheduledNest one_operation(Scalar name, Dtype dtype, std::span<const Array> in,
                            const Target& target) {
  Nest nest;
  Stage stage{.loops = {Size::argument(outermost_loop)}, .kept = 1};
  NestStep call{.name = name, .dtype = dtype};
  for (size_t i = 0; i < in.size(); ++i) {
    auto number = static_cast<int>(i);
    nest.buffers.push_back(in[i].dtype());
    stage.code.push_back({.name = Scalar::load,
                          .dtype = in[i].dtype(),
                          .access = {.buffer = number, .strides = {1}}});
    call.in.push_back(number);
  }
  nest.buffers.push_back(dtype);
  auto count = static_cast<int>(in.size());
  stage.code.push_back(std::move(call));
  stage.stores.push_back({count, {.buffer = count, .strides = {1}}});
  nest.stages.push_back(std::move(stage));
  return scheduled(std::move(nest), target);
}

}  // namespace

std::vector<Target> targets_here() {
  std::vector<Target> out = {host_target()};
  for (Isa isa : {Isa::avx2, Isa::baseline}) {
    if (isa >= isa_of(host_target())) continue;
    Target target = target_of(isa);
    target.caches = host_target().caches;
    target.cores = host_target().cores;
    out.push_back(std::move(target));
  }
  return out;
}

KernelCode machine_code(const KernelSource& source, const Target& target) {
  return MachineCode::linked(codegen().compile(source, target, MachineCode::entry), symbol_named);
}

Array by_machine(Scalar name, Dtype dtype, std::span<const Array> in) {
  static const Target target = target_of(Isa::baseline);
  static std::map<std::tuple<Scalar, Dtype, Dtype>, KernelCode> known;
  KernelCode& code = known[{name, dtype, in[0].dtype()}];
  if (code == nullptr) code = machine_code(one_operation(name, dtype, in, target), target);
  Array out(Type(dtype, in[0].shape()));
  std::vector<char*> buffers;
  for (const Array& x : in) {
    buffers.push_back(reinterpret_cast<char*>(const_cast<std::byte*>(x.data())));  // it is read
  }
  buffers.push_back(reinterpret_cast<char*>(out.edit_data()));
  SizeArguments sizes = {};
  sizes[outermost_loop] = static_cast<int64_t>(out.size());
  Failure failure;
  code->kernel()(buffers.data(), sizes.data(), 0, sizes[outermost_loop], &failure);
  return out;
}

KernelResult interpreted(const LoopProgram& program, const Arrays& start, const KernelRun& run) {
  Guarded memory(start);
  LoopInput input{.sizes = run.sizes, .begin = run.begin, .end = run.end, .function = by_machine};
  for (size_t i = 0; i < memory.count(); ++i) {
    input.buffers.push_back({memory.bytes(i), run.has_contents.empty() || run.has_contents[i]});
  }
  std::vector<std::byte> shared(static_cast<size_t>(run.shared));
  input.shared = shared;
  auto failure = interpret(program, input);
  KernelResult out{memory.contents()};
  if (failure) out.failure = {failure->check, failure->element};
  return out;
}

KernelResult executed(const MachineCode& code, const Arrays& start, const KernelRun& run) {
  Guarded memory(start);
  std::vector<char*> buffers;
  for (size_t i = 0; i < memory.count(); ++i) {
    buffers.push_back(reinterpret_cast<char*>(memory.at(i)));
  }
  SharedLines shared(static_cast<size_t>(run.shared) + 1);
  buffers.push_back(shared.at());
  Scratch scratch(static_cast<size_t>(run.scratch));
  Failure failure;
  KernelFn kernel = code.kernel();
  if (run.middle < run.end) kernel(buffers.data(), run.sizes.data(), run.middle, run.end, &failure);
  if (run.begin < run.middle) {
    kernel(buffers.data(), run.sizes.data(), run.begin, run.middle, &failure);
  }
  return {memory.contents(), failure};
}

}  // namespace rille::diff
