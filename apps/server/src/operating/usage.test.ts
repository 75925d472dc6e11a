import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { UsageError } from './command.ts'
import { commands } from './commands.ts'

const print = () => {
  throw new Error('Nothing is to be said')
}
const run = async (name: string, ...words: string[]) => {
  const command = await commands.find((one) => one.name === name)?.load()
  return command?.run(words, print)
}

test.each(commands)('$name prints its usage', async ({ name, summary, load }) => {
  const { help } = await load()
  expect(help.startsWith(`Usage: npm run waybill -- ${name}`)).toBe(true)
  expect(help.endsWith('\n')).toBe(true)
  expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120)
  expect(summary).toMatch(/^[A-Z].*\.$/)
})

test.each([
  ['user add'],
  ['user add', '--email', 'nobody'],
  ['user add', '--email', 'x@x.example', '--role', 'anon'],
  ['user add', '--email', 'x@x.example', '--role', 'admin'],
  ['user add', '--email', 'x@x.example', '--language', 'de'],
  ['user add', '--email', 'x@x.example', '--password-file', '/no/such/file'],
  ['user add', 'x@x.example'],
  ['user add', '--email', 'x@x.example', '--admin'],
  ['user role', 'x@x.example'],
  ['user role', 'x@x.example', 'anon'],
  ['user role', 'x@x.example', 'undefined'],
  ['user role', 'x@x.example', ''],
  ['user role', 'nobody', 'pro'],
  ['user role', 'x@x.example', 'pro', 'now'],
  ['user subscription', 'x@x.example', 'paid'],
  ['user suspend'],
  ['move start', 'x@x.example'],
  ['move stop'],
  ['move list', 'all'],
  ['user suspend', 'nobody'],
  ['user restore', 'a@x.example', 'b@x.example'],
  ['operator make'],
  ['doctor'],
  ['doctor', 'send.example.com'],
  ['doctor', 'ftp://send.example.com'],
  ['doctor', 'https://send.example.com/dash'],
  ['doctor', 'https://send.example.com', '--megabytes', '65'],
  ['job list', 'all'],
  ['job retry'],
  ['mail list'],
  ['mail retry', 'a', 'b'],
  ['user suspend', 'x@x.example', `--reason=${'x'.repeat(501)}`],
  ['operator end', 'nobody'],
  ['operator list', 'all'],
  ['user find'],
  ['conversation assign', 'a', 'nobody'],
  ['answer save', ' ', 'text'],
  ['answer delete'],
  ['infected clear', 'a'],
  ['infected clear', 'a', '--reason', ' '],
  ['health history', 'year'],
  ['user list', 'all'],
  ['user list', '--csv'],
  ['transfer block'],
  ['transfer unblock', 'AAAAAAA', 'BBBBBBB'],
  ['report list', 'AAAAAAA'],
  ['report decide', 'AAAAAAA'],
  ['report decide', 'AAAAAAA', 'delete'],
  ['promotion make', 'AUTUMN'],
  ['promotion make', 'AUTUMN', '--percent', '101'],
  ['promotion make', 'AU', '--percent', '10'],
  ['promotion make', 'AUTUMN', '--off', '4.5'],
  ['promotion make', 'AUTUMN', '--off=5', '--percent=5'],
  ['promotion make', 'AUTUMN', '--off=5', '--until=2027-02-30'],
  ['promotion make', 'AUTUMN', '--off=5', '--until=2020-01-01'],
  ['promotion end'],
  ['mail-keys', 'all'],
  ['fsck', 'twice'],
  ['fsck', '--unknown'],
])('%s %s %s %s is refused before anything is opened', async (name, ...words) => {
  await expect(run(name, ...words)).rejects.toThrow(UsageError)
})

test('an invalid password creates no account', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-password-'))
  const path = join(folder, 'password')
  for (const [text, said] of [
    ['abc\n', 'at least 6 characters'],
    ['password\n', 'too easy to guess'],
    ['\nsecond line counts for nothing\n', 'at least 6 characters'],
    ['x'.repeat(257), 'at most 256 characters'],
  ] as const) {
    await writeFile(path, text)
    await expect(run('user add', '--email', 'x@x.example', '--password-file', path)).rejects.toThrow(said)
  }
  await rm(folder, { recursive: true })
})
