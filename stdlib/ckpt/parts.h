// Parts: one checkpoint of what several processes saved.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "stdlib/ckpt/safetensors.h"

namespace rille {

// The metadata of a step's parts and of its head, which has no arrays and is written last:
//   rille.parts    of the head: which files there are, and which box of which array is in each
//   rille.run      by whom a part or head was written: the parts of another run are none
//   rille.version  of the head: how often the step was saved before
//   box:NAME       of a part: where the array begins in the whole one, and the shape of that
inline constexpr std::string_view parts_mark = "rille.parts", run_mark = "rille.run",
                                  revision_mark = "rille.version", box_mark = "box:";

// Of the array at `start` within one of this shape, for box_mark.
std::string box_text(const Ints& start, const Ints& shape);

// The text for parts_mark, of the files of these names in the folder. error[value] where the boxes
// of an array overlap or leave something out, or where the files' names of arrays are not `names`.
std::string parts_text(const std::string& folder, const std::vector<std::string>& files,
                       std::vector<std::string> names);

// The checkpoint whose head is at `path`. Files are opened when something of theirs is read.
std::unique_ptr<Checkpoint> open_parts(const std::string& path, Words head);

// A file of ours as it is, its arrays without those of other files.
std::unique_ptr<Checkpoint> open_one_file(const std::string& path, Words* words = nullptr);

}  // namespace rille
