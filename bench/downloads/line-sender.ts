/**
 * Sends one file to a server at its own end of the line, and prints what its recipient gets. argv[2] is a SendTask as
 * JSON; stdout is a SentFile as JSON. Runs inside the far end's network namespace.
 */
import { readFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { Waybill } from '../servers.ts'
import { Sender } from '../uploads/sender.ts'

export interface SendTask {
  server: Pick<Waybill, 'origin' | 'host' | 'outbox'>
  file: string
}

export interface SentFile {
  /** The recipient's page. */
  page: string
  /** The file itself, with a grant. */
  link: string
}

const PART_BYTES = 1024 * 1024

const { server, file }: SendTask = JSON.parse(process.argv[2] ?? '')
const content = await readFile(file)
const sender = await Sender.proven(server as Waybill)
const plan = await sender.plan([{ path: 'film.mov', bytes: content.length }])
const [blob] = plan.blobs
for (let at = 0; at < content.length; at += PART_BYTES) {
  const body = new Uint8Array(content.subarray(at, at + PART_BYTES))
  const headers = {
    origin: server.origin,
    authorization: `Bearer ${plan.token}`,
    'content-type': 'application/octet-stream',
    'waybill-offset': String(at),
    'waybill-crc32': String(crc32(body)),
  }
  const put = await fetch(new URL(blob?.path ?? '', server.origin), { method: 'PUT', headers, body })
  if (!put.ok) throw new Error(`A part was refused: ${put.status} ${await put.text()}`)
}
const { slug, user } = await sender.complete(plan)
const { grant } = await sender.call('grantDownload', { slug, user, files: 'all' })
const { links } = await sender.call('describeDownload', { grant })
const sent: SentFile = { page: `${server.origin}/d/${slug}/${user}`, link: server.origin + links[0].url }
console.log(JSON.stringify(sent))
