// Profiles of a running process, on demand from another one.
#pragma once

#include <memory>
#include <string>

#include "vm/state.h"

namespace rille {

// Listens on a socket in a directory that only the user can enter, and records profiles of a State
// for other processes of this user. Construct and destroy it on the thread of the State, while the
// State exists; a profile that is being recorded ends then. error[io] if it cannot listen.
class ProfileServer {
 public:
  ProfileServer(State& state, std::string program);
  ~ProfileServer();
  ProfileServer(const ProfileServer&) = delete;
  ProfileServer& operator=(const ProfileServer&) = delete;

 private:
  class Worker;
  std::unique_ptr<Worker> worker_;
};

// Asks the process `pid` for a profile of some seconds. Returns the directory of the run, a new one
// in the log directory. error[io] if the process does not listen, or ends before it answers; the
// errors of the process as it reports them.
std::string profile_of_process(int64_t pid, double seconds, const std::string& directory);

}  // namespace rille
