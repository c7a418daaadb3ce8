"""Documents of word processors and presentation programs: Office Open XML, OpenDocument, RTF."""
