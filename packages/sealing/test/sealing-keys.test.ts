import { argon2Sync } from 'node:crypto'
import type { Sealing } from '@waybill/contract/requests/shapes'
import { describe, expect, test } from 'vitest'
import { deriveHere } from '../src/derive-here.ts'
import { unwrapKeys } from '../src/opening-keys.ts'
import { judgePassphrase } from '../src/passphrase.ts'
import { fingerprintOf, makeSealing } from '../src/sealing-keys.ts'
import { bytesOf, makeHeld, openWhole, PASSPHRASE, quickly, sealWhole } from './sealed.ts'

describe('a wrapped key', () => {
  test('is unwrapped by its passphrase and argon2id alone', async () => {
    const sealing = await makeSealing(PASSPHRASE, deriveHere)
    expect(sealing.wrapped).toMatchObject({ kdf: 'argon2id', memoryKib: 65_536, passes: 3, lanes: 1 })
    const keys = await unwrapKeys(sealing, PASSPHRASE, deriveHere)
    const content = bytesOf(1_000)
    expect((await openWhole({ sealing, keys }, await sealWhole({ sealing, keys }, content))).equals(content)).toBe(true)
    await expect(unwrapKeys(sealing, `${PASSPHRASE}s`, deriveHere)).rejects.toMatchObject({ code: 'passphrase-wrong' })
    await expect(crypto.subtle.exportKey('jwk', keys.privateKey)).rejects.toThrow()
  })

  test('has one passphrase, in all its spellings', async () => {
    const sealing = await makeSealing('Ｋüste  am Morgen', quickly)
    for (const typed of ['Küste  am Morgen', 'Ku\u0308ste  am Morgen', ' Küste  am Morgen\n'])
      expect((await unwrapKeys(sealing, typed, quickly)).publicKey).toHaveLength(65)
    for (const typed of ['küste  am Morgen', 'Küste am Morgen', ''])
      await expect(unwrapKeys(sealing, typed, quickly)).rejects.toMatchObject({ code: 'passphrase-wrong' })
  })

  test('is not unwrapped after any change, nor with another public key', async () => {
    const [{ sealing }, other] = [await makeHeld(), await makeHeld()]
    const swap = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
    const wrapped = (more: Partial<Sealing['wrapped']>) => ({ ...sealing, wrapped: { ...sealing.wrapped, ...more } })
    for (const changed of [
      wrapped({ salt: swap(sealing.wrapped.salt) }),
      wrapped({ nonce: swap(sealing.wrapped.nonce) }),
      wrapped({ key: swap(sealing.wrapped.key) }),
      wrapped({ key: other.sealing.wrapped.key }),
      { ...sealing, publicKey: other.sealing.publicKey },
    ])
      await expect(unwrapKeys(changed, PASSPHRASE, quickly)).rejects.toMatchObject({ code: 'passphrase-wrong' })
  })

  test('is new each time', async () => {
    const [one, two] = [await makeHeld(), await makeHeld()]
    expect(one.sealing.publicKey).not.toBe(two.sealing.publicKey)
    expect(one.sealing.wrapped.salt).not.toBe(two.sealing.wrapped.salt)
    expect(await fingerprintOf(one.sealing.publicKey)).toMatch(/^[\da-f]{4}( [\da-f]{4}){7}$/)
    expect(await fingerprintOf(one.sealing.publicKey)).not.toBe(await fingerprintOf(two.sealing.publicKey))
  })
})

test('argon2id matches other implementations', async () => {
  const [passphrase, salt] = [new Uint8Array(bytesOf(20)), new Uint8Array(bytesOf(16, 2))]
  for (const { memoryKib, passes, lanes } of [
    { memoryKib: 64, passes: 1, lanes: 1 },
    { memoryKib: 19_456, passes: 2, lanes: 2 },
  ]) {
    const kdf = { message: passphrase, nonce: salt, memory: memoryKib, passes, parallelism: lanes, tagLength: 32 }
    const made = await deriveHere(passphrase, salt, { memoryKib, passes, lanes })
    expect(Buffer.from(made).equals(argon2Sync('argon2id', kdf))).toBe(true)
  }
})

test('a device without the memory reports it', async () => {
  const salt = new Uint8Array(16)
  await expect(deriveHere(salt, salt, { memoryKib: 2 ** 30, passes: 1, lanes: 1 })).rejects.toMatchObject({
    code: 'no-memory',
  })
})

test.each([
  ['', 'short'],
  ['elevenchars', 'short'],
  ['  eleven chars    ', 'fair'],
  ['twelve chars', 'fair'],
  ['sixteen of chars', 'good'],
  ['copper gantry at low tide', 'strong'],
  ['一二三四五六七八九十一二', 'fair'],
])('%j is %s', (typed, strength) => {
  expect(judgePassphrase(typed)).toBe(strength)
})
