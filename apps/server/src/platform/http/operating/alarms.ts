import type { AlarmName } from '@waybill/contract/operating/endpoints'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../database/schema.ts'
import { addToAlarm, raiseAlarm } from './alarm-store.ts'

/** Alarms with a count; the check for late jobs raises its alarm itself. */
type CountedAlarm = Exclude<AlarmName, 'jobs-late'>

/** The count per hour, over the whole installation, that an operator must know about, and the sentence for it. */
const alarms: Record<CountedAlarm, { perHour: number; sentence: string }> = {
  'code-failures': { perHour: 1_000, sentence: 'Codes are being guessed: too many wrong ones were typed in an hour' },
  'slug-misses': {
    perHour: 5_000,
    sentence: 'Links are being guessed: too many that lead nowhere were tried in an hour',
  },
  'files-damaged': {
    perHour: 1,
    sentence: 'A stored file is not what was sent, and was withdrawn: look at the disk or bucket that holds it',
  },
  'files-unreadable': {
    perHour: 1,
    sentence: 'A stored file cannot be read, or its store is away: it is tried again',
  },
  'certificate-ends': {
    perHour: 1,
    sentence: 'The certificate of this server ends soon and was not replaced: browsers will refuse it',
  },
  'receipts-unsound': {
    perHour: 1,
    sentence: 'A receipt was refused because its record contradicts itself: look at the security log, then run fsck',
  },
}
/** Guesses come by the thousand; a process writes its counts in batches. */
const GATHERED_MS = 500

/** Reports once an hour, in one line of the log and in `/-/health`, that something happens too often. */
export interface Alarms {
  /** Counts one event. It costs the caller nothing, and never fails. */
  note(name: CountedAlarm): void
  /** Writes the pending counts. */
  close(): Promise<void>
}

export function makeAlarms(db: Kysely<Database>, log: Logger): Alarms {
  const noted = new Map<CountedAlarm, number>()
  const add = (name: CountedAlarm, count: number) => noted.set(name, (noted.get(name) ?? 0) + count)
  let timer: NodeJS.Timeout | null = null
  let writing = Promise.resolve()

  async function writeOne(name: CountedAlarm, count: number): Promise<void> {
    await addToAlarm(db, name, count).catch((error) => {
      add(name, count)
      throw error
    })
    const { perHour, sentence } = alarms[name]
    if (await raiseAlarm(db, name, perHour)) log.error({ alarm: name, perHour }, sentence)
  }
  async function writeAll(): Promise<void> {
    const counts = [...noted]
    noted.clear()
    for (const [name, count] of counts) {
      await writeOne(name, count).catch((error) => log.warn({ error, alarm: name }, 'an alarm could not be counted'))
    }
  }
  const flush = () => {
    timer = null
    writing = writing.then(writeAll)
  }
  return {
    note(name) {
      add(name, 1)
      timer ??= setTimeout(flush, GATHERED_MS).unref()
    },
    async close() {
      if (timer !== null) clearTimeout(timer)
      flush()
      await writing
    },
  }
}
