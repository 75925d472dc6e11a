/** The door of requests: asking for files. */
export { checkRequests } from './check-requests.ts'
export { dueIn, scheduleOf, settleDeadlines } from './deadlines.ts'
export { eachOwnRequest } from './export-store.ts'
export { languageFor, ownLink } from './mail-person.ts'
export { addSentBackMail } from './mail-sent-back.ts'
export { holdOwnRequest, requireOwnRequest } from './own-request.ts'
export { findPerson, insertPeople, type PersonRow, takeOff } from './person-store.ts'
export { readPlace, writePlace } from './place.ts'
export { exampleOf, limitsOf, presentDeadline } from './present-request.ts'
export {
  acceptSlot,
  addToSlot,
  areAllComplete,
  countBatch,
  listProgress,
  sendSlotBack,
  settlePeople,
} from './progress-store.ts'
export { databaseNow } from './reminder-store.ts'
export {
  COMES_BACK_SECONDS,
  claimFullNotice,
  clearRequestsOf,
  findStandingRequest,
  lockRequest,
  mayComeBack,
  type RequestRow,
} from './request-store.ts'
export { requestTasks } from './request-tasks.ts'
export { requestPath, requestToken } from './request-token.ts'
export { requestRoutes } from './routes.ts'
export { listSlots, type SlotRow } from './slot-store.ts'
