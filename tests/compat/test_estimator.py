"""Estimators: training, evaluation and predictions against NumPy; names of variables are TensorFlow 1.15's."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
import graphops.compat.v1 as tf

column = tf.feature_column
estimator = tf.estimator
X = np.random.default_rng(3).random((40, 2), np.float32)
Y = (X[:, 0] + 0.2 * X[:, 1] > 0.6).astype(np.int32)
COLUMNS = [column.numeric_column("a"), column.numeric_column("b")]


@pytest.fixture(autouse=True)
def close() -> Any:
    yield
    tf.summary.FileWriterCache.clear()


def inputs(y: Any = Y, batch: int = 10, epochs: int | None = 1, **more: Any) -> Any:
    x = {"a": X[:, 0], "b": X[:, 1], **more}
    return estimator.inputs.numpy_input_fn(x, y, batch_size=batch, num_epochs=epochs, shuffle=False)


def sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def model_fn(features: Any, labels: Any, mode: str, params: Any) -> Any:
    w = tf.get_variable("w", [2], initializer=tf.constant_initializer(params.get("start", 0.0)))
    y = tf.reduce_sum(tf.stack([features["a"], features["b"]], axis=1) * w, axis=1)
    if mode == estimator.ModeKeys.PREDICT:
        return estimator.EstimatorSpec(mode, {"y": y, "twice": 2 * y})
    loss = tf.reduce_mean(tf.square(y - tf.cast(labels, tf.float32)))
    if mode == estimator.ModeKeys.EVAL:
        return estimator.EstimatorSpec(mode, loss=loss, eval_metric_ops={"mean": tf.metrics.mean(y)})
    step = tf.train.GradientDescentOptimizer(params["rate"]).minimize(loss, tf.train.get_global_step())
    return estimator.EstimatorSpec(mode, loss=loss, train_op=step)


def test_a_model_of_ones_own(tmp_path: Path) -> None:
    made = estimator.Estimator(model_fn, str(tmp_path), params={"rate": 0.5})
    assert made.train(inputs(batch=40), steps=1) is made
    want = 0.5 * 2 * (X * Y[:, None]).mean(axis=0)
    np.testing.assert_allclose(made.get_variable_value("w"), want, rtol=1e-5)
    assert made.get_variable_names() == ["global_step", "w"]
    found = made.evaluate(inputs(batch=25))
    y = X @ want
    losses = [np.mean((y[part] - Y[part]) ** 2) for part in (slice(0, 25), slice(25, 40))]
    assert found["loss"] == pytest.approx(np.mean(losses), rel=1e-5)
    assert found["mean"] == pytest.approx(y.mean(), rel=1e-5)
    assert found["global_step"] == 1
    assert made.evaluate(inputs(batch=25), steps=1, name="part")["loss"] == pytest.approx(losses[0], rel=1e-5)
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == ["eval", "eval_part"]
    singles = list(made.predict(inputs(batch=7)))
    np.testing.assert_allclose([each["twice"] for each in singles], 2 * y, rtol=1e-5)
    batches = list(made.predict(inputs(batch=7), predict_keys="y", yield_single_examples=False))
    assert [sorted(each) for each in batches] == [["y"]] * 6
    assert [len(each["y"]) for each in batches] == [7, 7, 7, 7, 7, 5]


def test_training_goes_on_and_ends(tmp_path: Path) -> None:
    made = estimator.Estimator(model_fn, str(tmp_path), params={"rate": 0.1})
    made.train(inputs())
    assert made.get_variable_value("global_step") == 4  # the input has ended
    made.train(inputs(epochs=None), max_steps=6)
    assert made.latest_checkpoint() == str(tmp_path / "model.ckpt-6")
    made.train(inputs(), max_steps=6)
    assert made.get_variable_value("global_step") == 6
    made.train(inputs(epochs=None), steps=2)
    assert made.get_variable_value("global_step") == 8


def test_a_model_without_a_checkpoint_is_as_initialised(tmp_path: Path) -> None:
    made = estimator.Estimator(model_fn, str(tmp_path), params={"rate": 0.1, "start": 1.0})
    assert made.evaluate(inputs())["mean"] == pytest.approx(X.sum(axis=1).mean(), rel=1e-5)
    assert next(made.predict(inputs()))["y"] == pytest.approx(X[0].sum(), rel=1e-5)


def test_predictions_may_be_left_before_their_end_and_leave_the_graph_alone() -> None:
    with tf.Graph().as_default() as graph:
        made = estimator.Estimator(model_fn, params={"rate": 0.1})
        found = made.predict(inputs())
        next(found)
        assert tf.get_default_graph() is graph
        found.close()
        assert tf.get_default_graph() is graph


def test_a_warm_start(tmp_path: Path) -> None:
    first = estimator.Estimator(model_fn, str(tmp_path / "a"), params={"rate": 0.1, "start": 3.0})
    first.train(inputs(), steps=1)
    second = estimator.Estimator(model_fn, str(tmp_path / "b"), params={"rate": 0.0}, warm_start_from=first.model_dir)
    second.train(inputs(), steps=1)
    assert second.get_variable_value("w").tolist() == first.get_variable_value("w").tolist()
    assert second.get_variable_value("global_step") == 1


def test_hooks_listeners_and_settings(tmp_path: Path) -> None:
    seen: list[Any] = []

    class Hook(tf.train.SessionRunHook):
        def after_run(self, run_context: Any, run_values: Any) -> None:
            seen.append("run")

    class Listener(tf.train.CheckpointSaverListener):
        def after_save(self, session: Any, global_step_value: int) -> None:
            seen.append(global_step_value)

    config = estimator.RunConfig(save_checkpoints_steps=2, keep_checkpoint_max=2, log_step_count_steps=None)
    made = estimator.Estimator(model_fn, str(tmp_path), config, params={"rate": 0.1})
    made.train(inputs(epochs=None), [Hook()], steps=4, saving_listeners=[Listener()])
    assert (
        seen == [0, "run", "run", 2, "run", "run", 4] or seen == [0, "run", 2, "run", "run", 4, "run"] or seen[0] == 0
    )
    assert [each for each in seen if each != "run"] == [0, 2, 4]
    assert len(list(tmp_path.glob("*.safetensors"))) == 2
    assert made.config.model_dir == str(tmp_path)
    assert made.config.replace(save_checkpoints_secs=3).save_checkpoints_steps is None


def test_datasets_are_inputs(tmp_path: Path) -> None:
    def input_fn(params: Any, mode: str) -> Any:
        assert params == {"rate": 0.1}
        assert mode in ("train", "eval")
        return tf.data.Dataset.from_tensor_slices(({"a": X[:, 0], "b": X[:, 1]}, Y)).batch(40)

    made = estimator.Estimator(model_fn, str(tmp_path), params={"rate": 0.1})
    made.train(input_fn)
    assert made.evaluate(input_fn)["global_step"] == 1


def test_train_and_evaluate(tmp_path: Path) -> None:
    config = estimator.RunConfig(save_checkpoints_steps=3)
    made = estimator.Estimator(model_fn, str(tmp_path), config, params={"rate": 0.1})
    exported: list[Any] = []

    class Exporter:
        name = "mine"

        def export(self, model: Any, folder: str, path: str, found: Any, is_last: bool) -> str:
            exported.append((Path(path).name, found["global_step"], is_last))
            return folder

    train = estimator.TrainSpec(inputs(epochs=None), max_steps=7)
    evaluation = estimator.EvalSpec(inputs(), steps=None, exporters=Exporter(), throttle_secs=0)
    metrics, exports = estimator.train_and_evaluate(made, train, evaluation)
    assert metrics["global_step"] == 7
    assert exports == [str(tmp_path / "export" / "mine")]
    assert exported == [("model.ckpt-3", 3, False), ("model.ckpt-6", 6, False), ("model.ckpt-7", 7, True)]


def test_linear_regression_is_that_of_mathematics(tmp_path: Path) -> None:
    sgd = tf.train.GradientDescentOptimizer(0.01)
    made = estimator.LinearRegressor(COLUMNS, str(tmp_path), optimizer=sgd, weight_column="w")
    weights = np.linspace(0.5, 2.0, 40).astype(np.float32)
    given = inputs(Y.astype(np.float32), 40, w=weights)
    made.train(given, steps=1)
    step = 0.01 * 2 * weights * Y  # of the sum of the weighted squares, from zeros
    w = [(step * X[:, 0]).sum(), (step * X[:, 1]).sum(), step.sum()]
    names = ["a/weights", "b/weights", "bias_weights"]
    got = [made.get_variable_value(f"linear/linear_model/{name}").ravel()[0] for name in names]
    np.testing.assert_allclose(got, w, rtol=1e-5)
    found = made.evaluate(given)
    y = X @ w[:2] + w[2]
    losses = (y - Y) ** 2
    assert found["loss"] == pytest.approx((losses * weights).sum(), rel=1e-5)
    assert found["average_loss"] == pytest.approx(np.average(losses, weights=weights), rel=1e-5)
    assert found["prediction/mean"] == pytest.approx(np.average(y, weights=weights), rel=1e-5)
    assert found["label/mean"] == pytest.approx(np.average(Y, weights=weights), rel=1e-5)
    np.testing.assert_allclose([each["predictions"][0] for each in made.predict(inputs(None))], y, rtol=1e-5)


def test_what_a_classifier_of_two_classes_says(tmp_path: Path) -> None:
    made = estimator.LinearClassifier(COLUMNS, str(tmp_path))
    made.train(inputs(epochs=None), steps=30)
    found = made.evaluate(inputs(batch=16))
    given = list(made.predict(inputs(None)))
    p = np.array([each["logistic"][0] for each in given], np.float64)
    said = np.array([each["class_ids"][0] for each in given])
    assert (said == (p > 0.5)).all()
    assert [each["classes"][0] for each in given] == [str(each).encode() for each in said]
    np.testing.assert_allclose([each["probabilities"] for each in given], np.stack([1 - p, p], 1), rtol=1e-5)
    losses = -np.log(np.where(Y == 1, p, 1 - p))
    right = (said == 1) & (Y == 1)
    order = p[Y == 1][:, None] > p[Y == 0][None, :]
    want = {
        "accuracy": (said == Y).mean(), "accuracy_baseline": max(Y.mean(), 1 - Y.mean()), "average_loss": losses.mean(),
        "label/mean": Y.mean(), "prediction/mean": p.mean(), "precision": right.sum() / said.sum(),
        "recall": right.sum() / Y.sum(), "global_step": 30,
        "loss": np.mean([losses[part].sum() for part in (slice(0, 16), slice(16, 32), slice(32, 40))]),
    }  # fmt: skip
    for name, value in want.items():
        assert found[name] == pytest.approx(value, rel=1e-4), name
    assert found["auc"] == pytest.approx(order.mean(), abs=0.02)
    assert set(found) == {*want, "auc", "auc_precision_recall"}


def test_classes_by_name_with_weights(tmp_path: Path) -> None:
    names = ["low", "middle", "high"]
    labels = np.array(names)[(X[:, 0] * 3).astype(int)]
    weights = np.where(labels == "low", 0.0, 1.0).astype(np.float32)
    made = estimator.DNNClassifier(
        [4], COLUMNS, str(tmp_path), 3, weight_column="w", label_vocabulary=names, dropout=0.1,
        loss_reduction=tf.losses.Reduction.MEAN, config=estimator.RunConfig(tf_random_seed=5),
    )  # fmt: skip
    made.train(inputs(labels, epochs=None, w=weights), steps=60)
    found = made.evaluate(inputs(labels, 40, w=weights))
    given = list(made.predict(inputs(None, 40, w=weights)))
    net = np.maximum(
        X @ made.get_variable_value("dnn/hiddenlayer_0/kernel") + made.get_variable_value("dnn/hiddenlayer_0/bias"), 0
    )
    logits = net @ made.get_variable_value("dnn/logits/kernel") + made.get_variable_value("dnn/logits/bias")
    np.testing.assert_allclose([each["logits"] for each in given], logits, atol=1e-5)
    said = [each["classes"][0].decode() for each in given]
    assert said == [names[place] for place in logits.argmax(axis=1)]
    assert found["accuracy"] == pytest.approx(np.average(np.array(said) == labels, weights=weights), rel=1e-5)
    exact = np.log(np.exp(logits).sum(axis=1)) - logits[np.arange(40), [names.index(label) for label in labels]]
    assert found["average_loss"] == pytest.approx(np.average(exact, weights=weights), rel=1e-4)
    assert found["loss"] == pytest.approx(found["average_loss"], rel=1e-4)
    assert set(found) == {"accuracy", "average_loss", "loss", "global_step"}
    assert given[0]["all_classes"].tolist() == [b"low", b"middle", b"high"]


def test_both_parts_of_a_combined_model_are_trained(tmp_path: Path) -> None:
    made = estimator.DNNLinearCombinedRegressor(
        str(tmp_path),
        [COLUMNS[0]],
        "SGD",
        [COLUMNS[1]],
        "Adagrad",
        [8, 8],
        batch_norm=True,
        label_dimension=2,
        config=estimator.RunConfig(tf_random_seed=1),
    )
    labels = np.stack([Y, 1 - Y], 1).astype(np.float32)
    made.train(inputs(labels, epochs=None), steps=1)
    before = {name: made.get_variable_value(name) for name in made.get_variable_names()}
    assert before["linear/linear_model/a/weights"].shape == (1, 2)
    made.train(inputs(labels, epochs=None), steps=2)
    for name, value in before.items():
        if "/bias" not in name and "moving" not in name:  # normalised layers have biases without effect
            assert (made.get_variable_value(name) != value).any(), name
    assert made.get_variable_value("global_step") == 3
    names = set(before)
    assert {"dnn/hiddenlayer_1/kernel", "dnn/hiddenlayer_0/batchnorm_0/gamma", "dnn/logits/kernel/Adagrad"} <= names
    assert np.shape([each["predictions"] for each in made.predict(inputs(None))]) == (40, 2)


def test_baselines_know_labels_alone(tmp_path: Path) -> None:
    made = estimator.BaselineClassifier(str(tmp_path), optimizer=tf.train.FtrlOptimizer(1.0))
    made.train(inputs(epochs=None), steps=60)
    assert next(made.predict(inputs()))["logistic"][0] == pytest.approx(Y.mean(), abs=0.03)
    number = estimator.BaselineRegressor(
        str(tmp_path / "r"), optimizer=lambda: tf.train.GradientDescentOptimizer(0.0125)
    )
    number.train(inputs(Y.astype(np.float32), 40), steps=1)
    assert number.get_variable_value("baseline/bias")[0] == pytest.approx(Y.mean(), rel=1e-5)


def test_checkpoints_of_tensorflows_names_are_restored(tmp_path: Path) -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        values = {"a/weights": [[2.0]], "b/weights": [[-1.0]], "bias_weights": [0.5]}
        made = [tf.get_variable(f"linear/linear_model/{name}", initializer=value) for name, value in values.items()]
        tf.train.create_global_step()
        session.run(tf.global_variables_initializer())
        path = tf.train.Saver().save(session, str(tmp_path / "model"))
        assert len(made) == 3
    found = estimator.LinearRegressor(COLUMNS).predict(inputs(None), checkpoint_path=path)
    np.testing.assert_allclose([each["predictions"][0] for each in found], X @ [2.0, -1.0] + 0.5, rtol=1e-5)


def test_a_model_is_exported_with_its_values(tmp_path: Path) -> None:
    words = column.categorical_column_with_vocabulary_list("word", ["no", "yes"])
    made = estimator.LinearClassifier([COLUMNS[0], words], str(tmp_path / "model"))
    word = np.where(Y == 1, "yes", "no")
    made.train(inputs(word=word), steps=4)
    spec = column.make_parse_example_spec([COLUMNS[0], words])
    asset = tmp_path / "asset"
    asset.write_text("x")
    receiver = estimator.export.build_parsing_serving_input_receiver_fn(spec)
    path = made.export_saved_model(str(tmp_path / "out"), receiver, {"sub/file": str(asset)})
    folder = Path(path.decode())
    assert (folder / "assets.extra" / "sub" / "file").read_text() == "x"
    model = go.load_saved_model(folder)
    assert sorted(model.signatures) == ["classification", "predict", "regression", "serving_default"]
    feature = {
        "a": tf.train.Feature(float_list=tf.train.FloatList(value=[X[0, 0]])),
        "word": tf.train.Feature(bytes_list=tf.train.BytesList(value=[word[0].encode()])),
    }
    example = tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString()
    want = next(made.predict(inputs(None, word=word)))
    found = model({"examples": np.array([example], object)}, "predict")
    np.testing.assert_allclose(found["probabilities"][0], want["probabilities"], rtol=1e-6)
    raw = estimator.export.build_raw_serving_input_receiver_fn({"a": tf.constant([1.0]), "word": tf.constant(["no"])})
    again = go.load_saved_model(made.export_savedmodel(str(tmp_path / "out"), raw, as_text=True).decode())
    found = again({"a": X[:1, 0], "word": np.array([word[0].encode()], object)}, "regression")
    np.testing.assert_allclose(found["outputs"][0], want["logistic"], rtol=1e-6)
    with pytest.raises(tf.errors.NotFoundError, match="must be trained to be exported"):
        estimator.LinearClassifier(COLUMNS).export_saved_model(str(tmp_path / "out"), raw)


def test_inputs_of_arrays() -> None:
    def batches(**arguments: Any) -> list[Any]:
        with tf.Graph().as_default(), tf.Session() as session:
            tf.set_random_seed(3)
            found = estimator.inputs.numpy_input_fn(np.arange(5), **arguments)()
            result = []
            for _ in range(4):
                try:
                    result.append(session.run(found).tolist())
                except tf.errors.OutOfRangeError:
                    break
            return result

    assert batches(batch_size=3, shuffle=False) == [[0, 1, 2], [3, 4]]
    assert batches(batch_size=3, shuffle=False, num_epochs=2) == [[0, 1, 2], [3, 4, 0], [1, 2, 3], [4]]
    assert batches(batch_size=3, shuffle=False, num_epochs=None) == [[0, 1, 2], [3, 4, 0], [1, 2, 3], [4, 0, 1]]
    drawn = batches(batch_size=5, shuffle=True, num_epochs=None)
    assert [sorted(batch) for batch in drawn] == [[0, 1, 2, 3, 4]] * 4
    assert len({tuple(batch) for batch in drawn}) > 1
    assert drawn == batches(batch_size=5, shuffle=True, num_epochs=None)


def test_inputs_of_a_data_frame() -> None:
    class Frame(dict):  # type: ignore[type-arg]
        columns = ("a", "word")

    frame = Frame(a=np.array([1.0, 2.0]), word=np.array(["x", "y"], object))
    with tf.Graph().as_default(), tf.Session() as session:
        made = estimator.inputs.pandas_input_fn(frame, np.array([0, 1]), shuffle=False)
        features, labels = session.run(made())
    assert features["a"].tolist() == [1.0, 2.0]
    assert features["word"].tolist() == [b"x", b"y"]
    assert labels.tolist() == [0, 1]


def test_examples_of_estimators() -> None:
    assert estimator.classifier_parse_example_spec(COLUMNS, "y", weight_column="w") == {
        "a": tf.FixedLenFeature((1,), tf.float32),
        "b": tf.FixedLenFeature((1,), tf.float32),
        "y": tf.FixedLenFeature((1,), tf.int64, None),
        "w": tf.FixedLenFeature((1,), tf.float32),
    }
    found = estimator.regressor_parse_example_spec(COLUMNS, "y", label_default=2.0, label_dimension=2)
    assert found["y"] == tf.FixedLenFeature((2,), tf.float32, [2.0, 2.0])
    with pytest.raises(ValueError, match="must be no feature, too, got 'a'"):
        estimator.classifier_parse_example_spec(COLUMNS, "a")


FN = estimator.inputs.numpy_input_fn
SPEC = estimator.EstimatorSpec
REFUSED: list[tuple[Any, str]] = [
    (lambda: estimator.Estimator(3), "must be a function"),
    (lambda: estimator.Estimator(lambda x: None), "must take features"),
    (lambda: estimator.Estimator(lambda features, other: None), "must take features"),
    (lambda: estimator.Estimator(model_fn, config=3), "must be a RunConfig"),
    (lambda: estimator.Estimator(model_fn, "a", estimator.RunConfig("b")), "must be that of the config"),
    (lambda: estimator.Estimator(model_fn).train(inputs(), steps=1, max_steps=1), "one of steps and max_steps"),
    (lambda: estimator.Estimator(model_fn).train(inputs(), steps=0), "must be positive"),
    (lambda: estimator.Estimator(model_fn).evaluate(inputs(), steps=0), "must be positive"),
    (lambda: estimator.Estimator(lambda features: None).train(inputs()), "must take labels"),
    (lambda: estimator.Estimator(lambda features: None).train(inputs(None)), "must give an EstimatorSpec"),
    (lambda: estimator.Estimator(model_fn).train(lambda: (1, 2, 3)), "features and labels, got 3"),
    (lambda: next(estimator.Estimator(model_fn).predict(inputs(), "no")), "must be some of"),
    (lambda: SPEC("train", loss=1.0), "train_op of EstimatorSpec must be given"),
    (lambda: SPEC("eval"), "loss of EstimatorSpec must be given"),
    (lambda: SPEC("infer"), "predictions of EstimatorSpec must be given"),
    (lambda: SPEC("eval", loss=[1.0, 2.0]), "must be a scalar"),
    (lambda: SPEC("eval", loss=1.0, eval_metric_ops={"a": 3}), "must be a pair"),
    (lambda: SPEC("eval", loss=1.0, scaffold=3), "must be a Scaffold"),
    (lambda: estimator.RunConfig(save_checkpoints_steps=1, save_checkpoints_secs=1), "got 1 and 1"),
    (lambda: estimator.RunConfig(train_distribute=3), "there is one process"),
    (lambda: estimator.RunConfig().replace(no_such=1), "must exist to be replaced"),
    (lambda: FN(np.zeros(3)), "shuffle of an input function must be True or False"),
    (lambda: FN(np.zeros(3), shuffle=True, batch_size=0), "at least 1"),
    (lambda: FN([1], shuffle=True), "must be an array"),
    (lambda: FN({}, shuffle=True), "got an empty dict"),
    (lambda: FN({"a": [1]}, shuffle=True), "must have arrays by name"),
    (lambda: FN(np.zeros(3), np.zeros(2), shuffle=True), "of one length"),
    (lambda: estimator.inputs.pandas_input_fn(3, shuffle=True), "must be a DataFrame"),
    (lambda: estimator.LinearClassifier(COLUMNS, n_classes=1), "at least 2"),
    (lambda: estimator.LinearClassifier(COLUMNS, label_vocabulary=["a"]), "have 2 names"),
    (lambda: estimator.LinearClassifier(COLUMNS, loss_reduction="none"), "not NONE"),
    (lambda: estimator.LinearClassifier(COLUMNS, optimizer="Fast").train(inputs()), "got 'Fast'"),
    (lambda: estimator.LinearClassifier(COLUMNS, optimizer=3).train(inputs()), "must be an Optimizer"),
    (lambda: estimator.LinearClassifier(COLUMNS).train(inputs(None)), "labels must be given"),
    (lambda: estimator.LinearClassifier(COLUMNS).train(FN(X, Y, shuffle=True)), "tensors by name"),
    (lambda: estimator.LinearClassifier(COLUMNS).train(inputs(X)), r"of shape \[batch, 1\]"),
    (lambda: estimator.LinearClassifier(COLUMNS).train(inputs(Y + 1)), "Labels must be below n_classes, 2"),
    (lambda: estimator.LinearClassifier(COLUMNS).train(inputs(Y.astype(str))), "must have a label_vocabulary"),
    (lambda: estimator.DNNLinearCombinedClassifier(), "got neither"),
    (lambda: estimator.DNNLinearCombinedClassifier(dnn_feature_columns=COLUMNS), "dnn_hidden_units must be given"),
    (lambda: estimator.export.ClassificationOutput(), "scores or classes"),
    (lambda: estimator.train_and_evaluate(3, None, None), "must be of class Estimator"),
]


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_bad_arguments_are_refused(number: int) -> None:
    make, text = REFUSED[number]
    with tf.Graph().as_default(), pytest.raises(ValueError, match=text):
        make()
