// Metadata of zarr version 3: zarr.json.
#include <algorithm>
#include <numeric>

#include "stdlib/ckpt/zarr/meta.h"

namespace rille {
namespace {

constexpr int deepest = 4;  // maximum depth of nested shards

// Returns the reason why the chunks cannot be read, or "".
std::string read_codecs(ChunkLayout& form, const JsonCursor& codecs, int depth);

std::optional<JsonCursor> configuration(const JsonCursor& codec) {
  if (codec.is_string()) return {};
  return codec.find("configuration");
}

std::string name_of(const JsonCursor& at) {
  return at.is_string() ? at.string() : at["name"].string();
}

// Reads the list of codecs: array-to-array codecs (transpose), then one array-to-bytes codec
// (bytes, sharding_indexed), then bytes-to-bytes codecs.
class CodecReader {
 public:
  CodecReader(ChunkLayout& form, int depth) : form_(form), depth_(depth) {}

  void take(const JsonCursor& codec) {
    std::string name = name_of(codec);
    auto settings = configuration(codec);
    if (name == "transpose" || name == "bytes" || name == "sharding_indexed") {
      codec.need(!has_bytes_, str("is ", name, ", expected a bytes-to-bytes codec"));
    } else if (packing_of(name)) {
      codec.need(has_bytes_, str("is ", name, ", expected an array-to-bytes codec before it"));
    }
    if (name == "transpose") return transpose(codec["configuration"]["order"]);
    has_bytes_ = true;
    if (name == "bytes") return read_bytes(settings);
    if (name == "sharding_indexed") return read_shard(codec["configuration"]);
    auto packing = packing_of(name);
    if (packing) {
      form_.packings.push_back(*packing);
    } else {
      why_ = str("the codec ", name, " is not supported");
    }
  }
  bool has_bytes() const { return has_bytes_; }
  const std::string& why() const { return why_; }

 private:
  static std::optional<Compression> packing_of(std::string_view name) {
    if (name == "zstd") return Compression::zstd;
    if (name == "gzip") return Compression::gzip;
    if (name == "blosc") return Compression::blosc;
    if (name == "crc32c") return Compression::sum;
    return {};
  }

  // Axis i of the stored chunk is axis order[i] of the input.
  void transpose(const JsonCursor& order) {
    std::vector<int> seen(form_.order.size(), 0), next;
    order.need(order.is_string() || order.items().size() == seen.size(),
               "must list each axis once");
    if (order.is_string()) {
      order.need(order.string() == "F" || order.string() == "C",
                 str("is ", order.string(), ", expected C or F"));
      if (order.string() == "F") std::ranges::reverse(form_.order);
      return;
    }
    for (const JsonCursor& item : order.items()) {
      int64_t axis = item.integer();
      bool is_new = axis >= 0 && axis < std::ssize(seen) && seen[static_cast<size_t>(axis)]++ == 0;
      item.need(is_new, "is not an axis, or is listed twice");
      next.push_back(form_.order[static_cast<size_t>(axis)]);
    }
    form_.order = std::move(next);
  }

  void read_bytes(const std::optional<JsonCursor>& settings) {
    auto endian = settings ? settings->find("endian") : std::nullopt;
    if (!endian) return;
    const std::string& word = endian->string();
    endian->need(word == "little" || word == "big", str("is ", word, ", expected little or big"));
    form_.is_big_endian = word == "big";
  }

  void read_shard(const JsonCursor& settings) {
    settings.need(depth_ < deepest, str("exceeds the maximum depth of ", deepest, " shards"));
    bool is_plain = std::ranges::is_sorted(form_.order);
    settings.need(is_plain, "transposes the axes of a shard, which is not supported");
    auto shard = std::make_shared<Shard>();
    shard->inner.dtype = form_.dtype;
    shard->inner.shape = settings["chunk_shape"].sizes(1);
    settings.need(shard->inner.shape.size() == form_.shape.size(),
                  "has chunks whose rank differs from that of the shard");
    for (size_t i = 0; i < form_.shape.size(); ++i) {
      bool divides = form_.shape[i] % shard->inner.shape[i] == 0;
      settings.need(divides, "has chunks that do not divide the shard");
    }
    why_ = read_codecs(shard->inner, settings["codecs"], depth_ + 1);
    if (auto place = settings.find("index_location")) {
      const std::string& word = place->string();
      place->need(word == "end" || word == "start", str("is ", word, ", expected start or end"));
      shard->index_at_end = word == "end";
    }
    ChunkLayout index{.dtype = Dtype::u64};
    std::string why = read_codecs(index, settings["index_codecs"], deepest);
    settings.need(why.empty(), str("has an index that cannot be read: ", why));
    settings.need(!index.is_big_endian, "has a big-endian index, which is not supported");
    for (Compression packing : index.packings) {
      settings.need(packing == Compression::sum, "has a compressed index, which is not supported");
    }
    shard->index = index.packings;
    form_.shard = shard;
  }

  ChunkLayout& form_;
  int depth_;
  bool has_bytes_ = false;
  std::string why_ = {};
};

std::string read_codecs(ChunkLayout& form, const JsonCursor& codecs, int depth) {
  form.order.resize(form.shape.size());
  std::iota(form.order.begin(), form.order.end(), 0);
  CodecReader reader(form, depth);
  for (const JsonCursor& codec : codecs.items()) reader.take(codec);
  codecs.need(reader.has_bytes() || !reader.why().empty(), "have no array-to-bytes codec");
  return reader.why();
}

void read_names(ZarrMetadata& out, const JsonCursor& root) {
  JsonCursor encoding = root["chunk_key_encoding"];
  std::string name = name_of(encoding);
  bool is_default = name == "default";
  encoding.need(is_default || name == "v2", str("is ", name, ", expected default or v2"));
  out.between = is_default ? '/' : '.';
  auto settings = configuration(encoding);
  if (auto word = settings ? settings->find("separator") : std::nullopt) {
    word->need(word->string() == "." || word->string() == "/",
               str("is ", word->string(), ", expected . or /"));
    out.between = word->string()[0];
  }
  if (is_default) out.before = str("c", out.between);
}

}  // namespace

ZarrMetadata read_zarr3(std::string_view text, const FileLocation& whence) {
  Value value = json_of(text, whence);
  JsonCursor root(value, whence);
  root.need(root["zarr_format"].integer() == 3, "must have zarr_format 3");
  const std::string& node = root["node_type"].string();
  root.need(node == "array", str("has node_type ", node, ", expected array"));
  ZarrMetadata out;
  out.is_third = true;
  out.shape = root["shape"].sizes(0);
  JsonCursor grid = root["chunk_grid"];
  grid.need(name_of(grid) == "regular", "is not regular");
  out.chunk.shape = grid["configuration"]["chunk_shape"].sizes(1);
  JsonCursor dtype = root["data_type"];
  std::string word = name_of(dtype);
  std::optional<Dtype> known = dtype.is_string() ? zarr_dtype(word) : std::nullopt;
  out.chunk.dtype = known.value_or(Dtype::u8);
  if (!known) out.word = word;
  if (auto turns = root.find("storage_transformers"); turns && !turns->is_null()) {
    turns->need(turns->items().empty(), "are not supported");
  }
  check_zarr(out, whence);
  out.unread = read_codecs(out.chunk, root["codecs"], 0);
  read_names(out, root);
  out.fill = known ? fill_bytes(out.chunk.dtype, root["fill_value"]) : std::string(1, '\0');
  return out;
}

std::string zarr3_text(const Type& type) {
  Dtype dtype = type.dtype();
  std::string_view fill = dtype == Dtype::boolean ? "false" : is_complex(dtype) ? "[0.0,0.0]" : "0";
  if (is_float(dtype)) fill = "0.0";
  std::string chunk = list_text(chunk_sizes(type));
  return str(
      "{\"chunk_grid\":{\"configuration\":{\"chunk_shape\":", chunk,
      "},\"name\":\"regular\"},\"chunk_key_encoding\":{\"name\":\"default\"},\"codecs\":[{"
      "\"configuration\":{\"chunk_shape\":",
      chunk,
      ",\"codecs\":[{\"configuration\":{\"endian\":\"little\"},\"name\":\"bytes\"},{"
      "\"configuration\":{\"level\":3},\"name\":\"zstd\"}],\"index_codecs\":[{\"configuration\":{"
      "\"endian\":\"little\"},\"name\":\"bytes\"},{\"name\":\"crc32c\"}],\"index_location\":"
      "\"end\"},\"name\":\"sharding_indexed\"}],\"data_type\":\"",
      zarr_name(dtype), "\",\"fill_value\":", fill,
      ",\"node_type\":\"array\",\"shape\":", list_text(stored_sizes(type)), ",\"zarr_format\":3}");
}

}  // namespace rille
