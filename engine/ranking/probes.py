"""Random queries, whose vectors measure how near passages are to arbitrary queries.

Random typing, invented words, and questions of everyday life that few libraries answer. A library
about cooking matches some of them, but too few to matter.
"""

from __future__ import annotations

from hashlib import blake2b

_NONSENSE = (
    "lkjas poiqwe mnxbv",
    "dfgh rtyu cvbn",
    "qpwoei ruty",
    "ghfjdk sla",
    "wwert sdfff xcv",
    "uhb ijn okm plq",
    "vmzq trelb oxnif",
    "bqx wplk zzrtn hgv",
    "jorqs pemdut wixol brafe",
    "ektz",
    "nufgarpel",
    "4471903856",
    "82 5017 339462",
    "7d2k9qx m4zt81",
    "x8r3v",
    "00000 99999",
    "flarnbick drosumple tewkin",
    "snerp glabbin wotch",
    "krulpf zwiemen brotschel",
    "glonfrette vursoire blimeau",
    "pernocho galdusta trimbero",
    "бдрыль щекумпо вражниц",
    "хрюпель",
    "κλατρομι βεξουτα",
    "çıvrakul dömüşte",
    "ふぬけもらてそゆ",
    "ヌモラテピギュ ソナ",
    "룍퓐 뎡쉴 캅뭔",
    "磲黍漪鬣蹙",
    "ضغيثق لبنخت شسق",
    "aaaaaaa",
    "hmmmm hmmm",
    "lorem dolor ipsum amet",
    "magna veniam exercitation",
)
_EVERYDAY = (
    "how long do I boil potatoes",
    "chocolate cake with cherries",
    "my knee hurts after running",
    "what should I name my parrot",
    "cheap summer dresses",
    "last night's basketball score",
    "learn to play the violin at forty",
    "how do I iron a silk shirt",
    "funny birthday wishes for a friend",
    "why does my baby cry at night",
    "best ski resort for families",
    "train a puppy to walk on a leash",
    "which wine goes with salmon",
    "hairdresser open on Sundays",
    "Rezept für Apfelkuchen",
    "Was hilft gegen Kopfschmerzen?",
    "Wann beginnt das Fußballspiel?",
    "schöne Strände auf Kreta",
    "gâteau au chocolat facile",
    "où acheter des chaussures de danse",
    "receta de paella con pollo",
    "dolor de espalda al dormir",
    "как сварить рис",
    "подарок на свадьбу",
    "番茄炒蛋怎么做",
    "附近的健身房",
    "美味しいラーメン屋",
    "猫の爪の切り方",
    "맛있는 불고기 만드는 법",
    "وصفة كعكة الشوكولاتة",
)
PROBES = (*_NONSENSE, *_EVERYDAY)
PROBES_VERSION = blake2b("\n".join(PROBES).encode(), digest_size=4).hexdigest()
