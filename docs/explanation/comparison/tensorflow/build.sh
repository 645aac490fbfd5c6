#!/bin/sh
# Compiles the library that moving_rms.py loads; with CUDA where TensorFlow was built with it and there is nvcc.
set -eu
cd "$(dirname "$0")"
python="${PYTHON:-python3}"
compile="$("$python" -c 'import tensorflow as tf; print(*tf.sysconfig.get_compile_flags())')"
link="$("$python" -c 'import tensorflow as tf; print(*tf.sysconfig.get_link_flags())')"
mkdir -p build
cuda=
if [ "$("$python" -c 'import tensorflow as tf; print(tf.test.is_built_with_cuda())')" = True ] && command -v nvcc > /dev/null; then
    nvcc -O3 $compile -DGOOGLE_CUDA=1 -x cu -Xcompiler -fPIC --expt-relaxed-constexpr -c moving_rms.cu.cc -o build/moving_rms.cu.o
    cuda="-DGOOGLE_CUDA=1 build/moving_rms.cu.o -I$(dirname "$(command -v nvcc)")/../include -lcudart"
fi
g++ -O3 -shared -fPIC $compile moving_rms.cc $cuda $link -o build/moving_rms.so
