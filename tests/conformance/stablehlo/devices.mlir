// A barrier of two values, and two devices that sum their rows.
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<i32>) -> (tensor<4xf32>, tensor<i32>) {
    %0:2 = stablehlo.optimization_barrier %a, %b : tensor<4xf32>, tensor<i32>
    %1 = sdy.sharding_constraint %0#0 <@mesh, [{"x"}]> : tensor<4xf32>
    %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%c: tensor<2xf32>) {
      %3 = "stablehlo.all_reduce"(%c) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %4 = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %4 : tensor<f32>
      }) : (tensor<2xf32>) -> tensor<2xf32>
      sdy.return %3 : tensor<2xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    return %2, %0#1 : tensor<4xf32>, tensor<i32>
  }
}
