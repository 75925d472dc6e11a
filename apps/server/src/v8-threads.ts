import { availableParallelism } from 'node:os'

/** V8's own number. */
const MOST = 4

/**
 * Node's option for the number of threads on which V8 collects garbage and compiles: one for each core but the one that
 * answers, at least one. V8 takes four however few cores there are. On two cores these keep the server and its database
 * waiting for 50 ms at each collection, every few seconds under load.
 */
export const v8Threads = (cores = availableParallelism()): string =>
  `--v8-pool-size=${Math.min(MOST, Math.max(1, cores - 1))}`
