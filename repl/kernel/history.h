// KernelHistory: the history of cells for frontends.
#pragma once

#include <string>
#include <vector>

#include "repl/kernel/xeus.h"
#include "repl/line/history.h"

namespace rille {

// Session 0 has the cells of earlier kernels, from a file next to the history of the prompt.
// Session 1 has the cells of this kernel.
class KernelHistory : public xeus::xhistory_manager {
 public:
  KernelHistory();

 private:
  struct HistoryEntry {
    int session, line;
    std::string text;
  };

  void configure_impl() override {}
  void store_inputs_impl(int session, int line, const std::string& input,
                         const std::string& output) override;
  Json get_tail_impl(int n, bool raw, bool output) const override;
  Json get_range_impl(int session, int start, int stop, bool raw, bool output) const override;
  Json search_impl(const std::string& pattern, bool raw, bool output, int n,
                   bool unique) const override;

  line::History file_;
  std::vector<HistoryEntry> entries_;
  int lines_ = 0;
};

}  // namespace rille
