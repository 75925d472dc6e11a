import { expect, test } from 'vitest'
import { laneOf, lanes } from './lanes.ts'
import { schedule } from './schedule.ts'

test('keeps mail, work that people wait for, heavy work and scheduled work in separate lanes', () => {
  const { 'send-code': codes, 'send-mail': mail, 'tell-recipients': prompt, 'make-thumbnail': heavy } = laneOf
  expect(new Set([codes, mail, prompt, heavy, laneOf['reap-uploads']]).size).toBe(5)
  expect(laneOf['check-file']).toBe(heavy)
})

test('puts no scheduled task into a lane that people wait for', () => {
  const tasks = [...schedule.matchAll(/^(?:\S+ ){5}(\S+)/gm)].map(([, task]) => task as keyof typeof laneOf)
  expect(tasks.length).toBeGreaterThan(10)
  for (const task of tasks) expect(['background', 'heavy', 'outside']).toContain(laneOf[task])
})

test('never gives one flag all the places', () => {
  for (const lane of Object.values(lanes)) {
    for (const places of Object.values('share' in lane ? lane.share : {})) expect(places).toBeLessThan(lane.places)
  }
})
