/** Abuse: what people report to the operator, and what the operator decides about it. */
export { abuseTasks } from './abuse-tasks.ts'
export { type Cleared, clearInfected, listInfected } from './clear-infected.ts'
export { decideReport } from './decide-report.ts'
export { findReported, listReports, type ReportedTransfer } from './report-store.ts'
export { abuseRoutes } from './routes.ts'
