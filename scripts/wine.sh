# shellcheck shell=bash disable=SC2034,SC2154 # shares variables with the sourcing script
# Tries the Windows packages under Wine. Sourced by scripts/try-packages.

# Folders with spaces and non-ASCII letters, for the program and for its files.
wine_folder='/opt/Spiele für Zwei'
wine_data='Über uns'
wine_prefix=/opt/wine

try_wine() {
    fresh_tree trixie
    in_tree apt-get update -qq
    step 'wine: install' install_in_tree wine wine64 ratpoison mesa-vulkan-drivers libvulkan1 libx11-6 libxext6 \
        libxi6 libxrandr2 libxcursor1 libxcomposite1
    mkdir -p "$tree$wine_folder" "$work/$wine_data"
    unzip -q "$(one '*-windows-x86_64.zip')" -d "$work/wine-zip"
    cp -R "$work"/wine-zip/*/. "$tree$wine_folder"
    make_wine_programs
    # One Wine session for all steps, which stays alive between two programs.
    wine_is_up=1
    mkdir -p "$tree$wine_prefix"
    in_wine wineserver --persistent
    in_wine wine cmd /c ver >&2
    # winit wants a refresh rate for every monitor, and XRandR reports none for a virtual screen.
    in_wine wine reg add 'HKCU\Software\Wine\X11 Driver' /v UseXRandR /d N /f >&2

    step "wine: only Windows' own DLLs" only_system_dlls "$tree$wine_folder"/*.exe
    step 'wine: tests of the rules' wine_tests_rules
    step 'wine: rules' wine_knows_rules
    step 'wine: UCI' wine_talks_uci
    step 'wine: error without a runtime' wine_tells 'no OpenXR runtime is active'
    step 'wine: that error in a message box, without a console' wine_shows_box
    step 'wine: engines end with the game' wine_ends_engines
    wrapper /usr/local/bin/icochess-wine
    step 'wine: time to the first frame' first_frame_comes
    step 'wine: time to the first frame of the next start' first_frame_comes
    step 'wine: a game to mate, killed in between' wine_plays "$to_mate"
    step 'wine: a second game on one folder' wine_plays "$second_start"
    step 'wine: installer and uninstaller' wine_installs
    step 'wine: a runtime' make_runtime_without_headset
    step 'wine: error without a headset' wine_tells 'Runtime without a headset finds none'
    step 'wine: the game stays in the window' wine_plays "$no_headset"
    stop_wine
    leave_tree
}

wine_is_up=
stop_wine() {
    [[ -z $wine_is_up ]] || in_wine wineserver --kill || true
    wine_is_up=
}

# --- Wine in a file tree -----------------------------------------------------------------------

wine_settings=(WINEPREFIX="$wine_prefix" WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='
    XDG_RUNTIME_DIR=/root LC_ALL=C.UTF-8)

# A limit, as nothing here takes minutes. Input never comes from a terminal: Wine would take it over,
# and a background process that does so is stopped.
wine_limit=(timeout --foreground --kill-after=10 300)
in_wine() { in_tree "${wine_limit[@]}" env "${wine_settings[@]}" "$@" </dev/null; }

# Runs the game without a window.
in_wine_game() { in_tree "${wine_limit[@]}" icochess-wine "$@"; }

# soon CONDITION...: waits up to half a minute for the condition.
soon() {
    local looks=30
    until "$@"; do
        [[ $((looks -= 1)) -gt 0 ]] || return
        sleep 1
    done
}

# wine_ids PROGRAM: prints the ids of the processes with that name.
wine_ids() { in_wine wine tasklist | tr -d '\r' | sed -n "s/^$1  *\([0-9]*\) .*/\1/p"; }
wine_runs() { [[ -n $(wine_ids "$1") ]]; }
wine_runs_none() {
    local all
    # services.exe always runs: without it the list is unusable.
    all=$(in_wine wine tasklist) && [[ $all == *services.exe* && $all != *"$1"* ]]
}

# Makes programs that start the game in its folder. With a screen, tests expect the window in the
# corner, at their size. Wine's window frame counts, so the screen is larger than the tests ask for,
# and a window manager without frames keeps the rest free. (Without a window manager Wine doesn't
# notice a new window size.)
make_wine_programs() {
    local program=$tree/usr/local/bin/icochess-wine
    cat >"$program" <<PROGRAM
#!/bin/sh
# Wine crashes at once with TMPDIR set.
unset TMPDIR
export HOME=/root WGPU_BACKEND=vulkan ${wine_settings[*]@Q}
[ ! -t 0 ] || exec </dev/null
[ -z "\$DISPLAY" ] || ratpoison -f /etc/ratpoison-tests >/dev/null 2>&1 &
cd '$wine_folder' && exec wine icochess-console.exe "\$@"
PROGRAM
    # 800 × 600 minus the tests' 560 × 420.
    printf 'set border 0\nset startupmessage 0\nset padding 0 0 240 180\n' >"$tree/etc/ratpoison-tests"
    mkdir "$work/screen"
    printf '#!/bin/sh\nexec %s "$@" -screen 0 800x600x24\n' "$(command -v Xvfb)" >"$work/screen/Xvfb"
    chmod +x "$program" "$work/screen/Xvfb"
}

# wine_plays TEST: plays each test on a new desktop. A desktop without a screen lives for some seconds
# more, and programs find no graphics card on it.
wine_plays() {
    in_wine wineserver --kill || true
    in_wine wineserver --persistent || return
    PATH=$work/screen:$PATH TMPDIR=$work/$wine_data play "$1"
}

# --- Steps -------------------------------------------------------------------------------------

# only_system_dlls PROGRAM...: checks that programs load only DLLs of Windows, by Wine's list. API sets
# (api-ms-win-*) have no file. Vulkan's loader comes with drivers, so Wine's copy doesn't count.
only_system_dlls() {
    local program dll dlls
    for program in "$@"; do
        dlls=$(dlls_of objdump "$program") || return
        for dll in $dlls; do
            dll=${dll,,}
            [[ $dll == api-ms-win-* ]] ||
                [[ $dll != vulkan-1.dll && -e $tree$wine_prefix/drive_c/windows/system32/$dll ]] || {
                say "${program##*/} loads a DLL that isn't part of Windows: $dll"
                return 1
            }
        done
    done
}

# Runs the tests of rules and boards, except for the one with Python. The boards' tests read files.
wine_tests_rules() {
    provide_mingw && provide_target "$windows" || return
    mkdir -p "$tree$project/crates/boards"
    cp -R crates/boards/src "$tree$project/crates/boards/"
    cat >"$work/run-test" <<RUNNER
#!/bin/sh
cp "\$1" '$work/test.exe' && shift
exec $(command -v env) -u DISPLAY ${wine_settings[*]@Q} $(command -v chroot) '$tree' /usr/bin/wine '$work/test.exe' "\$@" </dev/null
RUNNER
    chmod +x "$work/run-test"
    CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=$work/run-test \
        cargo test --locked --target "$windows" -p icochess-rules -p icochess-boards --lib --tests -- --skip python_chess
}

wine_knows_rules() {
    [[ $(in_wine_game perft --variant chess 4 | tr -d '\r' | tail -n 1) == *' 197281' ]]
}

wine_talks_uci() {
    local said
    said=$({ printf 'uci\nisready\nposition startpos\ngo nodes 2000\n' && sleep 10 && echo quit; } |
        in_wine_game uci | tr -d '\r')
    [[ $said == *uciok* && $said == *readyok* && $said == *bestmove* ]]
}

# wine_tells TEXT: checks the error of a start with --vr.
wine_tells() {
    local said status=0
    said=$(in_wine_game --vr 2>&1) || status=$?
    say "$said"
    [[ $said == *"$1"* && $status == 2 ]]
}

# Starts the game as Explorer does, without standard error.
wine_shows_box() {
    local screen game box status=0
    Xvfb :98 -screen 0 800x600x24 -nolisten tcp >/dev/null 2>&1 &
    screen=$!
    sleep 2
    in_wine env DISPLAY=:98 sh -c "cd '$wine_folder' && exec wine start /wait icochess.exe --vr" &
    game=$!
    box=$(DISPLAY=:98 timeout 60 xdotool search --sync --onlyvisible --name '^Icochess$' | tail -n 1) || true
    if [[ -n $box ]]; then
        sleep 1
        DISPLAY=:98 xdotool windowfocus --sync "$box" key Return || true
        timeout 30 tail --pid "$game" -f /dev/null || kill "$game"
    else
        kill "$game"
    fi
    wait "$game" || status=$?
    kill "$screen"
    wait "$screen" || true
    [[ -n $box && $status == 2 ]]
}

# ping stands in for an engine, and the command uci for the game.
wine_ends_engines() {
    local game guard killed
    mkfifo "$work/held"
    for killed in game guard; do
        in_wine_game uci <>"$work/held" >/dev/null 2>&1 &
        soon wine_runs icochess-console.exe || return
        game=$(wine_ids icochess-console.exe)
        in_wine_game guard-engine 4096 "$game" ping -n 600 127.0.0.1 <>"$work/held" >/dev/null 2>&1 &
        soon wine_runs ping.exe || return
        guard=$(wine_ids icochess-console.exe | grep -vx "$game")
        in_wine wine taskkill /f /pid "${!killed}" >&2 || return
        soon wine_runs_none ping.exe || return
        # Ends the game whose guard was killed.
        [[ $killed == game ]] || in_wine wine taskkill /f /pid "$game" >&2 || return
        soon wine_runs_none icochess-console.exe || return
    done
}

wine_installs() {
    local home=$wine_prefix/drive_c/users/root
    local at=$home/AppData/Local/Programs/Icochess menu=$home/AppData/Roaming/Microsoft/Windows/Start\ Menu/Programs/Icochess
    cp "$(one '*-windows-x86_64.exe')" "$tree/opt/icochess-installer.exe"
    in_wine wine /opt/icochess-installer.exe /S || return
    [[ -e $tree$at/icochess.exe && -e $tree$at/icochess-console.exe && -e $tree$menu/Icochess.lnk ]] || return
    # Installs over it, as a new version does.
    touch "$tree$at/not of the game.txt"
    in_wine wine /opt/icochess-installer.exe /S || return
    [[ -e $tree$at/icochess.exe && -e $tree$at/not\ of\ the\ game.txt ]] || return
    in_wine wine "$at/uninstall.exe" /S || return
    # The uninstaller continues in a copy of itself, and leaves other files alone.
    soon wine_is_rid_of "$at" "$menu"
}

wine_is_rid_of() { [[ $(ls "$tree$1") == 'not of the game.txt' && ! -e $tree$2 ]]; }

# Activates a runtime without a headset through the registry, as installers of runtimes do. (Wine runs
# programs as an administrator's, for whom the loader ignores XR_RUNTIME_JSON.)
make_runtime_without_headset() {
    local version headers at=$tree$wine_prefix/drive_c/runtime
    version=$(sed -n '/^name = "openxr-sys"$/{n; s/^version = "\(.*\)"$/\1/p}' Cargo.lock)
    # Cargo may have several copies of the registry.
    headers=$(printf '%s\n' "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/openxr-sys-"$version"/OpenXR-SDK/include | head -n 1)
    mkdir -p "$at"
    provide_mingw || return
    "$mingw-gcc" -Wall -O2 -shared -static-libgcc -I "$headers" -o "$at/no_headset.dll" tests/tools/no_headset.c || return
    printf '{"file_format_version": "1.0.0", "runtime": {"library_path": ".\\\\no_headset.dll"}}\n' >"$at/runtime.json"
    in_wine wine reg add 'HKLM\Software\Khronos\OpenXR\1' /v ActiveRuntime /d 'C:\runtime\runtime.json' /f >&2
}
