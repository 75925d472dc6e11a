/** A valid body for every call that takes one, made for a running server. */
import type { RouteName } from '@waybill/contract/core/routes'
import type { Person } from '#test/people/people'
import type { Json } from '../cases/field-cases.ts'
import type { AttackedApp } from './attacked-app.ts'

export interface GoodCall {
  name: RouteName
  path: string
  headers: Record<string, string>
  body: Json
}

/** None of them mails anybody or spends a send: calls that would do so name things that do not exist. */
export async function goodCalls(attacked: AttackedApp, sender: Person): Promise<GoodCall[]> {
  const { grant, links } = await attacked.kept.grant()
  const draft = sender.draft({
    files: [{ path: 'a/b.txt', content: Buffer.alloc(0) }],
    emailTo: ['kim@rao-forge.example'],
  })
  const plan = await sender.plan({ files: [{ path: 'open.bin', content: Buffer.alloc(9) }] })
  const part = {
    blob: plan.blobs[0]?.id ?? '',
    offset: 0,
    bytes: 9,
    crc32: 1,
    md5: 'AAAAAAAAAAAAAAAAAAAAAA==',
    memberCrcs: [1],
  }
  const file = links[0]?.file ?? ''
  const call = (name: RouteName, path: string, body: Json, headers = {}) => ({ name, path, body, headers })
  return [
    call('requestSenderCode', '/verifyEmail', { email: 'not an address', lang: 'en' }),
    call('confirmSenderCode', '/checkVerifyEmail', { email: sender.address, verifyId: '7K2QX' }),
    call('planTransfer', '/quicksend2', {
      ...draft,
      emailTo: [{ email: 'kim@rao-forge.example', name: 'Kim', company: 'Rao' }],
      sendAs: 'email',
      effectiveType: '4g',
      lang: 'zh',
    }),
    call('completeTransfer', '/quicksendData', {
      ...draft,
      upload: plan.upload,
      token: plan.token,
      files: undefined,
    } as never),
    call('resumeTransfer', '/resumeTransfer', { upload: plan.upload }),
    call('signParts', `/uploads/${plan.upload}/parts`, { parts: [part] }, { authorization: `Bearer ${plan.token}` }),
    call('reportOpened', '/opened', { ...attacked.kept.link }),
    call('grantDownload', '/increment', { ...attacked.kept.link, files: [file] }),
    call('describeDownload', '/downloadData', { grant }),
    call('planZip', '/zip', { grant, files: [file] }),
    call('planFastDownload', '/fast', { grant, file }),
  ]
}
