// jax.scipy.signal.convolve2d(ff)
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x69C8AF3EB779A63EFCFDCF3EB28DD73E4A850C3F18ED433F"> : tensor<2x3xf32>
    %in1 = stablehlo.constant dense<"0x9463B23EB7C9083E9648393F8D58D83D8481373FBC434F3F"> : tensor<2x3xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<3x5xf32>)
    %want0 = stablehlo.constant dense<"0x72FBF43DE0F7223E60EEDD3EDD45943E8489963ED8573B3EEC26073FFA6C993F30E8863F9800623F1E2A363D9C33B83E28AF503F91367E3F8DA01E3F"> : tensor<3x5xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<3x5xf32>) -> tensor<3x5xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3x5xf32>) -> tensor<3x5xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3x5xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3x5xf64>
    %c8 = stablehlo.abs %c7 : tensor<3x5xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3x5xf64>
    %c10 = stablehlo.abs %c2 : tensor<3x5xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3x5xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<3x5xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3x5xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3x5xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3x5xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3x5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = call @program__flip(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [2, 3] : (tensor<2x3xf32>) -> tensor<1x1x2x3xf32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [2, 3] : (tensor<2x3xf32>) -> tensor<1x1x2x3xf32>
    %3 = stablehlo.convolution(%1, %2) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [2, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x1x2x3xf32>, tensor<1x1x2x3xf32>) -> tensor<1x1x3x5xf32>
    %4 = stablehlo.reshape %3 : (tensor<1x1x3x5xf32>) -> tensor<3x5xf32>
    return %4 : tensor<3x5xf32>
  }
  func.func private @program__flip(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
// -----
// jax.scipy.signal.convolve2d(ff)
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x807ACE3EA3BB2B3FA263403F1C7C033F58954B3E068EE53D"> : tensor<2x3xf32>
    %in1 = stablehlo.constant dense<"0x93A1EB3DA9773F3F68322E3F6961BC3ED937CB3EE7D9143F"> : tensor<2x3xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<3x5xf32>)
    %want0 = stablehlo.constant dense<"0xC50C3E3D52F2C13ED6D35C3FCE5F823F9AE9023F7C73543EC15B503F33E8A43F134F683FD363033F5982413EE2D38D3EC06BD63E0DEE233E8079853D"> : tensor<3x5xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<3x5xf32>) -> tensor<3x5xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3x5xf32>) -> tensor<3x5xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3x5xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3x5xf64>
    %c8 = stablehlo.abs %c7 : tensor<3x5xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3x5xf64>
    %c10 = stablehlo.abs %c2 : tensor<3x5xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3x5xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<3x5xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3x5xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3x5xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3x5xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3x5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = call @program__flip(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [2, 3] : (tensor<2x3xf32>) -> tensor<1x1x2x3xf32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [2, 3] : (tensor<2x3xf32>) -> tensor<1x1x2x3xf32>
    %3 = stablehlo.convolution(%1, %2) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [2, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x1x2x3xf32>, tensor<1x1x2x3xf32>) -> tensor<1x1x3x5xf32>
    %4 = stablehlo.reshape %3 : (tensor<1x1x3x5xf32>) -> tensor<3x5xf32>
    return %4 : tensor<3x5xf32>
  }
  func.func private @program__flip(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
