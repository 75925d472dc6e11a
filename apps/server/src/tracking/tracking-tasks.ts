import type { Context } from '../context.ts'
import type { TaskHandlers } from '../jobs/task-handlers.ts'
import { noteExpired } from './note-expired.ts'
import { noteMail } from './note-mail.ts'
import { noteStall } from './note-stall.ts'
import { readBounces } from './read-bounces.ts'
import { remindRecipients } from './remind-recipients.ts'
import { startDigests, tellDigest } from './tell-digest.ts'
import { tellDownloads } from './tell-downloads.ts'
import { tellOpenings } from './tell-openings.ts'
import { tellRecipients } from './tell-recipients.ts'
import { tellSender } from './tell-sender.ts'
import { tellUnfetched } from './tell-unfetched.ts'

export const trackingTasks = (ctx: Context): TaskHandlers => ({
  'tell-recipients': (payload) => tellRecipients(ctx, payload),
  'note-mail': (payload) => noteMail(ctx, payload),
  'read-bounces': () => readBounces(ctx),
  'note-stall': (payload) => noteStall(ctx, payload),
  'note-expired': () => noteExpired(ctx),
  'tell-sender': (payload) => tellSender(ctx, payload),
  'tell-openings': (payload) => tellOpenings(ctx, payload),
  'tell-downloads': (payload) => tellDownloads(ctx, payload),
  'tell-unfetched': () => tellUnfetched(ctx),
  'remind-recipients': () => remindRecipients(ctx),
  'start-digests': () => startDigests(ctx),
  'tell-digest': (payload) => tellDigest(ctx, payload),
})
