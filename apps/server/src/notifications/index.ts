/** Notifications: an account's news in its dashboard, and the live stream of them. */
export { forgetFeed, forgetRequest, forgetShared, type NotableEntry } from './notification-store.ts'
export { notificationTasks } from './notification-tasks.ts'
export { type NoticeSource, notifyArrived, notifyAssignee, notifyShared, readNotices } from './notify.ts'
export { notificationRoutes } from './routes.ts'
