r"""Manuscripts in LaTeX: commands of citation, files that they name, what is no text."""

import pytest

from tests.inputs.manuscripts.reading import cited, keys, manuscript, paragraphs, shown


def read(tmp_path, text: str, **files: str):
    return manuscript(tmp_path, "paper.tex", text, **files)


BOTH = ["zork2004", "lake2005"]
MARKS = [
    (r"Frogs call \cite{zork2004}.", "Frogs call (Zork and Lake 2004).", ["zork2004"]),
    (
        r"Frogs call~\cite{zork2004, lake2005}.",
        "Frogs call (Zork and Lake 2004; Lake 2005).",
        BOTH,
    ),
    (
        r"Frogs call \citep[see][p.~3]{zork2004}.",
        "Frogs call (see Zork and Lake 2004, p. 3).",
        ["zork2004"],
    ),
    (r"\citet*[ch. 2]{zork2004} says.", "Zork and Lake (2004), ch. 2 says.", ["zork2004"]),
    (r"\textcite{zork2004} says.", "Zork and Lake (2004) says.", ["zork2004"]),
    (r"(see \citealp{zork2004})", "(see Zork and Lake 2004)", ["zork2004"]),
    (r"Zork \citeyearpar{zork2004} says.", "Zork (2004) says.", ["zork2004"]),
    (r"Frogs\autocite[3]{zork2004}.", "Frogs (Zork and Lake 2004, 3).", ["zork2004"]),
    (
        r"\textcites[1]{zork2004}[2]{lake2005} say.",
        "Zork and Lake (2004), 1, Lake (2005), 2 say.",
        BOTH,
    ),
    (r"Frogs \mycite{zork2004}.", "Frogs (Zork and Lake 2004).", ["zork2004"]),
    ("\\cite{%\n  zork2004,% 1\n  lake2005}", "(Zork and Lake 2004; Lake 2005)", BOTH),
]


@pytest.mark.parametrize(("source", "text", "cites"), MARKS)
def test_marks_are_written_as_readers_see_them(tmp_path, source, text, cites):
    found = read(tmp_path, source)
    assert found.article.text == text
    assert keys(found) == cites


NO_MARKS = [
    (r"Text \nocite{zork2004}.", "Text ."),
    (r"Half, 50\% % \cite{zork2004}", "Half, 50%"),
    ("Text. \\begin{verbatim}\n\\cite{zork2004} %\n\\end{verbatim} More.", "Text. More."),
    ("Text. \\begin{lstlisting}[a=b]\n% }\n\\end{lstlisting} More.", "Text. More."),
    (r"The macro \verb|\cite{zork2004} %| cites.", "The macro cite zork2004 cites."),
    (r"\iffalse \cite{zork2004} \fi Text.", "Text."),
    ("\\begin{table}\\cite{zork2004}\\end{table} Text.", "Text."),
    ("Frogs \\begin{equation} \\cite{zork2004} \\end{equation} hop.", "Frogs hop."),
    (r"Frogs \[ x_{1} \] hop.", "Frogs hop."),
    (
        "\\begin{tabular}{l}\\begin{tabular}x\\end{tabular} y\\end{tabular} Text.",
        "Text.",
    ),
    ("\\begin{table} \\begin{table} a \\end{table} Text.", "Text."),
    (r"At \url{http://a.org/b%20c} here.", "At http://a.org/b20c here."),
    (r"Mail zork@pond.org.", "Mail zork@pond.org."),
]


@pytest.mark.parametrize(("source", "text"), NO_MARKS)
def test_what_is_no_mark_is_text_or_left_out(tmp_path, source, text):
    found = read(tmp_path, source)
    assert found.article.text == text
    assert keys(found) == []
    assert found.faults == ()


WORDS = [
    (r"M\"uller, Gar\c{c}on, {\'E}cole, na\"{\i}ve, \O re", "Müller, Garçon, École, naïve, Øre"),
    (r"\emph{Rana} and {\bf bold \textit{words}}", "Rana and bold words"),
    (r"$\alpha$-sites at 5\,\textmu m, $p<0.05$, \(n = 3\)", "α-sites at 5 \u00b5m, p<0.05, n = 3"),
    (r"``Quoted'' words --- and 3--4", "\u201cQuoted\u201d words \u2014 and 3\u20134"),
    (r"One\\[2pt] two\\ three", "One two three"),
    (r"See Figure~\ref{fig:one}\label{here} there", "See Figure there"),
    (r"A \textcolor{red}{warm} \href{http://a.org}{pond}", "A warm pond"),
    (r"\qty{5}{\milli\gram\per\litre} a day", "5 mg/L a day"),
    (r"\SI{5}{mg} of it, \LaTeX{} too, braces \{ \}", "5 mg of it, LaTeX too, braces { }"),
    ("glued to%\n gether", "glued together"),
]


@pytest.mark.parametrize(("source", "text"), WORDS)
def test_macros_become_words(tmp_path, source, text):
    assert read(tmp_path, source).article.text == text


def test_the_document_its_sections_and_notes(tmp_path):
    source = r"""\documentclass{article}
\newcommand{\frog}{\emph{Rana zorkii}}
\title{Calls of \frog}
\begin{document}
\maketitle
\begin{abstract}
Frogs call \cite{toads}.
\end{abstract}
\section*{Introduction\label{sec:one}}
\frog{} calls\footnote{See \citet{zork2004}.} at night.

\subsection{Songs}
\begin{itemize}
\item One \cite{lake2005}.
\item Two.
\end{itemize}
\end{document}
Not this \cite{zork2004}.
"""
    found = read(tmp_path, source)
    assert paragraphs(found) == [
        ("abstract", "Frogs call (The Toad Consortium 2010)."),
        ("title", "Introduction"),
        ("text", "Rana zorkii calls at night."),
        ("note", "See Zork and Lake (2004)."),
        ("title", "Songs"),
        ("text", "One (Lake 2005)."),
        ("text", "Two."),
    ]
    assert found.article.paragraphs[-1].section == ("Introduction", "Songs")


def test_places_are_those_of_the_file_that_has_the_key(tmp_path):
    source = "Frogs \\cite{zork2004}.\n\\input{part}\nThen % x\n  \\cite{lake2005}."
    found = read(tmp_path, source, part="In a part\n\\cite{toads}.\n")
    assert shown(tmp_path, found.places) == [
        "paper.tex:1:13",
        "part.tex:2:7",
        "paper.tex:4:9",
    ]
    assert found.article.text.startswith("Frogs (Zork and Lake 2004). In a part (The Toad")
    assert shown(tmp_path, [found.place(found.article.text.index("part"))]) == ["part.tex:1:6"]


def test_files_outside_of_the_folder_missing_ones_and_circles_are_told(tmp_path):
    (tmp_path / "secret.tex").write_text("secret")
    folder = tmp_path / "paper"
    folder.mkdir()
    source = "A \\input{../secret} B \\include{gone} C \\input{loop} D"
    found = read(folder, source, loop="x \\input{loop} y")
    assert found.article.text == "A B C x y D"
    assert shown(folder, found.faults) == [
        "paper.tex:1: the file '../secret' is not in the folder of the manuscript; only what is "
        "there is read",
        "paper.tex:1: the file 'gone' is not there",
        "loop.tex:1: the file 'loop' names itself",
    ]


def test_thebibliography_is_read(tmp_path):
    source = r"""Frogs \cite{z}, \cite{l}.
\begin{thebibliography}{9}
\bibitem[Zork(2004)]{z} A.~Zork and B. Lake. \newblock Calls of frogs at night.
\newblock \emph{Ponds}, 3:1--9, 2004. doi: 10.5555/zk.1.
\bibitem{l} Lake, B. (2005). Ponds and lakes of the north. Pond Press.
\end{thebibliography}"""
    found = read(tmp_path, source)
    zork, lake = found.article.works[-2:]
    assert (zork.id, zork.first_author, zork.year) == ("z", "Zork", "2004")
    assert zork.doi == "10.5555/zk.1"
    assert (lake.id, lake.first_author, lake.year) == ("l", "Lake", "2005")
    assert keys(found) == ["z", "l"]
    assert found.faults == ()


def test_quotations_of_all_kinds(tmp_path):
    source = r"""``Frogs sing all night long in spring''. \enquote{Toads are silent for most of it}.
\begin{quote}Newts never say anything to anyone.\end{quote} ``Too short''."""
    found = read(tmp_path, source)
    assert [found.article.text[one.start : one.end] for one in found.quotations] == [
        "Frogs sing all night long in spring",
        "Toads are silent for most of it",
        "Newts never say anything to anyone.",
    ]


def test_citations_that_are_left_out_are_counted(tmp_path):
    source = (
        "Text. \\begin{figure}\\caption{A \\citep[e.g.][]{zork2004,toads}}\\end{figure}\n"
        "\\begin{table}\\cite{lake2005}\\end{table} \\begin{equation} x \\end{equation}"
    )
    assert read(tmp_path, source).article.left_out == (("caption", 2), ("table", 1))


def test_a_key_without_an_entry_is_told_once(tmp_path):
    found = read(tmp_path, "Frogs \\cite{gone}.\n\nToads \\cite{zork2004,gone}.")
    assert shown(tmp_path, found.faults) == [
        "paper.tex:1:13: the key 'gone' is in no bibliography; add it, or mend the key"
    ]
    assert cited(found) == [("Zork and Lake 2004", "zork2004", "3:13")]
