import { expect, test } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import { listRoutes } from './list-routes.ts'

const s3 = (id: string, region: string, endpoint: string) => ({
  ...{ id, region, adapter: 's3', endpoint, bucket: id, accessKeyId: 'key', secretAccessKey: 'secret' },
})
const disk = (id: string, region: string) => ({ id, region, adapter: 'disk' })
const routes = (...stores: object[]) =>
  listRoutes({ stores: { named: readConfig({ STORES: JSON.stringify(stores) }).stores } })

test('lists a way to each region, one for each', () => {
  const [here, there] = [disk('disk', 'cn-hongkong'), s3('frankfurt', 'eu-central-1', 'https://s3.example.com')]
  expect(routes(here, there, s3('spare', 'eu-central-1', 'https://other.example.com'))).toEqual([
    { region: 'cn-hongkong', origin: null },
    { region: 'eu-central-1', origin: 'https://s3.example.com' },
  ])
})

test('lists none that a browser cannot tell apart', () => {
  expect(routes(disk('disk', 'cn-hongkong'))).toEqual([])
  expect(routes(disk('disk', 'cn-hongkong'), disk('disk-2', 'eu-central-1'))).toEqual([])
  const one = 'https://s3.example.com'
  expect(routes(s3('one', 'cn-hongkong', one), s3('two', 'eu-central-1', one), disk('disk', 'us-west-1'))).toEqual([])
})
