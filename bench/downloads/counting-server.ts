/**
 * A download server with the usual setup: @fastify/static for the files, archiver for the zip, and counters that leave
 * out clients whose name `isbot` knows. `/counts` returns what each way of counting would have counted.
 */
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { ZipArchive } from 'archiver'
import fastify from 'fastify'
import { isbot } from 'isbot'

/** The facts of one answer, for the counters. */
export interface Counted {
  who: string
  /** Indexes of files; [] is the page. */
  files: number[]
  isFinished: boolean
  isBot: boolean
}

const FILES = [0, 1, 2]
const [, , port, directory = ''] = process.argv
const counted: Counted[] = []
const app = fastify()
await app.register(fastifyStatic, { root: directory, serve: false })

app.addHook('onRequest', async ({ raw, method, params }, reply) => {
  const { who, nth, zip } = params as { who?: string; nth?: string; zip?: string }
  if (method !== 'GET' || who === undefined) return
  const files = nth === undefined ? (zip === undefined ? [] : FILES) : [Number(nth)]
  const entry = { who, files, isFinished: false, isBot: isbot(raw.headers['user-agent']) }
  counted.push(entry)
  reply.raw.once('finish', () => {
    entry.isFinished = true
  })
})

app.get('/counts', () => counted)
app.get('/p/:who', (_request, reply) => reply.type('text/html').send('<!doctype html><title>Files</title>'))
app.get('/p/:who/file/:nth', (request, reply) => {
  const { nth } = request.params as { nth: string }
  return reply.sendFile(`${Number(nth)}.bin`, { immutable: false })
})
app.get('/p/:who/:zip', (_request, reply) => {
  const zip = new ZipArchive({ store: true })
  for (const nth of FILES) zip.file(join(directory, `${nth}.bin`), { name: `${nth}.bin` })
  void zip.finalize()
  return reply.type('application/zip').send(zip)
})

await app.listen({ host: '127.0.0.1', port: Number(port) })
process.on('SIGTERM', () => process.exit(0))
