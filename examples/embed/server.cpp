// A server loop in C++ that reloads the model when its file changes.
//
// Each line of standard input is a request: numbers that form rows of two. The response has a score for
// each row. usage: server MODEL.rille
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>

#include <rille/rille.hpp>

namespace {

using Score = std::vector<float>(rille::Value);

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The function `score` of the newest valid text of a file. The errors of an invalid text are shown once,
// and the previous function stays in use.
class Model {
 public:
  Model(rille::State state, std::string path) : state_(std::move(state)), path_(std::move(path)) {}

  const std::optional<rille::Function<Score>>& newest() {
    std::string text = contents(path_);
    if (text == text_) return score_;
    text_ = text;
    rille::Result<rille::Module> module = state_.load(path_, text);
    if (!module) return complain(module.error());
    auto score = module.value().function<Score>("score");
    if (!score) return complain(score.error());
    score_ = score.value();
    std::cout << "loaded" << std::endl;
    return score_;
  }

 private:
  const std::optional<rille::Function<Score>>& complain(const rille::Error& error) {
    std::cout << error.rendered() << std::endl;
    return score_;
  }

  rille::State state_;
  std::string path_, text_;
  std::optional<rille::Function<Score>> score_;
};

std::vector<float> numbers(const std::string& line) {
  std::istringstream words(line);
  return {std::istream_iterator<float>(words), {}};
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) return 2;
  rille::EngineOptions options;
#ifdef RILLE_PLUGINS  // with rille::static, the plugins are in another directory
  options.plugins = RILLE_PLUGINS;
#endif
  rille::Engine engine = rille::Engine::create(options).value();
  rille::Options wish{
      .grants = RILLE_GRANT_PRINT,
      .limits = {.memory_bytes = 512 << 20, .wall_s = 5},
      .write = [](std::string_view text) { std::cout << text; },
  };
  Model model(engine.state(wish).value(), words[1]);
  for (std::string line; std::getline(std::cin, line);) {
    const auto& score = model.newest();
    auto rows = std::make_shared<std::vector<float>>(numbers(line));
    int64_t n = static_cast<int64_t>(rows->size()) / 2;
    if (!score || rows->size() % 2 != 0) {
      std::cout << "no answer" << std::endl;
      continue;
    }
    // The numbers are not copied: the value keeps the vector.
    std::span<const float> all(*rows);
    rille::Result<std::vector<float>> out = (*score)(rille::Value::view(all, {n, 2}, rows));
    if (!out) {
      std::cout << out.error().rendered() << std::endl;
      continue;
    }
    for (float x : out.value()) std::printf("%.4f ", static_cast<double>(x));
    std::printf("\n");
    std::fflush(stdout);
  }
}
