import { Problem } from '@waybill/contract/core/problems'
import { Client } from '../server/client.ts'
import { forget, keep, originOf, settingsFolder } from '../server/settings.ts'
import { usageFailure } from '../terminal/exit-codes.ts'
import { ask, firstLine, plain, type Shell } from '../terminal/shell.ts'
import { allowDevice } from './allow-device.ts'
import { knownUrl, openAccount } from './open-account.ts'
import type { Given } from './parse-arguments.ts'
import type { Run } from './run.ts'

const KEY = /^wbk_[\dA-Za-z]{8}_[\dA-Za-z]{32}_[\dA-Za-z]{6}$/

/** Keeps a server and a key once the server has accepted the key. */
export const login: Run = async (shell, given) => {
  const url = originOf(given.operand() || (await askUrl(shell)))
  const { hostname, protocol } = new URL(url)
  if (protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(hostname)) {
    shell.note('Warning: this is plain http. Others on the network can read the key and the files.')
  }
  const key = await keyFor(shell, given, url)
  if (!KEY.test(key)) throw usageFailure('This is not an API key: it begins with wbk_ and is 52 characters long')
  const email = await emailOf(new Client({ url, key, signal: shell.stopped }))
  await keep(shell.env, { url, key })
  if (shell.isJson) shell.print(JSON.stringify({ url, email }))
  else
    shell.note(
      `Signed in at ${url}${email === null ? '' : ` as ${plain(email)}`}. Kept in ${settingsFolder(shell.env)}`,
    )
}

/** Pasted, where the command line or the input says so; else a person allows this program on a page of the server. */
async function keyFor(shell: Shell, given: Given, url: string): Promise<string> {
  if (given.has('key')) return shell.stdin.isTTY ? ask(shell, 'API key: ', true) : firstLine(shell)
  if (!given.has('device')) {
    if (shell.env.WAYBILL_KEY) return shell.env.WAYBILL_KEY
    if (!shell.stdin.isTTY) return firstLine(shell)
  }
  return allowDevice(shell, new Client({ url, key: null, signal: shell.stopped }), given.one('name'))
}

async function askUrl(shell: Shell): Promise<string> {
  const known = await knownUrl(shell)
  if (known !== null) return known
  if (shell.stdin.isTTY) return ask(shell, 'Server (https://…): ')
  throw usageFailure('Say which server: waybill login URL')
}

/** The account's address; null where the key may not read it, which no wrong key gets to hear. */
async function emailOf(client: Client): Promise<string | null> {
  try {
    return (await client.call('readAccount')).user.email
  } catch (error) {
    if (error instanceof Problem && error.code === 'key-lacks-scope') return null
    throw error
  }
}

export const logout: Run = async (shell) => {
  await forget(shell.env)
  shell.note('The key is forgotten here. It works until you revoke it on the account page.')
}

export const whoami: Run = async (shell) => {
  const client = await openAccount(shell)
  const email = await emailOf(client)
  if (shell.isJson) shell.print(JSON.stringify({ url: client.url, email }))
  else shell.print(`${email === null ? 'A key that may not read its account' : plain(email)} at ${client.url}`)
}
