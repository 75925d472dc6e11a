import type { Context } from '../context.ts'
import { makeHealth } from '../platform/http/operating/health.ts'
import type { TaskHandlers } from '../platform/jobs/task-handlers.ts'
import { noteHealth } from './health-history.ts'

export function deskTasks(ctx: Context): TaskHandlers {
  const readHealth = makeHealth(ctx)
  return { 'note-health': () => noteHealth(ctx, readHealth) }
}
