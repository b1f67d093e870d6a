; The installer for Windows, built by scripts/package, which defines VERSION, STAGE (the folder with the
; files), LISTS (the folder with the list that removes exactly these files), ICON and OUT.
;
; Installs for one user, without administrator rights. Saved games and settings lie elsewhere, in
; %APPDATA%\icochess, and survive the uninstaller.
; 64 bits like the program, so that nothing needs 32-bit Windows.
Target amd64-unicode
!include MUI2.nsh

Name "Icochess"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Icochess"
InstallDirRegKey HKCU "Software\Icochess" "Folder"
RequestExecutionLevel user
SetCompressor /SOLID lzma
ManifestDPIAware true

VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Icochess"
VIAddVersionKey "FileDescription" "Installer of Icochess"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "MIT or Apache-2.0"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\icochess.exe"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Icochess"

!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

LangString IN_WINDOW ${LANG_ENGLISH} "Icochess in the window"
LangString IN_WINDOW ${LANG_GERMAN} "Icochess im Fenster"

LangString IS_RUNNING ${LANG_ENGLISH} "Icochess is running. Close it and try again."
LangString IS_RUNNING ${LANG_GERMAN} "Icochess läuft noch. Bitte schließen und noch einmal versuchen."

Function .onInit
    !insertmacro MUI_LANGDLL_DISPLAY
FunctionEnd

Section
    ; Removes the previous version first, whose files could otherwise remain for ever.
    IfFileExists "$INSTDIR\uninstall.exe" 0 +2
        ExecWait '"$INSTDIR\uninstall.exe" /S _?=$INSTDIR'
    SetOutPath "$INSTDIR"
    File /r "${STAGE}/*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateDirectory "$SMPROGRAMS\Icochess"
    CreateShortcut "$SMPROGRAMS\Icochess\Icochess.lnk" "$INSTDIR\icochess.exe"
    CreateShortcut "$SMPROGRAMS\Icochess\$(IN_WINDOW).lnk" "$INSTDIR\icochess.exe" "--flat"
    WriteRegStr HKCU "Software\Icochess" "Folder" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Icochess"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\icochess.exe"
    WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Icochess founders"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section "Uninstall"
    ; A running program can't be removed. Then the rest stays, too.
    Delete "$INSTDIR\icochess.exe"
    Delete "$INSTDIR\icochess-console.exe"
    IfFileExists "$INSTDIR\icochess.exe" +2
    IfFileExists "$INSTDIR\icochess-console.exe" 0 +3
        MessageBox MB_OK "$(IS_RUNNING)" /SD IDOK
        Abort
    ; Removes the installed files only: the chosen folder may contain others.
    !include "${LISTS}/uninstall.nsh"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Icochess\*.lnk"
    RMDir "$SMPROGRAMS\Icochess"
    DeleteRegKey HKCU "${UNINSTALL}"
    DeleteRegKey HKCU "Software\Icochess"
SectionEnd
