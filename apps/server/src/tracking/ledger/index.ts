/** The append-only record of what was done with a transfer, by people and by machines. */

export { makeAnchor } from './anchors/make-anchor.ts'
export { chainStart } from './chain.ts'
export { checkAnchors, type KeptAnchor } from './check/check-anchors.ts'
export { checkCounts } from './check/check-counts.ts'
export { checkHeads } from './check/check-heads.ts'
export { checkKeptEnds, type EndFault } from './check/check-kept-ends.ts'
export { checkLedger, checkLedgers } from './check/check-ledgers.ts'
export { LedgerWalk } from './check/ledger-walk.ts'
export { forgetContactCounts, forgetCounts, forgetLateCounts, handOverCounts } from './count-store.ts'
export {
  type CountQuery,
  type Counts,
  countContactDownloads,
  countSubjects,
  countTimes,
  type Facet,
  findBestHours,
  type SubjectCounts,
} from './counts/counts-store.ts'
export {
  findReadableLedger,
  forgetHeldVisits,
  forgetIps,
  type LedgerQuery,
  type ListedEntry,
  listEntries,
} from './event-store.ts'
export { eventTasks } from './event-tasks.ts'
export {
  type Act,
  type BotReason,
  humanActor,
  type JudgedActor,
  judgeActor,
  ownerActor,
  teamActor,
} from './judge-actor.ts'
export {
  type EventRow,
  forgetIdentities,
  ledgerHeads,
  notifyChanged,
  personDigests,
  readLedgerLength,
  tellFeed,
} from './ledger-store.ts'
export {
  type EventContext,
  type EventEntry,
  momentOf,
  nowhere,
  type RequestMetadata,
  recordEvent,
  recordEventOnce,
  recordEvents,
  recordNotice,
  recordOpening,
  recordOwnEvent,
} from './record-event.ts'
export { recordVisit } from './record-visit.ts'
export { eventRoutes } from './routes.ts'
