// error[type]: StableHLO: a mesh has 2 axes and 1 sizes
module {
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = "sdy.manual_computation"(%a) <{in_shardings = [{mesh = {axes = ["a", "b"], sizes = [2]}, dims = [["b"]]}], out_shardings = [{mesh = {axes = ["a", "b"], sizes = [2]}, dims = [["b"]]}], manual_axes = ["b"]}> ({
    ^bb0(%b: tensor<4xf32>):
      "sdy.return"(%b) : (tensor<4xf32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
