/** `npm run measure`: prints the distribution of the sizes that the code must keep, and what the public pages weigh. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { countByFolder } from './measure/folders.ts'
import { findHomonyms } from './measure/homonyms.ts'
import { printPublicPages } from './measure/public-pages.ts'
import { readOwners } from './tables/owners.ts'
import { readServerStatements } from './tables/server-statements.ts'

const CAP_LINES = 300
const CAP_FILES = 25

const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.sql', '*.css'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '')
const sizes = files.map((file) => ({ file, lines: readFileSync(file, 'utf8').trimEnd().split('\n').length }))

function print(name: string, some: typeof sizes): void {
  const sorted = some.map(({ lines }) => lines).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const total = sorted.reduce((sum, lines) => sum + lines, 0)
  console.log(
    `${name.padEnd(22)} ${String(sorted.length).padStart(4)} files ${String(total).padStart(6)} lines  median ${at(0.5)}  p90 ${at(0.9)}  largest ${sorted.at(-1) ?? 0}`,
  )
}

const isTest = (file: string) => /\.(test|s3-test|spec|conformance)\.tsx?$|(^|\/)(test|e2e)\//.test(file)
const code = sizes.filter(({ file }) => !isTest(file))
print('code', code)
print(
  'tests',
  sizes.filter(({ file }) => isTest(file)),
)
for (const room of [
  'packages/contract',
  'packages/sealing',
  'packages/uploader',
  'apps/server',
  'apps/web',
  'scripts',
  'bench',
]) {
  print(
    `  ${room}`,
    code.filter(({ file }) => file.startsWith(`${room}/`)),
  )
}
print(
  '  style sheets',
  code.filter(({ file }) => file.endsWith('.css')),
)
for (const { file, lines } of sizes.filter(({ lines }) => lines > CAP_LINES))
  console.log(`over ${CAP_LINES}: ${file} ${lines}`)

const owners = readOwners('.')
const statements = readServerStatements('.', owners)
const foreign = statements.flatMap((one) => one.foreign.split(' ').filter((use) => use !== ''))
const writes = foreign.filter((use) => use.endsWith('!')).length
console.log(
  `tables ${owners.rows.length}, stores ${files.filter((file) => /^apps\/server\/.*-store\.ts$/.test(file)).length}, foreign tables written ${writes} and read ${foreign.length - writes}`,
)

const folders = countByFolder(files)
console.log(`files a folder besides tests: at most ${folders[0]?.files ?? 0}`)
for (const { folder, files: count } of folders.filter(({ files: count }) => count > CAP_FILES))
  console.log(`over ${CAP_FILES}: ${folder} ${count}`)

/** The architecture test checks this table against the imports, so each row is what its module really uses. */
const edges = [...readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/^\| [a-z][\w/-]* \|([\w/, -]+)\|$/gm)].flatMap(
  ([, row = '']) => row.split(',').filter((name) => name.trim() !== ''),
)
console.log(`modules of the server import each other over ${edges.length} edges`)

const serverCode = code.filter(({ file }) => file.startsWith('apps/server/src/') && !/\/(?:words|mails)\//.test(file))
const homonyms = findHomonyms(serverCode.map(({ file }) => ({ path: file, text: readFileSync(file, 'utf8') })))
console.log(`exported names of the server with several meanings: ${homonyms.length}`)
for (const { name, paths } of homonyms) console.log(`  ${name}: ${paths.join(' ')}`)

await printPublicPages()
