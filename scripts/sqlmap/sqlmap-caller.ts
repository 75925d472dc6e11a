import { remoteSite } from '../../apps/server/test/app/remote-site.ts'
import { makePerson } from '../../apps/server/test/people/people.ts'

export interface Caller {
  /** Values of existing things, by the name of the field that takes them. */
  known: Record<string, string>
  /** The headers that their calls carry. */
  headers: Record<string, string>
}

/**
 * A visitor who has proven an address, has sent a file, has opened its link, and has left another upload unfinished.
 */
export async function makeCaller(origin: string): Promise<Caller> {
  const person = makePerson(remoteSite(origin))
  await person.prove()
  const sent = await person.send({ files: [{ path: 'plan.pdf', content: Buffer.from('plan') }] })
  const [, , slug = '', user = ''] = Object.values(sent.links)[0]?.split('/') ?? []
  const { grant } = (await person.call('grantDownload', { body: { slug, user } })).body
  const { links } = (await person.call('describeDownload', { body: { grant } })).body
  const { upload, token, blobs } = await person.plan({ files: [{ path: 'open.pdf', content: Buffer.from('open') }] })
  const [file, blob = ''] = [links[0].file, blobs[0]?.id]
  const addresses = { email: person.address, senderEmail: person.address }
  const { cookie = '' } = person.headers()
  return {
    known: { ...addresses, slug, user, grant, upload, blob, token, file, files: file, selection: 'all' },
    headers: { host: new URL(origin).host, origin, cookie, authorization: `Bearer ${token}` },
  }
}
