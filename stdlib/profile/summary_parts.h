// The parts of a Summary, computed one by one.
#pragma once

#include <vector>

#include "stdlib/profile/summary.h"

namespace rille::profile {

// The share of a part in a whole; 0 if the whole is 0.
inline double ratio_of(double part, double whole) { return whole > 0 ? part / whole : 0; }

// Steps of the main thread, without their split and memory. `are_inferred` is set if they are calls
// of the compiled function that takes the most time, and not spans of category `step`.
std::vector<StepTime> steps_of(const Timeline& timeline, bool& are_inferred);

StepStatistics statistics_of(const std::vector<StepTime>& steps);

// The windows of the steps.
std::vector<Interval> windows_of(const std::vector<StepTime>& steps);

// The index of the window that contains `time`, or -1.
int window_at(const std::vector<Interval>& windows, int64_t time);

std::vector<KernelTime> kernels_of(const Timeline& timeline);

std::vector<LayerTime> layers_of(const Timeline& timeline, const std::vector<KernelTime>& kernels);

std::vector<LineTime> lines_of(const Timeline& timeline, const std::vector<Segment>& segments);

std::vector<CategoryTime> categories_of(const Timeline& timeline,
                                        const std::vector<Segment>& segments);

std::vector<LabelTime> input_stages_of(const Timeline& timeline,
                                       const std::vector<Segment>& segments);

std::vector<AnnotationTime> annotations_of(const Timeline& timeline);

std::vector<BackgroundTime> background_of(const Timeline& timeline);

// The functions of the main thread. Counts the traces and compilations of each step in `steps`.
std::vector<FunctionUse> functions_of(const Timeline& timeline,
                                      const std::vector<Segment>& segments,
                                      std::vector<StepTime>& steps);

// Sets StepTime::memory.
MemoryUse memory_of(const Timeline& timeline, std::vector<StepTime>& steps);

}  // namespace rille::profile
