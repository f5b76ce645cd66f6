// svd_shape_float32_2_7_fullmatrices_False_computeuv_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF"> : tensor<2x7xf32>
    %out:1 = func.call @program(%in0) : (tensor<2x7xf32>) -> (tensor<2xf32>)
    %want0 = stablehlo.constant dense<"0xB1D63F41774ED540"> : tensor<2xf32>
    %c1 = func.call @judge(%in0, %want0, %out#0) : (tensor<2x7xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<i1>
    check.expect_eq_const %c1, dense<true> : tensor<i1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x7xf32>) -> (tensor<2xf32> {jax.result_info = "result[0]"}) {
    %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 78 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], [n, o], [p, q], []) {i=2, j=7, k=2, l=7, m=2, n=2, o=2, p=2, q=7}, custom>} : (tensor<2x7xf32>) -> (tensor<2x7xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2x7xf32>, tensor<i32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<2xi1>
    %6 = stablehlo.select %5, %0#1, %4 : tensor<2xi1>, tensor<2xf32>
    return %6 : tensor<2xf32>
  }

  func.func private @judge(%arg0: tensor<2x7xf32>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0 = stablehlo.abs %arg0 : tensor<2x7xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x7xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.maximum %cst_0, %1 : tensor<f32>
    %cst_1 = stablehlo.constant dense<7.000000e+00> : tensor<f32>
    %3 = stablehlo.multiply %cst_1, %2 : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.maximum %3, %cst_2 : tensor<f32>
    %cst_3 = stablehlo.constant dense<3.57627869E-5> : tensor<f32>
    %5 = stablehlo.multiply %cst_3, %4 : tensor<f32>
    %6 = stablehlo.subtract %arg2, %arg1 : tensor<2xf32>
    %7 = stablehlo.abs %6 : tensor<2xf32>
    %8 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %9 = stablehlo.compare LE, %7, %8, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %10 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %11 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %12 = stablehlo.and %10, %11 : tensor<2xi1>
    %13 = stablehlo.or %9, %12 : tensor<2xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %14 = stablehlo.reduce(%13 init: %c) applies stablehlo.and across dimensions = [0] : (tensor<2xi1>, tensor<i1>) -> tensor<i1>
    %15 = stablehlo.slice %arg2 [1:2] : (tensor<2xf32>) -> tensor<1xf32>
    %16 = stablehlo.slice %arg2 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    %17 = stablehlo.compare LE, %15, %16, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %c_4 = stablehlo.constant dense<true> : tensor<i1>
    %18 = stablehlo.reduce(%17 init: %c_4) applies stablehlo.and across dimensions = [0] : (tensor<1xi1>, tensor<i1>) -> tensor<i1>
    %19 = stablehlo.and %14, %18 : tensor<i1>
    return %19 : tensor<i1>
  }
}
