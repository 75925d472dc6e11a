import { ANON_FREE_SENDS } from '@waybill/contract/billing/plans'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Person } from '#test/people/people'
import { Recipient } from '#test/people/recipient'
import { AttackedApp } from '../attack/attacked-app.ts'
import { nameInDisposition, namesInMail, namesInZip, namesOnPage } from '../attack/outlets.ts'
import { sampled } from '../attack/sampled.ts'
import { codeOf, shown } from '../attack/sound-answer.ts'
import { dangerOf } from '../cases/danger-of.ts'
import { fileNames } from '../cases/file-names.ts'

const REFUSALS = ['insecure-file-type', 'message-holds-link']
/** As many as a mail lists. */
const FILES_PER_TRANSFER = 20

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let attacked: AttackedApp
let planner: Person
let planned = 0
beforeAll(async () => {
  attacked = await AttackedApp.open()
  planner = await attacked.proven()
})
afterAll(() => attacked?.close())

const contentOf = (nth: number) => Buffer.from(`file ${nth} `.repeat(1 + (nth % 7)))

/** The extension that a reader sees, independent of the server's own rules. */
function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const seen = name
    .replace(/[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\u115f\u3164\ufdd0\ufffe\uffff]/gu, '')
    .replaceAll('\u034f', '')
    .normalize('NFC')
    .replace(/[\s.]+$/, '')
  const dot = seen.lastIndexOf('.')
  return dot > 0 && seen.length - dot <= 20
    ? seen
        .slice(dot)
        .replace(/[\\:*?"<>|]/g, '_')
        .toLowerCase()
    : ''
}

const accepted: Array<{ typed: string; kept: string }> = []

describe(`${fileNames.length} names, each planned alone`, () => {
  test.each(fileNames.map((name) => [shown(name), name] as const))('%s', async (_shown, name) => {
    // A visitor may have a hundred plans open.
    planned += 1
    if (planned % 90 === 0) planner = await attacked.proven()
    const body = planner.draft({ files: [{ path: name, content: Buffer.alloc(0) }] })
    const told = await attacked.post(planner, '/quicksend2', body)
    if (told.status !== 200) {
      expect(REFUSALS).toContain(codeOf(told))
      return
    }
    const kept: string = JSON.parse(told.text).plan.files[0].path
    expect(dangerOf(kept)).toBeNull()
    const ending = endingOf(name)
    if (ending !== '') expect(endingOf(kept)).toBe(ending)
    accepted.push({ typed: name, kept })
  })
})

describe('the accepted ones, sent', () => {
  test('arrive under one name in every output, complete', async () => {
    expect(accepted.length).toBeGreaterThan(250)
    const tried = sampled(accepted, 4)
    let sender = await attacked.proven()
    for (let nth = 0; nth * FILES_PER_TRANSFER < tried.length; nth++) {
      const from = nth * FILES_PER_TRANSFER
      if (nth % ANON_FREE_SENDS === 0) sender = await attacked.proven()
      const typed = tried.slice(from, from + FILES_PER_TRANSFER)
      await sendAndCompare(
        sender,
        typed.map((one) => one.typed),
      )
    }
  })
})

async function sendAndCompare(sender: Person, typed: readonly string[]): Promise<void> {
  const files = typed.map((path, nth) => ({ path, content: contentOf(nth) }))
  const address = `names-${Math.random().toString(36).slice(2)}@rao-forge.example`
  const sent = await sender.send({ files, emailTo: [address] })
  const recipient = new Recipient(attacked.app, sender, {
    id: sent.id,
    upload: sent.upload,
    path: sent.links[address] ?? '',
  })
  const { grant, links, zip } = await recipient.grant()

  const { transfer } = (await recipient.browser.call('describeDownload', { body: { grant } })).body
  const names: string[] = transfer.files.map(({ path }: { path: string }) => path)
  expect(names.map(dangerOf).filter(Boolean)).toEqual([])
  expect(new Set(names.map((name) => name.normalize('NFD').toLowerCase())).size).toBe(typed.length)

  expect(namesOnPage(await (await recipient.get(recipient.path)).text())).toEqual(names)
  const [mail] = await attacked.app.mails(address)
  expect(namesInMail(mail?.text ?? '', names.length)).toEqual(names)

  for (const [nth, { url }] of links.entries()) {
    const { headers } = await recipient.get(url, {}, 'HEAD')
    expect(nameInDisposition(headers.get('content-disposition') ?? '')).toBe(names[nth]?.split('/').at(-1))
  }
  const entries = namesInZip(Buffer.from(await (await recipient.get(zip.url)).bytes()))
  expect(entries.map(({ name }) => name)).toEqual(names)
  expect(entries.every(({ content }, nth) => content.equals(contentOf(nth)))).toBe(true)
}

test('refuses 1,500 equal names by their number, and numbers each of 50', async () => {
  const same = (count: number) =>
    Array.from({ length: count }, (_, nth) => ({ path: 'a/same.txt', content: Buffer.from(`${nth}`) }))
  const many = await attacked.post(planner, '/quicksend2', planner.draft({ files: same(1_500) }))
  expect(codeOf(many)).toBe('too-many-files')
  const some = await attacked.post(planner, '/quicksend2', planner.draft({ files: same(50) }))
  const paths: string[] = JSON.parse(some.text).plan.files.map(({ path }: { path: string }) => path)
  expect(new Set(paths).size).toBe(50)
  expect(paths.at(-1)).toBe('a/same (50).txt')
})

test('nothing is lost', () => attacked.expectNothingLost())
