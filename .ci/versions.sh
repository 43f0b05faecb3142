# shellcheck shell=bash
# The site, and the wheel beside other versions of others. Sourced by run; $wheel is there.

# What meets the versions of other packages first: each component trained, saved and loaded, what
# ships, CRFsuite, tables, configs, README's examples.
some_tests() {
    tests_beside tests/components/{citances,sentences}/test_component.py \
        tests/components/test_{boundaries,chunks,citations,columns,evidence,gene_ids,genes,lemmas,tags,terms}.py \
        tests/components/test_{contract,noun_chunks,tokenizer}.py tests/components/base/test_shipped.py \
        tests/app/report/test_rendering.py tests/chain/test_crfsuite.py \
        tests/app/batch/test_tables.py tests/test_configs.py \
        tests/test_readme.py::test_blocks_print_what_stands_below_them
}
tests_beside() { tests -c settings.toml --rootdir "$PWD" -p no:cacheprovider -m "not slow" "$@"; }
tools=(pytest pytest-timeout pytest-xdist hypothesis)

step "the site"
fresh site
install "mkdocs>=1.6,<2" "mkdocs-material>=9.5" "mkdocstrings[python]>=0.26"
NO_MKDOCS_2_WARNING=1 mkdocs build --strict --quiet --site-dir "$work/pages"
du -sh "$work/pages"
python docs/site/links.py "$work/pages"
if grep -rnE '<(script|link)[^>]*(src|href)="https?://[^"]*\.(js|css)' --include='*.html' "$work/pages"; then
    echo "a page of the site asks another server for scripts or styles"
    exit 1
fi

# The tests without the package: Python started in a checkout would find its folders first.
mkdir "$work/beside"
cp -r tests docs README.md "$work/beside/"
cp pyproject.toml "$work/beside/settings.toml"
cd "$work/beside"

step "with scispaCy, as README installs first"
fresh scispacy
install "$wheel[scispacy]" "${tools[@]}"
pip check
versions
citalign demo --output "$work/demo"
# shellcheck disable=SC2046 # names without blanks
tests_beside $(grep -rl --include='test_*.py' scispacy tests)

step "the lowest versions of pyproject.toml"
oldest=$(PATH=$clean_path python_of 3.10)
# shellcheck disable=SC2086 # a command of several words
fresh lowest $oldest
sed -n '/^dependencies/,/^\[project.scripts/p' settings.toml | grep -oE '"[A-Za-z0-9_-]+(\[[a-z]+\])?>=[0-9.]+' |
    sed -E 's/"//; s/\[.*\]//; s/>=/==/' >"$work/lowest.txt"
install -c "$work/lowest.txt" "$wheel[parquet,plots]" "${tools[@]}"
versions
some_tests

step "the newest versions"
newest=$(PATH=$clean_path python_of 3.13)
if [ -n "$newest" ]; then
    # shellcheck disable=SC2086
    fresh newest $newest
    install "$wheel[parquet,plots]" "${tools[@]}"
    versions
    some_tests
else
    echo "skipped: there is no Python 3.13"
fi
