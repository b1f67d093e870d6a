# shellcheck shell=bash
# Runs programs of a newer release, unpacked by scripts/unpack-packages. Sourced after lib.sh.

# with_own_loader ROOT FOLDER...: wraps the programs in a file tree's folders so that they run with its
# loader and libraries. (patchelf breaks the compiler proper, which is no PIE.)
with_own_loader() {
    local lib=$1/usr/lib/x86_64-linux-gnu file
    local loader=$lib/ld-linux-x86-64.so.2
    shift
    while IFS= read -r -d '' file; do
        # Scripts and static programs need no wrapper.
        "$loader" --verify "$file" >/dev/null 2>&1 || continue
        mv "$file" "$file.real" || return
        printf '#!/bin/sh\nexec %q --library-path %q --argv0 "$0" %q "$@"\n' "$loader" "$lib" "$file.real" >"$file"
        chmod +x "$file"
    done < <(find "$@" -type f -executable ! -name '*.so*' -print0 2>/dev/null)
}
