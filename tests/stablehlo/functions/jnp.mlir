// jnp.pad_edge
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xB536573F80D77A3E705F18BEE52742BFC573633FFB6E143FA97B0F3F26BF833EDDC9D7BD"> : tensor<3x3xf32>
    %out:1 = func.call @program(%in0) : (tensor<3x3xf32>) -> (tensor<7x7xf32>)
    %want0 = stablehlo.constant dense<"0xB536573FB536573FB536573F80D77A3E705F18BE705F18BE705F18BEB536573FB536573FB536573F80D77A3E705F18BE705F18BE705F18BEB536573FB536573FB536573F80D77A3E705F18BE705F18BE705F18BEE52742BFE52742BFE52742BFC573633FFB6E143FFB6E143FFB6E143FA97B0F3FA97B0F3FA97B0F3F26BF833EDDC9D7BDDDC9D7BDDDC9D7BDA97B0F3FA97B0F3FA97B0F3F26BF833EDDC9D7BDDDC9D7BDDDC9D7BDA97B0F3FA97B0F3FA97B0F3F26BF833EDDC9D7BDDDC9D7BDDDC9D7BD"> : tensor<7x7xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<7x7xf32>) -> tensor<7x7xf64>
    %c2 = stablehlo.convert %want0 : (tensor<7x7xf32>) -> tensor<7x7xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<7x7xf64>, tensor<7x7xf64>) -> tensor<7x7xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<7x7xf64>, tensor<7x7xf64>) -> tensor<7x7xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<7x7xf64>, tensor<7x7xf64>) -> tensor<7x7xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<7x7xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<7x7xf64>
    %c8 = stablehlo.abs %c7 : tensor<7x7xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<7x7xf64>
    %c10 = stablehlo.abs %c2 : tensor<7x7xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<7x7xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<7x7xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<7x7xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<7x7xf64>, tensor<7x7xf64>) -> tensor<7x7xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<7x7xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<7x7xi1>
    check.expect_eq_const %c16, dense<true> : tensor<7x7xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x3xf32>) -> (tensor<7x7xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0 = call @program__pad(%arg0, %c) : (tensor<3x3xf32>, tensor<i64>) -> tensor<7x7xf32>
    return %0 : tensor<7x7xf32>
  }
  func.func private @program__pad(%arg0: tensor<3x3xf32>, %arg1: tensor<i64>) -> tensor<7x7xf32> {
    %0 = stablehlo.slice %arg0 [0:1, 0:3] : (tensor<3x3xf32>) -> tensor<1x3xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 2] : (tensor<1x3xf32>) -> tensor<1x2x3xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %3 = stablehlo.slice %arg0 [2:3, 0:3] : (tensor<3x3xf32>) -> tensor<1x3xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 2] : (tensor<1x3xf32>) -> tensor<1x2x3xf32>
    %5 = stablehlo.reshape %4 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %6 = stablehlo.concatenate %2, %arg0, %5, dim = 0 : (tensor<2x3xf32>, tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<7x3xf32>
    %7 = stablehlo.slice %6 [0:7, 0:1] : (tensor<7x3xf32>) -> tensor<7x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<7x1xf32>) -> tensor<7x1x2xf32>
    %9 = stablehlo.reshape %8 : (tensor<7x1x2xf32>) -> tensor<7x2xf32>
    %10 = stablehlo.slice %6 [0:7, 2:3] : (tensor<7x3xf32>) -> tensor<7x1xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<7x1xf32>) -> tensor<7x1x2xf32>
    %12 = stablehlo.reshape %11 : (tensor<7x1x2xf32>) -> tensor<7x2xf32>
    %13 = stablehlo.concatenate %9, %6, %12, dim = 1 : (tensor<7x2xf32>, tensor<7x3xf32>, tensor<7x2xf32>) -> tensor<7x7xf32>
    return %13 : tensor<7x7xf32>
  }
}
// -----
// jnp.tensordot
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x4590363F87DC423F607F4C3F3C79DC3ED4BB6E3F56E250BF024171BFB8FEBE3C4DF75EBF1DD134BFF8963B3FAE9878BF9E436EBF07CB6BBFF42E253F9D43A93EDFEE59BFDAFC243FCA4E083F9056033FEF29D8BD7819E13E9AEB0C3FEEE7A5BD"> : tensor<4x6xf32>
    %in1 = stablehlo.constant dense<"0x4590363F024171BF9E436EBFCA4E083F87DC423FB8FEBE3C07CB6BBF9056033F607F4C3F4DF75EBFF42E253FEF29D8BD3C79DC3E1DD134BF9D43A93E7819E13ED4BB6E3FF8963B3FDFEE59BF9AEB0C3F56E250BFAE9878BFDAFC243FEEE7A5BD"> : tensor<6x4xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x6xf32>, tensor<6x4xf32>) -> (tensor<4x4xf32>)
    %want0 = stablehlo.constant dense<"0x8C9A5C40E5C736BEDCB601C0B132BA3FE5C736BE6F116840DE4198BFDBD167BEDCB601C0DE4198BF0557584053B2B4BFB132BA3FDBD167BE53B2B4BFD7C5873F"> : tensor<4x4xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<4x4xf32>) -> tensor<4x4xf64>
    %c2 = stablehlo.convert %want0 : (tensor<4x4xf32>) -> tensor<4x4xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<4x4xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<4x4xf64>
    %c8 = stablehlo.abs %c7 : tensor<4x4xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<4x4xf64>
    %c10 = stablehlo.abs %c2 : tensor<4x4xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<4x4xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<4x4xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<4x4xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<4x4xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<4x4xi1>
    check.expect_eq_const %c16, dense<true> : tensor<4x4xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x6xf32>, %arg1: tensor<6x4xf32>) -> (tensor<4x4xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6xf32>, tensor<6x4xf32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}
