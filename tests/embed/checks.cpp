// What rille.h and rille.hpp promise, from outside.
//
// usage: checks FOLDER
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <rille/rille.hpp>
#include <thread>

#include "outside.h"

namespace {

int passed = 0, failed = 0;
std::string folder;

void check(bool holds, const std::string& what) {
  holds ? ++passed : ++failed;
  if (!holds) std::fprintf(stderr, "FAILED: %s\n", what.c_str());
}

template <class T>
void same(const T& got, const T& wanted, const std::string& what) {
  check(got == wanted, what);
}

// An error of the kind, whose message holds the word.
template <class T>
void fails(const rille::Result<T>& result, std::string_view kind, std::string_view word,
           const std::string& what) {
  bool is_right = !result && result.error().kind() == kind &&
                  result.error().message().find(word) != std::string_view::npos;
  check(is_right, what + (result ? ": no error" : ": " + std::string(result.error().rendered())));
}

const rille::Engine& engine() {
  static const rille::Engine one = [] {
    rille::EngineOptions options;
#ifdef RILLE_PLUGINS
    options.plugins = RILLE_PLUGINS;
#endif
    options.cache = "";
    return rille::Engine::create(options).value();
  }();
  return one;
}

rille::State with(rille::Options options) { return engine().state(std::move(options)).value(); }

void values_cross() {
  rille::State state = with({});
  rille::Module m = state
                        .load("m", R"(
    fn same(x) = x
    fn parts(r) = (r.a, r.b, len(r))
    struct Pair { left, right }
    fn pair(a, b) = Pair(a, b)
  )")
                        .value();
  auto back = m.function<rille::Value(rille::Value)>("same").value();
  same(back(rille::Value(true)).value().as<bool>().value(), true, "bools cross");
  same(back(rille::Value(int64_t{1} << 60)).value().as<int64_t>().value(), int64_t{1} << 60,
       "ints");
  same(back(rille::Value(0.1)).value().as<double>().value(), 0.1, "floats");
  same(back("a\xc3\xa9").value().as<std::string>().value(), std::string("a\xc3\xa9"), "strings");
  check(back(rille::Value()).value().is_nil(), "nil");
  fails(rille::Value::from_dlpack(nullptr, true), "misuse", "NULL", "NULL is told");
  std::vector<double> numbers{1, 2, 3};
  same(back(numbers).value().as<std::vector<double>>().value(), numbers, "vectors");
  fails(back(numbers).value().as<std::vector<float>>(), "dtype", "other", "elements are checked");
  rille::Value record = state.record({{"b", 2}, {"a", 1.5}}).value();
  rille::Value parts = m.function<rille::Value(rille::Value)>("parts").value()(record).value();
  same(parts.text(), std::string("(1.5, 2, 2)"), "records");
  same(std::string(record.name(0)), std::string("a"), "records are in order of names");
  rille::Value dict = rille::Value::dict({{"z", 1}, {"a", rille::Value::tuple(2, "x")}});
  same(back(dict).value()["a"].value()[1].value().as<std::string>().value(), std::string("x"),
       "dicts of tuples");
  same(std::string(back(dict).value().name(0)), std::string("z"), "dicts keep their order");
  auto pair = m.function<rille::Value(int, int)>("pair").value()(3, 4).value();
  same(pair[0].value().as<int>().value(), 3, "items by their numbers, the first one too");
  same(pair["right"].value().as<int>().value(), 4, "instances have fields");
  fails(pair["up"], "name", "up", "a field that is not there");
  fails(pair[9], "index", "9", "an item that is not there");
  fails(rille::Value(300).as<int8_t>(), "value", "300", "what does not fit");
  fails(m.get("gone"), "name", "gone", "a name that is not there");
  fails(m.function<int()>("nothing"), "name", "nothing", "a function that is not there");
  rille::Value complex(std::vector<std::complex<float>>{{1, 2}});
  same(back(complex).value().as<std::vector<std::complex<float>>>().value()[0],
       std::complex<float>(1, 2), "complex");
}

void errors_are_values() {
  rille::State state = with({});
  auto bad = state.load("mlp.rille", "let a = 1\nlet b = [1.0, 2.0] @ [1.0]\n");
  fails(bad, "shape", "matmul", "a run that fails");
  same(bad.error().line(), 2, "the line is told");
  same(std::string(bad.error().file()), std::string("mlp.rille"), "and the file");
  check(bad.error().rendered().find("^") != std::string_view::npos, "carets are shown");
  auto two = state.load("two", "let a = x1\nlet b = y1\n");
  check(two.error().rendered().find("y1") != std::string_view::npos, "all faults are shown");
  try {
    (void)bad.value();
    check(false, "value() throws");
  } catch (const rille::Failure& failure) {
    same(failure.error().line(), 2, "value() throws the error");
  }
  same(state.eval("1 + 1").value().as<int>().value(), 2, "the state lives on");
  state.eval("let kept = 20").value();
  same(state.eval("kept + 1").value().as<int>().value(), 21, "lines of a prompt see earlier ones");
}

void limits_have_errors_of_their_own() {
  rille::State state = with({.grants = RILLE_GRANT_PRINT});
  rille::Module m = state
                        .load("limits", R"(
    proc spin() { var i = 0; while true { i += 1 } }
    proc fill() { var all = (); while true { push(&all, ones(100000)) } }
    proc talk() { while true { print("words") } }
    fn deeper(n) = 1 + deeper(n + 1)
    fn deep() = deeper(0)
    fn chain(y, n) = if n == 0 { y } else { chain(sin(y), n - 1) }
    proc trace() = jit(x => chain(x, 100))(ones(3))
    fn long(x) { var y = x; for i in 0..300 { y = (y + i) |> sort |> cumsum }; y }
    proc compile() = jit(long)(ones(50))
    fn fine() = sum(ones(10))
  )")
                        .value();
  auto run = [&](const char* name, rille::Limits limits) {
    state.set_limits(limits).value();
    auto out = m.function<rille::Value()>(name).value()();
    state.set_limits({}).value();
    same(m.function<double()>("fine").value()().value(), 10.0, std::string(name) + ": lives on");
    return out;
  };
  fails(run("spin", {.wall_s = 0.1}), "limit", "time limit", "wall");
  fails(run("spin", {.cpu_s = 0.1}), "limit", "CPU", "CPU");
  fails(run("fill", {.memory_bytes = 64 << 20}), "memory", "limit", "memory");
  fails(run("talk", {.output_bytes = 1000}), "limit", "output", "output");
  fails(run("deep", {.depth = 1000}), "limit", "recursion depth", "depth");
  fails(run("trace", {.trace_nodes = 50}), "limit", "traced operations", "trace nodes");
  fails(run("compile", {.compile_s = 0.001}), "limit", "compile time", "compile time");
  fails(state.set_limits({.wall_s = -1}), "value", "time", "a limit below 0");
}

void interrupts_come_from_any_thread(bool by_signal) {
  rille::State state = with({.stop_signal = by_signal});
  rille::Module m = state
                        .load("stops", R"(
    proc spin() { var i = 0; while true { i += 1 } }
    proc kernels() { var x = ones((300, 300)); while true { x = x @ x * 0.001 } }
    proc caught() { while true { try(() => spin()) } }
    fn one() = 1
  )")
                        .value();
  std::string way = by_signal ? "by signal: " : "by looking: ";
  for (const char* name : {"spin", "kernels", "caught"}) {
    auto f = m.function<rille::Value()>(name).value();
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      state.interrupt("enough");
    });
    std::clock_t start = std::clock();  // of the processor, whatever else the machine does
    rille::Result<rille::Value> out = f();
    std::clock_t took = std::clock() - start;
    other.join();
    fails(out, "interrupt", "enough", way + name);
    check(took < 5 * CLOCKS_PER_SEC, way + name + " ends soon");
    same(m.function<int()>("one").value()().value(), 1, way + "the state lives on");
  }
  state.interrupt("before");
  fails(m.function<int()>("one").value()(), "interrupt", "before",
        way + "what comes before a call");
  same(m.function<int()>("one").value()().value(), 1, way + "counts once");
}

void grants_are_given_one_by_one() {
  std::string inside = folder + "/inside", beside = folder + "/secret.txt";
  std::ofstream(beside) << "secret";
  std::ofstream(inside + "/open.txt") << "open";
  (void)!symlink("../secret.txt", (inside + "/link.txt").c_str());
  auto tells = [&](uint32_t grants, const std::string& line) {
    rille::State state = with({.grants = grants, .root = inside, .write = [](std::string_view) {}});
    return state.eval(line);
  };
  auto needs = [&](uint32_t grant, const std::string& line, std::string_view word) {
    fails(tells(~grant, line), "io", word, line + " without its grant");
    check(static_cast<bool>(tells(grant, line)), line + " with its grant");
  };
  needs(RILLE_GRANT_PRINT, "print(1)", "output");
  needs(RILLE_GRANT_CLOCK, "io.now()", "clock");
  needs(RILLE_GRANT_CLOCK, "io.monotonic()", "clock");
  needs(RILLE_GRANT_ENVIRONMENT, "io.env(\"HOME\")", "environment");
  needs(RILLE_GRANT_FILES, "io.read(\"" + inside + "/open.txt\")", "files");
  needs(RILLE_GRANT_FILES, "io.write(\"" + inside + "/new.txt\", \"x\")", "files");
  needs(RILLE_GRANT_FILES, "io.list(\"" + inside + "\")", "files");
  needs(RILLE_GRANT_FILES, "[x == \"open\" for x in data.lines(\"" + inside + "/open.txt\")]",
        "files");
  fails(tells(~uint32_t{RILLE_GRANT_NET}, "io.read(\"https://localhost:1/x\")"), "io", "net",
        "URLs");
  fails(tells(~uint32_t{RILLE_GRANT_INPUT}, "io.input()"), "io", "input", "standard input");
  for (const std::string& line : ways_to_files_outside(inside, beside)) {
    fails(tells(~0u, line), "io", "granted", "outside of the root: " + line);
  }
  for (const std::string& line : ways_out(inside, folder)) {
    fails(tells(~0u, line), "io", "", "out of the root: " + line);
  }
  for (const std::string& line : ways_through_outside(inside)) {
    fails(tells(~0u, line), "io", "granted", "through what lies outside: " + line);
  }
  RootByLink link(inside, folder + "/link-to-root");
  rille::State by_link = with({.grants = ~0u, .root = link.path});
  check(static_cast<bool>(by_link.eval(link.line)), "a root that is named by a link");
  check(is_nothing_made(folder), "nothing is made outside of the root");
  rille::State none = with({});
  fails(none.load("m", "import files\nprint(1)"), "io", "module", "no files, no modules");
}

void modules_come_from_the_host() {
  int asked = 0;
  rille::State state =
      with({.find_module = [&](const std::string& name) -> std::optional<std::string> {
        ++asked;
        if (name == "shapes") return "import units\nfn area(r) = units.square(r) * 3.0";
        if (name == "units") return "fn square(x) = x * x";
        if (name == "wrong") return "let x = [1.0] @ [1.0, 2.0]";
        return std::nullopt;
      }});
  auto m = state.load("main", "import shapes\nfn f(r) = shapes.area(r)").value();
  same(m.function<double(double)>("f").value()(2.0).value(), 12.0, "modules import modules");
  same(asked, 2, "each is asked for once");
  fails(state.load("main", "import nowhere\nnowhere.f()"), "io", "nowhere",
        "what the host has not");
  auto wrong = state.load("main", "import wrong\nlet y = wrong.x");
  fails(wrong, "shape", "matmul", "a module that fails");
  same(std::string(wrong.error().file()), std::string("wrong"), "names the module");
}

void functions_of_the_host_are_called() {
  rille::State state = with({});
  int seen = 0;
  state
      .define("weigh(x: f32[n], by: float = 2.0) -> f32[n]",
              [&](std::vector<float> x, double by) {
                ++seen;
                for (float& v : x) v *= static_cast<float>(by);
                return x;
              })
      .value();
  state.define(
           "half(x: number) -> number", [](double x) { return x / 2; }, rille::Purity::pure)
      .value();
  state.define("fall() -> nil", []() -> int { throw std::runtime_error("it fell"); }).value();
  state
      .define("again(n: int) -> int",
              [&](int n) -> rille::Value {
                return n == 0 ? rille::Value(0)
                              : state.eval("again(" + std::to_string(n - 1) + ") + 1").value();
              })
      .value();
  auto m = state
               .load("m", R"(
    proc f(x) = weigh(x)
    proc named(x) = weigh(x, by = 3.0)
    fn known(x) = jit(y => y * half(4.0))(x)
    fn traced(x) = jit(y => half(y))(x)
    proc falls() = fall()
    proc nests() = again(5)
  )")
               .value();
  std::vector<float> one{1, 2};
  using Vector = std::vector<float>;
  auto call = [&](const char* name) { return m.function<Vector(Vector)>(name).value()(one); };
  same(call("f").value(), Vector({2, 4}), "defaults are filled in");
  same(call("named").value(), Vector({3, 6}), "names are known");
  same(call("known").value(), Vector({2, 4}), "a pure one within jit, of what is known");
  fails(m.function<rille::Value(double)>("traced").value()(1.0), "trace", "half",
        "of what is traced");
  fails(m.function<int()>("falls").value()(), "value", "it fell", "what it throws is an error");
  same(m.function<int()>("nests").value()().value(), 5, "it may call the state again");
  fails(state.load("m", "fn pure(x) = weigh(x)"), "type", "weigh", "no proc in a fn");
  fails(state.eval("weigh(\"text\")"), "type", "weigh", "arguments are checked");
  fails(state.define("half(x) -> int", [](int) { return 1; }), "name", "half",
        "a name is used once");
  fails(state.define("sum(x) -> int", [](int) { return 1; }), "name", "sum",
        "the language's names");
  fails(state.define("2+", [] { return 1; }), "misuse", "signature", "what is no signature");
  state.define_value("limit", std::vector<float>{5, 6}).value();
  same(state.eval("sum(limit)").value().as<double>().value(), 11.0, "values are defined");
  same(seen, 2, "each call ran once");
}

void views_are_used_and_never_written() {
  rille::State state = with({});
  auto m = state
               .load("m", R"(
    fn mean_of(x) = mean(x)
    proc changed(x) { var y = x; y[0] = 100.0; y += 1; y }
    fn keep(x) = (kept = x)
    let jitted = jit(x => x * 2 + 1)
    fn twice(x) = jitted(x)
  )")
               .value();
  std::vector<float> mine(4096, 1.0f);
  auto alive = std::make_shared<int>(0);
  std::weak_ptr<int> watch = alive;
  rille::Value view = rille::Value::view(std::span<const float>(mine), {64, 64}, alive);
  alive.reset();
  same(view.elements<float>().value().data(), static_cast<const float*>(mine.data()), "no copy");
  auto call = [&](const char* name) {
    return m.function<rille::Value(rille::Value)>(name).value()(view).value();
  };
  same(call("mean_of").as<double>().value(), 1.0, "it is read");
  same(call("changed").as<std::vector<float>>().value()[0], 101.0f, "an update copies");
  same(call("twice").as<std::vector<float>>().value()[9], 3.0f, "kernels read it");
  check(std::ranges::all_of(mine, [](float x) { return x == 1.0f; }), "it is as it was");
  rille::Value kept = call("keep");
  view = rille::Value();
  check(!watch.expired(), "who keeps it keeps the memory");
  kept = rille::Value();
  for (int i = 0; i < 100 && !watch.expired(); ++i) state.eval("sum(ones(3000000))").value();
  check(watch.expired(), "then it is let go");
  // Not aligned to more than an element.
  std::vector<float> odd(10001, 2.0f);
  rille::Value part = rille::Value::view(std::span<const float>(odd).subspan(1), {100, 100});
  same(m.function<double(rille::Value)>("mean_of").value()(part).value(), 2.0, "any alignment");
}

struct Tensor {  // DLPack's, versioned
  uint32_t major, minor;
  void* context;
  void (*deleter)(Tensor*);
  uint64_t flags;
  void* data;
  int32_t device, number, rank;
  uint8_t code, bits;
  uint16_t lanes;
  int64_t *shape, *strides;
  uint64_t offset;
};

void tensors_cross_without_copies() {
  rille::State state = with({});
  std::vector<float> numbers(600, 1.5f);
  rille::Value value = rille::Value::array(std::span<const float>(numbers), {20, 30});
  auto* out = static_cast<Tensor*>(value.to_dlpack().value());
  const void* data = value.elements<float>().value().data();
  check(out->data == data && out->rank == 2 && out->shape[1] == 30 && out->strides[0] == 30,
        "a tensor of ours");
  check((out->flags & 1) != 0 && out->major == 1, "says that it is read-only");
  value = rille::Value();
  rille::Value back = rille::Value::from_dlpack(out, true).value();
  check(back.elements<float>().value().data() == data, "read-only ones are used where they stand");
  back = rille::Value();
  int ended = 0;
  int64_t shape[] = {2, 300}, strides[] = {1, 2};
  std::vector<float> theirs(600);
  for (size_t i = 0; i < theirs.size(); ++i) theirs[i] = static_cast<float>(i);
  Tensor tensor{1,      1,
                &ended, [](Tensor* self) { ++*static_cast<int*>(self->context); },
                0,      theirs.data(),
                1,      0,
                2,      2,
                32,     1,
                shape,  strides,
                0};
  rille::Value turned = rille::Value::from_dlpack(&tensor, true).value();
  check(turned.elements<float>().value()[1] == 2.0f && ended == 1, "other orders are copied");
  tensor.strides = nullptr;
  rille::Value copy = rille::Value::from_dlpack(&tensor, true).value();
  check(copy.elements<float>().value().data() != theirs.data() && ended == 2, "writable ones, too");
  rille::Value adopted = rille::Value::from_dlpack(&tensor, true, true).value();
  check(adopted.elements<float>().value().data() == theirs.data() && ended == 2, "unless adopted");
  adopted = rille::Value();
  same(ended, 3, "the deleter is called once each");
  tensor.device = 2;
  fails(rille::Value::from_dlpack(&tensor, true), "device", "kind 2", "other devices");
  tensor.device = 1, tensor.lanes = 4;
  fails(rille::Value::from_dlpack(&tensor, true), "dtype", "lanes", "other elements");
  tensor.lanes = 1, tensor.major = 2;
  fails(rille::Value::from_dlpack(&tensor, true), "misuse", "DLPack", "other versions");
  same(ended, 3, "what is refused stays the caller's");
}

void misuse_is_told() {
  rille::State state = with({}), other = with({});
  auto m = state.load("m", "proc spin() { while true { } }\nfn f(x) = x").value();
  auto f = m.function<rille::Value(rille::Value)>("f").value();
  auto spin = m.function<rille::Value()>("spin").value();
  std::thread busy([&] {
    while (spin().error().kind() == "misuse") std::this_thread::yield();
  });
  rille::Result<rille::Value> out = rille::Value();
  // A guard against hangs: how soon the other thread has begun is nobody's promise.
  auto until = std::chrono::steady_clock::now() + std::chrono::seconds(120);
  do {
    out = f(rille::Value(1));
  } while (out && std::chrono::steady_clock::now() < until);
  fails(out, "misuse", "another thread", "two threads in one state");
  state.interrupt();
  busy.join();
  check(static_cast<bool>(f(rille::Value(1))), "it goes on");
  fails(other.call(f.value(), {rille::Value(1)}), "misuse", "one state",
        "a function of another state");
  fails(state.call(rille::Value(3), {}), "misuse", "expected a function", "what is no function");
  rille_value* made = nullptr;
  rille_error* error = rille_array_copy(RILLE_F32, 99, nullptr, nullptr, &made);
  check(error != nullptr && std::string_view(rille_error_kind(error)) == "misuse", "wrong ranks");
  rille_error_free(error);
  rille_state_options small = RILLE_STATE_OPTIONS;
  small.size = offsetof(rille_state_options, write);  // a program that knew no `write`
  small.write = reinterpret_cast<void (*)(void*, const char*, size_t)>(1);
  rille_engine* engine = nullptr;
  rille_state* old = nullptr;
  rille_error_free(rille_engine_new(nullptr, &engine));
  error = rille_state_new(engine, &small, &old);
  check(error == nullptr && old != nullptr, "structs of older programs");
  rille_engine_free(engine);
  rille_value* one = nullptr;
  check(rille_eval(old, "2", 1, &one) == nullptr, "a state keeps its engine");
  rille_value_free(one);
  rille_state_free(old);
  small.size = 0;
  error = rille_state_new(nullptr, &small, &old);
  check(error != nullptr, "NULL engines");
  rille_error_free(error);
}

void states_end_while_they_run() {
  rille_engine* engine = nullptr;
  rille_state* state = nullptr;
  rille_error_free(rille_engine_new(nullptr, &engine));
  rille_error_free(rille_state_new(engine, nullptr, &state));
  std::atomic<bool> runs{false};
  std::thread busy([&] {
    rille_value* out = nullptr;
    runs = true;
    const char* text = "while true { }";
    rille_error* error = rille_eval(state, text, std::strlen(text), &out);
    check(error != nullptr && std::string_view(rille_error_kind(error)) == "interrupt",
          "what runs in a state that is freed is stopped");
    rille_error_free(error);
  });
  while (!runs) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  rille_state_free(state);
  busy.join();
  rille_engine_free(engine);
}

// What the process has that a library could change.
std::vector<std::string> process() {
  std::vector<std::string> out;
  for (int number = 1; number < SIGRTMAX; ++number) {
    struct sigaction action = {};
    if (sigaction(number, nullptr, &action) != 0) continue;
    out.push_back(std::to_string(number) + " " +
                  std::to_string(reinterpret_cast<uintptr_t>(action.sa_handler)));
  }
  out.emplace_back(setlocale(LC_ALL, nullptr));
  char here[4096];
  out.emplace_back(getcwd(here, sizeof here));
  return out;
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) return 2;
  folder = words[1];
  std::vector<std::string> before = process();
  values_cross();
  errors_are_values();
  limits_have_errors_of_their_own();
  interrupts_come_from_any_thread(false);
  grants_are_given_one_by_one();
  modules_come_from_the_host();
  functions_of_the_host_are_called();
  views_are_used_and_never_written();
  tensors_cross_without_copies();
  misuse_is_told();
  states_end_while_they_run();
  check(process() == before, "handlers of signals, locale, folder are as they were");
  interrupts_come_from_any_thread(true);
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}
