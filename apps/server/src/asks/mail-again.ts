import type { Context } from '../context.ts'
import { recordNotice } from '../events/index.ts'
import { addJob } from '../jobs/add-job.ts'
import { askForLostMail } from '../transfers/index.ts'

/** Has the mail of a transfer sent again to whom it is for, once a day; nothing for anybody else. */
export async function mailAgain({ db }: Pick<Context, 'db'>, lost: { slug: string; address: string }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const found = await askForLostMail(tx, lost)
    if (found === null) return
    await addJob(tx, 'tell-recipients', { transferId: found.transferId })
    await recordNotice(tx, { ...found, kind: 'resent' })
  })
}
