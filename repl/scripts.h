// Scripts: the files that the arguments of a command mean.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rille {

class Session;  // repl/session.h

// Returns the path itself if it is not a directory, whatever its extension. For a directory,
// returns the wanted regular files in it, at any depth, sorted. Symbolic links, which may lead out
// of the directory, pipes, devices, and directories without read permission are skipped. Raises
// error[io] if a directory cannot be read for another reason, or if the path itself is a pipe or a
// device outside /dev and /proc.
using FileFilter = std::function<bool(const std::filesystem::path& file)>;
std::vector<std::string> files_under(const std::string& path, const FileFilter& is_wanted);

// Returns all scripts under these paths, in their order. If a path cannot be read, the session
// reports the error, and the result is nullopt.
std::optional<std::vector<std::string>> reported_scripts(Session& session,
                                                         const std::vector<std::string>& paths);

}  // namespace rille
