import { realpath, stat } from 'node:fs/promises'
import { readDraft } from '../send/read-draft.ts'
import { placesOf } from '../send/send-files.ts'
import { usageFailure } from '../terminal/exit-codes.ts'
import { plain } from '../terminal/shell.ts'
import { Journal } from '../watch/journal.ts'
import { scanFolder } from '../watch/scan-folder.ts'
import { Watcher } from '../watch/watcher.ts'
import { openAccount } from './open-account.ts'
import type { Run } from './run.ts'

export const watch: Run = async (shell, given) => {
  const draft = readDraft(given, shell.env)
  const settleMs = given.number('settle', { least: 1, most: 3_600, usual: 5 }) * 1_000
  const folder = await realpath(given.operand())
  if (!(await stat(folder)).isDirectory()) throw usageFailure(`This is not a folder: ${given.operand()}`)
  const client = await openAccount(shell)
  const journal = await Journal.open(shell.env, client.url, folder)
  try {
    if (!journal.state.isStarted) await begin(journal, folder, given.has('existing'))
    if (!shell.isJson) shell.note(`Watching ${plain(folder)}. Ctrl-C ends it`)
    await new Watcher({
      shell,
      client,
      journal,
      folder,
      draft,
      settleMs,
      isOnce: given.has('once'),
      onSent(saved, files) {
        const paths = files.map(({ path }) => path)
        const { link, record } = placesOf(client, saved)
        if (shell.isJson) shell.print(JSON.stringify({ slug: saved.slug, link, record, files: paths }))
        else shell.print(`${link ?? record}  ${paths.map(plain).join(', ')}`)
      },
    }).run()
  } finally {
    await journal.close()
  }
}

/** What is there before the first watch is not sent, unless it shall be. */
async function begin(journal: Journal, folder: string, sendsExisting: boolean): Promise<void> {
  const files = sendsExisting ? [] : await scanFolder(folder)
  await journal.write([
    { is: 'seen', files },
    { is: 'start', folder },
  ])
}
