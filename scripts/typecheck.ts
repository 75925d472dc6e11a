import { spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * Checks the types of every part of the workspace, two at a time. Exits with 1 when any has an error. The compiler keeps
 * what it knows, so that the next run reads only what has changed.
 */
const root = join(import.meta.dirname, '..')
const waiting = [
  'packages/contract',
  'packages/sealing',
  'packages/uploader',
  'packages/cli',
  'apps/server',
  'apps/web',
  'tsconfig.json',
]
const compiler = join(root, 'node_modules/typescript/bin/tsc')
const kept = join(root, 'node_modules/.cache/types')

async function checkNext(): Promise<boolean> {
  const project = waiting.shift()
  if (project === undefined) return true
  const isSound = await check(project)
  return (await checkNext()) && isSound
}

function check(project: string): Promise<boolean> {
  const knownFile = join(kept, `${project.replace('/', '-')}.tsbuildinfo`)
  // Several checkers repeat each other's work, which costs twice the processor's time.
  const args = [compiler, '-p', project, '--checkers', '1', '--incremental', '--tsBuildInfoFile', knownFile]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  let complaints = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (complaints) process.stdout.write(complaints)
      console.log(`types of ${project}: ${code === 0 ? 'sound' : 'wrong'}`)
      resolve(code === 0)
    })
  })
}

const results = await Promise.all([checkNext(), checkNext()])
process.exitCode = results.every(Boolean) ? 0 : 1
