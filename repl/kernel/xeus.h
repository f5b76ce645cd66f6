// Xeus: the only file that includes its headers.
#pragma once

#include <nlohmann/json.hpp>
#include <xeus/xhelper.hpp>
#include <xeus/xhistory_manager.hpp>
#include <xeus/xinput.hpp>
#include <xeus/xinterpreter.hpp>
#include <xeus/xkernel.hpp>
#include <xeus/xkernel_configuration.hpp>
#include <xeus/xlogger.hpp>
#include <xeus/xserver_shell_main.hpp>

namespace rille {

using Json = nlohmann::json;

}  // namespace rille
