// cholesky_shape_bfloat16_1000_0_0_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<> : tensor<1000x0x0xf32>
    %out:1 = func.call @program(%in0) : (tensor<1000x0x0xf32>) -> (tensor<1000x0x0xf32>)
    %want0 = stablehlo.constant dense<> : tensor<1000x0x0xf32>
    %c1 = func.call @judge(%in0, %want0, %out#0) : (tensor<1000x0x0xf32>, tensor<1000x0x0xf32>, tensor<1000x0x0xf32>) -> tensor<i1>
    check.expect_eq_const %c1, dense<true> : tensor<i1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1000x0x0xf32>) -> (tensor<1000x0x0xf32> {jax.result_info = "result"}) {
    %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i]) {i=1000, j=0, k=0, l=0, m=0}, custom>} : (tensor<1000x0x0xf32>) -> (tensor<1000x0x0xf32>, tensor<1000xi32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1000xi32>
    %2 = stablehlo.compare EQ, %0#1, %1, SIGNED : (tensor<1000xi32>, tensor<1000xi32>) -> tensor<1000xi1>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<1000xi1>) -> tensor<1000x1x1xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1000x0x0xf32>
    %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<1000x1x1xi1>) -> tensor<1000x0x0xi1>
    %6 = stablehlo.select %5, %0#0, %4 : tensor<1000x0x0xi1>, tensor<1000x0x0xf32>
    return %6 : tensor<1000x0x0xf32>
  }

  func.func private @judge(%arg0: tensor<1000x0x0xf32>, %arg1: tensor<1000x0x0xf32>, %arg2: tensor<1000x0x0xf32>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0 = stablehlo.abs %arg0 : tensor<1000x0x0xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<1000x0x0xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.maximum %cst_0, %1 : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.multiply %cst_1, %2 : tensor<f32>
    %4 = call @judge_tril(%arg2) : (tensor<1000x0x0xf32>) -> tensor<1000x0x0xf32>
    %5 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<1000x0x0xf32>, tensor<1000x0x0xf32>) -> tensor<1000x0x0xi1>
    %c = stablehlo.constant dense<false> : tensor<i1>
    %6 = stablehlo.reduce(%5 init: %c) applies stablehlo.or across dimensions = [0, 1, 2] : (tensor<1000x0x0xi1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.compare NE, %4, %4, FLOAT : (tensor<1000x0x0xf32>, tensor<1000x0x0xf32>) -> tensor<1000x0x0xi1>
    %c_2 = stablehlo.constant dense<false> : tensor<i1>
    %8 = stablehlo.reduce(%7 init: %c_2) applies stablehlo.or across dimensions = [0, 1, 2] : (tensor<1000x0x0xi1>, tensor<i1>) -> tensor<i1>
    %9 = stablehlo.and %6, %8 : tensor<i1>
    %10 = stablehlo.transpose %4, dims = [0, 2, 1] : (tensor<1000x0x0xf32>) -> tensor<1000x0x0xf32>
    %11 = stablehlo.dot_general %4, %10, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1000x0x0xf32>, tensor<1000x0x0xf32>) -> tensor<1000x0x0xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.maximum %3, %cst_3 : tensor<f32>
    %cst_4 = stablehlo.constant dense<3.57627869E-5> : tensor<f32>
    %13 = stablehlo.multiply %cst_4, %12 : tensor<f32>
    %14 = stablehlo.subtract %11, %arg0 : tensor<1000x0x0xf32>
    %15 = stablehlo.abs %14 : tensor<1000x0x0xf32>
    %16 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<1000x0x0xf32>
    %17 = stablehlo.compare LE, %15, %16, FLOAT : (tensor<1000x0x0xf32>, tensor<1000x0x0xf32>) -> tensor<1000x0x0xi1>
    %18 = stablehlo.compare NE, %11, %11, FLOAT : (tensor<1000x0x0xf32>, tensor<1000x0x0xf32>) -> tensor<1000x0x0xi1>
    %19 = stablehlo.compare NE, %arg0, %arg0, FLOAT : (tensor<1000x0x0xf32>, tensor<1000x0x0xf32>) -> tensor<1000x0x0xi1>
    %20 = stablehlo.and %18, %19 : tensor<1000x0x0xi1>
    %21 = stablehlo.or %17, %20 : tensor<1000x0x0xi1>
    %c_5 = stablehlo.constant dense<true> : tensor<i1>
    %22 = stablehlo.reduce(%21 init: %c_5) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<1000x0x0xi1>, tensor<i1>) -> tensor<i1>
    %23 = stablehlo.or %22, %9 : tensor<i1>
    return %23 : tensor<i1>
  }
  func.func private @judge_tril(%arg0: tensor<1000x0x0xf32>) -> tensor<1000x0x0xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<0x0xi64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<0x0xi64>
    %2 = stablehlo.add %0, %1 : tensor<0x0xi64>
    %3 = stablehlo.iota dim = 1 : tensor<0x0xi64>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<0x0xi64>, tensor<0x0xi64>) -> tensor<0x0xi1>
    %5 = stablehlo.broadcast_in_dim %4, dims = [1, 2] : (tensor<0x0xi1>) -> tensor<1000x0x0xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1000x0x0xf32>
    %7 = stablehlo.select %5, %arg0, %6 : tensor<1000x0x0xi1>, tensor<1000x0x0xf32>
    return %7 : tensor<1000x0x0xf32>
  }
}
// -----
// cholesky_shape_float32_1_1_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xCAF8BD41"> : tensor<1x1xf32>
    %out:1 = func.call @program(%in0) : (tensor<1x1xf32>) -> (tensor<1x1xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B40"> : tensor<1x1xf32>
    %c1 = func.call @judge(%in0, %want0, %out#0) : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<i1>
    check.expect_eq_const %c1, dense<true> : tensor<i1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1xf32>) -> (tensor<1x1xf32> {jax.result_info = "result"}) {
    %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], []) {i=1, j=1, k=1, l=1}, custom>} : (tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<i32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %2 = stablehlo.compare EQ, %0#1, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %5 = stablehlo.select %3, %0#0, %4 : tensor<1x1xi1>, tensor<1x1xf32>
    return %5 : tensor<1x1xf32>
  }

  func.func private @judge(%arg0: tensor<1x1xf32>, %arg1: tensor<1x1xf32>, %arg2: tensor<1x1xf32>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0 = stablehlo.abs %arg0 : tensor<1x1xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<1x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.maximum %cst_0, %1 : tensor<f32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.multiply %cst_1, %2 : tensor<f32>
    %4 = call @judge_tril(%arg2) : (tensor<1x1xf32>) -> tensor<1x1xf32>
    %5 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xi1>
    %c = stablehlo.constant dense<false> : tensor<i1>
    %6 = stablehlo.reduce(%5 init: %c) applies stablehlo.or across dimensions = [0, 1] : (tensor<1x1xi1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.compare NE, %4, %4, FLOAT : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xi1>
    %c_2 = stablehlo.constant dense<false> : tensor<i1>
    %8 = stablehlo.reduce(%7 init: %c_2) applies stablehlo.or across dimensions = [0, 1] : (tensor<1x1xi1>, tensor<i1>) -> tensor<i1>
    %9 = stablehlo.and %6, %8 : tensor<i1>
    %10 = stablehlo.transpose %4, dims = [1, 0] : (tensor<1x1xf32>) -> tensor<1x1xf32>
    %11 = stablehlo.dot_general %4, %10, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.maximum %3, %cst_3 : tensor<f32>
    %cst_4 = stablehlo.constant dense<3.57627869E-5> : tensor<f32>
    %13 = stablehlo.multiply %cst_4, %12 : tensor<f32>
    %14 = stablehlo.subtract %11, %arg0 : tensor<1x1xf32>
    %15 = stablehlo.abs %14 : tensor<1x1xf32>
    %16 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %17 = stablehlo.compare LE, %15, %16, FLOAT : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xi1>
    %18 = stablehlo.compare NE, %11, %11, FLOAT : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xi1>
    %19 = stablehlo.compare NE, %arg0, %arg0, FLOAT : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xi1>
    %20 = stablehlo.and %18, %19 : tensor<1x1xi1>
    %21 = stablehlo.or %17, %20 : tensor<1x1xi1>
    %c_5 = stablehlo.constant dense<true> : tensor<i1>
    %22 = stablehlo.reduce(%21 init: %c_5) applies stablehlo.and across dimensions = [0, 1] : (tensor<1x1xi1>, tensor<i1>) -> tensor<i1>
    %23 = stablehlo.or %22, %9 : tensor<i1>
    return %23 : tensor<i1>
  }
  func.func private @judge_tril(%arg0: tensor<1x1xf32>) -> tensor<1x1xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<1x1xi64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<1x1xi64>
    %2 = stablehlo.add %0, %1 : tensor<1x1xi64>
    %3 = stablehlo.iota dim = 1 : tensor<1x1xi64>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<1x1xi64>, tensor<1x1xi64>) -> tensor<1x1xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<1x1xi1>, tensor<1x1xf32>
    return %6 : tensor<1x1xf32>
  }
}
// -----
// cholesky_shape_complex64_1_1_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE4EAD84100000000"> : tensor<1x1xcomplex<f32>>
    %out:1 = func.call @program(%in0) : (tensor<1x1xcomplex<f32>>) -> (tensor<1x1xcomplex<f32>>)
    %want0 = stablehlo.constant dense<"0x32A1A64000000000"> : tensor<1x1xcomplex<f32>>
    %c1 = func.call @judge(%in0, %want0, %out#0) : (tensor<1x1xcomplex<f32>>, tensor<1x1xcomplex<f32>>, tensor<1x1xcomplex<f32>>) -> tensor<i1>
    check.expect_eq_const %c1, dense<true> : tensor<i1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1xcomplex<f32>>) -> (tensor<1x1xcomplex<f32>> {jax.result_info = "result"}) {
    %0:2 = stablehlo.custom_call @lapack_cpotrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], []) {i=1, j=1, k=1, l=1}, custom>} : (tensor<1x1xcomplex<f32>>) -> (tensor<1x1xcomplex<f32>>, tensor<i32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %2 = stablehlo.compare EQ, %0#1, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %cst = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<1x1xcomplex<f32>>
    %5 = stablehlo.select %3, %0#0, %4 : tensor<1x1xi1>, tensor<1x1xcomplex<f32>>
    return %5 : tensor<1x1xcomplex<f32>>
  }

  func.func private @judge(%arg0: tensor<1x1xcomplex<f32>>, %arg1: tensor<1x1xcomplex<f32>>, %arg2: tensor<1x1xcomplex<f32>>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0 = stablehlo.abs %arg0 : (tensor<1x1xcomplex<f32>>) -> tensor<1x1xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<1x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.maximum %cst_0, %1 : tensor<f32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.multiply %cst_1, %2 : tensor<f32>
    %4 = call @judge_tril(%arg2) : (tensor<1x1xcomplex<f32>>) -> tensor<1x1xcomplex<f32>>
    %5 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<1x1xcomplex<f32>>, tensor<1x1xcomplex<f32>>) -> tensor<1x1xi1>
    %c = stablehlo.constant dense<false> : tensor<i1>
    %6 = stablehlo.reduce(%5 init: %c) applies stablehlo.or across dimensions = [0, 1] : (tensor<1x1xi1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.compare NE, %4, %4, FLOAT : (tensor<1x1xcomplex<f32>>, tensor<1x1xcomplex<f32>>) -> tensor<1x1xi1>
    %c_2 = stablehlo.constant dense<false> : tensor<i1>
    %8 = stablehlo.reduce(%7 init: %c_2) applies stablehlo.or across dimensions = [0, 1] : (tensor<1x1xi1>, tensor<i1>) -> tensor<i1>
    %9 = stablehlo.and %6, %8 : tensor<i1>
    %10 = stablehlo.transpose %4, dims = [1, 0] : (tensor<1x1xcomplex<f32>>) -> tensor<1x1xcomplex<f32>>
    %11 = stablehlo.real %10 : (tensor<1x1xcomplex<f32>>) -> tensor<1x1xf32>
    %12 = stablehlo.imag %10 : (tensor<1x1xcomplex<f32>>) -> tensor<1x1xf32>
    %13 = stablehlo.negate %12 : tensor<1x1xf32>
    %14 = stablehlo.complex %11, %13 : tensor<1x1xcomplex<f32>>
    %15 = stablehlo.dot_general %4, %14, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x1xcomplex<f32>>, tensor<1x1xcomplex<f32>>) -> tensor<1x1xcomplex<f32>>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %16 = stablehlo.maximum %3, %cst_3 : tensor<f32>
    %cst_4 = stablehlo.constant dense<3.57627869E-5> : tensor<f32>
    %17 = stablehlo.multiply %cst_4, %16 : tensor<f32>
    %18 = stablehlo.subtract %15, %arg0 : tensor<1x1xcomplex<f32>>
    %19 = stablehlo.abs %18 : (tensor<1x1xcomplex<f32>>) -> tensor<1x1xf32>
    %20 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %21 = stablehlo.compare LE, %19, %20, FLOAT : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xi1>
    %22 = stablehlo.compare NE, %15, %15, FLOAT : (tensor<1x1xcomplex<f32>>, tensor<1x1xcomplex<f32>>) -> tensor<1x1xi1>
    %23 = stablehlo.compare NE, %arg0, %arg0, FLOAT : (tensor<1x1xcomplex<f32>>, tensor<1x1xcomplex<f32>>) -> tensor<1x1xi1>
    %24 = stablehlo.and %22, %23 : tensor<1x1xi1>
    %25 = stablehlo.or %21, %24 : tensor<1x1xi1>
    %c_5 = stablehlo.constant dense<true> : tensor<i1>
    %26 = stablehlo.reduce(%25 init: %c_5) applies stablehlo.and across dimensions = [0, 1] : (tensor<1x1xi1>, tensor<i1>) -> tensor<i1>
    %27 = stablehlo.or %26, %9 : tensor<i1>
    return %27 : tensor<i1>
  }
  func.func private @judge_tril(%arg0: tensor<1x1xcomplex<f32>>) -> tensor<1x1xcomplex<f32>> {
    %0 = stablehlo.iota dim = 0 : tensor<1x1xi64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<1x1xi64>
    %2 = stablehlo.add %0, %1 : tensor<1x1xi64>
    %3 = stablehlo.iota dim = 1 : tensor<1x1xi64>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<1x1xi64>, tensor<1x1xi64>) -> tensor<1x1xi1>
    %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<1x1xcomplex<f32>>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<1x1xi1>, tensor<1x1xcomplex<f32>>
    return %6 : tensor<1x1xcomplex<f32>>
  }
}
