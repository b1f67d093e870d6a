# shellcheck shell=bash
# Programs of a newer release that scripts/unpack-packages has unpacked. Sourced after lib.sh.

# with_own_loader ROOT FOLDER...: lets the programs in the folders of a file tree be run by its loader and
# with its libraries. (What patchelf makes of a compiler proper, which is no PIE, crashes.)
with_own_loader() {
    local lib=$1/usr/lib/x86_64-linux-gnu file
    local loader=$lib/ld-linux-x86-64.so.2
    shift
    while IFS= read -r -d '' file; do
        # Scripts and what is linked statically need none.
        "$loader" --verify "$file" >/dev/null 2>&1 || continue
        mv "$file" "$file.real" || return
        printf '#!/bin/sh\nexec %q --library-path %q --argv0 "$0" %q "$@"\n' "$loader" "$lib" "$file.real" >"$file"
        chmod +x "$file"
    done < <(find "$@" -type f -executable ! -name '*.so*' -print0 2>/dev/null)
}
