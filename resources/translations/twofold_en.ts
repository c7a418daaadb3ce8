<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_GB" sourcelanguage="en_GB">
<context>
    <name></name>
    <message numerus="yes">
        <source>%Ln passages</source>
        <translation>
            <numerusform>%Ln passage</numerusform>
            <numerusform>%Ln passages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folders are not available at the moment. Their index entries are kept.</source>
        <translation>
            <numerusform>%Ln folder is not available at the moment. Its index entries are kept.</numerusform>
            <numerusform>%Ln folders are not available at the moment. Their index entries are kept.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files read</source>
        <translation>
            <numerusform>%Ln file read</numerusform>
            <numerusform>%Ln files read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln documents changed.</source>
        <translation>
            <numerusform>%Ln document changed.</numerusform>
            <numerusform>%Ln documents changed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln vectors</source>
        <translation>
            <numerusform>%Ln vector</numerusform>
            <numerusform>%Ln vectors</numerusform>
        </translation>
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
            <numerusform>%Ln other document</numerusform>
            <numerusform>%Ln other documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln other places</source>
        <translation>
            <numerusform>%Ln other place</numerusform>
            <numerusform>%Ln other places</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln weak matches</source>
        <translation>
            <numerusform>%Ln weak match</numerusform>
            <numerusform>%Ln weak matches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln weak hidden</source>
        <translation>
            <numerusform>%Ln weak hidden</numerusform>
            <numerusform>%Ln weak hidden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln weak shown</source>
        <translation>
            <numerusform>%Ln weak shown</numerusform>
            <numerusform>%Ln weak shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln duplicates</source>
        <translation>
            <numerusform>%Ln duplicate</numerusform>
            <numerusform>%Ln duplicates</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln candidates</source>
        <translation>
            <numerusform>%Ln candidate</numerusform>
            <numerusform>%Ln candidates</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files not indexed</source>
        <translation>
            <numerusform>%Ln file not indexed</numerusform>
            <numerusform>%Ln files not indexed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files without text</source>
        <translation>
            <numerusform>%Ln file without text</numerusform>
            <numerusform>%Ln files without text</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folders</source>
        <translation>
            <numerusform>%Ln folder</numerusform>
            <numerusform>%Ln folders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln filters</source>
        <translation>
            <numerusform>%Ln filter</numerusform>
            <numerusform>%Ln filters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln servers</source>
        <translation>
            <numerusform>%Ln server</numerusform>
            <numerusform>%Ln servers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pages of this file are pictures without text.</source>
        <translation>
            <numerusform>%Ln page of this file is a picture without text.</numerusform>
            <numerusform>%Ln pages of this file are pictures without text.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln folders to the library?</source>
        <translation>
            <numerusform>Add %Ln folder to the library?</numerusform>
            <numerusform>Add %Ln folders to the library?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %Ln scans</source>
        <translation>
            <numerusform>Read %Ln scan</numerusform>
            <numerusform>Read %Ln scans</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln other documents contain it too.</source>
        <translation>
            <numerusform>%Ln other document contains it too.</numerusform>
            <numerusform>%Ln other documents contain it too.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln notes</source>
        <translation>
            <numerusform>%Ln note</numerusform>
            <numerusform>%Ln notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln matches</source>
        <translation>
            <numerusform>%Ln match</numerusform>
            <numerusform>%Ln matches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>newest of %Ln versions</source>
        <translation>
            <numerusform>newest of %Ln version</numerusform>
            <numerusform>newest of %Ln versions</numerusform>
        </translation>
    </message>
</context>
</TS>
