/**
 * How often to run a race: a few times, because most losable races are lost within those; `whole` times with
 * WAYBILL_TEST_WHOLE=1.
 */
export const rounds = (few: number, whole: number): number => (process.env.WAYBILL_TEST_WHOLE ? whole : few)
