/**
 * One in `oneIn` hostile values, different ones at each `turn`, so that together they cover all; WAYBILL_TEST_WHOLE=1
 * tries all of them every time.
 */
export function sampled<Value>(values: readonly Value[], oneIn: number, turn = 0): Value[] {
  const step = process.env.WAYBILL_TEST_WHOLE ? 1 : oneIn
  return values.filter((_value, nth) => (nth + turn) % step === 0)
}
