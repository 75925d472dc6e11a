import { spawn } from 'node:child_process'
import { open, writeFile } from 'node:fs/promises'
import { startProcess, startWaybill } from '/tmp/wb-copy/bench/servers.ts'

const [, , rtt = '200', loss = '0.5', ports = '3001,3002,3003', secs = '60', client = 'page', root] = process.argv
const h = await open('/tmp/film.mov', 'w')
await h.truncate(1.5e9)
await h.close()
await using line = await startProcess({
  command: ['python3', 'scripts/slow-link', '--rtt', rtt, '--loss', loss, 'up'],
  readyText: 'up:',
  port: 0,
  dir: '/tmp/none-x',
})
await using server = await startWaybill({
  env: { HOST: '10.99.0.1', PORT: '3000', PUBLIC_URL: 'http://10.99.0.1:3000', UPLOAD_PORTS: ports },
  through: ['ip', 'netns', 'exec', 'wb-far'],
})
const task = {
  origin: server.origin,
  outbox: server.outbox,
  sender: `s-${Date.now()}@example.com`,
  file: '/tmp/film.mov',
  fileBytes: 1.5e9,
  client: client === 'page' ? 'page' : JSON.parse(client),
  seconds: Number(secs),
}
const child = spawn('ip', ['netns', 'exec', 'wb-near', 'node', 'bench/line-browser.ts', JSON.stringify(task)], {
  cwd: '/tmp/wb-copy',
  stdio: ['ignore', 'pipe', 'inherit'],
})
let text = ''
for await (const p of child.stdout.setEncoding('utf8')) text += p
const { parts } = JSON.parse(text)
await writeFile('/tmp/line-parts.json', text)
const T = Number(secs)
for (let t = 0; t < T; t += 5) {
  let bits = 0,
    busy = 0
  for (const { sentAt, acknowledgedAt, bytes } of parts) {
    const o = Math.min(acknowledgedAt, (t + 5) * 1e3) - Math.max(sentAt, t * 1e3)
    if (o > 0) {
      bits += (8 * bytes * o) / (acknowledgedAt - sentAt)
      busy += o
    }
  }
  const begun = parts.filter((p: any) => p.sentAt >= t * 1e3 && p.sentAt < (t + 5) * 1e3)
  console.log(
    `${t}s Mbit/s ${(bits / 5e6).toFixed(1)} in flight ${(busy / 5e3).toFixed(1)} begun ${begun.length} of mean KiB ${(begun.reduce((s: number, p: any) => s + p.bytes, 0) / begun.length / 1024).toFixed(0)} mean s ${(begun.reduce((s: number, p: any) => s + p.acknowledgedAt - p.sentAt, 0) / begun.length / 1e3).toFixed(2)}`,
  )
}
