// Device: the interface of devices.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "jit/ir.h"
#include "jit/target.h"
#include "vm/array.h"

namespace rille {

struct Op;    // jit/op.h
struct Plan;  // jit/plan.h

// The wall-clock time of one stage of compilation.
struct StageTime {
  std::string_view name;  // "passes", "plan", "code"
  double seconds;
};
// The name of the stage "code" if no kernel was compiled: all came from the process or from disk.
constexpr std::string_view cached_code = "cached code";

// One input of a run. A non-null `donated` donates the elements: the executable may overwrite them,
// and leaves `donated` empty if it did. If the run raises an error, `donated` is unchanged. A null
// `donated` makes the input read-only.
struct RunInput {
  const std::byte* data = nullptr;
  Array* donated = nullptr;
};

// A compiled graph. Immutable and safe for many threads at once.
class Executable {
 public:
  virtual ~Executable() = default;

  // Runs the graph with one RunInput per parameter, of exactly its type, and stores the results in
  // `out`.
  // Raises the error of the first failed check, at the origin of the check.
  virtual void run(std::span<const RunInput> in, std::span<Array> out) = 0;

  // Runs the graph on Arrays. If `donate` is true for a parameter and its Array is uniquely
  // referenced, its buffer may be overwritten.
  std::vector<Array> run(std::span<Array> args, std::span<const bool> donate);

  virtual std::span<const Type> params() const = 0;
  virtual size_t results() const = 0;
  virtual size_t arena_bytes() const = 0;     // planned arena of one run
  virtual std::string plan_text() const = 0;  // the loop nests and buffers, for tests
  virtual std::vector<StageTime> stages() const { return {}; }  // compilation stages, in order
};

// Compile options. With a memory limit, more values are rematerialized instead of stored.
struct CompileOptions {
  int64_t memory = 0;  // maximum bytes of a run, in addition to parameters and results; 0: no limit
  // Sizes that differ between graphs which share kernels: jit(f, dynamic).
  std::vector<int64_t> dynamic = {};

  bool operator==(const CompileOptions&) const = default;
};

class Device {
 public:
  virtual ~Device() = default;
  virtual std::string_view name() const = 0;  // "host"
  virtual Space& space() = 0;
  virtual const Target& target() const = 0;  // the target of its plans and schedules
  // The structured primitives (jit/lowering.h) for which the device has code. For other ones, the
  // host runs the reference implementation, and other devices raise error[device] by need_code().
  virtual std::span<const Op* const> structured() const = 0;

  // Optimizes, plans, and compiles a graph, on a worker thread while the caller polls. If the
  // caller is interrupted, compilation continues, and the result is cached. error[device] if the
  // device lacks code; error[memory] if the memory limit cannot be met.
  virtual std::shared_ptr<Executable> compile(const Graph& graph,
                                              const CompileOptions& compile_options = {}) = 0;

  // Runs one primitive eagerly. The results are those of compiled code.
  virtual std::vector<Array> run(const Op& op, std::span<const Array> in, const Attrs& attrs,
                                 const Regions& regions) = 0;

  // Runs an op that replaces elements of its first operand x, which becomes the result. The update
  // is in place if x is uniquely referenced. If the call throws, x is unchanged.
  virtual void run_onto(const Op& op, Array& x, std::span<const Array> rest,
                        const Attrs& attrs) = 0;

  // Runs an op without regions that has one result: the path of nearly all eager code.
  virtual Array run_one(const Op& op, std::span<const ArrayRef> in, const Attrs& attrs) = 0;

  // Runs an op on arrays of one shape and scalars, without materializing the broadcast of the
  // scalars. Returns a none array if the device lacks such code; then the caller broadcasts.
  virtual Array run_spread(const Op&, std::span<const ArrayRef>) { return {}; }
};

// Raises error[device], with the name and the origin, if a plan or one of its regions has a
// structured primitive for which the device lacks code. Devices call it in compile().
void need_code(const Device& device, const Plan& plan);

Device& host_device();

// The device in whose memory space the arrays are. Scalars, traced arrays, and small arrays belong
// to no device and fit every device; if all arrays are such, it is the default device.
// error[device] if the arrays are on two devices.
Device& device_of(std::span<const Array> args);
Device& device_of(std::span<const ArrayRef> args);
Device& device_of(const Array& x);
// The device for code without arguments: the host.
Device& default_device();
// Registers a device, which then owns the arrays in its space. It must live as long as the process.
void add_device(Device& device);

// The number of executables that the host has made so far, not counting cache hits.
int64_t executables_made();

// Whether an abandoned compilation is still running. It cannot be canceled, so a process that does
// not wait for it must exit without running destructors.
bool compiles_still();
// Waits for all abandoned compilations.
void finish_compiles();

// The number of threads of kernels. Results do not depend on it.
void set_host_threads(int count);
int host_threads();

}  // namespace rille
