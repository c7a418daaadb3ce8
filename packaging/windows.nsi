; The folder dist\twofold as an installer for the user who runs it, without an administrator:
;     makensis -DVERSION=0.1.0 packaging/windows.nsi
Unicode true
SetCompressor /SOLID lzma
RequestExecutionLevel user
Name "Twofold"
OutFile "..\dist\twofold-${VERSION}-setup.exe"
InstallDir "$LOCALAPPDATA\Programs\Twofold"
!define FOLDER_ACTION "Software\Classes\Directory\shell\Twofold" ; of the Explorer
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Twofold"
!define PUBLISHER "The Twofold authors"

VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Twofold"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Installer of Twofold"
VIAddVersionKey "CompanyName" "${PUBLISHER}"
VIAddVersionKey "LegalCopyright" "${PUBLISHER}, Apache License 2.0"

!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!insertmacro MUI_PAGE_LICENSE "..\LICENSE"
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"
!insertmacro MUI_LANGUAGE "French"

LangString RUNNING ${LANG_ENGLISH} "Twofold is running. Close it, then click Retry."
LangString RUNNING ${LANG_GERMAN} "Twofold läuft. Beenden Sie es und klicken Sie dann auf Wiederholen."
LangString RUNNING ${LANG_FRENCH} "Twofold est en cours d'exécution. Fermez-le, puis cliquez sur Réessayer."

; A running program cannot be opened for writing. Without this check, half of its files would be removed.
!macro CheckClosed FILE
  ${Do}
    ${IfNot} ${FileExists} "$INSTDIR\${FILE}"
      ${ExitDo}
    ${EndIf}
    ClearErrors
    FileOpen $0 "$INSTDIR\${FILE}" a
    ${IfNot} ${Errors}
      FileClose $0
      ${ExitDo}
    ${EndIf}
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(RUNNING)" /SD IDCANCEL IDRETRY +3
    SetErrorLevel 2
    Quit
  ${Loop}
!macroend

!macro RemoveProgram
  !insertmacro CheckClosed "twofold.exe"
  !insertmacro CheckClosed "twofoldw.exe"
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\twofold.exe"
  Delete "$INSTDIR\twofoldw.exe"
!macroend

Section
  !insertmacro RemoveProgram ; no file of another version remains
  SetOutPath "$INSTDIR"
  File /r "..\dist\twofold\*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Twofold.lnk" "$INSTDIR\twofoldw.exe"
  WriteRegStr HKCU "${FOLDER_ACTION}" "" "Search with Twofold"
  WriteRegStr HKCU "${FOLDER_ACTION}" "Icon" "$INSTDIR\twofoldw.exe"
  WriteRegStr HKCU "${FOLDER_ACTION}\command" "" '"$INSTDIR\twofoldw.exe" "%V"'
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Twofold"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\twofoldw.exe"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "${PUBLISHER}"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $0
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

; The library, tags and collections of the user remain.
Section Uninstall
  !insertmacro RemoveProgram
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Twofold.lnk"
  DeleteRegKey HKCU "${FOLDER_ACTION}"
  DeleteRegKey HKCU "${UNINSTALL}"
SectionEnd
