// ckpt.list, ckpt.meta, ckpt.read: contents of a checkpoint.
#include <algorithm>

#include "stdlib/ckpt/checkpoint.h"
#include "vm/bind.h"
#include "vm/run/running.h"

namespace rille {
namespace {

Value shape_value(const Type& type) {
  Values out;
  for (int64_t extent : type.ints()) out.emplace_back(extent);
  return Value::tuple(std::move(out));
}

Values list(State& state, std::string path, std::optional<int64_t> step, std::string item) {
  Values out;
  std::unique_ptr<Checkpoint> checkpoint = open_checkpoint(path, {step, std::move(item)});
  for (const CheckpointEntry& entry : checkpoint->entries()) {
    poll();
    out.push_back(
        Value::record(state, {{"name", entry.name},
                              {"dtype", entry.is_foreign ? entry.stored : text(entry.type.dtype())},
                              {"shape", shape_value(entry.type)},
                              {"bytes", static_cast<int64_t>(entry.bytes)}}));
  }
  return out;
}

Value meta(std::string path, std::optional<int64_t> step, std::string item) {
  return open_checkpoint(path, {step, std::move(item)})->metadata().value_or(Value());
}

// The start or the end of a slice, clamped to the shape. Negative indices count from the end; nil
// selects the whole axis.
Ints corner(const Type& type, const std::optional<Ints>& given, bool is_stop, const char* name) {
  Ints out = is_stop ? type.ints() : Ints(type.shape().size(), 0);
  if (!given) return out;
  if (given->size() > out.size()) {
    throw Error(Code::shape, str("ckpt.read: `", name, "` has ", given->size(),
                                 " indices, expected at most ", out.size(), " for ", type));
  }
  Ints shape = type.ints();
  for (size_t axis = 0; axis < given->size(); ++axis) {
    int64_t at = (*given)[axis];
    out[axis] = std::clamp<int64_t>(at < 0 ? at + shape[axis] : at, 0, shape[axis]);
  }
  return out;
}

// NOLINTNEXTLINE(readability-function-size): the parameters of the builtin
Array read_array(std::string path, std::string name, std::optional<Ints> start,
                 std::optional<Ints> stop, std::optional<int64_t> step, std::string item) {
  std::unique_ptr<Checkpoint> checkpoint = open_checkpoint(path, {step, std::move(item)});
  int64_t found = find_entry(*checkpoint, name);
  if (found < 0) {
    throw Error(Code::io, str("\"", path, "\" has no array ", name))
        .help("`ckpt.list(path)` lists the names");
  }
  auto entry = static_cast<size_t>(found);
  if (!start && !stop) return checkpoint->read(entry);
  Type type = checkpoint->entries()[entry].type;
  Ints begin = corner(type, start, false, "start"), end = corner(type, stop, true, "stop");
  for (size_t axis = 0; axis < begin.size(); ++axis) end[axis] = std::max(begin[axis], end[axis]);
  return checkpoint->read_box(entry, begin, end);
}

}  // namespace

extern const Builtin ckpt_list_builtin = {
    .signature =
        "ckpt.list(path: str, step: int = nil, item: str = \"\") -> ((name = str, dtype = "
        "str, shape = tuple, bytes = int), ...)",
    .brief = "Lists the arrays of a checkpoint without reading them.",
    .params =
        {{"path", "Any path that `ckpt.load` accepts."},
         {"step", "Step to list in a directory of steps. If nil, the newest step is used."},
         {"item",
          "Name of the item in an Orbax step. If empty, the step has one tree without a name."}},
    .returns =
        "one record per array, sorted by name. A shared (aliased) array is stored and listed once. "
        "`bytes` is the stored size in the file. `dtype` is the dtype of the loaded array. If no "
        "dtype represents the elements, `dtype` is the name of the type in the file, such as "
        "\"mxfp4\" in GGUF, and this array cannot be loaded",
    .errors = "error[io] if the path is not a checkpoint",
    .example =
        "ckpt.save(\"model.safetensors\", (w = zeros((3, 2)),))\n"
        "ckpt.list(\"model.safetensors\")[0].shape  #> (3, 2)",
    .source = "ours",
    .call = bind<&list>,
    .purity = Purity::host,
};

extern const Builtin ckpt_meta_builtin = {
    .signature = "ckpt.meta(path: str, step: int = nil, item: str = \"\") -> any",
    .brief = "Returns the metadata that was saved with a checkpoint.",
    .params =
        {{"path", "Any path that `ckpt.load` accepts."},
         {"step", "Step to read in a directory of steps. If nil, the newest step is used."},
         {"item",
          "Name of the item in an Orbax step. If empty, the step has one tree without a name."}},
    .returns =
        "the value of `meta` after a round trip through JSON: objects become dicts, and lists "
        "become tuples. For a safetensors file of another program it is a dict of strings, and for "
        "GGUF a dict of its metadata. It is nil if the checkpoint has no metadata",
    .errors = "error[io] if the path is not a checkpoint",
    .example =
        "ckpt.save(\"model.safetensors\", zeros(3), meta = (epoch = 3, by = \"adam\"))\n"
        "ckpt.meta(\"model.safetensors\")[\"epoch\"]  #> 3",
    .source = "ours",
    .call = bind<&meta>,
    .purity = Purity::host,
};

extern const Builtin ckpt_read_builtin = {
    .signature =
        "ckpt.read(path: str, name: str, start: int or (int, ...) = nil, stop: int or "
        "(int, ...) = nil, step: int = nil, item: str = \"\") -> any[...]",
    .brief =
        "Reads one array of a checkpoint, or a slice of it. If the format allows that, only the "
        "chunks that overlap the slice are read.",
    .params =
        {{"path", "Any path that `ckpt.load` accepts."},
         {"name", "Name of the array, as `ckpt.list` returns it."},
         {"start",
          "First index of the slice, for each of the leading axes. Negative indices count from the "
          "end. If nil, the slice begins at index 0."},
         {"stop",
          "End of the slice, exclusive, for each of the leading axes. Negative indices count from "
          "the end. If nil, the slice extends to the end of each axis."},
         {"step", "Step to read in a directory of steps. If nil, the newest step is used."},
         {"item",
          "Name of the item in an Orbax step. If empty, the step has one tree without a name."}},
    .returns = "the slice x[start[0]:stop[0], start[1]:stop[1], …] of the array x",
    .errors =
        "error[io] if the path is not a checkpoint, has no array of that name, or is corrupted "
        "within the slice; error[shape] if `start` or `stop` has more indices than the array has "
        "axes",
    .example =
        "ckpt.save(\"model.safetensors\", (w = arange(10),))\n"
        "ckpt.read(\"model.safetensors\", \"w\", start = 2, stop = 5)  #> [2, 3, 4]",
    .source = "ours",
    .call = bind<&read_array>,
    .purity = Purity::host,
};

}  // namespace rille
