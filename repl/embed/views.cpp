// Views: arrays in memory of the host program.
#include <mutex>
#include <utility>

#include "repl/embed/handles.h"

namespace rille::embed {
namespace {

// A Space whose only allocation is existing memory of the host, which it releases by the callback.
class HostMemorySpace : public Space {
 public:
  HostMemorySpace(const void* data, void (*release)(void* user), void* user)
      : Space(0), data_(const_cast<void*>(data)), release_(release), user_(user) {}
  std::string_view name() const override { return "host program"; }
  void* allocate(size_t) override { return data_; }
  void release(void*, size_t) override {
    if (release_ != nullptr) release_(user_);
  }
  void read(void*, const void*, size_t) override { RILLE_CHECK(false, "it is host memory"); }
  void write(void*, const void*, size_t) override { RILLE_CHECK(false, "it is host memory"); }
  bool is_host() const override { return true; }

 private:
  void* data_;
  void (*release_)(void*);
  void* user_;
};

struct HostView {
  HostView(const void* data, void (*release)(void*), void* user, size_t bytes)
      : space(data, release, user), buffer(space, bytes) {}
  HostMemorySpace space;
  Buffer buffer;  // destroyed before `space`
};

// The second references to the buffers of all views.
class PinnedBuffers {
 public:
  void add(BufferRef pin) {
    std::lock_guard lock(mutex_);
    all_.push_back(std::move(pin));
    count_ = all_.size();
  }

  // Releases the buffers that have no other reference. With many views it looks at them only in
  // some calls, so that the average cost of a call does not depend on their number.
  void sweep() {
    constexpr size_t at_once = 64;
    if (count_ == 0) return;
    std::vector<BufferRef> ended;  // released after unlocking: the callback may call the library
    std::lock_guard lock(mutex_);
    unseen_ += at_once;
    if (unseen_ < all_.size()) return;
    unseen_ = 0;
    for (BufferRef& pin : all_) {
      if (pin.use_count() == 1) ended.push_back(std::move(pin));
    }
    std::erase(all_, nullptr);
    count_ = all_.size();
  }

 private:
  std::mutex mutex_;
  std::vector<BufferRef> all_;
  size_t unseen_ = 0;
  std::atomic<size_t> count_{0};
};

PinnedBuffers& pins() {
  static auto* const only =
      new PinnedBuffers;  // never destroyed: views may outlive static destructors
  return *only;
}

}  // namespace

Array viewed(Type type, const void* data, void (*release)(void* user), void* user) {
  size_t size = static_cast<size_t>(type.count()) * bytes(type.dtype());
  auto view = std::make_shared<HostView>(data, release, user, size);
  BufferRef buffer(view, &view->buffer);
  pins().add(buffer);
  return Array::on(type, std::move(buffer), 0);
}

void sweep() noexcept {
  try {
    pins().sweep();
  } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): the next call does it
  }
}

}  // namespace rille::embed
