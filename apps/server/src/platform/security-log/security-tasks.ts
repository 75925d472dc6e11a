import type { Context } from '../../context.ts'
import type { TaskHandlers } from '../jobs/task-handlers.ts'
import { forgetEndedAddresses, forgetFoldKeys, forgetNetworks, forgetSecurityRows } from './security-store.ts'

export const securityTasks = ({ db, config }: Pick<Context, 'db' | 'config'>): TaskHandlers => ({
  'forget-security': async () => {
    await forgetFoldKeys(db)
    while ((await forgetNetworks(db, config.ipRetentionDays)) > 0);
    while ((await forgetEndedAddresses(db, config.ipRetentionDays)) > 0);
    while ((await forgetSecurityRows(db)) > 0);
  },
})
