"""The component contract as rules that any spaCy component can be checked by.

Read `findings.py` (what a rule is, and what it can find), then `rules.py`, the list of the rules;
`subject.py` is what a rule gets to see of a component. `worker.py` runs the rules in a process of
its own, `run.py` starts it, and starts it again where a component ends it or hangs. The rules
follow ``check_estimator`` of scikit-learn: Buitinck et al. (2013), "API design for machine learning
software: experiences from the scikit-learn project", ECML PKDD workshop on languages for data
mining and machine learning.
"""
