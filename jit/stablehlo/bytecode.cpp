// Reads the tables of MLIR bytecode and finds the bytecode.
#include "jit/stablehlo/bytecode.h"

#include <array>
#include <cstring>
#include <optional>

#include "jit/stablehlo.h"

namespace rille {
namespace {

constexpr std::string_view magic = "ML\xEFR";
constexpr uint64_t newest = 6;  // latest supported version of the format

enum SectionId : uint8_t {
  strings_part = 0,
  dialects_part = 1,
  entries_part = 2,
  offsets_part = 3,
  code_part = 4,
  properties_part = 8,
  parts_in_all = 16,
};

template <class T>
T read_at(std::string_view bytes, size_t at) {
  T out{};
  if (at > bytes.size() || bytes.size() - at < sizeof(T)) return out;
  std::memcpy(&out, bytes.data() + at, sizeof(T));  // on a little-endian machine
  return out;
}

// The bytecode in the serialized form of jax.export: a byte vector in the first table of
// FlatBuffers.
// source: google.github.io/flatbuffers, "FlatBuffer Internals"
std::optional<std::string_view> inside_of(std::string_view bytes) {
  size_t table = read_at<uint32_t>(bytes, 0);
  if (bytes.size() < 16 || table < 4 || table > bytes.size() - 4) return std::nullopt;
  int64_t shape = static_cast<int64_t>(table) - read_at<int32_t>(bytes, table);
  if (shape < 0 || shape > static_cast<int64_t>(bytes.size()) - 4) return std::nullopt;
  auto at = static_cast<size_t>(shape);
  size_t size = read_at<uint16_t>(bytes, at);
  for (size_t field = 4; field + 2 <= size; field += 2) {
    size_t place = read_at<uint16_t>(bytes, at + field);
    if (place == 0 || table + place > bytes.size() - 4) continue;
    size_t vector = table + place + read_at<uint32_t>(bytes, table + place);
    if (vector > bytes.size() - 4) continue;
    size_t length = read_at<uint32_t>(bytes, vector);
    if (length > bytes.size() - vector - 4) continue;
    std::string_view held = bytes.substr(vector + 4, length);
    if (held.starts_with(magic)) return held;
  }
  return std::nullopt;
}

}  // namespace

bool is_stablehlo_bytecode(std::string_view file) {
  return file.starts_with(magic) || inside_of(file).has_value();
}

HloBytecode::HloBytecode(std::string_view file) {
  if (!file.starts_with(magic)) file = inside_of(file).value_or(std::string_view{});
  origin = file.data();
  ByteReader in(file);
  if (in.take(std::min(file.size(), magic.size())) != magic)
    in.fail("the magic number of MLIR bytecode is missing");
  version = in.number();
  if (version > newest) {
    in.fail(str("format version ", version, " is not supported, the newest supported version is ",
                newest, ": export to an older version, or in text form"));
  }
  in.to_zero();  // the producer
  std::array<std::optional<std::string_view>, parts_in_all> parts;
  while (!in.done()) {
    auto [id, bytes] = in.section();
    if (id >= parts_in_all || parts[static_cast<size_t>(id)])
      in.fail("unknown or repeated section");
    parts[static_cast<size_t>(id)] = bytes;
  }
  for (SectionId part : {strings_part, dialects_part, entries_part, offsets_part, code_part}) {
    if (!parts[part]) in.fail(str("section ", static_cast<int>(part), " is missing"));
  }
  read_strings(ByteReader(*parts[strings_part]));
  read_dialects(ByteReader(*parts[dialects_part], origin));
  read_entries(ByteReader(*parts[offsets_part]), *parts[entries_part]);
  if (parts[properties_part]) read_properties(ByteReader(*parts[properties_part]));
  code = *parts[code_part];
}

// The lengths are stored in reverse order.
void HloBytecode::read_strings(ByteReader in) {
  std::vector<uint64_t> lengths(in.count());
  for (size_t i = lengths.size(); i-- > 0;) lengths[i] = in.number();
  for (uint64_t length : lengths) {
    std::string_view text = in.take(length);
    if (text.empty() || text.back() != '\0') in.fail("a string is not null-terminated");
    text.remove_suffix(1);
    strings.push_back(text);
  }
}

void HloBytecode::read_dialects(ByteReader in) {
  auto named = [&](uint64_t number) {
    if (number >= strings.size()) in.fail(str("string index ", number, " is out of range"));
    return strings[static_cast<size_t>(number)];
  };
  for (size_t left = in.count(); left > 0; --left) {
    if (version < 1) {
      dialects.push_back(named(in.number()));
      continue;
    }
    auto [number, has_version] = in.flagged();
    dialects.push_back(named(number));
    if (has_version) in.section();
  }
  if (version >= 4) in.number();  // number of all operations
  while (!in.done()) {
    uint64_t dialect = in.number();
    if (dialect >= dialects.size()) in.fail(str("dialect index ", dialect, " is out of range"));
    for (size_t left = in.count(); left > 0; --left) {
      OpName name{.dialect = dialects[static_cast<size_t>(dialect)]};
      if (version < 5) {
        name.name = named(in.number());
        name.is_registered = true;
      } else {
        auto [number, flag] = in.flagged();
        name.name = named(number);
        name.is_registered = flag;
      }
      ops.push_back(name);
    }
  }
}

void HloBytecode::read_entries(ByteReader offsets, std::string_view bytes) {
  ByteReader in(bytes);
  uint64_t first = offsets.number(), second = offsets.number();
  while (!offsets.done()) {
    uint64_t dialect = offsets.number();
    if (dialect >= dialects.size())
      offsets.fail(str("dialect index ", dialect, " is out of range"));
    for (size_t left = offsets.count(); left > 0; --left) {
      auto [size, is_coded] = offsets.flagged();
      BytecodeEntry entry{dialects[static_cast<size_t>(dialect)], in.take(size), is_coded};
      (attributes.size() < first ? attributes : types).push_back(entry);
    }
  }
  if (attributes.size() != first || types.size() != second) {
    offsets.fail("the numbers of attributes and types differ from the declared ones");
  }
}

void HloBytecode::read_properties(ByteReader in) {
  for (size_t left = in.count(); left > 0; --left) properties.push_back(in.blob());
}

}  // namespace rille
