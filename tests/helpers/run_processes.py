"""Run saved pipelines with two processes each and print what they find: FOLDER METHOD."""

import json
import multiprocessing
import sys
from pathlib import Path

import spacy
from contract_cases import CASES

if __name__ == "__main__":
    folder, method = sys.argv[1:]
    multiprocessing.set_start_method(method)
    found = {}
    for factory, texts in json.loads(Path(folder, "texts.json").read_text()).items():
        nlp = spacy.load(Path(folder, factory))
        case = CASES[factory]
        docs = nlp.pipe((case.doc(nlp, text) for text in texts), n_process=2, batch_size=4)
        found[factory] = [case.read(doc) for doc in docs]
    sys.stdout.write(json.dumps(found))
