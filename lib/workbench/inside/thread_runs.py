"""Which cell a thread works for."""

import threading
from concurrent.futures import ThreadPoolExecutor


def follow_threads(run_of_kernel):
    """
    A thread asks in the name of the cell that began it, also while another cell runs, and work that was given to a pool in
    the name of the cell that gave it. Gives what tells the run of the thread that asks.
    """
    own = threading.local()
    start, submit = threading.Thread.start, ThreadPoolExecutor.submit

    def current():
        return getattr(own, "run", None) or run_of_kernel()

    def bound(work):
        run = current()

        def carry_out(*args, **named):
            before, own.run = getattr(own, "run", None), run
            try:
                return work(*args, **named)
            finally:
                own.run = before

        return carry_out

    def begin(thread):
        thread.run = bound(thread.run)
        return start(thread)

    def give(pool, work, /, *args, **named):
        return submit(pool, bound(work), *args, **named)

    threading.Thread.start, ThreadPoolExecutor.submit = begin, give
    return current
