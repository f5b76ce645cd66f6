// error[type]: StableHLO: sdy.manual_computation: missing attribute mesh
module {
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = "sdy.manual_computation"(%a) <{in_shardings = [1], out_shardings = [1], manual_axes = []}> ({
    ^bb0(%b: tensor<4xf32>):
      "sdy.return"(%b) : (tensor<4xf32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
