// special.int4
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x03874C3FFBFC033E9C5547BFA423F2BE7911423FB082193FF7B63CBF7213453F055A793F663DC63C9789C8BEC6BD1DBF980112BFC99CF9BD3F4A1E3E23257CBE54A977BF601EFCBE1E5CEEBE375F37BF"> : tensor<5x4xf32>
    %out:1 = func.call @program(%in0) : (tensor<5x4xf32>) -> (tensor<5x4xi32>)
    %want0 = stablehlo.constant dense<"0x0400000001000000FEFFFFFFFFFFFFFF0400000003000000FEFFFFFF04000000050000000100000000000000FEFFFFFFFFFFFFFF010000000100000000000000FDFFFFFFFFFFFFFFFFFFFFFFFEFFFFFF"> : tensor<5x4xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x4xi32>, tensor<5x4xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x4xf32>) -> (tensor<5x4xi32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %1 = stablehlo.multiply %arg0, %0 : tensor<5x4xf32>
    %2 = stablehlo.convert %1 : (tensor<5x4xf32>) -> tensor<5x4xi4>
    %3 = stablehlo.convert %2 : (tensor<5x4xi4>) -> tensor<5x4xi32>
    %c = stablehlo.constant dense<1> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<5x4xi32>
    %5 = stablehlo.add %3, %4 : tensor<5x4xi32>
    return %5 : tensor<5x4xi32>
  }
}
// -----
// special.float8_e5m2
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x03874C3FFBFC033E9C5547BFA423F2BE7911423FB082193FF7B63CBF7213453F055A793F663DC63C9789C8BEC6BD1DBF980112BFC99CF9BD3F4A1E3E23257CBE54A977BF601EFCBE1E5CEEBE375F37BF"> : tensor<5x4xf32>
    %out:1 = func.call @program(%in0) : (tensor<5x4xf32>) -> (tensor<5x4xf32>)
    %want0 = stablehlo.constant dense<"0x0000403F0000003E000040BF000000BF0000403F0000203F000040BF0000403F0000803F0000C03C0000C0BE000020BF000020BF000000BE0000203E000080BE000080BF000000BF0000E0BE000040BF"> : tensor<5x4xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<5x4xf32>) -> tensor<5x4xf64>
    %c2 = stablehlo.convert %want0 : (tensor<5x4xf32>) -> tensor<5x4xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<5x4xf64>, tensor<5x4xf64>) -> tensor<5x4xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<5x4xf64>, tensor<5x4xf64>) -> tensor<5x4xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<5x4xf64>, tensor<5x4xf64>) -> tensor<5x4xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<5x4xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<5x4xf64>
    %c8 = stablehlo.abs %c7 : tensor<5x4xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<5x4xf64>
    %c10 = stablehlo.abs %c2 : tensor<5x4xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<5x4xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<5x4xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<5x4xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<5x4xf64>, tensor<5x4xf64>) -> tensor<5x4xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<5x4xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<5x4xi1>
    check.expect_eq_const %c16, dense<true> : tensor<5x4xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x4xf32>) -> (tensor<5x4xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<5x4xf32>) -> tensor<5x4xf8E5M2>
    %1 = stablehlo.convert %0 : (tensor<5x4xf8E5M2>) -> tensor<5x4xf32>
    return %1 : tensor<5x4xf32>
  }
}
