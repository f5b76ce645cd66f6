// HloBytecode: the contents of an MLIR bytecode file.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "jit/stablehlo/bytes.h"
#include "vm/array.h"
#include "vm/run/running.h"

namespace rille {

// The tables of a file. The file is untrusted: every index is checked where it is used.
struct HloBytecode {
  struct BytecodeEntry {
    std::string_view dialect, bytes;
    bool is_coded;  // binary; otherwise text
  };
  struct OpName {
    std::string_view dialect, name;
    bool is_registered;
  };

  uint64_t version = 0;
  std::vector<std::string_view> strings = {}, dialects = {}, properties = {};
  std::vector<OpName> ops = {};
  std::vector<BytecodeEntry> attributes = {}, types = {};
  std::string_view code = {};
  const char* origin = nullptr;  // start of the file

  explicit HloBytecode(std::string_view file);

 private:
  void read_strings(ByteReader in);
  void read_dialects(ByteReader in);
  void read_entries(ByteReader offsets, std::string_view bytes);
  void read_properties(ByteReader in);
};

// Attributes and types of a file, printed as StableHLO text.
class HloWords {
 public:
  // A small file can repeat a long text many times; `room` limits the total length of the printed
  // text.
  HloWords(const HloBytecode& file, size_t room) : file_(file), room_(room) {}

  std::string type(uint64_t number);
  std::string attribute(uint64_t number);
  // Names and attributes of a dictionary.
  using Fields = std::vector<std::pair<std::string, uint64_t>>;
  Fields fields(uint64_t number);
  std::string string(uint64_t number);  // the contents of a string
  Ints ints(uint64_t number);           // the elements of a one-dimensional tensor of i64
  std::string truths(uint64_t number);  // a one-dimensional tensor of bools, as array<i1: …>
  std::vector<uint64_t> items(uint64_t number);  // of an array
  bool is_nothing(uint64_t number);     // the type none, which represents a missing attribute
  std::string spent(std::string text);  // adds the length of the text to the total

 private:
  struct WordDepthGuard;
  const HloBytecode::BytecodeEntry& entry(const std::vector<HloBytecode::BytecodeEntry>& table,
                                          uint64_t number);
  std::string_view text_of(ByteReader& in);
  std::string builtin_type(ByteReader& in);
  std::string vhlo_type(ByteReader& in);
  std::string shaped(ByteReader& in, std::string_view encoding);
  std::string function_type(ByteReader& in);
  std::string types(ByteReader& in);
  std::string builtin_attribute(ByteReader& in);
  std::string vhlo_attribute(ByteReader& in);
  std::string list(ByteReader& in);
  std::string record(ByteReader& in);
  std::string whole(ByteReader& in);
  std::string real(ByteReader& in);
  std::string tensor(ByteReader& in);
  std::string numbers(ByteReader& in);
  std::string joined(ByteReader& in);
  std::string sharding(ByteReader& in, bool has_unreduced);
  std::string sdy_attribute(ByteReader& in);

  const HloBytecode& file_;
  size_t room_, spent_ = 0;
  int depth_ = 0;
  PollCounter polls_;
};

// The text as a quoted string.
std::string hlo_quoted(std::string_view text);

}  // namespace rille
