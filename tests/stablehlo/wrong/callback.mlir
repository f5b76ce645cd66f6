// error[type]: StableHLO: custom_call xla_ffi_python_cpu_callback is a callback into Python
func.func @main() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
