# shellcheck shell=bash
# Programs that the tests need beside Rust and Node: where they are, and how they come. Sourced by scripts/test and
# scripts/with-services.

# find_program NAME: the path of a program, from PATH or from where packages put theirs; the newest version wins.
find_program() {
  local path best=''
  command -v "$1" 2>/dev/null && return 0
  for path in {/usr,/usr/local}/sbin/"$1" /usr/lib/postgresql/*/bin/"$1" /usr/pgsql-*/bin/"$1" \
    {/opt/homebrew,/usr/local}/opt/{postgresql,postgresql@*,redis,valkey}/bin/"$1"; do
    [ -x "$path" ] && best=$path
  done
  [ -n "$best" ] && echo "$best"
}

find_redis() { find_program redis-server || find_program valkey-server; }

# The same browser without its own windows does the same work in two thirds of the time.
find_chromium() {
  local name
  [ -z "${CHROMIUM:-}" ] || { echo "$CHROMIUM"; return 0; }
  for name in chromium-headless-shell chrome-headless-shell chromium chromium-browser google-chrome google-chrome-stable \
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome' \
    '/Applications/Chromium.app/Contents/MacOS/Chromium'; do
    command -v "$name" 2>/dev/null && return 0
  done
  return 1
}

# as_root COMMAND...: fails where one would have to ask for a password.
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then sudo -n "$@"
  else return 1; fi
}

# install_packages NAME...: Debian packages, where apt-get may be used without a question. NO_INSTALL=1 forbids it.
install_packages() {
  local name failed=0
  [ -z "${NO_INSTALL:-}" ] && command -v apt-get >/dev/null && as_root true || return 1
  echo "Installing with apt-get for the tests: $* (NO_INSTALL=1 forbids it)"
  quiet_apt update || return 1
  for name in "$@"; do quiet_apt install -y --no-install-recommends "$name" || failed=1; done
  return "$failed"
}

# Says something only when it fails.
quiet_apt() {
  local said
  said=$(as_root env DEBIAN_FRONTEND=noninteractive apt-get -q "$@" </dev/null 2>&1) ||
    { tail -n 20 <<<"$said" >&2; return 1; }
}

# install_missing postgres redis haproxy curl python3 chromium: what is named and not there.
install_missing() {
  local wanted='' program
  for program in "$@"; do
    case $program in
      postgres) [ -n "${TEST_POSTGRES_URL:-}" ] || find_program initdb >/dev/null || wanted="$wanted postgresql" ;;
      redis) [ -n "${TEST_REDIS_URL:-}" ] || find_redis >/dev/null || wanted="$wanted redis-server" ;;
      haproxy | curl | python3) find_program "$program" >/dev/null || wanted="$wanted $program" ;;
      chromium) wants_headless_shell && wanted="$wanted chromium-headless-shell" ;;
    esac
  done
  [ -z "$wanted" ] && return 0
  # shellcheck disable=SC2086 # a list of package names
  install_packages $wanted && return 0
  case $wanted in *chromium*) find_chromium >/dev/null || install_packages chromium ;; esac
  return 1
}

# Where there is a browser, a second one is installed by continuous integration alone.
wants_headless_shell() {
  [ -z "${CHROMIUM:-}" ] || return 1
  case $(find_chromium) in
    '') return 0 ;;
    *headless-shell) return 1 ;;
    *) [ -n "${CI:-}" ] ;;
  esac
}
