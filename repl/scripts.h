// Scripts: the files that a command is asked about.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rille {

class Session;  // repl/session.h

// A path that is no folder, whatever its ending; or of a folder, however deep, the regular files
// that are wanted, sorted. Left out are symbolic links, which may lead out of the folder, pipes and
// devices, and folders that may not be read. error[io] where a folder cannot be read for another
// reason, and for a path that is a pipe or a device, but for those of /dev and /proc.
using IsWanted = std::function<bool(const std::filesystem::path& file)>;
std::vector<std::string> files_under(const std::string& path, const IsWanted& is_wanted);

// All scripts under these paths, in their order; none, and the session shows the error, where a
// folder cannot be read.
std::optional<std::vector<std::string>> reported_scripts(Session& session,
                                                         const std::vector<std::string>& paths);

}  // namespace rille
