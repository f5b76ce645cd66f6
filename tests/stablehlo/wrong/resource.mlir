// error[syntax]: StableHLO: resources of TensorFlow are not supported
func.func @main(%0: tensor<!tf_type.resource<tensor<2xf32>>>) {
  return
}
