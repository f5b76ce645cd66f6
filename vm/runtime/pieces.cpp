// Pieces of texts and of chunks that Lua loads.
#include "vm/runtime/pieces.h"

#include <utility>

#include "vm/run/running.h"

namespace rille {
namespace {

class PieceReader {
 public:
  explicit PieceReader(LuaPieces pieces) : pieces_(std::move(pieces)) {}

  // If a stop interrupts the load, the text ends early, and Lua treats that as its end.
  static const char* next(lua_State* /*lua*/, void* self, size_t* size) {
    std::string_view piece = static_cast<PieceReader*>(self)->taken();
    *size = piece.size();
    return piece.data();
  }

  bool is_at_end() {
    while (at_ < pieces_.texts.size() && pieces_.texts[at_].empty()) ++at_;
    return at_ == pieces_.texts.size();
  }

 private:
  std::string_view taken() {
    if (is_at_end() || stopping()) return {};
    std::string_view& rest = pieces_.texts[at_];
    std::string_view out = rest.substr(0, pieces_.most);
    rest.remove_prefix(out.size());
    return out;
  }

  LuaPieces pieces_;
  size_t at_ = 0;
};

}  // namespace

int load_pieces(lua_State* lua, LuaPieces pieces, const char* name, const char* mode) {
  PieceReader reader(std::move(pieces));
  int status = lua_load(lua, PieceReader::next, &reader, name, mode);
  if (status != LUA_OK || !reader.is_at_end()) poll();
  return status;
}

}  // namespace rille
