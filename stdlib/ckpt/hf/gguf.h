// hub_model_of_gguf: a GGUF file as a model of the Hub.
#pragma once

#include <memory>
#include <string>

#include "stdlib/ckpt/checkpoint.h"

namespace rille {

// The arrays of a GGUF file under the names of transformers, with the rows of queries and keys in
// the order of transformers. Arrays without such a name keep their own.
struct HubModel {
  Value config;  // the contents of config.json, as far as the metadata defines them
  std::unique_ptr<Checkpoint> weights;
  bool holds_whole = false;  // whether norm scales include the 1 that the Hub subtracts
};
// error[value] if the architecture of the file is not supported.
HubModel hub_model_of_gguf(const std::string& path);

}  // namespace rille
