import { findAccountOfAddress } from '../identity/accounts/index.ts'
import { isAbout } from '../platform/security-log/security-scope.ts'
import { DISK_ID } from '../platform/storage/blob-port.ts'
import { listMoves, type MoveRow, startMove, stopMove } from '../uploads/index.ts'
import { type Command, readWords, UsageError } from './command.ts'
import { typedAddress } from './typed-address.ts'
import { withDatabase } from './with-database.ts'

/** For how long an ended move is listed. */
const LISTED_DAYS = 30

export const startMoving: Command = {
  help: `Usage: npm run waybill -- move start <address> <store>

Moves everything that the workspace of an account stores to one store of the settings, by its id. The running server
does the work: each file is copied, read back and compared, and only then its row names the new store. Links work
throughout. A move of the workspace to another store ends. New files go where they went before: the admin chooses that.
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['address', 'store'] })
    const address = typedAddress(positionals[0])
    const store = positionals[1] ?? ''
    const begun = await withDatabase(
      async ({ db, config }) => {
        const ids = [...new Set([...config.stores.map(({ id }) => id), DISK_ID])]
        if (!ids.includes(store)) throw new UsageError(`The store must be one of ${ids.join(', ')}.`)
        const account = await findAccountOfAddress(db, address)
        isAbout({ address, accountId: account?.id })
        if (account === null) return null
        const move = { workspaceId: account.workspace_id, toStore: store, accountId: null }
        return db.transaction().execute((tx) => startMove(tx, { stores: { ids } }, move))
      },
      { command: 'move start', isDone: (isBegun) => isBegun !== null },
    )
    if (begun === null) print(`No account has the address ${address}.\n`)
    else print(begun ? `The files of ${address} are moving to ${store}.\n` : 'This move is running already.\n')
    return begun === null ? 1 : 0
  },
}

export const stopMoving: Command = {
  help: `Usage: npm run waybill -- move stop <address>

Ends the move of the workspace of an account. What has been moved stays where it is now.
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['address'] })
    const address = typedAddress(positionals[0])
    const isStopped = await withDatabase(
      async ({ db }) => {
        const account = await findAccountOfAddress(db, address)
        isAbout({ address, accountId: account?.id })
        return account !== null && stopMove(db, account.workspace_id, null)
      },
      { command: 'move stop', isDone: Boolean },
    )
    print(isStopped ? `The move of ${address} has ended.\n` : `No files of ${address} are moving.\n`)
    return isStopped ? 0 : 1
  },
}

export const showMoves: Command = {
  help: `Usage: npm run waybill -- move list

Lists moves between stores that run, or ended in the last ${LISTED_DAYS} days, newest first: workspace, store, state, files moved,
files in all, bytes moved, bytes in all, damaged files that stayed. Columns are separated by tabs.
`,
  async run(typed, print) {
    readWords(typed, { options: {}, words: [] })
    for (const move of await withDatabase(({ db }) => listMoves(db, LISTED_DAYS))) {
      const { workspace_id, to_store, moved_files, total_files, moved_bytes, total_bytes, pass_kept } = move
      const figures = [moved_files, total_files, moved_bytes, total_bytes, pass_kept]
      print(`${[workspace_id, to_store, stateOf(move), ...figures].join('\t')}\n`)
    }
    return 0
  },
}

function stateOf({ outcome, waits_for, waits_store }: MoveRow): string {
  if (outcome !== null) return outcome
  if (waits_for === null) return 'moving'
  return waits_for === 'store' ? `waits for the store ${waits_store}` : 'waits for uploads in progress'
}
