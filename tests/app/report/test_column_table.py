"""Sentences in columns: where each word stands, and how a terminal shows it."""

import re

from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.app.report.column_rows import ColumnRow, Slot, column_layout
from spacy_citalign.app.report.column_table import column_table
from spacy_citalign.app.report.text_width import display_width

# Two sentences of the shape that Figure 3 of the paper has: 17 columns, gaps in both.
ONE = "A. Yak Jr. was chosen - - first station keeper - - of the northern lake observatory"
OTHER = "- Both goats have joined a Zork Alpine Farm herd to graze above that - - lake"
WORDS = st.text("abc-", min_size=1, max_size=6)


def row(text, **more):
    """A row of words in the columns 0, 1, ...; ``-`` is a gap, ``?word`` has no column."""
    words, columns, column = [], [], 0
    for part in text.split():
        if part != "-":
            words.append(part.removeprefix("?"))
            columns.append(None if part.startswith("?") else column)
        column += not part.startswith("?")
    return ColumnRow(words, columns, **more)


def table(*rows, **settings):
    return column_table(rows, **settings).splitlines()


@st.composite
def column_rows(draw):
    """Rows of some words whose columns ascend, some of them twice or missing."""
    rows = []
    for _ in range(draw(st.integers(1, 5))):
        columns = sorted(draw(st.lists(st.integers(0, 9), max_size=8)))
        holes = [draw(st.integers(0, 3)) == 0 for _ in columns]
        columns = [None if hole else c for hole, c in zip(holes, columns, strict=True)]
        rows.append(ColumnRow([draw(WORDS) for _ in columns], columns))
    return rows


# --- the layout ------------------------------------------------------------------------------


def test_figure_of_the_paper_has_gaps_where_a_sentence_has_no_word():
    layout = column_layout([row(ONE), row(OTHER)])
    assert layout.slots == tuple(Slot(column) for column in range(17))
    for text, cells in zip((ONE, OTHER), layout.cells, strict=True):
        words = [part for part in text.split() if part != "-"]
        shown = [" ".join(words[i] for i in cell) or "-" for cell in cells]
        assert shown == text.split()


def test_columns_that_no_sentence_uses_are_left_out():
    layout = column_layout([ColumnRow(["a", "b"], [3, 70]), ColumnRow(["c"], [41])])
    assert layout.slots == (Slot(3), Slot(41), Slot(70))


def test_words_without_a_column_stand_between_their_neighbours():
    layout = column_layout([row("?a b ?c ?d e ?f"), row("- g")])
    before, between, after = Slot(-1, 1), [Slot(0, 1), Slot(0, 2)], Slot(1, 1)
    assert layout.slots == (before, Slot(0), *between, Slot(1), after)
    assert layout.cells == (((0,), (1,), (2,), (3,), (4,), (5,)), ((), (), (), (), (0,), ()))


def test_words_of_one_coarse_column_share_a_cell_with_what_stands_between_them():
    rows = [ColumnRow(list("abcd"), [2, None, 2, 3]), ColumnRow(list("ef"), [3, 3])]
    layout = column_layout(rows)
    assert layout.slots == (Slot(2), Slot(3))
    assert layout.cells == (((0, 1, 2), (3,)), ((), (0, 1)))


def test_sentences_without_any_column_are_counted_and_take_no_place():
    layout = column_layout([row("?a ?b"), row("c"), ColumnRow([], [])])
    assert (layout.numbers, layout.unaligned) == ((2,), (1, 3))
    assert layout.slots == (Slot(0),)


@given(column_rows())
def test_every_word_has_its_place_and_words_are_aligned_by_their_columns(rows):
    layout = column_layout(rows)
    assert sorted(layout.slots) == list(layout.slots)
    assert sorted(layout.numbers + layout.unaligned) == list(range(1, len(rows) + 1))
    for number, cells in zip(layout.numbers, layout.cells, strict=True):
        columns = rows[number - 1].columns
        assert [i for cell in cells for i in cell] == list(range(len(columns)))
        for place, cell in zip(layout.slots, cells, strict=True):
            own = {columns[i] for i in cell} - {None}
            assert own <= {place.column}
            assert not (own and place.extra)
    for place, cells in zip(layout.slots, zip(*layout.cells, strict=True), strict=True):
        assert any(cells), f"{place} is empty"


# --- the table -------------------------------------------------------------------------------


def test_figure_of_the_paper_is_broken_into_blocks():
    assert table(row(ONE), row(OTHER), anchors={4: "root", 9: ""}, width=60) == [
        "   0   1     2      3     4*      5  6     7       8",
        "                          root",
        "1  A.  Yak   Jr.    was   chosen  -  -     first   station",
        "2  -   Both  goats  have  joined  a  Zork  Alpine  Farm",
        "",
        "   9*      10  11     12     13    14        15",
        "1  keeper  -   -      of     the   northern  lake",
        "2  herd    to  graze  above  that  -         -",
        "",
        "   16",
        "1  observatory",
        "2  lake",
    ]


@given(column_rows(), st.integers(12, 60))
def test_blocks_fit_the_width_and_hold_all_words_in_order(rows, width):
    layout = column_layout(rows)
    if not layout.slots:
        return
    shown = column_table(rows, width=width)
    assert shown == column_table(rows, width=width)
    blocks = [block for block in shown.split("\n\n") if "not aligned" not in block]
    found = [""] * len(layout.numbers)
    for block in blocks:
        lines = block.splitlines()
        assert all(display_width(line) <= max(width, 1 + 2 + 12) for line in lines)
        starts = [i for i, line in enumerate(lines) if line[0] != " "]
        assert [int(lines[i][0]) for i in starts] == list(layout.numbers)
        for place, (start, end) in enumerate(zip(starts, [*starts[1:], len(lines)], strict=True)):
            found[place] += " " + " ".join(line[1:] for line in lines[start:end])
    for number, text in zip(layout.numbers, found, strict=True):
        # Cells of several lines change the order of words; quotation marks part "-" from gaps.
        words = [f'"{word}"' if word == "-" else word for word in rows[number - 1].words]
        assert sorted(part for part in text.split() if part != "-") == sorted(words)


def test_words_of_a_shared_cell_go_on_below_each_other():
    words = "the northern lake observatory of our goats".split()
    shared = ColumnRow([*words, "opened"], [0] * 7 + [1])
    assert table(shared, row("It did"), width=60, anchors={1: "root"}) == [
        "   0                         1*",
        "                             root",
        "1  the northern lake         opened",
        "   observatory of our goats",
        "2  It                        did",
    ]


def test_word_that_has_no_room_is_broken():
    lines = table(ColumnRow(["x" * 30], [5], title="a"), width=20)
    assert lines == ["      5", "1  a  " + "x" * 14, "      " + "x" * 14, "      xx"]


def test_narrow_terminal_leaves_room_for_a_word():
    assert table(row("abcdefghijkl"), width=1) == ["   0", "1  abcdefghijkl"]


def test_tags_follow_their_words():
    tagged = ColumnRow(["It", "works"], [0, 1], ["PRP", "VBZ"])
    lines = ["   0       1", "1  It/PRP  works/VBZ", "2  Cells   divide"]
    assert table(tagged, row("Cells divide"), tags=True) == lines
    assert "PRP" not in column_table([tagged])


def test_dash_is_no_gap_and_an_invisible_word_is_seen():
    shown = table(ColumnRow(["wild", "-", "type", "\u200b"], range(4)), row("all - genes"))
    assert shown[1:] == ['1  wild  "-"  type   ""', "2  all   -    genes  -"]


def test_unaligned_sentences_are_counted_below_and_cut():
    long = ColumnRow(["word"] * 9, [None] * 9, title="b.txt")
    assert table(row("Yes"), long, row("?No"), width=30) == [
        "          0",
        "1         Yes",
        "",
        "2 sentences not aligned:",
        "2  b.txt  word word word wo...",
        "3         No",
    ]


def test_table_without_columns():
    assert column_table([row("?No")]) == "1 sentence not aligned:\n1  No"


def test_long_titles_are_cut_and_numbers_stand_below_each_other():
    rows = [row("a", title="x" * 30), *[row("b")] * 9]
    lines = table(*rows)
    assert lines[1] == f" 1  {'x' * 17}...  a"
    assert lines[-1] == f"10  {' ' * 20}  b"


def test_wide_letters_and_marks_keep_the_columns_straight():
    rows = [row("\u86cb\u767d\u8cea binds"), row("caf\u0065\u0301s open"), row("p53 moves")]
    lines = table(*rows)
    assert lines[1:] == [
        "1  \u86cb\u767d\u8cea  binds",
        "2  cafe\u0301s   open",
        "3  p53     moves",
    ]
    assert len({display_width(re.sub(r"\w+$", "", line)) for line in lines[1:]}) == 1


def test_table_obeys_no_control_characters():
    rows = [ColumnRow(["a\x1b[2Jb\r\n", "\u202ec"], [0, 1], title="\x07t")]
    shown = column_table(rows, anchors={0: "\x1bname"}, width=80)
    assert all(character.isprintable() or character == "\n" for character in shown)
