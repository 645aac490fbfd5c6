"""The editor of page files: a service on this machine, and the page that it shows in a browser.

``graphops edit page.json`` starts it; docs/reference/editor_service.md describes the messages.  Needs the extra
``edit`` (starlette, uvicorn, websockets).

May import everything below :mod:`graphops.apps`.  Begin with ``app``, the service; ``runner`` is what runs pages, in a
process of its own.  The page in the browser is built from ``editor/`` at the top of the repository.
"""
