"""The editor of page files: a service on this machine, and the page that it shows in a browser.

``graphops edit page.json`` starts it; docs/editor_api.md describes what the two say to each other.  Needs the extra
``edit`` (starlette, uvicorn, websockets).
"""
