# shellcheck shell=bash disable=SC2034,SC2154 # shares variables with what sources it
# Tries the packages for Windows, as far as Wine is one. Sourced by scripts/try-packages.

# Names with spaces and letters of Unicode, for the program and for what it writes.
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
    # One Windows for all that follows. It stays between two programs.
    wine_is_up=1
    mkdir -p "$tree$wine_prefix"
    in_wine wineserver --persistent
    in_wine wine cmd /c ver >&2
    # Of the modes of a screen in memory XRandR tells no rate, which winit wants of every monitor.
    in_wine wine reg add 'HKCU\Software\Wine\X11 Driver' /v UseXRandR /d N /f >&2

    step 'wine: only DLLs of Windows' only_system_dlls "$tree$wine_folder"/*.exe
    step 'wine: tests of the rules' wine_tests_rules
    step 'wine: rules' wine_knows_rules
    step 'wine: UCI' wine_talks_uci
    step 'wine: that there is no runtime' wine_tells 'no OpenXR runtime is active'
    step 'wine: the same, in a box where there is no console' wine_shows_box
    step 'wine: engines end with the game' wine_ends_engines
    wrapper /usr/local/bin/icochess-wine
    step 'wine: how soon the first frame comes' first_frame_comes
    step 'wine: and the next time' first_frame_comes
    step 'wine: a game to mate, killed in between' wine_plays "$to_mate"
    step 'wine: a second start on the same folder' wine_plays "$second_start"
    step 'wine: the installer and its end' wine_installs
    step 'wine: a runtime' make_runtime_without_headset
    step 'wine: that there is no headset' wine_tells 'Runtime without a headset finds none'
    step 'wine: the game stays in the window' wine_plays "$no_headset"
    stop_wine
    leave_tree
}

wine_is_up=
stop_wine() {
    [[ -z $wine_is_up ]] || in_wine wineserver --kill || true
    wine_is_up=
}

# --- Windows in a system -----------------------------------------------------------------------

wine_settings=(WINEPREFIX="$wine_prefix" WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='
    XDG_RUNTIME_DIR=/root LC_ALL=C.UTF-8)

# None of this takes minutes. Nothing reads from a terminal: Wine would make it its own, and who does
# that from the background is stopped.
wine_limit=(timeout --foreground --kill-after=10 300)
in_wine() { in_tree "${wine_limit[@]}" env "${wine_settings[@]}" "$@" </dev/null; }

# The game without a window.
in_wine_game() { in_tree "${wine_limit[@]}" icochess-wine "$@"; }

# soon CONDITION...: whether it holds within half a minute.
soon() {
    local looks=30
    until "$@"; do
        [[ $((looks -= 1)) -gt 0 ]] || return
        sleep 1
    done
}

# wine_ids PROGRAM: the numbers of the processes of that name.
wine_ids() { in_wine wine tasklist | tr -d '\r' | sed -n "s/^$1  *\([0-9]*\) .*/\1/p"; }
wine_runs() { [[ -n $(wine_ids "$1") ]]; }
wine_runs_none() {
    local all
    # One of Windows' own is always there: without it the list is none.
    all=$(in_wine wine tasklist) && [[ $all == *services.exe* && $all != *"$1"* ]]
}

# The game, in its folder; and, where there is a screen, what tests want of a window: to be in the
# corner, and as large as they say. Windows has a frame of its own which counts, so the screen gets
# larger than the tests ask for, and a window manager without frames keeps the rest of it free.
# (Without one Wine does not notice that a window gets another size.)
make_wine_programs() {
    local program=$tree/usr/local/bin/icochess-wine
    cat >"$program" <<PROGRAM
#!/bin/sh
# With it Wine ends at once, by a fault of its own.
unset TMPDIR
export HOME=/root WGPU_BACKEND=vulkan ${wine_settings[*]@Q}
[ ! -t 0 ] || exec </dev/null
[ -z "\$DISPLAY" ] || ratpoison -f /etc/ratpoison-tests >/dev/null 2>&1 &
cd '$wine_folder' && exec wine icochess-console.exe "\$@"
PROGRAM
    # 800 × 600 less the 560 × 420 of the tests.
    printf 'set border 0\nset startupmessage 0\nset padding 0 0 240 180\n' >"$tree/etc/ratpoison-tests"
    mkdir "$work/screen"
    printf '#!/bin/sh\nexec %s "$@" -screen 0 800x600x24\n' "$(command -v Xvfb)" >"$work/screen/Xvfb"
    chmod +x "$program" "$work/screen/Xvfb"
}

# wine_plays TEST: each on a desktop of its own. One that ran without a screen is there for
# some seconds more, and nobody finds a graphics card on it.
wine_plays() {
    in_wine wineserver --kill || true
    in_wine wineserver --persistent || return
    PATH=$work/screen:$PATH TMPDIR=$work/$wine_data play "$1"
}

# --- What is tried -----------------------------------------------------------------------------

# only_system_dlls PROGRAM...: what they load is part of Windows, as Wine has it. Names of sets of
# functions (api-ms-win-*) have no file; Vulkan's loader comes with drivers, and Wine has it.
only_system_dlls() {
    local program dll dlls
    for program in "$@"; do
        dlls=$(dlls_of objdump "$program") || return
        for dll in $dlls; do
            dll=${dll,,}
            [[ $dll == api-ms-win-* ]] ||
                [[ $dll != vulkan-1.dll && -e $tree$wine_prefix/drive_c/windows/system32/$dll ]] || {
                say "not of Windows: $dll of ${program##*/}"
                return 1
            }
        done
    done
}

# Without the one that has Python look at game files. Those of the boards read theirs.
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

# wine_tells TEXT: by who wants to play in the headset and cannot.
wine_tells() {
    local said status=0
    said=$(in_wine_game --vr 2>&1) || status=$?
    say "$said"
    [[ $said == *"$1"* && $status == 2 ]]
}

# As from Explorer, which gives a program no standard error.
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

# A program that reads nothing stands for an engine, and a game without a window for the game.
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
        # Of the two the one that is left: the game whose guard was killed.
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
    # Once more over that, as with a new version.
    touch "$tree$at/not of the game.txt"
    in_wine wine /opt/icochess-installer.exe /S || return
    [[ -e $tree$at/icochess.exe && -e $tree$at/not\ of\ the\ game.txt ]] || return
    in_wine wine "$at/uninstall.exe" /S || return
    # It goes on in a copy of itself, and leaves what it has not brought.
    soon wine_is_rid_of "$at" "$menu"
}

wine_is_rid_of() { [[ $(ls "$tree$1") == 'not of the game.txt' && ! -e $tree$2 ]]; }

# A runtime without a headset becomes the active one: by the registry, as installers of runtimes do
# it. (Under Wine programs count as started by an administrator, for whom the loader does not heed
# XR_RUNTIME_JSON.)
make_runtime_without_headset() {
    local version headers at=$tree$wine_prefix/drive_c/runtime
    version=$(sed -n '/^name = "openxr-sys"$/{n; s/^version = "\(.*\)"$/\1/p}' Cargo.lock)
    # There may be several copies of the registry.
    headers=$(printf '%s\n' "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/openxr-sys-"$version"/OpenXR-SDK/include | head -n 1)
    mkdir -p "$at"
    provide_mingw || return
    "$mingw-gcc" -Wall -O2 -shared -static-libgcc -I "$headers" -o "$at/no_headset.dll" tests/tools/no_headset.c || return
    printf '{"file_format_version": "1.0.0", "runtime": {"library_path": ".\\\\no_headset.dll"}}\n' >"$at/runtime.json"
    in_wine wine reg add 'HKLM\Software\Khronos\OpenXR\1' /v ActiveRuntime /d 'C:\runtime\runtime.json' /f >&2
}
