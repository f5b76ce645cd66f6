// Service: what one kind of server wants to be asked.
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

// By what an object is told from what it was, as far as the server says it.
struct Version {
  std::string etag = "", generation = "", modified = "";

  bool operator==(const Version&) const = default;
};
Version version_of(const Answer& answer);

// Some of what stands in a folder, and what to ask for more with.
struct Page {
  std::vector<RemoteEntry> entries = {};
  std::string next = "";
};

// An object to be, where it is known before it is sent.
struct Whole {
  uint64_t bytes;
  uint32_t crc32c;
};

class Service {
 public:
  virtual ~Service() = default;
  virtual Request get(const Url& url) const = 0;   // all of it; a Range may be added
  virtual Request find(const Url& url) const = 0;  // whether it is there
  virtual Request remove(const Url& url) const = 0;
  virtual void hold(Request& request, const Version& version) const = 0;  // that one or none
  virtual Sums sums(const Answer& answer) const = 0;
  // Names are what follows the folder and its slash.
  virtual Page page(const Url& folder, bool deep, const std::string& next) const = 0;
  virtual std::unique_ptr<RemoteUpload> create(const Url& url,
                                               std::optional<Whole> whole) const = 0;
};

extern const Service& s3_service;
extern const Service& gs_service;
extern const Service& web_service;
const Service& service_of(const Url& url);

// "folder/" of a folder's key; "" of a bucket.
std::string prefix_of(const Url& folder);
// What follows `prefix` in a name that a server lists; error[io] where it does not begin so.
std::string below(const Url& folder, const std::string& prefix, const std::string& name);

using Query = std::vector<std::pair<std::string, std::string>>;
// "?a=b&c=d", in order; "" of none.
std::string query_text(Query query);

std::string message_of(const Answer& answer);               // of an error's text
std::string without_secrets(std::string text);              // what the environment gave us to keep
std::string way_out(const Url& url, const Answer& answer);  // "" where we know none

}  // namespace rille
