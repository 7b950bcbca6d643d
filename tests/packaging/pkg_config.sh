#!/bin/sh
# Builds and runs the consumer with nothing but pkg-config's answers, against a copy of the installation in
# another place: pkg_config.sh PKG_CONFIG INSTALLED WORK SOURCE_TREE CONSUMER "EMULATOR" COMPILER [FLAG...]
set -eu
pkg_config=$1 installed=$2 work=$3 source_tree=$4 consumer=$5 emulator=$6
shift 6

rm -rf "$work"
mkdir -p "$work"
cp -R "$installed" "$work/moved"

directory=$(dirname "$(find "$work/moved" -name zerostride.pc)")
for variable in PKG_CONFIG_PATH PKG_CONFIG_LIBDIR; do export "$variable=$directory"; done
if grep -rnF -e "$source_tree" -e "$installed" "$directory" "$directory/../cmake"; then
    echo "the package files name a place on the machine that built them"
    exit 1
fi

"$pkg_config" --exists --print-errors 'zerostride >= 0.1 zerostride < 1'
# Unquoted: pkg-config answers with a list of words.
# shellcheck disable=SC2046
"$@" -std=c++17 -Wall -Wextra -Wpedantic -Werror "$consumer" -o "$work/consumer" \
    $("$pkg_config" --cflags --libs zerostride)
$emulator "$work/consumer"
