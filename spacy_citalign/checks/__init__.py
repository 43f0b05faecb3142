"""The component contract as rules that any spaCy component can be checked by.

Read `findings.py` (a rule, and what it can find), then `rules.py`, the list of the rules;
`under_test.py` is the component as a rule sees it. `worker.py` checks the rules in a process of its
own, `run.py` starts it, and starts it again where a component ends it or hangs. The rules follow
``check_estimator`` of scikit-learn: Buitinck et al. (2013), "API design for machine learning
software: experiences from the scikit-learn project", ECML PKDD workshop on languages for data
mining and machine learning.
"""
