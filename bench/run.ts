/** `npm run bench [-- name …]`: every figure beside its peer, in one run. Wrong bytes fail, a poor figure does not. */
import { title } from './report.ts'

const benches: Record<string, () => Promise<void>> = {
  upload: async () => (await import('./upload-loopback.ts')).uploadLoopback(),
  download: async () => (await import('./download-loopback.ts')).downloadLoopback(),
  tls: async () => (await import('./tls-downloads.ts')).tlsDownloads(),
  zip: async () => (await import('./zip.ts')).zip(),
  fifty: async () => (await import('./fifty-uploads.ts')).fiftyUploads(),
  small: async () => (await import('./small-files.ts')).smallFiles(),
  login: async () => (await import('./login-flood.ts')).loginFlood(),
  cannon: async () => (await import('./mail-cannon.ts')).mailCannon(),
  line: async () => (await import('./long-line.ts')).longLine(),
  crowd: async () => (await import('./crowd.ts')).crowd(),
  tracking: async () => (await import('./tracking.ts')).tracking(),
  receipts: async () => (await import('./receipts.ts')).receipts(),
  requests: async () => (await import('./requests.ts')).requests(),
  dashboard: async () => (await import('./dashboard.ts')).dashboard(),
  loop: async () => (await import('./event-loop.ts')).eventLoop(),
  attacked: async () => (await import('./attacked.ts')).attacked(),
  evidence: async () => (await import('./evidence-crowd.ts')).evidenceCrowd(),
  faults: async () => (await import('./evidence-faults.ts')).evidenceFaults(),
  'request-page': async () => (await import('./request-page.ts')).requestPage(),
}

const asked = process.argv.slice(2)
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
