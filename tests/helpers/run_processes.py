"""Run a saved pipeline with two processes and print what it finds: FOLDER METHOD FACTORY."""

import json
import multiprocessing
import sys
from pathlib import Path

import spacy
from contract_cases import CASES

if __name__ == "__main__":
    folder, method, factory = sys.argv[1:]
    multiprocessing.set_start_method(method)
    nlp = spacy.load(Path(folder, "pipeline"))
    texts = json.loads(Path(folder, "texts.json").read_text())
    case = CASES[factory]
    docs = nlp.pipe((case.doc(nlp, text) for text in texts), n_process=2, batch_size=4)
    sys.stdout.write(json.dumps([case.read(doc) for doc in docs]))
