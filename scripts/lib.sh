# shellcheck shell=bash
# shellcheck disable=SC2034 # the variables are for those who source this
# What the scripts share: where things are, how they speak, how they fail. Sourced, never run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
deps=$root/.deps
stage=$root/.build/stage

# Standard output belongs to the program that `scripts/run` becomes, so words go to standard error.
say() { printf '==> %s\n' "$*" >&2; }
fail() { printf '%s: %s\n' "scripts/$(basename "$0")" "$*" >&2; exit 1; }

# Prints the script's leading comment, which is its help, when the first argument asks for it.
help_if_asked() {
    case ${1-} in
    -h | --help)
        sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
        exit 0
        ;;
    esac
}

# One word of shell, whatever is in it.
quoted() { printf "'%s'" "${1//\'/\'\\\'\'}"; }

# The size of a file, in words for people.
size() { numfmt --to=si --suffix=B "$(stat --dereference --format=%s "$1")"; }
