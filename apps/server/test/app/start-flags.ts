import { readFileSync } from 'node:fs'

const manifest = new URL('../../../../package.json', import.meta.url)
const { scripts } = JSON.parse(readFileSync(manifest, 'utf8')) as { scripts: { start: string } }

/** The options with which `npm start` runs Node: a test or a bench of a process's memory or speed uses the same. */
export const START_FLAGS: readonly string[] = scripts.start.split(' ').filter((word) => word.startsWith('--'))
