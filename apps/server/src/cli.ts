/** The operator's commands: `npm run waybill -- fsck`. They work beside a running server and listen on nothing. */
import { enableCompileCache } from 'node:module'
import { CODE_CACHE } from './code-cache.ts'

// As in `main.ts`: half of a command is reading code.
enableCompileCache(CODE_CACHE)
const { runCommand } = await import('./operating/index.ts')

process.exitCode = await runCommand(process.argv.slice(2), {
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
})
