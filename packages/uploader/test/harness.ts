import { afterEach, expect } from 'vitest'
import { startUpload, type Upload, type UploadOptions } from '../src/index.ts'
import { PartServer, type Put, type ServerOptions } from './part-server.ts'
import { RoughProxy } from './rough-proxy.ts'
import { file, hurried, type TestFile } from './sources.ts'

export const KIB = 1024
export const MIB = 1024 * KIB

const open: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** A part server that ends with the test. */
export async function serve(options?: ServerOptions): Promise<PartServer> {
  const server = await PartServer.start(options)
  open.push(() => server.stop())
  return server
}

/** Puts a proxy with a rough line in front of the server's first origin. */
export async function roughen(server: PartServer): Promise<RoughProxy> {
  const proxy = await RoughProxy.before(server.ports[0] ?? 0)
  open.push(() => proxy.down())
  server.origins[0] = proxy.origin
  return proxy
}

export async function send(server: PartServer, files: TestFile[], more: Partial<UploadOptions> = {}): Promise<Upload> {
  const plan = await server.plan(files)
  return startUpload({ plan, files, api: server.api(), environment: hurried(), ...more })
}

export function expectArrived(server: PartServer, files: readonly TestFile[]): void {
  for (const [index, { path, content }] of files.entries()) {
    expect(server.received(index).equals(content), `${path} arrived whole`).toBe(true)
  }
}

/** One file of many parts, one without bytes, small ones that travel together, and a difficult name. */
export const several = () => [
  file('large.bin', 3 * MIB + 7),
  file('folder/empty', 0),
  file('folder/small-1', 10),
  file('folder/small-2', 63 * KIB),
  file('折叠/报价 “Q3” №7.pdf', 700 * KIB),
  file('folder/small-3', 1),
]

export const stored = (puts: readonly Put[]) => puts.filter(({ outcome }) => outcome === 'stored')

/** What the server refused. On a busy machine a part may be slow enough at the end to go a second time. */
export const refused = (puts: readonly Put[]) =>
  puts.filter(({ outcome }) => !['stored', 'known', 'broken', 'part-superseded'].includes(String(outcome)))
