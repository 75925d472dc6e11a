import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { cpuOf, forgetPeak, peakMbOf, residentMbOf } from '../cpu-of.ts'
import { judge, mb, note, row, title } from '../report.ts'
import { startWaybill, type Waybill } from '../servers.ts'
import { GIB, MIB, makePayload, type Payload, sha256Of } from '../uploads/payload.ts'
import { type BenchFile, Sender } from '../uploads/sender.ts'
import { drive, type WireRequest } from '../wire.ts'
import { addressOf, Requester } from './suppliers.ts'

const SUPPLIERS = 40
const FILES = 5
const PART = 8 * MIB
/** WAYBILL_BENCH_SHARE makes files smaller. */
const FILE = Math.round(20e6 * Number(process.env.WAYBILL_BENCH_SHARE ?? 1))
const REST_MS = 3_000

interface Measured {
  beforeMb: number
  peakMb: number
  afterMb: number
  mbPerSecond: number
  cpuPerGib: number
}

/**
 * Forty suppliers answer one request at the same time, compared with forty visitors who send the same bytes by mail.
 */
export async function requests(): Promise<void> {
  title(
    `A request answered by ${SUPPLIERS} at once: ${FILES} files of ${FILE / 1e6} MB each, every file on a socket of its own`,
  )
  await using payload = await makePayload(FILES * FILE)
  const small = await answered(payload, Math.ceil(FILE / 4))
  const answers = await answered(payload, FILE)
  const plain = await sentPlainly(payload, FILE)
  judge('peak memory with four times the bytes', answers.peakMb / small.peakMb, 'at most', 1.1)
  judge('peak memory, of plain uploads', answers.peakMb / plain.peakMb, 'at most', 1.1)
  judge('memory that stays, of what it was before', answers.afterMb / answers.beforeMb, 'at most', 1.5)
  judge('speed, of plain uploads', answers.mbPerSecond / plain.mbPerSecond, 'at least', 0.9)
  judge('CPU a GiB, of plain uploads', answers.cpuPerGib / plain.cpuPerGib, 'at most', 1.1)
  note('Nothing was refused, and every file is stored as it was sent: a bench with one wrong byte fails.')
}

const filesOf = (bytes: number): BenchFile[] =>
  Array.from({ length: FILES }, (_none, nth) => ({ path: `papers/${nth}.bin`, bytes }))

/**
 * The parts of each file on a separate connection, from the file's offset in the payload; each sender has a separate
 * address.
 */
function connectionsOf(server: Waybill, plans: readonly UploadPlan[], { content }: Payload, bytes: number) {
  const sender = new Sender(server)
  return plans.flatMap((plan, nth) =>
    plan.blobs.map((blob): WireRequest[] =>
      sender.puts(plan, blob, content, (blob.members[0]?.file ?? 0) * bytes, PART).map(({ head, ...rest }) => ({
        head: head.replace('\r\n', `\r\nx-forwarded-for: ${addressOf(nth)}\r\n`),
        ...rest,
      })),
    ),
  )
}

async function answered(payload: Payload, bytes: number): Promise<Measured> {
  await using server = await startWaybill()
  const requester = await Requester.asking(server, SUPPLIERS)
  const began = performance.now()
  const plans = await Promise.all(requester.suppliers.map((supplier) => supplier.plan(filesOf(bytes))))
  const planned = performance.now() - began
  const connections = connectionsOf(server, plans, payload, bytes)
  const submit = async () => {
    await Promise.all(requester.suppliers.map((supplier, nth) => supplier.submit(plans[nth] as UploadPlan)))
  }
  const measured = await measure(server, payload, { connections, submit, bytes: SUPPLIERS * FILES * bytes })
  show(`${SUPPLIERS} suppliers, ${FILES} × ${bytes / 1e6} MB`, measured, planned)
  await requireWhole(requester, payload, bytes)
  return measured
}

async function sentPlainly(payload: Payload, bytes: number): Promise<Measured> {
  await using server = await startWaybill()
  const senders: Sender[] = []
  for (let nth = 0; nth < SUPPLIERS; nth += 1) senders.push(await Sender.proven(server))
  const began = performance.now()
  const plans = await Promise.all(senders.map((sender) => sender.plan(filesOf(bytes))))
  const planned = performance.now() - began
  const connections = connectionsOf(server, plans, payload, bytes)
  const submit = async () => {
    await Promise.all(senders.map((sender, nth) => sender.complete(plans[nth] as UploadPlan)))
  }
  const measured = await measure(server, payload, { connections, submit, bytes: SUPPLIERS * FILES * bytes })
  show(`${SUPPLIERS} visitors by mail, the same`, measured, planned)
  return measured
}

interface Work {
  connections: WireRequest[][]
  submit: () => Promise<void>
  bytes: number
}

/** CPU of the server alone, without its database: from the first byte until everything is submitted. */
async function measure(server: Waybill, { file }: Payload, { connections, submit, bytes }: Work): Promise<Measured> {
  forgetPeak(server.pid)
  const beforeMb = residentMbOf(server.pid)
  const cpu = cpuOf(server.pid).own
  const { seconds } = await drive({ port: server.port, file, connections })
  const cpuPerGib = ((cpuOf(server.pid).own - cpu) / bytes) * GIB
  await submit()
  const peakMb = peakMbOf(server.pid)
  await new Promise((resolve) => setTimeout(resolve, REST_MS))
  return { beforeMb, peakMb, afterMb: residentMbOf(server.pid), mbPerSecond: mb(bytes, seconds), cpuPerGib }
}

const show = (who: string, { beforeMb, peakMb, afterMb, mbPerSecond, cpuPerGib }: Measured, plannedMs: number) =>
  row(who, {
    'MB before': beforeMb,
    'peak MB': peakMb,
    'MB after': afterMb,
    'MB/s': mbPerSecond,
    'CPU-s/GiB': cpuPerGib,
    'all planned in ms': plannedMs,
  })

/** @throws Error unless the table says that everybody is done, and the stored bytes add up to the sent ones */
async function requireWhole(requester: Requester, { content }: Payload, bytes: number): Promise<void> {
  const counts = await requester.counts()
  const whole = { complete: SUPPLIERS, files: SUPPLIERS * FILES, bytes: SUPPLIERS * FILES * bytes }
  for (const [name, value] of Object.entries(whole)) {
    if (counts[name as keyof typeof counts] !== value) throw new Error(`The table: ${JSON.stringify(counts)}`)
  }
  const sums = Array.from({ length: FILES }, (_none, nth) => sha256Of(content.subarray(nth * bytes, (nth + 1) * bytes)))
  for (let tries = 0; tries < 600; tries += 1) {
    const files = (await requester.inbox()).flatMap((submission) => submission.files)
    if (files.every(({ sha256 }) => sha256 !== null)) {
      const wrong = files.filter(({ fileName, sha256 }) => sha256 !== sums[Number(/(\d)\.bin$/.exec(fileName)?.[1])])
      if (files.length !== whole.files || wrong.length > 0) throw new Error(`${wrong.length} files came altered`)
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('The files were not summed')
}
