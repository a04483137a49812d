"""The management cluster: a Kubernetes on virtual machines of azurelocal, and what it needs.

place      where it is
shape      what it is like: names, machines, addresses
registry   where its images come from
pki        its certificates and keys
cloud      what it is made of in Azure
machines   what each machine is told by Ignition
statics    the pods of the control plane
addons     what runs on it from the start
kube       the cluster as its administrator sees it
raising    the command `up`
"""
