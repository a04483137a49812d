// The first process of a pod, our own. See ../README.md for how this file is made.
module hypershift/payload/pause

go 1.24.0
