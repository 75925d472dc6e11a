/** Notifications: what an account is told in its dashboard, and the stream that tells it as it happens. */
export { forgetFeed, type NotableEntry } from './notification-store.ts'
export { notificationTasks } from './notification-tasks.ts'
export { type NoticeSource, notifyArrived, readNotices } from './notify.ts'
export { notificationRoutes } from './routes.ts'
