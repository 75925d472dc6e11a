/** Tracking: what is derived from the record. */
export { muteLink } from './alerts/mute-token.ts'
export { trackingRoutes } from './routes.ts'
export { senderLanguage } from './tracking-store.ts'
export { trackingTasks } from './tracking-tasks.ts'
