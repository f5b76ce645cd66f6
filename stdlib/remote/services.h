// Service: the requests of one kind of server.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stdlib/remote.h"
#include "stdlib/remote/http.h"
#include "stdlib/remote/sums.h"
#include "stdlib/remote/url.h"

namespace rille {

// The version of an object, as far as the server reports it, for detecting changes.
struct ObjectVersion {
  std::string etag = "", generation = "", modified = "";

  bool operator==(const ObjectVersion&) const = default;
};
ObjectVersion version_of(const HttpResponse& answer);

// A page of a directory listing, and the token of the next page; "" if there is none.
struct ListingPage {
  std::vector<RemoteEntry> entries = {};
  std::string next = "";
};

// The size and checksum of an object, if they are known before the upload.
struct UploadChecksum {
  uint64_t bytes;
  uint32_t crc32c;
};

class Service {
 public:
  virtual ~Service() = default;
  virtual HttpRequest get(const Url& url) const = 0;   // the whole object; a Range may be added
  virtual HttpRequest find(const Url& url) const = 0;  // whether the object exists
  virtual HttpRequest remove(const Url& url) const = 0;
  // Makes the request fail unless the object has this version.
  virtual void hold(HttpRequest& request, const ObjectVersion& version) const = 0;
  virtual Checksums sums(const HttpResponse& answer) const = 0;
  // Lists a directory. Names are relative to it.
  virtual ListingPage page(const Url& folder, bool deep, const std::string& next) const = 0;
  virtual std::unique_ptr<RemoteUpload> create(const Url& url,
                                               std::optional<UploadChecksum> whole) const = 0;
};

extern const Service& s3_service;
extern const Service& gs_service;
extern const Service& web_service;
const Service& service_of(const Url& url);

// The prefix of the names in a directory: its key with a slash, or "" for a bucket.
std::string prefix_of(const Url& folder);
// The rest of a listed name after `prefix`; error[io] if the name does not begin with `prefix`.
std::string below(const Url& folder, const std::string& prefix, const std::string& name);

using QueryParams = std::vector<std::pair<std::string, std::string>>;
// The sorted query string, "?a=b&c=d"; "" if it is empty.
std::string query_text(QueryParams query);

std::string message_of(const HttpResponse& answer);  // the message in the body of an error
std::string without_secrets(std::string text);       // replaces secrets of the environment
std::string way_out(const Url& url, const HttpResponse& answer);  // a hint for the user, or ""

}  // namespace rille
