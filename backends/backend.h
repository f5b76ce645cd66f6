// Device: what each device must do.
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

// What a part of making an Executable took, on the wall.
struct StageTime {
  std::string_view name;  // "passes", "plan", "code"
  double seconds;
};

// What a run is given for a param. `given` is the only handle to the elements, which may be
// overwritten: it is empty afterwards if they were, and as it was if the run raises. Null: they are
// looked at.
struct Feed {
  const std::byte* data = nullptr;
  Array* given = nullptr;
};

// A compiled graph. Immutable and safe for many threads at once.
class Executable {
 public:
  virtual ~Executable() = default;

  // Runs it: a Feed per param of its very type; the results are put into `out`. Raises what a check
  // found, at its origin.
  virtual void run(std::span<const Feed> in, std::span<Array> out) = 0;

  // The same: one Array per param in, one per result out. Where `donate` holds for a param and its
  // Array is sole, its buffer may be overwritten.
  std::vector<Array> run(std::span<Array> args, std::span<const bool> donate);

  virtual std::span<const Type> params() const = 0;
  virtual size_t results() const = 0;
  virtual size_t arena_bytes() const = 0;                       // planned scratch memory of one run
  virtual std::string plan_text() const = 0;                    // the nests and buffers, for tests
  virtual std::vector<StageTime> stages() const { return {}; }  // how it was made, in order
};

// What a caller asks of code. More is computed anew rather than kept where that is wanted.
struct Wishes {
  int64_t memory = 0;  // bytes that a run may take besides its params and results; 0: any number
  // Sizes of which other graphs have others, to run by the same kernels: jit(f, dynamic).
  std::vector<int64_t> dynamic = {};

  bool operator==(const Wishes&) const = default;
};

class Device {
 public:
  virtual ~Device() = default;
  virtual std::string_view name() const = 0;  // "host"
  virtual Space& space() = 0;
  virtual const Target& target() const = 0;  // what its plans and schedules are chosen for
  // The structured primitives (jit/lowering.h) that it has code for. Of one that is not among them
  // the host runs the reference; any other device raises error[device], by need_code().
  virtual std::span<const Op* const> structured() const = 0;

  // Optimizes, plans and compiles, on a worker thread where the caller polls; a compile that the
  // caller abandons goes on, and its result is kept. error[device] for what the device lacks,
  // error[memory] where a wish cannot be met.
  virtual std::shared_ptr<Executable> compile(const Graph& graph, const Wishes& wishes = {}) = 0;

  // One primitive, now: eager code. The same numbers as compile() would give.
  virtual std::vector<Array> run(const Op& op, std::span<const Array> in, const Attrs& attrs,
                                 const Regions& regions) = 0;

  // The same of an op that replaces elements of its first operand: x becomes the result, in place
  // where it is sole. Unchanged if it throws.
  virtual void run_onto(const Op& op, Array& x, std::span<const Array> rest,
                        const Attrs& attrs) = 0;

  // The same of an op without regions that has one result: the way of nearly all eager code.
  virtual Array run_one(const Op& op, std::span<const ArrayRef> in, const Attrs& attrs) = 0;

  // The same of operands of one shape and scalars, each of which stands for an array of that shape,
  // which is not made. None where the device has no such code: then it is to be made after all.
  virtual Array run_spread(const Op&, std::span<const ArrayRef>) { return {}; }
};

// error[device] where the plan of a graph, or of its regions, has a structured primitive that the
// device has no code for: with the primitive's name, at its place. For the device's compile().
void need_code(const Device& device, const Plan& plan);

Device& host_device();

// The device that runs what is given: the one in whose space the arrays are. Numbers, traced and
// small arrays are in none, and fit any; where all are so it is the default one. error[device]
// where two devices would be needed.
Device& device_of(std::span<const Array> args);
Device& device_of(std::span<const ArrayRef> args);
Device& device_of(const Array& x);
// Where code is compiled of which no argument is at hand: the host.
Device& default_device();
// From here on arrays in its space are its own. It lives as long as the process.
void add_device(Device& device);

// Executables that the host has made so far: it keeps some for those who ask again.
int64_t executables_made();

// Whether a compile that its caller abandoned is still at work: nothing stops it, and the end of a
// process that does not wait for it must run no destructors.
bool compiles_still();
// Waits for them.
void finish_compiles();

// How many threads kernels use; results do not depend on it.
void set_host_threads(int count);
int host_threads();

}  // namespace rille
