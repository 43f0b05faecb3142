"""The sentences of `citalign demo`, written for this project.

They imitate sentences that several papers write about one cited work. Works, findings and
numbers in them are invented; only the gene names are real.
"""

SENTENCES = (
    "Loss of BRCA1 leaves cells unable to repair double-strand breaks by homologous "
    "recombination and makes them sensitive to PARP1 inhibitors [14].",
    "As shown earlier [14], BRCA1-deficient tumour lines die at low doses of a PARP-1 inhibitor, "
    "whereas re-expression of wild-type BRCA1 restores survival.",
    "After ionising radiation, ATM phosphorylates Chk2 and p53 within minutes, and the cells stop "
    "in G1 [22].",
    "Genotoxic stress activates the ataxia telangiectasia mutated kinase, which in turn stabilises "
    "the tumour suppressor p53 by releasing it from MDM2 [22].",
    "Both groups reported that DNA damage raises the level of CDKN1A mRNA only where TP53 is "
    "intact [9, 22].",
    "We note that the p21 promoter carries two binding sites for p53, neither of which was needed "
    "for the response of GADD45A in our hands.",
    "In yeast, RAD53 takes the place of CHK2, and a rad53 mutant fails to slow down replication "
    "when nucleotides run short [31].",
    "Interleukin 6 binds its receptor together with gp130, after which JAK2 and STAT3 carry the "
    "signal to the nucleus [5].",
    "Knockdown of STAT3, but not of STAT1, abolished the induction of SOCS3 by IL-6 in hepatocytes "
    "(Fig. 3B).",
    "The coactivator CBP/p300 was found on the NF-kappa B enhancer before RelA itself could be "
    "detected there [17].",
    "Mice that lack the leptin receptor gain weight rapidly, and their hypothalamus expresses less "
    "pro-opiomelanocortin and more neuropeptide Y [40].",
    "Transgenic expression of human SOD1 with the G93A substitution leads to loss of motor neurons "
    "in the lumbar cord at about 120 days [8].",
    "Of 212 patients, 31 carried a KRAS mutation, 12 a change in BRAF, and none carried both [27].",
    "Wnt3a treatment moved beta-catenin into the nucleus and switched on Axin2 and c-Myc within "
    "four hours.",
    "The patients were followed for two years, and neither age nor sex changed the outcome of the "
    "treatment [36].",
)

CITED = "an invented work on BRCA1"
CITANCES = (
    "Loss of BRCA1 makes tumour cells sensitive to PARP1 inhibitors, because double-strand breaks "
    "(DSBs) can no longer be repaired by homologous recombination.",
    "BRCA1-deficient cancer cells die at low doses of a poly(ADP-ribose) polymerase inhibitor, "
    "whereas re-expression of BRCA1 restores survival.",
    "It was shown earlier that DNA breaks persist in cells lacking BRCA1 when PARP1 is inhibited.",
    "Tumor lines without functional BRCA1 fail to repair DSBs by HR and are killed by PARP "
    "inhibition.",
    "Sensitivity to PARP inhibitors has been explained by defective homologous recombination in "
    "BRCA1 mutants.",
)
