<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr_FR" sourcelanguage="en_GB">
 <context>
  <name>CheckedOpening</name>
  <message>
   <source>{path} was changed and no longer holds this passage.</source>
   <translation>{path} a été modifié et ne contient plus ce passage.</translation>
  </message>
  <message>
   <source>The passage has moved: it now stands in {path}, {place}.</source>
   <translation>Le passage a été déplacé : il se trouve maintenant dans {path}, {place}.</translation>
  </message>
  <message>
   <source>The passage was changed: most of it stands in {path}, {place}.</source>
   <translation>Le passage a été modifié : l’essentiel se trouve dans {path}, {place}.</translation>
  </message>
  <message>
   <source>{path} is not there any more.</source>
   <translation>{path} n’existe plus.</translation>
  </message>
 </context>
 <context>
  <name>Chip</name>
  <message>
   <source>Without {value}</source>
   <translation>Sans {value}</translation>
  </message>
  <message>
   <source>Only {value}</source>
   <translation>Seulement {value}</translation>
  </message>
 </context>
 <context>
  <name>ChipBar</name>
  <message>
   <source>Active filters</source>
   <translation>Filtres actifs</translation>
  </message>
  <message>
   <source>Filter</source>
   <translation>Filtre</translation>
  </message>
  <message>
   <source>Add a filter</source>
   <translation>Ajouter un filtre</translation>
  </message>
  <message>
   <source>Clear</source>
   <translation>Effacer</translation>
  </message>
  <message>
   <source>Take all filters away (Ctrl+Backspace)</source>
   <translation>Retirer tous les filtres (Ctrl+Retour arrière)</translation>
  </message>
 </context>
 <context>
  <name>ClosenessLine</name>
  <message>
   <source>How close in meaning</source>
   <translation>Proximité par le sens</translation>
  </message>
  <message>
   <source>close enough from here</source>
   <translation>assez proche à partir d’ici</translation>
  </message>
  <message>
   <source>far in meaning</source>
   <translation>loin par le sens</translation>
  </message>
  <message>
   <source>close in meaning</source>
   <translation>proche par le sens</translation>
  </message>
  <message>
   <source>The nearest of {weak} reaches {nearest}; close enough is {floor}.</source>
   <translation>Le plus proche de {weak} atteint {nearest} ; assez proche veut dire {floor}.</translation>
  </message>
 </context>
 <context>
  <name>CollectionController</name>
  <message>
   <source>Saved as {path}</source>
   <translation>Enregistré sous {path}</translation>
  </message>
 </context>
 <context>
  <name>CollectionDialog</name>
  <message>
   <source>Nothing is put aside yet. In the list of hits, Ctrl+Shift+A does so.</source>
   <translation>Rien n’est encore mis de côté. Dans la liste des résultats, Ctrl+Maj+A le fait.</translation>
  </message>
  <message>
   <source>Passages put aside</source>
   <translation>Passages mis de côté</translation>
  </message>
  <message>
   <source>Text of the passage</source>
   <translation>Texte du passage</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>Note</translation>
  </message>
  <message>
   <source>Move up</source>
   <translation>Monter</translation>
  </message>
  <message>
   <source>Move down</source>
   <translation>Descendre</translation>
  </message>
  <message>
   <source>Take out</source>
   <translation>Retirer</translation>
  </message>
  <message>
   <source>Export …</source>
   <translation>Exporter …</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Fermer</translation>
  </message>
  <message>
   <source>gone</source>
   <translation>disparu</translation>
  </message>
  <message>
   <source>Export the passages put aside</source>
   <translation>Exporter les passages mis de côté</translation>
  </message>
  <message>
   <source>moved to {place}</source>
   <translation>déplacé : {place}</translation>
  </message>
  <message>
   <source>changed, now {place}</source>
   <translation>modifié, maintenant : {place}</translation>
  </message>
 </context>
 <context>
  <name>ColumnHead</name>
  <message>
   <source>Twofold</source>
   <translation>Twofold</translation>
  </message>
  <message>
   <source>Menu</source>
   <translation>Menu</translation>
  </message>
 </context>
 <context>
  <name>ContributionBar</name>
  <message>
   <source>keywords {part}</source>
   <translation>mots-clés {part}</translation>
  </message>
  <message>
   <source>meaning {part}</source>
   <translation>sens {part}</translation>
  </message>
  <message>
   <source>Shares: {parts}</source>
   <translation>Parts : {parts}</translation>
  </message>
 </context>
 <context>
  <name>CopyAs</name>
  <message>
   <source>Copy &amp;as</source>
   <translation>Copier en t&amp;ant que</translation>
  </message>
  <message>
   <source>With a bibliography &amp;in</source>
   <translation>Avec une b&amp;ibliographie en</translation>
  </message>
  <message>
   <source>&amp;Markdown</source>
   <translation>&amp;Markdown</translation>
  </message>
  <message>
   <source>&amp;Web page</source>
   <translation>Page &amp;web</translation>
  </message>
  <message>
   <source>&amp;BibTeX</source>
   <translation>&amp;BibTeX</translation>
  </message>
  <message>
   <source>&amp;RIS</source>
   <translation>&amp;RIS</translation>
  </message>
  <message>
   <source>CSL JS&amp;ON</source>
   <translation>CSL JS&amp;ON</translation>
  </message>
  <message>
   <source>&amp;CSV</source>
   <translation>&amp;CSV</translation>
  </message>
  <message>
   <source>&amp;JSON</source>
   <translation>&amp;JSON</translation>
  </message>
  <message>
   <source>JSON &amp;lines</source>
   <translation>&amp;Lignes JSON</translation>
  </message>
 </context>
 <context>
  <name>CountLine</name>
  <message>
   <source>{passages} in {documents}, {time} ms</source>
   <translation>{passages} dans {documents}, {time} ms</translation>
  </message>
  <message>
   <source>{passages}, {time} ms</source>
   <translation>{passages}, {time} ms</translation>
  </message>
  <message>
   <source>{passages}; {weak} hidden, {time} ms</source>
   <translation>{passages} ; {weak} cachés, {time} ms</translation>
  </message>
  <message>
   <source>Nothing relevant; {weak}</source>
   <translation>Rien de pertinent ; {weak}</translation>
  </message>
  <message>
   <source>At least {passages}</source>
   <translation>Au moins {passages}</translation>
  </message>
  <message>
   <source>First {shown} of {found} passages</source>
   <translation>Les {shown} premiers passages sur {found}</translation>
  </message>
 </context>
 <context>
  <name>CoveragePanel</name>
  <message>
   <source>{done} of {all} files</source>
   <translation>{done} fichiers sur {all}</translation>
  </message>
  <message>
   <source>{done} of {all} passages</source>
   <translation>{done} passages sur {all}</translation>
  </message>
  <message>
   <source>Pause</source>
   <translation>Suspendre</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Mots-clés</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Sens</translation>
  </message>
  <message>
   <source>{rate} passages a second</source>
   <translation>{rate} passages par seconde</translation>
  </message>
  <message>
   <source>Resume</source>
   <translation>Reprendre</translation>
  </message>
 </context>
 <context>
  <name>CrashDialog</name>
  <message>
   <source>Something went wrong</source>
   <translation>Une erreur s’est produite</translation>
  </message>
  <message>
   <source>Twofold goes on; your library is not damaged by this. Nothing has been sent. To report the error, copy the details and look through them first: they may name files.</source>
   <translation>Twofold continue ; votre bibliothèque n’en est pas endommagée. Rien n’a été envoyé. Pour signaler l’erreur, copiez les détails et relisez-les d’abord : ils peuvent nommer des fichiers.</translation>
  </message>
  <message>
   <source>Details of the error</source>
   <translation>Détails de l’erreur</translation>
  </message>
  <message>
   <source>Copy details</source>
   <translation>Copier les détails</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Fermer</translation>
  </message>
 </context>
 <context>
  <name>DateRange</name>
  <message>
   <source>Range of dates</source>
   <translation>Période</translation>
  </message>
  <message>
   <source>first date</source>
   <translation>premier jour</translation>
  </message>
  <message>
   <source>last date</source>
   <translation>dernier jour</translation>
  </message>
  <message>
   <source>{dates}, {passages}; the arrow keys move the {handle}</source>
   <translation>{dates}, {passages} ; les flèches déplacent : {handle}</translation>
  </message>
 </context>
 <context>
  <name>DetailColumn</name>
  <message>
   <source>Preview or explanation</source>
   <translation>Aperçu ou explication</translation>
  </message>
  <message>
   <source>Preview</source>
   <translation>Aperçu</translation>
  </message>
  <message>
   <source>Explain</source>
   <translation>Explication</translation>
  </message>
  <message>
   <source>Hit {rank} of {found}</source>
   <translation>Résultat {rank} sur {found}</translation>
  </message>
 </context>
 <context>
  <name>DocumentOpener</name>
  <message>
   <source>This computer has no program to open it with.</source>
   <translation>Cet ordinateur n’a aucun programme pour l’ouvrir.</translation>
  </message>
  <message>
   <source>'{program}' of the settings cannot be started.</source>
   <translation>« {program} » des réglages ne peut pas être démarré.</translation>
  </message>
 </context>
 <context>
  <name>ExplainPanel</name>
  <message>
   <source>Why this passage is here</source>
   <translation>Pourquoi ce passage est ici</translation>
  </message>
  <message>
   <source>Choose a passage to see why it was found.</source>
   <translation>Choisissez un passage pour voir pourquoi il a été trouvé.</translation>
  </message>
  <message>
   <source>What was searched</source>
   <translation>Ce qui a été cherché</translation>
  </message>
  <message>
   <source>Rank flow as a table</source>
   <translation>Flux des rangs en tableau</translation>
  </message>
  <message>
   <source>Copy explanation</source>
   <translation>Copier l’explication</translation>
  </message>
  <message>
   <source>Copy as text</source>
   <translation>Copier comme texte</translation>
  </message>
  <message>
   <source>Copy as JSON</source>
   <translation>Copier comme JSON</translation>
  </message>
 </context>
 <context>
  <name>ExportDialog</name>
  <message>
   <source>The first {n} of {all} passages are shown; all are saved and copied.</source>
   <translation>Les {n} premiers passages sur {all} sont montrés ; tous sont enregistrés et copiés.</translation>
  </message>
  <message>
   <source>Export passages</source>
   <translation>Exporter les passages</translation>
  </message>
  <message>
   <source>Preview of the export</source>
   <translation>Aperçu de l’export</translation>
  </message>
  <message>
   <source>The export was cancelled; nothing was written.</source>
   <translation>L’export a été annulé ; rien n’a été écrit.</translation>
  </message>
 </context>
 <context>
  <name>ExportFoot</name>
  <message>
   <source>Progress of the export</source>
   <translation>Avancement de l’export</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Annuler</translation>
  </message>
  <message>
   <source>Copy</source>
   <translation>Copier</translation>
  </message>
  <message>
   <source>Replace the file</source>
   <translation>Remplacer le fichier</translation>
  </message>
  <message>
   <source>Save</source>
   <translation>Enregistrer</translation>
  </message>
 </context>
 <context>
  <name>FailureList</name>
  <message>
   <source>Copy list</source>
   <translation>Copier la liste</translation>
  </message>
  <message>
   <source>Retry all</source>
   <translation>Tout réessayer</translation>
  </message>
  <message>
   <source>Files that are not indexed</source>
   <translation>Fichiers non indexés</translation>
  </message>
  <message>
   <source>Not indexed</source>
   <translation>Non indexés</translation>
  </message>
  <message>
   <source>A file is tried again by itself when it changes.</source>
   <translation>Un fichier est réessayé de lui-même quand il change.</translation>
  </message>
  <message>
   <source>Every file that is searched could be read.</source>
   <translation>Tous les fichiers fouillés ont pu être lus.</translation>
  </message>
  <message>
   <source>File</source>
   <translation>Fichier</translation>
  </message>
  <message>
   <source>Reason</source>
   <translation>Raison</translation>
  </message>
  <message>
   <source>Detail</source>
   <translation>Détail</translation>
  </message>
 </context>
 <context>
  <name>FilterModel</name>
  <message>
   <source>{label}, {count}</source>
   <translation>{label}, {count}</translation>
  </message>
  <message>
   <source>{label}, {count}, chosen</source>
   <translation>{label}, {count}, choisi</translation>
  </message>
  <message>
   <source>{label}, left out</source>
   <translation>{label}, exclu</translation>
  </message>
 </context>
 <context>
  <name>FilterPanel</name>
  <message>
   <source>Filters</source>
   <translation>Filtres</translation>
  </message>
  <message>
   <source>Found by</source>
   <translation>Trouvé par</translation>
  </message>
  <message>
   <source>Folders</source>
   <translation>Dossiers</translation>
  </message>
  <message>
   <source>Tags</source>
   <translation>Étiquettes</translation>
  </message>
  <message>
   <source>Languages</source>
   <translation>Langues</translation>
  </message>
  <message>
   <source>Types</source>
   <translation>Types</translation>
  </message>
  <message>
   <source>Dates</source>
   <translation>Dates</translation>
  </message>
  <message>
   <source>Trust</source>
   <translation>Confiance</translation>
  </message>
  <message>
   <source>Both</source>
   <translation>Les deux</translation>
  </message>
  <message>
   <source>Keywords only</source>
   <translation>Mots-clés seuls</translation>
  </message>
  <message>
   <source>Meaning only</source>
   <translation>Sens seul</translation>
  </message>
  <message>
   <source>Primary sources only</source>
   <translation>Sources primaires seulement</translation>
  </message>
  <message>
   <source>Nothing generated</source>
   <translation>Rien de produit par un programme</translation>
  </message>
 </context>
 <context>
  <name>FilterRail</name>
  <message>
   <source>Menu</source>
   <translation>Menu</translation>
  </message>
 </context>
 <context>
  <name>FilterSection</name>
  <message>
   <source>{n} more</source>
   <translation>{n} de plus</translation>
  </message>
 </context>
 <context>
  <name>FoldGauge</name>
  <message>
   <source>{rank} by keywords</source>
   <translation>{rank} par mots-clés</translation>
  </message>
  <message>
   <source>{rank} by meaning</source>
   <translation>{rank} par le sens</translation>
  </message>
 </context>
 <context>
  <name>FolderModel</name>
  <message>
   <source>Folder</source>
   <translation>Dossier</translation>
  </message>
  <message>
   <source>Files</source>
   <translation>Fichiers</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Mots-clés</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Sens</translation>
  </message>
  <message>
   <source>State</source>
   <translation>État</translation>
  </message>
 </context>
 <context>
  <name>FolderTable</name>
  <message>
   <source>Folders of the library</source>
   <translation>Dossiers de la bibliothèque</translation>
  </message>
 </context>
 <context>
  <name>FormatColumn</name>
  <message>
   <source>with numbered notes</source>
   <translation>avec des notes numérotées</translation>
  </message>
  <message>
   <source>{n} passages are from files that have changed since</source>
   <translation>{n} passages viennent de fichiers modifiés depuis</translation>
  </message>
  <message>
   <source>Bibliography</source>
   <translation>Bibliographie</translation>
  </message>
  <message>
   <source>Template of your own</source>
   <translation>Votre modèle</translation>
  </message>
  <message>
   <source>No template</source>
   <translation>Pas de modèle</translation>
  </message>
  <message>
   <source>With semicolons, for Excel</source>
   <translation>Avec points-virgules, pour Excel</translation>
  </message>
  <message>
   <source>Citation style of the bibliography</source>
   <translation>Style de citation de la bibliographie</translation>
  </message>
  <message>
   <source>No bibliography</source>
   <translation>Pas de bibliographie</translation>
  </message>
  <message>
   <source>Markdown</source>
   <translation>Markdown</translation>
  </message>
  <message>
   <source>Word</source>
   <translation>Word</translation>
  </message>
  <message>
   <source>Web page</source>
   <translation>Page web</translation>
  </message>
  <message>
   <source>to read and print</source>
   <translation>à lire et imprimer</translation>
  </message>
  <message>
   <source>BibTeX</source>
   <translation>BibTeX</translation>
  </message>
  <message>
   <source>for LaTeX</source>
   <translation>pour LaTeX</translation>
  </message>
  <message>
   <source>RIS</source>
   <translation>RIS</translation>
  </message>
  <message>
   <source>for most programs</source>
   <translation>pour la plupart des logiciels</translation>
  </message>
  <message>
   <source>CSL JSON</source>
   <translation>CSL JSON</translation>
  </message>
  <message>
   <source>for Zotero</source>
   <translation>pour Zotero</translation>
  </message>
  <message>
   <source>CSV</source>
   <translation>CSV</translation>
  </message>
  <message>
   <source>one row per passage</source>
   <translation>une ligne par passage</translation>
  </message>
  <message>
   <source>JSON</source>
   <translation>JSON</translation>
  </message>
  <message>
   <source>all, with ranks</source>
   <translation>tout, avec les rangs</translation>
  </message>
  <message>
   <source>JSON lines</source>
   <translation>Lignes JSON</translation>
  </message>
  <message>
   <source>one per line</source>
   <translation>un par ligne</translation>
  </message>
  <message>
   <source>To read</source>
   <translation>À lire</translation>
  </message>
  <message>
   <source>References</source>
   <translation>Références</translation>
  </message>
  <message>
   <source>Data</source>
   <translation>Données</translation>
  </message>
 </context>
 <context>
  <name>FoundBy</name>
  <message>
   <source>Weak</source>
   <translation>Faible</translation>
  </message>
  <message>
   <source>Both</source>
   <translation>Les deux</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Mots-clés</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Sens</translation>
  </message>
  <message>
   <source>Exact text</source>
   <translation>Texte exact</translation>
  </message>
 </context>
 <context>
  <name>FusionControls</name>
  <message>
   <source>Results re-order as you drag.</source>
   <translation>Les résultats se réordonnent pendant que vous glissez.</translation>
  </message>
  <message>
   <source>Balance and depth</source>
   <translation>Équilibre et profondeur</translation>
  </message>
  <message>
   <source>Balance of keywords and meaning</source>
   <translation>Équilibre entre mots-clés et sens</translation>
  </message>
  <message>
   <source>Depth</source>
   <translation>Profondeur</translation>
  </message>
  <message>
   <source>How far down the rankings a passage still counts</source>
   <translation>Jusqu’où un passage compte encore dans les classements</translation>
  </message>
  <message>
   <source>Automatic for each query</source>
   <translation>Automatique pour chaque requête</translation>
  </message>
  <message>
   <source>Lets each query decide which ranking counts more</source>
   <translation>Laisse chaque requête décider quel classement compte davantage</translation>
  </message>
  <message>
   <source>Keep as default</source>
   <translation>Garder comme habitude</translation>
  </message>
  <message>
   <source>Every search begins with this from now on</source>
   <translation>Chaque recherche commence désormais ainsi.</translation>
  </message>
  <message>
   <source>Reset</source>
   <translation>Rétablir</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Mots-clés</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Sens</translation>
  </message>
  <message>
   <source>top ranks only</source>
   <translation>premiers rangs seuls</translation>
  </message>
  <message>
   <source>deeper ranks</source>
   <translation>rangs plus profonds</translation>
  </message>
  <message>
   <source>Keywords {keywords}, meaning {meaning}</source>
   <translation>Mots-clés {keywords}, sens {meaning}</translation>
  </message>
  <message>
   <source>Balance</source>
   <translation>Équilibre</translation>
  </message>
  <message>
   <source>Depth (k)</source>
   <translation>Profondeur (k)</translation>
  </message>
 </context>
 <context>
  <name>HitCommands</name>
  <message>
   <source>Open at the place</source>
   <translation>Ouvrir à cet endroit</translation>
  </message>
  <message>
   <source>Show in folder</source>
   <translation>Montrer dans le dossier</translation>
  </message>
  <message>
   <source>Copy the passage</source>
   <translation>Copier le passage</translation>
  </message>
  <message>
   <source>Copy the citation</source>
   <translation>Copier la citation</translation>
  </message>
  <message>
   <source>More like this</source>
   <translation>Passages semblables</translation>
  </message>
  <message>
   <source>Put the passage aside</source>
   <translation>Mettre le passage de côté</translation>
  </message>
  <message>
   <source>Tags and trust</source>
   <translation>Étiquettes et confiance</translation>
  </message>
  <message>
   <source>Copy citation</source>
   <translation>Copier la citation</translation>
  </message>
  <message>
   <source>Copy passage</source>
   <translation>Copier le passage</translation>
  </message>
  <message>
   <source>Put aside</source>
   <translation>Mettre de côté</translation>
  </message>
  <message>
   <source>Tags and trust…</source>
   <translation>Étiquettes et confiance…</translation>
  </message>
  <message>
   <source>Open at {place}</source>
   <translation>Ouvrir à {place}</translation>
  </message>
 </context>
 <context>
  <name>HitOrder</name>
  <message>
   <source>Best match</source>
   <translation>Meilleur résultat</translation>
  </message>
  <message>
   <source>Newest first</source>
   <translation>Les plus récents d’abord</translation>
  </message>
  <message>
   <source>By name</source>
   <translation>Par nom</translation>
  </message>
 </context>
 <context>
  <name>LibraryDesk</name>
  <message>
   <source>Folder ‘{name}’ is removed from the library</source>
   <translation>Le dossier « {name} » est retiré de la bibliothèque</translation>
  </message>
  <message>
   <source>Tags and trust are changed</source>
   <translation>Les étiquettes et la confiance sont modifiées</translation>
  </message>
  <message>
   <source>The rules of ‘{name}’ are changed</source>
   <translation>Les règles de « {name} » sont modifiées</translation>
  </message>
 </context>
 <context>
  <name>LibraryPage</name>
  <message>
   <source>Another process has this library open for writing.</source>
   <translation>Un autre processus a ouvert cette bibliothèque en écriture.</translation>
  </message>
  <message>
   <source>Back to search</source>
   <translation>Retour à la recherche</translation>
  </message>
  <message>
   <source>Check for changes</source>
   <translation>Chercher les changements</translation>
  </message>
  <message>
   <source>Add folder…</source>
   <translation>Ajouter un dossier…</translation>
  </message>
  <message>
   <source>Remove folder</source>
   <translation>Retirer le dossier</translation>
  </message>
  <message>
   <source>Tags and trust…</source>
   <translation>Étiquettes et confiance…</translation>
  </message>
  <message>
   <source>Folders</source>
   <translation>Dossiers</translation>
  </message>
  <message>
   <source>{folders}, {files}, {size} kept on this computer</source>
   <translation>{folders}, {files}, {size} gardés sur cet ordinateur</translation>
  </message>
 </context>
 <context>
  <name>LibraryRail</name>
  <message>
   <source>Folders</source>
   <translation>Dossiers</translation>
  </message>
  <message>
   <source>Not indexed</source>
   <translation>Non indexés</translation>
  </message>
  <message>
   <source>Meaning model</source>
   <translation>Modèle du sens</translation>
  </message>
  <message>
   <source>Esc</source>
   <translation>Échap</translation>
  </message>
  <message>
   <source>Storage</source>
   <translation>Stockage</translation>
  </message>
 </context>
 <context>
  <name>LibraryStatusBar</name>
  <message>
   <source>State of the library</source>
   <translation>État de la bibliothèque</translation>
  </message>
  <message>
   <source>Up to date</source>
   <translation>À jour</translation>
  </message>
  <message>
   <source>Everything stays on this computer</source>
   <translation>Tout reste sur cet ordinateur</translation>
  </message>
  <message>
   <source>Resume</source>
   <translation>Reprendre</translation>
  </message>
  <message>
   <source>Pause</source>
   <translation>Suspendre</translation>
  </message>
 </context>
 <context>
  <name>LinkQuestion</name>
  <message>
   <source>Open a link of this document</source>
   <translation>Ouvrir un lien de ce document</translation>
  </message>
  <message>
   <source>This address leads out of your library. Open it in its own program?</source>
   <translation>Cette adresse mène hors de votre bibliothèque. L’ouvrir dans son programme ?</translation>
  </message>
  <message>
   <source>Open</source>
   <translation>Ouvrir</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Annuler</translation>
  </message>
 </context>
 <context>
  <name>ListTools</name>
  <message>
   <source>Order of the passages</source>
   <translation>Ordre des passages</translation>
  </message>
  <message>
   <source>Group by document</source>
   <translation>Grouper par document</translation>
  </message>
  <message>
   <source>Ctrl+G</source>
   <translation>Ctrl+G</translation>
  </message>
  <message>
   <source>Export passages</source>
   <translation>Exporter les passages</translation>
  </message>
  <message>
   <source>Ctrl+E</source>
   <translation>Ctrl+E</translation>
  </message>
  <message>
   <source>Order: {order}</source>
   <translation>Ordre : {order}</translation>
  </message>
 </context>
 <context>
  <name>LiveFusion</name>
  <message>
   <source>Every search begins with this balance from now on.</source>
   <translation>Chaque recherche commence désormais avec cet équilibre.</translation>
  </message>
 </context>
 <context>
  <name>MainWindow</name>
  <message>
   <source>Twofold</source>
   <translation>Twofold</translation>
  </message>
  <message>
   <source>Search</source>
   <translation>Recherche</translation>
  </message>
  <message>
   <source>Quick search</source>
   <translation>Recherche rapide</translation>
  </message>
  <message>
   <source>Explanation on or off</source>
   <translation>Explication affichée ou non</translation>
  </message>
  <message>
   <source>Filters on or off</source>
   <translation>Filtres affichés ou non</translation>
  </message>
  <message>
   <source>Clear the filters</source>
   <translation>Effacer les filtres</translation>
  </message>
  <message>
   <source>Export passages</source>
   <translation>Exporter les passages</translation>
  </message>
  <message>
   <source>Passages put aside</source>
   <translation>Passages mis de côté</translation>
  </message>
  <message>
   <source>Library</source>
   <translation>Bibliothèque</translation>
  </message>
  <message>
   <source>Undo</source>
   <translation>Annuler</translation>
  </message>
  <message>
   <source>Settings</source>
   <translation>Réglages</translation>
  </message>
  <message>
   <source>Next column</source>
   <translation>Colonne suivante</translation>
  </message>
  <message>
   <source>Previous column</source>
   <translation>Colonne précédente</translation>
  </message>
  <message>
   <source>Back</source>
   <translation>Retour</translation>
  </message>
  <message>
   <source>Keyboard shortcuts</source>
   <translation>Raccourcis clavier</translation>
  </message>
  <message>
   <source>Quit</source>
   <translation>Quitter</translation>
  </message>
 </context>
 <context>
  <name>MessageBar</name>
  <message>
   <source>Message</source>
   <translation>Message</translation>
  </message>
  <message>
   <source>Why</source>
   <translation>Pourquoi</translation>
  </message>
  <message>
   <source>Close the message</source>
   <translation>Fermer le message</translation>
  </message>
 </context>
 <context>
  <name>ModeSwitch</name>
  <message>
   <source>What to search by</source>
   <translation>Ce par quoi chercher</translation>
  </message>
  <message>
   <source>Hybrid</source>
   <translation>Les deux</translation>
  </message>
  <message>
   <source>Both rankings, joined (Alt+1)</source>
   <translation>Les deux classements, réunis (Alt+1)</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Mots-clés</translation>
  </message>
  <message>
   <source>The words themselves (Alt+2)</source>
   <translation>Les mots eux-mêmes (Alt+2)</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Sens</translation>
  </message>
  <message>
   <source>What the words mean (Alt+3)</source>
   <translation>Ce que les mots veulent dire (Alt+3)</translation>
  </message>
 </context>
 <context>
  <name>ModelPanel</name>
  <message>
   <source>{title} is in use; its results were checked when it was loaded.</source>
   <translation>{title} est utilisé ; ses résultats ont été vérifiés au chargement.</translation>
  </message>
  <message>
   <source>Meaning model</source>
   <translation>Modèle du sens</translation>
  </message>
  <message>
   <source>Use this model</source>
   <translation>Utiliser ce modèle</translation>
  </message>
  <message>
   <source>Models…</source>
   <translation>Modèles…</translation>
  </message>
  <message>
   <source>{title} is being prepared: {done} of {all} passages.</source>
   <translation>{title} est en préparation : {done} passages sur {all}.</translation>
  </message>
  <message>
   <source>The model of meaning is being loaded and checked.</source>
   <translation>Le modèle du sens est en cours de chargement et de vérification.</translation>
  </message>
 </context>
 <context>
  <name>ModelsDialog</name>
  <message>
   <source>{done} of {all}, {percent}</source>
   <translation>{done} sur {all}, {percent}</translation>
  </message>
  <message>
   <source>Models of meaning</source>
   <translation>Modèles de sens</translation>
  </message>
  <message>
   <source>Progress</source>
   <translation>Avancement</translation>
  </message>
  <message>
   <source>Add a file…</source>
   <translation>Ajouter un fichier…</translation>
  </message>
  <message>
   <source>Use this model</source>
   <translation>Utiliser ce modèle</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Fermer</translation>
  </message>
  <message>
   <source>Model</source>
   <translation>Modèle</translation>
  </message>
  <message>
   <source>Languages</source>
   <translation>Langues</translation>
  </message>
  <message>
   <source>Licence</source>
   <translation>Licence</translation>
  </message>
  <message>
   <source>Size</source>
   <translation>Taille</translation>
  </message>
  <message>
   <source>State</source>
   <translation>État</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Annuler</translation>
  </message>
  <message>
   <source>This model is in use.</source>
   <translation>Ce modèle est utilisé.</translation>
  </message>
  <message>
   <source>Add a model</source>
   <translation>Ajouter un modèle</translation>
  </message>
  <message>
   <source>Models (*.gguf)</source>
   <translation>Modèles (*.gguf)</translation>
  </message>
  <message>
   <source>All of it is here and is being checked</source>
   <translation>Tout est là et est en cours de vérification</translation>
  </message>
  <message>
   <source>The model is here and was checked.</source>
   <translation>Le modèle est là et a été vérifié.</translation>
  </message>
  <message>
   <source>Stopped. What has arrived is kept for the next time.</source>
   <translation>Arrêté. Ce qui est arrivé est gardé pour la prochaine fois.</translation>
  </message>
  <message>
   <source>When it is used: {cost}</source>
   <translation>S’il est utilisé : {cost}</translation>
  </message>
  <message>
   <source>‘{name}’ is being copied and checked</source>
   <translation>« {name} » est en cours de copie et de vérification</translation>
  </message>
  <message>
   <source>Fetch from {host}</source>
   <translation>Télécharger de {host}</translation>
  </message>
  <message>
   <source>Asking {host}</source>
   <translation>Demande à {host}</translation>
  </message>
 </context>
 <context>
  <name>PageView</name>
  <message>
   <source>Page of the document</source>
   <translation>Page du document</translation>
  </message>
 </context>
 <context>
  <name>PlaceChecks</name>
  <message>
   <source>{n} changed</source>
   <translation>{n} modifiés</translation>
  </message>
  <message>
   <source>{n} gone</source>
   <translation>{n} disparus</translation>
  </message>
  <message>
   <source>{n} as cited</source>
   <translation>{n} tels que cités</translation>
  </message>
  <message>
   <source>In the files now: {parts}.</source>
   <translation>Maintenant dans les fichiers : {parts}.</translation>
  </message>
  <message>
   <source>1 moved to {place}</source>
   <translation>1 déplacé vers {place}</translation>
  </message>
  <message>
   <source>{n} moved</source>
   <translation>{n} déplacés</translation>
  </message>
 </context>
 <context>
  <name>PreviewHead</name>
  <message>
   <source>Plain text with line numbers</source>
   <translation>Texte brut avec numéros de ligne</translation>
  </message>
  <message>
   <source>Copy the citation (Ctrl+Shift+C)</source>
   <translation>Copier la citation (Ctrl+Maj+C)</translation>
  </message>
  <message>
   <source>Open in its own program (Enter)</source>
   <translation>Ouvrir dans son programme (Entrée)</translation>
  </message>
  <message>
   <source>Previous page (PgUp)</source>
   <translation>Page précédente (Pg préc)</translation>
  </message>
  <message>
   <source>Next page (PgDn)</source>
   <translation>Page suivante (Pg suiv)</translation>
  </message>
  <message>
   <source>Previous match (Shift+N)</source>
   <translation>Occurrence précédente (Maj+N)</translation>
  </message>
  <message>
   <source>Next match (N)</source>
   <translation>Occurrence suivante (N)</translation>
  </message>
  <message>
   <source>No passage selected</source>
   <translation>Aucun passage choisi</translation>
  </message>
  <message>
   <source>{document} in {file}</source>
   <translation>{document} dans {file}</translation>
  </message>
  <message>
   <source>&lt;b&gt;{page}&lt;/b&gt; / {pages}</source>
   <translation>&lt;b&gt;{page}&lt;/b&gt; / {pages}</translation>
  </message>
  <message>
   <source>Match &lt;b&gt;{index}&lt;/b&gt; of {count}</source>
   <translation>Occurrence &lt;b&gt;{index}&lt;/b&gt; sur {count}</translation>
  </message>
 </context>
 <context>
  <name>PreviewPanel</name>
  <message>
   <source>The page of a passage appears here.</source>
   <translation>La page d’un passage apparaît ici.</translation>
  </message>
  <message>
   <source>Preview</source>
   <translation>Aperçu</translation>
  </message>
  <message>
   <source>Only the part around the passage is shown.</source>
   <translation>Seule la partie autour du passage est montrée.</translation>
  </message>
 </context>
 <context>
  <name>QuickKeyNote</name>
  <message>
   <source>To search from anywhere, bind a key to this command in the keyboard settings of your system:</source>
   <translation>Pour chercher de partout, associez une touche à cette commande dans les réglages du clavier de votre système :</translation>
  </message>
  <message>
   <source>Command of the quick search</source>
   <translation>Commande de la recherche rapide</translation>
  </message>
  <message>
   <source>Copy</source>
   <translation>Copier</translation>
  </message>
  <message>
   <source>Copy the command of the quick search</source>
   <translation>Copier la commande de la recherche rapide</translation>
  </message>
 </context>
 <context>
  <name>QuickWindow</name>
  <message>
   <source>The citation is copied</source>
   <translation>La citation est copiée</translation>
  </message>
  <message>
   <source>Quick search</source>
   <translation>Recherche rapide</translation>
  </message>
  <message>
   <source>Enter: open   Ctrl+Enter: in the window   Ctrl+C: citation   Esc: close</source>
   <translation>Entrée : ouvrir   Ctrl+Entrée : dans la fenêtre   Ctrl+C : citation   Échap : fermer</translation>
  </message>
  <message>
   <source>Search your documents</source>
   <translation>Cherchez dans vos documents</translation>
  </message>
  <message>
   <source>Passages found</source>
   <translation>Passages trouvés</translation>
  </message>
  <message>
   <source>No passage has these words.</source>
   <translation>Aucun passage ne contient ces mots.</translation>
  </message>
 </context>
 <context>
  <name>RankFlow</name>
  <message>
   <source>Rank flow</source>
   <translation>Flux des rangs</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Mots-clés</translation>
  </message>
  <message>
   <source>Fused</source>
   <translation>Réunis</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Sens</translation>
  </message>
 </context>
 <context>
  <name>RankTable</name>
  <message>
   <source>Rank flow as a table</source>
   <translation>Flux des rangs en tableau</translation>
  </message>
 </context>
 <context>
  <name>RankTableModel</name>
  <message>
   <source>Fused</source>
   <translation>Réunis</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Mots-clés</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Sens</translation>
  </message>
  <message>
   <source>Passage</source>
   <translation>Passage</translation>
  </message>
 </context>
 <context>
  <name>ReadView</name>
  <message>
   <source>Preview of the document</source>
   <translation>Aperçu du document</translation>
  </message>
 </context>
 <context>
  <name>ResultList</name>
  <message>
   <source>Passages found</source>
   <translation>Passages trouvés</translation>
  </message>
 </context>
 <context>
  <name>ResultModel</name>
  <message>
   <source>changed since it was indexed</source>
   <translation>modifié depuis l’indexation</translation>
  </message>
  <message>
   <source>weak match</source>
   <translation>résultat faible</translation>
  </message>
  <message>
   <source>also at {where} of this document</source>
   <translation>aussi à {where} de ce document</translation>
  </message>
  <message>
   <source>{passages} in this document</source>
   <translation>{passages} dans ce document</translation>
  </message>
  <message>
   <source>also in {where}</source>
   <translation>aussi dans {where}</translation>
  </message>
  <message>
   <source>{rank} of {number}</source>
   <translation>{rank} sur {number}</translation>
  </message>
 </context>
 <context>
  <name>RulesPanel</name>
  <message>
   <source>Rules of the folder</source>
   <translation>Règles du dossier</translation>
  </message>
  <message>
   <source>What the new rule does</source>
   <translation>Ce que fait la nouvelle règle</translation>
  </message>
  <message>
   <source>Pattern, as *.tmp or drafts/</source>
   <translation>Motif, comme *.tmp ou brouillons/</translation>
  </message>
  <message>
   <source>Pattern of the new rule</source>
   <translation>Motif de la nouvelle règle</translation>
  </message>
  <message>
   <source>Add rule</source>
   <translation>Ajouter la règle</translation>
  </message>
  <message>
   <source>Remove rule</source>
   <translation>Retirer la règle</translation>
  </message>
  <message>
   <source>Path inside the folder</source>
   <translation>Chemin dans le dossier</translation>
  </message>
  <message>
   <source>Test a file</source>
   <translation>Tester un fichier</translation>
  </message>
  <message>
   <source>Answer for the tested file</source>
   <translation>Réponse pour le fichier testé</translation>
  </message>
  <message>
   <source>Leave out</source>
   <translation>Exclure</translation>
  </message>
  <message>
   <source>Only these</source>
   <translation>Seulement</translation>
  </message>
  <message>
   <source>A file is searched unless a rule leaves it out.</source>
   <translation>Un fichier est cherché sauf si une règle l’exclut.</translation>
  </message>
  <message>
   <source>Rules: choose a folder</source>
   <translation>Règles : choisissez un dossier</translation>
  </message>
  <message>
   <source>Searched.</source>
   <translation>Cherché.</translation>
  </message>
  <message>
   <source>Not searched.</source>
   <translation>Pas cherché.</translation>
  </message>
  <message>
   <source>Rules for {name}</source>
   <translation>Règles de {name}</translation>
  </message>
 </context>
 <context>
  <name>SavePlace</name>
  <message>
   <source>Save as</source>
   <translation>Enregistrer sous</translation>
  </message>
  <message>
   <source>Save in</source>
   <translation>Enregistrer dans</translation>
  </message>
  <message>
   <source>‘{name}’ cannot be the name of a file.</source>
   <translation>« {name} » ne peut pas être le nom d’un fichier.</translation>
  </message>
  <message>
   <source>in {folder}</source>
   <translation>dans {folder}</translation>
  </message>
 </context>
 <context>
  <name>ScoreTable</name>
  <message>
   <source>Scores</source>
   <translation>Scores</translation>
  </message>
  <message>
   <source>Rank</source>
   <translation>Rang</translation>
  </message>
  <message>
   <source>Score</source>
   <translation>Score</translation>
  </message>
  <message>
   <source>Weight</source>
   <translation>Poids</translation>
  </message>
  <message>
   <source>Share</source>
   <translation>Part</translation>
  </message>
  <message>
   <source>BM25</source>
   <translation>BM25</translation>
  </message>
  <message>
   <source>cosine</source>
   <translation>cosinus</translation>
  </message>
  <message>
   <source>Fused</source>
   <translation>Réunis</translation>
  </message>
  <message>
   <source>of 1</source>
   <translation>sur 1</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Mots-clés</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Sens</translation>
  </message>
 </context>
 <context>
  <name>SearchField</name>
  <message>
   <source>Saved; click to let go of it (Ctrl+D)</source>
   <translation>Enregistrée ; cliquez pour l’oublier (Ctrl+D)</translation>
  </message>
  <message>
   <source>Search your documents</source>
   <translation>Cherchez dans vos documents</translation>
  </message>
  <message>
   <source>Search</source>
   <translation>Recherche</translation>
  </message>
  <message>
   <source>Save this search (Ctrl+D)</source>
   <translation>Enregistrer cette recherche (Ctrl+D)</translation>
  </message>
  <message>
   <source>Clear the search</source>
   <translation>Effacer la recherche</translation>
  </message>
 </context>
 <context>
  <name>SearchKeys</name>
  <message>
   <source>Preview over the list, in a narrow window</source>
   <translation>Aperçu sur la liste, dans une fenêtre étroite</translation>
  </message>
  <message>
   <source>Copy in another format</source>
   <translation>Copier dans un autre format</translation>
  </message>
  <message>
   <source>Next match</source>
   <translation>Occurrence suivante</translation>
  </message>
  <message>
   <source>Previous match</source>
   <translation>Occurrence précédente</translation>
  </message>
  <message>
   <source>Hybrid</source>
   <translation>Les deux</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Mots-clés</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Sens</translation>
  </message>
  <message>
   <source>Save this search</source>
   <translation>Enregistrer cette recherche</translation>
  </message>
  <message>
   <source>Group by document</source>
   <translation>Grouper par document</translation>
  </message>
  <message>
   <source>Weak matches on or off</source>
   <translation>Résultats faibles affichés ou non</translation>
  </message>
  <message>
   <source>Filters: {section}</source>
   <translation>Filtres : {section}</translation>
  </message>
 </context>
 <context>
  <name>SearchStates</name>
  <message>
   <source>The passages are being read by meaning.</source>
   <translation>Les passages sont lus par le sens.</translation>
  </message>
  <message>
   <source>The search repeats by itself.</source>
   <translation>La recherche se répète d’elle-même.</translation>
  </message>
  <message>
   <source>marked as weak, below the line</source>
   <translation>marqués faibles, sous la ligne</translation>
  </message>
  <message>
   <source>The files are being read. Keywords work after the first file.</source>
   <translation>Les fichiers sont en cours de lecture. Les mots-clés marchent après le premier fichier.</translation>
  </message>
  <message>
   <source>Search your documents</source>
   <translation>Cherchez dans vos documents</translation>
  </message>
  <message>
   <source>The search could not be carried out</source>
   <translation>La recherche n’a pas pu être faite</translation>
  </message>
  <message>
   <source>Meaning is not ready yet</source>
   <translation>Le sens n’est pas encore prêt</translation>
  </message>
  <message>
   <source>The language model is being loaded.</source>
   <translation>Le modèle de langue est en cours de chargement.</translation>
  </message>
  <message>
   <source>Search by keywords</source>
   <translation>Chercher par mots-clés</translation>
  </message>
  <message>
   <source>finds the words themselves, at once</source>
   <translation>trouve les mots eux-mêmes, tout de suite</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Mots-clés</translation>
  </message>
  <message>
   <source>Nothing relevant</source>
   <translation>Rien de pertinent</translation>
  </message>
  <message>
   <source>There are no words to look for in this query.</source>
   <translation>Cette requête ne contient aucun mot à chercher.</translation>
  </message>
  <message>
   <source>No passage is a match for this search.</source>
   <translation>Aucun passage ne correspond à cette recherche.</translation>
  </message>
  <message>
   <source>Found by keywords so far.</source>
   <translation>Trouvé par mots-clés jusqu’ici.</translation>
  </message>
  <message>
   <source>Show {weak}</source>
   <translation>Montrer {weak}</translation>
  </message>
  <message>
   <source>Show</source>
   <translation>Montrer</translation>
  </message>
  <message>
   <source>With these filters no passage contains {words}.</source>
   <translation>Avec ces filtres, aucun passage ne contient {words}.</translation>
  </message>
  <message>
   <source>Look at the library</source>
   <translation>Voir la bibliothèque</translation>
  </message>
  <message>
   <source>which folders are searched, and what is not indexed</source>
   <translation>quels dossiers sont cherchés, et ce qui n’est pas indexé</translation>
  </message>
  <message>
   <source>Library</source>
   <translation>Bibliothèque</translation>
  </message>
  <message>
   <source>Meaning covers {percent} of your passages so far. The search repeats by itself when it is complete.</source>
   <translation>Le sens couvre {percent} de vos passages jusqu’ici. La recherche se répète d’elle-même quand il est complet.</translation>
  </message>
  <message>
   <source>{size}. Type words or a whole question; results appear as you type.</source>
   <translation>{size}. Tapez des mots ou une question entière ; les résultats apparaissent au fil de la frappe.</translation>
  </message>
  <message>
   <source>What is nearest is hardly about it: {weak} left out.</source>
   <translation>Le plus proche n’en parle guère : {weak} non montrés.</translation>
  </message>
  <message>
   <source>No passage holds enough of {words}, and nothing is close enough in meaning to be called a match.</source>
   <translation>Aucun passage ne contient assez de {words}, et rien n’est assez proche par le sens pour être un résultat.</translation>
  </message>
  <message>
   <source>No passage contains {words}.</source>
   <translation>Aucun passage ne contient {words}.</translation>
  </message>
  <message>
   <source>Search without filters</source>
   <translation>Chercher sans filtres</translation>
  </message>
  <message>
   <source>in all folders, tags, languages and types</source>
   <translation>dans tous les dossiers, étiquettes, langues et types</translation>
  </message>
  <message>
   <source>Clear filters</source>
   <translation>Effacer les filtres</translation>
  </message>
  <message>
   <source>Search by meaning too</source>
   <translation>Chercher aussi par le sens</translation>
  </message>
  <message>
   <source>finds passages that use other words</source>
   <translation>trouve des passages aux autres mots</translation>
  </message>
  <message>
   <source>Hybrid</source>
   <translation>Les deux</translation>
  </message>
  <message>
   <source>Did you mean ‘{word}’?</source>
   <translation>Vouliez-vous dire « {word} » ?</translation>
  </message>
  <message>
   <source>found in {passages}</source>
   <translation>trouvé dans {passages}</translation>
  </message>
  <message>
   <source>Search</source>
   <translation>Recherche</translation>
  </message>
 </context>
 <context>
  <name>Searches</name>
  <message>
   <source>{passages} new since {day}.</source>
   <translation>{passages} nouveaux depuis {day}.</translation>
  </message>
  <message>
   <source>This search is no longer saved.</source>
   <translation>Cette recherche n’est plus enregistrée.</translation>
  </message>
  <message>
   <source>Saved. What is new in it is told when you open it again.</source>
   <translation>Enregistrée. Ce qu’il y a de nouveau est dit quand vous la rouvrez.</translation>
  </message>
 </context>
 <context>
  <name>SettingRow</name>
  <message>
   <source>Reset</source>
   <translation>Rétablir</translation>
  </message>
  <message>
   <source>Reset: {what}</source>
   <translation>Rétablir : {what}</translation>
  </message>
 </context>
 <context>
  <name>SettingsDialog</name>
  <message>
   <source>Settings</source>
   <translation>Réglages</translation>
  </message>
  <message>
   <source>No setting has these words.</source>
   <translation>Aucun réglage ne contient ces mots.</translation>
  </message>
  <message>
   <source>Reset all</source>
   <translation>Tout rétablir</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Fermer</translation>
  </message>
  <message>
   <source>Search settings</source>
   <translation>Chercher un réglage</translation>
  </message>
  <message>
   <source>Groups of settings</source>
   <translation>Groupes de réglages</translation>
  </message>
  <message>
   <source>Saved; {when}.</source>
   <translation>Enregistré ; {when}.</translation>
  </message>
 </context>
 <context>
  <name>ShortcutDialog</name>
  <message>
   <source>{keys} is taken by ‘{command}’. Choose other keys, or change those first.</source>
   <translation>{keys} appartient déjà à « {command} ». Choisissez d’autres touches, ou changez d’abord celles-là.</translation>
  </message>
  <message>
   <source>Keyboard shortcuts</source>
   <translation>Raccourcis clavier</translation>
  </message>
  <message>
   <source>Search for a command or a key</source>
   <translation>Chercher une commande ou une touche</translation>
  </message>
  <message>
   <source>Use these keys</source>
   <translation>Utiliser ces touches</translation>
  </message>
  <message>
   <source>Reset</source>
   <translation>Rétablir</translation>
  </message>
  <message>
   <source>Reset all</source>
   <translation>Tout rétablir</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Fermer</translation>
  </message>
  <message>
   <source>Commands and their keys</source>
   <translation>Commandes et leurs touches</translation>
  </message>
  <message>
   <source>New keys</source>
   <translation>Nouvelles touches</translation>
  </message>
  <message>
   <source>New keys for the chosen command</source>
   <translation>Nouvelles touches de la commande choisie</translation>
  </message>
  <message>
   <source>What it does</source>
   <translation>Ce que cela fait</translation>
  </message>
  <message>
   <source>Keys</source>
   <translation>Touches</translation>
  </message>
  <message>
   <source>Usually {keys}</source>
   <translation>D’habitude {keys}</translation>
  </message>
 </context>
 <context>
  <name>SuggestionList</name>
  <message>
   <source>Suggestions</source>
   <translation>Suggestions</translation>
  </message>
 </context>
 <context>
  <name>TagsDialog</name>
  <message>
   <source>Tags and trust</source>
   <translation>Étiquettes et confiance</translation>
  </message>
  <message>
   <source>New tags, separated by commas</source>
   <translation>Nouvelles étiquettes, séparées par des virgules</translation>
  </message>
  <message>
   <source>New tags</source>
   <translation>Nouvelles étiquettes</translation>
  </message>
  <message>
   <source>Tags that were given here</source>
   <translation>Étiquettes données ici</translation>
  </message>
  <message>
   <source>Trust</source>
   <translation>Confiance</translation>
  </message>
  <message>
   <source>Save</source>
   <translation>Enregistrer</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Annuler</translation>
  </message>
  <message>
   <source>Leave as it is</source>
   <translation>Laisser tel quel</translation>
  </message>
  <message>
   <source>Primary: the source itself</source>
   <translation>Primaire : la source elle-même</translation>
  </message>
  <message>
   <source>Secondary: about a source</source>
   <translation>Secondaire : à propos d’une source</translation>
  </message>
  <message>
   <source>Generated: written by a program</source>
   <translation>Produit : écrit par un programme</translation>
  </message>
  <message>
   <source>As the file says</source>
   <translation>Comme le dit le fichier</translation>
  </message>
  <message>
   <source>Tags</source>
   <translation>Étiquettes</translation>
  </message>
 </context>
 <context>
  <name>TextView</name>
  <message>
   <source>Preview of the document</source>
   <translation>Aperçu du document</translation>
  </message>
 </context>
 <context>
  <name>ThemeMenu</name>
  <message>
   <source>Theme</source>
   <translation>Thème</translation>
  </message>
  <message>
   <source>As the system</source>
   <translation>Comme le système</translation>
  </message>
  <message>
   <source>Light</source>
   <translation>Clair</translation>
  </message>
  <message>
   <source>Dark</source>
   <translation>Sombre</translation>
  </message>
  <message>
   <source>High contrast</source>
   <translation>Contraste élevé</translation>
  </message>
 </context>
 <context>
  <name>Tray</name>
  <message>
   <source>Show Twofold</source>
   <translation>Afficher Twofold</translation>
  </message>
  <message>
   <source>Quick search</source>
   <translation>Recherche rapide</translation>
  </message>
  <message>
   <source>Quit</source>
   <translation>Quitter</translation>
  </message>
  <message>
   <source>Continue indexing</source>
   <translation>Reprendre l’indexation</translation>
  </message>
  <message>
   <source>Pause indexing</source>
   <translation>Suspendre l’indexation</translation>
  </message>
  <message>
   <source>Twofold</source>
   <translation>Twofold</translation>
  </message>
 </context>
 <context>
  <name>UndoBar</name>
  <message>
   <source>What was changed</source>
   <translation>Ce qui a été changé</translation>
  </message>
  <message>
   <source>Undo</source>
   <translation>Annuler</translation>
  </message>
  <message>
   <source>Ctrl+Z</source>
   <translation>Ctrl+Z</translation>
  </message>
 </context>
 <context>
  <name>WaitingBar</name>
  <message>
   <source>Still searching</source>
   <translation>Recherche en cours</translation>
  </message>
 </context>
 <context>
  <name>WeakLine</name>
  <message>
   <source>Hide</source>
   <translation>Cacher</translation>
  </message>
  <message>
   <source>Show</source>
   <translation>Montrer</translation>
  </message>
  <message>
   <source>{weak} hidden</source>
   <translation>{weak} cachés</translation>
  </message>
  <message>
   <source>Hide {weak}</source>
   <translation>Cacher {weak}</translation>
  </message>
  <message>
   <source>Show {weak}</source>
   <translation>Montrer {weak}</translation>
  </message>
 </context>
 <context>
  <name>WelcomePage</name>
  <message>
   <source>Choose folders. Files stay where they are, and nothing leaves this computer. Keyword search works within seconds; search by meaning follows in the background.</source>
   <translation>Choisissez des dossiers. Les fichiers restent où ils sont et rien ne quitte cet ordinateur. La recherche par mots-clés marche en quelques secondes ; celle par le sens suit en arrière-plan.</translation>
  </message>
  <message>
   <source>Start searching</source>
   <translation>Commencer à chercher</translation>
  </message>
  <message>
   <source>Try the sample library</source>
   <translation>Essayer la bibliothèque d’exemple</translation>
  </message>
  <message>
   <source>Add another folder…</source>
   <translation>Ajouter un autre dossier…</translation>
  </message>
  <message>
   <source>Search your own documents,</source>
   <translation>Cherchez dans vos documents,</translation>
  </message>
  <message>
   <source>by keywords and by meaning.</source>
   <translation>par mots-clés et par le sens.</translation>
  </message>
  <message>
   <source>Twofold</source>
   <translation>Twofold</translation>
  </message>
  <message>
   <source>Folders to search</source>
   <translation>Dossiers à chercher</translation>
  </message>
  <message>
   <source>or drop it on this window</source>
   <translation>ou déposez-le sur cette fenêtre</translation>
  </message>
  <message>
   <source>The language model is being prepared; keywords work meanwhile.</source>
   <translation>Le modèle de langue est en préparation ; les mots-clés marchent déjà.</translation>
  </message>
  <message>
   <source>{chosen} of {all} chosen</source>
   <translation>{chosen} choisis sur {all}</translation>
  </message>
  <message>
   <source>The language model is ready: {title}</source>
   <translation>Le modèle de langue est prêt : {title}</translation>
  </message>
 </context>
 <context>
  <name>WelcomePicture</name>
  <message>
   <source>Passages found by keywords and by meaning become one ranked list.</source>
   <translation>Les passages trouvés par mots-clés et par le sens forment une seule liste.</translation>
  </message>
  <message>
   <source>Notes, lines 10–24</source>
   <translation>Notes, lignes 10–24</translation>
  </message>
  <message>
   <source>Mail, lines 2–9</source>
   <translation>Courrier, lignes 2–9</translation>
  </message>
  <message>
   <source>Papers, p. 3</source>
   <translation>Articles, p. 3</translation>
  </message>
  <message>
   <source>Notes, lines 31–44</source>
   <translation>Notes, lignes 31–44</translation>
  </message>
  <message>
   <source>Reading, p. 12</source>
   <translation>Lectures, p. 12</translation>
  </message>
  <message>
   <source>Code, lines 88–91</source>
   <translation>Code, lignes 88–91</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Mots-clés</translation>
  </message>
  <message>
   <source>One ranked list</source>
   <translation>Une seule liste</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Sens</translation>
  </message>
 </context>
 <context>
  <name>WindowDialogs</name>
  <message>
   <source>Add folder</source>
   <translation>Ajouter un dossier</translation>
  </message>
  <message>
   <source>Saved as {path}</source>
   <translation>Enregistré sous {path}</translation>
  </message>
 </context>
 <context>
  <name>block_reading</name>
  <message>
   <source>Slide {number}</source>
   <translation>Diapositive {number}</translation>
  </message>
 </context>
 <context>
  <name>citation_text</name>
  <message>
   <source>line {number}</source>
   <translation>ligne {number}</translation>
  </message>
  <message>
   <source>lines {range}</source>
   <translation>lignes {range}</translation>
  </message>
  <message>
   <source>p. {number}</source>
   <translation>p. {number}</translation>
  </message>
  <message>
   <source>slide {number}</source>
   <translation>diapositive {number}</translation>
  </message>
  <message>
   <source>sheet {number}</source>
   <translation>feuille {number}</translation>
  </message>
  <message>
   <source>chapter {number}</source>
   <translation>chapitre {number}</translation>
  </message>
  <message>
   <source>message {number}</source>
   <translation>message {number}</translation>
  </message>
  <message>
   <source>paragraph {number}</source>
   <translation>paragraphe {number}</translation>
  </message>
  <message>
   <source>row {number}</source>
   <translation>ligne {number}</translation>
  </message>
  <message>
   <source>paragraphs {range}</source>
   <translation>paragraphes {range}</translation>
  </message>
  <message>
   <source>rows {range}</source>
   <translation>lignes {range}</translation>
  </message>
 </context>
 <context>
  <name>counts</name>
  <message>
   <source>1 passage</source>
   <translation>1 passage</translation>
  </message>
  <message numerus="yes">
   <source>{n} passages</source>
   <translation>
    <numerusform>{n} passages</numerusform>
    <numerusform>{n} passages</numerusform>
   </translation>
  </message>
  <message>
   <source>1 document</source>
   <translation>1 document</translation>
  </message>
  <message numerus="yes">
   <source>{n} documents</source>
   <translation>
    <numerusform>{n} documents</numerusform>
    <numerusform>{n} documents</numerusform>
   </translation>
  </message>
  <message>
   <source>1 other document</source>
   <translation>1 autre document</translation>
  </message>
  <message numerus="yes">
   <source>{n} other documents</source>
   <translation>
    <numerusform>{n} autres documents</numerusform>
    <numerusform>{n} autres documents</numerusform>
   </translation>
  </message>
  <message>
   <source>1 other place</source>
   <translation>1 autre endroit</translation>
  </message>
  <message numerus="yes">
   <source>{n} other places</source>
   <translation>
    <numerusform>{n} autres endroits</numerusform>
    <numerusform>{n} autres endroits</numerusform>
   </translation>
  </message>
  <message>
   <source>weak matches</source>
   <translation>correspondances faibles</translation>
  </message>
  <message>
   <source>1 weak match</source>
   <translation>1 résultat faible</translation>
  </message>
  <message numerus="yes">
   <source>{n} weak matches</source>
   <translation>
    <numerusform>{n} résultats faibles</numerusform>
    <numerusform>{n} résultats faibles</numerusform>
   </translation>
  </message>
  <message>
   <source>1 file</source>
   <translation>1 fichier</translation>
  </message>
  <message numerus="yes">
   <source>{n} files</source>
   <translation>
    <numerusform>{n} fichiers</numerusform>
    <numerusform>{n} fichiers</numerusform>
   </translation>
  </message>
  <message>
   <source>1 file not indexed</source>
   <translation>1 fichier non indexé</translation>
  </message>
  <message numerus="yes">
   <source>{n} files not indexed</source>
   <translation>
    <numerusform>{n} fichiers non indexés</numerusform>
    <numerusform>{n} fichiers non indexés</numerusform>
   </translation>
  </message>
  <message>
   <source>1 folder</source>
   <translation>1 dossier</translation>
  </message>
  <message numerus="yes">
   <source>{n} folders</source>
   <translation>
    <numerusform>{n} dossiers</numerusform>
    <numerusform>{n} dossiers</numerusform>
   </translation>
  </message>
  <message>
   <source>1 filter</source>
   <translation>1 filtre</translation>
  </message>
  <message numerus="yes">
   <source>{n} filters</source>
   <translation>
    <numerusform>{n} filtres</numerusform>
    <numerusform>{n} filtres</numerusform>
   </translation>
  </message>
 </context>
 <context>
  <name>engine</name>
  <message>
   <source>Keywords and meaning count about equally.</source>
   <translation>Mots-clés et sens comptent à peu près autant.</translation>
  </message>
  <message>
   <source>Only meaning counts, as keywords found nothing.</source>
   <translation>Seul le sens compte, car les mots-clés n’ont rien trouvé.</translation>
  </message>
  <message>
   <source>Only keywords count, as meaning found nothing.</source>
   <translation>Seuls les mots-clés comptent, car le sens n’a rien trouvé.</translation>
  </message>
  <message>
   <source>Meaning counts more because its best passages stand out, while many passages match the words about equally well.</source>
   <translation>Le sens compte davantage, car ses meilleurs passages se détachent, tandis que beaucoup de passages correspondent à peu près aussi bien aux mots.</translation>
  </message>
  <message>
   <source>Keywords count more because a few passages match the words far better than all others.</source>
   <translation>Les mots-clés comptent davantage, car quelques passages correspondent bien mieux aux mots que tous les autres.</translation>
  </message>
  <message>
   <source>Meaning counts more because its best passages are far closer to the query than the rest of the library.</source>
   <translation>Le sens compte davantage, car ses meilleurs passages sont bien plus proches de la recherche que le reste de la bibliothèque.</translation>
  </message>
  <message>
   <source>Keywords count more because no passage is clearly close to the query in meaning.</source>
   <translation>Les mots-clés comptent davantage, car aucun passage n’est nettement proche de la recherche par le sens.</translation>
  </message>
  <message>
   <source>Meaning counts more because no passage holds all the rare words of the query.</source>
   <translation>Le sens compte davantage, car aucun passage ne contient tous les mots rares de la recherche.</translation>
  </message>
  <message>
   <source>Keywords count more because the passages closest in meaning hold few of the words of the query.</source>
   <translation>Les mots-clés comptent davantage, car les passages les plus proches par le sens contiennent peu de mots de la recherche.</translation>
  </message>
  <message>
   <source>Meaning counts more because the settings give it more weight.</source>
   <translation>Le sens compte davantage, car les réglages lui donnent plus de poids.</translation>
  </message>
  <message>
   <source>Keywords count more because the settings give them more weight.</source>
   <translation>Les mots-clés comptent davantage, car les réglages leur donnent plus de poids.</translation>
  </message>
  <message>
   <source>Only meaning was searched: {why}.</source>
   <translation>La recherche n’a porté que sur le sens : {why}.</translation>
  </message>
  <message>
   <source>Only keywords were searched: {why}.</source>
   <translation>La recherche n’a porté que sur les mots-clés : {why}.</translation>
  </message>
  <message>
   <source>Keywords could not be searched: {why}.</source>
   <translation>La recherche par mots-clés n’a pas pu se faire : {why}.</translation>
  </message>
  <message>
   <source>Meaning could not be searched: {why}.</source>
   <translation>La recherche par le sens n’a pas pu se faire : {why}.</translation>
  </message>
  <message>
   <source>The order is that before reranking: {why}.</source>
   <translation>L’ordre est celui d’avant la relecture : {why}.</translation>
  </message>
  <message>
   <source>no passage has been read by meaning yet</source>
   <translation>aucun passage n’a encore été lu pour son sens</translation>
  </message>
  <message>
   <source>this passage has not been read by meaning yet</source>
   <translation>ce passage n’a pas encore été lu pour son sens</translation>
  </message>
  <message>
   <source>the query has no free text to compare</source>
   <translation>la recherche n’a pas de texte libre à comparer</translation>
  </message>
  <message>
   <source>the language model is still being prepared</source>
   <translation>le modèle de langue est encore en préparation</translation>
  </message>
  <message>
   <source>nothing has been read by meaning yet</source>
   <translation>rien n’a encore été lu pour son sens</translation>
  </message>
  <message>
   <source>there is no embedding model</source>
   <translation>il n’y a pas de modèle de langue</translation>
  </message>
  <message>
   <source>the vectors were made by another model</source>
   <translation>les vecteurs viennent d’un autre modèle</translation>
  </message>
  <message>
   <source>an unexpected error happened; the log has the details</source>
   <translation>une erreur inattendue s’est produite ; le journal en dit plus</translation>
  </message>
  <message>
   <source>no word of the query occurs in the library</source>
   <translation>aucun mot de la recherche ne figure dans la bibliothèque</translation>
  </message>
  <message>
   <source>{number} passages with all terms</source>
   <translation>{number} passages avec tous les mots</translation>
  </message>
  <message>
   <source>{number} passages with all terms, filled up with {more} that hold some</source>
   <translation>{number} passages avec tous les mots, complétés par {more} qui en contiennent certains</translation>
  </message>
  <message>
   <source>exact scan of {number} vectors</source>
   <translation>comparaison exacte de {number} vecteurs</translation>
  </message>
  <message>
   <source>exact scan of {number} filtered vectors</source>
   <translation>comparaison exacte de {number} vecteurs filtrés</translation>
  </message>
  <message>
   <source>HNSW graph of {number} vectors, {found} of them scored again exactly</source>
   <translation>graphe HNSW de {number} vecteurs, dont {found} réévalués exactement</translation>
  </message>
  <message>
   <source>HNSW graph of {number} vectors, {found} of them scored again exactly, and exact scan of {newer} newer ones</source>
   <translation>graphe HNSW de {number} vecteurs, dont {found} réévalués exactement, et comparaison exacte de {newer} plus récents</translation>
  </message>
  <message>
   <source>{plan}; {number} of {all} passages have vectors</source>
   <translation>{plan} ; {number} passages sur {all} ont des vecteurs</translation>
  </message>
  <message>
   <source>This file has changed since it was indexed. The passage is still in its place.</source>
   <translation>Ce fichier a changé depuis son indexation. Le passage est toujours à sa place.</translation>
  </message>
  <message>
   <source>This file has changed since it was indexed. The passage was found again on {place}.</source>
   <translation>Ce fichier a changé depuis son indexation. Le passage a été retrouvé : {place}.</translation>
  </message>
  <message>
   <source>This file has changed since it was indexed. The passage is no longer in it.</source>
   <translation>Ce fichier a changé depuis son indexation. Le passage n’y figure plus.</translation>
  </message>
  <message>
   <source>This file is no longer there. This is the passage as it was indexed.</source>
   <translation>Ce fichier n’est plus là. Voici le passage tel qu’il a été indexé.</translation>
  </message>
  <message>
   <source>{why} This is the passage as it was indexed.</source>
   <translation>{why} Voici le passage tel qu’il a été indexé.</translation>
  </message>
 </context>
 <context>
  <name>failure_action</name>
  <message>
   <source>Retry</source>
   <translation>Réessayer</translation>
  </message>
  <message>
   <source>Show in folder</source>
   <translation>Montrer dans le dossier</translation>
  </message>
  <message>
   <source>Change the limit…</source>
   <translation>Changer la limite…</translation>
  </message>
 </context>
 <context>
  <name>failure_words</name>
  <message>
   <source>No permission to read</source>
   <translation>Pas le droit de lire</translation>
  </message>
  <message>
   <source>The file has gone</source>
   <translation>Le fichier a disparu</translation>
  </message>
  <message>
   <source>Larger than the limit</source>
   <translation>Plus grand que la limite</translation>
  </message>
  <message>
   <source>Pages are pictures without text</source>
   <translation>Les pages sont des images sans texte</translation>
  </message>
  <message>
   <source>Damaged</source>
   <translation>Endommagé</translation>
  </message>
  <message>
   <source>Protected by a password</source>
   <translation>Protégé par un mot de passe</translation>
  </message>
  <message>
   <source>No reader for this format</source>
   <translation>Aucun lecteur pour ce format</translation>
  </message>
  <message>
   <source>Not a text</source>
   <translation>Pas un texte</translation>
  </message>
  <message>
   <source>Took too long; stopped</source>
   <translation>Trop long ; arrêté</translation>
  </message>
  <message>
   <source>Needed too much memory; stopped</source>
   <translation>Trop de mémoire ; arrêté</translation>
  </message>
  <message>
   <source>The reader failed on this file</source>
   <translation>Le lecteur a échoué sur ce fichier</translation>
  </message>
  <message>
   <source>Cannot be reached now</source>
   <translation>Inaccessible pour le moment</translation>
  </message>
 </context>
 <context>
  <name>filter_words</name>
  <message>
   <source>primary sources only</source>
   <translation>sources primaires seulement</translation>
  </message>
  <message>
   <source>nothing generated</source>
   <translation>rien de produit par un programme</translation>
  </message>
  <message>
   <source>in {values}</source>
   <translation>dans {values}</translation>
  </message>
  <message>
   <source>not in {values}</source>
   <translation>pas dans {values}</translation>
  </message>
  <message>
   <source>not {values}</source>
   <translation>pas {values}</translation>
  </message>
  <message>
   <source>path {pattern}</source>
   <translation>chemin {pattern}</translation>
  </message>
  <message>
   <source>from {day}</source>
   <translation>depuis {day}</translation>
  </message>
  <message>
   <source>to {day}</source>
   <translation>jusqu’au {day}</translation>
  </message>
  <message>
   <source> or </source>
   <translation> ou </translation>
  </message>
 </context>
 <context>
  <name>library_news</name>
  <message>
   <source>Indexing has finished: {files} can be searched.</source>
   <translation>L’indexation est terminée : {files} consultables.</translation>
  </message>
  <message>
   <source>{files}. The library says why.</source>
   <translation>{files}. La bibliothèque dit pourquoi.</translation>
  </message>
 </context>
 <context>
  <name>library_words</name>
  <message>
   <source>up to date</source>
   <translation>à jour</translation>
  </message>
  <message>
   <source>reading by meaning</source>
   <translation>en lecture par le sens</translation>
  </message>
  <message>
   <source>Keywords {percent}</source>
   <translation>Mots-clés {percent}</translation>
  </message>
  <message>
   <source>Meaning {percent}</source>
   <translation>Sens {percent}</translation>
  </message>
  <message>
   <source>{minutes} min left</source>
   <translation>encore {minutes} min</translation>
  </message>
  <message>
   <source>{passages} in {files}</source>
   <translation>{passages} dans {files}</translation>
  </message>
  <message>
   <source>not connected; results kept</source>
   <translation>non connecté ; résultats gardés</translation>
  </message>
  <message>
   <source>reading the files</source>
   <translation>lecture des fichiers</translation>
  </message>
  <message>
   <source>only keywords: the language model is not usable</source>
   <translation>mots-clés seuls : le modèle de langue est inutilisable</translation>
  </message>
  <message>
   <source>paused</source>
   <translation>suspendu</translation>
  </message>
 </context>
 <context>
  <name>model_words</name>
  <message>
   <source>All {passages} are read by meaning again, which takes about {minutes} min; until then the present model answers.</source>
   <translation>Tous les passages ({passages}) sont relus par le sens, ce qui prend environ {minutes} min ; d’ici là, le modèle actuel répond.</translation>
  </message>
  <message>
   <source>Its file is made first, from what is installed, and checked.</source>
   <translation>Son fichier est d’abord fabriqué à partir de ce qui est installé, puis vérifié.</translation>
  </message>
  <message>
   <source>All {passages} are read by meaning again; until then the present model answers.</source>
   <translation>Tous les passages ({passages}) sont relus par le sens ; d’ici là, le modèle actuel répond.</translation>
  </message>
  <message>
   <source>All {passages} are read by meaning again, which takes well over {minutes} min, as this model is larger; until then the present model answers.</source>
   <translation>Tous les {passages} sont relus selon le sens, ce qui prend bien plus de {minutes} min, car ce modèle est plus grand ; d’ici là, le modèle actuel répond.</translation>
  </message>
  <message>
   <source>Its file is here and is checked before it is used.</source>
   <translation>Son fichier est là et sera vérifié avant usage.</translation>
  </message>
  <message>
   <source>Its file is not on this computer. It would be fetched from {host}: {size}, under the licence {licence}. Only the file's name and the versions of the programs involved are sent there; nothing else in Twofold uses the network.</source>
   <translation>Son fichier n’est pas sur cet ordinateur. Il serait téléchargé de {host} : {size}, sous la licence {licence}. Seuls le nom du fichier et les versions des programmes concernés y sont envoyés ; rien d’autre dans Twofold n’utilise le réseau.</translation>
  </message>
  <message>
   <source>in use</source>
   <translation>utilisé</translation>
  </message>
  <message>
   <source>ready</source>
   <translation>prêt</translation>
  </message>
  <message>
   <source>to be fetched</source>
   <translation>à télécharger</translation>
  </message>
  <message>
   <source>installed</source>
   <translation>installé</translation>
  </message>
 </context>
 <context>
  <name>numerals</name>
  <message>
   <source>{number}th</source>
   <translation>{number}e</translation>
  </message>
  <message>
   <source>{number} %</source>
   <translation>{number} %</translation>
  </message>
  <message>
   <source>{number} ms</source>
   <translation>{number} ms</translation>
  </message>
  <message>
   <source>{number}st</source>
   <translation>{number}er</translation>
  </message>
  <message>
   <source>{number}nd</source>
   <translation>{number}e</translation>
  </message>
  <message>
   <source>{number}rd</source>
   <translation>{number}e</translation>
  </message>
 </context>
 <context>
  <name>open_document</name>
  <message>
   <source>'{name}' is not a regular file, so it was not opened.</source>
   <translation>« {name} » n’est pas un fichier ordinaire et n’a pas été ouvert.</translation>
  </message>
  <message>
   <source>'{name}' could be run as a program, so it was not opened.</source>
   <translation>« {name} » pourrait s’exécuter comme un programme et n’a pas été ouvert.</translation>
  </message>
  <message>
   <source>'{name}' is no longer where it was.</source>
   <translation>« {name} » n’est plus là où il était.</translation>
  </message>
 </context>
 <context>
  <name>scope_segments</name>
  <message>
   <source>Selected {n}</source>
   <translation>Choisis {n}</translation>
  </message>
  <message>
   <source>All {n}</source>
   <translation>Tous {n}</translation>
  </message>
 </context>
 <context>
  <name>search_offers</name>
  <message>
   <source>searched before</source>
   <translation>déjà cherché</translation>
  </message>
  <message>
   <source>a question to the sample library</source>
   <translation>une question à la bibliothèque d’exemple</translation>
  </message>
  <message>
   <source>why does a finalizer block namespace deletion</source>
   <translation>pourquoi un finalizer bloque la suppression d’un namespace</translation>
  </message>
  <message>
   <source>limit the memory a pod may use</source>
   <translation>limiter la mémoire d’un pod</translation>
  </message>
  <message>
   <source>wet books after a burst pipe</source>
   <translation>des livres mouillés après une rupture de tuyau</translation>
  </message>
  <message>
   <source>Open</source>
   <translation>Ouvrir</translation>
  </message>
  <message>
   <source>Search</source>
   <translation>Recherche</translation>
  </message>
  <message>
   <source>saved</source>
   <translation>enregistré</translation>
  </message>
  <message>
   <source>saved; last looked at on {day}</source>
   <translation>enregistré ; vu la dernière fois le {day}</translation>
  </message>
 </context>
 <context>
  <name>sentence</name>
  <message>
   <source>&lt;b&gt;{rank} by keywords&lt;/b&gt; because of the rare word &lt;mark&gt;{word}&lt;/mark&gt;, found in {number} of {all} passages.</source>
   <translation>&lt;b&gt;{rank} par mots-clés&lt;/b&gt; à cause du mot rare &lt;mark&gt;{word}&lt;/mark&gt;, trouvé dans {number} passages sur {all}.</translation>
  </message>
  <message>
   <source>&lt;b&gt;{rank} by keywords&lt;/b&gt; because of the word &lt;mark&gt;{word}&lt;/mark&gt;, found in {number} of {all} passages.</source>
   <translation>&lt;b&gt;{rank} par mots-clés&lt;/b&gt; à cause du mot &lt;mark&gt;{word}&lt;/mark&gt;, trouvé dans {number} passages sur {all}.</translation>
  </message>
  <message>
   <source>Together: &lt;total&gt;{rank} of {number}.&lt;/total&gt;</source>
   <translation>Ensemble : &lt;total&gt;{rank} sur {number}.&lt;/total&gt;</translation>
  </message>
  <message>
   <source>&lt;total&gt;{rank} of {number}.&lt;/total&gt;</source>
   <translation>&lt;total&gt;{rank} sur {number}.&lt;/total&gt;</translation>
  </message>
  <message>
   <source>Contains the text exactly as it was typed.</source>
   <translation>Contient le texte exactement tel que tapé.</translation>
  </message>
  <message>
   <source>A weak match: hardly nearer than any passage, with few of the searched words.</source>
   <translation>Un résultat faible : à peine plus proche que n’importe quel passage, avec peu des mots cherchés.</translation>
  </message>
  <message>
   <source>Not among the {number} best by keywords.</source>
   <translation>Pas parmi les {number} meilleurs par mots-clés.</translation>
  </message>
  <message>
   <source>Not among the {number} nearest by meaning.</source>
   <translation>Pas parmi les {number} plus proches par le sens.</translation>
  </message>
  <message>
   <source>&lt;b&gt;{rank} by meaning.&lt;/b&gt;</source>
   <translation>&lt;b&gt;{rank} par le sens.&lt;/b&gt;</translation>
  </message>
  <message>
   <source>Nothing has been read by meaning yet.</source>
   <translation>Rien n’a encore été lu par le sens.</translation>
  </message>
  <message>
   <source>Not found by keywords.</source>
   <translation>Pas trouvé par mots-clés.</translation>
  </message>
  <message>
   <source>Not found by meaning.</source>
   <translation>Pas trouvé par le sens.</translation>
  </message>
  <message>
   <source>&lt;b&gt;{rank} by keywords.&lt;/b&gt;</source>
   <translation>&lt;b&gt;{rank} par mots-clés.&lt;/b&gt;</translation>
  </message>
  <message>
   <source>&lt;b&gt;{rank} by keywords&lt;/b&gt; because of the word &lt;mark&gt;{word}&lt;/mark&gt;.</source>
   <translation>&lt;b&gt;{rank} par mots-clés&lt;/b&gt; à cause du mot &lt;mark&gt;{word}&lt;/mark&gt;.</translation>
  </message>
  <message>
   <source>The reranking model moved it from {before} to {after} of those it read.</source>
   <translation>Le modèle de relecture l’a fait passer de {before} à {after} parmi ceux qu’il a lus.</translation>
  </message>
 </context>
 <context>
  <name>setting_words</name>
  <message>
   <source>Search</source>
   <translation>Recherche</translation>
  </message>
  <message>
   <source>Second look</source>
   <translation>Second regard</translation>
  </message>
  <message>
   <source>Search by meaning</source>
   <translation>Recherche par le sens</translation>
  </message>
  <message>
   <source>Meaning model</source>
   <translation>Modèle du sens</translation>
  </message>
  <message>
   <source>Reading files</source>
   <translation>Lecture des fichiers</translation>
  </message>
  <message>
   <source>Opening documents</source>
   <translation>Ouverture des documents</translation>
  </message>
  <message>
   <source>Window</source>
   <translation>Fenêtre</translation>
  </message>
  <message>
   <source>Both</source>
   <translation>Les deux</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Mots-clés</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Sens</translation>
  </message>
  <message>
   <source>The exact characters</source>
   <translation>Exactement ces caractères</translation>
  </message>
  <message>
   <source>Automatic</source>
   <translation>Automatique</translation>
  </message>
  <message>
   <source>By ranks</source>
   <translation>Par les rangs</translation>
  </message>
  <message>
   <source>By scores</source>
   <translation>Par les scores</translation>
  </message>
  <message>
   <source>By ranks, then scores</source>
   <translation>Par les rangs, puis les scores</translation>
  </message>
  <message>
   <source>By ranks, weighed anew for each query</source>
   <translation>Par les rangs, pesés pour chaque requête</translation>
  </message>
  <message>
   <source>The better place by keywords</source>
   <translation>La meilleure place par mots-clés</translation>
  </message>
  <message>
   <source>Compare with every passage</source>
   <translation>Comparer à chaque passage</translation>
  </message>
  <message>
   <source>By a graph of neighbours</source>
   <translation>Par un graphe de voisins</translation>
  </message>
  <message>
   <source>Never</source>
   <translation>Jamais</translation>
  </message>
  <message>
   <source>As the system</source>
   <translation>Comme le système</translation>
  </message>
  <message>
   <source>Light</source>
   <translation>Clair</translation>
  </message>
  <message>
   <source>Dark</source>
   <translation>Sombre</translation>
  </message>
  <message>
   <source>High contrast</source>
   <translation>Contraste élevé</translation>
  </message>
  <message>
   <source>Roomy</source>
   <translation>Aéré</translation>
  </message>
  <message>
   <source>Compact</source>
   <translation>Serré</translation>
  </message>
  <message>
   <source>nothing</source>
   <translation>rien</translation>
  </message>
  <message>
   <source>holds at once</source>
   <translation>vaut tout de suite</translation>
  </message>
  <message>
   <source>holds for files read after the next start</source>
   <translation>vaut pour les fichiers lus après le prochain démarrage</translation>
  </message>
  <message>
   <source>holds from the next start</source>
   <translation>vaut dès le prochain démarrage</translation>
  </message>
  <message>
   <source>on</source>
   <translation>oui</translation>
  </message>
  <message>
   <source>off</source>
   <translation>non</translation>
  </message>
  <message>
   <source>{lowest} to {highest}</source>
   <translation>{lowest} à {highest}</translation>
  </message>
  <message>
   <source>usually {value}</source>
   <translation>d’habitude {value}</translation>
  </message>
 </context>
 <context>
  <name>settings</name>
  <message>
   <source>Which rankings answer a query.</source>
   <translation>Quels classements répondent à une requête.</translation>
  </message>
  <message>
   <source>How many passages a search returns.</source>
   <translation>Combien de passages une recherche rend.</translation>
  </message>
  <message>
   <source>How the two rankings become one.</source>
   <translation>Comment les deux classements n’en font qu’un.</translation>
  </message>
  <message>
   <source>Depth of rank fusion: higher lets deeper ranks count.</source>
   <translation>Profondeur de la fusion des rangs : plus haut, les rangs profonds comptent davantage.</translation>
  </message>
  <message>
   <source>Weight of the keyword ranking.</source>
   <translation>Poids du classement par mots-clés.</translation>
  </message>
  <message>
   <source>Weight of the meaning ranking.</source>
   <translation>Poids du classement par le sens.</translation>
  </message>
  <message>
   <source>What decides between passages of equal fusion score.</source>
   <translation>Ce qui départage des passages de même score.</translation>
  </message>
  <message>
   <source>How many candidates each ranking gives to fusion.</source>
   <translation>Combien de candidats chaque classement apporte.</translation>
  </message>
  <message>
   <source>Longest snippet, in characters.</source>
   <translation>Extrait le plus long, en caractères.</translation>
  </message>
  <message>
   <source>Show passages of the same text as one.</source>
   <translation>Montrer comme un seul les passages de même texte.</translation>
  </message>
  <message>
   <source>Leave out passages that are hardly nearer than any other.</source>
   <translation>Omettre les passages à peine plus proches que les autres.</translation>
  </message>
  <message>
   <source>Let the reranking model read the best passages before they are shown.</source>
   <translation>Laisser le modèle de relecture lire les meilleurs passages avant de les montrer.</translation>
  </message>
  <message>
   <source>The GGUF file of a reranking model; empty for none.</source>
   <translation>Le fichier GGUF d’un modèle de relecture ; vide pour aucun.</translation>
  </message>
  <message>
   <source>How many of the best passages it reads.</source>
   <translation>Combien des meilleurs passages il lit.</translation>
  </message>
  <message>
   <source>How vectors are searched: exact scan, HNSW graph, or whichever suits the query.</source>
   <translation>Comment les vecteurs sont cherchés : en entier, par un graphe HNSW, ou selon la requête.</translation>
  </message>
  <message>
   <source>The embedding model in use.</source>
   <translation>Le modèle de plongement utilisé.</translation>
  </message>
  <message>
   <source>Processor threads for embedding; 0 means automatic.</source>
   <translation>Fils du processeur pour le plongement ; 0 veut dire automatique.</translation>
  </message>
  <message>
   <source>Percentage of the time that embedding may keep the processor busy.</source>
   <translation>Pourcentage du temps pendant lequel le plongement peut occuper le processeur.</translation>
  </message>
  <message>
   <source>Whether a graphics card runs the model where llama.cpp was built for it.</source>
   <translation>Si une carte graphique fait tourner le modèle, là où llama.cpp est construit pour elle.</translation>
  </message>
  <message>
   <source>Larger files are listed as not indexed.</source>
   <translation>Les fichiers plus grands sont listés comme non indexés.</translation>
  </message>
  <message>
   <source>Longest time to read one file.</source>
   <translation>Temps le plus long pour lire un fichier.</translation>
  </message>
  <message>
   <source>Most memory to read one file.</source>
   <translation>Mémoire la plus grande pour lire un fichier.</translation>
  </message>
  <message>
   <source>Index files and folders whose name begins with a dot.</source>
   <translation>Indexer les fichiers et dossiers dont le nom commence par un point.</translation>
  </message>
  <message>
   <source>Pass over what .gitignore and .twofoldignore files name.</source>
   <translation>Passer sur ce que nomment les fichiers .gitignore et .twofoldignore.</translation>
  </message>
  <message>
   <source>Notice changed files at once, while the window is open.</source>
   <translation>Remarquer aussitôt les fichiers modifiés, tant que la fenêtre est ouverte.</translation>
  </message>
  <message>
   <source>How often all folders are compared with the disk.</source>
   <translation>Tous les combien les dossiers sont comparés au disque.</translation>
  </message>
  <message>
   <source>Command that opens a document at a line, such as 'code -g {path}:{line}'. Empty for the usual program.</source>
   <translation>Commande qui ouvre un document à une ligne, comme 'code -g {path}:{line}'. Vide pour le programme habituel.</translation>
  </message>
  <message>
   <source>Command that opens a document at a page, such as 'evince -i {page} {path}'. Empty for the usual program.</source>
   <translation>Commande qui ouvre un document à une page, comme 'evince -i {page} {path}'. Vide pour le programme habituel.</translation>
  </message>
  <message>
   <source>Colours of the window.</source>
   <translation>Couleurs de la fenêtre.</translation>
  </message>
  <message>
   <source>Size of letters and everything else, in %.</source>
   <translation>Taille des lettres et de tout le reste, en %.</translation>
  </message>
  <message>
   <source>How close together rows stand.</source>
   <translation>Espacement des rangées.</translation>
  </message>
  <message>
   <source>Language of the window.</source>
   <translation>Langue de la fenêtre.</translation>
  </message>
  <message>
   <source>Stay in the system's tray when the window is closed.</source>
   <translation>Rester dans la zone de notification du système quand la fenêtre est fermée.</translation>
  </message>
  <message>
   <source>Let the system say when indexing has finished or files could not be read.</source>
   <translation>Laisser le système dire quand l’indexation est terminée ou que des fichiers n’ont pas pu être lus.</translation>
  </message>
 </context>
 <context>
  <name>trace_words</name>
  <message>
   <source>below cosine {floor} without most of the words; the library's mean is {mean}</source>
   <translation>sous le cosinus {floor} sans la plupart des mots ; la moyenne de la bibliothèque est {mean}</translation>
  </message>
  <message>
   <source>Reading the query</source>
   <translation>Lecture de la requête</translation>
  </message>
  <message>
   <source>Meaning of the query</source>
   <translation>Sens de la requête</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Mots-clés</translation>
  </message>
  <message>
   <source>Nearest in meaning</source>
   <translation>Les plus proches par le sens</translation>
  </message>
  <message>
   <source>Putting together</source>
   <translation>Réunion</translation>
  </message>
  <message>
   <source>Fetching the passages</source>
   <translation>Récupération des passages</translation>
  </message>
  <message>
   <source>Reranking</source>
   <translation>Relecture</translation>
  </message>
  <message>
   <source>Counting for the filters</source>
   <translation>Comptage pour les filtres</translation>
  </message>
  <message>
   <source>Looking for the text itself</source>
   <translation>Recherche du texte lui-même</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Sens</translation>
  </message>
  <message>
   <source>{found} candidates of {allowed} passages left by the filters, of {all} in all</source>
   <translation>{found} candidats sur {allowed} passages que les filtres laissent, sur {all} en tout</translation>
  </message>
  <message>
   <source>{found} candidates of {all} passages</source>
   <translation>{found} candidats sur {all} passages</translation>
  </message>
  <message>
   <source>Words</source>
   <translation>Mots</translation>
  </message>
  <message>
   <source>Understood as</source>
   <translation>Compris comme</translation>
  </message>
  <message>
   <source>Filters</source>
   <translation>Filtres</translation>
  </message>
  <message>
   <source>Together</source>
   <translation>Ensemble</translation>
  </message>
  <message>
   <source>Copies</source>
   <translation>Copies</translation>
  </message>
  <message>
   <source>Weak</source>
   <translation>Faible</translation>
  </message>
  <message>
   <source>Notice</source>
   <translation>Avis</translation>
  </message>
  <message>
   <source>Time: {parts}</source>
   <translation>Temps : {parts}</translation>
  </message>
  <message>
   <source>{passages} shown with another of the same text</source>
   <translation>{passages} montrés avec un autre de même texte</translation>
  </message>
  <message>
   <source>{model} read {passages}</source>
   <translation>{model} a lu {passages}</translation>
  </message>
  <message>
   <source>{number} passages; {rule}, k {k}, weights {keywords} and {meaning}</source>
   <translation>{number} passages ; {rule}, k {k}, poids {keywords} et {meaning}</translation>
  </message>
  <message>
   <source>rest {time}</source>
   <translation>reste {time}</translation>
  </message>
  <message>
   <source>keywords {time}</source>
   <translation>mots-clés {time}</translation>
  </message>
  <message>
   <source>meaning {time}</source>
   <translation>sens {time}</translation>
  </message>
  <message>
   <source>{word}: in {passages}</source>
   <translation>{word} : dans {passages}</translation>
  </message>
  <message>
   <source>{weak} left out</source>
   <translation>{weak} non montrés</translation>
  </message>
 </context>
 <context>
  <name>value_names</name>
  <message>
   <source>Unknown</source>
   <translation>Inconnu</translation>
  </message>
 </context>
</TS>
