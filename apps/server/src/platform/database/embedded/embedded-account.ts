import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { childEnv } from '../../config/env.ts'
import { StartError } from '../../config/start-error.ts'

/** `nobody` on every Linux: the account that PostgreSQL sees, or runs as, where Waybill runs as root. */
const NOBODY = 65534

/** The account that the database's programs run as. PostgreSQL refuses to run as root. */
export interface SystemAccount {
  /** What to spawn instead of `program args`, and with which ids. */
  command(program: string, args: string[]): { file: string; args: string[]; ids: { uid?: number; gid?: number } }
  /** Hands a file or folder that Waybill made to the account. */
  handOver(path: string): void
}

/**
 * Chooses the account for the cluster in `folder`. Any user but root runs it itself. Root runs it as the folder's owner
 * when that is another account, else inside a user namespace that maps root to nobody (and reaches every file that root
 * reaches), else, where namespaces are forbidden, as nobody. Throws StartError when that account cannot reach the
 * files.
 */
export function chooseAccount(folder: string, program: string): SystemAccount {
  const uid = process.getuid?.()
  if (uid === undefined || (uid !== 0 && hasName())) return itself
  if (uid !== 0) return mayMakeNamespace() ? namespaced : itself
  const owner = ownerOf(folder)
  if (owner && owner.uid !== 0) return switched(owner.uid, owner.gid, folder, program)
  return mayMakeNamespace() ? namespaced : switched(NOBODY, NOBODY, folder, program)
}

const itself: SystemAccount = { command: (file, args) => ({ file, args, ids: {} }), handOver: () => {} }

const namespaceArgs = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--']

const namespaced: SystemAccount = {
  command: (program, args) => ({ file: 'unshare', args: [...namespaceArgs, program, ...args], ids: {} }),
  handOver: () => {},
}

/**
 * Runs as another account, started by root. That account must be able to pass the parent folders; this opens the data
 * folder for it.
 */
function switched(uid: number, gid: number, folder: string, program: string): SystemAccount {
  const parent = dirname(folder)
  chmodSync(parent, statSync(parent).mode | 0o011)
  const reaches = (tool: string, ...args: string[]) =>
    spawnSync(tool, args, { uid, gid, env: childEnv(), cwd: '/', stdio: 'ignore' }).status === 0
  const barred = !reaches(program, '--version') ? program : !reaches('/bin/sh', '-c', 'cd "$0"', parent) ? parent : null
  if (barred) {
    throw new StartError(
      `PostgreSQL does not run as root, and the account with id ${uid} cannot reach ${barred}. ` +
        'Start Waybill as an ordinary user, or move it and DATA_DIR to folders that others may enter.',
    )
  }
  const handOver = (path: string) => changeOwner(path, uid, gid)
  if (ownerOf(folder)?.uid === 0) handOver(folder)
  return { command: (file, args) => ({ file, args: [...args], ids: { uid, gid } }), handOver }
}

/** initdb looks up its user; a container may run under an id without a name. */
function hasName(): boolean {
  try {
    return Boolean(userInfo().username)
  } catch {
    return false
  }
}

function mayMakeNamespace(): boolean {
  return spawnSync('unshare', [...namespaceArgs, 'true'], { env: childEnv(), stdio: 'ignore' }).status === 0
}

function ownerOf(folder: string): { uid: number; gid: number } | null {
  const stat = statSync(folder, { throwIfNoEntry: false })
  return stat ? { uid: stat.uid, gid: stat.gid } : null
}

function changeOwner(path: string, uid: number, gid: number): void {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  chownSync(path, uid, gid)
  if (stat.isDirectory()) for (const name of readdirSync(path)) changeOwner(join(path, name), uid, gid)
}
