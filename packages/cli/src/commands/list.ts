import { formatBytes } from '@waybill/contract/core/sizes'
import type { ListedTransfer } from '@waybill/contract/transfers/list-endpoints'
import { plain } from '../terminal/shell.ts'
import { openAccount } from './open-account.ts'
import type { Run } from './run.ts'

export const list: Run = async (shell, given) => {
  const q = given.one('search')
  const query = {
    take: given.number('take', { least: 1, most: 100, usual: 30 }),
    filter: given.has('received') ? ('received' as const) : ('all' as const),
    ...(q !== undefined && { q }),
  }
  const client = await openAccount(shell)
  const { allDocs } = await client.call('listTransfers', { query })
  const rows = allDocs.map((transfer) => ({
    ...transfer,
    link: transfer.link && new URL(transfer.link, client.url).href,
  }))
  if (shell.isJson) shell.print(JSON.stringify(rows))
  else if (rows.length === 0) shell.note('There are no transfers')
  else for (const line of columns(rows.map(cellsOf))) shell.print(line)
}

function cellsOf(transfer: ListedTransfer): string[] {
  const { dateSent, slug, state, bytes, fileNumber, total_downloads, title, folderName, fileName } = transfer
  const day = new Date(dateSent).toISOString().slice(0, 10)
  const files = `${fileNumber} ${fileNumber === 1 ? 'file' : 'files'}`
  const name = plain(title ?? folderName ?? fileName)
  return [day, slug, state, formatBytes(bytes), files, `${total_downloads} downloads`, name]
}

/** Lines whose cells stand below each other; the last cell is as long as it is. */
function columns(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_cell, nth) => Math.max(...rows.map((row) => row[nth]?.length ?? 0)))
  return rows.map((row) =>
    row.map((cell, nth) => (nth === row.length - 1 ? cell : cell.padEnd(widths[nth] ?? 0))).join('  '),
  )
}
