/** Getting a key without typing one: a person allows this program on a page of the server. */
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '@waybill/contract/core/problems'
import type { KeyScope } from '@waybill/contract/identity/key-scopes'
import type { Client } from '../server/client.ts'
import { plain, type Shell } from '../terminal/shell.ts'

/** What the commands need; `get` fetches as any recipient does. */
const SCOPES: KeyScope[] = ['send', 'request', 'read']

/**
 * Shows the code and the address, and waits for the answer. Returns the key.
 *
 * Throws the server's `Problem`: 'device-login-denied', 'device-login-expired' after ten minutes.
 */
export async function allowDevice(shell: Shell, client: Client, name: string | undefined): Promise<string> {
  const body = { name: name ?? ownName(), scopes: SCOPES }
  const begun = await client.call('beginDeviceLogin', { body })
  shell.note(`Open ${plain(begun.url)} in a browser, and type the code ${plain(begun.userCode)}`)
  shell.note(`or open ${plain(begun.urlWithCode)}`)
  shell.note(`The key will be called "${plain(body.name)}". Waiting …`)
  let { intervalSeconds } = begun
  for (;;) {
    await sleep(intervalSeconds * 1_000, undefined, { signal: shell.stopped })
    try {
      return (await client.call('pollDeviceLogin', { body: { deviceCode: begun.deviceCode } })).key
    } catch (error) {
      if (!(error instanceof Problem) || !isWaiting(error)) throw error
      intervalSeconds = Math.max(intervalSeconds, Number(error.facts.intervalSeconds) || 0)
    }
  }
}

const isWaiting = ({ code }: Problem) => code === 'device-login-pending' || code === 'device-login-too-fast'

const ownName = () => `waybill on ${plain(hostname())}`.slice(0, 60)
