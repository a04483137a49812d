# Everything goes through .venv, which `make setup` makes. `make` alone lists the targets.
PYTHON_BIN := .venv/bin/python
BIN := .venv/bin
RESULTS := .build/results
# What the management cluster runs; 'sandbox up' builds it as well.
CLUSTER_IMAGES := pause etcd kube kube-proxy kube-router coredns cloud-provider-azure local-path-provisioner tools
# The theme's makers announce its successor on every run.
export NO_MKDOCS_2_WARNING := 1

.DEFAULT_GOAL := help
.PHONY: help setup _ready demo test test-unit test-integration test-e2e lint bench generate docs lock clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z][a-z0-9-]*:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install everything that is needed, into .venv (quick when done)
	@tools/setup.sh

_ready:
	@tools/setup.sh --quiet

demo: _ready ## Show the product at work on this machine
	@$(BIN)/sandbox demo

test: _ready ## Run lint and all three tiers of tests
	@$(PYTHON_BIN) tools/run_tests.py lint test-unit test-integration test-e2e

test-unit: _ready ## Run the unit tests: no processes, no network
	@$(PYTHON_BIN) -m pytest tests/unit --junitxml=$(RESULTS)/test-unit.xml

test-integration: _ready ## Run the tests against real API servers, the Azure CLI and its libraries
	@$(BIN)/sandbox build kubernetes etcd registry
	@tools/az.sh >/dev/null
	@$(PYTHON_BIN) -m pytest tests/integration --junitxml=$(RESULTS)/test-integration.xml

test-e2e: _ready ## Run the tests against a management cluster on virtual machines
	@$(BIN)/sandbox images build $(CLUSTER_IMAGES)
	@tools/az.sh >/dev/null
	@$(PYTHON_BIN) -m pytest tests/e2e --junitxml=$(RESULTS)/test-e2e.xml

lint: _ready ## Check style, types, import directions, generated files and docs
	@failed=; check() { echo "lint: $$*"; "$(BIN)/$$@" || failed="$$failed $$1"; }; \
	check ruff check --quiet .; \
	check ruff format --check --quiet .; \
	check basedpyright; \
	check lint-imports --no-logo; \
	check python -m hypershift.api.generate --check; \
	check python tools/cli_reference.py --check; \
	check python tools/azurelocal_reference.py --check; \
	check python tools/doctor_reference.py --check; \
	check mkdocs build --quiet --strict --site-dir .build/site; \
	if [ "$$failed" ]; then echo "lint: correct what is shown above for:$$failed" >&2; exit 1; fi

bench: _ready ## Measure the command line, azurelocal, machines, and what create iam and infra take
	@$(PYTHON_BIN) bench/cli.py
	@$(PYTHON_BIN) bench/serving.py
	@$(PYTHON_BIN) -m bench.machines
	@$(PYTHON_BIN) -m bench.provisioning
	@$(PYTHON_BIN) -m bench.kube

generate: _ready ## Write the generated files anew
	@$(PYTHON_BIN) -m hypershift.api.generate
	@$(PYTHON_BIN) tools/cli_reference.py
	@$(PYTHON_BIN) tools/azurelocal_reference.py
	@$(PYTHON_BIN) tools/doctor_reference.py

docs: _ready ## Build the documentation into .build/site
	@$(BIN)/mkdocs build --strict --site-dir .build/site

lock: ## Write requirements/*.txt anew (LOCK=--upgrade: newest versions)
	@tools/lock.sh $(LOCK)

clean: ## Remove .venv, bin and all that was built in the checkout
	@rm -rf .venv .build bin .ruff_cache .pytest_cache .import_linter_cache
	@find src tests tools bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
