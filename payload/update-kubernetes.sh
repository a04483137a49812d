#!/usr/bin/env bash
# Writes go.mod and go.sum of the kubernetes module anew for a release: payload/update-kubernetes.sh v1.34.4
# README.md beside this file says what the result is, and what remains to be done.
set -euo pipefail
cd "$(dirname "$0")/kubernetes"

[[ ${1:-} =~ ^v1\.[0-9]+\.[0-9]+$ ]] || {
    echo "usage: $0 RELEASE, such as v1.34.4" >&2
    exit 2
}
readonly release=$1 staging=v0.${1#v1.} cache=${HYPERSHIFT_CACHE:-$HOME/.cache/hypershift-py}
export GOCACHE=$cache/go-build GOMODCACHE=$cache/go-mod GOTOOLCHAIN=local GOFLAGS=-modcacherw

aside=$(mktemp -d)
trap 'rm -rf "$aside"' EXIT
cp main.go "$aside"

# Outside of any module, so that nothing but the name decides what is downloaded.
upstream=$(cd "$aside" && go mod download -json "k8s.io/kubernetes@$release" | sed -n 's/^\t"Dir": "\(.*\)".*/\1/p')
cd "$aside"
{
    echo "// The Kubernetes programs in one binary. See ../README.md for how this file is made."
    sed -n '/^module /,$p' "$upstream/go.mod"
} >go.mod
cat "$upstream/go.sum" >go.sum

go mod edit -module=hypershift/payload/kubernetes -require="k8s.io/kubernetes@$release"
for module in $(sed -n 's|^\t*\(k8s.io/[a-z-]*\) => ./staging/.*|\1|p' go.mod); do
    case $module in
    */sample-*) go mod edit -droprequire="$module" -dropreplace="$module" ;;
    *) go mod edit -require="$module@$staging" -replace="$module=$module@$staging" ;;
    esac
done
# Downloads what the programs are made of, and adds the hashes that upstream's file does not have.
go list -mod=mod -deps . >/dev/null

cd - >/dev/null
cp "$aside/go.mod" "$aside/go.sum" .
echo "go.mod and go.sum are those of $release: now set the version in payload/versions.toml"
