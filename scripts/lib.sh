# shellcheck shell=bash disable=SC2034 # the sourcing scripts use the variables
# Shared by the scripts: folders, steps, and installation on a fresh machine. Sourced, with
# `set -euo pipefail` in force. Messages go to stderr.

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# The running script, by its absolute path.
self=$project/scripts/${0##*/}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/icochess

# One target folder for all copies of the project and all scripts: building the dependencies takes
# a quarter of an hour, once.
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$cache/target}

# The crates without Bevy, which build in seconds, as arguments of cargo.
without_bevy=(--package=icochess-{rules,endings,engine,message,shape,boards,core,cli,wire,worker,lab})

say() { printf '%s\n' "$*" >&2; }

fail() {
    say "$*"
    exit 1
}

# usage ARGUMENT: prints the script's first comment and exits: with success if the argument asks for
# help, otherwise with an error.
usage() {
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$self" >&2
    [[ $1 == --help || $1 == -h ]] && exit 0
    exit 2
}

has() { command -v "$1" >/dev/null 2>&1; }

# targets_of PAGE: prints the files that a page of the docs links to or shows.
targets_of() { grep -oP '(\]\(|src=")\K[^)"#:]+(?=[)"#])' "$1" | sort -u; }

# --- Steps -------------------------------------------------------------------------------------

# Results, one line a step, and whether a step has failed.
table=()
failed=

# step NAME COMMAND...
step() {
    local name=$1 start=$SECONDS result=ok
    shift
    printf '\n=== %s: %s\n' "$name" "$*"
    "$@" || result=FAILED
    table+=("$(printf '%-7s %5d s  %s' "$result" $((SECONDS - start)) "$name")")
    [[ $result == ok ]] || failed=1
}

summary() {
    printf '\n=== Summary\n'
    printf '%s\n' ${table[@]+"${table[@]}"}
}

# --- Package manager ---------------------------------------------------------------------------

# Prints this machine's package manager: apt, dnf, pacman, zypper, brew, or nothing.
package_manager() {
    local name
    for name in apt-get dnf pacman zypper brew; do
        if has "$name"; then
            printf '%s\n' "${name%-get}"
            return
        fi
    done
}
pm=$(package_manager)

can_be_root() { [[ $EUID -eq 0 ]] || { has sudo && { [[ -t 0 ]] || sudo -n true 2>/dev/null; }; }; }

# as_root COMMAND...: runs it as root, or prints it for the user to run and fails.
as_root() {
    if ! can_be_root; then
        say "This needs root, which sudo can't provide here. Please run as root: $*"
        return 1
    elif [[ $EUID -eq 0 ]]; then
        "$@" >&2
    else
        sudo "$@" >&2
    fi
}

# Updates the package lists once a run: a fresh machine's are empty or out of date.
apt_refreshed=
refresh_apt() {
    [[ -z $apt_refreshed ]] && can_be_root || return 0
    apt_refreshed=1
    as_root apt-get update -qq || say "Couldn't update the package lists: using the present ones."
}

install_packages() {
    case $pm in
    apt)
        refresh_apt
        as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends "$@"
        ;;
    dnf) as_root dnf install -y "$@" ;;
    pacman) as_root pacman -S --needed --noconfirm "$@" ;;
    zypper) as_root zypper --non-interactive install "$@" ;;
    brew) brew install "$@" >&2 ;;
    *) return 1 ;;
    esac
}

# --- Requirements ------------------------------------------------------------------------------

# Checks: each looks for one thing on the disk.
has_headers() { pkg-config --exists "$1" 2>/dev/null; }
has_vulkan_driver() { has_file {/usr/share,/usr/local/share,/etc}/vulkan/icd.d/*.json; }
has_lavapipe() { has_file {/usr/share,/usr/local/share,/etc}/vulkan/icd.d/lvp_icd*.json; }

# has_file FILE...: whether one of the files exists (a pattern without a match counts as a name).
has_file() {
    local file
    for file in "$@"; do
        [[ ! -e $file ]] || return 0
    done
    return 1
}

# has_library NAME: whether the dynamic loader finds the shared library with this exact name.
has_library() {
    local known
    # The loader's cache may lack a newer name, but the loader also searches its own folders.
    known=$(PATH=$PATH:/usr/sbin:/sbin ldconfig -p 2>/dev/null) || known=
    [[ $known == *[[:space:]]"$1 ("* ]] || has_file /usr/lib{,64,"/$(uname -m)-linux-gnu"}/"$1"
}

# One line for each need: the check; the purpose; then the packages of apt, dnf, pacman and zypper (dnf
# and zypper also accept provided names, such as pkgconfig()). Homebrew isn't in the tables: macOS
# has everything the game needs, except for a compiler.
needs_compiler='
has cc | C compiler, which links programs | build-essential | gcc | gcc | gcc
'
needs_build='
has pkg-config                | finds the libraries below             | pkg-config         | pkgconf-pkg-config         | pkgconf    | pkg-config
has_headers alsa              | sound                                 | libasound2-dev     | pkgconfig(alsa)            | alsa-lib   | pkgconfig(alsa)
has_headers wayland-client    | windows (Wayland)                     | libwayland-dev     | pkgconfig(wayland-client)  | wayland    | pkgconfig(wayland-client)
has_headers xkbcommon         | the keyboard                          | libxkbcommon-dev   | pkgconfig(xkbcommon)       | libxkbcommon | pkgconfig(xkbcommon)
'
needs_run='
has_library libvulkan.so.1        | 3D graphics (Vulkan)              | libvulkan1           | vulkan-loader      | vulkan-icd-loader | libvulkan1
has_vulkan_driver                 | drivers for 3D graphics           | mesa-vulkan-drivers  | mesa-vulkan-drivers | vulkan-intel vulkan-radeon vulkan-swrast | libvulkan_intel libvulkan_radeon libvulkan_lvp
has_library libxkbcommon-x11.so.0 | the keyboard (X11)                | libxkbcommon-x11-0   | libxkbcommon-x11   | libxkbcommon-x11  | libxkbcommon-x11-0
has_library libX11-xcb.so.1       | windows (X11)                     | libx11-xcb1          | libX11-xcb         | libx11            | libX11-xcb1
has_library libXcursor.so.1       | the mouse pointer (X11)           | libxcursor1          | libXcursor         | libxcursor        | libXcursor1
has_library libXi.so.6            | mouse and touch (X11)             | libxi6               | libXi              | libxi             | libXi6
has_library libXrandr.so.2        | screens (X11)                     | libxrandr2           | libXrandr          | libxrandr         | libXrandr2
'
needs_headset='
has_library libopenxr_loader.so.1 | headsets (OpenXR loader)          | libopenxr-loader1    | openxr-libs        | openxr            | libopenxr_loader1
'
needs_checks='
has python3    | the checks of sounds and icon | python3 | python3 | python | python3
'
needs_test='
has Xvfb       | a virtual screen, for the window tests               | xvfb                | xorg-x11-server-Xvfb | xorg-server-xvfb | xorg-x11-server-Xvfb
has xdotool    | its mouse and keyboard                               | xdotool             | xdotool              | xdotool          | xdotool
has import     | its screenshots                                      | imagemagick         | ImageMagick          | imagemagick      | ImageMagick
has_lavapipe   | 3D graphics without a graphics card                  | mesa-vulkan-drivers | mesa-vulkan-drivers  | vulkan-swrast    | libvulkan_lvp
'
needs_film='
has ffmpeg     | the moving picture of the README                     | ffmpeg              | ffmpeg-free          | ffmpeg           | ffmpeg
'
needs_engine='
has_stockfish  | an engine to play against       | stockfish | stockfish | stockfish | stockfish
'
# Debian has games in a folder of their own.
has_stockfish() { has stockfish || [[ -x /usr/games/stockfish ]]; }

needs_cluster='
has_postgres    | Postgres, which the nodes of a cluster share | postgresql  | postgresql-server | postgresql  | postgresql-server
has_nats_server | NATS, which connects the nodes               | nats-server | nats-server       | nats-server | nats-server
'
# Debian has the programs of both in folders of their own.
has_postgres() { has initdb || has_file /usr/lib/postgresql/*/bin/initdb; }
has_nats_server() { has nats-server || [[ -x /usr/sbin/nats-server ]]; }

needs_python_chess='
has_venv       | a folder for Python packages | python3-venv | python3 | python | python3
'
# Debian packages Python without the module that fills a new environment.
has_venv() { python3 -c 'import ensurepip, venv' >/dev/null 2>&1; }

trim() {
    local text=$1
    text=${text#"${text%%[![:space:]]*}"}
    printf '%s' "${text%"${text##*[![:space:]]}"}"
}

# provide TABLE: installs everything in the table that the machine lacks, at once. Fails and prints a
# message if something is still missing. Prints nothing if everything is present.
provide() {
    local check why apt dnf pacman zypper names packages wanted=() missing=() whys=() i
    while IFS='|' read -r check why apt dnf pacman zypper; do
        check=$(trim "$check")
        [[ -n $check ]] || continue
        # shellcheck disable=SC2086 # a check is a command with its arguments
        ! $check || continue
        case $pm in
        dnf) names=$dnf ;;
        pacman) names=$pacman ;;
        zypper) names=$zypper ;;
        *) names=$apt ;;
        esac
        read -r -a packages <<<"$names"
        missing+=("$check")
        whys+=("$(trim "$why") (${packages[*]})")
        wanted+=("${packages[@]}")
    done <<<"$1"
    [[ ${#missing[@]} -gt 0 ]] || return 0

    if [[ -z $pm || $pm == brew ]]; then
        for i in "${!missing[@]}"; do
            say "Missing, please install: ${whys[i]}"
        done
        return 1
    fi
    for i in "${!missing[@]}"; do
        say "Installing with $pm: ${whys[i]}"
    done
    install_packages "${wanted[@]}" || return
    for i in "${!missing[@]}"; do
        if ! ${missing[i]}; then
            say "Still missing after the installation: ${whys[i]}"
            return 1
        fi
    done
}

is_macos() { [[ $(uname -s) == Darwin ]]; }

# Provides everything to build the rules.
provide_compiler() {
    if is_macos; then
        has cc || fail 'A C compiler is missing. Please run: xcode-select --install'
    else
        provide "$needs_compiler" || fail "Can't build anything without a C compiler. Please install one and try again."
    fi
    provide_rust
}

# Provides everything to build the game.
provide_build() {
    provide_compiler
    is_macos || provide "$needs_build" || fail "Can't build the game without these. Please install them and try again."
}

# Provides everything to play the game. Only the headset's part is optional.
provide_run() {
    is_macos && return
    provide "$needs_run" || fail "The game can't run without these. Please install them and try again."
    provide "$needs_headset" ||
        say 'No OpenXR loader: the game runs in the window, not in a headset.'
}

# Provides python-chess, in a folder of its own, for crates/rules/tests.
provide_python_chess() {
    local wanted=$project/crates/rules/tests/support/requirements.txt folder=$CARGO_TARGET_DIR/python-chess
    export ICOCHESS_PYTHON=${ICOCHESS_PYTHON:-$folder/bin/python}
    [[ $ICOCHESS_PYTHON == "$folder/bin/python" ]] || return 0
    # The copy of the list is written last, so it marks a complete installation.
    ! cmp -s "$wanted" "$folder/requirements.txt" || return 0
    provide "$needs_python_chess" || return
    say 'Installing with pip: python-chess, which checks the game files'
    python3 -m venv --clear "$folder" >&2 &&
        "$folder/bin/pip" install --quiet --disable-pip-version-check -r "$wanted" >&2 &&
        cp "$wanted" "$folder/requirements.txt"
}

# --- Rust --------------------------------------------------------------------------------------

# at_least VERSION WANTED
at_least() { [[ $(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1) == "$2" ]]; }

rust_is_new_enough() {
    local version
    version=$(cargo --version 2>/dev/null) || return
    version=${version#cargo }
    at_least "${version%%[ -]*}" "$1"
}

provide_rust() {
    local wanted
    wanted=$(sed -n 's/^rust-version *= *"\(.*\)"/\1/p' "$project/Cargo.toml")
    # rustup's folder: a shell from before the installation lacks it in PATH.
    has cargo || PATH=$PATH:${CARGO_HOME:-$HOME/.cargo}/bin
    ! rust_is_new_enough "$wanted" || return 0

    if has rustup; then
        say "Updating Rust with rustup: $wanted or newer is needed"
        rustup update stable >&2 || true
    elif has curl; then
        say "Installing Rust for this user with rustup (https://rustup.rs): $wanted or newer is needed"
        curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs |
            sh -s -- -y --no-modify-path >&2 || true
        PATH=${CARGO_HOME:-$HOME/.cargo}/bin:$PATH
    fi
    rust_is_new_enough "$wanted" ||
        fail "Rust $wanted or newer is needed. Please install it from https://rustup.rs and try again."
}

# provide_target TARGET: installs Rust's standard library for another system.
provide_target() {
    has rustup || return
    ! rustup target list --installed 2>/dev/null | grep -qx "$1" || return 0
    say "Installing with rustup: Rust's library for $1"
    rustup target add "$1" >&2
}
