// Servers: the interface of the library.
#include "stdlib/remote.h"

#include <algorithm>

#include "stdlib/bytes/crc32c.h"
#include "stdlib/remote/object.h"
#include "stdlib/remote/retry.h"
#include "stdlib/remote/services.h"
#include "stdlib/remote/upload.h"
#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {
namespace {

constexpr size_t first_of_many = size_t{256} << 10, first_of_all = size_t{4} << 20;
constexpr size_t max_pages = 100'000;
constexpr size_t piece = size_t{1} << 20;  // bytes between two polls for interrupts

bool is_missing(const HttpResponse& answer) { return answer.status == 404 && answer.fault.empty(); }

class Servers final : public Remote {
 public:
  std::unique_ptr<RemoteFile> open(const std::string& url) override {
    return std::make_unique<ObjectFile>(url_of(url), first_of_many);
  }

  FileContents read(const std::string& text, size_t most) override {
    Url url = url_of(text);
    ObjectFile file(url, first_of_all);
    auto bytes = static_cast<size_t>(file.bytes());
    if (bytes > most) {
      throw Error(Code::limit, str("\"", url.shown, "\" is larger than ", most, " bytes"));
    }
    auto out = std::make_shared<Buffer>(host_space(), std::max<size_t>(bytes, 1));
    file.read_all(0, {static_cast<std::byte*>(out->data()), bytes});
    return {out, bytes};
  }

  bool is_object(const std::string& text) override {
    Url url = url_of(text);
    if (url.scheme != Scheme::web && url.key.empty()) return false;
    HttpResponse answer = answer_of([&] { return service_of(url).find(url); });
    if (!answer.is_good() && !is_missing(answer)) fail_remote("find", url, answer);
    return answer.is_good();
  }

  bool is_folder(const std::string& text) override {
    Url url = url_of(text);
    if (url.scheme == Scheme::web) return false;
    return !service_of(url).page(url, false, "").entries.empty();
  }

  std::vector<RemoteEntry> list(const std::string& text, bool deep) override {
    Url url = url_of(text);
    std::vector<RemoteEntry> out;
    std::string next;
    for (size_t pages = 0;; ++pages) {
      ListingPage page = service_of(url).page(url, deep, next);
      for (RemoteEntry& entry : page.entries) {
        if (!entry.name.empty()) out.push_back(std::move(entry));  // "" is the directory itself
      }
      poll(out.capacity() * sizeof(RemoteEntry));
      if (page.next.empty()) break;
      bool goes_on = page.next != next && pages < max_pages;
      if (!goes_on) fail_remote(url, "has a listing that does not end");
      next = page.next;
    }
    std::ranges::sort(out, {}, &RemoteEntry::name);
    return out;
  }

  std::unique_ptr<RemoteUpload> create(const std::string& url) override {
    return created(url_of(url), {});
  }

  void write(const std::string& url, std::span<const std::string_view> parts) override {
    UploadChecksum whole{0, 0};
    for (std::string_view part : parts) {
      whole.bytes += part.size();
      for (; !part.empty(); part.remove_prefix(std::min(part.size(), piece))) {
        poll();
        whole.crc32c = crc32c(part.substr(0, piece), whole.crc32c);
      }
    }
    std::unique_ptr<RemoteUpload> upload = created(url_of(url), whole);
    for (std::string_view part : parts) upload->append(part);
    upload->finish();
  }

  void remove(const std::string& text) override {
    Url url = url_of(text);
    HttpResponse answer = answer_of([&] { return service_of(url).remove(url); });
    if (!answer.is_good() && !is_missing(answer)) fail_remote("remove", url, answer);
  }

  void discard(const std::string& text) override {
    Url url = url_of(text);
    take_back(service_of(url).remove(url));
  }

 private:
  static std::unique_ptr<RemoteUpload> created(const Url& url,
                                               std::optional<UploadChecksum> whole) {
    bool is_named = url.scheme == Scheme::web || (!url.key.empty() && !url.key.ends_with('/'));
    if (!is_named) fail_remote(url, "names a directory, expected the name of an object");
    return service_of(url).create(url, whole);
  }
};

}  // namespace

}  // namespace rille

extern "C" rille::Remote* rille_remote() {
  static rille::Servers servers;
  return &servers;
}
