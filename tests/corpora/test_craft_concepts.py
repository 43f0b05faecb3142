"""Articles with concepts as the CRAFT corpus lays them out, and groups made of them: invented."""

import importlib.util
import json
import re
import sys
from pathlib import Path

import pytest

from spacy_citalign.corpora.craft import (
    ArticleMention,
    ConceptArticle,
    read_craft_concepts,
)
from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.row_files import read_groups

SCRIPT = Path(__file__).resolve().parents[2] / "configs" / "scripts" / "craft_groups.py"
CONCEPT_HEADER = "start\tend\tspans\tontology\tconcept_id\tconcept_label\ttext"
STOP_WORDS = "word\tsnowball\tnltk\tpubmed\nthe\t1\t1\t0\nOf\t0\t0\t1\nfrog\t0\t1\t0\n"

TITLE = "Zork2 of the frog"
BODY = "Zork2 and Bim-ζ proteins\u2009wake tree (green) frogs."
TEXT = f"{TITLE}\r\n\n{BODY}\n"


def mention(covered: str, concept: str, *, text: str = TEXT, last: bool = False) -> str:
    """A row for the first or last place where the text has these characters."""
    start = text.rindex(covered) if last else text.index(covered)
    end = start + len(covered)
    ontology = {"PR_EXT": "PR+ext", "CHEBI_PR_EXT": "PR+ext"}.get(
        concept.partition(":")[0], concept.partition(":")[0]
    )
    return f"{start}\t{end}\t{start}-{end}\t{ontology}\t{concept}\tlabel\t{covered}"


def write_article(folder: Path, pmid: str, text: str, base: list[str], proteins: list[str]) -> None:
    sentences = [match.span() for match in re.finditer(r"[^\r\n]+", text)]
    rows = [f"{place}\t{start}\t{end}" for place, (start, end) in enumerate(sentences)]
    for name, header, lines in (
        ("sentences", "sent\tstart\tend", rows),
        ("concepts", CONCEPT_HEADER, base),
        ("concepts_pr_ext", CONCEPT_HEADER, proteins),
    ):
        (folder / name).mkdir(exist_ok=True)
        content = "\n".join([header, *lines, ""])
        (folder / name / f"{pmid}.tsv").write_text(content, encoding="utf-8", newline="\n")
    (folder / "txt").mkdir(exist_ok=True)
    (folder / "txt" / f"{pmid}.txt").write_bytes(text.encode())


@pytest.fixture
def folder(tmp_path) -> Path:
    """Two articles, the second without concepts."""
    split = TEXT.index("tree")
    base = [
        mention("Zork2", "PR:000000001"),
        mention("frog", "NCBITaxon:8342"),
        f"{split}\t{split + 18}\t{split}-{split + 4};{split + 13}-{split + 18}\t"
        "NCBITaxon\tNCBITaxon:8416\ttree frogs\ttree ... frogs",
        mention("frogs", "NCBITaxon:8342"),
    ]
    proteins = [
        mention("Zork2", "PR_EXT:000000001"),
        mention("Zork2", "PR_EXT:Q92830", last=True),
        mention("Bim-ζ", "PR_EXT:Notch"),
        mention("Bim-ζ proteins", "PR_EXT:O75410-1"),
        mention("ζ", "PR_EXT:E2F"),
        mention("proteins", "CHEBI_PR_EXT:protein"),
    ]
    write_article(tmp_path, "101", TEXT, base, proteins)
    write_article(tmp_path, "102", "Frogs hop.", [], [])
    (tmp_path / "splits.json").write_text('{"train": [102, "101"], "dev": ["102"], "test": []}')
    return tmp_path


# --- articles --------------------------------------------------------------------------------


def read_one(folder: Path) -> ConceptArticle:
    (article,) = read_craft_concepts(folder, "train", without=["102"])
    return article


def test_read_articles_of_a_split_in_its_order(folder):
    first, second = read_craft_concepts(str(folder), "train")
    assert first == ConceptArticle("102", "Frogs hop.", ((0, 10),), ())
    assert second.id == "101"
    assert second.text == TEXT
    assert [second.text[start:end] for start, end in second.sentences] == [TITLE, BODY]
    assert list(read_craft_concepts(folder, "test")) == []
    assert [article.id for article in read_craft_concepts(folder, "dev")] == ["102"]


def test_read_mentions_by_start_the_longest_first(folder):
    article = read_one(folder)
    assert all(isinstance(mention, ArticleMention) for mention in article.mentions)
    assert [(article.text[start:end], concept) for start, end, concept in article.mentions] == [
        ("Zork2", "PR:000000001"),
        ("frog", "NCBITaxon:8342"),
        ("Zork2", "PR:Q92830"),
        ("Bim-ζ proteins", "PR:O75410-1"),
        ("Bim-ζ", "PR_EXT:Notch"),
        ("ζ", "PR_EXT:E2F"),
        ("frogs", "NCBITaxon:8342"),
    ]


def test_proteins_of_the_base_set_are_left_out(folder):
    (folder / "concepts_pr_ext" / "101.tsv").write_text(CONCEPT_HEADER)
    assert {mention.concept for mention in read_one(folder).mentions} == {"NCBITaxon:8342"}


def test_articles_left_out_are_not_read(folder):
    (folder / "txt" / "102.txt").unlink()
    assert [article.id for article in read_craft_concepts(folder, "train", without={"102"})] == [
        "101"
    ]


def test_unknown_split_names_the_choices(folder):
    with pytest.raises(SettingError, match=r"'trial'; .*splits\.json has train, dev, test"):
        list(read_craft_concepts(folder, "trial"))


@pytest.mark.parametrize(
    "name",
    ["txt/101.txt", "sentences/101.tsv", "concepts/101.tsv", "concepts_pr_ext/101.tsv"],
)
def test_missing_or_undecodable_file_is_named(folder, name):
    (folder / name).write_bytes(b"\xff")
    with pytest.raises(InputError, match=rf"{name}.*0xff"):
        read_one(folder)
    (folder / name).unlink()
    with pytest.raises(InputError, match=rf"{name} cannot be read"):
        read_one(folder)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", r"101\.tsv is empty"),
        (
            "sent\tstart\n0\t0\n",
            r"line 1: needed columns are missing, .*: end \(end\)",
        ),
        ("sent\tstart\tend\n0\t0\n", r"line 2: 2 fields where the header has 3"),
        ("sent\tstart\tend\n0\t0\t4\n\n1\t5\t9\n", r"line 3: 1 fields"),
        ("sent\tstart\tend\n0\t-1\t4\n", r"line 2: start '-1', end '4'; write two whole"),
        ("sent\tstart\tend\n0\t²\t4\n", r"line 2: start '²'"),
        ("sent\tstart\tend\n0\t4\t4\n", r"line 2: the place is \[4, 4\], which is not in its text"),
        ("sent\tstart\tend\n0\t4\t999\n", r"999\], which is not in its text of 70 characters"),
        ("sent\tstart\tend\n1\t0\t4\n", r"sentence 1 at 0-4 comes where sentence 0 should"),
        ("sent\tstart\tend\n0\t0\t9\n1\t8\t12\n", r"line 3: sentence 1 at 8-12 .* at 9 or after"),
    ],
)
def test_bad_sentences_are_refused(folder, content, message):
    (folder / "sentences" / "101.tsv").write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_one(folder)


def test_mentions_of_another_text_are_refused(folder):
    (folder / "txt" / "101.txt").write_bytes(TEXT.replace("Zork2", "Zork3").encode())
    with pytest.raises(
        InputError, match=r"concepts/101\.tsv, line 2: .* 'Zork2', but the text has 'Zork3' at 0-5"
    ):
        read_one(folder)


# --- groups ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def maker():
    spec = importlib.util.spec_from_file_location("craft_groups", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(maker, monkeypatch, *args: object) -> None:
    monkeypatch.setattr(sys, "argv", ["craft_groups.py", *map(str, args)])
    maker.main()


def sentence(maker, article: str, number: int, concepts: str):
    words = [(2 * place, 2 * place + 1) for place in range(len(concepts))]
    text = " ".join(concepts)
    return maker.Sentence(f"{article}-{number}", article, text, words, list(concepts))


def test_stop_words_are_those_of_two_columns(maker, tmp_path):
    path = tmp_path / "stop.tsv"
    path.write_text(STOP_WORDS)
    assert maker.read_stop_words(path) == {"the", "of"}
    path.write_text("word\tnltk\nthe\t1\n")
    with pytest.raises(InputError, match=r"stop\.tsv has no column pubmed, snowball"):
        maker.read_stop_words(path)
    path.write_text("")
    with pytest.raises(InputError, match="has no column pubmed, snowball, word"):
        maker.read_stop_words(path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The frog of Zork", "frog Zork"),
        ("THE OF Of", ""),
        ("Bim-ζ: β_2, naïve", "Bim ζ β naïve"),
        ("p < 0.05, 1,000 in 3.5.2 (n = 7)", "p 0.05 1,000 in 3.5.2 n"),
        ("5 × 10 at 40× and x", "10 at 40× and x"),  # a single sign is no word, within one it is
    ],
)
def test_canonical_words(maker, text, words):
    found = maker.canonical_words(text, {"the", "of"})
    assert [text[start:end] for start, end in found] == words.split()


def test_a_word_has_the_longest_mention_that_shares_a_character(maker):
    text = "Zorkflox green tree frogs wake the big Bim cells in ten days now"
    places = {name: text.index(name) for name in ("flox", "green", "tree", "Bim")}
    mentions = (
        ArticleMention(0, 4, "ZORK"),  # as long as the next: the first wins
        ArticleMention(places["flox"], places["flox"] + 4, "FLOX"),
        ArticleMention(places["green"], places["green"] + len("green tree frogs"), "GREEN"),
        ArticleMention(places["tree"], places["tree"] + len("tree frogs"), "TREE"),
        ArticleMention(places["Bim"], len(text) + 9, "BIM"),  # beyond the sentence
    )
    article = ConceptArticle("1", text + " " * 9, ((0, len(text)),), mentions)
    (found,) = maker.sentences_of(article, {"the", "in"})
    assert (found.id, found.article, found.text) == ("craft-1-0", "1", text)
    assert found.classes == ["ZORK", *["GREEN"] * 3, None, None, *["BIM"] * 5]


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("Zork frog " + "wake " * 10, True),
        ("Zork frog " + "wake " * 9, False),  # 11 words
        ("Zork frog " + "wake " * 43, True),
        ("Zork frog " + "wake " * 44, False),  # 46
        ("Zork frog " + "wake " * 6 + "the " * 9, True),
        ("Zork frog " + "wake " * 5 + "the " * 9, False),  # 7 without stop words
        ("Zork Zork " + "wake " * 10, False),  # one concept
    ],
)
def test_sentences_that_may_be_in_a_group(maker, text, taken):
    text = text.strip()
    mentions = tuple(
        ArticleMention(*match.span(), match[0]) for match in re.finditer("Zork|frog", text)
    )
    article = ConceptArticle("1", text, ((0, len(text)),), mentions)
    assert len(list(maker.sentences_of(article, {"the"}))) == taken


def test_sentences_keep_their_numbers_and_see_only_their_mentions(maker):
    line = "Zork frog " + "wake " * 10
    text = f"Title\n{line}\n{line}"
    spans = ((0, 5), (6, 6 + len(line)), (7 + len(line), len(text)))
    mentions = tuple(
        ArticleMention(*match.span(), f"{match[0]}{match.start()}")
        for match in re.finditer("Zork|frog", text)
    )
    found = list(maker.sentences_of(ConceptArticle("1", text, spans, mentions), set()))
    assert [sentence.id for sentence in found] == ["craft-1-1", "craft-1-2"]
    assert found[0].classes[:3] == ["Zork6", "frog11", None]
    assert found[1].classes[:3] == ["Zork67", "frog72", None]


def test_a_group_has_the_sentences_that_share_most_but_few_of_one_article(maker):
    sentences = [
        *(sentence(maker, "1", number, "Sabc") for number in range(5)),
        *(sentence(maker, "2", number, "Sab") for number in range(2)),
        sentence(maker, "3", 0, "Sxyz"),  # concepts of its own do not count
    ]
    chosen = maker.choose("S", sentences, 5)
    assert [each.article for each in chosen] == ["1", "1", "1", "2", "2"]
    assert [each.article for each in maker.choose("S", sentences, 6)] == [*"111223"]
    assert maker.choose("S", sentences, 7) == []
    assert maker.choose("S", sentences[::-1], 5) == chosen


def test_seeds_are_all_concepts_or_those_of_words(maker):
    sentences = [
        sentence(maker, "1", 0, "ab"),
        maker.Sentence("1-1", "1", "Zork wakes", [(0, 4), (5, 10)], ["c", None]),
    ]
    assert sorted(maker.seeds_of(sentences, [])) == ["a", "b", "c"]
    assert maker.seeds_of(sentences[::-1], []) == maker.seeds_of(sentences, [])
    assert maker.seeds_of(sentences, ["ZORK", "wakes", "other"]) == ["c"]


def test_seeds_take_turns_and_no_sentence_comes_twice(maker):
    sentences = [
        sentence(maker, str(article), number, f"S{'TU'[number % 2]}")
        for article in range(6)
        for number in range(2)
    ]
    made = maker.make_groups(sentences, ["S", "T", "missing", "U"], 9, 2)
    assert [seed for seed, _ in made] == ["S", "T", "U", "S", "T", "U"]
    used = [each.id for _, chosen in made for each in chosen]
    assert len(used) == len(set(used)) == 12
    assert maker.make_groups(sentences, ["S", "T", "missing", "U"], 4, 2) == made[:4]
    assert maker.make_groups(sentences, [], 4, 2) == []


def test_main_writes_groups_of_training_articles(maker, folder, monkeypatch, capsys):
    filler = "wake slowly near the old pond each warm night in May"
    names = {"1": "Zork", "2": "Bim", "3": "Hop", "4": "Pond", "11597317": "Left"}
    for pmid, name in names.items():
        text = f"{name} frogs {filler}.\n{name}2 frogs {filler}."
        base = [mention("frogs", "NCBITaxon:8342", text=text)]
        base += [mention("frogs", "NCBITaxon:8342", text=text, last=True)]
        proteins = [mention(name, "PR_EXT:000000007", text=text)]
        proteins += [mention(f"{name}2", f"PR_EXT:{name}", text=text)]
        write_article(folder, pmid, text, base, proteins)
    splits = {"train": ["1", "2", "11597317", "3"], "dev": ["4"]}
    (folder / "splits.json").write_text(json.dumps(splits))
    (folder / "stop.tsv").write_text(STOP_WORDS)
    output = folder / "groups.jsonl"
    options = ["--stop-words", folder / "stop.tsv", "--size", "3", "--seed-words", "Frogs"]
    run(maker, monkeypatch, folder, output, *options)
    said = "2 groups of 3 sentences with 1 seeds, from 3 articles and 6 sentences that may be"
    assert said in capsys.readouterr().out
    groups = list(read_groups(output))
    assert [group.key for group in groups] == ["craft-000", "craft-001"]
    assert {citance.id for group in groups for citance in group.citances} == {
        f"craft-{article}-{number}" for article in "123" for number in (0, 1)
    }
    rows = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    assert [{key: row[key] for key in ("seed", "source", "gold")} for row in rows] == [
        {"seed": "NCBITaxon:8342", "source": "CRAFT", "gold": "concepts"}
    ] * 2
    citance = next(c for row in rows for c in row["citances"] if c["id"] == "craft-2-0")
    assert citance["text"] == f"Bim frogs {filler}."
    assert citance["words"][:4] == [[0, 3], [4, 9], [10, 14], [15, 21]]
    assert citance["classes"] == ["PR:000000007", "NCBITaxon:8342", *[None] * 10]
    before = output.read_bytes()
    run(maker, monkeypatch, folder, output, *options)
    assert output.read_bytes() == before
    run(maker, monkeypatch, folder, output, *options, "--without", "--groups", "1")
    assert "1 groups of 3 sentences with 1 seeds" in capsys.readouterr().out


def test_main_says_what_is_wrong(maker, folder, monkeypatch, capsys):
    (folder / "stop.tsv").write_text(STOP_WORDS)
    arguments = [folder, folder / "out.jsonl", "--stop-words", folder / "stop.tsv"]
    with pytest.raises(SystemExit):
        run(maker, monkeypatch, *arguments, "--size", "1")
    assert "--groups 400 --size 1; give at least 1 and 2" in capsys.readouterr().err
    (folder / "splits.json").unlink()
    with pytest.raises(SystemExit) as stopped:
        run(maker, monkeypatch, *arguments)
    assert stopped.value.code == 1
    assert "splits.json cannot be read" in capsys.readouterr().err
    assert not (folder / "out.jsonl").exists()
