/**
 * How often a race is run: a few times, for one that can be lost mostly is within those; as often as `whole` says with
 * WAYBILL_TEST_WHOLE=1.
 */
export const rounds = (few: number, whole: number): number => (process.env.WAYBILL_TEST_WHOLE ? whole : few)
