"""Machines that are real: what a virtual machine of this Azure runs on.

    from azurelocal.machines.images import build
    from azurelocal.machines.nspawn import Nspawn
    from azurelocal.machines.specs import DataDisk, MachineSpec, OsDisk

    build.ensure("debian-12", print)        # once, one to two minutes; blocks, so use a thread
    machines = Nspawn("azurelocal-1", state / "machines")
    await machines.create(MachineSpec(
        id="vm1", hostname="web", image="debian-12", cpus=2, memory=8192,
        network_namespace=Path("/run/netns/vm1"),       # eth0 is in there, up, with its address
        os_disk=OsDisk(state / "disks/vm1-os", size=30 << 30),
        data_disks=(DataDisk(lun=0, image=state / "disks/data.img", size=1 << 30),),
        custom_data=ignition, admin_user="azureuser", ssh_keys=("ssh-ed25519 …",),
        search="….internal.cloudapp.net"))
    process = await machines.execute("vm1", ["uname", "-n"])
    output, _ = await process.communicate()

`driver.Driver` is what one can do, with two drivers: `nspawn.Nspawn`, and `none.StatesOnly`, whose
machines are states. Operations may be repeated; `errors.MachineError` says why one failed, and its
`log` is what the machine said last. `create` and `start` wait until the machine has checked in.

Each running machine has a keeper (`keeper`), a process of its own that outlives whoever started it.
A driver has nothing to adopt: it finds machines by their folders and asks their keepers. When a
keeper is killed the kernel ends its machine, mounts and devices; `state` says that it lost its
power, `start` starts it again, and `sweep` removes the control groups that are left.

Custom data is a configuration for Ignition, or empty: a first boot hands it to the real Ignition in
the machine's network. Another kind (cloud-config, a script) is refused, for no image has what reads
it. Ignition's `disks`, `raid`, `luks` and `filesystems` are refused by the first boot.

The driver needs root, Debian's systemd-container, and control groups of version 1 at /sys/fs/cgroup
(`ip netns exec` hides those, so do not run it in there). A machine is no prison: its administrator
may do what root may do here, except to change the settings of the kernel.

Sizes limit cpu time, cores and memory. The size of the OS disk is not enforced. A partition of a
data disk has no device in the machine: use the whole disk.
"""
