#include "moving_rms.h"

#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/shape_inference.h"

using namespace tensorflow;

REGISTER_OP("TutorialMovingRms")
    .Input("x: T")
    .Output("y: T")
    .Attr("T: {float, double}")
    .Attr("size: int >= 1")
    .Attr("epsilon: float = 1e-6")
    .SetShapeFn([](shape_inference::InferenceContext* c) {
      shape_inference::ShapeHandle x;
      shape_inference::DimensionHandle count;
      int64_t size;
      TF_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &x));
      TF_RETURN_IF_ERROR(c->GetAttr("size", &size));
      TF_RETURN_IF_ERROR(c->Subtract(c->Dim(x, 1), size - 1, &count));
      if (c->ValueKnown(count) && c->Value(count) < 1)
        return errors::InvalidArgument("x must have at least size = ", size, " samples");
      c->set_output(0, c->Matrix(c->Dim(x, 0), count));
      return OkStatus();
    });

template <typename Device, typename T>
class MovingRmsOp : public OpKernel {
 public:
  explicit MovingRmsOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("size", &size_));
    OP_REQUIRES_OK(context, context->GetAttr("epsilon", &epsilon_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& x = context->input(0);
    OP_REQUIRES(context, x.dims() == 2, errors::InvalidArgument("x must have 2 dimensions, got ", x.dims()));
    const int64_t n = x.dim_size(1), count = n - size_ + 1;
    OP_REQUIRES(context, count >= 1, errors::InvalidArgument("x must have at least size = ", size_, " samples"));
    Tensor* y = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({x.dim_size(0), count}), &y));
    if (y->NumElements() == 0) return;
    MovingRms<Device, T>()(context->eigen_device<Device>(), x.flat<T>().data(), y->flat<T>().data(),
                           y->NumElements(), n, count, size_, static_cast<T>(epsilon_));
  }

 private:
  int64_t size_;
  float epsilon_;
};

template <typename T>
struct MovingRms<Eigen::ThreadPoolDevice, T> {
  void operator()(const Eigen::ThreadPoolDevice& device, const T* x, T* y, int64_t total, int64_t n, int64_t count,
                  int64_t size, T epsilon) {
    const Eigen::TensorOpCost cost(size * sizeof(T), sizeof(T), 2 * size);
    device.parallelFor(total, cost, [=](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const T* window = x + i / count * n + i % count;
        T squares = 0;
        for (int64_t k = 0; k < size; ++k) squares += window[k] * window[k];
        y[i] = std::sqrt(squares / size + epsilon);
      }
    });
  }
};

#define REGISTER(device, name, T) \
  REGISTER_KERNEL_BUILDER(Name("TutorialMovingRms").Device(name).TypeConstraint<T>("T"), MovingRmsOp<device, T>);
REGISTER(Eigen::ThreadPoolDevice, DEVICE_CPU, float)
REGISTER(Eigen::ThreadPoolDevice, DEVICE_CPU, double)
#if GOOGLE_CUDA
REGISTER(Eigen::GpuDevice, DEVICE_GPU, float)
REGISTER(Eigen::GpuDevice, DEVICE_GPU, double)
#endif
