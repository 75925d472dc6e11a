import type { Context } from '../../context.ts'
import { keepKnownSettings } from './security-store.ts'

/** Settings that say where one process runs, which differ between processes. */
const PER_PROCESS = new Set(['PORT', 'HTTP_PORT', 'HOST', 'UPLOAD_PORTS', 'PROXY_LOG', 'DATA_DIR', 'MASTER_KEY_FILE'])

/** Records which settings differ from the last start: their names, never their values. */
export async function noteSettings({
  db,
  config,
  masterKey,
  security,
}: Pick<Context, 'db' | 'config' | 'masterKey' | 'security'>): Promise<void> {
  const shared = [...config.given].filter(([name]) => !PER_PROCESS.has(name))
  const macs = shared.map(([name, text]) => ({ name, mac: masterKey.mac('settings', JSON.stringify([name, text])) }))
  const seen = await keepKnownSettings(db, macs)
  const isFirstStart = seen.length === macs.length && seen.every(({ isNew }) => isNew)
  const names = seen.filter(({ name, isNew }) => !isNew || config.given.get(name) !== null).map(({ name }) => name)
  if (isFirstStart || names.length === 0) return
  security.note({ event: 'settings-changed', outcome: 'ok', facts: { names: names.sort() } })
}
