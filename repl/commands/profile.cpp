// rille profile: shows and compares profiles.
#include "stdlib/profile.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "repl/commands/command.h"
#include "repl/session.h"
#include "stdlib/file.h"
#include "stdlib/profile_socket.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

struct ProfileShowOptions {
  std::string path;  // a log directory, or the directory of a run
  std::string page;  // the file for the page; "" for text at the terminal
};

struct ProfileProcessOptions {
  int64_t pid = -1;
  double seconds = 5;
  std::string directory = "profile";
};

struct ProfileDiffOptions {
  std::string before, after;
};

// The width is that of the terminal, unless COLUMNS is set.
ReportOptions for_terminal() {
  winsize size{};
  bool is_terminal = ::isatty(STDOUT_FILENO) != 0;
  if (is_terminal) ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
  int columns = size.ws_col;
  if (const char* wanted = std::getenv("COLUMNS"); wanted != nullptr && std::atoi(wanted) > 0) {
    columns = std::atoi(wanted);
  }
  ReportOptions out{.has_color = is_terminal && std::getenv("NO_COLOR") == nullptr};
  if (columns > 0) out.width = std::clamp(columns, 60, 160);
  return out;
}

Status show_profile(const SharedOptions& shared, const ProfileShowOptions& options) {
  Session session(shared);
  return session.report(session.interpreter().act([&] {
    if (options.page.empty()) {
      std::fputs(profile_report(options.path, for_terminal()).c_str(), stdout);
    } else {
      write_file(options.page, profile_page(options.path));
    }
  }));
}

Status compare_profiles(const SharedOptions& shared, const ProfileDiffOptions& options) {
  Session session(shared);
  return session.report(session.interpreter().act(
      [&] { std::fputs(profile_difference(options.before, options.after).c_str(), stdout); }));
}

Status profile_process(const SharedOptions& shared, const ProfileProcessOptions& options) {
  Session session(shared);
  return session.report(session.interpreter().act([&] {
    std::string run = profile_of_process(options.pid, options.seconds, options.directory);
    std::fputs(profile_report(run, for_terminal()).c_str(), stdout);
    std::fprintf(stderr, "profile: %s\n", visible(run).c_str());
  }));
}

}  // namespace

void add_profile_command(CLI::App& app, Invocation& invocation) {
  auto* all =
      app.add_subcommand("profile", "show and compare profiles, or record a running process");
  all->require_subcommand(0, 1);
  auto process = std::make_shared<ProfileProcessOptions>();
  all->add_option("PID", process->pid, "a process of `rille run --profile-socket FILE`")
      ->check(CLI::Range(1, INT32_MAX));
  all->add_option("--seconds", process->seconds, "how long to record (default 5)");
  all->add_option("--dir", process->directory, "the log directory (default \"profile\")")
      ->check(not_empty);
  all->callback([all, process, &invocation] {
    if (!all->get_subcommands().empty()) return;
    if (process->pid < 0) throw CLI::RequiredError("PID, show, or diff");
    invocation.act = [process, &invocation] {
      return profile_process(invocation.shared, *process);
    };
  });
  auto shown = std::make_shared<ProfileShowOptions>();
  auto* show = all->add_subcommand("show", "show where the time and the memory of a run went");
  show->add_option("DIR", shown->path, "a log directory, or the directory of one run")->required();
  show->add_option("--html", shown->page, "write a self-contained page to this file")
      ->check(not_empty);
  set_act(*show, invocation,
          [shown, &invocation] { return show_profile(invocation.shared, *shown); });
  auto compared = std::make_shared<ProfileDiffOptions>();
  auto* diff = all->add_subcommand("diff", "show what became slower or faster between two runs");
  diff->add_option("BEFORE", compared->before, "a log directory, or a run")->required();
  diff->add_option("AFTER", compared->after, "a log directory, or a run")->required();
  set_act(*diff, invocation,
          [compared, &invocation] { return compare_profiles(invocation.shared, *compared); });
}

}  // namespace rille
