"""Kubernetes: a client, caches that follow the API server, work queues, controllers, one leader.

Read in this order: `kinds` (what is asked for), `client` (asking), `informer` (a cache that follows
the server), `queue`, `controller` (what puts them together), `leader`, `manager` (a whole process).
Nothing here knows a kind of the product's; time is the event loop's alone, so that tests can own
it.
"""
