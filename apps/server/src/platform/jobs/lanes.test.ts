import { expect, test } from 'vitest'
import { laneOf, lanes } from './lanes.ts'
import { schedule } from './schedule.ts'

test('mail, what a person waits for, heavy work and the clock share no lane', () => {
  const { 'send-code': codes, 'send-mail': mail, 'tell-recipients': prompt, 'make-thumbnail': heavy } = laneOf
  expect(new Set([codes, mail, prompt, heavy, laneOf['reap-uploads']]).size).toBe(5)
  expect(laneOf['check-file']).toBe(heavy)
})

test('nothing that runs by the clock is in a lane that somebody waits for', () => {
  const tasks = [...schedule.matchAll(/^(?:\S+ ){5}(\S+)/gm)].map(([, task]) => task as keyof typeof laneOf)
  expect(tasks.length).toBeGreaterThan(10)
  for (const task of tasks) expect(['background', 'heavy', 'outside']).toContain(laneOf[task])
})

test('a share never gives one flag all the places', () => {
  for (const lane of Object.values(lanes)) {
    for (const places of Object.values('share' in lane ? lane.share : {})) expect(places).toBeLessThan(lane.places)
  }
})
