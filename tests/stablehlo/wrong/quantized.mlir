// error[syntax]: StableHLO: quantized types are not supported: export integers and scales
func.func @main() -> tensor<2x!quant.uniform<i8:f32, 0.5:10>> {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = stablehlo.uniform_quantize %0 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:10>>
  return %1 : tensor<2x!quant.uniform<i8:f32, 0.5:10>>
}
