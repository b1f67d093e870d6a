# shellcheck shell=bash disable=SC2034,SC2154 # shares variables with the sourcing script
# Provides Monado, the OpenXR runtime of the headset tests, and Vulkan's validation layers. Sourced by
# scripts/test and scripts/make-pictures, after lib.sh.
#
# Installs Monado with the package manager. If the distribution has none or an old one, it unpacks a
# newer release's packages into the cache: from apt's mirror, without root, and without touching the
# machine.

# The oldest version whose remote driver (the hands of the tests) suits the tests.
monado_version=24

# provide_monado: makes Monado available and exports ICOCHESS_MONADO_ROOT if it lies in a folder of
# its own. Fails with the reason in $no_monado.
no_monado=
provide_monado() {
    local root
    [[ -z ${ICOCHESS_MONADO_ROOT-} ]] || return 0
    ! has_monado || return 0

    if is_macos; then
        no_monado="Monado doesn't run on macOS"
        return 1
    fi
    root=$cache/$(newer_suite) || root=
    if [[ -z $root || ! -e $root/usr/share/vulkan/explicit_layer.d ]]; then
        if monado_is_packaged; then
            say "Installing with $pm: Monado, a simulated headset for the tests"
            # shellcheck disable=SC2046 # several packages
            ! { install_packages $(monado_packages) && has_monado; } || return 0
        fi
        if [[ -z $root ]]; then
            no_monado="Monado is not installed, and $pm couldn't install it"
            return 1
        fi
        say "Unpacking Monado and its dependencies (700 MB) into $root"
        if ! "$project/scripts/unpack-packages" "$(newer_suite)" "$root" "${tree_packages[@]}"; then
            no_monado="Monado is not installed, and its packages couldn't be downloaded"
            return 1
        fi
    fi
    export ICOCHESS_MONADO_ROOT=$root
}

has_monado() {
    has monado-service &&
        has_file /usr{,/local}/share/openxr/1/openxr_monado*.json &&
        has_file /usr{,/local}/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json &&
        has_library libopenxr_loader.so.1 &&
        ! installed_monado_is_old
}

installed_monado_is_old() {
    local version
    version=$(dpkg-query --show --showformat '${Version}' monado-service 2>/dev/null) &&
        dpkg --compare-versions "$version" lt "$monado_version"
}

monado_packages() {
    case $pm in
    apt) echo monado-service libopenxr1-monado libopenxr-loader1 vulkan-validationlayers ;;
    zypper) echo monado vulkan-validationlayers ;;
    *) echo monado vulkan-validation-layers ;;
    esac
}

# Whether the package manager has a suitable version.
monado_is_packaged() {
    local version
    case $pm in
    apt)
        refresh_apt
        version=$(apt-cache policy monado-service 2>/dev/null | sed -n 's/^ *Candidate: //p')
        [[ -n $version && $version != '(none)' ]] &&
            dpkg --compare-versions "$version" ge "$monado_version"
        ;;
    dnf) dnf -q info monado >/dev/null 2>&1 ;;
    pacman) pacman -Si monado >/dev/null 2>&1 ;;
    zypper) zypper --non-interactive search --match-exact monado >/dev/null 2>&1 ;;
    *) return 1 ;;
    esac
}

# --- A folder with a newer release -------------------------------------------------------------

# Prints a release of this distribution with a suitable Monado, if unpack-packages knows the
# distribution.
newer_suite() (
    # shellcheck source=/dev/null
    source /etc/os-release
    case $ID in
    debian) echo trixie ;;
    ubuntu) echo resolute ;;
    *) exit 1 ;;
    esac
)

# Libraries that the game and the runtime load, beside their packages' dependencies; patchelf, which
# lets this machine's programs use that release's libraries; and (libopenxr-utils) hello_xr, which
# shows whether the runtime itself works when a test fails.
tree_packages=(
    patchelf libopenxr-utils
    monado-service libopenxr1-monado libopenxr-loader1 mesa-vulkan-drivers vulkan-validationlayers
    libasound2t64 libudev1 libxkbcommon0 libxkbcommon-x11-0 libwayland-client0
    libx11-xcb1 libxcursor1 libxi6 libxrandr2 libgcc-s1
)
