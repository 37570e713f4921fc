# The commands of the project. `make play` and `make test` need Python 3.11 and the package registries only.

PYTHON ?= python3
JOBS ?= 2

venv := .venv
bin := $(venv)/bin
step := @.ci/step
# What runs at the same time prints one after the other, where this make can do that.
whole := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
page := web/dist/index.html
page_sources := $(wildcard libs/games/*/data/*.json) $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/dist/*')

.DEFAULT_GOAL := help
.PHONY: help setup play test check format lint types contracts docs docs-check asyncapi-check web-check unit tests static \
        kubernetes-check images-check golden chaos power rolling sight bench lock clean deploy-test cluster-test

help: ## Say what there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

setup: $(venv)/installed $(page) ## Make .venv with the divan command in it, and the page

$(venv)/made:
	$(step) "Environment" .ci/setup-python "$(PYTHON)"
	@touch $@

$(venv)/installed: $(venv)/made requirements/test.txt pyproject.toml
	$(step) "Packages" $(bin)/python -m pip install --quiet --disable-pip-version-check \
	    --require-hashes -r requirements/test.txt
	$(step) "Divan" $(bin)/python -m pip install --quiet --disable-pip-version-check \
	    --no-build-isolation --no-deps -e .
	@touch $@

$(page): $(venv)/installed $(page_sources)
	$(step) "Page" $(bin)/python web/build.py
	@touch $@

play: setup ## Play: start everything and open the page; Ctrl-C stops it
	@exec $(bin)/divan up --open

test: $(venv)/installed ## Everything that must hold: what .ci/run runs
	@$(MAKE) --no-print-directory -j$(JOBS) $(whole) static
	@$(MAKE) --no-print-directory tests kubernetes-check images-check

check: setup ## What is quick: format, lint, types, contracts, unit tests
	@$(MAKE) --no-print-directory format lint types contracts unit

# The longest first: the others run beside it. The check of the page builds it, too.
static: types web-check asyncapi-check docs-check contracts lint format

format:
	$(step) "Format" $(bin)/ruff format --check --quiet

lint:
	$(step) "Lint" $(bin)/ruff check --quiet

types:
	$(step) "Types" $(bin)/mypy --no-error-summary

contracts:
	$(step) "Import contracts" $(bin)/lint-imports --no-logo

docs-check:
	$(step) "Generated documents" $(bin)/python -m divan.documents --check

asyncapi-check:
	$(step) "AsyncAPI document" $(bin)/python -m tests.asyncapi.check

web-check:
	$(step) "Page: types and unit tests" $(bin)/python web/build.py --check

unit:
	$(step) "Unit tests" $(bin)/pytest -q -n $(JOBS) -m "not slow and not nats and not browser and not container and not serial and not deploy and not cluster"

tests:
	$(step) "Browser" .ci/chromium
	$(step) "A disk that forgets" .ci/fuse
	$(step) "What a phone waits for" $(bin)/pytest -q -s -m measured tests/browser
	$(step) "Tests that need the machine for themselves" $(bin)/pytest -q -m "serial and not deploy and not cluster"
	$(step) "Tests in a browser" $(bin)/pytest -q -m "browser and not measured" tests/browser
	$(step) "Tests" $(bin)/pytest -q -n $(JOBS) -m "not browser and not serial and not deploy and not cluster"

kubernetes-check:
	$(step) "Prometheus" .ci/prometheus
	$(step) "Kubernetes and alerts" $(bin)/pytest -q -m "deploy and not container" tests/deploy

# Left out with DIVAN_CONTAINERS=no, and where engine, base and images are not there within so many seconds.
images-check: export DIVAN_CONTAINERS ?= present
images-check: export DIVAN_CONTAINERS_WITHIN ?= 300
images-check:
	$(step) "Images and compose" .ci/container-engine $(bin)/pytest -q -s -x -m "deploy and container and not large" tests/deploy

deploy-test: setup kubernetes-check ## What needs a container engine, kubectl or promtool: images, compose files, Kubernetes, alerts
	$(step) "Images and compose" .ci/container-engine $(bin)/pytest -q -s -x -m "deploy and container" tests/deploy

cluster-test: setup ## Three NATS servers: contracts, kills, and the production profile with each killed in turn
	$(step) "Three NATS servers" $(bin)/pytest -q -m "cluster and not container" tests/libs tests/chaos
	$(step) "The production profile" .ci/container-engine $(bin)/pytest -q -s -m cluster tests/deploy

golden: setup ## Record the golden games anew; review the difference
	@$(bin)/python -m tests.games.record_golden
	@$(bin)/python -m tests.runtime.golden_logs
	@git --no-pager diff --stat -- tests/golden

chaos: setup ## The long form of the kill tests
	@$(bin)/python -m tests.chaos --kills $${DIVAN_KILLS:-200}

power: setup ## Cut the power under a server, and under everything, on a disk that forgets what was not synced
	@.ci/fuse
	@$(bin)/python -m tests.power --cuts 40
	@$(bin)/python -m tests.power --games --cuts 15

rolling: setup ## Every service restarted in turn under load
	@$(bin)/python -m tests.chaos --rolling

sight: setup ## Alerts, metrics and the dashboard on a real Prometheus, while processes are killed
	$(step) "Prometheus" .ci/prometheus
	@$(bin)/python -m tests.sight

bench: setup ## Measure this machine
	@$(bin)/divan bench

docs: setup ## Write the documents that are made from the code, and what the commands in them print
	@$(bin)/python -m divan.documents
	@$(bin)/python -m divan.examples

lock: ## Renew requirements/ from pyproject.toml (needs uv)
	@.ci/lock

clean: ## Remove all that was built, .venv too; the data of `divan up` stays
	rm -rf $(venv) web/dist web/node_modules tests/asyncapi/node_modules test-output .mypy_cache .ruff_cache .pytest_cache .hypothesis \
	    .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
