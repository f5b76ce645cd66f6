// write_files: a capture as files that other tools open.
#pragma once

#include <string>
#include <string_view>

#include "stdlib/profile/timeline.h"

namespace rille::profile {

// The name of the directory of a run, the time of its start in UTC: "2026_08_21_13_05_59".
std::string run_name(int64_t start_unix_ns);
// A stream of gzip without a time, so that equal contents give equal files.
std::string gzip(std::string_view bytes);

// Writes files into the directory of a run, which is LOGDIR/plugins/profile/RUN for XProf and
// TensorBoard, each atomically: HOST.xplane.pb, MODULE(ID).hlo_proto.pb for each module,
// HOST.trace.json.gz, and HOST.profile.pb.gz. Files that XProf derived from an earlier capture in
// this directory are removed, because XProf does not notice that they are out of date. error[io] if
// a file cannot be written.
void write_files(const Timeline& timeline, const std::string& run_directory);

}  // namespace rille::profile
