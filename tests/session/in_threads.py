"""Several threads at once."""

from __future__ import annotations

import threading


def in_threads(count, function):
    """Run ``function(number)`` in ``count`` threads; raise what they raised."""
    errors = []

    def work(number):
        try:
            function(number)
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert errors == []
