/**
 * The plain form of a request: bytes that are not a form, forms that no browser sends, and names from hostile devices.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type AccountPerson, makeAccount } from '../../people/account-person.ts'
import { makePerson } from '../../people/people.ts'
import { askFor, expectSound } from '../../requests/calls.ts'
import { AttackedApp } from '../attack/attacked-app.ts'
import { breachOf } from '../attack/every-call.ts'
import { namesInZip } from '../attack/outlets.ts'
import { codeOf, shown, type Told, toldBy } from '../attack/sound-answer.ts'
import { dangerOf } from '../cases/danger-of.ts'
import { fileNames } from '../cases/file-names.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

/** Names tried together. */
const PER_FORM = 12

let attacked: AttackedApp
let owner: AccountPerson
let slug: string
let id: string
let item: string
beforeAll(async () => {
  attacked = await AttackedApp.open()
  owner = await makeAccount(attacked.app, { role: 'teamelite' })
  const request = await askFor(owner, { items: [{ name: 'Files' }] })
  slug = request.slug
  id = request._id
  item = request.items[0]?._id ?? ''
})
afterAll(() => attacked?.close())

/** As a new person on a separate network. */
async function post(body: Buffer | string | FormData, type?: string): Promise<Told> {
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
  const sent = body instanceof FormData ? body : new Uint8Array(Buffer.from(body as Buffer))
  const told = await toldBy(
    await makePerson(attacked.app).fetch(`/r/${slug}/files`, { method: 'POST', headers, body: sent }),
  )
  expect(breachOf('sendSmallSubmission', told)).toBeNull()
  return told
}

const typed = (boundary: string) => `multipart/form-data; boundary=${boundary}`
const part = (head: string, content = 'x') => `${head}\r\n\r\n${content}\r\n`
const filePart = (name: string, filename: string, content = 'x') =>
  part(`Content-Disposition: form-data; name="${name}"; filename="${filename}"`, content)
const wrapped = (parts: readonly string[], boundary = 'B') =>
  `${parts.map((one) => `--${boundary}\r\n${one}`).join('')}--${boundary}--\r\n`
const arrived = async (): Promise<number> =>
  (await owner.call('readRequest', { params: { request: id } })).body.request.counts.submissions

/** Well formed, if odd: `taken` where its meaning is clear. */
const oddForms: Array<[name: string, type: string, body: () => string | Buffer, taken?: true]> = [
  ['one file', typed('B'), () => wrapped([filePart(item, 'a.txt')]), true],
  ['a boundary of 70 signs', typed('b'.repeat(70)), () => wrapped([filePart(item, 'b.txt')], 'b'.repeat(70)), true],
  ['a boundary within the content', typed('B'), () => wrapped([filePart(item, 'c.txt', 'a--B b\r\n-B--\r\n')])],
  ['a boundary of 5,000 signs', typed('b'.repeat(5_000)), () => wrapped([filePart(item, 'd.txt')], 'b'.repeat(5_000))],
  ['a quoted boundary', typed('"B"'), () => wrapped([filePart(item, 'e.txt')])],
  ['a boundary of signs', typed("'()+_,-./:=?"), () => wrapped([filePart(item, 'f.txt')], "'()+_,-./:=?")],
  ['another boundary than it says', typed('A'), () => wrapped([filePart(item, 'g.txt')])],
  ['no end', typed('B'), () => wrapped([filePart(item, 'h.txt')]).slice(0, -8)],
  ['broken off in the content', typed('B'), () => `--B\r\n${filePart(item, 'i.txt')}`.slice(0, -3)],
  ['broken off in a head', typed('B'), () => `--B\r\nContent-Disposition: form-da`],
  ['line feeds alone', typed('B'), () => wrapped([filePart(item, 'j.txt')]).replaceAll('\r', '')],
  ['something before and after', typed('B'), () => `hello\r\n${wrapped([filePart(item, 'k.txt')])}bye`],
  ['nothing', typed('B'), () => ''],
  ['no part', typed('B'), () => '--B--\r\n'],
  ['zeros', typed('B'), () => Buffer.alloc(100_000)],
  ['no disposition', typed('B'), () => wrapped([part('Content-Type: text/plain')])],
  ['no name', typed('B'), () => wrapped([part('Content-Disposition: form-data; filename="a.txt"')])],
  ['an attachment', typed('B'), () => wrapped([part(`Content-Disposition: attachment; name="${item}"; filename="a"`)])],
  [
    'two dispositions',
    typed('B'),
    () =>
      wrapped([part(`Content-Disposition: form-data; name="note"\r\nContent-Disposition: form-data; name="${item}"`)]),
  ],
  [
    'two names',
    typed('B'),
    () => wrapped([part(`Content-Disposition: form-data; name="${item}"; name="x"; filename="a"`)]),
  ],
  [
    'an extended name',
    typed('B'),
    () => wrapped([part(`Content-Disposition: form-data; name="${item}"; filename*=UTF-8''..%2f..%2fx.txt`)]),
  ],
  [
    'a folded head',
    typed('B'),
    () => wrapped([part(`Content-Disposition: form-data;\r\n name="${item}"; filename="l.txt"`)]),
  ],
  [
    'a part within a part',
    typed('B'),
    () => wrapped([part('Content-Type: multipart/mixed; boundary=C', wrapped([filePart(item, 'm.txt')], 'C'))]),
  ],
  [
    'base64',
    typed('B'),
    () =>
      wrapped([
        part(`Content-Disposition: form-data; name="${item}"; filename="n.txt"\r\nContent-Transfer-Encoding: base64`),
      ]),
  ],
  [
    'a head of a megabyte',
    typed('B'),
    () => wrapped([part(`X: ${'y'.repeat(2 ** 20)}\r\nContent-Disposition: form-data`)]),
  ],
  ['ten thousand heads', typed('B'), () => wrapped([part('X: y\r\n'.repeat(10_000).trim())])],
  ['a null byte in a name', typed('B'), () => wrapped([filePart(`${item}\0`, 'o.txt')])],
  ['a name of 200,000 signs', typed('B'), () => wrapped([filePart(item, 'p'.repeat(200_000))])],
  ['a field of 200,000 signs', typed('B'), () => wrapped([filePart('s'.repeat(200_000), 'q.txt')])],
  [
    'bytes that are no UTF-8',
    typed('B'),
    () => Buffer.from(wrapped([filePart(item, '\xff\xfe\xc0\xaf.txt')]), 'latin1'),
  ],
  [
    'an item that is none',
    typed('B'),
    () => wrapped([filePart('__proto__', 'r.txt'), filePart('constructor', 's.txt')]),
  ],
  [
    'a text in the place of a file',
    typed('B'),
    () => wrapped([part(`Content-Disposition: form-data; name="${item}"`)]),
  ],
  ['a file in the place of a text', typed('B'), () => wrapped([filePart('note', 't.txt'), filePart('user', 'u.txt')])],
]

describe('an odd form', () => {
  test.each(oddForms)('%s', async (_name, type, body, taken) => {
    const before = await arrived()
    const told = await post(body(), type)
    expect(await arrived()).toBe(before + Number(told.status === 303))
    if (taken) expect(told.status).toBe(303)
  })
})

test('checks the texts of a form', async () => {
  const odd = ['a\0b', 'x'.repeat(501), 'https://evil.example/x', '\u202egpj', 'a\r\nBcc: x', '']
  for (const field of ['user', 'name', 'email', 'note', 'secret', '__proto__']) {
    for (const text of field === 'note' ? [...odd, 'x'.repeat(3_000_000)] : odd) {
      const form = new FormData()
      form.append(field, text)
      form.append(item, new Blob(['x']), 'a.txt')
      const { status } = await post(form)
      const isBarred = text.length > 500 || text.includes('\0') || field === 'secret' || field === '__proto__'
      if (isBarred) expect([field, shown(text), status]).toEqual([field, shown(text), 400])
    }
  }
})

test('refuses ten thousand parts, of texts and of files, like one', async () => {
  const many = (one: (nth: number) => string) => wrapped(Array.from({ length: 10_000 }, (_none, nth) => one(nth)))
  const texts = many(() => part('Content-Disposition: form-data; name="note"'))
  expect(codeOf(await post(texts, typed('B')))).toBe('invalid-input')
  const files = many((nth) => filePart(item, `${nth}.txt`))
  expect(codeOf(await post(files, typed('B')))).toBe('submission-too-many-files')
  const same = many(() => filePart(item, 'same.txt', ''))
  expect(codeOf(await post(same, typed('B')))).toBe('submission-too-many-files')
})

test('stores names from hostile devices under harmless names, on the page and in the archive', async () => {
  const few = fileNames.filter((name, nth) => nth % 3 === 0 && name.isWellFormed() && name.length < 900)
  const said = ['../../x', 'CON', 'a\u202eb', 'x'.repeat(200), '/etc', 'NUL.']
  const sent = async (names: readonly string[], nth: number): Promise<number> => {
    const form = new FormData()
    form.append('company', said[nth % said.length] ?? '')
    for (const name of names) form.append(item, new Blob([`file ${nth}`]), name)
    return (await post(form)).status === 303 ? names.length : 0
  }
  let taken = 0
  for (let nth = 0; nth * PER_FORM < few.length; nth += 1) {
    const names = few.slice(nth * PER_FORM, (nth + 1) * PER_FORM)
    const together = await sent(names, nth)
    taken += together
    // A refused one must not hide the others.
    if (together === 0) for (const name of names) taken += await sent([name], nth)
  }
  expect(taken).toBeGreaterThan(few.length * 0.6)
  const { body } = await owner.call('fetchInboxFiles', { params: { request: id }, body: {} })
  for (const { url } of body.links) {
    const entries = namesInZip(Buffer.from(await (await owner.fetch(url)).arrayBuffer()))
    expect(entries.map(({ name }) => dangerOf(name)).filter(Boolean)).toEqual([])
    expect(new Set(entries.map(({ name }) => name.normalize('NFD').toLowerCase())).size).toBe(entries.length)
  }
  const { body: inbox } = await owner.call('listInbox', {})
  const kept = inbox.submissions.flatMap(({ files }: { files: Array<{ fileName: string }> }) => files)
  expect(kept.map(({ fileName }: { fileName: string }) => dangerOf(fileName)).filter(Boolean)).toEqual([])
})

test('accepts each of twenty concurrent forms completely, or tells it to retry', async () => {
  const before = await arrived()
  const told = await Promise.all(
    Array.from({ length: 20 }, (_none, nth) => {
      const form = new FormData()
      form.append(item, new Blob([Buffer.alloc(400_000, nth)]), 'same.bin')
      return makePerson(attacked.app).fetch(`/r/${slug}/files`, { method: 'POST', body: form }).then(toldBy)
    }),
  )
  const codes = told.map((one) => codeOf(one) ?? one.status)
  expect([...new Set(codes)].filter((code) => code !== 303 && code !== 'busy')).toEqual([])
  expect(await arrived()).toBe(before + codes.filter((code) => code === 303).length)
})

test('nothing is lost', async () => {
  await expectSound(attacked.app)
  await attacked.expectNothingLost()
})
