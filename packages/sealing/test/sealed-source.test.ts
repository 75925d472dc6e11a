import { sealedBytesOf } from '@waybill/contract/requests/sealed-form'
import { expect, test } from 'vitest'
import { makeFileSeal } from '../src/file-seal.ts'
import { sealedSource } from '../src/sealed-source.ts'
import { sumPlain } from '../src/sum-plain.ts'
import { bytesOf, makeHeld, openWhole, plainOf } from './sealed.ts'

test('a file is sent under its planned name and sealed size, and shows its plain source', async () => {
  const held = await makeHeld()
  const content = bytesOf(200_000)
  const look = async () => ({ bytes: 200_000, modifiedAt: 9 })
  const plain = { path: 'as picked.pdf', modifiedAt: 9.5, ...plainOf(content), look, kept: 'a handle' }
  const seal = await makeFileSeal(held.sealing.publicKey, content.length)
  const source = sealedSource(plain, seal, { path: 'as planned.pdf', modifiedAt: 9 })
  expect(source).toMatchObject({ path: 'as planned.pdf', modifiedAt: 9, kept: 'a handle', bytes: 200_192 })
  expect(await source.look?.()).toEqual({ bytes: 200_192, modifiedAt: 9 })
  const whole = Buffer.from(await (await source.make(0, sealedBytesOf(200_000))).arrayBuffer())
  expect((await openWhole(held, whole)).equals(content)).toBe(true)
  const sizeOf = (start: number, end: number) => source.slice(start, end).size
  expect(sizeOf(0, 128)).toBe(0)
  expect(sizeOf(0, 129)).toBe(65_536)
  expect(sizeOf(65_679, 65_681)).toBe(131_072)
  expect(sizeOf(200_191, 200_192)).toBe(200_000 - 3 * 65_536)
})

test('the claimed checksum is that of the plain file', async () => {
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytesOf(5_000_000))))
  expect(await sumPlain(new Blob([new Uint8Array(bytesOf(5_000_000))]))).toBe(digest.toString('hex'))
})
