/** Webhooks: what an account is told, posted to addresses that it names. */
export { exportWebhooks } from './export-webhooks.ts'
export { webhookRoutes } from './routes.ts'
export { forgetWebhooks } from './webhook-store.ts'
export { webhookTasks } from './webhook-tasks.ts'
