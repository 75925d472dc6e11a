/**
 * `npm run bench [-- name …]`: measures every figure beside its peer, in one run. Wrong bytes make it fail, a poor
 * figure does not.
 */
import { title } from './report.ts'

/** `--name=value`, for the benches that measure many cells. */
const flags = new Map(
  process.argv.slice(2).flatMap((word) => {
    const [, name, value] = /^--(\w+)=(.*)$/.exec(word) ?? []
    return name === undefined ? [] : [[name, value ?? ''] as const]
  }),
)

const benches: Record<string, () => Promise<void>> = {
  upload: async () => (await import('./uploads/upload-loopback.ts')).uploadLoopback(),
  download: async () => (await import('./downloads/download-loopback.ts')).downloadLoopback(),
  tls: async () => (await import('./downloads/tls-downloads.ts')).tlsDownloads(),
  zip: async () => (await import('./downloads/zip.ts')).zip(),
  fifty: async () => (await import('./uploads/fifty-uploads.ts')).fiftyUploads(),
  others: async () => (await import('./uploads/forty-uploads.ts')).fortyUploads(),
  small: async () => (await import('./uploads/small-files.ts')).smallFiles(),
  login: async () => (await import('./attacks/login-flood.ts')).loginFlood(),
  cannon: async () => (await import('./attacks/mail-cannon.ts')).mailCannon(),
  nodes: async () => (await import('./uploads/nodes.ts')).nodes(),
  felt: async () => (await import('./uploads/felt.ts')).felt(flags),
  line: async () => (await import('./uploads/long-line.ts')).longLine(),
  down: async () => (await import('./downloads/long-way-down.ts')).longWayDown(),
  crowd: async () => (await import('./downloads/crowd.ts')).crowd(),
  tracking: async () => (await import('./dashboard/tracking.ts')).tracking(),
  receipts: async () => (await import('./dashboard/receipts.ts')).receipts(),
  requests: async () => (await import('./requests/requests.ts')).requests(),
  dashboard: async () => (await import('./dashboard/dashboard.ts')).dashboard(),
  team: async () => (await import('./dashboard/dashboard.ts')).team(),
  pages: async () => (await import('./dashboard/slow-pages.ts')).slowPages(flags),
  loop: async () => (await import('./attacks/event-loop.ts')).eventLoop(),
  attacked: async () => (await import('./attacks/attacked.ts')).attacked(),
  evidence: async () => (await import('./evidence/evidence-crowd.ts')).evidenceCrowd(),
  faults: async () => (await import('./evidence/evidence-faults.ts')).evidenceFaults(),
  'request-page': async () => (await import('./requests/request-page.ts')).requestPage(),
}

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const unknown = asked.filter((name) => !(name in benches))
if (unknown.length > 0) throw new Error(`No bench ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`)

for (const name of asked.length > 0 ? asked : Object.keys(benches)) {
  try {
    await benches[name]?.()
  } catch (error) {
    title(`${name} failed`)
    console.error(error)
    process.exitCode = 1
  }
}
