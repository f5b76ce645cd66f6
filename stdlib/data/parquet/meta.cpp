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

struct Element {
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
bool take_integer(Thrift& thrift, int64_t id, Thrift::Kind kind, const Places& places) {
  for (const auto& [number, to] : places) {
    if (number != id || kind < Thrift::i16 || kind > Thrift::i64) continue;
    *to = thrift.integer();
    return true;
  }
  return false;
}
using Place = std::pair<int64_t, int64_t*>;

void read_logical(Thrift& thrift, Scan& scan, Element& out) {
  thrift.fields([&](int64_t id, Thrift::Kind kind) {
    out.logical = id;
    if ((id != 5 && id != 10) || kind != Thrift::record) return false;
    if (id == 5) {
      const Place scale[] = {{1, &out.scale}};
      thrift.fields(
          [&](int64_t part, Thrift::Kind sort) { return take_integer(thrift, part, sort, scale); });
      return true;
    }
    thrift.fields([&](int64_t part, Thrift::Kind sort) {
      if (part == 1 && sort == Thrift::i8) {
        out.int_bits = scan.byte();
        return true;
      }
      if (part == 2) out.is_signed = sort == Thrift::yes;
      return false;
    });
    return true;
  });
}

Element read_element(Thrift& thrift, Scan& scan) {
  Element out;
  const Place places[] = {{1, &out.type},     {2, &out.width},     {3, &out.repetition},
                          {5, &out.children}, {6, &out.converted}, {7, &out.scale}};
  thrift.fields([&](int64_t id, Thrift::Kind kind) {
    if (id == 4 && kind == Thrift::text) {
      out.name = thrift.bytes();
      return true;
    }
    if (id == 10 && kind == Thrift::record) {
      read_logical(thrift, scan, out);
      return true;
    }
    return take_integer(thrift, id, kind, places);
  });
  return out;
}

ParquetChunk read_chunk_meta(Thrift& thrift) {
  ParquetChunk out;
  int64_t codec = 0, size = 0, data = 0, dictionary = 0;
  const Place places[] = {{4, &codec}, {5, &out.values}, {7, &size}, {9, &data}, {11, &dictionary}};
  thrift.fields(
      [&](int64_t id, Thrift::Kind kind) { return take_integer(thrift, id, kind, places); });
  bool is_first = dictionary > 0 && dictionary < data;
  out.begin = static_cast<uint64_t>(is_first ? dictionary : data);
  out.size = static_cast<uint64_t>(size);
  out.codec = static_cast<int>(codec);
  return out;
}

ParquetGroup read_group(Thrift& thrift) {
  ParquetGroup out;
  thrift.fields([&](int64_t id, Thrift::Kind kind) {
    if (id == 3) return take_integer(thrift, id, kind, std::vector<Place>{{3, &out.rows}});
    if (id != 1 || kind != Thrift::list) return false;
    thrift.items([&](Thrift::Kind) {
      ParquetChunk chunk;
      thrift.fields([&](int64_t part, Thrift::Kind sort) {
        if (part != 3 || sort != Thrift::record) return false;
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
void add_int(const Element& leaf, ParquetColumn& out) {
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

void add_decimal(const Element& leaf, ParquetColumn& out) {
  constexpr int64_t widest = 16, most_digits = 38;
  out.width = leaf.width;
  out.dtype = Dtype::f64;
  out.is_decimal = true;
  bool is_int = out.type == ParquetType::int32 || out.type == ParquetType::int64;
  bool is_fixed = out.type == ParquetType::fixed && leaf.width <= widest;
  if (!is_int && !is_fixed) {
    out.refusal = "only decimals of a fixed width of at most 16 bytes are supported";
    out.is_bytes = out.type == ParquetType::fixed;
  } else if (leaf.scale < 0 || leaf.scale > most_digits) {
    out.refusal = str("decimals with ", leaf.scale, " digits after the point are not supported");
  }
  out.scale = static_cast<int>(std::clamp<int64_t>(leaf.scale, 0, most_digits));
}

void add_type(const Element& leaf, ParquetColumn& out) {
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
  Schema(std::vector<Element> elements, const Whence& whence)
      : elements_(std::move(elements)), whence_(whence) {}

  std::vector<ParquetColumn> columns() {
    whence_.need(!elements_.empty(), "the schema is missing");
    at_ = 1;
    for (int64_t i = 0; i < elements_[0].children; ++i) visit({}, Part::field, 0);
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
  enum class Part : uint8_t { field, of_list, of_map, element };

  static Part part_below(const Element& here, Part part) {
    if (here.logical == 3 || here.converted == 3) return Part::of_list;
    if (here.logical == 2 || here.converted == 1 || here.converted == 2) {
      return part == Part::of_map ? Part::field : Part::of_map;
    }
    bool holds_element = part == Part::of_list && here.children == 1;
    return holds_element ? Part::element : Part::field;
  }

  void visit(ParquetColumn above, Part part, int depth) {
    constexpr int deepest = 64;
    bool is_there = at_ < elements_.size() && depth < deepest;
    whence_.need(is_there, "the schema is inconsistent");
    const Element& here = elements_[at_++];
    bool is_group = here.type < 0 || here.children > 0;
    if (here.repetition != required) ++above.most_defined;
    if (part == Part::field) above.name += (above.name.empty() ? "" : ".") + here.name;
    if (here.repetition == repeated) {
      ++above.most_repeated;
      above.list_defined.push_back(above.most_defined);
    }
    if (!is_group) return leaf(here, std::move(above));
    for (int64_t i = 0; i < here.children; ++i) visit(above, part_below(here, part), depth + 1);
  }

  void leaf(const Element& here, ParquetColumn column) {
    whence_.need(here.type >= 0 && here.type <= 7,
                 str("column ", column.name, " has an unknown type"));
    whence_.need(first_bad(column.name) == column.name.size(), "the name of a column is not UTF-8");
    bool has_width = here.type != 7 || (here.width > 0 && here.width < int64_t{1} << 24);
    whence_.need(has_width, str("column ", column.name, " has values of ", here.width,
                                " bytes, expected 1 to 2^24 - 1"));
    add_type(here, column);
    out_.push_back(std::move(column));
  }

  std::vector<Element> elements_;
  const Whence& whence_;
  size_t at_ = 0;
  std::vector<ParquetColumn> out_;
};

}  // namespace

ParquetMeta parquet_meta(std::string_view footer, const Whence& whence) {
  Scan scan(footer, whence);
  Thrift thrift(scan);
  ParquetMeta out;
  std::vector<Element> elements;
  bool is_encrypted = false;
  thrift.fields([&](int64_t id, Thrift::Kind kind) {
    is_encrypted = is_encrypted || id == 8;
    if (kind != Thrift::list || (id != 2 && id != 4)) return false;
    thrift.items([&](Thrift::Kind) {
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
