// Parts: one checkpoint, saved by several processes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "stdlib/ckpt/safetensors.h"

namespace rille {

// Metadata of the files of a step. A part is the file of one process; the head is an index file
// without arrays, which is written last:
//   rille.parts    in the head: the files, and the slice of each array in each file
//   rille.run      in both: identifies the run; parts of a different run are rejected
//   rille.version  in the head: how often the step was saved before
//   box:NAME       in a part: the start of the slice in the whole array, and the whole shape
inline constexpr std::string_view parts_mark = "rille.parts", run_mark = "rille.run",
                                  revision_mark = "rille.version", box_mark = "box:";

// The text for box_mark of a slice that begins at `start` in an array of shape `shape`.
std::string box_text(const Ints& start, const Ints& shape);

// The text for parts_mark of the named files in the directory. error[value] if the slices of an
// array overlap or leave a gap, or if the array names of the files differ from `names`.
std::string parts_text(const std::string& folder, const std::vector<std::string>& files,
                       std::vector<std::string> names);

// Opens the checkpoint whose head is at `path`. A part is opened when its first array is read.
std::unique_ptr<Checkpoint> open_parts(const std::string& path, MetadataMap head);

// Opens a single file, even if it is a part or a head, without the arrays of other files.
std::unique_ptr<Checkpoint> open_one_file(const std::string& path, MetadataMap* words = nullptr);

}  // namespace rille
