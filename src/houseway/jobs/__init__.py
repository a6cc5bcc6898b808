"""Work in other processes: what takes long never stops who asks for it.

    >>> from houseway.jobs import Job, Pool, Tell
    >>> class Sum(Job[int], frozen=True):
    ...     upto: int
    ...     def run(self, tell: Tell) -> int:
    ...         return sum(range(self.upto))
    >>> pool = Pool()
    >>> await pool.run(Sum(10), timeout=5)
    45

A job is a struct in a module: its fields are what it is given, ``run`` does it, and what that is
annotated to return comes back.  Nothing but msgpack goes between the processes.
"""

from houseway.jobs.job import Failed, Job, NotYet, Tell, Told, TooMany
from houseway.jobs.pool import Lane, Pool

__all__ = ["Failed", "Job", "Lane", "NotYet", "Pool", "Tell", "Told", "TooMany"]
