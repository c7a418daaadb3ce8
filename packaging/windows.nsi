; The folder dist\twofold as an installer for the person who runs it, without an administrator:
;     makensis -DVERSION=0.1.0 packaging/windows.nsi
Unicode true
SetCompressor /SOLID lzma
RequestExecutionLevel user
Name "Twofold"
OutFile "..\dist\twofold-${VERSION}-setup.exe"
InstallDir "$LOCALAPPDATA\Programs\Twofold"
!define FOLDER_ACTION "Software\Classes\Directory\shell\Twofold" ; of the Explorer
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Twofold"

!include MUI2.nsh
!insertmacro MUI_PAGE_LICENSE "..\LICENSE"
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"
!insertmacro MUI_LANGUAGE "French"

!macro RemoveProgram
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\twofold.exe"
!macroend

Section
  !insertmacro RemoveProgram ; nothing of another version stays
  SetOutPath "$INSTDIR"
  File /r "..\dist\twofold\*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Twofold.lnk" "$INSTDIR\twofold.exe"
  WriteRegStr HKCU "${FOLDER_ACTION}" "" "Search with Twofold"
  WriteRegStr HKCU "${FOLDER_ACTION}" "Icon" "$INSTDIR\twofold.exe"
  WriteRegStr HKCU "${FOLDER_ACTION}\command" "" '"$INSTDIR\twofold.exe" "%V"'
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Twofold"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\twofold.exe"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
SectionEnd

; What the person has indexed, tagged and collected stays.
Section Uninstall
  !insertmacro RemoveProgram
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Twofold.lnk"
  DeleteRegKey HKCU "${FOLDER_ACTION}"
  DeleteRegKey HKCU "${UNINSTALL}"
SectionEnd
