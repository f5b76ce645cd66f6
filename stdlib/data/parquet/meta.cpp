// parquet_meta: the schema's columns and the row groups.
#include "stdlib/data/parquet/meta.h"

#include <algorithm>
#include <map>

#include "stdlib/data/parquet/thrift.h"
#include "vm/run/running.h"
#include "vm/words/visible.h"

// source: parquet.thrift and LogicalTypes.md of parquet-format, which also define the field ids
namespace rille {
namespace {

struct SchemaElement {
  std::string name;
  int64_t type = -1, width = 0, repetition = 0, children = 0;
  int64_t converted = -1, logical = -1;
  int64_t scale = 0;
  int64_t int_bits = 0;
  bool is_signed = true;
};

enum Repetition : int64_t { required, optional, repeated };

// Reads an integer field whose id is in `places`.
template <class Places>
bool take_integer(ThriftReader& thrift, int64_t id, ThriftReader::Kind kind, const Places& places) {
  for (const auto& [number, to] : places) {
    if (number != id || kind < ThriftReader::i16 || kind > ThriftReader::i64) continue;
    *to = thrift.integer();
    return true;
  }
  return false;
}
using FieldTarget = std::pair<int64_t, int64_t*>;

void read_logical(ThriftReader& thrift, ByteCursor& scan, SchemaElement& out) {
  thrift.fields([&](int64_t id, ThriftReader::Kind kind) {
    out.logical = id;
    if ((id != 5 && id != 10) || kind != ThriftReader::record) return false;
    if (id == 5) {
      const FieldTarget scale[] = {{1, &out.scale}};
      thrift.fields([&](int64_t part, ThriftReader::Kind sort) {
        return take_integer(thrift, part, sort, scale);
      });
      return true;
    }
    thrift.fields([&](int64_t part, ThriftReader::Kind sort) {
      if (part == 1 && sort == ThriftReader::i8) {
        out.int_bits = scan.byte();
        return true;
      }
      if (part == 2) out.is_signed = sort == ThriftReader::yes;
      return false;
    });
    return true;
  });
}

SchemaElement read_element(ThriftReader& thrift, ByteCursor& scan) {
  SchemaElement out;
  const FieldTarget places[] = {{1, &out.type},     {2, &out.width},     {3, &out.repetition},
                                {5, &out.children}, {6, &out.converted}, {7, &out.scale}};
  thrift.fields([&](int64_t id, ThriftReader::Kind kind) {
    if (id == 4 && kind == ThriftReader::text) {
      out.name = thrift.bytes();
      return true;
    }
    if (id == 10 && kind == ThriftReader::record) {
      read_logical(thrift, scan, out);
      return true;
    }
    return take_integer(thrift, id, kind, places);
  });
  return out;
}

ParquetChunk read_chunk_meta(ThriftReader& thrift) {
  ParquetChunk out;
  int64_t codec = 0, size = 0, data = 0, dictionary = 0;
  const FieldTarget places[] = {
      {4, &codec}, {5, &out.values}, {7, &size}, {9, &data}, {11, &dictionary}};
  thrift.fields(
      [&](int64_t id, ThriftReader::Kind kind) { return take_integer(thrift, id, kind, places); });
  bool is_first = dictionary > 0 && dictionary < data;
  out.begin = static_cast<uint64_t>(is_first ? dictionary : data);
  out.size = static_cast<uint64_t>(size);
  out.codec = static_cast<int>(codec);
  return out;
}

ParquetGroup read_group(ThriftReader& thrift) {
  ParquetGroup out;
  thrift.fields([&](int64_t id, ThriftReader::Kind kind) {
    if (id == 3) return take_integer(thrift, id, kind, std::vector<FieldTarget>{{3, &out.rows}});
    if (id != 1 || kind != ThriftReader::list) return false;
    thrift.items([&](ThriftReader::Kind) {
      ParquetChunk chunk;
      thrift.fields([&](int64_t part, ThriftReader::Kind sort) {
        if (part != 3 || sort != ThriftReader::record) return false;
        chunk = read_chunk_meta(thrift);
        return true;
      });
      out.chunks.push_back(chunk);
    });
    return true;
  });
  return out;
}

// --- columns --------------------------------------------------------------------------------

// Converted types 11 to 18 are UINT_8 … UINT_64, INT_8 … INT_64.
void add_int(const SchemaElement& leaf, ParquetColumn& out) {
  constexpr Dtype naturals[] = {Dtype::u8, Dtype::u16, Dtype::u32, Dtype::u64};
  constexpr Dtype integers[] = {Dtype::i8, Dtype::i16, Dtype::i32, Dtype::i64};
  bool is_wide = out.type == ParquetType::int64;
  int64_t bits = leaf.logical == 10 ? leaf.int_bits : is_wide ? 64 : 32;
  bool has_sign = leaf.is_signed;
  if (leaf.logical < 0 && leaf.converted >= 11 && leaf.converted <= 18) {
    bits = int64_t{8} << ((leaf.converted - 11) % 4);
    has_sign = leaf.converted >= 15;
  }
  size_t at = bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3;
  if (!is_wide) at = std::min<size_t>(at, 2);
  if (is_wide) at = 3;
  out.dtype = has_sign ? integers[at] : naturals[at];
}

void add_decimal(const SchemaElement& leaf, ParquetColumn& out) {
  constexpr int64_t widest = 16, max_digits = 38;
  out.width = leaf.width;
  out.dtype = Dtype::f64;
  out.is_decimal = true;
  bool is_int = out.type == ParquetType::int32 || out.type == ParquetType::int64;
  bool is_fixed = out.type == ParquetType::fixed && leaf.width <= widest;
  if (!is_int && !is_fixed) {
    out.refusal = "only decimals of a fixed width of at most 16 bytes are supported";
    out.is_bytes = out.type == ParquetType::fixed;
  } else if (leaf.scale < 0 || leaf.scale > max_digits) {
    out.refusal = str("decimals with ", leaf.scale, " digits after the point are not supported");
  }
  out.scale = static_cast<int>(std::clamp<int64_t>(leaf.scale, 0, max_digits));
}

void add_type(const SchemaElement& leaf, ParquetColumn& out) {
  out.type = static_cast<ParquetType>(leaf.type);
  if (leaf.logical == 5 || leaf.converted == 5) return add_decimal(leaf, out);
  switch (out.type) {
    case ParquetType::boolean: out.dtype = Dtype::boolean; return;
    case ParquetType::int32:
    case ParquetType::int64: return add_int(leaf, out);
    case ParquetType::int96: out.dtype = Dtype::i64; return;
    case ParquetType::real32: out.dtype = Dtype::f32; return;
    case ParquetType::real64: out.dtype = Dtype::f64; return;
    case ParquetType::bytes:
      out.is_text = leaf.logical == 1 || leaf.logical == 4 || leaf.logical == 12 ||
                    leaf.converted == 0 || leaf.converted == 4 || leaf.converted == 19;
      return;
    case ParquetType::fixed:
      out.width = leaf.width;
      out.is_bytes = leaf.logical != 15 || leaf.width != 2;
      out.dtype = Dtype::f16;
      return;
  }
}

// Traverses the schema, which is the list of the nodes of a tree in depth-first order.
class Schema {
 public:
  Schema(std::vector<SchemaElement> elements, const FileLocation& whence)
      : elements_(std::move(elements)), whence_(whence) {}

  std::vector<ParquetColumn> columns() {
    whence_.need(!elements_.empty(), "the schema is missing");
    at_ = 1;
    for (int64_t i = 0; i < elements_[0].children; ++i) visit({}, GroupRole::field, 0);
    whence_.need(at_ == elements_.size(), "the schema is inconsistent");
    std::map<std::string_view, int> seen;
    for (const ParquetColumn& column : out_) ++seen[column.name];
    for (ParquetColumn& column : out_) {
      if (seen[column.name] > 1) column.refusal = "the name is not unique";
    }
    return std::move(out_);
  }

 private:
  // Role of a group in its parent: a field, or a level in the encoding of a list or a map, whose
  // name is not part of the column's name: `a.list.element`, `m.key_value`.
  enum class GroupRole : uint8_t { field, of_list, of_map, element };

  static GroupRole part_below(const SchemaElement& here, GroupRole part) {
    if (here.logical == 3 || here.converted == 3) return GroupRole::of_list;
    if (here.logical == 2 || here.converted == 1 || here.converted == 2) {
      return part == GroupRole::of_map ? GroupRole::field : GroupRole::of_map;
    }
    bool holds_element = part == GroupRole::of_list && here.children == 1;
    return holds_element ? GroupRole::element : GroupRole::field;
  }

  void visit(ParquetColumn above, GroupRole part, int depth) {
    constexpr int deepest = 64;
    bool is_there = at_ < elements_.size() && depth < deepest;
    whence_.need(is_there, "the schema is inconsistent");
    const SchemaElement& here = elements_[at_++];
    bool is_group = here.type < 0 || here.children > 0;
    if (here.repetition != required) ++above.max_defined;
    if (part == GroupRole::field) above.name += (above.name.empty() ? "" : ".") + here.name;
    if (here.repetition == repeated) {
      ++above.max_repeated;
      above.list_defined.push_back(above.max_defined);
    }
    if (!is_group) return leaf(here, std::move(above));
    for (int64_t i = 0; i < here.children; ++i) visit(above, part_below(here, part), depth + 1);
  }

  void leaf(const SchemaElement& here, ParquetColumn column) {
    whence_.need(here.type >= 0 && here.type <= 7,
                 str("column ", column.name, " has an unknown type"));
    whence_.need(first_bad(column.name) == column.name.size(), "the name of a column is not UTF-8");
    bool has_width = here.type != 7 || (here.width > 0 && here.width < int64_t{1} << 24);
    whence_.need(has_width, str("column ", column.name, " has values of ", here.width,
                                " bytes, expected 1 to 2^24 - 1"));
    add_type(here, column);
    out_.push_back(std::move(column));
  }

  std::vector<SchemaElement> elements_;
  const FileLocation& whence_;
  size_t at_ = 0;
  std::vector<ParquetColumn> out_;
};

}  // namespace

ParquetMeta parquet_meta(std::string_view footer, const FileLocation& whence) {
  ByteCursor scan(footer, whence);
  ThriftReader thrift(scan);
  ParquetMeta out;
  std::vector<SchemaElement> elements;
  bool is_encrypted = false;
  thrift.fields([&](int64_t id, ThriftReader::Kind kind) {
    is_encrypted = is_encrypted || id == 8;
    if (kind != ThriftReader::list || (id != 2 && id != 4)) return false;
    thrift.items([&](ThriftReader::Kind) {
      if (id == 2) {
        elements.push_back(read_element(thrift, scan));
      } else {
        out.groups.push_back(read_group(thrift));
      }
    });
    return true;
  });
  whence.need(!is_encrypted, "the file is encrypted");
  out.columns = Schema(std::move(elements), whence).columns();
  for (const ParquetGroup& group : out.groups) {
    whence.need(group.chunks.size() == out.columns.size(),
                "the number of columns of a row group differs from the schema");
    whence.need(group.rows >= 0, "the number of rows of a row group is negative");
  }
  return out;
}

}  // namespace rille
