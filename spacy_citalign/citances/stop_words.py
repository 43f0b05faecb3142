"""Words that carry no meaning of their own and are left out of alignment.

The paper removes "all stopwords from a predefined list" and does not give it. This one was written
for the package: function words, and the few adverbs and verbs that citing sentences are glued with.
"""

STOP_WORDS = frozenset(
    """
    a an the this that these those such same other another each every either neither both all any
    some no none not nor only own so than too very just also much more most less least few enough
    i me my we us our ours you your he him his she her hers it its itself they them their theirs
    themselves one ones who whom whose which what when where why how whether whereby wherein
    and or but if then else because since while whereas although though unless until as
    of at by for with without about against between among amongst within into onto through
    throughout during before after above below to from up down in out on off over under upon via
    per toward towards across along around beyond despite besides except like regarding
    am is are was were be been being do does did doing done have has had having can could may might
    must shall should will would ought cannot
    here there again further once thus therefore hence however moreover furthermore nevertheless
    nonetheless accordingly consequently additionally instead rather quite indeed yet still already
    almost always never ever often sometimes perhaps maybe likely
    e.g i.e etc et al ie eg cf vs versus ref refs fig figs respectively namely thereby therein
    can't don't s t
    """.split()
)
