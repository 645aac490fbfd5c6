"""Calls of ``tf.distributions``, as those of ``calls.py``."""

from typing import Any

import numpy as np

from tests.compat.calls import call, rows
from tests.compat.class_calls import CALLS


@call
def normal_distributions(tf: Any) -> Any:
    d = tf.distributions
    loc, scale = tf.constant(rows(3)), tf.exp(rows(2, 3, seed=1))
    n, m = d.Normal(loc, scale), d.Normal(loc=0.5, scale=[1.0, 2.0, 3.0])
    some = n.sample(seed=3)
    return [
        some, n.sample(4, seed=4), m.sample([2, 2], seed=5), n.log_prob(some), m.prob([1.0, -1.0, 0.0]),
        m.log_prob(0.5), n.entropy(), n.mean(), n.stddev(), m.variance(), m.mode(), m.cdf([0.5, 1.0, -9.0]),
        d.kl_divergence(n, m),
        m.kl_divergence(n), tf.gradients(n.log_prob(tf.stop_gradient(some)), [loc, scale]),
        tf.gradients(n.sample(seed=9), [loc, scale]), d.Normal(np.float64(1), np.float64(2)).entropy(),
    ]  # fmt: skip


@call
def other_distributions(tf: Any) -> Any:
    d = tf.distributions
    u, b, c = d.Uniform([0.0, 1.0], 3.0), d.Bernoulli(logits=rows(4)), d.Categorical(logits=rows(2, 5))
    e, f = d.Bernoulli(probs=[0.2, 0.5, 0.9, 0.4], dtype=tf.float32), d.Categorical(probs=[0.2, 0.3, 0.5])
    return [
        u.sample(3, seed=1), u.prob([0.5, 0.5]), u.prob(3.0), u.log_prob(2.0), u.entropy(), u.mean(), u.variance(),
        u.range(), u.stddev(),
        b.sample(3, seed=2), e.sample([2, 2], seed=3), b.log_prob([1, 0, 1, 1]), e.prob(1.0), b.entropy(), b.mean(),
        e.variance(), e.mode(), d.kl_divergence(b, e), b.probs, e.logits,
        c.sample(4, seed=4), f.sample(5, seed=5), c.sample(seed=6), c.log_prob([1, 4]), f.log_prob(2), f.prob([0, 1]),
        c.entropy(), c.mode(), f.mode(), d.kl_divergence(c, d.Categorical(logits=rows(5, seed=3))), c.probs, f.logits,
        c.event_size,
    ]  # fmt: skip


__all__ = ["CALLS"]
