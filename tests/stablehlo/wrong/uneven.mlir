// error[shape]: StableHLO: f32[5] cannot be divided evenly among its devices
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main() -> tensor<5xf32> {
    %0 = stablehlo.constant dense<1.0> : tensor<5xf32>
    %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<2xf32>) {
      sdy.return %a : tensor<2xf32>
    } : (tensor<5xf32>) -> tensor<5xf32>
    return %1 : tensor<5xf32>
  }
}
