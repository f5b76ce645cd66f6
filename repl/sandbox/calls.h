// seccomp: which system calls a process can make, from now on.
#pragma once

#include <string>

namespace rille {

// Whether the kernel filters calls and this program knows those of the machine.
bool can_restrict_calls();

// From now on only the calls that computing, threads and open files need are made; all others fail
// with EPERM: no new process, no program, no socket (unless `net`: of IPv4 and IPv6), no memory
// that is written and run, no signal to another process, no tracing, no mounts, no change of
// identity. `ruleset`: a ruleset of Landlock that can still be enforced; -1: none. Needs
// PR_SET_NO_NEW_PRIVS. "" or what failed.
std::string restrict_calls(bool net, int ruleset);

}  // namespace rille
