// Format: 8-byte numbers, length-prefixed texts, a mark.
#include "repl/bundle.h"

#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

#include "vm/error.h"

namespace rille {
namespace {

// A file with a bundle ends in the size of the bundle and this mark.
constexpr std::string_view mark = "rille bundle 1\n\n";
constexpr size_t tail_bytes = sizeof(uint64_t) + mark.size();

class Writer {
 public:
  template <class T>
  void number(T x) {
    static_assert(sizeof x <= sizeof(uint64_t));
    char bytes[sizeof(uint64_t)] = {};
    std::memcpy(bytes, &x, sizeof x);
    out_.append(bytes, sizeof bytes);
  }
  void text(std::string_view text) {
    number(text.size());
    out_ += text;
  }
  std::string& out() { return out_; }

 private:
  std::string out_;
};

class Reader {
 public:
  explicit Reader(std::string_view rest) : rest_(rest) {}

  template <class T>
  void number(T& x) {
    next(sizeof(uint64_t)).copy(reinterpret_cast<char*>(&x), sizeof x);
  }
  size_t count() {
    uint64_t out = 0;
    number(out);
    if (out > rest_.size()) refuse();
    return out;
  }
  std::string_view text() { return next(count()); }

 private:
  [[noreturn]] static void refuse() {
    throw Error(Code::io, "the file of this program is damaged");
  }
  std::string_view next(size_t bytes) {
    if (bytes > rest_.size()) refuse();
    std::string_view out = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return out;
  }

  std::string_view rest_;
};

// Calls `number` with each number of a target: one list for the writer and the reader.
template <class M, class F>
void each_number(M& target, F&& number) {
  number(target.vector.bytes);
  number(target.vector.registers);
  number(target.units.fma);
  number(target.units.pairs);
  number(target.units.dots);
  number(target.units.bf16_dots);
  number(target.units.tiles);
  number(target.caches.l1);
  number(target.caches.l2);
  number(target.caches.l3);
  number(target.cores);
  number(target.units.flops_cycle);
  number(target.clock_hz);
  number(target.spaces.front().bytes_s);
}

// Maps the whole file; the mapping is never removed.
std::string_view mapped(int file, size_t bytes) {
  void* at = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file, 0);
  return at == MAP_FAILED ? "" : std::string_view(static_cast<const char*>(at), bytes);
}

// Reads the last bytes of the file before it maps the file, because most programs have no bundle.
std::string_view bundle_in(int file) {
  struct stat state = {};
  char tail[tail_bytes];
  if (fstat(file, &state) != 0 || state.st_size < static_cast<off_t>(tail_bytes)) return "";
  auto bytes = static_cast<size_t>(state.st_size);
  ssize_t got = pread(file, tail, tail_bytes, static_cast<off_t>(bytes - tail_bytes));
  bool is_ours = got == static_cast<ssize_t>(tail_bytes) &&
                 std::string_view(tail + sizeof(uint64_t), mark.size()) == mark;
  if (!is_ours) return "";
  uint64_t size = 0;
  std::memcpy(&size, tail, sizeof size);
  if (size > bytes - tail_bytes) return "";
  std::string_view all = mapped(file, bytes);
  return all.empty() ? all : all.substr(bytes - tail_bytes - size, size);
}

}  // namespace

std::string with_bundle(std::string program, const Bundle& bundle) {
  Writer w;
  w.text(bundle.script);
  w.number(bundle.texts.texts.size());
  for (const auto& [name, text] : bundle.texts.texts) w.text(name), w.text(text);
  w.number(bundle.texts.meant.size());
  for (const auto& [spelled, name] : bundle.texts.meant) {
    w.text(spelled.first), w.text(spelled.second), w.text(name);
  }
  w.text(bundle.target.name);
  each_number(bundle.target, [&](auto x) { w.number(x); });
  w.text(bundle.mark);
  w.number(bundle.libraries.size());
  for (const auto& [name, bytes] : bundle.libraries) w.text(name), w.text(bytes);
  w.number(bundle.kernels.size());
  for (const EmbeddedKernel& kernel : bundle.kernels) w.text(kernel.key), w.text(kernel.object);
  uint64_t size = w.out().size();
  w.number(size);
  program += w.out();
  return program += mark;
}

std::string own_path() {
  const char* path = reinterpret_cast<const char*>(getauxval(AT_EXECFN));  // NOLINT: a number there
  return path == nullptr ? "" : path;
}

std::string_view bundle_of(const std::string& path) {
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return "";
  std::string_view out = bundle_in(file);
  close(file);
  return out;
}

// /proc may be missing, for example in a bare root file system.
std::string_view own_bundle() {
  std::string_view out = bundle_of("/proc/self/exe");
  return out.empty() ? bundle_of(own_path()) : out;
}

Bundle read_bundle(std::string_view bytes) {
  Reader r(bytes);
  Bundle out;
  out.script = r.text();
  for (size_t left = r.count(); left > 0; --left) {
    std::string name(r.text());
    out.texts.texts.emplace(std::move(name), r.text());
  }
  for (size_t left = r.count(); left > 0; --left) {
    std::string importer(r.text()), spelled(r.text());
    out.texts.meant.emplace(std::pair(std::move(importer), std::move(spelled)), r.text());
  }
  out.target.name = r.text();
  each_number(out.target, [&](auto& x) { r.number(x); });
  out.mark = r.text();
  for (size_t left = r.count(); left > 0; --left) {
    std::string name(r.text());
    out.libraries.emplace(std::move(name), r.text());
  }
  for (size_t left = r.count(); left > 0; --left) {
    std::string_view key = r.text();
    out.kernels.push_back({key, r.text()});
  }
  return out;
}

}  // namespace rille
