// jax.numpy.linalg.multi_dot(u)
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x3F67C43E841B503F5C36B53E9B43443ED480A33E171E963E"> : tensor<2x3xf32>
    %out:1 = func.call @program(%in0) : (tensor<2x3xf32>) -> (tensor<f32>)
    %want0 = stablehlo.constant dense<"0x8DB0DF3E"> : tensor<f32>
    %c1 = stablehlo.convert %out#0 : (tensor<f32>) -> tensor<f64>
    %c2 = stablehlo.convert %want0 : (tensor<f32>) -> tensor<f64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %c6 = stablehlo.and %c4, %c5 : tensor<i1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<f64>
    %c8 = stablehlo.abs %c7 : tensor<f64>
    %c9 = stablehlo.constant dense<1.0> : tensor<f64>
    %c10 = stablehlo.abs %c2 : tensor<f64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<f64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<f64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<f64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %c15 = stablehlo.or %c6, %c14 : tensor<i1>
    %c16 = stablehlo.or %c3, %c15 : tensor<i1>
    check.expect_eq_const %c16, dense<true> : tensor<i1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xf32>) -> (tensor<f32> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg0 [0:1, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x3xf32>) -> tensor<3xf32>
    %2 = stablehlo.slice %arg0 [1:2, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
    %3 = stablehlo.reshape %2 : (tensor<1x3xf32>) -> tensor<3xf32>
    %4 = stablehlo.dot_general %1, %3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
    return %4 : tensor<f32>
  }
}
// -----
// jax.numpy.linalg.matrix_rank(f)
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x70B20CBEFC12343F40FD873DE8561F3E80E4413CA49634BF"> : tensor<2x3xf32>
    %out:1 = func.call @program(%in0) : (tensor<2x3xf32>) -> (tensor<i64>)
    %want0 = stablehlo.constant dense<"0x0200000000000000"> : tensor<i64>
    %c1 = func.call @judge(%in0, %want0, %out#0) : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<i1>
    check.expect_eq_const %c1, dense<true> : tensor<i1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xf32>) -> (tensor<i64> {jax.result_info = "result"}) {
    %0 = call @program_matrix_rank(%arg0) : (tensor<2x3xf32>) -> tensor<i64>
    return %0 : tensor<i64>
  }
  func.func private @program_matrix_rank(%arg0: tensor<2x3xf32>) -> tensor<i64> {
    %0 = call @program_svd(%arg0) : (tensor<2x3xf32>) -> tensor<2xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %2 = stablehlo.multiply %1, %cst_0 : tensor<f32>
    %cst_1 = stablehlo.constant dense<1.1920929E-7> : tensor<f32>
    %3 = stablehlo.multiply %2, %cst_1 : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<1xf32>) -> tensor<2xf32>
    %6 = stablehlo.compare GT, %0, %5, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %7 = stablehlo.convert %6 : (tensor<2xi1>) -> tensor<2xi32>
    %8 = stablehlo.convert %7 : (tensor<2xi32>) -> tensor<2xi64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %9 = stablehlo.reduce(%8 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<2xi64>, tensor<i64>) -> tensor<i64>
    return %9 : tensor<i64>
  }
  func.func private @program_svd(%arg0: tensor<2x3xf32>) -> tensor<2xf32> {
    %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 78 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], [n, o], [p, q], []) {i=2, j=3, k=2, l=3, m=2, n=2, o=2, p=2, q=3}, custom>} : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2x3xf32>, tensor<i32>)
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

  func.func private @judge(%arg0: tensor<2x3xf32>, %arg1: tensor<i64>, %arg2: tensor<i64>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare EQ, %arg1, %arg2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.and across dimensions = [] : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<true> : tensor<i1>
    %2 = stablehlo.and %c_0, %1 : tensor<i1>
    return %2 : tensor<i1>
  }
}
