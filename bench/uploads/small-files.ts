import { cpuOf } from '../cpu-of.ts'
import { judge, note, row, title } from '../report.ts'
import { startWaybill, type Waybill } from '../servers.ts'
import { deal, drive, type WireRequest } from '../wire.ts'
import { makePayload, type Payload, SMALL_BYTES } from './payload.ts'
import { type BenchFile, Sender } from './sender.ts'

const FILES = 10_000
const CONNECTIONS = 4
/** Two of these and a small file do not fit into a pack of 128 KiB, the size for the slowest connection. */
const FILLER_BYTES = 120 * 1_024

/** 10,000 files of 10 KiB as the plan packs them, and one request per file to the same server. */
export async function smallFiles(): Promise<void> {
  title('10,000 files of 10 KiB, 4 connections')
  await using payload = await makePayload(FILES * SMALL_BYTES)
  await using server = await startWaybill({ liftLimits: true })
  const packed = await sendPacked(server, payload)
  const single = await sendSingly(server, payload)
  judge('plan and save together', packed.planAndSaveSeconds, 'at most', 1, 's')
  judge('time, one request per file against packs, plan and save included', single / packed.seconds, 'at least', 4)
  note('One request per file counts the requests alone, without plan and save, and four times a quarter of them.')
}

interface Packed {
  /** Plan, requests and save. */
  seconds: number
  planAndSaveSeconds: number
}

async function sendPacked(server: Waybill, { file, content }: Payload): Promise<Packed> {
  const sender = await Sender.proven(server)
  const began = performance.now()
  const files = Array.from({ length: FILES }, (_none, nth) => ({ path: `icons/${nth}.png`, bytes: SMALL_BYTES }))
  const plan = await sender.plan(files)
  const planned = performance.now()
  const requests = plan.blobs.flatMap((blob) =>
    sender.puts(plan, blob, content, (blob.members[0]?.file ?? 0) * SMALL_BYTES),
  )
  const before = cpuOf(server.pid)
  const { seconds } = await drive({ port: server.port, file, connections: deal(requests, CONNECTIONS) })
  const after = cpuOf(server.pid)
  const saving = performance.now()
  await sender.call('completeTransfer', { upload: plan.upload, token: plan.token })
  const planSeconds = (planned - began) / 1_000
  const saveSeconds = (performance.now() - saving) / 1_000
  row('Waybill, packed by the plan', {
    requests: requests.length,
    'plan s': planSeconds,
    'send s': seconds,
    'save s': saveSeconds,
    'send CPU-s': after.own - before.own,
    'database CPU-s': after.database - before.database,
  })
  await sender.settled(await sender.save(plan))
  return { seconds: planSeconds + seconds + saveSeconds, planAndSaveSeconds: planSeconds + saveSeconds }
}

/** Files that the plan cannot pack, since unsent files between them fill a pack. A quarter of them. */
async function sendSingly(server: Waybill, { file, content }: Payload): Promise<number> {
  const sender = await Sender.proven(server)
  const files: BenchFile[] = Array.from({ length: FILES / 2 }, (_none, nth) => ({
    path: `icons/${nth}.png`,
    bytes: nth % 2 === 0 ? SMALL_BYTES : FILLER_BYTES,
  }))
  const plan = await sender.plan(files, 'slow-2g')
  const requests: WireRequest[] = plan.blobs
    .filter(({ bytes }) => bytes === SMALL_BYTES)
    .flatMap((blob) => sender.puts(plan, blob, content, (blob.members[0]?.file ?? 0) * SMALL_BYTES))
  if (requests.length !== FILES / 4) throw new Error(`${requests.length} requests instead of one per file`)
  const before = cpuOf(server.pid)
  const { seconds } = await drive({ port: server.port, file, connections: deal(requests, CONNECTIONS) })
  const after = cpuOf(server.pid)
  row('one request per file, a quarter', {
    requests: requests.length,
    'send s': seconds,
    'send CPU-s': after.own - before.own,
    'database CPU-s': after.database - before.database,
  })
  return seconds * 4
}
