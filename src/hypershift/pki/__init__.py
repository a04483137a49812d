"""The certificates, keys and kubeconfigs of one hosted control plane, as data and pure functions.

`table` says what there has to be, out of the `facts` of a control plane. `ensure` compares that
with what is there, and gives what has to be applied. Nothing here speaks to Kubernetes.
"""
