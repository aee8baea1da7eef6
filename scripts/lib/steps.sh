# shellcheck shell=bash
# Runs the steps of scripts/run: one line each that says what happens and how long it has taken. Sourced, after processes.sh.
#
#   step TITLE COMMAND...   what COMMAND prints is kept aside and shown when it fails, which ends the script
#   steps_stop              ends the step that runs. Call it when the script exits.

steps_log=$(mktemp "${TMPDIR:-/tmp}/ovelle-run.XXXXXX") || exit 1
steps_total=${steps_total:-1} steps_done=0 step_group=''

step() {
  local title=$1 began=$SECONDS
  shift
  steps_done=$((steps_done + 1))
  printf '[%d/%d] %s\n' "$steps_done" "$steps_total" "$title"
  set -m
  "$@" </dev/null >"$steps_log" 2>&1 &
  step_group=$!
  set +m
  while kill -0 "$step_group" 2>/dev/null; do
    step_tick "$((SECONDS - began))"
    sleep 0.2
  done
  if wait "$step_group"; then
    step_group=''
    step_line '      done in %d s\n' "$((SECONDS - began))"
  else
    step_group=''
    step_line '      failed after %d s. The end of what it said:\n\n' "$((SECONDS - began))"
    tail -n 40 "$steps_log" >&2
    exit 1
  fi
}

# On a terminal one line is rewritten, elsewhere a line comes every 15 s.
step_tick() {
  local latest
  if [ -t 1 ]; then
    latest=$(tail -n 1 "$steps_log" | tr -d '\r' | cut -c 1-60)
    printf '\r\033[K      %d s  %s' "$1" "$latest"
  elif [ "$1" -ge 15 ] && [ $(($1 % 15)) = 0 ] && [ "$1" != "${step_said:-}" ]; then
    step_said=$1
    printf '      %d s  %s\n' "$1" "$(tail -n 1 "$steps_log" | tr -d '\r' | cut -c 1-60)"
  fi
}

step_line() {
  [ ! -t 1 ] || printf '\r\033[K'
  # shellcheck disable=SC2059 # the format is this file's own
  printf "$@"
}

steps_stop() {
  [ -z "$step_group" ] || end_group "$step_group"
  rm -f "$steps_log"
}
