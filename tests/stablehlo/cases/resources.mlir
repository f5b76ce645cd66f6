// Constants whose bytes stand behind the module, as MLIR prints large ones; sizes as operands.
module {
  func.func @forward() -> tensor<2x3xf32> {
    %w = stablehlo.constant dense_resource<w> : tensor<2x3xf32>
    %one = "stablehlo.constant"() <{value = dense_resource<one.2> : tensor<f32>}> : () -> tensor<f32>
    %c = arith.constant dense<2.0> : tensor<f32>
    %sizes = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
    %twos = stablehlo.dynamic_broadcast_in_dim %c, %sizes, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<2x3xf32>
    %ones = "stablehlo.dynamic_broadcast_in_dim"(%one, %sizes) {broadcast_dimensions = array<i64>} : (tensor<f32>, tensor<2xi32>) -> tensor<2x3xf32>
    %a = stablehlo.multiply %w, %twos : tensor<2x3xf32>
    %b = stablehlo.add %a, %ones : tensor<2x3xf32>
    check.expect_eq_const %b, dense<[[3.0, 5.0, 7.0], [9.0, 11.0, 13.0]]> : tensor<2x3xf32>
    %turned = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %d = stablehlo.dynamic_reshape %b, %turned : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<3x2xf32>
    check.expect_eq_const %d, dense<[[3.0, 5.0], [7.0, 9.0], [11.0, 13.0]]> : tensor<3x2xf32>
    %e = stablehlo.dynamic_iota %turned, dim = 0 : (tensor<2xi64>) -> tensor<3x2xi32>
    check.expect_eq_const %e, dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xi32>
    return %b : tensor<2x3xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      one.2: "0x040000000000803F",
      w: "0x040000000000803F0000004000004040000080400000A0400000C040"
    }
  }
#-}
