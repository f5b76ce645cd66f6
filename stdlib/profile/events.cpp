// Events: protocol buffers of tensorboard.Event and Summary.
//
// Fields are in ascending order and zeros are omitted, as protobuf writes them.
#include "stdlib/profile/events.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "stdlib/bytes/crc32c.h"
#include "stdlib/bytes/scan.h"

namespace rille::profile {
namespace {

// Numbers of fields and of enumeration values: event.proto, summary.proto, tensor.proto,
// tensor_shape.proto, types.proto, and plugin_data.proto of the plugin `hparams`.
constexpr uint64_t event_time = 1, event_step = 2, event_version = 3, event_summary = 5;
constexpr uint64_t summary_value = 1;
constexpr uint64_t value_tag = 1, value_scalar = 2, value_tensor = 8, value_metadata = 9;
constexpr uint64_t metadata_plugin = 1, plugin_name = 1, plugin_content = 2;
constexpr uint64_t tensor_dtype = 1, tensor_shape = 2, tensor_content = 4, tensor_string = 8;
constexpr uint64_t shape_axis = 2, axis_size = 1;
constexpr uint64_t dtype_float = 1, dtype_double = 2, dtype_string = 7;
constexpr uint64_t session_start = 3, session_end = 4;
constexpr uint64_t start_parameter = 1, start_time = 5;
constexpr uint64_t end_status = 1, end_time = 2, status_success = 1;
constexpr uint64_t entry_key = 1, entry_value = 2;
constexpr uint64_t value_number = 2, value_string = 3, value_bool = 4;

void put_double(std::string& out, uint64_t number, double x) {
  put_varint(out, number << 3 | 1);
  put_little(out, std::bit_cast<uint64_t>(x), sizeof x);
}

// The float nearest to x. The conversion of a double beyond the range is undefined in C++.
float rounded_to_float(double x) {
  constexpr double beyond = 0x1.ffffffp127;  // rounds to 2^128, which f32 lacks
  if (std::isnan(x)) return std::numeric_limits<float>::quiet_NaN();
  if (std::abs(x) >= beyond) {
    return std::copysign(std::numeric_limits<float>::infinity(),
                         static_cast<float>(x > 0 ? 1 : -1));
  }
  double in_range = std::clamp<double>(x, std::numeric_limits<float>::lowest(),
                                       std::numeric_limits<float>::max());
  return static_cast<float>(in_range);
}

std::string message(uint64_t number, std::string_view bytes) {
  std::string out;
  put_field(out, number, bytes);
  return out;
}

std::string shape_message(std::span<const uint64_t> sizes) {
  std::string out;
  for (uint64_t size : sizes) {
    std::string axis;
    if (size > 0) put_field(axis, axis_size, size);
    put_field(out, shape_axis, axis);
  }
  return out;
}

std::string tensor_message(uint64_t dtype, std::span<const uint64_t> sizes) {
  std::string out;
  put_field(out, tensor_dtype, dtype);
  put_field(out, tensor_shape, shape_message(sizes));
  return out;
}

// A summary whose value is the encoded field `value`. `content` are the data of the plugin.
std::string summary_of(std::string_view tag, std::string_view value, std::string_view plugin,
                       std::string_view content = "") {
  std::string data = message(plugin_name, plugin);
  if (!content.empty()) put_field(data, plugin_content, content);
  std::string out = message(value_tag, tag);
  out += value;
  put_field(out, value_metadata, message(metadata_plugin, data));
  return out;
}

// A summary of the plugin `hparams`: the data are in the metadata, and the tensor is empty.
std::string session_summary(std::string_view tag, uint64_t number, std::string_view data) {
  constexpr uint64_t none[] = {0};
  std::string value = message(value_tensor, tensor_message(dtype_float, none));
  return summary_of(tag, value, "hparams", message(number, data));
}

std::string parameter_value(const HyperParameter& parameter) {
  std::string out;
  if (const bool* truth = std::get_if<bool>(&parameter.value)) {
    put_field(out, value_bool, uint64_t{*truth});
  } else if (const double* number = std::get_if<double>(&parameter.value)) {
    put_double(out, value_number, *number);
  } else {
    put_field(out, value_string, std::get<std::string>(parameter.value));
  }
  return out;
}

}  // namespace

std::string scalar_summary(std::string_view tag, double value) {
  std::string number;
  put_varint(number, value_scalar << 3 | 5);
  put_little(number, std::bit_cast<uint32_t>(rounded_to_float(value)), sizeof(float));
  return summary_of(tag, number, "scalars");
}

std::string histogram_summary(std::string_view tag, std::span<const HistogramBucket> buckets) {
  const uint64_t sizes[] = {buckets.size(), 3};
  std::string numbers;
  for (const HistogramBucket& bucket : buckets) {
    for (double x : {bucket.left, bucket.right, bucket.count}) {
      put_little(numbers, std::bit_cast<uint64_t>(x), sizeof x);
    }
  }
  std::string tensor = tensor_message(dtype_double, sizes);
  put_field(tensor, tensor_content, numbers);
  return summary_of(tag, message(value_tensor, tensor), "histograms");
}

std::string image_summary(std::string_view tag, const EncodedImages& images) {
  const uint64_t sizes[] = {images.files.size() + 2};
  std::string tensor = tensor_message(dtype_string, sizes);
  put_field(tensor, tensor_string, fmt::format("{}", images.width));
  put_field(tensor, tensor_string, fmt::format("{}", images.height));
  for (const std::string& file : images.files) put_field(tensor, tensor_string, file);
  return summary_of(tag, message(value_tensor, tensor), "images");
}

std::string text_summary(std::string_view tag, std::string_view text) {
  std::string tensor = tensor_message(dtype_string, {});
  put_field(tensor, tensor_string, text);
  return summary_of(tag, message(value_tensor, tensor), "text");
}

std::string session_start_summary(std::span<const HyperParameter> parameters, double time) {
  std::string data;
  for (const HyperParameter& parameter : parameters) {
    std::string entry = message(entry_key, parameter.name);
    put_field(entry, entry_value, parameter_value(parameter));
    put_field(data, start_parameter, entry);
  }
  put_double(data, start_time, time);
  return session_summary("_hparams_/session_start_info", session_start, data);
}

std::string session_end_summary(double time) {
  std::string data;
  put_field(data, end_status, status_success);
  put_double(data, end_time, time);
  return session_summary("_hparams_/session_end_info", session_end, data);
}

std::string version_event(double time) {
  std::string out;
  put_double(out, event_time, time);
  put_field(out, event_version, "brain.Event:2");
  return out;
}

std::string summary_event(double time, int64_t step, std::span<const std::string> summaries) {
  std::string all;
  for (const std::string& summary : summaries) put_field(all, summary_value, summary);
  std::string out;
  put_double(out, event_time, time);
  if (step != 0) put_field(out, event_step, static_cast<uint64_t>(step));
  put_field(out, event_summary, all);
  return out;
}

std::string tfrecord(std::string_view data) {
  std::string out;
  out.reserve(data.size() + 16);
  put_little(out, data.size(), 8);
  put_little(out, masked_crc32c(out), 4);
  out += data;
  put_little(out, masked_crc32c(data), 4);
  return out;
}

std::string event_file_name(int64_t seconds, std::string_view host, int64_t process, int attempt) {
  std::string name(host.empty() ? "localhost" : host);
  std::ranges::replace(name, '/', '_');
  std::string out = fmt::format("events.out.tfevents.{:010}.{}.{}.rille", seconds, name, process);
  return attempt == 0 ? out : fmt::format("{}.{}", out, attempt);
}

}  // namespace rille::profile
