# The daily commands. Each is a cargo or npm command that works without just, too.

# Lists the commands.
default:
    @just --list --unsorted

# Builds everything and runs the portal with a sample organisation.
demo *arguments:
    cargo xtask demo {{ arguments }}

# Runs the server from its debug build with the sample organisation.
server:
    cargo run -p daybook -- demo

# Serves the front end with live reloading, beside `just server`.
client:
    cd frontend && npm run dev

# Every test, or one part of them: just test --only rust -- -p domain
test *arguments:
    cargo xtask test {{ arguments }}

# Formatting, clippy, licences, front-end checks, generated files.
lint:
    cargo xtask lint

# What continuous integration runs: lint, then test.
ci:
    .ci/run

# Formats everything.
format:
    cargo fmt --all
    cd frontend && npm run format

# Writes docs/openapi.json and the front end's types anew.
openapi:
    cargo xtask openapi

# Builds and runs the benchmark.
bench *arguments:
    cargo xtask bench {{ arguments }}
