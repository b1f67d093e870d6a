# shellcheck shell=bash disable=SC2034,SC2154 # shares variables with what sources it
# Gets the compiler and linker for Windows. Sourced by scripts/package after lib.sh and unpacked.sh.
#
# Rust needs at least GCC 14 and binutils 2.44 of them. Either this machine's release has those, or
# the packages of a newer one are unpacked into a folder of the cache, as scripts/monado.sh does.

windows=x86_64-pc-windows-gnu
mingw=x86_64-w64-mingw32
# The first version of GCC that does, and the release that has it.
mingw_gcc=14
mingw_suite=trixie

needs_mingw="
has $mingw-g++-posix | compiler and linker for Windows | g++-mingw-w64-x86-64-posix | mingw64-gcc-c++ | mingw-w64-gcc | mingw64-cross-gcc-c++
"

# provide_mingw: puts the tools first in PATH, by the names that others look for.
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

# Whether the package manager has one that is new enough.
mingw_is_packaged() {
    local version
    [[ $pm == apt ]] || return 0
    refresh_apt
    version=$(apt-cache policy g++-mingw-w64-x86-64-posix 2>/dev/null | sed -n 's/^ *Candidate: //p')
    [[ -n $version && $version != '(none)' ]] && dpkg --compare-versions "$version" ge "$mingw_gcc"
}

# link_mingw FROM TO: the tools of one folder by links in another, without `-posix` too: the links
# without it are made when the packages are installed, not when they are unpacked.
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

# dlls_of OBJDUMP PROGRAM: what a program for Windows loads when it starts.
dlls_of() {
    local dlls
    dlls=$("$1" -p "$2" | sed -n 's/^\tDLL Name: //p')
    # All of them load that; without it nothing was read.
    [[ ${dlls,,} == *kernel32.dll* ]] || { say "What $2 loads cannot be read with $1."; return 1; }
    printf '%s\n' "$dlls"
}

# unpack_mingw ROOT: the tools of the newer release.
unpack_mingw() {
    local root=$1
    say "unpacking the compiler for Windows of Debian $mingw_suite (1 GB) into $root"
    rm -rf "$root"
    "$project/scripts/unpack-packages" "$mingw_suite" "$root" \
        g++-mingw-w64-x86-64-posix binutils-mingw-w64-x86-64 || return
    with_own_loader "$root" "$root/usr/bin" "$root/usr/$mingw/bin" "$root/usr/lib/gcc/$mingw" || return
    link_mingw "$root/usr/bin" "$root/tools.new"
    # All of it, from the preprocessor to the linker.
    echo 'int main() { return 0; }' >"$root/tools.new/tries.cpp"
    "$root/tools.new/$mingw-g++" -o "$root/tools.new/tries.exe" "$root/tools.new/tries.cpp" || return
    rm "$root/tools.new"/tries.*
    mv "$root/tools.new" "$root/tools"
}
