// A GGUF file as the folder of the Hub that it was made of.
#pragma once

#include <memory>
#include <string>

#include "stdlib/ckpt/checkpoint.h"

namespace rille {

// The arrays of a GGUF file under the names that transformers has for them, and with the rows of
// queries and keys in its order; those that have no such name under their own.
struct HubModel {
  Value config;  // what config.json would say, as far as the file says it
  std::unique_ptr<Checkpoint> weights;
  bool holds_whole = false;  // scales that the Hub keeps less 1 are whole
};
// error[value] where the file is of an architecture that is not known.
HubModel hub_model_of_gguf(const std::string& path);

}  // namespace rille
