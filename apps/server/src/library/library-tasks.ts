import type { Context } from '../context.ts'
import type { TaskHandlers } from '../platform/jobs/task-handlers.ts'
import { forgetThumbnails } from './library-store.ts'
import { makeThumbnail, startThumbnails } from './make-thumbnails.ts'
import { forgetPages } from './previews/preview-store.ts'

export const libraryTasks = (ctx: Context): TaskHandlers => ({
  'make-thumbnails': (told) => startThumbnails(ctx, told),
  'make-thumbnail': (told) => makeThumbnail(ctx, told),
  'forget-thumbnails': async () => {
    await forgetThumbnails(ctx.db)
    await forgetPages(ctx.db)
  },
})
