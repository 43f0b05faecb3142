"""Run saved pipelines in two processes and print what they find: FOLDER METHOD.

By "fork" each pipeline starts two of its own, as spaCy does. By "spawn" one does, with the
attributes of all, and the others share two: such a process takes seconds to import all it needs.
"""

import json
import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import spacy
from contract_cases import CASES, Finding
from spacy.lang.en import English
from spacy.lang.tokenizer_exceptions import BASE_EXCEPTIONS
from spacy.language import Language
from spacy.tokens import Doc
from spacy.tokens.underscore import Underscore


def found(factory: str, nlp: Language, docs: list[Doc], processes: int = 1) -> list[list[Finding]]:
    """Return what a pipeline finds in each Doc."""
    return [CASES[factory].read(doc) for doc in nlp.pipe(docs, n_process=processes, batch_size=4)]


if __name__ == "__main__":
    folder, method = sys.argv[1:]
    multiprocessing.set_start_method(method)
    English.Defaults.tokenizer_exceptions = BASE_EXCEPTIONS  # as in shared_fixtures.py
    tasks = []
    for factory, texts in json.loads(Path(folder, "texts.json").read_text()).items():
        nlp = spacy.load(Path(folder, factory))
        tasks.append((factory, nlp, [CASES[factory].doc(nlp, text) for text in texts]))
    own = tasks if method == "fork" else tasks[:1]
    findings = {task[0]: found(*task, processes=2) for task in own}
    if tasks[len(own) :]:
        with ProcessPoolExecutor(2, None, Underscore.load_state, (Underscore.get_state(),)) as pool:
            shared = tasks[len(own) :]
            results = pool.map(found, *zip(*shared, strict=True))
            findings |= {task[0]: one for task, one in zip(shared, results, strict=True)}
    sys.stdout.write(json.dumps(findings))
