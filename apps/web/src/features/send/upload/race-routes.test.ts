import { expect, test } from 'vitest'
import { fastestOf } from './race-routes.ts'

test.each([
  [{ 'cn-hongkong': 180, 'eu-central-1': 12 }, 'eu-central-1'],
  [{ 'cn-hongkong': 20, 'eu-central-1': 20 }, 'cn-hongkong'],
  [{ 'us-west-1': 90 }, 'us-west-1'],
  [{}, null],
])('of %j the fastest is %s', (times, region) => {
  expect(fastestOf(times)).toBe(region)
})
