import { expect, test } from 'vitest'
import { createPasswordQueue, type PasswordCaller } from './password-queue.ts'

/** A queue whose tasks end on command, and a log of its events. */
function queueUnderTest() {
  const enqueue = createPasswordQueue({ concurrency: 2, maxWaiting: 3 })
  const begun: string[] = []
  const refused: string[] = []
  const ends = new Map<string, () => void>()
  const come = (name: string, caller: PasswordCaller, fails = false): void => {
    enqueue(caller, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      if (fails) throw new Error(name)
    }).catch((error) => refused.push(`${name} ${error.code ?? error.message}`))
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    ends.get(name)?.()
    await settle()
  }
  return { begun, refused, come, end, settle }
}

test('begins tasks in order of arrival, two at once', async () => {
  const { begun, come, end } = queueUnderTest()
  for (const name of ['a', 'b', 'c', 'd']) come(name, 'stranger')
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('a')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('begins a familiar caller that comes last before all waiting strangers', async () => {
  const { begun, come, end } = queueUnderTest()
  for (const name of ['a', 'b', 'c', 'd', 'e']) come(name, 'stranger')
  come('owner', 'familiar')
  await end('a')
  expect(begun).toEqual(['a', 'b', 'owner'])
})

test('refuses a stranger without room and still admits a familiar caller', async () => {
  const { begun, refused, come, end, settle } = queueUnderTest()
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) come(name, 'stranger')
  come('owner', 'familiar')
  await settle()
  expect(refused).toEqual(['f busy', 'g busy'])
  await end('a')
  expect(begun).toContain('owner')
})

test('gives the place of a failed task to the next', async () => {
  const { begun, refused, come, end } = queueUnderTest()
  come('a', 'stranger', true)
  for (const name of ['b', 'c']) come(name, 'stranger')
  await end('a')
  expect(refused).toEqual(['a a'])
  expect(begun).toEqual(['a', 'b', 'c'])
})
