# shellcheck shell=bash
# What a machine must have before anything can be built, and how to get it. Sourced by scripts/run and scripts/test.
# The versions themselves have one home each: rust-version in Cargo.toml, engines.node in web/package.json.

# version_at_least HAVE WANT: both like 1.95 or 20.19.0.
version_at_least() {
  [ "$(printf '%s\n%s\n' "$2" "$1" | sort -t. -k1,1n -k2,2n -k3,3n | head -n 1)" = "$2" ]
}

rust_wanted() { sed -n 's/^rust-version *= *"\([0-9.]*\)".*/\1/p' Cargo.toml; }
node_wanted() { sed -n 's/.*"node": *">= *\([0-9.]*\)[^"]*".*/\1/p' web/package.json | head -n 1; }

complain() { printf '  %s\n      %s\n' "$1" "$2" >&2; toolchain_lacks=1; }

check_rust() {
  local have want
  want=$(rust_wanted)
  if ! command -v cargo >/dev/null || ! command -v rustc >/dev/null; then
    complain "Rust is missing (version $want or newer)." "Get it with rustup: https://rustup.rs"
  else
    have=$(rustc --version | sed 's/^rustc \([0-9.]*\).*/\1/')
    version_at_least "$have" "$want" ||
      complain "Rust $have is too old: version $want or newer is needed." "rustup update stable"
  fi
  command -v make >/dev/null ||
    complain "make is missing (the allocator is built with it)." "Debian, Ubuntu: apt-get install build-essential    macOS: xcode-select --install"
  command -v cc >/dev/null ||
    complain "A C compiler is missing (Rust links with it)." "Debian, Ubuntu: apt-get install build-essential    macOS: xcode-select --install"
}

check_node() {
  local have want
  want=$(node_wanted)
  if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    complain "Node.js with npm is missing (version $want or newer)." "Get it from https://nodejs.org"
  else
    have=$(node --version); have=${have#v}
    version_at_least "$have" "$want" ||
      complain "Node.js $have is too old: version $want or newer is needed." "Get it from https://nodejs.org"
  fi
}

# require_toolchain rust node: says everything that is missing at once, and ends the script when something is.
require_toolchain() {
  local tool
  toolchain_lacks=''
  for tool in "$@"; do "check_$tool"; done
  [ -z "$toolchain_lacks" ] || { echo 'Install what is named above and run this again.' >&2; exit 69; }
}

# Where cargo puts what it builds.
target_dir() { echo "${CARGO_TARGET_DIR:-$PWD/target}"; }
