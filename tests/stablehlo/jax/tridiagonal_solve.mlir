// tridiagonal_solve_shape_float32_3_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x000000000000004000004040"> : tensor<3xf32>
    %in1 = stablehlo.constant dense<"0x0000803F0000803F0000803F"> : tensor<3xf32>
    %in2 = stablehlo.constant dense<"0x0000803F0000004000000000"> : tensor<3xf32>
    %in3 = stablehlo.constant dense<"0x0000803F0000803F0000803F"> : tensor<3x1xf32>
    %out:1 = func.call @program(%in0, %in1, %in2, %in3) : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x1xf32>) -> (tensor<3x1xf32>)
    %want0 = stablehlo.constant dense<"0x2449123FB76DDB3E244992BE"> : tensor<3x1xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<3x1xf32>) -> tensor<3x1xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3x1xf32>) -> tensor<3x1xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3x1xf64>, tensor<3x1xf64>) -> tensor<3x1xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3x1xf64>, tensor<3x1xf64>) -> tensor<3x1xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3x1xf64>, tensor<3x1xf64>) -> tensor<3x1xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3x1xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3x1xf64>
    %c8 = stablehlo.abs %c7 : tensor<3x1xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3x1xf64>
    %c10 = stablehlo.abs %c2 : tensor<3x1xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3x1xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<3x1xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3x1xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3x1xf64>, tensor<3x1xf64>) -> tensor<3x1xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3x1xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3x1xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3x1xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3x1xf32>) -> (tensor<3x1xf32> {jax.result_info = "result"}) {
    %0:5 = stablehlo.custom_call @lapack_sgtsv_ffi(%arg0, %arg1, %arg2, %arg3) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 1, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [2], operand_index = 2, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [3], operand_index = 3, operand_tuple_indices = []>], result_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i], [j], [k], [l, m])->([n], [o], [p], [q, r], []) {i=3, j=3, k=3, l=3, m=1, n=3, o=3, p=3, q=3, r=1}, custom>} : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x1xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x1xf32>, tensor<i32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x1xf32>
    %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x1xi1>
    %6 = stablehlo.select %5, %0#3, %4 : tensor<3x1xi1>, tensor<3x1xf32>
    return %6 : tensor<3x1xf32>
  }
}
