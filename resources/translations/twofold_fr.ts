<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr_FR" sourcelanguage="en_GB">
<context>
    <name></name>
    <message>
        <source>no details</source>
        <translation>pas de détails</translation>
    </message>
    <message>
        <source>Unexpected error: {name}: {detail} (the log has the details)</source>
        <translation>Erreur inattendue&#xa0;: {name}&#xa0;: {detail} (détails dans le journal)</translation>
    </message>
    <message>
        <source>Free some disk space, then start Twofold again.</source>
        <translation>Libérez de l’espace disque, puis relancez Twofold.</translation>
    </message>
    <message>
        <source>Check the permissions of this file or folder, then start Twofold again.</source>
        <translation>Vérifiez les droits d’accès à ce fichier ou dossier, puis relancez Twofold.</translation>
    </message>
    <message>
        <source>If this file belongs to Twofold, reinstall Twofold.</source>
        <translation>Si ce fichier appartient à Twofold, réinstallez Twofold.</translation>
    </message>
    <message>
        <source>Close other programs or restart the computer, then start Twofold again.</source>
        <translation>Fermez d’autres programmes ou redémarrez l’ordinateur, puis relancez Twofold.</translation>
    </message>
    <message>
        <source>Twofold cannot start: the system is out of memory or threads.</source>
        <translation>Twofold ne peut pas démarrer&#xa0;: le système manque de mémoire ou de threads.</translation>
    </message>
    <message>
        <source>Twofold cannot start because of an unexpected error: {name}: {detail}. Start it again. If the error recurs, copy the details and report it.</source>
        <translation>Twofold ne peut pas démarrer en raison d’une erreur inattendue&#xa0;: {name}&#xa0;: {detail}. Relancez-le. Si l’erreur se reproduit, copiez les détails et signalez-la.</translation>
    </message>
    <message>
        <source>Twofold cannot start: {reason}.</source>
        <translation>Twofold ne peut pas démarrer&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>Set TWOFOLD_HOME to a writable folder.</source>
        <translation>Définissez TWOFOLD_HOME sur un dossier accessible en écriture.</translation>
    </message>
    <message>
        <source>Twofold cannot start because of {file}: {reason}.</source>
        <translation>Twofold ne peut pas démarrer à cause de {file}&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>Other users of this computer may enter the library folder {root}.</source>
        <translation>D’autres utilisateurs de cet ordinateur ont accès au dossier de bibliothèque {root}.</translation>
    </message>
    <message>
        <source>Only you can read its files. To close the folder too, change its permissions.</source>
        <translation>Personne d’autre que vous ne peut lire ses fichiers. Pour protéger aussi le dossier, modifiez ses droits d’accès.</translation>
    </message>
    <message>
        <source>Your searches in {path} cannot be read.</source>
        <translation>Impossible de lire vos recherches dans {path}.</translation>
    </message>
    <message>
        <source>Your searches in {path} cannot be read, and the file cannot be renamed.</source>
        <translation>Impossible de lire vos recherches dans {path} et de renommer ce fichier.</translation>
    </message>
    <message>
        <source>The file is not changed, and the searches of this session are not saved.</source>
        <translation>Le fichier reste inchangé, et les recherches de cette session ne sont pas enregistrées.</translation>
    </message>
    <message>
        <source>Your searches cannot be saved: there are too many.</source>
        <translation>Impossible d’enregistrer vos recherches&#xa0;: il y en a trop.</translation>
    </message>
    <message>
        <source>Remove some saved searches.</source>
        <translation>Retirez quelques recherches enregistrées.</translation>
    </message>
    <message>
        <source>Your searches cannot be saved: {path} cannot be written.</source>
        <translation>Impossible d’enregistrer vos recherches&#xa0;: {path} n’est pas accessible en écriture.</translation>
    </message>
    <message>
        <source>The settings file {path} is larger than 64 KB.</source>
        <translation>Le fichier de paramètres {path} dépasse 64 Ko.</translation>
    </message>
    <message>
        <source>The settings file {path} cannot be read: {reason}.</source>
        <translation>Impossible de lire le fichier de paramètres {path}&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>The settings file {path} is not UTF-8 text.</source>
        <translation>Le fichier de paramètres {path} n’est pas un texte en UTF-8.</translation>
    </message>
    <message>
        <source>The value is too long for the settings file.</source>
        <translation>La valeur est trop longue pour le fichier de paramètres.</translation>
    </message>
    <message>
        <source>Move the file away. A new one is created at the next start.</source>
        <translation>Déplacez le fichier. Un nouveau est créé au prochain démarrage.</translation>
    </message>
    <message>
        <source>Line {line} of the settings file is not a valid setting.</source>
        <translation>La ligne {line} du fichier de paramètres n’est pas un paramètre valide.</translation>
    </message>
    <message>
        <source>The settings file is not YAML.</source>
        <translation>Le fichier de paramètres n’est pas au format YAML.</translation>
    </message>
    <message>
        <source>The settings file is not YAML at line {line}.</source>
        <translation>Le fichier de paramètres n’est pas au format YAML à la ligne {line}.</translation>
    </message>
    <message>
        <source>The settings file has no keys at its top level.</source>
        <translation>Le fichier de paramètres ne contient aucune clé au premier niveau.</translation>
    </message>
    <message>
        <source>The settings file {path} cannot be written: {reason}.</source>
        <translation>Impossible d’écrire le fichier de paramètres {path}&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>The passage was not found: the file {path} is no longer in its folder.</source>
        <translation>Passage introuvable&#xa0;: le fichier {path} n’est plus dans son dossier.</translation>
    </message>
    <message>
        <source>The passage was not found: the file {path} is not in the library.</source>
        <translation>Passage introuvable&#xa0;: le fichier {path} n’est pas dans la bibliothèque.</translation>
    </message>
    <message>
        <source>The passage was not found: {name} has no {place}.</source>
        <translation>Le passage est introuvable&#xa0;: {name} ne contient pas&#xa0;: {place}.</translation>
    </message>
    <message>
        <source>The passage was not found: {name} no longer contains it.</source>
        <translation>Passage introuvable&#xa0;: {name} ne le contient plus.</translation>
    </message>
    <message>
        <source>The passage is still at {now} of {name}, unchanged.</source>
        <translation>Le passage est inchangé dans {name}, {now}.</translation>
    </message>
    <message>
        <source>The passage has moved to {now} of {name}.</source>
        <translation>Le passage se trouve maintenant dans {name}, {now}.</translation>
    </message>
    <message>
        <source>The passage has changed: {share} of its words are at {now} of {name}.</source>
        <translation>Le passage a changé&#xa0;: {share} de ses mots se trouvent dans {name}, {now}.</translation>
    </message>
    <message>
        <source>It occurs {times} times; this occurrence is the nearest.</source>
        <translation>Il apparaît {times} fois&#xa0;; cette occurrence est la plus proche.</translation>
    </message>
    <message>
        <source>The folder &apos;{folder}&apos; is not available now. Connect the drive with the folder.</source>
        <translation>Le dossier «&#xa0;{folder}&#xa0;» n’est pas disponible actuellement. Connectez le disque qui le contient.</translation>
    </message>
    <message>
        <source>The passage cannot be checked: {message}</source>
        <translation>Impossible de vérifier le passage&#xa0;: {message}</translation>
    </message>
    <message>
        <source>The passage was removed from the collection.</source>
        <translation>Le passage a été retiré de la collection.</translation>
    </message>
    <message>
        <source>The collection was changed.</source>
        <translation>La collection a été modifiée.</translation>
    </message>
    <message>
        <source>The passage was moved to the default collection.</source>
        <translation>Le passage a été déplacé dans la collection par défaut.</translation>
    </message>
    <message>
        <source>The passage was moved to the collection &apos;{name}&apos;.</source>
        <translation>Le passage a été déplacé dans la collection «&#xa0;{name}&#xa0;».</translation>
    </message>
    <message>
        <source>The collection &apos;{name}&apos; was created.</source>
        <translation>La collection «&#xa0;{name}&#xa0;» a été créée.</translation>
    </message>
    <message>
        <source>The default collection cannot be renamed.</source>
        <translation>La collection par défaut ne peut pas être renommée.</translation>
    </message>
    <message>
        <source>The collection is now called &apos;{name}&apos;.</source>
        <translation>La collection s’appelle maintenant «&#xa0;{name}&#xa0;».</translation>
    </message>
    <message>
        <source>The default collection was emptied.</source>
        <translation>La collection par défaut a été vidée.</translation>
    </message>
    <message>
        <source>The collection &apos;{name}&apos; was deleted.</source>
        <translation>La collection «&#xa0;{name}&#xa0;» a été supprimée.</translation>
    </message>
    <message>
        <source>There is no collection &apos;{name}&apos;.</source>
        <translation>Il n’existe pas de collection «&#xa0;{name}&#xa0;».</translation>
    </message>
    <message>
        <source>Did you mean &apos;{name}&apos;?</source>
        <translation>Vouliez-vous dire «&#xa0;{name}&#xa0;»&#xa0;?</translation>
    </message>
    <message>
        <source>Create the collection first.</source>
        <translation>Créez d’abord la collection.</translation>
    </message>
    <message>
        <source>This cannot be the name of a collection.</source>
        <translation>Une collection ne peut pas porter ce nom.</translation>
    </message>
    <message>
        <source>Enter one line of at most {n} characters.</source>
        <translation>Saisissez une ligne de {n} caractères au maximum.</translation>
    </message>
    <message>
        <source>There is already a collection &apos;{name}&apos;.</source>
        <translation>Il existe déjà une collection «&#xa0;{name}&#xa0;».</translation>
    </message>
    <message>
        <source>There is no such passage.</source>
        <translation>Ce passage n’existe pas.</translation>
    </message>
    <message>
        <source>Search again.</source>
        <translation>Relancez la recherche.</translation>
    </message>
    <message>
        <source>This passage is no longer in the library.</source>
        <translation>Ce passage n’est plus dans la bibliothèque.</translation>
    </message>
    <message>
        <source>Enter a citation of a passage in the library.</source>
        <translation>Saisissez la citation d’un passage de la bibliothèque.</translation>
    </message>
    <message>
        <source>There is no passage &apos;{wanted}&apos; in the collection.</source>
        <translation>La collection ne contient pas de passage «&#xa0;{wanted}&#xa0;».</translation>
    </message>
    <message>
        <source>The collection has {order}.</source>
        <translation>Elle contient {order}.</translation>
    </message>
    <message>
        <source>{added} added to &apos;{name}&apos;.</source>
        <translation>Ajout à «&#xa0;{name}&#xa0;»&#xa0;: {added}.</translation>
    </message>
    <message>
        <source>{added} added to the collection.</source>
        <translation>Ajout à la collection&#xa0;: {added}.</translation>
    </message>
    <message>
        <source>This passage is already in the collection.</source>
        <translation>Ce passage est déjà dans la collection.</translation>
    </message>
    <message>
        <source>These {asked} passages are already in the collection.</source>
        <translation>Ces {asked} passages sont déjà dans la collection.</translation>
    </message>
    <message>
        <source>{added} of {asked} passages added to the collection; it already had the other one.</source>
        <translation>Passages ajoutés à la collection&#xa0;: {added} sur {asked}&#xa0;; l’autre y était déjà.</translation>
    </message>
    <message>
        <source>{added} of {asked} passages added to the collection; it already had the others.</source>
        <translation>Passages ajoutés à la collection&#xa0;: {added} sur {asked}&#xa0;; les autres y étaient déjà.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln passages</source>
        <translation>
            <numerusform>%Ln passage</numerusform>
            <numerusform>%Ln passages</numerusform>
        </translation>
    </message>
    <message>
        <source>&apos;{path}&apos; is in several folders of the library.</source>
        <translation>«&#xa0;{path}&#xa0;» se trouve dans plusieurs dossiers de la bibliothèque.</translation>
    </message>
    <message>
        <source>Use one of {names}.</source>
        <translation>Indiquez l’un de ces chemins&#xa0;: {names}.</translation>
    </message>
    <message>
        <source>The passage cannot be checked because {above} is not indexed: {detail}</source>
        <translation>Impossible de vérifier le passage, car {above} n’est pas indexé&#xa0;: {detail}</translation>
    </message>
    <message>
        <source>The passage cannot be checked because {place} is not indexed. It has not been read yet, or a rule excludes it.</source>
        <translation>Impossible de vérifier le passage, car {place} n’est pas indexé. Il n’a pas encore été lu, ou une règle l’exclut.</translation>
    </message>
    <message>
        <source>{score} ({benchmark})</source>
        <translation>{score} ({benchmark})</translation>
    </message>
    <message>
        <source>100 languages</source>
        <translation>100 langues</translation>
    </message>
    <message>
        <source>English</source>
        <translation>anglais</translation>
    </message>
    <message>
        <source>The model does not compute a score for a pair of texts.</source>
        <translation>Le modèle ne calcule pas de score pour une paire de textes.</translation>
    </message>
    <message>
        <source>Choose a reranking model.</source>
        <translation>Choisissez un modèle de reclassement.</translation>
    </message>
    <message>
        <source>The model does not compute a vector for a text.</source>
        <translation>Le modèle ne calcule pas de vecteur pour un texte.</translation>
    </message>
    <message>
        <source>Choose a semantic model.</source>
        <translation>Choisissez un modèle sémantique.</translation>
    </message>
    <message>
        <source>The model cannot be prepared for embedding.</source>
        <translation>Impossible de préparer le modèle au calcul des vecteurs.</translation>
    </message>
    <message>
        <source>Choose another model.</source>
        <translation>Choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>The semantic model could not process some of the text (llama.cpp status {status}).</source>
        <translation>Le modèle sémantique n’a pas pu traiter une partie du texte (état de llama.cpp&#xa0;: {status}).</translation>
    </message>
    <message>
        <source>The semantic model has been closed.</source>
        <translation>Le modèle sémantique a été fermé.</translation>
    </message>
    <message>
        <source>Restart Twofold.</source>
        <translation>Redémarrez Twofold.</translation>
    </message>
    <message>
        <source>{title} has {dimension} dimensions. They cannot be shortened to {length}.</source>
        <translation>{title} a {dimension} dimensions. Elles ne peuvent pas être réduites à {length}.</translation>
    </message>
    <message>
        <source>Choose a smaller number.</source>
        <translation>Choisissez un nombre plus petit.</translation>
    </message>
    <message>
        <source>The model computed invalid numbers. Its file is damaged.</source>
        <translation>Le modèle a calculé des nombres non valides. Son fichier est endommagé.</translation>
    </message>
    <message>
        <source>Reinstall the model.</source>
        <translation>Réinstallez le modèle.</translation>
    </message>
    <message>
        <source>The model file {name} cannot be loaded.</source>
        <translation>Impossible de charger le fichier de modèle {name}.</translation>
    </message>
    <message>
        <source>Choose or install another model.</source>
        <translation>Choisissez ou installez un autre modèle.</translation>
    </message>
    <message>
        <source>The reranking model has been closed.</source>
        <translation>Le modèle de reclassement a été fermé.</translation>
    </message>
    <message>
        <source>The reranking model computed an invalid score. Its file is damaged.</source>
        <translation>Le modèle de reclassement a calculé un score non valide. Son fichier est endommagé.</translation>
    </message>
    <message>
        <source>{name} is not a model file that Twofold can convert.</source>
        <translation>{name} n’est pas un fichier de modèle que Twofold peut convertir.</translation>
    </message>
    <message>
        <source>The downloaded part is kept. The next attempt resumes the download.</source>
        <translation>La partie téléchargée est conservée. La prochaine tentative reprendra le téléchargement.</translation>
    </message>
    <message>
        <source>The connection was interrupted before the download was complete.</source>
        <translation>La connexion a été interrompue avant la fin du téléchargement.</translation>
    </message>
    <message>
        <source>This model is downloaded with pip, which is not installed here.</source>
        <translation>Ce modèle se télécharge avec pip, qui n’est pas installé ici.</translation>
    </message>
    <message>
        <source>Install pip, or choose another model.</source>
        <translation>Installez pip ou choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>pip could not download {file}.</source>
        <translation>pip n’a pas pu télécharger {file}.</translation>
    </message>
    <message>
        <source>Unset HF_HUB_OFFLINE in the environment to download it.</source>
        <translation>Supprimez la variable d’environnement HF_HUB_OFFLINE pour le télécharger.</translation>
    </message>
    <message>
        <source>Downloads from Hugging Face are disabled on this computer.</source>
        <translation>Les téléchargements depuis Hugging Face sont désactivés sur cet ordinateur.</translation>
    </message>
    <message>
        <source>{host} cannot provide the file {file} (status {status}).</source>
        <translation>{host} ne peut pas fournir le fichier {file} (code {status}).</translation>
    </message>
    <message>
        <source>Try again later, or add the model as a file.</source>
        <translation>Réessayez plus tard, ou ajoutez le modèle sous forme de fichier.</translation>
    </message>
    <message>
        <source>{host} cannot be reached.</source>
        <translation>{host} est injoignable.</translation>
    </message>
    <message>
        <source>Check the network connection.</source>
        <translation>Vérifiez la connexion au réseau.</translation>
    </message>
    <message>
        <source>The file cannot be saved: {strerror}.</source>
        <translation>Impossible d’enregistrer le fichier&#xa0;: {strerror}.</translation>
    </message>
    <message>
        <source>Free some disk space or make the folder writable, then try again.</source>
        <translation>Libérez de l’espace disque ou autorisez l’écriture dans le dossier, puis réessayez.</translation>
    </message>
    <message>
        <source>{host} provides a different file from the one verified for Twofold.</source>
        <translation>{host} fournit un fichier différent de celui qui a été vérifié pour Twofold.</translation>
    </message>
    <message>
        <source>The file was discarded. Try again later, or add the model as a file.</source>
        <translation>Le fichier a été supprimé. Réessayez plus tard, ou ajoutez le modèle sous forme de fichier.</translation>
    </message>
    <message>
        <source>{title} has no download source.</source>
        <translation>Aucune source de téléchargement n’est connue pour {title}.</translation>
    </message>
    <message>
        <source>{title} needs {megabytes} MB, but only {free} MB are free in {parent}.</source>
        <translation>{title} nécessite {megabytes} Mo, mais il ne reste que {free} Mo libres dans {parent}.</translation>
    </message>
    <message>
        <source>Free some disk space, then try again.</source>
        <translation>Libérez de l’espace disque, puis réessayez.</translation>
    </message>
    <message>
        <source>The download was cancelled.</source>
        <translation>Le téléchargement a été annulé.</translation>
    </message>
    <message>
        <source>The downloaded part is kept.</source>
        <translation>La partie téléchargée est conservée.</translation>
    </message>
    <message>
        <source>The download ended unexpectedly.</source>
        <translation>Le téléchargement s’est arrêté de façon inattendue.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Réessayez.</translation>
    </message>
    <message>
        <source>There is already a model named &apos;{name}&apos;.</source>
        <translation>Un modèle nommé «&#xa0;{name}&#xa0;» existe déjà.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Choisissez un autre nom.</translation>
    </message>
    <message>
        <source>There is no file &apos;{path}&apos;.</source>
        <translation>Le fichier «&#xa0;{path}&#xa0;» n’existe pas.</translation>
    </message>
    <message>
        <source>Check the name.</source>
        <translation>Vérifiez le nom.</translation>
    </message>
    <message>
        <source>The file name contains no letter or digit that a model name can have.</source>
        <translation>Le nom du fichier ne contient ni lettre ni chiffre utilisable dans le nom d’un modèle.</translation>
    </message>
    <message>
        <source>Name the model with --name.</source>
        <translation>Nommez le modèle avec --name.</translation>
    </message>
    <message>
        <source>The model cannot be saved in {folder}: {strerror}.</source>
        <translation>Impossible d’enregistrer le modèle dans {folder}&#xa0;: {strerror}.</translation>
    </message>
    <message>
        <source>The comparison was cancelled.</source>
        <translation>La comparaison a été annulée.</translation>
    </message>
    <message>
        <source>The model cannot be added ({name}).</source>
        <translation>Impossible d’ajouter le modèle ({name}).</translation>
    </message>
    <message>
        <source>See the log for details.</source>
        <translation>Consultez le journal pour plus de détails.</translation>
    </message>
    <message>
        <source>Download or install the model again.</source>
        <translation>Téléchargez ou installez de nouveau le modèle.</translation>
    </message>
    <message>
        <source>a text claims to have {count} characters</source>
        <translation>un texte déclare {count} caractères</translation>
    </message>
    <message>
        <source>Choose a cross-encoder with &apos;rank&apos; pooling, such as bge-reranker.</source>
        <translation>Choisissez un cross-encoder avec le pooling «&#xa0;rank&#xa0;», comme bge-reranker.</translation>
    </message>
    <message>
        <source>Choose a semantic model. `twofold model list` shows the known ones.</source>
        <translation>Choisissez un modèle sémantique. `twofold model list` affiche ceux qui sont connus.</translation>
    </message>
    <message>
        <source>{name} is not a GGUF model file.</source>
        <translation>{name} n’est pas un fichier de modèle GGUF.</translation>
    </message>
    <message>
        <source>The model file {name} cannot be read: {reason}.</source>
        <translation>Impossible de lire le fichier de modèle {name}&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>its format version {version} is not supported</source>
        <translation>sa version de format {version} n’est pas prise en charge</translation>
    </message>
    <message>
        <source>it claims to contain {count} tensors</source>
        <translation>il déclare {count} tenseurs</translation>
    </message>
    <message>
        <source>it claims to contain {count} entries</source>
        <translation>il déclare {count} entrées</translation>
    </message>
    <message>
        <source>it contains a value of unknown type {kind}</source>
        <translation>il contient une valeur de type inconnu {kind}</translation>
    </message>
    <message>
        <source>it claims to contain {count} texts</source>
        <translation>il déclare {count} textes</translation>
    </message>
    <message>
        <source>it claims to contain {count} numbers</source>
        <translation>il déclare {count} nombres</translation>
    </message>
    <message>
        <source>it contains a list of unknown type {kind}</source>
        <translation>il contient une liste de type inconnu {kind}</translation>
    </message>
    <message>
        <source>its contents are inconsistent (a tensor with {dimensions} dimensions)</source>
        <translation>son contenu est incohérent (un tenseur à {dimensions} dimensions)</translation>
    </message>
    <message>
        <source>its contents are inconsistent (invalid tensor shape)</source>
        <translation>son contenu est incohérent (forme de tenseur non valide)</translation>
    </message>
    <message>
        <source>it uses the unknown tensor format {kind}</source>
        <translation>il utilise le format de tenseur inconnu {kind}</translation>
    </message>
    <message>
        <source>its contents are inconsistent (incomplete tensor blocks)</source>
        <translation>son contenu est incohérent (blocs de tenseur incomplets)</translation>
    </message>
    <message>
        <source>its alignment is not a power of two</source>
        <translation>son alignement n’est pas une puissance de deux</translation>
    </message>
    <message>
        <source>the end of the file is missing</source>
        <translation>la fin du fichier manque</translation>
    </message>
    <message>
        <source>its contents are inconsistent (duplicate tensor name)</source>
        <translation>son contenu est incohérent (nom de tenseur en double)</translation>
    </message>
    <message>
        <source>The model file {name} is damaged: {why}.</source>
        <translation>Le fichier de modèle {name} est endommagé&#xa0;: {why}.</translation>
    </message>
    <message>
        <source>{name} does not contain a complete model.</source>
        <translation>{name} ne contient pas de modèle complet.</translation>
    </message>
    <message>
        <source>{name} is part of a model that is split into several files.</source>
        <translation>{name} n’est qu’une partie d’un modèle réparti sur plusieurs fichiers.</translation>
    </message>
    <message>
        <source>{name} is not a reranking model.</source>
        <translation>{name} n’est pas un modèle de reclassement.</translation>
    </message>
    <message>
        <source>{name} is a reranking model, not a semantic model.</source>
        <translation>{name} est un modèle de reclassement, pas un modèle sémantique.</translation>
    </message>
    <message>
        <source>{name} contains a model of type {architecture}, which is not a semantic model.</source>
        <translation>{name} contient un modèle de type {architecture}, qui n’est pas un modèle sémantique.</translation>
    </message>
    <message>
        <source>its {key} is {value}</source>
        <translation>son champ {key} vaut {value}</translation>
    </message>
    <message>
        <source>it has {heads} attention heads</source>
        <translation>il a {heads} têtes d’attention</translation>
    </message>
    <message>
        <source>{name} cannot be loaded: this version of Twofold does not support models of type {architecture} yet.</source>
        <translation>{name} ne peut pas être chargé&#xa0;: cette version de Twofold ne prend pas encore en charge les modèles de type {architecture}.</translation>
    </message>
    <message>
        <source>the loaded model does not match its header</source>
        <translation>le modèle chargé ne correspond pas à son en-tête</translation>
    </message>
    <message>
        <source>its vocabulary does not match its weights</source>
        <translation>son vocabulaire ne correspond pas à ses poids</translation>
    </message>
    <message>
        <source>its vocabulary is incomplete</source>
        <translation>son vocabulaire est incomplet</translation>
    </message>
    <message>
        <source>its {value} is outside its vocabulary</source>
        <translation>son champ {value} est hors de son vocabulaire</translation>
    </message>
    <message>
        <source>{name} has {dimension} dimensions, but {title} has {dimension4}. It is a different model.</source>
        <translation>{name} a {dimension} dimensions, mais {title} en a {dimension4}. C’est un autre modèle.</translation>
    </message>
    <message>
        <source>The model file {name} cannot be read: {strerror}.</source>
        <translation>Impossible de lire le fichier de modèle {name}&#xa0;: {strerror}.</translation>
    </message>
    <message>
        <source>The model file {name} is unusable: loading it failed with {returncode}.</source>
        <translation>Le fichier de modèle {name} est inutilisable&#xa0;: son chargement a échoué ({returncode}).</translation>
    </message>
    <message>
        <source>Loading the model file {name} took longer than {seconds} seconds.</source>
        <translation>Le chargement du fichier de modèle {name} a pris plus de {seconds} secondes.</translation>
    </message>
    <message>
        <source>The model file {name} cannot be checked: {strerror}.</source>
        <translation>Impossible de vérifier le fichier de modèle {name}&#xa0;: {strerror}.</translation>
    </message>
    <message>
        <source>signal {name}</source>
        <translation>signal {name}</translation>
    </message>
    <message>
        <source>status {status}</source>
        <translation>code {status}</translation>
    </message>
    <message>
        <source>The model in {name} computes invalid numbers. It is damaged.</source>
        <translation>Le modèle de {name} calcule des nombres non valides. Il est endommagé.</translation>
    </message>
    <message>
        <source>{title}: verifying its file</source>
        <translation>{title}&#xa0;: vérification du fichier</translation>
    </message>
    <message>
        <source>{message} It is being created again.</source>
        <translation>{message} Il est recréé.</translation>
    </message>
    <message>
        <source>{title}: verifying the packaged weights</source>
        <translation>{title}&#xa0;: vérification des poids fournis</translation>
    </message>
    <message>
        <source>{title}: converting to GGUF</source>
        <translation>{title}&#xa0;: conversion en GGUF</translation>
    </message>
    <message>
        <source>{title}: verifying its vectors</source>
        <translation>{title}&#xa0;: vérification des vecteurs</translation>
    </message>
    <message>
        <source>{title} cannot be saved in {parent}: {strerror}.</source>
        <translation>Impossible d’enregistrer {title} dans {parent}&#xa0;: {strerror}.</translation>
    </message>
    <message>
        <source>Free some disk space or make the folder writable, then restart Twofold.</source>
        <translation>Libérez de l’espace disque ou autorisez l’écriture dans le dossier, puis redémarrez Twofold.</translation>
    </message>
    <message>
        <source>{title}: ready</source>
        <translation>{title}&#xa0;: prêt</translation>
    </message>
    <message>
        <source>The packaged weights of {title} cannot be read: {strerror}.</source>
        <translation>Impossible de lire les poids fournis de {title}&#xa0;: {strerror}.</translation>
    </message>
    <message>
        <source>The packaged weights of {title} are wrong (sha256 {digest}..., expected {sha256}...).</source>
        <translation>Les poids fournis de {title} sont incorrects (sha256 {digest}..., attendu {sha256}...).</translation>
    </message>
    <message>
        <source>Reinstall the package {package}.</source>
        <translation>Réinstallez le paquet {package}.</translation>
    </message>
    <message>
        <source>This version of Twofold does not support {title} yet.</source>
        <translation>Cette version de Twofold ne prend pas encore en charge {title}.</translation>
    </message>
    <message>
        <source>Get a GGUF file of it, then run: twofold model add FILE.gguf --name {name}</source>
        <translation>Procurez-vous un fichier GGUF de ce modèle, puis exécutez&#xa0;: twofold model add FICHIER.gguf --name {name}</translation>
    </message>
    <message>
        <source>{title} is not on this computer.</source>
        <translation>{title} n’est pas sur cet ordinateur.</translation>
    </message>
    <message>
        <source>Download it in the library, or run: twofold model add {name}</source>
        <translation>Téléchargez-le dans la bibliothèque, ou exécutez&#xa0;: twofold model add {name}</translation>
    </message>
    <message>
        <source>14 languages</source>
        <translation>14 langues</translation>
    </message>
    <message>
        <source>52 languages and code</source>
        <translation>52 langues et code</translation>
    </message>
    <message>
        <source>The Gemma Terms of Use forbid some uses: ai.google.dev/gemma/terms</source>
        <translation>Les conditions d’utilisation de Gemma interdisent certains usages&#xa0;: ai.google.dev/gemma/terms</translation>
    </message>
    <message>
        <source>There is no model &apos;{name}&apos;.</source>
        <translation>Le modèle «&#xa0;{name}&#xa0;» n’existe pas.</translation>
    </message>
    <message>
        <source>Known models: {names}.</source>
        <translation>Modèles connus&#xa0;: {names}.</translation>
    </message>
    <message>
        <source>The model file {name} cannot be deleted: {strerror}.</source>
        <translation>Impossible de supprimer le fichier de modèle {name}&#xa0;: {strerror}.</translation>
    </message>
    <message>
        <source>Check the permissions of {models_dir}.</source>
        <translation>Vérifiez les droits d’accès de {models_dir}.</translation>
    </message>
    <message>
        <source>{name} is not {title}: the vectors of known sentences differ (cosine {least}).</source>
        <translation>{name} n’est pas {title}&#xa0;: les vecteurs de phrases connues diffèrent (cosinus {least}).</translation>
    </message>
    <message>
        <source>Delete the file. Twofold creates it again at the next start.</source>
        <translation>Supprimez le fichier. Twofold le recrée au prochain démarrage.</translation>
    </message>
    <message>
        <source>The file of the semantic model was replaced while Twofold was running.</source>
        <translation>Le fichier du modèle sémantique a été remplacé pendant que Twofold fonctionnait.</translation>
    </message>
    <message>
        <source>Restart Twofold to search with the new one.</source>
        <translation>Redémarrez Twofold pour rechercher avec le nouveau.</translation>
    </message>
    <message>
        <source>There is no citation style &apos;{name}&apos;.</source>
        <translation>Le style de citation «&#xa0;{name}&#xa0;» n’existe pas.</translation>
    </message>
    <message>
        <source>The citation style &apos;{style}&apos; cannot be used ({name}).</source>
        <translation>Le style de citation «&#xa0;{style}&#xa0;» est inutilisable ({name}).</translation>
    </message>
    <message>
        <source>Choose another style.</source>
        <translation>Choisissez un autre style.</translation>
    </message>
    <message>
        <source>{path} is too large for a citation style.</source>
        <translation>{path} est trop volumineux pour un style de citation.</translation>
    </message>
    <message>
        <source>This citation style has no format for bibliographies.</source>
        <translation>Ce style de citation n’a pas de format pour les bibliographies.</translation>
    </message>
    <message>
        <source>Some of the available styles: {usual}. You can also use a .csl file, for example from https://www.zotero.org/styles.</source>
        <translation>Quelques styles disponibles&#xa0;: {usual}. Vous pouvez aussi utiliser un fichier .csl, par exemple de https://www.zotero.org/styles.</translation>
    </message>
    <message>
        <source>The citation styles are not installed.</source>
        <translation>Les styles de citation ne sont pas installés.</translation>
    </message>
    <message>
        <source>models run on</source>
        <translation>exécution des modèles</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>paramètres</translation>
    </message>
    <message>
        <source>data folder</source>
        <translation>dossier des données</translation>
    </message>
    <message>
        <source>log folder</source>
        <translation>dossier des journaux</translation>
    </message>
    <message>
        <source>sandbox</source>
        <translation>bac à sable</translation>
    </message>
    <message>
        <source>text recognition</source>
        <translation>reconnaissance de texte</translation>
    </message>
    <message>
        <source>privacy</source>
        <translation>confidentialité</translation>
    </message>
    <message>
        <source>Reinstall Twofold.</source>
        <translation>Réinstallez Twofold.</translation>
    </message>
    <message>
        <source>Make the folder writable, or free some space.</source>
        <translation>Autorisez l’écriture dans le dossier ou libérez de l’espace.</translation>
    </message>
    <message>
        <source>documents are read in it</source>
        <translation>les documents y sont lus</translation>
    </message>
    <message>
        <source>The report cannot be written: {reason}.</source>
        <translation>Impossible d’écrire le rapport&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>part of this build</source>
        <translation>inclus dans cette version</translation>
    </message>
    <message>
        <source>Only {free} MB are free at {folder}.</source>
        <translation>Il ne reste que {free} Mo libres dans {folder}.</translation>
    </message>
    <message>
        <source>Free some space or use --library.</source>
        <translation>Libérez de l’espace ou utilisez --library.</translation>
    </message>
    <message>
        <source>{folder}, {free} GB free</source>
        <translation>{folder}, {free} Go libres</translation>
    </message>
    <message>
        <source>Nothing can be written to {folder}: {reason}.</source>
        <translation>Impossible d’écrire dans {folder}&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>The page &apos;Security&apos; of the documentation explains what this means and what to do.</source>
        <translation>La page «&#xa0;Sécurité&#xa0;» de la documentation explique ce que cela signifie et ce qu’il faut faire.</translation>
    </message>
    <message>
        <source>{fact}. {gap}</source>
        <translation>{fact}. {gap}</translation>
    </message>
    <message>
        <source>not installed, so scans are not read. {hint}</source>
        <translation>non installée&#xa0;; les scans ne sont pas lus. {hint}</translation>
    </message>
    <message>
        <source>reads the scripts {scripts}; for others install Tesseract&apos;s language files, as in the packages tesseract-ocr-rus or tesseract-langpack-rus, and its osd file</source>
        <translation>lit les écritures {scripts}&#xa0;; pour d’autres, installez les fichiers de langue de Tesseract, par exemple avec les paquets tesseract-ocr-rus ou tesseract-langpack-rus, et son fichier osd</translation>
    </message>
    <message>
        <source>only you can read library, logs and settings</source>
        <translation>personne d’autre que vous ne peut lire la bibliothèque, les journaux et les paramètres</translation>
    </message>
    <message>
        <source>Other users of this computer can access {path}.</source>
        <translation>D’autres utilisateurs de cet ordinateur ont accès à {path}.</translation>
    </message>
    <message>
        <source>Run: {command}</source>
        <translation>Exécutez&#xa0;: {command}</translation>
    </message>
    <message>
        <source>To remove these permissions: twofold index</source>
        <translation>Pour retirer ces droits&#xa0;: twofold index</translation>
    </message>
    <message>
        <source>The file has no name.</source>
        <translation>Le fichier n’a pas de nom.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; is not a valid file name.</source>
        <translation>«&#xa0;{name}&#xa0;» n’est pas un nom de fichier valide.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; is not a valid file name on Windows.</source>
        <translation>«&#xa0;{name}&#xa0;» n’est pas un nom de fichier valide sous Windows.</translation>
    </message>
    <message>
        <source>Windows reserves the name &apos;{name}&apos; for a device.</source>
        <translation>Windows réserve le nom «&#xa0;{name}&#xa0;» à un périphérique.</translation>
    </message>
    <message>
        <source>Enter a file name.</source>
        <translation>Saisissez un nom de fichier.</translation>
    </message>
    <message>
        <source>{target} is not a regular file.</source>
        <translation>{target} n’est pas un fichier ordinaire.</translation>
    </message>
    <message>
        <source>{target} is write-protected.</source>
        <translation>{target} est protégé en écriture.</translation>
    </message>
    <message>
        <source>{target} already exists.</source>
        <translation>{target} existe déjà.</translation>
    </message>
    <message>
        <source>Choose another name or replace the file.</source>
        <translation>Choisissez un autre nom, ou remplacez le fichier.</translation>
    </message>
    <message>
        <source>You do not have permission to write to {parent}.</source>
        <translation>Vous n’avez pas le droit d’écrire dans {parent}.</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>Choisissez un autre dossier.</translation>
    </message>
    <message>
        <source>The folder {parent} does not exist.</source>
        <translation>Le dossier {parent} n’existe pas.</translation>
    </message>
    <message>
        <source>Choose an existing folder.</source>
        <translation>Choisissez un dossier existant.</translation>
    </message>
    <message>
        <source>{target} is a folder.</source>
        <translation>{target} est un dossier.</translation>
    </message>
    <message>
        <source>The name {name} is too long.</source>
        <translation>Le nom {name} est trop long.</translation>
    </message>
    <message>
        <source>Choose a shorter name.</source>
        <translation>Choisissez un nom plus court.</translation>
    </message>
    <message>
        <source>Cannot write {target}: {error}.</source>
        <translation>Impossible d’écrire {target}&#xa0;: {error}.</translation>
    </message>
    <message>
        <source>Choose another name or folder.</source>
        <translation>Choisissez un autre nom ou dossier.</translation>
    </message>
    <message>
        <source>Collected passages</source>
        <translation>Passages de la collection</translation>
    </message>
    <message>
        <source>Documents that match the filters, newest first</source>
        <translation>Documents correspondant aux filtres, les plus récents d’abord</translation>
    </message>
    <message>
        <source>Passages found for “{query}”</source>
        <translation>Passages trouvés pour «&#xa0;{query}&#xa0;»</translation>
    </message>
    <message>
        <source>&apos;{separator}&apos; is not a valid separator.</source>
        <translation>«&#xa0;{separator}&#xa0;» n’est pas un séparateur valide.</translation>
    </message>
    <message>
        <source>Use &apos;,&apos; or &apos;;&apos;.</source>
        <translation>Utilisez «&#xa0;,&#xa0;» ou «&#xa0;;&#xa0;».</translation>
    </message>
    <message>
        <source>The format {value} does not support citation styles.</source>
        <translation>Le format {value} ne prend pas en charge les styles de citation.</translation>
    </message>
    <message>
        <source>Formats with citation styles: {fitting}.</source>
        <translation>Formats avec styles de citation&#xa0;: {fitting}.</translation>
    </message>
    <message>
        <source>The template {name} took longer than {seconds} seconds.</source>
        <translation>Le modèle d’export {name} a pris plus de {seconds} secondes.</translation>
    </message>
    <message>
        <source>Check the template for endless loops.</source>
        <translation>Vérifiez qu’il ne contient pas de boucle infinie.</translation>
    </message>
    <message>
        <source>The output of the template {name} is larger than {megabytes} MB.</source>
        <translation>Le modèle d’export {name} produit plus de {megabytes} Mo.</translation>
    </message>
    <message>
        <source>Check the template for endless loops, or export fewer passages.</source>
        <translation>Vérifiez qu’il ne contient pas de boucle infinie, ou exportez moins de passages.</translation>
    </message>
    <message>
        <source>The template {name} exceeded its time or memory limit.</source>
        <translation>Le modèle d’export {name} a dépassé sa limite de temps ou de mémoire.</translation>
    </message>
    <message>
        <source>Correct the template.</source>
        <translation>Corrigez le modèle d’export.</translation>
    </message>
    <message>
        <source>The template {name} is too large.</source>
        <translation>Le modèle d’export {name} est trop volumineux.</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>Choisissez un autre fichier.</translation>
    </message>
    <message>
        <source>Cannot read the template {path}: {strerror}.</source>
        <translation>Impossible de lire le modèle d’export {path}&#xa0;: {strerror}.</translation>
    </message>
    <message>
        <source>Check the path.</source>
        <translation>Vérifiez le chemin.</translation>
    </message>
    <message>
        <source>The template {name} is not UTF-8 text.</source>
        <translation>Le modèle d’export {name} n’est pas un texte en UTF-8.</translation>
    </message>
    <message>
        <source>Save it as UTF-8.</source>
        <translation>Enregistrez-le en UTF-8.</translation>
    </message>
    <message>
        <source>{name}, line {line}</source>
        <translation>{name}, ligne {line}</translation>
    </message>
    <message>
        <source>Error in the template {what}: {error}.</source>
        <translation>Erreur dans le modèle d’export {what}&#xa0;: {error}.</translation>
    </message>
    <message>
        <source>The template {name} exceeded its memory limit.</source>
        <translation>Le modèle d’export {name} a dépassé sa limite de mémoire.</translation>
    </message>
    <message>
        <source>Some bytes of this file are damaged and were replaced.</source>
        <translation>Certains octets de ce fichier sont endommagés et ont été remplacés.</translation>
    </message>
    <message>
        <source>The file contains binary data, not text.</source>
        <translation>Le fichier contient des données binaires, pas du texte.</translation>
    </message>
    <message>
        <source>The document is protected by a password.</source>
        <translation>Le document est protégé par un mot de passe.</translation>
    </message>
    <message>
        <source>Save a copy without the password.</source>
        <translation>Enregistrez une copie sans le mot de passe.</translation>
    </message>
    <message>
        <source>The document is damaged and cannot be opened.</source>
        <translation>Le document est endommagé et ne peut pas être ouvert.</translation>
    </message>
    <message>
        <source>Download or copy it again; the file may be incomplete.</source>
        <translation>Téléchargez-le ou copiez-le de nouveau&#xa0;; le fichier est peut-être incomplet.</translation>
    </message>
    <message>
        <source>The process that reads files returned an invalid result.</source>
        <translation>Le processus qui lit les fichiers a renvoyé un résultat non valide.</translation>
    </message>
    <message>
        <source>Reading the file needs more memory than allowed.</source>
        <translation>La lecture du fichier nécessite plus de mémoire qu’autorisé.</translation>
    </message>
    <message>
        <source>Raise the setting indexing.read_memory_mb.</source>
        <translation>Augmentez le paramètre indexing.read_memory_mb.</translation>
    </message>
    <message>
        <source>The file contains no text.</source>
        <translation>Le fichier ne contient pas de texte.</translation>
    </message>
    <message>
        <source>This is not a regular file.</source>
        <translation>Ce n’est pas un fichier ordinaire.</translation>
    </message>
    <message>
        <source>The file has {megabytes} MB. The limit is {limit} MB.</source>
        <translation>Le fichier fait {megabytes} Mo. La limite est de {limit} Mo.</translation>
    </message>
    <message>
        <source>Raise the setting indexing.max_file_mb.</source>
        <translation>Augmentez le paramètre indexing.max_file_mb.</translation>
    </message>
    <message>
        <source>No permission to read this file.</source>
        <translation>Vous n’avez pas le droit de lire ce fichier.</translation>
    </message>
    <message>
        <source>The file no longer exists.</source>
        <translation>Le fichier n’existe plus.</translation>
    </message>
    <message>
        <source>This is a folder, not a file.</source>
        <translation>C’est un dossier, pas un fichier.</translation>
    </message>
    <message>
        <source>The file was replaced by a link, and links are not followed.</source>
        <translation>Le fichier a été remplacé par un lien&#xa0;; les liens ne sont pas suivis.</translation>
    </message>
    <message>
        <source>The file could not be read: {strerror}.</source>
        <translation>Impossible de lire le fichier&#xa0;: {strerror}.</translation>
    </message>
    <message>
        <source>Twofold will try again.</source>
        <translation>Twofold réessaiera.</translation>
    </message>
    <message>
        <source>This is larger than the limit of {most} MB when uncompressed.</source>
        <translation>Une fois décompressé, ce fichier dépasse la limite de {most} Mo.</translation>
    </message>
    <message>
        <source>This unpacks to more than {most_ratio} times its size. It may be a zip bomb and is not read.</source>
        <translation>Une fois décompressé, ce fichier dépasse {most_ratio} fois sa taille. C’est peut-être une bombe de décompression&#xa0;; il n’est pas lu.</translation>
    </message>
    <message>
        <source>The archive is damaged.</source>
        <translation>L’archive est endommagée.</translation>
    </message>
    <message>
        <source>This file is damaged inside the archive.</source>
        <translation>Ce fichier est endommagé dans l’archive.</translation>
    </message>
    <message>
        <source>The compressed file is damaged and cannot be unpacked.</source>
        <translation>Le fichier compressé est endommagé et ne peut pas être décompressé.</translation>
    </message>
    <message>
        <source>The archive is damaged: its list of files cannot be read.</source>
        <translation>L’archive est endommagée&#xa0;: la liste de ses fichiers ne peut pas être lue.</translation>
    </message>
    <message>
        <source>This file is password-protected.</source>
        <translation>Ce fichier est protégé par un mot de passe.</translation>
    </message>
    <message>
        <source>Unpack the archive into a folder of the library.</source>
        <translation>Décompressez l’archive dans un dossier de la bibliothèque.</translation>
    </message>
    <message>
        <source>The file is one part of a multi-part archive.</source>
        <translation>Le fichier est une partie d’une archive en plusieurs volumes.</translation>
    </message>
    <message>
        <source>This file uses a compression method that Twofold cannot read.</source>
        <translation>Ce fichier utilise une méthode de compression que Twofold ne peut pas lire.</translation>
    </message>
    <message>
        <source>The notebook is not valid JSON. Open it in Jupyter and save it again.</source>
        <translation>Le notebook n’est pas un JSON valide. Ouvrez-le dans Jupyter et enregistrez-le de nouveau.</translation>
    </message>
    <message>
        <source>The file is not a notebook.</source>
        <translation>Le fichier n’est pas un notebook.</translation>
    </message>
    <message>
        <source>The rest of the workbook was not read. The limits are {rows} rows and {characters} million characters.</source>
        <translation>Le reste du classeur n’a pas été lu. Les limites sont de {rows} lignes et {characters} millions de caractères.</translation>
    </message>
    <message>
        <source>The workbook is too large: {unpacked} MB when uncompressed.</source>
        <translation>Le classeur est trop volumineux&#xa0;: {unpacked} Mo une fois décompressé.</translation>
    </message>
    <message>
        <source>It may be a zip bomb, so it was not read.</source>
        <translation>C’est peut-être une bombe de décompression&#xa0;; il n’a pas été lu.</translation>
    </message>
    <message>
        <source>Save it as .xlsx.</source>
        <translation>Enregistrez-le en .xlsx.</translation>
    </message>
    <message>
        <source>The document is locked by digital rights management (DRM).</source>
        <translation>Le document est protégé par une gestion des droits numériques (DRM).</translation>
    </message>
    <message>
        <source>Save a copy without DRM.</source>
        <translation>Enregistrez une copie sans DRM.</translation>
    </message>
    <message>
        <source>The file &apos;{name}&apos; of the book is missing.</source>
        <translation>Le fichier «&#xa0;{name}&#xa0;» du livre est manquant.</translation>
    </message>
    <message>
        <source>The book has no list of its contents.</source>
        <translation>Le livre ne contient pas la liste de ses fichiers.</translation>
    </message>
    <message>
        <source>The file &apos;{name}&apos; of the book is damaged.</source>
        <translation>Le fichier «&#xa0;{name}&#xa0;» du livre est endommagé.</translation>
    </message>
    <message>
        <source>The book has no list of its chapters.</source>
        <translation>Le livre ne contient pas la liste de ses chapitres.</translation>
    </message>
    <message>
        <source>None of the book&apos;s chapters can be read.</source>
        <translation>Aucun chapitre du livre ne peut être lu.</translation>
    </message>
    <message>
        <source>Chapter {number} was not read: {message}</source>
        <translation>Le chapitre {number} n’a pas été lu&#xa0;: {message}</translation>
    </message>
    <message>
        <source>The book is locked by digital rights management (DRM).</source>
        <translation>Le livre est protégé par une gestion des droits numériques (DRM).</translation>
    </message>
    <message>
        <source>Only the reading app of its seller can open it.</source>
        <translation>Seule l’application de lecture du vendeur peut l’ouvrir.</translation>
    </message>
    <message>
        <source>The markup is damaged; the rest of the file was not read.</source>
        <translation>Le balisage est endommagé&#xa0;; le reste du fichier n’a pas été lu.</translation>
    </message>
    <message>
        <source>The PDF is password-protected.</source>
        <translation>Le PDF est protégé par un mot de passe.</translation>
    </message>
    <message>
        <source>The PDF is damaged and cannot be opened.</source>
        <translation>Le PDF est endommagé et ne peut pas être ouvert.</translation>
    </message>
    <message>
        <source>Page {number} of the PDF cannot be shown.</source>
        <translation>Impossible d’afficher la page {number} du PDF.</translation>
    </message>
    <message>
        <source>None of the pages of the PDF can be read.</source>
        <translation>Aucune page du PDF ne peut être lue.</translation>
    </message>
    <message>
        <source>The PDF contains no text.</source>
        <translation>Le PDF ne contient pas de texte.</translation>
    </message>
    <message>
        <source>{unreadable} of {pages} pages are damaged and were left out.</source>
        <translation>Pages endommagées et omises&#xa0;: {unreadable} sur {pages}.</translation>
    </message>
    <message>
        <source>{empty} of {pages} pages contain no text. They may be scanned pictures.</source>
        <translation>Pages sans texte&#xa0;: {empty} sur {pages}. Il s’agit peut-être de scans.</translation>
    </message>
    <message>
        <source>The front matter is not valid YAML; it was read line by line.</source>
        <translation>L’en-tête n’est pas du YAML valide&#xa0;; il a été lu ligne par ligne.</translation>
    </message>
    <message>
        <source>This document and all after it were not read, because reading failed too often before.</source>
        <translation>Ce document et les suivants n’ont pas été lus&#xa0;: la lecture a échoué trop souvent auparavant.</translation>
    </message>
    <message>
        <source>Only the first {text_bytes} MB of text in this file are indexed. Divide it into smaller files.</source>
        <translation>Seuls les {text_bytes} premiers Mo de texte de ce fichier sont indexés. Divisez-le en fichiers plus petits.</translation>
    </message>
    <message>
        <source>This document and all after it were not read: the documents before it have too many parts or names that are too long. Unpack the file into a folder of the library.</source>
        <translation>Ce document et les suivants n’ont pas été lus&#xa0;: les documents précédents ont trop de parties ou des noms trop longs. Décompressez le fichier dans un dossier de la bibliothèque.</translation>
    </message>
    <message>
        <source>This document is nested too deeply to be read.</source>
        <translation>Ce document est imbriqué trop profondément pour être lu.</translation>
    </message>
    <message>
        <source>This document and all after it were not read. The limits for one file are {count} documents, {megabytes} MB in total and {text_bytes} MB of text.</source>
        <translation>Ce document et les suivants n’ont pas été lus. Les limites pour un fichier sont de {count} documents, {megabytes} Mo au total et {text_bytes} Mo de texte.</translation>
    </message>
    <message>
        <source>Unpack the file into a folder of the library.</source>
        <translation>Décompressez le fichier dans un dossier de la bibliothèque.</translation>
    </message>
    <message>
        <source>This document and its siblings were not read. Embedded documents are read up to {depth} levels deep.</source>
        <translation>Ce document et ceux du même niveau n’ont pas été lus. Les documents intégrés sont lus jusqu’à {depth} niveaux de profondeur.</translation>
    </message>
    <message>
        <source>Unpack the outer archives into a folder of the library.</source>
        <translation>Décompressez les archives extérieures dans un dossier de la bibliothèque.</translation>
    </message>
    <message>
        <source>This archive contains no documents.</source>
        <translation>Cette archive ne contient aucun document.</translation>
    </message>
    <message>
        <source>The file no longer contains this document.</source>
        <translation>Le fichier ne contient plus ce document.</translation>
    </message>
    <message>
        <source>Set reading.sandbox to auto to read documents without a sandbox.</source>
        <translation>Définissez reading.sandbox sur auto pour lire les documents sans bac à sable.</translation>
    </message>
    <message>
        <source>The process that reads documents could not be started: {strerror}.</source>
        <translation>Impossible de démarrer le processus qui lit les documents&#xa0;: {strerror}.</translation>
    </message>
    <message>
        <source>Run &apos;twofold doctor&apos;.</source>
        <translation>Exécutez «&#xa0;twofold doctor&#xa0;».</translation>
    </message>
    <message>
        <source>The document reader was closed.</source>
        <translation>Le lecteur de documents a été fermé.</translation>
    </message>
    <message>
        <source>The process that reads files crashed on this file and was restarted.</source>
        <translation>Le processus qui lit les fichiers a planté sur ce fichier et a été redémarré.</translation>
    </message>
    <message>
        <source>The file may be damaged. Try to open it and save a new copy.</source>
        <translation>Le fichier est peut-être endommagé. Essayez de l’ouvrir et d’enregistrer une nouvelle copie.</translation>
    </message>
    <message>
        <source>Reading the file took more than {seconds} seconds of processor time.</source>
        <translation>La lecture du fichier a pris plus de {seconds} secondes de temps processeur.</translation>
    </message>
    <message>
        <source>Reading the file made no progress for {seconds} seconds.</source>
        <translation>La lecture du fichier n’a pas progressé pendant {seconds} secondes.</translation>
    </message>
    <message>
        <source>Check that its drive is connected and responds.</source>
        <translation>Vérifiez que son disque est connecté et répond.</translation>
    </message>
    <message>
        <source>Raise the setting indexing.read_seconds.</source>
        <translation>Augmentez le paramètre indexing.read_seconds.</translation>
    </message>
    <message>
        <source>The file is nested too deeply to be read.</source>
        <translation>Le fichier est imbriqué trop profondément pour être lu.</translation>
    </message>
    <message>
        <source>This file has no pages to show.</source>
        <translation>Ce fichier n’a pas de pages à afficher.</translation>
    </message>
    <message>
        <source>The document has more parts than allowed.</source>
        <translation>Le document a plus de parties qu’autorisé.</translation>
    </message>
    <message>
        <source>Divide it into smaller files.</source>
        <translation>Divisez-le en fichiers plus petits.</translation>
    </message>
    <message>
        <source>The file is only a signature. The signed content is in another file.</source>
        <translation>Le fichier n’est qu’une signature. Le contenu signé se trouve dans un autre fichier.</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>Le fichier est vide.</translation>
    </message>
    <message>
        <source>Twofold cannot read files of this format.</source>
        <translation>Twofold ne peut pas lire les fichiers de ce format.</translation>
    </message>
    <message>
        <source>The document contains too much text.</source>
        <translation>Le document contient trop de texte.</translation>
    </message>
    <message>
        <source>a Pages, Numbers or Keynote document (.pages, .numbers, .key)</source>
        <translation>un document Pages, Numbers ou Keynote (.pages, .numbers, .key)</translation>
    </message>
    <message>
        <source>Export it as .docx, .pptx, .xlsx or .pdf.</source>
        <translation>Exportez-le en .docx, .pptx, .xlsx ou .pdf.</translation>
    </message>
    <message>
        <source>an audio, video or picture file</source>
        <translation>un fichier audio, vidéo ou image</translation>
    </message>
    <message>
        <source>an audio file</source>
        <translation>un fichier audio</translation>
    </message>
    <message>
        <source>an audio or video file</source>
        <translation>un fichier audio ou vidéo</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>un programme</translation>
    </message>
    <message>
        <source>a language model</source>
        <translation>un modèle de langage</translation>
    </message>
    <message>
        <source>a font</source>
        <translation>une police de caractères</translation>
    </message>
    <message>
        <source>an audio or picture file</source>
        <translation>un fichier audio ou image</translation>
    </message>
    <message>
        <source>an icon</source>
        <translation>une icône</translation>
    </message>
    <message>
        <source>Unpack it into a folder of the library.</source>
        <translation>Décompressez-le dans un dossier de la bibliothèque.</translation>
    </message>
    <message>
        <source>a 7-Zip archive (.7z)</source>
        <translation>une archive 7-Zip (.7z)</translation>
    </message>
    <message>
        <source>a RAR archive (.rar)</source>
        <translation>une archive RAR (.rar)</translation>
    </message>
    <message>
        <source>a Zstandard archive</source>
        <translation>une archive Zstandard</translation>
    </message>
    <message>
        <source>a compressed file (.Z)</source>
        <translation>un fichier compressé (.Z)</translation>
    </message>
    <message>
        <source>a cpio archive</source>
        <translation>une archive cpio</translation>
    </message>
    <message>
        <source>an ar archive</source>
        <translation>une archive ar</translation>
    </message>
    <message>
        <source>a compressed file (.lz)</source>
        <translation>un fichier compressé (.lz)</translation>
    </message>
    <message>
        <source>a compressed file (.lz4)</source>
        <translation>un fichier compressé (.lz4)</translation>
    </message>
    <message>
        <source>a compressed file (.lzma)</source>
        <translation>un fichier compressé (.lzma)</translation>
    </message>
    <message>
        <source>a Windows cabinet (.cab)</source>
        <translation>une archive Cabinet de Windows (.cab)</translation>
    </message>
    <message>
        <source>an xar archive</source>
        <translation>une archive xar</translation>
    </message>
    <message>
        <source>a software package (.rpm)</source>
        <translation>un paquet logiciel (.rpm)</translation>
    </message>
    <message>
        <source>an ARJ archive (.arj)</source>
        <translation>une archive ARJ (.arj)</translation>
    </message>
    <message>
        <source>a Photoshop picture (.psd)</source>
        <translation>une image Photoshop (.psd)</translation>
    </message>
    <message>
        <source>Export it as .pdf or .png.</source>
        <translation>Exportez-le en .pdf ou .png.</translation>
    </message>
    <message>
        <source>a GIMP picture (.xcf)</source>
        <translation>une image GIMP (.xcf)</translation>
    </message>
    <message>
        <source>a JPEG 2000 picture (.jp2)</source>
        <translation>une image JPEG 2000 (.jp2)</translation>
    </message>
    <message>
        <source>a Windows metafile (.wmf)</source>
        <translation>un métafichier Windows (.wmf)</translation>
    </message>
    <message>
        <source>a Windows metafile (.emf)</source>
        <translation>un métafichier Windows (.emf)</translation>
    </message>
    <message>
        <source>a Lotus 1-2-3 workbook</source>
        <translation>un classeur Lotus 1-2-3</translation>
    </message>
    <message>
        <source>a Quattro Pro workbook</source>
        <translation>un classeur Quattro Pro</translation>
    </message>
    <message>
        <source>a OneNote table of contents (.onetoc2)</source>
        <translation>une table des matières OneNote (.onetoc2)</translation>
    </message>
    <message>
        <source>a database</source>
        <translation>une base de données</translation>
    </message>
    <message>
        <source>Export its tables as .csv.</source>
        <translation>Exportez ses tables en .csv.</translation>
    </message>
    <message>
        <source>an Access database</source>
        <translation>une base de données Access</translation>
    </message>
    <message>
        <source>Export its tables as .xlsx or .csv.</source>
        <translation>Exportez ses tables en .xlsx ou .csv.</translation>
    </message>
    <message>
        <source>a compiled help file (.chm)</source>
        <translation>un fichier d’aide compilé (.chm)</translation>
    </message>
    <message>
        <source>Unpack it as .html.</source>
        <translation>Décompressez-le en .html.</translation>
    </message>
    <message>
        <source>a OneNote notebook (.one)</source>
        <translation>un bloc-notes OneNote (.one)</translation>
    </message>
    <message>
        <source>a StarOffice document (.sdw)</source>
        <translation>un document StarOffice (.sdw)</translation>
    </message>
    <message>
        <source>Save it as .odt.</source>
        <translation>Enregistrez-le en .odt.</translation>
    </message>
    <message>
        <source>a StarOffice workbook (.sdc)</source>
        <translation>un classeur StarOffice (.sdc)</translation>
    </message>
    <message>
        <source>Save it as .ods.</source>
        <translation>Enregistrez-le en .ods.</translation>
    </message>
    <message>
        <source>a SolidWorks file</source>
        <translation>un fichier SolidWorks</translation>
    </message>
    <message>
        <source>a MicroStation drawing (.dgn)</source>
        <translation>un dessin MicroStation (.dgn)</translation>
    </message>
    <message>
        <source>an Inventor file</source>
        <translation>un fichier Inventor</translation>
    </message>
    <message>
        <source>a PowerPoint 4 presentation</source>
        <translation>une présentation PowerPoint 4</translation>
    </message>
    <message>
        <source>Save it as .pptx or .pdf.</source>
        <translation>Enregistrez-le en .pptx ou .pdf.</translation>
    </message>
    <message>
        <source>an installer (.msi)</source>
        <translation>un programme d’installation (.msi)</translation>
    </message>
    <message>
        <source>a 3ds Max scene (.max)</source>
        <translation>une scène 3ds Max (.max)</translation>
    </message>
    <message>
        <source>Export its pages as .docx or .pdf.</source>
        <translation>Exportez ses pages en .docx ou .pdf.</translation>
    </message>
    <message>
        <source>an AutoCAD drawing</source>
        <translation>un dessin AutoCAD</translation>
    </message>
    <message>
        <source>Export it as .pdf.</source>
        <translation>Exportez-le en .pdf.</translation>
    </message>
    <message>
        <source>a WordPerfect document</source>
        <translation>un document WordPerfect</translation>
    </message>
    <message>
        <source>Save it as .docx or .pdf.</source>
        <translation>Enregistrez-le en .docx ou .pdf.</translation>
    </message>
    <message>
        <source>a Word for Windows 2 document</source>
        <translation>un document Word pour Windows 2</translation>
    </message>
    <message>
        <source>a Write or Word for DOS document</source>
        <translation>un document Write ou Word pour DOS</translation>
    </message>
    <message>
        <source>a Hangul document</source>
        <translation>un document Hangul</translation>
    </message>
    <message>
        <source>a DjVu document</source>
        <translation>un document DjVu</translation>
    </message>
    <message>
        <source>Convert it to .pdf.</source>
        <translation>Convertissez-le en .pdf.</translation>
    </message>
    <message>
        <source>an Excel workbook</source>
        <translation>un classeur Excel</translation>
    </message>
    <message>
        <source>a Visio drawing</source>
        <translation>un dessin Visio</translation>
    </message>
    <message>
        <source>Save it as .pdf.</source>
        <translation>Enregistrez-le en .pdf.</translation>
    </message>
    <message>
        <source>an OpenDocument file</source>
        <translation>un fichier OpenDocument</translation>
    </message>
    <message>
        <source>an EPUB book</source>
        <translation>un livre EPUB</translation>
    </message>
    <message>
        <source>a Keynote document (.key)</source>
        <translation>un document Keynote (.key)</translation>
    </message>
    <message>
        <source>Export it as .pptx or .pdf.</source>
        <translation>Exportez-le en .pptx ou .pdf.</translation>
    </message>
    <message>
        <source>a Java program</source>
        <translation>un programme Java</translation>
    </message>
    <message>
        <source>a Publisher document (.pub)</source>
        <translation>un document Publisher (.pub)</translation>
    </message>
    <message>
        <source>a Visio drawing (.vsd)</source>
        <translation>un dessin Visio (.vsd)</translation>
    </message>
    <message>
        <source>a Hangul document (.hwp)</source>
        <translation>un document Hangul (.hwp)</translation>
    </message>
    <message>
        <source>a Works document (.wps)</source>
        <translation>un document Works (.wps)</translation>
    </message>
    <message>
        <source>a Project plan (.mpp)</source>
        <translation>une planification Project (.mpp)</translation>
    </message>
    <message>
        <source>Save it as .xlsx or .pdf.</source>
        <translation>Enregistrez-le en .xlsx ou .pdf.</translation>
    </message>
    <message>
        <source>The file is {name}, which contains no text.</source>
        <translation>Le fichier est {name}, qui ne contient pas de texte.</translation>
    </message>
    <message>
        <source>a picture (.heic, .avif)</source>
        <translation>une image (.heic, .avif)</translation>
    </message>
    <message>
        <source>Export it as .jpg.</source>
        <translation>Exportez-le en .jpg.</translation>
    </message>
    <message>
        <source>a zlib-compressed file</source>
        <translation>un fichier compressé avec zlib</translation>
    </message>
    <message>
        <source>The file name ends with .pdf, but the file is not a PDF.</source>
        <translation>Le nom du fichier se termine par .pdf, mais ce n’est pas un PDF.</translation>
    </message>
    <message>
        <source>a video</source>
        <translation>une vidéo</translation>
    </message>
    <message>
        <source>an older Office document</source>
        <translation>un ancien document Office</translation>
    </message>
    <message>
        <source>Save it as .docx, .pptx, .xlsx or .pdf.</source>
        <translation>Enregistrez-le en .docx, .pptx, .xlsx ou .pdf.</translation>
    </message>
    <message>
        <source>a ZIP package of an unknown kind</source>
        <translation>un paquet ZIP de type inconnu</translation>
    </message>
    <message>
        <source>This file is {name}. Twofold cannot read this format yet.</source>
        <translation>Ce fichier est {name}. Twofold ne sait pas encore lire ce format.</translation>
    </message>
    <message>
        <source>This folder is {name}. Twofold cannot read this format yet.</source>
        <translation>Ce dossier est {name}. Twofold ne sait pas encore lire ce format.</translation>
    </message>
    <message>
        <source>The file is larger than {most} MB when uncompressed.</source>
        <translation>Le fichier dépasse {most} Mo une fois décompressé.</translation>
    </message>
    <message>
        <source>The document uses a compression method that Twofold cannot read.</source>
        <translation>Le document utilise une méthode de compression que Twofold ne peut pas lire.</translation>
    </message>
    <message>
        <source>No permission to open this folder.</source>
        <translation>Vous n’avez pas le droit d’ouvrir ce dossier.</translation>
    </message>
    <message>
        <source>The folder no longer exists.</source>
        <translation>Le dossier n’existe plus.</translation>
    </message>
    <message>
        <source>The file could not be read: {why}.</source>
        <translation>Impossible de lire le fichier&#xa0;: {why}.</translation>
    </message>
    <message>
        <source>The folder could not be read: {why}.</source>
        <translation>Impossible de lire le dossier&#xa0;: {why}.</translation>
    </message>
    <message>
        <source>It</source>
        <translation>Cet élément</translation>
    </message>
    <message>
        <source>It is not in any folder of the library. Add its folder with: twofold folder add PATH</source>
        <translation>Cet élément n’est dans aucun dossier de la bibliothèque. Ajoutez son dossier avec&#xa0;: twofold folder add CHEMIN</translation>
    </message>
    <message>
        <source>It could not be indexed: {detail}</source>
        <translation>Impossible de l’indexer&#xa0;: {detail}</translation>
    </message>
    <message>
        <source>It is indexed as an embedded document of &apos;{file_path}&apos;.</source>
        <translation>Il est indexé comme document intégré à «&#xa0;{file_path}&#xa0;».</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; contains no indexed document with this name.</source>
        <translation>«&#xa0;{name}&#xa0;» ne contient aucun document indexé de ce nom.</translation>
    </message>
    <message>
        <source>The folder &apos;{name}&apos; is not available at the moment. Its index entries are kept.</source>
        <translation>Le dossier «&#xa0;{name}&#xa0;» n’est pas disponible actuellement. Ses entrées d’index sont conservées.</translation>
    </message>
    <message>
        <source>The folder &apos;{place}&apos;</source>
        <translation>Le dossier «&#xa0;{place}&#xa0;»</translation>
    </message>
    <message>
        <source>{what} is a symbolic link, which is not followed.</source>
        <translation>{what} est un lien symbolique, qui n’est pas suivi.</translation>
    </message>
    <message>
        <source>{what} is excluded: {why}.</source>
        <translation>{what} est exclu&#xa0;: {why}.</translation>
    </message>
    <message>
        <source>{what} is not a regular file.</source>
        <translation>{what} n’est pas un fichier ordinaire.</translation>
    </message>
    <message>
        <source>{what} is {name}. Twofold cannot read this format yet.</source>
        <translation>{what} est {name}. Twofold ne sait pas encore lire ce format.</translation>
    </message>
    <message>
        <source>No permission to open the folder that contains it.</source>
        <translation>Vous n’avez pas le droit d’ouvrir le dossier qui le contient.</translation>
    </message>
    <message>
        <source>It will be indexed at the next scan.</source>
        <translation>Il sera indexé à la prochaine analyse.</translation>
    </message>
    <message>
        <source>There is no file with this name.</source>
        <translation>Aucun fichier ne porte ce nom.</translation>
    </message>
    <message>
        <source>It is a folder. Its files are indexed unless a rule excludes them.</source>
        <translation>C’est un dossier. Ses fichiers sont indexés, sauf si une règle les exclut.</translation>
    </message>
    <message>
        <source>It is indexed.</source>
        <translation>Il est indexé.</translation>
    </message>
    <message>
        <source>It is larger than the setting indexing.max_file_mb allows. Raise the setting to index it.</source>
        <translation>Il dépasse la limite du paramètre indexing.max_file_mb. Augmentez ce paramètre pour l’indexer.</translation>
    </message>
    <message>
        <source>the rules of this folder</source>
        <translation>la liste du dossier</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; never contains documents</source>
        <translation>«&#xa0;{name}&#xa0;» ne contient jamais de documents</translation>
    </message>
    <message>
        <source>Twofold stores its own files there</source>
        <translation>Twofold y stocke ses propres fichiers</translation>
    </message>
    <message>
        <source>the exclude patterns of this folder</source>
        <translation>les motifs d’exclusion de ce dossier</translation>
    </message>
    <message>
        <source>it matches none of the include patterns of this folder</source>
        <translation>il ne correspond à aucun motif d’inclusion de ce dossier</translation>
    </message>
    <message>
        <source>{source}, line {line}</source>
        <translation>{source}, ligne {line}</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; is hidden; to include hidden files, set indexing.hidden_files to true</source>
        <translation>«&#xa0;{name}&#xa0;» est caché&#xa0;; pour inclure les fichiers cachés, définissez indexing.hidden_files sur true</translation>
    </message>
    <message>
        <source>names like &apos;{name}&apos; are reserved for programs</source>
        <translation>les noms comme «&#xa0;{name}&#xa0;» sont réservés aux programmes</translation>
    </message>
    <message>
        <source>it matches &apos;{pattern}&apos; in {source}</source>
        <translation>il correspond à «&#xa0;{pattern}&#xa0;» dans {source}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln folders are not available at the moment. Their index entries are kept.</source>
        <translation>
            <numerusform>%Ln dossier n’est pas disponible actuellement. Ses entrées d’index sont conservées.</numerusform>
            <numerusform>%Ln dossiers ne sont pas disponibles actuellement. Leurs entrées d’index sont conservées.</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no files to read.</source>
        <translation>Il n’y a aucun fichier à lire.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files read</source>
        <translation>
            <numerusform>%Ln fichier lu</numerusform>
            <numerusform>%Ln fichiers lus</numerusform>
        </translation>
    </message>
    <message>
        <source>{moved} moved</source>
        <translation>déplacés&#xa0;: {moved}</translation>
    </message>
    <message>
        <source>{unchanged} unchanged</source>
        <translation>inchangés&#xa0;: {unchanged}</translation>
    </message>
    <message>
        <source>{removed} removed from the index</source>
        <translation>retirés de l’index&#xa0;: {removed}</translation>
    </message>
    <message>
        <source>{failed} not indexed</source>
        <translation>non indexés&#xa0;: {failed}</translation>
    </message>
    <message>
        <source>{count} without text</source>
        <translation>sans texte&#xa0;: {count}</translation>
    </message>
    <message>
        <source>{done}.</source>
        <translation>{done}.</translation>
    </message>
    <message>
        <source>&apos;{uri}&apos; does not name a position in a file.</source>
        <translation>«&#xa0;{uri}&#xa0;» n’indique aucune position dans un fichier.</translation>
    </message>
    <message>
        <source>Add #L12 or #page=3.</source>
        <translation>Ajoutez #L12 ou #page=3.</translation>
    </message>
    <message>
        <source>&apos;{uri}&apos; is not a citation.</source>
        <translation>«&#xa0;{uri}&#xa0;» n’est pas une citation.</translation>
    </message>
    <message>
        <source>A position is written as #L12, #L12-L34 or #page=3.</source>
        <translation>Une position s’écrit #L12, #L12-L34 ou #page=3.</translation>
    </message>
    <message>
        <source>line {first}</source>
        <translation>ligne {first}</translation>
    </message>
    <message>
        <source>lines {first}–{last}</source>
        <translation>lignes {first}–{last}</translation>
    </message>
    <message>
        <source>page {first}</source>
        <translation>page {first}</translation>
    </message>
    <message>
        <source>pages {first}–{last}</source>
        <translation>pages {first}–{last}</translation>
    </message>
    <message>
        <source>slide {first}</source>
        <translation>diapositive {first}</translation>
    </message>
    <message>
        <source>slides {first}–{last}</source>
        <translation>diapositives {first}–{last}</translation>
    </message>
    <message>
        <source>sheet {first}</source>
        <translation>feuille {first}</translation>
    </message>
    <message>
        <source>sheets {first}–{last}</source>
        <translation>feuilles {first}–{last}</translation>
    </message>
    <message>
        <source>chapter {first}</source>
        <translation>chapitre {first}</translation>
    </message>
    <message>
        <source>chapters {first}–{last}</source>
        <translation>chapitres {first}–{last}</translation>
    </message>
    <message>
        <source>message {first}</source>
        <translation>message {first}</translation>
    </message>
    <message>
        <source>messages {first}–{last}</source>
        <translation>messages {first}–{last}</translation>
    </message>
    <message>
        <source>paragraph {first}</source>
        <translation>paragraphe {first}</translation>
    </message>
    <message>
        <source>paragraphs {first}–{last}</source>
        <translation>paragraphes {first}–{last}</translation>
    </message>
    <message>
        <source>row {first}</source>
        <translation>ligne {first}</translation>
    </message>
    <message>
        <source>rows {first}–{last}</source>
        <translation>lignes {first}–{last}</translation>
    </message>
    <message>
        <source>region {first}</source>
        <translation>zone {first}</translation>
    </message>
    <message>
        <source>regions {first}–{last}</source>
        <translation>zones {first}–{last}</translation>
    </message>
    <message>
        <source>References</source>
        <translation>Références</translation>
    </message>
    <message>
        <source>Bibliography</source>
        <translation>Bibliographie</translation>
    </message>
    <message>
        <source>“{section}”</source>
        <translation>«&#xa0;{section}&#xa0;»</translation>
    </message>
    <message>
        <source>indexed {date}</source>
        <translation>indexé le {date}</translation>
    </message>
    <message>
        <source>indexed {date}; the file has changed since</source>
        <translation>indexé le {date}&#xa0;; le fichier a changé depuis</translation>
    </message>
    <message>
        <source>How these passages were found</source>
        <translation>Comment ces passages ont été trouvés</translation>
    </message>
    <message>
        <source>{name}: {value}</source>
        <translation>{name}&#xa0;: {value}</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Requête</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Paramètres</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>Filtres</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothèque</translation>
    </message>
    <message>
        <source>Exported</source>
        <translation>Exporté</translation>
    </message>
    <message>
        <source>{date} by {program}</source>
        <translation>{date} par {program}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>aucun</translation>
    </message>
    <message>
        <source>Found on {date} by {program} for: {query}</source>
        <translation>Trouvé le {date} par {program} pour&#xa0;: {query}</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Avertissement</translation>
    </message>
    <message>
        <source>Exported on {date} by {program}</source>
        <translation>Exporté le {date} par {program}</translation>
    </message>
    <message>
        <source>tags any</source>
        <translation>étiquettes</translation>
    </message>
    <message>
        <source>tags none</source>
        <translation>étiquettes exclues</translation>
    </message>
    <message>
        <source>langs</source>
        <translation>langues</translation>
    </message>
    <message>
        <source>langs none</source>
        <translation>langues exclues</translation>
    </message>
    <message>
        <source>folders</source>
        <translation>dossiers</translation>
    </message>
    <message>
        <source>folders none</source>
        <translation>dossiers exclus</translation>
    </message>
    <message>
        <source>file types</source>
        <translation>types de fichier</translation>
    </message>
    <message>
        <source>file types none</source>
        <translation>types de fichier exclus</translation>
    </message>
    <message>
        <source>authors</source>
        <translation>auteurs</translation>
    </message>
    <message>
        <source>authors none</source>
        <translation>auteurs exclus</translation>
    </message>
    <message>
        <source>citation keys</source>
        <translation>clés de citation</translation>
    </message>
    <message>
        <source>citation keys none</source>
        <translation>clés de citation exclues</translation>
    </message>
    <message>
        <source>kinds</source>
        <translation>types de document</translation>
    </message>
    <message>
        <source>kinds none</source>
        <translation>types de document exclus</translation>
    </message>
    <message>
        <source>path glob</source>
        <translation>motif de chemin</translation>
    </message>
    <message>
        <source>trust min</source>
        <translation>confiance minimale</translation>
    </message>
    <message>
        <source>versions</source>
        <translation>versions</translation>
    </message>
    <message>
        <source>primary</source>
        <translation>primaire</translation>
    </message>
    <message>
        <source>secondary</source>
        <translation>secondaire</translation>
    </message>
    <message>
        <source>generated</source>
        <translation>généré</translation>
    </message>
    <message>
        <source>after</source>
        <translation>date minimale</translation>
    </message>
    <message>
        <source>before</source>
        <translation>date maximale</translation>
    </message>
    <message>
        <source>Chicago, author and date</source>
        <translation>Chicago, auteur et date</translation>
    </message>
    <message>
        <source>with numbered notes</source>
        <translation>avec notes numérotées</translation>
    </message>
    <message>
        <source>with footnotes</source>
        <translation>avec notes de bas de page</translation>
    </message>
    <message>
        <source>to read and print</source>
        <translation>pour lire et imprimer</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>Page web</translation>
    </message>
    <message>
        <source>for LaTeX</source>
        <translation>pour LaTeX</translation>
    </message>
    <message>
        <source>for most programs</source>
        <translation>pour la plupart des logiciels</translation>
    </message>
    <message>
        <source>for Zotero</source>
        <translation>pour Zotero</translation>
    </message>
    <message>
        <source>one row per passage</source>
        <translation>une ligne par passage</translation>
    </message>
    <message>
        <source>all, with ranks</source>
        <translation>tout, avec les rangs</translation>
    </message>
    <message>
        <source>one per line</source>
        <translation>un par ligne</translation>
    </message>
    <message>
        <source>JSON Lines</source>
        <translation>JSON Lines</translation>
    </message>
    <message>
        <source>A path pattern can have at most {longest} characters.</source>
        <translation>Un motif de chemin peut contenir au plus {longest} caractères.</translation>
    </message>
    <message>
        <source>A path pattern can have at most {most_stars} stars.</source>
        <translation>Un motif de chemin peut contenir au plus {most_stars} étoiles.</translation>
    </message>
    <message>
        <source>A path pattern can have at most {most_braces} braces.</source>
        <translation>Un motif de chemin peut contenir au plus {most_braces} accolades.</translation>
    </message>
    <message>
        <source>too many alternatives with stars</source>
        <translation>trop de variantes avec des étoiles</translation>
    </message>
    <message>
        <source>&apos;{pattern}&apos; is not a path pattern: {error}.</source>
        <translation>«&#xa0;{pattern}&#xa0;» n’est pas un motif de chemin&#xa0;: {error}.</translation>
    </message>
    <message>
        <source>Use *, **, ? and {a,b}.</source>
        <translation>Utilisez *, **,&#xa0;? et {a,b}.</translation>
    </message>
    <message>
        <source>{name}: needs a value.</source>
        <translation>{name}&#xa0;: valeur manquante.</translation>
    </message>
    <message>
        <source>{name}: cannot be excluded.</source>
        <translation>{name}&#xa0;: exclusion impossible.</translation>
    </message>
    <message>
        <source>&apos;{value}&apos; is not one of the trust levels {levels}.</source>
        <translation>«&#xa0;{value}&#xa0;» ne fait pas partie des niveaux de confiance {levels}.</translation>
    </message>
    <message>
        <source>&apos;{value}&apos; is not a choice of versions. Write &apos;newest&apos;.</source>
        <translation>&apos;{value}&apos; n’est pas un choix de versions. Écrivez &apos;newest&apos;.</translation>
    </message>
    <message>
        <source>&apos;{value}&apos; is not a date such as 2026-11-21, 2026-11 or 2026.</source>
        <translation>«&#xa0;{value}&#xa0;» n’est pas une date comme 2026-11-21, 2026-11 ou 2026.</translation>
    </message>
    <message>
        <source>By position in the lists</source>
        <translation>Selon la position dans les listes</translation>
    </message>
    <message>
        <source>By score</source>
        <translation>Selon le score</translation>
    </message>
    <message>
        <source>By score relative to the best</source>
        <translation>Selon le score par rapport au meilleur</translation>
    </message>
    <message>
        <source>Depth of rank fusion (k). Higher values give lower ranks more weight.</source>
        <translation>Profondeur de la fusion des rangs (k). Plus la valeur est élevée, plus les rangs inférieurs comptent.</translation>
    </message>
    <message>
        <source>Depth (k)</source>
        <translation>Profondeur (k)</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Profondeur</translation>
    </message>
    <message>
        <source>How much weight lower-ranked passages get</source>
        <translation>Poids accordé aux passages moins bien classés</translation>
    </message>
    <message>
        <source>top ranks only</source>
        <translation>premiers rangs</translation>
    </message>
    <message>
        <source>deeper ranks</source>
        <translation>rangs inférieurs</translation>
    </message>
    <message>
        <source>Weight of the keyword ranking, unless fusion is automatic.</source>
        <translation>Poids du classement par mots-clés, sauf si la fusion est automatique.</translation>
    </message>
    <message>
        <source>Weight of the meaning ranking, unless fusion is automatic.</source>
        <translation>Poids du classement par le sens, sauf si la fusion est automatique.</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>permission refusée</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>opération non permise</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>fichier ou dossier introuvable</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>ce n’est pas un dossier</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>c’est un dossier</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>le fichier existe déjà</translation>
    </message>
    <message>
        <source>Directory not empty</source>
        <translation>dossier non vide</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>nom de fichier trop long</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>fichier trop grand</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>plus de place sur le disque</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>quota de disque dépassé</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>système de fichiers en lecture seule</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>erreur d’entrée/sortie</translation>
    </message>
    <message>
        <source>Remote I/O error</source>
        <translation>erreur d’entrée/sortie distante</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>périphérique ou ressource occupé</translation>
    </message>
    <message>
        <source>No such device</source>
        <translation>périphérique inexistant</translation>
    </message>
    <message>
        <source>No such device or address</source>
        <translation>périphérique ou adresse inexistant</translation>
    </message>
    <message>
        <source>Text file busy</source>
        <translation>le programme du fichier est en cours d’exécution</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>trop de fichiers ouverts</translation>
    </message>
    <message>
        <source>Too many open files in system</source>
        <translation>trop de fichiers ouverts dans le système</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>trop de niveaux de liens symboliques</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>mémoire insuffisante</translation>
    </message>
    <message>
        <source>Invalid argument</source>
        <translation>argument invalide</translation>
    </message>
    <message>
        <source>Stale file handle</source>
        <translation>référence de fichier réseau périmée</translation>
    </message>
    <message>
        <source>Broken pipe</source>
        <translation>connexion interrompue</translation>
    </message>
    <message>
        <source>Host is down</source>
        <translation>la machine est injoignable</translation>
    </message>
    <message>
        <source>No route to host</source>
        <translation>pas de route vers la machine</translation>
    </message>
    <message>
        <source>Network is unreachable</source>
        <translation>le réseau est injoignable</translation>
    </message>
    <message>
        <source>Connection refused</source>
        <translation>connexion refusée</translation>
    </message>
    <message>
        <source>Connection timed out</source>
        <translation>délai de connexion dépassé</translation>
    </message>
    <message>
        <source>Transport endpoint is not connected</source>
        <translation>disque non connecté</translation>
    </message>
    <message>
        <source>unknown error</source>
        <translation>erreur inconnue</translation>
    </message>
    <message>
        <source>one of {choices}</source>
        <translation>l’un de&#xa0;: {choices}</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true ou false</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>un texte</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>un nombre entier</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>un nombre</translation>
    </message>
    <message>
        <source>{kind} from {minimum} to {maximum}</source>
        <translation>{kind} de {minimum} à {maximum}</translation>
    </message>
    <message>
        <source>The setting {key} is &apos;{value}&apos;, but must be {allowed}.</source>
        <translation>Le paramètre {key} vaut «&#xa0;{value}&#xa0;», mais doit être {allowed}.</translation>
    </message>
    <message>
        <source>How to search: keywords and meaning, one of them, or exact text.</source>
        <translation>Mode de recherche&#xa0;: mots-clés et sens, l’un des deux, ou texte exact.</translation>
    </message>
    <message>
        <source>Number of passages listed in the terminal. The window loads more as you scroll.</source>
        <translation>Nombre de passages affichés dans le terminal. La fenêtre en charge d’autres au défilement.</translation>
    </message>
    <message>
        <source>How the keyword ranking and the meaning ranking are combined.</source>
        <translation>Méthode de combinaison du classement par mots-clés et du classement par le sens.</translation>
    </message>
    <message>
        <source>The order of passages with equal fusion scores.</source>
        <translation>Ordre des passages de même score de fusion.</translation>
    </message>
    <message>
        <source>Number of candidates that each ranking contributes to fusion.</source>
        <translation>Nombre de candidats que chaque classement apporte à la fusion.</translation>
    </message>
    <message>
        <source>Maximum length of snippets, in characters.</source>
        <translation>Longueur maximale des extraits, en caractères.</translation>
    </message>
    <message>
        <source>Show passages with the same text as one.</source>
        <translation>Regrouper les passages de même texte.</translation>
    </message>
    <message>
        <source>Hide weak matches: passages that are barely related to the query.</source>
        <translation>Masquer les résultats faibles&#xa0;: les passages à peine liés à la requête.</translation>
    </message>
    <message>
        <source>Compare the best passages with the query word by word and reorder them. The window does this when you stop typing, if ten passages take less than half a second.</source>
        <translation>Comparer mot à mot les meilleurs passages à la requête et les reclasser. La fenêtre le fait dès que la frappe s’arrête, si dix passages prennent moins d’une demi-seconde.</translation>
    </message>
    <message>
        <source>The name of a reranking model (see `twofold model list`) or a GGUF file; empty to compare words with the semantic model.</source>
        <translation>Le nom d’un modèle de reclassement (voir `twofold model list`) ou un fichier GGUF&#xa0;; vide pour comparer les mots avec le modèle sémantique.</translation>
    </message>
    <message>
        <source>Number of best passages to rerank. 0 means 20, or as many as a reranking model can read in less than a second.</source>
        <translation>Nombre de meilleurs passages à reclasser. 0 signifie 20, ou autant qu’un modèle de reclassement peut en lire en moins d’une seconde.</translation>
    </message>
    <message>
        <source>How vectors are searched: exact scan, HNSW graph, or whichever suits the query.</source>
        <translation>Méthode de recherche des vecteurs&#xa0;: comparaison exacte, graphe HNSW, ou la plus adaptée à la requête.</translation>
    </message>
    <message>
        <source>The semantic model in use.</source>
        <translation>Le modèle sémantique utilisé.</translation>
    </message>
    <message>
        <source>Processor threads for embedding; 0 means automatic.</source>
        <translation>Threads du processeur pour le calcul des vecteurs&#xa0;; 0 signifie automatique.</translation>
    </message>
    <message>
        <source>Maximum share of processor time for embedding, in percent.</source>
        <translation>Part maximale du temps processeur pour le calcul des vecteurs, en pour cent.</translation>
    </message>
    <message>
        <source>Whether to run the model on the graphics card, if llama.cpp supports it.</source>
        <translation>Exécuter le modèle sur la carte graphique, si llama.cpp le permet.</translation>
    </message>
    <message>
        <source>Maximum size of a file, in MB. Larger files are listed as not indexed.</source>
        <translation>Taille maximale d’un fichier, en Mo. Les fichiers plus volumineux apparaissent comme non indexés.</translation>
    </message>
    <message>
        <source>Maximum processor time to read one file, in seconds.</source>
        <translation>Temps processeur maximal pour lire un fichier, en secondes.</translation>
    </message>
    <message>
        <source>Maximum memory to read one file, in MB.</source>
        <translation>Mémoire maximale pour lire un fichier, en Mo.</translation>
    </message>
    <message>
        <source>Index files and folders whose names start with a dot.</source>
        <translation>Indexer les fichiers et dossiers dont le nom commence par un point.</translation>
    </message>
    <message>
        <source>Skip files that .gitignore and .twofoldignore files exclude.</source>
        <translation>Ignorer les fichiers exclus par les fichiers .gitignore et .twofoldignore.</translation>
    </message>
    <message>
        <source>Watch folders for changes while the window is open.</source>
        <translation>Surveiller les modifications des dossiers tant que la fenêtre est ouverte.</translation>
    </message>
    <message>
        <source>Interval between scans of all folders, in minutes.</source>
        <translation>Intervalle entre deux analyses de tous les dossiers, en minutes.</translation>
    </message>
    <message>
        <source>Search your own library together with shared ones.</source>
        <translation>Rechercher dans votre propre bibliothèque en même temps que dans les bibliothèques partagées.</translation>
    </message>
    <message>
        <source>Addresses of shared libraries to search, separated by spaces: milvus://HOST:PORT/COLLECTION.</source>
        <translation>Adresses des bibliothèques partagées consultées avec la vôtre, séparées par des espaces&#xa0;: milvus://HOST:PORT/COLLECTION.</translation>
    </message>
    <message>
        <source>Read scans: recognise the text of scanned pages (OCR) when there is no other work. Needs an optional part; run twofold doctor to see how to install it.</source>
        <translation>Lire les scans&#xa0;: reconnaître le texte des pages numérisées (OCR) quand aucune autre tâche n’est en cours. Nécessite un composant facultatif&#xa0;; twofold doctor indique comment l’installer.</translation>
    </message>
    <message>
        <source>Read documents in a sandbox. auto: if the system has one; required: do not read documents without one; off: never.</source>
        <translation>Lire les documents dans un bac à sable. auto&#xa0;: si le système en a un&#xa0;; required&#xa0;: ne pas lire de documents sans bac à sable&#xa0;; off&#xa0;: jamais.</translation>
    </message>
    <message>
        <source>Command that opens text and code at a line, such as &apos;code -g {path}:{line}&apos;. Empty for the default program.</source>
        <translation>Commande qui ouvre du texte ou du code à une ligne, comme «&#xa0;code -g {path}:{line}&#xa0;». Vide pour le programme par défaut.</translation>
    </message>
    <message>
        <source>Command that opens a PDF at a page, such as &apos;evince -i {page} {path}&apos;. Empty for the default program.</source>
        <translation>Commande qui ouvre un PDF à une page, comme «&#xa0;evince -i {page} {path}&#xa0;». Vide pour le programme par défaut.</translation>
    </message>
    <message>
        <source>Open documents of Zotero, Obsidian and Logseq in these programs.</source>
        <translation>Ouvrir les documents de Zotero, d’Obsidian et de Logseq dans ces programmes.</translation>
    </message>
    <message>
        <source>Colours of the window.</source>
        <translation>Couleurs de la fenêtre.</translation>
    </message>
    <message>
        <source>Size of fonts and everything else, in percent.</source>
        <translation>Taille des polices et de tout le reste, en pour cent.</translation>
    </message>
    <message>
        <source>Spacing of rows.</source>
        <translation>Espacement des lignes.</translation>
    </message>
    <message>
        <source>Language of the window: &apos;system&apos; or an available language code, such as &apos;de&apos;.</source>
        <translation>Langue de la fenêtre&#xa0;: «&#xa0;system&#xa0;» ou le code d’une langue disponible, comme «&#xa0;de&#xa0;».</translation>
    </message>
    <message>
        <source>Keep running in the system tray when the window is closed.</source>
        <translation>Rester dans la zone de notification quand la fenêtre est fermée.</translation>
    </message>
    <message>
        <source>Show a notification when indexing has finished or files could not be read.</source>
        <translation>Afficher une notification quand l’indexation est terminée ou que des fichiers n’ont pas pu être lus.</translation>
    </message>
    <message>
        <source>Show a notification when a saved search finds new passages.</source>
        <translation>Afficher une notification lorsqu’une recherche enregistrée trouve de nouveaux passages.</translation>
    </message>
    <message>
        <source>There is no setting &apos;{key}&apos;.</source>
        <translation>Le paramètre «&#xa0;{key}&#xa0;» n’existe pas.</translation>
    </message>
    <message>
        <source>Known settings: {by_key}.</source>
        <translation>Paramètres connus&#xa0;: {by_key}.</translation>
    </message>
    <message>
        <source>The sandbox does not support {machine} processors.</source>
        <translation>Le bac à sable ne prend pas en charge les processeurs {machine}.</translation>
    </message>
    <message>
        <source>The Linux security feature Landlock is not available. It requires Linux 5.13 or later and must be enabled.</source>
        <translation>La fonction de sécurité Landlock de Linux n’est pas disponible. Elle nécessite Linux 5.13 ou une version ultérieure et doit être activée.</translation>
    </message>
    <message>
        <source>The Linux security feature seccomp is not available.</source>
        <translation>La fonction de sécurité seccomp de Linux n’est pas disponible.</translation>
    </message>
    <message>
        <source>The setting reading.sandbox requires a full sandbox, which this system does not have. {problem}</source>
        <translation>Le réglage reading.sandbox exige un bac à sable complet, dont ce système ne dispose pas. {problem}</translation>
    </message>
    <message>
        <source>Set it to auto to continue without a sandbox.</source>
        <translation>Définissez-le sur auto pour continuer sans bac à sable.</translation>
    </message>
    <message>
        <source>sandbox-exec does not work on this system.</source>
        <translation>sandbox-exec ne fonctionne pas sur ce système.</translation>
    </message>
    <message>
        <source>Twofold supports no sandbox on this system.</source>
        <translation>Twofold ne prend en charge aucun bac à sable sur ce système.</translation>
    </message>
    <message>
        <source>The sandbox of Windows prevents writing and starting programs, but not reading other files or using the network.</source>
        <translation>Le bac à sable de Windows empêche d’écrire et de lancer des programmes, mais pas de lire d’autres fichiers ni d’utiliser le réseau.</translation>
    </message>
    <message>
        <source>Documents are read without a sandbox, because reading.sandbox is off.</source>
        <translation>Les documents sont lus sans bac à sable, car reading.sandbox est défini sur off.</translation>
    </message>
    <message>
        <source>A process could not enter its sandbox: {reason}.</source>
        <translation>Un processus n’a pas pu entrer dans son bac à sable&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>No documents are read, because this system has no full sandbox. {problem}</source>
        <translation>Aucun document n’est lu, car ce système n’a pas de bac à sable complet pour cela. {problem}</translation>
    </message>
    <message>
        <source>Documents are read without a sandbox. {problem}</source>
        <translation>Les documents sont lus sans bac à sable. {problem}</translation>
    </message>
    <message>
        <source>Keywords and meaning count about equally.</source>
        <translation>Mots-clés et sens comptent à peu près autant.</translation>
    </message>
    <message>
        <source>Only meaning counts because keywords found nothing.</source>
        <translation>Seul le sens compte, car les mots-clés n’ont rien trouvé.</translation>
    </message>
    <message>
        <source>Only keywords count because meaning found nothing.</source>
        <translation>Seuls les mots-clés comptent, car le sens n’a rien trouvé.</translation>
    </message>
    <message>
        <source>Only keywords count because nothing could be compared by meaning.</source>
        <translation>Seuls les mots-clés comptent, car rien n’a pu être comparé par le sens.</translation>
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
        <translation>Le sens compte davantage, car ses meilleurs passages sont bien plus proches de la requête que le reste de la bibliothèque.</translation>
    </message>
    <message>
        <source>Keywords count more because no passage is clearly close to the query in meaning.</source>
        <translation>Les mots-clés comptent davantage, car aucun passage n’est nettement proche de la requête par le sens.</translation>
    </message>
    <message>
        <source>Meaning counts more because no passage contains all rare words of the query.</source>
        <translation>Le sens compte davantage, car aucun passage ne contient tous les mots rares de la requête.</translation>
    </message>
    <message>
        <source>Keywords count more because the passages closest in meaning contain few words of the query.</source>
        <translation>Les mots-clés comptent davantage, car les passages les plus proches par le sens contiennent peu de mots de la requête.</translation>
    </message>
    <message>
        <source>Keywords count more because only some of their matches are indexed by meaning.</source>
        <translation>Les mots-clés comptent davantage, car seule une partie de leurs résultats est indexée par le sens.</translation>
    </message>
    <message>
        <source>Meaning counts more because the settings give it more weight.</source>
        <translation>Le sens compte davantage, car les paramètres lui donnent plus de poids.</translation>
    </message>
    <message>
        <source>Keywords count more because the settings give them more weight.</source>
        <translation>Les mots-clés comptent davantage, car les paramètres leur donnent plus de poids.</translation>
    </message>
    <message>
        <source>The keyword and the meaning ranking both have weight 0.</source>
        <translation>Les classements par mots-clés et par le sens ont tous deux le poids 0.</translation>
    </message>
    <message>
        <source>Set at least one of the weights above 0.</source>
        <translation>Donnez à au moins l’un des deux un poids supérieur à 0.</translation>
    </message>
    <message>
        <source>No search words: the documents that match the filters are listed, newest first.</source>
        <translation>Aucun mot à rechercher&#xa0;: les documents qui correspondent aux filtres sont affichés, les plus récents d’abord.</translation>
    </message>
    <message>
        <source>The query contains only exclusions. Add a word to search for.</source>
        <translation>La requête ne contient que des exclusions. Ajoutez un mot à rechercher.</translation>
    </message>
    <message>
        <source>Exact text mode cannot find similar passages.</source>
        <translation>Le mode texte exact ne peut pas trouver de passages similaires.</translation>
    </message>
    <message>
        <source>Choose another mode.</source>
        <translation>Choisissez un autre mode.</translation>
    </message>
    <message>
        <source>There is no passage &apos;{chunk_id}&apos; in this library.</source>
        <translation>Cette bibliothèque ne contient pas de passage «&#xa0;{chunk_id}&#xa0;».</translation>
    </message>
    <message>
        <source>Search again. Its file may have changed.</source>
        <translation>Relancez la recherche. Son fichier a peut-être changé.</translation>
    </message>
    <message>
        <source>Other search words were ignored.</source>
        <translation>Les autres mots recherchés ont été ignorés.</translation>
    </message>
    <message>
        <source>its rarest words ({words})</source>
        <translation>ses mots les plus rares ({words})</translation>
    </message>
    <message>
        <source>nothing, because it is not indexed by meaning and has no distinctive words</source>
        <translation>rien, car il n’est pas indexé par le sens et n’a pas de mots distinctifs</translation>
    </message>
    <message>
        <source>its meaning and {rarest}</source>
        <translation>son sens et {rarest}</translation>
    </message>
    <message>
        <source>its meaning</source>
        <translation>son sens</translation>
    </message>
    <message>
        <source>Passages like {path}, {place}: searched by {what}.</source>
        <translation>Passages semblables à {path}, {place}&#xa0;: recherche d’après {what}.</translation>
    </message>
    <message>
        <source>The limit is {limit}, but must be at least 1.</source>
        <translation>La limite est {limit}, mais doit être d’au moins 1.</translation>
    </message>
    <message>
        <source>Ask for 1 or more.</source>
        <translation>Indiquez 1 ou plus.</translation>
    </message>
    <message>
        <source>The offset is {offset}, but must be at least 0.</source>
        <translation>Le décalage est {offset}, mais doit être d’au moins 0.</translation>
    </message>
    <message>
        <source>Ask for 0 or more.</source>
        <translation>Indiquez 0 ou plus.</translation>
    </message>
    <message>
        <source>The file is on the computer that published it.</source>
        <translation>Le fichier se trouve sur l’ordinateur qui l’a publié.</translation>
    </message>
    <message>
        <source>This file has changed since it was indexed.</source>
        <translation>Ce fichier a changé depuis son indexation.</translation>
    </message>
    <message>
        <source>{changed} The passage is unchanged.</source>
        <translation>{changed} Le passage est inchangé.</translation>
    </message>
    <message>
        <source>{changed} It no longer contains the passage.</source>
        <translation>{changed} Le passage n’y figure plus.</translation>
    </message>
    <message>
        <source>{changed} The passage is now at {extracted}.</source>
        <translation>{changed} Nouvel emplacement du passage&#xa0;: {extracted}.</translation>
    </message>
    <message>
        <source>&apos;{chunk_id}&apos; is not a passage id.</source>
        <translation>«&#xa0;{chunk_id}&#xa0;» n’est pas un identifiant de passage.</translation>
    </message>
    <message>
        <source>This file no longer exists. The passage is shown as it was indexed.</source>
        <translation>Ce fichier n’existe plus. Le passage est affiché tel qu’il a été indexé.</translation>
    </message>
    <message>
        <source>{message} The passage is shown as it was indexed.</source>
        <translation>{message} Le passage est affiché tel qu’il a été indexé.</translation>
    </message>
    <message>
        <source>Only the first {most_clauses} words are searched.</source>
        <translation>Seuls les {most_clauses} premiers mots sont recherchés.</translation>
    </message>
    <message>
        <source>The query has no letters or digits and is searched as exact text.</source>
        <translation>La requête ne contient ni lettre ni chiffre et est recherchée comme texte exact.</translation>
    </message>
    <message>
        <source>Only the first {longest_query} characters are searched.</source>
        <translation>Seuls les {longest_query} premiers caractères sont recherchés.</translation>
    </message>
    <message>
        <source>The closing quotation mark of an exclusion was added at the end.</source>
        <translation>Le guillemet fermant d’une exclusion a été ajouté à la fin.</translation>
    </message>
    <message>
        <source>An unpaired quotation mark was ignored.</source>
        <translation>Un guillemet isolé a été ignoré.</translation>
    </message>
    <message>
        <source>Brackets group words only in expressions, which are in single quotes.</source>
        <translation>Les parenthèses ne regroupent des mots que dans les expressions, écrites entre apostrophes.</translation>
    </message>
    <message>
        <source>An unpaired closing bracket was ignored.</source>
        <translation>Une parenthèse fermante isolée a été ignorée.</translation>
    </message>
    <message>
        <source>{operator} needs a word or a phrase on both sides.</source>
        <translation>{operator} nécessite un mot ou une suite de mots de chaque côté.</translation>
    </message>
    <message>
        <source>Some brackets were ignored because they are nested too deeply.</source>
        <translation>Certaines parenthèses, imbriquées trop profondément, ont été ignorées.</translation>
    </message>
    <message>
        <source>A missing closing bracket was added at the end.</source>
        <translation>Une parenthèse fermante manquante a été ajoutée à la fin.</translation>
    </message>
    <message>
        <source>NOT before several words was ignored. Write it before each word.</source>
        <translation>NOT devant plusieurs mots a été ignoré. Écrivez-le devant chaque mot.</translation>
    </message>
    <message>
        <source>Only the first {most_open_ended} words with *, ? or ~ are expanded.</source>
        <translation>Seuls les {most_open_ended} premiers mots avec *,&#xa0;? ou ~ sont développés.</translation>
    </message>
    <message>
        <source>The query has too many OR combinations. Some of them were ignored.</source>
        <translation>La requête contient trop de combinaisons OR. Certaines ont été ignorées.</translation>
    </message>
    <message>
        <source>Run &apos;twofold doctor&apos; for details.</source>
        <translation>Exécutez «&#xa0;twofold doctor&#xa0;» pour plus de détails.</translation>
    </message>
    <message>
        <source>The chosen model has not indexed any passages yet.</source>
        <translation>Le modèle choisi n’a encore indexé aucun passage.</translation>
    </message>
    <message>
        <source>This passage is not indexed by meaning yet.</source>
        <translation>Ce passage n’est pas encore indexé par le sens.</translation>
    </message>
    <message>
        <source>the query has no words to search by meaning</source>
        <translation>la requête ne contient aucun mot à rechercher par le sens</translation>
    </message>
    <message>
        <source>An unexpected error occurred. See the log for details.</source>
        <translation>Une erreur inattendue s’est produite. Consultez le journal pour plus de détails.</translation>
    </message>
    <message>
        <source>Nothing is indexed by meaning yet.</source>
        <translation>Rien n’est encore indexé par le sens.</translation>
    </message>
    <message>
        <source>No semantic model is selected.</source>
        <translation>Aucun modèle sémantique n’est sélectionné.</translation>
    </message>
    <message>
        <source>Choose one in Settings.</source>
        <translation>Choisissez-en un dans les paramètres.</translation>
    </message>
    <message>
        <source>The vectors belong to a different model.</source>
        <translation>Les vecteurs proviennent d’un autre modèle.</translation>
    </message>
    <message>
        <source>They are being recomputed in the background.</source>
        <translation>Ils sont recalculés en arrière-plan.</translation>
    </message>
    <message>
        <source>{plan}; vectors of {searchable} of {passages} passages</source>
        <translation>{plan}&#xa0;; vecteurs de {searchable} sur {passages} passages</translation>
    </message>
    <message>
        <source>a newer search started before it finished</source>
        <translation>une recherche plus récente a commencé avant la fin</translation>
    </message>
    <message>
        <source>Only meaning was searched.</source>
        <translation>La recherche n’a porté que sur le sens.</translation>
    </message>
    <message>
        <source>Only meaning was searched: {why}</source>
        <translation>La recherche n’a porté que sur le sens&#xa0;: {why}</translation>
    </message>
    <message>
        <source>Only keywords were searched.</source>
        <translation>La recherche n’a porté que sur les mots-clés.</translation>
    </message>
    <message>
        <source>Only keywords were searched: {why}</source>
        <translation>La recherche n’a porté que sur les mots-clés&#xa0;: {why}</translation>
    </message>
    <message>
        <source>Keywords could not be searched.</source>
        <translation>La recherche par mots-clés n’a pas pu se faire.</translation>
    </message>
    <message>
        <source>Keywords could not be searched: {why}</source>
        <translation>La recherche par mots-clés n’a pas pu se faire&#xa0;: {why}</translation>
    </message>
    <message>
        <source>Meaning could not be searched.</source>
        <translation>La recherche par le sens n’a pas pu se faire.</translation>
    </message>
    <message>
        <source>Meaning could not be searched: {why}</source>
        <translation>La recherche par le sens n’a pas pu se faire&#xa0;: {why}</translation>
    </message>
    <message>
        <source>The results were not reranked: {why}</source>
        <translation>Les résultats n’ont pas été reclassés&#xa0;: {why}</translation>
    </message>
    <message>
        <source>The library is closed.</source>
        <translation>La bibliothèque est fermée.</translation>
    </message>
    <message>
        <source>{name} is selected. It will be used when all passages are embedded.</source>
        <translation>{name} est sélectionné. Il sera utilisé une fois tous les passages indexés par le sens.</translation>
    </message>
    <message>
        <source>The library cannot be opened ({name}).</source>
        <translation>Impossible d’ouvrir la bibliothèque ({name}).</translation>
    </message>
    <message>
        <source>The other Twofold process has ended. This one now keeps the library up to date.</source>
        <translation>L’autre instance de Twofold s’est arrêtée. Celle-ci met maintenant la bibliothèque à jour.</translation>
    </message>
    <message>
        <source>Searching by meaning now uses {title}.</source>
        <translation>La recherche par le sens utilise maintenant {title}.</translation>
    </message>
    <message>
        <source>The model cannot be loaded ({name}).</source>
        <translation>Impossible de charger le modèle ({name}).</translation>
    </message>
    <message>
        <source>A shared library cannot be changed here.</source>
        <translation>Une bibliothèque partagée ne peut pas être modifiée ici.</translation>
    </message>
    <message>
        <source>Change it on the computer that publishes it: twofold share publish</source>
        <translation>Modifiez-la sur l’ordinateur qui la publie&#xa0;: twofold share publish</translation>
    </message>
    <message>
        <source>Some documents were indexed by another version of Twofold. They are being indexed again in the background. Until then, searches use the old passages.</source>
        <translation>Certains documents ont été indexés par une autre version de Twofold. Ils sont réindexés en arrière-plan. D’ici là, les recherches utilisent les anciens passages.</translation>
    </message>
    <message>
        <source>Some documents were indexed by another version of Twofold. Run &apos;twofold index&apos; to index them again. Until then, searches use the old passages.</source>
        <translation>Certains documents ont été indexés par une autre version de Twofold. Exécutez «&#xa0;twofold index&#xa0;» pour les réindexer. D’ici là, les recherches utilisent les anciens passages.</translation>
    </message>
    <message>
        <source>This version of Twofold reads more of some documents. They are being read again.</source>
        <translation>Cette version de Twofold lit plus de contenu dans certains documents. Ils sont lus de nouveau.</translation>
    </message>
    <message>
        <source>Text recognition has changed. Files without recognised text are being read again.</source>
        <translation>La reconnaissance de texte a changé. Les fichiers sans texte reconnu sont lus de nouveau.</translation>
    </message>
    <message>
        <source>Limits were raised. Files that exceeded the old limits are being read again.</source>
        <translation>Des limites ont été relevées. Les fichiers qui dépassaient les anciennes limites sont lus de nouveau.</translation>
    </message>
    <message>
        <source>The documents are being read again.</source>
        <translation>Les documents sont lus de nouveau.</translation>
    </message>
    <message>
        <source>The documents must be read again.</source>
        <translation>Les documents doivent être lus de nouveau.</translation>
    </message>
    <message>
        <source>This library is open for searching only, because another Twofold process is updating it.</source>
        <translation>Cette bibliothèque n’est ouverte que pour la recherche, car une autre instance de Twofold la met à jour.</translation>
    </message>
    <message>
        <source>Close the other window or command first.</source>
        <translation>Fermez d’abord l’autre fenêtre ou l’autre commande.</translation>
    </message>
    <message>
        <source>the semantic model is still being prepared</source>
        <translation>le modèle sémantique est encore en préparation</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; is in no folder of the library.</source>
        <translation>«&#xa0;{text}&#xa0;» n’est dans aucun dossier de la bibliothèque.</translation>
    </message>
    <message>
        <source>First add the folder that contains it.</source>
        <translation>Ajoutez d’abord le dossier qui le contient.</translation>
    </message>
    <message>
        <source>The check was cancelled.</source>
        <translation>La vérification a été annulée.</translation>
    </message>
    <message>
        <source>The export was cancelled.</source>
        <translation>L’export a été annulé.</translation>
    </message>
    <message>
        <source>An internal error occurred ({name}).</source>
        <translation>Une erreur interne s’est produite ({name}).</translation>
    </message>
    <message>
        <source>Indexing cannot be started, so new and changed files are not read.</source>
        <translation>Impossible de démarrer l’indexation&#xa0;: les fichiers nouveaux ou modifiés ne sont pas lus.</translation>
    </message>
    <message>
        <source>You can search files that are already indexed. Close other programs and try again.</source>
        <translation>Vous pouvez rechercher dans les fichiers déjà indexés. Fermez d’autres programmes, puis réessayez.</translation>
    </message>
    <message>
        <source>Indexing failed repeatedly and was stopped.</source>
        <translation>L’indexation a échoué plusieurs fois et a été arrêtée.</translation>
    </message>
    <message>
        <source>You can still search. Try again, or restart Twofold.</source>
        <translation>La recherche reste possible. Réessayez ou redémarrez Twofold.</translation>
    </message>
    <message>
        <source>Indexing ended unexpectedly.</source>
        <translation>L’indexation s’est arrêtée de façon inattendue.</translation>
    </message>
    <message>
        <source>Finished work is kept.</source>
        <translation>Le travail terminé est conservé.</translation>
    </message>
    <message>
        <source>Indexing ended unexpectedly and was restarted.</source>
        <translation>L’indexation s’est arrêtée de façon inattendue et a été relancée.</translation>
    </message>
    <message>
        <source>Scans are not read because text recognition is not installed.</source>
        <translation>Les scans ne sont pas lus, car la reconnaissance de texte n’est pas installée.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; was removed from the library.</source>
        <translation>«&#xa0;{name}&#xa0;» a été retiré de la bibliothèque.</translation>
    </message>
    <message>
        <source>The index of removed folders was deleted.</source>
        <translation>L’index des dossiers retirés a été supprimé.</translation>
    </message>
    <message>
        <source>&apos;{path}&apos; contains none of the known files of &apos;{name}&apos;.</source>
        <translation>«&#xa0;{path}&#xa0;» ne contient aucun des fichiers connus de «&#xa0;{name}&#xa0;».</translation>
    </message>
    <message>
        <source>Add it as a new folder to search it too.</source>
        <translation>Ajoutez-le comme nouveau dossier pour y rechercher aussi.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln documents changed.</source>
        <translation>
            <numerusform>%Ln document modifié.</numerusform>
            <numerusform>%Ln documents modifiés.</numerusform>
        </translation>
    </message>
    <message>
        <source>The folder &apos;{name}&apos; is not available now. Its files can still be searched.</source>
        <translation>Le dossier «&#xa0;{name}&#xa0;» n’est pas disponible actuellement. La recherche dans ses fichiers reste possible.</translation>
    </message>
    <message>
        <source>The folder &apos;{name}&apos; is available again.</source>
        <translation>Le dossier «&#xa0;{name}&#xa0;» est de nouveau disponible.</translation>
    </message>
    <message>
        <source>Indexing is paused. This will be done when it continues.</source>
        <translation>L’indexation est suspendue. Cette action sera effectuée à la reprise.</translation>
    </message>
    <message>
        <source>There is no folder &apos;{path}&apos;.</source>
        <translation>Le dossier «&#xa0;{path}&#xa0;» n’existe pas.</translation>
    </message>
    <message>
        <source>Check the name, or connect its drive.</source>
        <translation>Vérifiez le nom, ou connectez son disque.</translation>
    </message>
    <message>
        <source>&apos;{path}&apos; is a file, not a folder.</source>
        <translation>«&#xa0;{path}&#xa0;» est un fichier, pas un dossier.</translation>
    </message>
    <message>
        <source>Add the folder that contains it instead.</source>
        <translation>Ajoutez plutôt le dossier qui le contient.</translation>
    </message>
    <message>
        <source>&apos;{path}&apos; is already in the library.</source>
        <translation>«&#xa0;{path}&#xa0;» est déjà dans la bibliothèque.</translation>
    </message>
    <message>
        <source>&apos;{path}&apos; is inside &apos;{name}&apos;, which is already in the library.</source>
        <translation>«&#xa0;{path}&#xa0;» est dans «&#xa0;{name}&#xa0;», qui est déjà dans la bibliothèque.</translation>
    </message>
    <message>
        <source>Set rules for &apos;{root}&apos; instead.</source>
        <translation>Définissez plutôt des règles pour «&#xa0;{root}&#xa0;».</translation>
    </message>
    <message>
        <source>&apos;{path}&apos; contains the folder &apos;{name}&apos;, which is already in the library.</source>
        <translation>«&#xa0;{path}&#xa0;» contient le dossier «&#xa0;{name}&#xa0;», qui est déjà dans la bibliothèque.</translation>
    </message>
    <message>
        <source>Remove &apos;{name}&apos; from the library first.</source>
        <translation>Retirez d’abord «&#xa0;{name}&#xa0;» de la bibliothèque.</translation>
    </message>
    <message>
        <source>it cannot be read: {reason}</source>
        <translation>lecture impossible&#xa0;: {reason}</translation>
    </message>
    <message>
        <source>&apos;{path}&apos; is a file, not a folder</source>
        <translation>«&#xa0;{path}&#xa0;» est un fichier, pas un dossier</translation>
    </message>
    <message>
        <source>there is no permission to read &apos;{path}&apos;</source>
        <translation>vous n’avez pas le droit de lire «&#xa0;{path}&#xa0;»</translation>
    </message>
    <message>
        <source>A row of {row} refers to a missing {row2}.</source>
        <translation>Une ligne de {row} fait référence à un élément manquant de {row2}.</translation>
    </message>
    <message>
        <source>Documents with a wrong number of passages: {wrong}.</source>
        <translation>Documents dont le nombre de passages est erroné&#xa0;: {wrong}.</translation>
    </message>
    <message>
        <source>The library has no folder &apos;{name}&apos;.</source>
        <translation>La bibliothèque ne contient pas de dossier «&#xa0;{name}&#xa0;».</translation>
    </message>
    <message>
        <source>Restart Twofold. It recovers as much as possible and reads the documents again.</source>
        <translation>Redémarrez Twofold. Il récupère tout ce qui peut l’être et lit de nouveau les documents.</translation>
    </message>
    <message>
        <source>{path} cannot be opened: {strerror}.</source>
        <translation>Impossible d’ouvrir {path}&#xa0;: {strerror}.</translation>
    </message>
    <message>
        <source>The library is currently read-only.</source>
        <translation>Cette bibliothèque est ouverte en lecture seule.</translation>
    </message>
    <message>
        <source>Close the other Twofold process.</source>
        <translation>Fermez l’autre processus Twofold.</translation>
    </message>
    <message>
        <source>There is no library at {path}.</source>
        <translation>Il n’y a pas de bibliothèque dans {path}.</translation>
    </message>
    <message>
        <source>{path} cannot be written.</source>
        <translation>Impossible d’écrire {path}.</translation>
    </message>
    <message>
        <source>The library is empty.</source>
        <translation>La bibliothèque est vide.</translation>
    </message>
    <message>
        <source>The library has too few passages to compare models.</source>
        <translation>La bibliothèque contient trop peu de passages pour comparer des modèles.</translation>
    </message>
    <message>
        <source>Add a folder first.</source>
        <translation>Ajoutez d’abord un dossier.</translation>
    </message>
    <message>
        <source>The library file {path} is damaged.</source>
        <translation>Le fichier de bibliothèque {path} est endommagé.</translation>
    </message>
    <message>
        <source>Free some disk space. Finished work is not lost.</source>
        <translation>Libérez de l’espace disque. Le travail terminé n’est pas perdu.</translation>
    </message>
    <message>
        <source>The disk is full.</source>
        <translation>Le disque est plein.</translation>
    </message>
    <message>
        <source>The disk is full or failing.</source>
        <translation>Le disque est plein ou défaillant.</translation>
    </message>
    <message>
        <source>Your disk quota is used up.</source>
        <translation>Votre quota d’espace disque est épuisé.</translation>
    </message>
    <message>
        <source>The disk is read-only.</source>
        <translation>Le disque est en lecture seule.</translation>
    </message>
    <message>
        <source>Make it writable, or use another folder.</source>
        <translation>Autorisez l’écriture ou utilisez un autre dossier.</translation>
    </message>
    <message>
        <source>The disk reports an error.</source>
        <translation>Le disque signale une erreur.</translation>
    </message>
    <message>
        <source>Check the disk, and back up your files.</source>
        <translation>Vérifiez le disque et sauvegardez vos fichiers.</translation>
    </message>
    <message>
        <source>{path} is being written by another program.</source>
        <translation>{path} est en cours d’écriture par un autre programme.</translation>
    </message>
    <message>
        <source>Close it and try again.</source>
        <translation>Fermez-le et réessayez.</translation>
    </message>
    <message>
        <source>{path} cannot be opened.</source>
        <translation>Impossible d’ouvrir {path}.</translation>
    </message>
    <message>
        <source>Check the folder and its permissions.</source>
        <translation>Vérifiez le dossier et ses droits d’accès.</translation>
    </message>
    <message>
        <source>The library file {path} cannot be used: {error}.</source>
        <translation>Le fichier de bibliothèque {path} est inutilisable&#xa0;: {error}.</translation>
    </message>
    <message>
        <source>The library cannot be written: {path}: {strerror}.</source>
        <translation>Impossible d’écrire dans la bibliothèque&#xa0;: {path}&#xa0;: {strerror}.</translation>
    </message>
    <message>
        <source>Close other programs that use it.</source>
        <translation>Fermez les autres programmes qui l’utilisent.</translation>
    </message>
    <message>
        <source>The library file was missing. Your tags and folders ({folders}) were restored from a copy.</source>
        <translation>Le fichier de bibliothèque était manquant. Vos étiquettes et vos dossiers ({folders}) ont été restaurés à partir d’une copie.</translation>
    </message>
    <message>
        <source>The library file was created by an older version of Twofold and was kept as {name}. Recovered from it: folders ({folders}), your tags ({tags}) and vectors ({vectors}).</source>
        <translation>Le fichier de bibliothèque a été créé par une version plus ancienne de Twofold et est conservé sous le nom {name}. Éléments récupérés&#xa0;: dossiers ({folders}), vos étiquettes ({tags}) et vecteurs ({vectors}).</translation>
    </message>
    <message>
        <source>The library file was damaged and was kept as {name}. Recovered from it: folders ({folders}), your tags ({tags}) and vectors ({vectors}).</source>
        <translation>Le fichier de bibliothèque était endommagé et est conservé sous le nom {name}. Éléments récupérés&#xa0;: dossiers ({folders}), vos étiquettes ({tags}) et vecteurs ({vectors}).</translation>
    </message>
    <message>
        <source>Its text from {text_of} is still searched.</source>
        <translation>La recherche porte encore sur son texte du {text_of}.</translation>
    </message>
    <message>
        <source>{path} is not a Twofold library.</source>
        <translation>{path} n’est pas une bibliothèque de Twofold.</translation>
    </message>
    <message>
        <source>Choose another library folder.</source>
        <translation>Choisissez un autre dossier de bibliothèque.</translation>
    </message>
    <message>
        <source>{path} was written by a newer version of Twofold.</source>
        <translation>{path} a été écrit par une version plus récente de Twofold.</translation>
    </message>
    <message>
        <source>Update Twofold to open it.</source>
        <translation>Mettez Twofold à jour pour l’ouvrir.</translation>
    </message>
    <message>
        <source>{path} was written by an older version of Twofold.</source>
        <translation>{path} a été écrit par une version plus ancienne de Twofold.</translation>
    </message>
    <message>
        <source>Close other Twofold windows, and open the library again.</source>
        <translation>Fermez les autres fenêtres de Twofold et rouvrez la bibliothèque.</translation>
    </message>
    <message>
        <source>{plan}; {note}</source>
        <translation>{plan}&#xa0;; {note}</translation>
    </message>
    <message>
        <source>no word of the query occurs in the library</source>
        <translation>aucun mot de la requête ne figure dans la bibliothèque</translation>
    </message>
    <message>
        <source>{complete} with all terms</source>
        <translation>{complete} avec tous les mots</translation>
    </message>
    <message>
        <source>{complete} with all terms, followed by {partial} with some of them</source>
        <translation>{complete} avec tous les mots, puis {partial} avec certains d’entre eux</translation>
    </message>
    <message>
        <source>{plan}; searched by their parts because no passage contains them whole: {words}</source>
        <translation>{plan}&#xa0;; recherche par parties, car aucun passage ne contient en entier&#xa0;: {words}</translation>
    </message>
    <message>
        <source>The keyword index cannot be opened.</source>
        <translation>Impossible d’ouvrir l’index des mots-clés.</translation>
    </message>
    <message>
        <source>It will be rebuilt automatically.</source>
        <translation>Il sera reconstruit automatiquement.</translation>
    </message>
    <message>
        <source>There is no keyword index yet.</source>
        <translation>Il n’y a pas encore d’index des mots-clés.</translation>
    </message>
    <message>
        <source>The keyword index cannot be written.</source>
        <translation>Impossible d’écrire l’index des mots-clés.</translation>
    </message>
    <message>
        <source>The keyword index cannot be read.</source>
        <translation>Impossible de lire l’index des mots-clés.</translation>
    </message>
    <message>
        <source>Restart Twofold. A damaged index is rebuilt automatically.</source>
        <translation>Redémarrez Twofold. Un index endommagé est reconstruit automatiquement.</translation>
    </message>
    <message>
        <source>The keyword index cannot be searched.</source>
        <translation>Impossible de rechercher dans l’index des mots-clés.</translation>
    </message>
    <message>
        <source>The keyword index is incomplete.</source>
        <translation>L’index des mots-clés est incomplet.</translation>
    </message>
    <message>
        <source>The keyword index was created by another version of Twofold.</source>
        <translation>L’index des mots-clés a été créé par une autre version de Twofold.</translation>
    </message>
    <message>
        <source>A passage of {path} cannot be added to the keyword index.</source>
        <translation>Impossible d’ajouter un passage de {path} à l’index des mots-clés.</translation>
    </message>
    <message>
        <source>The keyword index is damaged.</source>
        <translation>L’index des mots-clés est endommagé.</translation>
    </message>
    <message>
        <source>The library in {parent} is read-only, so it can only be searched.</source>
        <translation>La bibliothèque dans {parent} est en lecture seule&#xa0;: seule la recherche est possible.</translation>
    </message>
    <message>
        <source>Make the folder writable, or choose another library folder.</source>
        <translation>Autorisez l’écriture dans le dossier, ou choisissez un autre dossier de bibliothèque.</translation>
    </message>
    <message>
        <source>The library cannot be written: {parent}: {reason}.</source>
        <translation>Impossible d’écrire dans la bibliothèque&#xa0;: {parent}&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>Choose a writable folder.</source>
        <translation>Choisissez un dossier accessible en écriture.</translation>
    </message>
    <message>
        <source>Another Twofold process is writing to the library in {parent}.</source>
        <translation>Une autre instance de Twofold écrit dans la bibliothèque de {parent}.</translation>
    </message>
    <message>
        <source>Close it to index here. You can still search.</source>
        <translation>Fermez-la pour indexer ici. La recherche reste possible.</translation>
    </message>
    <message>
        <source>It was rebuilt. Nothing was lost.</source>
        <translation>Il a été reconstruit. Rien n’a été perdu.</translation>
    </message>
    <message>
        <source>There was a file in place of the folder {name}.</source>
        <translation>Un fichier se trouvait à la place du dossier {name}.</translation>
    </message>
    <message>
        <source>The index in {name} is newer than the catalog.</source>
        <translation>L’index de {name} est plus récent que le catalogue.</translation>
    </message>
    <message>
        <source>It will be rebuilt when the library is opened for writing.</source>
        <translation>Il sera reconstruit quand la bibliothèque sera ouverte en écriture.</translation>
    </message>
    <message>
        <source>The damaged index {folder} cannot be moved away: {strerror}.</source>
        <translation>Impossible de déplacer l’index endommagé {folder}&#xa0;: {strerror}.</translation>
    </message>
    <message>
        <source>Close other programs that use it, or delete the folder.</source>
        <translation>Fermez les autres programmes qui l’utilisent, ou supprimez le dossier.</translation>
    </message>
    <message>
        <source>Vectors of the folder &apos;{folder}&apos; did not fit the model. They are being recomputed.</source>
        <translation>Des vecteurs du dossier «&#xa0;{folder}&#xa0;» ne correspondaient pas au modèle. Ils sont recalculés.</translation>
    </message>
    <message>
        <source>The keyword index contains {size} of {chunks} passages.</source>
        <translation>L’index des mots-clés contient {size} passages sur {chunks}.</translation>
    </message>
    <message>
        <source>The vector index contains {count} of {vectors} vectors.</source>
        <translation>L’index des vecteurs contient {count} vecteurs sur {vectors}.</translation>
    </message>
    <message>
        <source>The vector index is damaged.</source>
        <translation>L’index des vecteurs a une description endommagée.</translation>
    </message>
    <message>
        <source>The vector index cannot be opened: {strerror}.</source>
        <translation>Impossible d’ouvrir l’index des vecteurs&#xa0;: {strerror}.</translation>
    </message>
    <message>
        <source>The vector index cannot be read: {strerror}.</source>
        <translation>Impossible de lire l’index des vecteurs&#xa0;: {strerror}.</translation>
    </message>
    <message>
        <source>The vector index is empty.</source>
        <translation>L’index des vecteurs est vide.</translation>
    </message>
    <message>
        <source>The vector index was created by another version of Twofold.</source>
        <translation>L’index des vecteurs a été créé par une autre version de Twofold.</translation>
    </message>
    <message>
        <source>The vector index belongs to another model.</source>
        <translation>L’index des vecteurs provient d’un autre modèle.</translation>
    </message>
    <message>
        <source>There are no vectors.</source>
        <translation>Il n’y a pas de vecteurs.</translation>
    </message>
    <message>
        <source>The vectors were replaced during the build.</source>
        <translation>Les vecteurs ont été remplacés pendant la construction.</translation>
    </message>
    <message>
        <source>The vectors of random queries are missing.</source>
        <translation>Les vecteurs des requêtes aléatoires manquent.</translation>
    </message>
    <message>
        <source>The vector index cannot be written: {strerror}.</source>
        <translation>Impossible d’écrire l’index des vecteurs&#xa0;: {strerror}.</translation>
    </message>
    <message>
        <source>It will be tried again. Finished work is not lost.</source>
        <translation>Une nouvelle tentative aura lieu. Le travail terminé n’est pas perdu.</translation>
    </message>
    <message>
        <source>It will be read again shortly.</source>
        <translation>Il sera lu de nouveau dans un instant.</translation>
    </message>
    <message>
        <source>A vector does not have {dimension} dimensions.</source>
        <translation>Un vecteur n’a pas {dimension} dimensions.</translation>
    </message>
    <message>
        <source>A vector is not finite.</source>
        <translation>Un vecteur contient des valeurs non finies.</translation>
    </message>
    <message>
        <source>The query vector has {shape} dimensions, the index has {dimension}.</source>
        <translation>Le vecteur de la requête a {shape} dimensions, l’index en a {dimension}.</translation>
    </message>
    <message>
        <source>The query vector is not finite.</source>
        <translation>Le vecteur de la requête contient des valeurs non finies.</translation>
    </message>
    <message>
        <source>exact scan of {count}</source>
        <translation>comparaison exacte de {count}</translation>
    </message>
    <message>
        <source>exact scan of {count} because there is no HNSW graph yet</source>
        <translation>comparaison exacte de {count}, car il n’y a pas encore de graphe HNSW</translation>
    </message>
    <message>
        <source>exact scan of {rows} that match the filters</source>
        <translation>comparaison exacte de {rows} qui correspondent aux filtres</translation>
    </message>
    <message>
        <source>HNSW graph of {rows} vectors, {found} of them scored exactly</source>
        <translation>graphe HNSW de {rows} vecteurs, dont {found} réévalués exactement</translation>
    </message>
    <message>
        <source>HNSW graph of {rows} vectors, {found} of them scored exactly, and exact scan of {newer} newer vectors</source>
        <translation>graphe HNSW de {rows} vecteurs, dont {found} réévalués exactement, et comparaison exacte de {newer} plus récents</translation>
    </message>
    <message numerus="yes">
        <source>%Ln vectors</source>
        <translation>
            <numerusform>%Ln vecteur</numerusform>
            <numerusform>%Ln vecteurs</numerusform>
        </translation>
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
    <message>
        <source>By date</source>
        <translation>Par date</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>non vérifié</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>introuvable</translation>
    </message>
    <message>
        <source>changed, now {place}</source>
        <translation>modifié, maintenant&#xa0;: {place}</translation>
    </message>
    <message>
        <source>moved to {place}</source>
        <translation>déplacé&#xa0;: {place}</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Collection</translation>
    </message>
    <message>
        <source>New collection…</source>
        <translation>Nouvelle collection…</translation>
    </message>
    <message>
        <source>New collection</source>
        <translation>Nouvelle collection</translation>
    </message>
    <message>
        <source>Passages in the collection</source>
        <translation>Passages de la collection</translation>
    </message>
    <message>
        <source>Text of the passage</source>
        <translation>Texte du passage</translation>
    </message>
    <message>
        <source>Why does this passage matter?</source>
        <translation>Pourquoi ce passage est-il important&#xa0;?</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Note</translation>
    </message>
    <message>
        <source>Checking the file…</source>
        <translation>Vérification du fichier…</translation>
    </message>
    <message>
        <source>Check quotations</source>
        <translation>Vérifier les textes cités</translation>
    </message>
    <message>
        <source>Quotations</source>
        <translation>Textes cités</translation>
    </message>
    <message>
        <source>In the draft</source>
        <translation>Dans le brouillon</translation>
    </message>
    <message>
        <source>In the source</source>
        <translation>Dans la source</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>Ouvrir un fichier…</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Vérifier</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Open source</source>
        <translation>Ouvrir la source</translation>
    </message>
    <message>
        <source>Copy citation</source>
        <translation>Copier la citation</translation>
    </message>
    <message>
        <source>Copy draft with citations</source>
        <translation>Copier le brouillon avec les citations</translation>
    </message>
    <message>
        <source>Copy the text of the draft with a citation after each quotation</source>
        <translation>Copier le texte du brouillon avec une citation après chaque texte cité</translation>
    </message>
    <message>
        <source>Export list…</source>
        <translation>Exporter la liste…</translation>
    </message>
    <message>
        <source>Open draft</source>
        <translation>Ouvrir un brouillon</translation>
    </message>
    <message>
        <source>Drafts</source>
        <translation>Brouillons</translation>
    </message>
    <message>
        <source>Checking the quotations…</source>
        <translation>Vérification des textes cités…</translation>
    </message>
    <message>
        <source>{done} of {total} passages of the draft checked</source>
        <translation>Passages du brouillon vérifiés&#xa0;: {done} sur {total}</translation>
    </message>
    <message>
        <source>The draft contains no quotations, and no sentence repeats a passage.</source>
        <translation>Le brouillon ne contient aucun texte cité, et aucune phrase ne reprend un passage.</translation>
    </message>
    <message>
        <source>The draft is too long. Only its beginning was checked.</source>
        <translation>Le brouillon est trop long. Seul son début a été vérifié.</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Tous</translation>
    </message>
    <message>
        <source>No document of the library contains this quotation or a similar text.</source>
        <translation>Aucun document de la bibliothèque ne contient ce texte cité ni un texte similaire.</translation>
    </message>
    <message>
        <source>Draft with citations copied</source>
        <translation>Brouillon avec citations copié</translation>
    </message>
    <message>
        <source>Export list</source>
        <translation>Exporter la liste</translation>
    </message>
    <message>
        <source>Copy quotation</source>
        <translation>Copier le texte cité</translation>
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
        <source>Remove</source>
        <translation>Retirer</translation>
    </message>
    <message>
        <source>Check all</source>
        <translation>Tout vérifier</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exporter…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Move to</source>
        <translation>Déplacer</translation>
    </message>
    <message>
        <source>Rename collection</source>
        <translation>Renommer la collection</translation>
    </message>
    <message>
        <source>‘{name}’ with {passages} and {notes} was deleted</source>
        <translation>Collection «&#xa0;{name}&#xa0;» supprimée avec {passages} et {notes}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln notes</source>
        <translation>
            <numerusform>%Ln note</numerusform>
            <numerusform>%Ln notes</numerusform>
        </translation>
    </message>
    <message>
        <source>The collection is empty. To add a passage, press {keys} in the search results.</source>
        <translation>La collection est vide. Pour ajouter un passage, appuyez sur {keys} dans la liste des résultats.</translation>
    </message>
    <message>
        <source>Quotation copied</source>
        <translation>Texte cité copié</translation>
    </message>
    <message>
        <source>‘{title}’ was removed from the collection</source>
        <translation>«&#xa0;{title}&#xa0;» a été retiré de la collection</translation>
    </message>
    <message>
        <source>Export collection</source>
        <translation>Exporter la collection</translation>
    </message>
    <message>
        <source>Saved as {path}</source>
        <translation>Enregistré sous {path}</translation>
    </message>
    <message>
        <source>Why this passage was found</source>
        <translation>Pourquoi ce passage a été trouvé</translation>
    </message>
    <message>
        <source>Show ranks as a table</source>
        <translation>Afficher les rangs dans un tableau</translation>
    </message>
    <message>
        <source>What was searched</source>
        <translation>Détails de la recherche</translation>
    </message>
    <message>
        <source>Select a passage to see why it was found.</source>
        <translation>Sélectionnez un passage pour voir pourquoi il a été trouvé.</translation>
    </message>
    <message>
        <source>Copy explanation</source>
        <translation>Copier l’explication</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Copier en texte</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>Copier en JSON</translation>
    </message>
    <message>
        <source>Fused</source>
        <translation>Fusion</translation>
    </message>
    <message>
        <source>Passage</source>
        <translation>Passage</translation>
    </message>
    <message>
        <source>Table of ranks</source>
        <translation>Tableau des rangs</translation>
    </message>
    <message>
        <source>not in the list</source>
        <translation>pas dans la liste</translation>
    </message>
    <message>
        <source>Weights and depth</source>
        <translation>Pondération et profondeur</translation>
    </message>
    <message>
        <source>Restore your default, or the original values</source>
        <translation>Rétablir vos valeurs par défaut ou les valeurs d’origine</translation>
    </message>
    <message>
        <source>The results change as you drag.</source>
        <translation>Les résultats changent pendant le déplacement.</translation>
    </message>
    <message>
        <source>Keywords {keywords}, meaning {meaning}</source>
        <translation>Mots-clés {keywords}, sens {meaning}</translation>
    </message>
    <message>
        <source>Weighting</source>
        <translation>Pondération</translation>
    </message>
    <message>
        <source>Weighting of keywords and meaning</source>
        <translation>Pondération des mots-clés et du sens</translation>
    </message>
    <message>
        <source>Automatic for each query</source>
        <translation>Auto à chaque requête</translation>
    </message>
    <message>
        <source>Adjusts the weights of keywords and meaning for each query</source>
        <translation>Adapte à chaque requête le poids des mots-clés et du sens</translation>
    </message>
    <message>
        <source>Save as default</source>
        <translation>Définir par défaut</translation>
    </message>
    <message>
        <source>Use these values for all searches</source>
        <translation>Utiliser ces valeurs pour toutes les recherches</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Rétablir</translation>
    </message>
    <message>
        <source>Chart of ranks</source>
        <translation>Graphique des rangs</translation>
    </message>
    <message>
        <source>{name}: not found</source>
        <translation>{name}&#xa0;: non trouvé</translation>
    </message>
    <message>
        <source>rank {value}</source>
        <translation>rang {value}</translation>
    </message>
    <message>
        <source>score {value}</source>
        <translation>score {value}</translation>
    </message>
    <message>
        <source>weight {value}</source>
        <translation>poids {value}</translation>
    </message>
    <message>
        <source>share {value}</source>
        <translation>part {value}</translation>
    </message>
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
        <source>of 1</source>
        <translation>sur 1</translation>
    </message>
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
        <translation>Parts&#xa0;: {parts}</translation>
    </message>
    <message>
        <source>Contains the exact text you typed.</source>
        <translation>Contient exactement le texte saisi.</translation>
    </message>
    <message>
        <source>No search words, so the newest documents are listed first: &lt;total&gt;{rank} of {number}.&lt;/total&gt;</source>
        <translation>Aucun mot recherché, donc les documents les plus récents d’abord&#xa0;: &lt;total&gt;{rank} sur {number}.&lt;/total&gt;</translation>
    </message>
    <message>
        <source>A weak match: barely related to the query, with few of the search words.</source>
        <translation>Résultat faible&#xa0;: à peine lié à la requête, avec peu des mots recherchés.</translation>
    </message>
    <message>
        <source>Reranked from {before} to {after}.</source>
        <translation>Reclassé du {before} au {after} rang.</translation>
    </message>
    <message>
        <source>Reranked.</source>
        <translation>Reclassé.</translation>
    </message>
    <message>
        <source>Reranked: stays {after}.</source>
        <translation>Reclassé&#xa0;: reste {after}.</translation>
    </message>
    <message>
        <source>Your words and the most similar words in this passage: {pairs}.</source>
        <translation>Vos mots et les mots les plus semblables de ce passage&#xa0;: {pairs}.</translation>
    </message>
    <message>
        <source>Not among the top {number} by keywords.</source>
        <translation>Ne figure pas parmi les {number} premiers par mots-clés.</translation>
    </message>
    <message>
        <source>Contains search words, but is not among the top {number} by keywords.</source>
        <translation>Contient des mots recherchés, mais ne figure pas parmi les {number} premiers par mots-clés.</translation>
    </message>
    <message>
        <source>&lt;b&gt;{rank} by keywords&lt;/b&gt; because of {what}, found in {number} of {passages}.</source>
        <translation>&lt;b&gt;{rank} par mots-clés&lt;/b&gt; en raison {what}, dans {number} sur {passages}.</translation>
    </message>
    <message>
        <source>&lt;b&gt;{rank} by keywords&lt;/b&gt; because of {what}.</source>
        <translation>&lt;b&gt;{rank} par mots-clés&lt;/b&gt; en raison {what}.</translation>
    </message>
    <message>
        <source>&lt;b&gt;{rank} by keywords.&lt;/b&gt;</source>
        <translation>&lt;b&gt;{rank} par mots-clés.&lt;/b&gt;</translation>
    </message>
    <message>
        <source>Not yet indexed by meaning, so keywords count for both.</source>
        <translation>Pas encore indexé par le sens&#xa0;: les mots-clés comptent donc pour les deux.</translation>
    </message>
    <message>
        <source>Not among the top {number} by meaning.</source>
        <translation>Ne figure pas parmi les {number} premiers par le sens.</translation>
    </message>
    <message>
        <source>Similar in meaning, but not among the top {number} by meaning.</source>
        <translation>Proche par le sens, mais ne figure pas parmi les {number} premiers par le sens.</translation>
    </message>
    <message>
        <source>&lt;b&gt;{rank} by meaning.&lt;/b&gt;</source>
        <translation>&lt;b&gt;{rank} par le sens.&lt;/b&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;{rank} by meaning&lt;/b&gt;, but not similar enough to count as a match.</source>
        <translation>&lt;b&gt;{rank} par le sens&lt;/b&gt;, mais pas assez proche pour être un résultat.</translation>
    </message>
    <message>
        <source>No passages have been indexed by meaning yet.</source>
        <translation>Aucun passage n’est encore indexé par le sens.</translation>
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
        <source>Combined: &lt;total&gt;{rank} of {number}.&lt;/total&gt;</source>
        <translation>Au total&#xa0;: &lt;total&gt;{rank} sur {number}.&lt;/total&gt;</translation>
    </message>
    <message>
        <source>&lt;total&gt;{rank} of {number}.&lt;/total&gt;</source>
        <translation>&lt;total&gt;{rank} sur {number}.&lt;/total&gt;</translation>
    </message>
    <message>
        <source>in {values}</source>
        <translation>dans {values}</translation>
    </message>
    <message>
        <source>not in {values}</source>
        <translation>sauf dans {values}</translation>
    </message>
    <message>
        <source>not {values}</source>
        <translation>sauf {values}</translation>
    </message>
    <message>
        <source>path {pattern}</source>
        <translation>chemin {pattern}</translation>
    </message>
    <message>
        <source>from {day}</source>
        <translation>à partir du {day}</translation>
    </message>
    <message>
        <source>to {day}</source>
        <translation>jusqu’au {day}</translation>
    </message>
    <message>
        <source> or </source>
        <translation> ou </translation>
    </message>
    <message>
        <source>by {values}</source>
        <translation>de {values}</translation>
    </message>
    <message>
        <source>not by {values}</source>
        <translation>sauf de {values}</translation>
    </message>
    <message>
        <source>primary sources only</source>
        <translation>sources primaires seulement</translation>
    </message>
    <message>
        <source>no generated documents</source>
        <translation>aucun document généré</translation>
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
        <source>Order</source>
        <translation>Ordre</translation>
    </message>
    <message>
        <source>Combined</source>
        <translation>Combiné</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Poids</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>Doublons</translation>
    </message>
    <message>
        <source>Weak matches</source>
        <translation>Résultats faibles</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>Remarque</translation>
    </message>
    <message>
        <source>newest versions only</source>
        <translation>versions les plus récentes seulement</translation>
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
        <source>reranking {time}</source>
        <translation>reclassement {time}</translation>
    </message>
    <message>
        <source>rest {time}</source>
        <translation>reste {time}</translation>
    </message>
    <message>
        <source>Time: {parts}</source>
        <translation>Temps&#xa0;: {parts}</translation>
    </message>
    <message>
        <source>Parsing the query</source>
        <translation>Analyse de la requête</translation>
    </message>
    <message>
        <source>Embedding the query</source>
        <translation>Calcul du vecteur de la requête</translation>
    </message>
    <message>
        <source>Keyword search</source>
        <translation>Recherche par mots-clés</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>Recherche par le sens</translation>
    </message>
    <message>
        <source>Combining the rankings</source>
        <translation>Combinaison des classements</translation>
    </message>
    <message>
        <source>Loading the passages</source>
        <translation>Chargement des passages</translation>
    </message>
    <message>
        <source>Reranking</source>
        <translation>Reclassement</translation>
    </message>
    <message>
        <source>Counting filter values</source>
        <translation>Comptage des valeurs de filtre</translation>
    </message>
    <message>
        <source>Searching the exact text</source>
        <translation>Recherche du texte exact</translation>
    </message>
    <message>
        <source>Listing the documents</source>
        <translation>Liste des documents</translation>
    </message>
    <message>
        <source>{time}; keywords and meaning are searched in parallel</source>
        <translation>{time}&#xa0;; recherches par mots-clés et par le sens en parallèle</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Total</translation>
    </message>
    <message>
        <source>{part} of the score comes from the ranks</source>
        <translation>{part} du score provient des rangs</translation>
    </message>
    <message>
        <source>{word}: in {passages}</source>
        <translation>{word}&#xa0;: dans {passages}</translation>
    </message>
    <message>
        <source>{passages} grouped with a hit of the same text</source>
        <translation>{passages} de même texte qu’un résultat affiché</translation>
    </message>
    <message>
        <source>by date (newest first), then by path</source>
        <translation>par date (les plus récents d’abord), puis par chemin</translation>
    </message>
    <message>
        <source>documents by 1/best rank, plus 1/4 of the second and 1/16 of the third</source>
        <translation>documents selon 1/meilleur rang, plus 1/4 du deuxième et 1/16 du troisième</translation>
    </message>
    <message>
        <source>{score}</source>
        <translation>{score}</translation>
    </message>
    <message>
        <source>best BM25: {scores}</source>
        <translation>meilleurs scores BM25&#xa0;: {scores}</translation>
    </message>
    <message>
        <source>best cosine: {scores}</source>
        <translation>meilleurs cosinus&#xa0;: {scores}</translation>
    </message>
    <message>
        <source>{passages}; {rule}, weights {keywords} and {meaning}</source>
        <translation>{passages}&#xa0;; {rule}, poids {keywords} et {meaning}</translation>
    </message>
    <message>
        <source>keywords {keywords}, meaning {meaning}</source>
        <translation>mots-clés {keywords}, sens {meaning}</translation>
    </message>
    <message>
        <source>cosine below {floor} and most of the words missing; mean of the library {mean}</source>
        <translation>cosinus inférieur à {floor} et la plupart des mots absents&#xa0;; moyenne de la bibliothèque {mean}</translation>
    </message>
    <message>
        <source>{weak} hidden</source>
        <translation>masqués&#xa0;: {weak}</translation>
    </message>
    <message>
        <source>{model} read {passages}</source>
        <translation>{model} a lu {passages}</translation>
    </message>
    <message>
        <source>{candidates} from {left} that match the filters, of {all} in total</source>
        <translation>{candidates} parmi {left} qui correspondent aux filtres, sur {all} au total</translation>
    </message>
    <message>
        <source>{candidates} from {passages}</source>
        <translation>{candidates} parmi {passages}</translation>
    </message>
    <message>
        <source>{n} changed</source>
        <translation>{n} au texte modifié</translation>
    </message>
    <message>
        <source>{n} missing</source>
        <translation>{n} sans correspondance</translation>
    </message>
    <message>
        <source>{n} not checked</source>
        <translation>{n} sans vérification</translation>
    </message>
    <message>
        <source>{n} unchanged</source>
        <translation>{n} sans changement</translation>
    </message>
    <message>
        <source>Current files: {parts}.</source>
        <translation>Passages dans les fichiers actuels&#xa0;: {parts}.</translation>
    </message>
    <message>
        <source>{n} moved</source>
        <translation>{n} à un autre endroit</translation>
    </message>
    <message>
        <source>1 moved to {place}</source>
        <translation>1 déplacé vers {place}</translation>
    </message>
    <message>
        <source>Selected {n}</source>
        <translation>Sélection ({n})</translation>
    </message>
    <message>
        <source>All {n}</source>
        <translation>Tous ({n})</translation>
    </message>
    <message>
        <source>Export passages</source>
        <translation>Exporter les passages</translation>
    </message>
    <message>
        <source>First {n} of {all}</source>
        <translation>{n} premiers sur {all}</translation>
    </message>
    <message>
        <source>Preview of the export</source>
        <translation>Aperçu de l’export</translation>
    </message>
    <message>
        <source>Preview of the first {n} of {all} passages. All are exported.</source>
        <translation>Aperçu des {n} premiers passages sur {all}. Tous sont exportés.</translation>
    </message>
    <message>
        <source>Export cancelled. No file was written.</source>
        <translation>Export annulé. Aucun fichier n’a été écrit.</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>Enregistrer sous</translation>
    </message>
    <message>
        <source>‘{name}’ is not a valid file name.</source>
        <translation>«&#xa0;{name}&#xa0;» n’est pas un nom de fichier valide.</translation>
    </message>
    <message>
        <source>in {folder}</source>
        <translation>dans {folder}</translation>
    </message>
    <message>
        <source>Save in</source>
        <translation>Enregistrer dans</translation>
    </message>
    <message>
        <source>Progress of the export</source>
        <translation>Progression de l’export</translation>
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
        <source>Replace file</source>
        <translation>Remplacer</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
    <message>
        <source>Your template</source>
        <translation>Votre modèle</translation>
    </message>
    <message>
        <source>No template</source>
        <translation>Aucun modèle</translation>
    </message>
    <message>
        <source>Memo: notes before quotations</source>
        <translation>Mémo&#xa0;: notes avant citations</translation>
    </message>
    <message>
        <source>Each note is a paragraph before its quotation</source>
        <translation>Chaque note forme un paragraphe avant son texte cité</translation>
    </message>
    <message>
        <source>Include how they were found</source>
        <translation>Indiquer la recherche</translation>
    </message>
    <message>
        <source>Include how the passages were found</source>
        <translation>Indiquer comment les passages ont été trouvés</translation>
    </message>
    <message>
        <source>Name folders of files</source>
        <translation>Nommer les dossiers</translation>
    </message>
    <message>
        <source>Name and link files with their folders</source>
        <translation>Nommer et lier les fichiers avec leurs dossiers</translation>
    </message>
    <message>
        <source>With semicolons, for Excel</source>
        <translation>Avec points-virgules, pour Excel</translation>
    </message>
    <message>
        <source>Choose Word template</source>
        <translation>Choisir un modèle Word</translation>
    </message>
    <message>
        <source>Word templates</source>
        <translation>Modèles Word</translation>
    </message>
    <message>
        <source>Citation style of the bibliography</source>
        <translation>Style de citation de la bibliographie</translation>
    </message>
    <message>
        <source>No bibliography</source>
        <translation>Aucune bibliographie</translation>
    </message>
    <message>
        <source>Choose Word template…</source>
        <translation>Choisir un modèle Word…</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documents</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Données</translation>
    </message>
    <message>
        <source>{passages} from files changed since indexing</source>
        <translation>{passages} de fichiers modifiés depuis l’indexation</translation>
    </message>
    <message>
        <source>Show in Finder</source>
        <translation>Afficher dans le Finder</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Afficher dans le dossier</translation>
    </message>
    <message>
        <source>Show in Explorer</source>
        <translation>Afficher dans l’Explorateur</translation>
    </message>
    <message>
        <source>Exclude from searches</source>
        <translation>Exclure des recherches</translation>
    </message>
    <message>
        <source>Saved as {path} and excluded from searches</source>
        <translation>Enregistré sous {path} et exclu des recherches</translation>
    </message>
    <message>
        <source>Include in searches</source>
        <translation>Inclure dans les recherches</translation>
    </message>
    <message>
        <source>Twofold</source>
        <translation>Twofold</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menu</translation>
    </message>
    <message>
        <source>Range of dates</source>
        <translation>Période</translation>
    </message>
    <message>
        <source>{dates}. Use the arrow keys to select; hold Shift for a range</source>
        <translation>{dates}. Utilisez les flèches pour sélectionner, avec Maj pour une période</translation>
    </message>
    <message>
        <source>{dates}: {passages}</source>
        <translation>{dates}&#xa0;: {passages}</translation>
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
        <source>Versions</source>
        <translation>Versions</translation>
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
        <translation>Sources primaires</translation>
    </message>
    <message>
        <source>No generated documents</source>
        <translation>Aucun document généré</translation>
    </message>
    <message>
        <source>Newest versions only</source>
        <translation>Dernières versions</translation>
    </message>
    <message>
        <source>{label}, {count}</source>
        <translation>{label}, {count}</translation>
    </message>
    <message>
        <source>{label}, selected</source>
        <translation>{label}, sélectionné</translation>
    </message>
    <message>
        <source>{label}, {count}, selected</source>
        <translation>{label}, {count}, sélectionné</translation>
    </message>
    <message>
        <source>{label}, excluded</source>
        <translation>{label}, exclu</translation>
    </message>
    <message>
        <source>Only this</source>
        <translation>Uniquement cette valeur</translation>
    </message>
    <message>
        <source>Also this</source>
        <translation>Ajouter cette valeur</translation>
    </message>
    <message>
        <source>Exclude this</source>
        <translation>Exclure cette valeur</translation>
    </message>
    <message>
        <source>{n} more</source>
        <translation>{n} de plus</translation>
    </message>
    <message>
        <source>row {number}</source>
        <translation>ligne {number}</translation>
    </message>
    <message>
        <source>rows {range}</source>
        <translation>lignes {range}</translation>
    </message>
    <message>
        <source>line {number}</source>
        <translation>ligne {number}</translation>
    </message>
    <message>
        <source>lines {range}</source>
        <translation>lignes {range}</translation>
    </message>
    <message>
        <source>message {number}</source>
        <translation>message {number}</translation>
    </message>
    <message>
        <source>cell {number}</source>
        <translation>cellule {number}</translation>
    </message>
    <message>
        <source>cells {range}</source>
        <translation>cellules {range}</translation>
    </message>
    <message>
        <source>chapter {number}</source>
        <translation>chapitre {number}</translation>
    </message>
    <message>
        <source>chapters {range}</source>
        <translation>chapitres {range}</translation>
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
        <source>paragraph {number}</source>
        <translation>paragraphe {number}</translation>
    </message>
    <message>
        <source>in the image</source>
        <translation>dans l’image</translation>
    </message>
    <message>
        <source>paragraphs {range}</source>
        <translation>paragraphes {range}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln documents</source>
        <translation>
            <numerusform>%Ln document</numerusform>
            <numerusform>%Ln documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln other documents</source>
        <translation>
            <numerusform>%Ln autre document</numerusform>
            <numerusform>%Ln autres documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln other places</source>
        <translation>
            <numerusform>%Ln autre endroit</numerusform>
            <numerusform>%Ln autres endroits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln weak matches</source>
        <translation>
            <numerusform>%Ln résultat faible</numerusform>
            <numerusform>%Ln résultats faibles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln weak hidden</source>
        <translation>
            <numerusform>%Ln faible masqué</numerusform>
            <numerusform>%Ln faibles masqués</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln weak shown</source>
        <translation>
            <numerusform>%Ln faible affiché</numerusform>
            <numerusform>%Ln faibles affichés</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln duplicates</source>
        <translation>
            <numerusform>%Ln doublon</numerusform>
            <numerusform>%Ln doublons</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln candidates</source>
        <translation>
            <numerusform>%Ln candidat</numerusform>
            <numerusform>%Ln candidats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln fichier</numerusform>
            <numerusform>%Ln fichiers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln added</source>
        <translation>
            <numerusform>ajouts&#xa0;: %Ln</numerusform>
            <numerusform>ajouts&#xa0;: %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln changed</source>
        <translation>
            <numerusform>modifications&#xa0;: %Ln</numerusform>
            <numerusform>modifications&#xa0;: %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln removed</source>
        <translation>
            <numerusform>suppressions&#xa0;: %Ln</numerusform>
            <numerusform>suppressions&#xa0;: %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new</source>
        <translation>
            <numerusform>nouveautés&#xa0;: %Ln</numerusform>
            <numerusform>nouveautés&#xa0;: %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files not indexed</source>
        <translation>
            <numerusform>%Ln fichier non indexé</numerusform>
            <numerusform>%Ln fichiers non indexés</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files without text</source>
        <translation>
            <numerusform>%Ln fichier sans texte</numerusform>
            <numerusform>%Ln fichiers sans texte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folders</source>
        <translation>
            <numerusform>%Ln dossier</numerusform>
            <numerusform>%Ln dossiers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln filters</source>
        <translation>
            <numerusform>%Ln filtre</numerusform>
            <numerusform>%Ln filtres</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln servers</source>
        <translation>
            <numerusform>%Ln serveur</numerusform>
            <numerusform>%Ln serveurs</numerusform>
        </translation>
    </message>
    <message>
        <source>{number} %</source>
        <translation>{number}&#xa0;%</translation>
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
        <translation>1er</translation>
    </message>
    <message>
        <source>{number}th</source>
        <translation>{number}e</translation>
    </message>
    <message>
        <source>{number}st</source>
        <translation>{number}e</translation>
    </message>
    <message>
        <source>{number}nd</source>
        <translation>{number}e</translation>
    </message>
    <message>
        <source>{number}rd</source>
        <translation>{number}e</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <translation>d MMM yyyy</translation>
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
        <source>{meaning}, new model {percent}</source>
        <translation>{meaning}, nouveau modèle {percent}</translation>
    </message>
    <message>
        <source>{rate} files per second</source>
        <translation>{rate} fichiers par seconde</translation>
    </message>
    <message>
        <source>{rate} passages per second</source>
        <translation>{rate} passages par seconde</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>encore {time}</translation>
    </message>
    <message>
        <source>{passages} in {files}</source>
        <translation>{passages} dans {files}</translation>
    </message>
    <message>
        <source>Queries are also sent to {where}</source>
        <translation>Les requêtes sont aussi envoyées à {where}</translation>
    </message>
    <message>
        <source>not connected (results are kept)</source>
        <translation>non connecté (résultats conservés)</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>suspendu</translation>
    </message>
    <message>
        <source>counting files…</source>
        <translation>comptage des fichiers…</translation>
    </message>
    <message>
        <source>indexing {file}</source>
        <translation>indexation de {file}</translation>
    </message>
    <message>
        <source>checking for changes</source>
        <translation>analyse en cours</translation>
    </message>
    <message>
        <source>Counting files…</source>
        <translation>Comptage des fichiers…</translation>
    </message>
    <message>
        <source>no file could be read</source>
        <translation>aucun fichier n’a pu être lu</translation>
    </message>
    <message>
        <source>up to date</source>
        <translation>à jour</translation>
    </message>
    <message>
        <source>keywords only: semantic model not available</source>
        <translation>mots-clés seuls&#xa0;: modèle sémantique non disponible</translation>
    </message>
    <message>
        <source>indexing by meaning</source>
        <translation>indexation par le sens</translation>
    </message>
    <message>
        <source>indexing files</source>
        <translation>indexation des fichiers</translation>
    </message>
    <message>
        <source>This passage is from the shared library {name}. Its file is not on this computer.</source>
        <translation>Ce passage vient de la bibliothèque partagée {name}. Son fichier n’est pas sur cet ordinateur.</translation>
    </message>
    <message>
        <source>No language</source>
        <translation>Aucune langue</translation>
    </message>
    <message>
        <source>Language ‘{code}’</source>
        <translation>Langue «&#xa0;{code}&#xa0;»</translation>
    </message>
    <message>
        <source>Several languages</source>
        <translation>Plusieurs langues</translation>
    </message>
    <message>
        <source>No linguistic content</source>
        <translation>Non linguistique</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>Calendar</source>
        <translation>Calendrier</translation>
    </message>
    <message>
        <source>Contacts</source>
        <translation>Contacts</translation>
    </message>
    <message>
        <source>Canvas</source>
        <translation>Canevas</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Journal</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>C header</source>
        <translation>En-tête C</translation>
    </message>
    <message>
        <source>OpenDocument text</source>
        <translation>Texte OpenDocument</translation>
    </message>
    <message>
        <source>OpenDocument slides</source>
        <translation>Présentation OpenDocument</translation>
    </message>
    <message>
        <source>OpenDocument spreadsheet</source>
        <translation>Classeur OpenDocument</translation>
    </message>
    <message>
        <source>E-mail</source>
        <translation>Courriel</translation>
    </message>
    <message>
        <source>Mailbox</source>
        <translation>Boîte aux lettres</translation>
    </message>
    <message>
        <source>Outlook message</source>
        <translation>Message Outlook</translation>
    </message>
    <message>
        <source>Web archive</source>
        <translation>Archive web</translation>
    </message>
    <message>
        <source>Jupyter notebook</source>
        <translation>Notebook Jupyter</translation>
    </message>
    <message>
        <source>Subtitles</source>
        <translation>Sous-titres</translation>
    </message>
    <message>
        <source>Subtitles (WebVTT)</source>
        <translation>Sous-titres (WebVTT)</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Suspendre</translation>
    </message>
    <message>
        <source>All files…</source>
        <translation>Tous les fichiers…</translation>
    </message>
    <message>
        <source>{done} of {files}</source>
        <translation>{done} sur {files}</translation>
    </message>
    <message>
        <source>{done} of {passages}</source>
        <translation>{done} sur {passages}</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reprendre</translation>
    </message>
    <message>
        <source>Copy list</source>
        <translation>Copier la liste</translation>
    </message>
    <message>
        <source>Retry all</source>
        <translation>Tout réessayer</translation>
    </message>
    <message>
        <source>Not indexed: {number}</source>
        <translation>Non indexés&#xa0;: {number}</translation>
    </message>
    <message>
        <source>Without text: {number}</source>
        <translation>Sans texte&#xa0;: {number}</translation>
    </message>
    <message numerus="yes">
        <source>Read %Ln scans</source>
        <translation>
            <numerusform>Lire %Ln scan</numerusform>
            <numerusform>Lire %Ln scans</numerusform>
        </translation>
    </message>
    <message>
        <source>To read scans, install text recognition.</source>
        <translation>Pour lire les scans, installez la reconnaissance de texte.</translation>
    </message>
    <message>
        <source>These files contain no searchable text. This is not an error.</source>
        <translation>Ces fichiers ne contiennent aucun texte exploitable. Ce n’est pas une erreur.</translation>
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
        <source>A file is retried automatically when it changes.</source>
        <translation>Un fichier modifié est automatiquement lu de nouveau.</translation>
    </message>
    <message>
        <source>All files were indexed.</source>
        <translation>Tous les fichiers ont été indexés.</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Change the limit…</source>
        <translation>Modifier la limite…</translation>
    </message>
    <message>
        <source>Only in the cloud</source>
        <translation>Uniquement dans le cloud</translation>
    </message>
    <message>
        <source>The file no longer exists</source>
        <translation>Le fichier n’existe plus</translation>
    </message>
    <message>
        <source>Exceeds the size limit</source>
        <translation>Dépasse la limite de taille</translation>
    </message>
    <message>
        <source>Contains no text</source>
        <translation>Ne contient aucun texte</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Image</translation>
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
        <source>Unsupported format</source>
        <translation>Format non pris en charge</translation>
    </message>
    <message>
        <source>Not a text file</source>
        <translation>Pas un fichier texte</translation>
    </message>
    <message>
        <source>Stopped: took too long</source>
        <translation>Arrêté&#xa0;: limite de temps dépassée</translation>
    </message>
    <message>
        <source>Stopped: needed too much memory</source>
        <translation>Arrêté&#xa0;: limite de mémoire dépassée</translation>
    </message>
    <message>
        <source>The file could not be processed</source>
        <translation>Le fichier n’a pas pu être traité</translation>
    </message>
    <message>
        <source>Currently not reachable</source>
        <translation>Inaccessible pour le moment</translation>
    </message>
    <message>
        <source>Read scans</source>
        <translation>Lire les scans</translation>
    </message>
    <message>
        <source>Scan (image of text)</source>
        <translation>Scan (image de texte)</translation>
    </message>
    <message>
        <source>No permission to read this file</source>
        <translation>Vous n’avez pas le droit de lire ce fichier</translation>
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
        <source>{files} inside.</source>
        <translation>{files} à l’intérieur.</translation>
    </message>
    <message>
        <source>and {files} more</source>
        <translation>et {files} de plus</translation>
    </message>
    <message>
        <source>Folders to search</source>
        <translation>Dossiers où rechercher</translation>
    </message>
    <message>
        <source>or drop one on this window</source>
        <translation>ou déposez-le sur cette fenêtre</translation>
    </message>
    <message>
        <source>{chosen} of {all} selected</source>
        <translation>Sélection&#xa0;: {chosen} sur {all}</translation>
    </message>
    <message>
        <source>Add another folder…</source>
        <translation>Ajouter un autre dossier…</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Ajouter un dossier…</translation>
    </message>
    <message>
        <source>Searchable</source>
        <translation>Indexés</translation>
    </message>
    <message>
        <source>Found by name only</source>
        <translation>Trouvés par leur nom seulement</translation>
    </message>
    <message>
        <source>Excluded by a rule</source>
        <translation>Exclus par une règle</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>En échec</translation>
    </message>
    <message>
        <source>Waiting to be indexed</source>
        <translation>En attente d’indexation</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Tous les fichiers</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Dossier</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Fichiers</translation>
    </message>
    <message>
        <source>State</source>
        <translation>État</translation>
    </message>
    <message>
        <source>File counts</source>
        <translation>Nombre de fichiers</translation>
    </message>
    <message>
        <source>All folders</source>
        <translation>Tous les dossiers</translation>
    </message>
    <message>
        <source>{files} on the disk:</source>
        <translation>{files} sur le disque&#xa0;:</translation>
    </message>
    <message>
        <source>… and {files} more</source>
        <translation>… et {files} de plus</translation>
    </message>
    <message>
        <source>‘{name}’ is not available, so its files cannot be counted.</source>
        <translation>«&#xa0;{name}&#xa0;» n’est pas disponible&#xa0;: impossible de compter ses fichiers.</translation>
    </message>
    <message>
        <source>Last complete scan of ‘{name}’: {day}.</source>
        <translation>Dernière analyse complète de «&#xa0;{name}&#xa0;»&#xa0;: {day}.</translation>
    </message>
    <message>
        <source>Its files contain {documents} that can be searched.</source>
        <translation>Ses fichiers contiennent {documents} où la recherche est possible.</translation>
    </message>
    <message>
        <source>Not counted: {place} ({reason})</source>
        <translation>Non compté&#xa0;: {place} ({reason})</translation>
    </message>
    <message>
        <source>Folders of the library</source>
        <translation>Dossiers de la bibliothèque</translation>
    </message>
    <message>
        <source>Sample library</source>
        <translation>Bibliothèque d’exemple</translation>
    </message>
    <message>
        <source>Indexing was restarted.</source>
        <translation>L’indexation a été relancée.</translation>
    </message>
    <message>
        <source>Show rules</source>
        <translation>Afficher les règles</translation>
    </message>
    <message>
        <source>Open settings</source>
        <translation>Ouvrir les paramètres</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Update now</source>
        <translation>Actualiser maintenant</translation>
    </message>
    <message>
        <source>Remove filter</source>
        <translation>Supprimer le filtre</translation>
    </message>
    <message>
        <source>Show weak matches</source>
        <translation>Afficher les résultats faibles</translation>
    </message>
    <message>
        <source>Show duplicates</source>
        <translation>Afficher les doublons</translation>
    </message>
    <message>
        <source>Show all passages</source>
        <translation>Afficher tous les passages</translation>
    </message>
    <message>
        <source>Search in this file</source>
        <translation>Rechercher dans ce fichier</translation>
    </message>
    <message>
        <source>Why is it not found?</source>
        <translation>Pourquoi n’est-ce pas trouvé&#xa0;?</translation>
    </message>
    <message>
        <source>Search: {query}</source>
        <translation>Recherche&#xa0;: {query}</translation>
    </message>
    <message>
        <source>File, or a sentence of the passage</source>
        <translation>Fichier, ou une phrase du passage</translation>
    </message>
    <message>
        <source>Show reason</source>
        <translation>Afficher la raison</translation>
    </message>
    <message>
        <source>Choose the file, or paste a sentence that the search should find.</source>
        <translation>Choisissez le fichier, ou collez une phrase que la recherche devrait trouver.</translation>
    </message>
    <message>
        <source>Looking for the reason…</source>
        <translation>Recherche de la raison…</translation>
    </message>
    <message>
        <source>Back to search</source>
        <translation>Retour à la recherche</translation>
    </message>
    <message>
        <source>Check for changes</source>
        <translation>Analyser les dossiers</translation>
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
        <source>Move folder…</source>
        <translation>Déplacer le dossier…</translation>
    </message>
    <message>
        <source>Delete now</source>
        <translation>Supprimer maintenant</translation>
    </message>
    <message>
        <source>Remove ‘{name}’ from the library?</source>
        <translation>Retirer «&#xa0;{name}&#xa0;» de la bibliothèque&#xa0;?</translation>
    </message>
    <message>
        <source>The files on your disk are not deleted. Indexing them again would take about {time}, so the index is kept for 30 days. Until then, you can add the folder again in seconds.</source>
        <translation>Les fichiers de votre disque ne sont pas supprimés. Les indexer de nouveau prendrait environ {time}&#xa0;: l’index est donc conservé 30 jours. D’ici là, vous pouvez ajouter de nouveau le dossier en quelques secondes.</translation>
    </message>
    <message>
        <source>Remove and delete index</source>
        <translation>Retirer et supprimer l’index</translation>
    </message>
    <message>
        <source>Removed: {names}. The index is kept until {date}.</source>
        <translation>Retiré de la bibliothèque&#xa0;: {names}. L’index est conservé jusqu’au {date}.</translation>
    </message>
    <message>
        <source>Scans will be read after all other files.</source>
        <translation>Les scans seront lus après tous les autres fichiers.</translation>
    </message>
    <message>
        <source>{folders}, {files}, {size} on this computer</source>
        <translation>{folders}, {files}, {size} sur cet ordinateur</translation>
    </message>
    <message>
        <source>Folder ‘{name}’ was removed from the library</source>
        <translation>Le dossier «&#xa0;{name}&#xa0;» a été retiré de la bibliothèque</translation>
    </message>
    <message>
        <source>The rules of ‘{name}’ were changed</source>
        <translation>Les règles de «&#xa0;{name}&#xa0;» ont été modifiées</translation>
    </message>
    <message>
        <source>‘{name}’ was excluded from the search</source>
        <translation>«&#xa0;{name}&#xa0;» a été exclu de la recherche</translation>
    </message>
    <message>
        <source>‘{name}’ was included in the search</source>
        <translation>«&#xa0;{name}&#xa0;» a été inclus dans la recherche</translation>
    </message>
    <message>
        <source>Tags and trust were changed</source>
        <translation>Les étiquettes et la confiance ont été modifiées</translation>
    </message>
    <message>
        <source>Semantic model</source>
        <translation>Modèle sémantique</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Échap</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>Stockage</translation>
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
        <source>Keep the current model</source>
        <translation>Garder le modèle actuel</translation>
    </message>
    <message>
        <source>{title} is being prepared: {done} of {passages}.</source>
        <translation>{title} est en préparation&#xa0;: {done} sur {passages}.</translation>
    </message>
    <message>
        <source>The semantic model is loading.</source>
        <translation>Le modèle sémantique est en cours de chargement.</translation>
    </message>
    <message>
        <source>{title} is in use and was verified.</source>
        <translation>{title} est utilisé et a été vérifié.</translation>
    </message>
    <message>
        <source>All {passages} must be indexed by meaning again. The current model stays in use until then.</source>
        <translation>Tous les passages ({passages}) doivent être réindexés par le sens. Le modèle actuel reste utilisé d’ici là.</translation>
    </message>
    <message>
        <source>All {passages} must be indexed by meaning again, which takes about {time}. The current model stays in use until then.</source>
        <translation>Tous les passages ({passages}) doivent être réindexés par le sens, ce qui prend environ {time}. Le modèle actuel reste utilisé d’ici là.</translation>
    </message>
    <message>
        <source>All {passages} must be indexed by meaning again, which takes well over {time} because this model is larger. The current model stays in use until then.</source>
        <translation>Tous les passages ({passages}) doivent être réindexés par le sens, ce qui prend bien plus de {time}, car ce modèle est plus grand. Le modèle actuel reste utilisé d’ici là.</translation>
    </message>
    <message>
        <source>This version of Twofold does not support the model yet.</source>
        <translation>Cette version de Twofold ne prend pas encore en charge ce modèle.</translation>
    </message>
    <message>
        <source>The model is on this computer. It is verified before use.</source>
        <translation>Le modèle est sur cet ordinateur. Il est vérifié avant utilisation.</translation>
    </message>
    <message>
        <source>The model is not on this computer. It can be downloaded from {host} ({size}, license: {licence}). Only the file name and the versions of the programs involved are sent.</source>
        <translation>Le modèle n’est pas sur cet ordinateur. Il peut être téléchargé depuis {host} ({size}, licence&#xa0;: {licence}). Seuls le nom du fichier et les versions des programmes concernés sont envoyés.</translation>
    </message>
    <message>
        <source>The model is not on this computer. Get a GGUF file from {page} and add it.</source>
        <translation>Le modèle n’est pas sur cet ordinateur. Procurez-vous un fichier GGUF sur {page} et ajoutez-le.</translation>
    </message>
    <message>
        <source>The model is first built from installed files and verified.</source>
        <translation>Le modèle est d’abord créé à partir de fichiers installés, puis vérifié.</translation>
    </message>
    <message>
        <source>Published quality: {quality}</source>
        <translation>Qualité publiée&#xa0;: {quality}</translation>
    </message>
    <message>
        <source>Dimensions: {n}</source>
        <translation>Dimensions&#xa0;: {n}</translation>
    </message>
    <message>
        <source>In your library, it finds more than the model in use: nearer to the top {better} times, further away {worse} times.</source>
        <translation>Dans votre bibliothèque, il trouve plus que le modèle utilisé&#xa0;: {better} fois plus haut, {worse} fois plus bas.</translation>
    </message>
    <message>
        <source>In your library, it finds less than the model in use: nearer to the top {better} times, further away {worse} times.</source>
        <translation>Dans votre bibliothèque, il trouve moins que le modèle utilisé&#xa0;: {better} fois plus haut, {worse} fois plus bas.</translation>
    </message>
    <message>
        <source>In your library, there is no clear difference to the model in use: nearer to the top {better} times, further away {worse} times.</source>
        <translation>Dans votre bibliothèque, il n’y a pas de différence nette avec le modèle utilisé&#xa0;: {better} fois plus haut, {worse} fois plus bas.</translation>
    </message>
    <message>
        <source>In your library, the passage of a sentence is the first {first}.</source>
        <translation>Dans votre bibliothèque, le passage d’une phrase arrive en premier dans {first} des cas.</translation>
    </message>
    <message>
        <source>Reranking ten passages takes {seconds} s.</source>
        <translation>Reclasser dix passages prend {seconds} s.</translation>
    </message>
    <message>
        <source>Embedding the library takes about {time}.</source>
        <translation>Calculer les vecteurs de la bibliothèque prend environ {time}.</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>utilisé</translation>
    </message>
    <message>
        <source>being prepared</source>
        <translation>en préparation</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>prêt</translation>
    </message>
    <message>
        <source>not downloaded</source>
        <translation>non téléchargé</translation>
    </message>
    <message>
        <source>installed</source>
        <translation>installé</translation>
    </message>
    <message>
        <source>Semantic models</source>
        <translation>Modèles sémantiques</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modèles</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Progression</translation>
    </message>
    <message>
        <source>Add a file…</source>
        <translation>Ajouter un fichier…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Supprimer…</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>Essayer</translation>
    </message>
    <message>
        <source>Compare the model with the one in use, on passages of your library. Nothing is changed</source>
        <translation>Comparer le modèle à celui utilisé, sur des passages de votre bibliothèque. Rien n’est modifié</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>License</source>
        <translation>Licence</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Taille</translation>
    </message>
    <message>
        <source>{title} (reranking)</source>
        <translation>{title} (reclassement)</translation>
    </message>
    <message>
        <source>not supported yet</source>
        <translation>pas encore pris en charge</translation>
    </message>
    <message>
        <source>file needed</source>
        <translation>fichier requis</translation>
    </message>
    <message>
        <source>Add its file…</source>
        <translation>Ajouter son fichier…</translation>
    </message>
    <message>
        <source>Stop using it</source>
        <translation>Ne plus l’utiliser</translation>
    </message>
    <message>
        <source>This model is in use.</source>
        <translation>Ce modèle est utilisé.</translation>
    </message>
    <message>
        <source>A reranking model reads the first passages of a search again and puts the best ones first.</source>
        <translation>Un modèle de reclassement relit les premiers passages d’une recherche et place les meilleurs en tête.</translation>
    </message>
    <message>
        <source>Comparing with the model in use</source>
        <translation>Comparaison avec le modèle utilisé</translation>
    </message>
    <message>
        <source>Copying and verifying ‘{name}’</source>
        <translation>Copie et vérification de «&#xa0;{name}&#xa0;»</translation>
    </message>
    <message>
        <source>Download from {host}</source>
        <translation>Télécharger depuis {host}</translation>
    </message>
    <message>
        <source>A model that is in use or being prepared cannot be deleted.</source>
        <translation>Un modèle utilisé ou en préparation ne peut pas être supprimé.</translation>
    </message>
    <message>
        <source>Keep this model</source>
        <translation>Garder ce modèle</translation>
    </message>
    <message>
        <source>This model is being prepared. The current model stays in use until then.</source>
        <translation>Ce modèle est en préparation. Le modèle actuel reste utilisé d’ici là.</translation>
    </message>
    <message>
        <source>If you switch to this model: {cost}</source>
        <translation>Si vous passez à ce modèle&#xa0;: {cost}</translation>
    </message>
    <message>
        <source>Connecting to {host}</source>
        <translation>Connexion à {host}</translation>
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
        <source>Comparison stopped.</source>
        <translation>Comparaison interrompue.</translation>
    </message>
    <message>
        <source>{done} of {all}, {percent}</source>
        <translation>{done} sur {all}, {percent}</translation>
    </message>
    <message>
        <source>Download complete. Verifying…</source>
        <translation>Téléchargement terminé. Vérification…</translation>
    </message>
    <message>
        <source>The model was added and verified.</source>
        <translation>Le modèle a été ajouté et vérifié.</translation>
    </message>
    <message>
        <source>Download stopped. It can be resumed later.</source>
        <translation>Téléchargement arrêté. Il pourra être repris plus tard.</translation>
    </message>
    <message>
        <source>Delete the model?</source>
        <translation>Supprimer le modèle&#xa0;?</translation>
    </message>
    <message>
        <source>Deleting ‘{title}’ from this computer frees {size}.</source>
        <translation>Supprimer «&#xa0;{title}&#xa0;» de cet ordinateur libère {size}.</translation>
    </message>
    <message>
        <source>You must download or add it again before you can use it. Until then, other libraries that use it can be searched by keywords only.</source>
        <translation>Vous devrez le télécharger ou l’ajouter de nouveau avant de l’utiliser. D’ici là, les autres bibliothèques qui l’utilisent ne peuvent être consultées que par mots-clés.</translation>
    </message>
    <message>
        <source>Collections</source>
        <translation>Collections</translation>
    </message>
    <message>
        <source>New…</source>
        <translation>Nouvelle…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>‘{title}’ was deleted, which freed {size}.</source>
        <translation>«&#xa0;{title}&#xa0;» a été supprimé, ce qui a libéré {size}.</translation>
    </message>
    <message>
        <source>Rules of the folder</source>
        <translation>Règles du dossier</translation>
    </message>
    <message>
        <source>Type of the new rule</source>
        <translation>Type de la nouvelle règle</translation>
    </message>
    <message>
        <source>Exclude</source>
        <translation>Exclure</translation>
    </message>
    <message>
        <source>Include only</source>
        <translation>Inclure seulement</translation>
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
        <source>Choose file…</source>
        <translation>Choisir un fichier…</translation>
    </message>
    <message>
        <source>Result for the tested file</source>
        <translation>Résultat pour le fichier testé</translation>
    </message>
    <message>
        <source>Rules: select a folder</source>
        <translation>Règles&#xa0;: sélectionnez un dossier</translation>
    </message>
    <message>
        <source>Rules for {name}</source>
        <translation>Règles de {name}</translation>
    </message>
    <message>
        <source>*.tmp or drafts/</source>
        <translation>*.tmp ou ébauches/</translation>
    </message>
    <message>
        <source>*.pdf or papers/</source>
        <translation>*.pdf ou articles/</translation>
    </message>
    <message>
        <source>Only files that match an ‘Include only’ rule are searched, unless another rule excludes them.</source>
        <translation>Seuls les fichiers qui correspondent à une règle «&#xa0;Inclure seulement&#xa0;» sont inclus dans la recherche, sauf si une autre règle les exclut.</translation>
    </message>
    <message>
        <source>All files are searched unless a rule excludes them.</source>
        <translation>Tous les fichiers sont inclus dans la recherche, sauf si une règle les exclut.</translation>
    </message>
    <message>
        <source>Searched.</source>
        <translation>Inclus dans la recherche.</translation>
    </message>
    <message>
        <source>Not searched.</source>
        <translation>Exclu de la recherche.</translation>
    </message>
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
        <source>Tags set here</source>
        <translation>Étiquettes définies ici</translation>
    </message>
    <message>
        <source>Do not change</source>
        <translation>Ne pas modifier</translation>
    </message>
    <message>
        <source>Primary: an original source</source>
        <translation>Primaire&#xa0;: une source originale</translation>
    </message>
    <message>
        <source>Secondary: about a source</source>
        <translation>Secondaire&#xa0;: à propos d’une source</translation>
    </message>
    <message>
        <source>Generated: written by a program</source>
        <translation>Généré&#xa0;: écrit par un programme</translation>
    </message>
    <message>
        <source>As stated in the file</source>
        <translation>Comme indiqué dans le fichier</translation>
    </message>
    <message>
        <source>Search your own documents,</source>
        <translation>Recherchez dans vos documents,</translation>
    </message>
    <message>
        <source>by keywords and by meaning.</source>
        <translation>par mots-clés et par le sens.</translation>
    </message>
    <message>
        <source>Passages found by keywords and by meaning are combined into one ranked list.</source>
        <translation>Les passages trouvés par mots-clés et par le sens sont réunis dans une seule liste classée.</translation>
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
        <source>Reading, slide 12</source>
        <translation>Lectures, diapositive 12</translation>
    </message>
    <message>
        <source>Code, lines 88–91</source>
        <translation>Code, lignes 88–91</translation>
    </message>
    <message>
        <source>One ranked list</source>
        <translation>Une seule liste</translation>
    </message>
    <message>
        <source>Start searching</source>
        <translation>Commencer</translation>
    </message>
    <message>
        <source>Try the sample library</source>
        <translation>Essayer avec un exemple</translation>
    </message>
    <message>
        <source>Search a shared library…</source>
        <translation>Ouvrir une bibliothèque partagée…</translation>
    </message>
    <message>
        <source>Choose folders. Files stay where they are, and nothing leaves this computer. Keyword search works within seconds; search by meaning follows in the background.</source>
        <translation>Choisissez des dossiers. Les fichiers restent où ils sont et rien ne quitte cet ordinateur. La recherche par mots-clés est disponible en quelques secondes&#xa0;; celle par le sens suit en arrière-plan.</translation>
    </message>
    <message>
        <source>The semantic model is being prepared. Keyword search already works.</source>
        <translation>Le modèle sémantique est en préparation. La recherche par mots-clés fonctionne déjà.</translation>
    </message>
    <message>
        <source>Semantic model ready: {title}</source>
        <translation>Modèle sémantique prêt&#xa0;: {title}</translation>
    </message>
    <message>
        <source>The document could not be opened in {program}. Is {program} installed?</source>
        <translation>Le document n’a pas pu être ouvert dans {program}. {program} est-il installé&#xa0;?</translation>
    </message>
    <message>
        <source>The program &apos;{program}&apos; from the settings could not open the file.</source>
        <translation>Le programme «&#xa0;{program}&#xa0;» défini dans les paramètres n’a pas pu ouvrir le fichier.</translation>
    </message>
    <message>
        <source>The program &apos;{program}&apos; from the settings cannot be started.</source>
        <translation>Impossible de démarrer le programme «&#xa0;{program}&#xa0;» défini dans les paramètres.</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>Ouvrir le fichier</translation>
    </message>
    <message>
        <source>Open &apos;{name}&apos;?</source>
        <translation>Ouvrir «&#xa0;{name}&#xa0;»&#xa0;?</translation>
    </message>
    <message>
        <source>Files of this type can contain programs that run when the file is opened. Open it only if you trust its source.</source>
        <translation>Les fichiers de ce type peuvent contenir des programmes exécutés à l’ouverture. N’ouvrez le fichier que si vous faites confiance à sa source.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Ouvrir</translation>
    </message>
    <message>
        <source>{path} no longer exists.</source>
        <translation>{path} n’existe plus.</translation>
    </message>
    <message>
        <source>{path} was changed and no longer contains this passage.</source>
        <translation>{path} a été modifié et ne contient plus ce passage.</translation>
    </message>
    <message>
        <source>The passage has moved to {path}, {place}.</source>
        <translation>Le passage se trouve maintenant dans {path}, {place}.</translation>
    </message>
    <message>
        <source>The passage was changed. The most similar text is in {path}, {place}.</source>
        <translation>Le passage a été modifié. Le texte le plus semblable est dans {path}, {place}.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; is not a regular file, so it was not opened.</source>
        <translation>«&#xa0;{name}&#xa0;» n’est pas un fichier ordinaire et n’a pas été ouvert.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; is not stored on this computer.</source>
        <translation>«&#xa0;{name}&#xa0;» n’est pas stocké sur cet ordinateur.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; was not opened because it could run as a program.</source>
        <translation>«&#xa0;{name}&#xa0;» n’a pas été ouvert, car il pourrait s’exécuter comme un programme.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; no longer exists at this location.</source>
        <translation>«&#xa0;{name}&#xa0;» n’existe plus à cet emplacement.</translation>
    </message>
    <message>
        <source>The folder &apos;{folder}&apos; is empty. If a drive is usually mounted there, connect it and try again.</source>
        <translation>Le dossier «&#xa0;{folder}&#xa0;» est vide. Si un disque y est habituellement monté, connectez-le et réessayez.</translation>
    </message>
    <message>
        <source>The folder &apos;{folder}&apos; was not found. If it is on a drive or a network share, connect it and try again.</source>
        <translation>Le dossier «&#xa0;{folder}&#xa0;» est introuvable. S’il se trouve sur un disque ou un partage réseau, connectez-le et réessayez.</translation>
    </message>
    <message>
        <source>Page of the document</source>
        <translation>Page du document</translation>
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
        <source>Previous match</source>
        <translation>Occurrence précédente</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Occurrence suivante</translation>
    </message>
    <message>
        <source>Plain text with line numbers</source>
        <translation>Texte brut avec numéros de ligne</translation>
    </message>
    <message>
        <source>Open the document</source>
        <translation>Ouvrir le document</translation>
    </message>
    <message>
        <source>Enlarge the preview</source>
        <translation>Agrandir l’aperçu</translation>
    </message>
    <message>
        <source>No passage selected</source>
        <translation>Aucun passage sélectionné</translation>
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
        <source>Back to the list</source>
        <translation>Retour à la liste</translation>
    </message>
    <message>
        <source>Match &lt;b&gt;{index}&lt;/b&gt; of {count}</source>
        <translation>Occurrence &lt;b&gt;{index}&lt;/b&gt; sur {count}</translation>
    </message>
    <message>
        <source>Select a passage to preview its document.</source>
        <translation>Sélectionnez un passage pour afficher son document.</translation>
    </message>
    <message>
        <source>Opening {name}…</source>
        <translation>Ouverture de {name}…</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Aperçu</translation>
    </message>
    <message>
        <source>Only the text around the passage is shown.</source>
        <translation>Seul le texte autour du passage est affiché.</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Copier le lien</translation>
    </message>
    <message>
        <source>Copy with citation</source>
        <translation>Copier avec la citation</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Tout sélectionner</translation>
    </message>
    <message>
        <source>Preview of the document</source>
        <translation>Aperçu du document</translation>
    </message>
    <message>
        <source>Open link</source>
        <translation>Ouvrir le lien</translation>
    </message>
    <message>
        <source>This link leads outside your library. Open it?</source>
        <translation>Ce lien mène hors de votre bibliothèque. Voulez-vous l’ouvrir&#xa0;?</translation>
    </message>
    <message>
        <source>Slide {number}</source>
        <translation>Diapositive {number}</translation>
    </message>
    <message>
        <source>Passages found</source>
        <translation>Passages trouvés</translation>
    </message>
    <message>
        <source>Enter: open   {show}: show in window   {copy}: copy citation   Esc: close</source>
        <translation>Entrée&#xa0;: ouvrir   {show}&#xa0;: afficher dans la fenêtre   {copy}&#xa0;: copier la citation   Échap&#xa0;: fermer</translation>
    </message>
    <message>
        <source>Quick search</source>
        <translation>Recherche rapide</translation>
    </message>
    <message>
        <source>Search your documents</source>
        <translation>Rechercher dans vos documents</translation>
    </message>
    <message>
        <source>No documents match the filters.</source>
        <translation>Aucun document ne correspond aux filtres.</translation>
    </message>
    <message>
        <source>Nothing relevant was found.</source>
        <translation>Rien de pertinent n’a été trouvé.</translation>
    </message>
    <message>
        <source>Only {weak} found.</source>
        <translation>Seulement {weak}.</translation>
    </message>
    <message>
        <source>No passage contains these words.</source>
        <translation>Aucun passage ne contient ces mots.</translation>
    </message>
    <message>
        <source>Citation copied</source>
        <translation>Citation copiée</translation>
    </message>
    <message>
        <source>{n} passages copied</source>
        <translation>{n} passages copiés</translation>
    </message>
    <message>
        <source>{n} citations copied</source>
        <translation>{n} citations copiées</translation>
    </message>
    <message>
        <source>Passage copied</source>
        <translation>Passage copié</translation>
    </message>
    <message>
        <source>Text and citation copied</source>
        <translation>Texte et citation copiés</translation>
    </message>
    <message>
        <source>Copy passage</source>
        <translation>Copier le passage</translation>
    </message>
    <message>
        <source>More like this</source>
        <translation>Passages semblables</translation>
    </message>
    <message>
        <source>Versions and changes…</source>
        <translation>Versions et modifications…</translation>
    </message>
    <message>
        <source>Add to collection</source>
        <translation>Ajouter à la collection</translation>
    </message>
    <message>
        <source>Open at this passage</source>
        <translation>Ouvrir à ce passage</translation>
    </message>
    <message>
        <source>Open at {place}</source>
        <translation>Ouvrir ({place})</translation>
    </message>
    <message>
        <source>Open in {program}</source>
        <translation>Ouvrir dans {program}</translation>
    </message>
    <message>
        <source>Copy &amp;as</source>
        <translation>Copier en t&amp;ant que</translation>
    </message>
    <message>
        <source>With a bibliography &amp;in</source>
        <translation>Avec une b&amp;ibliographie de style</translation>
    </message>
    <message>
        <source>No search words: newest documents first.</source>
        <translation>Aucun mot recherché&#xa0;: documents les plus récents d’abord.</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>Auteur</translation>
    </message>
    <message>
        <source>Published</source>
        <translation>Publié</translation>
    </message>
    <message>
        <source>{label}: {value}</source>
        <translation>{label}&#xa0;: {value}</translation>
    </message>
    <message>
        <source>Weak</source>
        <translation>Faible</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Nouveau</translation>
    </message>
    <message>
        <source>{rank} by keywords</source>
        <translation>{rank} par mots-clés</translation>
    </message>
    <message>
        <source>{rank} by meaning</source>
        <translation>{rank} par le sens</translation>
    </message>
    <message>
        <source>{title} and {number} more</source>
        <translation>{title} et {number} de plus</translation>
    </message>
    <message>
        <source>Best match</source>
        <translation>Par pertinence</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>Les plus récents d’abord</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Par nom</translation>
    </message>
    <message>
        <source>found by name only</source>
        <translation>trouvé par son nom seulement</translation>
    </message>
    <message>
        <source>changed since it was indexed</source>
        <translation>modifié depuis l’indexation</translation>
    </message>
    <message>
        <source>weak match</source>
        <translation>résultat faible</translation>
    </message>
    <message>
        <source>new since you last opened this search</source>
        <translation>nouveau depuis la dernière ouverture de cette recherche</translation>
    </message>
    <message>
        <source>{arrow} was {rank}</source>
        <translation>{arrow} était {rank}</translation>
    </message>
    <message>
        <source>also in {where}</source>
        <translation>aussi dans {where}</translation>
    </message>
    <message>
        <source>also at {where} in this document</source>
        <translation>aussi à {where} de ce document</translation>
    </message>
    <message numerus="yes">
        <source>newest of %Ln versions</source>
        <translation>
            <numerusform>la plus récente de %Ln version</numerusform>
            <numerusform>la plus récente de %Ln versions</numerusform>
        </translation>
    </message>
    <message>
        <source>older version ({place} of {count})</source>
        <translation>version antérieure ({place} sur {count})</translation>
    </message>
    <message>
        <source>{passages} in this document</source>
        <translation>{passages} dans ce document</translation>
    </message>
    <message>
        <source>{rank} of {number}</source>
        <translation>{rank} sur {number}</translation>
    </message>
    <message>
        <source>Without {value}</source>
        <translation>Sans {value}</translation>
    </message>
    <message>
        <source>Only {value}</source>
        <translation>Uniquement {value}</translation>
    </message>
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
        <source>Remove all filters</source>
        <translation>Retirer tous les filtres</translation>
    </message>
    <message>
        <source>Preview or explanation</source>
        <translation>Aperçu ou explication</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>Passages</translation>
    </message>
    <message>
        <source>Back to the passages</source>
        <translation>Retour aux passages</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Explication</translation>
    </message>
    <message>
        <source>Hit {rank} of {found}</source>
        <translation>Résultat {rank} sur {found}</translation>
    </message>
    <message>
        <source>Similarity in meaning</source>
        <translation>Similarité de sens</translation>
    </message>
    <message>
        <source>Highest similarity of {weak}: {nearest}. Required: {floor}.</source>
        <translation>Similarité maximale de {weak}&#xa0;: {nearest}. Minimum requis&#xa0;: {floor}.</translation>
    </message>
    <message>
        <source>similar enough from here</source>
        <translation>assez semblable à partir d’ici</translation>
    </message>
    <message>
        <source>less similar</source>
        <translation>moins semblable</translation>
    </message>
    <message>
        <source>more similar</source>
        <translation>plus semblable</translation>
    </message>
    <message>
        <source>Clear history</source>
        <translation>Effacer l’historique</translation>
    </message>
    <message>
        <source>Removes all recent searches. Saved searches are kept.</source>
        <translation>Supprime toutes les recherches récentes. Les recherches enregistrées sont conservées.</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Renommer…</translation>
    </message>
    <message>
        <source>Remove &apos;{query}&apos; from the history</source>
        <translation>Retirer «&#xa0;{query}&#xa0;» de l’historique</translation>
    </message>
    <message>
        <source>Remove the saved search ‘{name}’</source>
        <translation>Retirer la recherche enregistrée «&#xa0;{name}&#xa0;»</translation>
    </message>
    <message>
        <source>Best {rows}</source>
        <translation>Meilleurs&#xa0;: {rows}</translation>
    </message>
    <message>
        <source>Best {rows} of {matches}</source>
        <translation>Les {rows} meilleurs sur {matches}</translation>
    </message>
    <message>
        <source>{rows} of {matches}</source>
        <translation>{rows} sur {matches}</translation>
    </message>
    <message>
        <source>{n} in this list. Scroll to the end to load more.</source>
        <translation>{n} dans cette liste. Faites défiler jusqu’au bout pour en charger d’autres.</translation>
    </message>
    <message>
        <source>{n} in this list.</source>
        <translation>{n} dans cette liste.</translation>
    </message>
    <message>
        <source>{n} match, including passages with the same text.</source>
        <translation>Résultats&#xa0;: {n}, y compris les passages de même texte.</translation>
    </message>
    <message>
        <source>{n} with a matching passage.</source>
        <translation>{n} avec un passage correspondant.</translation>
    </message>
    <message>
        <source>{n} match in these documents.</source>
        <translation>Résultats dans ces documents&#xa0;: {n}.</translation>
    </message>
    <message>
        <source>They are in {documents}.</source>
        <translation>Ils se trouvent dans {documents}.</translation>
    </message>
    <message>
        <source>{n} with the same text as a listed passage are hidden.</source>
        <translation>Non affichés, car de même texte qu’un passage de la liste&#xa0;: {n}.</translation>
    </message>
    <message>
        <source>{n}: barely related to the query.</source>
        <translation>{n}&#xa0;: à peine liés à la requête.</translation>
    </message>
    <message>
        <source>Found in {time} ms.</source>
        <translation>Trouvé en {time} ms.</translation>
    </message>
    <message>
        <source>Order of the passages</source>
        <translation>Ordre des passages</translation>
    </message>
    <message>
        <source>Group by document</source>
        <translation>Grouper par document</translation>
    </message>
    <message>
        <source>Rerank the top passages</source>
        <translation>Reclasser les premiers passages</translation>
    </message>
    <message>
        <source>Order: {order}</source>
        <translation>Ordre&#xa0;: {order}</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Masquer</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Afficher</translation>
    </message>
    <message>
        <source>Hide {weak}</source>
        <translation>Masquer {weak}</translation>
    </message>
    <message>
        <source>Show {weak}</source>
        <translation>Afficher {weak}</translation>
    </message>
    <message>
        <source>The search history was cleared.</source>
        <translation>L’historique des recherches a été effacé.</translation>
    </message>
    <message>
        <source>The search was removed from the history.</source>
        <translation>La recherche a été retirée de l’historique.</translation>
    </message>
    <message>
        <source>This search is no longer saved.</source>
        <translation>Cette recherche n’est plus enregistrée.</translation>
    </message>
    <message>
        <source>{passages} new since {day}.</source>
        <translation>Nouveautés depuis le {day}&#xa0;: {passages}.</translation>
    </message>
    <message>
        <source>Saved. New matches are shown next time.</source>
        <translation>Enregistrée. Les nouveaux résultats seront signalés la prochaine fois.</translation>
    </message>
    <message>
        <source>Some of your searches could not be read. The file was moved to {place}.</source>
        <translation>Certaines de vos recherches n’ont pas pu être lues. Le fichier a été déplacé vers {place}.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Rechercher</translation>
    </message>
    <message>
        <source>Save this search</source>
        <translation>Enregistrer cette recherche</translation>
    </message>
    <message>
        <source>Saved. Click to remove</source>
        <translation>Enregistrée. Cliquez pour la retirer</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>Effacer la recherche</translation>
    </message>
    <message>
        <source>Still searching</source>
        <translation>Recherche en cours</translation>
    </message>
    <message>
        <source>Search mode</source>
        <translation>Mode de recherche</translation>
    </message>
    <message>
        <source>Search by keywords and meaning</source>
        <translation>Rechercher par mots-clés et par le sens</translation>
    </message>
    <message>
        <source>Find passages that contain the words</source>
        <translation>Trouver les passages qui contiennent les mots</translation>
    </message>
    <message>
        <source>Find passages with a similar meaning</source>
        <translation>Trouver les passages de sens proche</translation>
    </message>
    <message>
        <source>Previous search</source>
        <translation>Recherche précédente</translation>
    </message>
    <message>
        <source>Next search</source>
        <translation>Recherche suivante</translation>
    </message>
    <message>
        <source>Show the preview</source>
        <translation>Afficher l’aperçu</translation>
    </message>
    <message>
        <source>Like: {passage}</source>
        <translation>Semblable à&#xa0;: {passage}</translation>
    </message>
    <message>
        <source>Show or hide the preview (narrow window)</source>
        <translation>Afficher ou masquer l’aperçu (fenêtre étroite)</translation>
    </message>
    <message>
        <source>Copy in another format</source>
        <translation>Copier dans un autre format</translation>
    </message>
    <message>
        <source>Show or hide weak matches</source>
        <translation>Afficher ou masquer les résultats faibles</translation>
    </message>
    <message>
        <source>Filters: {section}</source>
        <translation>Filtres&#xa0;: {section}</translation>
    </message>
    <message>
        <source>The filter was removed.</source>
        <translation>Le filtre a été retiré.</translation>
    </message>
    <message>
        <source>The filters were removed.</source>
        <translation>Les filtres ont été retirés.</translation>
    </message>
    <message>
        <source>Only search this document</source>
        <translation>Rechercher uniquement dans ce document</translation>
    </message>
    <message>
        <source>Saved as the default for all searches.</source>
        <translation>Valeurs par défaut enregistrées pour toutes les recherches.</translation>
    </message>
    <message>
        <source>‘{word}’</source>
        <translation>«&#xa0;{word}&#xa0;»</translation>
    </message>
    <message>
        <source>No passage contains {words}.</source>
        <translation>Aucun passage ne contient {words}.</translation>
    </message>
    <message>
        <source>Did you mean ‘{word}’?</source>
        <translation>Vouliez-vous dire «&#xa0;{word}&#xa0;»&#xa0;?</translation>
    </message>
    <message>
        <source>{size}. Type keywords or a question. Results appear as you type.</source>
        <translation>{size}. Saisissez des mots-clés ou une question. Les résultats s’affichent pendant la saisie.</translation>
    </message>
    <message>
        <source>Your files are being indexed. You can search as soon as the first file is ready.</source>
        <translation>Vos fichiers sont en cours d’indexation. Vous pourrez lancer une recherche dès que le premier fichier sera prêt.</translation>
    </message>
    <message>
        <source>Type keywords or a question. Results appear as you type.</source>
        <translation>Saisissez des mots-clés ou une question. Les résultats s’affichent pendant la saisie.</translation>
    </message>
    <message>
        <source>No file in your folders can be searched.</source>
        <translation>Aucun fichier de vos dossiers ne peut être inclus dans la recherche.</translation>
    </message>
    <message>
        <source>{percent} of your passages can be searched by meaning so far.</source>
        <translation>Pour l’instant, la recherche par le sens porte sur {percent} de vos passages.</translation>
    </message>
    <message>
        <source>Examples from the sample library</source>
        <translation>Exemples de la bibliothèque d’exemple</translation>
    </message>
    <message>
        <source>Recent searches</source>
        <translation>Recherches récentes</translation>
    </message>
    <message>
        <source>Last opened on {day}</source>
        <translation>Dernière ouverture le {day}</translation>
    </message>
    <message>
        <source>Saved searches</source>
        <translation>Recherches enregistrées</translation>
    </message>
    <message>
        <source>Changes since your last visit</source>
        <translation>Modifications depuis votre dernière visite</translation>
    </message>
    <message>
        <source>with the reasons</source>
        <translation>avec les raisons</translation>
    </message>
    <message>
        <source>Opened recently</source>
        <translation>Ouverts récemment</translation>
    </message>
    <message>
        <source>Changed recently</source>
        <translation>Modifiés récemment</translation>
    </message>
    <message>
        <source>The search failed</source>
        <translation>La recherche a échoué</translation>
    </message>
    <message>
        <source>Search by meaning is not ready yet</source>
        <translation>La recherche par le sens n’est pas encore prête</translation>
    </message>
    <message>
        <source>The search is repeated automatically.</source>
        <translation>La recherche sera relancée automatiquement.</translation>
    </message>
    <message>
        <source>Only keyword matches so far.</source>
        <translation>Seulement des résultats par mots-clés pour l’instant.</translation>
    </message>
    <message>
        <source>Your passages are being indexed by meaning.</source>
        <translation>Vos passages sont en cours d’indexation par le sens.</translation>
    </message>
    <message>
        <source>Search by keywords</source>
        <translation>Rechercher par mots-clés</translation>
    </message>
    <message>
        <source>finds passages that contain the words</source>
        <translation>trouve les passages qui contiennent les mots</translation>
    </message>
    <message>
        <source>Nothing relevant</source>
        <translation>Rien de pertinent</translation>
    </message>
    <message>
        <source>The ‘Found by’ filter needs search words.</source>
        <translation>Le filtre «&#xa0;Trouvé par&#xa0;» nécessite des mots à rechercher.</translation>
    </message>
    <message>
        <source>No documents</source>
        <translation>Aucun document</translation>
    </message>
    <message>
        <source>listed below the other passages</source>
        <translation>affichés sous les autres passages</translation>
    </message>
    <message>
        <source>found in {passages}</source>
        <translation>trouvé dans {passages}</translation>
    </message>
    <message>
        <source>The query contains no words to search for.</source>
        <translation>La requête ne contient aucun mot à rechercher.</translation>
    </message>
    <message>
        <source>No passage matches this search.</source>
        <translation>Aucun passage ne correspond à cette recherche.</translation>
    </message>
    <message>
        <source>No passage matches {words} well, and nothing similar was found.</source>
        <translation>Aucun passage ne correspond bien à {words}, et rien de semblable n’a été trouvé.</translation>
    </message>
    <message>
        <source>With these filters, no passage matches {words} well, and nothing similar was found.</source>
        <translation>Avec ces filtres, aucun passage ne correspond bien à {words}, et rien de semblable n’a été trouvé.</translation>
    </message>
    <message>
        <source>With these filters, no passage contains {words}.</source>
        <translation>Avec ces filtres, aucun passage ne contient {words}.</translation>
    </message>
    <message>
        <source>Search without filters</source>
        <translation>Rechercher sans filtres</translation>
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
        <source>Also search by meaning</source>
        <translation>Rechercher aussi par le sens</translation>
    </message>
    <message>
        <source>finds passages that use different words</source>
        <translation>trouve les passages qui utilisent d’autres mots</translation>
    </message>
    <message>
        <source>shows the reason for a file or sentence</source>
        <translation>donne la raison pour un fichier ou une phrase</translation>
    </message>
    <message>
        <source>Show reason…</source>
        <translation>Afficher la raison…</translation>
    </message>
    <message>
        <source>Show the library</source>
        <translation>Afficher la bibliothèque</translation>
    </message>
    <message>
        <source>folders and files that could not be indexed</source>
        <translation>dossiers et fichiers qui n’ont pas pu être indexés</translation>
    </message>
    <message>
        <source>Filters: {filters}.</source>
        <translation>Filtres&#xa0;: {filters}.</translation>
    </message>
    <message>
        <source>{percent} of your files are indexed so far. The search is repeated automatically while indexing continues.</source>
        <translation>Pour l’instant, {percent} de vos fichiers sont indexés. La recherche est relancée automatiquement pendant l’indexation.</translation>
    </message>
    <message>
        <source>{percent} of your passages can be searched by meaning so far. The search is repeated automatically when all are ready.</source>
        <translation>Pour l’instant, la recherche par le sens porte sur {percent} de vos passages. Elle sera relancée automatiquement quand tous seront prêts.</translation>
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
        <source>Suggestions</source>
        <translation>Suggestions</translation>
    </message>
    <message>
        <source>Undo reset</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Tout rétablir</translation>
    </message>
    <message>
        <source>Reset: {what}</source>
        <translation>Rétablir&#xa0;: {what}</translation>
    </message>
    <message>
        <source>Indexing</source>
        <translation>Indexation</translation>
    </message>
    <message>
        <source>Text recognition</source>
        <translation>Reconnaissance de texte</translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>Bac à sable</translation>
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
        <source>takes effect immediately</source>
        <translation>prend effet immédiatement</translation>
    </message>
    <message>
        <source>applies to newly indexed and failed files</source>
        <translation>s’applique aux fichiers nouvellement indexés et à ceux en échec</translation>
    </message>
    <message>
        <source>takes effect after a restart</source>
        <translation>prend effet après un redémarrage</translation>
    </message>
    <message>
        <source>on</source>
        <translation>activé</translation>
    </message>
    <message>
        <source>off</source>
        <translation>désactivé</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatique</translation>
    </message>
    <message>
        <source>Better keyword rank</source>
        <translation>Meilleur rang par mots-clés</translation>
    </message>
    <message>
        <source>Exact (all passages)</source>
        <translation>Exacte (tous les passages)</translation>
    </message>
    <message>
        <source>Approximate (HNSW)</source>
        <translation>Approchée (HNSW)</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Jamais</translation>
    </message>
    <message>
        <source>Required</source>
        <translation>Obligatoire</translation>
    </message>
    <message>
        <source>Same as system</source>
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
        <source>Comfortable</source>
        <translation>Aéré</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Compact</translation>
    </message>
    <message>
        <source>{lowest} to {highest}</source>
        <translation>{lowest} à {highest}</translation>
    </message>
    <message>
        <source>default: {value}</source>
        <translation>par défaut&#xa0;: {value}</translation>
    </message>
    <message>
        <source>Keyboard shortcuts…</source>
        <translation>Raccourcis clavier…</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Rechercher un paramètre</translation>
    </message>
    <message>
        <source>Groups of settings</source>
        <translation>Groupes de paramètres</translation>
    </message>
    <message>
        <source>No settings found.</source>
        <translation>Aucun paramètre trouvé.</translation>
    </message>
    <message>
        <source>Saved; {when}.</source>
        <translation>Enregistré&#xa0;; {when}.</translation>
    </message>
    <message>
        <source>To search from anywhere, assign a shortcut to this command in the keyboard settings of your system:</source>
        <translation>Pour lancer une recherche depuis n’importe où, attribuez un raccourci à cette commande dans les paramètres du clavier de votre système&#xa0;:</translation>
    </message>
    <message>
        <source>Quick search command</source>
        <translation>Commande de la recherche rapide</translation>
    </message>
    <message>
        <source>Copy the quick search command</source>
        <translation>Copier la commande de la recherche rapide</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Raccourcis clavier</translation>
    </message>
    <message>
        <source>Search commands or shortcuts</source>
        <translation>Rechercher une commande ou un raccourci</translation>
    </message>
    <message>
        <source>New shortcut for the selected command</source>
        <translation>Nouveau raccourci pour la commande sélectionnée</translation>
    </message>
    <message>
        <source>Use this shortcut</source>
        <translation>Utiliser ce raccourci</translation>
    </message>
    <message>
        <source>Commands and shortcuts</source>
        <translation>Commandes et raccourcis</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Commande</translation>
    </message>
    <message>
        <source>Shortcut</source>
        <translation>Raccourci</translation>
    </message>
    <message>
        <source>New shortcut</source>
        <translation>Nouveau raccourci</translation>
    </message>
    <message>
        <source>Default: {keys}</source>
        <translation>Par défaut&#xa0;: {keys}</translation>
    </message>
    <message>
        <source>{keys} is already used by ‘{command}’. Choose another shortcut or change that one first.</source>
        <translation>{keys} est déjà utilisé par «&#xa0;{command}&#xa0;». Choisissez un autre raccourci ou modifiez d’abord celui-là.</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Message</translation>
    </message>
    <message>
        <source>Close message</source>
        <translation>Fermer le message</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Que faire&#xa0;?</translation>
    </message>
    <message>
        <source>Last change</source>
        <translation>Dernière modification</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Twofold cannot start</source>
        <translation>Twofold ne peut pas démarrer</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>Une erreur s’est produite</translation>
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
        <source>Your library and your files are not damaged. No data was sent. To report the error, copy the details. Check them first, because they may contain file names.</source>
        <translation>Votre bibliothèque et vos fichiers ne sont pas endommagés. Aucune donnée n’a été envoyée. Pour signaler l’erreur, copiez les détails. Vérifiez-les d’abord, car ils peuvent contenir des noms de fichiers.</translation>
    </message>
    <message>
        <source>Twofold keeps running, and your library is not damaged. No data was sent. To report the error, copy the details. Check them first, because they may contain file names.</source>
        <translation>Twofold continue de fonctionner et votre bibliothèque n’est pas endommagée. Aucune donnée n’a été envoyée. Pour signaler l’erreur, copiez les détails. Vérifiez-les d’abord, car ils peuvent contenir des noms de fichiers.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copié</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>Ajouter un dossier</translation>
    </message>
    <message>
        <source>Searched for ‘{query}’. Close this dialog to see the results.</source>
        <translation>La recherche de «&#xa0;{query}&#xa0;» est faite. Fermez cette boîte de dialogue pour voir les résultats.</translation>
    </message>
    <message>
        <source>Show or hide the explanation</source>
        <translation>Afficher ou masquer l’explication</translation>
    </message>
    <message>
        <source>Show or hide the filters</source>
        <translation>Afficher ou masquer les filtres</translation>
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
        <source>Save backup…</source>
        <translation>Enregistrer une sauvegarde…</translation>
    </message>
    <message>
        <source>Find in the document, or search</source>
        <translation>Rechercher dans le document, sinon dans la bibliothèque</translation>
    </message>
    <message>
        <source>Folders and files</source>
        <translation>Dossiers et fichiers</translation>
    </message>
    <message>
        <source>Select libraries…</source>
        <translation>Choisir les bibliothèques…</translation>
    </message>
    <message>
        <source>Export passages…</source>
        <translation>Exporter les passages…</translation>
    </message>
    <message>
        <source>Check quotations…</source>
        <translation>Vérifier les textes cités…</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Paramètres…</translation>
    </message>
    <message>
        <source>Restore backup…</source>
        <translation>Restaurer une sauvegarde…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Quitter</translation>
    </message>
    <message>
        <source>New location of ‘{name}’</source>
        <translation>Nouvel emplacement de «&#xa0;{name}&#xa0;»</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Thème</translation>
    </message>
    <message>
        <source>Library status</source>
        <translation>État de la bibliothèque</translation>
    </message>
    <message>
        <source>Everything stays on this computer</source>
        <translation>Tout reste sur cet ordinateur</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>Lecture seule</translation>
    </message>
    <message>
        <source>Up to date</source>
        <translation>À jour</translation>
    </message>
    <message>
        <source>Show Twofold</source>
        <translation>Afficher Twofold</translation>
    </message>
    <message>
        <source>Resume indexing</source>
        <translation>Reprendre l’indexation</translation>
    </message>
    <message>
        <source>Pause indexing</source>
        <translation>Suspendre l’indexation</translation>
    </message>
    <message>
        <source>Indexing finished. {files} can be searched.</source>
        <translation>Indexation terminée. La recherche porte sur {files}.</translation>
    </message>
    <message>
        <source>{files}. See ‘Folders and files’ for the reasons.</source>
        <translation>{files}. Consultez les raisons dans «&#xa0;Dossiers et fichiers&#xa0;».</translation>
    </message>
    <message>
        <source>{passages} new</source>
        <translation>Nouveau&#xa0;: {passages}</translation>
    </message>
    <message>
        <source>The picture has too many pixels.</source>
        <translation>L’image a trop de pixels.</translation>
    </message>
    <message>
        <source>The picture is damaged.</source>
        <translation>L’image est endommagée.</translation>
    </message>
    <message>
        <source>Text recognition (OCR) is not installed.</source>
        <translation>La reconnaissance de texte (OCR) n’est pas installée.</translation>
    </message>
    <message>
        <source>The file contains only pictures of pages and no text.</source>
        <translation>Le fichier ne contient que des images de pages, sans texte.</translation>
    </message>
    <message>
        <source>OCR has not been run on this picture.</source>
        <translation>La reconnaissance de texte (OCR) n’a pas encore été effectuée sur cette image.</translation>
    </message>
    <message>
        <source>OCR found no text in this picture.</source>
        <translation>La reconnaissance de texte (OCR) n’a trouvé aucun texte dans cette image.</translation>
    </message>
    <message>
        <source>OCR can read Latin, Chinese and Japanese script, and the scripts of installed Tesseract language files.</source>
        <translation>La reconnaissance de texte (OCR) lit les écritures latine, chinoise et japonaise, ainsi que celles des fichiers de langue Tesseract installés.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln pages of this file are pictures without text.</source>
        <translation>
            <numerusform>%Ln page de ce fichier est une image sans texte.</numerusform>
            <numerusform>%Ln pages de ce fichier sont des images sans texte.</numerusform>
        </translation>
    </message>
    <message>
        <source>{path} cannot be read or written.</source>
        <translation>Impossible de lire ou d’écrire {path}.</translation>
    </message>
    <message>
        <source>It is only a cache of recognised text and can be deleted.</source>
        <translation>Ce n’est qu’un cache de texte reconnu, qui peut être supprimé.</translation>
    </message>
    <message>
        <source>model</source>
        <translation>modèle</translation>
    </message>
    <message>
        <source>library</source>
        <translation>bibliothèque</translation>
    </message>
    <message>
        <source>{name}, {size} MB</source>
        <translation>{name}, {size} Mo</translation>
    </message>
    <message>
        <source>none yet; to add a folder: twofold folder add PATH</source>
        <translation>aucune pour l’instant&#xa0;; pour ajouter un dossier&#xa0;: twofold folder add CHEMIN</translation>
    </message>
    <message>
        <source>About this installation</source>
        <translation>À propos de cette installation</translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation>Enregistrer un rapport…</translation>
    </message>
    <message>
        <source>For bug reports: these findings, settings and logs. No document texts or queries.</source>
        <translation>Pour signaler un problème&#xa0;: ces constats, les paramètres et les journaux. Ni texte de document, ni requête.</translation>
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
        <translation>Problème</translation>
    </message>
    <message>
        <source>Save report</source>
        <translation>Enregistrer un rapport</translation>
    </message>
    <message>
        <source>Report saved as {path}.</source>
        <translation>Rapport enregistré sous {path}.</translation>
    </message>
    <message>
        <source>The backup would be larger than {size} MB.</source>
        <translation>La sauvegarde dépasserait {size} Mo.</translation>
    </message>
    <message>
        <source>The backup cannot be written: {reason}.</source>
        <translation>Impossible d’écrire la sauvegarde&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>Export the collection, then remove passages from it.</source>
        <translation>Exportez la collection, puis retirez-en des passages.</translation>
    </message>
    <message>
        <source>&apos;{path}&apos; is too large for a backup ({size} MB).</source>
        <translation>«&#xa0;{path}&#xa0;» est trop volumineux pour une sauvegarde ({size} Mo).</translation>
    </message>
    <message>
        <source>&apos;{path}&apos; cannot be read: {reason}.</source>
        <translation>Impossible de lire «&#xa0;{path}&#xa0;»&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>&apos;{path}&apos; is not a backup.</source>
        <translation>«&#xa0;{path}&#xa0;» n’est pas une sauvegarde.</translation>
    </message>
    <message>
        <source>it is not a saved search</source>
        <translation>ce n’est pas une recherche enregistrée</translation>
    </message>
    <message>
        <source>it is not a passage</source>
        <translation>ce n’est pas un passage</translation>
    </message>
    <message>
        <source>Nothing was restored.</source>
        <translation>Rien n’a été restauré.</translation>
    </message>
    <message>
        <source>This is not a backup of Twofold.</source>
        <translation>Ce n’est pas une sauvegarde de Twofold.</translation>
    </message>
    <message>
        <source>The backup cannot be used: in &apos;{section}&apos;, entry {number}{name}: {reason}.</source>
        <translation>La sauvegarde est inutilisable&#xa0;: dans «&#xa0;{section}&#xa0;», entrée {number}{name}&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>the rules are not lists of patterns</source>
        <translation>ses règles ne sont pas des listes de motifs</translation>
    </message>
    <message>
        <source>it is not a list</source>
        <translation>ce n’est pas une liste</translation>
    </message>
    <message>
        <source>&apos;{field}&apos; must be a non-empty text</source>
        <translation>&apos;{field}&apos; doit être un texte non vide</translation>
    </message>
    <message>
        <source>the name is empty, too long, or contains &apos;/&apos;</source>
        <translation>son nom est vide, trop long ou contient «&#xa0;/&#xa0;»</translation>
    </message>
    <message>
        <source>&apos;{root}&apos; is not an absolute path</source>
        <translation>«&#xa0;{root}&#xa0;» n’est pas un chemin absolu</translation>
    </message>
    <message>
        <source>&apos;{root}&apos; is the whole file system</source>
        <translation>«&#xa0;{root}&#xa0;» est le système de fichiers entier</translation>
    </message>
    <message>
        <source>the trust level is unknown</source>
        <translation>son niveau de confiance est inconnu</translation>
    </message>
    <message>
        <source>it is not the name of a collection</source>
        <translation>ce n’est pas un nom de collection</translation>
    </message>
    <message>
        <source>another folder has the same name</source>
        <translation>un autre dossier porte le même nom</translation>
    </message>
    <message>
        <source>it is inside or around the folder &apos;{other}&apos;</source>
        <translation>il se trouve dans le dossier «&#xa0;{other}&#xa0;» ou le contient</translation>
    </message>
    <message>
        <source>Save a backup</source>
        <translation>Enregistrer une sauvegarde</translation>
    </message>
    <message>
        <source>Restore a backup</source>
        <translation>Restaurer une sauvegarde</translation>
    </message>
    <message>
        <source>Backup saved as {name}. It does not contain your documents.</source>
        <translation>Sauvegarde enregistrée sous {name}. Elle ne contient pas vos documents.</translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln folders to the library?</source>
        <translation>
            <numerusform>Ajouter&#xa0;%Ln dossier à la bibliothèque&#x202f;?</numerusform>
            <numerusform>Ajouter&#xa0;%Ln dossiers à la bibliothèque&#x202f;?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>et&#xa0;%Ln autre</numerusform>
            <numerusform>et&#xa0;%Ln autres</numerusform>
        </translation>
    </message>
    <message>
        <source>Their files will be indexed.</source>
        <translation>Leurs fichiers seront indexés.</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Restaurer</translation>
    </message>
    <message>
        <source>The backup {name} was restored.</source>
        <translation>La sauvegarde {name} a été restaurée.</translation>
    </message>
    <message>
        <source>This part is not available in the packaged program. To use it, install Twofold with pipx or uv.</source>
        <translation>Cette partie n’est pas disponible dans le programme empaqueté. Pour l’utiliser, installez Twofold avec pipx ou uv.</translation>
    </message>
    <message>
        <source>Nothing has been published as {name}.</source>
        <translation>Rien n’a été publié sous le nom {name}.</translation>
    </message>
    <message>
        <source>Publish a library there: twofold share publish ADDRESS</source>
        <translation>Publiez-y une bibliothèque&#xa0;: twofold share publish ADRESSE</translation>
    </message>
    <message>
        <source>It is being published right now. Search again.</source>
        <translation>Elle est en cours de publication. Relancez la recherche.</translation>
    </message>
    <message>
        <source>This shared library was published by another version of Twofold.</source>
        <translation>Cette bibliothèque partagée a été publiée par une autre version de Twofold.</translation>
    </message>
    <message>
        <source>Use the same version, or publish it again as another collection.</source>
        <translation>Utilisez la même version, ou publiez-la de nouveau à une autre adresse.</translation>
    </message>
    <message>
        <source>The shared library cannot be searched.</source>
        <translation>Impossible de rechercher dans la bibliothèque partagée.</translation>
    </message>
    <message>
        <source>of the {found} best passages of {host}</source>
        <translation>parmi les {found} meilleurs passages de {host}</translation>
    </message>
    <message>
        <source>A passage of {path} has no valid vector.</source>
        <translation>Un passage de {path} n’a pas de vecteur valide.</translation>
    </message>
    <message>
        <source>Index it by meaning again: twofold index</source>
        <translation>Indexez-le de nouveau par le sens&#xa0;: twofold index</translation>
    </message>
    <message>
        <source>A passage of {path} is too long to publish.</source>
        <translation>Un passage de {path} est trop long pour être publié.</translation>
    </message>
    <message>
        <source>its certificate has expired</source>
        <translation>son certificat a expiré</translation>
    </message>
    <message>
        <source>its certificate is for another name</source>
        <translation>son certificat est établi pour un autre nom</translation>
    </message>
    <message>
        <source>its certificate is not signed by a trusted authority</source>
        <translation>son certificat n’est pas signé par une autorité de confiance</translation>
    </message>
    <message>
        <source>it does not speak TLS</source>
        <translation>il ne prend pas en charge TLS</translation>
    </message>
    <message>
        <source>Write it as milvus://HOST:PORT/COLLECTION, or milvuss:// for TLS.</source>
        <translation>Écrivez milvus://HOST:PORT/COLLECTION, ou milvuss:// pour TLS.</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; is not a valid address.</source>
        <translation>«&#xa0;{text}&#xa0;» n’est pas une adresse valide.</translation>
    </message>
    <message>
        <source>An address must not contain a user or password.</source>
        <translation>Une adresse ne doit contenir ni utilisateur ni mot de passe.</translation>
    </message>
    <message>
        <source>Store them in the system&apos;s keyring: twofold share login ADDRESS</source>
        <translation>Enregistrez-les dans le trousseau du système&#xa0;: twofold share login ADRESSE</translation>
    </message>
    <message>
        <source>The Milvus client does not support the IPv6 address {text}.</source>
        <translation>Le client Milvus ne prend pas en charge l’adresse IPv6 {text}.</translation>
    </message>
    <message>
        <source>Use the host name of the server.</source>
        <translation>Utilisez le nom d’hôte du serveur.</translation>
    </message>
    <message>
        <source>The server returned more rows than a library can have.</source>
        <translation>Le serveur a renvoyé plus de lignes qu’une bibliothèque ne peut en avoir.</translation>
    </message>
    <message>
        <source>The shared library is closed.</source>
        <translation>La bibliothèque partagée est fermée.</translation>
    </message>
    <message>
        <source>Shared libraries need Python packages that are not installed.</source>
        <translation>Les bibliothèques partagées nécessitent des paquets Python qui ne sont pas installés.</translation>
    </message>
    <message>
        <source>The shared library is not loaded by its server.</source>
        <translation>Le serveur n’a pas chargé la bibliothèque partagée.</translation>
    </message>
    <message>
        <source>{host} rejected your login.</source>
        <translation>{host} a refusé vos identifiants.</translation>
    </message>
    <message>
        <source>Log in first: twofold share login ADDRESS</source>
        <translation>Connectez-vous d’abord&#xa0;: twofold share login ADRESSE</translation>
    </message>
    <message>
        <source>You do not have permission to do this on {host}.</source>
        <translation>Vous n’avez pas le droit de faire cela sur {host}.</translation>
    </message>
    <message>
        <source>Ask the administrator of the server for the privilege {name}.</source>
        <translation>Demandez le privilège {name} à l’administrateur du serveur.</translation>
    </message>
    <message>
        <source>{host} is not trusted: {reason}.</source>
        <translation>{host} n’est pas digne de confiance&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>Nothing was sent to it. Check the certificate of the server.</source>
        <translation>Rien ne lui a été envoyé. Vérifiez le certificat du serveur.</translation>
    </message>
    <message>
        <source>{host} returned an error ({code}).</source>
        <translation>{host} a renvoyé une erreur ({code}).</translation>
    </message>
    <message>
        <source>See the log of the server for details.</source>
        <translation>Consultez le journal du serveur pour plus de détails.</translation>
    </message>
    <message>
        <source>{host} does not respond.</source>
        <translation>{host} ne répond pas.</translation>
    </message>
    <message>
        <source>The next search will try again.</source>
        <translation>La prochaine recherche fera une nouvelle tentative.</translation>
    </message>
    <message>
        <source>The shared library contains invalid data.</source>
        <translation>La bibliothèque partagée contient des données non valides.</translation>
    </message>
    <message>
        <source>index of {host}</source>
        <translation>index de {host}</translation>
    </message>
    <message>
        <source>The query vector does not fit the library.</source>
        <translation>Le vecteur de la requête ne correspond pas à la bibliothèque.</translation>
    </message>
    <message>
        <source>Nothing in this library is indexed by meaning yet.</source>
        <translation>Rien dans cette bibliothèque n’est encore indexé par le sens.</translation>
    </message>
    <message>
        <source>Index it first: twofold index</source>
        <translation>Indexez-la d’abord&#xa0;: twofold index</translation>
    </message>
    <message>
        <source>Some documents were indexed by another version of Twofold.</source>
        <translation>Certains documents ont été indexés par une autre version de Twofold.</translation>
    </message>
    <message>
        <source>Index them again first: twofold index</source>
        <translation>Réindexez-les d’abord&#xa0;: twofold index</translation>
    </message>
    <message>
        <source>This shared library was created by another version of Twofold.</source>
        <translation>Cette bibliothèque partagée a été créée par une autre version de Twofold.</translation>
    </message>
    <message>
        <source>Use the same version, or publish as another collection.</source>
        <translation>Utilisez la même version, ou publiez à une autre adresse.</translation>
    </message>
    <message>
        <source>Only a part of the library is published there, and its filters are unknown on this computer.</source>
        <translation>Seule une partie de la bibliothèque y est publiée, et ses filtres ne sont pas connus sur cet ordinateur.</translation>
    </message>
    <message>
        <source>Specify its filters again (--only FILTERS), or publish everything (--all).</source>
        <translation>Indiquez de nouveau ses filtres (--only FILTRES), ou publiez tout (--all).</translation>
    </message>
    <message>
        <source>This shared library was indexed with the model {model}.</source>
        <translation>Cette bibliothèque partagée a été indexée avec le modèle {model}.</translation>
    </message>
    <message>
        <source>Use the same model, or publish as another collection.</source>
        <translation>Utilisez le même modèle, ou publiez à une autre adresse.</translation>
    </message>
    <message>
        <source>The vectors of this shared library do not fit its model {model}: they have {dimension} dimensions, not {wanted}.</source>
        <translation>Les vecteurs de cette bibliothèque partagée ne correspondent pas à son modèle {model}&#xa0;: ils ont {dimension} dimensions au lieu de {wanted}.</translation>
    </message>
    <message>
        <source>Nothing was changed. Publish the library again as another collection.</source>
        <translation>Rien n’a été modifié. Publiez de nouveau la bibliothèque à une autre adresse.</translation>
    </message>
    <message>
        <source>The folder {path} does not exist.</source>
        <translation>Le dossier {path} n’existe pas.</translation>
    </message>
    <message>
        <source>This source cannot be read.</source>
        <translation>Impossible de lire cette source.</translation>
    </message>
    <message>
        <source>Give a folder, or a URL without a password.</source>
        <translation>Indiquez un dossier, ou une URL sans mot de passe.</translation>
    </message>
    <message>
        <source>The source does not report its size or date.</source>
        <translation>La source n’indique ni sa taille ni sa date.</translation>
    </message>
    <message>
        <source>It is larger than the reading limit.</source>
        <translation>Il dépasse la limite de lecture.</translation>
    </message>
    <message>
        <source>The file name is not allowed.</source>
        <translation>Le nom du fichier n’est pas autorisé.</translation>
    </message>
    <message>
        <source>There are more than {most} files.</source>
        <translation>Il y a plus de {most} fichiers.</translation>
    </message>
    <message>
        <source>Publish its folders one by one.</source>
        <translation>Publiez ses dossiers un par un.</translation>
    </message>
    <message>
        <source>There are no files in {source}.</source>
        <translation>{source} ne contient aucun fichier.</translation>
    </message>
    <message>
        <source>To delete what was published: twofold share withdraw ADDRESS --from SOURCE</source>
        <translation>Pour supprimer ce qui a été publié&#xa0;: twofold share withdraw ADRESSE --from SOURCE</translation>
    </message>
    <message>
        <source>{source} cannot be read: {why}.</source>
        <translation>Impossible de lire {source}&#xa0;: {why}.</translation>
    </message>
    <message>
        <source>Try again when it can be reached.</source>
        <translation>Réessayez quand la source sera accessible.</translation>
    </message>
    <message>
        <source>No installed package can read {scheme}://.</source>
        <translation>Aucun paquet installé ne peut lire {scheme}://.</translation>
    </message>
    <message>
        <source>See https://filesystem-spec.readthedocs.io for the package to install.</source>
        <translation>Consultez https://filesystem-spec.readthedocs.io pour savoir quel paquet installer.</translation>
    </message>
    <message>
        <source>{place} cannot be listed: {why}.</source>
        <translation>Impossible de lister {place}&#xa0;: {why}.</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>Rien n’a été modifié.</translation>
    </message>
    <message>
        <source>{place} has too many folders.</source>
        <translation>{place} contient trop de dossiers.</translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}.</source>
        <translation>Impossible d’écrire {path}&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>{path} cannot be read.</source>
        <translation>Impossible de lire {path}.</translation>
    </message>
    <message>
        <source>Delete it, and specify the filters again: --only FILTERS</source>
        <translation>Supprimez-le, puis indiquez de nouveau les filtres&#xa0;: --only FILTRES</translation>
    </message>
    <message>
        <source>{address} was indexed with a different model and is searched by keywords only.</source>
        <translation>{address} a été indexée avec un autre modèle&#xa0;; la recherche y porte seulement sur les mots-clés.</translation>
    </message>
    <message>
        <source>{host} is responding slowly. Its passages are not included.</source>
        <translation>{host} répond lentement. Ses passages ne sont pas inclus.</translation>
    </message>
    <message>
        <source>{host} cannot be searched ({name}).</source>
        <translation>Impossible de rechercher sur {host} ({name}).</translation>
    </message>
    <message>
        <source>These filters were not applied to {name}: {filters}</source>
        <translation>Ces filtres n’ont pas été appliqués à {name}&#xa0;: {filters}</translation>
    </message>
    <message>
        <source>My documents</source>
        <translation>Mes documents</translation>
    </message>
    <message>
        <source>‘{name}’ was removed from the list</source>
        <translation>«&#xa0;{name}&#xa0;» a été retirée de la liste</translation>
    </message>
    <message>
        <source>Libraries searched: {names}</source>
        <translation>Bibliothèques consultées&#xa0;: {names}</translation>
    </message>
    <message>
        <source>Searched libraries</source>
        <translation>Bibliothèques consultées</translation>
    </message>
    <message>
        <source>Add a shared library…</source>
        <translation>Ajouter une bibliothèque partagée…</translation>
    </message>
    <message>
        <source>Select at least one library.</source>
        <translation>Sélectionnez au moins une bibliothèque.</translation>
    </message>
    <message>
        <source>Chosen by the command that opened this window.</source>
        <translation>Choisi par la commande qui a ouvert cette fenêtre.</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>Retirer de la liste</translation>
    </message>
    <message>
        <source>Remove ‘{name}’ from the list</source>
        <translation>Retirer «&#xa0;{name}&#xa0;» de la liste</translation>
    </message>
    <message>
        <source>Add a shared library</source>
        <translation>Ajouter une bibliothèque partagée</translation>
    </message>
    <message>
        <source>only if required by the server</source>
        <translation>seulement si le serveur le demande</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Ajouter</translation>
    </message>
    <message>
        <source>Published in</source>
        <translation>Publié dans</translation>
    </message>
    <message>
        <source>Publisher</source>
        <translation>Éditeur</translation>
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
        <translation>Volume</translation>
    </message>
    <message>
        <source>Issue</source>
        <translation>Numéro</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Pages</translation>
    </message>
    <message>
        <source>Edition</source>
        <translation>Édition</translation>
    </message>
    <message>
        <source>Place of publication</source>
        <translation>Lieu de publication</translation>
    </message>
    <message>
        <source>ISSN</source>
        <translation>ISSN</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Type</translation>
    </message>
    <message>
        <source>Editor</source>
        <translation>Éditeur scientifique</translation>
    </message>
    <message>
        <source>Translator</source>
        <translation>Traducteur</translation>
    </message>
    <message>
        <source>Item type</source>
        <translation>Type de document</translation>
    </message>
    <message>
        <source>Citation key</source>
        <translation>Clé de citation</translation>
    </message>
    <message>
        <source>Entry</source>
        <translation>Entrée</translation>
    </message>
    <message>
        <source>Token, or user and password as USER:PASSWORD</source>
        <translation>Jeton, ou utilisateur et mot de passe sous la forme USER:PASSWORD</translation>
    </message>
    <message>
        <source>The token is stored in the system&apos;s password store. Connections to milvuss:// addresses are encrypted. With milvus://, the token and all data are sent unencrypted.</source>
        <translation>Le jeton est stocké dans le trousseau du système. Les connexions aux adresses milvuss:// sont chiffrées. Avec milvus://, le jeton et toutes les données sont envoyés en clair.</translation>
    </message>
    <message>
        <source>A publisher of this collection lists too many terms.</source>
        <translation>Un éditeur de cette bibliothèque partagée énumère trop de termes.</translation>
    </message>
    <message>
        <source>the phrase &lt;mark&gt;“{word}”&lt;/mark&gt;</source>
        <translation>de l’expression &lt;mark&gt;«&#xa0;{word}&#xa0;»&lt;/mark&gt;</translation>
    </message>
    <message>
        <source>words similar to &lt;mark&gt;{word}&lt;/mark&gt;</source>
        <translation>de mots proches de &lt;mark&gt;{word}&lt;/mark&gt;</translation>
    </message>
    <message>
        <source>words starting with &lt;mark&gt;{word}&lt;/mark&gt;</source>
        <translation>de mots qui commencent par &lt;mark&gt;{word}&lt;/mark&gt;</translation>
    </message>
    <message>
        <source>the word &lt;mark&gt;{word}&lt;/mark&gt; (as “{found}”)</source>
        <translation>du mot &lt;mark&gt;{word}&lt;/mark&gt; (sous la forme «&#xa0;{found}&#xa0;»)</translation>
    </message>
    <message>
        <source>the rare word &lt;mark&gt;{word}&lt;/mark&gt; (as “{found}”)</source>
        <translation>du mot rare &lt;mark&gt;{word}&lt;/mark&gt; (sous la forme «&#xa0;{found}&#xa0;»)</translation>
    </message>
    <message>
        <source>the word &lt;mark&gt;{word}&lt;/mark&gt;</source>
        <translation>du mot &lt;mark&gt;{word}&lt;/mark&gt;</translation>
    </message>
    <message>
        <source>the rare word &lt;mark&gt;{word}&lt;/mark&gt;</source>
        <translation>du mot rare &lt;mark&gt;{word}&lt;/mark&gt;</translation>
    </message>
    <message>
        <source>the file name</source>
        <translation>du nom de fichier</translation>
    </message>
    <message>
        <source>the title</source>
        <translation>du titre</translation>
    </message>
    <message>
        <source>the heading</source>
        <translation>de l’intertitre</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; could not be opened. There may be no program for this file type.</source>
        <translation>«&#xa0;{name}&#xa0;» n’a pas pu être ouvert. Il n’y a peut-être aucun programme pour ce type de fichier.</translation>
    </message>
    <message>
        <source>Saved search</source>
        <translation>Recherche enregistrée</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>{title}, {place}</source>
        <translation>{title}, {place}</translation>
    </message>
    <message>
        <source>Twofold cannot read presentations of PowerPoint 95 and earlier yet.</source>
        <translation>Twofold ne peut pas encore lire les présentations de PowerPoint 95 et versions antérieures.</translation>
    </message>
    <message>
        <source>Save it as .pptx.</source>
        <translation>Enregistrez-le en .pptx.</translation>
    </message>
    <message>
        <source>The attached file is damaged and cannot be read.</source>
        <translation>Le fichier joint est endommagé et ne peut pas être lu.</translation>
    </message>
    <message>
        <source>{operator} is not an operator and is searched as text.</source>
        <translation>{operator} n’est pas un opérateur et est recherché comme texte.</translation>
    </message>
    <message>
        <source>Unknown field {field}: {written} is searched as text.</source>
        <translation>Champ {field} inconnu&#xa0;: {written} est recherché comme texte.</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; does not consist of filters only.</source>
        <translation>«&#xa0;{text}&#xa0;» ne contient pas que des filtres.</translation>
    </message>
    <message>
        <source>Write filters as in a query, without words: tag:public -tag:draft</source>
        <translation>Écrivez les filtres comme dans une requête, sans mots&#xa0;: tag:public -tag:draft</translation>
    </message>
    <message>
        <source>Check the address, and whether the server is running.</source>
        <translation>Vérifiez l’adresse et que le serveur fonctionne.</translation>
    </message>
    <message>
        <source>The draft contains no text.</source>
        <translation>Le brouillon ne contient pas de texte.</translation>
    </message>
    <message>
        <source>Open or paste a text first.</source>
        <translation>Ouvrez ou collez d’abord un texte.</translation>
    </message>
    <message>
        <source>The template {name} is not a Word document.</source>
        <translation>Le modèle {name} n’est pas un document Word.</translation>
    </message>
    <message>
        <source>Choose a .dotx or .docx file.</source>
        <translation>Choisissez un fichier .dotx ou .docx.</translation>
    </message>
    <message>
        <source>Choose a template of at most {size} MB.</source>
        <translation>Choisissez un modèle de {size} Mo au maximum.</translation>
    </message>
    <message>
        <source>The filter {filter} leaves it out.</source>
        <translation>Le filtre {filter} l’écarte.</translation>
    </message>
    <message>
        <source>It contains words that the query excludes: {words}</source>
        <translation>Contient des mots que la requête exclut&#xa0;: {words}</translation>
    </message>
    <message>
        <source>It is hit {rank} of the list.</source>
        <translation>C’est le résultat {rank} de la liste.</translation>
    </message>
    <message>
        <source>It is another version of {path}, which is in the list.</source>
        <translation>C’est une autre version de {path}, qui figure dans la liste.</translation>
    </message>
    <message>
        <source>It is a duplicate of {path}, which is in the list.</source>
        <translation>C’est un doublon de {path}, qui figure dans la liste.</translation>
    </message>
    <message>
        <source>The list shows only the best passage of each document.</source>
        <translation>La liste n’affiche que le meilleur passage de chaque document.</translation>
    </message>
    <message>
        <source>It is hidden because it is a weak match.</source>
        <translation>Ce résultat faible est masqué.</translation>
    </message>
    <message>
        <source>It is not among the {total} best matches by keywords and by meaning.</source>
        <translation>Absent des {total} meilleurs résultats par mots-clés et par sens.</translation>
    </message>
    <message>
        <source>It is number {rank} of {total} matches. The list shows the first {limit}.</source>
        <translation>C’est le numéro {rank} sur {total} résultats. La liste affiche les {limit} premiers.</translation>
    </message>
    <message>
        <source>No passage of it contains: {words}</source>
        <translation>Aucun de ses passages ne contient&#xa0;: {words}</translation>
    </message>
    <message>
        <source>Its best passage does not contain: {words}</source>
        <translation>Son meilleur passage ne contient pas&#xa0;: {words}</translation>
    </message>
    <message>
        <source>It is not indexed by meaning yet.</source>
        <translation>L’indexation par sens n’est pas encore faite.</translation>
    </message>
    <message>
        <source>Its meaning is {distance} below the least similar hit of the list.</source>
        <translation>Sa similarité de sens est de {distance} sous le résultat le moins similaire de la liste.</translation>
    </message>
    <message>
        <source>No indexed passage contains this text.</source>
        <translation>Aucun passage indexé ne contient ce texte.</translation>
    </message>
    <message>
        <source>Text of the draft</source>
        <translation>Texte du brouillon</translation>
    </message>
    <message>
        <source>Paste a text here, or drop a text, Markdown or Word file on this field.</source>
        <translation>Collez un texte ici, ou déposez un fichier texte, Markdown ou Word.</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>Exact</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Modifié</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Introuvable</translation>
    </message>
    <message>
        <source>marked omission</source>
        <translation>omission signalée</translation>
    </message>
    <message>
        <source>words in brackets</source>
        <translation>mots entre crochets</translation>
    </message>
    <message>
        <source>capital letter at the start</source>
        <translation>majuscule initiale</translation>
    </message>
    <message>
        <source>hyphens</source>
        <translation>traits d’union</translation>
    </message>
    <message>
        <source>punctuation</source>
        <translation>ponctuation</translation>
    </message>
    <message>
        <source>page header or number</source>
        <translation>en-tête ou numéro de page</translation>
    </message>
    <message>
        <source>The sentence has no quotation marks.</source>
        <translation>La phrase n’a pas de guillemets.</translation>
    </message>
    <message>
        <source>Permitted differences: {differences}.</source>
        <translation>Différences admises&#xa0;: {differences}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln other documents contain it too.</source>
        <translation>
            <numerusform>%Ln autre document le contient aussi.</numerusform>
            <numerusform>%Ln autres documents le contiennent aussi.</numerusform>
        </translation>
    </message>
    <message>
        <source>Find in the document</source>
        <translation>Rechercher dans le document</translation>
    </message>
    <message>
        <source>Previous match (Shift+Enter)</source>
        <translation>Occurrence précédente (Maj+Entrée)</translation>
    </message>
    <message>
        <source>Next match (Enter)</source>
        <translation>Occurrence suivante (Entrée)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Fermer (Échap)</translation>
    </message>
    <message>
        <source>{number} of {total}</source>
        <translation>{number} sur {total}</translation>
    </message>
    <message>
        <source>{n} on other pages</source>
        <translation>{n} sur d’autres pages</translation>
    </message>
    <message>
        <source>No match</source>
        <translation>Aucune occurrence</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Recherche en cours…</translation>
    </message>
    <message>
        <source>Pages with matches</source>
        <translation>Pages avec des occurrences</translation>
    </message>
    <message numerus="yes">
        <source>%Ln matches</source>
        <translation>
            <numerusform>%Ln occurrence</numerusform>
            <numerusform>%Ln occurrences</numerusform>
        </translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Zoom arrière</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Zoom avant</translation>
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
        <translation>Taille normale</translation>
    </message>
    <message>
        <source>Fit passage</source>
        <translation>Adapter au passage</translation>
    </message>
    <message>
        <source>Fit width</source>
        <translation>Adapter à la largeur</translation>
    </message>
    <message>
        <source>Fit page</source>
        <translation>Page entière</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Document</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Date</translation>
    </message>
    <message>
        <source>Comparing versions…</source>
        <translation>Comparaison des versions…</translation>
    </message>
    <message>
        <source>Changes to this passage</source>
        <translation>Modifications de ce passage</translation>
    </message>
    <message>
        <source>Underlined: added. Struck through: removed.</source>
        <translation>Souligné&#xa0;: ajouté. Barré&#xa0;: supprimé.</translation>
    </message>
    <message>
        <source>{name} (shown)</source>
        <translation>{name} (version affichée)</translation>
    </message>
    <message>
        <source>There are no other versions of this document.</source>
        <translation>Il n’existe pas d’autre version de ce document.</translation>
    </message>
    <message>
        <source>This is the oldest version. Select another one to see what changed.</source>
        <translation>C’est la version la plus ancienne. Sélectionnez-en une autre pour voir les modifications.</translation>
    </message>
    <message>
        <source>{version} does not contain this passage.</source>
        <translation>{version} ne contient pas ce passage.</translation>
    </message>
    <message>
        <source>This passage is the same in {version}.</source>
        <translation>Ce passage est identique dans {version}.</translation>
    </message>
    <message>
        <source>Changes to this passage in {version}:</source>
        <translation>Modifications de ce passage dans {version}&#xa0;:</translation>
    </message>
    <message>
        <source>This passage is unchanged since {version}.</source>
        <translation>Ce passage est inchangé depuis {version}.</translation>
    </message>
    <message>
        <source>This passage is new. {version} does not contain it.</source>
        <translation>Ce passage est nouveau. {version} ne le contient pas.</translation>
    </message>
    <message>
        <source>Changes to this passage since {version}:</source>
        <translation>Modifications de ce passage depuis {version}&#xa0;:</translation>
    </message>
    <message>
        <source>Choose the missing file</source>
        <translation>Choisir le fichier manquant</translation>
    </message>
    <message>
        <source>The Zotero library could not be read. Zotero may be saving it.</source>
        <translation>La bibliothèque Zotero n’a pas pu être lue. Zotero est peut-être en train de l’enregistrer.</translation>
    </message>
    <message>
        <source>It is read again when it changes.</source>
        <translation>Elle sera relue lorsqu’elle changera.</translation>
    </message>
    <message>
        <source>This Zotero library has an unknown version.</source>
        <translation>Cette bibliothèque Zotero est d’une version inconnue.</translation>
    </message>
    <message>
        <source>Open it once with Zotero 5 or later.</source>
        <translation>Ouvrez-la une fois avec Zotero 5 ou une version plus récente.</translation>
    </message>
    <message>
        <source>The file is stored only in the cloud. Download it to search its text.</source>
        <translation>Le fichier se trouve uniquement dans le cloud. Téléchargez-le pour rechercher dans son texte.</translation>
    </message>
    <message>
        <source>it is a file of the program Zotero</source>
        <translation>c’est un fichier du programme Zotero</translation>
    </message>
    <message>
        <source>it belongs to no item of the Zotero library</source>
        <translation>il n’appartient à aucun document de la bibliothèque Zotero</translation>
    </message>
    <message>
        <source>The other Twofold process is closing.</source>
        <translation>L’autre processus Twofold est en cours de fermeture.</translation>
    </message>
    <message>
        <source>The other Twofold process continues with this change.</source>
        <translation>L’autre processus Twofold poursuit cette modification.</translation>
    </message>
    <message>
        <source>The other Twofold process ended before it answered.</source>
        <translation>L’autre processus Twofold s’est terminé avant de répondre.</translation>
    </message>
    <message>
        <source>The drive of this file does not respond.</source>
        <translation>Le lecteur de ce fichier ne répond pas.</translation>
    </message>
    <message>
        <source>Check the connection, and try again.</source>
        <translation>Vérifiez la connexion et réessayez.</translation>
    </message>
    <message>
        <source>Search your calendars in {path}, too?</source>
        <translation>Rechercher aussi dans vos agendas, dans {path}&#xa0;?</translation>
    </message>
    <message>
        <source>Search your contacts in {path}, too?</source>
        <translation>Rechercher aussi dans vos contacts, dans {path}&#xa0;?</translation>
    </message>
    <message>
        <source>Search your {program} folder, too? It is {path}.</source>
        <translation>Rechercher aussi dans votre dossier {program}&#xa0;? Il se trouve dans {path}.</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Pas maintenant</translation>
    </message>
    <message>
        <source>Cancel reranking</source>
        <translation>Annuler le reclassement</translation>
    </message>
    <message>
        <source>Restore the order before reranking</source>
        <translation>Rétablir l’ordre d’avant le reclassement</translation>
    </message>
    <message>
        <source>Rerank the top passages with {model}</source>
        <translation>Reclasser les premiers passages avec {model}</translation>
    </message>
    <message>
        <source>Rerank the top passages by comparing words</source>
        <translation>Reclasser les premiers passages en comparant les mots</translation>
    </message>
    <message>
        <source>A reranking model is more precise: see Models… in the library.</source>
        <translation>Un modèle de reclassement est plus précis&#xa0;: voir «&#xa0;Modèles…&#xa0;» dans la bibliothèque.</translation>
    </message>
    <message>
        <source>Reranking, about {seconds} s</source>
        <translation>Reclassement, environ {seconds} s</translation>
    </message>
</context>
</TS>
