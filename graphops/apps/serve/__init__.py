"""A server for models with TensorFlow Serving's REST interface.

``graphops serve --model_name NAME --model_base_path FOLDER`` starts it; docs/how-to/serve_a_model.md describes it.
Needs the extra ``serve`` (uvicorn, prometheus-client).

May import everything below :mod:`graphops.apps`.  Begin with ``service``, which answers one request; ``app`` is the
HTTP in front of it, ``versions`` what loads models, ``batcher`` what runs several requests at once, ``workers`` the
processes.
"""
