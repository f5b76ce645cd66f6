// Device: what each backend must do.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "jit/ir.h"
#include "vm/array.h"

namespace rille {

// A compiled graph. Immutable and safe for many threads at once.
class Executable {
 public:
  virtual ~Executable() = default;

  // Runs it: one Array per param in, one per result out. Where `donate` holds for a param and its
  // Array is sole, its buffer may be overwritten. Raises what a check found, at its origin.
  virtual std::vector<Array> run(std::span<Array> args, std::span<const bool> donate) = 0;

  virtual size_t arena_bytes() const = 0;     // planned scratch memory of one run
  virtual std::string plan_text() const = 0;  // the nests and buffers, for `rille dump`
};

// A cooperative stop: polled between kernels and at outer back edges. Set from any thread.
struct Stop {
  std::atomic<bool> wanted{false};
};

class Device {
 public:
  virtual ~Device() = default;
  virtual std::string_view name() const = 0;  // "host"
  virtual Space& space() = 0;

  // Optimizes, plans and compiles. Called on worker threads; error[device] for what it lacks.
  virtual std::shared_ptr<Executable> compile(const Graph& graph) = 0;

  // One primitive, now: eager code. The same numbers as compile() would give.
  virtual std::vector<Array> run(const Op& op, std::span<const Array> in, const Attrs& attrs,
                                 const Regions& regions) = 0;
};

Device& host_device();

// How many threads kernels use; results do not depend on it.
void set_host_threads(int count);
int host_threads();

// The stop that runs of this thread obey; null: none.
void set_stop(Stop* stop);

}  // namespace rille
