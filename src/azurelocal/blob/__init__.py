"""The Blob service: containers and blobs, with their own ways to say who one is.

Everything is in the state: what a container is stands with the resources, since ARM shows it too;
what a blob is stands in a document; its bytes stand in pieces beside them. So a blob that is
acknowledged is there after a kill, and there are no files to be swept when we start.
"""
