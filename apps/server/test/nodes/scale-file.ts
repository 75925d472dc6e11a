/** The files of docs/scale: what they fix (addresses, folders, TLS) is this test's, all else is as printed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../../../docs/scale')

export type Changes = ReadonlyArray<readonly [from: string, to: string]>

/** Every `from` must occur, or the document and the test have diverged. */
export function scaleFile(name: string, changes: Changes): string {
  const text = readFileSync(join(FOLDER, name), 'utf8')
  for (const [from] of changes) if (!text.includes(from)) throw new Error(`docs/scale/${name} no longer has '${from}'`)
  if (changes.length === 0) return text
  const all = new RegExp(changes.map(([from]) => from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g')
  const by = new Map(changes)
  return text.replaceAll(all, (found) => by.get(found) ?? '')
}

/** docs/scale/node.env as settings, with these in place of its own. Each of them must be in the file. */
export function nodeSettings(own: Record<string, string>): Record<string, string> {
  const lines = scaleFile('node.env', []).split('\n')
  const printed = Object.fromEntries(lines.flatMap((line) => (/^[A-Z]/.test(line) ? [split(line)] : [])))
  for (const name of Object.keys(own)) {
    if (!(name in printed)) throw new Error(`docs/scale/node.env no longer has ${name}`)
  }
  return { ...printed, ...own }
}

function split(line: string): [string, string] {
  const at = line.indexOf('=')
  return [line.slice(0, at), line.slice(at + 1)]
}
