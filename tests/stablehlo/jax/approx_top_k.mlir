// approx_top_k_large_False_max_True_op_bfloat16_32_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF"> : tensor<32xbf16>
    %out:2 = func.call @program(%in0) : (tensor<32xbf16>) -> (tensor<4xbf16>, tensor<4xi32>)
    %want0 = stablehlo.constant dense<"0xA8409C408C405C40"> : tensor<4xbf16>
    %want1 = stablehlo.constant dense<"0x06000000000000000A00000015000000"> : tensor<4xi32>
    %c1 = func.call @judge(%in0, %want0, %want1, %out#0, %out#1) : (tensor<32xbf16>, tensor<4xbf16>, tensor<4xi32>, tensor<4xbf16>, tensor<4xi32>) -> tensor<i1>
    check.expect_eq_const %c1, dense<true> : tensor<i1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func @top_k_gt_bf16_comparator(%arg0: tensor<bf16>, %arg1: tensor<bf16>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i1> {
    %0 = stablehlo.compare GT, %arg0, %arg1 : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }
  func.func private @program(%arg0: tensor<32xbf16>) -> (tensor<4xbf16> {jax.result_info = "result[0]"}, tensor<4xi32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.iota dim = 0 : tensor<32xi32>
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %cst = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %1:2 = stablehlo.custom_call @ApproxTopK(%arg0, %0, %cst, %c) {backend_config = "", called_computations = [@top_k_gt_bf16_comparator], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.949999988 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 4 : i64}} : (tensor<32xbf16>, tensor<32xi32>, tensor<bf16>, tensor<i32>) -> (tensor<4xbf16>, tensor<4xi32>)
    return %1#0, %1#1 : tensor<4xbf16>, tensor<4xi32>
  }

  func.func private @judge(%arg0: tensor<32xbf16>, %arg1: tensor<4xbf16>, %arg2: tensor<4xi32>, %arg3: tensor<4xbf16>, %arg4: tensor<4xi32>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0 = stablehlo.abs %arg0 : tensor<32xbf16>
    %cst = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [0] : (tensor<32xbf16>, tensor<bf16>) -> tensor<bf16>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %2 = stablehlo.maximum %cst_0, %1 : tensor<bf16>
    %cst_1 = stablehlo.constant dense<3.200000e+01> : tensor<bf16>
    %3 = stablehlo.multiply %cst_1, %2 : tensor<bf16>
    %4 = call @judge_take_along_axis(%arg0, %arg4) : (tensor<32xbf16>, tensor<4xi32>) -> tensor<4xbf16>
    %5 = stablehlo.compare EQ, %4, %arg1, FLOAT : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %6 = stablehlo.reduce(%5 init: %c) applies stablehlo.and across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.compare EQ, %arg3, %arg1, FLOAT : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %8 = stablehlo.reduce(%7 init: %c_2) applies stablehlo.and across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
    %9 = stablehlo.and %6, %8 : tensor<i1>
    return %9 : tensor<i1>
  }
  func.func private @judge_take_along_axis(%arg0: tensor<32xbf16>, %arg1: tensor<4xi32>) -> tensor<4xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<4xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<4xi1>, tensor<4xi32>
    %5 = stablehlo.reshape %4 : (tensor<4xi32>) -> tensor<4x1xi32>
    %c_1 = stablehlo.constant dense<31> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [1] : (tensor<1xi32>) -> tensor<1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x1xi32>) -> tensor<4x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<4x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [1] : (tensor<4x1xi1>, tensor<i1>) -> tensor<4xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<32xbf16>, tensor<4x1xi32>) -> tensor<4xbf16>
    %cst = stablehlo.constant dense<0x7FC0> : tensor<bf16>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<4xbf16>
    %15 = stablehlo.select %12, %13, %14 : tensor<4xi1>, tensor<4xbf16>
    return %15 : tensor<4xbf16>
  }
}
// -----
// approx_top_k_large_False_max_True_op_float16_32_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC"> : tensor<32xf16>
    %out:2 = func.call @program(%in0) : (tensor<32xf16>) -> (tensor<4xf16>, tensor<4xi32>)
    %want0 = stablehlo.constant dense<"0x3C45DF446344DE42"> : tensor<4xf16>
    %want1 = stablehlo.constant dense<"0x06000000000000000A00000015000000"> : tensor<4xi32>
    %c1 = func.call @judge(%in0, %want0, %want1, %out#0, %out#1) : (tensor<32xf16>, tensor<4xf16>, tensor<4xi32>, tensor<4xf16>, tensor<4xi32>) -> tensor<i1>
    check.expect_eq_const %c1, dense<true> : tensor<i1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func @top_k_gt_f16_comparator(%arg0: tensor<f16>, %arg1: tensor<f16>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i1> {
    %0 = stablehlo.compare GT, %arg0, %arg1 : (tensor<f16>, tensor<f16>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }
  func.func private @program(%arg0: tensor<32xf16>) -> (tensor<4xf16> {jax.result_info = "result[0]"}, tensor<4xi32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.iota dim = 0 : tensor<32xi32>
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %cst = stablehlo.constant dense<0xFC00> : tensor<f16>
    %1:2 = stablehlo.custom_call @ApproxTopK(%arg0, %0, %cst, %c) {backend_config = "", called_computations = [@top_k_gt_f16_comparator], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.949999988 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 4 : i64}} : (tensor<32xf16>, tensor<32xi32>, tensor<f16>, tensor<i32>) -> (tensor<4xf16>, tensor<4xi32>)
    return %1#0, %1#1 : tensor<4xf16>, tensor<4xi32>
  }

  func.func private @judge(%arg0: tensor<32xf16>, %arg1: tensor<4xf16>, %arg2: tensor<4xi32>, %arg3: tensor<4xf16>, %arg4: tensor<4xi32>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0 = stablehlo.abs %arg0 : tensor<32xf16>
    %cst = stablehlo.constant dense<0xFC00> : tensor<f16>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [0] : (tensor<32xf16>, tensor<f16>) -> tensor<f16>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %2 = stablehlo.maximum %cst_0, %1 : tensor<f16>
    %cst_1 = stablehlo.constant dense<3.200000e+01> : tensor<f16>
    %3 = stablehlo.multiply %cst_1, %2 : tensor<f16>
    %4 = call @judge_take_along_axis(%arg0, %arg4) : (tensor<32xf16>, tensor<4xi32>) -> tensor<4xf16>
    %5 = stablehlo.compare EQ, %4, %arg1, FLOAT : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %6 = stablehlo.reduce(%5 init: %c) applies stablehlo.and across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.compare EQ, %arg3, %arg1, FLOAT : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %8 = stablehlo.reduce(%7 init: %c_2) applies stablehlo.and across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
    %9 = stablehlo.and %6, %8 : tensor<i1>
    return %9 : tensor<i1>
  }
  func.func private @judge_take_along_axis(%arg0: tensor<32xf16>, %arg1: tensor<4xi32>) -> tensor<4xf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<4xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<4xi1>, tensor<4xi32>
    %5 = stablehlo.reshape %4 : (tensor<4xi32>) -> tensor<4x1xi32>
    %c_1 = stablehlo.constant dense<31> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [1] : (tensor<1xi32>) -> tensor<1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x1xi32>) -> tensor<4x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<4x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [1] : (tensor<4x1xi1>, tensor<i1>) -> tensor<4xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<32xf16>, tensor<4x1xi32>) -> tensor<4xf16>
    %cst = stablehlo.constant dense<0x7E00> : tensor<f16>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f16>) -> tensor<4xf16>
    %15 = stablehlo.select %12, %13, %14 : tensor<4xi1>, tensor<4xf16>
    return %15 : tensor<4xf16>
  }
}
