"""The world that resources of ARM are real in: networks, names, metadata and machines.

layout      which addresses Azure's own services have
networks    keeps the networks as the state says, with the servers that stand in each of them
servers     the name server and the metadata service of one virtual network
bodies      gives virtual machines their bodies
orders      what a machine is to be made of, read from the state
region      puts it all together around a cloud
entering    runs a program inside the world, where names and authorities are the world's
raising     the commands `up` and `down`
"""
