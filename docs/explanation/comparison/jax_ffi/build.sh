#!/bin/sh
# Compiles the libraries that moving_rms.py loads; the second one where there is nvcc.
set -eu
cd "$(dirname "$0")"
include="$("${PYTHON:-python3}" -c 'import jax.ffi; print(jax.ffi.include_dir())')"
mkdir -p build
g++ -O3 -std=c++17 -shared -fPIC -I"$include" moving_rms.cc -o build/libmoving_rms.so
if command -v nvcc > /dev/null; then
    nvcc -O3 -std=c++17 -shared -Xcompiler -fPIC -I"$include" moving_rms.cu -o build/libmoving_rms_cuda.so
fi
