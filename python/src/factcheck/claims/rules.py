"""The rules by which a number in its sentence is no claim about the data.

Each rule looks at one kind of number and knows only grammar and common words, never a subject.  A number
that no rule names is taken for a claim: a reader can dismiss a false one, but not add a missed one.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from factcheck.claims.asides import why_an_aside
from factcheck.claims.conditions import why_a_condition
from factcheck.claims.definite_counts import MOST_PEOPLE_COUNT_IN_WORDS, ends_noun_phrase, refers_back
from factcheck.claims.known_already import is_known_already
from factcheck.claims.medians import splits_at_median
from factcheck.claims.names import why_part_of_a_name
from factcheck.claims.number_context import DEFINITE, SUBJECT, NumberContext
from factcheck.claims.places_in_order import why_a_place
from factcheck.claims.spans_of_time import SPANS_OF_TIME, why_a_span
from factcheck.claims.years import why_a_year

_FORM_OF_THE_DATA = frozenset(
    "argument attribute axis bin chart column csv dashboard dataframe dataset digit dimension duplicate feature field "
    "file folder graph histogram hypothesis method model notebook outlier page parameter plot question script sheet "
    "spreadsheet step table variable visualization".split()
)
_ALSO_THINGS, _MOST_TABLES = frozenset({"file", "folder", "notebook", "page", "table"}), 20
"""Forms of data that are things of the world, too, where there are more of them than a data set has tables."""

_ALSO_KINDS = frozenset({"method", "model"})
_OF_ANALYSTS = frozenset(
    "analysis classification cluster clustering data ensemble evaluation forecast forecasting imputation language "
    "learning machine ml prediction regression research sampling scoring selection simulation test topic".split()
)
"""Nouns before methods and models that belong to the analysis, not to the data: "three regression models"."""

_CHOOSING = frozenset(
    "top bottom first last next past previous prior coming recent following final leading other remaining same "
    "latter former preceding".split()
)
_OF_TWO = frozenset({"former", "latter"})
"""What stands for one of two that were named: "the former lasted 5.9 days, the latter 6.5"."""
_OTHERS = frozenset({"other", "remaining"})
_GOT_PAST = re.compile(
    r"\b(?:gets?|got|getting|goes|went|gone|moved|climbed|rose|risen|soared|pushed|shot|grew|grown|ran|crept)\spast\s\Z",
    re.IGNORECASE,
)
"""Before what something reached: "no ferry ever got past 8,701 guests"."""

_TIMES = re.compile(r"\stimes\b", re.IGNORECASE)
"""What happened so often: "put into the bottom 340 times"."""

_OF_THAT_GROUP = re.compile(r"\b(?:that|those|these)\s[a-z]+\sof\s\Z", re.IGNORECASE)
_REPEATED = re.compile(r"\s?\((?=\d)")
_NAMED_AS_FORM = re.compile(
    r"\s(?:[a-z]+\s){0,2}(?:variables|columns|datasets|features|attributes)\b|\sKPIs?\b", re.IGNORECASE
)
_DIVIDED_INTO = re.compile(
    r"\b(?:categori[sz]ed|divided|split|grouped|organi[sz]ed|segmented|classified|broken\sdown)\sinto\s\Z",
    re.IGNORECASE,
)
_GROUPS_LISTED = re.compile(r"\s(?:\w+\s){0,2}(?:groups|categories|parts|sections|segments|areas|themes)\s?[:(–—]")
_AVERAGE = re.compile(r"\b(?:on\saverage|averag\w+|mean|median)\b", re.IGNORECASE)
_BEHIND_A_LABEL = re.compile(
    r"\s\S+:\s(?:[~≈]|(?:approximately|approx\.?|about|around|nearly|almost|roughly)\s)?[$€£]?\Z"
)
"""Before a number that a label of several words has: "Express with PayPal: approximately 40 percent"."""

_AFTER_STATED = re.compile(r"\s\S+:\s[$€£]?\d[^:;]*,\s\Z")
"""Before a number behind another that a label has: "Increase over the earlier high: 864 miles, 28% more"."""

_OF_A_THREAD = re.compile(r"/(?:\s|$)")
_IS_SHOWN = re.compile(
    r"\s(?:of\s)?(?:the\s|these\s)?(?:first\s)?(?:rows|records|lines|entries|items|values)\s(?:are|is|were)\s(?:\w+\s)?"
    r"(?:displayed|shown|printed|listed|plotted|omitted)\b",
    re.IGNORECASE,
)
_FOR_EACH = re.compile(r"\s(?:[a-z]+\s){1,3}(?:per|(?:for|in)\s(?:each|every))\s[a-z]", re.IGNORECASE)
_BEFORE_AN_ORDER = frozenset("please then now also first next finally just so and or let".split())
_NOT = re.compile(r"(?:\bnot|n['’]t)\s(?:exactly|precisely)\s\Z|\bnot\s\Z", re.IGNORECASE)
_BEFORE_A_STATISTIC = re.compile(
    r"(?:\b(?:p|r2|r\^2|alpha|α|rmse|auc|f1)|r²)(?:[\s-](?:value|score))?\s?(?:[=<>≤≥≈]|of|was|is|below|under)\s?\Z",
    re.IGNORECASE,
)
_EXPLAINED = re.compile(r"(?:\br2|\br\^2|r²)\s?(?:=|of|was|is)\s?\Z", re.IGNORECASE)
_OF_A_LINE = re.compile(r"\b(?:slope|intercept|fitted line|regression line|line of best fit)\b", re.IGNORECASE)
_AFTER_A_STATISTIC = re.compile(
    r"[\s-](?:confidence|significance|prediction)\b|\sstandard\s(?:deviations?|errors?)\b", re.IGNORECASE
)
_WISHED = re.compile(
    r"\W*(?:recommend(?:ation|ed\saction)s?|suggestions?|proposals?|proposed\sactions?|next\ssteps?|action\sitems?)\s?[:–—-]"
    r"|(?:[^.;]*[,\s])?ideally\b(?!.*\b(?:but|however|while|yet|actually)\b)",
    re.IGNORECASE,
)
_STEP = re.compile(r"\b(?:multipl|divid)\w+\s(?:\w+\s)?by\s\Z", re.IGNORECASE)
_CALCULATING = frozenset("add subtract multiply divide".split())
_CODES_EXPLAINED = re.compile(r"\b\d\s(?:stands?\sfor|means?|denotes?|represents?|indicates?|is\sfor)\b", re.IGNORECASE)
_CODED = re.compile(r"\b(?:coded(?:\sas)?|codes?|special\svalue):?\s\Z", re.IGNORECASE)
_FLAG = re.compile(r"(?<!\b[nN])(?<!\b[nN]\s)=\s?\Z")
_NAMED_CODE = re.compile(r"\s?=\s?[a-z\"'“‘]", re.IGNORECASE)
_DIGITS_OF_CODES = 2
_WITH_ITS_SHARE = re.compile(r"\s?\(\s?\d+(?:\.\d+)?\s?%\s?\)")
_ONE = re.compile(r"\bone\b", re.IGNORECASE)
_BESIDE_ANOTHER = re.compile(
    r"\s(?:ahead\sof|behind|(?:more|fewer|less|better|worse)\sthan|short\sof)\s", re.IGNORECASE
)
_ONLY = re.compile(r"\b(?:only|just|exactly|merely|precisely)\s\Z", re.IGNORECASE)


def why_no_claim(context: NumberContext) -> str | None:
    """Return the reason why a number is no claim, None if it is taken for one."""
    for rule in _RULES:
        if reason := rule(context):
            return reason
    return None


def _outside_of_sentences(context: NumberContext) -> str | None:
    kind = context.paragraph.kind
    if kind == "table_cell":
        return None if _is_statement(context) else "in a table"
    if kind not in {"title", "headline"}:
        return None
    if not context.paragraph.text[: context.number.start].strip(" (#") and context.number.unit != "percent":
        return "at the beginning of a headline"  # "10 shops that sell most"
    return None if _is_statement(context) else "in a headline"


def _list_number(context: NumberContext) -> str | None:
    """Recognise "(2) Prices fell." where a sentence begins, and "2/ Prices fell" where a text does."""
    is_marker = context.sentence_before.strip() == "(" and context.after.startswith(") ")
    is_first = not context.paragraph.text[: context.number.start].strip(" (#")
    is_marker |= is_first and _OF_A_THREAD.match(context.after) is not None
    return "a list number" if is_marker and context.number.text.isdigit() else None


def _is_statement(context: NumberContext) -> bool:
    dependencies = {token.dependency for token in context.tree.tokens}
    is_finite = any(token.tag in {"VBZ", "VBD", "VBP", "MD"} for token in context.tree.tokens)
    return is_finite and not dependencies.isdisjoint({"nsubj", "nsubjpass", "expl"})


def _chosen_part(context: NumberContext) -> str | None:
    previous = context.previous
    if previous is None:
        return None
    word = previous.text.lower()
    is_told = _counts_the_others(context, word) or (word in _OF_TWO and context.counted_noun is None)
    is_rest = word == "final" and context.number.unit == "percent"  # "others account for the final 9 %"
    is_chosen = word in _CHOOSING and not is_rest and not _GOT_PAST.search(context.before)
    if is_chosen and not _TIMES.match(context.after) and not is_told and not _takes_time(context, word):
        return f"part of “{previous.text} {context.number.text}”"
    if previous.tag == "WDT" or word in {"which", "whichever", "whatever"}:
        return None if _is_relative(context) else "asked for, not stated"
    if context.number.unit != "plain":
        return None
    if word in DEFINITE | {"all"} and refers_back(context, word):
        return "refers to what was named before"
    is_lone = context.number.text.isdigit() and context.counted_noun is None
    return "a value, not a result" if word in {"a", "an"} and is_lone and ends_noun_phrase(context.following) else None


def _takes_time(context: NumberContext, word: str) -> bool:
    """Recognise the verb in "rock tracks last 4.4 minutes", which parsers take for an adjective."""
    noun, index = context.counted_noun, context.covered[0] - 2
    if word != "last" or noun is None or index < 0:
        return False
    is_of_many = context.tree.tokens[index].tag in {"NNS", "NNPS", "PRP", "WDT"}
    return is_of_many and noun.lemma.lower() in SPANS_OF_TIME


def _counts_the_others(context: NumberContext, word: str) -> bool:
    """Recognise "the remaining 16%", "the other 1,637 patients": more than people count at a glance is told anew.

    So are fewer where the sentence has told how many there are and how many of them are something else.
    """
    is_told = context.number.unit == "percent" or context.number.value > MOST_PEOPLE_COUNT_IN_WORDS
    noun = context.counted_noun
    earlier = [token for token in context.tree.tokens[: context.covered[0]] if token.tag == "CD"]
    is_rest = (noun is None or noun.tag != "NNS") and len(earlier) > 1
    return word in _OTHERS and (is_told or is_rest)


def _of_that_group(context: NumberContext) -> str | None:
    """Recognise "of that group of 185": it repeats what was said of the group."""
    is_repeated = context.number.unit == "plain" and _OF_THAT_GROUP.search(context.before) is not None
    return "refers to what was named before" if is_repeated and context.counted_noun is None else None


def _is_relative(context: NumberContext) -> bool:
    """Tell whether "which" refers back: "sales, of which 80 were late", "a fair at which 12 shops sold tea"."""
    tokens, which = context.tree.tokens, context.covered[0] - 1
    if tokens[-1].text == "?":
        return False
    begins = which - 1 if which > 0 and tokens[which - 1].tag == "IN" else which
    if begins > 1 and tokens[begins - 1].text == ",":
        return True  # "the score is 5, which 14 towns have", "1803, in which six were found"
    if tokens[which].dependency != "pobj":
        return False
    follows_noun = any(tokens[index].dependency == "relcl" for index in context.ancestors())
    return follows_noun or tokens[tokens[which].head].text.lower() == "of"


def _half_beside_median(context: NumberContext) -> str | None:
    return "says that a median is stated" if splits_at_median(context) else None


def _form_of_the_data(context: NumberContext) -> str | None:
    noun = context.counted_noun
    if noun is None:
        return None
    is_few = context.number.value <= _MOST_TABLES or noun.lemma.lower() not in _ALSO_THINGS
    is_form = noun.lemma.lower() in _FORM_OF_THE_DATA and is_few and not _is_measured(context)
    is_form &= not _are_kinds(context)
    is_form |= _NAMED_AS_FORM.match(context.after) is not None
    is_form |= _DIVIDED_INTO.search(context.before) is not None and _GROUPS_LISTED.match(context.after) is not None
    return f"counts {noun.text}, the form of the data" if is_form else None


def _are_kinds(context: NumberContext) -> bool:
    """Recognise "5 payment methods", "12 car models": a noun says of what, and it is no word of analysts."""
    noun = context.counted_noun
    if noun is None or noun.lemma.lower() not in _ALSO_KINDS:
        return False
    before = [token for token in context.tree.tokens if context.number.end <= token.start < noun.start]
    return bool(before) and all(
        token.tag in {"NN", "NNP"} and token.lemma.lower() not in _OF_ANALYSTS for token in before
    )


def _is_measured(context: NumberContext) -> bool:
    """Recognise "books have 312.5 pages on average", "the thickest has 640 pages": rows are told of, not their file."""
    if not context.number.is_integer or _AVERAGE.search(context.sentence):
        return True
    tokens, children = context.tree.tokens, context.tree.children
    for index in context.ancestors():
        for child in children[index]:
            if tokens[child].dependency in SUBJECT and child not in context.covered:
                words = (child, *children[child])
                return any(tokens[each].tag in {"JJS", "RBS"} for each in words)
    return False


def _shown(context: NumberContext) -> str | None:
    """Recognise "only 10 of the rows are displayed"."""
    return "what is shown of the data" if _IS_SHOWN.match(context.after) else None


def _in_code(context: NumberContext) -> str | None:
    return "part of code" if context.paragraph.is_code(context.number.start, context.number.end) else None


def _instruction(context: NumberContext) -> str | None:
    """Recognise "Compare 5 shops"; not "Call the 21% of members who left", which tells of them."""
    return None if is_known_already(context) else _ordered(context)


def _ordered(context: NumberContext) -> str | None:
    """Recognise what is ordered; not "Note that 5 shops closed", which states something.

    Nor "Mend the delays affecting 46% of orders", which tells of the delays.
    """
    tokens, children = context.tree.tokens, context.tree.children
    for index in context.ancestors():
        if context.number.unit == "percent" and tokens[index].dependency == "acl" and tokens[index].tag == "VBG":
            return None
        governed = [tokens[child] for child in children[index]]
        if any(token.dependency in SUBJECT | {"expl"} or token.tag in {"TO", "MD"} for token in governed):
            return None
        if tokens[index].tag in {"VBZ", "VBD"}:
            return None  # "leave out the ferries, and the mean rises to 66": what follows is stated
        if tokens[index].head == index:
            is_ordered = any(token.tag == "DT" for token in tokens[: context.covered[0]])  # "Set a limit: 5 %"
            is_label = index + 1 < len(tokens) and tokens[index + 1].text in {":", "(", "="}  # "Mean: 5", "Mean (5)"
            is_label |= tokens[index].text.isupper() or _AFTER_STATED.search(context.sentence_before) is not None
            if is_label or (_BEHIND_A_LABEL.search(context.before) and not is_ordered):
                return None
            begins = all(token.text.lower() in _BEFORE_AN_ORDER or not token.text.isalpha() for token in tokens[:index])
            return "an instruction" if tokens[index].tag == "VB" and begins else None
    return None


def _denied(context: NumberContext) -> str | None:
    return "denied, not stated" if _NOT.search(context.before) else None


def _recommended(context: NumberContext) -> str | None:
    """Recognise "Recommendation: keep waste below 5%" and "Ideally, it lies around 0.2"."""
    return "not stated as a fact" if _WISHED.match(context.sentence_before) else None


def _statistic(context: NumberContext) -> str | None:
    """Recognise "p < 0.05" and "95% confidence": they tell how a test was made or how it came out.

    What a line explains can be worked out from the data: "the slope is 0.8 and R² is 0.64".
    """
    if _EXPLAINED.search(context.before) and _OF_A_LINE.search(context.sentence_before):
        return None
    if _BEFORE_A_STATISTIC.search(context.before) or _AFTER_A_STATISTIC.match(context.after):
        return "a statistic of a test"
    return None


def _one(context: NumberContext) -> str | None:
    if context.number.text.lower() != "one" or _ONLY.search(context.before):
        return None
    if _FOR_EACH.match(context.after):
        return "the form of the data"  # "there is one row per player"
    if _BESIDE_ANOTHER.match(context.after) or _is_beside_a_count(context) or _is_counted_again(context):
        return None
    is_listed = context.root.dependency == "appos" or _ONE.search(context.sentence_before) is not None
    if _is_existential(context) and not is_listed:
        return None
    counts = [token for token in context.tree.tokens if token.tag == "CD" and token.dependency in SUBJECT]
    if context.root.dependency in SUBJECT and any(token != context.root for token in counts):
        return None  # "three were late, one was early"
    return "“one” without stress"


def _is_beside_a_count(context: NumberContext) -> bool:
    """Recognise "87 swans and one duck": the sentence counts other things of the same list."""
    tokens, noun = context.tree.tokens, context.counted_noun
    if noun is None or context.word_at(-1) not in {"and", "but"}:
        return False
    earlier = range(context.covered[0])
    return any(tokens[at].tag == "CD" and tokens[tokens[at].head].tag in {"NNS", "NNPS"} for at in earlier)


def _is_counted_again(context: NumberContext) -> bool:
    """Recognise "one candidate is charged with murder, eight candidates with theft": others are counted, too."""
    tokens, noun = context.tree.tokens, context.counted_noun
    others = [at for at, token in enumerate(tokens) if token.tag == "CD" and at not in context.covered]
    return noun is not None and any(tokens[tokens[at].head].lemma.lower() == noun.lemma.lower() for at in others)


def _nothing(context: NumberContext) -> str | None:
    word = context.number.text.lower()
    if word == "zero":
        return "a zero" if context.before.lower().endswith((" a ", " the ")) else None
    if word == "no" and (context.head.tag not in {"NNS", "NNPS"} or _tells_which(context)):
        return "no stated count"  # "there was no obvious trend", "shops that sell no papers were left out"
    if word == "none" and _is_of_all_this(context):
        return "no stated count"  # "none of this is new"
    if word not in {"no", "none"} or _is_existential(context):
        return None
    is_stated = word == "none" or context.head.dependency in SUBJECT | {"dobj", "attr"}
    return None if is_stated else "no stated count"


def _is_of_all_this(context: NumberContext) -> bool:
    """Recognise "none of this is new"; not "none of this group is", which is counted."""
    behind = context.covered[-1] + 3
    is_lone = behind >= len(context.tree.tokens) or context.tree.tokens[behind].tag.startswith(("VB", "MD"))
    return context.word_at(1) == "of" and context.word_at(2) in {"this", "that"} and is_lone


def _tells_which(context: NumberContext) -> bool:
    """Tell whether the number's clause tells which things are meant; ", which ..." adds what holds of all."""
    tokens = context.tree.tokens
    for index in context.ancestors():
        if tokens[index].dependency == "relcl":
            pronoun = next((at for at in range(index, 0, -1) if tokens[at].tag in {"WDT", "WP"}), 0)
            return pronoun > 0 and tokens[pronoun - 1].text != ","
        if any(tokens[child].dependency in SUBJECT for child in context.tree.children[index]):
            return False
    return False


def _is_existential(context: NumberContext) -> bool:
    """Tell whether the clause says "there is": its verb governs an expletive."""
    for index in context.ancestors():
        if context.tree.tokens[index].tag.startswith("VB"):
            return any(context.tree.tokens[child].dependency == "expl" for child in context.tree.children[index])
    return False


def _code(context: NumberContext) -> str | None:
    text, is_plain = context.number.text, context.number.unit == "plain"
    if is_plain and text.isdigit():
        is_flag = len(text) == 1 and _FLAG.search(context.before) and not _WITH_ITS_SHARE.match(context.after)
        is_named = len(text) <= _DIGITS_OF_CODES and _NAMED_CODE.match(context.after)  # "1 = yes"
        if is_flag or is_named or _CODED.search(context.before):
            return "a code"
        if len(text) == 1 and re.match(r"\sfor\s", context.after) and _CODES_EXPLAINED.search(context.sentence_before):
            return "a code"
    is_step = _STEP.search(context.before) is not None
    for index in context.ancestors():
        token = context.tree.tokens[index]
        is_step |= token.lemma.lower() in _CALCULATING and context.tree.tokens[token.head].text.lower() == "by"
    return "a step of a calculation" if is_step else None


def _repeated_in_figures(context: NumberContext) -> str | None:
    if context.number.text[0].isalpha() and (opening := _REPEATED.match(context.after)):
        figures = context.after[opening.end() :]
        if re.match(rf"{context.number.value:f}\b", figures.replace(",", "")):
            return "repeated in figures"
    return None


_RULES: tuple[Callable[[NumberContext], str | None], ...] = (
    _in_code,
    _outside_of_sentences,
    _list_number,
    why_a_year,
    why_a_place,
    _chosen_part,
    _of_that_group,
    _half_beside_median,
    _form_of_the_data,
    _shown,
    _one,
    _nothing,
    why_a_span,
    why_a_condition,
    why_an_aside,
    _instruction,
    _denied,
    _recommended,
    _statistic,
    _code,
    why_part_of_a_name,
    _repeated_in_figures,
)
