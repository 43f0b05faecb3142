# shellcheck shell=bash
# The site, and the package beside other versions of others, in a copy of the files: an installation
# writes into the folder that it is made from. Sourced by run.

mkdir "$work/copy"
if git rev-parse --git-dir >/dev/null 2>&1; then
    git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$work/copy"
else # an unpacked archive
    cp -r . "$work/copy"
fi
cd "$work/copy"

# What meets the versions of other packages first: each component, what ships, README's examples.
some_tests() {
    tests -p no:cacheprovider -m "not slow" tests/components/*/test_component.py \
        tests/components/test_{contract,rendering,results,shipped,tokenizer}.py \
        tests/chain/test_crfsuite.py tests/batch/test_tables.py tests/test_{configs,readme}.py
}

step "the site"
fresh site
pip install -q "mkdocs>=1.6,<2" "mkdocs-material>=9.5" "mkdocstrings[python]>=0.26"
NO_MKDOCS_2_WARNING=1 mkdocs build --strict --quiet --site-dir "$work/pages"
du -sh "$work/pages"
python docs/site/links.py "$work/pages"
if grep -rnE '<(script|link)[^>]*(src|href)="https?://[^"]*\.(js|css)' --include='*.html' "$work/pages"; then
    echo "a page of the site asks another server for scripts or styles"
    exit 1
fi

step "with scispaCy, as README installs first"
fresh scispacy
pip install -q -e ".[scispacy]" pytest pytest-timeout pytest-xdist hypothesis
pip check
versions
citalign demo --output "$work/demo"
# shellcheck disable=SC2046 # names without blanks
tests -p no:cacheprovider -m "not slow" $(grep -rl --include='test_*.py' scispacy tests)

step "the lowest versions of pyproject.toml"
oldest=$(PATH=$clean_path python_of 3.10)
# shellcheck disable=SC2086 # a command of several words
fresh lowest $oldest
sed -n '/^dependencies/,/^\[project.scripts/p' pyproject.toml | grep -oE '"[A-Za-z0-9_-]+(\[[a-z]+\])?>=[0-9.]+' |
    sed -E 's/"//; s/\[.*\]//; s/>=/==/' >"$work/lowest.txt"
pip install -q -c "$work/lowest.txt" -e ".[fast,parquet,plots]" pytest pytest-timeout pytest-xdist hypothesis
versions
some_tests

step "the newest versions"
newest=$(PATH=$clean_path python_of 3.13)
if [ -n "$newest" ]; then
    # shellcheck disable=SC2086
    fresh newest $newest
    pip install -q -e ".[fast,parquet,plots]" pytest pytest-timeout pytest-xdist hypothesis
    versions
    some_tests
else
    echo "skipped: there is no Python 3.13"
fi
