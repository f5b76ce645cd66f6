// Devices: which one runs what is given.
#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>

#include "backends/backend.h"
#include "vm/error.h"
#include "vm/memory/buffer.h"

namespace rille {
namespace {

// Devices beside the host. They are added before arrays of theirs are made, and stay.
struct Others {
  std::mutex mutex;
  std::vector<Device*> list;
  std::atomic<bool> any{false};
};
Others& others() {
  static auto* all = new Others;  // never destroyed: arrays may outlive main()
  return *all;
}

Device* owner_of(const Array& x) {
  const ArrayBody* body = x.body();
  if (body == nullptr || body->buffer == nullptr) return nullptr;
  const Space& space = body->buffer->space();
  Others& all = others();
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
      throw Error(Code::device, str("arrays of one operation are on one device, these are on ",
                                    out->name(), " and on ", owner->name()));
    }
    out = owner;
  }
  return out == nullptr ? default_device() : *out;
}

}  // namespace

void add_device(Device& device) {
  Others& all = others();
  std::lock_guard lock(all.mutex);
  all.list.push_back(&device);
  all.any = true;
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
