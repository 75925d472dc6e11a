/** The public API of requests: asking for files, answering, and what was submitted. */
export { type LateRequest, listLateRequests } from './deadlines/late-store.ts'
export { checkRequests } from './manage/check-requests.ts'
export { eachOwnRequest } from './manage/export-store.ts'
export { clearRequestsOf } from './request-store.ts'
export { requestTasks } from './request-tasks.ts'
export { requestRoutes } from './routes.ts'
export { checkSealed } from './sealing/check-sealed.ts'
export { eachOwnSubmission } from './submissions/submission-export-store.ts'
export { inboxRoutes } from './submissions/submission-routes.ts'
export {
  arrivedFiles,
  clearInboxOf,
  isSealedFile,
  isSubmission,
  readArrived,
} from './submissions/submission-store.ts'
export { inboxTasks } from './submissions/submission-tasks.ts'
