#!/bin/sh
# Builds and runs a consumer with nothing but pkg-config's answers, against a copy of the installation in another
# place: pkg_config.sh PKG_CONFIG "[--static] PACKAGE" INSTALLED WORK SOURCE_TREE CONSUMER "EMULATOR" COMPILER [FLAG...]
set -eu
pkg_config=$1 package=$2 installed=$3 work=$4 source_tree=$5 consumer=$6 emulator=$7
shift 7

rm -rf "$work"
mkdir -p "$work"
cp -R "$installed" "$work/moved"

directory=$(dirname "$(find "$work/moved" -name zerostride.pc)")
for variable in PKG_CONFIG_PATH PKG_CONFIG_LIBDIR; do export "$variable=$directory"; done
if grep -rnF -e "$source_tree" -e "$installed" "$directory" "$directory/../cmake"; then
    echo "the package files name a place on the machine that built them"
    exit 1
fi

"$pkg_config" --exists --print-errors "${package#--static } >= 0.1 ${package#--static } < 1"
# Unquoted: pkg-config answers with a list of words.
# shellcheck disable=SC2046,SC2086
"$@" -Wall -Wextra -Wpedantic -Werror "$consumer" -o "$work/consumer" $("$pkg_config" --cflags --libs $package)
LD_LIBRARY_PATH=$directory/.. $emulator "$work/consumer"
