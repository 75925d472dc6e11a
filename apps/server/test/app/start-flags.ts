import { readFileSync } from 'node:fs'
import { v8Threads } from '../../src/v8-threads.ts'

const manifest = new URL('../../../../package.json', import.meta.url)
const { scripts } = JSON.parse(readFileSync(manifest, 'utf8')) as { scripts: { start: string } }

/** The options with which `npm start` runs Node. */
export const START_FLAGS: readonly string[] = scripts.start.split(' ').filter((word) => word.startsWith('--'))

/** Those of the server's own process below it: a test or a bench of its memory or speed uses the same. */
export const SERVER_FLAGS: readonly string[] = [...START_FLAGS, v8Threads()]
