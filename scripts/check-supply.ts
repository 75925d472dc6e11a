/**
 * `npm run audit [-- --require-audit]`: checks the packages that this product is built from. The lockfile pins every
 * package by its hash, none runs an install script, and none has a known advisory of high or critical severity, where
 * the registry has advisories.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { countPackages, type Lockfile, readAudit, scriptedInstalls, unsealedPackages } from './release/supply-faults.ts'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({ options: { 'require-audit': { type: 'boolean', default: false } } })
const faults: string[] = []

const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile
const { all, withScripts } = countPackages(lockfile)
faults.push(...unsealedPackages(lockfile).map((path) => `${path} has no SHA-512 in the lockfile`))
console.log(`${all} packages in the lockfile; ${withScripts} bring an install script, which is never run`)

const callers = execFileSync('git', ['ls-files', 'scripts', '.ci', '.github', 'package.json'], {
  cwd: root,
  encoding: 'utf8',
})
for (const path of callers.split('\n').filter((path) => path && !path.endsWith('.test.ts'))) {
  const lines = scriptedInstalls(readFileSync(join(root, path), 'utf8'))
  faults.push(...lines.map((line) => `${path} installs and lets packages run scripts: ${line}`))
}

const audit = readAudit(
  spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'], { cwd: root, encoding: 'utf8' }).stdout,
)
if (audit.isAnswered) {
  console.log(`advisories of what is shipped: ${audit.critical} critical, ${audit.high} high`)
  if (audit.critical + audit.high > 0) faults.push('there are advisories: see npm audit --omit=dev')
} else {
  const said = `ADVISORIES WERE NOT CHECKED: this registry does not answer npm audit (${audit.reason})`
  if (values['require-audit']) faults.push(said)
  else console.log(said)
}

for (const fault of faults) console.log(`FAULT ${fault}`)
console.log(faults.length === 0 ? 'nothing speaks against it' : `${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
