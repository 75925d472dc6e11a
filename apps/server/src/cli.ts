/** The operator's commands: `npm run waybill -- fsck`. They work beside a running server and listen on nothing. */
import { runCommand } from './operating/index.ts'

process.exitCode = await runCommand(process.argv.slice(2), {
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
})
