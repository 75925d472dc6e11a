import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const src = fileURLToPath(new URL('../..', import.meta.url))

/** Files outside of this folder that ask the browser for a date or a zone, and why they may. */
const allowed: Record<string, string> = {
  'entries/request-page/due-line.tsx': 'a supplier has no account: the zone is the browser’s',
  'entries/request-page/as-who.ts': 'tells the server the zone of a supplier’s browser',
  'features/account/sign-up/sign-up-calls.ts': 'tells the server the zone of a new account',
  'features/account/profile/profile-tab.tsx': 'lists the zones to choose from',
  'features/requests/record/record-deadline.ts': 'names a zone, and formats no instant',
  'features/requests/zone-select.tsx': 'lists the zones to choose from',
  'features/send/standing/standing-screen.tsx': 'a month ends by UTC, for everybody at once',
  'features/team/join-form.tsx': 'tells the server the zone of a new account',
}

const asks =
  /DateTimeFormat|supportedValuesOf\('timeZone'\)|toLocale(Date|Time)String|\.get(Date|Day|Month|Hours|Minutes|TimezoneOffset)\(/

test('nothing formats a date but the one clock', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter((file) => !/\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(500)
  const asking = files.filter((file) => asks.test(readFileSync(`${src}/${file}`, 'utf8')))
  const outside = asking.filter((file) => !file.startsWith('shared/time/'))
  expect(outside.toSorted()).toEqual(Object.keys(allowed).toSorted())
})
