// Parts: a text of rows, cut where rows begin.
#pragma once

#include <vector>

#include "stdlib/data/csv/columns.h"

namespace rille {

// The parts of what stands from a place on, which is the beginning of a row. A text with quotes is
// one: its lines may lie in cells.
std::vector<CsvPart> parts_of(const CsvText& csv, size_t at, int64_t line);

}  // namespace rille
