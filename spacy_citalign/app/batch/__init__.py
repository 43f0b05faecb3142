"""Runs over corpora: records in, annotated rows out, every record once, whatever interrupts.

`job.py` is what is asked for, sources that are found, and `run.py` does it: the splits of these
`pool.py` gives to processes and `ray/` to a cluster. There `worker.py` annotates them by
`stream.py`, and `attempts.py` finds the record that kills a process. `outputs/` writes rows and
parts.
"""
