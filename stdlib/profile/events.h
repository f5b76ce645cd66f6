// Events: the messages and the framing of TensorBoard's files.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "stdlib/profile/histogram.h"

namespace rille::profile {

// A hyperparameter of a run.
struct HyperParameter {
  std::string name;
  std::variant<bool, double, std::string> value;
};

// A PNG file and its size in pixels. The images of one summary have the same size.
struct EncodedImages {
  int64_t width = 0, height = 0;
  std::vector<std::string> files = {};
};

// Summaries: serialized Summary.Value messages with the plugin that shows them. Scalars are stored
// as f32, which every reader of event files accepts.
std::string scalar_summary(std::string_view tag, double value);
std::string histogram_summary(std::string_view tag, std::span<const HistogramBucket> buckets);
std::string image_summary(std::string_view tag, const EncodedImages& images);
std::string text_summary(std::string_view tag, std::string_view text);
// The start of a run with these hyperparameters, and its end. Times are seconds since 1970.
std::string session_start_summary(std::span<const HyperParameter> parameters, double time);
std::string session_end_summary(double time);

// Events: serialized Event messages. The first event of a file is its version.
std::string version_event(double time);
std::string summary_event(double time, int64_t step, std::span<const std::string> summaries);

// A record of a TFRecord file: the length and the data, each with its checksum.
std::string tfrecord(std::string_view data);

// "events.out.tfevents.TIME.HOST.PID.rille", and for a later `attempt` its number at the end.
// TensorBoard reads the files of a directory in the order of their names, so TIME has ten digits.
std::string event_file_name(int64_t seconds, std::string_view host, int64_t process, int attempt);

}  // namespace rille::profile
