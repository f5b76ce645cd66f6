// seccomp: restricts the system calls of the process.
#pragma once

#include <string>

namespace rille {

// Returns whether the kernel supports seccomp filters and this program has a filter for the
// architecture.
bool can_restrict_calls();

// Restricts the process, irrevocably, to the calls that computing, threads, and files need. All
// others fail with EPERM: new processes, programs, sockets (except, with `net`, IPv4 and IPv6),
// memory that is both writable and executable, signals to other processes, tracing, mounts, and
// changes of identity. `ruleset` is a Landlock ruleset that can still be enforced, or -1. Requires
// PR_SET_NO_NEW_PRIVS. Returns "" or the error.
std::string restrict_calls(bool net, int ruleset);

}  // namespace rille
