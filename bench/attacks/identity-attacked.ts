/**
 * What strangers on many networks do to one person: they attack codes, logins, link passwords and second factors, while
 * the owner signs in with the right one from another browser and network. One line per attack.
 *
 * `node bench/attacks/identity-attacked.ts [networks] [work]`: with 'work' the strangers do the proof of work as well.
 */
import { TOTP } from 'otpauth'
import type { Answer } from '../../apps/server/test/app/test-app.ts'
import { makePerson, type Person } from '../../apps/server/test/people/people.ts'
import { attackAll, codeIn, insist, PASSWORD, pause, signUp, site, work } from './attacked-site.ts'

const NETWORKS = Number(process.argv[2] ?? 60)
const STRANGERS_WORK = process.argv[3] === 'work'
const WRONG = 'a guess of a stranger'
const ALONE_MS = 15_000

interface Row {
  attack: string
  tried: number
  judged: number
  owner: string
  mails: number
}
const rows: Row[] = []

interface Attack {
  name: string
  victim: string
  /** What one stranger tries, again and again; `isJudged` says whether the server checked it. */
  guess: (stranger: Person) => Promise<Answer>
  isJudged: (answer: Answer) => boolean
  /** How the owner signs in; true where that succeeds. */
  owner: () => Promise<boolean>
}

/** Every network keeps trying, first without the owner and then while the owner signs in. */
async function run({ name, victim, guess, isJudged, owner }: Attack): Promise<void> {
  let [tried, judged, isOn] = [0, 0, true]
  const strangers = Array.from({ length: NETWORKS }, async () => {
    const stranger = makePerson(site)
    for (let turn = 0; isOn && turn < 200; turn++) {
      const answer = await guess(stranger)
      tried += 1
      if (isJudged(answer)) judged += 1
      else if (STRANGERS_WORK && answer.body.code === 'proof-required') await work(stranger, answer)
      else await pause(250)
    }
  })
  await pause(ALONE_MS)
  const began = performance.now()
  const isThrough = await owner()
  const seconds = `${((performance.now() - began) / 1_000).toFixed(1)} s`
  isOn = false
  await Promise.all(strangers)
  const mailbox = (to: string) => to.replace(/\+.*@/, '@')
  const mails = (await site.mails()).filter(({ to }) => mailbox(to) === victim).length
  rows.push({ attack: name, tried, judged, owner: isThrough ? seconds : `refused after ${seconds}`, mails })
  console.log(JSON.stringify(rows.at(-1)))
}

async function codes(): Promise<void> {
  const victim = 'codes@victim.example'
  let nth = 0
  await run({
    name: 'codes to one mailbox, also as victim+1@…',
    victim,
    guess: (stranger) =>
      stranger.call('requestSenderCode', { body: { email: victim.replace('@', nth++ % 2 ? '@' : `+${nth}@`) } }),
    isJudged: ({ status }) => status === 200,
    owner: async () => {
      const owner = makePerson(site, victim)
      if ((await insist(owner, 'requestSenderCode', { email: victim })).status !== 200) return false
      await pause(3_000)
      for (const verifyId of codeIn(await site.mails(victim)).slice(0, 4)) {
        if ((await insist(owner, 'confirmSenderCode', { email: victim, verifyId })).status === 200) return true
      }
      return false
    },
  })
}

async function logins(): Promise<void> {
  const victim = 'login@victim.example'
  await signUp(victim)
  await run({
    name: 'passwords of one account',
    victim,
    guess: (stranger) => stranger.call('logIn', { body: { email: victim, password: WRONG } }),
    isJudged: ({ body }) => body.code === 'login-refused',
    owner: async () => (await insist(makePerson(site), 'logIn', { email: victim, password: PASSWORD })).status === 200,
  })
}

async function secondFactors(): Promise<void> {
  const victim = 'factor@victim.example'
  const { person, headers } = await signUp(victim)
  const { secret } = (await person.call('beginTotp', { body: { password: PASSWORD }, headers })).body
  const totp = new TOTP({ secret })
  const earlier = totp.generate({ timestamp: Date.now() - 30_000 })
  await person.call('confirmTotp', { body: { code: earlier }, headers })
  const tickets = new Map<Person, string>()
  const login = { email: victim, password: PASSWORD }
  await run({
    name: 'second factors, by strangers who have the password',
    victim,
    guess: async (stranger) => {
      if (!tickets.has(stranger)) {
        const asked = await stranger.call('logIn', { body: login })
        if (asked.status !== 200) return asked
        tickets.set(stranger, asked.body.secondFactor.ticket)
      }
      const answer = await stranger.call('answerSecondFactor', {
        body: { ticket: tickets.get(stranger), code: '000000' },
      })
      if (answer.body.code === 'login-expired') tickets.delete(stranger)
      return answer
    },
    isJudged: ({ body }) => body.code === 'second-factor-wrong',
    owner: async () => {
      const owner = makePerson(site)
      const asked = await insist(owner, 'logIn', login)
      const ticket = asked.body.secondFactor?.ticket ?? ''
      const come = () => insist(owner, 'answerSecondFactor', { ticket, code: totp.generate() })
      const answer = await come()
      if (answer.body.code !== 'sender-unproven') return answer.status === 200
      await insist(owner, 'requestSenderCode', { email: victim })
      await pause(3_000)
      const [verifyId = ''] = codeIn(await site.mails(victim))
      await insist(owner, 'confirmSenderCode', { email: victim, verifyId })
      return (await come()).status === 200
    },
  })
}

async function linkPasswords(): Promise<void> {
  const { person, headers } = await signUp('link@victim.example')
  const asked = await person.call('createRequest', {
    body: { title: 'Papers', password: PASSWORD, items: [{ name: 'Anything' }], isOpenLink: true },
    headers,
  })
  const slug = asked.body.request?.slug ?? asked.body.slug
  if (!slug) throw new Error(JSON.stringify(asked.body))
  await run({
    name: 'the password of one link',
    victim: '',
    guess: (stranger) => stranger.call('unlockRequest', { body: { slug, password: WRONG } }),
    isJudged: ({ body }) => body.code === 'link-password-wrong',
    owner: async () => (await insist(makePerson(site), 'unlockRequest', { slug, password: PASSWORD })).status === 200,
  })
}

await attackAll([codes, logins, secondFactors, linkPasswords])
console.table(rows)
