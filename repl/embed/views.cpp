// Views: arrays in memory of the host's.
#include <mutex>
#include <utility>

#include "repl/embed/handles.h"

namespace rille::embed {
namespace {

// "Allocates" what is there, and has it released.
class Foreign : public Space {
 public:
  Foreign(const void* data, void (*release)(void* user), void* user)
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

struct View {
  View(const void* data, void (*release)(void*), void* user, size_t bytes)
      : space(data, release, user), buffer(space, bytes) {}
  Foreign space;
  Buffer buffer;  // ends first
};

// The second holders of all views.
class Pins {
 public:
  void add(BufferRef pin) {
    std::lock_guard lock(mutex_);
    all_.push_back(std::move(pin));
    count_ = all_.size();
  }

  // Of very many only now and then, so that a call costs the same however many there are.
  void sweep() {
    constexpr size_t at_once = 64;
    if (count_ == 0) return;
    std::vector<BufferRef> ended;  // released behind the lock: the host may call again
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

Pins& pins() {
  static auto* const only = new Pins;  // views may outlive what the process ends with
  return *only;
}

}  // namespace

Array viewed(Type type, const void* data, void (*release)(void* user), void* user) {
  size_t size = static_cast<size_t>(type.count()) * bytes(type.dtype());
  auto view = std::make_shared<View>(data, release, user, size);
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
