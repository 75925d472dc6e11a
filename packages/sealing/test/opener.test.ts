/** The program in docs/sealed-files.md, exactly as written there. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deriveHere } from '../src/derive-here.ts'
import { unwrapKeys } from '../src/opening-keys.ts'
import { makeSealing } from '../src/sealing-keys.ts'
import { bytesOf, PASSPHRASE, sealWhole } from './sealed.ts'

test('a reader with the page, the key and the passphrase opens a file, and nobody else does', async () => {
  const page = await readFile(new URL('../../../docs/sealed-files.md', import.meta.url), 'utf8')
  const [, program = ''] = /```js\n([\s\S]+?)```/.exec(page) ?? []
  expect(program.split('\n').length).toBeLessThanOrEqual(41)
  const folder = await mkdtemp(join(tmpdir(), 'waybill-opener-'))
  const at = (name: string) => join(folder, name)
  const run = (passphrase: string) =>
    execFileSync(process.execPath, [at('open.mjs'), at('key.json'), at('file.sealed'), at('opened')], {
      input: `${passphrase}\n`,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  const sealing = await makeSealing(PASSPHRASE, deriveHere)
  const keys = await unwrapKeys(sealing, PASSPHRASE, deriveHere)
  await writeFile(at('open.mjs'), program)
  await writeFile(at('key.json'), JSON.stringify(sealing))
  for (const size of [0, 1, 65_536, 300_000]) {
    const content = bytesOf(size)
    await writeFile(at('file.sealed'), await sealWhole({ sealing, keys }, content))
    run(PASSPHRASE)
    expect((await readFile(at('opened'))).equals(content)).toBe(true)
  }
  expect(() => run('another passphrase')).toThrow()
  const cut = await readFile(at('file.sealed'))
  await writeFile(at('file.sealed'), cut.subarray(0, -1))
  expect(() => run(PASSPHRASE)).toThrow()
  await rm(folder, { recursive: true })
})
