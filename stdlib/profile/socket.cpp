// The server and the client of profiles on demand.
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <optional>
#include <thread>

#include "stdlib/file/descriptor.h"
#include "stdlib/profile.h"
#include "stdlib/profile_socket.h"
#include "vm/run/post.h"
#include "vm/run/running.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

// A request is one line: "profile SECONDS DIR". The answer is "ok DIR" or "error CODE MESSAGE".
constexpr size_t max_line = 16 * 1024;
constexpr double max_seconds = 3600;
// How long a script may stay in one builtin before the request fails.
constexpr std::chrono::seconds patience{30};
// How long a client may take to send its request.
constexpr std::chrono::seconds request_time{5};
constexpr int slice_ms = 100;

// "$XDG_RUNTIME_DIR/rille", or "/tmp/rille-UID".
std::string socket_folder() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  bool is_set = runtime != nullptr && runtime[0] == '/';
  return is_set ? str(runtime, "/rille") : str("/tmp/rille-", geteuid());
}

// Creates the directory, or checks that it belongs to the user and that no other user can enter it.
void make_private(const std::string& folder) {
  struct stat info{};
  bool is_new = mkdir(folder.c_str(), 0700) == 0;
  if (!is_new && errno != EEXIST) {
    throw Error(Code::io, str("cannot create \"", visible(folder), "\": ", std::strerror(errno)));
  }
  bool is_own = lstat(folder.c_str(), &info) == 0 && S_ISDIR(info.st_mode) &&
                info.st_uid == geteuid() && (info.st_mode & 077) == 0;
  if (is_own) return;
  throw Error(Code::io, str("\"", visible(folder), "\" is open to other users"))
      .help("the sockets of profiles need a directory of mode 0700 that belongs to you");
}

sockaddr_un address_of(int64_t pid) {
  sockaddr_un out{.sun_family = AF_UNIX, .sun_path = {}};
  std::string path = str(socket_folder(), "/", pid, ".socket");
  if (path.size() >= sizeof out.sun_path) {
    throw Error(Code::io, str("the path of the socket is too long: \"", visible(path), "\""));
  }
  std::memcpy(out.sun_path, path.c_str(), path.size() + 1);
  return out;
}

const sockaddr* plain(const sockaddr_un& address) {
  return reinterpret_cast<const sockaddr*>(&address);
}

bool send_line(int to, const std::string& text) {
  std::string line = text;
  std::ranges::replace(line, '\n', ' ');
  line += '\n';
  for (size_t at = 0; at < line.size();) {
    ssize_t sent = send(to, line.data() + at, line.size() - at, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    at += static_cast<size_t>(sent);
  }
  return true;
}

// The next line without its end; none if the other side closes before, or sends too much, or if
// `goes_on`, which is called at least every 100 ms, returns false.
template <class F>
std::optional<std::string> receive_line(int from, const F& goes_on) {
  std::string out;
  for (char c = 0; out.size() < max_line;) {
    if (!goes_on()) return std::nullopt;
    pollfd one{from, POLLIN, 0};
    if (::poll(&one, 1, slice_ms) <= 0) continue;
    ssize_t got = recv(from, &c, 1, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    if (c == '\n') return out;
    out += c;
  }
  return std::nullopt;
}

bool is_closed(int socket) {
  pollfd one{socket, 0, 0};
  return ::poll(&one, 1, 0) > 0 && (one.revents & (POLLHUP | POLLERR)) != 0;
}

bool is_same_user(int socket) {
  ucred peer{};
  socklen_t size = sizeof peer;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
}

// The words of a line: the first ones without spaces, the last one with them.
std::vector<std::string> line_words(const std::string& line, size_t count) {
  std::vector<std::string> out;
  size_t at = 0;
  while (out.size() + 1 < count) {
    size_t end = line.find(' ', at);
    if (end == line.npos) break;
    out.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  out.push_back(line.substr(at));
  return out;
}

double seconds_of(const std::string& word) {
  double out = 0;
  auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), out);
  bool is_number = failed == std::errc() && end == word.data() + word.size();
  if (is_number && out > 0 && out <= max_seconds) return out;
  throw Error(Code::value,
              str("a profile takes more than 0 and at most 3600 seconds, got ", visible(word)));
}

}  // namespace

// The thread that answers requests. What changes the State runs on the thread of the State, by
// post(); after `ends_`, the destructor does it there.
class ProfileServer::Worker {
 public:
  Worker(State& state, std::string program) : state_(state), program_(std::move(program)) {
    make_private(socket_folder());
    address_ = address_of(getpid());
    wake_ = Descriptor(eventfd(0, EFD_CLOEXEC));
    socket_ = Descriptor(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    unlink(address_.sun_path);  // of a process that had this number before
    bool listens = !socket_.none() && bind(*socket_, plain(address_), sizeof address_) == 0 &&
                   listen(*socket_, 4) == 0;
    if (!listens) {
      throw Error(Code::io, str("cannot listen for requests of profiles: ", std::strerror(errno)));
    }
    thread_ = std::thread([this] { serve(); });
  }

  ~Worker() {
    {
      std::lock_guard guard(mutex_);
      ends_ = true;
      if (is_recording_) finish();
    }
    changed_.notify_all();
    uint64_t one = 1;
    [[maybe_unused]] ssize_t written = write(*wake_, &one, sizeof one);
    thread_.join();
    unlink(address_.sun_path);
    *alive_ = false;
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

 private:
  using Time = std::chrono::time_point<std::chrono::steady_clock, std::chrono::duration<double>>;

  void serve() {
    while (true) {
      pollfd both[2] = {{*socket_, POLLIN, 0}, {*wake_, POLLIN, 0}};
      if (::poll(both, 2, -1) < 0 && errno != EINTR) return;
      if (both[1].revents != 0) return;
      if (both[0].revents == 0) continue;
      Descriptor client(accept4(*socket_, nullptr, nullptr, SOCK_CLOEXEC));
      if (client.none() || !is_same_user(*client)) continue;
      auto until = std::chrono::steady_clock::now() + request_time;
      auto goes_on = [&] { return !is_over() && std::chrono::steady_clock::now() < until; };
      if (std::optional<std::string> line = receive_line(*client, goes_on))
        send_line(*client, answer(*line, *client));
    }
  }

  bool is_over() {
    std::lock_guard guard(mutex_);
    return ends_;
  }

  std::string answer(const std::string& line, int client) {
    try {
      std::vector<std::string> words = line_words(line, 3);
      if (words.size() < 3 || words[0] != "profile") {
        throw Error(Code::value, "the request is not known");
      }
      double seconds = seconds_of(words[1]);
      FinishedProfile done = record(seconds, words[2], client);
      return str("ok ", export_profile(done).directory);
    } catch (const Error& error) {
      return str("error ", name(error.code()), " ", error.what());
    } catch (const std::exception& error) {
      return str("error io ", error.what());
    }
  }

  // The recording ends early if the client is gone.
  FinishedProfile record(double seconds, const std::string& directory, int client) {
    std::unique_lock guard(mutex_);
    failure_.reset();
    finished_.reset();
    bool is_started = on_script(guard, [this, directory] {
      start_profile(state_, directory, program_, std::string(request_owner));
      is_recording_ = true;
    });
    if (failure_) throw Error(*failure_);
    if (!is_started || ends_) return ended();
    auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    while (!ends_ && std::chrono::steady_clock::now() < until && !is_closed(client)) {
      auto slice = std::chrono::steady_clock::now() + std::chrono::milliseconds(slice_ms);
      changed_.wait_until(guard, std::min<Time>(slice, until), [&] { return ends_; });
    }
    if (!ends_) on_script(guard, [this] { finish(); });
    return ended();
  }

  FinishedProfile ended() const {
    if (failure_) throw Error(*failure_);
    if (finished_) return *finished_;
    throw Error(Code::io,
                ends_ ? "the program ended" : "the program stayed in one operation for 30 seconds");
  }

  // Under the lock, on the thread of the State.
  void finish() {
    is_recording_ = false;
    try {
      finished_ = finish_profile(state_);
    } catch (const Error& error) {
      failure_ = error;
    }
  }

  // Runs a function on the thread of the State, under the lock; waits for it. A function that has
  // not begun in time does not run.
  template <class F>
  bool on_script(std::unique_lock<std::mutex>& guard, F f) {
    uint64_t number = ++posted_;
    post(state_, [this, alive = alive_, number, f] {
      if (!*alive) return;
      std::lock_guard guard(mutex_);
      if (ends_ || posted_ != number) return;
      try {
        f();
      } catch (const Error& error) {
        failure_ = error;
      }
      done_ = number;
      changed_.notify_all();
    });
    changed_.wait_for(guard, patience, [&] { return done_ == number || ends_; });
    if (done_ != number) ++posted_;
    return done_ == number;
  }

  State& state_;
  std::string program_;
  sockaddr_un address_{};
  Descriptor wake_ = Descriptor(-1), socket_ = Descriptor(-1);
  // Read and written on the thread of the State: posts may run after this object.
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  std::mutex mutex_;  // protects the fields below
  std::condition_variable changed_;
  bool ends_ = false, is_recording_ = false;
  uint64_t posted_ = 0, done_ = 0;
  std::optional<FinishedProfile> finished_;
  std::optional<Error> failure_;
  std::thread thread_;
};

ProfileServer::ProfileServer(State& state, std::string program)
    : worker_(std::make_unique<Worker>(state, std::move(program))) {}
ProfileServer::~ProfileServer() = default;

std::string profile_of_process(int64_t pid, double seconds, const std::string& directory) {
  sockaddr_un address = address_of(pid);
  Descriptor server(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (server.none() || connect(*server, plain(address), sizeof address) != 0) {
    throw Error(Code::io, str("process ", pid,
                              " does not accept requests of profiles: ", std::strerror(errno)))
        .help("start it with `rille run --profile-socket FILE`");
  }
  if (directory.empty()) throw Error(Code::value, "the log directory of a profile has no name");
  if (directory.find('\n') != directory.npos) {
    throw Error(Code::value, "the name of the log directory has a line break");
  }
  std::string path = std::filesystem::absolute(directory).string();
  if (!is_same_user(*server)) throw Error(Code::io, "the process belongs to another user");
  std::optional<std::string> answer;
  auto goes_on = [] {
    poll();  // Ctrl-C ends the wait, and the recording
    return true;
  };
  if (send_line(*server, str("profile ", seconds, " ", path)))
    answer = receive_line(*server, goes_on);
  if (!answer) throw Error(Code::io, str("process ", pid, " ended before it answered"));
  std::vector<std::string> words = line_words(*answer, 2);
  if (words[0] == "ok" && words.size() == 2) return words[1];
  words = line_words(*answer, 3);
  throw Error(words.size() == 3 && words[1] == "value" ? Code::value : Code::io,
              str("process ", pid, ": ", words.back()));
}

}  // namespace rille
