// Parts: splits a CSV text at the start of rows.
#pragma once

#include <vector>

#include "stdlib/data/csv/columns.h"

namespace rille {

// Splits the text from the byte `at`, which must be the start of a row. A text with quotes is one
// part, since its line endings may be inside of cells.
std::vector<CsvChunk> parts_of(const CsvText& csv, size_t at, int64_t line);

}  // namespace rille
