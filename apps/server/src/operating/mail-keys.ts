import { keyRecord, listPublished, publishedName } from '../mail-domains/index.ts'
import { type Command, readWords } from './command.ts'
import { withDatabase } from './with-database.ts'

/** A string of a TXT record has at most 255 bytes (RFC 1035, 3.3). */
const MOST_CHARS = 255
const TTL_SECONDS = 300

export const mailKeys: Command = {
  help: `Usage: npm run waybill -- mail-keys [--nsupdate]

Prints the TXT records that your DNS must have under MAIL_KEY_BASE: the public keys of all email domains, as lines of a
zone file. Run it every few minutes and publish what it prints, since keys are added, renewed and removed by themselves.

  --nsupdate   Prints commands for nsupdate (RFC 2136) in place of a zone: each replaces what a name has.
`,
  async run(typed, print) {
    const { values } = readWords(typed, { options: { nsupdate: { type: 'boolean' } }, words: [] })
    const { base, keys } = await withDatabase(async ({ config, db }) => ({
      base: config.mailKeyBase,
      keys: await listPublished(db),
    }))
    if (base === null) throw new Error('MAIL_KEY_BASE is not set, so there is nothing to publish.')
    for (const { token, slot, publicKey } of keys) {
      const name = `${publishedName(token, slot, base)}.`
      const texts = keyRecord(publicKey).match(new RegExp(`.{1,${MOST_CHARS}}`, 'g')) ?? []
      const data = texts.map((text) => `"${text}"`).join(' ')
      if (values.nsupdate) print(`update delete ${name} TXT\nupdate add ${name} ${TTL_SECONDS} TXT ${data}\n`)
      else print(`${name} ${TTL_SECONDS} IN TXT ${data}\n`)
    }
    if (values.nsupdate) print('send\n')
    return 0
  },
}
