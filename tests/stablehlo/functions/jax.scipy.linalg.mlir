// jax.scipy.linalg.toeplitz(f)
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9EA4243F94B0303F448039BFA03E61BE607083BD24E6993E"> : tensor<2x3xf32>
    %out:1 = func.call @program(%in0) : (tensor<2x3xf32>) -> (tensor<2x3x3xf32>)
    %want0 = stablehlo.constant dense<"0x9EA4243F94B0303F448039BF94B0303F9EA4243F94B0303F448039BF94B0303F9EA4243FA03E61BE607083BD24E6993E607083BDA03E61BE607083BD24E6993E607083BDA03E61BE"> : tensor<2x3x3xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<2x3x3xf32>) -> tensor<2x3x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<2x3x3xf32>) -> tensor<2x3x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<2x3x3xf64>, tensor<2x3x3xf64>) -> tensor<2x3x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<2x3x3xf64>, tensor<2x3x3xf64>) -> tensor<2x3x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<2x3x3xf64>, tensor<2x3x3xf64>) -> tensor<2x3x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<2x3x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<2x3x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<2x3x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<2x3x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<2x3x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<2x3x3xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<2x3x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<2x3x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<2x3x3xf64>, tensor<2x3x3xf64>) -> tensor<2x3x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<2x3x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<2x3x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<2x3x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xf32>) -> (tensor<2x3x3xf32> {jax.result_info = "result"}) {
    %0 = call @program_atleast_1d(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %1 = call @program_atleast_1d(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %2 = stablehlo.reverse %0, dims = [1] : tensor<2x3xf32>
    %3 = stablehlo.slice %1 [0:2, 1:3] : (tensor<2x3xf32>) -> tensor<2x2xf32>
    %4 = stablehlo.concatenate %2, %3, dim = 1 : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<2x5xf32>
    %5 = stablehlo.reshape %4 : (tensor<2x5xf32>) -> tensor<2x1x5x1xf32>
    %6 = stablehlo.iota dim = 0 : tensor<3x3xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3x3xi32>
    %8 = stablehlo.add %6, %7 : tensor<3x3xi32>
    %9 = stablehlo.iota dim = 1 : tensor<3x3xi32>
    %10 = stablehlo.compare EQ, %8, %9, SIGNED : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
    %11 = stablehlo.convert %10 : (tensor<3x3xi1>) -> tensor<3x3xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [1, 2] : (tensor<3x3xf32>) -> tensor<1x3x3xf32>
    %13 = stablehlo.reshape %12 : (tensor<1x3x3xf32>) -> tensor<3x1x3xf32>
    %14 = stablehlo.transpose %13, dims = [1, 0, 2] : (tensor<3x1x3xf32>) -> tensor<1x3x3xf32>
    %15 = stablehlo.reshape %5 : (tensor<2x1x5x1xf32>) -> tensor<2x5x1xf32>
    %16 = stablehlo.convolution(%15, %14) dim_numbers = [b, 0, f]x[i, o, 0]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>]} : (tensor<2x5x1xf32>, tensor<1x3x3xf32>) -> tensor<2x3x3xf32>
    %17 = stablehlo.reshape %16 : (tensor<2x3x3xf32>) -> tensor<2x1x3x3xf32>
    %18 = stablehlo.reshape %17 : (tensor<2x1x3x3xf32>) -> tensor<2x3x3xf32>
    %19 = call @program__flip(%18) : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
    return %19 : tensor<2x3x3xf32>
  }
  func.func private @program_atleast_1d(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    return %arg0 : tensor<2x3xf32>
  }
  func.func private @program__flip(%arg0: tensor<2x3x3xf32>) -> tensor<2x3x3xf32> {
    %0 = stablehlo.reverse %arg0, dims = [1] : tensor<2x3x3xf32>
    return %0 : tensor<2x3x3xf32>
  }
}
// -----
// jax.scipy.linalg.hankel(f)
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x70B7163FD6A1263F34DE14BF9847083F3AD72DBFFC871BBF"> : tensor<2x3xf32>
    %out:1 = func.call @program(%in0) : (tensor<2x3xf32>) -> (tensor<2x3x3xf32>)
    %want0 = stablehlo.constant dense<"0x70B7163FD6A1263F34DE14BFD6A1263F34DE14BF0000000034DE14BF00000000000000009847083F3AD72DBFFC871BBF3AD72DBFFC871BBF00000000FC871BBF0000000000000000"> : tensor<2x3x3xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<2x3x3xf32>) -> tensor<2x3x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<2x3x3xf32>) -> tensor<2x3x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<2x3x3xf64>, tensor<2x3x3xf64>) -> tensor<2x3x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<2x3x3xf64>, tensor<2x3x3xf64>) -> tensor<2x3x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<2x3x3xf64>, tensor<2x3x3xf64>) -> tensor<2x3x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<2x3x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<2x3x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<2x3x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<2x3x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<2x3x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<2x3x3xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<2x3x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<2x3x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<2x3x3xf64>, tensor<2x3x3xf64>) -> tensor<2x3x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<2x3x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<2x3x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<2x3x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xf32>) -> (tensor<2x3x3xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %1 = stablehlo.slice %0 [0:2, 1:3] : (tensor<2x3xf32>) -> tensor<2x2xf32>
    %2 = stablehlo.concatenate %arg0, %1, dim = 1 : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<2x5xf32>
    %3 = stablehlo.reshape %2 : (tensor<2x5xf32>) -> tensor<2x1x5x1xf32>
    %4 = stablehlo.iota dim = 0 : tensor<3x3xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3x3xi32>
    %6 = stablehlo.add %4, %5 : tensor<3x3xi32>
    %7 = stablehlo.iota dim = 1 : tensor<3x3xi32>
    %8 = stablehlo.compare EQ, %6, %7, SIGNED : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
    %9 = stablehlo.convert %8 : (tensor<3x3xi1>) -> tensor<3x3xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [1, 2] : (tensor<3x3xf32>) -> tensor<1x3x3xf32>
    %11 = stablehlo.reshape %10 : (tensor<1x3x3xf32>) -> tensor<3x1x3xf32>
    %12 = stablehlo.transpose %11, dims = [1, 0, 2] : (tensor<3x1x3xf32>) -> tensor<1x3x3xf32>
    %13 = stablehlo.reshape %3 : (tensor<2x1x5x1xf32>) -> tensor<2x5x1xf32>
    %14 = stablehlo.convolution(%13, %12) dim_numbers = [b, 0, f]x[i, o, 0]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>]} : (tensor<2x5x1xf32>, tensor<1x3x3xf32>) -> tensor<2x3x3xf32>
    %15 = stablehlo.reshape %14 : (tensor<2x3x3xf32>) -> tensor<2x1x3x3xf32>
    %16 = stablehlo.reshape %15 : (tensor<2x1x3x3xf32>) -> tensor<2x3x3xf32>
    return %16 : tensor<2x3x3xf32>
  }
}
