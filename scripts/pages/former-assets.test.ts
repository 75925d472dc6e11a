import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepFormerAssets } from './former-assets.mjs'

test('replaced assets stay for a day', () => {
  const dist = mkdtempSync(join(tmpdir(), 'waybill-dist-'))
  const assets = join(dist, 'client/assets')
  const begin = Date.parse('2026-11-23T12:00:00Z')
  const build = (name: string, hours: number) => {
    keepFormerAssets(dist, begin + hours * 3_600_000)
    rmSync(assets, { recursive: true, force: true })
    mkdirSync(assets, { recursive: true })
    writeFileSync(join(assets, name), name)
  }
  build('one-aaaa.js', 0)
  build('two-bbbb.js', 1)
  expect(readdirSync(join(dist, 'former'))).toEqual(['one-aaaa.js'])
  build('three-cccc.js', 20)
  expect(readdirSync(join(dist, 'former')).sort()).toEqual(['one-aaaa.js', 'two-bbbb.js'])
  build('four-dddd.js', 26)
  expect(readdirSync(join(dist, 'former')).sort()).toEqual(['three-cccc.js', 'two-bbbb.js'])
  rmSync(dist, { recursive: true })
})
