# shellcheck shell=bash disable=SC2034,SC2154 # shares variables with the sourcing script
# Provides the compiler and linker for Windows. Sourced by scripts/package after lib.sh and unpacked.sh.
#
# Rust needs GCC 14 and binutils 2.44, or newer. If this machine's release has older ones, a newer
# release's packages are unpacked into the cache, as in scripts/monado.sh.

windows=x86_64-pc-windows-gnu
mingw=x86_64-w64-mingw32
# The oldest suitable version of GCC, and a release that has it.
mingw_gcc=14
mingw_suite=trixie

needs_mingw="
has $mingw-g++-posix | compiler and linker for Windows | g++-mingw-w64-x86-64-posix | mingw64-gcc-c++ | mingw-w64-gcc | mingw64-cross-gcc-c++
"

# provide_mingw: puts the tools first in PATH, under their usual names.
provide_mingw() {
    local root=$cache/$mingw_suite-mingw
    if [[ ! -d $root/tools ]]; then
        if mingw_is_new_enough || { mingw_is_packaged && provide "$needs_mingw" && mingw_is_new_enough; }; then
            root=$CARGO_TARGET_DIR/mingw
            rm -rf "$root"
            link_mingw /usr/bin "$root/tools"
        else
            unpack_mingw "$root" || return
        fi
    fi
    PATH=$root/tools:$PATH
}

mingw_is_new_enough() {
    local version
    version=$("$mingw-g++-posix" -dumpversion 2>/dev/null) || version=$("$mingw-g++" -dumpversion 2>/dev/null) || return
    at_least "${version%%[!0-9.]*}" "$mingw_gcc"
}

# Whether the package manager has a suitable version.
mingw_is_packaged() {
    local version
    [[ $pm == apt ]] || return 0
    refresh_apt
    version=$(apt-cache policy g++-mingw-w64-x86-64-posix 2>/dev/null | sed -n 's/^ *Candidate: //p')
    [[ -n $version && $version != '(none)' ]] && dpkg --compare-versions "$version" ge "$mingw_gcc"
}

# link_mingw FROM TO: links the tools of one folder into another, also without `-posix`: installed
# packages have these links, unpacked ones don't.
link_mingw() {
    local tool name
    mkdir -p "$2"
    for tool in "$1/$mingw"-*; do
        name=${tool##*/}
        case $name in
        *-win32 | *.real) continue ;;
        *-posix) ln -sf "$tool" "$2/${name%-posix}" ;;
        esac
        ln -sfn "$tool" "$2/$name"
    done
}

# dlls_of OBJDUMP PROGRAM: prints the DLLs that a Windows program loads at its start.
dlls_of() {
    local dlls
    dlls=$("$1" -p "$2" | sed -n 's/^\tDLL Name: //p')
    # Every program loads kernel32; without it the list is unusable.
    [[ ${dlls,,} == *kernel32.dll* ]] || { say "$1 can't read the DLLs of $2."; return 1; }
    printf '%s\n' "$dlls"
}

# unpack_mingw ROOT: unpacks the newer release's tools.
unpack_mingw() {
    local root=$1
    # Its compiler is built to prefer this linker, which can't load its plugins.
    if [[ -e /usr/bin/$mingw-ld ]]; then
        say "This machine's /usr/bin/$mingw-ld is too old. Please remove its package (binutils-mingw-w64-x86-64) and try again."
        return 1
    fi
    say "Unpacking Debian $mingw_suite's compiler for Windows (1 GB) into $root"
    rm -rf "$root"
    "$project/scripts/unpack-packages" "$mingw_suite" "$root" \
        g++-mingw-w64-x86-64-posix binutils-mingw-w64-x86-64 || return
    with_own_loader "$root" "$root/usr/bin" "$root/usr/$mingw/bin" "$root/usr/lib/gcc/$mingw" || return
    link_mingw "$root/usr/bin" "$root/tools.new"
    # Tests the whole chain, from the preprocessor to the linker.
    echo 'int main() { return 0; }' >"$root/tools.new/tries.cpp"
    "$root/tools.new/$mingw-g++" -o "$root/tools.new/tries.exe" "$root/tools.new/tries.cpp" || return
    rm "$root/tools.new"/tries.*
    mv "$root/tools.new" "$root/tools"
}
