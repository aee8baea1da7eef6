# shellcheck shell=bash
# The web project's packages and pages, made only when what they are made from has changed. Sourced by scripts/run and
# scripts/test.

# fingerprint PATH...: one line for the contents of files and folders.
fingerprint() {
  find "$@" -type f -not -path '*/node_modules/*' 2>/dev/null | LC_ALL=C sort | while IFS= read -r file; do cksum "$file"; done | cksum
}

packages_print() { echo "$(node --version) $(fingerprint web/package.json web/package-lock.json web/codegen/package.json)"; }

# Stands inside node_modules, so that it goes when the packages go.
packages_mark=web/node_modules/.packages-print

packages_fresh() { [ "$(cat "$packages_mark" 2>/dev/null)" = "$(packages_print)" ]; }

install_web_packages() {
  packages_fresh && { echo 'packages are as the lock file says'; return 0; }
  (cd web && npm ci --include=dev --no-audit --no-fund --loglevel=error) && packages_print >"$packages_mark"
}

pages_print() { echo "$(packages_print) $(fingerprint web/src web/public web/index.html web/first.css web/vite.config.ts web/tsconfig.json)"; }

# Beside the pages, not among them: everything in web/dist is served.
pages_mark=web/node_modules/.pages-print

# A server built before the pages leaves a placeholder in web/dist, without assets.
pages_fresh() { [ -d web/dist/assets ] && [ "$(cat "$pages_mark" 2>/dev/null)" = "$(pages_print)" ]; }

build_web_pages() {
  pages_fresh && { echo 'pages are as their sources say'; return 0; }
  (cd web && npm run --silent build) && pages_print >"$pages_mark"
}
