# A thin face on the CMake presets. `make` only builds; `make demo` and
# `make test` do all that a fresh machine needs.
.PHONY: all demo test nightly deps release dev clean format lint site picture

all: release

release:
	cmake --preset release >/dev/null
	cmake --build --preset release
	@ln -sfn release/weir build/weir
	@ln -sfn release/weir-todomvc build/weir-todomvc

dev:
	cmake --preset dev >/dev/null
	cmake --build --preset dev

deps:
	@.ci/install-packages

demo: deps release
	@.ci/demo

test: deps release dev
	@.ci/test

# Everything, in every way that it is tried.
nightly: deps release dev
	@.ci/test --nightly

# All documents as pages, in build/site.
site:
	@.ci/install-packages docs/site/packages.txt
	@docs/site/build

# The failing run in README.md, run anew.
picture: release
	@docs/pictures/run build/weir

format:
	@.ci/format --fix

lint: dev
	@.ci/format
	@.ci/layers
	@.ci/lint

clean:
	rm -rf build
