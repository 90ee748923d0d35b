#!/bin/sh
# Installs mm, its manual and its completions below PREFIX (~/.local), or removes what it installed.
#
#   ./install.sh [--prefix DIR]               PREFIX=DIR ./install.sh does the same
#   ./install.sh [--prefix DIR] --uninstall
#
# It copies the files in bin/ and share/ next to it, changes nothing else, and needs no root for a directory of yours.
set -eu

cd "$(dirname "$0")"
prefix=${PREFIX:-${HOME:+$HOME/.local}}
action=install
while [ $# -gt 0 ]; do
    case "$1" in
    --prefix)
        [ $# -gt 1 ] || { echo "install.sh: --prefix needs a directory" >&2; exit 64; }
        prefix=$2
        shift
        ;;
    --prefix=*) prefix=${1#--prefix=} ;;
    --uninstall) action=uninstall ;;
    -h | --help) sed -n '2,7s/^# \{0,1\}//p' install.sh && exit 0 ;;
    *) echo "install.sh: unknown option '$1', expected --prefix DIR or --uninstall" >&2 && exit 64 ;;
    esac
    shift
done
case "$prefix" in
/*) ;;
"") echo "install.sh: HOME is not set; choose a directory with --prefix DIR" >&2 && exit 64 ;;
*) echo "install.sh: the prefix must be an absolute path, not '$prefix'" >&2 && exit 64 ;;
esac

# DESTDIR is for those who make packages.
root=${DESTDIR:-}$prefix
find bin share -type f | sort | while IFS= read -r file; do
    if [ "$action" = uninstall ]; then
        [ -e "$root/$file" ] || continue
        rm -f "$root/$file"
        # Removes the directories that only these files needed, up to the prefix, and leaves those that hold anything else.
        directory=$(dirname "$file")
        while [ "$directory" != . ] && rmdir "$root/$directory" 2>/dev/null; do directory=$(dirname "$directory"); done
        echo "removed $prefix/$file"
    else
        mkdir -p "$root/$(dirname "$file")"
        mode=644
        [ "${file%/*}" = bin ] && mode=755
        # A new file, so that a running mm keeps the old one.
        cp "$file" "$root/$file.new"
        chmod "$mode" "$root/$file.new"
        mv -f "$root/$file.new" "$root/$file"
        echo "$prefix/$file"
    fi
done
[ "$action" = uninstall ] && exit 0
case ":$PATH:" in
*":$prefix/bin:"*) ;;
*) echo "$prefix/bin is not on your PATH; add it: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
[ -e /usr/share/zoneinfo/UTC ] || echo "there is no time zone database here: install tzdata"
