# shellcheck shell=bash
# For ./demo, ./check, bench/compare and bench/regress, sourced by bash.

# need_packages PACKAGE...: installs with apt what this machine lacks, and nothing else.
need_packages() {
    local missing=() package
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        echo "No apt on this machine; what these Debian packages stand for is expected: $*"
        return 0
    fi
    for package in "$@"; do
        if [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then
            missing+=("$package")
        fi
    done
    ((${#missing[@]} > 0)) || return 0
    local as_root=()
    if ((EUID != 0)); then
        as_root=(sudo)
        if ! command -v sudo >/dev/null; then
            echo "Neither root nor sudo: install these packages first: ${missing[*]}" >&2
            return 1
        fi
    fi
    echo "Installing ${missing[*]}"
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# Under sudo the build belongs to who asked for it, who can then go on without sudo.
hand_back() {
    if ((EUID == 0)) && [[ -n ${SUDO_UID:-} && -d build ]]; then
        chown -R "$SUDO_UID:${SUDO_GID:-$SUDO_UID}" build
    fi
}

# quietly LOG COMMAND...: the command's output goes to LOG, and to the terminal only if it fails.
quietly() {
    local log=$1
    shift
    if ! "$@" >"$log" 2>&1; then
        tail -n 40 "$log" >&2
        echo "failed: $* (all of it: $log)" >&2
        return 1
    fi
}

# fetch_onnxruntime: ONNX Runtime's library into build/onnxruntime, from a package of another program's in the npm
# registry, whose version and content are fixed here (27 MB); ZEROSTRIDE_ONNXRUNTIME names it then. Fails where it cannot
# be had.
fetch_onnxruntime() {
    local package=sherpa-onnx-linux-x64@1.13.8 folder=$PWD/build/onnxruntime
    local sha256=13291bcd825da5858ca27a35443e9a2c229a40616c0910086de2db12c5c9312c
    if [[ ! -e $folder/libonnxruntime.so ]]; then
        [[ $(uname -m) == x86_64 ]] && command -v npm >/dev/null || return 1
        rm -rf "$folder.part"
        mkdir -p "$folder.part"
        timeout 300 npm pack --pack-destination "$folder.part" "$package" >"$folder.part/npm.log" 2>&1 || return 1
        if [[ $(sha256sum <"$folder.part"/*.tgz) != "$sha256  -" ]]; then
            echo "The npm registry's $package is not the one that is expected here" >&2
            return 1
        fi
        tar -xzf "$folder.part"/*.tgz -C "$folder.part" --strip-components 1 || return 1
        rm -rf "$folder"
        mv "$folder.part" "$folder"
    fi
    export ZEROSTRIDE_ONNXRUNTIME=$folder/libonnxruntime.so
}
