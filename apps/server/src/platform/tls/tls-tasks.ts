import type { Context } from '../../context.ts'
import type { TaskHandlers } from '../jobs/task-handlers.ts'
import { renewCertificate } from './renew-certificate.ts'

export const tlsTasks = (ctx: Context): TaskHandlers => ({
  'renew-certificate': () => renewCertificate(ctx),
})
