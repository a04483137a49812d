"""Images: root file systems made of Debian packages, each described by a folder here."""
