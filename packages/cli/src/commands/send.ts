import { formatBytes } from '@waybill/contract/core/sizes'
import { gatherFiles, openFiles } from '../send/gather-files.ts'
import { readDraft } from '../send/read-draft.ts'
import { placesOf, planFiles, sendPlanned } from '../send/send-files.ts'
import { usageFailure } from '../terminal/exit-codes.ts'
import { plain } from '../terminal/shell.ts'
import { openAccount } from './open-account.ts'
import type { Run } from './run.ts'

export const send: Run = async (shell, given) => {
  const draft = readDraft(given, shell.env)
  const found = await gatherFiles(given.operands, (location) => shell.note(`Left out, not a file: ${plain(location)}`))
  if (found.length === 0) throw usageFailure('There is no file to send')
  const files = await openFiles(found)
  const client = await openAccount(shell)
  const { plan, resumed } = await planFiles(client, draft, files)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const amount = `${files.length} ${files.length === 1 ? 'file' : 'files'}, ${formatBytes(bytes)}`
  if (!shell.isJson) shell.note(resumed ? `Going on with ${amount}` : `Sending ${amount}`)
  const saved = await sendPlanned({ client, shell }, plan, files)
  const { link, record } = placesOf(client, saved)
  const recipients = saved.emailTo.map(({ email }) => email)
  if (shell.isJson) {
    const { slug, sendAs, title, fileNumber, expiryDate } = saved
    const facts = { slug, link, record, sendAs, title, recipients, files: fileNumber, bytes: saved.bytes, expiryDate }
    shell.print(JSON.stringify(facts))
    return
  }
  shell.note(sentTo(recipients))
  shell.print(link ?? record)
}

const sentTo = (recipients: readonly string[]): string =>
  recipients.length === 0 ? 'Sent. The link:' : `Sent to ${recipients.map(plain).join(', ')}. The record:`
