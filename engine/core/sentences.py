"""Sentences of the engine that a window may say in another language.

The engine speaks English: its sentences go to scripts, into logs and between processes as they are.
A window knows each by its template, `{name}` standing for what the engine puts in, and translates
that; what is not listed here it says in English.
"""

from __future__ import annotations

# How `fusion: adaptive` weighed the two rankings.
EQUAL = "Keywords and meaning count about equally."
ONLY_MEANING = "Only meaning counts, as keywords found nothing."
ONLY_WORDS = "Only keywords count, as meaning found nothing."
MEANING_STANDS_OUT = (
    "Meaning counts more because its best passages stand out, while many passages match the words "
    "about equally well."
)
WORDS_STAND_OUT = (
    "Keywords count more because a few passages match the words far better than all others."
)
MEANING_IS_CLOSE = (
    "Meaning counts more because its best passages are far closer to the query than the rest of "
    "the library."
)
MEANING_IS_FAR = "Keywords count more because no passage is clearly close to the query in meaning."
WORDS_ARE_MISSING = "Meaning counts more because no passage holds all the rare words of the query."
MEANING_HAS_OTHER_WORDS = (
    "Keywords count more because the passages closest in meaning hold few of the words of the "
    "query."
)
MEANING_BY_SETTING = "Meaning counts more because the settings give it more weight."
WORDS_BY_SETTING = "Keywords count more because the settings give them more weight."

# What was not searched, and why.
ONLY_MEANING_SEARCHED = "Only meaning was searched: {why}."
ONLY_WORDS_SEARCHED = "Only keywords were searched: {why}."
NO_WORDS_SEARCHED = "Keywords could not be searched: {why}."
NO_MEANING_SEARCHED = "Meaning could not be searched: {why}."
NOT_RERANKED = "The order is that before reranking: {why}."
NOTHING_READ = "no passage has been read by meaning yet"
NOT_READ = "this passage has not been read by meaning yet"
NO_FREE_TEXT = "the query has no free text to compare"
_REASONS = (
    NOTHING_READ,
    NOT_READ,
    NO_FREE_TEXT,
    "the language model is still being prepared",
    "nothing has been read by meaning yet",
    "there is no embedding model",
    "the vectors were made by another model",
    "an unexpected error happened; the log has the details",
)

# How the rankings searched.
_PLANS = (
    "no word of the query occurs in the library",
    "{number} passages with all terms",
    "{number} passages with all terms, filled up with {more} that hold some",
    "exact scan of {number} vectors",
    "exact scan of {number} filtered vectors",
    "HNSW graph of {number} vectors, {found} of them scored again exactly",
    (
        "HNSW graph of {number} vectors, {found} of them scored again exactly, and exact scan of "
        "{newer} newer ones"
    ),
    "{plan}; {number} of {all} passages have vectors",
)

# What is said of a document that is not as it was indexed.
_NOTICES = (
    "This file has changed since it was indexed. The passage is still in its place.",
    "This file has changed since it was indexed. The passage was found again on {place}.",
    "This file has changed since it was indexed. The passage is no longer in it.",
    "This file is no longer there. This is the passage as it was indexed.",
    "{why} This is the passage as it was indexed.",
)

SENTENCES = (
    EQUAL,
    ONLY_MEANING,
    ONLY_WORDS,
    MEANING_STANDS_OUT,
    WORDS_STAND_OUT,
    MEANING_IS_CLOSE,
    MEANING_IS_FAR,
    WORDS_ARE_MISSING,
    MEANING_HAS_OTHER_WORDS,
    MEANING_BY_SETTING,
    WORDS_BY_SETTING,
    ONLY_MEANING_SEARCHED,
    ONLY_WORDS_SEARCHED,
    NO_WORDS_SEARCHED,
    NO_MEANING_SEARCHED,
    NOT_RERANKED,
    *_REASONS,
    *_PLANS,
    *_NOTICES,
)
