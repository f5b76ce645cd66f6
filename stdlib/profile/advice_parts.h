// The findings of the advice, one by one.
#pragma once

#include <vector>

#include "stdlib/profile/advice.h"

namespace rille::profile {

// The capture and its summary, for a finding.
struct AdviceInput {
  const Timeline& timeline;
  const Summary& summary;

  // Time that is neither idle nor spent on compilation, ns. Such time does not depend on how long
  // the capture waits, or whether it includes the start of the program.
  double active() const;
};

void find_slow_input(const AdviceInput& in, std::vector<Advice>& out);
void find_recompilation(const AdviceInput& in, std::vector<Advice>& out);
void find_cold_cache(const AdviceInput& in, std::vector<Advice>& out);
void find_host_sync(const AdviceInput& in, std::vector<Advice>& out);
void find_eager_code(const AdviceInput& in, std::vector<Advice>& out);
void find_host_code(const AdviceInput& in, std::vector<Advice>& out);  // after the two above
void find_operand_order(const AdviceInput& in, std::vector<Advice>& out);
void find_single_thread(const AdviceInput& in, std::vector<Advice>& out);
void find_memory_leak(const AdviceInput& in, std::vector<Advice>& out);
void find_waits(const AdviceInput& in, std::vector<Advice>& out);  // checkpoints, garbage

// The functions that are compiled again and again.
std::vector<const FunctionUse*> recompiled_functions(const AdviceInput& in);

}  // namespace rille::profile
