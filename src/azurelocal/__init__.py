"""Azure on one machine. It knows nothing of Kubernetes."""
