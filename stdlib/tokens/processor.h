// Processor: what is put around the tokens of texts.
#pragma once

#include <memory>
#include <vector>

#include "stdlib/tokens/encoding.h"
#include "stdlib/tokens/reading.h"

namespace rille {

class TokenProcessor {
 public:
  virtual ~TokenProcessor() = default;
  // One encoding or two; they are joined when all is done.
  virtual std::vector<TokenEncoding> run(std::vector<TokenEncoding> texts, bool special) const = 0;
  // How many tokens it puts in.
  virtual size_t added(bool is_pair) const = 0;
};
using TokenProcessorRef = std::unique_ptr<const TokenProcessor>;

TokenProcessorRef read_processor(const JsonPart& from);  // null of null

}  // namespace rille
