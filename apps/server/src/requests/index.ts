/** The public API of requests: asking for files, answering, and what was submitted. */

export { eachOwnComment } from './comments/comment-store.ts'
export { countOwnRequests, handOverRequests } from './hand-over-store.ts'
export { checkRequests } from './manage/check-requests.ts'
export { memberOf, readTeam, type Team } from './manage/read-team.ts'
export {
  clearRequestsOf,
  eachOwnRequest,
  eachOwnSubmission,
  type LateRequest,
  listLateRequests,
} from './request-store.ts'
export { requestTasks } from './request-tasks.ts'
export { writeTables } from './review/write-tables.ts'
export { requestRoutes } from './routes.ts'
export { checkSealed } from './sealing/check-sealed.ts'
export {
  arrivedFiles,
  clearInboxOf,
  isSealedFile,
  isSubmission,
  readArrived,
  sharedArrivals,
} from './submission-store.ts'
export { inboxRoutes } from './submissions/submission-routes.ts'
export { inboxTasks } from './submissions/submission-tasks.ts'
