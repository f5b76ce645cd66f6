// web: any server of HTTP, that is asked and told by URL.
#include "stdlib/remote/ask.h"
#include "stdlib/remote/services.h"
#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {
namespace {

// There are no parts in HTTP: all is held until it is whole, and sent at once.
class WebUpload final : public RemoteUpload {
 public:
  explicit WebUpload(Url url) : url_(std::move(url)) {}
  void append(std::string_view bytes) override {
    poll(held_.size() + bytes.size());
    held_ += bytes;
  }
  void finish() override {
    Answer answer = answer_of([&] {
      return Request{.method = "PUT",
                     .url = url_.whole,
                     .headers = {"Content-Type: application/octet-stream",
                                 "Content-MD5: " + base64_text(md5(held_))},
                     .data = held_};
    });
    if (!answer.is_good()) fail_remote("write", url_, answer);
  }

 private:
  Url url_;
  std::string held_;
};

class Web final : public Service {
 public:
  Request get(const Url& url) const override { return {.url = url.whole, .follows = true}; }
  Request find(const Url& url) const override {
    return {.method = "HEAD", .url = url.whole, .follows = true};
  }
  Request remove(const Url& url) const override { return {.method = "DELETE", .url = url.whole}; }
  // A weak tag names what means the same, not the same bytes.
  void hold(Request& request, const Version& version) const override {
    bool is_strong = version.etag.starts_with('"');
    if (is_strong) request.headers.push_back("If-Match: " + version.etag);
  }
  Sums sums(const Answer& answer) const override { return sums_of(answer, false); }
  Page page(const Url& folder, bool, const std::string&) const override {
    throw Error(Code::io, str("\"", folder.shown, "\": a web server lists no folders"))
        .note("s3:// and gs:// do; of a web server name each file");
  }
  std::unique_ptr<RemoteUpload> create(const Url& url, std::optional<Whole>) const override {
    return std::make_unique<WebUpload>(url);
  }
};

const Web web_only;

}  // namespace

const Service& web_service = web_only;

}  // namespace rille
