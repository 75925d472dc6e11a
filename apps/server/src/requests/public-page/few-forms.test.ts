import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { MAX_FORM_BYTES } from '@waybill/contract/requests/submission-endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { askFor, expectSound } from '#test/requests/calls'

const SENDERS = 20
const PLACES = 4
const CONTENT = Buffer.alloc(9_900_000, 'x')
const MB = 1_000_000

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
})
afterAll(async () => {
  await expectSound(app)
  await app.close()
})

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as () => void
/** Bytes outside the heap that are still referenced. */
function heldBytes(): number {
  gc()
  return process.memoryUsage().arrayBuffers
}

interface Sender {
  socket: Socket
  /** The head of the answer, once it exists. */
  head: Promise<string>
  hasAnswer: () => boolean
}

/** A browser without scripts, on its own network, that sends all of its form but the last bytes. */
function begin({ slug, item, nth }: { slug: string; item: string; nth: number }): Sender & { finish: () => void } {
  const start = `--B\r\nContent-Disposition: form-data; name="${item}"; filename="${nth}.txt"\r\n\r\n`
  const end = '\r\n--B--\r\n'
  const socket = connect(app.config.port, 'localhost')
  let told = ''
  const head = new Promise<string>((resolve, reject) => {
    socket.on('data', (chunk) => {
      told += chunk
      if (told.includes('\r\n\r\n')) resolve(told)
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('closed without an answer')))
  })
  head.catch(() => {})
  const lines = [
    `POST /r/${slug}/files HTTP/1.1`,
    `Host: localhost:${app.config.port}`,
    `Origin: ${app.origin}`,
    `Referer: ${app.origin}/r/${slug}?lang=zh`,
    'Accept: text/html',
    `X-Forwarded-For: 10.1.${nth}.1`,
    'Content-Type: multipart/form-data; boundary=B',
    `Content-Length: ${start.length + CONTENT.length + end.length}`,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n${start}`)
  socket.write(CONTENT)
  return { socket, head, hasAnswer: () => told !== '', finish: () => void socket.write(end) }
}

test('keeps four of twenty endless forms in memory and redirects the others at once, in their language', async () => {
  const { slug, items, _id } = await askFor(owner, { items: [{ name: 'Files' }] })
  const item = items[0]?._id ?? ''
  const before = heldBytes()
  const senders = Array.from({ length: SENDERS }, (_none, nth) => begin({ slug, item, nth }))
  const refused = await new Promise<Sender[]>((resolve) => {
    const answered: Sender[] = []
    for (const sender of senders) {
      sender.head.then(
        () => answered.push(sender) === SENDERS - PLACES && resolve(answered),
        () => {},
      )
    }
  })
  for (const { head } of refused) {
    expect(await head).toMatch(/^HTTP\/1\.1 303 /)
    expect(await head).toContain(`location: /r/${slug}?problem=busy&lang=zh\r\n`)
  }
  const held = senders.filter(({ hasAnswer }) => !hasAnswer())
  expect(held).toHaveLength(PLACES)
  // Plus temporary data in transit from twenty sockets.
  await until(() => heldBytes() - before < PLACES * MAX_FORM_BYTES + 5 * MB)
  const page = await makePerson(app).fetch(`/r/${slug}?problem=busy&lang=zh`, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('当前发送的人太多')

  for (const { finish } of held) finish()
  for (const { head } of held) expect(await head).toMatch(/^HTTP\/1\.1 303 [\s\S]*location: \/r\/\w+\?received=/)
  const { counts } = (await owner.call('readRequest', { params: { request: _id } })).body.request
  expect(counts).toMatchObject({ submissions: PLACES, bytes: PLACES * CONTENT.length })
  for (const { socket } of senders) socket.destroy()

  const form = new FormData()
  form.append(item, new Blob(['after']), 'after.txt')
  const after = await makePerson(app).fetch(`/r/${slug}/files`, { method: 'POST', body: form })
  expect(after.headers.get('location')).toContain('?received=')
})
