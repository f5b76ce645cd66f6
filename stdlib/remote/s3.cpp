// s3: the protocol of Amazon S3, which many servers support.
#include <algorithm>
#include <charconv>
#include <deque>

#include "stdlib/remote/retry.h"
#include "stdlib/remote/services.h"
#include "stdlib/remote/sign.h"
#include "stdlib/remote/upload.h"
#include "stdlib/remote/xml.h"
#include "vm/error.h"

namespace rille {
namespace {

constexpr size_t max_in_flight = 4;  // maximum number of concurrent parts of an upload

struct Endpoint {
  std::string scheme, host, path;  // "https://", "b.s3.us-east-1.amazonaws.com", "/key"
};

// The endpoint of a URL. A custom server uses path-style buckets; Amazon uses virtual hosts, except
// for buckets with dots, which its certificates do not cover.
Endpoint endpoint_of(const Url& url, const Signer& by) {
  std::string own = setting("AWS_ENDPOINT_URL_S3");
  if (own.empty()) own = setting("AWS_ENDPOINT_URL");
  std::string key = percent_encoded(url.key, "/");
  std::string amazon = str("s3.", by.region, ".amazonaws.com");
  if (own.empty() && url.bucket.find('.') == std::string::npos) {
    return {"https://", str(url.bucket, ".", amazon), "/" + key};
  }
  std::string path = str("/", percent_encoded(url.bucket), key.empty() ? "" : "/", key);
  if (own.empty()) return {"https://", amazon, path};
  need_safe(own, own);
  size_t end = own.find("://");
  if (end == std::string::npos) {
    throw Error(Code::io, "AWS_ENDPOINT_URL must begin with https:// or http://");
  }
  while (own.ends_with('/')) own.pop_back();
  size_t slash = std::min(own.find('/', end + 3), own.size());
  return {own.substr(0, end + 3), own.substr(end + 3, slash - end - 3), own.substr(slash) + path};
}

struct S3Options {
  std::string method = "GET";
  QueryParams query = {};
  std::string body = "";
  std::string_view data = {};
};

HttpRequest s3_request(const Url& url, S3Options wish) {
  Signer by = signer();
  Endpoint to = endpoint_of(url, by);
  std::string query = query_text(std::move(wish.query));
  HttpRequest out{.method = std::move(wish.method),
                  .url = str(to.scheme, to.host, to.path, query),
                  .body = std::move(wish.body),
                  .data = wish.data};
  sign(out, by, to.host, to.path, query.empty() ? "" : std::string_view(query).substr(1));
  if (out.method == "PUT" || out.method == "POST") {
    out.headers.emplace_back("Content-Type: application/octet-stream");
    out.headers.push_back("Content-MD5: " + base64_text(md5(out.payload())));
  }
  return out;
}

class S3Upload final : public MultipartUpload {
 public:
  using MultipartUpload::MultipartUpload;
  ~S3Upload() override {
    bool is_left = is_begun() && !is_done() && !id_.empty();
    parts_.clear();
    if (is_left) take_back(s3_request(url(), {.method = "DELETE", .query = {{"uploadId", id_}}}));
  }

 private:
  struct UploadPart {
    std::string bytes, etag;
    std::unique_ptr<RetriedRequest> ask;
  };

  void send_whole(std::string bytes) override {
    HttpResponse answer =
        answer_of([&] { return s3_request(url(), {.method = "PUT", .data = bytes}); });
    if (!answer.is_good()) fail_remote("write", url(), answer);
    need_sum(answer, md5(bytes));
  }

  void begin() override {
    S3Options wish{.method = "POST", .query = {{"uploads", ""}}};
    HttpResponse answer = answer_of([&] { return s3_request(url(), wish); });
    id_ = answer.is_good() ? xml_text(answer.text, "UploadId") : "";
    if (id_.empty()) fail_remote("write", url(), answer);
  }

  void send_part(std::string bytes, bool) override {
    auto part = std::make_unique<UploadPart>(UploadPart{std::move(bytes), "", nullptr});
    size_t number = parts_.size() + 1;
    part->ask = std::make_unique<RetriedRequest>([this, number, held = part.get()] {
      return s3_request(url(),
                        {.method = "PUT",
                         .query = {{"partNumber", std::to_string(number)}, {"uploadId", id_}},
                         .data = held->bytes});
    });
    parts_.push_back(std::move(part));
    if (parts_.size() >= max_in_flight) end_part(*parts_[parts_.size() - max_in_flight]);
  }

  void end_part(UploadPart& part) {
    if (!part.ask) return;
    HttpResponse& answer = part.ask->wait();
    if (!answer.is_good()) fail_remote("write", url(), answer);
    need_sum(answer, md5(part.bytes));
    sums_ += md5(part.bytes);
    part.etag = answer.header("etag");
    part.ask.reset();
    std::string().swap(part.bytes);
  }

  void complete() override {
    for (const auto& part : parts_) end_part(*part);
    std::string body = "<CompleteMultipartUpload>";
    for (size_t i = 0; i < parts_.size(); ++i) {
      body += str("<Part><PartNumber>", i + 1, "</PartNumber><ETag>", parts_[i]->etag,
                  "</ETag></Part>");
    }
    body += "</CompleteMultipartUpload>";
    S3Options wish{.method = "POST", .query = {{"uploadId", id_}}, .body = body};
    HttpResponse answer = answer_of([&] { return s3_request(url(), wish); });
    // A failure may have status 200, because the server answers before the upload is complete.
    bool is_whole = answer.is_good() && answer.text.find("<Error>") == std::string::npos;
    if (!is_whole && !is_there_whole()) fail_remote("write", url(), answer);
  }

  // Whether the object exists although completing failed: the answer to a successful try may be
  // lost, and a retry then no longer finds the upload.
  bool is_there_whole() const {
    HttpResponse found = answer_of([&] { return s3_service.find(url()); });
    return found.is_good() &&
           found.header("etag") == str("\"", hex(md5(sums_)), "-", parts_.size(), "\"");
  }

  void need_sum(const HttpResponse& answer, const std::string& sum) const {
    Checksums said = s3_service.sums(answer);
    if (said.md5.empty() || said.md5 == sum) return;
    fail_remote(url(), "was corrupted during the upload: the MD5 does not match");
  }

  std::string id_, sums_;
  std::deque<std::unique_ptr<UploadPart>> parts_;
};

class S3Service final : public Service {
 public:
  HttpRequest get(const Url& url) const override { return s3_request(url, {}); }
  HttpRequest find(const Url& url) const override { return s3_request(url, {.method = "HEAD"}); }
  HttpRequest remove(const Url& url) const override {
    return s3_request(url, {.method = "DELETE"});
  }
  void hold(HttpRequest& request, const ObjectVersion& version) const override {
    if (!version.etag.empty()) request.headers.push_back("If-Match: " + version.etag);
  }
  Checksums sums(const HttpResponse& answer) const override { return sums_of(answer, true); }
  ListingPage page(const Url& folder, bool deep, const std::string& next) const override;
  std::unique_ptr<RemoteUpload> create(const Url& url,
                                       std::optional<UploadChecksum>) const override {
    return std::make_unique<S3Upload>(url);
  }
};

ListingPage S3Service::page(const Url& folder, bool deep, const std::string& next) const {
  std::string prefix = prefix_of(folder);
  QueryParams query = {{"list-type", "2"}, {"prefix", prefix}};
  if (!deep) query.emplace_back("delimiter", "/");
  if (!next.empty()) query.emplace_back("continuation-token", next);
  Url bucket = folder;
  bucket.key.clear();
  HttpResponse answer = answer_of([&] {
    HttpRequest out = s3_request(bucket, {.query = query});
    out.most = size_t{16} << 20;
    return out;
  });
  if (!answer.is_good()) fail_remote("list", folder, answer);
  ListingPage page;
  for (std::string_view each : xml_elements(answer.text, "Contents")) {
    std::string size = xml_text(each, "Size");
    uint64_t bytes = 0;
    std::from_chars(size.data(), size.data() + size.size(), bytes);
    page.entries.push_back({below(folder, prefix, xml_text(each, "Key")), bytes, false});
  }
  for (std::string_view each : xml_elements(answer.text, "CommonPrefixes")) {
    page.entries.push_back({below(folder, prefix, xml_text(each, "Prefix")), 0, true});
  }
  page.next = xml_text(answer.text, "NextContinuationToken");
  return page;
}

const S3Service s3_only;

}  // namespace

const Service& s3_service = s3_only;

}  // namespace rille
