// web: HTTP servers, with GET, HEAD, PUT, and DELETE.
#include "stdlib/remote/retry.h"
#include "stdlib/remote/services.h"
#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {
namespace {

// HTTP has no multipart uploads: the whole body is collected and sent in one request.
class WebUpload final : public RemoteUpload {
 public:
  explicit WebUpload(Url url) : url_(std::move(url)) {}
  void append(std::string_view bytes) override {
    poll(held_.size() + bytes.size());
    held_ += bytes;
  }
  void finish() override {
    HttpResponse answer = answer_of([&] {
      return HttpRequest{.method = "PUT",
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

class WebService final : public Service {
 public:
  HttpRequest get(const Url& url) const override { return {.url = url.whole, .follows = true}; }
  HttpRequest find(const Url& url) const override {
    return {.method = "HEAD", .url = url.whole, .follows = true};
  }
  HttpRequest remove(const Url& url) const override {
    return {.method = "DELETE", .url = url.whole};
  }
  // A weak ETag does not guarantee equal bytes, so that only a strong one is used.
  void hold(HttpRequest& request, const ObjectVersion& version) const override {
    bool is_strong = version.etag.starts_with('"');
    if (is_strong) request.headers.push_back("If-Match: " + version.etag);
  }
  Checksums sums(const HttpResponse& answer) const override { return sums_of(answer, false); }
  ListingPage page(const Url& folder, bool, const std::string&) const override {
    throw Error(Code::io, str("\"", folder.shown, "\": a web server cannot list directories"))
        .note("s3:// and gs:// can list directories; of a web server, name each file");
  }
  std::unique_ptr<RemoteUpload> create(const Url& url,
                                       std::optional<UploadChecksum>) const override {
    return std::make_unique<WebUpload>(url);
  }
};

const WebService web_only;

}  // namespace

const Service& web_service = web_only;

}  // namespace rille
