import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/**
 * Puts what a server runs from into a folder: the files of the last commit, the packages of production, and the pages
 * that were built last. Throws where a program fails.
 */
export function prepareApp(folder: string): void {
  run('sh', ['-c', `git archive HEAD | tar -x -C "$0"`, folder], root)
  run('npm', ['ci', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'], folder)
  cpSync(join(root, 'apps/web/dist'), join(folder, 'apps/web/dist'), { recursive: true })
}

/** Runs a program to its end, with its words on ours. */
export function run(program: string, words: string[], cwd: string): void {
  const { status, error } = spawnSync(program, words, { cwd, stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) throw new Error(`${program} ${words[0]} ended with ${status}.`)
}
