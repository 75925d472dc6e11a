import { expect, test } from 'vitest'
import { twoStores } from '#test/storage/two-stores'
import { readConfig } from '../../platform/config/config.ts'
import { questionsOf } from './home-sections.ts'

const answers = (env: Record<string, string>, language: 'en' | 'zh') =>
  JSON.stringify(questionsOf({ config: readConfig(env) }, language))

test('speaks of global data centers only where there are two stores', () => {
  expect(answers({}, 'en')).not.toContain('global data centers')
  expect(answers({}, 'zh')).not.toContain('全球数据中心')
  expect(answers(twoStores, 'en')).toContain('In global data centers.')
  expect(answers(twoStores, 'zh')).toContain('全球数据中心')
})

test('promises encryption only where every store encrypts', () => {
  const bucket = {
    id: 'bucket',
    region: 'eu-central-1',
    adapter: 's3',
    endpoint: 'https://s3.example.com',
    bucket: 'waybill',
  }
  const keys = { accessKeyId: 'a', secretAccessKey: 'b' }
  const beside = (sse: string) => {
    const [first] = JSON.parse(twoStores.STORES)
    return { STORES: JSON.stringify([first, { ...bucket, ...keys, sse }]) }
  }
  expect(answers(twoStores, 'en')).toContain('AES-256')
  expect(answers(beside('AES256'), 'en')).toContain('AES-256')
  expect(answers(beside('none'), 'en')).not.toContain('AES-256')
})
