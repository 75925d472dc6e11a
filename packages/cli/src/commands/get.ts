import { formatBytes } from '@waybill/contract/core/sizes'
import { fetchFile, isSame } from '../get/fetch-file.ts'
import { type Opened, openLink, parseLink } from '../get/open-link.ts'
import { bytesAt, finishPart, inTheWay, makeFolderOf, placeFiles } from '../get/place-files.ts'
import { Client } from '../server/client.ts'
import { EXIT, Failure } from '../terminal/exit-codes.ts'
import { ProgressBar, Speed } from '../terminal/progress-bar.ts'
import { plain, type Shell } from '../terminal/shell.ts'
import { knownUrl } from './open-account.ts'
import type { Run } from './run.ts'

type ReceivedFile = Opened['contents']['transfer']['files'][number]

export const get: Run = async (shell, given) => {
  const link = parseLink(given.operand(), await knownUrl(shell))
  const connections = given.number('connections', { least: 1, most: 16, usual: 4 })
  // As any recipient: a key is never sent to where a link leads.
  const client = new Client({ url: link.url, key: null, signal: shell.stopped })
  const { grant, contents } = await openLink(
    client,
    link,
    given.one('password') ?? (shell.env.WAYBILL_PASSWORD || undefined),
  )
  const files = contents.transfer.files.filter(({ isWithdrawn }) => !isWithdrawn)
  const locations = placeFiles(
    given.one('out') ?? '.',
    files.map(({ path }) => path),
  )
  const meter = new Meter(
    shell,
    files.reduce((sum, { bytes }) => sum + bytes, 0),
  )
  const done: Array<{ path: string; bytes: number; sha256: string | null }> = []
  try {
    for (const [nth, file] of files.entries()) {
      const location = locations[nth] ?? ''
      await getOne({ client, grant, file, location, connections, shell, meter, isForced: given.has('force') })
      done.push({ path: location, bytes: file.bytes, sha256: file.sha256 })
      meter.clear()
      if (!shell.isJson) shell.print(plain(location))
    }
  } finally {
    meter.clear()
  }
  if (shell.isJson) shell.print(JSON.stringify({ slug: link.slug, files: done }))
  const left = contents.transfer.files.length - files.length
  if (left > 0) throw new Failure(EXIT.gone, 'file-withdrawn', `${left} of the files were withdrawn and are not here`)
}

interface GetOneOptions {
  client: Client
  grant: string
  file: ReceivedFile
  location: string
  connections: number
  shell: Shell
  meter: Meter
  isForced: boolean
}

async function getOne({
  client,
  grant,
  file,
  location,
  connections,
  shell,
  meter,
  isForced,
}: GetOneOptions): Promise<void> {
  const there = await bytesAt(location)
  if (there !== null && there !== file.bytes && !isForced) throw inTheWay(location)
  const plan = await client.call('planFastDownload', { body: { grant, file: file.id } })
  if (there !== null && there === plan.bytes && (await isSame(location, plan))) {
    meter.found(plan.bytes)
    return
  }
  if (there !== null && !isForced) throw inTheWay(location)
  await makeFolderOf(location)
  const { sha256 } = file
  const onBytes = (count: number) => meter.add(count)
  const onFound = (count: number) => meter.found(count)
  await fetchFile({ client, plan, location, sha256, connections, signal: shell.stopped, onBytes, onFound })
  await finishPart(location, isForced)
}

/** All files of one download as one bar. */
class Meter {
  readonly #bar: ProgressBar
  readonly #speed = new Speed()
  readonly #total: number
  #bytes = 0
  #found = 0

  constructor(shell: Shell, total: number) {
    this.#bar = new ProgressBar(shell)
    this.#total = total
    if (!shell.isJson) shell.note(`Receiving ${formatBytes(total)}`)
  }

  add(count: number): void {
    this.#bytes += count
    const bytesPerSecond = this.#speed.at(this.#bytes)
    const bytes = this.#found + this.#bytes
    const secondsLeft = bytesPerSecond > 0 ? (this.#total - bytes) / bytesPerSecond : null
    this.#bar.show({ bytes, bytesTotal: this.#total, bytesPerSecond, secondsLeft })
  }

  /** Bytes from an earlier try, which no speed counts. */
  found(count: number): void {
    this.#found += count
  }

  clear(): void {
    this.#bar.clear()
  }
}
