// Plain JavaScript: .ci/run counts with any installed Node, even where the install failed.

/** More second tries than this are no accident: the run fails. */
export const MOST_SECOND_TRIES = 3

/** Adds up the suites of a run. The lines say what somebody should check; the last line is "N passed, N failed". */
export function verdict(suites) {
  const passed = suites.reduce((sum, suite) => sum + suite.passed, 0)
  const secondTries = suites.flatMap((suite) => suite.secondTries)
  const isTooMany = secondTries.length > MOST_SECOND_TRIES
  const failed = suites.reduce((sum, suite) => sum + suite.failed, isTooMany ? 1 : 0)
  const lines = [
    ...suites.flatMap((suite) => suite.told),
    ...secondTries.map((name) => `needed a second try: ${name}`),
    ...(isTooMany ? [`${secondTries.length} needed a second try, and at most ${MOST_SECOND_TRIES} may`] : []),
    `${passed} passed, ${failed} failed`,
  ]
  return { passed, failed, lines }
}
