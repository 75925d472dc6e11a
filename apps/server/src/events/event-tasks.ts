import type { Context } from '../context.ts'
import type { TaskHandlers } from '../jobs/task-handlers.ts'
import { addUpCounts } from './add-up-counts.ts'
import { forgetAddresses } from './forget-addresses.ts'
import { makeMonths } from './month-store.ts'
import { closeLooks } from './record-look.ts'

const MONTHS_AHEAD = 2

export const eventTasks = (ctx: Context): TaskHandlers => ({
  'close-looks': (held) => closeLooks(ctx, held),
  'forget-addresses': () => forgetAddresses(ctx),
  'add-up-counts': () => addUpCounts(ctx),
  'make-event-months': () => makeMonths(ctx.db, MONTHS_AHEAD),
})
