import type { Context } from '../context.ts'
import type { TaskHandlers } from '../jobs/task-handlers.ts'
import { makeThumbnails } from './make-thumbnails.ts'

export const libraryTasks = (ctx: Context): TaskHandlers => ({
  'make-thumbnails': (told) => makeThumbnails(ctx, told),
})
