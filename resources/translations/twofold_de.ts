<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_GB">
 <context>
  <name>CheckedOpening</name>
  <message>
   <source>{path} was changed and no longer holds this passage.</source>
   <translation>{path} wurde geändert und enthält diese Stelle nicht mehr.</translation>
  </message>
  <message>
   <source>The passage has moved: it now stands in {path}, {place}.</source>
   <translation>Die Stelle ist gewandert: Sie steht jetzt in {path}, {place}.</translation>
  </message>
  <message>
   <source>The passage was changed: most of it stands in {path}, {place}.</source>
   <translation>Die Stelle wurde geändert: Das meiste davon steht in {path}, {place}.</translation>
  </message>
  <message>
   <source>{path} is not there any more.</source>
   <translation>{path} gibt es nicht mehr.</translation>
  </message>
 </context>
 <context>
  <name>Chip</name>
  <message>
   <source>Without {value}</source>
   <translation>Ohne {value}</translation>
  </message>
  <message>
   <source>Only {value}</source>
   <translation>Nur {value}</translation>
  </message>
 </context>
 <context>
  <name>ChipBar</name>
  <message>
   <source>Active filters</source>
   <translation>Aktive Filter</translation>
  </message>
  <message>
   <source>Filter</source>
   <translation>Filter</translation>
  </message>
  <message>
   <source>Add a filter</source>
   <translation>Filter hinzufügen</translation>
  </message>
  <message>
   <source>Clear</source>
   <translation>Leeren</translation>
  </message>
  <message>
   <source>Take all filters away (Ctrl+Backspace)</source>
   <translation>Alle Filter wegnehmen (Strg+Rücktaste)</translation>
  </message>
 </context>
 <context>
  <name>ClosenessLine</name>
  <message>
   <source>How close in meaning</source>
   <translation>Wie nah nach Bedeutung</translation>
  </message>
  <message>
   <source>close enough from here</source>
   <translation>ab hier nah genug</translation>
  </message>
  <message>
   <source>far in meaning</source>
   <translation>fern nach Bedeutung</translation>
  </message>
  <message>
   <source>close in meaning</source>
   <translation>nah nach Bedeutung</translation>
  </message>
  <message>
   <source>The nearest of {weak} reaches {nearest}; close enough is {floor}.</source>
   <translation>Der nächste von {weak} erreicht {nearest}; nah genug ist {floor}.</translation>
  </message>
 </context>
 <context>
  <name>CollectionController</name>
  <message>
   <source>Saved as {path}</source>
   <translation>Gespeichert als {path}</translation>
  </message>
 </context>
 <context>
  <name>CollectionDialog</name>
  <message>
   <source>Nothing is put aside yet. In the list of hits, Ctrl+Shift+A does so.</source>
   <translation>Noch ist nichts beiseitegelegt. In der Trefferliste geht das mit Strg+Umschalt+A.</translation>
  </message>
  <message>
   <source>Passages put aside</source>
   <translation>Beiseitegelegte Stellen</translation>
  </message>
  <message>
   <source>Text of the passage</source>
   <translation>Text der Stelle</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>Notiz</translation>
  </message>
  <message>
   <source>Move up</source>
   <translation>Nach oben</translation>
  </message>
  <message>
   <source>Move down</source>
   <translation>Nach unten</translation>
  </message>
  <message>
   <source>Take out</source>
   <translation>Herausnehmen</translation>
  </message>
  <message>
   <source>Export …</source>
   <translation>Exportieren …</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>gone</source>
   <translation>nicht mehr da</translation>
  </message>
  <message>
   <source>Export the passages put aside</source>
   <translation>Beiseitegelegte Stellen exportieren</translation>
  </message>
  <message>
   <source>moved to {place}</source>
   <translation>jetzt: {place}</translation>
  </message>
  <message>
   <source>changed, now {place}</source>
   <translation>geändert, jetzt: {place}</translation>
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
   <translation>Menü</translation>
  </message>
 </context>
 <context>
  <name>ContributionBar</name>
  <message>
   <source>keywords {part}</source>
   <translation>Schlüsselwörter {part}</translation>
  </message>
  <message>
   <source>meaning {part}</source>
   <translation>Bedeutung {part}</translation>
  </message>
  <message>
   <source>Shares: {parts}</source>
   <translation>Anteile: {parts}</translation>
  </message>
 </context>
 <context>
  <name>CopyAs</name>
  <message>
   <source>Copy &amp;as</source>
   <translation>Kopieren &amp;als</translation>
  </message>
  <message>
   <source>With a bibliography &amp;in</source>
   <translation>Mit &amp;Literaturverzeichnis in</translation>
  </message>
  <message>
   <source>&amp;Markdown</source>
   <translation>&amp;Markdown</translation>
  </message>
  <message>
   <source>&amp;Web page</source>
   <translation>&amp;Webseite</translation>
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
   <translation>JSON-&amp;Zeilen</translation>
  </message>
 </context>
 <context>
  <name>CountLine</name>
  <message>
   <source>{passages} in {documents}, {time} ms</source>
   <translation>{passages}, {documents}, {time} ms</translation>
  </message>
  <message>
   <source>{passages}, {time} ms</source>
   <translation>{passages}, {time} ms</translation>
  </message>
  <message>
   <source>{passages}; {weak} hidden, {time} ms</source>
   <translation>{passages}; {weak} verborgen, {time} ms</translation>
  </message>
  <message>
   <source>Nothing relevant; {weak}</source>
   <translation>Nichts Passendes; {weak}</translation>
  </message>
  <message>
   <source>At least {passages}</source>
   <translation>Mindestens {passages}</translation>
  </message>
  <message>
   <source>First {shown} of {found} passages</source>
   <translation>Die ersten {shown} von {found} Stellen</translation>
  </message>
 </context>
 <context>
  <name>CoveragePanel</name>
  <message>
   <source>{done} of {all} files</source>
   <translation>{done} von {all} Dateien</translation>
  </message>
  <message>
   <source>{done} of {all} passages</source>
   <translation>{done} von {all} Stellen</translation>
  </message>
  <message>
   <source>Pause</source>
   <translation>Anhalten</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Schlüsselwörter</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Bedeutung</translation>
  </message>
  <message>
   <source>{rate} passages a second</source>
   <translation>{rate} Stellen je Sekunde</translation>
  </message>
  <message>
   <source>Resume</source>
   <translation>Fortsetzen</translation>
  </message>
 </context>
 <context>
  <name>CrashDialog</name>
  <message>
   <source>Something went wrong</source>
   <translation>Etwas ist schiefgegangen</translation>
  </message>
  <message>
   <source>Twofold goes on; your library is not damaged by this. Nothing has been sent. To report the error, copy the details and look through them first: they may name files.</source>
   <translation>Twofold läuft weiter; Ihre Bibliothek nimmt dadurch keinen Schaden. Es wurde nichts gesendet. Um den Fehler zu melden, kopieren Sie die Einzelheiten und sehen Sie sie vorher durch: Sie können Dateinamen enthalten.</translation>
  </message>
  <message>
   <source>Details of the error</source>
   <translation>Einzelheiten des Fehlers</translation>
  </message>
  <message>
   <source>Copy details</source>
   <translation>Einzelheiten kopieren</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
 </context>
 <context>
  <name>DateRange</name>
  <message>
   <source>Range of dates</source>
   <translation>Zeitraum</translation>
  </message>
  <message>
   <source>first date</source>
   <translation>erster Tag</translation>
  </message>
  <message>
   <source>last date</source>
   <translation>letzter Tag</translation>
  </message>
  <message>
   <source>{dates}, {passages}; the arrow keys move the {handle}</source>
   <translation>{dates}, {passages}; die Pfeiltasten bewegen: {handle}</translation>
  </message>
 </context>
 <context>
  <name>DetailColumn</name>
  <message>
   <source>Preview or explanation</source>
   <translation>Vorschau oder Erklärung</translation>
  </message>
  <message>
   <source>Preview</source>
   <translation>Vorschau</translation>
  </message>
  <message>
   <source>Explain</source>
   <translation>Erklärung</translation>
  </message>
  <message>
   <source>Hit {rank} of {found}</source>
   <translation>Treffer {rank} von {found}</translation>
  </message>
 </context>
 <context>
  <name>DocumentOpener</name>
  <message>
   <source>This computer has no program to open it with.</source>
   <translation>Auf diesem Rechner gibt es kein Programm, das es öffnet.</translation>
  </message>
  <message>
   <source>'{program}' of the settings cannot be started.</source>
   <translation>„{program}“ aus den Einstellungen lässt sich nicht starten.</translation>
  </message>
 </context>
 <context>
  <name>ExplainPanel</name>
  <message>
   <source>Why this passage is here</source>
   <translation>Warum diese Stelle hier steht</translation>
  </message>
  <message>
   <source>Choose a passage to see why it was found.</source>
   <translation>Wählen Sie eine Stelle, um zu sehen, warum sie gefunden wurde.</translation>
  </message>
  <message>
   <source>What was searched</source>
   <translation>Was gesucht wurde</translation>
  </message>
  <message>
   <source>Rank flow as a table</source>
   <translation>Rangfluss als Tabelle</translation>
  </message>
  <message>
   <source>Copy explanation</source>
   <translation>Erklärung kopieren</translation>
  </message>
  <message>
   <source>Copy as text</source>
   <translation>Als Text kopieren</translation>
  </message>
  <message>
   <source>Copy as JSON</source>
   <translation>Als JSON kopieren</translation>
  </message>
 </context>
 <context>
  <name>ExportDialog</name>
  <message>
   <source>The first {n} of {all} passages are shown; all are saved and copied.</source>
   <translation>Die ersten {n} von {all} Stellen sind zu sehen; gespeichert und kopiert werden alle.</translation>
  </message>
  <message>
   <source>Export passages</source>
   <translation>Stellen exportieren</translation>
  </message>
  <message>
   <source>Preview of the export</source>
   <translation>Vorschau des Exports</translation>
  </message>
  <message>
   <source>The export was cancelled; nothing was written.</source>
   <translation>Der Export wurde abgebrochen; es wurde nichts geschrieben.</translation>
  </message>
 </context>
 <context>
  <name>ExportFoot</name>
  <message>
   <source>Progress of the export</source>
   <translation>Fortschritt des Exports</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>Copy</source>
   <translation>Kopieren</translation>
  </message>
  <message>
   <source>Replace the file</source>
   <translation>Datei ersetzen</translation>
  </message>
  <message>
   <source>Save</source>
   <translation>Speichern</translation>
  </message>
 </context>
 <context>
  <name>FailureList</name>
  <message>
   <source>Copy list</source>
   <translation>Liste kopieren</translation>
  </message>
  <message>
   <source>Retry all</source>
   <translation>Alle erneut versuchen</translation>
  </message>
  <message>
   <source>Files that are not indexed</source>
   <translation>Nicht erfasste Dateien</translation>
  </message>
  <message>
   <source>Not indexed</source>
   <translation>Nicht erfasst</translation>
  </message>
  <message>
   <source>A file is tried again by itself when it changes.</source>
   <translation>Eine Datei wird von selbst erneut versucht, sobald sie sich ändert.</translation>
  </message>
  <message>
   <source>Every file that is searched could be read.</source>
   <translation>Alle Dateien, die durchsucht werden, konnten gelesen werden.</translation>
  </message>
  <message>
   <source>File</source>
   <translation>Datei</translation>
  </message>
  <message>
   <source>Reason</source>
   <translation>Grund</translation>
  </message>
  <message>
   <source>Detail</source>
   <translation>Einzelheit</translation>
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
   <translation>{label}, {count}, gewählt</translation>
  </message>
  <message>
   <source>{label}, left out</source>
   <translation>{label}, ausgeschlossen</translation>
  </message>
 </context>
 <context>
  <name>FilterPanel</name>
  <message>
   <source>Filters</source>
   <translation>Filter</translation>
  </message>
  <message>
   <source>Found by</source>
   <translation>Gefunden durch</translation>
  </message>
  <message>
   <source>Folders</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <source>Tags</source>
   <translation>Schlagworte</translation>
  </message>
  <message>
   <source>Languages</source>
   <translation>Sprachen</translation>
  </message>
  <message>
   <source>Types</source>
   <translation>Arten</translation>
  </message>
  <message>
   <source>Dates</source>
   <translation>Daten</translation>
  </message>
  <message>
   <source>Trust</source>
   <translation>Vertrauen</translation>
  </message>
  <message>
   <source>Both</source>
   <translation>Beides</translation>
  </message>
  <message>
   <source>Keywords only</source>
   <translation>Nur Schlüsselwörter</translation>
  </message>
  <message>
   <source>Meaning only</source>
   <translation>Nur Bedeutung</translation>
  </message>
  <message>
   <source>Primary sources only</source>
   <translation>Nur Primärquellen</translation>
  </message>
  <message>
   <source>Nothing generated</source>
   <translation>Nichts Erzeugtes</translation>
  </message>
 </context>
 <context>
  <name>FilterRail</name>
  <message>
   <source>Menu</source>
   <translation>Menü</translation>
  </message>
 </context>
 <context>
  <name>FilterSection</name>
  <message>
   <source>{n} more</source>
   <translation>{n} weitere</translation>
  </message>
 </context>
 <context>
  <name>FoldGauge</name>
  <message>
   <source>{rank} by keywords</source>
   <translation>{rank} nach Schlüsselwörtern</translation>
  </message>
  <message>
   <source>{rank} by meaning</source>
   <translation>{rank} nach Bedeutung</translation>
  </message>
 </context>
 <context>
  <name>FolderModel</name>
  <message>
   <source>Folder</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <source>Files</source>
   <translation>Dateien</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Schlüsselwörter</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Bedeutung</translation>
  </message>
  <message>
   <source>State</source>
   <translation>Zustand</translation>
  </message>
 </context>
 <context>
  <name>FolderTable</name>
  <message>
   <source>Folders of the library</source>
   <translation>Ordner der Bibliothek</translation>
  </message>
 </context>
 <context>
  <name>FormatColumn</name>
  <message>
   <source>with numbered notes</source>
   <translation>mit nummerierten Anmerkungen</translation>
  </message>
  <message>
   <source>{n} passages are from files that have changed since</source>
   <translation>{n} Stellen stammen aus Dateien, die sich seitdem geändert haben</translation>
  </message>
  <message>
   <source>Bibliography</source>
   <translation>Literaturverzeichnis</translation>
  </message>
  <message>
   <source>Template of your own</source>
   <translation>Eigene Vorlage</translation>
  </message>
  <message>
   <source>No template</source>
   <translation>Keine Vorlage</translation>
  </message>
  <message>
   <source>With semicolons, for Excel</source>
   <translation>Mit Semikolons, für Excel</translation>
  </message>
  <message>
   <source>Citation style of the bibliography</source>
   <translation>Zitierstil des Literaturverzeichnisses</translation>
  </message>
  <message>
   <source>No bibliography</source>
   <translation>Kein Literaturverzeichnis</translation>
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
   <translation>Webseite</translation>
  </message>
  <message>
   <source>to read and print</source>
   <translation>zum Lesen und Drucken</translation>
  </message>
  <message>
   <source>BibTeX</source>
   <translation>BibTeX</translation>
  </message>
  <message>
   <source>for LaTeX</source>
   <translation>für LaTeX</translation>
  </message>
  <message>
   <source>RIS</source>
   <translation>RIS</translation>
  </message>
  <message>
   <source>for most programs</source>
   <translation>für die meisten Programme</translation>
  </message>
  <message>
   <source>CSL JSON</source>
   <translation>CSL JSON</translation>
  </message>
  <message>
   <source>for Zotero</source>
   <translation>für Zotero</translation>
  </message>
  <message>
   <source>CSV</source>
   <translation>CSV</translation>
  </message>
  <message>
   <source>one row per passage</source>
   <translation>eine Zeile je Stelle</translation>
  </message>
  <message>
   <source>JSON</source>
   <translation>JSON</translation>
  </message>
  <message>
   <source>all, with ranks</source>
   <translation>alles, mit Rängen</translation>
  </message>
  <message>
   <source>JSON lines</source>
   <translation>JSON-Zeilen</translation>
  </message>
  <message>
   <source>one per line</source>
   <translation>eine je Zeile</translation>
  </message>
  <message>
   <source>To read</source>
   <translation>Zum Lesen</translation>
  </message>
  <message>
   <source>References</source>
   <translation>Quellenangaben</translation>
  </message>
  <message>
   <source>Data</source>
   <translation>Daten</translation>
  </message>
 </context>
 <context>
  <name>FoundBy</name>
  <message>
   <source>Weak</source>
   <translation>Schwach</translation>
  </message>
  <message>
   <source>Both</source>
   <translation>Beides</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Schlüsselwörter</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Bedeutung</translation>
  </message>
  <message>
   <source>Exact text</source>
   <translation>Genauer Wortlaut</translation>
  </message>
 </context>
 <context>
  <name>FusionControls</name>
  <message>
   <source>Results re-order as you drag.</source>
   <translation>Ergebnisse ordnen sich beim Ziehen neu.</translation>
  </message>
  <message>
   <source>Balance and depth</source>
   <translation>Ausgleich und Tiefe</translation>
  </message>
  <message>
   <source>Balance of keywords and meaning</source>
   <translation>Ausgleich von Schlüsselwörtern und Bedeutung</translation>
  </message>
  <message>
   <source>Depth</source>
   <translation>Tiefe</translation>
  </message>
  <message>
   <source>How far down the rankings a passage still counts</source>
   <translation>Wie tief in den Ranglisten eine Stelle noch zählt</translation>
  </message>
  <message>
   <source>Automatic for each query</source>
   <translation>Automatisch für jede Anfrage</translation>
  </message>
  <message>
   <source>Lets each query decide which ranking counts more</source>
   <translation>Lässt jede Anfrage entscheiden, welche Rangliste mehr zählt</translation>
  </message>
  <message>
   <source>Keep as default</source>
   <translation>Als üblich behalten</translation>
  </message>
  <message>
   <source>Every search begins with this from now on</source>
   <translation>Jede Suche beginnt von nun an hiermit.</translation>
  </message>
  <message>
   <source>Reset</source>
   <translation>Zurücksetzen</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Schlüsselwörter</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Bedeutung</translation>
  </message>
  <message>
   <source>top ranks only</source>
   <translation>nur oberste Ränge</translation>
  </message>
  <message>
   <source>deeper ranks</source>
   <translation>tiefere Ränge</translation>
  </message>
  <message>
   <source>Keywords {keywords}, meaning {meaning}</source>
   <translation>Schlüsselwörter {keywords}, Bedeutung {meaning}</translation>
  </message>
  <message>
   <source>Balance</source>
   <translation>Ausgleich</translation>
  </message>
  <message>
   <source>Depth (k)</source>
   <translation>Tiefe (k)</translation>
  </message>
 </context>
 <context>
  <name>HitCommands</name>
  <message>
   <source>Open at the place</source>
   <translation>An der Stelle öffnen</translation>
  </message>
  <message>
   <source>Show in folder</source>
   <translation>Im Ordner zeigen</translation>
  </message>
  <message>
   <source>Copy the passage</source>
   <translation>Stelle kopieren</translation>
  </message>
  <message>
   <source>Copy the citation</source>
   <translation>Quellenangabe kopieren</translation>
  </message>
  <message>
   <source>More like this</source>
   <translation>Ähnliche Stellen</translation>
  </message>
  <message>
   <source>Put the passage aside</source>
   <translation>Stelle beiseitelegen</translation>
  </message>
  <message>
   <source>Tags and trust</source>
   <translation>Schlagworte und Vertrauen</translation>
  </message>
  <message>
   <source>Copy citation</source>
   <translation>Quellenangabe kopieren</translation>
  </message>
  <message>
   <source>Copy passage</source>
   <translation>Stelle kopieren</translation>
  </message>
  <message>
   <source>Put aside</source>
   <translation>Beiseitelegen</translation>
  </message>
  <message>
   <source>Tags and trust…</source>
   <translation>Schlagworte und Vertrauen…</translation>
  </message>
  <message>
   <source>Open at {place}</source>
   <translation>Öffnen bei {place}</translation>
  </message>
 </context>
 <context>
  <name>HitOrder</name>
  <message>
   <source>Best match</source>
   <translation>Bester Treffer</translation>
  </message>
  <message>
   <source>Newest first</source>
   <translation>Neueste zuerst</translation>
  </message>
  <message>
   <source>By name</source>
   <translation>Nach Namen</translation>
  </message>
 </context>
 <context>
  <name>LibraryDesk</name>
  <message>
   <source>Folder ‘{name}’ is removed from the library</source>
   <translation>Ordner „{name}“ ist aus der Bibliothek entfernt</translation>
  </message>
  <message>
   <source>Tags and trust are changed</source>
   <translation>Schlagworte und Vertrauen sind geändert</translation>
  </message>
  <message>
   <source>The rules of ‘{name}’ are changed</source>
   <translation>Die Regeln von „{name}“ sind geändert</translation>
  </message>
 </context>
 <context>
  <name>LibraryPage</name>
  <message>
   <source>Another process has this library open for writing.</source>
   <translation>Ein anderer Prozess hat diese Bibliothek zum Schreiben geöffnet.</translation>
  </message>
  <message>
   <source>Back to search</source>
   <translation>Zurück zur Suche</translation>
  </message>
  <message>
   <source>Check for changes</source>
   <translation>Auf Änderungen prüfen</translation>
  </message>
  <message>
   <source>Add folder…</source>
   <translation>Ordner hinzufügen…</translation>
  </message>
  <message>
   <source>Remove folder</source>
   <translation>Ordner entfernen</translation>
  </message>
  <message>
   <source>Tags and trust…</source>
   <translation>Schlagworte und Vertrauen…</translation>
  </message>
  <message>
   <source>Folders</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <source>{folders}, {files}, {size} kept on this computer</source>
   <translation>{folders}, {files}, {size} auf diesem Rechner</translation>
  </message>
 </context>
 <context>
  <name>LibraryRail</name>
  <message>
   <source>Folders</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <source>Not indexed</source>
   <translation>Nicht erfasst</translation>
  </message>
  <message>
   <source>Meaning model</source>
   <translation>Bedeutungsmodell</translation>
  </message>
  <message>
   <source>Esc</source>
   <translation>Esc</translation>
  </message>
  <message>
   <source>Storage</source>
   <translation>Speicher</translation>
  </message>
 </context>
 <context>
  <name>LibraryStatusBar</name>
  <message>
   <source>State of the library</source>
   <translation>Zustand der Bibliothek</translation>
  </message>
  <message>
   <source>Up to date</source>
   <translation>Auf dem neuesten Stand</translation>
  </message>
  <message>
   <source>Everything stays on this computer</source>
   <translation>Alles bleibt auf diesem Rechner</translation>
  </message>
  <message>
   <source>Resume</source>
   <translation>Fortsetzen</translation>
  </message>
  <message>
   <source>Pause</source>
   <translation>Anhalten</translation>
  </message>
 </context>
 <context>
  <name>LinkQuestion</name>
  <message>
   <source>Open a link of this document</source>
   <translation>Einen Verweis dieses Dokuments öffnen</translation>
  </message>
  <message>
   <source>This address leads out of your library. Open it in its own program?</source>
   <translation>Diese Adresse führt aus Ihrer Bibliothek hinaus. In ihrem eigenen Programm öffnen?</translation>
  </message>
  <message>
   <source>Open</source>
   <translation>Öffnen</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
 </context>
 <context>
  <name>ListTools</name>
  <message>
   <source>Order of the passages</source>
   <translation>Reihenfolge der Stellen</translation>
  </message>
  <message>
   <source>Group by document</source>
   <translation>Nach Dokument gruppieren</translation>
  </message>
  <message>
   <source>Ctrl+G</source>
   <translation>Strg+G</translation>
  </message>
  <message>
   <source>Export passages</source>
   <translation>Stellen exportieren</translation>
  </message>
  <message>
   <source>Ctrl+E</source>
   <translation>Strg+E</translation>
  </message>
  <message>
   <source>Order: {order}</source>
   <translation>Reihenfolge: {order}</translation>
  </message>
 </context>
 <context>
  <name>LiveFusion</name>
  <message>
   <source>Every search begins with this balance from now on.</source>
   <translation>Jede Suche beginnt von nun an mit diesem Ausgleich.</translation>
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
   <translation>Suche</translation>
  </message>
  <message>
   <source>Quick search</source>
   <translation>Schnellsuche</translation>
  </message>
  <message>
   <source>Explanation on or off</source>
   <translation>Erklärung ein oder aus</translation>
  </message>
  <message>
   <source>Filters on or off</source>
   <translation>Filter ein oder aus</translation>
  </message>
  <message>
   <source>Clear the filters</source>
   <translation>Filter leeren</translation>
  </message>
  <message>
   <source>Export passages</source>
   <translation>Stellen exportieren</translation>
  </message>
  <message>
   <source>Passages put aside</source>
   <translation>Beiseitegelegte Stellen</translation>
  </message>
  <message>
   <source>Library</source>
   <translation>Bibliothek</translation>
  </message>
  <message>
   <source>Undo</source>
   <translation>Rückgängig</translation>
  </message>
  <message>
   <source>Settings</source>
   <translation>Einstellungen</translation>
  </message>
  <message>
   <source>Next column</source>
   <translation>Nächste Spalte</translation>
  </message>
  <message>
   <source>Previous column</source>
   <translation>Vorige Spalte</translation>
  </message>
  <message>
   <source>Back</source>
   <translation>Zurück</translation>
  </message>
  <message>
   <source>Keyboard shortcuts</source>
   <translation>Tastenkürzel</translation>
  </message>
  <message>
   <source>Quit</source>
   <translation>Beenden</translation>
  </message>
 </context>
 <context>
  <name>MessageBar</name>
  <message>
   <source>Message</source>
   <translation>Meldung</translation>
  </message>
  <message>
   <source>Why</source>
   <translation>Warum</translation>
  </message>
  <message>
   <source>Close the message</source>
   <translation>Meldung schließen</translation>
  </message>
 </context>
 <context>
  <name>ModeSwitch</name>
  <message>
   <source>What to search by</source>
   <translation>Wonach gesucht wird</translation>
  </message>
  <message>
   <source>Hybrid</source>
   <translation>Beides</translation>
  </message>
  <message>
   <source>Both rankings, joined (Alt+1)</source>
   <translation>Beide Ranglisten, zusammengeführt (Alt+1)</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Schlüsselwörter</translation>
  </message>
  <message>
   <source>The words themselves (Alt+2)</source>
   <translation>Die Wörter selbst (Alt+2)</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Bedeutung</translation>
  </message>
  <message>
   <source>What the words mean (Alt+3)</source>
   <translation>Was die Wörter bedeuten (Alt+3)</translation>
  </message>
 </context>
 <context>
  <name>ModelPanel</name>
  <message>
   <source>{title} is in use; its results were checked when it was loaded.</source>
   <translation>{title} ist in Gebrauch; beim Laden wurden seine Ergebnisse geprüft.</translation>
  </message>
  <message>
   <source>Meaning model</source>
   <translation>Bedeutungsmodell</translation>
  </message>
  <message>
   <source>Use this model</source>
   <translation>Dieses Modell verwenden</translation>
  </message>
  <message>
   <source>Models…</source>
   <translation>Modelle…</translation>
  </message>
  <message>
   <source>{title} is being prepared: {done} of {all} passages.</source>
   <translation>{title} wird vorbereitet: {done} von {all} Stellen.</translation>
  </message>
  <message>
   <source>The model of meaning is being loaded and checked.</source>
   <translation>Das Bedeutungsmodell wird geladen und geprüft.</translation>
  </message>
 </context>
 <context>
  <name>ModelsDialog</name>
  <message>
   <source>{done} of {all}, {percent}</source>
   <translation>{done} von {all}, {percent}</translation>
  </message>
  <message>
   <source>Models of meaning</source>
   <translation>Bedeutungsmodelle</translation>
  </message>
  <message>
   <source>Progress</source>
   <translation>Fortschritt</translation>
  </message>
  <message>
   <source>Add a file…</source>
   <translation>Datei hinzufügen…</translation>
  </message>
  <message>
   <source>Use this model</source>
   <translation>Dieses Modell verwenden</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Model</source>
   <translation>Modell</translation>
  </message>
  <message>
   <source>Languages</source>
   <translation>Sprachen</translation>
  </message>
  <message>
   <source>Licence</source>
   <translation>Lizenz</translation>
  </message>
  <message>
   <source>Size</source>
   <translation>Größe</translation>
  </message>
  <message>
   <source>State</source>
   <translation>Zustand</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>This model is in use.</source>
   <translation>Dieses Modell wird benutzt.</translation>
  </message>
  <message>
   <source>Add a model</source>
   <translation>Ein Modell hinzufügen</translation>
  </message>
  <message>
   <source>Models (*.gguf)</source>
   <translation>Modelle (*.gguf)</translation>
  </message>
  <message>
   <source>All of it is here and is being checked</source>
   <translation>Alles ist da und wird geprüft</translation>
  </message>
  <message>
   <source>The model is here and was checked.</source>
   <translation>Das Modell ist da und wurde geprüft.</translation>
  </message>
  <message>
   <source>Stopped. What has arrived is kept for the next time.</source>
   <translation>Angehalten. Was angekommen ist, bleibt für das nächste Mal.</translation>
  </message>
  <message>
   <source>When it is used: {cost}</source>
   <translation>Wenn es benutzt wird: {cost}</translation>
  </message>
  <message>
   <source>‘{name}’ is being copied and checked</source>
   <translation>‚{name}‘ wird kopiert und geprüft</translation>
  </message>
  <message>
   <source>Fetch from {host}</source>
   <translation>Von {host} holen</translation>
  </message>
  <message>
   <source>Asking {host}</source>
   <translation>{host} wird gefragt</translation>
  </message>
 </context>
 <context>
  <name>PageView</name>
  <message>
   <source>Page of the document</source>
   <translation>Seite des Dokuments</translation>
  </message>
 </context>
 <context>
  <name>PlaceChecks</name>
  <message>
   <source>{n} changed</source>
   <translation>{n} geändert</translation>
  </message>
  <message>
   <source>{n} gone</source>
   <translation>{n} verschwunden</translation>
  </message>
  <message>
   <source>{n} as cited</source>
   <translation>{n} wie zitiert</translation>
  </message>
  <message>
   <source>In the files now: {parts}.</source>
   <translation>Jetzt in den Dateien: {parts}.</translation>
  </message>
  <message>
   <source>1 moved to {place}</source>
   <translation>1 verschoben nach {place}</translation>
  </message>
  <message>
   <source>{n} moved</source>
   <translation>{n} verschoben</translation>
  </message>
 </context>
 <context>
  <name>PreviewHead</name>
  <message>
   <source>Plain text with line numbers</source>
   <translation>Reiner Text mit Zeilennummern</translation>
  </message>
  <message>
   <source>Copy the citation (Ctrl+Shift+C)</source>
   <translation>Quellenangabe kopieren (Strg+Umschalt+C)</translation>
  </message>
  <message>
   <source>Open in its own program (Enter)</source>
   <translation>Im eigenen Programm öffnen (Eingabe)</translation>
  </message>
  <message>
   <source>Previous page (PgUp)</source>
   <translation>Vorherige Seite (Bild auf)</translation>
  </message>
  <message>
   <source>Next page (PgDn)</source>
   <translation>Nächste Seite (Bild ab)</translation>
  </message>
  <message>
   <source>Previous match (Shift+N)</source>
   <translation>Vorige Fundstelle (Umschalt+N)</translation>
  </message>
  <message>
   <source>Next match (N)</source>
   <translation>Nächste Fundstelle (N)</translation>
  </message>
  <message>
   <source>No passage selected</source>
   <translation>Keine Stelle gewählt</translation>
  </message>
  <message>
   <source>{document} in {file}</source>
   <translation>{document} in {file}</translation>
  </message>
  <message>
   <source>&lt;b&gt;{page}&lt;/b&gt; / {pages}</source>
   <translation>&lt;b&gt;{page}&lt;/b&gt; / {pages}</translation>
  </message>
  <message>
   <source>Match &lt;b&gt;{index}&lt;/b&gt; of {count}</source>
   <translation>Fundstelle &lt;b&gt;{index}&lt;/b&gt; von {count}</translation>
  </message>
 </context>
 <context>
  <name>PreviewPanel</name>
  <message>
   <source>The page of a passage appears here.</source>
   <translation>Hier erscheint die Seite einer Stelle.</translation>
  </message>
  <message>
   <source>Preview</source>
   <translation>Vorschau</translation>
  </message>
  <message>
   <source>Only the part around the passage is shown.</source>
   <translation>Nur der Teil um die Stelle herum ist zu sehen.</translation>
  </message>
 </context>
 <context>
  <name>QuickKeyNote</name>
  <message>
   <source>To search from anywhere, bind a key to this command in the keyboard settings of your system:</source>
   <translation>Um von überall zu suchen, geben Sie diesem Befehl in den Tastatureinstellungen Ihres Systems eine Taste:</translation>
  </message>
  <message>
   <source>Command of the quick search</source>
   <translation>Befehl der Schnellsuche</translation>
  </message>
  <message>
   <source>Copy</source>
   <translation>Kopieren</translation>
  </message>
  <message>
   <source>Copy the command of the quick search</source>
   <translation>Den Befehl der Schnellsuche kopieren</translation>
  </message>
 </context>
 <context>
  <name>QuickWindow</name>
  <message>
   <source>The citation is copied</source>
   <translation>Die Quellenangabe ist kopiert</translation>
  </message>
  <message>
   <source>Quick search</source>
   <translation>Schnellsuche</translation>
  </message>
  <message>
   <source>Enter: open   Ctrl+Enter: in the window   Ctrl+C: citation   Esc: close</source>
   <translation>Enter: öffnen   Strg+Enter: im Fenster   Strg+C: Quelle   Esc: schließen</translation>
  </message>
  <message>
   <source>Search your documents</source>
   <translation>Durchsuchen Sie Ihre Dokumente</translation>
  </message>
  <message>
   <source>Passages found</source>
   <translation>Gefundene Stellen</translation>
  </message>
  <message>
   <source>No passage has these words.</source>
   <translation>Keine Stelle hat diese Wörter.</translation>
  </message>
 </context>
 <context>
  <name>RankFlow</name>
  <message>
   <source>Rank flow</source>
   <translation>Rangfluss</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Schlüsselwörter</translation>
  </message>
  <message>
   <source>Fused</source>
   <translation>Zusammen</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Bedeutung</translation>
  </message>
 </context>
 <context>
  <name>RankTable</name>
  <message>
   <source>Rank flow as a table</source>
   <translation>Rangfluss als Tabelle</translation>
  </message>
 </context>
 <context>
  <name>RankTableModel</name>
  <message>
   <source>Fused</source>
   <translation>Zusammen</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Schlüsselwörter</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Bedeutung</translation>
  </message>
  <message>
   <source>Passage</source>
   <translation>Stelle</translation>
  </message>
 </context>
 <context>
  <name>ReadView</name>
  <message>
   <source>Preview of the document</source>
   <translation>Vorschau des Dokuments</translation>
  </message>
 </context>
 <context>
  <name>ResultList</name>
  <message>
   <source>Passages found</source>
   <translation>Gefundene Stellen</translation>
  </message>
 </context>
 <context>
  <name>ResultModel</name>
  <message>
   <source>changed since it was indexed</source>
   <translation>seit dem Erfassen geändert</translation>
  </message>
  <message>
   <source>weak match</source>
   <translation>schwacher Treffer</translation>
  </message>
  <message>
   <source>also at {where} of this document</source>
   <translation>auch bei {where} dieses Dokuments</translation>
  </message>
  <message>
   <source>{passages} in this document</source>
   <translation>{passages} in diesem Dokument</translation>
  </message>
  <message>
   <source>also in {where}</source>
   <translation>auch in {where}</translation>
  </message>
  <message>
   <source>{rank} of {number}</source>
   <translation>{rank} von {number}</translation>
  </message>
 </context>
 <context>
  <name>RulesPanel</name>
  <message>
   <source>Rules of the folder</source>
   <translation>Regeln des Ordners</translation>
  </message>
  <message>
   <source>What the new rule does</source>
   <translation>Was die neue Regel tut</translation>
  </message>
  <message>
   <source>Pattern, as *.tmp or drafts/</source>
   <translation>Muster, etwa *.tmp oder entwürfe/</translation>
  </message>
  <message>
   <source>Pattern of the new rule</source>
   <translation>Muster der neuen Regel</translation>
  </message>
  <message>
   <source>Add rule</source>
   <translation>Hinzufügen</translation>
  </message>
  <message>
   <source>Remove rule</source>
   <translation>Regel entfernen</translation>
  </message>
  <message>
   <source>Path inside the folder</source>
   <translation>Pfad innerhalb des Ordners</translation>
  </message>
  <message>
   <source>Test a file</source>
   <translation>Eine Datei prüfen</translation>
  </message>
  <message>
   <source>Answer for the tested file</source>
   <translation>Antwort für die geprüfte Datei</translation>
  </message>
  <message>
   <source>Leave out</source>
   <translation>Auslassen</translation>
  </message>
  <message>
   <source>Only these</source>
   <translation>Nur diese</translation>
  </message>
  <message>
   <source>A file is searched unless a rule leaves it out.</source>
   <translation>Eine Datei wird durchsucht, wenn keine Regel sie auslässt.</translation>
  </message>
  <message>
   <source>Rules: choose a folder</source>
   <translation>Regeln: wählen Sie einen Ordner</translation>
  </message>
  <message>
   <source>Searched.</source>
   <translation>Wird durchsucht.</translation>
  </message>
  <message>
   <source>Not searched.</source>
   <translation>Wird nicht durchsucht.</translation>
  </message>
  <message>
   <source>Rules for {name}</source>
   <translation>Regeln für {name}</translation>
  </message>
 </context>
 <context>
  <name>SavePlace</name>
  <message>
   <source>Save as</source>
   <translation>Speichern unter</translation>
  </message>
  <message>
   <source>Save in</source>
   <translation>Speichern in</translation>
  </message>
  <message>
   <source>‘{name}’ cannot be the name of a file.</source>
   <translation>„{name}“ kann kein Dateiname sein.</translation>
  </message>
  <message>
   <source>in {folder}</source>
   <translation>in {folder}</translation>
  </message>
 </context>
 <context>
  <name>ScoreTable</name>
  <message>
   <source>Scores</source>
   <translation>Wertungen</translation>
  </message>
  <message>
   <source>Rank</source>
   <translation>Rang</translation>
  </message>
  <message>
   <source>Score</source>
   <translation>Wertung</translation>
  </message>
  <message>
   <source>Weight</source>
   <translation>Gewicht</translation>
  </message>
  <message>
   <source>Share</source>
   <translation>Anteil</translation>
  </message>
  <message>
   <source>BM25</source>
   <translation>BM25</translation>
  </message>
  <message>
   <source>cosine</source>
   <translation>Kosinus</translation>
  </message>
  <message>
   <source>Fused</source>
   <translation>Zusammen</translation>
  </message>
  <message>
   <source>of 1</source>
   <translation>von 1</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Schlüsselwörter</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Bedeutung</translation>
  </message>
 </context>
 <context>
  <name>SearchField</name>
  <message>
   <source>Saved; click to let go of it (Ctrl+D)</source>
   <translation>Gespeichert; klicken, um sie loszulassen (Strg+D)</translation>
  </message>
  <message>
   <source>Search your documents</source>
   <translation>Durchsuchen Sie Ihre Dokumente</translation>
  </message>
  <message>
   <source>Search</source>
   <translation>Suche</translation>
  </message>
  <message>
   <source>Save this search (Ctrl+D)</source>
   <translation>Diese Suche speichern (Strg+D)</translation>
  </message>
  <message>
   <source>Clear the search</source>
   <translation>Suche leeren</translation>
  </message>
 </context>
 <context>
  <name>SearchKeys</name>
  <message>
   <source>Preview over the list, in a narrow window</source>
   <translation>Vorschau über der Liste, in einem schmalen Fenster</translation>
  </message>
  <message>
   <source>Copy in another format</source>
   <translation>In einem anderen Format kopieren</translation>
  </message>
  <message>
   <source>Next match</source>
   <translation>Nächste Fundstelle</translation>
  </message>
  <message>
   <source>Previous match</source>
   <translation>Vorige Fundstelle</translation>
  </message>
  <message>
   <source>Hybrid</source>
   <translation>Beides</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Schlüsselwörter</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Bedeutung</translation>
  </message>
  <message>
   <source>Save this search</source>
   <translation>Diese Suche speichern</translation>
  </message>
  <message>
   <source>Group by document</source>
   <translation>Nach Dokument gruppieren</translation>
  </message>
  <message>
   <source>Weak matches on or off</source>
   <translation>Schwache Treffer ein oder aus</translation>
  </message>
  <message>
   <source>Filters: {section}</source>
   <translation>Filter: {section}</translation>
  </message>
 </context>
 <context>
  <name>SearchStates</name>
  <message>
   <source>The passages are being read by meaning.</source>
   <translation>Die Stellen werden nach Bedeutung gelesen.</translation>
  </message>
  <message>
   <source>The search repeats by itself.</source>
   <translation>Die Suche wiederholt sich von selbst.</translation>
  </message>
  <message>
   <source>marked as weak, below the line</source>
   <translation>als schwach markiert, unter der Linie</translation>
  </message>
  <message>
   <source>The files are being read. Keywords work after the first file.</source>
   <translation>Die Dateien werden gelesen. Schlüsselwörter gehen nach der ersten Datei.</translation>
  </message>
  <message>
   <source>Search your documents</source>
   <translation>Durchsuchen Sie Ihre Dokumente</translation>
  </message>
  <message>
   <source>The search could not be carried out</source>
   <translation>Die Suche konnte nicht ausgeführt werden</translation>
  </message>
  <message>
   <source>Meaning is not ready yet</source>
   <translation>Bedeutung ist noch nicht bereit</translation>
  </message>
  <message>
   <source>The language model is being loaded.</source>
   <translation>Das Sprachmodell wird geladen.</translation>
  </message>
  <message>
   <source>Search by keywords</source>
   <translation>Nach Schlüsselwörtern suchen</translation>
  </message>
  <message>
   <source>finds the words themselves, at once</source>
   <translation>findet die Wörter selbst, sofort</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Schlüsselwörter</translation>
  </message>
  <message>
   <source>Nothing relevant</source>
   <translation>Nichts Passendes</translation>
  </message>
  <message>
   <source>There are no words to look for in this query.</source>
   <translation>In dieser Anfrage sind keine Wörter, nach denen sich suchen lässt.</translation>
  </message>
  <message>
   <source>No passage is a match for this search.</source>
   <translation>Keine Stelle passt zu dieser Suche.</translation>
  </message>
  <message>
   <source>Found by keywords so far.</source>
   <translation>Bis jetzt durch Schlüsselwörter gefunden.</translation>
  </message>
  <message>
   <source>Show {weak}</source>
   <translation>{weak} zeigen</translation>
  </message>
  <message>
   <source>Show</source>
   <translation>Zeigen</translation>
  </message>
  <message>
   <source>With these filters no passage contains {words}.</source>
   <translation>Mit diesen Filtern enthält keine Stelle {words}.</translation>
  </message>
  <message>
   <source>Look at the library</source>
   <translation>Zur Bibliothek</translation>
  </message>
  <message>
   <source>which folders are searched, and what is not indexed</source>
   <translation>welche Ordner durchsucht werden, und was nicht erfasst ist</translation>
  </message>
  <message>
   <source>Library</source>
   <translation>Bibliothek</translation>
  </message>
  <message>
   <source>Meaning covers {percent} of your passages so far. The search repeats by itself when it is complete.</source>
   <translation>Bedeutung kennt bis jetzt {percent} Ihrer Stellen. Die Suche wiederholt sich von selbst, sobald sie vollständig ist.</translation>
  </message>
  <message>
   <source>{size}. Type words or a whole question; results appear as you type.</source>
   <translation>{size}. Tippen Sie Wörter oder eine ganze Frage; Ergebnisse erscheinen beim Tippen.</translation>
  </message>
  <message>
   <source>What is nearest is hardly about it: {weak} left out.</source>
   <translation>Was am nächsten liegt, handelt kaum davon: {weak} weggelassen.</translation>
  </message>
  <message>
   <source>No passage holds enough of {words}, and nothing is close enough in meaning to be called a match.</source>
   <translation>Keine Stelle enthält genug von {words}, und nichts ist nach Bedeutung nah genug für einen Treffer.</translation>
  </message>
  <message>
   <source>No passage contains {words}.</source>
   <translation>Keine Stelle enthält {words}.</translation>
  </message>
  <message>
   <source>Search without filters</source>
   <translation>Ohne Filter suchen</translation>
  </message>
  <message>
   <source>in all folders, tags, languages and types</source>
   <translation>in allen Ordnern, Schlagworten, Sprachen und Arten</translation>
  </message>
  <message>
   <source>Clear filters</source>
   <translation>Filter leeren</translation>
  </message>
  <message>
   <source>Search by meaning too</source>
   <translation>Auch nach Bedeutung suchen</translation>
  </message>
  <message>
   <source>finds passages that use other words</source>
   <translation>findet Stellen mit anderen Wörtern</translation>
  </message>
  <message>
   <source>Hybrid</source>
   <translation>Beides</translation>
  </message>
  <message>
   <source>Did you mean ‘{word}’?</source>
   <translation>Meinten Sie „{word}“?</translation>
  </message>
  <message>
   <source>found in {passages}</source>
   <translation>gefunden in {passages}</translation>
  </message>
  <message>
   <source>Search</source>
   <translation>Suche</translation>
  </message>
 </context>
 <context>
  <name>Searches</name>
  <message>
   <source>{passages} new since {day}.</source>
   <translation>{passages} neu seit {day}.</translation>
  </message>
  <message>
   <source>This search is no longer saved.</source>
   <translation>Diese Suche ist nicht mehr gespeichert.</translation>
  </message>
  <message>
   <source>Saved. What is new in it is told when you open it again.</source>
   <translation>Gespeichert. Was darin neu ist, wird gesagt, wenn Sie sie wieder öffnen.</translation>
  </message>
 </context>
 <context>
  <name>SettingRow</name>
  <message>
   <source>Reset</source>
   <translation>Zurücksetzen</translation>
  </message>
  <message>
   <source>Reset: {what}</source>
   <translation>Zurücksetzen: {what}</translation>
  </message>
 </context>
 <context>
  <name>SettingsDialog</name>
  <message>
   <source>Settings</source>
   <translation>Einstellungen</translation>
  </message>
  <message>
   <source>No setting has these words.</source>
   <translation>Keine Einstellung enthält diese Wörter.</translation>
  </message>
  <message>
   <source>Reset all</source>
   <translation>Alle zurücksetzen</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Search settings</source>
   <translation>Einstellungen durchsuchen</translation>
  </message>
  <message>
   <source>Groups of settings</source>
   <translation>Gruppen von Einstellungen</translation>
  </message>
  <message>
   <source>Saved; {when}.</source>
   <translation>Gespeichert; {when}.</translation>
  </message>
 </context>
 <context>
  <name>ShortcutDialog</name>
  <message>
   <source>{keys} is taken by ‘{command}’. Choose other keys, or change those first.</source>
   <translation>{keys} gehört schon zu „{command}“. Wählen Sie andere Tasten, oder ändern Sie zuerst jene.</translation>
  </message>
  <message>
   <source>Keyboard shortcuts</source>
   <translation>Tastenkürzel</translation>
  </message>
  <message>
   <source>Search for a command or a key</source>
   <translation>Einen Befehl oder eine Taste suchen</translation>
  </message>
  <message>
   <source>Use these keys</source>
   <translation>Diese Tasten verwenden</translation>
  </message>
  <message>
   <source>Reset</source>
   <translation>Zurücksetzen</translation>
  </message>
  <message>
   <source>Reset all</source>
   <translation>Alle zurücksetzen</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Commands and their keys</source>
   <translation>Befehle und ihre Tasten</translation>
  </message>
  <message>
   <source>New keys</source>
   <translation>Neue Tasten</translation>
  </message>
  <message>
   <source>New keys for the chosen command</source>
   <translation>Neue Tasten für den gewählten Befehl</translation>
  </message>
  <message>
   <source>What it does</source>
   <translation>Was es tut</translation>
  </message>
  <message>
   <source>Keys</source>
   <translation>Tasten</translation>
  </message>
  <message>
   <source>Usually {keys}</source>
   <translation>Üblich: {keys}</translation>
  </message>
 </context>
 <context>
  <name>SuggestionList</name>
  <message>
   <source>Suggestions</source>
   <translation>Vorschläge</translation>
  </message>
 </context>
 <context>
  <name>TagsDialog</name>
  <message>
   <source>Tags and trust</source>
   <translation>Schlagworte und Vertrauen</translation>
  </message>
  <message>
   <source>New tags, separated by commas</source>
   <translation>Neue Schlagworte, durch Kommas getrennt</translation>
  </message>
  <message>
   <source>New tags</source>
   <translation>Neue Schlagworte</translation>
  </message>
  <message>
   <source>Tags that were given here</source>
   <translation>Hier vergebene Schlagworte</translation>
  </message>
  <message>
   <source>Trust</source>
   <translation>Vertrauen</translation>
  </message>
  <message>
   <source>Save</source>
   <translation>Speichern</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>Leave as it is</source>
   <translation>Lassen, wie es ist</translation>
  </message>
  <message>
   <source>Primary: the source itself</source>
   <translation>Primär: die Quelle selbst</translation>
  </message>
  <message>
   <source>Secondary: about a source</source>
   <translation>Sekundär: über eine Quelle</translation>
  </message>
  <message>
   <source>Generated: written by a program</source>
   <translation>Erzeugt: von einem Programm geschrieben</translation>
  </message>
  <message>
   <source>As the file says</source>
   <translation>Wie die Datei es sagt</translation>
  </message>
  <message>
   <source>Tags</source>
   <translation>Schlagworte</translation>
  </message>
 </context>
 <context>
  <name>TextView</name>
  <message>
   <source>Preview of the document</source>
   <translation>Vorschau des Dokuments</translation>
  </message>
 </context>
 <context>
  <name>ThemeMenu</name>
  <message>
   <source>Theme</source>
   <translation>Farben</translation>
  </message>
  <message>
   <source>As the system</source>
   <translation>Wie das System</translation>
  </message>
  <message>
   <source>Light</source>
   <translation>Hell</translation>
  </message>
  <message>
   <source>Dark</source>
   <translation>Dunkel</translation>
  </message>
  <message>
   <source>High contrast</source>
   <translation>Hoher Kontrast</translation>
  </message>
 </context>
 <context>
  <name>Tray</name>
  <message>
   <source>Show Twofold</source>
   <translation>Twofold zeigen</translation>
  </message>
  <message>
   <source>Quick search</source>
   <translation>Schnellsuche</translation>
  </message>
  <message>
   <source>Quit</source>
   <translation>Beenden</translation>
  </message>
  <message>
   <source>Continue indexing</source>
   <translation>Erfassen fortsetzen</translation>
  </message>
  <message>
   <source>Pause indexing</source>
   <translation>Erfassen anhalten</translation>
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
   <translation>Was geändert wurde</translation>
  </message>
  <message>
   <source>Undo</source>
   <translation>Rückgängig</translation>
  </message>
  <message>
   <source>Ctrl+Z</source>
   <translation>Strg+Z</translation>
  </message>
 </context>
 <context>
  <name>WaitingBar</name>
  <message>
   <source>Still searching</source>
   <translation>Es wird noch gesucht</translation>
  </message>
 </context>
 <context>
  <name>WeakLine</name>
  <message>
   <source>Hide</source>
   <translation>Verbergen</translation>
  </message>
  <message>
   <source>Show</source>
   <translation>Zeigen</translation>
  </message>
  <message>
   <source>{weak} hidden</source>
   <translation>{weak} verborgen</translation>
  </message>
  <message>
   <source>Hide {weak}</source>
   <translation>{weak} verbergen</translation>
  </message>
  <message>
   <source>Show {weak}</source>
   <translation>{weak} zeigen</translation>
  </message>
 </context>
 <context>
  <name>WelcomePage</name>
  <message>
   <source>Choose folders. Files stay where they are, and nothing leaves this computer. Keyword search works within seconds; search by meaning follows in the background.</source>
   <translation>Wählen Sie Ordner. Die Dateien bleiben, wo sie sind, und nichts verlässt diesen Rechner. Die Suche nach Schlüsselwörtern geht nach Sekunden; die Suche nach Bedeutung folgt im Hintergrund.</translation>
  </message>
  <message>
   <source>Start searching</source>
   <translation>Suche beginnen</translation>
  </message>
  <message>
   <source>Try the sample library</source>
   <translation>Beispielbibliothek ausprobieren</translation>
  </message>
  <message>
   <source>Add another folder…</source>
   <translation>Weiteren Ordner hinzufügen…</translation>
  </message>
  <message>
   <source>Search your own documents,</source>
   <translation>Durchsuchen Sie Ihre Dokumente,</translation>
  </message>
  <message>
   <source>by keywords and by meaning.</source>
   <translation>nach Schlüsselwörtern und nach Bedeutung.</translation>
  </message>
  <message>
   <source>Twofold</source>
   <translation>Twofold</translation>
  </message>
  <message>
   <source>Folders to search</source>
   <translation>Zu durchsuchende Ordner</translation>
  </message>
  <message>
   <source>or drop it on this window</source>
   <translation>oder auf dieses Fenster ziehen</translation>
  </message>
  <message>
   <source>The language model is being prepared; keywords work meanwhile.</source>
   <translation>Das Sprachmodell wird vorbereitet; Schlüsselwörter gehen schon.</translation>
  </message>
  <message>
   <source>{chosen} of {all} chosen</source>
   <translation>{chosen} von {all} gewählt</translation>
  </message>
  <message>
   <source>The language model is ready: {title}</source>
   <translation>Das Sprachmodell ist bereit: {title}</translation>
  </message>
 </context>
 <context>
  <name>WelcomePicture</name>
  <message>
   <source>Passages found by keywords and by meaning become one ranked list.</source>
   <translation>Durch Schlüsselwörter und durch Bedeutung gefundene Stellen werden eine Rangliste.</translation>
  </message>
  <message>
   <source>Notes, lines 10–24</source>
   <translation>Notizen, Zeilen 10–24</translation>
  </message>
  <message>
   <source>Mail, lines 2–9</source>
   <translation>Post, Zeilen 2–9</translation>
  </message>
  <message>
   <source>Papers, p. 3</source>
   <translation>Aufsätze, S. 3</translation>
  </message>
  <message>
   <source>Notes, lines 31–44</source>
   <translation>Notizen, Zeilen 31–44</translation>
  </message>
  <message>
   <source>Reading, p. 12</source>
   <translation>Lektüre, S. 12</translation>
  </message>
  <message>
   <source>Code, lines 88–91</source>
   <translation>Code, Zeilen 88–91</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Schlüsselwörter</translation>
  </message>
  <message>
   <source>One ranked list</source>
   <translation>Eine Rangliste</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Bedeutung</translation>
  </message>
 </context>
 <context>
  <name>WindowDialogs</name>
  <message>
   <source>Add folder</source>
   <translation>Ordner hinzufügen</translation>
  </message>
  <message>
   <source>Saved as {path}</source>
   <translation>Gespeichert als {path}</translation>
  </message>
 </context>
 <context>
  <name>block_reading</name>
  <message>
   <source>Slide {number}</source>
   <translation>Folie {number}</translation>
  </message>
 </context>
 <context>
  <name>citation_text</name>
  <message>
   <source>line {number}</source>
   <translation>Zeile {number}</translation>
  </message>
  <message>
   <source>lines {range}</source>
   <translation>Zeilen {range}</translation>
  </message>
  <message>
   <source>p. {number}</source>
   <translation>S. {number}</translation>
  </message>
  <message>
   <source>slide {number}</source>
   <translation>Folie {number}</translation>
  </message>
  <message>
   <source>sheet {number}</source>
   <translation>Tabelle {number}</translation>
  </message>
  <message>
   <source>chapter {number}</source>
   <translation>Kapitel {number}</translation>
  </message>
  <message>
   <source>message {number}</source>
   <translation>Nachricht {number}</translation>
  </message>
  <message>
   <source>paragraph {number}</source>
   <translation>Absatz {number}</translation>
  </message>
  <message>
   <source>row {number}</source>
   <translation>Zeile {number}</translation>
  </message>
  <message>
   <source>paragraphs {range}</source>
   <translation>Absätze {range}</translation>
  </message>
  <message>
   <source>rows {range}</source>
   <translation>Zeilen {range}</translation>
  </message>
 </context>
 <context>
  <name>counts</name>
  <message>
   <source>1 passage</source>
   <translation>1 Stelle</translation>
  </message>
  <message numerus="yes">
   <source>{n} passages</source>
   <translation>
    <numerusform>{n} Stellen</numerusform>
    <numerusform>{n} Stellen</numerusform>
   </translation>
  </message>
  <message>
   <source>1 document</source>
   <translation>1 Dokument</translation>
  </message>
  <message numerus="yes">
   <source>{n} documents</source>
   <translation>
    <numerusform>{n} Dokumente</numerusform>
    <numerusform>{n} Dokumente</numerusform>
   </translation>
  </message>
  <message>
   <source>1 other document</source>
   <translation>1 weiteres Dokument</translation>
  </message>
  <message numerus="yes">
   <source>{n} other documents</source>
   <translation>
    <numerusform>{n} weitere Dokumente</numerusform>
    <numerusform>{n} weitere Dokumente</numerusform>
   </translation>
  </message>
  <message>
   <source>1 other place</source>
   <translation>1 andere Stelle</translation>
  </message>
  <message numerus="yes">
   <source>{n} other places</source>
   <translation>
    <numerusform>{n} andere Stellen</numerusform>
    <numerusform>{n} andere Stellen</numerusform>
   </translation>
  </message>
  <message>
   <source>weak matches</source>
   <translation>schwache Treffer</translation>
  </message>
  <message>
   <source>1 weak match</source>
   <translation>1 schwacher Treffer</translation>
  </message>
  <message numerus="yes">
   <source>{n} weak matches</source>
   <translation>
    <numerusform>{n} schwache Treffer</numerusform>
    <numerusform>{n} schwache Treffer</numerusform>
   </translation>
  </message>
  <message>
   <source>1 file</source>
   <translation>1 Datei</translation>
  </message>
  <message numerus="yes">
   <source>{n} files</source>
   <translation>
    <numerusform>{n} Dateien</numerusform>
    <numerusform>{n} Dateien</numerusform>
   </translation>
  </message>
  <message>
   <source>1 file not indexed</source>
   <translation>1 Datei nicht erfasst</translation>
  </message>
  <message numerus="yes">
   <source>{n} files not indexed</source>
   <translation>
    <numerusform>{n} Dateien nicht erfasst</numerusform>
    <numerusform>{n} Dateien nicht erfasst</numerusform>
   </translation>
  </message>
  <message>
   <source>1 folder</source>
   <translation>1 Ordner</translation>
  </message>
  <message numerus="yes">
   <source>{n} folders</source>
   <translation>
    <numerusform>{n} Ordner</numerusform>
    <numerusform>{n} Ordner</numerusform>
   </translation>
  </message>
  <message>
   <source>1 filter</source>
   <translation>1 Filter</translation>
  </message>
  <message numerus="yes">
   <source>{n} filters</source>
   <translation>
    <numerusform>{n} Filter</numerusform>
    <numerusform>{n} Filter</numerusform>
   </translation>
  </message>
 </context>
 <context>
  <name>engine</name>
  <message>
   <source>Keywords and meaning count about equally.</source>
   <translation>Schlüsselwörter und Bedeutung zählen etwa gleich viel.</translation>
  </message>
  <message>
   <source>Only meaning counts, as keywords found nothing.</source>
   <translation>Nur die Bedeutung zählt, da die Schlüsselwörter nichts fanden.</translation>
  </message>
  <message>
   <source>Only keywords count, as meaning found nothing.</source>
   <translation>Nur die Schlüsselwörter zählen, da die Bedeutung nichts fand.</translation>
  </message>
  <message>
   <source>Meaning counts more because its best passages stand out, while many passages match the words about equally well.</source>
   <translation>Die Bedeutung zählt mehr, weil ihre besten Stellen herausragen, während viele Stellen etwa gleich gut zu den Wörtern passen.</translation>
  </message>
  <message>
   <source>Keywords count more because a few passages match the words far better than all others.</source>
   <translation>Die Schlüsselwörter zählen mehr, weil wenige Stellen weit besser zu den Wörtern passen als alle anderen.</translation>
  </message>
  <message>
   <source>Meaning counts more because its best passages are far closer to the query than the rest of the library.</source>
   <translation>Die Bedeutung zählt mehr, weil ihre besten Stellen der Anfrage weit näher sind als der Rest der Bibliothek.</translation>
  </message>
  <message>
   <source>Keywords count more because no passage is clearly close to the query in meaning.</source>
   <translation>Die Schlüsselwörter zählen mehr, weil keine Stelle der Anfrage in der Bedeutung deutlich nahe ist.</translation>
  </message>
  <message>
   <source>Meaning counts more because no passage holds all the rare words of the query.</source>
   <translation>Die Bedeutung zählt mehr, weil keine Stelle alle seltenen Wörter der Anfrage enthält.</translation>
  </message>
  <message>
   <source>Keywords count more because the passages closest in meaning hold few of the words of the query.</source>
   <translation>Die Schlüsselwörter zählen mehr, weil die in der Bedeutung nächsten Stellen wenige Wörter der Anfrage enthalten.</translation>
  </message>
  <message>
   <source>Meaning counts more because the settings give it more weight.</source>
   <translation>Die Bedeutung zählt mehr, weil die Einstellungen ihr mehr Gewicht geben.</translation>
  </message>
  <message>
   <source>Keywords count more because the settings give them more weight.</source>
   <translation>Die Schlüsselwörter zählen mehr, weil die Einstellungen ihnen mehr Gewicht geben.</translation>
  </message>
  <message>
   <source>Only meaning was searched: {why}.</source>
   <translation>Nur nach der Bedeutung wurde gesucht: {why}.</translation>
  </message>
  <message>
   <source>Only keywords were searched: {why}.</source>
   <translation>Nur nach Schlüsselwörtern wurde gesucht: {why}.</translation>
  </message>
  <message>
   <source>Keywords could not be searched: {why}.</source>
   <translation>Nach Schlüsselwörtern konnte nicht gesucht werden: {why}.</translation>
  </message>
  <message>
   <source>Meaning could not be searched: {why}.</source>
   <translation>Nach der Bedeutung konnte nicht gesucht werden: {why}.</translation>
  </message>
  <message>
   <source>The order is that before reranking: {why}.</source>
   <translation>Die Reihenfolge ist die vor dem Nachlesen: {why}.</translation>
  </message>
  <message>
   <source>no passage has been read by meaning yet</source>
   <translation>noch keine Stelle wurde nach Bedeutung gelesen</translation>
  </message>
  <message>
   <source>this passage has not been read by meaning yet</source>
   <translation>diese Stelle wurde noch nicht nach Bedeutung gelesen</translation>
  </message>
  <message>
   <source>the query has no free text to compare</source>
   <translation>die Anfrage hat keinen freien Text zum Vergleichen</translation>
  </message>
  <message>
   <source>the language model is still being prepared</source>
   <translation>das Sprachmodell wird noch vorbereitet</translation>
  </message>
  <message>
   <source>nothing has been read by meaning yet</source>
   <translation>noch nichts wurde nach Bedeutung gelesen</translation>
  </message>
  <message>
   <source>there is no embedding model</source>
   <translation>es gibt kein Sprachmodell</translation>
  </message>
  <message>
   <source>the vectors were made by another model</source>
   <translation>die Vektoren stammen von einem anderen Modell</translation>
  </message>
  <message>
   <source>an unexpected error happened; the log has the details</source>
   <translation>ein unerwarteter Fehler ist aufgetreten; Einzelheiten stehen im Protokoll</translation>
  </message>
  <message>
   <source>no word of the query occurs in the library</source>
   <translation>kein Wort der Anfrage kommt in der Bibliothek vor</translation>
  </message>
  <message>
   <source>{number} passages with all terms</source>
   <translation>{number} Stellen mit allen Wörtern</translation>
  </message>
  <message>
   <source>{number} passages with all terms, filled up with {more} that hold some</source>
   <translation>{number} Stellen mit allen Wörtern, ergänzt um {more} mit einigen davon</translation>
  </message>
  <message>
   <source>exact scan of {number} vectors</source>
   <translation>genauer Vergleich mit {number} Vektoren</translation>
  </message>
  <message>
   <source>exact scan of {number} filtered vectors</source>
   <translation>genauer Vergleich mit {number} gefilterten Vektoren</translation>
  </message>
  <message>
   <source>HNSW graph of {number} vectors, {found} of them scored again exactly</source>
   <translation>HNSW-Graph aus {number} Vektoren, {found} davon noch einmal genau bewertet</translation>
  </message>
  <message>
   <source>HNSW graph of {number} vectors, {found} of them scored again exactly, and exact scan of {newer} newer ones</source>
   <translation>HNSW-Graph aus {number} Vektoren, {found} davon noch einmal genau bewertet, und genauer Vergleich mit {newer} neueren</translation>
  </message>
  <message>
   <source>{plan}; {number} of {all} passages have vectors</source>
   <translation>{plan}; {number} von {all} Stellen haben Vektoren</translation>
  </message>
  <message>
   <source>This file has changed since it was indexed. The passage is still in its place.</source>
   <translation>Diese Datei hat sich seit dem Erfassen geändert. Die Stelle ist noch an ihrem Platz.</translation>
  </message>
  <message>
   <source>This file has changed since it was indexed. The passage was found again on {place}.</source>
   <translation>Diese Datei hat sich seit dem Erfassen geändert. Die Stelle wurde wiedergefunden: {place}.</translation>
  </message>
  <message>
   <source>This file has changed since it was indexed. The passage is no longer in it.</source>
   <translation>Diese Datei hat sich seit dem Erfassen geändert. Die Stelle steht nicht mehr darin.</translation>
  </message>
  <message>
   <source>This file is no longer there. This is the passage as it was indexed.</source>
   <translation>Diese Datei ist nicht mehr da. Dies ist die Stelle, wie sie erfasst wurde.</translation>
  </message>
  <message>
   <source>{why} This is the passage as it was indexed.</source>
   <translation>{why} Dies ist die Stelle, wie sie erfasst wurde.</translation>
  </message>
 </context>
 <context>
  <name>failure_action</name>
  <message>
   <source>Retry</source>
   <translation>Erneut versuchen</translation>
  </message>
  <message>
   <source>Show in folder</source>
   <translation>Im Ordner zeigen</translation>
  </message>
  <message>
   <source>Change the limit…</source>
   <translation>Grenze ändern…</translation>
  </message>
 </context>
 <context>
  <name>failure_words</name>
  <message>
   <source>No permission to read</source>
   <translation>Keine Erlaubnis zu lesen</translation>
  </message>
  <message>
   <source>The file has gone</source>
   <translation>Die Datei ist weg</translation>
  </message>
  <message>
   <source>Larger than the limit</source>
   <translation>Größer als die Grenze</translation>
  </message>
  <message>
   <source>Pages are pictures without text</source>
   <translation>Die Seiten sind Bilder ohne Text</translation>
  </message>
  <message>
   <source>Damaged</source>
   <translation>Beschädigt</translation>
  </message>
  <message>
   <source>Protected by a password</source>
   <translation>Durch ein Kennwort geschützt</translation>
  </message>
  <message>
   <source>No reader for this format</source>
   <translation>Kein Leser für dieses Format</translation>
  </message>
  <message>
   <source>Not a text</source>
   <translation>Kein Text</translation>
  </message>
  <message>
   <source>Took too long; stopped</source>
   <translation>Dauerte zu lange; abgebrochen</translation>
  </message>
  <message>
   <source>Needed too much memory; stopped</source>
   <translation>Brauchte zu viel Speicher; abgebrochen</translation>
  </message>
  <message>
   <source>The reader failed on this file</source>
   <translation>Der Leser scheiterte an dieser Datei</translation>
  </message>
  <message>
   <source>Cannot be reached now</source>
   <translation>Derzeit nicht erreichbar</translation>
  </message>
 </context>
 <context>
  <name>filter_words</name>
  <message>
   <source>primary sources only</source>
   <translation>nur Primärquellen</translation>
  </message>
  <message>
   <source>nothing generated</source>
   <translation>nichts Erzeugtes</translation>
  </message>
  <message>
   <source>in {values}</source>
   <translation>in {values}</translation>
  </message>
  <message>
   <source>not in {values}</source>
   <translation>nicht in {values}</translation>
  </message>
  <message>
   <source>not {values}</source>
   <translation>nicht {values}</translation>
  </message>
  <message>
   <source>path {pattern}</source>
   <translation>Pfad {pattern}</translation>
  </message>
  <message>
   <source>from {day}</source>
   <translation>ab {day}</translation>
  </message>
  <message>
   <source>to {day}</source>
   <translation>bis {day}</translation>
  </message>
  <message>
   <source> or </source>
   <translation> oder </translation>
  </message>
 </context>
 <context>
  <name>library_news</name>
  <message>
   <source>Indexing has finished: {files} can be searched.</source>
   <translation>Das Erfassen ist fertig: {files} sind durchsuchbar.</translation>
  </message>
  <message>
   <source>{files}. The library says why.</source>
   <translation>{files}. Die Bibliothek sagt, warum.</translation>
  </message>
 </context>
 <context>
  <name>library_words</name>
  <message>
   <source>up to date</source>
   <translation>auf dem neuesten Stand</translation>
  </message>
  <message>
   <source>reading by meaning</source>
   <translation>wird nach Bedeutung gelesen</translation>
  </message>
  <message>
   <source>Keywords {percent}</source>
   <translation>Schlüsselwörter {percent}</translation>
  </message>
  <message>
   <source>Meaning {percent}</source>
   <translation>Bedeutung {percent}</translation>
  </message>
  <message>
   <source>{minutes} min left</source>
   <translation>noch {minutes} min</translation>
  </message>
  <message>
   <source>{passages} in {files}</source>
   <translation>{passages} in {files}</translation>
  </message>
  <message>
   <source>not connected; results kept</source>
   <translation>nicht verbunden; Ergebnisse bleiben</translation>
  </message>
  <message>
   <source>reading the files</source>
   <translation>die Dateien werden gelesen</translation>
  </message>
  <message>
   <source>only keywords: the language model is not usable</source>
   <translation>nur Schlüsselwörter: das Sprachmodell ist nicht brauchbar</translation>
  </message>
  <message>
   <source>paused</source>
   <translation>angehalten</translation>
  </message>
 </context>
 <context>
  <name>model_words</name>
  <message>
   <source>All {passages} are read by meaning again, which takes about {minutes} min; until then the present model answers.</source>
   <translation>Alle {passages} werden noch einmal nach Bedeutung gelesen, was etwa {minutes} min dauert; bis dahin antwortet das jetzige Modell.</translation>
  </message>
  <message>
   <source>Its file is made first, from what is installed, and checked.</source>
   <translation>Seine Datei wird zuerst aus dem erzeugt, was installiert ist, und geprüft.</translation>
  </message>
  <message>
   <source>All {passages} are read by meaning again; until then the present model answers.</source>
   <translation>Alle {passages} werden noch einmal nach Bedeutung gelesen; bis dahin antwortet das jetzige Modell.</translation>
  </message>
  <message>
   <source>All {passages} are read by meaning again, which takes well over {minutes} min, as this model is larger; until then the present model answers.</source>
   <translation>Alle {passages} werden neu nach Bedeutung gelesen, was weit über {minutes} Min. dauert, da dieses Modell größer ist; bis dahin antwortet das jetzige Modell.</translation>
  </message>
  <message>
   <source>Its file is here and is checked before it is used.</source>
   <translation>Seine Datei ist da und wird vor dem Gebrauch geprüft.</translation>
  </message>
  <message>
   <source>Its file is not on this computer. It would be fetched from {host}: {size}, under the licence {licence}. Only the file's name and the versions of the programs involved are sent there; nothing else in Twofold uses the network.</source>
   <translation>Seine Datei ist nicht auf diesem Computer. Sie würde von {host} geholt: {size}, unter der Lizenz {licence}. Dorthin werden nur der Name der Datei und die Versionen der beteiligten Programme gesandt; nichts anderes in Twofold benutzt das Netz.</translation>
  </message>
  <message>
   <source>in use</source>
   <translation>in Gebrauch</translation>
  </message>
  <message>
   <source>ready</source>
   <translation>bereit</translation>
  </message>
  <message>
   <source>to be fetched</source>
   <translation>zu holen</translation>
  </message>
  <message>
   <source>installed</source>
   <translation>installiert</translation>
  </message>
 </context>
 <context>
  <name>numerals</name>
  <message>
   <source>{number}th</source>
   <translation>{number}.</translation>
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
   <translation>{number}.</translation>
  </message>
  <message>
   <source>{number}nd</source>
   <translation>{number}.</translation>
  </message>
  <message>
   <source>{number}rd</source>
   <translation>{number}.</translation>
  </message>
 </context>
 <context>
  <name>open_document</name>
  <message>
   <source>'{name}' is not a regular file, so it was not opened.</source>
   <translation>„{name}“ ist keine gewöhnliche Datei und wurde deshalb nicht geöffnet.</translation>
  </message>
  <message>
   <source>'{name}' could be run as a program, so it was not opened.</source>
   <translation>„{name}“ könnte als Programm laufen und wurde deshalb nicht geöffnet.</translation>
  </message>
  <message>
   <source>'{name}' is no longer where it was.</source>
   <translation>„{name}“ ist nicht mehr, wo es war.</translation>
  </message>
 </context>
 <context>
  <name>scope_segments</name>
  <message>
   <source>Selected {n}</source>
   <translation>Gewählte {n}</translation>
  </message>
  <message>
   <source>All {n}</source>
   <translation>Alle {n}</translation>
  </message>
 </context>
 <context>
  <name>search_offers</name>
  <message>
   <source>searched before</source>
   <translation>früher gesucht</translation>
  </message>
  <message>
   <source>a question to the sample library</source>
   <translation>eine Frage an die Beispielbibliothek</translation>
  </message>
  <message>
   <source>why does a finalizer block namespace deletion</source>
   <translation>warum blockiert ein Finalizer das Löschen eines Namespace</translation>
  </message>
  <message>
   <source>limit the memory a pod may use</source>
   <translation>wie viel Speicher ein Pod nehmen darf</translation>
  </message>
  <message>
   <source>wet books after a burst pipe</source>
   <translation>nasse Bücher nach einem Rohrbruch</translation>
  </message>
  <message>
   <source>Open</source>
   <translation>Öffnen</translation>
  </message>
  <message>
   <source>Search</source>
   <translation>Suche</translation>
  </message>
  <message>
   <source>saved</source>
   <translation>gespeichert</translation>
  </message>
  <message>
   <source>saved; last looked at on {day}</source>
   <translation>gespeichert; zuletzt angesehen am {day}</translation>
  </message>
 </context>
 <context>
  <name>sentence</name>
  <message>
   <source>&lt;b&gt;{rank} by keywords&lt;/b&gt; because of the rare word &lt;mark&gt;{word}&lt;/mark&gt;, found in {number} of {all} passages.</source>
   <translation>&lt;b&gt;{rank} nach Schlüsselwörtern&lt;/b&gt; wegen des seltenen Wortes &lt;mark&gt;{word}&lt;/mark&gt;, gefunden in {number} von {all} Stellen.</translation>
  </message>
  <message>
   <source>&lt;b&gt;{rank} by keywords&lt;/b&gt; because of the word &lt;mark&gt;{word}&lt;/mark&gt;, found in {number} of {all} passages.</source>
   <translation>&lt;b&gt;{rank} nach Schlüsselwörtern&lt;/b&gt; wegen des Wortes &lt;mark&gt;{word}&lt;/mark&gt;, gefunden in {number} von {all} Stellen.</translation>
  </message>
  <message>
   <source>Together: &lt;total&gt;{rank} of {number}.&lt;/total&gt;</source>
   <translation>Zusammen: &lt;total&gt;{rank} von {number}.&lt;/total&gt;</translation>
  </message>
  <message>
   <source>&lt;total&gt;{rank} of {number}.&lt;/total&gt;</source>
   <translation>&lt;total&gt;{rank} von {number}.&lt;/total&gt;</translation>
  </message>
  <message>
   <source>Contains the text exactly as it was typed.</source>
   <translation>Enthält den Text genau so, wie er getippt wurde.</translation>
  </message>
  <message>
   <source>A weak match: hardly nearer than any passage, with few of the searched words.</source>
   <translation>Ein schwacher Treffer: kaum näher als irgendeine Stelle, mit wenigen der gesuchten Wörter.</translation>
  </message>
  <message>
   <source>Not among the {number} best by keywords.</source>
   <translation>Nicht unter den {number} besten nach Schlüsselwörtern.</translation>
  </message>
  <message>
   <source>Not among the {number} nearest by meaning.</source>
   <translation>Nicht unter den {number} nächsten nach Bedeutung.</translation>
  </message>
  <message>
   <source>&lt;b&gt;{rank} by meaning.&lt;/b&gt;</source>
   <translation>&lt;b&gt;{rank} nach Bedeutung.&lt;/b&gt;</translation>
  </message>
  <message>
   <source>Nothing has been read by meaning yet.</source>
   <translation>Noch ist nichts nach Bedeutung gelesen.</translation>
  </message>
  <message>
   <source>Not found by keywords.</source>
   <translation>Nicht nach Schlüsselwörtern gefunden.</translation>
  </message>
  <message>
   <source>Not found by meaning.</source>
   <translation>Nicht nach Bedeutung gefunden.</translation>
  </message>
  <message>
   <source>&lt;b&gt;{rank} by keywords.&lt;/b&gt;</source>
   <translation>&lt;b&gt;{rank} nach Schlüsselwörtern.&lt;/b&gt;</translation>
  </message>
  <message>
   <source>&lt;b&gt;{rank} by keywords&lt;/b&gt; because of the word &lt;mark&gt;{word}&lt;/mark&gt;.</source>
   <translation>&lt;b&gt;{rank} nach Schlüsselwörtern&lt;/b&gt; wegen des Wortes &lt;mark&gt;{word}&lt;/mark&gt;.</translation>
  </message>
  <message>
   <source>The reranking model moved it from {before} to {after} of those it read.</source>
   <translation>Das nachlesende Modell rückte es unter dem Gelesenen von {before} auf {after}.</translation>
  </message>
 </context>
 <context>
  <name>setting_words</name>
  <message>
   <source>Search</source>
   <translation>Suche</translation>
  </message>
  <message>
   <source>Second look</source>
   <translation>Zweiter Blick</translation>
  </message>
  <message>
   <source>Search by meaning</source>
   <translation>Suche nach Bedeutung</translation>
  </message>
  <message>
   <source>Meaning model</source>
   <translation>Bedeutungsmodell</translation>
  </message>
  <message>
   <source>Reading files</source>
   <translation>Dateien lesen</translation>
  </message>
  <message>
   <source>Opening documents</source>
   <translation>Dokumente öffnen</translation>
  </message>
  <message>
   <source>Window</source>
   <translation>Fenster</translation>
  </message>
  <message>
   <source>Both</source>
   <translation>Beides</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Schlüsselwörter</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Bedeutung</translation>
  </message>
  <message>
   <source>The exact characters</source>
   <translation>Genau diese Zeichen</translation>
  </message>
  <message>
   <source>Automatic</source>
   <translation>Automatisch</translation>
  </message>
  <message>
   <source>By ranks</source>
   <translation>Nach Rängen</translation>
  </message>
  <message>
   <source>By scores</source>
   <translation>Nach Wertungen</translation>
  </message>
  <message>
   <source>By ranks, then scores</source>
   <translation>Nach Rängen, dann Wertungen</translation>
  </message>
  <message>
   <source>By ranks, weighed anew for each query</source>
   <translation>Nach Rängen, für jede Anfrage neu gewichtet</translation>
  </message>
  <message>
   <source>The better place by keywords</source>
   <translation>Der bessere Platz nach Schlüsselwörtern</translation>
  </message>
  <message>
   <source>Compare with every passage</source>
   <translation>Mit jeder Stelle vergleichen</translation>
  </message>
  <message>
   <source>By a graph of neighbours</source>
   <translation>Über einen Graphen von Nachbarn</translation>
  </message>
  <message>
   <source>Never</source>
   <translation>Nie</translation>
  </message>
  <message>
   <source>As the system</source>
   <translation>Wie das System</translation>
  </message>
  <message>
   <source>Light</source>
   <translation>Hell</translation>
  </message>
  <message>
   <source>Dark</source>
   <translation>Dunkel</translation>
  </message>
  <message>
   <source>High contrast</source>
   <translation>Hoher Kontrast</translation>
  </message>
  <message>
   <source>Roomy</source>
   <translation>Weit</translation>
  </message>
  <message>
   <source>Compact</source>
   <translation>Eng</translation>
  </message>
  <message>
   <source>nothing</source>
   <translation>nichts</translation>
  </message>
  <message>
   <source>holds at once</source>
   <translation>gilt sofort</translation>
  </message>
  <message>
   <source>holds for files read after the next start</source>
   <translation>gilt für Dateien, die nach dem nächsten Start gelesen werden</translation>
  </message>
  <message>
   <source>holds from the next start</source>
   <translation>gilt ab dem nächsten Start</translation>
  </message>
  <message>
   <source>on</source>
   <translation>ein</translation>
  </message>
  <message>
   <source>off</source>
   <translation>aus</translation>
  </message>
  <message>
   <source>{lowest} to {highest}</source>
   <translation>{lowest} bis {highest}</translation>
  </message>
  <message>
   <source>usually {value}</source>
   <translation>üblich: {value}</translation>
  </message>
 </context>
 <context>
  <name>settings</name>
  <message>
   <source>Which rankings answer a query.</source>
   <translation>Welche Ranglisten eine Anfrage beantworten.</translation>
  </message>
  <message>
   <source>How many passages a search returns.</source>
   <translation>Wie viele Stellen eine Suche liefert.</translation>
  </message>
  <message>
   <source>How the two rankings become one.</source>
   <translation>Wie die beiden Ranglisten eine werden.</translation>
  </message>
  <message>
   <source>Depth of rank fusion: higher lets deeper ranks count.</source>
   <translation>Tiefe der Rangzusammenführung: ein höherer Wert lässt tiefere Ränge mehr zählen.</translation>
  </message>
  <message>
   <source>Weight of the keyword ranking.</source>
   <translation>Gewicht der Rangliste der Schlüsselwörter.</translation>
  </message>
  <message>
   <source>Weight of the meaning ranking.</source>
   <translation>Gewicht der Rangliste der Bedeutung.</translation>
  </message>
  <message>
   <source>What decides between passages of equal fusion score.</source>
   <translation>Was zwischen Stellen gleicher Wertung entscheidet.</translation>
  </message>
  <message>
   <source>How many candidates each ranking gives to fusion.</source>
   <translation>Wie viele Kandidaten jede Rangliste beiträgt.</translation>
  </message>
  <message>
   <source>Longest snippet, in characters.</source>
   <translation>Längster Ausschnitt, in Zeichen.</translation>
  </message>
  <message>
   <source>Show passages of the same text as one.</source>
   <translation>Stellen mit demselben Text als eine zeigen.</translation>
  </message>
  <message>
   <source>Leave out passages that are hardly nearer than any other.</source>
   <translation>Stellen weglassen, die kaum näher sind als irgendeine andere.</translation>
  </message>
  <message>
   <source>Let the reranking model read the best passages before they are shown.</source>
   <translation>Das nachlesende Modell die besten Stellen lesen lassen, bevor sie gezeigt werden.</translation>
  </message>
  <message>
   <source>The GGUF file of a reranking model; empty for none.</source>
   <translation>Die GGUF-Datei eines nachlesenden Modells; leer für keines.</translation>
  </message>
  <message>
   <source>How many of the best passages it reads.</source>
   <translation>Wie viele der besten Stellen es liest.</translation>
  </message>
  <message>
   <source>How vectors are searched: exact scan, HNSW graph, or whichever suits the query.</source>
   <translation>Wie Vektoren durchsucht werden: vollständig, über einen HNSW-Graphen, oder wie es zur Anfrage passt.</translation>
  </message>
  <message>
   <source>The embedding model in use.</source>
   <translation>Das verwendete Einbettungsmodell.</translation>
  </message>
  <message>
   <source>Processor threads for embedding; 0 means automatic.</source>
   <translation>Prozessorfäden für das Einbetten; 0 bedeutet automatisch.</translation>
  </message>
  <message>
   <source>Percentage of the time that embedding may keep the processor busy.</source>
   <translation>Prozent der Zeit, in der das Einbetten den Prozessor beschäftigen darf.</translation>
  </message>
  <message>
   <source>Whether a graphics card runs the model where llama.cpp was built for it.</source>
   <translation>Ob eine Grafikkarte das Modell rechnet, wo llama.cpp dafür gebaut ist.</translation>
  </message>
  <message>
   <source>Larger files are listed as not indexed.</source>
   <translation>Größere Dateien werden als nicht erfasst aufgeführt.</translation>
  </message>
  <message>
   <source>Longest time to read one file.</source>
   <translation>Längste Zeit, um eine Datei zu lesen.</translation>
  </message>
  <message>
   <source>Most memory to read one file.</source>
   <translation>Höchster Speicherbedarf, um eine Datei zu lesen.</translation>
  </message>
  <message>
   <source>Index files and folders whose name begins with a dot.</source>
   <translation>Dateien und Ordner erfassen, deren Name mit einem Punkt beginnt.</translation>
  </message>
  <message>
   <source>Pass over what .gitignore and .twofoldignore files name.</source>
   <translation>Übergehen, was Dateien namens .gitignore und .twofoldignore nennen.</translation>
  </message>
  <message>
   <source>Notice changed files at once, while the window is open.</source>
   <translation>Geänderte Dateien sofort bemerken, solange das Fenster offen ist.</translation>
  </message>
  <message>
   <source>How often all folders are compared with the disk.</source>
   <translation>Wie oft alle Ordner mit der Platte verglichen werden.</translation>
  </message>
  <message>
   <source>Command that opens a document at a line, such as 'code -g {path}:{line}'. Empty for the usual program.</source>
   <translation>Befehl, der ein Dokument bei einer Zeile öffnet, etwa 'code -g {path}:{line}'. Leer für das übliche Programm.</translation>
  </message>
  <message>
   <source>Command that opens a document at a page, such as 'evince -i {page} {path}'. Empty for the usual program.</source>
   <translation>Befehl, der ein Dokument bei einer Seite öffnet, etwa 'evince -i {page} {path}'. Leer für das übliche Programm.</translation>
  </message>
  <message>
   <source>Colours of the window.</source>
   <translation>Farben des Fensters.</translation>
  </message>
  <message>
   <source>Size of letters and everything else, in %.</source>
   <translation>Größe der Schrift und von allem anderen, in %.</translation>
  </message>
  <message>
   <source>How close together rows stand.</source>
   <translation>Wie dicht Zeilen beieinanderstehen.</translation>
  </message>
  <message>
   <source>Language of the window.</source>
   <translation>Sprache des Fensters.</translation>
  </message>
  <message>
   <source>Stay in the system's tray when the window is closed.</source>
   <translation>Im Infobereich des Systems bleiben, wenn das Fenster geschlossen wird.</translation>
  </message>
  <message>
   <source>Let the system say when indexing has finished or files could not be read.</source>
   <translation>Das System melden lassen, wenn das Erfassen fertig ist oder Dateien nicht gelesen werden konnten.</translation>
  </message>
 </context>
 <context>
  <name>trace_words</name>
  <message>
   <source>below cosine {floor} without most of the words; the library's mean is {mean}</source>
   <translation>unter Kosinus {floor} ohne die meisten der Wörter; das Mittel der Bibliothek ist {mean}</translation>
  </message>
  <message>
   <source>Reading the query</source>
   <translation>Anfrage lesen</translation>
  </message>
  <message>
   <source>Meaning of the query</source>
   <translation>Bedeutung der Anfrage</translation>
  </message>
  <message>
   <source>Keywords</source>
   <translation>Schlüsselwörter</translation>
  </message>
  <message>
   <source>Nearest in meaning</source>
   <translation>Nächste nach Bedeutung</translation>
  </message>
  <message>
   <source>Putting together</source>
   <translation>Zusammenführen</translation>
  </message>
  <message>
   <source>Fetching the passages</source>
   <translation>Stellen holen</translation>
  </message>
  <message>
   <source>Reranking</source>
   <translation>Nachlesen</translation>
  </message>
  <message>
   <source>Counting for the filters</source>
   <translation>Zählen für die Filter</translation>
  </message>
  <message>
   <source>Looking for the text itself</source>
   <translation>Suchen nach dem Text selbst</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Bedeutung</translation>
  </message>
  <message>
   <source>{found} candidates of {allowed} passages left by the filters, of {all} in all</source>
   <translation>{found} Kandidaten von {allowed} Stellen, die die Filter lassen, von {all} insgesamt</translation>
  </message>
  <message>
   <source>{found} candidates of {all} passages</source>
   <translation>{found} Kandidaten von {all} Stellen</translation>
  </message>
  <message>
   <source>Words</source>
   <translation>Wörter</translation>
  </message>
  <message>
   <source>Understood as</source>
   <translation>Verstanden als</translation>
  </message>
  <message>
   <source>Filters</source>
   <translation>Filter</translation>
  </message>
  <message>
   <source>Together</source>
   <translation>Zusammen</translation>
  </message>
  <message>
   <source>Copies</source>
   <translation>Kopien</translation>
  </message>
  <message>
   <source>Weak</source>
   <translation>Schwach</translation>
  </message>
  <message>
   <source>Notice</source>
   <translation>Hinweis</translation>
  </message>
  <message>
   <source>Time: {parts}</source>
   <translation>Zeit: {parts}</translation>
  </message>
  <message>
   <source>{passages} shown with another of the same text</source>
   <translation>{passages} zusammen mit einer anderen desselben Textes gezeigt</translation>
  </message>
  <message>
   <source>{model} read {passages}</source>
   <translation>{model} las {passages}</translation>
  </message>
  <message>
   <source>{number} passages; {rule}, k {k}, weights {keywords} and {meaning}</source>
   <translation>{number} Stellen; {rule}, k {k}, Gewichte {keywords} und {meaning}</translation>
  </message>
  <message>
   <source>rest {time}</source>
   <translation>Rest {time}</translation>
  </message>
  <message>
   <source>keywords {time}</source>
   <translation>Schlüsselwörter {time}</translation>
  </message>
  <message>
   <source>meaning {time}</source>
   <translation>Bedeutung {time}</translation>
  </message>
  <message>
   <source>{word}: in {passages}</source>
   <translation>{word}: in {passages}</translation>
  </message>
  <message>
   <source>{weak} left out</source>
   <translation>{weak} weggelassen</translation>
  </message>
 </context>
 <context>
  <name>value_names</name>
  <message>
   <source>Unknown</source>
   <translation>Unbekannt</translation>
  </message>
 </context>
</TS>
