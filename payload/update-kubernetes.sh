#!/usr/bin/env bash
# Writes go.mod and go.sum of a kubernetes module anew for a release: payload/update-kubernetes.sh v1.34.4
# A second word names another folder than kubernetes: payload/update-kubernetes.sh v1.33.6 kubernetes-1.33
# README.md beside this file says what the result is, and what remains to be done.
set -euo pipefail

[[ ${1:-} =~ ^v1\.[0-9]+\.[0-9]+$ && ${2:-kubernetes} =~ ^kubernetes(-1\.[0-9]+)?$ ]] || {
    echo "usage: $0 RELEASE [FOLDER], such as v1.34.4, or v1.33.6 kubernetes-1.33" >&2
    exit 2
}
readonly folder=${2:-kubernetes}
mkdir -p "$(dirname "$0")/$folder"
cd "$(dirname "$0")/$folder"
# All releases have one main.go, and what differs between them beside it.
[[ -e main.go ]] || ln -s ../kubernetes/main.go main.go
[[ -e release.go ]] || cp ../kubernetes/release.go .
readonly release=$1 staging=v0.${1#v1.} cache=${HYPERSHIFT_CACHE:-$HOME/.cache/hypershift-py}
export GOCACHE=$cache/go-build GOMODCACHE=$cache/go-mod GOTOOLCHAIN=local GOFLAGS=-modcacherw

aside=$(mktemp -d)
trap 'rm -rf "$aside"' EXIT
cp ./*.go "$aside"

# Outside of any module, so that nothing but the name decides what is downloaded.
upstream=$(cd "$aside" && go mod download -json "k8s.io/kubernetes@$release" | sed -n 's/^\t"Dir": "\(.*\)".*/\1/p')
cd "$aside"
{
    echo "// The Kubernetes programs in one binary. See ../README.md for how this file is made."
    sed -n '/^module /,$p' "$upstream/go.mod"
} >go.mod
cat "$upstream/go.sum" >go.sum

# A proxy need not have every staging module at every release. The next one that it has takes the place of one that is
# missing, as it has all of its fixes, and otherwise the last one before.
published() {
    local module=$1 patch=${staging##*.} tried
    for tried in "$patch" $(seq $((patch + 1)) $((patch + 5))) $(seq $((patch - 1)) -1 0); do
        if go mod download "$module@${staging%.*}.$tried" >/dev/null 2>&1; then
            echo "${staging%.*}.$tried"
            return
        fi
    done
    echo "$module has no release beside $staging that can be downloaded" >&2
    return 1
}

go mod edit -module="hypershift/payload/$folder" -require="k8s.io/kubernetes@$release"
for module in $(sed -n 's|^\t*\(k8s.io/[a-z-]*\) => ./staging/.*|\1|p' go.mod); do
    case $module in
    */sample-*) go mod edit -droprequire="$module" -dropreplace="$module" ;;
    *)
        found=$(published "$module")
        [[ $found == "$staging" ]] || echo "$module is taken from $found, as there is no $staging: see whether they differ"
        go mod edit -require="$module@$staging" -replace="$module=$module@$found"
        ;;
    esac
done
# Downloads what the programs are made of, and adds the hashes that upstream's file does not have.
go list -mod=mod -deps . >/dev/null

cd - >/dev/null
cp "$aside/go.mod" "$aside/go.sum" .
echo "go.mod and go.sum of $folder are those of $release: now set the version in payload/versions.toml"
