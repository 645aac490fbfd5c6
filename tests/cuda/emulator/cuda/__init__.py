"""``cuda``: what finds the libraries of CUDA."""
