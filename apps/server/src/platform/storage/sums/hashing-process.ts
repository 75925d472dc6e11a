/**
 * The process that `openHashing` starts: it opens the stores for reading by itself, and returns only checksums. It ends
 * with its parent.
 */
import { Problem } from '@waybill/contract/core/problems'
import { readMasterKey } from '../../config/master-key.ts'
import { StartError } from '../../config/start-error.ts'
import { makeLog } from '../../log.ts'
import { openStores, type Stores } from '../index.ts'
import type { HashingSettings, SumAnswer, SumOrder } from './hashing.ts'
import { sumSpan } from './sum-span.ts'

// Ctrl-C in a terminal signals every process of the group: the parent decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit())
process.once('message', (settings: HashingSettings) => {
  const stores = open(settings)
  // Waiting work is tried in another process, and then fails because its store is unavailable.
  stores.catch((error) => {
    makeLog(settings.logLevel).error({ error }, 'the process that hashes cannot open the stores')
    process.exit(1)
  })
  process.on('message', (order: SumOrder) => void answer(stores, order))
})

async function open({ logLevel, masterKeyFile, ...config }: HashingSettings): Promise<Stores> {
  const masterKey = await readMasterKey(masterKeyFile)
  if (masterKey === null) throw new StartError(`There is no master key at ${masterKeyFile}.`)
  return openStores({ config, masterKey, log: makeLog(logLevel) })
}

async function answer(stores: Promise<Stores>, { id, store, ...work }: SumOrder): Promise<void> {
  const tell = (said: SumAnswer) => process.send?.(said)
  try {
    tell({ id, sums: await sumSpan((await stores).of(store), work) })
  } catch (error) {
    if (error instanceof Problem) tell({ id, problem: { code: error.code, facts: error.facts } })
    else tell({ id, error: error instanceof Error ? error.message : String(error) })
  }
}
