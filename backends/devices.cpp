// Devices: selection by the location of the arrays.
#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>

#include "backends/backend.h"
#include "jit/op.h"
#include "jit/plan.h"
#include "vm/error.h"
#include "vm/memory/buffer.h"

namespace rille {
namespace {

// The devices other than the host. A device is added before its first array and never removed.
struct DeviceRegistry {
  std::mutex mutex;
  std::vector<Device*> list;
  std::atomic<bool> any{false};
};
DeviceRegistry& others() {
  static auto* all = new DeviceRegistry;  // never destroyed: arrays may outlive main()
  return *all;
}

Device* owner_of(const Array& x) {
  const ArrayBody* body = x.body();
  if (body == nullptr || body->buffer == nullptr) return nullptr;
  const Space& space = body->buffer->space();
  DeviceRegistry& all = others();
  std::lock_guard lock(all.mutex);
  auto found = std::ranges::find_if(all.list, [&](Device* d) { return &d->space() == &space; });
  return found == all.list.end() ? &host_device() : *found;
}

template <class Arrays, class Get>
Device& common_owner(const Arrays& args, Get get) {
  Device* out = nullptr;
  for (const auto& arg : args) {
    Device* owner = owner_of(get(arg));
    if (owner == nullptr || owner == out) continue;
    if (out != nullptr) {
      throw Error(Code::device, str("the arrays of an operation must be on one device, but are on ",
                                    out->name(), " and ", owner->name()));
    }
    out = owner;
  }
  return out == nullptr ? default_device() : *out;
}

}  // namespace

void add_device(Device& device) {
  DeviceRegistry& all = others();
  std::lock_guard lock(all.mutex);
  all.list.push_back(&device);
  all.any = true;
}

void need_code(const Device& device, const Plan& plan) {
  std::span<const Op* const> known = device.structured();
  for (const PlanStep& step : plan.steps) {
    for (const auto& part : step.parts) need_code(device, *part);
    if (step.kind != PlanStep::Kind::structured) continue;
    const Node& node = plan.graph.nodes[static_cast<size_t>(step.node)];
    if (std::ranges::find(known, node.op) != known.end()) continue;
    throw Error(Code::device,
                str("the device ", device.name(), " does not support `", node.op->name, "`"),
                node.origin.span())
        .help("`rille doctor` lists the operations of each device; the host supports all");
  }
}

Device& default_device() { return host_device(); }

Device& device_of(std::span<const Array> args) {
  if (!others().any.load(std::memory_order_relaxed)) return default_device();
  return common_owner(args, std::identity());
}

Device& device_of(std::span<const ArrayRef> args) {
  if (!others().any.load(std::memory_order_relaxed)) return default_device();
  return common_owner(args, [](ArrayRef x) -> const Array& { return *x; });
}

Device& device_of(const Array& x) { return device_of(std::span(&x, 1)); }

}  // namespace rille
