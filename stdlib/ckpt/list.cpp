// ckpt.list, ckpt.meta, ckpt.read: what is in a checkpoint.
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

// The numbers of an end of a box, negative ones from the back: nil is all.
Ints corner(const Type& type, const std::optional<Ints>& given, bool is_stop, const char* name) {
  Ints out = is_stop ? type.ints() : Ints(type.shape().size(), 0);
  if (!given) return out;
  if (given->size() > out.size()) {
    throw Error(Code::shape, str("ckpt.read: `", name, "` has ", given->size(), " numbers, ", type,
                                 " has ", out.size(), " axes"));
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
        .help("ckpt.list(path) shows the names that are there");
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
    .brief = "The arrays of a checkpoint, none of which is read.",
    .params = {{"path", "what `ckpt.load` takes"},
               {"step", "which of the steps in a folder; nil: the newest"},
               {"item", "which of the items of a step, in folders of Orbax"}},
    .returns =
        "sorted by name; an array that is stored once for several places is listed once, and "
        "`bytes` is its size in the file. `dtype` is that of the loaded array, or the file's own "
        "word (\"mxfp4\" of GGUF) where no dtype represents its elements and only this array "
        "cannot be "
        "loaded",
    .errors = "error[io] where the path is no checkpoint",
    .example =
        "ckpt.save(\"model.safetensors\", (w = zeros((3, 2)),))\n"
        "ckpt.list(\"model.safetensors\")[0].shape  #> (3, 2)",
    .source = "ours",
    .call = bind<&list>,
    .purity = Purity::host,
};

extern const Builtin ckpt_meta_builtin = {
    .signature = "ckpt.meta(path: str, step: int = nil, item: str = \"\") -> any",
    .brief = "The metadata that a checkpoint was saved with.",
    .params = {{"path", "what `ckpt.load` takes"},
               {"step", "which of the steps in a folder; nil: the newest"},
               {"item", "which of the items of a step, in folders of Orbax"}},
    .returns =
        "what JSON keeps of `meta`: objects as dicts, lists as tuples; of a safetensors file of "
        "another program a dict of its strings; nil if there is none",
    .errors = "error[io] where the path is no checkpoint",
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
    .brief = "One array of a checkpoint, or a box of it, of which alone bytes are read.",
    .params = {{"path", "what `ckpt.load` takes"},
               {"name", "as `ckpt.list` has it"},
               {"start",
                "where the box begins, a number for each of the first axes, negative ones "
                "from the end; nil: at the beginning"},
               {"stop", "where it ends; nil: at the end"},
               {"step", "which of the steps in a folder; nil: the newest"},
               {"item", "which of the items of a step, in folders of Orbax"}},
    .returns = "x[start[0]:stop[0], start[1]:stop[1], …] of the array x",
    .errors =
        "error[io] where the path is no checkpoint, has no such array or is damaged there; "
        "error[shape] where the box has more axes than the array",
    .example =
        "ckpt.save(\"model.safetensors\", (w = arange(10),))\n"
        "ckpt.read(\"model.safetensors\", \"w\", start = 2, stop = 5)  #> [2, 3, 4]",
    .source = "ours",
    .call = bind<&read_array>,
    .purity = Purity::host,
};

}  // namespace rille
