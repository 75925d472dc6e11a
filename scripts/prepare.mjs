// Runs before start, test and bench under any installed Node (20 or newer), so it is plain JavaScript and imports no
// installed package. It installs when the lockfile changed and builds the pages when their sources changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepFormerAssets } from './pages/former-assets.mjs'
import { hashSources } from './pages/sources-hash.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const web = join(root, 'apps/web')
const pageSources = ['apps/web', 'packages/contract', 'packages/sealing', 'packages/uploader', 'package-lock.json']

install()
const node = findNode()
build(node)

function install() {
  const stamp = join(root, 'node_modules/.waybill-lock')
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (readStamp(stamp) === lock) return
  say('Installing what package-lock.json names …')
  // No package needs its install script; the build needs the packages that production would leave out.
  // npm warns that the Node which starts us is older than packages ask for. They run under the Node that is installed here.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', ...quiet]
  const npm = process.env.npm_execpath ?? ''
  if (/npm-cli\.[cm]?js$/.test(npm)) run(process.execPath, [npm, ...args], { cwd: root })
  else run('npm', args, { cwd: root, shell: process.platform === 'win32' })
  writeStamp(stamp, lock)
}

/** The Node installed beside the other packages, or the running one if it is Node 24. */
function findNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  const pinned = join(root, `node_modules/node-${system}-${process.arch}/bin/${program}`)
  if (existsSync(pinned)) return pinned
  if (process.versions.node.startsWith('24.')) return process.execPath
  say(`Waybill needs Node 24, and there is no build of it to install for ${process.platform} on ${process.arch}.`)
  say(`This is Node ${process.versions.node}: install Node 24 yourself and start again.`)
  process.exit(1)
}

function build(node) {
  if (!existsSync(join(web, 'vite.config.ts'))) return say('There are no pages to build (apps/web/vite.config.ts).')
  const stamp = join(web, 'dist/.waybill-stamp')
  const sources = hashSources(root, pageSources)
  if (readStamp(stamp) === sources) return
  say('Building the pages …')
  rmSync(stamp, { force: true })
  keepFormerAssets(join(web, 'dist'))
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const options = { cwd: web, env: { ...process.env, NODE_ENV: 'production' } }
  run(node, [vite, 'build', '--logLevel', 'error'], options)
  const server = ['--ssr', 'src/entries/server.tsx', '--outDir', 'dist/server']
  run(node, [vite, 'build', ...server, '--logLevel', 'error'], options)
  writeStamp(stamp, sources)
}

function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

function writeStamp(path, content) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

function run(command, args, options) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', ...options })
  if (status === 0) return
  say(`${command} ${args.join(' ')} failed${error ? `: ${error.message}` : '.'}`)
  process.exit(status || 1)
}

function say(text) {
  console.log(text)
}
