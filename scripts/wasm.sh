# shellcheck shell=bash disable=SC2034,SC2154 # shares variables with the sourcing script
# Provides wasm-opt, which shrinks WebAssembly. Sourced by scripts/package after lib.sh and unpacked.sh.
#
# Rust's output needs wasm-opt 117 or newer. If this machine's release has an older one, a newer
# release's package is unpacked into the cache, like the compiler for Windows.

wasm=wasm32-unknown-unknown
wasm_opt_version=117
wasm_suite=trixie

needs_wasm_opt='
has wasm-opt | shrinks WebAssembly | binaryen | binaryen | binaryen | binaryen
'

# WebAssembly features that Rust's compiler uses by default, and SIMD.
wasm_features=(--enable-{bulk-memory,multivalue,mutable-globals,nontrapping-float-to-int,reference-types,sign-ext,simd})

# provide_wasm_opt: puts wasm-opt first in PATH.
provide_wasm_opt() {
    local root=$cache/$wasm_suite-binaryen
    if [[ ! -x $root/tools/wasm-opt ]]; then
        ! wasm_opt_is_new_enough || return 0
        if wasm_opt_is_packaged; then
            provide "$needs_wasm_opt" && wasm_opt_is_new_enough
            return
        fi
        say "Unpacking Debian $wasm_suite's wasm-opt into $root"
        rm -rf "$root"
        "$project/scripts/unpack-packages" "$wasm_suite" "$root" binaryen || return
        with_own_loader "$root" "$root/usr/bin" || return
        "$root/usr/bin/wasm-opt" --version >&2 || return
        mkdir "$root/tools"
        ln -s ../usr/bin/wasm-opt "$root/tools"
    fi
    PATH=$root/tools:$PATH
}

wasm_opt_is_new_enough() {
    local version
    version=$(wasm-opt --version 2>/dev/null) || return
    version=${version#wasm-opt version }
    at_least "${version%% *}" "$wasm_opt_version"
}

# Whether the package manager has a suitable version.
wasm_opt_is_packaged() {
    local version
    [[ $pm == apt ]] || return 0
    refresh_apt
    version=$(apt-cache policy binaryen 2>/dev/null | sed -n 's/^ *Candidate: //p')
    [[ -n $version && $version != '(none)' ]] && dpkg --compare-versions "$version" ge "$wasm_opt_version"
}
