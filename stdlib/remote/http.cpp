// HttpExchange: HTTP requests with libcurl.
#include "stdlib/remote/http.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "stdlib/remote/network.h"
#include "stdlib/remote/ranges.h"
#include "stdlib/remote/url.h"
#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {
namespace {

constexpr size_t max_headers = size_t{256} << 10;
constexpr size_t max_of_fault = size_t{64} << 10;  // maximum bytes kept of an error body
constexpr long max_redirects = 5;
constexpr size_t max_answer = size_t{16} << 20;  // larger answers have no total time limit
constexpr int turn_ms = 20;                      // interval between polls for interrupts
constexpr int slowest = 16 << 10;                // minimum average bytes per second of an answer

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  size_t from = text.find_first_not_of(blank);
  if (from == std::string_view::npos) return "";
  return text.substr(from, text.find_last_not_of(blank) + 1 - from);
}

// libcurl calls these functions on the network thread. They must not throw.
size_t on_header(const char* data, size_t size, size_t count, void* transfer) {
  auto& to = *static_cast<HttpExchange::Transfer*>(transfer);
  try {
    return to.take_header({data, size * count});
  } catch (const std::bad_alloc&) {
    return to.lack_memory();
  }
}

size_t on_body(const char* data, size_t size, size_t count, void* transfer) {
  auto& to = *static_cast<HttpExchange::Transfer*>(transfer);
  try {
    return to.take_body({data, size * count});
  } catch (const std::bad_alloc&) {
    return to.lack_memory();
  }
}

// The certificate file from the environment: the first variable that is set, or "".
std::string certificates() {
  for (const char* name : {"CURL_CA_BUNDLE", "SSL_CERT_FILE"}) {
    if (std::string path = setting(name); !path.empty()) return path;
  }
  return "";
}

// Whether the failure is permanent: certificates, redirect loops, and invalid URLs.
bool is_lasting(CURLcode code) {
  return code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE ||
         code == CURLE_TOO_MANY_REDIRECTS || code == CURLE_UNSUPPORTED_PROTOCOL ||
         code == CURLE_URL_MALFORMAT || code == CURLE_WRITE_ERROR;
}

}  // namespace

std::string HttpResponse::header(const std::string& name) const {
  auto found = headers.find(name);
  return found == headers.end() ? "" : found->second;
}

bool HttpResponse::is_passing() const {
  if (is_final || is_too_long) return false;
  if (!fault.empty()) return true;
  return status == 408 || status == 429 || status == 500 || (status >= 502 && status <= 504);
}

HttpExchange::Transfer::Transfer(HttpRequest asked)
    : request(std::move(asked)), easy(curl_easy_init()) {
  RILLE_CHECK(easy != nullptr);
  set_request();
  set_bounds();
}

HttpExchange::Transfer::~Transfer() {
  curl_easy_cleanup(easy);
  curl_slist_free_all(lines);
}

// NOLINTBEGIN(*-vararg): the options of libcurl are variadic
void HttpExchange::Transfer::set_request() {
  curl_easy_setopt(easy, CURLOPT_URL, request.url.c_str());
  curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
  std::string_view payload = request.payload();
  bool has_body = request.method == "PUT" || request.method == "POST";
  if (has_body) {
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, payload.empty() ? "" : payload.data());
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(payload.size()));
    request.headers.emplace_back("Expect:");
  }
  if (request.method == "HEAD") {
    curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
  } else {
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request.method.c_str());
  }
  for (const std::string& line : request.headers) lines = curl_slist_append(lines, line.c_str());
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER, lines);
  curl_easy_setopt(easy, CURLOPT_USERAGENT, "rille");
  std::string ca = certificates();
  if (!ca.empty()) curl_easy_setopt(easy, CURLOPT_CAINFO, ca.c_str());
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &on_header);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, this);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &on_body);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, this);
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, why);
}

// Sets limits: a transfer from a server that sends nothing or very little is aborted, and redirects
// may neither lead from https to http nor form a loop.
void HttpExchange::Transfer::set_bounds() {
  long silent_s = setting_number("RILLE_REMOTE_TIMEOUT", 30, 1, 3600);
  size_t bytes = std::max(request.part.size(), request.payload().size());
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, std::min(silent_s, 15L));
  curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 1024L);
  curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, silent_s);
  bool is_bounded = request.most <= max_answer;
  long all_s = 4 * silent_s + static_cast<long>(bytes / slowest);
  if (is_bounded) curl_easy_setopt(easy, CURLOPT_TIMEOUT, all_s);
  // HTTP/1.1 uses one connection for each request in flight, which is faster for few requests.
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, 256L << 10);
  bool is_safe = request.url.starts_with("https");
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, is_safe ? "https" : "http,https");
  curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, is_safe ? "https" : "http,https");
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, request.follows ? 1L : 0L);
  curl_easy_setopt(easy, CURLOPT_MAXREDIRS, max_redirects);
}

void HttpExchange::Transfer::end(CURLcode code) {
  long status = 0;
  curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  answer.status = static_cast<int>(status);
  bool is_ours = code == CURLE_WRITE_ERROR && !answer.fault.empty();
  if (code != CURLE_OK && !is_ours) {
    answer.fault = why[0] != '\0' ? why : curl_easy_strerror(code);
  }
  answer.is_final = is_ours || is_lasting(code);
  if (!answer.fault.empty() || status != 206) return;
  auto said = range_of(answer.header("content-range"));
  bool is_cut = said && answer.part < static_cast<size_t>(said->last - said->first + 1);
  if (is_cut && !request.part.empty()) answer.fault = "the connection was closed early";
}
// NOLINTEND(*-vararg)

// Adds a header line. The headers of a redirect are discarded.
size_t HttpExchange::Transfer::take_header(std::string_view line) {
  header_bytes += line.size();
  if (header_bytes > max_headers) {
    answer.fault = "the headers exceed 256 KiB";
    return 0;
  }
  if (line.starts_with("HTTP/")) answer.headers.clear();
  size_t colon = line.find(':');
  if (colon == std::string_view::npos) return line.size();
  std::string name(line.substr(0, colon));
  std::ranges::transform(name, name.begin(), small);
  std::string& held = answer.headers[name];
  held += str(held.empty() ? "" : ", ", trimmed(line.substr(colon + 1)));
  return line.size();
}

// Adds bytes of the body. The transfer is aborted if the answer is longer than requested.
size_t HttpExchange::Transfer::take_body(std::string_view bytes) {
  long status = 0;
  curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);  // NOLINT(*-vararg)
  bool is_part = status == 206 && !request.part.empty();
  if (is_part) {
    if (bytes.size() <= request.part.size() - answer.part) {
      std::memcpy(request.part.data() + answer.part, bytes.data(), bytes.size());
      answer.part += bytes.size();
      return bytes.size();
    }
  } else if (status >= 300) {
    answer.text += bytes.substr(0, max_of_fault - std::min(max_of_fault, answer.text.size()));
    return answer.text.size() < max_of_fault ? bytes.size() : 0;
  } else if (bytes.size() <= request.most - std::min(request.most, answer.text.size())) {
    answer.text += bytes;
    held = answer.text.capacity();
    return bytes.size();
  }
  answer.is_too_long = true;
  answer.fault = "the server sent more bytes than requested";
  return 0;
}

size_t HttpExchange::Transfer::lack_memory() {
  lacks_memory = true;
  answer.fault = "out of memory";  // short enough to be stored without an allocation
  return 0;
}

HttpExchange::HttpExchange(HttpRequest request)
    : transfer_(std::make_unique<Transfer>(std::move(request))) {
  network().begin(*transfer_);
}

HttpExchange::~HttpExchange() { network().take_back(*transfer_); }

HttpResponse& HttpExchange::wait() {
  do {
    poll(transfer_->held);
  } while (!network().is_done(*transfer_, turn_ms));
  if (transfer_->lacks_memory) throw std::bad_alloc();
  return transfer_->answer;
}

}  // namespace rille
