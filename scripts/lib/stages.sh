# shellcheck shell=bash
# Runs the stages of scripts/test one after the other, whatever becomes of each, and sums up. Sourced, after processes.sh.
#
#   stage NAME COMMAND...      runs COMMAND with its output shown and kept; its last line says what is lacking where it
#                              ends with 75: then it is skipped as loudly as by skip_stage
#   skip_stage NAME REASON     says loudly that something was not proven
#   stages_summary             the table, then `N passed, N failed`; fails when something failed
#   stages_stop                ends the stage that runs. Call it when the script exits.

stages_home=$(mktemp -d "${TMPDIR:-/tmp}/ovelle-stages.XXXXXX") || exit 1
stages_table='' stages_passed=0 stages_failed=0 stages_skipped=0 stages_began=$SECONDS stage_group=''

# The tools write into a pipe, so they are told what stands at its end.
if [ -t 1 ]; then export CARGO_TERM_COLOR=always FORCE_COLOR=1; else export NO_COLOR=1; unset FORCE_COLOR; fi

stage() {
  local name=$1 began=$SECONDS log=$stages_home/log status verdict
  shift
  printf '\n==> %s\n' "$name"
  # A process group of its own: whatever a stage starts can be ended with it.
  set -m
  { "$@" </dev/null 2>&1; echo $? >"$stages_home/status"; } | tee "$log" &
  stage_group=$(jobs -p %% 2>/dev/null)
  set +m
  wait $!
  stage_group=''
  status=$(cat "$stages_home/status")
  rm -f "$stages_home/status"
  if [ "${status:-1}" = 0 ]; then
    verdict=ok stages_passed=$((stages_passed + 1))
  elif [ "$status" = 75 ]; then
    printf '!!! SKIPPED, so not proven: %s\n' "$(tail -n 1 "$log")"
    verdict=SKIPPED stages_skipped=$((stages_skipped + 1))
  else
    verdict=FAILED stages_failed=$((stages_failed + 1))
    { printf -- '--- %s\n' "$name"; failures_said "$log"; } >>"$stages_home/failures"
  fi
  stage_row "$verdict" "$((SECONDS - began))" "$name" "$([ "$verdict" = SKIPPED ] && tail -n 1 "$log" || tests_counted "$log")"
  printf '<== %s: %s, %d s\n' "$name" "$verdict" "$((SECONDS - began))"
}

skip_stage() {
  printf '\n==> %s\n!!! SKIPPED, so not proven: %s\n' "$1" "$2"
  stages_skipped=$((stages_skipped + 1))
  stage_row SKIPPED 0 "$1" "$2"
}

stage_row() { stages_table="$stages_table$(printf '%-8s %5d s  %-28s %s' "$@")"$'\n'; }

# tests_counted LOG: the tests that cargo, vitest or node's runner counted, in one phrase; nothing where none did.
tests_counted() {
  sed $'s/\x1b\\[[0-9;]*m//g' "$1" | awk '
    /^test result:/ { for (i = 2; i <= NF; i++) { if ($i ~ /^passed/) ok += $(i - 1); if ($i ~ /^failed/) bad += $(i - 1) } seen = 1 }
    /^ *Tests  / { for (i = 2; i <= NF; i++) { if ($i == "passed") ok += $(i - 1); if ($i == "failed") bad += $(i - 1) } seen = 1 }
    /^# pass |^ℹ pass / { ok += $3; seen = 1 }
    /^# fail |^ℹ fail / { bad += $3; seen = 1 }
    END { if (seen) printf "%d tests passed, %d failed", ok, bad }'
}

# failures_said LOG: what the tests that failed said, where cargo or vitest shows it; else how the log ends.
failures_said() {
  sed $'s/\x1b\\[[0-9;]*m//g' "$1" | awk '
    /panicked at |^ *FAIL |AssertionError/ { left = 8 }
    left > 0 && said < 120 { print; left--; said++ }
    { last[NR % 20] = $0 }
    END { if (!said) for (i = NR + 1; i <= NR + 20; i++) if (i % 20 in last) print last[i % 20] }'
}

stages_summary() {
  if [ -s "$stages_home/failures" ]; then printf '\nWhat failed said:\n'; cat "$stages_home/failures"; fi
  printf '\n%s' "$stages_table"
  printf 'in %d min %02d s' $(((SECONDS - stages_began) / 60)) $(((SECONDS - stages_began) % 60))
  [ "$stages_skipped" = 0 ] || printf '; %d SKIPPED, see above' "$stages_skipped"
  printf '\n%d passed, %d failed\n' "$stages_passed" "$stages_failed"
  [ "$stages_failed" = 0 ]
}

stages_stop() {
  [ -z "$stage_group" ] || end_group "$stage_group"
  rm -rf "$stages_home"
}
