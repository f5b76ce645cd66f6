// Assignment of buffers: logical buffers, allocations, trace.
#include "stdlib/profile/hlo_buffers.h"

#include <algorithm>

namespace rille::profile {
namespace {

HloDefinition definition_of(size_t index, const ModuleBuffer& buffer,
                            const HloDefinitions& definitions) {
  bool is_scratch = buffer.node < 0;
  const std::vector<HloDefinition>& all = is_scratch ? definitions.scratch : definitions.nodes;
  size_t at = is_scratch ? index : static_cast<size_t>(buffer.node);
  return at < all.size() && all[at].instruction >= 0 ? all[at] : definitions.root;
}

// An xla.LogicalBufferProto. Ids are indices of buffers, from 1.
ProtoMessage logical_buffer(size_t index, const ModuleBuffer& buffer,
                            const HloDefinitions& definitions) {
  HloDefinition definition = definition_of(index, buffer, definitions);
  auto id = static_cast<int64_t>(index) + 1;
  ProtoMessage location;
  if (definition.tuple_index >= 0) {
    int64_t element = definition.tuple_index;
    location.packed(3, {&element, 1});
  }
  location.put(4, definition.instruction);
  return std::move(ProtoMessage().put(1, id).put(2, buffer.bytes).message(3, location));
}

ProtoMessage assigned_buffer(int64_t id, int64_t offset, int64_t bytes) {
  return std::move(ProtoMessage().put(1, id).put(2, offset).put(3, bytes));
}

// An xla.BufferAllocationProto for one buffer that is not in the arena.
ProtoMessage own_allocation(int64_t index, int64_t id, const ModuleBuffer& buffer,
                            const HloDefinitions& definitions) {
  ProtoMessage out;
  out.put(1, index).put(2, buffer.bytes);
  switch (buffer.home) {
    case ModuleBuffer::Home::param: {
      bool is_known = buffer.node >= 0 && buffer.node < static_cast<int>(definitions.params.size());
      int64_t number = is_known ? definitions.params[static_cast<size_t>(buffer.node)] : 0;
      out.put(5, 1).put(6, std::max<int64_t>(number, 0));
      break;
    }
    case ModuleBuffer::Home::result: out.put(7, 1); break;
    case ModuleBuffer::Home::constant: out.put(12, 1); break;
    case ModuleBuffer::Home::arena: break;
  }
  return std::move(out.message(9, assigned_buffer(id, 0, buffer.bytes)));
}

// An xla.HeapSimulatorTrace: the buffers of the arena begin before their first step, and end after
// their last one.
ProtoMessage arena_trace(const Module& module, const HloDefinitions& definitions) {
  auto steps = static_cast<int>(definitions.step_names.size());
  size_t slots = std::max<size_t>(definitions.step_names.size(), 1);
  std::vector<std::vector<int64_t>> begins(slots), ends(slots);
  for (size_t i = 0; i < module.buffers.size(); ++i) {
    const ModuleBuffer& buffer = module.buffers[i];
    if (buffer.home != ModuleBuffer::Home::arena) continue;
    int last_step = std::max(steps - 1, 0);
    int first = std::clamp(buffer.first, 0, last_step);
    int last = buffer.last < 0 ? last_step : std::clamp(buffer.last, first, last_step);
    begins[static_cast<size_t>(first)].push_back(static_cast<int64_t>(i) + 1);
    ends[static_cast<size_t>(last)].push_back(static_cast<int64_t>(i) + 1);
  }
  ProtoMessage out;
  auto put = [&](int64_t kind, int64_t id, size_t step) {
    ProtoMessage event;
    event.put(1, kind).put(2, id).text(3, definitions.computation);
    if (step < definitions.step_names.size()) event.text(4, definitions.step_names[step]);
    out.message(1, event);
  };
  for (size_t step = 0; step < slots; ++step) {
    for (int64_t id : begins[step]) put(0, id, step);
    for (int64_t id : ends[step]) put(1, id, step);
  }
  return out;
}

}  // namespace

ProtoMessage hlo_buffer_assignment(const Module& module, const HloDefinitions& definitions) {
  ProtoMessage logical, allocations, arena;
  arena.put(2, module.arena_bytes);
  int64_t index = 0;
  bool has_arena = false;
  for (size_t i = 0; i < module.buffers.size(); ++i) {
    const ModuleBuffer& buffer = module.buffers[i];
    auto id = static_cast<int64_t>(i) + 1;
    logical.message(1, logical_buffer(i, buffer, definitions));
    if (buffer.home == ModuleBuffer::Home::arena) {
      arena.message(9, assigned_buffer(id, buffer.offset, buffer.bytes));
      has_arena = true;
    } else {
      allocations.message(3, own_allocation(++index, id, buffer, definitions));
    }
  }
  ProtoMessage out;
  out.merge(logical);
  if (has_arena) out.message(3, arena);
  out.merge(allocations);
  if (has_arena) out.message(4, arena_trace(module, definitions));
  return out;
}

}  // namespace rille::profile
