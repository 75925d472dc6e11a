/**
 * What strangers on many networks do with a leaked link: reserve storage through a request's open link, and download a
 * file more often than its sender allows.
 *
 * `node bench/attacks/links-attacked.ts [networks]`
 */
import { randomBytes } from 'node:crypto'
import { makePerson } from '../../apps/server/test/people/people.ts'
import { attackAll, operate, pause, signUp, site } from './attacked-site.ts'

const NETWORKS = Number(process.argv[2] ?? 60)
const ATTACK_MS = 15_000
const GIGABYTE = 1_000_000_000
const FILE_BYTES = 2_000_000

const fileOf = (path: string, bytes: number) => ({
  path,
  bytes,
  modifiedAt: 0,
  fingerprint: randomBytes(32).toString('hex'),
})

/**
 * Nobody sends a byte: how much of the owner's 10 GB the strangers reserve, and how much of 8 GB the owner can still
 * plan.
 */
async function storage(): Promise<void> {
  const { person, headers } = await signUp('storage@victim.example')
  const items = [{ name: 'Anything' }]
  const made = await person.call('createRequest', { body: { title: 'Papers', items, isOpenLink: true }, headers })
  const { slug } = made.body.request
  const [item] = made.body.request.items
  const until = Date.now() + ATTACK_MS
  let [tried, taken] = [0, 0]
  await Promise.all(
    Array.from({ length: NETWORKS }, async (_none, nth) => {
      const stranger = makePerson(site)
      for (let turn = 0; Date.now() < until; turn++) {
        const files = [{ item: item._id, ...fileOf(`part-${nth}-${turn}.bin`, turn % 2 ? GIGABYTE - 1 : 100_000_000) }]
        const answer = await stranger.call('planSubmission', { body: { slug, files } })
        tried += 1
        if (answer.status === 200) taken += 1
        else await pause(250)
      }
    }),
  )
  const { reserved } = (await person.call('readFolderSize', { body: {}, headers })).body
  const draft = { senderEmail: person.address, emailTo: [{ email: 'asha@rao-forge.example' }], message: '' }
  const body = { ...draft, expirySeconds: 604_800, files: [fileOf('own.bin', 2 * GIGABYTE)] }
  const own = []
  for (let nth = 0; nth < 4; nth++) own.push(await person.call('planTransfer', { body, headers }))
  const ownGigabytes = 2 * own.filter(({ status }) => status === 200).length
  const refused = own.find(({ status }) => status !== 200)?.body.code ?? 'none'
  tell('storage by an open link', { tried, taken, reservedBytes: reserved, ownGigabytes, refused })
}

/** A file with a download limit of 1: how many bodies of all bytes but one the server sends. */
async function downloads(): Promise<void> {
  const { person, headers } = await signUp('limit@victim.example')
  await operate('user', 'role', person.address, 'pro')
  const files = [{ path: 'plan.bin', content: randomBytes(FILE_BYTES) }]
  // From here on all calls are the account's; a part carries the token of its upload.
  const plain = person.headers.bind(person)
  person.headers = (more = {}) => plain({ ...headers, ...more })
  const sent = await person.send({ files })
  const edited = await person.call('editTransfer', { params: { transfer: sent.id }, body: { downloadLimit: 1 } })
  if (edited.status !== 200) throw new Error(JSON.stringify(edited.body))
  const [, , slug, user] = Object.values(sent.links)[0]?.split('/') ?? []
  const recipient = makePerson(site)
  const granted = await recipient.call('grantDownload', { body: { slug, user, files: 'all' } })
  const { grant } = granted.body
  const described = await recipient.call('describeDownload', { body: { grant } })
  const url = described.body.links[0].url
  const until = Date.now() + ATTACK_MS
  let [tried, bodies] = [0, 0]
  await Promise.all(
    Array.from({ length: NETWORKS }, async () => {
      const stranger = makePerson(site)
      while (Date.now() < until) {
        const pressed = await stranger.call('grantDownload', { body: { slug, user, files: 'all' } })
        const other = pressed.body.grant
          ? (await stranger.call('describeDownload', { body: { grant: pressed.body.grant } })).body.links?.[0]?.url
          : undefined
        for (const path of [url, other]) {
          if (!path) continue
          tried += 1
          const answer = await stranger.fetch(path, { headers: { range: `bytes=0-${FILE_BYTES - 2}` } })
          const bytes = await answer.bytes().catch(() => [])
          if (answer.ok && bytes.length === FILE_BYTES - 1) bodies += 1
        }
        await pause(100)
      }
    }),
  )
  const rest = await recipient.fetch(url)
  const recipientHas = rest.ok && (await rest.bytes()).length === FILE_BYTES
  tell('a file that may be taken once', { tried, bodies, recipientHas })
}

const tell = (attack: string, figures: object) =>
  console.log(JSON.stringify({ attack, networks: NETWORKS, ...figures }))

await attackAll([storage, downloads])
