"""What runs on the management cluster. So far: what installs the operator there."""
