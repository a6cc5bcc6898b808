"""Work in other processes, so that long jobs never block the caller.

    >>> from houseway.jobs import Job, Pool, Tell
    >>> class Sum(Job[int], frozen=True):
    ...     upto: int
    ...     def run(self, tell: Tell) -> int:
    ...         return sum(range(self.upto))
    >>> pool = Pool()
    >>> await pool.run(Sum(10), timeout=5)
    45

A job is a struct at module level. Its fields are the arguments, ``run`` does the work, and the
return annotation of ``run`` is the type of the result. Only msgpack passes between the processes.
"""

from houseway.jobs.job import Failed, Job, JobStatus, NotYet, Tell, TooMany
from houseway.jobs.pool import Lane, Pool

__all__ = ["Failed", "Job", "JobStatus", "Lane", "NotYet", "Pool", "Tell", "TooMany"]
