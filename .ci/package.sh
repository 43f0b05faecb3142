# shellcheck shell=bash
# The gallery, lints, the files of the forge, the wheel and what is installed of it, the quality
# gates. Sourced by run, in the environment "checkout"; $wheel is there.

step "gallery: each script shows what is kept of it"
timeout 600 python docs/site/gallery.py --check

step "ruff"
ruff check .
ruff format --check .
flake8 spacy_citalign components configs benchmarks # pydoclint

step "files of the forge, spelling"
check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
check-jsonschema --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/[!c]*.yml
check-jsonschema --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff
zizmor --offline --quiet --config .github/zizmor.yml .github
codespell README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md CODE_OF_CONDUCT.md docs project spacy_citalign/pipeline/README.md

step "fuzzing, a little"
python tests/fuzzing jats tei s2orc latexml pdf pdf_characters pubmed citance_groups article_file source_jats_set \
    source_s2orc source_jsonl source_zip source_parquet resumed model_members \
    model_gene_mention_tagger pipeline --seconds 1 --seed 1 --timeout 30

step "what is in the wheel"
python - "$wheel" <<'PYTHON'
import sys
from collections import Counter
from pathlib import Path
from zipfile import ZipFile

LIMIT = 45_000_000
wheel = Path(sys.argv[1])
archive = ZipFile(wheel)
names = set(archive.namelist())
suffixes, whole = {".py", ".bin", ".cfg", ".css", ".js", ".j2", ".sql", ".tsv", ".txt"}, {"demo", "pipeline"}
places = {"spacy_citalign": "spacy_citalign"}
places |= {folder: f"spacy_citalign/{folder}" for folder in ("components", "configs")}
expected = {
    f"{place}/{path.relative_to(folder).as_posix()}"
    for folder, place in places.items()
    for path in Path(folder).rglob("*")
    if path.is_file()
    and (path.suffix in suffixes or path.name in {"py.typed", "meta.json"} or whole & set(path.parts))
    and not {"__pycache__", "scripts"} & set(path.parts)
}
missing = sorted(expected - names)
foreign = sorted(name for name in names - expected if ".dist-info/" not in name)
size = wheel.stat().st_size
print(f"{wheel.name}: {size / 1e6:.1f} MB, {len(names)} files")
for name in sorted(names):
    if not name.endswith(".py"):
        print(f"{archive.getinfo(name).file_size:>12,} {name}")
for folder, count in sorted(Counter(str(Path(n).parent) for n in names if n.endswith(".py")).items()):
    print(f"{count:>4} modules in {folder}")
if missing or foreign or size > LIMIT:
    sys.exit(f"missing: {missing}; foreign: {foreign}; limit: {LIMIT / 1e6:.0f} MB")
PYTHON

step "the installed wheel, outside the checkout"
mkdir "$work/away"
cp -r tests "$work/away/"
cp pyproject.toml "$work/away/settings.toml"
cd "$work/away"
fresh installed
install "$wheel"
pip check
python -W error -c "import spacy_citalign"
python -m spacy citalign --version
citalign config
citalign demo --output demo
ls -l demo
printf '%s\n' '{"cited": {"key": "a"}, "citances": ["TNF kills cells.", "Cells die by TNF."]}' |
    citalign align -
printf '%s\n' '{"text": "The p53 gene binds MDM2."}' '{"text": 5}' >texts.jsonl
citalign annotate texts.jsonl --output found.jsonl && exit 1 # one record fails
test "$(wc -l <found.jsonl)" = 2
{ citalign annotate texts.jsonl --output found.parquet 2>&1 || true; } |
    grep -F 'pip install "spacy-citalign[parquet]"'
{ citalign serve pond.calg 2>&1 || true; } | grep -F 'pip install "spacy-citalign[serve]"'
python -m spacy info spacy_citalign >/dev/null

step "a package that spaCy makes of the shipped pipeline"
python -c 'import spacy; nlp = spacy.load("spacy_citalign"); nlp.meta["name"] = "pond"; nlp.to_disk("pond")'
mkdir package
python -m spacy package pond package --build sdist >/dev/null
install --no-deps package/en_pond-*/dist/en_pond-*.tar.gz
python -c 'import spacy; print(spacy.load("en_pond")("The p53 gene binds MDM2.")._.gene_mentions)'

step "mypy and what ships, on the installed wheel; the contract is in versions.sh"
install pytest hypothesis mypy
mypy --config-file settings.toml -p spacy_citalign
cat >typed.py <<'PYTHON'
from collections.abc import Iterable
from pathlib import Path

from spacy.tokens import Doc

from spacy_citalign import answers, group_citances, join, load, nonexistent, read_articles, report

docs: Iterable[Doc] = group_citances(read_articles([Path("a.xml")], nlp=load()))
join(1)
for work in answers("articles/", min_articles=3, evidence=True, on_problem=print):
    title: str | None = work.cited.title
    support: int | None = work.articles
    answer: str = work.answer
    places: list[int] = [one.place for aligned in work.classes for one in aligned.members]
print(report(["a.xml"], output="report.html", on_progress=lambda step: print(step.done)).works)
answers(1)
PYTHON
mypy --strict typed.py >typed.txt || true
cat typed.txt
grep -F 'has no attribute "nonexistent"' typed.txt
grep -F 'Argument 1 to "join" has incompatible type' typed.txt
grep -F 'Argument 1 to "answers" has incompatible type' typed.txt
grep -F 'Found 4 errors' typed.txt
pytest -q -c settings.toml --rootdir "$PWD" -p no:cacheprovider -m "not slow" \
    tests/components/base/test_shipped.py tests/test_architecture.py tests/test_imports.py
cd "$top"

step "quality"
data=$(realpath -m "${CITALIGN_DATA:-../shared/data}")
if [ -d "$data/bc2gm" ]; then
    cp -r benchmarks configs "$work/away/" # in the checkout its own package would be found first
    cd "$work/away"
    export CITALIGN_DATA=$data
    python -m benchmarks.genes --gate
    python -m benchmarks.pipeline --gate
    python -m benchmarks.terms shipped --gate
    python -m benchmarks.columns shipped --gate
    python -m benchmarks.sentences shipped --gate
    python -m benchmarks.articles gate
    python -m benchmarks.pdf gate
    cd "$top"
else
    echo "skipped: no corpora at $data"
fi
