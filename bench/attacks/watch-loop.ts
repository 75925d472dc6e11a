/**
 * Loaded before the server: reports on a local socket how long its event loop was blocked without a break since the
 * last question, in milliseconds of CPU (which other processes on the machine cannot lengthen) and by the clock.
 */
import { createServer } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const EVERY_MS = 1

const delay = monitorEventLoopDelay({ resolution: EVERY_MS })
delay.enable()
let worstCpuMs = 0
let last = process.threadCpuUsage()
setInterval(() => {
  const now = process.threadCpuUsage()
  worstCpuMs = Math.max(worstCpuMs, (now.user + now.system - last.user - last.system) / 1_000)
  last = now
}, EVERY_MS).unref()

const path = process.env.LOOP_SOCKET
// Only the main thread counts: worker threads load this file too.
if (path !== undefined && isMainThread) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(JSON.stringify({ cpuMs: worstCpuMs, delayMs: delay.max / 1e6 }))
    worstCpuMs = 0
    delay.reset()
  })
  server.listen(path).unref()
}
