"""Networks that carry packets: virtual networks, security groups and load balancers for real.

Everything is a network namespace. A virtual network is one, in which every interface of a machine
ends; it routes between them, so that each packet meets the rules on its way. What there has to be
is computed from the state, all of it at every change; what differs from what there is, is changed.
So it does not matter what was going on when the process died.

    wanted      what there has to be, as plain values
    security    security groups as rules of nftables
    balancing   load balancers and address translation as rules of nftables
    router      a virtual network's namespace: its links, routes and rules as texts
    kernel      the programs `ip` and `nft`, run in a namespace
"""
