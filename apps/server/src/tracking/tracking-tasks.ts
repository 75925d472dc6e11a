import type { Context } from '../context.ts'
import type { TaskHandlers } from '../platform/jobs/task-handlers.ts'
import { noteExpired } from './alerts/note-expired.ts'
import { noteMail } from './alerts/note-mail.ts'
import { noteStall } from './alerts/note-stall.ts'
import { startDigests, tellDigest } from './alerts/tell-digest.ts'
import { tellDownloads } from './alerts/tell-downloads.ts'
import { tellOpenings } from './alerts/tell-openings.ts'
import { tellSender } from './alerts/tell-sender.ts'
import { tellUnfetched } from './alerts/tell-unfetched.ts'
import { readBounces } from './bounces/read-bounces.ts'
import { remindRecipients } from './reminders/remind-recipients.ts'
import { tellRecipients } from './reminders/tell-recipients.ts'

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
