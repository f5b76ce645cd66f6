// gs: the JSON API of Google Cloud Storage.
#include <algorithm>
#include <charconv>

#include "stdlib/bytes/crc32c.h"
#include "stdlib/ckpt/json_at.h"
#include "stdlib/json.h"
#include "stdlib/remote/retry.h"
#include "stdlib/remote/services.h"
#include "stdlib/remote/upload.h"
#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {
namespace {

std::string host() {
  std::string own = setting("STORAGE_EMULATOR_HOST");
  if (own.empty()) return "https://storage.googleapis.com";
  if (own.find("://") == std::string::npos) own = "http://" + own;
  while (own.ends_with('/')) own.pop_back();
  need_safe(own, own);
  return own;
}

std::vector<std::string> proof() {
  std::string token = setting("CLOUDSDK_AUTH_ACCESS_TOKEN");
  if (token.empty()) token = setting("GOOGLE_OAUTH_ACCESS_TOKEN");
  bool is_one_line = token.find_first_of("\r\n") == std::string::npos;
  if (token.empty() || !is_one_line) return {};
  return {"Authorization: Bearer " + token};
}

// The path …/b/BUCKET/o/OBJECT, in which a "/" of the object is percent-encoded.
std::string path_of(const Url& url) {
  std::string out = str("/storage/v1/b/", percent_encoded(url.bucket), "/o");
  return url.key.empty() ? out : str(out, "/", percent_encoded(url.key));
}

std::string crc_text(uint32_t sum) {
  std::string four;
  for (int shift = 24; shift >= 0; shift -= 8) four += static_cast<char>(sum >> shift);
  return base64_text(four);
}

class GsUpload final : public MultipartUpload {
 public:
  GsUpload(Url url, std::optional<UploadChecksum> whole)
      : MultipartUpload(std::move(url)), whole_(whole) {}
  ~GsUpload() override {
    bool is_left = is_begun() && !is_done() && !session_.empty();
    if (is_left) take_back({.method = "DELETE", .url = session_, .headers = proof()});
  }

 private:
  std::string address(std::string_view kind) const {
    return str(host(), "/upload/storage/v1/b/", percent_encoded(url().bucket), "/o",
               query_text({{"uploadType", std::string(kind)}, {"name", url().key}}));
  }

  std::string about(std::optional<uint32_t> sum) const {
    std::string said = sum ? str(", \"crc32c\": \"", crc_text(*sum), "\"") : "";
    return str("{\"name\": ", json_quoted(url().key), said, "}");
  }

  // Sends the name and the checksum before the bytes; the server rejects bytes that do not match
  // the checksum.
  void send_whole(std::string bytes) override {
    uint32_t sum = crc32c(bytes);
    std::string mark = hex(sha256(bytes));  // a boundary that does not occur in the bytes
    std::string head =
        str("--", mark, "\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n", about(sum),
            "\r\n--", mark, "\r\nContent-Type: application/octet-stream\r\n\r\n");
    bytes.insert(0, head);
    bytes += str("\r\n--", mark, "--\r\n");
    HttpResponse answer = answer_of([&] {
      HttpRequest out{
          .method = "POST", .url = address("multipart"), .headers = proof(), .data = bytes};
      out.headers.push_back(str("Content-Type: multipart/related; boundary=", mark));
      return out;
    });
    if (!answer.is_good()) fail_remote("write", url(), answer);
    need_sum(answer, sum);
  }

  void begin() override {
    HttpResponse answer = answer_of([&] {
      HttpRequest out{.method = "POST",
                      .url = address("resumable"),
                      .headers = proof(),
                      .body = about(whole_ ? std::optional(whole_->crc32c) : std::nullopt)};
      out.headers.emplace_back("Content-Type: application/json; charset=UTF-8");
      return out;
    });
    session_ = answer.is_good() ? answer.header("location") : "";
    if (session_.empty()) fail_remote("write", url(), answer);
    // The token is sent to this URL, so it must be on the same server.
    if (!session_.starts_with(host() + "/")) fail_remote(url(), "is redirected to another server");
  }

  void send_part(std::string bytes, bool is_last) override {
    sum_ = crc32c(bytes, sum_);
    uint64_t end = sent_ + bytes.size();
    for (int rounds = 0; sent_ < end || rounds == 0; ++rounds) {
      std::string_view rest = std::string_view(bytes).substr(bytes.size() - (end - sent_));
      HttpResponse answer = answer_of([&] { return part(rest, end, is_last); });
      bool is_whole = answer.is_good();
      if (is_whole && is_last) return need_sum(answer, sum_);
      if (answer.status != 308 || is_whole) fail_remote("write", url(), answer);
      uint64_t kept = kept_of(answer);
      if (kept < sent_ || kept > end || (kept == sent_ && rounds > 3)) {
        fail_remote(url(), str("was stored only up to byte ", kept, " of ", end));
      }
      sent_ = kept;
    }
  }
  void complete() override {}

  HttpRequest part(std::string_view rest, uint64_t end, bool is_last) const {
    HttpRequest out{.method = "PUT", .url = session_, .headers = proof(), .data = rest};
    out.headers.push_back(str("Content-Range: bytes ", sent_, "-", end - 1, "/",
                              whole_    ? std::to_string(whole_->bytes)
                              : is_last ? std::to_string(end)
                                        : "*"));
    out.headers.emplace_back("Content-Type: application/octet-stream");
    if (is_last) out.headers.push_back("X-Goog-Hash: crc32c=" + crc_text(sum_));
    return out;
  }

  // The number of bytes that the server has stored, from a header such as "bytes=0-524287".
  static uint64_t kept_of(const HttpResponse& answer) {
    std::string range = answer.header("range");
    size_t dash = range.rfind('-');
    uint64_t last = 0;
    if (dash == std::string::npos) return 0;
    std::from_chars(range.data() + dash + 1, range.data() + range.size(), last);
    return last + 1;
  }

  void need_sum(const HttpResponse& answer, uint32_t sum) const {
    if (answer.text.empty()) return;
    FileLocation whence{url().shown, "upload response"};
    Value json = json_of(answer.text, whence);
    auto said = JsonCursor(json, whence).find("crc32c");
    if (!said || said->is_null() || said->string() == crc_text(sum)) return;
    take_back(gs_service.remove(url()));
    fail_remote(url(), "was corrupted during the upload: the CRC-32C does not match");
  }

  std::optional<UploadChecksum> whole_;
  std::string session_;
  uint64_t sent_ = 0;
  uint32_t sum_ = 0;
};

class GsService final : public Service {
 public:
  // Requests the bytes as stored: the server does not decompress them for a client that accepts
  // gzip.
  HttpRequest get(const Url& url) const override {
    HttpRequest out{.url = str(host(), path_of(url), "?alt=media"), .headers = proof()};
    out.headers.emplace_back("Accept-Encoding: gzip");
    return out;
  }
  HttpRequest find(const Url& url) const override {
    return {.url = host() + path_of(url), .headers = proof()};
  }
  HttpRequest remove(const Url& url) const override {
    return {.method = "DELETE", .url = host() + path_of(url), .headers = proof()};
  }
  void hold(HttpRequest& request, const ObjectVersion& version) const override {
    if (!version.generation.empty()) request.url += "&ifGenerationMatch=" + version.generation;
  }
  Checksums sums(const HttpResponse& answer) const override { return sums_of(answer, false); }
  ListingPage page(const Url& folder, bool deep, const std::string& next) const override;
  std::unique_ptr<RemoteUpload> create(const Url& url,
                                       std::optional<UploadChecksum> whole) const override {
    return std::make_unique<GsUpload>(url, whole);
  }
};

ListingPage GsService::page(const Url& folder, bool deep, const std::string& next) const {
  std::string prefix = prefix_of(folder);
  QueryParams query = {{"prefix", prefix}, {"fields", "items(name,size),prefixes,nextPageToken"}};
  if (!deep) query.emplace_back("delimiter", "/");
  if (!next.empty()) query.emplace_back("pageToken", next);
  Url bucket = folder;
  bucket.key.clear();
  HttpResponse answer = answer_of([&] {
    return HttpRequest{.url = host() + path_of(bucket) + query_text(query),
                       .headers = proof(),
                       .most = size_t{16} << 20};
  });
  if (!answer.is_good()) fail_remote("list", folder, answer);
  FileLocation whence{folder.shown, "object listing"};
  Value json = json_of(answer.text, whence);
  JsonCursor at(json, whence);
  ListingPage page;
  if (auto items = at.find("items")) {
    for (const JsonCursor& item : items->items()) {
      std::string size = item["size"].string();
      uint64_t bytes = 0;
      std::from_chars(size.data(), size.data() + size.size(), bytes);
      page.entries.push_back({below(folder, prefix, item["name"].string()), bytes, false});
    }
  }
  if (auto prefixes = at.find("prefixes")) {
    for (const JsonCursor& each : prefixes->items()) {
      page.entries.push_back({below(folder, prefix, each.string()), 0, true});
    }
  }
  if (auto token = at.find("nextPageToken")) page.next = token->string();
  return page;
}

const GsService only;

}  // namespace

const Service& gs_service = only;

}  // namespace rille
