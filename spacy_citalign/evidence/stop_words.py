"""Function words: they are no terms."""

STOP_WORDS = frozenset(
    """
    a an the this that these those such same other another each either neither both all any some no
    not nor only so than too very also more most less least few i me my we us our ours you your he
    him his she her it its they them their who whom whose which what when where why how whether and
    or but if then else because since while whereas although though thus therefore however hence as
    of at by for with without about against between among within into onto through during before
    after above below to from up down in out on off over under upon via per am is are was were be
    been being do does did done have has had having can could may might must shall should will would
    here there e g i s t et al etc ie eg use uses used using
    """.split()
)
