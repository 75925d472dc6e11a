import { cpuOf, forgetPeak, peakMbOf } from '../cpu-of.ts'
import { judge, mb, row, title } from '../report.ts'
import { startWaybill } from '../servers.ts'
import { drive, type WireRequest } from '../wire.ts'
import { MIB, makePayload, type Payload } from './payload.ts'
import { Sender } from './sender.ts'

const UPLOADS = 50
const PART = 8 * MIB
const FILE = 32 * MIB

/** Memory of the server while 50 people send at the same time; then while each sends twice as much. */
export async function fiftyUploads(): Promise<void> {
  title('50 uploads at once, 8 MiB parts, encrypted')
  await using payload = await makePayload(2 * FILE)
  const single = await peakOf(payload, FILE)
  const double = await peakOf(payload, 2 * FILE)
  judge('resident memory', Math.max(single, double), 'at most', 220, 'MB')
  judge('memory with twice the bytes', double / single, 'at most', 1.1)
}

async function peakOf({ file, content }: Payload, bytes: number): Promise<number> {
  await using server = await startWaybill()
  const connections: WireRequest[][] = []
  const checks: Array<() => Promise<void>> = []
  for (let nth = 0; nth < UPLOADS; nth += 1) {
    const sender = await Sender.proven(server)
    const plan = await sender.plan([{ path: 'film.mov', bytes }])
    connections.push(plan.blobs.flatMap((blob) => sender.puts(plan, blob, content, 0, PART)))
    checks.push(() => sender.requireWhole(plan))
  }
  forgetPeak(server.pid)
  const before = peakMbOf(server.pid)
  const cpu = cpuOf(server.pid).own
  const { seconds } = await drive({ port: server.port, file, connections })
  const peak = peakMbOf(server.pid)
  const total = UPLOADS * bytes
  row(`50 × ${bytes / MIB} MiB`, {
    'MB before': before,
    'peak MB': peak,
    'MB/s': mb(total, seconds),
    'CPU-s/GiB': ((cpuOf(server.pid).own - cpu) / total) * 2 ** 30,
  })
  for (const check of checks) await check()
  return peak
}
