#!/bin/sh
# Installs mm, its manual and its completions below PREFIX (~/.local), or removes what it installed.
#
#   ./install.sh [--prefix DIR] [--verbose] [--force]    PREFIX=DIR ./install.sh does the same
#   ./install.sh [--prefix DIR] [--verbose] --uninstall
#
# --verbose names every file; --force replaces another program called mm.
# It copies the files in bin/ and share/ next to it, changes nothing else, and needs no root for a directory of yours.
set -eu

cd "$(dirname "$0")"
prefix=${PREFIX:-${HOME:+$HOME/.local}}
action=install
verbose=false
force=false
while [ $# -gt 0 ]; do
    case "$1" in
    --prefix)
        [ $# -gt 1 ] || { echo "install.sh: --prefix needs a directory" >&2; exit 64; }
        prefix=$2
        shift
        ;;
    --prefix=*) prefix=${1#--prefix=} ;;
    --uninstall) action=uninstall ;;
    -v | --verbose) verbose=true ;;
    --force) force=true ;;
    -h | --help) sed -n '2,8s/^# \{0,1\}//p' install.sh && exit 0 ;;
    *) echo "install.sh: unknown option '$1', expected --prefix DIR, --verbose, --force or --uninstall" >&2 && exit 64 ;;
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
# What this script installs besides; another program called mm has no such directory.
ours=$root/share/memoss-files
if [ "$action" = uninstall ] && [ ! -e "$ours" ]; then
    echo "mm is not installed below $prefix" && exit 0
fi
if [ "$action" = install ] && [ -e "$root/bin/mm" ] && [ ! -e "$ours" ] && [ "$force" = false ]; then
    echo "install.sh: $prefix/bin/mm exists and was not installed by this script; nothing was changed" >&2
    echo "  choose another directory with --prefix DIR, or replace it with --force" >&2
    exit 1
fi
say() { [ "$verbose" = false ] || echo "$1"; }
find bin share -type f | sort | while IFS= read -r file; do
    if [ "$action" = uninstall ]; then
        [ -e "$root/$file" ] || continue
        rm -f "$root/$file"
        # Removes the directories that only these files needed, up to the prefix, and leaves those that hold anything else.
        directory=$(dirname "$file")
        while [ "$directory" != . ] && rmdir "$root/$directory" 2>/dev/null; do directory=$(dirname "$directory"); done
        say "removed $prefix/$file"
    else
        mkdir -p "$root/$(dirname "$file")"
        mode=644
        [ "${file%/*}" = bin ] && mode=755
        # A new file, so that a running mm keeps the old one.
        cp "$file" "$root/$file.new"
        chmod "$mode" "$root/$file.new"
        mv -f "$root/$file.new" "$root/$file"
        say "$prefix/$file"
    fi
done
if [ "$action" = uninstall ]; then
    echo "removed mm from $prefix"
    exit 0
fi
echo "installed $prefix/bin/mm, its manual and its completions"
case ":$PATH:" in
*":$prefix/bin:"*) ;;
*) echo "$prefix/bin is not on your PATH; add it: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
[ -e /usr/share/zoneinfo/UTC ] || echo "there is no time zone database here: install tzdata"
echo "start with: mm init DIRECTORY"
