"""`ccoctl`: commands by the names that OpenShift's tool gives them, as guides print them."""
