// Checksums: digests, and headers that contain them.
#include "stdlib/remote/sums.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>

#include "stdlib/bytes/crc32c.h"
#include "vm/error.h"

namespace rille {
namespace {

const unsigned char* bytes_at(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::string digest(std::string_view bytes, const EVP_MD* kind) {
  unsigned char out[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  RILLE_CHECK(EVP_Digest(bytes.data(), bytes.size(), out, &size, kind, nullptr) == 1);
  return {reinterpret_cast<const char*>(out), size};
}

// The value of `name` in a list such as "crc32c=AAAA==, md5=…".
std::string one_of(std::string_view list, std::string_view name) {
  while (!list.empty()) {
    std::string_view one = list.substr(0, list.find(','));
    list.remove_prefix(std::min(one.size() + 1, list.size()));
    while (one.starts_with(' ')) one.remove_prefix(1);
    bool is_it = one.size() > name.size() && one.starts_with(name) && one[name.size()] == '=';
    if (is_it) return base64_bytes(one.substr(name.size() + 1));
  }
  return "";
}

std::optional<uint32_t> big_number(std::string_view four) {
  if (four.size() != 4) return {};
  uint32_t out = 0;
  for (char c : four) out = out << 8 | static_cast<unsigned char>(c);
  return out;
}

std::string from_hex(std::string_view text) {
  auto digit = [](char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; };
  auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  if (text.size() != 32 || !std::ranges::all_of(text, is_digit)) return "";
  std::string out;
  for (size_t i = 0; i < text.size(); i += 2) {
    out += static_cast<char>(digit(text[i]) << 4 | digit(text[i + 1]));
  }
  return out;
}

}  // namespace

std::string sha256(std::string_view bytes) { return digest(bytes, EVP_sha256()); }
std::string md5(std::string_view bytes) { return digest(bytes, EVP_md5()); }

std::string hmac_sha256(std::string_view key, std::string_view bytes) {
  unsigned char out[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  RILLE_CHECK(HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), bytes_at(bytes),
                   bytes.size(), out, &size) != nullptr);
  return {reinterpret_cast<const char*>(out), size};
}

std::string hex(std::string_view bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (char c : bytes) {
    auto byte = static_cast<unsigned char>(c);
    out += {digits[byte >> 4], digits[byte & 15]};
  }
  return out;
}

std::string base64_text(std::string_view bytes) {
  std::string out(4 * ((bytes.size() + 2) / 3) + 1, '\0');
  int size = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()), bytes_at(bytes),
                             static_cast<int>(bytes.size()));
  out.resize(static_cast<size_t>(size));
  return out;
}

std::string base64_bytes(std::string_view text) {
  std::string out(text.size(), '\0');
  if (text.size() % 4 != 0) return "";
  int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(out.data()), bytes_at(text),
                             static_cast<int>(text.size()));
  auto padding = text.size() - std::min(text.find('='), text.size());
  if (size < 0 || padding > 2) return "";
  out.resize(static_cast<size_t>(size) - padding);
  return out;
}

// The ETag is an MD5 except for multipart uploads, whose ETag contains a "-", and for objects that
// are encrypted with a key.
Checksums sums_of(const HttpResponse& answer, bool etag_is_md5) {
  std::string google = answer.header("x-goog-hash");
  Checksums out{big_number(one_of(google, "crc32c")), one_of(google, "md5")};
  std::string kept = answer.header("x-amz-server-side-encryption");
  bool is_plain = kept.empty() || kept == "AES256";
  std::string tag = answer.header("etag");
  if (etag_is_md5 && is_plain && tag.size() == 34) out.md5 = from_hex(tag.substr(1, 32));
  if (out.md5.size() != 16) out.md5.clear();
  // Content-MD5 of a range is that of the range; only for status 200 it is that of the object.
  std::string whole = base64_bytes(answer.header("content-md5"));
  if (answer.status == 200 && whole.size() == 16) out.md5 = whole;
  return out;
}

struct RunningChecksum::Digest {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  Digest() { RILLE_CHECK(EVP_DigestInit_ex(context, EVP_md5(), nullptr) == 1); }
  ~Digest() { EVP_MD_CTX_free(context); }
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;
};

// If CRC-32C is known, MD5 is not computed, because CRC-32C is ten times as fast.
RunningChecksum::RunningChecksum(const Checksums& said) : said_(said) {
  if (said.crc32c) said_.md5.clear();
  if (!said_.md5.empty()) digest_ = std::make_unique<Digest>();
}
RunningChecksum::~RunningChecksum() = default;

void RunningChecksum::add(std::string_view bytes) {
  if (said_.crc32c) sum_ = rille::crc32c(bytes, sum_);
  if (digest_) EVP_DigestUpdate(digest_->context, bytes.data(), bytes.size());
}

bool RunningChecksum::is_as_said() const {
  if (said_.crc32c) return sum_ == *said_.crc32c;
  if (!digest_) return true;
  unsigned char out[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  EVP_DigestFinal_ex(digest_->context, out, &size);
  return said_.md5 == std::string_view(reinterpret_cast<const char*>(out), size);
}

}  // namespace rille
