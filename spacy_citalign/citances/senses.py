"""The vocabulary in which findings are reported, as sets of words that mean the same.

What citing sentences vary most is not their terms but the words between them: one author writes
"triggers", another "is induced by". No ontology lists these. The sets were written for this
package. A line, with the indented lines after it, is one sense, all its parts of speech together;
``!`` parts it from the opposite sense, which must not be aligned with it. Words are compared by
their stems.
"""

from functools import lru_cache

from ..words.stem import porter_stem

_SENSES = """
promote promotion promoting enhance enhancement increase facilitate facilitation augment
    augmentation boost stimulate stimulation stimulatory elevate elevation upregulate
    upregulation upregulated raise heighten potentiate potentiation accelerate acceleration
    favor favour encourage foster amplify amplification enable pro strengthen improve
    improvement higher greater ! inhibit inhibition inhibitory inhibitor suppress suppression
    suppressive suppressor repress repression repressive repressor block blockade blocking
    prevent prevention impair impairment attenuate attenuation antagonize antagonise antagonist
    abrogate abrogation abolish abolition hinder impede silence silencing dampen diminish reduce
    reduction decrease decline lower downregulate downregulation downregulated counteract
    restrain restrict curb anti interfere deplete depletion knockdown mitigate
induce induction inducer trigger cause elicit evoke provoke lead result
    drive driver produce generate generation yield give
activate activation activator activating active ! inactivate inactivation inactive deactivate
    deactivation
regulate regulation regulator regulatory control controlling govern modulate modulation
    modulator mediate mediation mediator influence affect determine coordinate orchestrate
    direct
show demonstrate demonstration reveal find found report observe observation document describe
    identify identification establish discover discovery detect detection note indicate
    illustrate uncover confirm confirmation evidence evidenced display exhibit present
suggest suggestion propose proposal hypothesize hypothesise hypothesis postulate imply
    implication speculate believe think thought consider assume argue point
examine examination investigate investigation study explore exploration analyze analyse analysis
    assess assessment evaluate evaluation test inspect measure measurement look characterize
    characterise
result finding findings data observation outcome outcomes
role function functional functioning act involvement participation part contribution contribute
    participate
important importance critical essential crucial key vital pivotal central major fundamental
    necessary indispensable required requirement require necessity need main principal
removal remove eliminate elimination clearance clear eradicate eradication discard disposal
    dispose
degrade degradation proteolysis breakdown turnover destruction destroy degradative
damage damaged injury injure lesion harm insult dysfunctional dysfunction impaired defective
    defect depolarized depolarised ! healthy intact undamaged
bind binding interact interaction associate association complex attach attachment dock docking
    contact couple recognize recognition
recruit recruitment translocate translocation localize localization localise localisation target
    targeting relocate transport traffic trafficking migrate
release secrete secretion secretory discharge excrete efflux liberate liberation
form formation assemble assembly build construct construction oligomerize oligomerization
    polymerize polymerization aggregate aggregation ! disassemble disassembly dissociate
    dissociation
cleave cleavage process processing proteolytic cut
express expression expressed transcription transcribe transcript transcriptional
overexpress overexpression overexpressed ectopic
synthesis synthesize synthesise biosynthesis production
change alter alteration shift modification modify variation vary convert conversion transform
    transformation switch transition
correlate correlation association associate link relate relation relationship related connect
    connection correspond linked associated
effect impact consequence influence
mechanism pathway process route cascade signaling signalling signal axis
component part subunit element constituent member
respond response react reaction
cell cells cellular
death die kill killing lethal demise
survive survival viability viable
prolifer proliferation proliferate growth grow outgrowth expand expansion
invade invasion invasive invasiveness infiltrate infiltration
migrate migration migratory motility motile movement
metastasis metastatic metastases metastasize metastasise dissemination disseminate spread
colonize colonise colonization colonisation
cancer tumor tumour carcinoma neoplasm neoplastic malignancy malignant cancerous tumoral
tumorigenesis tumourigenesis carcinogenesis oncogenesis tumorigenic oncogenic
patient patients individual individuals subject subjects
disease disorder illness condition syndrome pathology
therapy treatment therapeutic treat therapeutics medication
drug compound agent
develop development developmental
differentiate differentiation
maintain maintenance preserve preservation sustain retain ! lose loss lost
absent absence lack lacking loss deficient deficiency null ! presence present
mutation mutant mutate mutated variant
delete deletion knockout
similar similarly analogous comparable alike consistent likewise equivalent ! different
    difference distinct differ dissimilar diverse unlike
many several numerous various multiple diverse
new novel recent recently
previous previously prior earlier past before preceding
rapid rapidly fast quick quickly immediate immediately prompt ! slow slowly gradual gradually
early initial initially ! late later
high highly strong strongly potent robust robustly markedly marked significant significantly
    considerable substantially substantial dramatic dramatically ! low weak weakly poor poorly
large big great ! small little minor tiny
common commonly frequent frequently often usual usually typical typically ! rare rarely
    infrequent uncommon
direct directly ! indirect indirectly
ability capacity capability potential able capable
method approach technique strategy protocol procedure
model system
level amount quantity abundance concentration
dose dosage
site location position locus region area place
motif domain
type kind class form subtype category
group cohort population
human humans
mouse mice murine
rat rats rodent
lung pulmonary
liver hepatic hepatocyte
kidney renal
heart cardiac myocardial
brain cerebral neural
bone skeletal osseous
skin cutaneous dermal
breast mammary
stomach gastric
intestine intestinal gut
eye ocular
muscle muscular
nerve neuron neuronal neural
blood vessel vascular vasculature
mitochondria mitochondrion mitochondrial
nucleus nuclear nuclei
membrane membranous
epithelium epithelial epithelia
endothelium endothelial
mesenchyme mesenchymal mesenchymatous
inflammation inflammatory inflamed
immune immunity immunological
infection infect infected infectious
toxic toxicity cytotoxic cytotoxicity
stress stressor
stable stability stabilize stabilise stabilization stabilisation ! unstable instability
    destabilize
apoptosis apoptotic
necrosis necrotic
autophagy autophagic autophagosome
ubiquitin ubiquitinate ubiquitination ubiquitylation ubiquitinated ubiquitylate
phosphorylate phosphorylation phosphorylated phospho ! dephosphorylate dephosphorylation
    unphosphorylated
methylate methylation methylated ! demethylation
acetylate acetylation acetylated ! deacetylate deacetylation
fragment fragmentation fission fragmented divide division ! fusion fuse fused
protein proteins proteinaceous polypeptide
gene genes genetic genetically genomic
enzyme enzymatic enzymatically
bacteria bacterial bacterium
virus viral
woman women female females ! man men male males
child children pediatric paediatric
old older elderly aged aging ageing age
young younger juvenile
death mortality fatal
live alive living vivo
diet dietary food feeding nutrition nutritional
obesity obese
diabetes diabetic
sensitive sensitivity susceptible susceptibility vulnerable vulnerability ! resistant resistance
    resist tolerance tolerant insensitive
specific specifically selective selectively
use utilize utilise employ apply application utilization usage
provide supply offer
include contain comprise encompass
protect protection protective shield
rescue restore restoration recover recovery revert
predict prediction predictive prognostic prognosis
risk hazard
cause etiology aetiology pathogenesis
primary ! secondary
distant distal remote ! proximal
conflicting opposing contradictory opposite contrary dual
complete completely full fully entire entirely total whole ! partial partially incomplete
combine combination combined together joint jointly simultaneous simultaneously concomitant
independent independently autonomous ! dependent dependence depend dependency
begin start onset commence beginning ! end stop terminate termination cease
permit allow let
know known understand understood knowledge ! unknown unclear elusive
mild moderate ! severity serious
"""


@lru_cache(maxsize=1)
def _senses() -> tuple[dict[str, int], dict[str, int]]:
    """Return sense numbers and the numbers of opposite senses, by stem; the first line wins."""
    senses: dict[str, int] = {}
    opposites: dict[str, int] = {}
    number = 0
    for line in _SENSES.replace("\n    ", " ").strip().splitlines():
        sides = [words.split() for words in line.split("!") if words.strip()]
        numbers = range(number + 1, number + 1 + len(sides))
        for words, sense_number in zip(sides, numbers, strict=True):
            for stem in map(porter_stem, words):
                if stem not in senses:
                    senses[stem] = sense_number
                    opposites[stem] = sum(numbers) - sense_number if len(sides) > 1 else 0
        number += len(sides)
    return senses, opposites


def sense(stem: str) -> int:
    """Return the number of a stem's sense, 0 where it has none.

    >>> sense(porter_stem("triggers")) == sense(porter_stem("induction")) > 0
    True
    """
    return _senses()[0].get(stem, 0)


def opposite_sense(stem: str) -> int:
    """Return the number of the sense opposite to a stem's, 0 where there is none.

    >>> opposite_sense(porter_stem("inhibits")) == sense(porter_stem("enhances")) > 0
    True
    """
    return _senses()[1].get(stem, 0)
