"""Runs over corpora: records in, annotated rows out, every record once, whatever interrupts.

`inputs.py` finds sources (`sources/`), which are cut into splits of records (`splits.py`,
`records.py`). `pool.py` gives splits to processes, `ray/` to a cluster; `worker.py` annotates
them (`stream.py`), and `attempts.py` finds the record that kills a process. `outputs/` writes rows
and parts. `annotate_run.py` puts it together.
"""
