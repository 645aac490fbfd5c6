"""Names of what optimizers and moving averages make inside scopes: checkpoints are read by them."""

from __future__ import annotations

import graphops.compat.v1 as tf


def test_names_are_tensorflows() -> None:
    with tf.Graph().as_default():
        w = tf.get_variable("w", [2])
        loss = tf.reduce_sum(w * w)
        tf.train.AdamOptimizer(0.1).minimize(loss)
        with tf.name_scope("opt"):
            step = tf.Variable(0, trainable=False, name="step")
            tf.train.AdamOptimizer(0.1).minimize(loss, global_step=step)
        with tf.name_scope("opt"), tf.name_scope("deep"):
            tf.train.AdamOptimizer(0.1).minimize(loss)
        with tf.variable_scope("vs"):
            tf.train.AdamOptimizer(0.1).minimize(loss)
        with tf.variable_scope("vs2"), tf.name_scope("in"):
            tf.train.AdamOptimizer(0.1).minimize(loss)
        with tf.name_scope("ada"):
            tf.train.AdagradOptimizer(0.1).minimize(loss)
        with tf.variable_scope("mo"):
            tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
        with tf.name_scope("ft"), tf.control_dependencies([loss]):
            tf.train.FtrlOptimizer(0.1).minimize(loss)
        with tf.name_scope("rms"):
            tf.train.RMSPropOptimizer(0.1).minimize(loss)
        with tf.name_scope("e"):
            tf.train.ExponentialMovingAverage(0.9).apply([w])
        with tf.variable_scope("e2"):
            tf.train.ExponentialMovingAverage(0.9).apply([w])
        names = [variable.op.name for variable in tf.global_variables()]
    assert " ".join(names) == (
        "w beta1_power beta2_power w/Adam w/Adam_1 opt/step opt/beta1_power opt/beta2_power w/Adam_2 w/Adam_3 "
        "opt_1/deep/beta1_power opt_1/deep/beta2_power w/Adam_4 w/Adam_5 vs/beta1_power vs/beta2_power vs/w/Adam "
        "vs/w/Adam_1 vs2/in/beta1_power vs2/in/beta2_power vs2/w/Adam vs2/w/Adam_1 w/Adagrad mo/w/Momentum w/Ftrl "
        "w/Ftrl_1 w/RMSProp w/RMSProp_1 w/ExponentialMovingAverage e2/w/ExponentialMovingAverage"
    )
