"""Answers questions about names, from the zones in the state as they are at this moment.

zone        one zone: what it says of a name, and where it says to ask somebody else
services    the names of this Azure itself
resolver    follows delegations and aliases, as a network sees them
server      questions and answers on the wire
"""
