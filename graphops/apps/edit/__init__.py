"""The editor of page files: a service on this machine, and the page that it shows in a browser.

``graphops edit page.json`` starts it; docs/reference/editor_service.md describes the messages.  Needs the extra
``edit`` (starlette, uvicorn, websockets).
"""
