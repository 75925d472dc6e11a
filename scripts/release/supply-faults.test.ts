import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { countPackages, readAudit, scriptedInstalls, unsealedPackages } from './supply-faults.ts'

const sealed = { integrity: `sha512-${'a'.repeat(86)}==` }

test('the lockfile pins every package of this product by its hash', () => {
  const lockfile = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'))
  expect(countPackages(lockfile).all).toBeGreaterThan(300)
  expect(unsealedPackages(lockfile)).toEqual([])
})

test.each([
  ['sealed', sealed, false],
  ['without a hash', {}, true],
  ['with a weak hash', { integrity: `sha1-${'a'.repeat(27)}=` }, true],
  ['with half a hash', { integrity: 'sha512-abc' }, true],
  ['of this workspace', { link: true }, false],
  ['inside another', { inBundle: true }, false],
])('a package %s', (_name, locked, isFault) => {
  const packages = { '': {}, 'apps/server': {}, 'node_modules/one': locked, 'node_modules/a/node_modules/b': sealed }
  expect(unsealedPackages({ packages })).toEqual(isFault ? ['node_modules/one'] : [])
})

test('install scripts are counted', () => {
  const packages = { 'node_modules/a': { ...sealed, hasInstallScript: true }, 'node_modules/b': sealed }
  expect(countPackages({ packages })).toEqual({ all: 2, withScripts: 1 })
})

test.each([
  ['npm ci', 1],
  ['RUN npm install --omit=dev', 1],
  ["const args = ['ci', '--include=dev']", 1],
  ["run('npm', ['install', name])", 1],
  ['npm ci --ignore-scripts', 0],
  ["const args = ['ci', '--ignore-scripts', '--include=dev']", 0],
  ['# npm ci would run them', 0],
  ["for (const args of [['update'], ['install', '-y']]) run('apt-get', args)", 0],
  ['npm test', 0],
])('%s', (line, faults) => {
  expect(scriptedInstalls(`first\n  ${line}\nlast`)).toHaveLength(faults)
})

describe('an audit', () => {
  test('that the registry answered', () => {
    const printed = JSON.stringify({ metadata: { vulnerabilities: { low: 4, high: 1, critical: 2 } } })
    expect(readAudit(printed)).toEqual({ isAnswered: true, high: 1, critical: 2 })
  })

  test.each([
    [
      JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405, error: { summary: '' } }),
      '405 Method Not Allowed',
    ],
    [JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'not found' } }), 'not found'],
    ['', 'no answer that can be read'],
    ['<html>', 'no answer that can be read'],
  ])('that the registry did not answer: %s', (printed, reason) => {
    expect(readAudit(printed)).toEqual({ isAnswered: false, reason })
  })
})
