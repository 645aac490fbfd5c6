"""Trainings of a few steps, written once and run under TensorFlow and under graphops."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.compat.calls import rows

# Optimizers by a name of ours: functions of the module ``tf.train`` and the global step.
OPTIMIZERS: dict[str, Callable[[Any, Any], Any]] = {
    "sgd": lambda train, step: train.GradientDescentOptimizer(0.1),
    "sgd_decayed": lambda train, step: train.GradientDescentOptimizer(train.exponential_decay(0.1, step, 2, 0.5)),
    "momentum": lambda train, step: train.MomentumOptimizer(0.1, 0.9),
    "nesterov": lambda train, step: train.MomentumOptimizer(0.1, 0.9, use_nesterov=True),
    "adam": lambda train, step: train.AdamOptimizer(0.05),
    "adam_settings": lambda train, step: train.AdamOptimizer(0.05, beta1=0.5, beta2=0.9, epsilon=1e-3, name="A"),
    "adagrad": lambda train, step: train.AdagradOptimizer(0.1),
    "adadelta": lambda train, step: train.AdadeltaOptimizer(1.0, rho=0.9, epsilon=1e-6),
    "rmsprop": lambda train, step: train.RMSPropOptimizer(0.01, momentum=0.5),
    "rmsprop_centered": lambda train, step: train.RMSPropOptimizer(0.01, centered=True),
    "ftrl": lambda train, step: train.FtrlOptimizer(
        0.1, l1_regularization_strength=0.01, l2_regularization_strength=0.1
    ),
    "ftrl_shrinkage": lambda train, step: train.FtrlOptimizer(0.1, l2_shrinkage_regularization_strength=0.1, beta=0.5),
    "proximal_sgd": lambda train, step: train.ProximalGradientDescentOptimizer(0.1, 0.01, 0.1),
    "proximal_adagrad": lambda train, step: train.ProximalAdagradOptimizer(0.1, 0.2, 0.01, 0.1),
}
STEPS = 4


def trained(tf: Any, name: str) -> dict[str, np.ndarray]:
    """All variables by name after some steps, and the loss at each step."""
    with tf.Graph().as_default(), tf.Session() as session:
        with tf.variable_scope("model"):
            w = tf.get_variable("w", initializer=tf.constant(rows(3, 2)))
            b = tf.get_variable("b", [2], initializer=tf.zeros_initializer(), constraint=lambda v: tf.maximum(v, -0.01))
        x, y = tf.constant(rows(8, 3, seed=1)), tf.constant(rows(8, 2, seed=2))
        loss = tf.reduce_mean(tf.square(tf.tanh(tf.matmul(x, w) + b) - y))
        step = tf.train.get_or_create_global_step()
        optimizer = OPTIMIZERS[name](tf.train, step)
        grads = optimizer.compute_gradients(loss)
        clipped, _ = tf.clip_by_global_norm([g for g, _ in grads], 0.5)
        update = optimizer.apply_gradients(zip(clipped, [v for _, v in grads], strict=True), global_step=step)
        average = tf.train.ExponentialMovingAverage(0.9, step)
        with tf.control_dependencies([update]):
            train = average.apply([w])
        session.run(tf.global_variables_initializer())
        losses = []
        for _ in range(STEPS):
            losses.append(session.run(loss))
            session.run(train)
        found = {v.name: np.asarray(value) for v, value in
                 ((v, session.run(v)) for v in tf.global_variables())}  # fmt: skip
        slots = [optimizer.get_slot(w, slot) for slot in optimizer.get_slot_names()]
        found["slots"] = np.array([slot.name for slot in slots], dtype="S")
        found["losses"] = np.array(losses)
        found["step"] = np.array(tf.train.global_step(session, step))
        return found
