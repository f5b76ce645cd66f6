// Profiles: captures, and reports of their files.
#pragma once

#include <string>
#include <string_view>

#include "vm/state.h"

namespace rille {

// Opens a capture in a directory (stdlib/profile/capture.h). error[value] if one is open, error[io]
// if the directory cannot be written. `program` is the path of the script; `owner`, such as
// "`rille run --profile`", is named by the error of a script that stops the profile of another.
void start_profile(State& state, const std::string& directory, const std::string& program,
                   const std::string& owner);
// The owner of a capture that `rille profile PID` has requested.
inline constexpr std::string_view request_owner = "`rille profile PID`";
std::string profile_owner(State& state);  // of the open capture; "" if there is none
// Closes the capture of the State. error[value] if the State has no open capture.
struct FinishedProfile {
  std::string directory, journal;
};
FinishedProfile finish_profile(State& state);

// Writes the files that other tools read, on any thread.
struct ProfileRun {
  std::string directory;
  int64_t omitted = 0;  // events that the files for other tools lack, because there are too many
};
ProfileRun export_profile(const FinishedProfile& profile);

ProfileRun stop_profile(State& state);  // both

// The newest run in a directory of profiles, or the path itself if it is a run.
std::string latest_run(const std::string& path);
// What `rille profile` prints for a directory of profiles, or the page that it writes.
struct ReportOptions {
  int width = 100;
  bool has_color = false;
};
std::string profile_report(const std::string& path, const ReportOptions& options);
std::string profile_page(const std::string& path);
std::string profile_difference(const std::string& before, const std::string& after);

}  // namespace rille
