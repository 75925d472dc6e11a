/** `npm run test:clamd`: files scanned by Debian's clamd, with signatures of our own. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installDebian } from './install/install-debian.ts'
import { RESULTS, runSteps, vitestStep } from './suites/run-steps.ts'

const NEED = 'The suite on a real virus scanner needs clamd and 7z'
if (!existsSync('/usr/sbin/clamd') || !existsSync('/usr/bin/7z')) installDebian(['clamav-daemon', 'p7zip-full'], NEED)

const report = join(RESULTS, 'clamd-counts.json')
await runSteps('npm-test-clamd', [vitestStep('files on clamd', report, ['--config', 'vitest.clamd.config.ts'], {})])
