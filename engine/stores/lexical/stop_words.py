"""Function words of languages with a stemmer, in lower case and without accents."""

from __future__ import annotations

_STOP_WORDS = {
    "english": """
        a about all also am an and any are as at be because been before being between both but
        by can could d did do does doing don done during each either else every few for from
        further get gets give given had has have having he her here hers him his how i if in
        into is isn it its just let ll m many may me might mine more most much must my need no
        nor not of off on once only onto or other our ours out over own per please re s same
        shall she should so some such t than that the their theirs them then there these they
        this those though through to too under until up upon us use used using ve very via was
        we were what when where whether which while who whom whose why will with within without
        would you your yours""",
    "german": """
        aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei
        bin bis bist da damit dann das dass dein deine dem den denn der des dessen die dies
        diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer
        eines er es etwas euch fur gegen gibt habe haben hat hatte hatten hier hinter ich ihm
        ihn ihnen ihr ihre im in ist ja jede jedem jeden jeder jedes kann kein keine konnen man
        mein meine mich mir mit muss musste nach nicht noch nun nur ob oder ohne sehr sein seine
        sich sie sind so solche soll sollte uber um und uns unser unter vom von vor wann war
        waren warum was weil welche welchem welchen welcher welches wenn wer werde werden wie
        wieder will wir wird wirst wo wurde wurden zu zum zur zwar zwischen""",
    "french": """
        a ai as au aussi autre aux avec avez avoir avons c ce cela ces cet cette ceux comme
        comment d dans de depuis des donc dont du elle elles en entre es est et etaient etait
        etant ete etre eux fait faut il ils j je l la le les leur leurs lui m ma mais me meme
        mes moi mon n ne ni nos notre nous on ont ou par pas peut peuvent plus pour pourquoi qu
        quand que quel quelle quelles quels qui quoi s sa sans se sera ses si son sont sous sur
        t ta te tes toi ton tous tout toute toutes tu un une vos votre vous y""",
    "spanish": """
        a al algo algunas algunos ante antes aquel asi aunque cada como con contra cual cuales
        cuando cuanto de del desde donde dos e el ella ellas ellos en entre era eran es esa esas
        ese eso esos esta estaba estan estas este esto estos estoy fue fueron ha habia han hasta
        hay la las le les lo los mas me mi mientras mis mucho muy ni no nos nosotros o os otra
        otro para pero poco por porque puede pueden puedo que quien quienes se segun ser si sido
        sin sobre son su sus tambien te tiene tienen todo todos tu tus u un una uno unos y ya yo""",
    "italian": """
        a agli ai al alla alle allo anche ancora avere c che chi ci come con contro cosa cui d
        da dagli dai dal dalla dalle dallo degli dei del della delle dello di dove e ed era
        erano essere fra gli ha hanno ho i il in io l la le lei li lo loro lui ma mi mia mio ne
        negli nei nel nella nelle nello noi non o ogni per perche piu puo quale quali quando
        quanto quella quelle quelli quello questa queste questi questo qui se sei si sia siamo
        sono su sua sue sugli sui sul sulla sulle sullo suo suoi tra tu tutti tutto un una uno
        vi voi""",
    "portuguese": """
        a ao aos as ate com como da das de dela dele deles depois do dos e ela elas ele eles em
        entre era essa essas esse esses esta estao estas este estes eu foi foram ha isso isto ja
        la lhe mais mas me mesmo meu meus minha muito na nao nas nem no nos nossa nosso num numa
        o onde os ou para pela pelas pelo pelos pode podem por porque posso quais qual quando
        quanto que quem sao se sem ser seu seus so sobre sua suas tambem te tem tinha tu tudo um
        uma umas uns voce voces""",
    "dutch": """
        aan al alles als altijd andere ben bij daar dan dat de der deze die dit doch doen door
        dus een eens en er ge geen geweest haar had heb hebben heeft hem het hier hij hoe hun
        iemand iets ik in is ja je kan kon kunnen maar me meer men met mij mijn moet na naar
        niet niets nog nu of om omdat onder ons ook op over te tegen toch toen tot u uit uw van
        veel voor waar waarom wanneer want waren was wat we wel welke werd wie wij wil worden
        wordt ze zelf zich zij zijn zo zonder zou""",
    "swedish": """
        alla allt att av blev bli blir da dar de dem den denna deras dess dessa det detta dig
        din dina du efter ej eller en er ett for fran ha hade han hans har hon hur i icke inte
        jag kan kunde man med mellan men mig min mina mot mycket nar ni nu och om oss pa sa
        samma sedan sig sin sina sitt ska skulle som till under upp ut utan vad var vara varfor
        vart vem vi vid vilka vilken vilket""",
    "russian": """
        а без бы был была были было быть в вам вас во вот все всего вы где да для до его ее если
        есть еще же за здесь и из или им их к как какая какие какой когда который ли меня мне мы
        на над не него нет ни но о об он она они от по под после потому почему при с со так
        такой там то того тоже только ты у уже чего чем через что чтобы эта эти это этого этот я""",
}  # fmt: skip

_BY_STEMMER = {stemmer: frozenset(words.split()) for stemmer, words in _STOP_WORDS.items()}


def is_stop_word(word: str, stemmers: tuple[str, ...]) -> bool:
    """Return whether `word` is a function word of English or of a language in `stemmers`."""
    return any(word in _BY_STEMMER.get(stemmer, ()) for stemmer in ("english", *stemmers))
