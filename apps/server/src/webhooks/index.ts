/** Webhooks: an account's events, posted to its URLs. */
export { exportWebhooks } from './export-webhooks.ts'
export { webhookRoutes } from './routes.ts'
export { forgetWebhooks } from './webhook-store.ts'
export { webhookTasks } from './webhook-tasks.ts'
